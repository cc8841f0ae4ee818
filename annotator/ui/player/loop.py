"""The stretch of film that is played over and over."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Loop:
    """From `start` up to but not including `end` (film time in seconds).

    Without an end only the start is set yet, and nothing is repeated.
    """

    start: Fraction
    end: Fraction | None = None

    def turn(self, due: Fraction, rate: Fraction, times: Sequence[Fraction]) -> Fraction | None:
        """Where to go on when the end that playing runs towards is reached; else None.

        `due`: the film time due now. `times`: of the film's frames; empty without a film.
        """
        if self.end is None:
            return None
        reached = due >= self.end if rate > 0 else due < self.start
        return self.entry(rate, times) if reached else None

    def entry(self, rate: Fraction, times: Sequence[Fraction]) -> Fraction:
        """Where playing at this rate comes in: at the first frame, or backward at the last."""
        if rate > 0 or self.end is None:
            return self.start
        if not times:
            return self.end
        return max(times[max(bisect_left(times, self.end) - 1, 0)], self.start)

    def leaves(self, here: Fraction, there: Fraction) -> bool:
        """Whether a step from one frame's time to another's leads out of the loop."""
        if self.end is None:
            return False
        return here < self.end <= there or there < self.start <= here


def end_of(times: Sequence[Fraction], index: int | None = None) -> Fraction:
    """When a frame (the last one, if none is named) has had its time on screen."""
    if not times:
        return Fraction(0)
    following = len(times) if index is None else index + 1
    if following < len(times):
        return times[following]
    return times[-1] + (times[-1] - times[-2] if len(times) > 1 else Fraction(1, 25))
