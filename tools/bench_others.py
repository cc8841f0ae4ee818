"""Other ways to an exact frame, on the same films: see `tools/bench_video.py`.

    xvfb-run python tools/bench_others.py FOLDER ROUNDS

Exactness is read from the pixels: on the small films of the conformance suite, asked for at
random and stepped backward. Latency is from asking for a frame to its pixels in memory, ours
too, in a film just opened. mpv is asked as BORIS asks it (an exact seek to the frame's time), OpenCV
by frame number, QMediaPlayer by the middle of the frame's time. The last line printed is a JSON list
of results.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from annotator.video import Footage
from tests.video.clips import HEIGHT, WIDTH, read_number
from tests.video.conftest import KINDS
from tools.bench_clips import FILMS, make, number_in
from tools.bench_parts import TOOLS, Row, share

Image = npt.NDArray[np.uint8]
KINDS_TRIED = (
    "constant", "variable", "late_start", "edit_list", "open_group", "ts", "ts_joined", "mpeg4_avi",
    "h264_avi", "mjpeg_avi", "mkv", "vp9", "av1", "fragmented", "cut_off", "interlaced", "raw_h264",
)  # fmt: skip
JUMPS, STEPS = 12, 6
_QUIET = 0.4  # QMediaPlayer: so long after a picture no other is coming
_BOUND = 2.0  # seconds for one frame
_BUDGET = 10.0  # seconds for one film's frames; those not there by then are not counted as right


class Ours:
    """This program."""

    name = "annotator"
    idle = 0.0  # seconds waited for nothing in the last `get`, not to be counted

    def __init__(self, path: Path, times: Sequence[Fraction]) -> None:
        self._film = Footage.open(path, cache_bytes=64 << 20)

    def get(self, i: int) -> Image | None:
        return self._film.frame(i)

    def close(self) -> None:
        self._film.close()


class OpenCv:
    """`set(CAP_PROP_POS_FRAMES, i)` and `read()`."""

    name = "OpenCV"
    idle = 0.0

    def __init__(self, path: Path, times: Sequence[Fraction]) -> None:
        self._film = cv2.VideoCapture(str(path))

    def get(self, i: int) -> Image | None:
        self._film.set(cv2.CAP_PROP_POS_FRAMES, i)
        good, picture = self._film.read()
        return np.asarray(picture, np.uint8) if good else None

    def close(self) -> None:
        self._film.release()


class Mpv:
    """The engine of BORIS: an exact seek to the frame's time, then the raw screenshot."""

    name = "mpv"
    idle = 0.0

    def __init__(self, path: Path, times: Sequence[Fraction]) -> None:
        if str(TOOLS) not in sys.path:
            sys.path.append(str(TOOLS))
        self._times = times
        self._mpv: Any = import_module("mpv").MPV(
            vo="null", ao="null", hwdec="no", hr_seek="yes", pause=True, keep_open="yes",
            hr_seek_framedrop="no", rebase_start_time="no", terminal=False, ytdl=False,
        )  # fmt: skip
        self._mpv.play(str(path))
        self._mpv.wait_for_property("seekable", lambda there: there is not None, timeout=10)
        self._mpv.wait_for_property("video-params", lambda there: bool(there), timeout=10)

    def get(self, i: int) -> Image | None:
        with self._mpv.prepare_and_wait_for_event("playback_restart", timeout=3):
            self._mpv.seek(float(self._times[i]), "absolute", "exact")
        picture = self._mpv.screenshot_raw("video")
        return np.asarray(picture.convert("RGB"), np.uint8)

    def close(self) -> None:
        self._mpv.terminate()


class QtPlayer:
    """QMediaPlayer with a video sink: `setPosition` to the middle of the frame's time."""

    name = "QMediaPlayer"
    idle = 0.0

    def __init__(self, path: Path, times: Sequence[Fraction]) -> None:
        from PyQt6.QtCore import QUrl
        from PyQt6.QtMultimedia import QMediaPlayer, QVideoSink
        from PyQt6.QtWidgets import QApplication

        self._application = QApplication.instance() or QApplication([])
        self._times = times
        self._frames: list[Any] = []
        self._came = 0.0
        self._player = QMediaPlayer()
        self._sink = QVideoSink()
        self._player.setVideoSink(self._sink)
        self._sink.videoFrameChanged.connect(self._take)
        self._player.setSource(QUrl.fromLocalFile(str(path)))
        self._player.pause()
        self._settle(None)

    def _take(self, frame: Any) -> None:
        self._frames.append(frame)
        self._came = time.monotonic()

    def _settle(self, wanted: Fraction | None) -> None:
        """Until the frame at this time is there; or, as not every film's times are told as they
        are, until one came and no other for a while. `idle`: seconds waited after the last one.
        """
        from PyQt6.QtCore import QEventLoop

        begun = self._came = time.monotonic()
        more = QEventLoop.ProcessEventsFlag.WaitForMoreEvents
        while time.monotonic() < begun + _BOUND:
            self._application.processEvents(more, 20)
            if not self._frames:
                continue
            last = self._frames[-1]
            there = wanted is not None and last.startTime() <= wanted * 1_000_000 < last.endTime()
            if there or time.monotonic() > self._came + _QUIET:
                break
        self.idle = time.monotonic() - self._came

    def get(self, i: int) -> Image | None:
        later = self._times[i + 1] if i + 1 < len(self._times) else self._times[i] + Fraction(1, 50)
        middle = (self._times[i] + later) / 2
        self._frames.clear()
        self._player.setPosition(int(middle * 1000))
        self._settle(middle)
        if not self._frames:
            return None
        image = self._frames[-1].toImage().convertToFormat(_rgb888())
        bits = image.constBits()
        bits.setsize(image.sizeInBytes())
        rows = np.frombuffer(bits, np.uint8).reshape(image.height(), image.bytesPerLine())
        return rows[:, : image.width() * 3].reshape(image.height(), image.width(), 3).copy()

    def close(self) -> None:
        self._player.stop()
        self._player.setVideoSink(None)


