"""A thread that decodes sound ahead of a device, so that the window's thread only hands it on."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from fractions import Fraction
from threading import Condition, Thread
from typing import Protocol

from av.error import FFmpegError

from annotator.errors import AnnotatorError
from annotator.video.sound import RATE, SAMPLE_BYTES, SoundBlock

AHEAD = RATE * SAMPLE_BYTES // 2
"""Bytes decoded ahead of what was taken: half a second."""


class Track(Protocol):
    """What a feed needs of a `SoundTrack`."""

    def blocks(self, start: Fraction, rate: Fraction = ...) -> Iterator[SoundBlock]: ...
    def close(self) -> None: ...


class SoundFeed:
    """Bytes of sound from a moment on; the newest `start` alone counts.

    `open_track` is called in the feed's thread; the track is closed there as well.
    """

    def __init__(self, open_track: Callable[[], Track]) -> None:
        self._open = open_track
        self._wake = Condition()
        self._wanted: tuple[Fraction, Fraction] | None = None
        self._number = 0
        self._ready: deque[bytes] = deque()
        self._bytes = 0
        self._stopping = False
        self.failure: Exception | None = None
        self._thread = Thread(target=self._run, name="sound", daemon=True)
        self._thread.start()

    def start(self, at: Fraction, rate: Fraction) -> None:
        """From now on give out the sound from film time `at` on, at this speed."""
        with self._wake:
            self._number += 1
            self._wanted = (at, rate)
            self._clear()

    def rest(self) -> None:
        """Decode nothing until the next start."""
        with self._wake:
            self._number += 1
            self._wanted = None
            self._clear()

    def take(self, size: int) -> bytes:
        """At most `size` bytes of what is decoded already, whole samples; empty if nothing is."""
        size -= size % SAMPLE_BYTES
        taken: list[bytes] = []
        with self._wake:
            while size and self._ready:
                block = self._ready.popleft()
                if len(block) > size:
                    self._ready.appendleft(block[size:])
                    block = block[:size]
                taken.append(block)
                size -= len(block)
                self._bytes -= len(block)
            self._wake.notify_all()
        return b"".join(taken)

    def close(self) -> None:
        """End the thread and wait for it."""
        with self._wake:
            self._stopping = True
            self._number += 1
            self._clear()
        self._thread.join()

    # ------------------------------------------------------------------ inside

    def _clear(self) -> None:
        self._ready.clear()
        self._bytes = 0
        self._wake.notify_all()

    def _run(self) -> None:
        track: Track | None = None
        try:
            track = self._open()
            while (job := self._next_job()) is not None:
                self._decode(track, *job)
        except (AnnotatorError, FFmpegError, OSError, ValueError) as error:
            self.failure = error  # the film plays on without sound, and whoever plays it says so
        finally:
            if track is not None:
                track.close()

    def _next_job(self) -> tuple[int, Fraction, Fraction] | None:
        with self._wake:
            while self._wanted is None and not self._stopping:
                self._wake.wait()
            if self._stopping or self._wanted is None:
                return None
            (at, rate), self._wanted = self._wanted, None
            return self._number, at, rate

    def _decode(self, track: Track, number: int, at: Fraction, rate: Fraction) -> None:
        for block in track.blocks(at, rate):
            with self._wake:
                while self._bytes >= AHEAD and number == self._number:
                    self._wake.wait()
                if number != self._number:
                    return
                self._ready.append(block.data)
                self._bytes += len(block.data)
