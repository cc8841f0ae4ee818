"""A match: its tags in the order of their rows, its athletes, its films, the rules it was scored by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm
from types import MappingProxyType

from annotator.model.drawing import Drawing
from annotator.model.tag import Tag
from annotator.model.vocabulary import ATHLETES, Athlete

_NOTHING: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Person:
    """An athlete as people call them; `belt` is the colour worn in this match, free text."""

    name: str = ""
    belt: str = ""
    extra: Mapping[str, object] = field(default_factory=lambda: _NOTHING)


@dataclass(frozen=True, slots=True)
class Media:
    """A film of the match. `path` is relative to the match file, with forward slashes.

    `size_bytes`, `duration` (seconds), `frames` and `fingerprint` say which film it was, so that
    a moved film is found again and a changed one is noticed; None where they are not known.

    Films of one `camera` (counted from 1) are parts in sequence; a film of another camera shows the
    same moments from elsewhere. `offset` (seconds) places it on the match's time line: match time =
    film time + offset; None means where the camera's part before it ends, see
    `annotator.model.films.offsets`. `first` is the film time of its first frame, None: 0.
    """

    path: str
    size_bytes: int | None = None
    duration: Fraction | None = None
    frames: int | None = None
    fingerprint: str | None = None
    extra: Mapping[str, object] = field(default_factory=lambda: _NOTHING)
    camera: int = 1
    offset: Fraction | None = None
    first: Fraction | None = None


@dataclass(frozen=True, slots=True)
class RulesetPin:
    """A ruleset that the match was scored with: id, edition, and a hash of what it said.

    `totals` are the numbers it gave when the match was saved (`red`, `blue` to `points`,
    `advantages`, `penalties`): not the score, only what an old score is shown from when the
    rules have changed since.
    """

    id: str
    edition: str = ""
    hash: str = ""
    totals: Mapping[str, Mapping[str, int]] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Match:
    """Everything that is saved. Immutable: an edit makes a new match.

    `event` is what the match was part of, as people call it; `date` its day, `2026-11-28`, or empty;
    `round` and `weight` say which match of it this was: `semi-final`, `76 kg`, as people call them.
    `drawings` lie over the films, the later ones above.
    """

    tags: tuple[Tag, ...] = ()
    athletes: Mapping[Athlete, Person] = field(
        default_factory=lambda: MappingProxyType({who: Person() for who in ATHLETES})
    )
    media: tuple[Media, ...] = ()
    rulesets: tuple[RulesetPin, ...] = ()
    title: str = ""
    extra: Mapping[str, object] = field(default_factory=lambda: _NOTHING)
    event: str = ""
    date: str = ""
    drawings: tuple[Drawing, ...] = ()
    round: str = ""
    weight: str = ""

    def by_id(self, tag_id: str) -> Tag | None:
        """The tag with this id, or None."""
        return next((tag for tag in self.tags if tag.id == tag_id), None)

    def drawing(self, drawing_id: str) -> Drawing | None:
        """The drawing with this id, or None."""
        return next((one for one in self.drawings if one.id == drawing_id), None)

    def in_time(self) -> list[Tag]:
        """The tags by start time; at equal times in the order of their rows."""
        global _sorted_last
        known = _sorted_last
        if known[0] is not self.tags:
            known = _sorted_last = (self.tags, self._sorted())
        return list(known[1])

    def _sorted(self) -> list[Tag]:
        # Whole parts of a second that all starts share are compared much faster than fractions.
        parts = lcm(*{tag.start.denominator for tag in self.tags})
        return sorted(
            self.tags, key=lambda tag: tag.start.numerator * (parts // tag.start.denominator)
        )

    def free_ids(self) -> Iterator[str]:
        """Ids that no tag has: `t1`, `t2`, ..."""
        taken = {tag.id for tag in self.tags}
        number = len(self.tags)
        while True:
            number += 1
            if (name := f"t{number}") not in taken:
                yield name

    def info(self, key: str) -> str | None:
        """A detail of the `match` tag (`category`, `level`, `gi`, `duration`), or None."""
        for tag in self.tags:
            if tag.tag == "match" and key in tag.details:
                return tag.details[key]
        return None

    def with_tags(self, tags: tuple[Tag, ...]) -> Match:
        return replace(self, tags=tags)

    def name_of(self, athlete: Athlete) -> str:
        """What people call the athlete: the name, else `red` or `blue`."""
        return self.athletes[athlete].name or athlete


_sorted_last: tuple[tuple[Tag, ...], list[Tag]] = ((), [])
"""The tags that were put in order last: everybody asks about the same match."""