def _rgb888() -> Any:
    from PyQt6.QtGui import QImage

    return QImage.Format.Format_RGB888


ENGINES = (Ours, Mpv, OpenCv, QtPlayer)


def asked(count: int, seed: str) -> list[int]:
    """Frames at random, then some steps back from the last of them."""
    rng = random.Random(seed)
    jumps = [rng.randrange(count) for _ in range(JUMPS)]
    return jumps + [n for n in range(jumps[-1] - 1, jumps[-1] - 1 - STEPS, -1) if n >= 0]


def exactness(folder: Path) -> list[Row]:
    """Of each engine, the share of frames that were the right ones, and on which kinds not all."""
    right = {engine.name: 0 for engine in ENGINES}
    took: dict[str, list[float]] = {engine.name: [] for engine in ENGINES}
    wrong: dict[str, list[str]] = {engine.name: [] for engine in ENGINES}
    total = 0
    for kind in KINDS_TRIED:
        place = folder / kind
        place.mkdir()
        clip = KINDS[kind](place)
        with Footage.open(clip.path, cache_bytes=64 << 20) as film:
            # What can be told of a damaged film is what decoding it in sequence shows.
            truth = [read_number(film.frame(i)) for i in range(len(film))]
        places = [i for i in asked(len(truth), kind) if truth[i] is not None]
        total += len(places)
        for engine in ENGINES:
            seen, seconds = _slice(engine.name, clip.path, places)
            hits = sum(number == truth[i] for number, i in zip(seen, places, strict=False))
            right[engine.name] += hits
            took[engine.name] += seconds
            if hits < len(places):
                wrong[engine.name].append(f"{kind} {100 * hits // len(places)} %")
    return [
        Row("exact frames, 17 kinds of film", name,
            f"{100 * right[name] / total:.1f} %, {_latencies(took[name])}"
            + (f"; {', '.join(wrong[name])}" if wrong[name] else ""),
            "100 %" if name == "annotator" else "", right[name] == total if name == "annotator" else None)
        for name in right
    ]  # fmt: skip


def latency(folder: Path, rounds: int) -> list[Row]:
    """Random frames of 1080p films, the engines in turn: time to the picture's pixels."""
    rows = []
    for name in ("h264-1080p-gop250.mp4", "h264-1080p-phone.mp4"):
        film = next(each for each in FILMS if each.name == name)
        path = make(film, folder)
        took: dict[str, list[float]] = {engine.name: [] for engine in ENGINES}
        right = dict.fromkeys(took, 0)
        for number in range(rounds):
            rng = random.Random(number)
            places = [rng.randrange(film.frames) for _ in range(10)]
            for engine in ENGINES:
                seen, seconds = _slice(engine.name, path, places)
                took[engine.name] += seconds
                right[engine.name] += sum(a == b for a, b in zip(seen, places, strict=False))
        rows += [
            Row(f"random frame, {each}", name,
                f"{_latencies(took[each])}, {right[each]} of {10 * rounds} the right one")
            for each in took
        ]  # fmt: skip
    return rows


def _latencies(took: list[float]) -> str:
    if not took:
        return "no picture"
    return f"p50 {share(took, 0.5) * 1000:.0f} ms, p95 {share(took, 0.95) * 1000:.0f} ms"


def _slice(name: str, path: Path, places: list[int]) -> tuple[list[int | None], list[float]]:
    """One engine on one film in a process of its own, because some of them fall over: the numbers
    read from the pictures, and the seconds each took.
    """
    command = [sys.executable, __file__, "slice", name, str(path), *map(str, places)]
    try:
        done = subprocess.run(
            command, check=False, capture_output=True, text=True, timeout=_BUDGET + 20
        )
    except subprocess.TimeoutExpired:
        print(f"{name}: {path.name}: did not end", file=sys.stderr)
        return [], []
    lines = [line for line in done.stdout.splitlines() if line.startswith("[")]
    if done.returncode:
        why = done.stderr.strip().splitlines()[-1:]
        print(f"{name}: {path.name}: after {len(lines)}: {why}", file=sys.stderr)
    found = [json.loads(line) for line in lines]
    return [number for number, _ in found], [seconds for _, seconds in found]


def _run_slice(name: str, path: Path, places: list[int]) -> None:
    film = next((each for each in FILMS if each.name == path.name), None)
    with Footage.open(path, cache_bytes=1 << 20) as footage:
        times = footage.times
    engine: Any = next(each for each in ENGINES if each.name == name)
    player = engine(path, times)
    end = time.monotonic() + _BUDGET
    for i in places:
        if time.monotonic() > end:
            raise SystemExit("not in time")
        begun = time.perf_counter()
        picture = player.get(i)
        took = time.perf_counter() - begun - player.idle
        number = None
        if picture is not None and film is not None:
            number = number_in(picture, film)
        elif picture is not None and picture.shape[:2] == (HEIGHT, WIDTH):
            number = read_number(picture)
        print(json.dumps([number, took]), flush=True)
    os._exit(0)  # closing some of these players crashes, which says nothing about their frames


if __name__ == "__main__":
    if sys.argv[1] == "slice":
        _run_slice(sys.argv[2], Path(sys.argv[3]), [int(word) for word in sys.argv[4:]])
    place, count = Path(sys.argv[1]), int(sys.argv[2])
    with tempfile.TemporaryDirectory() as clips:
        results = exactness(Path(clips)) + latency(place, count)
    print(json.dumps([asdict(row) for row in results]))
