"""How fast clips are written, held against ffmpeg alone with the same settings in the same run.

    python tools/bench_cutting.py [--clips FOLDER] [--rounds N] [FILM ...]

ffmpeg searches the same place, transcodes the same frames with the same x264 settings, threads and
size, and draws nothing. What lies over our pictures: a score board, a caption that changes every two
seconds, a countdown that changes every tenth of a second. Exit status 1 when a bar is missed.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import numpy as np

from annotator.video import Footage
from annotator.video.clip import Cut, CutKind, Look, LookAt, write_clip
from annotator.video.clip_parts import Pixels
from tools.bench_clips import FILMS, Film, make
from tools.bench_parts import ROOT, Row, cpu_of, ffmpeg, say, timed
from tools.bench_video import fetch_tools

BY_NAME = {film.name: film for film in FILMS}
USUAL = ("h264-1080p-phone.mp4", "h264-1080p-gop250.mp4", "h264-1080p60.mp4", "hevc-1080p.mp4")
PLAIN, DRAWN = 1.0, 0.9
CACHE = 16 << 20
FRAMES = 150
CRF, PRESET, GOP, B_FRAMES, LINES = "20", "veryfast", "60", "3", 1080


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """See `annotator.video.clip_parts.LayerLike`."""

    left: int
    top: int
    pixels: Pixels


class Overlay:
    """What a coach has over a film, each layer painted anew only when it changes."""

    def __init__(self, rate: int) -> None:
        self._rate = rate
        self._rng = np.random.default_rng(3)
        self._board = self._layer(40, 880, 640, 150)
        self._caption: tuple[int, Layer] | None = None
        self._count: tuple[int, Layer] | None = None

    def _layer(self, left: int, top: int, width: int, height: int) -> Layer:
        pixels = np.zeros((height, width, 4), np.uint8)
        pixels[..., 3] = 190
        letters = self._rng.random((height // 6, width // 6)) > 0.6
        grown = np.kron(letters, np.ones((6, 6), np.bool_))
        pixels[: grown.shape[0], : grown.shape[1]][grown] = 255
        return Layer(left, top, pixels)

    def at(self, index: int, width: int, height: int) -> Look:
        """See `annotator.video.clip_parts.LookAt`."""
        caption, count = index // (2 * self._rate), index * 10 // self._rate
        if self._caption is None or self._caption[0] != caption:
            self._caption = caption, self._layer(500, 60, 900, 70)
        if self._count is None or self._count[0] != count:
            self._count = count, self._layer(1700, 900, 140, 90)
        one = Fraction(1)
        return Look([(self._board, one), (self._caption[1], one), (self._count[1], one)])


def by_ffmpeg(
    path: Path, start: Fraction, frames: int, size: tuple[int, int] | None, out: Path
) -> tuple[float, float]:
    """Wall and processor seconds of ffmpeg for the same frames. `size`: None keeps it."""
    scale = [] if size is None else ["-vf", f"scale={size[0]}:{size[1]}:flags=area"]
    before, begun = cpu_of(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(
        [ffmpeg(), "-v", "error", "-y", "-ss", f"{float(start):.6f}", "-i", str(path),
         "-frames:v", str(frames), *scale, "-c:v", "libx264", "-preset", PRESET, "-crf", CRF,
         "-g", GOP, "-bf", B_FRAMES, "-sc_threshold", "0", "-pix_fmt", "yuv420p",
         "-fps_mode", "passthrough", "-an", str(out)],
        check=True,
    )  # fmt: skip
    return time.perf_counter() - begun, cpu_of(resource.RUSAGE_CHILDREN) - before


def ours(path: Path, cut: Cut, out: Path, look: LookAt | None, *, copy: bool = False) -> CutKind:
    """A clip as a batch makes it, the film's opening included."""
    with Footage.open(path, cache_bytes=CACHE) as film:
        return write_clip(film, [cut], out, look=look, copy_if_exact=copy).kind


def measure(film: Film, folder: Path, rounds: int) -> list[Row]:
    """Without and with an overlay, ffmpeg before and after each."""
    path = make(film, folder)
    first = min(film.gop + film.gop // 3, film.frames // 3)
    cut = Cut(first, min(first + FRAMES - 1, film.frames - 1))
    count = cut.last - cut.first + 1
    with Footage.open(path, cache_bytes=CACHE) as footage:
        start = footage.times[first]
        size = (1920, 1080) if footage.size[1] > LINES else None
    found: dict[str, tuple[list[float], list[float]]] = {"plain": ([], []), "overlay": ([], [])}
    walls: list[float] = []
    with tempfile.TemporaryDirectory(dir=folder) as place:
        out = Path(place) / "clip.mp4"
        before = by_ffmpeg(path, start, count, size, out)
        for _ in range(rounds):
            for name, (speeds, works) in found.items():
                look = None if name == "plain" else Overlay(film.rate).at
                mine = timed(lambda look=look: ours(path, cut, out, look))  # type: ignore[misc]
                after = by_ffmpeg(path, start, count, size, out)
                speeds.append((before[0] + after[0]) / 2 / mine[0])
                works.append(mine[1] * 2 / (before[1] + after[1]))
                walls.append(after[0])
                before = after
        keyed = Cut(film.gop, 2 * film.gop - 1)
        kind, took = CutKind.ENCODED, 0.0
        if film.frames >= 2 * film.gop:
            took, _ = timed(lambda: ours(path, keyed, out, None, copy=True))
            kind = ours(path, keyed, out, None, copy=True)
    fps = count / statistics.median(walls)
    rows = []
    for name, bar in (("plain", PLAIN), ("overlay", DRAWN)):
        speed, work = (statistics.median(each) for each in found[name])
        rows.append(
            Row(f"clip, {name}", film.name,
                f"{speed:.2f} of ffmpeg's speed ({fps:.0f} frames/s; "
                f"{', '.join(f'{each:.2f}' for each in sorted(found[name][0]))}), processor time {work:.2f}",
                f">= {bar}", speed >= bar)
        )  # fmt: skip
    if kind is CutKind.COPIED:
        rows.append(Row("clip, copied", film.name, f"{film.gop} frames in {took * 1000:.0f} ms"))
    for row in rows:
        say(str(row))
    return rows


def main() -> int:
    """Make the films, measure, print, and say whether the bars were reached."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("films", nargs="*", metavar="FILM", choices=[[], *BY_NAME])
    options.add_argument("--clips", type=Path, default=ROOT / "bench-clips")
    options.add_argument("--rounds", type=int, default=3)
    chosen = options.parse_args()
    chosen.clips.mkdir(exist_ok=True)
    fetch_tools()
    say(f"clips, against {Path(ffmpeg()).name}")
    rows = [
        row
        for name in chosen.films or USUAL
        for row in measure(BY_NAME[name], chosen.clips, chosen.rounds)
    ]
    return 1 if any(row.met is False for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
