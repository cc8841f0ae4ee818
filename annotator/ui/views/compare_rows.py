"""All rulesets side by side: a row for each moment at which one of them gives something."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from annotator.model.match import Match
from annotator.model.time import clock_text
from annotator.model.timeline import read_timeline
from annotator.model.vocabulary import Athlete
from annotator.scoring import wording
from annotator.scoring.board import COLUMNS, column_short
from annotator.scoring.divergence import Side, moments
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import Ruling, ScoreSheet, Totals
from annotator.text import Moment, Phrase, tr


@dataclass(frozen=True, slots=True)
class Gave:
    """What was given to whom: `+3 guard pass`."""

    athlete: Athlete | None
    text: str


@dataclass(frozen=True, slots=True)
class CompareCell:
    """What one ruleset gave at a moment, or why it gave nothing, and its score from there on.

    `brief` says why in as few words as a cell has room for.
    """

    gave: tuple[Gave, ...]
    why: str
    brief: str
    score: str
    others: str
    tags: tuple[str, ...]
    first: Ruling | None

    def sentence(self) -> str:
        """All of it, for tooltips and screen readers."""
        gave = ", ".join(
            wording.joined((wording.letter(each.athlete), each.text), " ") for each in self.gave
        )
        score = wording.joined((self.score, self.others), " ")
        return wording.joined((gave or tr("nothing"), self.why, score), "\n")


@dataclass(frozen=True, slots=True)
class CompareRow:
    """A moment; `parts`: the rulesets do not all give the same there."""

    time: Fraction
    when: str
    clock: str
    parts: bool
    apart: bool
    cells: tuple[CompareCell, ...]

    def tags(self) -> tuple[str, ...]:
        """All tags behind what was given."""
        return tuple(dict.fromkeys(tag for cell in self.cells for tag in cell.tags))


@dataclass(frozen=True, slots=True)
class Comparison:
    """The columns' heads and the rows."""

    rulesets: tuple[str, ...]
    heads: tuple[str, ...]
    results: tuple[str, ...]
    rows: tuple[CompareRow, ...]

    @property
    def partings(self) -> int:
        """How many moments there are at which the rulesets part."""
        return sum(row.parts for row in self.rows)


def compare(
    match: Match, sheets: Mapping[str, ScoreSheet], rulesets: Sequence[Ruleset]
) -> Comparison:
    """The comparison of these rulesets' sheets of this match."""
    chosen = [rules for rules in rulesets if rules.id in sheets]
    line = read_timeline(match)
    words = {rules.id: _words(match, rules) for rules in chosen}
    rows = []
    for moment in moments([sheets[rules.id] for rules in chosen]):
        cells = tuple(
            _cell(side, rules, words[rules.id])
            for side, rules in zip(moment.sides, chosen, strict=True)
        )
        clock = tr("clock {time}", time=clock_text(line.clock_at(moment.time), 1))
        rows.append(
            CompareRow(
                moment.time, clock_text(moment.time, 2), clock, moment.parts, moment.apart, cells
            )
        )
    headings = wording.headings(chosen)
    return Comparison(
        tuple(rules.id for rules in chosen),
        tuple(headings[rules.id] for rules in chosen),
        tuple(_result(sheets[rules.id]) for rules in chosen),
        tuple(rows),
    )


def _words(match: Match, rules: Ruleset) -> dict[str, str]:
    language = wording.rules_language()
    clauses = {f"clause:{each.id}": rules.title_of(each.id, language) for each in rules.clauses}
    return rules.words(language) | wording.names(match) | clauses


def _cell(side: Side, rules: Ruleset, words: Mapping[str, str]) -> CompareCell:
    gave = tuple(
        Gave(
            ruling.athlete,
            f"{wording.award_short(ruling)} {rules.title_of(ruling.clause, wording.rules_language())}",
        )
        for ruling in side.rulings
    )
    if side.why_nothing is not None:
        why = wording.capital(wording.told(side.why_nothing, words))
        brief = wording.capital(_brief(side.why_nothing, rules, words))
    else:
        why = brief = " ".join(wording.capital(wording.told(r.reason, words)) for r in side.rulings)
    tags = tuple(dict.fromkeys(tag for ruling in side.rulings for tag in ruling.tags))
    first = side.rulings[0] if side.rulings else None
    return CompareCell(
        gave, why, brief, _score(side.totals), _others(side.totals, rules), tags, first
    )


def _brief(why: Phrase, rules: Ruleset, words: Mapping[str, str]) -> str:
    """Why nothing was given: what matters first."""
    values = dict(why.values)
    match why.key, values.get("at"), values.get("missing"):
        case "diverge_elsewhen", Moment(ticks, per_second), _:
            time = clock_text(Fraction(ticks, per_second), 2)
            clause = rules.title_of(str(values["clause"]), wording.rules_language())
            return tr("at {time}: {clause}", time=time, clause=clause)
        case "diverge_refused", _, Phrase() as missing:
            return tr("not given: {missing}", missing=wording.told(missing, words))
    return wording.told(why, words)


def _score(sums: Mapping[Athlete, Totals]) -> str:
    return f"{wording.plain(sums['red'].points)}–{wording.plain(sums['blue'].points)}"


def _others(sums: Mapping[Athlete, Totals], rules: Ruleset) -> str:
    """`Adv 1–0`: the other numbers of the board, where there are any."""
    parts = []
    for column in rules.columns:
        red, blue = getattr(sums["red"], column), getattr(sums["blue"], column)
        if column != "points" and column in COLUMNS and (red or blue):
            name = column_short(column, rules.term(column, wording.rules_language()))
            parts.append(f"{name} {wording.plain(red)}–{wording.plain(blue)}")
    return " ".join(parts)


def _result(sheet: ScoreSheet) -> str:
    return wording.joined((_score(sheet.totals()), wording.verdict_short(sheet)))
