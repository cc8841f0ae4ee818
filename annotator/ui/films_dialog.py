"""The films of a match in a list: when each begins, by which camera, and whether it is there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from annotator.errors import TimeError
from annotator.model.time import clock_text, parse_seconds, write_seconds
from annotator.text import tr

if TYPE_CHECKING:
    from annotator.film_set import FilmSet
    from annotator.ui.film_list_actions import FilmList
    from annotator.ui.reel_actions import Reels


class FilmsDialog(QDialog):
    """Every change is an edit of the match at once; Undo takes it back."""

    def __init__(self, films: FilmList, reels: Reels, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Films of the match"))
        self.resize(680, 340)
        self._films, self._reels = films, reels
        layout = QVBoxLayout(self)
        self.list = QTableWidget(0, 6, self)
        self.list.setHorizontalHeaderLabels(
            ["#", tr("Film"), tr("Camera"), tr("Begins at"), tr("Length"), tr("State")]
        )
        self.list.setAccessibleName(tr("Films"))
        self.list.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        head = self.list.verticalHeader()
        if head is not None:
            head.hide()
        columns = self.list.horizontalHeader()
        if columns is not None:
            columns.setStretchLastSection(True)
        self.list.itemSelectionChanged.connect(self._selected)
        layout.addWidget(self.list, 1)
        line = QHBoxLayout()
        layout.addLayout(line)
        self.start = QLineEdit(self)
        self.start.setPlaceholderText("1:02.5")
        self.start.setAccessibleName(tr("Begins at"))
        self.start.returnPressed.connect(self._place)
        label = QLabel(tr("Begins at (time of the match)"), self)
        label.setBuddy(self.start)
        self.set_start = self._button(tr("Set"), self._place)
        self.finder = self._button(tr("Find…"), self._find)
        self.take_out = self._button(tr("Take out"), self._take_out)
        for part in (label, self.start, self.set_start, self.finder, self.take_out):
            line.addWidget(part)
        self.problem = QLabel(self)
        self.problem.setWordWrap(True)
        self.problem.hide()
        layout.addWidget(self.problem)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        self.part = self._button(tr("Add next part…"), films.add_part)
        self.camera = self._button(tr("Add camera…"), films.add_camera)
        for button in (self.part, self.camera):
            buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)
        reels.changed.connect(self._fill)
        self._fill()

    def _button(self, text: str, slot: Callable[[], object]) -> QPushButton:
        button = QPushButton(text, self)
        button.setAutoDefault(False)
        button.clicked.connect(slot)
        return button

    # ------------------------------------------------------------------ what is shown

    def _fill(self) -> None:
        """A row for each film, in the order of the match."""
        films, row = self._reels.set, self.list.currentRow()
        media = self._reels.session.match.media
        self.list.setRowCount(len(media))
        for number, film in enumerate(media, 1):
            cells = [str(number), Path(film.path).name, str(film.camera)]
            if films is not None and number <= len(films.media):
                start, end = films.span(number)
                cells += [clock_text(start), clock_text(end - start), _state(films, number)]
            else:
                length = "" if film.duration is None else clock_text(film.duration)
                cells += [clock_text(film.offset or film.first or parse_seconds("0")), length, ""]
            for column, text in enumerate(cells):
                item = QTableWidgetItem(text)
                item.setToolTip(film.path if column == 1 else text)
                if column in (0, 2, 3, 4):
                    item.setTextAlignment(
                        Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
                    )
                self.list.setItem(number - 1, column, item)
        for column, most in enumerate((0, 260, 0, 0, 0)):
            self.list.resizeColumnToContents(column)
            if most and self.list.columnWidth(column) > most:
                self.list.setColumnWidth(column, most)
        self.list.setCurrentCell(min(max(row, 0), len(media) - 1), 0)
        self._selected()

    def _selected(self) -> None:
        films, number = self._reels.set, self.list.currentRow() + 1
        self.problem.hide()
        there = films is not None and 1 <= number <= len(films.media)
        # The first film is the time of the match: all others are placed against it.
        self.start.setEnabled(there and number > 1)
        self.set_start.setEnabled(there and number > 1)
        self.finder.setEnabled(there)
        self.take_out.setEnabled(there and films is not None and len(films.media) > 1)
        if there and films is not None:
            self.start.setText(write_seconds(films.span(number)[0]))
        else:
            self.start.clear()

    # ------------------------------------------------------------------ what is done

    def _place(self) -> None:
        try:
            start = parse_seconds(self.start.text())
        except TimeError as error:
            self.problem.setText(str(error))
            self.problem.show()
            self.start.setFocus()
            return
        self._films.place(self.list.currentRow() + 1, start)

    def _find(self) -> None:
        self._films.find(self.list.currentRow() + 1)

    def _take_out(self) -> None:
        self._films.take_out(self.list.currentRow() + 1)


def _state(films: FilmSet, number: int) -> str:
    if number in films.absent:
        return tr("not there")
    if number in films.changed:
        return tr("not as it was tagged")
    if number in films.moved:
        return tr("found in {folder}", folder=films.moved[number].parent)
    return tr("there")
