"""The films of a match on the command line: named by words, or by the match file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from annotator.cli.output import Progress
from annotator.errors import FileError
from annotator.model.films import Line, Part
from annotator.model.match import Match, Media
from annotator.text import tr

if TYPE_CHECKING:
    from annotator.film_set import FilmSet
    from annotator.video import Footage, Reel

_MEMORY = 64 << 20  # bytes of decoded frames; each is wanted once


@dataclass(frozen=True)
class Films:
    """The frames of the films of a match, each film where it lies on the match's one time line.

    `parts` are the times (seconds of the match) of each film's frames, in the order of the match;
    empty for a film that is not there. `ends` says when each film is over, `cameras` by which
    camera it was made: left out, by the first, and over with its last frame.
    """

    parts: tuple[tuple[Fraction, ...], ...] = ()
    ends: tuple[Fraction, ...] = ()
    cameras: tuple[int, ...] = ()

    @cached_property
    def times(self) -> Line | None:
        """The frames of the first camera in one row, by which rulings name them; None without."""
        line = Line(
            Part(number, times[0], self.ends[number - 1] if self.ends else times[-1], times)
            for number, times in enumerate(self.parts, 1)
            if times and (not self.cameras or self.cameras[number - 1] == min(self.cameras))
        )
        return line if line else None


def films_of(path: Path, match: Match, named: Films) -> Films:
    """The films that were named; else those that a match file names, as far as they are there and
    have the frames that the match says.

    A film that is gone or another one is no hindrance: rulings on it then name no frames.
    """
    if named.parts or not match.media:
        return named
    with open_match(path, match) as films:
        return frames_of(films)


def with_places(match: Match, path: Path, named: Sequence[Path], films: Films) -> Match:
    """The match with the places of its films in full, for files that may lie in any folder.

    `named`: the films of a table that names none itself, with their frames in `films`.
    """
    if not match.media:
        media = (
            Media(
                film.resolve().as_posix(),
                first=times[0],
                duration=end - times[0],
                frames=len(times),
            )
            for film, times, end in zip(named, films.parts, films.ends, strict=False)
            if times
        )
        return replace(match, media=tuple(media))
    from annotator.files.media_paths import film_place

    placed = []
    for one in match.media:
        try:
            place = film_place(one.path, path)
        except FileError:  # an address: it stays as it was said
            place = None
        placed.append(one if place is None else replace(one, path=place.as_posix()))
    return replace(match, media=tuple(placed))


def load_films(paths: Sequence[Path]) -> Films:
    """The frames of films; each film after the first begins where the one before it ends.

    The first keeps its own times, also when they do not begin at 0. Raises FootageError.
    """
    if not paths:
        return Films()
    from annotator.files.places import indices_folder
    from annotator.film_set import FilmSet
    from annotator.video import Footage, Shelf

    films: dict[int, Footage] = {}
    try:
        for number, path in enumerate(paths, 1):
            with Progress(tr("Reading {name}", name=path.name)) as progress:
                films[number] = Footage.open(
                    path, cache_bytes=0, progress=progress, index_cache=indices_folder()
                )
        media = tuple(
            Media(film.path.name, first=film.times[0], duration=film.duration)
            for film in films.values()
        )
        return frames_of(FilmSet(media, Shelf(films, 0)))
    finally:
        for film in films.values():
            film.close()


@contextmanager
def open_match(path: Path, match: Match, *, smooth: bool = True) -> Iterator[FilmSet]:
    """The films of a match file, opened; those that were moved are looked for near it. `smooth`: see
    `open_set`.
    """
    from annotator.film_set import open_near

    with Progress(tr("Reading the films of {name}", name=path.name)) as progress:
        films = open_near(match.media, path, _MEMORY, progress, smooth=smooth)
    with films.shelf:
        yield films


@contextmanager
def first_reel(path: Path, match: Match) -> Iterator[Reel]:
    """What the first camera of a match shows. Raises AnnotatorError where a film of it is not there."""
    with open_match(path, match) as films:
        yield films.first_reel()


def frames_of(films: FilmSet) -> Films:
    """The frames of opened films; none of a film that has other frames than the match says."""
    numbers = range(1, len(films.media) + 1)
    return Films(
        tuple(() if _is_another(films, n) else tuple(films.times(n)) for n in numbers),
        tuple(films.span(n)[1] for n in numbers),
        tuple(media.camera for media in films.media),
    )


def _is_another(films: FilmSet, number: int) -> bool:
    """Whether a film has not the frames that the match says."""
    said, there = films.media[number - 1].frames, films.shelf.films.get(number)
    return there is not None and said is not None and said != len(there)
