"""The column of lane names at the left of a timeline."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt6.QtCore import QLineF, QRectF, Qt
from PyQt6.QtGui import QFontMetricsF, QPainter

from annotator.model.match import Match
from annotator.model.vocabulary import ATHLETES
from annotator.scoring import wording
from annotator.ui.views.marks import paint_badge
from annotator.ui.views.theme import Theme
from annotator.ui.views.timeline_geometry import Band
from annotator.ui.views.timeline_items import Sort

_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight


def header_width(width: int) -> int:
    """How much of a timeline's width its lane names get."""
    return max(76, min(168, width // 6))


def paint_headers(
    painter: QPainter,
    theme: Theme,
    match: Match,
    bands: Sequence[Band],
    width: int,
    shift: int,
    head: int,
) -> None:
    """Paint the names of lanes into the first `width` pixels, `shift` pixels down, below `head`."""
    metrics = QFontMetricsF(painter.font())
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.save()
    clip = painter.clipBoundingRect()
    painter.setClipRect(clip & QRectF(0, head, width, 100000))
    painter.translate(0, shift)
    for band in bands:
        box = QRectF(0, band.top, width, band.height)
        painter.fillRect(box, theme.raised)
        inside = box.adjusted(8, 0, -6, 0)
        if band.lane.sort is Sort.SCORE:
            _paint_score_name(painter, theme, band, inside, metrics)
            continue
        if band.lane.athlete:
            badge = QRectF(8, box.center().y() - 7, 14, 14)
            paint_badge(painter, badge, theme, band.lane.athlete, painter.font())
            inside.setLeft(27)
        painter.setPen(theme.text)
        title = metrics.elidedText(band.lane.title, Qt.TextElideMode.ElideRight, inside.width())
        painter.drawText(inside, _LEFT, title)
    painter.restore()
    painter.fillRect(QRectF(0, 0, width, head), theme.raised)
    painter.setPen(theme.line)
    painter.drawLine(QLineF(width - 0.5, 0, width - 0.5, clip.bottom() + 1))


def _paint_score_name(
    painter: QPainter, theme: Theme, band: Band, box: QRectF, metrics: QFontMetricsF
) -> None:
    """The ruleset's name, and under it the final points in the athletes' colours."""
    middle = box.center().y()
    high = metrics.height()
    painter.setPen(theme.text)
    title = band.lane.title
    if metrics.horizontalAdvance(title) > box.width() and band.lane.ruleset is not None:
        # Names cut short may all begin alike; ids differ.
        title = band.lane.ruleset.id
    title = metrics.elidedText(title, Qt.TextElideMode.ElideRight, box.width())
    painter.drawText(QRectF(box.left(), middle - high - 1, box.width(), high), _LEFT, title)
    left = box.left()
    for index, who in enumerate(ATHLETES):
        text = f"{wording.letter(who)} {wording.plain(band.lane.final[index])}"
        wide = metrics.horizontalAdvance(text)
        painter.setPen(theme.side(who).strong)
        painter.drawText(QRectF(left, middle + 1, wide + 2, high), _LEFT, text)
        left += wide + (6 if index == 0 else 0)
        if index == 0:
            painter.setPen(theme.muted)
            painter.drawText(QRectF(left, middle + 1, 8, high), _LEFT, ":")
            left += 10
