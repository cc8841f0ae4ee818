"""A tag or an edge in the hand: where it would go, until it is let go or given up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from annotator.model.edges import Edge, MoveEdges, Mover
from annotator.model.frame_grid import Grid, Point
from annotator.model.match import Match
from annotator.model.time import clock_text
from annotator.text import tr, tr_n
from annotator.ui.views.timeline_geometry import Band
from annotator.ui.views.timeline_grip import Grip, LoopGrip, edges_near

SNAP_PIXELS = 7.0


@dataclass(frozen=True, slots=True)
class Ghost:
    """What is painted of a drag: the bar as it would be (None: there is none), the guide line,
    where tags go that move along, and what is written beside the line. Times in seconds.
    """

    band: Band | None
    row: int
    bar: tuple[float, float] | None
    guide: float
    along: tuple[float, ...] = ()
    text: str = ""


class Drag:
    """One movement from press to release. `home`: the film's time before it, to go back to."""

    def __init__(
        self, grip: Grip, match: Match, grid: Grid, pointer: Fraction, home: Fraction
    ) -> None:
        self.grip = grip
        self.home = home
        self._grid = grid
        self._mover = Mover(match, grip.tag_id, grip.edge, grid)
        # What is taken hold of keeps its place under the pointer.
        self.begin = self._mover.time
        self._offset = pointer - self.begin
        self.edit = MoveEdges((), grip.edge)
        self.point = grid.on(self.begin)

    def move(
        self, pointer: Fraction, bands: Sequence[Band], reach: float, *, joined: bool
    ) -> Point:
        """Take the edge to the pointer; within `reach` seconds it snaps to other tags' edges.

        Returns the frame that it stands on now.
        """
        wanted = pointer - self._offset
        near = list(edges_near(list(bands), float(wanted), reach, self.grip.tag_id))
        if near:
            wanted = min(near, key=lambda time: abs(time - wanted))
        self.edit = self._mover.move(wanted, joined=joined)
        self.point = self.edit.point or self._grid.on(self.begin)
        return self.point

    def ghost(self) -> Ghost:
        """How it looks now."""
        item, edge, time = self.grip.item, self.grip.edge, float(self.point.time)
        begin, end = item.start, item.end
        if edge is Edge.WHOLE:
            bar = (time, end + time - begin)
        else:
            bar = (time, max(time, end)) if edge is Edge.START else (min(begin, time), time)
        places = [p for m in self.edit.moved[1:] for p in (m.start, m.end) if p is not None]
        along = tuple(sorted({float(p.time) for p in places} - {time}))
        return Ghost(self.grip.band, item.row, bar, time, along, self._text())

    def _text(self) -> str:
        """`0:21.033 · f631 · 3 frames later`."""
        point = self.point
        words = [clock_text(point.time, 3)]
        if point.frame is not None:
            words.append(f"f{point.frame}")
        by = self._grid.between(self.begin, point.time)
        if by:
            words.append(
                tr_n("{count} frame later", "{count} frames later", by)
                if by > 0
                else tr_n("{count} frame earlier", "{count} frames earlier", -by)
            )
        elif by is None and point.time != self.begin:
            words.append(tr("{seconds} s", seconds=f"{float(point.time - self.begin):+.2f}"))
        return " · ".join(words)


class LoopDrag:
    """An end of the loop in the hand. `before`: the loop as it was; `shown`: the frame to look at,
    which at the loop's end is the last one that is still played.
    """

    def __init__(
        self,
        grip: LoopGrip,
        loop: tuple[Fraction, Fraction | None],
        grid: Grid,
        pointer: Fraction,
        home: Fraction,
    ) -> None:
        self.home = home
        self.before = loop
        self.shown = grip.time
        self._loop = loop
        self._grip = grip
        self._grid = grid
        self._offset = pointer - grip.time

    def move(self, pointer: Fraction) -> tuple[Fraction, Fraction | None]:
        """Take the end to the pointer; the loop keeps at least one frame. Returns the loop."""
        grid, (start, end) = self._grid, self.before
        place = grid.at(pointer - self._offset).time
        if self._grip.at_end:
            end = max(place, grid.beside(start, 1).time)
            self.shown = grid.beside(end, -1).time
        else:
            start = place if end is None else min(place, grid.beside(end, -1).time)
            self.shown = start
        self._loop = (start, end)
        return self._loop

    def ghost(self) -> Ghost:
        """How it looks now."""
        start, end = self._loop
        time = end if self._grip.at_end and end is not None else start
        return Ghost(None, 0, None, float(time), (), clock_text(time, 3))


def reach_of(rate: float, *, free: bool) -> float:
    """Seconds within which an edge snaps to others, at so many pixels a second."""
    return 0.0 if free else SNAP_PIXELS / rate
