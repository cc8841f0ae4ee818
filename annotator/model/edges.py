"""Moving tags and their edges along the film: what moves with them, and how far they can go.

Positions follow one another without a gap, so the edge between two of them is one: the start of
the later. An edge can be moved in two manners. *Joined*: what adjoins it at the very same moment
moves along, and it stops one frame before a position would vanish. *Alone*: nothing else moves,
except that positions it runs into are pushed on, so that each keeps at least one frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType

from annotator.errors import EditError
from annotator.model.edits import check_tag
from annotator.model.frame_grid import Grid, Point
from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.time import parse_seconds, write_seconds
from annotator.model.timeline import Timeline, read_timeline
from annotator.model.vocabulary import Kind
from annotator.text import tr


class Edge(StrEnum):
    """What of a tag is moved."""

    START = "start"
    END = "end"
    WHOLE = "whole"


@dataclass(frozen=True, slots=True)
class Moved:
    """Where a tag begins and ends from now on; None: as before. `by`: seconds by which the times
    among its details move along.
    """

    tag_id: str
    start: Point | None = None
    end: Point | None = None
    by: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class MoveEdges:
    """Move edges of several tags at one stroke. `edge` says what was dragged, for its words."""

    moved: tuple[Moved, ...]
    edge: Edge = Edge.START

    def apply(self, match: Match) -> Match:
        """The match with the edges moved. Raises EditError if a tag would end before it starts."""
        by_id = {each.tag_id: each for each in self.moved}
        missing = set(by_id) - {tag.id for tag in match.tags}
        if missing:
            raise EditError(tr("There is no tag {id}.", id=min(missing)))
        return match.with_tags(
            tuple([_moved(tag, by_id[tag.id]) if tag.id in by_id else tag for tag in match.tags])
        )

    def label(self) -> str:
        return tr("Move tag") if self.edge is Edge.WHOLE else tr("Move edge")

    @property
    def point(self) -> Point | None:
        """Where the dragged edge stands now: the first tag's; None if nothing moves."""
        first = next(iter(self.moved), None)
        if first is None:
            return None
        return first.end if self.edge is Edge.END else first.start


def _moved(tag: Tag, how: Moved) -> Tag:
    after = tag
    if how.start is not None:
        start = how.start
        after = replace(after, start=start.time, frame=start.frame, film=start.film)
    if how.end is not None:
        end = how.end
        after = replace(after, end=end.time, end_frame=end.frame, end_film=end.film)
    if how.by:
        after = replace(after, details=MappingProxyType(_shifted(tag, how.by)))
    check_tag(after)
    return after


def _shifted(tag: Tag, by: Fraction) -> dict[str, str]:
    """The details, with film times among them moved along."""
    kinds = tag.kind.details
    return {
        key: write_seconds(parse_seconds(value) + by)
        if key in kinds and kinds[key].kind is Kind.TIME
        else value
        for key, value in tag.details.items()
    }


def can_move(tag: Tag, edge: Edge) -> bool:
    """Whether a tag has such an edge: moments have no end, and the `match` tag stands nowhere."""
    if tag.tag == "match":
        return False
    return edge is not Edge.END or tag.kind.span


def move_edge(
    match: Match, tag_id: str, edge: Edge, to: Fraction, grid: Grid, *, joined: bool = True
) -> MoveEdges:
    """The edit that moves an edge to the frame nearest to a time (of a whole tag: its start).

    It goes as far as it can. Raises EditError for a tag that is not there or has no such edge.
    """
    return Mover(match, tag_id, edge, grid).move(to, joined=joined)


