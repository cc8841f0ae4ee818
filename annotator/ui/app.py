"""Starting the window: hooks first, then the window, then everything that can wait."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

from PyQt6.QtCore import QObject, QTimer
from PyQt6.QtWidgets import QApplication

from annotator.settings import read_settings
from annotator.ui.crash import CrashReporter
from annotator.ui.host import Host
from annotator.ui.window import Window

AFTER_SHOWING_MS = 40
SWITCH = 0.0005
"""Seconds after which a worker that counts has to let the window's thread go on. Each event that
Qt hands to Python waits so long for it, and with the usual 5 ms a few make the window stand still.
"""


def run(path: Path | None = None) -> int:
    """Open the window, on a match file, a tag table or a film if one is named; until it is closed."""
    application = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(application, QApplication)
    sys.setswitchinterval(SWITCH)
    reporter = CrashReporter()
    reporter.install()
    try:
        application.setApplicationName("annotator")
        application.setApplicationDisplayName("annotator")
        application.setDesktopFileName("annotator")
        settings, trouble = read_settings()
        host = Host(application, settings)
        reporter.window = host.window
        host.window_changed.connect(reporter.set_window)
        host.window.show()
        starter = Starter(host.window, path, trouble)
        QTimer.singleShot(AFTER_SHOWING_MS, starter.start)
        result = application.exec()
        host.close()
        return result
    finally:
        reporter.remove()


class Starter(QObject):
    """What comes once the window is seen: rulesets, the file named, what was left unsaved.

    Done at once, the workers would take the time in which the window paints itself.
    """

    def __init__(self, window: Window, path: Path | None, trouble: str) -> None:
        super().__init__(window)
        self._window = window
        self._path = path
        self._trouble = trouble

    def start(self) -> None:
        window = self._window
        window.player.picture_ready.connect(self._settle)
        if self._trouble:
            window.banners.say("settings", self._trouble)
        if self._path is not None:
            window.files.open_path(self._path)
        window.filing.begin(self._path)
        window.scorer.read_rulesets()
        window.files.look_for_unsaved(window.files.offer)

    def _settle(self, picture: object) -> None:
        """With the first picture all modules are loaded. What lives for good is not looked through
        again and again: a full collection of it takes long enough to cost a frame.
        """
        self._window.player.picture_ready.disconnect(self._settle)
        gc.freeze()
