"""The strip of small pictures along the timeline, made in the background and kept within bounds.

One thread of low priority reads the film a second time. It rests while the film plays, gives up at
once when another film is opened, and always makes what is in sight now: key frames first, which
cost least, then the very frames where one key frame stands for several places.
"""

from __future__ import annotations

import os
import threading
from bisect import bisect_right, insort
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PyQt6.QtCore import QObject, pyqtSignal
from PyQt6.QtGui import QImage

from annotator.errors import AnnotatorError, Cancelled
from annotator.files.places import indices_folder
from annotator.ui.player.film_view import image_of

if TYPE_CHECKING:
    from annotator.video import Footage, Reel
    from annotator.video.thumbnails import ThumbnailReader

KEPT = 400
"""So many pictures are kept, of some 12 KB each."""
BOX = (128, 72)
_NICE = 15

Place = Callable[[int], tuple[Path, int] | None]
"""Which file's which frame an entry of the time line is; None where there is no picture."""


def place_in(film: Footage | Reel) -> Place:
    """Where the entries of what is on screen are: of one film, or of several in sequence."""
    from annotator.video import Reel

    def place(entry: int) -> tuple[Path, int] | None:
        if not isinstance(film, Reel):
            return film.path, entry
        part, frame = film.film_at(entry), film.ref(entry)
        return None if part is None or frame is None else (part.path, frame.index)

    return place


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in the strip: the entries from `first` to `last` of the time line belong there."""

    first: int
    last: int


class Pictures:
    """What has been made, by entry of the time line; the ones not looked at longest go first."""

    def __init__(self, limit: int = KEPT) -> None:
        self._limit = limit
        self._images: OrderedDict[int, QImage] = OrderedDict()
        self._entries: list[int] = []

    def __len__(self) -> int:
        return len(self._images)

    def add(self, entry: int, image: QImage) -> None:
        if entry not in self._images:
            insort(self._entries, entry)
        self._images[entry] = image
        self._images.move_to_end(entry)
        while len(self._images) > self._limit:
            gone, _ = self._images.popitem(last=False)
            self._entries.remove(gone)

    def has(self, slot: Slot) -> bool:
        """Whether there is one that belongs in a place."""
        at = bisect_right(self._entries, slot.last)
        return at > 0 and self._entries[at - 1] >= slot.first

    def nearest(self, slot: Slot) -> QImage | None:
        """The first one that belongs in a place; else the last before it, within two places."""
        at = bisect_right(self._entries, slot.first - 1)
        if at < len(self._entries) and self._entries[at] <= slot.last:
            found = self._entries[at]
        elif at and slot.first - self._entries[at - 1] <= 2 * (slot.last - slot.first + 1):
            found = self._entries[at - 1]
        else:
            return None
        self._images.move_to_end(found)
        return self._images[found]


@dataclass(slots=True)
class _Work:
    """What the thread should do; changed by the window under the lock."""

    number: int = 0
    asked: int = 0
    place: Place | None = None
    slots: tuple[Slot, ...] = ()
    waits: bool = False
    over: bool = False


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the thread is given: the film and the request by number, and the places to be filled."""

    film: int
    asked: int
    place: Place
    slots: tuple[Slot, ...]


