"""The shuttle of J, K and L: a ladder of speeds with stillness in it."""

from __future__ import annotations

from fractions import Fraction

from annotator.ui.player.parts import ONE, SHUTTLE, next_on


class Shuttle:
    """Remembers the speed that was chosen before it, which plays again once the film stood still."""

    def __init__(self) -> None:
        self._before: Fraction | None = None

    def next(self, rate: Fraction, direction: int, *, playing: bool) -> Fraction:
        """The speed one step backward (-1) or forward (1) from `rate`; 0 is stillness."""
        if self._before is None:
            self._before = rate
        return next_on(SHUTTLE, rate if playing else Fraction(0), direction)

    def leave(self, rate: Fraction) -> Fraction:
        """The film stands: the speed to play at from now on, never backward."""
        before, self._before = self._before, None
        if before is not None:
            return before
        return rate if rate > 0 else ONE

    def forget(self) -> None:
        """Another speed was chosen meanwhile; it stays."""
        self._before = None
