"""How fast the video layer is, as ratios to ffmpeg on the same film in the same run.

    python tools/bench_video.py [--seconds 24] [--rounds 3] [--json FILE]

Makes two 1080p H.264 films in a temporary folder (GOP 250 with 3 B-frames, and GOP 30), then takes
turns: ffmpeg decoding to nothing, `Footage` decoding to pictures ready to paint, and random exact
frames. Other work on the machine hits both alike, so the ratios hold where frames/s would not.
Needs the `ffmpeg` program. Exit status 1 when a target is missed.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path

import numpy as np

from annotator.video import FilmWriter, Footage

RATE = 30
SEQUENCE_TARGET = 0.85  # at least, of ffmpeg's speed
JUMP_TARGET = 1.1  # at most, of ffmpeg's time for one group of pictures


@dataclass(frozen=True, slots=True)
class Figures:
    """Ratios are to ffmpeg in the same run; times in milliseconds."""

    film: str
    ffmpeg_fps: float
    sequence: float
    sequence_fitted: float
    sequence_cpu: float
    open_ms: float
    index_share: float
    gop_ms: float
    jump_p50: float
    jump_p95: float
    back_step_ms: float


def make_film(path: Path, seconds: int, gop: int, b_frames: int) -> None:
    """A 1080p film with camera-like grain and motion, so that decoding costs what it really does."""
    width, height = 1920, 1080
    rng = np.random.default_rng(11)
    mat = rng.integers(60, 170, (height // 8 + 40, width // 8 + 80)).astype(np.uint8)
    mat = np.kron(mat, np.ones((8, 8), np.uint8))
    grain = [rng.normal(0, 4, (height, width)).round().astype(np.int16) for _ in range(5)]
    chroma = np.full((height // 2, width), 118, np.uint8)
    writer = FilmWriter.open(
        path, (width, height), Fraction(1, RATE), crf=20, gop=gop, b_frames=b_frames
    )
    with writer:
        for n in range(seconds * RATE):
            x, y = int(150 + 140 * np.sin(n / 25)), int(100 + 90 * np.sin(n / 41))
            luma = mat[y : y + height, x : x + width] + grain[n % 5]
            for body in range(3):
                left = (n * (4 + body * 3) + body * 500) % (width - 300)
                luma[300 + 150 * body : 600 + 150 * body, left : left + 300] = 70 + 60 * body
            frame = np.concatenate((np.clip(luma, 16, 235).astype(np.uint8), chroma))
            writer.add(frame, Fraction(n, RATE))


def ffmpeg_seconds(path: Path, *limit: str) -> tuple[float, float]:
    """Wall and processor seconds that ffmpeg takes to decode the film to nothing."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begun = time.perf_counter()
    subprocess.run(
        ["ffmpeg", "-v", "error", "-i", str(path), "-map", "0:v", *limit, "-f", "null", "-"],
        check=True,
    )
    wall = time.perf_counter() - begun
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)


