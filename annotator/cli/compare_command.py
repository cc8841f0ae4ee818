"""`annotator compare FILE`: one match under several rulesets, side by side."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

from annotator.cli.loading import (
    add_match_arguments,
    load_films,
    load_match,
    load_rulesets,
    score_all,
)
from annotator.cli.output import say, table
from annotator.cli.score_text import COLUMNS, heading, label, short_totals
from annotator.model.match import Match
from annotator.model.vocabulary import ATHLETES
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import ScoreSheet
from annotator.text import tr, word


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which words `compare` understands."""
    add_match_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Print the comparison."""
    rulesets = load_rulesets(args.ruleset)
    films = load_films(args.film)
    match = load_match(args.file, films)
    say(heading(str(args.file), match))
    say()
    for line in comparison_lines(match, score_all(match, rulesets, films), rulesets):
        say(line)
    return 0


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
            others = [word(name) for name in COLUMNS[1:] if name in ruleset.columns]
            if others:
                yield f"  {ruleset.id}: {', '.join(others)}"
