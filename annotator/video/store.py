"""Decoded frames of one film: from the cache at once, else from the one decoder behind a lock."""

from __future__ import annotations

from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING

import numpy as np

from annotator.text import tr
from annotator.video.cache import FrameCache
from annotator.video.index import FrameIndex
from annotator.video.reader import Reader, Stop
from annotator.video.source import refuse

if TYPE_CHECKING:
    from av.video.frame import VideoFrame

_BACK_STEP = 12  # a request at most so many frames before the last one is walking backward


class FrameStore:
    """Frames by index, as decoded. Safe in any thread."""

    def __init__(self, path: Path, index: FrameIndex, cache_bytes: int) -> None:
        self.path = path
        self.cache: FrameCache[VideoFrame] = FrameCache(cache_bytes)
        self.lock = RLock()
        self.closed = False
        self._index = index
        self._frame_bytes = 1
        self._last = 0
        self.reader = Reader(path, index, self._keep)

    @property
    def frames_held(self) -> int:
        """About how many frames the cache can hold."""
        return self.cache.limit // self._frame_bytes

    def _keep(self, n: int, frame: VideoFrame) -> None:
        self._frame_bytes = max(sum(plane.buffer_size for plane in frame.planes), 1)
        self.cache.put(n, frame, self._frame_bytes)

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
            if keep_from is None and 0 < self._last - i <= _BACK_STEP:
                # Walking backward: whoever asks for this one asks for those before it next.
                keep_from = i - max(self.frames_held * 3 // 4 - 1, 0)
            low = None if keep_from is None else max(keep_from, self._first_on_the_way(i))
            frame = self.reader.fetch(i, low, stop)
            self._last = i
            return frame if frame is not None else self._neighbour(i, stop)

    def _first_on_the_way(self, i: int) -> int:
        """The first frame that is decoded on the way to frame `i`."""
        index = self._index
        place = index.place[index.start[i]]
        return int(np.searchsorted(index.place[index.order], place))

    def _neighbour(self, i: int, stop: Stop | None) -> VideoFrame:
        """The nearest frame before `i` that gives a picture; failing that, the nearest after."""
        for n in (*range(i - 1, -1, -1), *range(i + 1, len(self._index))):
            if n in self.reader.absent:
                continue
            frame = self.cache.get(n) or self.reader.fetch(n, None, stop)
            if frame is not None:
                return frame
        raise refuse(
            self.path,
            tr("Not one picture of this film can be decoded."),
            tr("Copy the film again; if it plays elsewhere, convert it to MP4 (H.264)."),
        )

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
