"""The page that lays rulesets side by side over one match: what each gives, and where they part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from annotator.model.time import clock_text
from annotator.model.timeline import read_timeline
from annotator.model.vocabulary import ATHLETES, Athlete
from annotator.scoring.divergence import Divergence, Side, divergences
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import Totals
from annotator.scoring.wording import (
    award_text,
    capital,
    headings,
    joined,
    letter,
    person_text,
    plain,
    rules_language,
    told,
    verdict_short,
)
from annotator.text import tr, with_semicolons
from exports.film_moments import Names
from exports.report.blocks import Block, Page, Table, Text
from exports.report.heading import facts, ruleset_text, subtitle
from exports.report.people import named, names_for
from exports.report.scored import Scored

MOST_MOMENTS = 40


def comparison_page(scored: Scored, names: Names | None = None) -> Page:
    """The page of a match under all of `scored.rulesets`."""
    scored = replace(scored, match=named(scored.match, names_for(scored.match, names)))
    match = scored.match
    title = tr("{red} – {blue}", red=person_text(match, "red"), blue=person_text(match, "blue"))
    blocks: list[Block] = [
        facts(match, scored.rulesets),
        _results(scored),
        _parting(scored),
    ]
    if len(scored.rulesets) < 2:
        blocks.append(Text(tr("One ruleset alone cannot part from others.")))
    foot = tr(
        "{red} is the athlete tagged as red, {blue} the one tagged as blue; the clock is the time"
        " fought, times in reasons are film time. Before each ruling stand the points from then on, {red}:{blue}.",
        red=letter("red"),
        blue=letter("blue"),
    )
    return Page(title, subtitle(match), tuple(blocks), foot, landscape=True)


def _results(scored: Scored) -> Table:
    """A row for each ruleset: both boards, who won, and by what."""
    rows = []
    for ruleset, sheet in zip(scored.rulesets, scored.sheets, strict=True):
        sums = sheet.totals()
        rows.append(
            (
                ruleset_text(ruleset),
                *(_board_text(ruleset, sums[who]) for who in ATHLETES),
                verdict_short(sheet),
            )
        )
    head = (
        tr("Ruleset"), *(person_text(scored.match, who) for who in ATHLETES), tr("Result"),
    )  # fmt: skip
    return Table(head, tuple(rows), tr("Results"), (4.5, 3, 3, 2), least=min(2, len(rows)))


def _board_text(ruleset: Ruleset, sums: Totals) -> str:
    """`7, Advantages 1`: points, and what else the board counts that is not 0."""
    language = rules_language()
    others = [
        f"{capital(ruleset.term(name, language))} {plain(getattr(sums, name))}"
        for name in ("advantages", "penalties", "warnings")
        if getattr(sums, name)
    ]
    return joined((plain(sums.points), *others), ", ")


def _parting(scored: Scored) -> Table:
    """The moments at which the numbers part, a column for each ruleset."""
    found = divergences(scored.sheets)
    timeline = read_timeline(scored.match)
    heads = headings(scored.rulesets)
    rows = tuple(
        (
            clock_text(timeline.clock_at(moment.time), 0),
            *_cells(scored.rulesets, moment),
        )
        for moment in found[:MOST_MOMENTS]
    )
    head = (tr("Clock"), *(heads[ruleset.id] for ruleset in scored.rulesets))
    shares = (0.45, *(1.0 for _ in scored.rulesets))
    return Table(
        head, rows, tr("Where they part, and why"), shares, frozenset((0,)),
        len(found) - len(rows), least=2, empty=tr("The scores never part."),
    )  # fmt: skip


def _cells(rulesets: Sequence[Ruleset], moment: Divergence) -> list[str]:
    return [_cell(ruleset, side) for ruleset, side in zip(rulesets, moment.sides, strict=True)]


def _cell(ruleset: Ruleset, side: Side) -> str:
    """What a ruleset gave at a moment, or why nothing; then its points."""
    letters: dict[str, str] = {who: letter(who) for who in ATHLETES}
    language = rules_language()
    titles = {f"clause:{one.id}": ruleset.title_of(one.id, language) for one in ruleset.clauses}
    own = ruleset.words(language) | titles | letters
    given = [
        joined(
            (letter(r.athlete), award_text(r, ruleset), titles.get(f"clause:{r.clause}", r.clause)),
            " ",
        )
        for r in side.rulings
    ]
    if not given and side.why_nothing is not None:
        given = [tr("– {why}", why=told(side.why_nothing, own))]
    return tr("{points}  {given}", points=_points(side), given=with_semicolons(given))


def _points(side: Side) -> str:
    def of(who: Athlete) -> str:
        return plain(side.totals[who].points)

    return f"{of('red')}:{of('blue')}"