class Mover:
    """An edge in a hand: what adjoins it is looked up once, so that each movement costs little.

    Raises EditError for a tag that is not there or has no such edge.
    """

    def __init__(self, match: Match, tag_id: str, edge: Edge, grid: Grid) -> None:
        tag = match.by_id(tag_id)
        if tag is None:
            raise EditError(tr("There is no tag {id}.", id=tag_id))
        if not can_move(tag, edge):
            raise EditError(
                tr("This edge cannot be moved."),
                mend=tr("A position lasts until the next one; other facts are moments."),
            )
        self.match = match
        self._timeline = read_timeline(match)
        self._tag = tag
        self._edge = edge
        self._grid = grid
        self._joined = True
        self._moved: dict[str, Moved] = {}

    @property
    def time(self) -> Fraction:
        """Where the edge is now (seconds); of a whole tag its start."""
        return self._end_now if self._edge is Edge.END else self._tag.start

    @cached_property
    def _end_now(self) -> Fraction:
        return end_of(self._tag, self._timeline)

    def move(self, to: Fraction, *, joined: bool = True) -> MoveEdges:
        """The edit that moves it to the frame nearest to a time, as far as it can go."""
        self._joined = joined
        self._moved = {}
        if self._edge is Edge.WHOLE:
            self._move_whole(to)
        elif self._edge is Edge.START and self._tag.is_position:
            self._move_position(to)
        else:
            self._move_span(to)
        mine = self._moved.get(self._tag.id)
        if mine is None or not self._changes(mine):
            return MoveEdges((), self._edge)
        others = (each for each in self._moved.values() if each is not mine)
        return MoveEdges((mine, *filter(self._changes, others)), self._edge)

    def _changes(self, how: Moved) -> bool:
        tag = self.match.by_id(how.tag_id)
        assert tag is not None
        return (how.start is not None and how.start.time != tag.start) or (
            how.end is not None and how.end.time != tag.end
        )

    # ------------------------------------------------------------------ the three movements

    def _move_span(self, to: Fraction) -> None:
        """The start of an action, or the end of a span."""
        tag, grid = self._tag, self._grid
        low, high, before = grid.first, grid.last, self.time
        if self._edge is Edge.END:
            low = max(low, grid.beside(tag.start, 1).time)
        elif tag.end is not None:
            high = grid.beside(tag.end, -1).time
        along = self._adjoining if self._joined else []
        for low_, high_ in (self._room(other) for other in along):
            low, high = max(low, low_), _least(high, high_)
        point = self._bounded(to, low, high, before)
        self._put(tag, self._edge, point)
        for other in along:
            self._put(other, self._opposite, point)

    def _move_position(self, to: Fraction) -> None:
        """The start of a position, which is the end of the one before."""
        chain = self._chain
        at = next(n for n, group in enumerate(chain) if self._tag in group)
        low, high = self._limits(chain, at, at)
        along = self._adjoining if self._joined else []
        if along:
            low = max(low, *(self._grid.beside(span.start, 1).time for span in along))
        point = self._bounded(to, low, high, self._tag.start)
        for tag in (self._tag, *(tag for tag in chain[at] if tag is not self._tag)):
            self._put(tag, Edge.START, point)
        for span in along:
            self._put(span, Edge.END, point)
        self._push(chain, at, at, point.time, point.time)

    def _move_whole(self, to: Fraction) -> None:
        tag, grid = self._tag, self._grid
        if not tag.is_position:
            point = self._bounded(to, grid.first, grid.last, tag.start)
            by = point.time - tag.start
            end = grid.at(tag.end + by) if tag.end is not None else None
            if end is not None and end.time < point.time:
                end = point
            self._moved[tag.id] = Moved(tag.id, point, end, by)
            return
        # A position keeps its length: its own tags move, and the one that comes after it.
        chain = self._chain
        stay = next((each for each in self._timeline.stays if tag.id in each.tags), None)
        own = {tag.id} if stay is None else set(stay.tags)
        mine = [n for n, group in enumerate(chain) if any(each.id in own for each in group)]
        first, last = mine[0], min(mine[-1] + 1, len(chain) - 1)
        low, high = self._limits(chain, first, last)
        begun = chain[first][0].start
        reach = chain[last][0].start - begun
        borders = [group[0].start for group in chain[first : last + 1]]
        spans = {time: self._ending_at(time) if self._joined else [] for time in borders}
        for each in spans[begun]:
            low = max(low, grid.beside(each.start, 1).time)
        point = self._bounded(to, low, None if high is None else high - reach, begun)
        place = point
        for group in chain[first : last + 1]:
            if group is not chain[first]:
                wanted = grid.at(group[0].start + point.time - begun)
                least = grid.beside(place.time, 1)
                place = wanted if wanted.time >= least.time else least
            for each in sorted(group, key=lambda each: each is not tag):
                self._put(each, Edge.START, place)
            for each in spans[group[0].start]:
                if each.start < place.time:
                    self._put(each, Edge.END, place)
        self._push(chain, first, last, point.time, place.time)

    # ------------------------------------------------------------------ what there is

    @property
    def _opposite(self) -> Edge:
        return Edge.START if self._edge is Edge.END else Edge.END

    @cached_property
    def _chain(self) -> list[list[Tag]]:
        """The positions in time; those of one moment together."""
        groups: list[list[Tag]] = []
        for tag in self._timeline.tags:
            if not tag.is_position:
                continue
            if groups and groups[-1][0].start == tag.start:
                groups[-1].append(tag)
            else:
                groups.append([tag])
        return groups

    @cached_property
    def _adjoining(self) -> list[Tag]:
        """The tags whose opposite edge is at this very moment."""
        time = self.time
        if self._opposite is Edge.END:
            return self._ending_at(time)
        others = [tag for tag in self._timeline.tags if tag is not self._tag and tag.kind.span]
        others += [tag for group in self._chain for tag in group]
        return [tag for tag in others if tag.start == time]

    def _ending_at(self, time: Fraction) -> list[Tag]:
        """The other spans that end at this very moment."""
        return [
            tag
            for tag in self._timeline.tags
            if tag.kind.span and tag.end == time and tag.start < time and tag is not self._tag
        ]

    def _room(self, tag: Tag) -> tuple[Fraction, Fraction | None]:
        """From where to where the opposite edge of an adjoining tag can go."""
        grid = self._grid
        if self._opposite is Edge.END:
            return grid.beside(tag.start, 1).time, None
        if tag.is_position:
            chain = self._chain
            at = next(n for n, group in enumerate(chain) if tag in group)
            return self._limits(chain, at, at)
        return grid.first, None if tag.end is None else grid.beside(tag.end, -1).time

    def _limits(
        self, chain: Sequence[Sequence[Tag]], first: int, last: int
    ) -> tuple[Fraction, Fraction | None]:
        """From where to where the positions from `first` to `last` can go."""
        grid = self._grid
        if self._joined:
            low = grid.beside(chain[first - 1][0].start, 1).time if first else grid.first
            after = chain[last + 1][0].start if last + 1 < len(chain) else None
            return low, grid.last if after is None else grid.beside(after, -1).time
        # Those that are pushed need a frame each.
        low = grid.beside(grid.first, first).time if first else grid.first
        pushed = len(chain) - 1 - last
        if grid.last is None or not pushed:
            return low, grid.last
        return low, grid.beside(grid.last, -pushed).time

    def _push(
        self, chain: Sequence[Sequence[Tag]], first: int, last: int, begin: Fraction, end: Fraction
    ) -> None:
        """Make room: positions before `begin` and behind `end` are moved just far enough."""
        border = begin
        for group in reversed(chain[:first]):
            place = self._grid.beside(border, -1)
            if group[0].start <= place.time:
                break
            for tag in group:
                self._put(tag, Edge.START, place)
            border = place.time
        border = end
        for group in chain[last + 1 :]:
            place = self._grid.beside(border, 1)
            if group[0].start >= place.time:
                break
            for tag in group:
                self._put(tag, Edge.START, place)
            border = place.time

    def _bounded(
        self, to: Fraction, low: Fraction, high: Fraction | None, before: Fraction
    ) -> Point:
        """The frame nearest to `to` within bounds; where it is if there is no room at all."""
        if high is not None and high < low:
            return self._grid.on(before)
        inside = max(to, low) if high is None else min(max(to, low), high)
        point = self._grid.at(inside)
        if point.time < low:
            point = self._grid.from_(low)
        if high is not None and point.time > high:
            point = self._grid.until(high)
        if point.time < low or (high is not None and point.time > high):
            return self._grid.on(before)
        return point

    def _put(self, tag: Tag, edge: Edge, point: Point) -> None:
        known = self._moved.get(tag.id, Moved(tag.id))
        if edge is Edge.END:
            self._moved[tag.id] = replace(known, end=point)
        else:
            self._moved[tag.id] = replace(known, start=point)


def end_of(tag: Tag, timeline: Timeline) -> Fraction:
    """Where a span is seen to end: its own end, or where the timeline says it is over (seconds)."""
    return tag.end if tag.end is not None else timeline.end_of(tag)


def _least(one: Fraction | None, other: Fraction | None) -> Fraction | None:
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)
