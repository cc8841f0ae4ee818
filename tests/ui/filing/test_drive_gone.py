"""The drive with the match is unplugged while it is open: said, and everything can be saved elsewhere."""

from __future__ import annotations

import shutil
from pathlib import Path

from pytestqt.qtbot import QtBot

from annotator.files.match_file import read_match
from annotator.files.recovery import recoverable
from annotator.files.versions import versions_of
from annotator.ui.filing.version_dialog import VersionDialog
from annotator.ui.recovery_dialog import RecoveryDialog
from annotator.ui.window import Window


def saved(window: Window, path: Path, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.session.saved, timeout=10000):
        window.session.save(path)


def die(window: Window) -> None:
    """End the window's journal as a crash would."""
    window.workers._queue.waitForDone()
    keeper = window.session.journal
    assert keeper._journal is not None
    keeper._journal._close(remove=False)
    keeper._journal, keeper._begun = None, False


def test_saving_fails_in_words_and_works_elsewhere(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    drive = tmp_path / "drive"
    drive.mkdir()
    path = drive / "a.match.json"
    window.tagging.press(("mount", False))
    saved(window, path, qtbot)
    window.tagging.press(("mark", False))
    shutil.rmtree(drive)
    with qtbot.waitSignal(window.session.save_failed, timeout=10000):
        window.run_by_id("file.save")
    assert "folder is not there" in window.banners.text("save")
    assert window.session.dirty
    saved(window, tmp_path / "b.match.json", qtbot)
    assert window.banners.text("save") == ""
    assert len(read_match(tmp_path / "b.match.json").tags) == 2
    assert len(versions_of(path)) == 1


def test_after_a_crash_it_is_offered_and_recovered_without_the_drive(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    drive = tmp_path / "drive"
    drive.mkdir()
    path = drive / "a.match.json"
    window.tagging.press(("mount", False))
    saved(window, path, qtbot)
    window.tagging.press(("mark", False))
    die(window)
    shutil.rmtree(drive)
    window.files.new()
    found = recoverable()
    assert [len(item.match().tags) for item in found] == [2]
    window.files.offer(found)
    dialog = window.findChild(RecoveryDialog)
    assert dialog is not None
    dialog.recover.click()
    assert len(window.session.match.tags) == 2
    assert window.session.dirty
    # The versions of the lost file are still there to be looked at.
    window.run_by_id("file.versions")
    qtbot.waitUntil(lambda: window.findChild(VersionDialog) is not None)
    saved(window, tmp_path / "b.match.json", qtbot)
    qtbot.waitUntil(lambda: not window.workers.busy())
    assert recoverable() == []
