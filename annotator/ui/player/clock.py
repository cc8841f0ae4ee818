"""Which moment of the film is due now."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from time import perf_counter_ns
from typing import Protocol

NANO = 1_000_000_000


class Clock(Protocol):
    """Film time that runs at a rate, or stands."""

    def run(self, at: Fraction, rate: Fraction) -> None:
        """Go on from this film time (seconds); a negative rate runs backward."""

    def hold(self, at: Fraction) -> None:
        """Stand at this film time."""

    def now(self) -> Fraction:
        """The film time that is due."""


class WallClock:
    """Goes by the machine's own clock. `nanoseconds`: what that clock says, for tests."""

    def __init__(self, nanoseconds: Callable[[], int] = perf_counter_ns) -> None:
        self.nanoseconds = nanoseconds
        self._at = Fraction(0)
        self._rate = Fraction(0)
        self._since = nanoseconds()

    def run(self, at: Fraction, rate: Fraction) -> None:
        self._at, self._rate, self._since = at, rate, self.nanoseconds()

    def hold(self, at: Fraction) -> None:
        self.run(at, Fraction(0))

    def now(self) -> Fraction:
        if not self._rate:
            return self._at
        return self._at + self._rate * Fraction(self.nanoseconds() - self._since, NANO)
