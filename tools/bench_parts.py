"""What all measurements of the video layer share: ffmpeg on the same film, medians, rows of results."""

from __future__ import annotations

import resource
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ROOT / "bench-tools"
"""Packages that only the comparison needs; see `tools/bench_video.py`."""


@dataclass(frozen=True, slots=True)
class Row:
    """A result. `bar`: what was to be reached; `met`: whether it was, None where there is no bar."""

    measure: str
    film: str
    found: str
    bar: str = ""
    met: bool | None = None

    def __str__(self) -> str:
        sign = {True: "ok", False: "MISSED", None: ""}[self.met]
        bar = f"(bar {self.bar})" if self.bar else ""
        return f"  {self.measure:34} {self.film:24} {self.found}  {bar} {sign}".rstrip()


def say(text: str) -> None:
    """A line at once, also into a pipe."""
    print(text, flush=True)


@cache
def ffmpeg() -> str:
    """The newest ffmpeg there is: that of `imageio-ffmpeg`, else the system's."""
    found = sorted((TOOLS / "imageio_ffmpeg" / "binaries").glob("ffmpeg-*"))
    program = str(found[-1]) if found else shutil.which("ffmpeg")
    if program is None:
        raise SystemExit("bench: the ffmpeg program is needed for the comparison")
    return program


def cpu_of(who: int) -> float:
    """Processor seconds used so far: RUSAGE_SELF or RUSAGE_CHILDREN."""
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def by_ffmpeg(path: Path, *more: str) -> tuple[float, float]:
    """Wall and processor seconds that ffmpeg takes to decode the film's pictures to nothing."""
    before, begun = cpu_of(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(
        [ffmpeg(), "-v", "error", "-i", str(path), "-map", "0:v:0", *more, "-f", "null", "-"],
        check=True,
    )
    return time.perf_counter() - begun, cpu_of(resource.RUSAGE_CHILDREN) - before


def timed(run: Callable[[], object]) -> tuple[float, float]:
    """Wall and processor seconds of something done in this process."""
    before, begun = cpu_of(resource.RUSAGE_SELF), time.perf_counter()
    run()
    return time.perf_counter() - begun, cpu_of(resource.RUSAGE_SELF) - before


def in_turn(path: Path, rounds: int, run: Callable[[], object]) -> tuple[float, float, float]:
    """Medians of (ffmpeg's time / ours), (our processor time / ffmpeg's) and ffmpeg's seconds, of
    rounds in which ffmpeg goes before and after us.
    """
    speeds, works, walls = [], [], []
    for _ in range(rounds):
        before = by_ffmpeg(path)
        ours = timed(run)
        after = by_ffmpeg(path)
        wall, cpu = (before[0] + after[0]) / 2, (before[1] + after[1]) / 2
        speeds.append(wall / ours[0])
        works.append(ours[1] / max(cpu, 1e-3))
        walls.append(wall)
    return statistics.median(speeds), statistics.median(works), statistics.median(walls)


def share(values: Sequence[float], part: float) -> float:
    """The value below which this part of them lies: 0.5 the median, 0.95 the 95th percentile."""
    ordered = sorted(values)
    return ordered[min(int(len(ordered) * part), len(ordered) - 1)]


def on_screen(script: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a script of this folder on a virtual screen of 1920 x 1080."""
    return subprocess.run(
        ["xvfb-run", "-a", "-s", "-screen 0 1920x1080x24", sys.executable, str(ROOT / "tools" / script),
         *words],
        check=False, capture_output=True, text=True, cwd=ROOT,
    )  # fmt: skip
