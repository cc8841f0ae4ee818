"""What is painted, measured inside a process with a screen: see `tools/bench_video.py`.

    xvfb-run python tools/bench_window.py paint|play FOLDER ROUNDS

The last line printed is a JSON list of results.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from dataclasses import asdict
from fractions import Fraction
from pathlib import Path

from PyQt6.QtCore import QEventLoop, QTimer
from PyQt6.QtWidgets import QApplication

from annotator.model.time import clock_text
from annotator.settings import read_settings
from annotator.ui.app import SWITCH
from annotator.ui.player.film_view import FilmView
from annotator.ui.player.player import Player
from annotator.ui.window import Window
from annotator.video import Footage, FrameServer, Picture
from tools.bench_clips import FILMS, make
from tools.bench_parts import Row, cpu_of, in_turn

VIEW = (1280, 720)
TEN_BIT = 0.55
SECONDS = 8
CACHE = 64 << 20


def paint(folder: Path, rounds: int) -> list[Row]:
    """Each frame decoded, converted and painted; nothing is left out."""
    sys.setswitchinterval(SWITCH)  # as the program does
    application = QApplication([])
    view = FilmView()
    view.resize(*VIEW)
    # Captions have a line of their own below the picture.
    view.resize(VIEW[0], 2 * VIEW[1] - view.device_size()[1])
    view.show()
    application.processEvents()
    rows = []
    for film in FILMS:
        path = make(film, folder)

        def run(path: Path = path) -> None:
            _painted(view, path)

        speed, work, wall = in_turn(path, rounds, run)
        bar = TEN_BIT if film.pixels.endswith("10le") else 0.75
        rows.append(
            Row(
                "painted at 1280 x 720",
                film.name,
                f"{speed:.2f} of ffmpeg's decoding ({speed * film.frames / wall:.0f} frames/s), "
                f"processor time {work:.2f}",
                f">= {bar}",
                speed >= bar,
            )
        )
    view.close()
    return rows


class _AtOnce:
    """A clock for playing as fast as pictures come: each is due when it was asked for."""

    def __init__(self) -> None:
        self.player: Player | None = None

    def run(self, at: Fraction, rate: Fraction) -> None:
        """It goes by the player alone."""

    def hold(self, at: Fraction) -> None:
        """It goes by the player alone."""

    def now(self) -> Fraction:
        """The time of the frame asked for last."""
        return self.player.aim if self.player is not None else Fraction(0)


def _painted(view: FilmView, path: Path) -> None:
    """Play a film from its first frame to its last, decoded ahead in the server's thread; each
    frame is painted before the next is shown.
    """
    clock = _AtOnce()
    with Footage.open(path, cache_bytes=CACHE) as footage:
        view.set_shape(footage.size, footage.pixel_aspect)
        player = clock.player = Player(clock=clock)
        player.set_size(view.device_size())
        loop = QEventLoop()
        frames: list[int] = []

        def show(picture: object) -> None:
            assert isinstance(picture, Picture)
            view.show_picture(picture)
            view.set_captions((f"f{picture.index}", clock_text(picture.time, 3)), ("", "1x"))
            view.repaint()
            frames.append(picture.index)
            if picture.index == len(footage) - 1:
                loop.quit()

        player.picture_ready.connect(show)
        player.failed.connect(loop.quit)
        player.set_film(footage, FrameServer(footage))
        player.play()
        loop.exec()
        player.close()
        assert frames == list(range(len(footage))), "frames were left out"


def play(folder: Path, rounds: int) -> list[Row]:
    """The program's window, as a coach opens it, playing at 1x for some seconds."""
    rows = []
    sys.setswitchinterval(SWITCH)
    application = QApplication([])
    for name in ("h264-1080p-phone.mp4", "h264-1080p60.mp4", "h264-4k60.mp4", "hevc10-4k60.mp4"):
        film = next(each for each in FILMS if each.name == name)
        path = make(film, folder)
        dropped, shown, work = _played(application, path)
        smooth = film.size[1] <= 1080
        rows.append(
            Row(
                "playing in the window, 1x",
                name,
                f"{dropped} of {dropped + shown} frames left out, {work:.1f} processors busy",
                "none left out" if smooth else "counted, a copy offered",
                dropped == 0 if smooth else None,
            )
        )
    return rows


def _played(application: QApplication, path: Path) -> tuple[int, int, float]:
    with tempfile.TemporaryDirectory() as home:
        os.environ["ANNOTATOR_HOME"] = home
        window = Window(read_settings()[0])
        window.resize(1600, 900)
        window.show()
        loop = QEventLoop()
        window.player.picture_ready.connect(loop.quit)
        window.files.open_path(path)
        loop.exec()
        _wait(500)
        pictures: list[object] = []
        window.player.set_rate(Fraction(1))
        window.player.picture_ready.connect(pictures.append)
        before, begun = cpu_of(0), time.perf_counter()
        window.player.play()
        _wait(SECONDS * 1000)
        work = (cpu_of(0) - before) / (time.perf_counter() - begun)
        dropped = window.player.pace.dropped
        window.player.pause()
        window.shut()
        window._may_close = True
        window.close()
        application.processEvents()
        return dropped, len(pictures), work


def _wait(milliseconds: int) -> None:
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


if __name__ == "__main__":
    part, place, count = sys.argv[1:]
    found = {"paint": paint, "play": play}[part](Path(place), int(count))
    print(json.dumps([asdict(row) for row in found]))
