"""Whoever keeps the window: it is dressed as the settings say, and made anew in another language.

All texts of a window are made when it is built. Another language therefore gets a new window, to
which everything behind the old one is handed over: match, history, film, frame, scores.
"""

from __future__ import annotations

from PyQt6 import sip
from PyQt6.QtCore import QObject, QTimer, pyqtSignal
from PyQt6.QtWidgets import QApplication

from annotator.settings import Settings
from annotator.text import tr
from annotator.ui.looks import Looks, language_of
from annotator.ui.window import Window

_DIALOG_MS = 300
"""So often it is looked whether a dialog is still open, which belongs to the window it stands on."""


class Host(QObject):
    """One window at a time."""

    window_changed = pyqtSignal(object)
    """A `Window` took the place of the one before, which is gone."""

    def __init__(self, application: QApplication, settings: Settings) -> None:
        super().__init__()
        self.looks = Looks(application)
        self.looks.wear(settings)
        self.looks.speak(language_of(settings))
        self._waits = False
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(_DIALOG_MS)
        self._later.timeout.connect(self._renew)
        self.window = Window(settings)
        self._follow()

    def _follow(self) -> None:
        self.window.settings_changed.connect(self._settings_changed)
        self.window.workers.idle.connect(self._idle)

    def _settings_changed(self, settings: object) -> None:
        assert isinstance(settings, Settings)
        self.looks.wear(settings)
        self._waits = language_of(settings) != self.looks.language
        if self._waits:
            QTimer.singleShot(0, self._renew)  # not in a slot of the window that goes

    def _idle(self) -> None:
        if self._waits:
            QTimer.singleShot(0, self._renew)  # not in a slot of the window that goes

    def _renew(self) -> None:
        """Make the window anew once nothing is on its way to the one that is there."""
        before = self.window
        if not self._waits or before.is_shut:
            return
        if before.workers.busy():
            before.say(tr("The language changes as soon as what is being done has ended."))
            return
        if QApplication.activeModalWidget() is not None:
            self._later.start()
            return
        self._waits = False
        before.leave_text()
        before.player.pause()
        self.looks.speak(language_of(before.settings))
        self.window = Window(before.settings, before)
        self._follow()
        state = before.windowState()
        before.retire()
        self.window.setWindowState(state)
        self.window.show()
        self.window.activateWindow()
        before.hide()
        sip.delete(before)
        self.window_changed.emit(self.window)

    def close(self) -> None:
        """Shut the window, and leave the application as it was."""
        self.window.shut()
        self.looks.take_off()
