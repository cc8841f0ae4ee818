"""`annotator export FILE --to KIND`: a scored match for other programs."""

from __future__ import annotations

import argparse
from pathlib import Path

from annotator.cli.films import films_of, load_films, with_places
from annotator.cli.loading import (
    add_match_arguments,
    load_match,
    load_rulesets,
    score_all,
)
from annotator.cli.output import Progress, say
from annotator.cli.writing import check_free, check_place, check_report
from annotator.files.names import stem
from annotator.text import tr


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which words `export` understands."""
    from exports.registry import known

    add_match_arguments(parser)
    parser.add_argument(
        "--to", required=True, metavar="KIND",
        help=tr("what to write: {kinds}", kinds=", ".join(known())),
    )  # fmt: skip
    parser.add_argument(
        "-o", "--output", metavar="DIR", type=Path,
        help=tr("the folder to write into (default: FILE's name with “-export”, here)"),
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Write the export and say where it is."""
    from exports.registry import EXPORTERS, exporter, untold

    if args.to in EXPORTERS and EXPORTERS[args.to].needs_films:
        return _clips(args)
    write = exporter(args.to)
    rulesets = load_rulesets(args.ruleset)
    films = load_films(args.film)
    match = load_match(args.file, films)
    films = films_of(args.file, match, films)
    sheets = score_all(match, rulesets, films)
    folder = args.output or Path(f"{stem(args.file)}-export")
    check_place(args.file, folder)
    check_free(args.to, folder)
    if args.to == "report":
        check_report(folder, "report")
    match = with_places(match, args.file, args.film, films)
    with Progress(tr("Writing")) as progress:
        progress(0)
        written = write(match, sheets, folder, rulesets)
    for path in written:
        say(tr("Wrote {file}", file=path))
    for loss in untold(args.to, match, sheets, folder):
        say(loss)
    return 0


def _clips(args: argparse.Namespace) -> int:
    """A clip of all that was given under each of the rulesets; `annotator clips` does more."""
    from annotator.cli.clips_command import make_clips
    from exports.clips.order import Order

    folder = args.output or Path(f"{stem(args.file)}-export")
    status = 0
    for name in args.ruleset or [""]:
        place = folder / name if len(args.ruleset) > 1 else folder
        status = max(status, make_clips(args.file, place, Order(ruleset=name), args.film))
    return status
