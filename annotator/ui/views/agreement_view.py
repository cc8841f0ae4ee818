"""What another annotator of the same match tagged, beside what stands here: a list, and in words."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from PyQt6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, pyqtSignal
from PyQt6.QtGui import QKeyEvent, QShowEvent
from PyQt6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QScrollArea,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from annotator.model.match import Match
from annotator.scoring import wording
from annotator.text import after_colon, tr, tr_n
from annotator.ui.views.agreement_lanes import AgreementLanes
from annotator.ui.views.view import MatchView
from exports.agreement.match_words import Listed, in_short, listed, warnings
from exports.agreement.matches import USUAL_TOLERANCE, MatchAgreement

_NOWHERE = QModelIndex()
_SIDE = 330
_LONGEST_SHIFT = 86_400


class AgreementModel(QAbstractTableModel):
    """Pairs and single tags down; time, first, second and difference across."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.rows: list[Listed] = []
        self.heads: Sequence[str] = ("", "", "", "")

    def show(self, rows: Sequence[Listed], heads: Sequence[str]) -> None:
        """Show these rows under these heads."""
        self.beginResetModel()
        self.rows, self.heads = list(rows), heads
        self.endResetModel()

    def rowCount(self, parent: QModelIndex = _NOWHERE) -> int:
        """Rows; none below a cell."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: QModelIndex = _NOWHERE) -> int:
        """Always four."""
        return 0 if parent.isValid() else len(self.heads)

    def data(self, index: QModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The words of a cell."""
        if not index.isValid():
            return None
        cell = self.rows[index.row()].cells[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return wording.tooltip(cell)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return after_colon(self.heads[index.column()], cell)
        return cell if role == Qt.ItemDataRole.DisplayRole else None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Who says it."""
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self.heads[section]
        return None


class AgreementTable(QTableView):
    """The list. Enter goes to the frame; letters are tags and left to the window."""

    row_chosen = pyqtSignal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setWordWrap(False)
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        if (down := self.verticalHeader()) is not None:
            down.hide()
            down.setDefaultSectionSize(self.fontMetrics().height() + 6)
        self.pressed.connect(lambda index: self.row_chosen.emit(index.row()))

    def keyboardSearch(self, search: str | None) -> None:
        """Letters are tags, not a search through the table."""

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        """Enter goes there; letters and figures go to the window."""
        if event is None:
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if (index := self.currentIndex()).isValid():
                self.row_chosen.emit(index.row())
        elif event.text().isprintable() and event.text():
            event.ignore()
        else:
            super().keyPressEvent(event)


class AgreementView(MatchView):
    """The comparison of this match with another file. A row goes to its frame and selects its tag."""

    wanted = pyqtSignal()
    """The match, the tolerance or the shift is another one than was compared."""
    save_pressed = pyqtSignal()
    tags_chosen = pyqtSignal(object)
    """A list of tag ids: select them all."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._found: MatchAgreement | None = None
        self._stale = False
        self._model = AgreementModel(self)
        self._table = AgreementTable(self)
        self._table.setModel(self._model)
        self._lanes = AgreementLanes(self)
        self._only = QCheckBox(self)
        self._only.setChecked(True)
        self._tolerance = self._seconds(float(USUAL_TOLERANCE), 0, 60)
        self._shift = self._seconds(0, -_LONGEST_SHIFT, _LONGEST_SHIFT)
        self._save = QPushButton(self)
        self._words = QLabel(self)
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self._words.setWordWrap(True)
        self._words.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        for widget in (self._only, self._save):
            widget.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._labels = (QLabel(self), QLabel(self))
        self._lay_out()
        self.setFocusProxy(self._table)
        self._table.row_chosen.connect(self._go)
        self._lanes.time_chosen.connect(lambda time: self._say_time(self.snapped(time)))
        self._only.toggled.connect(self._fill)
        self._tolerance.valueChanged.connect(self._ask_again)
        self._shift.valueChanged.connect(self._ask_again)
        self._save.clicked.connect(self.save_pressed)
        self._language_changed()

    def _lay_out(self) -> None:
        """The list at the left, numbers and settings at the right."""
        side = QWidget(self)
        form = QFormLayout()
        form.setContentsMargins(0, 0, 0, 0)
        form.addRow(self._labels[0], self._tolerance)
        form.addRow(self._labels[1], self._shift)
        column = QVBoxLayout(side)
        column.setContentsMargins(6, 4, 6, 4)
        column.addWidget(self._only)
        column.addLayout(form)
        column.addWidget(self._save)
        column.addWidget(self._words, 1)
        area = QScrollArea(self)
        area.setWidget(side)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setFixedWidth(_SIDE)
        left = QVBoxLayout()
        left.setContentsMargins(0, 0, 0, 0)
        left.setSpacing(2)
        left.addWidget(self._lanes)
        left.addWidget(self._table, 1)
        box = QHBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(2)
        box.addLayout(left, 1)
        box.addWidget(area)

    def _seconds(self, value: float, low: float, high: float) -> QDoubleSpinBox:
        box = QDoubleSpinBox(self)
        box.setDecimals(3)
        box.setRange(low, high)
        box.setSingleStep(0.1)
        box.setValue(value)
        box.setKeyboardTracking(False)
        return box

    # -- what is given ------------------------------------------------------------------------

    def table(self) -> AgreementTable:
        return self._table

    def lanes(self) -> AgreementLanes:
        return self._lanes

    def rows(self) -> list[Listed]:
        """The rows shown."""
        return list(self._model.rows)

    def words(self) -> str:
        """The numbers as they stand in the view."""
        return self._words.text()

    def agreement(self) -> MatchAgreement | None:
        """What is shown."""
        return self._found

    @property
    def tolerance(self) -> Fraction:
        """Seconds that two tags of one moment may begin apart."""
        return Fraction(round(self._tolerance.value() * 1000), 1000)

    @property
    def shift(self) -> Fraction:
        """Seconds to add to the other one's times."""
        return Fraction(round(self._shift.value() * 1000), 1000)

    def set_settings(self, tolerance: Fraction, shift: Fraction) -> None:
        """Set both without asking for a comparison."""
        for box, value in ((self._tolerance, tolerance), (self._shift, shift)):
            box.blockSignals(True)
            box.setValue(float(value))
            box.blockSignals(False)

    def set_only_differences(self, only: bool) -> None:
        """Show only what the two do not say alike."""
        self._only.setChecked(only)

    def set_agreement(self, found: MatchAgreement | None) -> None:
        """Show this comparison; None: none is there any more."""
        self._stale = False
        self._found = found
        self._lanes.show_agreement(found)
        self._fill()

    def showEvent(self, event: QShowEvent | None) -> None:
        """What changed while it was hidden is compared now."""
        super().showEvent(event)
        if self._stale:
            self.wanted.emit()

    def _match_changed(self, before: Match) -> None:
        if self._found is not None and self._match.tags is not before.tags:
            self._ask_again()

    def _playhead_changed(self, before: Fraction) -> None:
        self._lanes.set_time(self._playhead)

    def _theme_changed(self) -> None:
        self._lanes.theme = self._theme
        self._lanes.update()

    def _language_changed(self) -> None:
        self._table.setAccessibleName(tr("What both annotators tagged"))
        self._words.setAccessibleName(tr("Agreement in numbers"))
        self._only.setToolTip(tr("Hide what both tagged alike"))
        for label, box, text, told in zip(
            self._labels,
            (self._tolerance, self._shift),
            (tr("Tolerance"), tr("Move the other by")),
            (
                tr("How far apart two tags of one moment may begin"),
                tr("Seconds to add to the times of the other file, if its film was cut"),
            ),
            strict=True,
        ):
            label.setText(text)
            label.setBuddy(box)
            box.setSuffix(tr(" s"))
            box.setAccessibleName(text)
            box.setToolTip(told)
        self._save.setText(tr("Save the comparison…"))
        self._fill()

    # -- what is done -------------------------------------------------------------------------

    def _ask_again(self) -> None:
        self._stale = True
        if self.isVisible():
            self.wanted.emit()

    def _fill(self) -> None:
        found = self._found
        rows = [] if found is None else listed(found)
        apart = sum(row.differs for row in rows)
        kept = (
            self._model.rows[index.row()]
            if (index := self._table.currentIndex()).isValid()
            else None
        )
        heads = ("", "", "", "") if found is None else (
            tr("time"), found.first.name, found.second.name, tr("difference"),
        )  # fmt: skip
        shown = [row for row in rows if row.differs or not self._only.isChecked()]
        self._model.show(shown, heads)
        self._only.setText(
            tr_n("Only what differs ({count})", "Only what differs ({count})", apart)
        )
        self._save.setEnabled(found is not None)
        texts = [] if found is None else [*warnings(found), *in_short(found)]
        self._words.setText("\n".join(texts))
        if (across := self._table.horizontalHeader()) is not None and found is not None:
            across.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
            across.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        if kept is not None:
            place = next((n for n, row in enumerate(shown) if row.ids == kept.ids), None)
            if place is not None:
                self._table.setCurrentIndex(self._model.index(place, 0))

    def _go(self, number: int) -> None:
        """Show the moment; select the tag where it is one of this match."""
        row = self._model.rows[number]
        if row.ids[0] is not None:
            self.tags_chosen.emit([row.ids[0]])
        self._say_time(self.snapped(row.time))
