"""How a ruling's row is painted: its mark, what and for whom, by which clause, and why."""

from __future__ import annotations

from dataclasses import dataclass

from PyQt6.QtCore import QModelIndex, QObject, QPointF, QRect, QRectF, QSize, Qt
from PyQt6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PyQt6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from annotator.scoring import wording
from annotator.scoring.ruling import RulingKind
from annotator.ui.views.marks import paint_badge, paint_ruling_mark
from annotator.ui.views.ruling_rows import ROW_ROLE, RulingRow
from annotator.ui.views.theme import Theme, legible, scaled

WIDE = 560
"""Pixels from which on a row says when it was beside its head."""
INDENT = 30
EDGE = 8
_WRAP = int(Qt.TextFlag.TextWordWrap)
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


@dataclass(frozen=True, slots=True)
class Line:
    """A text of a row below its head: which font, which ink, how high at the width at hand."""

    text: str
    font: QFont
    ink: str
    height: int


class RulingDelegate(QStyledItemDelegate):
    """Paints rows whose sentences wrap; their heights are remembered for the width at hand."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self.theme = theme
        self.cited: frozenset[str] = frozenset()
        self.now = -1
        self._heights: dict[tuple[int, int], int] = {}

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.forget()

    def forget(self) -> None:
        """Forget the heights: the rows, or their fonts, are others now."""
        self._heights.clear()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex) -> QSize:
        """As high as the sentences need at the list's width."""
        row: RulingRow = index.data(ROW_ROLE)
        width = self._width(option)
        key = (id(row), width)
        if key not in self._heights:
            lines = self._lines(row, option.font, width)
            head = QFontMetrics(option.font).height() + 4
            when = 0 if width >= WIDE else QFontMetrics(scaled(option.font, 0.88)).height()
            self._heights[key] = head + when + sum(line.height for line in lines) + 14
        return QSize(width, self._heights[key])

    def paint(
        self, painter: QPainter | None, option: QStyleOptionViewItem, index: QModelIndex
    ) -> None:
        """Paint one row."""
        theme = self.theme
        if painter is None:
            return
        row: RulingRow = index.data(ROW_ROLE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = option.rect
        lit = bool(option.state & QStyle.StateFlag.State_Selected)
        if lit or not self.cited.isdisjoint(row.tags):
            painter.fillRect(rect, theme.tint)
        if lit:
            painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), theme.accent)
        painter.setPen(theme.grid)
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        if index.row() == self.now:
            painter.setPen(QPen(theme.playhead, 2))
            painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        self._paint_row(painter, theme, row, option)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(theme.accent)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(rect.adjusted(1, 1, -2, -2))
        painter.restore()

    def _paint_row(
        self, painter: QPainter, theme: Theme, row: RulingRow, option: QStyleOptionViewItem
    ) -> None:
        font = option.font
        strong = scaled(font, 1.0, bold=True)
        high = QFontMetrics(font).height() + 4
        left, right = option.rect.left() + INDENT, option.rect.right() - EDGE
        top = option.rect.top() + 6
        painter.setFont(font)
        middle = QPointF(option.rect.left() + INDENT / 2 + 1, top + high / 2)
        paint_ruling_mark(painter, middle, 6.0, theme, row.kind, row.award, row.athlete)
        # What it is, and on the right for whom; where both find no room, the name gives way first.
        painter.setFont(strong)
        metrics = painter.fontMetrics()
        wide = min(metrics.horizontalAdvance(row.what) + 4, right - left - (60 if row.who else 0))
        what = metrics.elidedText(row.what, Qt.TextElideMode.ElideRight, wide)
        painter.setPen(self._head_ink(theme, row))
        painter.drawText(QRect(left, top, wide, high), _LEFT, what)
        painter.setFont(font)
        self._paint_who(painter, theme, row, QRect(left + wide + 8, top, 0, high), right)
        top = self._paint_when(painter, row, option, QRect(left + wide + 16, top, 0, high))
        for line in self._lines(row, font, option.rect.width()):
            painter.setFont(line.font)
            painter.setPen(theme.text if line.ink == "text" else self._ink(theme, line.ink))
            painter.drawText(
                QRect(left, top + 2, right - left, line.height), _LEFT | _WRAP, line.text
            )
            top += line.height

    def _paint_when(
        self, painter: QPainter, row: RulingRow, option: QStyleOptionViewItem, head: QRect
    ) -> int:
        """When, and under which ruleset: behind the head where there is width, else below it.

        Returns where the sentences begin.
        """
        small = scaled(option.font, 0.88)
        metrics = QFontMetrics(small)
        painter.setFont(small)
        painter.setPen(self.theme.muted)
        when = wording.joined((row.ruleset, row.when))
        left, right = option.rect.left() + INDENT, option.rect.right() - EDGE
        below = head.bottom() + 1
        if option.rect.width() >= WIDE:
            name = QFontMetrics(option.font).horizontalAdvance(row.who) + 36
            box = QRect(head.left(), head.top(), right - name - head.left(), head.height())
        else:
            box = QRect(left, below, right - left, metrics.height())
            below += metrics.height()
        when = metrics.elidedText(when, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, _LEFT, when)
        return below

    def _paint_who(
        self, painter: QPainter, theme: Theme, row: RulingRow, box: QRect, right: int
    ) -> None:
        if row.athlete is None:
            return
        metrics = painter.fontMetrics()
        room = right - box.left() - 20
        name = metrics.elidedText(row.who, Qt.TextElideMode.ElideRight, max(0, room))
        wide = metrics.horizontalAdvance(name)
        start = right - wide - 20
        badge = QRectF(start, box.center().y() - 7, 15, 15)
        paint_badge(painter, badge, theme, row.athlete, painter.font())
        painter.setPen(theme.text)
        painter.drawText(QRect(start + 20, box.top(), wide + 2, box.height()), _LEFT, name)

    def _head_ink(self, theme: Theme, row: RulingRow) -> QColor:
        if row.kind is RulingKind.VIOLATION:
            return legible(theme.danger, theme.tint)
        if row.kind is RulingKind.QUESTION:
            return legible(theme.warning, theme.tint)
        return theme.text if row.kind is RulingKind.AWARD else theme.muted

    def _ink(self, theme: Theme, name: str) -> QColor:
        return legible(theme.warning, theme.tint) if name == "lack" else theme.muted

    def _width(self, option: QStyleOptionViewItem) -> int:
        widget = option.widget
        port = widget.viewport() if hasattr(widget, "viewport") else None
        return port.width() if port is not None else option.rect.width()

    def _lines(self, row: RulingRow, font: QFont, width: int) -> list[Line]:
        small = scaled(font, 0.92)
        room = max(40, width - INDENT - EDGE)
        lines = []
        for text, face, ink in (
            (row.reason, font, "text"),
            (row.lack, small, "lack"),
            (row.hangs, small, "lack"),
            (wording.joined(row.small()), small, "muted"),
        ):
            if text:
                box = QFontMetrics(face).boundingRect(QRect(0, 0, room, 4000), _WRAP, text)
                lines.append(Line(text, face, ink, box.height() + 1))
        return lines
