"""Pictures converted before their turn, so that they are there the moment they are asked for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING

from annotator.video.store import Size

if TYPE_CHECKING:
    from annotator.video.footage import Footage
    from annotator.video.picture import Picture
    from annotator.video.reel import Reel

MOST = 3
"""Pictures ready at a time: what painting one may be late by."""
_MOST_BYTES = 48 << 20

_Key = tuple[int, Size | None, bool]  # frame, the place it is fitted to, deinterlaced


class ConvertedAhead:
    """The next pictures of a steady walk through a film. Safe in any thread.

    None is decoded for it: only frames at hand are converted.
    """

    def __init__(self, film: Footage | Reel) -> None:
        self._film = film
        self._lock = Lock()
        self._ready: dict[_Key, Picture] = {}

    def take(self, index: int, box: Size | None) -> Picture | None:
        """The picture if it is ready, with what is known of it by now; None: convert it yourself."""
        with self._lock:
            picture = self._ready.pop((index, box, self._film.deinterlace), None)
        return None if picture is None else replace(picture, mark=self._film.known_mark(index))

    def wanted(self, at: int, stride: int, box: Size | None) -> int | None:
        """The next frame of a walk that is at `at` and goes on by `stride` frames (0: nobody's
        guess) which is at hand and not ready, if there is room for one more.
        """
        if not stride:
            return None
        plain = self._film.deinterlace
        way = self._way(at, stride)
        with self._lock:
            n = next((n for n in way if (n, box, plain) not in self._ready), None)
        return n if n is not None and self._film.at_hand(n, box) else None

    def _way(self, at: int, stride: int) -> Iterable[int]:
        room = MOST
        for picture in self._ready.values():
            room = min(room, max(1, _MOST_BYTES // max(picture.stride * picture.height, 1)))
            break
        last = len(self._film)
        return [n for n in range(at + stride, at + (room + 1) * stride, stride) if 0 <= n < last]

    def convert(self, at: int, stride: int, box: Size | None) -> bool:
        """Make the wanted one ready, and let go of those that lie on no way from here any more."""
        n = self.wanted(at, stride, box)
        if n is None:
            return False
        plain = self._film.deinterlace
        picture = self._film.cached_picture(n, box)
        way = {(k, box, plain) for k in self._way(at, stride)}
        with self._lock:
            self._ready = {key: kept for key, kept in self._ready.items() if key in way}
            if picture is not None:
                self._ready[n, box, plain] = picture
        return picture is not None
