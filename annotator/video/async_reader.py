"""A thread that decodes for a window, so that the window's own thread never waits for a film.

No Qt here: callbacks come in this module's thread, and a window passes them on as it likes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from threading import Condition, ExceptHookArgs, Thread, current_thread, excepthook
from typing import Self

from annotator.errors import AnnotatorError, Cancelled
from annotator.video.converted import ConvertedAhead
from annotator.video.footage import Footage
from annotator.video.picture import Picture
from annotator.video.reader import Stop
from annotator.video.reel import Reel
from annotator.video.store import BACK_STEP, Chunk, Size

Result = Picture | Exception
Callback = Callable[[Result], None]
Early = Callable[[int, Picture], None]

AHEAD = 16  # frames decoded beyond the last one shown, while the window walks that way
BEHIND = 60  # frames before the one shown that are at hand once the window has rested for a while
_REST = 0.25  # seconds


@dataclass(frozen=True, slots=True)
class _Request:
    generation: int
    index: int
    size: Size | None
    callback: Callback


class FrameServer:
    """Serves pictures of one film from a thread of its own; the newest request alone counts.

    A request replaces the one that still waits, and stops the one being decoded unless that is
    done already; callbacks of replaced requests never come. Between requests the server decodes
    on in the direction in which frames were asked for, into the film's cache (bounded in bytes by
    `Footage.cache_limit`), and serves cached frames even while it does. When nothing is asked for
    a while it sees to it that going back begins at once.

    The film stays the caller's: close it after `stop()`. Don't decode with it elsewhere meanwhile,
    or one waits for the other; open the film once more instead.
    """

    def __init__(self, film: Footage | Reel) -> None:
        self._film = film
        self._wake = Condition()
        self._pending: _Request | None = None
        self._generation = 0
        self._stopping = False
        self._target = 0  # what the window asked for last
        self._shown: int | None = None
        self._direction = 0
        self._step = self._stride = 0  # frames from picture to picture: the last time; steadily
        self._box: Size | None = None  # where the last one was shown
        self._down_to: int | None = None  # frames from here to the one shown are at hand
        self._filling: Chunk | None = None
        self._rested = True  # whatever is worth decoding while the window rests is there
        self._resting = False
        self._ahead = ConvertedAhead(film)
        self._early: Early | None = None
        self._thread = Thread(target=self._run, name="frames", daemon=True)
        self._thread.start()

    @property
    def target(self) -> int:
        """The frame asked for last, whether it is there yet or not."""
        return self._target

    def show_early(self, callback: Early | None) -> None:
        """Say who wants to see what is decoded on the way to a frame far away: `callback` is given
        the request's generation and the picture of the key frame before it, whose `towards` is the
        frame that was asked for. It comes in the server's thread, before the request's own answer.
        """
        self._early = callback

    def request(
        self, index: int, size: Size | None = None, callback: Callback | None = None
    ) -> int:
        """Ask for a frame, fitted to `size` (width, height); returns the request's generation.

        `callback` is called in the server's thread with a `Picture`, or with the error that there
        was. It must not wait for the thread that asks.
        """
        with self._wake:
            return self._ask(index, size, callback)

    def step(self, frames: int, size: Size | None = None, callback: Callback | None = None) -> int:
        """Ask for the frame so many after (or before) the one asked for last, kept within the
        film. Steps add up even when keys come faster than pictures.
        """
        with self._wake:
            index = min(max(self._target + frames, 0), len(self._film) - 1)
            return self._ask(index, size, callback)

    def stop(self) -> None:
        """End the thread and wait for it; what still waits is dropped. May be called again."""
        with self._wake:
            self._stopping = True
            self._pending = None
            self._wake.notify_all()
        if current_thread() is not self._thread:
            self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    # ------------------------------------------------------------------ inside

    def _ask(self, index: int, size: Size | None, callback: Callback | None) -> int:
        if self._stopping:
            raise RuntimeError("the frame server was stopped")
        self._generation += 1
        self._target = index
        self._rested = False
        self._pending = _Request(self._generation, index, size, callback or _ignore)
        self._wake.notify_all()
        return self._generation

    def ready(self, index: int, size: Size | None = None) -> Picture | None:
        """Ask for a frame that may be there before its turn: then the picture, at once and in the
        place of whatever was asked for before; else None, and `request` it. Whoever asks need
        not wait for the packet that is being decoded.
        """
        picture = self._ahead.take(index, size)
        if picture is None:
            return None
        with self._wake:
            if not self._stopping:
                self._generation += 1
                self._target, self._pending, self._rested = index, None, False
                self._note_shown(index, size)
                self._wake.notify_all()
        return picture

    def _run(self) -> None:
        while True:
            with self._wake:
                rests = False
                while self._pending is None and not self._stopping and not rests:
                    if self._has_work():
                        break
                    rests = not self._wake.wait(None if self._rested else _REST)
                if self._stopping:
                    return
                request, self._pending = self._pending, None
            if request is not None:
                self._serve(request)
            elif rests:
                self._rest()
            else:
                self._look_ahead()

    def _serve(self, request: _Request) -> None:
        def replaced() -> bool:
            return self._stopping or self._generation != request.generation

        result: Result | None
        film, index = self._film, request.index
        try:
            if 0 <= index < len(film) and not film.at_hand(index, request.size):
                if self._shown is not None and 0 < self._shown - index <= BACK_STEP:
                    self._fill(film.chunk(index, request.size), replaced)
                else:
                    self._approach(request, replaced)
            result = self._ahead.take(index, request.size)
            result = result or film.picture(index, request.size, stop=replaced)
        except Cancelled:
            return
        except Exception as error:  # handed to the window, which alone can tell the user
            result = error
        with self._wake:
            if replaced():
                return
            if isinstance(result, Picture):
                self._note_shown(request.index, request.size)
        self._answer(partial(request.callback, result))

    def _approach(self, request: _Request, replaced: Callable[[], bool]) -> None:
        """Show the key frame on the way, if it is much nearer than what is on screen."""
        early, shown, film = self._early, self._shown, self._film
        if early is None or shown is None:
            return
        key = film.approach(request.index)
        if key is None or 2 * abs(request.index - key) > abs(request.index - shown):
            return
        picture = film.glimpse(request.index, request.size)
        if picture is not None and not replaced():
            self._answer(partial(early, request.generation, picture))

    def _note_shown(self, index: int, box: Size | None) -> None:
        self._box = box
        if self._shown is not None and self._shown != index:
            step = index - self._shown
            self._direction = 1 if step > 0 else -1
            # Where frames are left out now and then, the next one is nobody's guess.
            self._step, self._stride = step, step if step == self._step else 0
        self._shown = index

    def _answer(self, answer: Callable[[], None]) -> None:
        try:
            answer()
        except Exception as error:
            # A fault of the window's: said as Python says it, and the other frames still come.
            excepthook(ExceptHookArgs((type(error), error, error.__traceback__, self._thread)))

    # ------------------------------------------------------------------ looking ahead

    def _wanted_ahead(self) -> Chunk | None:
        """The next frames worth decoding before they are asked for, or None."""
        film, at, room = self._film, self._shown, self._film.cache_frames
        if at is None or not self._direction or room < 4:
            return None
        if self._direction > 0:
            for n in range(at + 1, min(at + 1 + min(AHEAD, room // 2), len(film))):
                if not film.at_hand(n, self._box) and not film.is_absent(n):
                    return Chunk(n, n, None, room)
            return None
        return self._wanted_behind(at)

    def _wanted_behind(self, at: int) -> Chunk | None:
        """Backward a group has to be decoded from its key frame, so it is fetched in large pieces,
        the next one while this one is being shown.
        """
        film = self._film
        n = self._held_down_to(at) - 1
        if n < 0:
            return None
        chunk = film.chunk(n, self._box)
        if n + 1 < at and not film.has_room(chunk, at):
            return None
        film.refresh(n + 1, min(at + AHEAD, len(film) - 1))
        return chunk

    def _rest(self) -> None:
        """Nothing was asked for in a while: decode what comes before the frame on screen."""
        at = self._shown
        chunk = None
        if at is not None and self._film.cache_frames >= 4:
            held = at - self._held_down_to(at)
            chunk = self._wanted_behind(at) if held < BEHIND else None
        if chunk is None:
            self._rested = True
            return
        self._resting = True
        try:
            self._fill(chunk, self._interrupted, apart=True)
        except Cancelled:
            return
        except AnnotatorError:
            self._rested = True  # whoever asks for those frames gets the error
        finally:
            self._resting = False

    def _held_down_to(self, at: int) -> int:
        """The first of the frames before `at` that are at hand without a gap."""
        film = self._film
        low = self._down_to
        n = low if low is not None and low <= at and film.at_hand(low, self._box) else at
        while n > 0 and (film.at_hand(n - 1, self._box) or film.is_absent(n - 1)):
            n -= 1
        self._down_to = n
        return n

    def _has_work(self) -> bool:
        at = self._shown
        if at is not None and self._ahead.wanted(at, self._stride, self._box) is not None:
            return True
        return self._wanted_ahead() is not None

    def _convert_ahead(self) -> bool:
        """Convert one of the next pictures while the window paints this one."""
        at = self._shown
        return at is not None and self._ahead.convert(at, self._stride, self._box)

    def _look_ahead(self) -> None:
        try:
            if self._convert_ahead():
                return
            chunk = self._wanted_ahead()
            if chunk is None:
                return
            if self._direction > 0:
                self._film.preload(chunk.last, stop=self._interrupted)
            else:
                self._fill(chunk, self._interrupted)
        except Cancelled:
            return
        except AnnotatorError:
            # Whoever asks for that frame gets the error; don't try it again.
            self._direction = self._stride = 0

    def _fill(self, chunk: Chunk, stop: Stop, *, apart: bool = False) -> None:
        self._filling = chunk
        try:
            self._film.fill(chunk, stop=stop, apart=apart)
        finally:
            self._filling = None

    def _interrupted(self) -> bool:
        """Asked between packets: serve a waiting request from the cache and go on, or make way."""
        with self._wake:
            request = self._pending
        if self._stopping:
            return True
        if request is None:
            self._convert_ahead()
            return False
        if not 0 <= request.index < len(self._film):
            return True
        picture = self._ahead.take(request.index, request.size)
        picture = picture or self._film.cached_picture(request.index, request.size)
        if picture is None:
            chunk = self._filling
            # What is on its way already comes soonest if it is not disturbed.
            return chunk is None or not chunk.first <= request.index <= chunk.last
        with self._wake:
            if self._pending is not request:
                return False  # replaced meanwhile; the newer one's turn is before the next packet
            self._pending = None
            turned = self._direction
            self._note_shown(request.index, request.size)
        self._answer(partial(request.callback, picture))
        return self._direction > 0 if self._resting else self._direction != turned


def _ignore(result: Result) -> None:
    """For whoever wants a frame decoded but not shown."""
