"""Several matches on one film, an evening entered once, and a match that was running already."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from types import MappingProxyType

import pytest
from pytestqt.qtbot import QtBot

from annotator.files.evening import kept_evening
from annotator.files.film_matches import matches_of
from annotator.files.match_file import read_match, save_match
from annotator.files.places import state_folder
from annotator.model.edits import SetEvent, SetPerson
from annotator.model.match import Match, Media, Person
from annotator.model.timeline import read_timeline
from annotator.ui.filing.film_match_actions import FilmMatchDialog
from annotator.ui.filing.running_dialog import RunningDialog
from annotator.ui.match_dialog import MatchDialog
from annotator.ui.window import Window


@pytest.fixture
def film_path(film_path: Path, tmp_path: Path) -> Path:
    """The film in a folder of this test alone."""
    return Path(shutil.copy(film_path, tmp_path / "finale 76 kg.mp4"))


def saved(window: Window, path: Path, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.session.saved, timeout=10000):
        window.session.save(path)
    qtbot.waitUntil(lambda: not window.workers.busy())


def goto(window: Window, frame: int, qtbot: QtBot) -> None:
    window.player.seek_index(frame)
    qtbot.waitUntil(lambda: window.player.index == frame)


def titles_in(dialog: FilmMatchDialog) -> list[str]:
    items = [dialog.list.item(row) for row in range(dialog.list.count())]
    return [item.text().split("\n")[0] for item in items if item is not None]


def enter(window: Window, **fields: str) -> None:
    """Fill in the dialog of the match as a coach does."""
    window.run_by_id("edit.match")
    dialog = window.findChild(MatchDialog)
    assert dialog is not None
    for name, text in fields.items():
        getattr(dialog, name).setText(text)
    dialog.belts["red"].setCurrentText("brown")
    dialog.names["red"].setText("Léa")
    dialog.gi.setCurrentIndex(dialog.gi.findData("yes"))
    dialog._take()


def test_a_second_match_on_the_film_needs_only_its_athletes(
    film_window: Window, film_path: Path, qtbot: QtBot, tmp_path: Path
) -> None:
    window = film_window
    enter(window, event_name="Coupe", date="2026-11-28")
    window.tagging.press(("mount", False))
    first = film_path.with_name("first of two.match.json")
    saved(window, first, qtbot)
    film, frame = window.film, 40
    goto(window, frame, qtbot)

    window.run_by_id("file.new_here")
    match = window.session.match
    assert (match.event, match.date, match.athletes["red"]) == (
        "Coupe", "2026-11-28", Person("", "brown"),
    )  # fmt: skip
    assert window.film is film  # it stays where it is
    assert window.player.target == frame
    assert "Coupe, 2026-11-28" in window.banners.text("evening")
    assert not window.session.dirty
    (known,) = match.tags  # what is known before the match stands where it begins
    assert (known.tag, known.frame) == ("match", frame)
    window.session.do(SetPerson("blue", Person("Иван")))
    assert window.banners.text("evening") == ""
    window.tagging.press(("takedown", False))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    second = elsewhere / "second of two.match.json"
    saved(window, second, qtbot)
    assert read_match(second).media[0].path == f"../{film_path.name}"

    window.run_by_id("file.matches")
    qtbot.waitUntil(lambda: window.findChild(FilmMatchDialog) is not None)
    dialog = window.findChild(FilmMatchDialog)
    assert dialog is not None
    titles = titles_in(dialog)
    assert len(titles) == 2
    assert titles[0].startswith("0:00 · Léa")
    assert "open now" in titles[1]
    dialog.list.setCurrentRow(0)
    with qtbot.waitSignal(window.session.opened, timeout=10000):
        dialog.open_button.click()
    assert window.session.path == first
    assert matches_of(film_path) == (first,)
    assert matches_of(film_path, [first, second]) == (first, second)


def test_what_is_entered_before_the_first_tag_stands_at_the_frame_on_screen(
    film_window: Window, qtbot: QtBot
) -> None:
    goto(film_window, 30, qtbot)
    enter(film_window)
    assert [(tag.tag, tag.frame) for tag in film_window.session.match.tags] == [("match", 30)]
    goto(film_window, 10, qtbot)
    film_window.tagging.press(("mount", False))
    enter(film_window, duration="5:00")
    assert [tag.frame for tag in film_window.session.match.tags] == [30, 10]


def test_the_evening_is_remembered_for_some_hours(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    assert kept_evening() == Match()
    window.session.do(SetEvent("Coupe", ""))
    saved(window, tmp_path / "a.match.json", qtbot)
    assert kept_evening().event == "Coupe"
    window.session.adopt(Match())  # as after a new start
    window.files.new()
    assert window.session.match.event == "Coupe"
    window.filing._matches._begin_empty()
    assert window.session.match == Match()

    kept = state_folder() / "evening.match.json"
    os.utime(kept, (0, 0))
    assert kept_evening() == Match()


def test_a_match_of_no_evening_passes_nothing_on(window: Window, home: Path) -> None:
    window.session.adopt(
        Match(athletes=MappingProxyType({"red": Person("A", "blue"), "blue": Person("B", "blue")}))
    )
    window.files.new()
    assert window.session.match == Match()


@pytest.mark.parametrize("date", ["28.13.2026", "2026-13-01", "20261128"])
def test_a_date_that_is_none_is_told_in_the_dialog(window: Window, date: str) -> None:
    window.run_by_id("edit.match")
    dialog = window.findChild(MatchDialog)
    assert dialog is not None
    dialog.date.setText(date)
    dialog._take()
    assert "2026-11-28" in dialog.problem.text()
    assert window.session.match == Match()


def running(window: Window) -> RunningDialog:
    window.run_by_id("edit.running")
    (dialog,) = (d for d in window.findChildren(RunningDialog) if d.isVisible())
    return dialog


def test_clock_and_score_of_a_match_that_was_running(film_window: Window, qtbot: QtBot) -> None:
    window = film_window
    goto(window, 20, qtbot)
    dialog = running(window)
    dialog.clock.setText("2:10")
    dialog.numbers["red", "points"].setValue(4)
    dialog.numbers["blue", "penalties"].setValue(1)
    dialog._take()
    match = window.session.match
    assert [(tag.tag, tag.athlete, tag.frame) for tag in match.tags] == [
        ("start", None, 20), ("official", "red", 20), ("official", "blue", 20),
    ]  # fmt: skip
    timeline = read_timeline(match)
    at = match.tags[0].start
    assert timeline.clock_at(at) == 130
    assert window.session.undo_label == "Clock and score at the start"

    goto(window, 30, qtbot)
    dialog = running(window)
    assert dialog.clock.text() == "2:10"
    assert dialog.numbers["red", "points"].value() == 4
    dialog.clock.setText("2:11.5")
    dialog.numbers["red", "points"].setValue(0)
    dialog.numbers["blue", "penalties"].setValue(0)
    dialog._take()
    (start,) = window.session.match.tags
    assert (start.details["clock"], start.frame) == ("131.5", 20)

    before = window.session.match
    running(window)._take()
    assert window.session.match is before


def test_a_clock_that_is_none_is_told(window: Window) -> None:
    dialog = running(window)
    dialog.clock.setText("soon")
    dialog._take()
    assert dialog.problem.isVisibleTo(dialog)
    assert window.session.match == Match()


def test_the_name_to_save_under_is_free(film_window: Window, film_path: Path) -> None:
    from annotator.ui.file_actions import free_name

    own = film_path.with_name(film_path.stem + ".match.json")
    assert free_name(film_path) == own.name
    save_match(Match(media=(Media(film_path.name),)), own)
    assert free_name(film_path) == f"{film_path.stem} 2.match.json"
    assert len(free_name(film_path.with_name("é" * 125 + ".mp4")).encode()) <= 200
