"""Sound and picture together: measured against what a device says it has played."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from random import Random
from types import ModuleType, SimpleNamespace
from unittest.mock import MagicMock

import numpy as np
import pytest
from PyQt6.QtCore import QObject, pyqtSignal
from pytestqt.qtbot import QtBot

from annotator.errors import FootageError
from annotator.ui.player.audio_sink import AudioOutputs, QtSink
from annotator.ui.player.clock import NANO, WallClock
from annotator.ui.player.player import Player
from annotator.ui.player.sound_clock import SoundClock, SoundState
from annotator.ui.player.sound_server import ServerId
from annotator.video import Footage, FrameServer
from annotator.video.sound import RATE, SoundBlock
from tests.ui.machine_time import Time
from tests.video import beeps

MS = 1_000_000
ONE = Fraction(1)


class FakeSink:
    """A device that plays what it is given, `late` ns after it was started, counted in `step` µs.

    `sessions`: the bytes of each start.
    """

    BUFFER = RATE * 4 // 5

    def __init__(self, time: Time, late: int = 0, step: int = 1) -> None:
        self._time, self._late, self._step = time, late, step
        self.sessions: list[bytearray] = []
        self.started = 0
        self.plays = self.gone = self.stuck = False
        self.volume = -1.0

    def start(self) -> bool:
        self.sessions.append(bytearray())
        self.started, self.plays = self._time(), True
        return not self.gone

    def stop(self) -> None:
        self.plays = False

    def room(self) -> int:
        return self.BUFFER - len(self.sessions[-1]) + self.played() * RATE // 1_000_000 * 4

    def write(self, take: Callable[[int], bytes]) -> None:
        self.sessions[-1] += take(self.room())

    def played(self) -> int:
        if not self.plays or self.stuck:
            return 0
        heard = max(0, self._time() - self.started - self._late) // 1000
        written = len(self.sessions[-1]) // 4 * 1_000_000 // RATE
        return min(heard, written) // self._step * self._step

    def broken(self) -> bool:
        return self.gone

    def set_volume(self, share: float) -> None:
        self.volume = share


class Silence:
    """A track that is endless and silent."""

    def __init__(self) -> None:
        self.closed = False

    def blocks(self, start: Fraction, rate: Fraction = ONE) -> Iterator[SoundBlock]:
        while True:
            yield SoundBlock(start, bytes(4096))

    def close(self) -> None:
        self.closed = True


# ---------------------------------------------------------------------- flash and beep


class Screening:
    """A film played on a device, all by the same clock; notes when flashes were seen."""

    def __init__(self, path: Path, qtbot: QtBot, late: int = 0, step: int = 1) -> None:
        self.time = Time()
        self.sink = FakeSink(self.time, late, step)
        self.clock = SoundClock(lambda: self.sink, wall=WallClock(self.time))
        self.player = Player(clock=self.clock)
        self.film = Footage.open(path)
        self.qtbot = qtbot
        self.seen: list[tuple[int, int]] = []  # session, microseconds
        self._white = False
        self.player.picture_ready.connect(self._look)
        self.clock.set_track(self.film.sound)
        self.player.set_film(self.film, FrameServer(self.film))
        self.settle()

    def _look(self, picture: object) -> None:
        white = bool(picture.array()[..., 0].mean() > 128)  # type: ignore[attr-defined]
        if white and not self._white and self.player.playing:
            self.seen.append((len(self.sink.sessions) - 1, self.sink.played()))
        self._white = white

    def settle(self) -> None:
        """Until the picture that was asked for is there, and the device full."""

        def settled() -> bool:
            self.clock.pump()
            full = not self.sink.plays or self.sink.room() < 4
            return full and self.player.fetcher.in_flight is None

        self.qtbot.waitUntil(settled, timeout=20000)

    def pass_time(self, milliseconds: int) -> None:
        for _ in range(milliseconds // 2):
            self.time.nanoseconds += 2 * MS
            if self.player.playing:
                self.player._tick()
            self.settle()

    def errors(self) -> list[float]:
        """Seconds from each beep to its flash as they were heard and seen."""
        out = []
        for session, seen in self.seen:
            samples = np.frombuffer(bytes(self.sink.sessions[session]), np.int16).reshape(-1, 2)
            heard = [place / RATE for place in beeps.onsets(samples)]
            nearest = min(heard, key=lambda at: abs(at - seen / 1e6))
            out.append(seen / 1e6 - nearest)
        return out

    def close(self) -> None:
        self.player.close()
        self.clock.close()
        self.film.close()


@pytest.fixture(scope="module")
def flash_film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sync") / "flash and beep.mp4"
    beeps.film(path, frames=120, rate=44100, start=Fraction(7, 5), sound_from=Fraction(0))
    return path


@pytest.mark.parametrize(
    ("rate", "late", "step"),
    [
        (Fraction(1, 4), 0, 1), (Fraction(1, 2), 0, 1), (ONE, 0, 1), (ONE, 300 * MS, 10_000),
        (Fraction(2), 120 * MS, 1), (Fraction(4), 0, 1),
    ],
)  # fmt: skip
def test_the_picture_is_within_40_ms_of_the_sound(
    flash_film: Path, qtbot: QtBot, rate: Fraction, late: int, step: int
) -> None:
    screening = Screening(flash_film, qtbot, late, step)
    player = screening.player
    player.set_rate(rate)
    player.play()
    for _ in range(2):
        screening.pass_time(int(700 / rate))
        player.seek(player.time + Fraction(2, 5))
        screening.settle()
    screening.pass_time(int(700 / rate))
    screening.close()
    assert len(screening.sink.sessions) == 3
    assert len(screening.seen) >= 3
    assert max(abs(error) for error in screening.errors()) < 0.04
    assert player.pace.dropped == 0


def test_a_change_of_speed_keeps_them_together(flash_film: Path, qtbot: QtBot) -> None:
    screening = Screening(flash_film, qtbot)
    screening.player.play()
    for direction in (1, 1, -1, -1, -1):
        screening.pass_time(400)
        screening.player.change_rate(direction)
        screening.settle()
    screening.pass_time(800)
    screening.close()
    assert len(screening.sink.sessions) == 6
    assert len(screening.seen) >= 4
    assert max(abs(error) for error in screening.errors()) < 0.04


def test_backward_the_film_plays_by_the_clock_and_forward_with_sound_again(
    flash_film: Path, qtbot: QtBot
) -> None:
    screening = Screening(flash_film, qtbot)
    player = screening.player
    player.seek_index(60)
    screening.settle()
    player.shuttle(-1)
    assert (screening.clock.state, screening.sink.plays) == (SoundState.SPEED, False)
    screening.pass_time(500)
    assert player.time == pytest.approx(player.times[60] - Fraction(1, 2), abs=0.07)
    player.pause()
    player.play()
    assert (screening.clock.state, screening.sink.plays) == (SoundState.ON, True)
    screening.close()


# ---------------------------------------------------------------------- the clock alone


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def sink(time: Time) -> FakeSink:
    return FakeSink(time)


@pytest.fixture
def clock(time: Time, sink: FakeSink, qapp: object) -> Iterator[SoundClock]:
    clock = SoundClock(lambda: sink, wall=WallClock(time))
    yield clock
    clock.close()
    assert not [t for t in threading.enumerate() if t.name == "sound"]


def feed(clock: SoundClock, sink: FakeSink, qtbot: QtBot) -> None:
    def full() -> bool:
        clock.pump()
        return sink.room() < 4

    qtbot.waitUntil(full, timeout=10000)


def test_what_the_device_has_played_is_the_time(
    clock: SoundClock, sink: FakeSink, time: Time, qtbot: QtBot
) -> None:
    clock.set_track(Silence)
    clock.run(Fraction(3), Fraction(2))
    assert clock.now() == 3
    feed(clock, sink, qtbot)
    time.nanoseconds += 100 * MS
    assert clock.now() == 3 + 2 * Fraction(1, 10)
    time.nanoseconds += 5 * NANO  # the device has nothing more to play than it was given
    assert clock.now() == 3 + 2 * Fraction(1, 5)
    clock.hold(Fraction(9))
    assert clock.now() == 9
    assert not sink.plays


def test_a_device_that_counts_in_steps_makes_an_even_time(
    time: Time, qtbot: QtBot, qapp: object
) -> None:
    sink = FakeSink(time, step=10_000)
    clock = SoundClock(lambda: sink, wall=WallClock(time))
    clock.set_track(Silence)
    clock.run(Fraction(0), ONE)
    feed(clock, sink, qtbot)
    seen = []
    for _ in range(80):
        time.nanoseconds += 2 * MS
        seen.append(clock.now())
    clock.close()
    # Nothing is known before the first step; from then on time never stands.
    steps = [later - earlier for earlier, later in pairwise(seen[5:])]
    assert all(Fraction(19, 10000) < step < Fraction(21, 10000) for step in steps)
    assert abs(seen[-1] - Fraction(160, 1000)) < Fraction(1, 100)


def test_a_device_whose_count_jitters_makes_an_even_time(
    time: Time, qtbot: QtBot, qapp: object
) -> None:
    sink = FakeSink(time)
    clock = SoundClock(lambda: sink, wall=WallClock(time))
    clock.set_track(Silence)
    clock.run(Fraction(0), ONE)
    true, jitter = sink.played, Random(4)
    seen = []
    for _ in range(20):
        feed(clock, sink, qtbot)
        for _ in range(10):
            time.pass_ms(5)
            off = jitter.randrange(-6000, 6001)
            sink.played = lambda off=off: max(0, true() + off)  # type: ignore[method-assign,misc]
            seen.append((clock.now(), true()))
            sink.played = true  # type: ignore[method-assign]
    clock.close()
    steps = [later[0] - earlier[0] for earlier, later in pairwise(seen[20:])]
    assert all(Fraction(4, 1000) < step < Fraction(6, 1000) for step in steps)
    assert all(abs(now - Fraction(heard, 10**6)) < Fraction(7, 1000) for now, heard in seen)


@pytest.mark.parametrize("refuses", ["there is none", "it cannot be opened"])
def test_without_a_device_the_machines_clock_goes_and_it_is_said_once(
    time: Time, qapp: object, refuses: str
) -> None:
    sink = FakeSink(time)
    sink.gone = True
    asked: list[int] = []

    def open_sink() -> FakeSink | None:
        asked.append(1)
        return None if refuses == "there is none" else sink

    clock = SoundClock(open_sink, wall=WallClock(time))
    told: list[object] = []
    clock.state_changed.connect(told.append)
    clock.set_track(Silence)
    for at in range(3):
        clock.run(Fraction(at), ONE)
        time.nanoseconds += NANO
        assert clock.now() == at + 1
    clock.close()
    assert told == [SoundState.ON, SoundState.NO_DEVICE, SoundState.NO_TRACK]
    assert len(asked) == 1


def test_a_device_that_goes_away_stops_neither_film_nor_time(
    clock: SoundClock, sink: FakeSink, time: Time, qtbot: QtBot
) -> None:
    clock.set_track(Silence)
    clock.run(Fraction(5), ONE)
    feed(clock, sink, qtbot)
    time.nanoseconds += 100 * MS
    sink.gone = True
    clock.pump()
    assert clock.state is SoundState.LOST
    time.nanoseconds += 2 * NANO
    assert clock.now() == 5 + Fraction(21, 10)
    sink.gone = False
    clock.try_again()  # it was plugged in again: heard at once, from where the film is
    assert (clock.state, sink.plays, clock.now()) == (SoundState.ON, True, 5 + Fraction(21, 10))
    clock.run(Fraction(8), ONE)
    assert (clock.state, sink.plays) == (SoundState.ON, True)


def test_a_device_that_comes_while_the_film_stands_waits_for_it(
    clock: SoundClock, sink: FakeSink, time: Time, qtbot: QtBot
) -> None:
    clock.set_track(Silence)
    clock.run(Fraction(5), ONE)
    feed(clock, sink, qtbot)
    sink.gone = True
    clock.pump()
    clock.hold(Fraction(5))
    sink.gone = False
    clock.try_again()
    assert (clock.state, sink.plays, clock.now()) == (SoundState.ON, False, Fraction(5))


def test_a_device_that_never_plays_is_given_up(
    clock: SoundClock, sink: FakeSink, time: Time, qtbot: QtBot
) -> None:
    sink.stuck = True
    clock.set_track(Silence)
    clock.run(Fraction(1), ONE)
    time.nanoseconds += 29 * NANO // 10
    clock.pump()
    assert (clock.state, clock.now()) == (SoundState.ON, Fraction(1))
    time.nanoseconds += NANO // 5
    clock.pump()
    assert clock.state is SoundState.LOST
    time.nanoseconds += NANO
    assert clock.now() == 2


def test_a_device_that_stands_while_it_has_sound_is_given_up_soon(
    clock: SoundClock, sink: FakeSink, time: Time, qtbot: QtBot
) -> None:
    clock.set_track(Silence)
    clock.run(Fraction(1), ONE)
    feed(clock, sink, qtbot)
    time.pass_ms(100)
    feed(clock, sink, qtbot)
    stands = sink.played()
    sink.played = lambda: stands  # type: ignore[method-assign]
    sink.room = lambda: 0  # type: ignore[method-assign]
    time.pass_ms(650)
    clock.pump()
    assert clock.state is SoundState.ON
    time.pass_ms(100)
    clock.pump()
    before = clock.now()
    time.pass_ms(1000)
    assert (sink.plays, clock.now()) == (False, before + 1)


def test_sound_that_comes_slowly_is_waited_for(
    clock: SoundClock, sink: FakeSink, time: Time, qtbot: QtBot
) -> None:
    clock.set_track(Silence)
    clock.run(Fraction(1), ONE)
    feed(clock, sink, qtbot)
    assert clock._feed is not None
    clock._feed.rest()  # a slow disk, say
    for _ in range(20):
        time.pass_ms(100)
        clock.pump()
    assert (clock.state, clock.now()) == (SoundState.ON, Fraction(6, 5))


def test_sound_that_cannot_be_read_is_no_reason_to_stop(
    clock: SoundClock, time: Time, qtbot: QtBot
) -> None:
    def broken() -> Silence:
        raise FootageError("no")

    clock.set_track(broken)
    clock.run(Fraction(1), ONE)

    def noticed() -> bool:
        clock.pump()
        return clock.state is SoundState.UNREADABLE

    qtbot.waitUntil(noticed, timeout=10000)
    time.nanoseconds += NANO
    assert clock.now() == 2


@pytest.mark.parametrize("rate", [Fraction(1, 5), Fraction(-1), Fraction(5)])
def test_speeds_without_sound_say_so(
    clock: SoundClock, sink: FakeSink, time: Time, rate: Fraction
) -> None:
    clock.set_track(Silence)
    clock.run(Fraction(50), rate)
    time.nanoseconds += NANO
    assert (clock.state, clock.now(), sink.sessions) == (SoundState.SPEED, 50 + rate, [])


def test_muted_sound_still_makes_the_time(
    clock: SoundClock, sink: FakeSink, time: Time, qtbot: QtBot
) -> None:
    clock.set_track(Silence)
    clock.set_volume(50, True)
    clock.run(Fraction(0), ONE)
    feed(clock, sink, qtbot)
    time.nanoseconds += 50 * MS
    assert (clock.state, sink.volume, clock.now()) == (SoundState.MUTED, 0, Fraction(1, 20))
    clock.set_volume(50, False)
    assert (clock.state, sink.volume) == (SoundState.ON, 0.25)
    assert len(sink.sessions) == 1


def test_sound_is_not_promised_where_no_device_is(qapp: object) -> None:
    asked: list[int] = []

    def none() -> None:
        asked.append(1)

    clock = SoundClock(none)
    clock.set_volume(50, True)
    clock.set_track(Silence)
    clock.set_volume(50, False)
    assert not asked  # the window is just being opened: the sound system is not loaded for this
    clock.prepare()
    for _ in range(2):
        clock.set_volume(50, True)
        clock.set_volume(50, False)
        assert clock.state is SoundState.NO_DEVICE
    clock.try_again()  # another device has come, and gone
    assert (clock.state, len(asked)) == (SoundState.NO_DEVICE, 4)
    clock.close()


def test_another_film_closes_the_sound_before(clock: SoundClock, sink: FakeSink) -> None:
    tracks: list[Silence] = []

    def opener() -> Silence:
        tracks.append(Silence())
        return tracks[-1]

    clock.set_track(opener)
    clock.run(Fraction(0), ONE)
    clock.set_track(opener)
    assert (sink.plays, clock.state) == (False, SoundState.ON)
    clock.set_track(None)
    assert clock.state is SoundState.NO_TRACK
    assert all(track.closed for track in tracks)


# ---------------------------------------------------------------------- the device of this computer


class Stub:
    """What `QtSink` uses of a `QAudioSink`, with little room."""

    def __init__(self) -> None:
        self.heard = b""
        self.takes = 6

    def setBufferSize(self, size: int) -> None:
        self.size = size

    def start(self) -> Stub:
        return self

    def bytesFree(self) -> int:
        return 8

    def write(self, data: bytes) -> int:
        self.heard += data[: self.takes]
        return min(len(data), self.takes)

    def error(self) -> Stub:
        return self

    name = "NoError"

    def reset(self) -> None:
        self.heard = b""

    def stop(self) -> None: ...


def test_bytes_that_the_device_leaves_come_first_next_time() -> None:
    stub = Stub()
    sink = QtSink(stub, lambda: True)  # type: ignore[arg-type]
    assert sink.start()
    source = iter(range(100))

    def take(size: int) -> bytes:
        return bytes(next(source) for _ in range(size))

    for _ in range(4):
        sink.write(take)
    assert stub.heard == bytes(range(len(stub.heard)))
    sink.stop()
    sink.write(take)
    assert stub.heard == b""


def test_a_system_without_the_library_has_no_sound_and_says_which(
    monkeypatch: pytest.MonkeyPatch, qapp: object
) -> None:
    monkeypatch.setitem(sys.modules, "PyQt6.QtMultimedia", None)
    outputs = AudioOutputs()
    assert outputs.open() is None
    assert "QtMultimedia" in outputs.trouble


class Multimedia(ModuleType):
    """QtMultimedia with one device, whose sinks would abort the program without a server."""

    def __init__(self, has_server: Callable[[], bool]) -> None:
        super().__init__("QtMultimedia")
        self.lists = lists = Lists()
        self.QMediaDevices = lambda parent: SimpleNamespace(audioOutputsChanged=lists.changed)
        vars(self.QMediaDevices)["defaultAudioOutput"] = Device
        self.QAudioFormat = MagicMock()

        class Sink(Stub):
            def __init__(self, device: object, form: object) -> None:
                super().__init__()
                assert has_server(), "Qt aborts"

            def start(self) -> Stub:
                assert has_server(), "Qt aborts"
                return self

        self.QAudioSink = Sink


class Lists(QObject):
    changed = pyqtSignal()


class Device:
    def isNull(self) -> bool:
        return False

    def isFormatSupported(self, form: object) -> bool:
        return True


def test_no_sink_is_started_from_the_death_of_the_sound_server_until_qt_has_met_the_next(
    monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    alive: ServerId | None = (1, 1, 100, "100")
    met = alive
    module = Multimedia(lambda: alive is not None and alive == met)
    monkeypatch.setitem(sys.modules, "PyQt6.QtMultimedia", module)
    outputs = AudioOutputs(server=lambda: alive)
    sink = outputs.open()
    assert sink is not None
    assert sink.start()
    alive = None
    assert (sink.start(), outputs.open()) == (False, None)
    module.lists.changed.emit()  # its devices go
    assert (sink.start(), outputs.open()) == (False, None)
    alive = (1, 2, 200, "200")
    assert (sink.start(), outputs.open()) == (False, None)  # Qt knows nothing of it yet
    met = alive
    with qtbot.waitSignal(outputs.changed):
        module.lists.changed.emit()
    again = outputs.open()
    assert again is not None
    assert again.start()


def test_where_there_is_no_such_server_qt_is_asked_every_time(
    monkeypatch: pytest.MonkeyPatch, qapp: object
) -> None:
    monkeypatch.setitem(sys.modules, "PyQt6.QtMultimedia", Multimedia(lambda: True))
    outputs = AudioOutputs(server=lambda: None)
    for _ in range(2):
        sink = outputs.open()
        assert sink is not None
        assert sink.start()
