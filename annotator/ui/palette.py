"""The command palette: type a few letters of what you want, press Enter."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt6.QtCore import QEvent, QObject, Qt, pyqtSignal
from PyQt6.QtGui import QKeyEvent
from PyQt6.QtWidgets import (
    QDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from annotator.text import after_colon, tr
from annotator.ui.commands import Bindings
from annotator.ui.finding import group_title, is_found, words_of
from annotator.ui.keys import Keyboard

_WORDS = Qt.ItemDataRole.UserRole + 1
_KEYS = Qt.ItemDataRole.UserRole + 2


class Palette(QDialog):
    """All commands, those used last first, narrowed down by what is typed."""

    chosen = pyqtSignal(str)

    def __init__(
        self, bindings: Bindings, keyboard: Keyboard, recent: Sequence[str], parent: QWidget
    ) -> None:
        """`recent`: ids of commands that are wanted first, in their order."""
        super().__init__(parent)
        self.setWindowTitle(tr("Find a command"))
        self.resize(520, 400)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(tr("Type a few letters…"))
        self.search.installEventFilter(self)
        self.list = QListWidget(self)
        self.list.setAlternatingRowColors(True)
        self.none = QLabel(tr("No command is called so."), self)
        layout.addWidget(self.search)
        layout.addWidget(self.none)
        layout.addWidget(self.list)
        places = {name: place for place, name in enumerate(recent)}
        commands = [c for c in bindings.commands.values() if not c.quiet and c.id != "help.palette"]
        for command in sorted(commands, key=lambda c: places.get(c.id, len(places))):
            labels = tuple(keyboard.label(key) for key in bindings.keys[command.id])
            keys = f" {tr('or')} ".join(labels)
            text = after_colon(group_title(command.group), command.text())
            item = QListWidgetItem(text + (f"    [{keys}]" if keys else ""))
            item.setData(Qt.ItemDataRole.UserRole, command.id)
            item.setData(_WORDS, words_of(command))
            item.setData(_KEYS, labels)
            self.list.addItem(item)
        self.search.setAccessibleName(tr("Find a command"))
        self.list.setAccessibleName(tr("Commands found"))
        self.search.textChanged.connect(self._filter)
        self.search.returnPressed.connect(self._take)
        self.list.itemActivated.connect(self._take)
        self._filter("")
        self.search.setFocus()

    def _filter(self, text: str) -> None:
        first = None
        for row in range(self.list.count()):
            item = self.list.item(row)
            assert item is not None
            hidden = not is_found(text, item.data(_WORDS), item.data(_KEYS))
            item.setHidden(hidden)
            if not hidden and first is None:
                first = row
        self.none.setVisible(first is None)
        self.list.setCurrentRow(-1 if first is None else first)

    def _take(self) -> None:
        item = self.list.currentItem()
        if item is not None and not item.isHidden():
            command = str(item.data(Qt.ItemDataRole.UserRole))
            self.accept()
            self.chosen.emit(command)

    def eventFilter(self, receiver: QObject | None, event: QEvent | None) -> bool:
        """Up and Down move in the list while the text keeps the focus."""
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
            if step:
                row = self.list.currentRow() + step
                while 0 <= row < self.list.count():
                    item = self.list.item(row)
                    if item is not None and not item.isHidden():
                        self.list.setCurrentRow(row)
                        break
                    row += step
                return True
        return super().eventFilter(receiver, event)
