"""The films of a match, opened together: which are there, where each lies, and what each camera shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from annotator.errors import AnnotatorError, Cancelled, FileError, FootageError
from annotator.files.media_paths import film_place, find_film
from annotator.files.places import indices_folder
from annotator.model.films import Line, Part, Shifted, offsets
from annotator.model.match import Media
from annotator.text import tr

if TYPE_CHECKING:
    from annotator.video import Footage, Reel, Shelf
    from annotator.video.footage import Image
    from annotator.video.proxy import Choice

Progress = Callable[[float], None]
"""Told the share done, 0 to 1; it may raise to give up."""


@dataclass(frozen=True)
class FilmSet:
    """Films by their number in the match, from 1.

    `media` is what the match says of them, completed by what opening them told. Those that cannot
    be shown are in `absent`, with the reason. `paths` are the films' own, also where `shelf` has their
    smooth copies. `changed` are there, but not as they were tagged;
    `moved` were found by what is in them, elsewhere than the match says.
    """

    media: tuple[Media, ...]
    shelf: Shelf
    paths: Mapping[int, Path] = field(default_factory=dict)
    absent: Mapping[int, AnnotatorError] = field(default_factory=dict)
    changed: frozenset[int] = frozenset()
    moved: Mapping[int, Path] = field(default_factory=dict)

    @property
    def cameras(self) -> tuple[int, ...]:
        """The cameras there are, the first one first."""
        return tuple(sorted({film.camera for film in self.media}))

    @property
    def offsets(self) -> tuple[Fraction, ...]:
        """Match time less film time of each film."""
        return offsets(self.media)

    @property
    def placed(self) -> tuple[Media, ...]:
        """The films with all that is known of them, each saying its offset."""
        return tuple(
            replace(film, offset=offset)
            for film, offset in zip(self.media, self.offsets, strict=True)
        )

    def name(self, number: int) -> str:
        """What a film is called: its file's name."""
        return Path(self.media[number - 1].path).name

    def span(self, number: int) -> tuple[Fraction, Fraction]:
        """When a film begins and ends, in the time of the match."""
        offset, said = self.offsets[number - 1], self.media[number - 1]
        film = self.shelf.films.get(number)
        first = said.first or Fraction(0) if film is None else film.times[0]
        duration = said.duration or Fraction(0) if film is None else film.duration
        return offset + first, offset + first + duration

    def with_media(self, media: Sequence[Media]) -> FilmSet:
        """The same opened films, placed as the match says now."""
        films = zip(media, self.media, strict=True)
        return replace(self, media=tuple(_completed(film, old) for film, old in films))

    def reel(self, camera: int) -> Reel:
        """What a camera shows. It covers the whole match, also where others alone were filming."""
        from annotator.video import Reel

        spans = [self.span(number) for number in range(1, len(self.media) + 1)]
        whole = (min(start for start, _ in spans), max(end for _, end in spans))
        names = {number: self.name(number) for number in range(1, len(self.media) + 1)}
        line = Line(self._parts(camera), blanks=True, span=whole)
        return Reel(line, self.shelf, names)

    def first_reel(self) -> Reel:
        """What the first camera shows; raises why, where one of its films cannot be shown, and
        FootageError where one is another than the one that was tagged.
        """
        camera = self.cameras[0]
        self.refuse_changed(camera)
        for number, media in enumerate(self.media, 1):
            if media.camera == camera and number in self.absent:
                raise self.absent[number]
        return self.reel(camera)

    def refuse_changed(self, camera: int) -> None:
        """Raises FootageError where a film of this camera is another than the one that was tagged:
        it would show other moments than the tags speak of.
        """
        for number in sorted(self.changed):
            if self.media[number - 1].camera == camera:
                raise FootageError(
                    self._what_differs(number), where=str(self.paths.get(number, self.name(number))),
                    mend=tr(
                        "Put the right film in its place. If this is the one that is wanted, open"
                        " the match in the window, use the film there, check that the tags lie on"
                        " their frames, and save."
                    ),
                )  # fmt: skip

    def _what_differs(self, number: int) -> str:
        said, there = self.media[number - 1].frames, len(self.shelf.films[number])
        if said is not None and said != there:
            return tr(
                "This is not the film that the match was tagged on: it has {there} frames, not {said}.",
                there=there, said=said,
            )  # fmt: skip
        return tr("This is not the film that the match was tagged on: its content is another.")

    def frames(self, camera: int) -> Line:
        """A camera's frames alone, by which rulings are counted."""
        return Line(part for part in self._parts(camera) if part.times)

    def _parts(self, camera: int) -> Iterable[Part]:
        for number, film in enumerate(self.media, 1):
            if film.camera == camera:
                yield Part(number, *self.span(number), self.times(number))

    def picture(self, number: int, index: int) -> Image | None:
        """Frame `index` of a film, RGB (height, width, 3); None of one that is not there, or is there
        but not as it was tagged. Raises FootageError where it cannot be read.
        """
        film = self.shelf.films.get(number)
        if film is None or number in self.changed or not 0 <= index < len(film):
            return None
        return film.frame(index)

    def times(self, number: int) -> Sequence[Fraction]:
        """The times of a film's frames, in the time of the match; empty for one not there."""
        film, shift = self.shelf.films.get(number), self.offsets[number - 1]
        if film is None:
            return ()
        return Shifted(film.times, shift) if shift else film.times


