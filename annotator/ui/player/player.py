"""Which frame is on screen: stepping, jumping and playing, all by presentation times.

`time` and `index` are always those of the picture that is shown, never of one still to come, so
that a tag made now is a tag of what the coach sees. Without a film the same controls move a plain
clock, so that a match can be tagged live.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from PyQt6.QtCore import QObject, Qt, QTimer, pyqtSignal

from annotator.ui.player.clock import Clock, WallClock
from annotator.ui.player.fetcher import Fetcher
from annotator.ui.player.loop import Loop, end_of
from annotator.ui.player.pace import Pace, wait_for
from annotator.ui.player.parts import ONE, RATES, Film, Server, index_of, next_on
from annotator.ui.player.shuttle import Shuttle

_LAG = 3  # held steps wait while the picture is so many frames behind
_TICK_MS = 15
_LIVE_STEP = Fraction(1, 25)


class Player(QObject):
    """The playhead. All signals come in the window's thread.

    `clock` says which film time is due while the film plays: the sound's, where there is any.
    """

    moved = pyqtSignal(object, object)
    """Time (Fraction) and index (int, or None without a film) of what is on screen now."""
    picture_ready = pyqtSignal(object)
    playing_changed = pyqtSignal(bool)
    rate_changed = pyqtSignal(object)
    dropped_changed = pyqtSignal(int)
    loop_changed = pyqtSignal(object)
    """The `Loop`, or None."""
    failed = pyqtSignal(object)

    def __init__(self, parent: QObject | None = None, clock: Clock | None = None) -> None:
        super().__init__(parent)
        self._film: Film | None = None
        self._times: Sequence[Fraction] = ()
        self._end = Fraction(0)
        self.fetcher = Fetcher(self)
        self.fetcher.arrived.connect(self._take)
        self.fetcher.passed.connect(self._take_passed)
        self._early: object = None  # the next picture, there before its time
        self._target = 0
        self.index: int | None = None
        self.time = Fraction(0)
        self.playing = False
        self.rate = ONE
        self._shuttle = Shuttle()
        self.pace = Pace(self.dropped_changed.emit)
        self.loop: Loop | None = None
        self.live_end = Fraction(0)
        self._stands = False
        self._jumped = False  # the next picture is no successor of the one on screen
        self._clock: Clock = clock or WallClock()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._tick)

    # ------------------------------------------------------------------ the film

    @property
    def has_film(self) -> bool:
        return self._film is not None

    @property
    def times(self) -> Sequence[Fraction]:
        """Presentation times of the film's frames; empty without a film."""
        return self._times

    @property
    def target(self) -> int:
        """The frame that was asked for last."""
        return self._target

    @property
    def aim(self) -> Fraction:
        """The time of the frame that was asked for last, which may still be on its way."""
        return self._times[self._target] if self._times else self.time

    @property
    def first(self) -> Fraction:
        return self._times[0] if self._times else Fraction(0)

    @property
    def last(self) -> Fraction:
        return self._times[-1] if self._times else max(self.live_end, self.time)

    def set_film(self, film: Film | None, server: Server | None) -> None:
        """Show another film, from its first frame; the server before is stopped."""
        self.pause()
        self.fetcher.set_server(server)
        self._film = film
        self._times = film.times if film is not None else ()
        self._end = end_of(self._times)
        self._stands = False
        self._target, self.index, self._early, self._jumped = 0, None, None, False
        self.set_loop(None)
        self.pace.set(self._times, self.rate)
        self.pace.begin()
        if film is None:
            self.time = Fraction(0)
            self.moved.emit(self.time, None)
        else:
            self._want(0)

    def stand(self, time: Fraction) -> None:
        """Be at the time of a film's first picture, and stay there until the film is set."""
        self.pause()
        self._stands = True
        self.time = time
        self.moved.emit(time, None)

    def close(self) -> None:
        """Stop playing and the server's thread."""
        self._timer.stop()
        self.playing = False
        self._clock.hold(self.time)
        self.fetcher.set_server(None)

    def set_size(self, size: tuple[int, int]) -> None:
        """How large pictures are shown, in device pixels."""
        if size != self.fetcher.size:
            self.fetcher.size = size
            self.refresh()

    def refresh(self) -> None:
        """Fetch the picture on screen once more; while the film plays the next one comes anyway."""
        if self._film is not None and not self.playing:
            self._want(self._target)

    # ------------------------------------------------------------------ moving

    def seek(self, time: Fraction) -> None:
        """Show what is on screen at a time; whatever was asked for before is given up."""
        if self._film is None:
            self._move_live(time)
        else:
            self._jump(self._film.index_at(time))

    def seek_index(self, index: int) -> None:
        """Show a frame by its number, the nearest there is."""
        if self._film is not None:
            self._jump(min(max(index, 0), len(self._times) - 1))

    def scrub(self, time: Fraction) -> None:
        """As `seek`, for a dragged slider: what is being decoded is shown on the way."""
        if self._film is None:
            self._move_live(time)
        else:
            self._target = self._film.index_at(time)
            self._rebase()
            self._follow()

    def step(self, frames: int, *, held: bool = False) -> None:
        """So many frames on or back, from the one asked for last. Pauses.

        `held`: the key repeats; such steps wait while the picture is behind, so that the film
        stands still as soon as the key is let go.
        """
        self.pause()
        if self._film is None:
            self._move_live(self.time + frames * _LIVE_STEP)
            return
        if held and self.index is not None and abs(self._target - self.index) >= _LAG:
            return
        self._target = min(max(self._target + frames, 0), len(self._times) - 1)
        self._follow()

    def skip(self, seconds: int, *, held: bool = False) -> None:
        """Exactly so many seconds on or back, to the frame on screen there."""
        if self._film is None:
            self._move_live(self.time + seconds)
        elif not (held and self.fetcher.in_flight is not None):
            self._jump(self._film.index_at(self._times[self._target] + seconds))

    def _jump(self, index: int) -> None:
        self._target = index
        self._rebase()
        self._want(index)

    def _move_live(self, time: Fraction) -> None:
        if self._stands:
            return
        self.time = max(time, Fraction(0))
        self.live_end = max(self.live_end, self.time)
        if self.playing:
            self._clock.run(self.time, self.rate)
        self.moved.emit(self.time, None)

    # ------------------------------------------------------------------ pictures

    def _follow(self) -> None:
        """Ask for the target once what is being decoded is there."""
        if self.fetcher.in_flight is None and self._target != self.index:
            self._want(self._target)

    def _want(self, index: int) -> None:
        """Ask for a frame now, in the place of any that is being decoded."""
        self._target = index
        self._early = None
        self.fetcher.ask(index)

    def _take(self, result: object) -> None:
        if isinstance(result, Exception):
            self.pause()
            self.failed.emit(result)
            return
        if not self._jumped:
            self.pace.come(self._due())
        if not self._comes_early(result):
            self._show(result)

    def _take_passed(self, picture: object) -> None:
        """After a jump the key frame before the target is shown until that is decoded. It is a
        frame like any other: `index` and `time` are its own, so a tag made now is a tag of it.
        """
        if self._jumped and index_of(picture) != self.index:
            self._show(picture)

    def _comes_early(self, picture: object) -> bool:
        """Keep a picture until it is due. Looked at again before that: the sound that it waits
        for may begin late.
        """
        wait = 0
        if self.playing and not self._jumped:
            wait = wait_for(self._times, index_of(picture), self._due(), self.rate)
        if wait > 0:
            self._early = picture
            self._timer.start(min(wait, _TICK_MS))
        return wait > 0

    def _show(self, result: object) -> None:
        index = index_of(result)
        self._early = None
        if self.playing and self.index is not None and not self._jumped:
            self.pace.pass_on(self.index, index)
        self.index, self.time = index, self._times[index]
        if self._jumped and index == self._target:
            # Fetching took its time; playing goes on from the picture, not from where it would be.
            self._jumped = False
            if self.playing:
                self._clock.run(self._begins(), self.rate)
        self.picture_ready.emit(result)
        self.moved.emit(self.time, index)
        if self.playing and not self._jumped:
            self._go_on()
        else:
            self._follow()

    # ------------------------------------------------------------------ playing

    def toggle(self) -> None:
        (self.pause if self.playing else self.play)()

    def play(self) -> None:
        """Play from what is on screen; from the beginning if the film stands at its end."""
        if self.playing or self._stands:
            return
        if self._film is not None and self.rate > 0 and self._target >= len(self._times) - 1:
            self._jump(0)
        self.playing = True
        self.pace.begin()
        if not self._jumped:
            self._clock.run(self._begins(), self.rate)
        self.playing_changed.emit(True)
        if self.fetcher.in_flight is None:
            self._go_on()

    def pause(self) -> None:
        """Stand still on the frame that is shown."""
        if not self.playing:
            return
        self.playing = False
        self._timer.stop()
        self._clock.hold(self.time)
        if self._film is not None and self.index is not None and not self._jumped:
            self._target = self.index
            self.fetcher.forget()  # a picture still on its way would move the film once more
            self._early = None
        self.set_rate(self._shuttle.leave(self.rate))
        self.playing_changed.emit(False)

    def set_rate(self, rate: Fraction) -> None:
        """How fast the film plays; negative is backward."""
        if rate == self.rate:
            return
        due = self._due()
        self.rate = rate
        self.pace.set(self._times, rate)
        if self.playing and not self._jumped:
            self._clock.run(due, rate)
        self.rate_changed.emit(rate)
        if self.playing and self.fetcher.in_flight is None:
            self._go_on()

    def choose_rate(self, rate: Fraction) -> None:
        """Play at this speed from now on, also after the next stop."""
        self._shuttle.forget()
        self.set_rate(rate)

    def change_rate(self, direction: int) -> None:
        """One step slower (-1) or faster (1), in the direction in which the film plays."""
        sign = -1 if self.rate < 0 else 1
        self.choose_rate(sign * next_on(RATES, abs(self.rate), direction))

    def shuttle(self, direction: int) -> None:
        """One step backward (-1) or forward (1) on the ladder of speeds with stillness in it. Once
        the film stands it plays as fast again as before the shuttle.
        """
        rate = self._shuttle.next(self.rate, direction, playing=self.playing)
        if rate == 0:
            self.pause()
        else:
            self.set_rate(rate)
            self.play()

    def _rebase(self) -> None:
        """After a jump the clock stands at the target until its picture is there."""
        self._jumped = True
        self.pace.jump()
        self._clock.hold(self._times[self._target])

    def _begins(self) -> Fraction:
        """When the picture on screen begins to have its time: backward that is at its end."""
        if self.index is None or self.rate > 0:
            return self.time
        return end_of(self._times, self.index)

    def _due(self) -> Fraction:
        """The film time that should be on screen now."""
        return self._clock.now()

    def _go_on(self) -> None:
        """Fetch the next frame ahead of its time, so that it is shown when it is due."""
        if self._film is None or self.index is None:
            self._timer.start(_TICK_MS)
            return
        if self._loops_back():
            return
        forward = self.rate > 0
        now = self._due()
        self.pace.ask(now)
        due, stride = self._film.index_at(now + self.pace.lead()), self.pace.stride
        index = max(due, self.index + stride) if forward else min(due, self.index - stride)
        inside = 0 <= index < len(self._times)
        if inside and not (self.loop and self.loop.leaves(self.time, self._times[index])):
            self._want(index)
        else:
            self._timer.start(_TICK_MS)  # the edge frame has its time on screen too

    def _tick(self) -> None:
        if not self.playing:
            return
        if self._loops_back():
            if self._film is None:
                self._timer.start(_TICK_MS)
        elif self._film is None:
            # Rounded to what a person can tell apart, so that times stay short to read.
            self._tick_live(Fraction(round(self._due() * 100), 100))
        elif self._early is not None:
            if not self._comes_early(self._early):
                self._show(self._early)
        elif self.fetcher.in_flight is None:
            self._reach_edge()

    def _reach_edge(self) -> None:
        """No frame follows: once the last one has had its time, stand still or begin anew."""
        due = self._due()
        over = due >= self._end if self.rate > 0 else due <= self._times[0]
        if not over:
            self._timer.start(_TICK_MS)
        elif self.loop is not None and self.loop.end is not None:
            self.seek(self.loop.entry(self.rate, self._times))
        else:
            self.pause()

    def set_loop(self, loop: Loop | None) -> None:
        """Play this stretch over and over; None ends it."""
        if loop != self.loop:
            self.loop = loop
            self.loop_changed.emit(loop)

    def _loops_back(self) -> bool:
        """Jump to the other end of the loop if the one that playing runs towards is reached."""
        loop = self.loop
        there = loop.turn(self._due(), self.rate, self._times) if loop is not None else None
        if there is None:
            return False
        self.seek(there)
        return True

    def _tick_live(self, due: Fraction) -> None:
        if due < 0:
            self.pause()
            return
        self.time = due
        self.live_end = max(self.live_end, due)
        self.moved.emit(due, None)
        self._timer.start(_TICK_MS)
