"""A note that is being typed survives a crash, wherever it is typed."""

from __future__ import annotations

from pathlib import Path

from PyQt6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from annotator.files.places import journals_folder
from annotator.files.recovery import Recovery, _examine
from annotator.ui.recovery_dialog import recovery_text
from annotator.ui.window import Window


def left_now(home: Path) -> Recovery:
    """What would be offered if the process died now."""
    (path,) = journals_folder().glob("*.journal")
    copy = home / path.name
    copy.write_bytes(path.read_bytes())
    (found,) = _examine(copy)
    return found


def test_in_the_panel(window: Window, qtbot: QtBot, home: Path) -> None:
    window.tagging.press(("mount", False))
    window.run_by_id("edit.note")
    with qtbot.waitSignal(window.session.journal.worked, timeout=10000):
        pass
    with qtbot.waitSignal(window.session.journal.worked, timeout=10000):
        qtbot.keyClicks(window.followup.note, "hook in")
    found = left_now(home)
    assert found.match().tags[0].note == "hook in"
    assert (found.edits, found.typing) == (2, True)
    assert "being typed on: Mount" in recovery_text(found)
    assert window.session.match.tags[0].note == ""
    window.leave_text()
    assert window.session.match.tags[0].note == "hook in"
    assert window.session.undo_label == "Note"


def test_in_the_table(window: Window, qtbot: QtBot, home: Path) -> None:
    window.tagging.press(("mount", False))
    window.views.show_tab("table")
    with qtbot.waitSignal(window.session.journal.worked, timeout=10000):
        window.table.edit_note()
    editor = window.focusWidget()
    assert isinstance(editor, QLineEdit)
    with qtbot.waitSignal(window.session.journal.worked, timeout=10000):
        qtbot.keyClicks(editor, "good")
    assert left_now(home).match().tags[0].note == "good"
