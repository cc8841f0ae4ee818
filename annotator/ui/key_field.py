"""A field that takes the next key pressed, by its place, whatever it types."""

from __future__ import annotations

from collections.abc import Callable

from PyQt6.QtCore import QEvent, Qt, pyqtSignal
from PyQt6.QtGui import QKeyEvent
from PyQt6.QtWidgets import QPushButton, QWidget

from annotator.text import tr
from annotator.ui.keys import Keyboard, is_modifier


class KeyField(QPushButton):
    """Press it, then the key. Esc leaves all as it was."""

    captured = pyqtSignal(str)
    """A sequence, as the table of commands writes it."""

    def __init__(
        self, title: str, keyboard: Keyboard, is_prefix: Callable[[str], bool], parent: QWidget
    ) -> None:
        """`is_prefix`: whether longer sequences begin with a stroke, so that a second one follows."""
        super().__init__(title, parent)
        self._title = title
        self._keyboard = keyboard
        self._is_prefix = is_prefix
        self._first = ""
        self.waiting = False
        self.setAccessibleName(title)
        self.setAutoDefault(False)
        self.clicked.connect(self.begin)

    def begin(self) -> None:
        """Wait for a key."""
        self.waiting, self._first = True, ""
        self.setText(tr("Press the key… (Esc: none)"))
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def end(self) -> None:
        """Wait no longer."""
        self.waiting, self._first = False, ""
        self.setText(self._title)

    def event(self, event: QEvent | None) -> bool:
        """Keys that move the focus or press a button are keys like any other while it waits."""
        if self.waiting and isinstance(event, QKeyEvent):
            if event.type() is QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() is QEvent.Type.KeyPress:
                self._take(event)
                event.accept()
                return True
            if event.type() is QEvent.Type.KeyRelease:
                return True
        if self.waiting and event is not None and event.type() is QEvent.Type.FocusOut:
            self.end()
        return super().event(event)

    def _take(self, event: QKeyEvent) -> None:
        if is_modifier(event) or event.isAutoRepeat():
            return
        if event.key() == Qt.Key.Key_Escape and not self._first:
            self.end()
            return
        self._keyboard.learn(event)
        strokes = self._keyboard.sequences(event)
        if not strokes:
            self.setText(tr("This key cannot be told from others; press another one."))
            return
        if not self._first and self._is_prefix(strokes[0]):
            self._first = strokes[0]
            self.setText(tr("{key}, and then…", key=self._keyboard.label(self._first)))
            return
        sequence = f"{self._first} {strokes[0]}".strip()
        self.end()
        self.captured.emit(sequence)
