"""`annotator score FILE...`: how matches score, and why; for people, or a line of JSON each."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from annotator.cli.certainty_text import what_is_sure
from annotator.cli.films import Films, films_of, load_films
from annotator.cli.loading import (
    add_match_arguments,
    load_match,
    load_rulesets,
    score_all,
)
from annotator.cli.output import complain, say, say_json
from annotator.cli.questions_command import detail_questions
from annotator.cli.score_json import match_record
from annotator.cli.score_text import score_lines
from annotator.cli.writing import check_place, write_charts, write_csv
from annotator.errors import AnnotatorError, UsageError
from annotator.files.names import stem
from annotator.scoring.certainty import NEAR_FRAMES
from annotator.scoring.ruleset import Ruleset
from annotator.text import tr

_MOST_FRAMES = 99


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which words `score` understands."""
    add_match_arguments(parser, several=True)
    parser.add_argument(
        "--json", action="store_true", help=tr("one JSON object per file, a line each")
    )
    parser.add_argument(
        "--frames-moved", metavar="N", type=_frames,
        help=tr("list the rulings that one tag up to N frames elsewhere would change"
                " (3, and not in the JSON, if you do not say it; 0: list none)"),
    )  # fmt: skip
    parser.add_argument(
        "--csv", metavar="DIR", type=Path,
        help=tr("also write timeline.csv and tags.csv into this folder (of several files: into a folder each in it)"),
    )  # fmt: skip
    parser.add_argument(
        "--charts", metavar="DIR", type=Path, help=tr("also draw the charts into this folder")
    )


def _frames(word: str) -> int:
    if not word.isascii() or not word.isdigit() or int(word[:6]) > _MOST_FRAMES:
        raise UsageError(
            tr("{word} is no number of frames to move a tag by.", word=repr(word[:20])),
            mend=tr("Name a number from 0 to {most}.", most=_MOST_FRAMES),
        )
    return int(word)


def run(args: argparse.Namespace) -> int:
    """Score every file that can be read; 2 if one of them could not."""
    rulesets = load_rulesets(args.ruleset)
    films = load_films(args.film)
    status = 0
    for place, path in zip(_places(args.file), args.file, strict=True):
        try:
            _score(path, place, rulesets, films, args)
        except AnnotatorError as wrong:
            complain(str(wrong))
            status = 2
    return status


def _score(
    path: Path, place: str, rulesets: Sequence[Ruleset], films: Films, args: argparse.Namespace
) -> None:
    if args.csv:
        check_place(path, args.csv / place)
    match = load_match(path, films)
    films = films_of(path, match, films)
    sheets = score_all(match, rulesets, films)
    frames: int | None = args.frames_moved
    if frames is None:
        frames = 0 if args.json else NEAR_FRAMES
    sure = what_is_sure(match, rulesets, films.times, frames) if frames else []
    if args.json:
        details = detail_questions(match, rulesets)
        say_json(match_record(str(path), match, sheets, rulesets, details, films.times, sure))
    else:
        for line in score_lines(str(path), match, sheets, rulesets, films.times, sure):
            say(line)
    written: list[Path] = []
    if args.csv:
        written += write_csv(match, sheets, args.csv / place)
    if args.charts:
        written += write_charts(match, sheets, args.charts / place, rulesets)
    for file in written:
        # Standard output belongs to the JSON alone.
        (complain if args.json else say)(tr("Wrote {file}", file=file))


def _places(paths: Sequence[Path]) -> list[str]:
    """The folder of each file's own outputs: none for one file, else its name, with a number where
    two are alike.
    """
    if len(paths) == 1:
        return [""]
    places: list[str] = []
    for path in paths:
        name, number = stem(path), 1
        while name in places:
            number += 1
            name = f"{stem(path)}-{number}"
        places.append(name)
    return places
