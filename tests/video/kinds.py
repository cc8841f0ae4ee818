"""The table of all kinds of film; each test module's makers enter theirs under a name."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

from tests.video.clips import COUNT, Clip

Maker = Callable[[Path], Clip]
KINDS: dict[str, Maker] = {}
DAMAGED: list[str] = []  # kinds some of whose frames cannot be right
RETIMED: list[str] = []  # kinds some of whose times cannot be the container's own
TICKS = Fraction(1, 90000)
ALL = list(range(COUNT))


def kind(name: str, *, damaged: bool = False, retimed: bool = False) -> Callable[[Maker], Maker]:
    """Register a maker under a name."""

    def keep(maker: Maker) -> Maker:
        assert name not in KINDS
        KINDS[name] = maker
        if damaged:
            DAMAGED.append(name)
        if retimed:
            RETIMED.append(name)
        return maker

    return keep
