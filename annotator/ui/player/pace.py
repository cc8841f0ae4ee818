"""Keeping up while the film plays: what is left out, and how far ahead to ask for pictures."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import ceil

from annotator.ui.player.loop import end_of

MOST_PER_SECOND = 61
"""Pictures a second that a usual screen can show, with room for what calls itself 60."""

# Nanoseconds of the machine's, not of the film: whole numbers, since they are asked for with each
# frame, and fractions would take as long as painting one.
_NANO = 1_000_000_000
_FETCHING = 10_000_000  # that fetching a frame takes at least
_LATE = 35_000_000  # by which a picture may be late before one is left out
_LONGEST = _NANO
_LATELY = 8  # fetches that are remembered
_IN_A_ROW = 3  # one slow fetch tells nothing; so many do


class Pace:
    """Of how many frames one is shown on purpose (`stride`), and how many more were left out for
    want of time (`dropped`); `tell` is told when that changes.
    """

    def __init__(self, tell: Callable[[int], None]) -> None:
        self.stride = 1
        self.dropped = 0
        self._tell = tell
        self._rate = Fraction(1)
        self._gap = 0  # nanoseconds from one picture to the next as they are watched
        self._unhurried = Fraction(0)  # the lead while pictures come quickly
        self._asked = Fraction(0)
        self._took: deque[int] = deque(maxlen=_LATELY)

    def set(self, times: Sequence[Fraction], rate: Fraction) -> None:
        """Another film or another rate."""
        self.stride = stride_of(times, rate)
        self._rate = rate
        if len(times) > 1:
            mean = (times[-1] - times[0]) / (len(times) - 1)
            self._gap = _nanoseconds(mean * self.stride / abs(rate))
        self._unhurried = -rate * Fraction(max(_LATE - self._gap, 0), _NANO)
        self._took.clear()

    def ask(self, due: Fraction) -> None:
        """A picture is asked for when this film time is due."""
        self._asked = due

    def come(self, due: Fraction) -> None:
        """The picture asked for is there."""
        self._took.append(_nanoseconds(abs((due - self._asked) / self._rate)))

    def jump(self) -> None:
        """What is asked for now is no successor of what is on screen, and says nothing."""
        self._took.clear()

    def lead(self) -> Fraction:
        """Film time by which to ask ahead of what is due.

        Pictures that come quickly may lag a little after a hitch: they catch up, and none is left
        out. Where the decoder is too slow for the film they are asked for so early that what is
        shown is at least what is heard.
        """
        took = self._took
        if not took or 2 * sorted(took)[-2:][0] < self._gap:  # all but one
            return self._unhurried
        steady = min(list(took)[-_IN_A_ROW:]) if len(took) >= _IN_A_ROW else 0
        return self._rate * Fraction(max(_FETCHING, min(steady, _LONGEST)), _NANO)

    def begin(self) -> None:
        """Count from 0."""
        self._count(0)

    def pass_on(self, before: int, index: int) -> None:
        """One frame follows another on screen; what should have been between them was dropped."""
        self._count(self.dropped + max(0, abs(index - before) - self.stride))

    def _count(self, dropped: int) -> None:
        if dropped != self.dropped:
            self.dropped = dropped
            self._tell(dropped)


def _nanoseconds(seconds: Fraction) -> int:
    return seconds.numerator * _NANO // seconds.denominator


def stride_of(times: Sequence[Fraction], rate: Fraction) -> int:
    """Of how many frames one is to be shown so that pictures come no faster than a screen can show
    them. `times`: of the film's frames; `rate`: how many times as fast it plays.
    """
    if len(times) < 2:
        return 1
    per_second = abs(rate) * (len(times) - 1) / (times[-1] - times[0])
    return max(1, ceil(per_second / MOST_PER_SECOND))


def wait_for(times: Sequence[Fraction], index: int, due: Fraction, rate: Fraction) -> int:
    """Whole milliseconds, rounded up so that none is shown early, until a frame is due; 0 once it
    is. Backward a frame begins with its end. `due`: the film time that should be on screen now.
    """
    begins = times[index] if rate > 0 else end_of(times, index)
    return max(0, ceil((begins - due) / rate * 1000))
