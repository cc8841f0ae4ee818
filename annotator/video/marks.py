"""Which frames are not to be trusted wholly, and why: four columns by frame."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Self

import numpy as np
import numpy.typing as npt

from annotator.text import tr

Flags = npt.NDArray[np.bool_]
Stretch = tuple[int, int]  # first and last frame


@dataclass(frozen=True, slots=True, eq=False)
class Marks:
    """By frame. `absent`: it gives no picture, a neighbour stands in its place; `torn`: its own
    data is damaged; `leaning`: it leans on a damaged frame; `retimed`: its time is ours.
    """

    absent: Flags
    torn: Flags
    leaning: Flags
    retimed: Flags

    @classmethod
    def of(cls, count: int, stretches: Mapping[str, Sequence[Stretch]]) -> Self:
        """Marks of `count` frames from stretches by the name of the column."""
        columns = []
        for column in fields(cls):
            flags = np.zeros(count, np.bool_)
            for first, last in stretches.get(column.name, ()):
                flags[first : last + 1] = True
            columns.append(flags)
        return cls(*columns)

    def stretches(self) -> dict[str, list[Stretch]]:
        """What `of` makes the same marks from; columns without a mark are left out."""
        named = ((column.name, stretches_of(getattr(self, column.name))) for column in fields(self))
        return {name: found for name, found in named if found}

    def joined(self, other: Marks) -> Marks:
        """All marks of both; their films have the same number of frames."""
        return Marks(
            self.absent | other.absent,
            self.torn | other.torn,
            self.leaning | other.leaning,
            self.retimed | other.retimed,
        )

    @property
    def damaged(self) -> Flags:
        """By frame, whether anything about its picture may be wrong."""
        return self.absent | self.torn | self.leaning


def stretches_of(flags: Flags) -> list[Stretch]:
    """The runs of set flags, as first and last index."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], flags, [False]))))
    return [(int(a), int(b) - 1) for a, b in zip(edges[::2], edges[1::2], strict=True)]


def said(has: Callable[[str], bool]) -> str | None:
    """Why a frame is marked, in a sentence or more; `has` says whether it is in a column."""
    why: list[str] = []
    if has("absent"):
        why.append(tr("This frame cannot be decoded; its neighbour is shown in its place."))
    elif has("torn"):
        why.append(tr("The data of this frame is damaged or torn; parts of it may be wrong."))
    elif has("leaning"):
        why.append(tr("A frame before it is damaged; parts of this one may be wrong."))
    if has("retimed"):
        why.append(tr("The film holds no usable time for this frame; we worked one out."))
    return " ".join(why) or None
