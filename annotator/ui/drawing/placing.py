"""Between a drawing's points, which are those of the film's own picture, and what is seen.

All in whole `SCALE`ths, so that turning and mirroring there and back changes nothing.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin

from PyQt6.QtCore import QPointF, QRectF

from annotator.model.drawing import SCALE, Drawing, Point, Shape
from annotator.ui.player.framing import Framing


def seen_point(point: Point, framing: Framing) -> Point:
    """Where a point of the film's picture is on the picture as it is seen."""
    x, y = point
    if framing.mirrored:
        x = SCALE - x
    for _ in range(framing.quarters):
        x, y = SCALE - y, x
    return x, y


def film_point(seen: Point, framing: Framing) -> Point:
    """The point of the film's picture that is seen there."""
    x, y = seen
    for _ in range(framing.quarters):
        x, y = y, SCALE - x
    return (SCALE - x, y) if framing.mirrored else (x, y)


def seen_drawing(drawing: Drawing, framing: Framing) -> Drawing:
    """The drawing with its points where they are seen; its words stay readable."""
    if framing.upright:
        return drawing
    return replace(drawing, points=tuple(seen_point(one, framing) for one in drawing.points))


def point_at(spot: QPointF, place: QRectF, framing: Framing) -> Point:
    """The film's point under a spot of the view; `place`: where the picture lies there."""
    x = round((spot.x() - place.x()) / place.width() * SCALE)
    y = round((spot.y() - place.y()) / place.height() * SCALE)
    return film_point((x, y), framing)


def spot_of(point: Point, place: QRectF, framing: Framing) -> QPointF:
    """Where a point of the film is in the view."""
    x, y = seen_point(point, framing)
    return QPointF(place.x() + place.width() * x / SCALE, place.y() + place.height() * y / SCALE)


def straightened(spot: QPointF, anchor: QPointF, parts: int) -> QPointF:
    """The spot turned around the anchor to the nearest of so many directions."""
    dx, dy = spot.x() - anchor.x(), spot.y() - anchor.y()
    step = 2 * pi / parts
    turn = round(atan2(dy, dx) / step) * step
    far = hypot(dx, dy)
    return QPointF(anchor.x() + far * cos(turn), anchor.y() + far * sin(turn))


def squared(spot: QPointF, anchor: QPointF) -> QPointF:
    """The spot moved so that it and the anchor are corners of a square."""
    dx, dy = spot.x() - anchor.x(), spot.y() - anchor.y()
    side = max(abs(dx), abs(dy))
    return QPointF(
        anchor.x() + (side if dx >= 0 else -side), anchor.y() + (side if dy >= 0 else -side)
    )


def distance_to(drawing: Drawing, spot: QPointF, place: QRectF, framing: Framing) -> float:
    """How far (points of the view) a spot is from the lines of a drawing, or from its middle."""
    spots = [spot_of(point, place, framing) for point in drawing.points]
    if not spots:
        return float("inf")
    if drawing.shape is Shape.CIRCLE:
        box = QRectF(spots[0], spots[1]).normalized()
        rx, ry = max(box.width() / 2, 1.0), max(box.height() / 2, 1.0)
        away = hypot((spot.x() - box.center().x()) / rx, (spot.y() - box.center().y()) / ry)
        return abs(away - 1) * min(rx, ry)
    if drawing.shape is Shape.BLUR and QRectF(spots[0], spots[1]).normalized().contains(spot):
        return 0.0
    ends = pairwise(spots) if len(spots) > 1 else [(spots[0], spots[0])]
    return min(_from_line(spot, one, other) for one, other in ends)


def _from_line(spot: QPointF, one: QPointF, other: QPointF) -> float:
    way = other - one
    length = QPointF.dotProduct(way, way)
    share = QPointF.dotProduct(spot - one, way) / length if length else 0.0
    nearest = one + way * min(max(share, 0.0), 1.0)
    return hypot(spot.x() - nearest.x(), spot.y() - nearest.y())
