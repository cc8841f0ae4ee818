"""`annotator frame FILM N|TIME -o F`: the exact frame as a picture."""

from __future__ import annotations

import argparse
import io
import re
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from annotator.cli.films import open_match
from annotator.cli.output import Progress, say
from annotator.cli.writing import same_file
from annotator.errors import FootageError, TimeError, UsageError
from annotator.files.names import stem
from annotator.model.drawn import drawings_at
from annotator.model.time import FrameRef, clock_text, parse_seconds, parse_time, write_seconds
from annotator.text import tr

if TYPE_CHECKING:
    from annotator.video import Footage, Reel
    from annotator.video.picture import Image

FORMATS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG"}
_FILM_FRAME = re.compile(r"[1-9][0-9]{0,3}:[fF][0-9]{1,12}")
_FRAME = re.compile(r"[fF]?([0-9]{1,12})")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which words `frame` understands."""
    parser.add_argument(
        "film", metavar="FILM", type=Path, help=tr("a film, or a match file (*.json): its films")
    )
    parser.add_argument(
        "place", metavar="N|TIME",
        help=tr("a frame, counted from 0 (12 or f12; 2:f12: of a match's second film), or a time "
                "(12.0, 12s, 0:12, 319/5)"),
    )  # fmt: skip
    parser.add_argument(
        "-o", "--output", metavar="F", type=Path,
        help=tr("the picture, .png or .jpg (default: the film's name and the frame's number, here)"),
    )  # fmt: skip

    parser.add_argument(
        "--drawings", action="store_true",
        help=tr("with what is drawn on it in the match file"),
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Write the picture and say which frame it is."""
    if args.output is not None and args.output.suffix.lower() not in FORMATS:
        raise UsageError(
            tr("{name} says no kind of picture.", name=repr(args.output.name)),
            mend=tr("End the name with one of: {endings}.", endings=", ".join(FORMATS)),
        )
    if args.drawings and not _is_match(args.film):
        raise UsageError(
            tr("Drawings are kept in a match, not in a film."), where=str(args.film),
            mend=tr("Name the match file instead of the film."),
        )  # fmt: skip
    found = (
        _of_match(args.film, args.place, with_drawings=args.drawings)
        if _is_match(args.film)
        else _of_film(args.film, args.place)
    )
    output = args.output or Path(f"{stem(args.film)}-{found.name}.png")
    if same_file(output, args.film):
        raise UsageError(
            tr("The picture would replace the film itself."), where=str(output),
            mend=tr("Name another file (-o)."),
        )  # fmt: skip

    from PIL import Image

    from annotator.files.atomic import write_atomically

    data = io.BytesIO()
    image = Image.fromarray(found.picture)
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
            n=found.number,
            time=clock_text(found.time),
            seconds=write_seconds(found.time),
        )
    )
    if found.mark:
        say(found.mark)
    return 0


@dataclass(frozen=True, slots=True)
class _Found:
    """A frame: what to call its picture and it, its time, and what is wrong with it."""

    name: str
    number: str
    time: Fraction
    picture: Image
    mark: str | None


def _is_match(path: Path) -> bool:
    return path.suffix.lower() == ".json"


def _of_film(path: Path, word: str) -> _Found:
    from annotator.files.places import indices_folder
    from annotator.video import Footage

    place = read_place(word)
    with Progress(tr("Reading {name}", name=path.name)) as progress:
        film = Footage.open(path, progress=progress, index_cache=indices_folder())
    with film:
        index = place if isinstance(place, int) else frame_on_screen(film, place, str(path))
        time, picture, mark = film.time_of(index), film.frame(index), film.mark(index)
    return _Found(f"f{index}", str(index), time, picture, mark)


def _of_match(path: Path, word: str, *, with_drawings: bool) -> _Found:
    """A frame of one of a match's films, `2:f12`; or what its first camera shows at a time."""
    from annotator.files.match_file import read_match

    match = read_match(path)
    if not match.media:
        raise UsageError(tr("This match has no film."), where=str(path))
    frame = parse_time(word) if _FILM_FRAME.fullmatch(word) else read_place(word)
    with open_match(path, match) as films:
        if isinstance(frame, Fraction):
            reel = films.reel(films.cameras[0])
            index = frame_on_screen(reel, frame, str(path))
            ref = reel.ref(index)
            if ref is None:
                raise FootageError(reel.mark(index) or "", where=str(path))
        else:
            ref = FrameRef(frame) if isinstance(frame, int) else frame
        if ref.part > len(films.media):
            raise TimeError(
                tr("{frame} is a frame of film {part}, and there is none.", frame=ref, part=ref.part),
                where=str(path), mend=tr("The match has {n} films.", n=len(films.media)),
            )  # fmt: skip
        if ref.part in films.absent:
            raise films.absent[ref.part]
        film = films.shelf.use(ref.part)
        picture, mark = film.frame(ref.index), film.mark(ref.index)
        time = films.times(ref.part)[ref.index]
        from exports.mosaic import mosaic, regions_at

        if hidden := regions_at(match, time, ref.part):
            picture = mosaic(picture, hidden)
        if with_drawings:
            from exports.overlay import Canvas, Overlay, blend

            canvas = Canvas(picture.shape[1], picture.shape[0], film.pixel_aspect)
            seen = drawings_at(match, time, ref.part)
            picture = blend(picture, Overlay().layers(seen, canvas))
    name = f"f{ref.index}" if ref.part == 1 else f"{ref.part}-f{ref.index}"
    shown = str(ref.index) if ref.part == 1 else str(ref)
    return _Found(name, shown, time, picture, mark)


def read_place(word: str) -> int | Fraction:
    """A frame's number, or a time in seconds. Raises TimeError."""
    if match := _FRAME.fullmatch(word):
        return int(match[1])
    return parse_seconds(word[:-1] if word[-1:] in ("s", "S") else word)


def frame_on_screen(film: Footage | Reel, time: Fraction, where: str) -> int:
    """The frame that is shown at a time. Raises TimeError outside the film."""
    first = film.time_of(0)
    end = first + film.duration
    if not first <= time < end:
        raise TimeError(
            tr("{time} s is outside the film.", time=write_seconds(time)),
            where=where,
            mend=tr(
                "It runs from {first} to {last}.", first=clock_text(first), last=clock_text(end)
            ),
        )
    return film.index_at(time)
