"""The playhead: by presentation times, newest request only, and what is on screen is what counts."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import pytest
from pytestqt.qtbot import QtBot

from annotator.errors import FootageError
from annotator.ui.player.player import Player

TIMES = tuple(Fraction(n * 33 + (n * n) % 17, 1000) for n in range(200))


@dataclass
class FakePicture:
    index: int


class FakeFilm:
    times = TIMES

    def index_at(self, t: Fraction) -> int:
        return max(0, bisect_right(TIMES, t) - 1)


class SlowServer:
    """Keeps requests until told to answer; a newer one replaces the one that waits."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.waiting: tuple[int, Callable[[object], None]] | None = None
        self.stopped = False

    def request(self, index: int, size: object, callback: Callable[[object], None]) -> None:
        self.asked.append(index)
        self.waiting = (index, callback)

    def answer(self, error: Exception | None = None) -> None:
        assert self.waiting is not None
        (index, callback), self.waiting = self.waiting, None
        callback(error or FakePicture(index))

    def stop(self) -> None:
        self.stopped = True


class QuickServer(SlowServer):
    """Answers at once."""

    def request(self, index: int, size: object, callback: Callable[[object], None]) -> None:
        super().request(index, size, callback)
        self.answer()


@pytest.fixture
def player(qtbot: QtBot) -> Player:
    return Player()


def ready(player: Player, server: SlowServer) -> None:
    player.set_film(FakeFilm(), server)
    if server.waiting:
        server.answer()
    server.asked.clear()


def test_a_film_opens_on_its_first_frame(player: Player) -> None:
    ready(player, QuickServer())
    assert (player.index, player.time) == (0, TIMES[0])


def test_steps_go_frame_by_frame(player: Player) -> None:
    ready(player, QuickServer())
    seen = []
    player.moved.connect(lambda time, index: seen.append((index, time)))
    for _ in range(5):
        player.step(1)
    player.step(-1)
    assert seen == [(n, TIMES[n]) for n in (1, 2, 3, 4, 5, 4)]


def test_a_held_step_never_queues_and_stops_when_the_key_is_let_go(player: Player) -> None:
    server = SlowServer()
    ready(player, server)
    for _ in range(40):
        player.step(1, held=True)
    assert server.asked == [1]
    assert player.target <= 3
    server.answer()
    assert server.asked == [1, 3]
    server.answer()
    assert server.waiting is None
    assert player.index == 3


def test_quick_single_steps_add_up_and_only_the_newest_is_fetched(player: Player) -> None:
    server = SlowServer()
    ready(player, server)
    for _ in range(10):
        player.step(1)
    server.answer()
    server.answer()
    assert (server.asked, player.index) == ([1, 10], 10)


def test_a_jump_gives_up_what_was_asked_before(player: Player) -> None:
    server = SlowServer()
    ready(player, server)
    player.seek(TIMES[50])
    late = server.waiting
    player.seek(TIMES[90])
    assert late is not None
    late[1](FakePicture(50))
    assert player.index == 0
    server.answer()
    assert player.index == 90


def test_the_frame_on_screen_is_the_last_that_has_begun(player: Player) -> None:
    ready(player, QuickServer())
    player.seek(TIMES[7] + Fraction(1, 1000))
    assert player.index == 7
    player.seek(TIMES[7] - Fraction(1, 100000))
    assert player.index == 6


def test_a_second_is_a_second_of_presentation_time(player: Player) -> None:
    ready(player, QuickServer())
    player.seek_index(100)
    player.skip(1)
    assert player.index == FakeFilm().index_at(TIMES[100] + 1)
    player.skip(-1)
    assert player.time <= TIMES[100]


def test_until_the_picture_is_there_time_is_that_of_the_one_on_screen(player: Player) -> None:
    server = SlowServer()
    ready(player, server)
    player.seek(TIMES[50])
    assert (player.index, player.time) == (0, TIMES[0])


def test_steps_stay_within_the_film(player: Player) -> None:
    ready(player, QuickServer())
    player.step(-1)
    assert player.index == 0
    player.seek(Fraction(10**6))
    player.step(1)
    assert player.index == len(TIMES) - 1


