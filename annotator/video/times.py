"""The times of all frames of a film, made into fractions only when they are looked at.

Three hours at 60 frames/s are 650 000 times: as numbers a few megabytes, as `Fraction` objects a
hundred, and half a second to make.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import overload

import numpy as np

from annotator.video.timing import Longs


class TickTimes(Sequence[Fraction]):
    """Strictly increasing times in seconds, kept as whole ticks of `base` seconds. Immutable."""

    __slots__ = ("_base", "_ticks")

    def __init__(self, ticks: Longs, base: Fraction) -> None:
        self._ticks = ticks
        self._base = base

    def __len__(self) -> int:
        return int(self._ticks.size)

    @overload
    def __getitem__(self, at: int) -> Fraction: ...
    @overload
    def __getitem__(self, at: slice) -> TickTimes: ...
    def __getitem__(self, at: int | slice) -> Fraction | TickTimes:
        if isinstance(at, slice):
            return TickTimes(self._ticks[at], self._base)
        return int(self._ticks[at]) * self._base

    def __iter__(self) -> Iterator[Fraction]:
        base = self._base
        return (tick * base for tick in self._ticks.tolist())

    def __eq__(self, other: object) -> bool:
        if isinstance(other, TickTimes) and other._base == self._base:
            return np.array_equal(other._ticks, self._ticks)
        if not isinstance(other, TickTimes | tuple):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"<{len(self)} times>"

    def gaps(self) -> tuple[Fraction, Fraction]:
        """The shortest and the longest time from one frame to the next; 0 where there is one."""
        if len(self) < 2:
            return Fraction(0), Fraction(0)
        gaps = np.diff(self._ticks)
        return int(gaps.min()) * self._base, int(gaps.max()) * self._base
