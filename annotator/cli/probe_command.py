"""`annotator probe FILM`: what the footage is like, and what that means for tagging it."""

from __future__ import annotations

import argparse
from pathlib import Path

from annotator.cli.output import Progress, say, say_json
from annotator.text import tr

_SIGNS = {"good": " ", "note": "-", "warning": "!"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which words `probe` understands."""
    parser.add_argument("film", metavar="FILM", type=Path)
    parser.add_argument(
        "--whole", action="store_true",
        help=tr("decode every frame, so that all damage is found; takes as long as playing fast"),
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help=tr("the findings as one JSON object"))


def run(args: argparse.Namespace) -> int:
    """Print the health report."""
    from annotator.files.places import indices_folder
    from annotator.video import Footage

    with Progress(tr("Reading {name}", name=args.film.name)) as progress:
        film = Footage.open(args.film, progress=progress, index_cache=indices_folder())
    with film:
        if args.whole:
            with Progress(tr("Decoding {name}", name=args.film.name)) as progress:
                for i in range(len(film)):
                    film.decoded(i)
                    progress.counted(i, len(film))
        report, frames = film.health(), len(film)
    if args.json:
        findings = [
            {"key": each.key, "level": each.level, "what": each.what, "meaning": each.meaning}
            for each in report
        ]
        say_json(
            {"film": str(args.film), "frames": frames, "worst": report.worst, "findings": findings}
        )
        return 0
    say(f"{args.film}")
    for each in report:
        say(f"{_SIGNS[each.level]} {each.what}")
        if each.meaning:
            say(f"      {each.meaning}")
    if any(each.mend == "proxy" for each in report):
        say(tr("Mend: “annotator proxy {film}” makes a copy that plays and jumps at once, with the"
               " same frames.", film=args.film))  # fmt: skip
    return 0