def needs_set(media: Sequence[Media]) -> bool:
    """Whether these are more than one film on its own times."""
    return len(media) > 1 or any(film.offset or film.camera != 1 for film in media)


def open_film(choice: Choice, progress: Progress) -> Footage:
    """The file that shows a film, opened; without room for frames until it is on a shelf."""
    from annotator.video import Footage

    return Footage.open(
        choice.shown, cache_bytes=0, progress=progress, index_cache=indices_folder()
    )


def facts_of(choice: Choice, film: Footage, written: str) -> Media:
    """All that the match file says of an open film, but where it lies."""
    from annotator.video.fingerprint import size_in

    return Media(
        written,
        size_bytes=size_in(choice.fingerprint),
        duration=film.duration,
        frames=len(film),
        fingerprint=choice.fingerprint,
        first=film.times[0],
    )


def open_near(
    media: Sequence[Media],
    match_path: Path,
    cache_bytes: int,
    progress: Progress,
    *,
    smooth: bool = True,
) -> FilmSet:
    """`open_set` of films of which none is open; those that were moved are looked for near the match."""
    near = match_path.resolve().parent
    folders = (near, near.parent)
    return open_set(media, match_path, cache_bytes, {}, folders, progress, smooth=smooth)


def open_set(
    media: Sequence[Media],
    match_path: Path,
    cache_bytes: int,
    known: Mapping[Path, Footage],
    folders: Iterable[Path],
    progress: Progress,
    look: Callable[[Path], None] | None = None,
    *,
    smooth: bool = True,
) -> FilmSet:
    """Open all films of a match that can be found. Runs in a worker.

    `match_path`: what the paths are relative to. `known`: films that are open already, by the file
    that is open; the set takes over those it needs. `folders`: where to look for films that were moved. `look` is told
    the first film that has to be opened, before it is read. `smooth`: False opens no smooth copy where
    the film itself is there.
    """
    from annotator.video import Shelf

    films: dict[int, Footage] = {}
    paths: dict[int, Path] = {}
    absent: dict[int, AnnotatorError] = {}
    moved: dict[int, Path] = {}
    changed: set[int] = set()
    complete = list(media)
    places = list(folders)
    opened: list[Footage] = []

    def tell(share: float) -> None:
        progress((len(films) + len(absent) + share) / len(media))

    try:
        for number, film in enumerate(media, 1):
            try:
                choice = locate(film, match_path, places, progress, smooth=smooth)
                there = known.get(choice.shown)
                if there is None:
                    if not films and look is not None:
                        look(choice.shown)
                    there = open_film(choice, tell)
                    opened.append(there)
            except Cancelled:
                raise
            except (AnnotatorError, OSError) as error:
                absent[number] = _said_plainly(error, film)
                continue
            films[number], paths[number] = there, choice.film
            facts = facts_of(choice, there, film.path)
            complete[number - 1] = _completed(film, facts)
            if film.fingerprint not in (None, facts.fingerprint):
                changed.add(number)
            if choice.film != _said(film, match_path):
                moved[number] = choice.film
        return FilmSet(
            tuple(complete), Shelf(films, cache_bytes), paths, absent, frozenset(changed), moved
        )
    except BaseException:
        for each in opened:
            each.close()
        raise


def _said_plainly(error: AnnotatorError | OSError, film: Media) -> AnnotatorError:
    if isinstance(error, AnnotatorError):
        return error
    return FileError(tr("The film cannot be read."), where=film.path)


def locate(
    media: Media,
    match_path: Path,
    folders: Iterable[Path],
    progress: Progress,
    *,
    smooth: bool = True,
) -> Choice:
    """A film where the match says, or its smooth copy there; else where one of its content is.

    Raises FileError or FootageError.
    """
    from annotator.video.find_again import find_again
    from annotator.video.proxy import choose, find_proxy

    try:
        return choose(find_film(media.path, match_path), media.fingerprint, smooth=smooth)
    except FileError:
        if media.fingerprint is None:
            raise
        place = film_place(media.path, match_path)
        if place is not None and find_proxy(place, media.fingerprint) is not None:
            return choose(place, media.fingerprint)
        found = find_again(media.fingerprint, folders, progress)
        if found is None:
            raise
        return choose(found.resolve(), media.fingerprint, smooth=smooth)


def _said(media: Media, match_path: Path) -> Path | None:
    try:
        return film_place(media.path, match_path)
    except FileError:
        return None


def _completed(film: Media, facts: Media) -> Media:
    """What the match says, with what it does not say taken from the film itself."""
    return replace(
        film,
        first=facts.first if film.first is None else film.first,
        duration=film.duration or facts.duration,
        frames=film.frames or facts.frames,
        size_bytes=film.size_bytes or facts.size_bytes,
        fingerprint=film.fingerprint or facts.fingerprint,
    )


def list_text(films: FilmSet, numbers: Iterable[int]) -> str:
    """Films by their names, for a sentence."""
    return ", ".join(films.name(number) for number in sorted(numbers)) or tr("none")
