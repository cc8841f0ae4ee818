"""`annotator demo [DIR]`: sample footage, a tagged match, its scores, tables, charts, the window."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

from annotator.cli.compare_command import comparison_lines
from annotator.cli.films import load_films
from annotator.cli.loading import load_match, load_rulesets, score_all
from annotator.cli.output import Progress, complain, say
from annotator.cli.score_text import heading
from annotator.cli.writing import write_charts, write_csv
from annotator.files.atomic import write_atomically
from annotator.text import tr


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which words `demo` understands."""
    parser.add_argument(
        "folder", nargs="?", default=Path("demo"), metavar="DIR", type=Path,
        help=tr("the folder to make it in (default: demo)"),
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Make everything, say what was made, and open it where there is a screen."""
    from annotator.sample import SECOND, make_other_view, make_sample

    rulesets = load_rulesets([])
    kept = _kept(args.folder)
    with Progress(tr("Drawing the sample film")) as progress:
        sample = make_sample(args.folder, progress.counted)
    with Progress(tr("Drawing the second film")) as progress:
        second = make_sample(args.folder, progress.counted, story=SECOND)
    other = make_other_view(sample)
    for old, data in kept.items():
        _keep(old, data)
    films = load_films([sample.film])
    match = load_match(sample.match_file, films)
    sheets = score_all(match, rulesets, films)
    say(heading(str(sample.match_file), match))
    say()
    for line in comparison_lines(match, sheets, rulesets):
        say(line)
    with Progress(tr("Drawing the charts")) as progress:
        progress(0)
        written = write_csv(match, sheets, args.folder)
        written += write_charts(match, sheets, args.folder, rulesets)
    say()
    say(tr("Made in {folder}:", folder=args.folder))
    samples = [
        path for each in (sample, second) for path in (each.film, each.match_file, each.table)
    ]
    for path in (*samples, other, *written):
        say(f"  {path.name}")
    say()
    say(tr("Why each point was given:  annotator score {file}", file=_word(sample.match_file)))
    say(tr("The window:                annotator {file}", file=_word(sample.match_file)))
    if has_screen() and sys.stdout is not None and sys.stdout.isatty():
        return open_window(sample.match_file)
    return 0


def _kept(folder: Path) -> dict[Path, bytes]:
    """The match and the table that are in the folder: they may have been worked on."""
    from annotator.sample import FIRST, SECOND
    from annotator.sample.match import OTHER_NAME

    stories = (FIRST, SECOND)
    names = [name for story in stories for name in (story.match_name, story.table_name)]
    places = [folder / name for name in (*names, OTHER_NAME)]
    return {place: place.read_bytes() for place in places if place.is_file()}


def _keep(place: Path, data: bytes) -> None:
    """Put what was there beside what the demo wrote, if it is something else."""
    if place.read_bytes() == data:
        return
    number = 1
    while (copy := place.with_name(f"before-{number}-{place.name}")).exists():
        number += 1
    write_atomically(copy, data)
    say(tr("Yours was kept as {name}.", name=copy))


def has_screen() -> bool:
    """Whether a window could be shown here."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def open_window(match_file: Path) -> int:
    """Open the match in a window of its own process, and wait until it is closed.

    The command line itself never loads Qt.
    """
    say(tr("Opening the window; close it to come back."))
    status = subprocess.call(  # noqa: S603 - ourselves
        [sys.executable, "-m", "annotator", str(match_file.absolute())]
    )
    if status:
        complain(tr("The window could not be opened; everything else is there."))
    return 0


def _word(path: Path) -> str:
    """The path as it is typed: in quotes where a shell would split it."""
    return f'"{path}"' if any(char.isspace() for char in str(path)) else str(path)
