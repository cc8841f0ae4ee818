"""Films whose list of frames comes when a test says so."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from pytestqt.qtbot import QtBot

from annotator.ui.window import Window
from annotator.video.index import FrameIndex, build_index

WAIT = 20000


class Reading:
    """Holds the reading of films until let go. `later`: by so many ticks the list sets all times
    later than the container says.
    """

    def __init__(self) -> None:
        self.go = threading.Event()
        self.films: list[Path] = []
        self.later = 0

    def build(self, path: Path, progress: Callable[[float], None] | None = None) -> FrameIndex:
        self.films.append(path)
        while not self.go.wait(0.01):
            if progress is not None:
                progress(0.5)
        index = build_index(path, progress)
        return replace(index, ticks=index.ticks + self.later)


def begin(window: Window, film: Path, qtbot: QtBot) -> None:
    """Open a film, or a match of one, until its first picture is there."""
    window.files.open_path(film)
    qtbot.waitUntil(lambda: window.first is not None, timeout=WAIT)


def finish(window: Window, reading: Reading, qtbot: QtBot) -> None:
    """Let the list of frames come."""
    reading.go.set()
    qtbot.waitUntil(lambda: window.player.index is not None, timeout=WAIT)
