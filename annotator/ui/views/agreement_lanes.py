"""Both annotators' tags over film time in two thin lanes: what fits, what does not, where we are."""

from __future__ import annotations

from fractions import Fraction

from PyQt6.QtCore import QRectF, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PyQt6.QtWidgets import QSizePolicy, QWidget

from annotator.model.matching import Mark
from annotator.text import tr
from annotator.ui.views.theme import Theme
from exports.agreement.matches import MatchAgreement

_LANE, _GAP, _EDGE, _LEAST = 14, 8, 3, 3.0


class AgreementLanes(QWidget):
    """Above what the first tagged, below the second: filled alike, hollow alone, joined where a pair."""

    time_chosen = pyqtSignal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._found: MatchAgreement | None = None
        self._span = (Fraction(0), Fraction(1))
        self._now: Fraction | None = None
        self.theme = Theme.of(self.palette())
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(2 * _LANE + _GAP + 2 * _EDGE)
        self.setAccessibleName(tr("Tags of both, by film time"))
        self.setToolTip(
            tr("Filled: tagged alike. Hollow: by one alone, or taken for one another (joined).")
        )

    def sizeHint(self) -> QSize:
        """As wide as can be."""
        return QSize(400, self.height())

    def show_agreement(self, found: MatchAgreement | None) -> None:
        """Show these tags; None: nothing."""
        self._found = found
        marks = [] if found is None else [
            *(mark for pair in found.tags.pairs for mark in (pair.first, pair.second)),
            *found.tags.only_first, *found.tags.only_second,
        ]  # fmt: skip
        start = min((mark.start for mark in marks), default=Fraction(0))
        end = max((m.start if m.end is None else m.end for m in marks), default=start)
        self._span = (start, max(end, start + 1))
        self.update()

    def set_time(self, time: Fraction) -> None:
        """The time of the frame on screen, seconds."""
        self._now = time
        self.update()

    def time_at(self, x: float) -> Fraction:
        """The film time under a place."""
        start, end = self._span
        share = min(1.0, max(0.0, (x - _EDGE) / max(1, self.width() - 2 * _EDGE)))
        return start + (end - start) * Fraction(round(share * 100_000), 100_000)

    def mousePressEvent(self, event: QMouseEvent | None) -> None:
        """A click goes to the moment."""
        if event is not None and event.button() is Qt.MouseButton.LeftButton and self._found:
            self.time_chosen.emit(self.time_at(event.position().x()))

    def paintEvent(self, event: QPaintEvent | None) -> None:
        """Paint both lanes."""
        painter = QPainter(self)
        theme, found = self.theme, self._found
        painter.fillRect(self.rect(), theme.base)
        upper, lower = _EDGE, _EDGE + _LANE + _GAP
        painter.setPen(theme.grid)
        for top in (upper, lower):
            painter.drawLine(_EDGE, top + _LANE, self.width() - _EDGE, top + _LANE)
        if found is not None:
            for pair in found.tags.pairs:
                self._paint(painter, pair.first, upper, same=pair.same)
                self._paint(painter, pair.second, lower, same=pair.same)
                painter.setPen(
                    QPen(theme.text, 1, Qt.PenStyle.SolidLine if pair.same else Qt.PenStyle.DotLine)
                )
                one, two = self._x(pair.first.start) + 1, self._x(pair.second.start) + 1
                painter.drawLine(round(one), upper + _LANE, round(two), lower)
            for marks, top in ((found.tags.only_first, upper), (found.tags.only_second, lower)):
                for mark in marks:
                    self._paint(painter, mark, top, same=False)
        if self._now is not None and self._span[0] <= self._now <= self._span[1]:
            painter.setPen(QPen(theme.playhead, 2))
            x = round(self._x(self._now))
            painter.drawLine(x, 0, x, self.height())

    def _paint(self, painter: QPainter, mark: Mark, top: int, *, same: bool) -> None:
        left = self._x(mark.start)
        wide = _LEAST if mark.end is None else max(_LEAST, self._x(mark.end) - left)
        box = QRectF(left, top + 1, wide, _LANE - 2)
        painter.setPen(self.theme.text if same else self.theme.warning)
        painter.setBrush(self.theme.muted if same else Qt.BrushStyle.NoBrush)
        painter.drawRect(box)
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _x(self, time: Fraction) -> float:
        start, end = self._span
        share = float((time - start) / (end - start))
        return _EDGE + share * max(1, self.width() - 2 * _EDGE)
