"""The list of where the real scoreboard and the scoring part, in the window."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from types import MappingProxyType

from PyQt6.QtCore import Qt
from pytestqt.qtbot import QtBot

from annotator.model.edits import AddTag
from annotator.model.tag import Tag
from annotator.ui.window import Window


def test_a_line_leads_to_its_frame_and_the_list_follows_the_tags(
    film_window: Window, qtbot: QtBot
) -> None:
    window = film_window
    with qtbot.waitSignal(window.scorer.rulesets_read, timeout=20000):
        window.scorer.read_rulesets()
    window.session.do(AddTag(Tag("t1", "start", Fraction(0))))
    board = MappingProxyType({"points": "2"})
    time = window.player.times[30]
    window.session.do(AddTag(Tag("t2", "official", time, None, "red", board, frame=30)))
    qtbot.waitUntil(lambda: window.scorer.scores.match is window.session.match, timeout=20000)

    window.run_by_id("view.official")
    dialog = window.official.dialog
    assert dialog is not None
    assert dialog.list.count() == 1
    line = dialog.list.item(0)
    assert line is not None
    assert "The board gave +2 points to Red (R)" in line.text()
    assert "f30" in line.text()
    QtBot.keyClick(dialog.list, Qt.Key.Key_Return)
    assert window.player.target == 30

    window.session.undo()
    qtbot.waitUntil(lambda: dialog.list.count() == 0, timeout=20000)
    assert "nothing to compare" in dialog.summary.text()
    dialog.close()
    assert window.official.dialog is None


def test_an_empty_match_has_an_empty_list(new_window: Callable[[], Window]) -> None:
    window = new_window()
    window.run_by_id("view.official")
    dialog = window.official.dialog
    assert dialog is not None
    assert dialog.list.count() == 0
    assert dialog.summary.text()
    window.run_by_id("view.official")
    assert window.official.dialog is dialog
    dialog.close()
