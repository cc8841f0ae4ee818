"""What of a timeline can be taken hold of: the edges of tags, whole tags, the ends of the loop."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from annotator.model.edges import Edge, can_move
from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.ui.views.timeline_geometry import Band, Window, nearest
from annotator.ui.views.timeline_items import Item, Sort

EDGE_PIXELS = 6.0
"""So far inside a bar its edge can be taken hold of, at most a third of the bar."""
OUTSIDE_PIXELS = 3.0
LOOP_PIXELS = 7.0
EDGE_START = 3
WHOLE_START = 10
"""Pixels to be drawn before an edge, or a whole tag, begins to move: a click moves nothing."""


@dataclass(frozen=True, slots=True)
class Grip:
    """An edge of a tag, or a whole tag: `time` (seconds) is where the edge, or the start, is."""

    band: Band
    item: Item
    tag_id: str
    edge: Edge
    time: Fraction

    @property
    def slack(self) -> int:
        """Pixels that it may be drawn without moving."""
        return WHOLE_START if self.edge is Edge.WHOLE else EDGE_START


def grip_at(match: Match, band: Band, window: Window, x: float, row: int | None) -> Grip | None:
    """What lies under a pointer, `x` pixels from the left edge of the window; edges come first."""
    lane = band.lane
    if lane.sort not in (Sort.POSITION, Sort.ACTIONS, Sort.REFEREE):
        return None
    reach = (EDGE_PIXELS + 1) / window.rate
    time = window.time(x)
    best: tuple[float, Item, Edge] | None = None
    for item in lane.between(time - reach, time + reach):
        if row is not None and item.row != row:
            continue
        left, right = window.x(item.start), window.x(item.end)
        inside = min(EDGE_PIXELS, (right - left) / 3)
        for edge, place, into in ((Edge.START, left, x - left), (Edge.END, right, right - x)):
            away = abs(x - place)
            near = right > left and (0 <= into <= inside or 0 < -into <= OUTSIDE_PIXELS)
            if near and (best is None or away < best[0]):
                best = (away, item, edge)
    if best is not None and (grip := _edge_grip(match, band, best[1], best[2])) is not None:
        return grip
    found = nearest(lane, window, x, row)
    return _whole_grip(match, band, found) if found is not None else None


def _edge_grip(match: Match, band: Band, item: Item, edge: Edge) -> Grip | None:
    if item.stay is None:
        tag = item.tag
        if tag is None or not tag.kind.span or not can_move(tag, edge):
            return None
        time = tag.start if edge is Edge.START else _end_of(item)
        return Grip(band, item, tag.id, edge, time)
    if edge is Edge.END:
        # The end of a position is the start of the next one.
        items = band.lane.items
        index = items.index(item) + 1
        if index >= len(items):
            return None
        item = items[index]
    first = _first_position(match, item)
    return None if first is None else Grip(band, item, first.id, Edge.START, first.start)


def _whole_grip(match: Match, band: Band, item: Item) -> Grip | None:
    tag = _first_position(match, item) if item.stay is not None else item.tag
    if tag is None or not can_move(tag, Edge.WHOLE):
        return None
    return Grip(band, item, tag.id, Edge.WHOLE, tag.start)


def _first_position(match: Match, item: Item) -> Tag | None:
    """The tag that a position begins with; None where a referee's command set it."""
    if item.stay is None:
        return None
    tag = match.by_id(item.stay.states[0].tags[0])
    return tag if tag is not None and tag.is_position else None


def _end_of(item: Item) -> Fraction:
    tag = item.tag
    return tag.end if tag is not None and tag.end is not None else Fraction(item.end)


@dataclass(frozen=True, slots=True)
class LoopGrip:
    """An end of the loop that is played over and over."""

    at_end: bool
    time: Fraction

    @property
    def slack(self) -> int:
        return EDGE_START


def loop_grip_at(
    loop: tuple[Fraction, Fraction | None] | None, window: Window, x: float
) -> LoopGrip | None:
    """The end of the loop under a pointer in the ruler."""
    if loop is None:
        return None
    ends = ((False, loop[0]), (True, loop[1]))
    near = [
        (abs(window.x(float(time)) - x), LoopGrip(at_end, time))
        for at_end, time in ends
        if time is not None
    ]
    away, grip = min(near, key=lambda pair: pair[0])
    return grip if away <= LOOP_PIXELS else None


def edges_near(bands: list[Band], time: float, reach: float, but: str) -> Iterator[Fraction]:
    """The times of edges of other tags than `but` within `reach` seconds of a time."""
    for band in bands:
        if band.lane.sort is Sort.SCORE:
            continue
        for item in band.lane.between(time - reach, time + reach):
            if but in item.tags:
                continue
            if abs(item.start - time) <= reach:
                yield item.time
            if item.end > item.start and abs(item.end - time) <= reach:
                yield item.stay.end if item.stay is not None else _end_of(item)
