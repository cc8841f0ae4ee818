"""`annotator frame FILM N|TIME -o F`: the exact frame as a picture."""

from __future__ import annotations

import argparse
import io
import re
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from annotator.cli.loading import stem
from annotator.cli.output import Progress, say
from annotator.cli.writing import same_file
from annotator.errors import TimeError, UsageError
from annotator.model.time import clock_text, parse_seconds, write_seconds
from annotator.text import tr

if TYPE_CHECKING:
    from annotator.video import Footage

FORMATS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG"}
_FRAME = re.compile(r"[fF]?([0-9]{1,12})")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which words `frame` understands."""
    parser.add_argument("film", metavar="FILM", type=Path)
    parser.add_argument(
        "place", metavar="N|TIME",
        help=tr("a frame, counted from 0 (12 or f12), or a time (12.0, 12s, 0:12, 319/5)"),
    )  # fmt: skip
    parser.add_argument(
        "-o", "--output", metavar="F", type=Path,
        help=tr("the picture, .png or .jpg (default: the film's name and the frame's number, here)"),
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Write the picture and say which frame it is."""
    place = read_place(args.place)
    if args.output is not None and args.output.suffix.lower() not in FORMATS:
        raise UsageError(
            tr("{name} says no kind of picture.", name=repr(args.output.name)),
            mend=tr("End the name with one of: {endings}.", endings=", ".join(FORMATS)),
        )
    from annotator.files.places import indices_folder
    from annotator.video import Footage

    with Progress(tr("Reading {name}", name=args.film.name)) as progress:
        film = Footage.open(args.film, progress=progress, index_cache=indices_folder())
    with film:
        index = place if isinstance(place, int) else frame_on_screen(film, place)
        time, picture, mark = film.time_of(index), film.frame(index), film.mark(index)
    output = args.output or Path(f"{stem(args.film)}-f{index}.png")
    if same_file(output, args.film):
        raise UsageError(
            tr("The picture would replace the film itself."), where=str(output),
            mend=tr("Name another file (-o)."),
        )  # fmt: skip

    from PIL import Image

    from annotator.files.atomic import write_atomically

    data = io.BytesIO()
    image = Image.fromarray(picture)
    kind = FORMATS[output.suffix.lower()]
    if kind == "JPEG":
        image.save(data, kind, quality=95, subsampling=0)
    else:
        image.save(data, kind)
    write_atomically(output, data.getvalue())
    say(
        tr(
            "Wrote {file}: frame {n}, at {time} ({seconds} s)",
            file=output,
            n=index,
            time=clock_text(time),
            seconds=write_seconds(time),
        )
    )
    if mark:
        say(mark)
    return 0


def read_place(word: str) -> int | Fraction:
    """A frame's number, or a time in seconds. Raises TimeError."""
    if match := _FRAME.fullmatch(word):
        return int(match[1])
    return parse_seconds(word[:-1] if word[-1:] in ("s", "S") else word)


def frame_on_screen(film: Footage, time: Fraction) -> int:
    """The frame that is shown at a time. Raises TimeError outside the film."""
    first = film.time_of(0)
    end = first + film.duration
    if not first <= time < end:
        raise TimeError(
            tr("{time} s is outside the film.", time=write_seconds(time)),
            where=str(film.path),
            mend=tr(
                "It runs from {first} to {last}.", first=clock_text(first), last=clock_text(end)
            ),
        )
    return film.index_at(time)
