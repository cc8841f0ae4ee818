"""The moments at which an edge of a tag can stand: the frames of a film, or hundredths without one."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from annotator.model.films import Line
from annotator.model.time import FrameRef

PER_SECOND = 100
"""Steps of a second that are told apart where there is no film."""
STEP = Fraction(1, 25)
"""What counts as one frame where there is no film, in seconds."""


@dataclass(frozen=True, slots=True)
class Point:
    """A time (seconds) and the frame that it was taken from, of film `film` (counted from 1)."""

    time: Fraction
    frame: int | None = None
    film: int = 1


@dataclass(frozen=True, slots=True)
class Grid:
    """The frames' times in order, in seconds; empty where there is no film."""

    frames: Sequence[Fraction] = ()

    def at(self, time: Fraction) -> Point:
        """The frame that begins nearest to a time."""
        frames = self.frames
        if not frames:
            return Point(max(Fraction(0), Fraction(round(time * PER_SECOND), PER_SECOND)))
        later = min(bisect_left(frames, time), len(frames) - 1)
        earlier = max(later - 1, 0)
        nearer = later if frames[later] - time <= time - frames[earlier] else earlier
        return self._point(nearer)

    def from_(self, time: Fraction) -> Point:
        """The first frame that begins at a time or after it; the last one if there is none."""
        if not self.frames:
            return Point(Fraction(ceil(time * PER_SECOND), PER_SECOND))
        return self._point(min(bisect_left(self.frames, time), len(self.frames) - 1))

    def until(self, time: Fraction) -> Point:
        """The last frame that begins at a time or before it; the first one if there is none."""
        if not self.frames:
            return Point(Fraction(floor(time * PER_SECOND), PER_SECOND))
        return self._point(max(bisect_right(self.frames, time) - 1, 0))

    def on(self, time: Fraction) -> Point:
        """This very time; with its frame if one begins there."""
        frames = self.frames
        index = bisect_left(frames, time)
        found = index < len(frames) and frames[index] == time
        return self._point(index) if found else Point(time)

    def beside(self, time: Fraction, count: int) -> Point:
        """The frame `count` frames after (before, if negative) the one at a time.

        Of a time between two frames the first one after (before) it is one frame away. There is
        nothing beyond the first and the last frame.
        """
        frames = self.frames
        if not frames:
            return Point(max(Fraction(0), time + count * STEP))
        if count > 0:
            index = bisect_right(frames, time) - 1 + count
        elif count < 0:
            index = bisect_left(frames, time) + count
        else:
            return self.at(time)
        return self._point(min(max(index, 0), len(frames) - 1))

    def between(self, one: Fraction, other: Fraction) -> int | None:
        """By how many frames `other` is later than `one`; None where there is no film."""
        if not self.frames:
            return None
        return bisect_left(self.frames, other) - bisect_left(self.frames, one)

    @property
    def first(self) -> Fraction:
        """The earliest moment there is."""
        return self.frames[0] if self.frames else Fraction(0)

    @property
    def last(self) -> Fraction | None:
        """The latest moment; None where there is no film to end."""
        return self.frames[-1] if self.frames else None

    def _point(self, index: int) -> Point:
        frames = self.frames
        ref = frames.ref(index) if isinstance(frames, Line) else FrameRef(index)
        if ref is None:
            return Point(frames[index])
        return Point(frames[index], ref.index, ref.part)
