"""`annotator agree FILE FILE...`: how far annotators of one match agree, or trainees with a lesson."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

from annotator.cli.films import load_films
from annotator.cli.loading import load_match, load_rulesets
from annotator.cli.output import complain, say, say_json
from annotator.cli.writing import check_agreement
from annotator.errors import AnnotatorError, TimeError, UsageError
from annotator.files.lesson_file import ANSWERS_SUFFIX, LESSON_SUFFIX
from annotator.files.names import distinct_names
from annotator.model.lesson import Lesson
from annotator.model.match import Match
from annotator.model.time import parse_seconds
from annotator.scoring.ruleset import Ruleset
from annotator.text import tr

if TYPE_CHECKING:
    from exports.agreement.matches import Annotation

LONGEST = Fraction(60)
"""A tolerance in seconds beyond which nothing is told apart any more."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which words `agree` understands."""
    parser.add_argument(
        "file", nargs="+", metavar="FILE", type=Path,
        help=tr("match files or tag tables by different people of one match; or a lesson and"
                " the answers to it"),
    )  # fmt: skip
    parser.add_argument(
        "--tolerance", metavar=tr("SECONDS"),
        help=tr("how far apart two tags of one moment may begin (default: 1), or a call and its"
                " ruling (default: what the lesson says)"),
    )  # fmt: skip
    parser.add_argument(
        "--offset", metavar=tr("SECONDS"),
        help=tr("add this to the times of all files but the first"),
    )  # fmt: skip
    parser.add_argument(
        "--ruleset", action="append", default=[], metavar="ID",
        help=tr("compare the rulings under this ruleset; may stand several times (default: those that the"
                " matches name)"),
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help=tr("print the numbers as JSON"))
    parser.add_argument(
        "-o", "--output", type=Path, metavar="DIR",
        help=tr("write a page and a table of all pairs into this folder"),
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Compare, and print or write what was found."""
    if any(path.name.lower().endswith((LESSON_SUFFIX, ANSWERS_SUFFIX)) for path in args.file):
        return _run_lesson(args)
    return _run_matches(args)


def _run_lesson(args: argparse.Namespace) -> int:
    from exports.agreement.blocks import as_text
    from exports.agreement.files import lesson_json, write_lesson_agreement
    from exports.agreement.lesson_words import lesson_blocks
    from exports.agreement.lessons import compare_answers, read_class

    lesson, _, attempts = read_class(args.file)
    for option, given in (("--offset", args.offset), ("--ruleset", args.ruleset)):
        if given:
            raise UsageError(
                tr("{option} means nothing for a lesson.", option=option),
                mend=tr("Leave it out; the lesson says its rulesets and times itself."),
            )
    if args.tolerance is not None:
        tolerance = _tolerance(args.tolerance, lesson.manner.tolerance)
        lesson = replace(lesson, manner=replace(lesson.manner, tolerance=tolerance))
    found = compare_answers(lesson, attempts)
    rulesets = known_rulesets(lesson)
    if args.json:
        say_json(lesson_json(found))
    else:
        _say_all(as_text(lesson_blocks(found, rulesets)))
    if args.output is not None:
        check_agreement(args.output)
        _say_written(write_lesson_agreement(found, args.output, rulesets), args.json)
    return 0


def known_rulesets(lesson: Lesson) -> dict[str, Ruleset]:
    """The rulesets of a lesson, for the titles of their clauses; one that is not here is left out."""
    found = {}
    for name in dict.fromkeys(moment.ruleset for moment in lesson.moments):
        try:
            found[name] = load_rulesets([name])[0]
        except AnnotatorError as wrong:
            complain(str(wrong))
            complain(tr("Its clauses are named by their ids."))
    return found


def _named(matches: Sequence[Match]) -> list[Ruleset]:
    """The rulesets that any of the matches names, each once; one that is not here is left out."""
    found = []
    for name in dict.fromkeys(pin.id for match in matches for pin in match.rulesets):
        try:
            found += load_rulesets([name])
        except AnnotatorError as wrong:
            complain(str(wrong))
            complain(tr("This ruleset is left out."))
    return found


def _run_matches(args: argparse.Namespace) -> int:
    from exports.agreement.blocks import as_text
    from exports.agreement.files import match_json, write_match_agreement
    from exports.agreement.match_tables import match_blocks
    from exports.agreement.matches import USUAL_TOLERANCE, Annotation, compare_annotations

    if len(args.file) < 2:
        raise UsageError(
            tr("It takes two files to compare."),
            mend=tr("Name the same match as two people tagged it: annotator agree ONE TWO."),
        )
    tolerance = _tolerance(args.tolerance, USUAL_TOLERANCE)
    offset = _seconds("--offset", args.offset) or Fraction(0)
    asked = load_rulesets(args.ruleset) if args.ruleset else None
    films = load_films([])
    names = distinct_names(args.file)
    people = [
        Annotation(name, load_match(path, films))
        for name, path in zip(names, args.file, strict=True)
    ]
    rulesets = _named([each.match for each in people]) if asked is None else asked
    pairs = list(combinations(range(len(people)), 2))
    for one, two in pairs:
        # Between two files that are both moved, nothing is.
        by = offset if one == 0 else Fraction(0)
        found = compare_annotations(people[one], people[two], tolerance, rulesets, by)
        if args.json:
            say_json(match_json(found))
        else:
            _say_all(as_text(match_blocks(found, drawing=False)))
        if args.output is not None:
            folder = args.output / f"{names[one]}-{names[two]}" if len(pairs) > 1 else args.output
            check_agreement(folder)
            _say_written(write_match_agreement(found, folder), args.json)
    if len(people) > 2:
        _several(args, people, tolerance, offset)
    return 0


def _several(
    args: argparse.Namespace, people: Sequence[Annotation], tolerance: Fraction, offset: Fraction
) -> None:
    """What three or more say together."""
    from exports.agreement.blocks import as_text
    from exports.agreement.files import PAGE_NAME, together_json, write_blocks
    from exports.agreement.several import compare_all, together_blocks
    from exports.folders import make_folder

    together = compare_all(people, tolerance, offset)
    if args.json:
        say_json(together_json(together))
    else:
        _say_all(as_text(together_blocks(together)))
    if args.output is not None:
        make_folder(args.output)
        check_agreement(args.output)
        write_blocks(together_blocks(together), args.output / PAGE_NAME)
        _say_written([args.output / PAGE_NAME], args.json)


def _tolerance(text: str | None, usual: Fraction) -> Fraction:
    seconds = _seconds("--tolerance", text)
    if seconds is None:
        return usual
    if not 0 <= seconds <= LONGEST:
        raise UsageError(
            tr("A tolerance of {text} s is not possible.", text=text),
            mend=tr("Say a number of seconds from 0 to {most}.", most=LONGEST),
        )
    return seconds


def _seconds(option: str, text: str | None) -> Fraction | None:
    if text is None:
        return None
    try:
        return parse_seconds(text)
    except TimeError as wrong:
        raise UsageError(wrong.what, where=option, mend=wrong.mend) from wrong


def _say_all(lines: Sequence[str]) -> None:
    for line in lines:
        say(line)
    say()


def _say_written(paths: Sequence[Path], quiet: bool) -> None:
    if not quiet:
        for path in paths:
            say(tr("Written: {path}", path=path))
