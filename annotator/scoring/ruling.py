"""What scoring says: rulings, and the score sheet that is nothing but their list.

Totals are sums of rulings and stored nowhere. Every ruling names its clause, its reason as a
phrase (made into a sentence when read), the tags behind it and the details that were assumed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from annotator.model.vocabulary import ATHLETES, Athlete
from annotator.text import Phrase

REMEMBERED = 8192
"""So many assumed details are kept for the next ruling."""


class RulingKind(StrEnum):
    AWARD = "award"
    REFUSAL = "refusal"
    QUESTION = "question"
    VIOLATION = "violation"
    IGNORED = "ignored"


class Award(StrEnum):
    """What can be given. A caution is a PENALTY for one and POINTS for the other."""

    POINTS = "points"
    ADVANTAGE = "advantage"
    PENALTY = "penalty"
    WARNING = "warning"
    DISQUALIFICATION = "disqualification"


class Assumed(NamedTuple):
    """A detail that nobody answered and that the ruling leaned on, with its ordinary value."""

    tag: str
    detail: str
    value: str

    def __str__(self) -> str:
        return f"{self.detail}={self.value}"


@lru_cache(maxsize=REMEMBERED)
def assumed_of(tag: str, detail: str, value: str) -> Assumed:
    """An assumed detail; the same one in all rulings that lean on it, under every ruleset."""
    return Assumed(tag, detail, value)


class Ruling(NamedTuple):
    """One line of the sheet.

    `time` is presentation time and `clock` match clock, both in seconds. `frame` is the first
    frame at or after `time` (None without a film), of the match's film `film`. `award` and `value` say what was given, or,
    in a refusal, what would have been. `missing` says what a refusal lacked. `margin` is by how
    many seconds a ruling that hung on time was made (positive) or missed (negative). `readings`
    are ids of the ruleset's readings that it leans on.
    """

    kind: RulingKind
    time: Fraction
    clock: Fraction
    athlete: Athlete | None
    clause: str
    reason: Phrase
    award: Award | None = None
    value: int = 0
    tags: tuple[str, ...] = ()
    assumed: tuple[Assumed, ...] = ()
    missing: Phrase | None = None
    margin: Fraction | None = None
    readings: tuple[str, ...] = ()
    frame: int | None = None
    film: int = 1

    def with_margin(self, seconds: Fraction) -> Ruling:
        """The same ruling, made by so many seconds."""
        return Ruling._make((*self[:_MARGIN], seconds, *self[_MARGIN + 1 :]))


_MARGIN = Ruling._fields.index("margin")
NEARLY = frozenset(
    ("near", "near_unbegun", "near_detail", "near_spell", "near_spell_unbegun", "caught_at_end")
)
"""Reasons of awards for what was nearly made."""


@dataclass(frozen=True, slots=True)
class Question:
    """Something open. `kind`: detail, missing_tag, match or ruling; `answers`: value to effect."""

    kind: str
    reason: Phrase
    time: Fraction
    tag: str | None = None
    detail: str | None = None
    answers: Mapping[str, str] | None = None
    frame: int | None = None
    film: int = 1


@dataclass(frozen=True, slots=True)
class Totals:
    """What a scoreboard shows for one athlete."""

    points: int = 0
    advantages: int = 0
    penalties: int = 0
    warnings: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """Who won and by what; `winner` None is an answer too, and `why` says the reason.

    `finished_at`: the film time of the finish or disqualification that ended the match, if one did.
    """

    winner: Athlete | None
    won_by: str
    why: Phrase
    finished_at: Fraction | None = None


_COLUMN = {
    Award.POINTS: "points",
    Award.ADVANTAGE: "advantages",
    Award.PENALTY: "penalties",
    Award.WARNING: "warnings",
}


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """How one match scores under one ruleset; each list in the order of time."""

    ruleset: str
    edition: str
    awards: tuple[Ruling, ...]
    refusals: tuple[Ruling, ...]
    violations: tuple[Ruling, ...]
    ignored: tuple[Ruling, ...]
    questions: tuple[Question, ...]
    result: Result

    def totals(self, until: Fraction | None = None) -> dict[Athlete, Totals]:
        """The sums of the awards up to and including `until` (seconds; None: all)."""
        return totals(ruling for ruling in self.awards if until is None or ruling.time <= until)

    def running(self) -> list[tuple[Ruling, dict[Athlete, Totals]]]:
        """Each award with the totals once it is given: the scored timeline."""
        sums = {who: Totals() for who in ATHLETES}
        rows = []
        for ruling in self.awards:
            sums = _add(sums, ruling)
            rows.append((ruling, sums))
        return rows


def totals(awards: Iterable[Ruling]) -> dict[Athlete, Totals]:
    """What the scoreboard shows after these awards."""
    sums = {(who, award): 0 for who in ATHLETES for award in Award}
    for ruling in awards:
        if ruling.athlete is not None and ruling.award is not None:
            sums[ruling.athlete, ruling.award] += ruling.value
    return {who: Totals(*[sums[who, award] for award in _COLUMN]) for who in ATHLETES}


def _add(sums: dict[Athlete, Totals], ruling: Ruling) -> dict[Athlete, Totals]:
    column = _COLUMN.get(ruling.award) if ruling.award else None
    if ruling.athlete is None or column is None:
        return sums
    old = sums[ruling.athlete]
    numbers = {name: getattr(old, name) for name in _COLUMN.values()}
    numbers[column] += ruling.value
    return {**sums, ruling.athlete: Totals(**numbers)}
