"""The table itself: which rows pass the filter, what keys do, and who has the keyboard."""

from __future__ import annotations

from PyQt6.QtCore import QModelIndex, QObject, QSortFilterProxyModel, Qt, pyqtSignal
from PyQt6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PyQt6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QTableView,
    QWidget,
)

from annotator.ui.views.tag_rows import EDITABLE, Column, TagRows


class FilteredRows(QSortFilterProxyModel):
    """The rows in which every word of the filter is found."""

    def __init__(self, rows: TagRows, parent: QObject) -> None:
        super().__init__(parent)
        self._source = rows
        self._words: list[str] = []
        self.setSourceModel(rows)

    def set_words(self, text: str) -> None:
        words = text.lower().split()
        if words != self._words:
            self.beginFilterChange()
            self._words = words
            self.endFilterChange(QSortFilterProxyModel.Direction.Rows)

    def filterAcceptsRow(self, source_row: int, source_parent: QModelIndex) -> bool:
        """Whether a row has all the words."""
        if not self._words:
            return True
        text = self._source.search_text(source_row)
        return all(word in text for word in self._words)


class TagGrid(QTableView):
    """The table itself. A click never keeps the keyboard, and letters are left to the window."""

    delete_pressed = pyqtSignal()
    play_pressed = pyqtSignal(QModelIndex)
    resized = pyqtSignal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.is_pressed = False
        self._came_from: QWidget | None = None
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setAlternatingRowColors(True)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        if (side := self.verticalHeader()) is not None:
            side.hide()
            side.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        if (head := self.horizontalHeader()) is not None:
            head.setHighlightSections(False)
            head.setStretchLastSection(True)
            head.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        """Say it: the columns share the width anew."""
        super().resizeEvent(event)
        self.resized.emit()

    def mousePressEvent(self, event: QMouseEvent | None) -> None:
        """Note that what changes now changes by a press."""
        self.is_pressed = True
        super().mousePressEvent(event)
        self.is_pressed = False

    def keyboardSearch(self, search: str | None) -> None:
        """Letters are tags, not a search through the table."""

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        """Delete, Enter, F2, and the keys that move; every other key goes to the window."""
        if event is None:
            return
        match event.key():
            case Qt.Key.Key_Delete:
                self.delete_pressed.emit()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.play_pressed.emit(self.currentIndex())
            case Qt.Key.Key_F2:
                self.write_in(self.currentIndex())
            case _ if event.text().isprintable() and event.text():
                event.ignore()
            case _:
                super().keyPressEvent(event)

    def write_in(self, index: QModelIndex) -> None:
        """Open the editor of a cell; of the details, if the cell cannot be written in."""
        if not index.isValid():
            return
        if index.column() not in EDITABLE:
            index = index.siblingAtColumn(Column.DETAILS)
        self._came_from = QApplication.focusWidget()
        self.setCurrentIndex(index)
        self.edit(index)

    def closeEditor(self, editor: QWidget | None, hint: QAbstractItemDelegate.EndEditHint) -> None:
        """Give the keyboard back to whoever had it; Qt would keep it here."""
        super().closeEditor(editor, QAbstractItemDelegate.EndEditHint.NoHint)
        before, self._came_from = self._came_from, None
        if before is not None and before is not self:
            before.setFocus(Qt.FocusReason.OtherFocusReason)
        elif before is None:
            self.clearFocus()
