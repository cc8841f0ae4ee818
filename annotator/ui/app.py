"""Starting the window: hooks first, then the window, then everything that can wait."""

from __future__ import annotations

import gc
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from threading import Thread

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
RULESETS_AFTER_MS = 1500
"""Rulesets wait for the first picture, but no longer than this."""


def run(path: Path | None = None) -> int:
    """Open the window, on a match file, a tag table or a film if one is named; until it is closed."""
    application = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(application, QApplication)
    sys.setswitchinterval(SWITCH)
    reporter = CrashReporter()
    reporter.install()
    decoder = Thread(target=load_decoder, name="decoder")
    if path is not None:
        decoder.start()  # while the window is being built
    try:
        application.setApplicationName("annotator")
        application.setApplicationDisplayName("annotator")
        application.setDesktopFileName("annotator")
        settings, trouble = read_settings()
        host = Host(application, settings)
        reporter.window = host.window
        host.window_changed.connect(reporter.set_window)
        if path is not None:
            host.window.films.say_opening(path)
        host.window.show()
        starter = Starter(host.window, path, trouble)
        QTimer.singleShot(AFTER_SHOWING_MS, starter.start)
        result = application.exec()
        host.close()
        return result
    finally:
        if path is not None:
            decoder.join()
        reporter.remove()


def load_decoder(progress: object = None) -> object:
    """Load what opening a film needs, in a thread, so that the film does not wait for it."""
    with suppress(ImportError):  # whoever opens a film is told
        for name in ("annotator.video.first_look", "annotator.video.proxy"):
            import_module(name)
    return None


class Starter(QObject):
    """What comes once the window is seen: rulesets, the file named, what was left unsaved.

    Done at once, the workers would take the time in which the window paints itself.
    """

    def __init__(self, window: Window, path: Path | None, trouble: str) -> None:
        super().__init__(window)
        self._window = window
        self._path = path
        self._trouble = trouble
        self._read = False
        self._waiting = QTimer(self)
        self._waiting.setSingleShot(True)
        self._waiting.timeout.connect(self._read_rulesets)

    def start(self) -> None:
        window = self._window
        window.player.picture_ready.connect(self._settle)
        if self._trouble:
            window.banners.say("settings", self._trouble)
        if self._path is not None:
            window.files.open_path(self._path)
        window.filing.begin(self._path)
        if window.films.opening:
            self._read_later()
        else:
            self._read_rulesets()
            window.workers.run(load_decoder, failed=window.show_error)
        window.files.look_for_unsaved(window.files.offer)

    def _read_later(self) -> None:
        """Reading rulesets is work for the interpreter, as opening a film is: the first picture
        comes first. Without one they are read when nothing else is being done, or after a while.
        """
        window = self._window
        for shown in (window.opener.looked, window.player.picture_ready, window.workers.idle):
            shown.connect(self._read_rulesets)
        self._waiting.start(RULESETS_AFTER_MS)

    def _read_rulesets(self, *shown: object) -> None:
        if not self._read:
            self._read = True
            self._waiting.stop()
            self._window.scorer.read_rulesets()

    def _settle(self, picture: object) -> None:
        """With the first picture all modules are loaded. What lives for good is not looked through
        again and again: a full collection of it takes long enough to cost a frame.
        """
        self._window.player.picture_ready.disconnect(self._settle)
        gc.freeze()
