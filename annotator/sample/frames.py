"""The film's frame times, uneven as a phone makes them, and where the facts fall among them."""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction

from annotator.sample.first_story import FIRST
from annotator.sample.story import Story

TICKS = 1000  # per second
TIME_BASE = Fraction(1, TICKS)
_STEPS = (33, 33, 34)  # ticks from frame to frame
_JITTER = 3
_GAP = 340  # ticks that the phone lost


def frame_times(
    start: float = 0.0, stop: float | None = None, story: Story = FIRST
) -> list[Fraction]:
    """Presentation times of the frames from second `start` to second `stop` of the match (None: to
    its end).

    Near 30 frames a second with jitter, half of that in dim light, and once a gap. Always the
    same. The first frame shown has time 0 in the film; these are times of the match.
    """
    chance = random.Random(2024)  # noqa: S311 - a phone's whims
    ticks, times, lost = 0, list[Fraction](), story.gap_at is None
    stop = story.length if stop is None else stop
    dim_from, dim_to = story.dim or (0.0, 0.0)
    while ticks < stop * TICKS:
        second = ticks / TICKS
        if second >= start:
            times.append(Fraction(ticks, TICKS))
        step = _STEPS[len(times) % 3] * (2 if dim_from <= second < dim_to else 1)
        if not lost and story.gap_at is not None and second >= story.gap_at:
            step, lost = _GAP, True
        ticks += step + chance.randint(-_JITTER, _JITTER)
    return times


def first_at(times: Sequence[Fraction], second: float) -> int:
    """Index of the first frame at or after a second; the last frame if there is none."""
    index = bisect_left(times, Fraction(second).limit_denominator(1000))
    return min(index, len(times) - 1)
