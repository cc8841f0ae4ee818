"""The open questions, most decisive first, and the answers to the one that is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PyQt6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QRect,
    QRectF,
    QSize,
    Qt,
    pyqtSignal,
)
from PyQt6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PyQt6.QtWidgets import (
    QAbstractItemView,
    QBoxLayout,
    QLabel,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from annotator.model.match import Match
from annotator.scoring import wording
from annotator.text import tr, tr_in, tr_n
from annotator.ui.views.marks import paint_badge
from annotator.ui.views.question_answers import AnswerPane
from annotator.ui.views.question_rows import QuestionRow, ReplyRow, question_rows
from annotator.ui.views.theme import Theme, legible, scaled
from annotator.ui.views.view import MatchView

if TYPE_CHECKING:
    from annotator.scoring.open_questions import OpenQuestion

WIDE = 560
"""Pixels from which on the answers stand beside the list."""
ROW_ROLE = Qt.ItemDataRole.UserRole + 1
_NOWHERE = QModelIndex()
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_EDGE = 8


class QuestionModel(QAbstractListModel):
    """The rows as they are ranked."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.rows: list[QuestionRow] = []

    def set_rows(self, rows: Sequence[QuestionRow]) -> None:
        """Show these rows."""
        self.beginResetModel()
        self.rows = list(rows)
        self.endResetModel()

    def rowCount(self, parent: QModelIndex = _NOWHERE) -> int:
        """Rows of the list; none below a row."""
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: QModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The row itself for the painter; its sentence for all others."""
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.ToolTipRole:
            return wording.tooltip(row.sentence())
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return row.sentence()
        return None


class QuestionDelegate(QStyledItemDelegate):
    """Paints a row in two lines: what is asked about what, and what hangs on it."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self.theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex) -> QSize:
        """Two lines."""
        return QSize(120, 2 * QFontMetrics(option.font).height() + 10)

    def paint(
        self, painter: QPainter | None, option: QStyleOptionViewItem, index: QModelIndex
    ) -> None:
        """Paint one row."""
        if painter is None:
            return
        row: QuestionRow = index.data(ROW_ROLE)
        theme, rect = self.theme, option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.tint)
            painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), theme.accent)
        painter.setPen(theme.grid)
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        high = QFontMetrics(option.font).height()
        top, left, right = rect.top() + 4, rect.left() + _EDGE, rect.right() - _EDGE
        if row.athlete is not None:
            paint_badge(
                painter, QRectF(left, top + high / 2 - 7.5, 15, 15), theme, row.athlete, option.font
            )
        left += 22
        small = scaled(option.font, 0.88)
        painter.setFont(small)
        painter.setPen(theme.muted)
        wide = painter.fontMetrics().horizontalAdvance(row.when)
        painter.drawText(QRect(right - wide, top, wide + 2, high), _LEFT, row.when)
        painter.setFont(scaled(option.font, 1.0, bold=True))
        painter.setPen(theme.text)
        metrics = painter.fontMetrics()
        room = right - wide - 8 - left
        painter.drawText(
            QRect(left, top, room, high), _LEFT,
            metrics.elidedText(row.short, Qt.TextElideMode.ElideRight, room),
        )  # fmt: skip
        painter.setFont(small)
        ink = legible(theme.warning, theme.tint) if row.decides else theme.muted
        painter.setPen(ink)
        room = right - left
        text = painter.fontMetrics().elidedText(row.weight, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRect(left, top + high + 1, room, high), _LEFT, text)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(theme.accent)
            painter.drawRect(rect.adjusted(1, 1, -2, -2))
        painter.restore()


class QuestionFeed(QListView):
    """The list itself. A click never keeps the keyboard; Enter shows the question's moment."""

    show_pressed = pyqtSignal()
    more_pressed = pyqtSignal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.is_pressed = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setUniformItemSizes(True)

    def keyboardSearch(self, search: str | None) -> None:
        """Letters are tags, not a search through the list."""

    def mousePressEvent(self, event: QMouseEvent | None) -> None:
        """Note that what changes now changes by a press."""
        self.is_pressed = True
        super().mousePressEvent(event)
        self.is_pressed = False

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        """Enter shows, arrows move, 0 goes on to more answers; the rest goes to the window."""
        if event is None:
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.show_pressed.emit()
        elif event.key() == Qt.Key.Key_0:
            self.more_pressed.emit()
        elif event.text().isprintable() and event.text():
            event.ignore()
        else:
            super().keyPressEvent(event)


