"""The decoding thread: the newest request wins, looking ahead works, stopping is clean."""

from __future__ import annotations

import random
import threading
from queue import Queue

import numpy as np
import pytest

from annotator.errors import Cancelled, FootageError
from annotator.video import Footage, FrameServer, Picture, converted
from annotator.video.async_reader import BEHIND, Result
from annotator.video.converted import MOST, ConvertedAhead
from tests.video.clips import HEIGHT, WIDTH, read_number
from tests.video.conftest import Clips

WAIT = 30  # seconds: only a broken server ever takes them


class Gate:
    """Lets decoding reach a place, tells that it is there, and holds it until let go."""

    def __init__(self, film: Footage, monkeypatch: pytest.MonkeyPatch) -> None:
        self.reached = threading.Event()
        self.go = threading.Event()
        self.asked: list[int] = []
        real = film.picture

        def picture(i: int, size: object = None, *, stop: object = None) -> Picture:
            self.asked.append(i)
            if len(self.asked) == 1:
                self.reached.set()
                assert self.go.wait(WAIT)
            return real(i, size, stop=stop)  # type: ignore[arg-type]

        monkeypatch.setattr(film, "picture", picture)


def test_pictures_come_from_another_thread(clip: Clips) -> None:
    got: Queue[tuple[object, str]] = Queue()
    with Footage.open(clip("constant").path) as film, FrameServer(film) as server:
        for i in (5, 4, 3, 30, 31):
            server.request(i, None, lambda found: got.put((found, threading.current_thread().name)))
            picture, thread = got.get(timeout=WAIT)
            assert isinstance(picture, Picture)
            assert (picture.index, read_number(picture.array()[..., :3])) == (i, i)
            assert thread == "frames"


def test_the_newest_request_wins(clip: Clips, monkeypatch: pytest.MonkeyPatch) -> None:
    got: Queue[object] = Queue()
    with Footage.open(clip("long_group").path) as film:
        gate = Gate(film, monkeypatch)
        with FrameServer(film) as server:
            first = server.request(39, None, got.put)
            assert gate.reached.wait(WAIT)
            for i in (10, 20, 30):
                server.request(i, None, got.put)
            last = server.request(7, None, got.put)
            assert last == first + 4
            gate.go.set()
            picture = got.get(timeout=WAIT)
            assert isinstance(picture, Picture)
            assert picture.index == 7
        assert gate.asked == [39, 7], "replaced requests are never begun"
        assert got.empty(), "their callbacks never come"


def test_steps_add_up_from_what_was_asked(clip: Clips, monkeypatch: pytest.MonkeyPatch) -> None:
    got: Queue[object] = Queue()
    with Footage.open(clip("constant").path) as film:
        gate = Gate(film, monkeypatch)
        with FrameServer(film) as server:
            server.request(10, None, got.put)
            assert gate.reached.wait(WAIT)
            for _ in range(3):
                server.step(1, None, got.put)
            assert server.target == 13
            gate.go.set()
            picture = got.get(timeout=WAIT)
            assert isinstance(picture, Picture)
            assert picture.index == 13
            server.step(-100, None, got.put)
            assert server.target == 0
            server.step(10**6, None, got.put)
            assert server.target == len(film) - 1


def test_errors_are_handed_over_and_the_server_lives_on(
    clip: Clips, monkeypatch: pytest.MonkeyPatch
) -> None:
    got: Queue[object] = Queue()
    faults: Queue[threading.ExceptHookArgs] = Queue()
    monkeypatch.setattr("annotator.video.async_reader.excepthook", faults.put)
    with Footage.open(clip("constant").path) as film, FrameServer(film) as server:
        server.request(999, None, got.put)
        error = got.get(timeout=WAIT)
        assert isinstance(error, FootageError)
        assert error.what == "There is no frame 999 in this film."

        def broken(found: object) -> None:
            raise ValueError("a fault of the window's")

        server.request(1, None, broken)
        assert str(faults.get(timeout=WAIT).exc_value) == "a fault of the window's"
        server.request(2, None, got.put)
        picture = got.get(timeout=WAIT)
        assert isinstance(picture, Picture)
        assert picture.index == 2


