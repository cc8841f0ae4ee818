"""The films of a match, all known, few of them being read: one memory for all of them together."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from threading import Lock

from annotator.text import tr
from annotator.video.cache import DEFAULT_BYTES
from annotator.video.closing import Closing
from annotator.video.footage import Footage
from annotator.video.source import refuse

AWAKE = 2
"""So many films have a decoder and a cache at a time: the one looked at, and the one before."""


class Shelf(Closing):
    """Owns films, by their number in the match. Safe in any thread.

    The film asked for last has half of the memory, the one before it the other half; others have
    none and no file open until they are asked for again.
    """

    def __init__(self, films: Mapping[int, Footage], cache_bytes: int = DEFAULT_BYTES) -> None:
        self._films = dict(films)
        self._states = {number: _state(film) for number, film in films.items()}
        self._limit = cache_bytes
        self._awake: list[int] = []
        self._lock = Lock()
        for film in self._films.values():
            _rest(film)

    @property
    def films(self) -> Mapping[int, Footage]:
        """All films, for what they are like; ask `use` for their pictures."""
        return self._films

    def use(self, number: int) -> Footage:
        """A film for its pictures.

        Raises FootageError when its file was changed or taken away while it was at rest.
        """
        with self._lock:
            film = self._films[number]
            if not self._awake or self._awake[-1] != number:
                if number not in self._awake and _state(film) != self._states[number]:
                    raise refuse(
                        film.path, tr("This film has changed, or gone, since it was opened."),
                        tr("Open the match again."),
                    )  # fmt: skip
                self._wake(number)
            return film

    def _wake(self, number: int) -> None:
        if number in self._awake:
            self._awake.remove(number)
        self._awake.append(number)
        while len(self._awake) > AWAKE:
            _rest(self._films[self._awake.pop(0)])
        self._share_out()

    def _share_out(self) -> None:
        # The same share always: a decoder never gives back what it once had room for.
        for number in self._awake:
            self._films[number].cache_limit = self._limit // min(len(self._films), AWAKE)

    @property
    def cache_limit(self) -> int:
        """How many bytes of decoded frames may be kept, of all films together."""
        return self._limit

    @cache_limit.setter
    def cache_limit(self, limit: int) -> None:
        with self._lock:
            self._limit = limit
            self._share_out()

    @property
    def cached_bytes(self) -> int:
        """How many bytes of decoded frames are kept now."""
        return sum(film.cached_bytes for film in self._films.values())

    @property
    def awake(self) -> tuple[int, ...]:
        """The films that have a decoder now, the one asked for last at the end."""
        return tuple(self._awake)

    def close(self, keep: Collection[Footage] = ()) -> None:
        """Give all files and all memory back, but for films that have another owner by now."""
        for film in self._films.values():
            if film not in keep:
                film.close()


def _rest(film: Footage) -> None:
    # Without room: a thread that still uses it may wake it once more.
    film.cache_limit = 0
    film.rest()


def _state(film: Footage) -> tuple[int, int] | None:
    """What tells that a file is another one by now."""
    try:
        facts = film.path.stat()
    except OSError:
        return None
    return facts.st_size, facts.st_mtime_ns
