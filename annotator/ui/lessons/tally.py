"""How many called it how: bars with their numbers and words beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from PyQt6.QtCore import QRectF, QSize, Qt
from PyQt6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PyQt6.QtWidgets import QSizePolicy, QWidget

from annotator.model.vocabulary import Athlete
from annotator.text import tr, tr_n, with_semicolons
from annotator.ui.views.theme import Theme, scaled, tabular
from exports.lesson.words import percent_text


@dataclass(frozen=True, slots=True)
class Bar:
    """One answer: its words, how many gave it, whose it is, and whether it is marked with `sign`."""

    words: str
    count: int
    athlete: Athlete | None = None
    sign: str = ""


class Tally(QWidget):
    """Bars below each other. Each says its number and its share in figures too."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bars: tuple[Bar, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.set_bars(())

    @property
    def bars(self) -> tuple[Bar, ...]:
        return self._bars

    def set_bars(self, bars: Sequence[Bar]) -> None:
        """Show these, in their order."""
        self._bars = tuple(bars)
        told = (
            tr("{answer}: {count}", answer=f"{bar.words} {bar.sign}".strip(), count=bar.count)
            for bar in self._bars
        )
        self.setAccessibleName(tr("How it was called: {answers}", answers=with_semicolons(told)))
        self.updateGeometry()
        self.update()

    def _row(self) -> int:
        return QFontMetrics(self.font()).height() + 12

    def sizeHint(self) -> QSize:
        return QSize(320, max(1, len(self._bars)) * self._row())

    def minimumSizeHint(self) -> QSize:
        return QSize(200, max(1, len(self._bars)) * self._row())

    def paintEvent(self, event: QPaintEvent | None) -> None:
        theme = Theme.of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics = QFontMetrics(scaled(self.font(), 1.0, bold=True))
        total = sum(bar.count for bar in self._bars)
        most = max((bar.count for bar in self._bars), default=0)
        left = min(
            max((metrics.horizontalAdvance(_head(bar)) for bar in self._bars), default=0) + 12,
            self.width() // 2,
        )
        number = metrics.horizontalAdvance("000 · 100 %") + 12
        room = max(self.width() - left - number, 20)
        for place, bar in enumerate(self._bars):
            top = place * self._row()
            side = theme.side(bar.athlete)
            painter.setFont(scaled(self.font(), 1.0, bold=bool(bar.sign)))
            painter.setPen(theme.text)
            words = painter.fontMetrics().elidedText(
                _head(bar), Qt.TextElideMode.ElideRight, left - 8
            )
            middle = Qt.AlignmentFlag.AlignVCenter
            painter.drawText(QRectF(0, top, left, self._row()), middle, words)
            length = room * bar.count / most if most else 0.0
            box = QRectF(left, top + 4, max(length, 2), self._row() - 8)
            painter.setPen(side.strong)
            painter.setBrush(side.fill)
            painter.drawRect(box)
            painter.fillRect(box, theme.hatch_brush(bar.athlete))
            painter.setFont(tabular(scaled(self.font(), 1.0, bold=True)))
            painter.setPen(theme.text)
            figures = f"{bar.count} · {_percent(bar.count, total)}" if total else str(bar.count)
            painter.drawText(QRectF(left + length + 8, top, number, self._row()), middle, figures)


def _head(bar: Bar) -> str:
    return f"{bar.sign} {bar.words}".strip()


def _percent(count: int, total: int) -> str:
    return percent_text(Fraction(100 * count, total))


def people_text(count: int) -> str:
    """`1 answer`, `12 answers`."""
    return tr_n("{count} answer", "{count} answers", count)
