"""Another annotator's file beside the match: read, listed, gone to, kept up to date, saved."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from PyQt6.QtCore import QModelIndex, Qt
from PyQt6.QtWidgets import QDialog, QFileDialog
from pytestqt.qtbot import QtBot

from annotator.files.lesson_file import save_answers, save_lesson
from annotator.files.match_file import save_match
from annotator.model.edits import AddTag, RemoveTags
from annotator.model.lesson import Attempt, Call, Lesson, Moment
from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.vocabulary import Athlete
from annotator.ui.export_dialog import ExportDialog
from annotator.ui.window import Window


def fact(name: str, start: str, who: Athlete | None = None, end: str | None = None) -> Tag:
    stop = None if end is None else Fraction(end)
    return Tag(f"{name} {start}", name, Fraction(start), stop, who)


BOUT = (
    fact("start", "0"), fact("standing", "0"), fact("takedown", "4", "red", "5"),
    fact("half_guard", "5", "red"), fact("mount", "20", "red"), fact("end", "40"),
)  # fmt: skip


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """The same bout by somebody who took the half guard for an open one and missed the mount."""
    path = tmp_path / "léo.match.json"
    tags = [
        replace(tag, id=f"o{n}", start=tag.start + Fraction(1, 8), end=None)
        for n, tag in enumerate(BOUT)
    ]
    tags[3] = replace(tags[3], tag="open_guard")
    save_match(Match(tuple(tags[:4] + tags[5:])), path)
    return path


@pytest.fixture
def compared(window: Window, qtbot: QtBot, other: Path) -> Window:
    for tag in BOUT:
        assert window.session.do(AddTag(tag))
    window.agreeing.open_name(str(other))
    settle(window, qtbot)
    return window


def settle(window: Window, qtbot: QtBot) -> None:
    """Wait until the comparison is that of the match as it is."""

    def known() -> bool:
        found = window.agreement.agreement()
        return found is not None and found.first.match is window.session.match

    qtbot.waitUntil(known, timeout=20000)


def shown(window: Window) -> list[str]:
    return [row.cells[3] for row in window.agreement.rows()]


def test_what_differs_is_listed_and_said(compared: Window) -> None:
    view = compared.agreement
    assert view.isVisible()
    assert shown(compared) == ["taken for one another", "only this match"]
    assert "léo: 5 tags" in view.words()
    view.set_only_differences(False)
    assert len(view.rows()) == len(BOUT)
    assert shown(compared).count("") == 4


def test_a_row_goes_to_its_moment_and_selects_the_tag(compared: Window, qtbot: QtBot) -> None:
    table, view = compared.agreement.table(), compared.agreement
    model = table.model()
    assert model is not None
    table.setFocus(Qt.FocusReason.TabFocusReason)
    table.setCurrentIndex(model.index(1, 0, QModelIndex()))
    with qtbot.waitSignal(view.time_chosen) as said:
        qtbot.keyClick(table, Qt.Key.Key_Return)
    assert said.args == [Fraction(20)]
    assert compared.selection == ["mount 20"]


def test_a_click_on_the_lanes_goes_there(compared: Window, qtbot: QtBot) -> None:
    lanes, view = compared.agreement.lanes(), compared.agreement
    with qtbot.waitSignal(view.time_chosen) as said:
        qtbot.mouseClick(lanes, Qt.MouseButton.LeftButton, pos=lanes.rect().center())
    assert abs(said.args[0] - 20) < 1


def test_it_follows_edits_tolerance_and_shift(compared: Window, qtbot: QtBot) -> None:
    assert compared.session.do(RemoveTags(frozenset({"mount 20"})))
    settle(compared, qtbot)
    assert shown(compared) == ["taken for one another"]
    view = compared.agreement
    view.set_settings(Fraction(0), Fraction(0))
    view.wanted.emit()
    qtbot.waitUntil(lambda: len(view.rows()) == 10, timeout=20000)  # five alone on each side
    view.set_settings(Fraction(0), Fraction(-1, 8))
    view.wanted.emit()
    qtbot.waitUntil(lambda: shown(compared) == ["taken for one another"], timeout=20000)


def test_it_is_saved_as_page_and_table(compared: Window, qtbot: QtBot, tmp_path: Path) -> None:
    assert compared.state("agreement")
    job = compared.exporting.write_agreement(str(tmp_path / "out"))
    with qtbot.waitSignal(job.ended, timeout=20000):
        pass
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert names == ["agreement-pairs.csv", "agreement.html"]


def test_another_match_ends_it(compared: Window, qtbot: QtBot) -> None:
    compared.files._new()
    assert compared.agreement.agreement() is None
    assert not compared.state("agreement")
    assert not compared.agreement.isVisible()


def test_an_empty_match_and_a_broken_file(
    window: Window, qtbot: QtBot, other: Path, tmp_path: Path
) -> None:
    window.agreeing.open_name(str(other))
    settle(window, qtbot)
    assert len(window.agreement.rows()) == 5
    broken = tmp_path / "broken.match.json"
    broken.write_text("{", encoding="utf-8")
    window.agreeing.open_name(str(broken))
    qtbot.waitUntil(lambda: "broken" in window.banners.text("error"), timeout=20000)
    assert len(window.agreement.rows()) == 5  # what was compared stays


def test_the_command_asks_for_a_file_and_there_is_nothing_to_save_yet(window: Window) -> None:
    window.run_by_id("file.agreement")
    assert not window.findChildren(QDialog)
    window.run_by_id("view.agreement")
    assert [each for each in window.findChildren(QFileDialog) if each.isVisible()]


def test_a_class_is_compared_and_its_page_written(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    zero = Fraction(0)
    moment = Moment("q1", "a.match.json", "jjb-fr", zero, zero + 9, zero + 3, zero + 8)
    files = [tmp_path / "passes.lesson.json", tmp_path / "ana.answers.json"]
    save_lesson(Lesson("l1", "Passes", (moment,)), files[0])
    save_answers([Attempt("l1", "Ana", calls=(Call("q1"),))], files[1])
    window.agreeing.open_answers([str(path) for path in files])
    qtbot.waitUntil(lambda: bool(window.findChildren(ExportDialog)), timeout=20000)
    (dialog,) = window.findChildren(ExportDialog)
    assert dialog.folder.text() == str(tmp_path / "passes-agreement")
    dialog.take()
    page = tmp_path / "passes-agreement" / "agreement.html"
    qtbot.waitUntil(page.exists, timeout=20000)
    qtbot.waitUntil(lambda: not window.workers.busy(), timeout=20000)


def test_answers_without_their_lesson_are_refused(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    window.agreeing.open_answers([str(tmp_path / "ana.answers.json")])
    qtbot.waitUntil(
        lambda: "together with their lesson" in window.banners.text("error"), timeout=20000
    )
    window.run_by_id("lesson.agreement")
    assert [each for each in window.findChildren(QFileDialog) if each.isVisible()]
