"""Moving one end of one tag by whole frames, and nothing else."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from annotator.model.match import Match
from annotator.model.tag import Tag

NOMINAL_FRAME = Fraction(1, 30)
"""Seconds between two frames where no film says it."""


LONGEST_FRAME = Fraction(1)
"""Seconds; what is longer is no frame but a stretch that no film shows."""


class Edge(StrEnum):
    """Which end of a tag is moved."""

    START = "start"
    END = "end"


@dataclass(frozen=True, slots=True)
class Move:
    """One end of a tag, `frames` frames later (negative: earlier), which is at `time` seconds."""

    tag: str
    edge: Edge
    frames: int
    time: Fraction


def moves_of(
    tag: Tag,
    edge: Edge,
    frames: int,
    times: Sequence[Fraction] | None = None,
    nominal: Fraction = NOMINAL_FRAME,
) -> Iterator[Move]:
    """Every move of a tag's end by up to `frames` frames, the smallest first, earlier first.

    `times` are the film's frame times in seconds; a time between two frames goes to the next one
    in either direction, and none leaves the film. Where no film is, a frame is `nominal` seconds,
    and none is moved below 0. A tag never ends before it starts.
    """
    old = tag.start if edge is Edge.START else tag.end
    if old is None:
        return
    for count in range(1, frames + 1):
        for signed in (-count, count):
            new = _moved(old, signed, times, nominal)
            if new is None:
                continue
            start, end = (new, tag.end) if edge is Edge.START else (tag.start, new)
            if end is None or start <= end:
                yield Move(tag.id, edge, signed, new)


def _moved(
    old: Fraction, frames: int, times: Sequence[Fraction] | None, nominal: Fraction
) -> Fraction | None:
    if times and times[0] <= old <= times[-1]:
        step = bisect_right(times, old) - 1 if frames > 0 else bisect_left(times, old)
        if not 0 <= step + frames < len(times):
            return None
        new = times[step + frames]
        if abs(new - old) <= abs(frames) * LONGEST_FRAME:
            return new
    new = old + frames * nominal
    return new if new >= 0 else None


def moved(match: Match, move: Move) -> Match:
    """The match with that one end elsewhere; it then says no frame that its time was taken from."""
    return replace(
        match, tags=tuple(_place(tag, move) if tag.id == move.tag else tag for tag in match.tags)
    )


def _place(tag: Tag, move: Move) -> Tag:
    if move.edge is Edge.START:
        return replace(tag, start=move.time, frame=None)
    return replace(tag, end=move.time, end_frame=None)