def test_stop_ends_the_thread_while_decoding(clip: Clips, monkeypatch: pytest.MonkeyPatch) -> None:
    got: Queue[object] = Queue()
    with Footage.open(clip("long_group").path) as film:
        gate = Gate(film, monkeypatch)
        server = FrameServer(film)
        thread = server._thread
        server.request(39, None, got.put)
        assert gate.reached.wait(WAIT)
        threading.Timer(0.01, gate.go.set).start()
        server.stop()
        assert not thread.is_alive()
        assert got.empty()
        server.stop()
        with pytest.raises(RuntimeError, match="stopped"):
            server.request(1)
        assert read_number(film.frame(12)) == 12


def test_stop_from_a_callback_does_not_wait_for_itself(clip: Clips) -> None:
    done = threading.Event()
    with Footage.open(clip("constant").path) as film:
        server = FrameServer(film)

        def finish(found: object) -> None:
            server.stop()
            done.set()

        server.request(3, None, finish)
        assert done.wait(WAIT)
        server._thread.join(WAIT)
        assert not server._thread.is_alive()


@pytest.mark.parametrize(("kind", "walk"), [("long_group", -1), ("constant", 1)])
def test_it_decodes_ahead_the_way_the_window_walks(
    kind: str, walk: int, clip: Clips, monkeypatch: pytest.MonkeyPatch
) -> None:
    got: Queue[object] = Queue()
    ready = threading.Event()
    start, aim = (39, 24) if walk < 0 else (3, 14)
    with Footage.open(clip(kind).path, cache_bytes=30 * 60_000) as film:
        real = film.preload

        def preload(i: int, keep_from: int | None = None, *, stop: object = None) -> None:
            real(i, keep_from, stop=stop)  # type: ignore[arg-type]
            if film.is_cached(aim):
                ready.set()

        monkeypatch.setattr(film, "preload", preload)
        with FrameServer(film) as server:
            for i in (start, start + walk):
                server.request(i, (64, 64), got.put)
                assert isinstance(got.get(timeout=WAIT), Picture)
            assert film.is_cached(aim) or ready.wait(WAIT)
            for _ in range(20):
                server.step(walk, None, got.put)
                picture = got.get(timeout=WAIT)
                assert isinstance(picture, Picture)
                assert read_number(picture.array()[..., :3]) == picture.index == server.target
        assert film.cached_bytes <= film.cache_limit


def test_a_cached_frame_is_served_while_looking_ahead(
    clip: Clips, monkeypatch: pytest.MonkeyPatch
) -> None:
    got: Queue[object] = Queue()
    inside, go = threading.Event(), threading.Event()
    with Footage.open(clip("constant").path) as film:

        def preload(i: int, keep_from: int | None = None, *, stop: object = None) -> None:
            inside.set()
            assert go.wait(WAIT)
            assert callable(stop)
            assert not stop(), "the cached request was served on the way, no need to stop"
            real(i, keep_from)

        with FrameServer(film) as server:
            server.request(0, None, got.put)
            got.get(timeout=WAIT)
            real = film.preload
            monkeypatch.setattr(film, "preload", preload)
            server.request(1, None, got.put)
            got.get(timeout=WAIT)
            assert inside.wait(WAIT)
            server.request(1, None, got.put)
            go.set()
            picture = got.get(timeout=WAIT)
            assert isinstance(picture, Picture)
            assert picture.index == 1


# ---------------------------------------------------------------------- on the way to far frames


def far_jump(film: Footage, server: FrameServer, start: int, target: int) -> list[Picture]:
    """What comes, in order, of a jump from one frame to another."""
    got: Queue[object] = Queue()
    come: list[Picture] = []
    server.request(start, None, got.put)
    assert isinstance(got.get(timeout=WAIT), Picture)
    generations: list[int] = []

    def early(generation: int, picture: Picture) -> None:
        generations.append(generation)
        come.append(picture)

    server.show_early(early)
    asked = server.request(target, None, got.put)
    picture = got.get(timeout=WAIT)
    assert isinstance(picture, Picture)
    assert generations == [asked] * len(come)
    return [*come, picture]


