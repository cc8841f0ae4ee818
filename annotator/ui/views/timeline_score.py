"""How a ruleset's lane is painted: two lines of running points, and a mark for each ruling.

Red's line is whole and blue's is dashed; the area between them bears the colour of the leader.
"""

from __future__ import annotations

from collections.abc import Sequence

from PyQt6.QtCore import QLineF, QPointF, QRectF, Qt
from PyQt6.QtGui import QColor, QPen

from annotator.model.vocabulary import ATHLETES, Athlete
from annotator.scoring import wording
from annotator.ui.views.theme import Theme
from annotator.ui.views.timeline_brush import LEFT, Brushwork
from annotator.ui.views.timeline_geometry import Band
from annotator.ui.views.timeline_holds import paint_holds
from annotator.ui.views.timeline_items import Item, Step
from annotator.ui.views.timeline_levels import Levels

MARK = 4.5
CROWD = 6.0
OUT = 40.0
"""Pixels outside the window to which lines are drawn; further is cut off."""
LEAST_TEXT = 18.0
_DASH = 8.0


def paint_score(work: Brushwork, band: Band) -> None:
    """Paint one ruleset's lane."""
    levels = Levels(band)
    window = work.window
    steps = _columns(work, band.lane.steps_between(window.start, window.end))
    edges = [max(window.x(step.time), -OUT) for step in steps]
    edges.append(min(window.x(window.last), window.width + OUT))
    work.painter.setPen(QPen(work.theme.grid, 1))
    zero = levels.y(0)
    work.painter.drawLine(QLineF(0, zero, edges[-1], zero))
    _paint_lead(work, levels, steps, edges)
    paint_holds(work, band, levels)
    for index, who in enumerate(ATHLETES):
        _paint_line(work, levels, who, [step.points[index] for step in steps], edges)
    _paint_marks(work, band, levels)


def _columns(work: Brushwork, steps: list[Step]) -> list[Step]:
    """Of steps that crowd only the last within a few pixels, whose points hold from there on."""
    if len(steps) * CROWD < work.window.width:
        return steps
    kept: dict[int, Step] = {}
    for step in steps:
        kept[int(max(work.window.x(step.time), -OUT) // CROWD)] = step
    return list(kept.values())


def _paint_lead(
    work: Brushwork, levels: Levels, steps: Sequence[Step], edges: Sequence[float]
) -> None:
    painter = work.painter
    areas: dict[Athlete, list[QRectF]] = {"red": [], "blue": []}
    for step, left, right in zip(steps, edges, edges[1:], strict=False):
        red, blue = step.points
        if red != blue and right > left:
            top, bottom = levels.y(max(red, blue)), levels.y(min(red, blue))
            areas["red" if red > blue else "blue"].append(
                QRectF(left, top, right - left, bottom - top)
            )
    painter.setPen(Qt.PenStyle.NoPen)
    for who, boxes in areas.items():
        tint = QColor(work.theme.side(who).fill)
        tint.setAlphaF(0.30)
        painter.setBrush(tint)
        work.rects(boxes)


def _paint_line(
    work: Brushwork,
    levels: Levels,
    who: Athlete,
    points: Sequence[int],
    edges: Sequence[float],
) -> None:
    pen = QPen(work.theme.side(who).strong, 2)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    work.painter.setPen(pen)
    solid: list[QLineF] = []
    dashed: list[QLineF] = []
    # One flat piece for each height, however often the other's points changed meanwhile.
    begin, level, y = edges[0], points[0], levels.y(points[0], who)
    for number, left in zip([*points[1:], None], edges[1:], strict=True):
        if number == level:
            continue
        long = who == "blue" and left - begin >= 2 * _DASH
        (dashed if long else solid).append(QLineF(begin, y, left, y))
        if number is None:
            break
        before, level, y = y, number, levels.y(number, who)
        solid.append(QLineF(left, before, left, y))
        begin = left
    work.lines(solid)
    for line in dashed:
        # The dashes are counted from the left edge, so that they do not run while zooming.
        pen.setDashPattern([3, 1])
        pen.setDashOffset((line.x1() % _DASH) / 2)
        work.painter.setPen(pen)
        work.painter.drawLine(line)


def _paint_marks(work: Brushwork, band: Band, levels: Levels) -> None:
    painter, theme = work.painter, work.theme
    shown = [
        (item, QPointF(mark_x(work, item), levels.y(item.level, item.athlete)))
        for item in work.items(band, MARK * 2.6)
    ]
    limits: dict[Athlete | None, float] = {}
    texts = []
    for item, center in reversed(shown):
        ruling = item.ruling
        if ruling is None:
            continue
        if work.is_lit(item):
            painter.setPen(QPen(theme.accent, 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(center, MARK + 4, MARK + 4)
        work.marks.paint(painter, center, ruling.kind, ruling.award, ruling.athlete)
        if not item.is_refusal:
            limit = limits.get(item.athlete, float("inf"))
            if limit - center.x() > LEAST_TEXT:
                texts.append((item, center, limit))
        limits[item.athlete] = center.x()
    for item, center, limit in texts:
        _paint_gain(work, theme, item, center, limit)


def mark_x(work: Brushwork, item: Item) -> float:
    """Where a ruling's mark stands: marks at one moment stand side by side."""
    return work.window.x(item.start) + item.nudge * MARK * 2


def _paint_gain(work: Brushwork, theme: Theme, item: Item, center: QPointF, limit: float) -> None:
    """`R+2` above red's mark and below blue's, where there is room before the next one."""
    ruling = item.ruling
    if ruling is None:
        return
    text = f"{wording.letter(ruling.athlete)}{wording.award_short(ruling)}"
    wide = work.metrics.horizontalAdvance(text)
    # The ring around what is selected has its room too.
    left = center.x() + (8 if work.is_lit(item) else 3)
    if left + wide + 2 > work.window.width >= center.x():
        # At the right edge it stands left of its mark, so that it is not cut.
        left = center.x() - wide - 5
    elif left + wide + 3 > limit:
        return
    top = center.y() + (4 if ruling.athlete == "blue" else -16)
    halo_text(work, QRectF(left, top, wide + 2, 12), text, theme.side(ruling.athlete).strong)


def halo_text(work: Brushwork, box: QRectF, text: str, ink: QColor) -> None:
    """A text with a rim of the background, so that no line strikes it through."""
    work.painter.setPen(work.theme.panel)
    for dx, dy in ((-1.5, 0), (1.5, 0), (0, -1.5), (0, 1.5), (-1, -1), (1, -1), (-1, 1), (1, 1)):
        work.painter.drawText(box.translated(dx, dy), LEFT, text)
    work.painter.setPen(ink)
    work.painter.drawText(box, LEFT, text)
