"""One tag: a fact that is visible on the footage, never what it is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType

from annotator.model.vocabulary import VOCABULARY, Athlete, Group, TagKind

_NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True, eq=True)
class Tag:
    """A fact, from `start` (seconds, the time of the first frame that shows it) to `end`.

    `end` is None for facts that are moments, and for spans that are still open. `details` holds
    only what was answered. `frame` and `end_frame` are the frames (from 0) that the times were
    taken from, where there was a film; `film` and `end_film` say of which of the match's films, in
    the order of its list and counted from 1. `reaction` and `end_reaction` are the seconds by which
    start and end were set back from the frame on screen at the key press, for the time a person needs
    to react; 0 where they were not, or were moved since. `extra` keeps what a newer file said and we do not
    understand, so that saving writes it back.
    """

    id: str
    tag: str
    start: Fraction
    end: Fraction | None = None
    athlete: Athlete | None = None
    details: Mapping[str, str] = field(default_factory=lambda: _NOTHING)
    note: str = ""
    frame: int | None = None
    end_frame: int | None = None
    film: int = 1
    end_film: int = 1
    reaction: Fraction = Fraction(0)
    end_reaction: Fraction = Fraction(0)
    extra: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))

    def __hash__(self) -> int:
        return hash((self.id, self.tag, self.start, self.end, self.athlete))

    @property
    def kind(self) -> TagKind:
        """The tag's row in the vocabulary."""
        return VOCABULARY[self.tag]

    @property
    def is_position(self) -> bool:
        return self.kind.group is Group.POSITION

    def with_details(self, **answers: str | None) -> Tag:
        """The tag with these answers; None takes an answer back (it becomes unknown)."""
        merged = {**self.details, **answers}
        kept = {key: value for key, value in merged.items() if value is not None}
        return replace(self, details=MappingProxyType(kept))
