"""All chosen rulesets side by side over the match, and where they part."""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction

from PyQt6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QRect,
    QRectF,
    QSize,
    Qt,
    pyqtSignal,
)
from PyQt6.QtGui import (
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QResizeEvent,
    QShowEvent,
)
from PyQt6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from annotator.scoring import wording
from annotator.text import after_colon, tr, tr_n
from annotator.ui.views.compare_rows import CompareCell, CompareRow, Comparison, Gave
from annotator.ui.views.marks import paint_badge
from annotator.ui.views.theme import Theme, legible, scaled, tabular
from annotator.ui.views.view import MatchView

ROW_ROLE = Qt.ItemDataRole.UserRole + 1
_NOWHERE = QModelIndex()
_NOTHING = Comparison((), (), (), ())
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
LEAST_COLUMN = 168


class CompareModel(QAbstractTableModel):
    """Moments down, rulesets across."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.comparison = _NOTHING
        self.rows: list[CompareRow] = []

    def show(self, comparison: Comparison, *, only_partings: bool) -> None:
        """Show this comparison, or of it the moments at which the rulesets part."""
        self.beginResetModel()
        self.comparison = comparison
        self.rows = [row for row in comparison.rows if row.parts or not only_partings]
        self.endResetModel()

    def rowCount(self, parent: QModelIndex = _NOWHERE) -> int:
        """Moments; none below a cell."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: QModelIndex = _NOWHERE) -> int:
        """Rulesets."""
        return 0 if parent.isValid() else len(self.comparison.rulesets)

    def cell(self, index: QModelIndex) -> CompareCell:
        return self.rows[index.row()].cells[index.column()]

    def data(self, index: QModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The cell's sentence, under the ruleset's name where it stands alone."""
        if not index.isValid():
            return None
        sentence = self.cell(index).sentence()
        head = self.comparison.heads[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return wording.tooltip(f"{head} · {self.rows[index.row()].when}\n{sentence}")
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return after_colon(f"{head}, {self.rows[index.row()].when}", sentence)
        return sentence if role == Qt.ItemDataRole.DisplayRole else None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Rulesets with their final score; moments, marked where the rulesets part."""
        comparison = self.comparison
        if orientation is Qt.Orientation.Horizontal:
            head, result = comparison.heads[section], comparison.results[section]
            if role == Qt.ItemDataRole.DisplayRole:
                return f"{comparison.rulesets[section]}   {result}"
            if role == Qt.ItemDataRole.ToolTipRole:
                return wording.tooltip(f"{head}\n{result}")
            return None
        row = self.rows[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return f"≠ {row.when}" if row.parts else f"   {row.when}"
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            told = tr("the rulesets part here") if row.parts else tr("the rulesets agree here")
            return wording.joined((row.when, row.clock, told))
        return None


class CompareDelegate(QStyledItemDelegate):
    """Paints a cell in two lines: what was given and the score; and in small why."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self.theme = theme
        self.now = -1

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex) -> QSize:
        """Two lines."""
        return QSize(LEAST_COLUMN, 2 * QFontMetrics(option.font).height() + 5)

    def paint(
        self, painter: QPainter | None, option: QStyleOptionViewItem, index: QModelIndex
    ) -> None:
        """Paint one cell."""
        model = index.model()
        if painter is None or not isinstance(model, CompareModel):
            return
        row, cell, theme, rect = model.rows[index.row()], model.cell(index), self.theme, option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.tint)
        elif row.parts and cell.gave:
            painter.fillRect(rect, theme.raised)
        if index.row() == self.now:
            painter.setPen(QPen(theme.playhead, 2))
            painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        high = QFontMetrics(option.font).height()
        left, right, top = rect.left() + 6, rect.right() - 6, rect.top() + 2
        right = self._paint_score(painter, option, cell, QRect(left, top, right - left, high))
        for gave in cell.gave:
            left = self._paint_gave(painter, option, gave, QRect(left, top, right - left, high))
        if not cell.gave:
            painter.setPen(theme.muted)
            painter.setFont(option.font)
            painter.drawText(QRect(left, top, 20, high), _LEFT, "–")
        painter.setFont(scaled(option.font, 0.86))
        lacks = row.parts and not cell.gave
        painter.setPen(legible(theme.warning, theme.tint) if lacks else theme.muted)
        box = QRect(rect.left() + 6, top + high, rect.width() - 12, high)
        metrics = painter.fontMetrics()
        why = metrics.elidedText(cell.brief, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, _LEFT, why)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(theme.accent)
            painter.drawRect(rect.adjusted(1, 1, -2, -2))
        painter.restore()

    def _paint_score(
        self, painter: QPainter, option: QStyleOptionViewItem, cell: CompareCell, box: QRect
    ) -> int:
        """The score at the right; returns where room is left before it."""
        painter.setFont(tabular(scaled(option.font, 1.0, bold=bool(cell.gave))))
        painter.setPen(self.theme.text)
        painter.drawText(box, _RIGHT, cell.score)
        right = box.right() - painter.fontMetrics().horizontalAdvance(cell.score) - 6
        small = scaled(option.font, 0.82)
        painter.setFont(small)
        wide = painter.fontMetrics().horizontalAdvance(cell.others)
        if cell.others and wide < box.width() * 0.4:
            painter.setPen(self.theme.muted)
            painter.drawText(
                QRect(right - wide, box.top(), wide, box.height()), _RIGHT, cell.others
            )
            right -= wide + 6
        return right

    def _paint_gave(
        self, painter: QPainter, option: QStyleOptionViewItem, gave: Gave, box: QRect
    ) -> int:
        """One thing given, at the left of a box; returns where the next one may begin."""
        left, right, top = box.left(), box.right(), box.top()
        if right - left < 40:
            return left
        metrics = QFontMetrics(option.font)
        if gave.athlete is not None:
            mark = QRectF(left, top + metrics.height() / 2 - 6.5, 13, 13)
            paint_badge(painter, mark, self.theme, gave.athlete, option.font)
            left += 17
        painter.setFont(option.font)
        painter.setPen(self.theme.text)
        shown = metrics.elidedText(gave.text, Qt.TextElideMode.ElideRight, right - left)
        painter.drawText(QRect(left, top, right - left, metrics.height()), _LEFT, shown)
        return left + metrics.horizontalAdvance(shown) + 8


class CompareTable(QTableView):
    """The table itself. A click never keeps the keyboard, and letters are left to the window."""

    play_pressed = pyqtSignal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.is_pressed = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        self.setShowGrid(True)

    def keyboardSearch(self, search: str | None) -> None:
        """Letters are tags, not a search through the table."""

    def mousePressEvent(self, event: QMouseEvent | None) -> None:
        """Note that what changes now changes by a press."""
        self.is_pressed = True
        super().mousePressEvent(event)
        self.is_pressed = False

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        """Enter plays, arrows move; letters and figures go to the window."""
        if event is None:
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.play_pressed.emit()
        elif event.text().isprintable() and event.text():
            event.ignore()
        else:
            super().keyPressEvent(event)


class CompareView(MatchView):
    """Moments down, rulesets across. A click goes to the frame and selects the tags behind it."""

    wanted = pyqtSignal()
    """The sheets are others than those that are compared here."""
    tags_chosen = pyqtSignal(object)
    """A list of tag ids: select them all."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stale = True
        self._model = CompareModel(self)
        self._table = CompareTable(self)
        self._table.setModel(self._model)
        self._delegate = CompareDelegate(self._theme, self._table)
        self._table.setItemDelegate(self._delegate)
        self._only = QCheckBox(self)
        self._only.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._only.toggled.connect(self._filter)
        self._why = QLabel(self)
        self._why.setTextFormat(Qt.TextFormat.PlainText)
        self._why.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        foot = QHBoxLayout()
        foot.setContentsMargins(4, 0, 4, 2)
        foot.setSpacing(10)
        foot.addWidget(self._only)
        foot.addWidget(self._why, 1)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(2)
        box.addWidget(self._table, 1)
        box.addLayout(foot)
        self.setFocusProxy(self._table)
        self._table.pressed.connect(self._go)
        self._table.doubleClicked.connect(self._play)
        self._table.play_pressed.connect(self._play_current)
        across, down = self._headers()
        across.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        across.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        down.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        across.setSectionsClickable(False)
        down.setSectionsClickable(True)
        down.sectionPressed.connect(self._go_row)
        if (selection := self._table.selectionModel()) is not None:
            selection.currentChanged.connect(self._went_to)
        self._language_changed()
        self._theme_changed()

    def table(self) -> CompareTable:
        return self._table

    def comparison(self) -> Comparison:
        """What is compared, shown or not."""
        return self._model.comparison

    def rows(self) -> list[CompareRow]:
        """The rows shown."""
        return list(self._model.rows)

    def set_comparison(self, comparison: Comparison) -> None:
        """Show this comparison; the cell that was chosen stays so if its moment is still there."""
        self._stale = False
        if comparison != self._model.comparison:
            self._show(comparison)

    def set_only_partings(self, only: bool) -> None:
        """Show only the moments at which the rulesets part."""
        self._only.setChecked(only)

    def step(self, direction: int) -> bool:
        """Go to the next moment (1) at which the rulesets part, or the one before (-1)."""
        rows = [(n, row) for n, row in enumerate(self._model.rows) if row.parts]
        here = self._playhead
        if direction > 0:
            found = next((n for n, row in rows if self._at(row) > here), None)
        else:
            found = next((n for n, row in reversed(rows) if self._at(row) < here), None)
        if found is None:
            return False
        self._go_row(found)
        return True

    def sizeHint(self) -> QSize:
        """A wide table of a few rows."""
        return QSize(640, 240)

    def showEvent(self, event: QShowEvent | None) -> None:
        """What changed while it was hidden is compared now."""
        super().showEvent(event)
        if self._stale:
            self.wanted.emit()

    # -- what is given ------------------------------------------------------------------------

    def _sheets_changed(self) -> None:
        self._stale = True
        if self.isVisible():
            self.wanted.emit()

    def _playhead_changed(self, before: Fraction) -> None:
        now = bisect_right(self._model.rows, self._playhead, key=self._at) - 1
        if now != self._delegate.now:
            self._delegate.now = now
            if (port := self._table.viewport()) is not None:
                port.update()

    def _theme_changed(self) -> None:
        self._delegate.theme = self._theme
        self._size()

    def _language_changed(self) -> None:
        self._table.setAccessibleName(tr("Rulesets side by side"))
        self._only.setToolTip(tr("Hide the moments at which all rulesets give the same"))
        self._count()

    # -- what is done -------------------------------------------------------------------------

    def _headers(self) -> tuple[QHeaderView, QHeaderView]:
        across, down = self._table.horizontalHeader(), self._table.verticalHeader()
        assert across is not None
        assert down is not None
        return across, down

    def _size(self) -> None:
        across, down = self._headers()
        down.setDefaultSectionSize(2 * QFontMetrics(self._table.font()).height() + 5)
        down.setFont(tabular(self._table.font()))
        across.setMinimumSectionSize(LEAST_COLUMN)
        # As wide as the window where all find room, else as wide as can be read, and scrolled.
        count = max(1, self._model.columnCount())
        fits = self._table.width() >= count * LEAST_COLUMN + down.sizeHint().width()
        mode = QHeaderView.ResizeMode.Stretch if fits else QHeaderView.ResizeMode.Fixed
        across.setSectionResizeMode(mode)
        if not fits:
            across.setDefaultSectionSize(LEAST_COLUMN)

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        """Columns never get too narrow to be read."""
        super().resizeEvent(event)
        self._size()

    def _show(self, comparison: Comparison) -> None:
        index = self._table.currentIndex()
        rows = self._model.rows
        kept = (rows[index.row()].time, index.column()) if index.isValid() else None
        self._model.show(comparison, only_partings=self._only.isChecked())
        self._size()
        self._delegate.now = bisect_right(self._model.rows, self._playhead, key=self._at) - 1
        if kept is not None:
            times = [row.time for row in self._model.rows]
            if kept[0] in times and kept[1] < self._model.columnCount():
                self._set_current(times.index(kept[0]), kept[1])
        self._count()
        self._tell(self._table.currentIndex())

    def _filter(self) -> None:
        self._show(self._model.comparison)

    def _count(self) -> None:
        count = self._model.comparison.partings
        self._only.setText(
            tr_n("Only where they part ({count})", "Only where they part ({count})", count)
        )
        if len(self._model.comparison.rulesets) < 2:
            self._why.setText(tr("Choose two rulesets or more to compare them."))
        elif not self._table.currentIndex().isValid():
            self._why.setText(tr("A click shows the moment, and here why."))

    def _at(self, row: CompareRow) -> Fraction:
        """The first frame at or after a moment."""
        first = next((cell.first for cell in row.cells if cell.first is not None), None)
        return self.time_of(first) if first is not None else self.snapped(row.time)

    def _set_current(self, row: int, column: int) -> None:
        selection = self._table.selectionModel()
        if selection is not None:
            selection.blockSignals(True)
            self._table.setCurrentIndex(self._model.index(row, column))
            selection.blockSignals(False)

    def _went_to(self, current: QModelIndex, previous: QModelIndex) -> None:
        self._tell(current)
        if current.isValid() and not self._table.is_pressed and self._table.hasFocus():
            self._go(current)

    def _go(self, index: QModelIndex) -> None:
        row, cell = self._model.rows[index.row()], self._model.cell(index)
        self._tell(index)
        self.tags_chosen.emit(list(cell.tags or row.tags()))
        self._say_time(self._at(row))

    def _go_row(self, number: int) -> None:
        """A whole moment: the first ruleset that gave something stands for it."""
        cells = self._model.rows[number].cells
        column = next(n for n, cell in enumerate(cells) if cell.gave)
        self._set_current(number, column)
        index = self._model.index(number, column)
        self._table.scrollTo(index)
        self._go(index)

    def _play(self, index: QModelIndex) -> None:
        tags = self._model.cell(index).tags or self._model.rows[index.row()].tags()
        if tags:
            self.tag_activated.emit(tags[0])

    def _play_current(self) -> None:
        if (index := self._table.currentIndex()).isValid():
            self._play(index)

    def _tell(self, index: QModelIndex) -> None:
        """Why, of the cell that is chosen, where there is room for the whole of it."""
        if not index.isValid():
            return
        head = self._model.comparison.rulesets[index.column()]
        text = after_colon(head, self._model.cell(index).why)
        self._why.setText(text)
        self._why.setToolTip(wording.tooltip(text))