def test_playing_shows_frames_in_order_and_stops_at_the_end(player: Player, qtbot: QtBot) -> None:
    ready(player, QuickServer())
    seen = []
    player.moved.connect(lambda time, index: seen.append(index))
    player.seek_index(190)
    player.set_rate(Fraction(2))
    with qtbot.waitSignal(player.playing_changed, check_params_cb=lambda on: not on, timeout=5000):
        player.play()
    assert seen == sorted(seen)
    assert seen[-1] == len(TIMES) - 1


def test_playing_asks_for_no_frame_while_one_is_being_decoded(player: Player, qtbot: QtBot) -> None:
    server = SlowServer()
    ready(player, server)
    player.play()
    qtbot.waitUntil(lambda: len(server.asked) == 1)
    player._tick()
    player._tick()
    assert len(server.asked) == 1
    player.close()


def test_frames_left_out_are_counted(player: Player, qtbot: QtBot) -> None:
    server = SlowServer()
    ready(player, server)
    told: list[int] = []
    player.dropped_changed.connect(told.append)
    player.play()
    qtbot.waitUntil(lambda: player._due() > TIMES[5])
    server.answer()
    server.answer()
    assert player.index is not None
    assert player.index >= 5
    assert told == [player.dropped] == [player.index - 2]
    player.close()


def test_a_picture_that_is_there_early_waits_for_its_time(player: Player, qtbot: QtBot) -> None:
    server = SlowServer()
    ready(player, server)
    player.set_rate(Fraction(1, 10))
    player.play()
    server.answer()
    assert player.index == 0
    qtbot.waitUntil(lambda: player.index == 1)
    assert player._due() >= TIMES[1]
    player.close()


def test_pausing_keeps_the_frame_on_screen(player: Player, qtbot: QtBot) -> None:
    server = SlowServer()
    ready(player, server)
    player.play()
    assert server.waiting is not None
    player.pause()
    server.answer()
    assert player.index == 0
    player.step(1)
    assert server.asked[-1] == 1


def test_backward_goes_back_and_stops_at_the_start(player: Player, qtbot: QtBot) -> None:
    ready(player, QuickServer())
    player.seek_index(12)
    seen = []
    player.moved.connect(lambda time, index: seen.append(index))
    with qtbot.waitSignal(player.playing_changed, check_params_cb=lambda on: not on, timeout=5000):
        player.shuttle(-1)
    assert seen == sorted(seen, reverse=True)
    assert player.index == 0
    assert player.rate == 1


def test_the_shuttle_ladder_has_stillness_in_the_middle(player: Player) -> None:
    ready(player, QuickServer())
    player.seek_index(100)
    rates = []
    for _ in range(3):
        player.shuttle(1)
        rates.append(player.rate)
    for _ in range(3):
        player.shuttle(-1)
    assert rates == [1, 2, 4]
    assert not player.playing
    player.shuttle(-1)
    assert player.rate == -1
    player.close()


def test_the_loop_goes_back_to_its_start(player: Player, qtbot: QtBot) -> None:
    server = QuickServer()
    ready(player, server)
    player.loop = (TIMES[10], TIMES[13])
    player.seek_index(12)
    server.asked.clear()
    player.play()
    qtbot.waitUntil(lambda: 10 in server.asked, timeout=5000)
    player.close()


def test_an_error_stops_playing_and_is_told(player: Player, qtbot: QtBot) -> None:
    server = SlowServer()
    ready(player, server)
    player.seek_index(4)
    with qtbot.waitSignal(player.failed) as told:
        server.answer(FootageError("gone"))
    assert str(told.args[0]) == "gone"
    player.seek_index(5)
    server.answer()
    assert player.index == 5


def test_another_film_stops_the_server_before(player: Player) -> None:
    first = QuickServer()
    ready(player, first)
    ready(player, QuickServer())
    assert first.stopped


def test_without_a_film_play_runs_a_clock(player: Player, qtbot: QtBot) -> None:
    player.play()
    qtbot.waitUntil(lambda: player.time > 0)
    player.pause()
    assert player.index is None
    assert (player.time * 100).denominator == 1
    player.skip(2)
    assert player.time >= 2
    player.close()
