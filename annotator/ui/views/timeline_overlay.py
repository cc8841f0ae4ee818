"""What lies over the lanes of a timeline and moves: the playhead, the loop, a drag under way."""

from __future__ import annotations

from fractions import Fraction

from PyQt6.QtCore import QLineF, QPointF, QRectF, Qt
from PyQt6.QtGui import QBrush, QColor, QFontMetricsF, QPainter, QPen, QPolygonF

from annotator.ui.views.theme import Theme
from annotator.ui.views.timeline_drag import Ghost
from annotator.ui.views.timeline_geometry import Window

_CENTER = Qt.AlignmentFlag.AlignCenter
_FAR = 4000.0
LOOP_BAR = 5.0


def paint_playhead(painter: QPainter, theme: Theme, x: float, ruler: int, height: int) -> None:
    """The line through all lanes, with a handle in the ruler."""
    color = theme.playhead
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.base, 3))
    painter.drawLine(QLineF(x, ruler, x, height))
    painter.setPen(QPen(color, 1.6))
    painter.drawLine(QLineF(x, ruler - 8, x, height))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawPolygon(
        QPolygonF([QPointF(x - 6, 4), QPointF(x + 6, 4), QPointF(x + 6, ruler - 10),
                   QPointF(x, ruler - 3), QPointF(x - 6, ruler - 10)])
    )  # fmt: skip


def paint_loop(
    painter: QPainter,
    theme: Theme,
    window: Window,
    loop: tuple[Fraction, Fraction | None],
    ruler: int,
    height: int,
) -> None:
    """The stretch that is played over and over: a bar in the ruler between the letters A and B.

    `painter` has its origin at the left edge of the lanes.
    """
    begin = _x(window, float(loop[0]))
    end = _x(window, float(loop[1])) if loop[1] is not None else None
    if end is not None:
        bar = QRectF(begin, ruler - LOOP_BAR, end - begin, LOOP_BAR)
        painter.fillRect(bar, theme.accent)
        painter.fillRect(bar, QBrush(theme.on_accent, Qt.BrushStyle.Dense6Pattern))
    for letter, x, side in (("A", begin, -1), ("B", end, 1)):
        if x is None or not -20 <= x <= window.width + 20:
            continue
        painter.setPen(QPen(theme.accent, 1.4, Qt.PenStyle.DashLine))
        painter.drawLine(QLineF(x, ruler, x, height))
        plate = QRectF(x if side > 0 else x - 14, ruler - 17, 14, 16)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.accent)
        painter.drawRoundedRect(plate, 3, 3)
        painter.setPen(theme.on_accent)
        painter.drawText(plate, _CENTER, letter)


def paint_ghost(
    painter: QPainter,
    theme: Theme,
    window: Window,
    ghost: Ghost,
    shift: int,
    ruler: int,
    height: int,
) -> None:
    """A drag under way: the bar where it would be, the line at the edge, and what it says there.

    `painter` has its origin at the left edge of the lanes; the lanes begin `shift` pixels down.
    """
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    band = ghost.band
    if band is not None and ghost.bar is not None:
        rows = band.lane.rows
        high = band.height / rows
        left, right = (_x(window, time) for time in ghost.bar)
        box = QRectF(left, shift + band.top + ghost.row * high, max(right - left, 1.0), high)
        tint = QColor(theme.accent)
        tint.setAlphaF(0.25)
        painter.fillRect(box, tint)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.base, 3))
        painter.drawRect(box)
        painter.setPen(QPen(theme.accent, 1.6, Qt.PenStyle.DashLine))
        painter.drawRect(box)
    for time in ghost.along:
        x = window.x(time)
        if band is not None and 0 <= x <= window.width:
            painter.setPen(QPen(theme.accent, 2, Qt.PenStyle.DotLine))
            painter.drawLine(QLineF(x, shift + band.top, x, shift + band.bottom))
    x = _x(window, ghost.guide)
    painter.setPen(QPen(theme.base, 3))
    painter.drawLine(QLineF(x, ruler, x, height))
    painter.setPen(QPen(theme.accent, 1.6))
    painter.drawLine(QLineF(x, 2, x, height))
    if ghost.text:
        wide = QFontMetricsF(painter.font()).horizontalAdvance(ghost.text) + 12
        left = x + 6 if x + 6 + wide <= window.width else x - 6 - wide
        plate = QRectF(max(0.0, left), 2, wide, ruler - 5)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.accent)
        painter.drawRoundedRect(plate, 3, 3)
        painter.setPen(theme.on_accent)
        painter.drawText(plate, _CENTER, ghost.text)


def _x(window: Window, time: float) -> float:
    """Pixels from the left edge, cut off far outside the window."""
    return min(max(window.x(time), -_FAR), window.width + _FAR)
