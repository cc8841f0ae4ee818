"""`Reel`: the films of one camera as one film on the match's time line, each frame still its own.

What it gives is what `Footage` gives, so that a player, a `FrameServer` or an export need not know
which of the two they have. Stretches without a picture are walked through in seconds and say why
there is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

import numpy as np

from annotator.errors import AnnotatorError, Cancelled, FootageError
from annotator.model.films import Line, Piece
from annotator.model.time import FrameRef, clock_text
from annotator.text import tr
from annotator.video.closing import Closing
from annotator.video.footage import Footage, Image
from annotator.video.health import Finding, HealthReport
from annotator.video.picture import Picture
from annotator.video.reader import Stop
from annotator.video.reel_sound import ReelSound
from annotator.video.shelf import Shelf
from annotator.video.store import Chunk

_BLANK = (64, 36)  # pixels; the painter makes it as large as it likes
_GREY = (30, 26, 24, 255)  # blue, green, red, alpha


class Reel(Closing):
    """Films in sequence. Safe in any thread.

    `line` numbers the films as `shelf` does; `names` says what to call them.
    """

    def __init__(self, line: Line, shelf: Shelf, names: Mapping[int, str] | None = None) -> None:
        if not line:
            raise ValueError("a reel needs at least one film, or one that is missing")
        self.line = line
        self.shelf = shelf
        self._names = {number: film.path.name for number, film in shelf.films.items()}
        self._names |= names or {}
        self._shown = [piece.film for piece in line.pieces if piece.film is not None]

    # ------------------------------------------------------------------ what there is

    def __len__(self) -> int:
        return len(self.line)

    @property
    def times(self) -> Line:
        """What can be on screen, in seconds of the match, strictly increasing."""
        return self.line

    @property
    def duration(self) -> Fraction:
        """Seconds from the first entry to the end of the last film."""
        return max(piece.end for piece in self.line.pieces) - self.line[0]

    @property
    def films(self) -> tuple[Footage, ...]:
        """The films that are shown, in sequence."""
        return tuple(self.shelf.films[number] for number in dict.fromkeys(self._shown))

    def film_at(self, i: int) -> Footage | None:
        """The film that entry `i` is a frame of."""
        piece = self.line.piece(self._checked(i))
        return None if piece.film is None else self.shelf.films[piece.film]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the first film's upright picture in pixels; others may differ."""
        films = self.films
        return films[0].size if films else _BLANK

    @property
    def pixel_aspect(self) -> Fraction:
        """Width of a pixel of the first film over its height."""
        films = self.films
        return films[0].pixel_aspect if films else Fraction(1)

    def time_of(self, i: int) -> Fraction:
        """The match's time of entry `i` in seconds."""
        return self.line[self._checked(i)]

    def index_at(self, t: Fraction) -> int:
        """The entry on screen at a time of the match."""
        return self.line.index_at(t)

    def ref(self, i: int) -> FrameRef | None:
        """Which film's which frame entry `i` is."""
        return self.line.ref(self._checked(i))

    def health(self) -> HealthReport:
        """What the films are like, each finding with its film's name; and which are not there."""
        found = [
            replace(finding, what=f"{self._name(number)}: {finding.what}")
            for number in dict.fromkeys(self._shown)
            for finding in self.shelf.films[number].health()
        ]
        found += [
            Finding(
                "absent", "warning", tr("{name} is not there.", name=self._name(number)),
                tr("Its stretch is shown without a picture; tags made on it are kept."),
            )
            for number in dict.fromkeys(piece.absent for piece in self.line.pieces)
            if number is not None
        ]  # fmt: skip
        return HealthReport(tuple(found))

    def _name(self, number: int) -> str:
        return self._names.get(number, tr("Film {n}", n=number))

    # ------------------------------------------------------------------ sound

    @property
    def has_sound(self) -> bool:
        """Whether any of the films has."""
        return any(film.has_sound for film in self.films)

    def sound(self) -> ReelSound:
        """The films' sound on the match's time line; silence where there is none."""
        return ReelSound(self.line, self.shelf.films)

    # ------------------------------------------------------------------ pictures

    def frame(self, i: int) -> Image:
        """Entry `i` as an RGB array (height, width, 3), upright; grey where there is no picture."""
        piece, film = self._use(i)
        if isinstance(film, Footage):
            return film.frame(_own(piece, i))
        width, height = self.size
        return np.full((height, width, 3), _GREY[2::-1], np.uint8)

    def shown(self, i: int) -> tuple[Footage, int] | None:
        """The film that entry `i` is a frame of, ready to be read, and which frame of it; None
        where there is no picture. Raises FootageError when the film has gone meanwhile.
        """
        piece = self.line.piece(self._checked(i))
        return None if piece.film is None else (self.shelf.use(piece.film), _own(piece, i))

    def frames(self, start: int = 0, stop: int | None = None) -> Iterator[Image]:
        """Entries `start` up to but not including `stop`, in sequence, as `frame` gives them."""
        for i in range(start, len(self) if stop is None else min(stop, len(self))):
            yield self.frame(i)

    def picture(
        self, i: int, size: tuple[int, int] | None = None, *, stop: Stop | None = None
    ) -> Picture:
        """Entry `i` ready to paint, as `Footage.picture` gives it; grey and marked where there is
        no picture, also when its film cannot be read any longer.
        """
        piece, film = self._use(i)
        if isinstance(film, Footage):
            try:
                return self._own(i, film.picture(_own(piece, i), size, stop=stop))
            except Cancelled:
                raise
            except AnnotatorError as error:
                return self._blank(i, error.what)
        return self._blank(i, film)

    def cached_picture(self, i: int, size: tuple[int, int] | None = None) -> Picture | None:
        """As `picture`, but None when it would have to be decoded."""
        piece, film = self._cached(i)
        if film is None:
            return self._blank(i, self._why(piece)) if piece.film is None else None
        picture = film.cached_picture(_own(piece, i), size)
        return None if picture is None else self._own(i, picture)

    def mark(self, i: int) -> str | None:
        """Why entry `i` is damaged, replaced, timed by us or no picture at all; else None."""
        piece, film = self._use(i)
        return film.mark(_own(piece, i)) if isinstance(film, Footage) else film

    def known_mark(self, i: int) -> str | None:
        """As `mark`, as far as it is known by now; decodes nothing."""
        piece = self.line.piece(self._checked(i))
        if piece.film is None:
            return self._why(piece)
        return self.shelf.films[piece.film].known_mark(_own(piece, i))

    def _use(self, i: int) -> tuple[Piece, Footage | str]:
        """The run that entry `i` is in, and its film, or why it has none."""
        piece = self.line.piece(self._checked(i))
        if piece.film is None:
            return piece, self._why(piece)
        try:
            return piece, self.shelf.use(piece.film)
        except FootageError as error:
            return piece, error.what

    def _cached(self, i: int) -> tuple[Piece, Footage | None]:
        """As `_use`, but only of a film that has its frames at hand."""
        piece = self.line.piece(self._checked(i))
        awake = piece.film is not None and piece.film in self.shelf.awake
        return piece, self.shelf.films[piece.film] if awake and piece.film is not None else None

    def _why(self, piece: Piece) -> str:
        start, end = clock_text(piece.start), clock_text(piece.end)
        if piece.absent is None:
            return tr("Nothing was filmed from {start} to {end}.", start=start, end=end)
        return tr(
            "{name} is not there: no picture from {start} to {end}.",
            name=self._name(piece.absent), start=start, end=end,
        )  # fmt: skip

    def _own(self, i: int, picture: Picture) -> Picture:
        """The picture as the reel counts it."""
        return replace(picture, index=i, time=self.line[i])

    def _blank(self, i: int, why: str) -> Picture:
        width, height = _BLANK
        data = memoryview(bytes(_GREY) * (width * height))
        return Picture(width, height, width * 4, data, i, self.line[i], why)

    @property
    def deinterlace(self) -> bool:
        """See `HeldFrames.deinterlace`; the same for all the films."""
        return any(film.deinterlace for film in self.films)

    @deinterlace.setter
    def deinterlace(self, on: bool) -> None:
        for film in self.films:
            film.deinterlace = on

    # ------------------------------------------------------------------ the cache

    @property
    def cache_limit(self) -> int:
        """How many bytes of decoded frames may be kept, of all films together."""
        return self.shelf.cache_limit

    @cache_limit.setter
    def cache_limit(self, limit: int) -> None:
        self.shelf.cache_limit = limit

    @property
    def cached_bytes(self) -> int:
        return self.shelf.cached_bytes

    @property
    def cache_frames(self) -> int:
        """About how many frames of the film looked at the cache can hold."""
        awake = self.shelf.awake
        return self.shelf.films[awake[-1]].cache_frames if awake else 0

    def is_cached(self, i: int) -> bool:
        """Whether entry `i` can be had without decoding."""
        piece, film = self._cached(i)
        return piece.film is None or (film is not None and film.is_cached(_own(piece, i)))

    def is_absent(self, i: int) -> bool:
        """Whether entry `i` is known to give no picture of its own."""
        piece = self.line.piece(self._checked(i))
        if piece.film is None:
            return True
        return self.shelf.films[piece.film].is_absent(_own(piece, i))

    def preload(self, i: int, keep_from: int | None = None, *, stop: Stop | None = None) -> None:
        """Decode entry `i` into the cache, with those of its film from `keep_from` on."""
        piece, film = self._use(i)
        if isinstance(film, Footage):
            low = None if keep_from is None else _own(piece, max(keep_from, piece.first))
            film.preload(_own(piece, i), low, stop=stop)

    def at_hand(self, i: int, box: tuple[int, int] | None) -> bool:
        """Whether entry `i` can be shown in this box without decoding."""
        piece, film = self._cached(i)
        return piece.film is None or (film is not None and film.at_hand(_own(piece, i), box))

    def chunk(self, last: int, box: tuple[int, int] | None) -> Chunk:
        """As `Footage.chunk`: entries of one film."""
        piece, film = self._use(last)
        if not isinstance(film, Footage):
            return Chunk(last, last, None, 1)
        found = film.chunk(_own(piece, last), box)
        first = max(last - (found.last - found.first), piece.first)
        return replace(found, first=first, last=last)

    def has_room(self, chunk: Chunk, at: int) -> bool:
        """As `Footage.has_room`; frames of another film are in a cache of their own."""
        piece, film = self._use(chunk.last)
        end = piece.first + piece.count - 1
        return not isinstance(film, Footage) or film.has_room(
            _of(piece, chunk), _own(piece, min(at, end))
        )

    def fill(self, chunk: Chunk, *, stop: Stop | None = None, apart: bool = False) -> None:
        """Decode a chunk into the cache of its film."""
        piece, film = self._use(chunk.last)
        if isinstance(film, Footage):
            film.fill(_of(piece, chunk), stop=stop, apart=apart)

    def approach(self, i: int) -> int | None:
        """As `Footage.approach`: an entry of the same film."""
        piece, film = self._use(i)
        key = film.approach(_own(piece, i)) if isinstance(film, Footage) else None
        return None if key is None or key < piece.low else key + piece.first - piece.low

    def glimpse(self, i: int, size: tuple[int, int] | None = None) -> Picture | None:
        """As `Footage.glimpse`."""
        key = self.approach(i)
        if key is None:
            return None
        piece, film = self._use(i)
        found = film.glimpse(_own(piece, i), size) if isinstance(film, Footage) else None
        return None if found is None else replace(self._own(key, found), towards=i)

    def refresh(self, first: int, last: int) -> None:
        """Count cached entries `first` to `last` as used now."""
        for piece in self.line.pieces:
            low, high = max(first, piece.first), min(last, piece.first + piece.count - 1)
            if piece.film in self.shelf.awake and low <= high:
                self.shelf.films[piece.film].refresh(_own(piece, low), _own(piece, high))

    def _checked(self, i: int) -> int:
        if not 0 <= i < len(self):
            raise FootageError(
                tr("There is no frame {number} in these films.", number=i),
                mend=tr("They are numbered from 0 to {last}.", last=len(self) - 1),
            )
        return i

    def close(self) -> None:
        """Give the files and the memory of all films back."""
        self.shelf.close()


def _own(piece: Piece, i: int) -> int:
    """The frame of its own film that entry `i` is."""
    return piece.low + i - piece.first


def _of(piece: Piece, chunk: Chunk) -> Chunk:
    """The chunk as its own film counts it."""
    return replace(chunk, first=_own(piece, chunk.first), last=_own(piece, chunk.last))
