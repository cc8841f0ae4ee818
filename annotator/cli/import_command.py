"""`annotator import FILE -o X.match.json`: a match from the file of another program."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from annotator.cli.films import load_films, with_places
from annotator.cli.output import say
from annotator.errors import UsageError
from annotator.files.names import stem
from annotator.text import tr, tr_n


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which words `import` understands."""
    parser.add_argument(
        "file", metavar="FILE", type=Path,
        help=tr("an XML edit list (Sportscode, Nacsport), a project or event table of BORIS, a file of ELAN,"
                " a cut list of LosslessCut, chapters, or a tag table"),
    )  # fmt: skip
    parser.add_argument(
        "-o", "--output", metavar="X.match.json", type=Path,
        help=tr("the match file to write (default: FILE's name with “.match.json”, here)"),
    )  # fmt: skip
    parser.add_argument(
        "--film", action="append", default=[], metavar="FILM", type=Path,
        help=tr("the film that the tags are on, so that each time becomes a frame's;"
                " several films in the order of the match"),
    )  # fmt: skip
    parser.add_argument(
        "--observation", metavar="NAME", help=tr("which observation, where BORIS has several")
    )
    parser.add_argument(
        "--annotator",
        metavar="NAME",
        help=tr("whose tiers, where several people annotated in ELAN"),
    )
    parser.add_argument(
        "--map", metavar="TABLE", type=Path,
        help=tr("a table (text,tag,athlete,details) that says what the other program's names mean"),
    )  # fmt: skip
    parser.add_argument(
        "--write-map", metavar="TABLE", type=Path,
        help=tr("write the names that were not understood as such a table, to be filled in"),
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Write the match, and say what the file could not tell."""
    from dataclasses import replace

    from annotator.files.atomic import encoded, write_atomically
    from annotator.files.interchange.mapping import mapping_text, read_mapping
    from annotator.files.interchange.opening import read_foreign
    from annotator.files.match_file import SUFFIX, save_match
    from annotator.files.media_paths import written_path

    target = args.output or Path(stem(args.file) + SUFFIX)
    if target.suffix.lower() != ".json":
        raise UsageError(
            tr("{name} is no name of a match file.", name=repr(target.name)),
            mend=tr("End it with “{suffix}”.", suffix=SUFFIX),
        )
    for place in filter(None, (target, args.write_map)):
        if os.path.lexists(place):
            raise UsageError(
                tr("There is a file of this name already; it is left alone."), where=str(place),
                mend=tr("Name another file, or move that one away."),
            )  # fmt: skip
    words = read_mapping(args.map) if args.map is not None else None
    films = load_films(args.film)
    from annotator.model.match import Match

    media = with_places(Match(), args.file, args.film, films).media
    found = read_foreign(
        args.file, observation=args.observation, annotator=args.annotator, words=words,
        frames=films.parts or None, media=media,
    )  # fmt: skip
    placed = (
        replace(film, path=written_path(Path(film.path), target)) for film in found.match.media
    )
    save_match(replace(found.match, media=tuple(placed)), target)
    tags = tr_n("{count} tag", "{count} tags", len(found.match.tags))
    say(tr("Wrote {file}: {tags}", file=target, tags=tags))
    for loss in found.losses:
        say(loss)
    if args.write_map is not None:
        write_atomically(args.write_map, encoded(mapping_text(found.unknown), args.write_map))
        say(tr("Wrote {file}", file=args.write_map))
    return 0
