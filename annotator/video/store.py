"""Decoded frames of one film: from the cache at once, else from the one decoder behind a lock."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING

import numpy as np
from av.error import FFmpegError

from annotator.text import tr
from annotator.video.cache import FrameCache
from annotator.video.facts import FirstFrame
from annotator.video.file_state import FileState
from annotator.video.index import FrameIndex
from annotator.video.picture import orientation_of, shrunk
from annotator.video.reader import Reader, Stop
from annotator.video.source import refuse

if TYPE_CHECKING:
    from av.video.frame import VideoFrame

Size = tuple[int, int]  # width and height in pixels

BACK_STEP = 12  # a request at most so many frames before the last one is walking backward
_FAR = 12  # packets to decode from which on something should be shown on the way
_MOST_LOOKS = 16  # for a picture near one that is lost, each way
_WHOLE = 0.65  # of the cache for a chunk that is a whole group, which is then decoded but once
_SHARE = 0.45  # for one that is not: there is one being shown and one being decoded
_SHRINKING = 4  # frames made smaller while later ones are being decoded
_FULL = 0.95  # of the cache for what is still to be shown and the next chunk together


@dataclass(frozen=True, slots=True)
class Chunk:
    """Frames `first` to `last`, to be kept in `size` (as stored; None: as they are).

    `capacity`: how many frames of this kind the cache can hold.
    """

    first: int
    last: int
    size: Size | None
    capacity: int


class FrameStore:
    """Frames by index, as decoded. Safe in any thread."""

    def __init__(
        self, path: Path, index: FrameIndex, cache_bytes: int, file: FileState | None
    ) -> None:
        self.path = path
        self.cache: FrameCache[VideoFrame] = FrameCache(cache_bytes)
        self.lock = RLock()
        self.closed = False
        self.index = index
        self._frame_bytes = 1
        self._last = 0
        self._stand_ins: dict[int, int | None] = {}
        self._filling: tuple[int, int, Size | None] | None = None
        self._shrinker: ThreadPoolExecutor | None = None
        self._shrinking: dict[int, Future[None]] = {}  # by frame index, the oldest first
        self.reader = Reader(path, index, self._keep, file)

    @property
    def frames_held(self) -> int:
        """About how many frames the cache can hold."""
        return self.cache.limit // self._frame_bytes

    def _keep(self, n: int, frame: VideoFrame) -> None:
        self._frame_bytes = _bytes_of(frame)
        if self._filling is None:
            self.cache.put(n, frame, self._frame_bytes)
            return
        first, last, size = self._filling
        if not first <= n <= last:
            return
        if size is None:
            self.cache.put(n, frame, self._frame_bytes)
        elif self._shrinker is not None:
            self._shrinking[n] = self._shrinker.submit(self._keep_small, n, frame, size)
            if len(self._shrinking) > _SHRINKING:
                self._shrinking.pop(next(iter(self._shrinking))).result()

    def _keep_small(self, n: int, frame: VideoFrame, size: Size) -> None:
        try:
            small = shrunk(frame, *size)
        except (FFmpegError, ValueError):
            return  # in colours that cannot be shown: whoever asks for it is told
        self.cache.put(~n, small, _bytes_of(small))

    def look_at_first(self) -> FirstFrame:
        """What frame 0 tells of all frames, decoded. Raises FootageError: there is no picture."""
        frame = self.get(0)
        upright = orientation_of(frame)
        return FirstFrame(
            frame.width, frame.height, upright.quarters, upright.mirrored,
            bool(frame.interlaced_frame),
        )  # fmt: skip

    def check_open(self) -> None:
        """Raise `FootageError` once the film was closed."""
        if self.closed:
            raise refuse(
                self.path, tr("This film was closed."), tr("Open it again to see its frames.")
            )

    def cached(self, i: int) -> VideoFrame | None:
        """Frame `i` when it can be had without decoding."""
        frame = self.cache.get(i)
        if frame is not None:
            self._last = i
        return frame

    def small(self, i: int, size: Size) -> VideoFrame | None:
        """Frame `i` as it was kept in this size (as stored), if it was."""
        frame = self.cache.get(~i)
        if frame is None or (frame.width, frame.height) != size:
            return None
        self._last = i
        return frame

    def at_hand(self, i: int, size: Size | None) -> bool:
        """Whether frame `i` can be shown in this size (as stored) without decoding."""
        return i in self.cache or (size is not None and self.small(i, size) is not None)

    def chunk(self, last: int, size: Size | None) -> Chunk:
        """Which frames up to `last` are best decoded in one go by whoever walks backward.

        The whole group, if it leaves room for some of what is still to be shown; else kept small
        if `size` (as stored) is given, so that it does; else equal pieces of it.
        """
        first = self._first_on_the_way(last)
        length = last - first + 1
        limit = self.cache.limit
        capacity, kept = limit // self._frame_bytes, None
        if size is not None and length > capacity * _WHOLE:
            smaller = limit // max(size[0] * size[1] * 3 // 2, 1)
            if smaller > capacity:
                capacity, kept = smaller, size
        if length > capacity * _WHOLE:
            pieces = ceil(length / max(int(capacity * _SHARE), 1))
            first = last - ceil(length / pieces) + 1
        return Chunk(first, last, kept, capacity)

    def has_room(self, chunk: Chunk, at: int) -> bool:
        """Whether this chunk finds room beside what is held of the frames after it up to `at`."""
        limit = self.cache.limit
        held = range(chunk.last + 1, at + 1)
        bytes_held = self.cache.bytes_of((*held, *(~n for n in held)))
        needed = (chunk.last - chunk.first + 1) * limit // max(chunk.capacity, 1)
        return bytes_held + needed <= limit * _FULL

    def fill(self, chunk: Chunk, stop: Stop | None = None, *, apart: bool = False) -> None:
        """Decode a chunk in one go and keep its frames. `stop`: see `Reader.fetch`.

        `apart`: by a second decoder, so that the film goes on afterwards from where it stands.
        """
        with self.lock:
            self.check_open()
            reader = self.reader.twin() if apart else self.reader
            self._filling = (chunk.first, chunk.last, chunk.size)
            try:
                with ThreadPoolExecutor(1, thread_name_prefix="shrink") as self._shrinker:
                    for n in range(chunk.first, chunk.last + 1):
                        if n not in self._shrinking and not self.at_hand(n, chunk.size):
                            reader.fetch(n, None, stop)
            finally:
                self._filling = self._shrinker = None
                self._shrinking.clear()
                if apart:
                    reader.retire()

    def approach(self, i: int) -> int | None:
        """The frame at which decoding begins for frame `i`, if it has far to go from there."""
        with self.lock:
            if i in self.cache or i in self.reader.absent:
                return None
            key = self.reader.begins(i)
            if key is None or self.index.order[i] - key < _FAR:
                return None
            first = int(self.index.rank[key])
            return first if first >= 0 else None

    def glimpse(self, i: int) -> VideoFrame | None:
        """The frame that `approach` names, decoded alone."""
        with self.lock:
            self.check_open()
            return self.reader.glimpse(i)

    def get(self, i: int, keep_from: int | None = None, stop: Stop | None = None) -> VideoFrame:
        """Frame `i`, or its nearest neighbour when it gives no picture.

        `keep_from`: frames from this one on are cached on the way; left to itself the store does
        so when frames are asked for backward. `stop`: see `Reader.fetch`.
        """
        frame = self.cached(i)
        if frame is not None:
            return frame
        with self.lock:
            self.check_open()
            frame = self.cached(i)  # another thread may have decoded it meanwhile
            if frame is not None:
                return frame
            if keep_from is None and 0 < self._last - i <= BACK_STEP:
                # Walking backward: whoever asks for this one asks for those before it next.
                keep_from = i - max(self.frames_held * 3 // 4 - 1, 0)
            low = None if keep_from is None else max(keep_from, self._first_on_the_way(i))
            frame = self.reader.fetch(i, low, stop)
            self._last = i
            return frame if frame is not None else self._neighbour(i, stop)

    def _first_on_the_way(self, i: int) -> int:
        """The first frame that is decoded on the way to frame `i`."""
        index = self.index
        place = index.place[index.start[i]]
        return int(np.searchsorted(index.place[index.order], place))

    def _neighbour(self, i: int, stop: Stop | None) -> VideoFrame:
        """The nearest frame before `i` that gives a picture; failing that, the nearest after.

        What may take long to find, or to find missing, is remembered.
        """
        if i not in self._stand_ins:
            self._stand_ins[i] = self._find_neighbour(i, stop)
        n = self._stand_ins[i]
        frame = None if n is None else self.cache.get(n) or self.reader.fetch(n, None, stop)
        if frame is not None:
            return frame
        raise refuse(
            self.path,
            tr("No picture can be decoded far and wide around frame {number}.", number=i)
            if i
            else tr("Not one picture of this film can be decoded."),
            tr("Copy the film again; if it plays elsewhere, convert it to MP4 (H.264)."),
        )

    def _find_neighbour(self, i: int, stop: Stop | None) -> int | None:
        index, absent = self.index, self.reader.absent
        # Each look may decode a group. Before frame `i` one tells for all of its group; after it
        # the next frames come first, then those with which a group begins.
        keys = index.rank[index.keys]
        after = (*range(i + 1, min(i + 5, len(index))), *keys[keys > i].tolist())
        for candidates in (range(i - 1, -1, -1), after):
            looks = 0
            for n in candidates:
                if n in absent:
                    continue
                if n in self.cache or self.reader.fetch(n, None, stop) is not None:
                    return n
                looks += 1
                if looks == _MOST_LOOKS:
                    break
        return None

    def rest(self) -> None:
        """Give the file and the memory back until the next frame is asked for."""
        with self.lock:
            if not self.closed:
                self.cache.clear()
                self.reader.close()

    def close(self) -> None:
        """Give the file and the memory back. May be called again."""
        with self.lock:
            if not self.closed:
                self.closed = True
                # In this order: buffers that come back after their decoder has gone stay in its
                # pool for as long as anybody holds a single frame.
                self.cache.clear()
                self.reader.retire()


def _bytes_of(frame: VideoFrame) -> int:
    return max(sum(plane.buffer_size for plane in frame.planes), 1)
