"""`annotator questions FILE`: what is still open, and what each answer would change."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from annotator.cli.detail_questions import detail_lines, detail_record
from annotator.cli.films import films_of, load_films
from annotator.cli.loading import (
    add_match_arguments,
    load_match,
    load_rulesets,
    score_all,
)
from annotator.cli.output import Progress, say, say_json
from annotator.cli.score_json import question_record
from annotator.cli.score_text import heading, names_of, question_lines
from annotator.model.match import Match
from annotator.scoring.questions import DetailQuestion
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import Question, ScoreSheet
from annotator.text import tr


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which words `questions` understands."""
    add_match_arguments(parser)
    parser.add_argument("--json", action="store_true", help=tr("the questions as one JSON list"))


def run(args: argparse.Namespace) -> int:
    """Print the questions: what the rules raise, then the details, most decisive first."""
    rulesets = load_rulesets(args.ruleset)
    films = load_films(args.film)
    match = load_match(args.file, films)
    films = films_of(args.file, match, films)
    names = names_of(match)
    raised = gather(score_all(match, rulesets, films))
    details = detail_questions(match, rulesets)
    if args.json:
        records = [
            {**question_record(question, names), "rulesets": ids} for question, ids in raised
        ]
        say_json([*records, *(detail_record(question, match, rulesets) for question in details)])
        return 0
    say(heading(str(args.file), match))
    if not raised and not details:
        say(tr("Nothing is asked: no open detail would change a number."))
    for question, ids in raised:
        first, *rest = question_lines(question, names)
        say(f"{first} [{', '.join(ids)}]")
        for line in rest:
            say(line)
    for detail in details:
        for line in detail_lines(detail, match, rulesets):
            say(line)
    return 0


def detail_questions(match: Match, rulesets: Sequence[Ruleset]) -> list[DetailQuestion]:
    """The unanswered details that would change a number, with progress while they are tried."""
    from annotator.scoring.questions import questions

    with Progress(tr("Trying answers")) as progress:
        return questions(match, rulesets, progress=progress.counted)


def gather(sheets: Sequence[ScoreSheet]) -> list[tuple[Question, list[str]]]:
    """Each question once, with the rulesets that ask it; in the order in which they are asked."""
    found: dict[tuple[object, ...], tuple[Question, list[str]]] = {}
    for sheet in sheets:
        for question in sheet.questions:
            key = (question.kind, question.tag, question.detail, question.time, question.reason.key)
            ids = found.setdefault(key, (question, []))[1]
            if sheet.ruleset not in ids:
                ids.append(sheet.ruleset)
    return list(found.values())
