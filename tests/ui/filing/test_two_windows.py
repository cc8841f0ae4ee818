"""Two windows on one match: the second one looks, says why, and can save a copy."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PyQt6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from annotator.files.match_file import read_match, save_match
from annotator.files.match_lock import lock_place
from annotator.model.match import Match
from annotator.text import tr
from annotator.ui.window import Window

HOLDER = """
import sys
from pathlib import Path
from annotator.files.match_lock import take_match
owner = take_match(Path(sys.argv[1]))
print("taken", flush=True)
sys.stdin.readline()
owner.release()
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    match = tmp_path / "finale été.match.json"
    save_match(Match(title="Final"), match)
    return match


def opened(window: Window, path: Path, qtbot: QtBot) -> Window:
    with qtbot.waitSignal(window.session.opened, timeout=10000):
        window.files.open_path(path)
    return window


def saved(window: Window, path: Path, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.session.saved, timeout=10000):
        window.session.save(path)


def looks(window: Window) -> bool:
    return window.session.read_only


def tags(window: Window) -> int:
    return len(window.session.match.tags)


def press(window: Window, title: str) -> None:
    (button,) = (b for b in window.banners.findChildren(QPushButton) if b.text() == title)
    button.click()


def test_another_process_has_it(window: Window, path: Path, qtbot: QtBot, tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        text=True, cwd=Path(__file__).parents[3],
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stdout.readline() == "taken\n"
        opened(window, path, qtbot)
        assert looks(window)
        assert f"process {process.pid}" in window.banners.text("in use")
        assert "only to look at" in window.windowTitle()

        window.tagging.press(("mount", False))
        assert tags(window) == 0
        # It is said once over the film, and again only where it goes by itself.
        assert window.banners.text("error") == ""
        assert "only be looked at" in window.status.currentMessage()

        # Saving over it is refused; a copy can be saved, and is edited from then on.
        with qtbot.waitSignal(window.session.save_failed, timeout=10000):
            window.session.save(path)
        copy = tmp_path / "copy.match.json"
        saved(window, copy, qtbot)
        assert not looks(window)
        assert window.banners.text("in use") == ""
        window.tagging.press(("mount", False))
        assert tags(window) == 1
        process.communicate("done\n")
    assert read_match(path).title == "Final"


def test_once_the_other_window_closes_try_again_edits_what_it_saved(
    new_window: Callable[[], Window], path: Path, qtbot: QtBot
) -> None:
    first, second = new_window(), new_window()
    opened(first, path, qtbot)
    opened(second, path, qtbot)
    assert not looks(first)
    assert looks(second)
    first.tagging.press(("mount", False))
    saved(first, path, qtbot)
    first.files.new()
    with qtbot.waitSignal(second.session.opened, timeout=10000):
        press(second, tr("Try again"))
    assert not looks(second)
    assert len(second.session.match.tags) == 1
    second.tagging.press(("mark", False))
    saved(second, path, qtbot)
    assert len(read_match(path).tags) == 2


def test_a_window_does_not_save_over_a_match_that_another_one_edits(
    new_window: Callable[[], Window], path: Path, qtbot: QtBot
) -> None:
    first, second = new_window(), new_window()
    opened(first, path, qtbot)
    second.tagging.press(("mount", False))
    with qtbot.waitSignal(second.session.save_failed, timeout=10000):
        second.session.save(path)
    assert "open in another window" in second.banners.text("save")
    assert read_match(path).title == "Final"
    assert second.session.dirty


def test_the_word_of_another_machine_can_be_taken_over(
    window: Window, path: Path, qtbot: QtBot
) -> None:
    lock_place(path).write_text(json.dumps({"host": "tatami-2", "process": 7, "user": "léa"}))
    opened(window, path, qtbot)
    assert "tatami-2" in window.banners.text("in use")
    with qtbot.waitSignal(window.session.opened, timeout=10000):
        press(window, tr("Edit it here anyway"))
    assert not looks(window)


def test_the_same_window_opens_its_own_match_again(
    window: Window, path: Path, qtbot: QtBot
) -> None:
    opened(window, path, qtbot)
    opened(window, path, qtbot)
    assert not looks(window)
    window.files.new()
    assert list(path.parent.glob(".*.lock")) == []
