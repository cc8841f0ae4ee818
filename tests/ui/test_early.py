"""A film is tagged while its list of frames is still being read: on its first picture."""

from __future__ import annotations

import threading
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from PyQt6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from annotator.files.journal import recoverable
from annotator.files.match_file import read_match, save_match
from annotator.model.match import Match, Media
from annotator.model.tag import Tag
from annotator.ui import films as films_module
from annotator.ui.match_dialog import MatchDialog
from annotator.ui.window import Window
from annotator.video.first_look import FirstLook, first_look
from annotator.video.index import build_index
from tests.ui.held_reading import WAIT, Reading, begin, finish
from tests.ui.test_session import crash

ZERO = Fraction(0)


def seen(window: Window) -> list[tuple[str, Fraction, int | None]]:
    return [(tag.tag, tag.start, tag.frame) for tag in window.session.match.tags]


def tag(window: Window, *names: str) -> None:
    for name in names:
        window.tagging.press((name, False))


def test_tags_on_the_first_picture_get_its_frame(
    window: Window, film_path: Path, qtbot: QtBot, reading: Reading
) -> None:
    begin(window, film_path, qtbot)
    window.run_by_id("tag.whistle")
    tag(window, "standing")
    assert seen(window) == [("start", ZERO, None), ("standing", ZERO, None)]
    finish(window, reading, qtbot)
    assert seen(window) == [("start", ZERO, 0), ("standing", ZERO, 0)]
    assert [film.frames for film in window.session.match.media] == [75]
    assert window.session.dirty
    # Each tag is one step, and there is no other.
    window.session.undo()
    assert seen(window) == [("start", ZERO, 0)]
    window.session.undo()
    assert seen(window) == []
    assert window.session.match.media, "the film stays the match's"
    assert window.session.undo_label is None
    window.session.redo()
    window.session.redo()
    assert seen(window) == [("start", ZERO, 0), ("standing", ZERO, 0)]


def test_what_was_undone_while_the_film_was_read_comes_back_with_its_frame(
    window: Window, film_path: Path, qtbot: QtBot, reading: Reading
) -> None:
    begin(window, film_path, qtbot)
    tag(window, "start", "standing")
    window.session.undo()
    finish(window, reading, qtbot)
    assert seen(window) == [("start", ZERO, 0)]
    window.session.redo()
    assert seen(window) == [("start", ZERO, 0), ("standing", ZERO, 0)]


def test_a_tag_goes_with_its_picture_where_the_list_gives_it_another_time(
    window: Window, film_path: Path, qtbot: QtBot, reading: Reading
) -> None:
    reading.later = 1400
    begin(window, film_path, qtbot)
    tag(window, "submission", "submission")
    (span,) = window.session.match.tags
    assert (span.start, span.end, span.end_frame) == (ZERO, ZERO, None)
    finish(window, reading, qtbot)
    assert window.film is not None
    first = window.film.footage.times[0]
    assert first > 0
    (span,) = window.session.match.tags
    assert (span.start, span.frame, span.end, span.end_frame) == (first, 0, first, 0)


