"""The playhead: by presentation times, newest request only, and what is on screen is what counts."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import pytest
from pytestqt.qtbot import QtBot

from annotator.errors import FootageError
from annotator.ui.player.clock import NANO, WallClock
from annotator.ui.player.loop import Loop, end_of
from annotator.ui.player.player import Player
from tests.ui.machine_time import Time

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

    def request(self, index: int, size: object, callback: Callable[[object], None]) -> int:
        self.asked.append(index)
        self.waiting = (index, callback)
        return len(self.asked)

    def answer(self, error: Exception | None = None) -> None:
        assert self.waiting is not None
        (index, callback), self.waiting = self.waiting, None
        callback(error or FakePicture(index))

    def stop(self) -> None:
        self.stopped = True


class QuickServer(SlowServer):
    """Answers at once."""

    def request(self, index: int, size: object, callback: Callable[[object], None]) -> int:
        number = super().request(index, size, callback)
        self.answer()
        return number


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def player(qtbot: QtBot, time: Time) -> Iterator[Player]:
    player = Player(clock=WallClock(time))
    yield player
    player.close()


def play_for(player: Player, time: Time, milliseconds: int) -> None:
    """Let so much time pass in small steps, as timers would."""
    for _ in range(milliseconds):
        time.pass_ms(1)
        player._tick()


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


def test_playing_shows_frames_in_order_and_stops_at_the_end(player: Player, time: Time) -> None:
    ready(player, QuickServer())
    seen = []
    player.moved.connect(lambda time, index: seen.append(index))
    player.seek_index(190)
    player.play()
    play_for(player, time, 400)
    assert seen == list(range(190, 200))
    assert not player.playing
    assert player.pace.dropped == 0


def test_each_frame_is_shown_at_its_own_time(player: Player, time: Time) -> None:
    ready(player, QuickServer())
    shown: list[tuple[int, Fraction]] = []
    start = time.nanoseconds
    player.moved.connect(
        lambda _, index: shown.append((index, Fraction(time.nanoseconds - start, NANO)))
    )
    player.play()
    play_for(player, time, 3000)
    assert len(shown) > 80
    for index, moment in shown:
        assert TIMES[index] <= moment <= TIMES[index] + Fraction(1, 1000)


def test_the_last_frame_has_its_time_on_screen(player: Player, time: Time) -> None:
    ready(player, QuickServer())
    player.seek_index(198)
    player.play()
    length = TIMES[199] - TIMES[198]
    play_for(player, time, int(2 * length * 1000) - 1)
    assert (player.index, player.playing) == (199, True)
    play_for(player, time, 2)
    assert not player.playing


def test_playing_asks_for_no_frame_while_one_is_being_decoded(player: Player, time: Time) -> None:
    server = SlowServer()
    ready(player, server)
    player.play()
    play_for(player, time, 200)
    assert server.asked == [1]


def test_frames_left_out_are_counted(player: Player, time: Time) -> None:
    server = SlowServer()
    ready(player, server)
    told: list[int] = []
    player.dropped_changed.connect(told.append)
    player.play()
    play_for(player, time, int(TIMES[5] * 1000) + 3)
    server.answer()
    assert player.index == 1
    server.answer()
    assert player.index is not None
    assert player.index >= 5
    assert told == [player.pace.dropped] == [player.index - 2]


@pytest.mark.parametrize(("rate", "stride"), [(1, 1), (2, 1), (4, 2)])
def test_what_no_screen_can_show_is_left_out_on_purpose_and_not_counted(
    player: Player, time: Time, rate: int, stride: int
) -> None:
    ready(player, QuickServer())
    seen: list[int] = []
    player.moved.connect(lambda time, index: seen.append(index))
    player.set_rate(Fraction(rate))
    assert player.pace.stride == stride
    player.play()
    play_for(player, time, 1000)
    assert {b - a for a, b in pairwise(seen)} == {stride}
    assert player.pace.dropped == 0


def test_fast_frames_that_came_too_late_are_counted_all_the_same(
    player: Player, time: Time
) -> None:
    server = SlowServer()
    ready(player, server)
    player.set_rate(Fraction(4))
    player.play()
    server.answer()
    play_for(player, time, 100)
    server.answer()
    server.answer()
    play_for(player, time, 20)
    assert player.index is not None
    assert player.pace.dropped == player.index - 3 * 2 > 0


def test_a_picture_that_is_there_early_waits_for_its_time(player: Player, time: Time) -> None:
    server = SlowServer()
    ready(player, server)
    player.set_rate(Fraction(1, 20))
    player.play()
    server.answer()
    play_for(player, time, int(TIMES[1] * 1000) * 20 - 1)
    assert player.index == 0
    play_for(player, time, 2)
    assert player.index == 1


def test_a_clock_that_stands_keeps_the_picture(player: Player, time: Time) -> None:
    """Sound may begin late, and the picture waits for it however often it is looked at."""
    ready(player, QuickServer())
    player.play()
    for _ in range(50):
        player._tick()
    assert player.index == 0


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


def test_backward_goes_back_frame_by_frame_and_stops_at_the_start(
    player: Player, time: Time
) -> None:
    ready(player, QuickServer())
    player.seek_index(12)
    seen = []
    player.moved.connect(lambda time, index: seen.append(index))
    player.shuttle(-1)
    play_for(player, time, 500)
    assert seen == list(range(11, -1, -1))
    assert not player.playing
    assert player.rate == 1


def test_slower_and_faster_keep_the_direction(player: Player) -> None:
    ready(player, QuickServer())
    player.seek_index(100)
    player.shuttle(-1)
    player.change_rate(-1)
    assert player.rate == Fraction(-3, 4)
    player.change_rate(1)
    assert player.rate == -1


def test_speeds_go_from_a_twentieth_to_four_times(player: Player) -> None:
    rates = set()
    for direction in (-1, 1):
        for _ in range(12):
            player.change_rate(direction)
            rates.add(player.rate)
    assert (min(rates), max(rates)) == (Fraction(1, 20), Fraction(4))


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


@pytest.mark.parametrize("way", ["K", "J again", "end"])
def test_after_the_shuttle_the_film_plays_as_fast_as_before(
    player: Player, time: Time, way: str
) -> None:
    ready(player, QuickServer())
    player.seek_index(4)
    player.choose_rate(Fraction(1, 2))
    player.shuttle(1)
    player.shuttle(1)
    assert player.rate == 2
    if way == "K":
        player.pause()
    elif way == "J again":
        player.shuttle(-1)
        player.shuttle(-1)
    else:
        player.shuttle(-1)
        player.shuttle(-1)
        player.shuttle(-1)
        play_for(player, time, 1000)
    assert not player.playing
    player.play()
    assert player.rate == Fraction(1, 2)
    player.close()


def test_a_speed_chosen_in_the_shuttle_stays(player: Player) -> None:
    ready(player, QuickServer())
    player.choose_rate(Fraction(1, 2))
    player.shuttle(1)
    player.change_rate(1)
    chosen = player.rate
    player.pause()
    player.play()
    assert player.rate == chosen > 1
    player.close()


def loop_of(player: Player, first: int, last: int) -> None:
    player.set_loop(Loop(TIMES[first], end_of(TIMES, last)))


@pytest.mark.parametrize("forward", [True, False])
@pytest.mark.parametrize(("first", "last"), [(10, 13), (0, 3), (196, 199), (50, 50)])
def test_the_loop_shows_its_frames_and_no_other(
    player: Player, time: Time, first: int, last: int, forward: bool
) -> None:
    ready(player, QuickServer())
    loop_of(player, first, last)
    player.seek_index(first if forward else last)
    seen = []
    player.moved.connect(lambda time, index: seen.append(index))
    player.set_rate(Fraction(1 if forward else -1))
    player.play()
    play_for(player, time, 700)
    assert player.playing
    frames = list(range(first, last + 1))[:: 1 if forward else -1]
    rounds = [*frames[1:], *(frames * 40)]
    assert len(seen) > 2 * len(frames)
    assert seen == rounds[: len(seen)]


def test_playing_from_before_the_loop_runs_into_it(player: Player, time: Time) -> None:
    ready(player, QuickServer())
    loop_of(player, 10, 12)
    player.seek_index(8)
    seen = []
    player.moved.connect(lambda time, index: seen.append(index))
    player.play()
    play_for(player, time, 250)
    assert seen[:6] == [9, 10, 11, 12, 10, 11]


def test_a_loop_with_only_a_start_repeats_nothing(player: Player, time: Time) -> None:
    ready(player, QuickServer())
    player.set_loop(Loop(TIMES[190]))
    player.seek_index(195)
    player.play()
    play_for(player, time, 400)
    assert (player.index, player.playing) == (199, False)


def test_the_loop_of_a_live_match_goes_by_time(player: Player, time: Time) -> None:
    player.set_loop(Loop(Fraction(1), Fraction(2)))
    player.seek(Fraction(19, 10))
    player.play()
    play_for(player, time, 150)
    assert Fraction(1) <= player.time < Fraction(11, 10)


def test_scrubbing_shows_the_newest_place_and_never_queues(player: Player) -> None:
    server = SlowServer()
    ready(player, server)
    for n in range(10, 190):
        player.scrub(TIMES[n])
    assert server.asked == [10]
    server.answer()
    assert (player.index, server.asked) == (10, [10, 189])
    player.seek(TIMES[150])  # let go: what was on its way is given up
    server.answer()
    assert (player.index, server.asked, server.waiting) == (150, [10, 189, 150], None)


def test_scrubbing_while_playing_goes_on_from_the_newest_place(player: Player, time: Time) -> None:
    server = SlowServer()
    ready(player, server)
    player.play()
    for n in (50, 60, 70):
        player.scrub(TIMES[n])
        play_for(player, time, 100)
    server.answer()  # what was asked for before the drag
    server.answer()
    assert (player.index, player._due()) == (70, TIMES[70])
    assert player.pace.dropped == 0


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


def test_without_a_film_play_runs_a_clock(player: Player, time: Time) -> None:
    player.play()
    play_for(player, time, 1234)
    player.pause()
    assert player.index is None
    assert player.time == Fraction(123, 100)
    player.skip(2)
    assert player.time == Fraction(323, 100)


class EarlyServer(SlowServer):
    """Has the key frame before a far frame to show first."""

    def show_early(self, callback: Callable[[int, object], None]) -> None:
        self.early = callback


def test_the_key_frame_on_the_way_is_shown_as_what_it_is(player: Player) -> None:
    server = EarlyServer()
    ready(player, server)
    shown: list[int] = []
    player.picture_ready.connect(lambda picture: shown.append(picture.index))
    player.seek_index(150)
    server.early(1, FakePicture(120))
    assert (player.index, player.time, player.target) == (120, TIMES[120], 150)
    assert server.asked == [150], "it is still on its way, and not asked for again"
    server.answer()
    assert (player.index, player.time) == (150, TIMES[150])
    assert shown == [120, 150]
    # What was passed on the way to an older target, or after it, is not shown any more.
    player.seek_index(20)
    player.seek_index(80)
    server.early(2, FakePicture(10))
    assert player.index == 150
    server.early(3, FakePicture(60))
    assert player.index == 60
    server.answer()
    server.early(3, FakePicture(60))
    assert player.index == 80


def test_a_step_from_the_key_frame_counts_from_the_target(player: Player) -> None:
    server = EarlyServer()
    ready(player, server)
    player.seek_index(150)
    server.early(1, FakePicture(120))
    player.step(1)
    server.answer()
    server.answer()
    assert player.index == 151


def test_playing_on_from_a_jump_begins_at_the_target(player: Player, time: Time) -> None:
    server = EarlyServer()
    ready(player, server)
    player.play()
    server.answer()
    player.seek_index(150)
    number = len(server.asked)
    server.early(number, FakePicture(120))
    play_for(player, time, 200)
    assert player.index == 120
    assert player.pace.dropped == 0
    server.answer()
    assert player.index == 150
    # While it plays in sequence nothing else is shown.
    server.early(number + 1, FakePicture(120))
    assert player.index == 150


def answers_after(player: Player, server: SlowServer, time: Time, takes: list[int]) -> list[int]:
    """Play with fetches that take so many milliseconds each; by how many each picture was late."""
    late: list[int] = []
    player.moved.connect(
        lambda shown, index: late.append(int((player._due() - shown) / player.rate * 1000))
    )
    for length in takes:
        play_for(player, time, length)
        if server.waiting:
            server.answer()
        while server.waiting is None and player.playing:  # it is there, and waits for its time
            play_for(player, time, 1)
    return late


@pytest.mark.parametrize("rate", [Fraction(1), Fraction(2), Fraction(-1)])
def test_a_decoder_too_slow_for_the_film_is_asked_ahead(
    player: Player, time: Time, rate: Fraction
) -> None:
    server = SlowServer()
    ready(player, server)
    player.seek_index(0 if rate > 0 else 199)
    server.answer()
    player.set_rate(rate)
    player.play()
    late = answers_after(player, server, time, [150] * 12)
    assert len(late) >= 8
    assert max(late[:3]) > 60
    assert all(abs(each) <= 40 for each in late[5:])
    assert player.pace.dropped > 20


def test_one_slow_picture_does_not_make_others_be_left_out(player: Player, time: Time) -> None:
    server = SlowServer()
    ready(player, server)
    player.play()
    answers_after(player, server, time, [4, 4, 4, 150, 4, 150, 4, 4, 4, 4, 4, 4])
    assert player.pace.dropped <= 8


class SixtyFilm:
    """60 frames a second."""

    times = tuple(Fraction(n, 60) for n in range(600))

    def index_at(self, t: Fraction) -> int:
        return min(int(t * 60), 599) if t > 0 else 0


@pytest.mark.parametrize(("hitch", "dropped"), [(40, False), (200, True)])
def test_after_a_hitch_pictures_catch_up_and_only_a_long_one_costs_frames(
    player: Player, time: Time, hitch: int, dropped: bool
) -> None:
    server = SlowServer()
    player.set_film(SixtyFilm(), server)
    server.answer()
    player.play()
    late = answers_after(player, server, time, [*[4] * 10, hitch, *[4] * 30])
    assert (player.pace.dropped > 0) is dropped
    assert max(late[-10:]) <= 1
    if not dropped:
        assert max(late) <= 40
