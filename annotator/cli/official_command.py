"""`annotator official FILE`: the real scoreboard beside the scoring, with each moment they part."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from fractions import Fraction

from annotator.cli.films import films_of, load_films
from annotator.cli.loading import add_match_arguments, load_match, load_rulesets, score_all
from annotator.cli.output import say, say_json
from annotator.cli.score_json import Record, ruling_record
from annotator.cli.score_text import heading, names_of
from annotator.errors import TimeError, UsageError
from annotator.model.match import Match
from annotator.model.time import clock_text, parse_seconds, write_fraction, write_seconds
from annotator.scoring import official_words, wording
from annotator.scoring.official import TOLERANCE, Disagreement, Official, compare_official
from annotator.scoring.ruleset import Ruleset
from annotator.text import tr

LONGEST = Fraction(60)
"""A tolerance in seconds beyond which nothing is told apart any more."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which words `official` understands."""
    add_match_arguments(parser)
    parser.add_argument(
        "--tolerance", metavar=tr("SECONDS"),
        help=tr("how far apart board and scoring may be and mean the same (default: 5)"),
    )  # fmt: skip
    parser.add_argument(
        "--json", action="store_true", help=tr("one JSON object per ruleset, a line each")
    )


def run(args: argparse.Namespace) -> int:
    """Compare the board with the scoring under each ruleset, and print where they part."""
    tolerance = _tolerance(args.tolerance)
    rulesets = load_rulesets(args.ruleset)
    films = load_films(args.film)
    match = load_match(args.file, films)
    films = films_of(args.file, match, films)
    if not args.json:
        say(heading(str(args.file), match))
    for sheet, ruleset in zip(score_all(match, rulesets, films), rulesets, strict=True):
        found = compare_official(match, sheet, tolerance)
        if args.json:
            say_json(_record(found, match, tolerance))
            continue
        for line in _lines(found, match, ruleset):
            say(line)
        if not found.told:
            break  # no ruleset would say anything else
    return 0


def _tolerance(text: str | None) -> Fraction:
    if text is None:
        return TOLERANCE
    try:
        seconds = parse_seconds(text)
    except TimeError as wrong:
        raise UsageError(
            tr("{text} is no number of seconds.", text=repr(text[:20])),
            mend=tr("Write the tolerance in seconds, for example 5."),
        ) from wrong
    if not 0 <= seconds <= LONGEST:
        raise UsageError(
            tr("The tolerance is {seconds} s.", seconds=write_seconds(seconds)),
            mend=tr("Choose one from 0 to {most} s.", most=LONGEST),
        )
    return seconds


def _lines(found: Official, match: Match, ruleset: Ruleset) -> Iterator[str]:
    if found.told:
        yield ""
        name = ruleset.name(wording.rules_language())
        yield tr("{name}, {id} {edition}", name=name, id=ruleset.id, edition=ruleset.edition)
    yield f"  {official_words.summary(found)}"
    for one in found.disagreements:
        frame = str(one.frame) if one.frame is not None else ""
        place = wording.joined((clock_text(one.clock), clock_text(one.time), frame), "  ")
        yield f"  {place}  {official_words.what(match, ruleset, one)}"
        for line in official_words.why(match, ruleset, one):
            yield f"      {line}"
        yield f"      {wording.capital(official_words.standing(one))}"
    if found.told:
        yield "  " + tr(
            "At the end: board {board}, scoring {scored}",
            board=official_words.score_text(found.board),
            scored=official_words.score_text(found.scored),
        )


def _record(found: Official, match: Match, tolerance: Fraction) -> Record:
    return {
        "ruleset": found.ruleset,
        "tolerance": write_fraction(tolerance),
        "told": found.told,
        "agreed": found.agreed,
        "disagreements": [_one(one, match) for one in found.disagreements],
        "board": official_words.plain_score(found.board),
        "scored": official_words.plain_score(found.scored),
    }


def _one(one: Disagreement, match: Match) -> Record:
    names = names_of(match)
    given = one.given
    return {
        "kind": one.gap.name.lower(),
        "time": write_fraction(one.time),
        "clock": write_fraction(one.clock),
        "frame": None if one.frame is None else one.frame.index,
        "film": None if one.frame is None else one.frame.part,
        "given": None if given is None else {
            "tag": given.tag, "time": write_fraction(given.time), "athlete": given.athlete,
            given.column: given.value,
        },
        "ruling": None if one.ruling is None else ruling_record(one.ruling, names),
        "refusal": None if one.refusal is None else ruling_record(one.refusal, names),
        "board": official_words.plain_score(one.board),
        "scored": official_words.plain_score(one.scored),
        "difference": one.difference(),
    }  # fmt: skip
