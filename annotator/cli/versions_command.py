"""`annotator versions MATCH`: its last saves, what differs, and the way back to one of them."""

from __future__ import annotations

import argparse
from pathlib import Path

from annotator.cli.output import say
from annotator.errors import AnnotatorError, FileError, UsageError
from annotator.files.match_changes import changes, changes_in_short
from annotator.files.match_file import read_match, save_match
from annotator.files.versions import Version, versions_of
from annotator.model.match import Match
from annotator.text import tr, tr_n


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which words `versions` understands."""
    parser.add_argument("match", metavar="MATCH", type=Path, help=tr("a match file"))
    parser.add_argument(
        "--number", type=int, metavar="N",
        help=tr("tell what going back to version N (1: the latest) would change, line by line"),
    )  # fmt: skip
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE",
        help=tr("with --number: write that version to a file that is not there yet"),
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """List the versions; or tell what differs in one, and write it."""
    found = versions_of(args.match)
    if not found:
        raise FileError(
            tr("No earlier version of this match is kept here."), where=str(args.match),
            mend=tr("The window keeps one with each save."),
        )  # fmt: skip
    now = read_match(args.match) if args.match.exists() else Match()
    if args.number is None:
        if args.output is not None:
            raise UsageError(tr("Say with --number which version is to be written."))
        for number, version in enumerate(found, 1):
            say(_line(number, version, now))
        return 0
    if not 1 <= args.number <= len(found):
        raise UsageError(
            tr("There is no version {number}.", number=args.number),
            mend=tr("There are 1 to {last}.", last=len(found)),
        )
    match = found[args.number - 1].match()
    for line in changes(now, match) or [tr("Nothing: it says what is there now.")]:
        say(line)
    if args.output is not None:
        if args.output.exists():
            raise FileError(
                tr("This file is there already; nothing was written."), where=str(args.output),
                mend=tr("Name one that is not there yet."),
            )  # fmt: skip
        save_match(match, args.output)
        say(tr("Written: {path}", path=args.output))
    return 0


def _line(number: int, version: Version, now: Match) -> str:
    when = version.when.astimezone().strftime("%Y-%m-%d %H:%M:%S")
    try:
        match = version.match()
    except AnnotatorError:
        return tr("{number}  {when}  cannot be read", number=number, when=when)
    tags = tr_n("{count} tag", "{count} tags", len(match.tags))
    return tr(
        "{number}  {when}  {tags}; against now: {what}", number=number, when=when, tags=tags,
        what=changes_in_short(now, match),
    )  # fmt: skip
