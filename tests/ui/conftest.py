"""A window for tests: without a screen, with a home of its own, and nothing left behind."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from PyQt6.QtCore import QCoreApplication, QTimer
from pytestqt.qtbot import QtBot

from annotator.settings import read_settings
from annotator.ui.window import Window
from annotator.video import index_cache
from tests.ui.held_reading import Reading
from tests.ui.leftovers import There

# Gaps of 20 to 50 ms: nothing may count frames by a rate.
TICKS = [n * 33 + (n * n) % 17 for n in range(75)]


@pytest.fixture(scope="session")
def film_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A film of 75 frames at a variable rate, in a folder with an accent."""
    import av
    import numpy as np

    path = tmp_path_factory.mktemp("été") / "finale 76 kg.mp4"
    with av.open(str(path), "w") as container:
        stream = container.add_stream(
            "libx264", rate=30, options={"g": "25", "preset": "ultrafast"}
        )
        stream.width, stream.height, stream.pix_fmt = 160, 90, "yuv420p"
        stream.codec_context.time_base = stream.time_base = Fraction(1, 1000)
        for n, tick in enumerate(TICKS):
            picture = np.full((90, 160, 3), (3 * n) % 250, np.uint8)
            frame = av.VideoFrame.from_ndarray(picture, "rgb24")
            frame.pts, frame.time_base = tick, Fraction(1, 1000)
            container.mux(stream.encode(frame))
        container.mux(stream.encode())
    return path


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Settings, journals and window places of this test alone."""
    folder = tmp_path / "home"
    monkeypatch.setenv("ANNOTATOR_HOME", str(folder))
    return folder


@pytest.fixture(autouse=True)
def nothing_left(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fails a test that leaves a thread, a running timer or a window of its own behind."""
    before = There.now()
    yield
    if QCoreApplication.instance() is None:
        return
    left = before.left_behind()
    if left:
        gc.collect()  # what only waited for the collector is not left behind
        left = before.left_behind()
    assert not left, f"left behind by {request.node.name}: {left}"


def _running_timers(window: Window) -> list[QTimer]:
    timers = window.findChildren(QTimer)
    return [timer for timer in timers if timer.isActive() and not timer.isSingleShot()]


@pytest.fixture
def new_window(qtbot: QtBot, home: Path) -> Iterator[Callable[[], Window]]:
    """Makes windows, as `run` does; afterwards no thread and no timer of theirs may be left."""
    threads = set(threading.enumerate())
    windows: list[Window] = []

    def make() -> Window:
        window = Window(read_settings()[0])
        qtbot.addWidget(window)
        windows.append(window)
        window.resize(1080, 560)
        window.show()
        window.activateWindow()
        window.film_view.setFocus()
        qtbot.waitUntil(window.film_view.hasFocus)
        return window

    yield make
    for window in windows:
        window.shut()
        assert not window.workers.busy()
        timers = [(t.parent(), t.interval()) for t in _running_timers(window)]
        assert not timers
        window._may_close = True
        window.close()
    # Threads of Qt's pools are no Python threads once they have ended.
    left = {
        t
        for t in threading.enumerate()
        if t not in threads and t.name in ("frames", "sound", "thumbnails")
    }
    assert not left, f"threads left behind: {left}"


@pytest.fixture
def window(new_window: Callable[[], Window]) -> Window:
    """An empty window."""
    return new_window()


@pytest.fixture
def film_window(window: Window, film_path: Path, qtbot: QtBot) -> Window:
    """A window that shows the first frame of the film."""
    with qtbot.waitSignal(window.player.picture_ready, timeout=20000):
        window.files.open_path(film_path)
    # The last resize asks for the picture once more, in the size that it is shown in.
    qtbot.waitUntil(lambda: not window.film_view._settle.isActive())
    qtbot.waitUntil(lambda: window.player.fetcher.in_flight is None)
    return window


@pytest.fixture
def reading(monkeypatch: pytest.MonkeyPatch) -> Iterator[Reading]:
    """Holds the reading of films back."""
    held = Reading()
    monkeypatch.setattr(index_cache, "build_index", held.build)
    yield held
    held.go.set()
