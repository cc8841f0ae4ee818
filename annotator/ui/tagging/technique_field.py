"""Where a submission's technique is typed: the first letters are enough, the most recent come first."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt6.QtCore import QStringListModel, Qt
from PyQt6.QtGui import QKeyEvent
from PyQt6.QtWidgets import QCompleter, QLineEdit, QWidget

from annotator.text import tr, word
from annotator.ui.tagging.questions import techniques


class TechniqueField(QLineEdit):
    """A line with the techniques to choose from."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._names = techniques()
        self._words = QStringListModel([word(name) for name in self._names], self)
        self._list = QCompleter(self._words, self)
        self._list.setFilterMode(Qt.MatchFlag.MatchContains)
        self._list.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setCompleter(self._list)
        self.setPlaceholderText(tr("Technique (Enter)…"))
        self.setAccessibleName(tr("Technique"))
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)

    def set_recent(self, recent: Sequence[str]) -> None:
        """Techniques used last, newest first: they head the list."""
        self._names = techniques(recent)
        self._words.setStringList([word(name) for name in self._names])

    def open(self) -> None:
        """Take the keys, and show the list before a letter is typed."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()
        self._list.setCompletionPrefix("")
        self._list.complete()

    def take(self) -> str | None:
        """The technique that is typed: by its name, else the first that has the letters; None where
        there is no such. The line is empty then, its list gone.
        """
        text = self.text().strip().lower()
        whole = [name for name in self._names if word(name).lower() == text]
        part = [name for name in self._names if text and text in word(name).lower()]
        self.clear()
        popup = self._list.popup()
        if popup is not None:
            popup.hide()  # it would keep the keys
        return next(iter((*whole, *part)), None)

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        super().keyPressEvent(event)
        if event is not None and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()  # else it goes on to the window, for which it is a command
