"""The command palette: type a few letters of what you want, press Enter."""

from __future__ import annotations

from PyQt6.QtCore import QEvent, QObject, Qt, pyqtSignal
from PyQt6.QtGui import QKeyEvent
from PyQt6.QtWidgets import QDialog, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from annotator.text import tr
from annotator.ui.commands import GROUPS, Bindings
from annotator.ui.keys import Keyboard


class Palette(QDialog):
    """All commands by title, narrowed down by what is typed."""

    chosen = pyqtSignal(str)

    def __init__(self, bindings: Bindings, keyboard: Keyboard, parent: QWidget) -> None:
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
        layout.addWidget(self.search)
        layout.addWidget(self.list)
        for command in bindings.commands.values():
            if command.quiet or command.id == "help.palette":
                continue
            group = tr(GROUPS[command.group]).replace("&", "")
            keys = f" {tr('or')} ".join(keyboard.label(key) for key in bindings.keys[command.id])
            item = QListWidgetItem(f"{group}: {command.text()}" + (f"    [{keys}]" if keys else ""))
            item.setData(Qt.ItemDataRole.UserRole, command.id)
            self.list.addItem(item)
        self.search.setAccessibleName(tr("Find a command"))
        self.list.setAccessibleName(tr("Commands found"))
        self.search.textChanged.connect(self._filter)
        self.search.returnPressed.connect(self._take)
        self.list.itemActivated.connect(self._take)
        self._filter("")
        self.search.setFocus()

    def _filter(self, text: str) -> None:
        words = text.lower().split()
        first = None
        for row in range(self.list.count()):
            item = self.list.item(row)
            assert item is not None
            hidden = not all(part in item.text().lower() for part in words)
            item.setHidden(hidden)
            if not hidden and first is None:
                first = row
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
