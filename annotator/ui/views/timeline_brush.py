"""What every lane is painted with: the window on the film, the colours, what is lit."""

from __future__ import annotations

from dataclasses import dataclass, field

from PyQt6.QtCore import QLineF, QRectF, Qt
from PyQt6.QtGui import QFont, QFontMetricsF, QPainter, QPen

from annotator.model.tag import Tag
from annotator.model.timeline import close_start
from annotator.ui.views.marks import MarkStore
from annotator.ui.views.theme import Theme
from annotator.ui.views.timeline_geometry import Band, Window
from annotator.ui.views.timeline_items import Item

PAD = 170.0
"""Pixels left of the window from which a name beside its bar may still reach into it."""
TINY = 3.0
LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft


@dataclass
class Brushwork:
    """What a painting needs: where, with what, and which items are lit.

    `painted` collects the items that were painted and lie in sight.
    """

    painter: QPainter
    theme: Theme
    window: Window
    font: QFont
    marks: MarkStore
    lit: frozenset[Item] = frozenset()
    painted: list[Item] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.metrics = QFontMetricsF(self.font)

    def items(self, band: Band, cell: float = 1.0) -> list[Item]:
        """The items of a lane to be painted, by start.

        Of those that lie wholly within one cell of so many pixels the first stands for all;
        what is lit is always there.
        """
        window = self.window
        first, last = window.time(-PAD), window.end
        found: list[Item] = []
        for track in band.lane.tracks:
            found.extend(track.thinned(first, last, cell / window.rate))
        if missing := self.lit.intersection(band.lane.between(first, last)).difference(found):
            found.extend(missing)
        if missing or len(band.lane.tracks) > 1:
            found.sort(key=_start)
        self.painted.extend(item for item in found if item.end >= window.start)
        return found

    def extent(self, item: Item, least: float = 1.0) -> tuple[float, float]:
        """Left edge and width in pixels. Far ends are cut, for they would overflow the painter."""
        left = max(self.window.x(item.start), -4000.0)
        right = min(self.window.x(item.end), self.window.width + 4000.0)
        return left, max(right - left, least)

    def close_from(self, tag: Tag) -> float | None:
        """From when a submission is close, or None."""
        start = close_start(tag)
        return None if start is None else float(start)

    def lines(self, lines: list[QLineF]) -> None:
        """Draw lines at one stroke."""
        if lines:
            self.painter.drawLines(*lines)

    def rects(self, boxes: list[QRectF]) -> None:
        """Fill boxes at one stroke."""
        if boxes:
            self.painter.drawRects(*boxes)

    def is_lit(self, item: Item) -> bool:
        return item in self.lit


def _start(item: Item) -> float:
    return item.start


def ring(work: Brushwork, box: QRectF) -> None:
    """The frame around what is selected: two rings, so that it shows on every colour."""
    painter = work.painter
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(work.theme.base, 4))
    painter.drawRect(box.adjusted(1, 1, -1, -1))
    painter.setPen(QPen(work.theme.accent, 2))
    painter.drawRect(box.adjusted(1, 1, -1, -1))
