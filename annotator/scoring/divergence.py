"""Where the scores of one match part under several rulesets, and why.

Every moment at which a ruleset gives something is a moment at which they may part or meet again.
For a ruleset that gives nothing there, the reason is looked for in its own sheet: the same facts
paid at another time, the same facts refused, or no rule about them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from annotator.model.vocabulary import Athlete
from annotator.scoring.ruling import Ruling, ScoreSheet, Totals, totals
from annotator.text import Moment, Phrase


@dataclass(frozen=True, slots=True)
class Side:
    """One ruleset at a moment: what it gave there, or why it gave nothing; and its totals since."""

    ruleset: str
    rulings: tuple[Ruling, ...]
    why_nothing: Phrase | None
    totals: Mapping[Athlete, Totals]


@dataclass(frozen=True, slots=True)
class Divergence:
    """A moment (seconds) at which the rulesets did not all give the same.

    `apart`: whether their numbers differ after it; False where they have met again.
    """

    time: Fraction
    sides: tuple[Side, ...]
    apart: bool


def divergences(sheets: Sequence[ScoreSheet]) -> list[Divergence]:
    """Every moment at which the numbers of these sheets part, part further or meet again.

    Sheets are of one match. Fewer than two never part.
    """
    if len(sheets) < 2:
        return []
    moments = sorted({ruling.time for sheet in sheets for ruling in sheet.awards})
    running = [sheet.running() for sheet in sheets]
    found = []
    for time in moments:
        given = [tuple(r for r in sheet.awards if r.time == time) for sheet in sheets]
        if len({_worth(rulings) for rulings in given}) == 1:
            continue
        sums = [_at(rows, time) for rows in running]
        sides = tuple(
            Side(sheet.ruleset, rulings, None if rulings else _why(sheet, given, time), sum_)
            for sheet, rulings, sum_ in zip(sheets, given, sums, strict=True)
        )
        apart = any(_numbers(sum_) != _numbers(sums[0]) for sum_ in sums)
        found.append(Divergence(time, sides, apart))
    return found


def _at(
    rows: Sequence[tuple[Ruling, dict[Athlete, Totals]]], time: Fraction
) -> dict[Athlete, Totals]:
    """The totals of a running score after everything up to a time."""
    later = bisect_right(rows, time, key=lambda row: row[0].time)
    return rows[later - 1][1] if later else totals(())


def _worth(rulings: Iterable[Ruling]) -> tuple[tuple[int, ...], ...]:
    return _numbers(totals(rulings))


def _numbers(sums: Mapping[Athlete, Totals]) -> tuple[tuple[int, ...], ...]:
    return tuple((t.points, t.advantages, t.penalties) for t in sums.values())


def _why(sheet: ScoreSheet, given: Sequence[tuple[Ruling, ...]], time: Fraction) -> Phrase:
    """Why a sheet gave nothing for the facts that others paid at a moment."""
    facts = {(r.athlete, tag) for rulings in given for r in rulings for tag in r.tags}
    paid = _closest(sheet.awards, facts, time)
    if paid is not None:
        at = Moment(paid.time.numerator, paid.time.denominator)
        return Phrase.of("diverge_elsewhen", at=at, clause=paid.clause)
    refused = _closest(sheet.refusals, facts, time)
    if refused is not None:
        return Phrase.of("diverge_refused", clause=refused.clause, missing=refused.missing or "")
    return Phrase.of("diverge_no_rule")


def _closest(
    rulings: Sequence[Ruling], facts: set[tuple[Athlete | None, str]], time: Fraction
) -> Ruling | None:
    """The ruling that rests on most of these facts; of several the nearest in time."""

    def shared(ruling: Ruling) -> int:
        return sum((ruling.athlete, tag) in facts for tag in ruling.tags)

    found = [ruling for ruling in rulings if shared(ruling)]
    return min(found, key=lambda r: (-shared(r), abs(r.time - time)), default=None)
