"""Small pictures of a film for a strip: with a decoder of its own, at key frames where they will do."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from annotator.video.footage import Footage
from annotator.video.picture import Picture
from annotator.video.reader import Stop

_CACHE = 8 << 20
"""Bytes of decoded frames that are kept: each is wanted once."""


class ThumbnailReader:
    """Reads one film a second time, so that the one that plays is never disturbed. Not safe in
    several threads.

    Raises:
        FootageError: what is wrong with the file.
    """

    def __init__(self, path: Path, index_cache: Path | None = None) -> None:
        self._film = Footage.open(path, cache_bytes=_CACHE, index_cache=index_cache)
        index = self._film.index
        frames = index.rank[index.keys]
        self._keys = np.unique(frames[frames >= 0])

    def __len__(self) -> int:
        return len(self._film)

    def key_in(self, first: int, last: int) -> int | None:
        """The first key frame from frame `first` to `last`, both included; None: there is none."""
        at = int(np.searchsorted(self._keys, first, side="left"))
        found = int(self._keys[at]) if at < self._keys.size else None
        return found if found is not None and found <= last else None

    def key_before(self, frame: int) -> int | None:
        """The last key frame at or before a frame."""
        at = int(np.searchsorted(self._keys, frame, side="right")) - 1
        return int(self._keys[at]) if at >= 0 else None

    def picture(self, frame: int, size: tuple[int, int], stop: Stop) -> Picture:
        """A frame made to fit `size` in pixels.

        Raises:
            Cancelled: `stop` was asked and said True.
        """
        return self._film.picture(frame, size, stop=stop)

    def close(self) -> None:
        """Give the file back."""
        self._film.close()
