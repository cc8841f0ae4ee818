"""What a film has at hand without decoding, and what is best decoded ahead."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from annotator.video.picture import Orientation, fitted
from annotator.video.store import Chunk, FrameStore, Size

if TYPE_CHECKING:
    from annotator.video.reader import Stop


class HeldFrames(ABC):
    """The side of `Footage` that a `FrameServer` looks at. A box is (width, height) of the place
    where a picture is shown, None for a picture as large as the film has it.
    """

    _store: FrameStore
    _stored: Size
    _orientation: Orientation
    deinterlace = False
    """Whether pictures to paint show the lines of one moment alone, the others filled in between
    them. Frames, their numbers and what `Footage.frame` gives stay as they are.
    """

    @abstractmethod
    def _checked(self, i: int) -> int:
        """`i` itself where the film has such a frame; else an error that says so."""

    @property
    def cache_limit(self) -> int:
        """How many bytes of decoded frames may be kept."""
        return self._store.cache.limit

    @cache_limit.setter
    def cache_limit(self, limit: int) -> None:
        self._store.cache.limit = limit

    @property
    def cached_bytes(self) -> int:
        """How many bytes of decoded frames are kept now."""
        return self._store.cache.bytes

    @property
    def cache_frames(self) -> int:
        """About how many frames the cache can hold."""
        return self._store.frames_held

    def is_cached(self, i: int) -> bool:
        """Whether frame `i` can be had in full size without decoding."""
        return i in self._store.cache

    def at_hand(self, i: int, box: Size | None) -> bool:
        """Whether frame `i` can be shown in this box without decoding."""
        return self._store.at_hand(i, self._kept_size(box))

    def is_absent(self, i: int) -> bool:
        """Whether frame `i` is already known to give no picture of its own."""
        return i in self._store.reader.absent

    def preload(self, i: int, keep_from: int | None = None, *, stop: Stop | None = None) -> None:
        """Decode frame `i` into the cache, with those from `keep_from` on the way to it."""
        if not self.is_cached(self._checked(i)):
            self._store.get(i, keep_from, stop)

    def chunk(self, last: int, box: Size | None) -> Chunk:
        """The frames up to `last` that are best decoded in one go by whoever walks backward and
        shows them in this box.
        """
        return self._store.chunk(self._checked(last), self._kept_size(box))

    def has_room(self, chunk: Chunk, at: int) -> bool:
        """Whether the cache can take a chunk while the frames after it, up to `at`, stay."""
        return self._store.has_room(chunk, at)

    def fill(self, chunk: Chunk, *, stop: Stop | None = None, apart: bool = False) -> None:
        """Decode a chunk into the cache. `stop`: as in `Footage.picture`; `apart`: by a decoder of
        its own, so that the next frame of the film is still the next one to be decoded.
        """
        self._store.fill(chunk, stop, apart=apart)

    def approach(self, i: int) -> int | None:
        """The key frame where decoding has to begin for frame `i`, if that is far before it: what
        can be shown on the way. None where frame `i` itself is soon there.
        """
        return self._store.approach(self._checked(i))

    def refresh(self, first: int, last: int) -> None:
        """Count cached frames `first` to `last` as used now: they are about to be shown."""
        self._store.cache.touch(range(first, last + 1))
        self._store.cache.touch(range(~last, ~first + 1))

    def _kept_size(self, box: Size | None) -> Size | None:
        """The size as stored in which frames can be kept for this box, if it is smaller."""
        if box is None or self.deinterlace:  # lines that were made fewer can't be taken apart
            return None
        size = self._orientation.upright(*fitted(self._orientation.upright(*self._stored), box))
        return None if size == self._stored else size
