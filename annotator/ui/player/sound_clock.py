"""The sound of the film, and the time it makes: while sound is heard the picture follows it.

What the device has played is the clock, because nothing else knows how late a device is. Where
there is no sound to hear (none in the film, no device, backward, too slow or too fast, or a device
that stops playing) film time goes by the machine's clock, and `state` says why.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol

from PyQt6.QtCore import QObject, Qt, QTimer, pyqtSignal

from annotator.ui.player.clock import NANO, WallClock

if TYPE_CHECKING:
    from annotator.video.sound_feed import SoundFeed, Track

SLOWEST, FASTEST = Fraction(1, 4), Fraction(4)

_PUMP_MS = 15
_PATIENCE_NS = 3 * NANO  # a device may begin late, but one that stands so long does not play
_STALL_NS = NANO * 7 // 10  # one that has played, and has more to play, and stands
# What a device says it has played jitters by some milliseconds, or goes in steps. Pictures follow
# an even time that is drawn to it (microseconds): never so far ahead, at once if it is far off.
_AHEAD_US = 20_000
_FAR_US = 40_000
_DRAW_US = 500_000  # in so long it would get there


class SoundState(Enum):
    """What is heard, or why nothing is."""

    ON = "on"
    MUTED = "muted"
    NO_TRACK = "no track"
    UNREADABLE = "unreadable"
    NO_DEVICE = "no device"
    LOST = "lost"
    SPEED = "speed"


class Sink(Protocol):
    """A sound device that takes bytes and says what it has played of them."""

    def start(self) -> bool:
        """Begin anew, with nothing played; False when the device refuses."""

    def stop(self) -> None:
        """Be silent at once, whatever was written."""

    def write(self, take: Callable[[int], bytes]) -> None:
        """Take as many bytes as there is room for."""

    def played(self) -> int:
        """Microseconds of sound that were heard since the start."""

    def broken(self) -> bool:
        """Whether the device has failed."""

    def set_volume(self, share: float) -> None:
        """How loud: 0 to 1."""


class SoundClock(QObject):
    """A clock for the player, see `annotator.ui.player.clock.Clock`.

    `open_sink` gives the device to play on now, or None where there is none.
    """

    state_changed = pyqtSignal(object)
    """The `SoundState` now."""

    def __init__(
        self,
        open_sink: Callable[[], Sink | None],
        parent: QObject | None = None,
        wall: WallClock | None = None,
    ) -> None:
        super().__init__(parent)
        self._open_sink = open_sink
        self._wall = wall or WallClock()
        self._feed: SoundFeed | None = None
        self._sink: Sink | None = None
        self._plays = False  # the device is the clock
        self._running = False
        self._unusable: SoundState | None = None  # found out, and not tried again and again
        self._at, self._rate = Fraction(0), Fraction(1)
        self._played, self._moved, self._hungry = 0, 0, 0
        self._heard, self._looked = 0, 0
        self._latest = Fraction(0)
        self._volume, self._muted = 100, False
        self.state = SoundState.NO_TRACK
        self._pump = QTimer(self)
        self._pump.setTimerType(Qt.TimerType.PreciseTimer)
        self._pump.setInterval(_PUMP_MS)
        self._pump.timeout.connect(self.pump)

    # ------------------------------------------------------------------ the film

    def set_track(self, open_track: Callable[[], Track] | None) -> None:
        """The sound of another film, opened in a thread of its own; None for a silent one."""
        self._silence()
        feed, self._feed = self._feed, None
        if feed is not None:
            feed.close()
        self._unusable = None
        if open_track is not None:
            from annotator.video.sound_feed import SoundFeed

            self._feed = SoundFeed(open_track)
        self._tell()

    def close(self) -> None:
        """Be silent, and end the thread that decodes."""
        self.set_track(None)
        self._sink = None

    def prepare(self) -> None:
        """Look for a device now, so that playing begins at once later."""
        if self._feed is not None and self._sink is None and self._unusable is None:
            self._sink = self._open_sink()
            self._unusable = None if self._sink is not None else SoundState.NO_DEVICE
            self._tell()

    def try_again(self) -> None:
        """The devices have changed: one that did not play may do so now, at once if the film plays."""
        looked = self._sink is not None or self._unusable is not None
        self._unusable = None
        self._sink = self._sink if self._plays else None
        if looked:
            self.prepare()  # else sound would be promised until the film plays
        if self._running and self._sink is not None and not self._plays:
            self.run(self.now(), self._rate)
        self._tell()

    def set_volume(self, percent: int, muted: bool) -> None:
        """How loud, 0 to 100; muted sound still makes the time. Who wants to hear it again may
        have seen to the device.
        """
        if self._muted and not muted:
            self.try_again()
        self._volume, self._muted = percent, muted
        self._set_sink_volume()
        self._tell()

    def _set_sink_volume(self) -> None:
        if self._sink is not None:
            # Ears are logarithmic: a square is near enough to it.
            self._sink.set_volume(0.0 if self._muted else (self._volume / 100) ** 2)

    # ------------------------------------------------------------------ the clock

    def run(self, at: Fraction, rate: Fraction) -> None:
        self._silence()
        self._running = True
        self._at, self._rate, self._latest = at, rate, at
        self._wall.run(at, rate)
        if self._feed is not None and self._can_be_heard() and self._begin(self._feed):
            self._wall.hold(at)
        self._tell()

    def hold(self, at: Fraction) -> None:
        self._silence()
        self._running = False
        self._wall.hold(at)

    def now(self) -> Fraction:
        if not self._plays or self._sink is None:
            return self._wall.now()
        played, nanoseconds = self._sink.played(), self._wall.nanoseconds()
        if played != self._played:
            self._played, self._moved = played, nanoseconds
        self._heard = self._evened(played, nanoseconds // 1000)
        due = self._at + self._rate * Fraction(self._heard, 1_000_000)
        self._latest = max(self._latest, due)  # devices correct themselves; pictures never go back
        return self._latest

    def _evened(self, played: int, now: int) -> int:
        """Microseconds heard, from what the device says and what was known before."""
        passed, self._looked = now - self._looked, now
        guess = self._heard + passed
        off = played - guess
        if not played or not self._heard or abs(off) > _FAR_US:
            return played
        guess += off * min(passed, _DRAW_US) // _DRAW_US
        return min(guess, played + _AHEAD_US)

    def _can_be_heard(self) -> bool:
        return self._unusable is None and SLOWEST <= self._rate <= FASTEST

    def _begin(self, feed: SoundFeed) -> bool:
        self.prepare()
        if self._sink is None or not self._sink.start():
            self._sink, self._unusable = None, SoundState.NO_DEVICE
            return False
        self._set_sink_volume()
        feed.start(self._at, self._rate)
        self._played, self._moved, self._heard = 0, self._wall.nanoseconds(), 0
        self._hungry = 0
        self._plays = True
        self._pump.start()
        return True

    def _silence(self) -> None:
        self._pump.stop()
        if self._plays:
            self._plays = False
            if self._sink is not None:
                self._sink.stop()
            if self._feed is not None:
                self._feed.rest()

    def pump(self) -> None:
        """Hand decoded sound on to the device, and see that it plays."""
        if not self._plays or self._sink is None or self._feed is None:
            return
        self._sink.write(self._take)
        self.now()
        stands = self._wall.nanoseconds() - self._moved
        fed = self._moved > self._hungry  # what stands for want of sound is no fault of the device
        if self._feed.failure is not None:
            self._go_on_without(SoundState.UNREADABLE)
        elif self._sink.broken() or stands > (_STALL_NS if self._played and fed else _PATIENCE_NS):
            self._go_on_without(SoundState.LOST)

    def _take(self, size: int) -> bytes:
        data = self._feed.take(size) if self._feed is not None else b""
        if size and not data:
            self._hungry = self._wall.nanoseconds()
        return data

    def _go_on_without(self, why: SoundState) -> None:
        """Film time goes on from where it is, by the machine's clock."""
        due = self.now()
        self._silence()
        self._sink, self._unusable = None, why
        self._wall.run(due, self._rate)
        self._tell()

    # ------------------------------------------------------------------ what is heard

    def _tell(self) -> None:
        state = self._state_now()
        if state is not self.state:
            self.state = state
            self.state_changed.emit(state)

    def _state_now(self) -> SoundState:
        if self._feed is None:
            return SoundState.NO_TRACK
        if self._unusable is not None:
            return self._unusable
        if self._muted or not self._volume:
            return SoundState.MUTED
        if self._running and not SLOWEST <= self._rate <= FASTEST:
            return SoundState.SPEED
        return SoundState.ON
