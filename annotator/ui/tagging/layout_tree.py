"""The layout of a tag panel as a tree: groups, and in them buttons that are dragged, or moved by keys."""

from __future__ import annotations

from PyQt6.QtCore import QSignalBlocker, Qt, pyqtSignal
from PyQt6.QtGui import QDropEvent, QKeyEvent
from PyQt6.QtWidgets import QAbstractItemView, QTreeWidget, QTreeWidgetItem, QWidget

from annotator.model.template import Button, ButtonGroup
from annotator.scoring.wording import capital
from annotator.text import tr
from annotator.ui.keys import Keyboard
from annotator.ui.tagging.template import button_text

_ROLE = Qt.ItemDataRole.UserRole
_FLAGS = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


class LayoutTree(QTreeWidget):
    """Holds the groups; whoever keeps them is told when their order is another one."""

    reordered = pyqtSignal()

    def __init__(self, keyboard: Keyboard, parent: QWidget) -> None:
        super().__init__(parent)
        self._keyboard = keyboard
        # What the items stand for, by number: what an item holds itself is copied when it is dragged.
        self._groups: list[ButtonGroup] = []
        self._buttons: list[Button] = []
        self.setAccessibleName(tr("Groups and buttons"))
        self.setToolTip(tr("Drag a button to another place, or move it with Alt+Up and Alt+Down"))
        self.setHeaderLabels([tr("Button"), tr("Key")])
        self.setColumnWidth(0, 165)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        root = self.invisibleRootItem()
        assert root is not None
        root.setFlags(Qt.ItemFlag.ItemIsEnabled)

    def show_groups(self, groups: tuple[ButtonGroup, ...], may_edit: bool) -> None:
        """Show these; the place that was selected stays selected."""
        place = self.place()
        self.blockSignals(True)
        self.clear()
        self._groups, self._buttons = list(groups), [b for group in groups for b in group.buttons]
        number = 0
        for index, group in enumerate(groups):
            head = QTreeWidgetItem(self, [tr(group.title) if group.title else tr("(no title)"), ""])
            head.setData(0, _ROLE, index)
            head.setFlags(_FLAGS | Qt.ItemFlag.ItemIsDropEnabled)
            for button in group.buttons:
                key = self._keyboard.label(button.key) if button.key else ""
                item = QTreeWidgetItem(head, [capital(button_text(button)), key])
                item.setData(0, _ROLE, number)
                number += 1
                drag = Qt.ItemFlag.ItemIsDragEnabled
                item.setFlags(_FLAGS | drag if may_edit else _FLAGS)
        self.expandAll()
        self.blockSignals(False)
        self.select(*place)

    def place(self) -> tuple[int, int | None]:
        """The group that is selected and the button in it; None: the group itself."""
        item = self.currentItem()
        if item is None:
            return 0, None
        parent = item.parent()
        if parent is None:
            return self.indexOfTopLevelItem(item), None
        return self.indexOfTopLevelItem(parent), parent.indexOfChild(item)

    def select(self, group: int, button: int | None) -> None:
        """Select this place, or the nearest that is there."""
        head = self.topLevelItem(min(group, self.topLevelItemCount() - 1))
        if head is None:
            return
        if button is not None and head.childCount():
            self.setCurrentItem(head.child(min(button, head.childCount() - 1)))
        else:
            self.setCurrentItem(head)

    def groups(self) -> tuple[ButtonGroup, ...]:
        """What the tree shows now, in its order."""
        found = []
        for number in range(self.topLevelItemCount()):
            head = self.topLevelItem(number)
            assert head is not None
            group = self._groups[head.data(0, _ROLE)]
            inside = [head.child(row) for row in range(head.childCount())]
            buttons = tuple(self._buttons[item.data(0, _ROLE)] for item in inside if item)
            found.append(ButtonGroup(group.title, buttons, group.columns))
        return tuple(found)

    def dropEvent(self, event: QDropEvent | None) -> None:
        with QSignalBlocker(self):  # in between it is in no order that the groups have
            super().dropEvent(event)
        self.reordered.emit()

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        """Alt with Up or Down moves what is selected."""
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0) if event else 0
        if event is not None and step and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.move_selected(step)
            return
        super().keyPressEvent(event)

    def move_selected(self, step: int) -> None:
        """Move a button one place, at the end of its group into the next; or a whole group."""
        with QSignalBlocker(self):
            moved = self._move(step)
        if moved:
            self.reordered.emit()

    def _move(self, step: int) -> bool:
        item = self.currentItem()
        if item is None:
            return False
        parent = item.parent()
        if parent is None:
            row = self.indexOfTopLevelItem(item)
            if not 0 <= row + step < self.topLevelItemCount():
                return False
            self.takeTopLevelItem(row)
            self.insertTopLevelItem(row + step, item)
            item.setExpanded(True)
            self.setCurrentItem(item)
            return True
        row, number = parent.indexOfChild(item), self.indexOfTopLevelItem(parent)
        if not item.flags() & Qt.ItemFlag.ItemIsDragEnabled:
            return False
        if 0 <= row + step < parent.childCount():
            parent.takeChild(row)
            parent.insertChild(row + step, item)
        else:
            other = self.topLevelItem(number + step) if number + step >= 0 else None
            if other is None:
                return False
            parent.takeChild(row)
            other.insertChild(other.childCount() if step < 0 else 0, item)
        self.setCurrentItem(item)
        return True
