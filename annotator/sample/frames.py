"""The film's frame times, uneven as a phone makes them, and where the facts fall among them."""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction

from annotator.sample.storyboard import END, LENGTH, RESTART, STOP, WHISTLE

TICKS = 1000  # per second
TIME_BASE = Fraction(1, TICKS)
_STEPS = (33, 33, 34)  # ticks from frame to frame
_JITTER = 3
_DIM = (96.0, 112.0)  # seconds in which the phone records at half rate
_GAP_AT, _GAP = 129.0, 340  # a stretch that the phone lost


def frame_times(start: float = 0.0, stop: float = LENGTH) -> list[Fraction]:
    """Presentation times of the frames from second `start` to second `stop` of the match.

    Near 30 frames a second with jitter, half of that in dim light, and once a gap. Always the
    same. The first frame shown has time 0 in the film; these are times of the match.
    """
    chance = random.Random(2024)  # noqa: S311 - a phone's whims
    ticks, times, lost = 0, list[Fraction](), False
    while ticks < stop * TICKS:
        second = ticks / TICKS
        if second >= start:
            times.append(Fraction(ticks, TICKS))
        step = _STEPS[len(times) % 3] * (2 if _DIM[0] <= second < _DIM[1] else 1)
        if not lost and second >= _GAP_AT:
            step, lost = _GAP, True
        ticks += step + chance.randint(-_JITTER, _JITTER)
    return times


def first_at(times: Sequence[Fraction], second: float) -> int:
    """Index of the first frame at or after a second; the last frame if there is none."""
    index = bisect_left(times, Fraction(second).limit_denominator(1000))
    return min(index, len(times) - 1)


def clock_runs(second: float) -> float:
    """Seconds of match clock that have run at a second of film."""
    first = min(max(second - WHISTLE, 0.0), STOP - WHISTLE)
    return first + min(max(second - RESTART, 0.0), END - RESTART)