def told(pictures: list[Picture]) -> list[tuple[int, int | None]]:
    for picture in pictures:
        assert read_number(picture.array()[..., :3]) == picture.index
    return [(picture.index, picture.towards) for picture in pictures]


@pytest.mark.parametrize("kind", ["single_key_frame"])
def test_the_key_frame_is_shown_on_the_way_to_a_far_frame(kind: str, clip: Clips) -> None:
    with Footage.open(clip(kind).path, cache_bytes=0) as film, FrameServer(film) as server:
        assert told(far_jump(film, server, 120, 40)) == [(0, 40), (40, None)]
        # What is on screen is nearer than the key frame, or the target is soon there.
        assert told(far_jump(film, server, 120, 70)) == [(70, None)]
        assert told(far_jump(film, server, 120, 9)) == [(9, None)]
        # On from where decoding stands there is no key frame to pass.
        assert told(far_jump(film, server, 2, 128)) == [(128, None)]


@pytest.mark.parametrize("kind", ["long_film", "long_film_ts"])
def test_far_jumps_at_random_are_exact_whatever_was_shown_before(kind: str, clip: Clips) -> None:
    path = clip("constant" if kind == "long_film" else "ts_open_group").path
    rng = random.Random(kind)
    with Footage.open(path, cache_bytes=0) as film:
        for _ in range(60):
            start, target = rng.randrange(40), rng.randrange(40)
            film.frame(start)
            seen = film.glimpse(target)
            if seen is not None:
                assert seen.towards == target
                assert read_number(seen.array()[..., :3]) == seen.index < target
                assert seen.time == film.time_of(seen.index)
            for i in (target, min(target + 1, 39)):
                assert read_number(film.frame(i)) == i
            assert film.mark(target) is None


def test_steps_and_a_film_without_early_pictures(clip: Clips) -> None:
    with Footage.open(clip("single_key_frame").path, cache_bytes=0) as film:
        assert film.approach(100) is None, "decoding goes on from the start, where it stands"
        film.frame(120)
        assert film.approach(100) == 0
        film.frame(90)
        assert film.approach(91) is None, "it goes on"
        assert film.approach(89) == 0
        assert film.glimpse(5) is None


# ---------------------------------------------------------------------- walking backward