class QuestionListView(MatchView):
    """What is open, and by how much it matters; a digit answers the question that is chosen.

    The digits belong to this list while it has the keyboard, and from the moment a question was
    gone to until another tag is made or selected.
    """

    show_wanted = pyqtSignal(object)
    """An OpenQuestion: show where to look, over and over."""
    gone_to = pyqtSignal(object)
    """An OpenQuestion: stand at its frame."""
    replied = pyqtSignal(object, object)
    """An OpenQuestion and the ReplyRow that answers it."""
    counted = pyqtSignal(int)
    """How many questions are open now."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._questions: list[OpenQuestion] = []
        self._armed = False
        self._looking = False
        self._model = QuestionModel(self)
        self._feed = QuestionFeed(self)
        self._feed.setModel(self._model)
        self._delegate = QuestionDelegate(self._theme, self._feed)
        self._feed.setItemDelegate(self._delegate)
        self._empty = QLabel(self)
        self._empty.setWordWrap(True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.pane = AnswerPane(self)
        self._box = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(6)
        self._box.addWidget(self._empty, 1)
        self._box.addWidget(self._feed, 2)
        self._box.addWidget(self.pane, 3)
        self.setFocusProxy(self._feed)
        self._feed.pressed.connect(self._go)
        self._feed.doubleClicked.connect(self.show_current)
        self._feed.show_pressed.connect(self.show_current)
        self._feed.more_pressed.connect(self.pane.more)
        self.pane.show_pressed.connect(self.show_current)
        self.pane.answer_pressed.connect(self.answer)
        if (selection := self._feed.selectionModel()) is not None:
            selection.currentChanged.connect(self._went_to)
        self._language_changed()
        self._fill()

    # -- what is given ------------------------------------------------------------------------

    def set_questions(self, questions: Sequence[OpenQuestion]) -> None:
        """Show these questions, in this order; what was chosen stays chosen if it is still there."""
        self._questions, self._looking = list(questions), False
        self._fill()

    def set_looking(self) -> None:
        """Say that it is being found out what is open: an empty list would be no answer."""
        self._looking = True
        self._show_empty()

    def set_keys(self, show: str) -> None:
        """Print the key that shows the next question."""
        self.pane.set_keys(show)

    def rows(self) -> list[QuestionRow]:
        """The rows shown."""
        return list(self._model.rows)

    def current(self) -> QuestionRow | None:
        """The question that is chosen."""
        index = self._feed.currentIndex()
        return self._model.rows[index.row()] if index.isValid() else None

    @property
    def takes_digits(self) -> bool:
        """Whether a digit answers here now."""
        return self.current() is not None and (self._armed or self._feed.hasFocus())

    def feed(self) -> QuestionFeed:
        return self._feed

    # -- what is done -------------------------------------------------------------------------

    def step(self, direction: int) -> None:
        """Choose the question after (1) or before (-1) the one that was gone to, and show it."""
        count = len(self._model.rows)
        if not count:
            return
        now = self._feed.currentIndex().row()
        wanted = now + direction if self._armed else max(now, 0)
        self._choose(wanted % count)
        self.show_current()

    def show_current(self) -> None:
        """Show where to look for the question that is chosen, over and over."""
        row = self.current()
        if row is not None:
            self._arm()
            self.show_wanted.emit(row.question)

    def answer(self, number: int) -> None:
        """Give the answer with this digit to the question that is chosen."""
        row = self.current()
        reply = self.pane.reply(number)
        if row is not None and reply is not None:
            self._armed = False
            self.pane.set_armed(self.takes_digits)
            self.replied.emit(row.question, reply)

    def more(self) -> None:
        """The next answers, where there are more than digits."""
        self.pane.more()

    # -- changes ------------------------------------------------------------------------------

    def _match_changed(self, before: Match) -> None:
        self._fill()

    def _sheets_changed(self) -> None:
        self._fill()

    def _selection_changed(self) -> None:
        row = self.current()
        tag = row.question.tag if row is not None and row.question.kind == "detail" else None
        if self._armed and self._selection != ((tag,) if tag else ()):
            self._armed = False
            self.pane.set_armed(self.takes_digits)

    def _theme_changed(self) -> None:
        self._delegate.theme = self._theme
        self.pane.set_theme(self._theme)
        self._feed.viewport().update()  # type: ignore[union-attr]  # a list has one

    def _language_changed(self) -> None:
        self._feed.setAccessibleName(tr("Open questions"))
        self.pane.speak()
        self._fill()

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        """Where there is width, the answers stand beside the list."""
        super().resizeEvent(event)
        flow = QBoxLayout.Direction
        self._box.setDirection(flow.LeftToRight if self.width() >= WIDE else flow.TopToBottom)

    def _fill(self) -> None:
        rows = question_rows(self._match, self._questions, self._rulesets)
        if rows != self._model.rows:
            current = self.current()
            place = self._feed.currentIndex().row()
            self._model.set_rows(rows)
            keys = [row.question.key for row in rows]
            if current is not None and current.question.key in keys:
                self._choose(keys.index(current.question.key))
            elif rows:
                self._armed = False
                self._choose(min(max(place, 0), len(rows) - 1))
            self.counted.emit(len(rows))
        self.pane.set_row(self.current(), self.takes_digits)
        self._show_empty()

    def _show_empty(self) -> None:
        empty = not self._model.rows
        self._empty.setText(
            tr("Looking what is open…") if self._looking
            else tr("Nothing is open: no answer would change a number.")
        )  # fmt: skip
        self._empty.setVisible(empty)
        self._feed.setVisible(not empty)
        self.pane.setVisible(not empty)

    def _choose(self, row: int) -> None:
        index = self._model.index(row)
        if (selection := self._feed.selectionModel()) is not None:
            selection.blockSignals(True)
            self._feed.setCurrentIndex(index)
            selection.blockSignals(False)
        self._feed.scrollTo(index)
        self._feed.update()
        self.pane.set_row(self.current(), self.takes_digits)

    def _arm(self) -> None:
        self._armed = True
        self.pane.set_row(self.current(), armed=True)

    def _went_to(self, current: QModelIndex, previous: QModelIndex) -> None:
        if current.isValid() and not self._feed.is_pressed and self._feed.hasFocus():
            self._go(current)

    def _go(self, index: QModelIndex) -> None:
        row = self._model.rows[index.row()]
        self._arm()
        self.gone_to.emit(row.question)


def count_text(count: int) -> str:
    """The heading of the page: `Open (4)`."""
    return tr_n("Open ({count})", "Open ({count})", count) if count else tr_in("questions", "Open")


__all__ = ["QuestionListView", "ReplyRow", "count_text"]
