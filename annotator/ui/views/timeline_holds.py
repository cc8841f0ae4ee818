"""Holds in a ruleset's lane: bars that fill up as their seconds run, and end in the award.

A bar rises from nothing to its full height while the seconds are held; red's stands on red's line,
blue's hangs from blue's. A hold that was lost ends before that, at an open side; one that still
runs ends dotted.
"""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction

from PyQt6.QtCore import QLineF, QPointF, QRectF, Qt
from PyQt6.QtGui import QBrush, QFontMetricsF, QPainter, QPen, QPolygonF

from annotator.model.match import Match
from annotator.model.vocabulary import ATHLETES
from annotator.scoring import wording
from annotator.text import seconds_text, tenths_text, tr
from annotator.ui.views.theme import Theme
from annotator.ui.views.timeline_brush import Brushwork
from annotator.ui.views.timeline_geometry import Band
from annotator.ui.views.timeline_items import Item, Lane
from annotator.ui.views.timeline_levels import Levels

HEIGHT = 11.0
"""Pixels of a bar that is full."""
_LEAST = 2.0


def paint_holds(work: Brushwork, band: Band, levels: Levels) -> None:
    """Paint the holds of a lane; one stands for all that lie within a few pixels."""
    window = work.window
    shown = band.lane.holds.thinned(window.start, window.end, _LEAST / window.rate)
    for item in shown:
        work.painted.append(item)
        _paint_hold(work, band.lane, levels, item)


def _paint_hold(work: Brushwork, lane: Lane, levels: Levels, item: Item) -> None:
    hold = item.hold
    if hold is None:
        return
    painter, side = work.painter, work.theme.side(item.athlete)
    left, width = work.extent(item)
    right = left + width
    up = -1.0 if item.athlete == "red" else 1.0
    base = levels.y(points_at(lane, item), item.athlete)
    needed = float(hold.needed)
    low = float(hold.before) / needed * HEIGHT
    high = min(1.0, float(hold.before) / needed + (item.end - item.start) / needed) * HEIGHT
    shape = QPolygonF([
        QPointF(left, base), QPointF(left, base + up * low),
        QPointF(right, base + up * high), QPointF(right, base),
    ])  # fmt: skip
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(side.fill)
    painter.drawPolygon(shape)
    if not hold.lasted:
        # Not by being paler alone: what was lost is hatched.
        painter.setBrush(QBrush(work.theme.panel, side.hatch))
        painter.drawPolygon(shape)
    painter.setPen(QPen(side.strong, 1.2))
    painter.drawLine(QLineF(left, base + up * low, right, base + up * high))
    if hold.lasted or item.ongoing:
        style = Qt.PenStyle.DotLine if item.ongoing else Qt.PenStyle.SolidLine
        painter.setPen(QPen(side.strong, 1.6, style))
        painter.drawLine(QLineF(right, base, right, base + up * high))


def paint_seconds(
    painter: QPainter,
    theme: Theme,
    band: Band,
    items: list[Item],
    x: float,
    shift: int,
    time: float,
) -> None:
    """Beside the playhead how far running holds have filled: `R 1.8 / 3 s`; red above, blue below.

    `shift`: where the lanes begin, in pixels from the top.
    """
    metrics = QFontMetricsF(painter.font())
    for who in ATHLETES:
        # Of several holds of one athlete the one that is full first.
        mine = [item for item in items if item.athlete == who and item.hold is not None]
        if not mine:
            continue
        hold = min((i.hold for i in mine if i.hold is not None), key=lambda h: h.missing(h.start))
        tenths = int(hold.held(Fraction(time)) * 10)
        text = tr(
            "{who} {held} / {needed} s",
            who=wording.letter(who), held=tenths_text(tenths),
            needed=seconds_text(hold.needed),
        )  # fmt: skip
        wide, high = metrics.horizontalAdvance(text) + 8, metrics.height()
        top = shift + (band.top + 1 if who == "red" else band.bottom - high - 1)
        side = theme.side(who)
        plate = QRectF(x + 4, top, wide, high)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(side.strong)
        painter.drawRoundedRect(plate, 3, 3)
        painter.setPen(side.on_strong)
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, text)


def points_at(lane: Lane, item: Item) -> int:
    """The points at which a hold's bar stands: those that its athlete has while it runs."""
    if not lane.steps:
        return 0
    at = max(0, bisect_right(lane.step_times, item.start) - 1)
    red, blue = lane.steps[at].points
    return blue if item.athlete == "blue" else red


def hold_sentence(match: Match, lane: Lane, item: Item) -> str:
    """A hold in words: whose, of what, how long it was held, and what it was held for."""
    hold = item.hold
    if hold is None:
        return ""
    held = seconds_text(hold.needed if hold.end is None else hold.held(hold.end))
    needed = seconds_text(hold.needed)
    title = wording.clause_text(lane.ruleset, hold.clause)
    head = wording.joined((wording.person_text(match, hold.athlete), title))
    if hold.end is None:
        told = tr("Still held at the last tag: {needed} s are needed.", needed=needed)
    elif hold.lasted:
        told = tr("Held for the {needed} s that it takes.", needed=needed)
    else:
        told = tr("Held for {held} of {needed} s.", held=held, needed=needed)
    return f"{head}\n{told}"
