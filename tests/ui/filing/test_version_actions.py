"""Earlier saves of the match in the window: seen, told apart in words, restored and taken back."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from annotator.errors import SaveError
from annotator.files.match_file import read_match
from annotator.ui import session as session_module
from annotator.ui.filing.version_dialog import VersionDialog
from annotator.ui.window import Window


def saved(window: Window, path: Path, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.session.saved, timeout=10000):
        window.session.save(path)


def shown(window: Window, qtbot: QtBot) -> VersionDialog:
    window.run_by_id("file.versions")
    qtbot.waitUntil(lambda: window.findChild(VersionDialog) is not None)
    dialog = window.findChild(VersionDialog)
    assert isinstance(dialog, VersionDialog)
    return dialog


def test_a_version_is_looked_at_restored_and_taken_back(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "a.match.json"
    window.tagging.press(("mount", False))
    saved(window, path, qtbot)
    first = window.session.match
    window.edits.delete()
    window.tagging.press(("mark", False))
    saved(window, path, qtbot)
    second = window.session.match

    dialog = shown(window, qtbot)
    assert dialog.list.count() == 2
    assert not dialog.restore.isEnabled()
    dialog.list.setCurrentRow(1)
    told = dialog.changes.toPlainText()
    assert "mark → mount" in told
    assert "Mount" in dialog.tags.toPlainText()
    assert window.session.match is second
    dialog.restore.click()
    assert window.session.match.tags == first.tags
    assert window.session.dirty
    assert read_match(path) == second
    window.session.undo()
    assert window.session.match is second
    assert not window.session.dirty


def test_without_a_file_or_a_save_that_is_said(window: Window, qtbot: QtBot) -> None:
    window.run_by_id("file.versions")
    assert "not saved yet" in window.status.currentMessage()


def test_a_version_that_cannot_be_kept_does_not_keep_the_match_from_being_saved(
    window: Window, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(path: Path) -> None:
        raise SaveError("No room for versions.")

    window.tagging.press(("mount", False))
    with monkeypatch.context() as patch:
        patch.setattr(session_module, "keep_version", broken)
        saved(window, tmp_path / "a.match.json", qtbot)
        assert not window.session.dirty
        assert "No room for versions." in window.banners.text("versions")
    window.tagging.press(("mark", False))
    saved(window, tmp_path / "a.match.json", qtbot)
    assert window.banners.text("versions") == ""
