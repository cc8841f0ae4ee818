"""The decoding thread: the newest request wins, looking ahead works, stopping is clean."""

from __future__ import annotations

import threading
from queue import Queue

import pytest

from annotator.errors import FootageError
from annotator.video import Footage, FrameServer, Picture
from tests.video.clips import read_number
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