@pytest.mark.parametrize("kind", ["single_key_frame", "turned_90", "hevc_ten_bit", "interlaced"])
def test_frames_kept_small_look_like_those_decoded_for_it(kind: str, clip: Clips) -> None:
    box = (WIDTH // 2, HEIGHT // 2)
    with Footage.open(clip(kind).path) as film, Footage.open(clip(kind).path) as other:
        a_frame = film.cached_bytes
        film.cache_limit = 0
        film.cache_limit = 5 * a_frame
        chunk = film.chunk(15, box)
        assert chunk.size is not None, "so few whole frames find no room"
        film.fill(chunk)
        assert film.cached_bytes <= film.cache_limit
        for i in range(chunk.first, 16):
            assert film.at_hand(i, box)
            assert not film.is_cached(i)
            assert not film.at_hand(i, None)
            assert not film.at_hand(i, (WIDTH // 3, HEIGHT // 3))
            kept, fresh = film.picture(i, box), other.picture(i, box)
            assert (kept.width, kept.height) == (fresh.width, fresh.height)
            apart = np.abs(kept.array().astype(int) - fresh.array().astype(int))
            assert apart.mean() < 2.5
            assert np.quantile(apart, 0.99) < 24
            assert kept.index == i
        assert film.frame(12).shape == (HEIGHT, WIDTH, 3)


def test_chunks_share_a_group_that_is_too_long(clip: Clips) -> None:
    with Footage.open(clip("single_key_frame").path) as film:
        film.cache_limit = 20 * film.cached_bytes
        last, lengths = 129, []
        while last >= 0:
            chunk = film.chunk(last, None)
            lengths.append(last - chunk.first + 1)
            assert chunk.size is None
            assert 1 <= lengths[-1] <= chunk.capacity * 2 // 3
            last = chunk.first - 1
        assert sum(lengths) == 130
        whole = film.chunk(5, None)
        assert (whole.first, whole.last) == (0, 5)


@pytest.mark.parametrize("kind", ["single_key_frame", "constant", "ts_open_group", "av1"])
@pytest.mark.parametrize("frames", [5, 24])
def test_backward_through_the_whole_film_in_little_memory(
    frames: int, kind: str, clip: Clips
) -> None:
    got: Queue[object] = Queue()
    box = (WIDTH // 2, HEIGHT // 2)
    with Footage.open(clip(kind).path) as film:
        film.cache_limit = frames * film.cached_bytes
        with FrameServer(film) as server:
            for i in range(len(film) - 1, -1, -1):
                server.request(i, box, got.put)
                picture = got.get(timeout=WAIT)
                assert isinstance(picture, Picture)
                assert picture.index == i
                large = np.kron(picture.array()[..., 1], np.ones((2, 2), np.uint8))
                assert read_number(large) == i
                assert film.cached_bytes <= film.cache_limit


def test_a_chunk_on_its_way_is_not_disturbed(clip: Clips, monkeypatch: pytest.MonkeyPatch) -> None:
    """Holding the key faster than the film decodes must not begin a group anew at each step."""
    got: Queue[object] = Queue()
    decoded: list[int] = []
    with Footage.open(clip("single_key_frame").path) as film:
        film.cache_limit = 40 * film.cached_bytes
        keep = film._store.reader._emit
        film._store.reader._emit = lambda n, frame: (decoded.append(n), keep(n, frame))  # type: ignore[func-returns-value, assignment]
        with FrameServer(film) as server:
            for i in range(129, 60, -1):
                server.request(i, None, got.put)
                assert isinstance(got.get(timeout=WAIT), Picture)
    # Each of the pieces goes through the group from its key frame once.
    assert len(decoded) <= 130 * (70 / 16 + 2)


class Fills:
    """Tells when the server has filled a chunk, and can hold it before it does."""

    def __init__(self, film: Footage, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.go, self.done = threading.Event(), threading.Event(), threading.Event()
        self.go.set()
        self.ended = ""
        real = film.fill

        def fill(chunk: object, *, stop: object = None, apart: bool = False) -> None:
            self.begun.set()
            assert self.go.wait(WAIT)
            try:
                real(chunk, stop=stop, apart=apart)  # type: ignore[arg-type]
                self.ended = "whole"
            except Cancelled:
                self.ended = "given up"
                raise
            finally:
                self.done.set()

        monkeypatch.setattr(film, "fill", fill)


def test_at_rest_what_comes_before_is_decoded_and_the_film_goes_on_where_it_stands(
    clip: Clips, monkeypatch: pytest.MonkeyPatch
) -> None:
    got: Queue[object] = Queue()
    with Footage.open(clip("single_key_frame").path) as film:
        fills = Fills(film, monkeypatch)
        with FrameServer(film) as server:
            server.request(100, None, got.put)
            got.get(timeout=WAIT)
            assert fills.done.wait(WAIT)
            server.stop()
        assert fills.ended == "whole"
        assert all(film.is_cached(n) for n in range(100 - BEHIND, 101))
        assert film.approach(101) is None
        assert film._store.reader.begins(101) is None, "no search, the decoder stands there"
        assert read_number(film.frame(101)) == 101
        assert [read_number(film.frame(n)) for n in range(99, 39, -1)] == [*range(99, 39, -1)]


def test_playing_on_ends_what_is_decoded_at_rest(
    clip: Clips, monkeypatch: pytest.MonkeyPatch
) -> None:
    got: Queue[object] = Queue()
    with Footage.open(clip("single_key_frame").path) as film:
        fills = Fills(film, monkeypatch)
        fills.go.clear()
        with FrameServer(film) as server:
            server.request(100, None, got.put)
            got.get(timeout=WAIT)
            assert fills.begun.wait(WAIT)
            server.request(101, None, got.put)
            fills.go.set()
            picture = got.get(timeout=WAIT)
            assert isinstance(picture, Picture)
            assert read_number(picture.array()[..., :3]) == 101
            assert fills.done.wait(WAIT)
            assert fills.ended == "given up"


class Ahead:
    """Walks a film from its first frame on until the next picture is converted unasked."""

    def __init__(self, film: Footage, monkeypatch: pytest.MonkeyPatch) -> None:
        self.film = film
        self.there = threading.Event()
        self.made: list[Picture] = []
        self.got: Queue[object] = Queue()
        real = film.cached_picture

        def cached_picture(i: int, size: tuple[int, int] | None = None) -> Picture | None:
            picture = real(i, size)
            if i == 3 and picture is not None:
                self.made.append(picture)
                self.there.set()
            return picture

        monkeypatch.setattr(film, "cached_picture", cached_picture)

    def walk(self, server: FrameServer) -> None:
        for i in range(3):
            self.ask(server, i)
        assert self.there.wait(WAIT)

    def ask(self, server: FrameServer, i: int, size: tuple[int, int] | None = None) -> Picture:
        server.request(i, size, self.got.put)
        picture = self.got.get(timeout=WAIT)
        assert isinstance(picture, Picture)
        assert picture.index == i
        return picture


def test_the_next_picture_is_converted_while_this_one_is_painted(
    clip: Clips, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Footage.open(clip("constant").path) as film:
        ahead = Ahead(film, monkeypatch)
        with FrameServer(film) as server:
            ahead.walk(server)
            picture = ahead.ask(server, 3)
            assert picture.owner is ahead.made[0].owner
            assert read_number(picture.array()[..., :3]) == 3


def test_a_picture_converted_ahead_has_the_mark_that_is_known_when_it_is_shown(
    clip: Clips, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Footage.open(clip("constant").path) as film:
        ahead = Ahead(film, monkeypatch)
        with FrameServer(film) as server:
            ahead.walk(server)
            assert ahead.made[0].mark is None
            film._store.reader.corrupt[film.index.order[3]] = True
            picture = ahead.ask(server, 3)
            assert picture.mark == film.mark(3) is not None


def test_a_picture_converted_ahead_in_another_way_is_not_shown(
    clip: Clips, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Footage.open(clip("constant").path) as film:
        ahead = Ahead(film, monkeypatch)
        with FrameServer(film) as server:
            ahead.walk(server)
            small = ahead.ask(server, 3, (WIDTH // 2, HEIGHT // 2))
            assert (small.width, small.height) == (WIDTH // 2, HEIGHT // 2)
        again = Ahead(film, monkeypatch)
        with FrameServer(film) as server:
            again.walk(server)
            film.deinterlace = True
            half = again.ask(server, 3)
            assert half.owner is not again.made[0].owner


def test_the_next_pictures_are_there_before_they_are_asked_for(
    clip: Clips, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Footage.open(clip("constant").path) as film:
        real = film.cached_picture
        begun = {n: threading.Event() for n in range(len(film))}

        def cached_picture(i: int, size: tuple[int, int] | None = None) -> Picture | None:
            begun[i].set()
            return real(i, size)

        monkeypatch.setattr(film, "cached_picture", cached_picture)
        got: Queue[Result] = Queue()
        with FrameServer(film) as server:
            for i in range(3):
                server.request(i, None, got.put)
                got.get(timeout=WAIT)
            for i in range(3, 3 + MOST):
                assert begun[i + 1].wait(WAIT)  # so the one before is ready
                picture = server.ready(i)
                assert picture is not None
                assert picture.index == i
                assert read_number(picture.array()[..., :3]) == i
            assert server.target == 2 + MOST
            assert server.ready(3) is None  # a picture is given away once
            far = len(film) - 1
            assert server.ready(far) is None  # nobody's guess
            server.request(far, None, got.put)
            last = got.get(timeout=WAIT)
            assert isinstance(last, Picture)
            assert last.index == far


def test_pictures_that_are_ready_fit_into_their_room(
    clip: Clips, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Footage.open(clip("constant").path) as film:
        for i in range(8):
            film.decoded(i)
        ahead = ConvertedAhead(film)
        while ahead.convert(0, 1, None):
            pass
        assert [ahead.take(n, None) is not None for n in range(5)] == [False] + [True] * 3 + [False]
        picture = film.picture(0)
        monkeypatch.setattr(converted, "_MOST_BYTES", picture.stride * picture.height * 3 // 2)
        while ahead.convert(0, 1, None):
            pass
        assert ahead.take(1, None) is not None
        assert ahead.take(2, None) is None
        assert not ahead.convert(0, 0, None)