def sequence_seconds(path: Path, size: tuple[int, int] | None) -> tuple[float, float]:
    """Wall and processor seconds from opening to the last picture in BGRA."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    begun = time.perf_counter()
    with Footage.open(path) as film:
        for picture in film.pictures(size=size):
            assert picture.data
    wall = time.perf_counter() - begun
    now = resource.getrusage(resource.RUSAGE_SELF)
    return wall, (now.ru_utime - used.ru_utime) + (now.ru_stime - used.ru_stime)


def jump_seconds(path: Path, jumps: int, seed: int) -> list[float]:
    """Seconds of each random exact frame, to pixels ready to paint."""
    rng = random.Random(seed)
    took = []
    with Footage.open(path, cache_bytes=16 << 20) as film:
        for _ in range(jumps):
            wanted = rng.randrange(len(film))
            begun = time.perf_counter()
            film.picture(wanted)
            took.append(time.perf_counter() - begun)
    return took


def measure(path: Path, gop: int, rounds: int) -> Figures:
    """Take turns between ffmpeg and us, and reckon the ratios."""
    begun = time.perf_counter()
    with Footage.open(path) as film:
        opened = time.perf_counter() - begun
        count = len(film)
        film.picture(min(count - 1, gop - 10))
        film.picture(min(count - 2, gop - 11))
        steps = []
        for n in range(gop - 12, max(gop - 32, 0), -1):
            begun = time.perf_counter()
            film.picture(n)
            steps.append(time.perf_counter() - begun)
    walls, ours, fitted, cpus, gops, idle = [], [], [], [], [], []
    jumps: list[float] = []
    ratios: list[list[float]] = [[], [], []]
    for number in range(rounds):
        wall, cpu = ffmpeg_seconds(path)
        mine, mine_cpu = sequence_seconds(path, None)
        small, _ = sequence_seconds(path, (1280, 720))
        again, again_cpu = ffmpeg_seconds(path)
        base, base_cpu = (wall + again) / 2, (cpu + again_cpu) / 2
        idle.append(ffmpeg_seconds(path, "-frames:v", "1")[0])
        gops.append((base - idle[-1]) * gop / count)
        walls.append(base)
        ours.append(mine)
        fitted.append(small)
        cpus.append(mine_cpu)
        ratios[0].append(base / mine)
        ratios[1].append(base / small)
        ratios[2].append(mine_cpu / base_cpu)
        jumps += [took / gops[-1] for took in jump_seconds(path, 14, number)]
    jumps.sort()
    base = statistics.median(walls)
    return Figures(
        film=path.name,
        ffmpeg_fps=count / base,
        sequence=statistics.median(ratios[0]),
        sequence_fitted=statistics.median(ratios[1]),
        sequence_cpu=statistics.median(ratios[2]),
        open_ms=opened * 1000,
        index_share=opened / base,
        gop_ms=statistics.median(gops) * 1000,
        jump_p50=jumps[len(jumps) // 2],
        jump_p95=jumps[min(int(len(jumps) * 0.95), len(jumps) - 1)],
        back_step_ms=statistics.median(steps) * 1000,
    )


def main() -> int:
    """Make the films, measure, print, and say whether the targets were reached."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--seconds", type=int, default=24)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--json", type=Path)
    chosen = options.parse_args()
    if shutil.which("ffmpeg") is None:
        sys.stderr.write("bench_video: the ffmpeg program is needed for the comparison.\n")
        return 2
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for gop, b_frames in ((250, 3), (30, 0)):
            path = Path(folder) / f"h264-1080p-gop{gop}.mp4"
            make_film(path, chosen.seconds, gop, b_frames)
            figures = measure(path, gop, chosen.rounds)
            found.append(figures)
            sys.stdout.write(
                f"{figures.film} ({path.stat().st_size * 8 / chosen.seconds / 1e6:.1f} Mbit/s)\n"
                f"  ffmpeg -f null             {figures.ffmpeg_fps:8.1f} frames/s = 1\n"
                f"  to BGRA 1920x1080, in turn {figures.sequence:8.2f}  (target >= "
                f"{SEQUENCE_TARGET}), processor time {figures.sequence_cpu:.2f}\n"
                f"  to BGRA 1280x720, in turn  {figures.sequence_fitted:8.2f}\n"
                f"  one group by ffmpeg        {figures.gop_ms:8.0f} ms = 1\n"
                f"  random exact frame p50/p95 {figures.jump_p50:8.2f} / {figures.jump_p95:.2f}"
                f"  (target p95 <= {JUMP_TARGET})\n"
                f"  open                       {figures.open_ms:8.0f} ms, "
                f"{figures.index_share:.3f} of decoding\n"
                f"  step back in the cache     {figures.back_step_ms:8.2f} ms\n"
            )
            sys.stdout.flush()
    if chosen.json is not None:
        chosen.json.write_text(json.dumps([asdict(one) for one in found], indent=1) + "\n")
    good = all(f.sequence >= SEQUENCE_TARGET and f.jump_p95 <= JUMP_TARGET for f in found)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
