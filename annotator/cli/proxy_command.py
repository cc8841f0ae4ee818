"""`annotator proxy FILM [-o OUT]`: a copy that plays smoothly, frame for frame the same film."""

from __future__ import annotations

import argparse
from pathlib import Path

from annotator.cli.output import Progress, say
from annotator.errors import UsageError
from annotator.text import number_text, tr

_LEAST, _MOST = 90, 4320


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which words `proxy` understands."""
    parser.add_argument("film", metavar="FILM", type=Path)
    parser.add_argument(
        "-o", "--output", metavar="OUT", type=Path,
        help=tr("the copy, an .mp4 (default: NAME.proxy.mp4 beside the film, where the window"
                " finds it)"),
    )  # fmt: skip
    parser.add_argument(
        "--height", metavar="N", type=_lines, default=None,
        help=tr("the copy's height in pixels, of an upright picture its width; never more than the"
                " film has (default 720)"),
    )  # fmt: skip


def _lines(word: str) -> int:
    if not word.isascii() or not word.isdigit() or not _LEAST <= int(word[:6]) <= _MOST:
        raise UsageError(
            tr("{word} is no height for a copy.", word=repr(word[:20])),
            mend=tr("Name a number of pixels from {least} to {most}.", least=_LEAST, most=_MOST),
        )
    return int(word)


def run(args: argparse.Namespace) -> int:
    """Make the copy and say what it is."""
    output: Path | None = args.output
    if output is not None and output.suffix.lower() not in (".mp4", ".m4v", ".mov"):
        raise UsageError(
            tr("{name} does not say that it is an MP4.", name=repr(output.name)),
            mend=tr("End the name with .mp4."),
        )
    from annotator.video.proxy import LINES, make_proxy

    lines: int = args.height or LINES
    with Progress(tr("Copying {name}", name=args.film.name)) as progress:
        made = make_proxy(args.film, output, lines=lines, progress=progress)
    width, height = made.size
    say(
        tr(
            "Wrote {file}: {frames} frames, {width} x {height}, {size} MB; frame for frame and time"
            " for time the film's.",
            file=made.path, frames=made.frames, width=width, height=height,
            size=number_text(f"{made.size_bytes / 1e6:.1f}"),
        )
    )  # fmt: skip
    say(
        {
            "none": tr("The film has no sound."),
            "copied": tr("Its sound is the film's own."),
            "encoded": tr("Its sound was converted to AAC."),
            "left out": tr(
                "Its sound is in a code that this program cannot read, and was left out."
            ),
        }[made.sound]
    )
    return 0
