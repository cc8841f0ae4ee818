"""Where the scores of one match part under several rulesets, and why.

Every moment at which a ruleset gives something is a moment at which they may part or meet again.
For a ruleset that gives nothing there, the reason is looked for in its own sheet: the same facts
paid at another time, the same facts refused, or no rule about them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from annotator.model.vocabulary import Athlete
from annotator.scoring.ruling import Ruling, ScoreSheet, Totals, totals
from annotator.text import Moment, Phrase

_Fact = tuple[Athlete | None, str]
_Facts = Mapping[_Fact, Sequence[Ruling]]


@dataclass(frozen=True, slots=True)
class Side:
    """One ruleset at a moment: what it gave there, or why it gave nothing; and its totals since."""

    ruleset: str
    rulings: tuple[Ruling, ...]
    why_nothing: Phrase | None
    totals: Mapping[Athlete, Totals]


@dataclass(frozen=True, slots=True)
class Divergence:
    """A moment (seconds) at which a ruleset gives something.

    `parts`: they did not all give the same there; `apart`: whether their numbers differ after it,
    False where they are alike, or have met again.
    """

    time: Fraction
    sides: tuple[Side, ...]
    apart: bool
    parts: bool = True


def divergences(sheets: Sequence[ScoreSheet]) -> list[Divergence]:
    """Every moment at which the numbers of these sheets part, part further or meet again.

    Sheets are of one match. Fewer than two never part.
    """
    return [moment for moment in moments(sheets) if moment.parts]


def moments(sheets: Sequence[ScoreSheet]) -> list[Divergence]:
    """Every moment at which any of these sheets, which are of one match, gives something."""
    columns = [_Column(sheet) for sheet in sheets]
    found = []
    for time in sorted({time for column in columns for time in column.given}):
        given = [column.given.get(time, ()) for column in columns]
        facts = {(r.athlete, tag) for rulings in given for r in rulings for tag in r.tags}
        sides = tuple(
            Side(
                column.sheet.ruleset, rulings, None if rulings else column.why(facts, time),
                column.totals(time),
            )
            for column, rulings in zip(columns, given, strict=True)
        )  # fmt: skip
        apart = any(_numbers(side.totals) != _numbers(sides[0].totals) for side in sides)
        parts = len({_worth(rulings) for rulings in given}) > 1
        found.append(Divergence(time, sides, apart, parts))
    return found


class _Column:
    """A sheet, with what it gave at each moment, and what it said about each fact."""

    def __init__(self, sheet: ScoreSheet) -> None:
        self.sheet = sheet
        self._running = sheet.running()
        given: dict[Fraction, list[Ruling]] = defaultdict(list)
        for ruling in sheet.awards:
            given[ruling.time].append(ruling)
        self.given = {time: tuple(rulings) for time, rulings in given.items()}
        self._paid, self._refused = _by_fact(sheet.awards), _by_fact(sheet.refusals)

    def totals(self, time: Fraction) -> Mapping[Athlete, Totals]:
        """The totals after everything up to a time."""
        later = bisect_right(self._running, time, key=lambda row: row[0].time)
        return self._running[later - 1][1] if later else totals(())

    def why(self, facts: set[_Fact], time: Fraction) -> Phrase:
        """Why it gave nothing for the facts that others paid at a moment."""
        paid = _closest(self._paid, facts, time)
        if paid is not None:
            at = Moment(paid.time.numerator, paid.time.denominator)
            return Phrase.of("diverge_elsewhen", at=at, clause=paid.clause)
        refused = _closest(self._refused, facts, time)
        if refused is not None:
            return Phrase.of(
                "diverge_refused", clause=refused.clause, missing=refused.missing or ""
            )
        return Phrase.of("diverge_no_rule")


def _by_fact(rulings: Iterable[Ruling]) -> _Facts:
    found: dict[_Fact, list[Ruling]] = defaultdict(list)
    for ruling in rulings:
        for tag in ruling.tags:
            found[ruling.athlete, tag].append(ruling)
    return found


def _worth(rulings: Iterable[Ruling]) -> tuple[tuple[int, ...], ...]:
    return _numbers(totals(rulings))


def _numbers(sums: Mapping[Athlete, Totals]) -> tuple[tuple[int, ...], ...]:
    return tuple((t.points, t.advantages, t.penalties) for t in sums.values())


def _closest(rulings: _Facts, facts: set[_Fact], time: Fraction) -> Ruling | None:
    """The ruling that rests on most of these facts; of several the nearest in time, then the first."""
    found = {id(r): r for fact in facts for r in rulings.get(fact, ())}

    def rank(ruling: Ruling) -> tuple[int, Fraction, Fraction]:
        shared = sum((ruling.athlete, tag) in facts for tag in ruling.tags)
        return -shared, abs(ruling.time - time), ruling.time

    return min(found.values(), key=rank, default=None)
