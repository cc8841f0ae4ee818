"""What a clip is made of: stretches of a film, what is slowed or held in them, what lies over them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]


class LayerLike(Protocol):
    """A small picture to be laid over another with its upper left corner at `left`, `top` (pixels).

    `pixels`: (height, width, 4) red, green, blue and alpha, not multiplied into the colours. The
    same object always has the same pixels: what it is turned into is kept as long as it is shown.
    """

    @property
    def left(self) -> int: ...
    @property
    def top(self) -> int: ...
    @property
    def pixels(self) -> Pixels: ...


@dataclass(frozen=True, slots=True)
class Region:
    """A rectangle to be made unrecognisable, in shares (0 to 1) of the upright picture."""

    left: Fraction
    top: Fraction
    width: Fraction
    height: Fraction


@dataclass(frozen=True, slots=True)
class Look:
    """What lies over a picture: layers with their opacity (0 to 1), the later ones above; below
    them, what is blurred.
    """

    layers: Sequence[tuple[LayerLike, Fraction]] = ()
    blurred: Sequence[Region] = ()


LookAt = Callable[[int, int, int], Look]
"""What lies over an entry of the film, given its index and the width and height in pixels (square
ones) of its picture in the clip. Asked in sequence, by one thread, which is not the caller's."""


@dataclass(frozen=True, slots=True)
class Slow:
    """Entries `first` to `last` played at this speed, more than 0 and at most 1."""

    first: int
    last: int
    speed: Fraction

    def __post_init__(self) -> None:
        if not 0 < self.speed <= 1:
            raise ValueError(f"a speed of {self.speed} is no slow motion")


@dataclass(frozen=True, slots=True)
class Freeze:
    """An entry shown for so many seconds, in place of its own duration."""

    index: int
    seconds: Fraction

    def __post_init__(self) -> None:
        if self.seconds <= 0:
            raise ValueError(f"{self.seconds} s is no time to show a picture")


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A still picture before the film: (height, width, 3) red, green and blue; fitted into the
    clip's picture, see `clip_size`.
    """

    pixels: Pixels
    seconds: Fraction

    def __post_init__(self) -> None:
        if self.seconds <= 0:
            raise ValueError(f"{self.seconds} s is no time to show a card")


@dataclass(frozen=True, slots=True)
class Cut:
    """A stretch of a film, from entry `first` to entry `last` (both shown)."""

    first: int
    last: int
    slow: tuple[Slow, ...] = ()
    freezes: tuple[Freeze, ...] = ()
    card: Card | None = None

    @property
    def plain(self) -> bool:
        """Whether it is the film itself, nothing slowed, held or put before it."""
        return not (self.slow or self.freezes or self.card)


class CutKind(StrEnum):
    """How a clip came about: its pictures copied as the film stores them, or encoded anew."""

    COPIED = "copied"
    ENCODED = "encoded"


@dataclass(frozen=True, slots=True)
class ClipMade:
    """A finished clip: how many frames, its duration in seconds, its upright size in pixels, and
    whether it has sound.
    """

    path: Path
    kind: CutKind
    frames: int
    duration: Fraction
    size: tuple[int, int]
    sound: bool
