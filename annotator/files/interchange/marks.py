"""What a reader finds in a foreign file, before anything is understood of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType

from annotator.errors import ForeignFileError
from annotator.files.interchange.losses import Loss, Losses
from annotator.text import tr

SIZE_LIMIT = 64_000_000
MOST_EVENTS = 100_000
_NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Mark:
    """One event: `start` and `end` in seconds of the film; no end: a moment, or one that never ended.

    `code`: what it is called; `who`: texts that may name the athlete, the likeliest first; `labels`: group (may be empty)
    and text of each; `frame`, `end_frame`: as the file says; `grain`: the value of the last digit of
    its times; `record`: what we once wrote ourselves about it.
    """

    code: str
    start: Fraction
    end: Fraction | None = None
    grain: Fraction = Fraction(0)
    who: tuple[str, ...] = ()
    labels: tuple[tuple[str, str], ...] = ()
    note: str = ""
    frame: int | None = None
    end_frame: int | None = None
    record: Mapping[str, str] = field(default_factory=lambda: _NOTHING)


@dataclass(frozen=True, slots=True)
class Source:
    """A file that was read: its events, what it says of the match (see `outgoing.head_of`), and its films."""

    marks: Sequence[Mark]
    head: Mapping[str, str] = field(default_factory=lambda: _NOTHING)
    films: tuple[str, ...] = ()
    losses: Losses = field(default_factory=Losses)


def end_after(
    start: Fraction, end: Fraction | None, said: str, name: str, losses: Losses
) -> Fraction | None:
    """An event's end, None where it has none. `said`: its text; one that means nothing, or lies before the
    start, is among the losses.
    """
    if end is None:
        if said.strip():
            losses.add(Loss.BACKWARD, name)
        return None
    if end < start:
        losses.add(Loss.BACKWARD, name)
    return end if end > start else None


def check_count(count: int, where: str) -> None:
    """Raises ForeignFileError for more events than any match has."""
    if count > MOST_EVENTS:
        raise ForeignFileError(
            tr("There are more than {n} events in this file.", n=MOST_EVENTS), where=where,
            mend=tr("Is it the right one? Export single matches in the other program."),
        )  # fmt: skip
