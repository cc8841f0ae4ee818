"""Keeping up while the film plays: what is left out, and how far ahead to ask for pictures."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import ceil

MOST_PER_SECOND = 61
"""Pictures a second that a usual screen can show, with room for what calls itself 60."""

_FETCHING = Fraction(1, 100)  # seconds that fetching a frame takes at least
_LONGEST = Fraction(1)
_LATELY = 3  # one slow fetch tells nothing; so many in a row do


class Pace:
    """Of how many frames one is shown on purpose (`stride`), and how many more were left out for
    want of time (`dropped`); `tell` is told when that changes.
    """

    def __init__(self, tell: Callable[[int], None]) -> None:
        self.stride = 1
        self.dropped = 0
        self._tell = tell
        self._asked = Fraction(0)
        self._took: deque[Fraction] = deque(maxlen=_LATELY)

    def set(self, times: Sequence[Fraction], rate: Fraction) -> None:
        """Another film or another rate."""
        self.stride = stride_of(times, rate)
        self._took.clear()

    def ask(self, due: Fraction) -> None:
        """A picture is asked for when this film time is due."""
        self._asked = due

    def come(self, due: Fraction) -> None:
        """The picture asked for is there."""
        self._took.append(abs(due - self._asked))

    def jump(self) -> None:
        """What is asked for now is no successor of what is on screen, and says nothing."""
        self._took.clear()

    def lead(self, rate: Fraction) -> Fraction:
        """Film time by which to ask ahead, so that the picture is there when it is due. Where the
        decoder is too slow for the film, what is shown is then at least what is heard.
        """
        steady = min(self._took) if len(self._took) == _LATELY else Fraction(0)
        return rate * max(_FETCHING, min(steady / abs(rate), _LONGEST))

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


def stride_of(times: Sequence[Fraction], rate: Fraction) -> int:
    """Of how many frames one is to be shown so that pictures come no faster than a screen can show
    them. `times`: of the film's frames; `rate`: how many times as fast it plays.
    """
    if len(times) < 2:
        return 1
    per_second = abs(rate) * (len(times) - 1) / (times[-1] - times[0])
    return max(1, ceil(per_second / MOST_PER_SECOND))
