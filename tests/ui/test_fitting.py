"""On a small screen every dialog fits, and every part of it can be reached."""

from __future__ import annotations

import pytest
from PyQt6.QtCore import QSize, Qt
from PyQt6.QtWidgets import QDialog, QScrollArea
from pytestqt.qtbot import QtBot

from annotator.ui.match_dialog import MatchDialog
from annotator.ui.window import Window

SMALL = QSize(683, 384)


@pytest.mark.parametrize(
    "command", ["edit.match", "file.settings", "file.keys", "help.keys", "help.palette"]
)
def test_a_dialog_is_no_larger_than_a_small_screen(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setattr(window, "_room", lambda: SMALL)
    window.run_by_id(command)
    (dialog,) = [each for each in window.findChildren(QDialog) if each.isVisible()]
    assert dialog.width() <= SMALL.width()
    assert dialog.height() <= SMALL.height()


def test_the_last_part_is_reached_by_the_keyboard(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window, "_room", lambda: SMALL)
    window.run_by_id("edit.match")
    dialog = window.findChild(MatchDialog)
    assert dialog is not None
    area = dialog.findChild(QScrollArea, "fitted")
    assert area is not None
    qtbot.waitExposed(dialog)
    surface, port = area.widget(), area.viewport()
    assert surface is not None
    assert port is not None
    assert surface.height() > port.height()
    for _ in range(60):
        qtbot.keyClick(dialog.focusWidget() or dialog, Qt.Key.Key_Tab)
        focus = dialog.focusWidget()
        assert focus is not None
        centre = focus.mapTo(port, focus.rect().center())
        assert port.rect().contains(centre)