class Thumbnails(QObject):
    """Makes the pictures of the places that were asked for last."""

    made = pyqtSignal()
    """There are more pictures than before."""
    _arrived = pyqtSignal(int, int, QImage)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.pictures = Pictures()
        self._work = _Work()
        self._wake = threading.Condition()
        self._thread: threading.Thread | None = None
        self._arrived.connect(self._take)

    def set_film(self, place: Place | None) -> None:
        """Another film or none: what was made is forgotten, what is being made is given up."""
        self.pictures = Pictures()
        with self._wake:
            self._work.number += 1
            self._work.place, self._work.slots = place, ()
            self._wake.notify()
        self.made.emit()

    def want(self, slots: Sequence[Slot]) -> None:
        """Make these, from the first on, in the place of those that were asked for before."""
        missing = tuple(slot for slot in slots if not self.pictures.has(slot))
        with self._wake:
            if missing == self._work.slots or self._work.over:
                return
            self._work.slots = missing
            self._work.asked += 1
            self._wake.notify()
        if missing and self._work.place is not None and self._thread is None:
            self._thread = threading.Thread(target=self._run, name="thumbnails", daemon=True)
            self._thread.start()

    def set_waiting(self, waits: bool) -> None:
        """Rest as long as something needs the time more."""
        with self._wake:
            self._work.waits = waits
            self._wake.notify()

    def close(self) -> None:
        """Stop for good, and wait until the file was given back."""
        with self._wake:
            self._work.over = True
            self._wake.notify()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _take(self, number: int, entry: int, image: QImage) -> None:
        if number == self._work.number:
            self.pictures.add(entry, image)
            self.made.emit()

    # ------------------------------------------------------------------ in the thread

    def _run(self) -> None:
        with suppress(OSError, AttributeError):
            # Of this thread, and of the decoder's that it starts; where that can be had.
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)
        maker = _Maker(self._next, self._is_over, self._arrived.emit)
        try:
            maker.run()
        finally:
            maker.close()

    def _next(self, done: set[tuple[int, Slot]]) -> Wanted | None:
        """What is to be made now; waits for something. None: it is over.

        `done` counts by requests: what was asked for again is made again, for it may be forgotten.
        """
        with self._wake:
            while True:
                work = self._work
                if work.over:
                    return None
                left = tuple(slot for slot in work.slots if (work.asked, slot) not in done)
                if left and work.place is not None and not work.waits:
                    return Wanted(work.number, work.asked, work.place, left)
                self._wake.wait()

    def _is_over(self, number: int) -> bool:
        work = self._work
        return work.over or work.waits or work.number != number


class _Maker:
    """The thread's own: the open film, and which places it has done."""

    def __init__(
        self,
        following: Callable[[set[tuple[int, Slot]]], Wanted | None],
        is_over: Callable[[int], bool],
        say: Callable[[int, int, QImage], None],
    ) -> None:
        self._following = following
        self._is_over = is_over
        self._say = say
        self._path: Path | None = None
        self._reader: ThumbnailReader | None = None
        self._done: set[tuple[int, Slot]] = set()
        self._rough: set[tuple[int, Slot]] = set()

    def run(self) -> None:
        while (wanted := self._following(self._done)) is not None:
            rough = [slot for slot in wanted.slots if (wanted.film, slot) not in self._rough]
            slot = (rough or wanted.slots)[0]
            try:
                self._make(wanted, slot, exact=not rough)
            except Cancelled:
                continue  # it is asked for again if it is still wanted
            except AnnotatorError:
                self._done.add((wanted.asked, slot))  # opening the film said what is wrong with it

    def close(self) -> None:
        if self._reader is not None:
            self._reader.close()
            self._reader = None

    def _make(self, wanted: Wanted, slot: Slot, *, exact: bool) -> None:
        done, rough = (wanted.asked, slot), (wanted.film, slot)
        found = wanted.place(slot.first)
        if found is None:
            self._done.add(done)
            self._rough.add(rough)
            return
        path, frame = found
        reader = self._open(path)
        last = min(frame + slot.last - slot.first, len(reader) - 1)
        chosen = frame if exact else reader.key_in(frame, last)
        final = chosen is not None
        if chosen is None:
            chosen = reader.key_before(frame)
        if chosen is not None and slot.first + chosen - frame >= 0:
            picture = reader.picture(chosen, BOX, lambda: self._is_over(wanted.film))
            image = image_of(picture).copy()
            self._say(wanted.film, slot.first + chosen - frame, image)
        self._rough.add(rough)
        if final:
            self._done.add(done)

    def _open(self, path: Path) -> ThumbnailReader:
        from annotator.video.thumbnails import ThumbnailReader

        if self._reader is None or path != self._path:
            self.close()
            self._reader, self._path = ThumbnailReader(path, indices_folder()), path
        return self._reader
