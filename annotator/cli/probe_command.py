"""`annotator probe FILM`: what the footage is like, and what that means for tagging it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from annotator.cli.films import open_match
from annotator.cli.output import Progress, complain, say, say_json
from annotator.errors import UsageError
from annotator.text import tr

if TYPE_CHECKING:
    from annotator.video import Footage, HealthReport

_SIGNS = {"good": " ", "note": "-", "warning": "!"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which words `probe` understands."""
    parser.add_argument(
        "film", metavar="FILM", type=Path, help=tr("a film, or a match file (*.json): its films")
    )
    parser.add_argument(
        "--whole", action="store_true",
        help=tr("decode every frame, so that all damage is found; takes as long as playing fast"),
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help=tr("the findings as one JSON object"))


def run(args: argparse.Namespace) -> int:
    """Print the health report."""
    if args.film.suffix.lower() == ".json":
        return _probe_match(args)
    from annotator.files.places import indices_folder
    from annotator.video import Footage

    with Progress(tr("Reading {name}", name=args.film.name)) as progress:
        film = Footage.open(args.film, progress=progress, index_cache=indices_folder())
    with film:
        _whole(args, film, args.film.name)
        _tell(args, args.film, film.health(), len(film))
    return 0


def _probe_match(args: argparse.Namespace) -> int:
    """The report of each film of a match."""
    from annotator.files.match_file import read_match

    match = read_match(args.film)
    if not match.media:
        raise UsageError(tr("This match has no film."), where=str(args.film))
    with open_match(args.film, match) as films:
        for number, film in films.shelf.films.items():
            _whole(args, films.shelf.use(number), films.name(number))
            _tell(args, films.paths[number], film.health(), len(film))
        for error in films.absent.values():
            complain(str(error))
        return 2 if films.absent else 0


def _whole(args: argparse.Namespace, film: Footage, name: str) -> None:
    """Decode every frame, if that was asked for."""
    if args.whole:
        with Progress(tr("Decoding {name}", name=name)) as progress:
            for i in range(len(film)):
                film.decoded(i)
                progress.counted(i, len(film))


def _tell(args: argparse.Namespace, film: Path, report: HealthReport, frames: int) -> None:
    if args.json:
        findings = [
            {"key": each.key, "level": each.level, "what": each.what, "meaning": each.meaning}
            for each in report
        ]
        say_json({"film": str(film), "frames": frames, "worst": report.worst, "findings": findings})
        return
    say(f"{film}")
    for each in report:
        say(f"{_SIGNS[each.level]} {each.what}")
        if each.meaning:
            say(f"      {each.meaning}")
    if any(each.mend == "proxy" for each in report):
        say(tr("Mend: “annotator proxy {film}” makes a copy that plays and jumps at once, with the"
               " same frames.", film=film))  # fmt: skip