def test_the_frame_is_the_picture_s_whatever_its_number(
    window: Window, film_path: Path, qtbot: QtBot, reading: Reading,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """A first picture that turns out to be frame 25, at a time that would say frame 0."""
    ordinal = int(build_index(film_path).order[25])

    def look_at(path: Path, box: tuple[int, int] | None) -> FirstLook | None:
        look = first_look(path, box)
        return None if look is None else replace(look, ordinal=ordinal)

    monkeypatch.setattr(films_module, "first_look_at", look_at)
    begin(window, film_path, qtbot)
    tag(window, "start")
    finish(window, reading, qtbot)
    assert window.film is not None
    assert seen(window) == [("start", window.film.footage.times[25], 25)]
    qtbot.waitUntil(lambda: window.player.index == 25, timeout=WAIT)


def test_the_frames_are_in_the_journal(
    window: Window, film_path: Path, qtbot: QtBot, reading: Reading
) -> None:
    begin(window, film_path, qtbot)
    tag(window, "start")
    finish(window, reading, qtbot)
    kept = window.session.match
    crash(window)
    (found,) = recoverable()
    assert found.match() == kept


def test_the_match_s_own_film(
    window: Window, film_path: Path, qtbot: QtBot, reading: Reading, tmp_path: Path
) -> None:
    """What had been tagged without a film is left alone; a tag moved to the picture is not."""
    place = tmp_path / "final.match.json"
    live = (Tag("t1", "start", ZERO), Tag("t2", "mount", Fraction(2), athlete="red"))
    save_match(Match(tags=live, media=(Media(film_path.as_posix()),)), place)
    begin(window, place, qtbot)
    window.select(["t2"])
    window.run_by_id("edit.start")
    tag(window, "mark")
    finish(window, reading, qtbot)
    assert seen(window) == [("start", ZERO, None), ("mount", ZERO, 0), ("mark", ZERO, 0)]
    with qtbot.waitSignal(window.session.saved, timeout=WAIT):
        window.session.save()
    assert read_match(place).tags == window.session.match.tags


def test_saved_while_the_film_is_read_it_is_to_be_saved_again(
    window: Window, film_path: Path, qtbot: QtBot, reading: Reading, tmp_path: Path
) -> None:
    begin(window, film_path, qtbot)
    tag(window, "start")
    with qtbot.waitSignal(window.session.saved, timeout=WAIT):
        window.session.save(tmp_path / "early.match.json")
    assert not window.session.dirty
    finish(window, reading, qtbot)
    assert window.session.dirty


def test_nothing_moves_before_and_it_is_said(
    window: Window, film_path: Path, qtbot: QtBot, reading: Reading
) -> None:
    begin(window, film_path, qtbot)
    tag(window, "start")
    says = window.status
    moving = ("play.toggle", "play.frame_on", "edit.last_later", "tag.next_mark", "draw.note")
    for command in moving:
        says.clearMessage()
        window.run_by_id(command)
        assert "The film is still being read" in says.currentMessage(), command
    says.clearMessage()
    window.timeline.time_chosen.emit(Fraction(3))
    assert "The film is still being read" in says.currentMessage()
    window.player.seek(Fraction(3))
    assert (window.player.time, window.player.playing) == (ZERO, False)
    assert seen(window) == [("start", ZERO, None)]


def test_a_film_that_is_given_up_leaves_the_tags(
    window: Window, film_path: Path, qtbot: QtBot, reading: Reading
) -> None:
    begin(window, film_path, qtbot)
    tag(window, "start")
    window.opener.cancel()
    assert window.first is None
    assert seen(window) == [("start", ZERO, None)]
    # The next film's list does not touch them.
    begin(window, film_path, qtbot)
    tag(window, "standing")
    finish(window, reading, qtbot)
    assert seen(window) == [("start", ZERO, None), ("standing", ZERO, 0)]


def test_before_the_first_picture_a_key_says_what_it_waits_for(
    window: Window, film_path: Path, qtbot: QtBot, reading: Reading,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    go = threading.Event()

    def look_at(path: Path, box: tuple[int, int] | None) -> FirstLook | None:
        go.wait()
        return first_look(path, box)

    monkeypatch.setattr(films_module, "first_look_at", look_at)
    try:
        window.files.open_path(film_path)
        tag(window, "start")
        assert not window.session.match.tags
        assert "once its first picture is there" in window.status.currentMessage()
    finally:
        go.set()
    qtbot.waitUntil(lambda: window.first is not None, timeout=WAIT)
    tag(window, "start")
    finish(window, reading, qtbot)
    assert seen(window) == [("start", ZERO, 0)]


def test_a_film_that_may_not_be_this_match_s_is_not_tagged_before_that_is_known(
    window: Window, film_path: Path, qtbot: QtBot, reading: Reading
) -> None:
    tagged = Match(
        tags=(Tag("t1", "start", ZERO, frame=0),),
        media=(Media("gone.mp4", fingerprint="another film"),),
    )
    window.session.adopt(tagged)
    window.films.load(film_path)
    qtbot.waitUntil(lambda: window.first is not None, timeout=WAIT)
    tag(window, "mark")
    assert window.session.match == tagged
    assert "you will be asked" in window.status.currentMessage()
    reading.go.set()
    qtbot.waitUntil(lambda: window.findChild(QMessageBox, "whose film") is not None, timeout=WAIT)
    box = window.findChild(QMessageBox, "whose film")
    assert box is not None
    box.reject()


def test_matches_of_the_film_are_offered_all_the_same(
    window: Window, film_path: Path, qtbot: QtBot, reading: Reading, tmp_path: Path
) -> None:
    film = tmp_path / "film.mp4"
    film.write_bytes(film_path.read_bytes())
    save_match(Match(media=(Media("film.mp4"),)), tmp_path / "film.match.json")
    begin(window, film, qtbot)
    tag(window, "start")
    reading.go.set()
    qtbot.waitUntil(lambda: window.findChild(QMessageBox, "which match") is not None, timeout=WAIT)
    box = window.findChild(QMessageBox, "which match")
    assert box is not None
    new = next(button for button in box.buttons() if button.text() == "New match")
    new.click()
    qtbot.waitUntil(lambda: window.player.index == 0, timeout=WAIT)
    assert seen(window) == [("start", ZERO, 0)]


def test_a_dialog_opened_before_and_left_after(
    window: Window, film_path: Path, qtbot: QtBot, reading: Reading
) -> None:
    reading.later = 1400
    begin(window, film_path, qtbot)
    tag(window, "start")
    window.session.undo()
    window.run_by_id("edit.match")
    dialog = window.findChild(MatchDialog)
    assert dialog is not None
    finish(window, reading, qtbot)
    dialog.category.setEditText("adult")
    dialog._take()
    assert window.film is not None
    assert seen(window) == [("match", window.film.footage.times[0], 0)]
