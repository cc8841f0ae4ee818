"""`Footage`: a film as its frames, each exactly itself, upright, with its own time."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self

import numpy as np
import numpy.typing as npt
from av.error import FFmpegError

from annotator.errors import FootageError
from annotator.text import tr
from annotator.video.cache import DEFAULT_BYTES
from annotator.video.closing import Closing
from annotator.video.facts import FirstFrame
from annotator.video.fields import first_field
from annotator.video.file_state import FileState
from annotator.video.fingerprint import fingerprint
from annotator.video.health import HealthReport, examine
from annotator.video.held import HeldFrames
from annotator.video.index import FrameIndex, Progress
from annotator.video.index_cache import index_of
from annotator.video.marks import Marks, said
from annotator.video.opencv import resize
from annotator.video.picture import Orientation, Picture, paintable, rgb
from annotator.video.proxy_note import ProxyNote, note_of
from annotator.video.reader import Stop
from annotator.video.source import refuse
from annotator.video.store import FrameStore
from annotator.video.times import TickTimes

if TYPE_CHECKING:
    from av.video.frame import VideoFrame

    from annotator.video.sound import SoundTrack

Image = npt.NDArray[np.uint8]

_CONVERTING = 2  # pictures converted while later frames are being decoded


class Footage(HeldFrames, Closing):
    """A film opened for reading frames. Safe in any thread; one decoder, so one request decodes
    at a time while frames in the cache are served at once.

    A long export beside the window should open the film a second time, with a decoder of its own.
    """

    def __init__(
        self, path: Path, store: FrameStore, first: FirstFrame, note: ProxyNote | None = None
    ) -> None:
        self.path = path
        index = store.index
        self._index = index
        # A note of another film's frames says nothing about these.
        fits = note is not None and note.fits(index.ticks, index.time_base)
        self._note = note if fits else None
        self._noted = note.marked() if note is not None and fits else None
        self._store = store
        self._facts = index.facts
        self._stored = (first.width, first.height)
        self._orientation = Orientation(first.quarters, first.mirrored)
        self._interlaced = first.interlaced

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        *,
        cache_bytes: int = DEFAULT_BYTES,
        progress: Progress | None = None,
        index_cache: Path | None = None,
    ) -> Self:
        """Open a film: its packets are read once, its first frame is decoded. Of one that was
        read before nothing is decoded, nor the file opened, until a frame is asked for.

        `progress`: told the share of the file read so far, 0 to 1; it may raise to give up.
        `index_cache`: the folder in which lists of frames are kept, so that a film is read once
        and for all; None keeps none.

        Raises:
            FootageError: what is wrong with the file, and how to mend it.
        """
        place = Path(path)
        file = FileState.of(place)
        store: FrameStore | None = None

        def first(index: FrameIndex) -> FirstFrame:
            nonlocal store
            store = FrameStore(place, index, cache_bytes, file)
            return store.look_at_first()

        try:
            index = index_of(place, index_cache, progress, file, first)
            assert index.first is not None
            store = store or FrameStore(place, index, cache_bytes, file)
            return cls(place, store, index.first, note_of(place))
        except BaseException:
            if store is not None:
                store.close()
            raise

    # ------------------------------------------------------------------ what the film is

    def __len__(self) -> int:
        return len(self._index)

    @cached_property
    def times(self) -> TickTimes:
        """The presentation time of each frame in seconds, strictly increasing; the first is kept
        as it is, also when it is not 0.
        """
        return TickTimes(self._index.ticks, self._index.time_base)

    @property
    def time_base(self) -> Fraction:
        """Seconds per tick: every time is a whole multiple of it."""
        return self._index.time_base

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the upright picture in stored pixels."""
        return self._orientation.upright(*self._stored)

    @property
    def rotation(self) -> int:
        """Degrees clockwise by which stored pictures are turned to stand upright: 0, 90, 180 or
        270. Already done in every picture that this class hands out.
        """
        return self._orientation.quarters * 90

    @property
    def mirrored(self) -> bool:
        """Whether stored pictures are mirrored before they are turned; done already, too."""
        return self._orientation.mirrored

    @property
    def pixel_aspect(self) -> Fraction:
        """Width of an upright pixel over its height; 1 when pixels are square."""
        aspect = self._facts.pixel_aspect
        return 1 / aspect if self._orientation.quarters % 2 else aspect

    @property
    def has_sound(self) -> bool:
        return self._facts.sound is not None

    @property
    def codec(self) -> str:
        """FFmpeg's name of the code of the pictures, such as `h264`."""
        return self._index.codec

    @property
    def duration(self) -> Fraction:
        """Seconds from the first frame's time to the end of the last, whose length is taken to be
        that of the one before it (or one frame at the declared rate).
        """
        ticks = self._index.ticks
        if ticks.size == 1:
            return 1 / self._facts.rate
        return (2 * int(ticks[-1]) - int(ticks[-2]) - int(ticks[0])) * self.time_base

    def time_of(self, i: int) -> Fraction:
        """The presentation time of frame `i` in seconds."""
        return int(self._index.ticks[self._checked(i)]) * self.time_base

    def index_at(self, t: Fraction) -> int:
        """The frame on screen at time `t`: the last whose time is not after it. Before the first
        frame it is the first, after the last the last.
        """
        tick = t // self.time_base
        if tick >= int(self._index.ticks[-1]):
            return len(self) - 1
        return max(int(np.searchsorted(self._index.ticks, tick, side="right")) - 1, 0)

    @property
    def stored_pixel_aspect(self) -> Fraction:
        """As `pixel_aspect`, of the pictures as they are stored."""
        return self._facts.pixel_aspect

    @property
    def interlaced(self) -> bool:
        """Whether the first frame holds two half pictures taken one after the other."""
        return self._interlaced

    @property
    def bottom_first(self) -> bool:
        """Whether of interlaced pictures the lower lines are the earlier half picture."""
        return self._facts.bottom_first

    @property
    def index(self) -> FrameIndex:
        """The list of the film's frames."""
        return self._index

    @property
    def copied_from(self) -> ProxyNote | None:
        """Of which film this is a smooth copy (see `annotator.video.proxy`), if it is one."""
        return self._note

    def fingerprint(self) -> str:
        """See `annotator.video.fingerprint.fingerprint`."""
        return fingerprint(self.path)

    def health(self) -> HealthReport:
        """What this footage is like and what that means; decodes nothing."""
        return examine(
            self._index,
            self._facts,
            self.size,
            self._orientation,
            self._interlaced,
            self.marks(),
            self._note.film if self._note is not None else None,
        )

    def sound(self) -> SoundTrack:
        """The film's sound on the same time line, opened a second time: the caller closes it.

        Raises:
            FootageError: there is none that can be decoded, or the file has gone.
        """
        from annotator.video.sound import SoundTrack

        return SoundTrack(self.path, self._index)

    def marks(self) -> Marks:
        """The marks of all frames as far as they are known: damage shows when frames are decoded."""
        reader, order = self._store.reader, self._index.order
        # No lock: a report must not wait for a decoder at work, and copies are made in one go.
        absent = np.zeros(len(self), np.bool_)
        absent[list(frozenset(reader.absent))] = True
        torn, leaning = reader.corrupt[order], reader.spoiled[order]
        found = Marks(absent, torn, leaning, self._index.retimed.copy())
        return found if self._noted is None else found.joined(self._noted)

    def mark(self, i: int) -> str | None:
        """Why frame `i` is damaged, replaced or timed by us, in a sentence or more; else None.

        Decodes the frame if that has not happened yet, because only then damage shows; a window
        reads `Picture.mark` instead, which comes with the picture.
        """
        if not self.is_absent(self._checked(i)):
            self._store.get(i)
        return self.known_mark(i)

    def known_mark(self, i: int) -> str | None:
        """As `mark`, as far as it is known by now; decodes nothing."""
        ordinal, reader = int(self._index.order[i]), self._store.reader
        noted = self._noted

        def has(column: str) -> bool:
            if noted is not None and getattr(noted, column)[i]:
                return True
            match column:
                case "absent":
                    return i in reader.absent
                case "torn":
                    return bool(reader.corrupt[ordinal])
                case "leaning":
                    return bool(reader.spoiled[ordinal])
            return bool(self._index.retimed[i])

        return said(has)

    # ------------------------------------------------------------------ pictures

    def frame(self, i: int) -> Image:
        """Exactly frame `i`, upright, as an RGB array (height, width, 3) that is the caller's.

        A frame that cannot be decoded is replaced by the one before it; `mark(i)` says so.

        Raises:
            FootageError: there is no frame `i`, or the film is closed.
        """
        frame = self._store.get(self._checked(i))
        with self._said_plainly():
            return rgb(frame, self._stored, self._orientation)

    def picture(
        self, i: int, size: tuple[int, int] | None = None, *, stop: Stop | None = None
    ) -> Picture:
        """Frame `i` ready to paint (BGRA, upright), scaled down to fit `size` (width, height).

        `stop` is asked between packets: True raises `annotator.errors.Cancelled`.
        """
        found = self.cached_picture(i, size)
        if found is None:
            found = self._picture(i, self._store.get(i, stop=stop), size)
        return found

    def glimpse(self, i: int, size: tuple[int, int] | None = None) -> Picture | None:
        """The key frame that `approach(i)` names, as `picture` gives it: what can be shown at once
        on the way to frame `i`, which should be asked for next. None if there is no such frame.
        """
        key = self.approach(i)
        frame = None if key is None else self._store.glimpse(i)
        if key is None or frame is None:
            return None
        return replace(self._picture(key, frame, size), towards=i)

    def decoded(self, i: int) -> VideoFrame:
        """Frame `i` as the decoder gave it, neither upright nor converted: for writing it anew."""
        return self._store.get(self._checked(i))

    def cached_picture(self, i: int, size: tuple[int, int] | None = None) -> Picture | None:
        """As `picture`, but None when frame `i` would have to be decoded."""
        frame = self._store.cached(self._checked(i))
        kept = self._kept_size(size)
        if frame is None and kept is not None:
            frame = self._store.small(i, kept)
        return None if frame is None else self._picture(i, frame, size)

    def _picture(self, i: int, frame: VideoFrame, size: tuple[int, int] | None) -> Picture:
        time, mark = self.time_of(i), self.known_mark(i)
        with self._said_plainly():
            if self.deinterlace and frame.height > 1:
                frame = first_field(frame, bottom_first=self.bottom_first)
            return paintable(frame, self._stored, self._orientation, size, i, time, mark)

    @contextmanager
    def _said_plainly(self) -> Iterator[None]:
        try:
            yield
        except FFmpegError as error:
            raise refuse(
                self.path,
                tr("The colours of this film are stored in a way that cannot be shown."),
                tr("Convert the film to MP4 (H.264)."),
            ) from error

    def frames(self, start: int = 0, stop: int | None = None) -> Iterator[Image]:
        """Frames `start` up to but not including `stop`, in sequence, as `frame` gives them."""
        for i in range(start, len(self) if stop is None else min(stop, len(self))):
            yield self.frame(i)

    def pictures(
        self, start: int = 0, stop: int | None = None, size: tuple[int, int] | None = None
    ) -> Iterator[Picture]:
        """Frames in sequence as `picture` gives them, faster: while one is converted in a second
        thread the next is being decoded. A few are in memory at a time, not the film.
        """
        waiting: deque[Future[Picture]] = deque()
        with ThreadPoolExecutor(1, thread_name_prefix="pictures") as converter:
            for i in range(start, len(self) if stop is None else min(stop, len(self))):
                frame = self._store.get(self._checked(i))
                waiting.append(converter.submit(self._picture, i, frame, size))
                if len(waiting) > _CONVERTING:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()

    def thumbnail(self, i: int, width: int) -> Image:
        """Frame `i` as a small upright RGB array `width` wide, its pixels made square."""
        image = self.frame(i)
        high, wide = image.shape[:2]
        return resize(image, width, max(round(width * high / (wide * self.pixel_aspect)), 1))

    def _checked(self, i: int) -> int:
        self._store.check_open()
        if not 0 <= i < len(self):
            raise FootageError(
                tr("There is no frame {number} in this film.", number=i),
                where=str(self.path),
                mend=tr("Its frames are numbered from 0 to {last}.", last=len(self) - 1),
            )
        return i

    def rest(self) -> None:
        """Give the file and the memory back until a frame is asked for again: for a film that is
        not looked at while another one is.
        """
        self._store.rest()

    def close(self) -> None:
        """Give the file and the memory back; frames asked for later raise `FootageError`."""
        self._store.close()
