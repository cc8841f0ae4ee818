"""`annotator compare FILE`: one match under several rulesets, side by side."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

from annotator.cli.detail_questions import numbers_text
from annotator.cli.films import films_of, load_films
from annotator.cli.loading import (
    add_match_arguments,
    load_match,
    load_rulesets,
    score_all,
)
from annotator.cli.output import say, table
from annotator.cli.score_text import (
    COLUMNS,
    clause_text,
    heading,
    label,
    names_of,
    short_totals,
    value_text,
)
from annotator.model.match import Match
from annotator.model.time import clock_text
from annotator.model.vocabulary import ATHLETES
from annotator.scoring.divergence import divergences
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import ScoreSheet
from annotator.text import after_colon, tr, with_semicolons, word
from annotator.text import say as say_phrase


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which words `compare` understands."""
    add_match_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Print the comparison."""
    rulesets = load_rulesets(args.ruleset)
    films = load_films(args.film)
    match = load_match(args.file, films)
    films = films_of(args.file, match, films)
    say(heading(str(args.file), match))
    say()
    sheets = score_all(match, rulesets, films)
    for line in comparison_lines(match, sheets, rulesets):
        say(line)
    for line in divergence_lines(match, sheets, rulesets):
        say(line)
    return 0


def divergence_lines(
    match: Match, sheets: Sequence[ScoreSheet], rulesets: Sequence[Ruleset]
) -> Iterator[str]:
    """Every moment at which the scores part or meet again, with each ruleset's reason."""
    found = divergences(sheets)
    if len(sheets) < 2:
        return
    yield ""
    yield tr("Where the scores part:") if found else tr("The scores never part.")
    names = names_of(match)
    by_id = {ruleset.id: ruleset for ruleset in rulesets}
    words = {ruleset.id: _words(ruleset) | names for ruleset in rulesets}
    for moment in found:
        again = "" if moment.apart else tr(", all alike again")
        yield f"  {clock_text(moment.time)}{again}"
        for side in moment.sides:
            rules = by_id[side.ruleset]
            given = [
                f"{label(match, r.athlete)} {value_text(r, rules)}, {clause_text(r.clause, rules)}"
                for r in side.rulings
                if r.athlete
            ]
            why = with_semicolons(given) or (
                say_phrase(side.why_nothing, words[side.ruleset]) if side.why_nothing else ""
            )
            yield "    " + after_colon(
                f"{side.ruleset} {numbers_text(side.totals, by_id[side.ruleset])}", why
            )


def _words(ruleset: Ruleset) -> dict[str, str]:
    """A ruleset's own words, and its clauses by title and id."""
    clauses = {f"clause:{each.id}": clause_text(each.id, ruleset) for each in ruleset.clauses}
    return ruleset.words() | clauses


def comparison_lines(
    match: Match, sheets: Sequence[ScoreSheet], rulesets: Sequence[Ruleset]
) -> Iterator[str]:
    """A row per ruleset: both athletes' numbers, who won and by what."""
    rows = [[tr("ruleset"), *(label(match, who) for who in ATHLETES), tr("winner"), tr("by")]]
    for sheet, ruleset in zip(sheets, rulesets, strict=True):
        totals = sheet.totals()
        winner = sheet.result.winner
        rows.append(
            [
                sheet.ruleset,
                *(short_totals(totals[who], ruleset.columns) for who in ATHLETES),
                label(match, winner) if winner else "–",
                word(sheet.result.won_by),
            ]
        )
    yield from table(rows, left=5)
    boards = {tuple(name for name in COLUMNS if name in ruleset.columns) for ruleset in rulesets}
    if any(len(board) > 1 for board in boards):
        yield ""
        yield tr("Numbers: points, and in brackets what else each ruleset's board counts:")
        for ruleset in rulesets:
            others = [ruleset.term(name) for name in COLUMNS[1:] if name in ruleset.columns]
            if others:
                yield "  " + after_colon(ruleset.id, ", ".join(others))
