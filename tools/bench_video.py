"""How fast the video layer is, held against ffmpeg on the same films in the same run.

    python tools/bench_video.py [PART ...] [--clips FOLDER] [--rounds N] [--json FILE]

PART: decode window jump step reverse open play others memory copy (all of them without a word).

The films are made once, in `bench-clips/`. Other work on the machine hits ffmpeg and us alike, so
the ratios hold where frames a second would not; processor seconds hold best. `ffmpeg` is needed,
`xvfb-run` for what is painted; python-mpv and a newer ffmpeg go to `bench-tools/`, if they can be
had. Exit status 1 when a bar is missed.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from annotator.video import Footage, FrameServer, Picture
from annotator.video.async_reader import BEHIND
from tools.bench_clips import FILMS, Film, make, repeated
from tools.bench_parts import (
    ROOT,
    TOOLS,
    Row,
    by_ffmpeg,
    cpu_of,
    in_turn,
    on_screen,
    say,
    share,
    timed,
)

BY_NAME = {film.name: film for film in FILMS}
GOP250, PHONE = BY_NAME["h264-1080p-gop250.mp4"], BY_NAME["h264-1080p-phone.mp4"]
CACHE = 512 << 20
VIEW = (1280, 720)
JUMPS = 15  # in a round


def decode(folder: Path, rounds: int) -> list[Row]:
    """Every frame in sequence, not converted, against `ffmpeg -f null`."""
    rows = []
    for film in FILMS:
        path = make(film, folder)

        def run(path: Path = path) -> None:
            # Who reads in sequence, as an export does, needs no frame twice.
            with Footage.open(path, cache_bytes=16 << 20) as footage:
                for i in range(len(footage)):
                    footage.decoded(i)

        speed, work, wall = in_turn(path, rounds, run)
        rows.append(
            Row(
                "decode in sequence",
                film.name,
                f"{speed:.2f} of ffmpeg's speed ({film.frames / wall:.0f} frames/s), "
                f"processor time {work:.2f}",
                ">= 0.95",
                speed >= 0.95,
            )
        )
        say(str(rows[-1]))
    return rows


def window(folder: Path, rounds: int) -> list[Row]:
    """The same, converted and painted at 1280 x 720 on a virtual screen."""
    return _in_window("paint", folder, rounds if rounds < 3 else 5)


def play(folder: Path, rounds: int) -> list[Row]:
    """Playing in the program's own window: frames that were left out."""
    return _in_window("play", folder, rounds)


def _in_window(part: str, folder: Path, rounds: int) -> list[Row]:
    done = on_screen("bench_window.py", part, str(folder), str(rounds))
    if done.returncode:
        say(f"  {part}: could not be measured: {(done.stderr or done.stdout)[-600:]}")
        return []
    rows = [Row(**each) for each in json.loads(done.stdout.splitlines()[-1])]
    for row in rows:
        say(str(row))
    return rows


def jump(folder: Path, rounds: int) -> list[Row]:
    """Random exact frames, cold, in units of ffmpeg's time for one group of pictures."""
    rows = []
    for film in (GOP250, PHONE):
        path = make(film, folder)
        walls: list[float] = []
        works: list[float] = []
        took: list[float] = []
        keys: list[float] = []
        for number in range(rounds):
            whole, idle = by_ffmpeg(path), by_ffmpeg(path, "-frames:v", "1")
            group = [(a - b) * film.gop / film.frames for a, b in zip(whole, idle, strict=True)]
            rng = random.Random(number)
            with Footage.open(path, cache_bytes=16 << 20) as footage:
                for _ in range(JUMPS):
                    wanted = rng.randrange(film.frames)
                    begun = time.perf_counter()
                    if footage.glimpse(wanted, VIEW) is not None:
                        keys.append(time.perf_counter() - begun)
                    wanted = rng.randrange(film.frames)
                    wall, work = timed(lambda i=wanted: footage.picture(i, VIEW))  # type: ignore[misc]
                    took.append(wall)
                    walls.append(wall / group[0])
                    works.append(work / group[1])
        rows.append(
            Row(
                "random exact frame",
                film.name,
                f"p50 {share(walls, 0.5):.2f}, p95 {share(walls, 0.95):.2f} of one group "
                f"({share(took, 0.5) * 1000:.0f} / {share(took, 0.95) * 1000:.0f} ms), processor "
                f"time p50 {share(works, 0.5):.2f}, p95 {share(works, 0.95):.2f}",
                "p95 <= 0.95",
                share(walls, 0.95) <= 0.95,
            )
        )
        say(str(rows[-1]))
        early = share(keys, 0.5)
        rows.append(
            Row("the key frame before it, first", film.name, f"median {early * 1000:.0f} ms",
                "<= 50 ms", early <= 0.05)
        )  # fmt: skip
        say(str(rows[-1]))
    return rows


class Shown:
    """Asks a frame server for pictures and waits for them, as a window would."""

    def __init__(self, footage: Footage) -> None:
        self.server = FrameServer(footage)
        self._there = threading.Event()
        self._picture: Picture | None = None

    def _take(self, result: object) -> None:
        if isinstance(result, Picture):
            self._picture = result
            if self._wanted == result.index:
                self._there.set()

    def get(self, i: int) -> float:
        """Seconds until frame `i` is there."""
        self._there.clear()
        self._wanted = i
        begun = time.perf_counter()
        self.server.request(i, VIEW, self._take)
        if not self._there.wait(120):
            raise SystemExit(f"bench: frame {i} did not come")
        return time.perf_counter() - begun


def step(folder: Path, rounds: int) -> list[Row]:
    """One frame back: in the cache, the first one, and holding the key."""
    rows = []
    for film in (GOP250, PHONE):
        path = make(film, folder)
        with Footage.open(path, cache_bytes=CACHE) as footage:
            firsts, cached = [], []
            for number in range(rounds * 2):
                footage.cache_limit, footage.cache_limit = 0, CACHE
                at = random.Random(number).randrange(film.gop, film.frames - 1)
                footage.picture(at, VIEW)
                begun = time.perf_counter()
                footage.picture(at - 1, VIEW)
                firsts.append(time.perf_counter() - begun)
                for i in range(at - 2, at - 12, -1):
                    begun = time.perf_counter()
                    footage.preload(i)
                    cached.append(time.perf_counter() - begun)
            rows.append(
                Row(
                    "step back, cached / the first",
                    film.name,
                    f"{share(cached, 0.5) * 1000:.3f} ms to the frame / {share(firsts, 0.5) * 1000:.0f} ms",
                    "< 1 ms",
                    share(cached, 0.5) < 0.001,
                )
            )
            say(str(rows[-1]))
            footage.cache_limit, footage.cache_limit = 0, CACHE
            shown = Shown(footage)
            shown.get(film.frames - 1)
            begun = time.perf_counter()
            for i in range(film.frames - 2, film.frames - 302, -1):
                shown.get(i)
            rate = 300 / (time.perf_counter() - begun)
            shown.server.stop()
        rows.append(
            Row("held key, frame by frame back", film.name, f"{rate:.0f} frames/s",
                f">= {film.rate}", rate >= film.rate)
        )  # fmt: skip
        say(str(rows[-1]))
    return rows


def reverse(folder: Path, rounds: int) -> list[Row]:
    """Backward as fast as it goes, and at the film's own rate, with 512 MB."""
    rows = []
    for film in (GOP250, PHONE):
        path = make(film, folder)
        ratios: list[float] = []
        for _ in range(rounds):
            forward = timed(lambda path=path: _whole(path))[0]  # type: ignore[misc]
            with Footage.open(path, cache_bytes=CACHE) as footage:
                shown = Shown(footage)
                shown.get(film.frames - 1)
                begun = time.perf_counter()
                for i in range(film.frames - 2, -1, -1):
                    shown.get(i)
                ratios.append(forward / (time.perf_counter() - begun))
                shown.server.stop()
        found = share(ratios, 0.5)
        rows.append(
            Row("reverse, unthrottled", film.name, f"{found:.2f} of sequential decoding", ">= 0.6",
                found >= 0.6)
        )  # fmt: skip
        say(str(rows[-1]))
        with Footage.open(path, cache_bytes=CACHE) as footage:
            shown = Shown(footage)
            shown.get(film.frames - 1)
            begun = time.perf_counter()
            while not footage.at_hand(film.frames - 1 - BEHIND, VIEW):
                time.sleep(0.01)
            rest = time.perf_counter() - begun
            longest, begun = 0.0, time.perf_counter()
            for number, i in enumerate(range(film.frames - 2, -1, -1), 1):
                shown.get(i)
                late = time.perf_counter() - begun - number / film.rate
                longest = max(longest, late)
                if late > 0:
                    begun += late  # a player waits, it does not hurry afterwards
                else:
                    time.sleep(-late)
            shown.server.stop()
        rows.append(
            Row("reverse at 1x, longest pause", film.name,
                f"{longest * 1000:.0f} ms, begun {rest:.1f} s after a cold jump", "<= 200 ms",
                longest <= 0.2)
        )  # fmt: skip
        say(str(rows[-1]))
    return rows


def _whole(path: Path) -> None:
    with Footage.open(path, cache_bytes=64 << 20) as footage:
        for i in range(len(footage)):
            footage.decoded(i)


def opening(folder: Path, rounds: int) -> list[Row]:
    """From nothing to the first picture and the exact index, of 10 minutes in the page cache."""
    rows = []
    path = repeated(make(PHONE, folder), folder / "phone-10min.mp4", 30)
    minutes = 10.0
    path.read_bytes()
    key = Footage.open(make(PHONE, folder))
    begun = time.perf_counter()
    key.picture(0)
    one = time.perf_counter() - begun
    key.close()
    firsts: list[tuple[float, float]] = []
    agains: list[tuple[float, float]] = []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as home:
            firsts.append(_opened(path, home))
            agains.append(_opened(path, home))
    first, first_cpu = (share(part, 0.5) for part in zip(*firsts, strict=True))
    again, again_cpu = (share(part, 0.5) for part in zip(*agains, strict=True))
    rows.append(
        Row("to exact index and first picture", path.name,
            f"{first:.2f} s, {first / minutes:.3f} s a minute, processor time "
            f"{first_cpu / minutes:.3f} s a minute (one key frame {one * 1000:.0f} ms)",
            "<= 0.05 s a minute", first / minutes <= 0.05)
    )  # fmt: skip
    rows.append(
        Row("second opening", path.name,
            f"{again * 1000:.0f} ms, processor time {again_cpu * 1000:.0f} ms", "< 100 ms", again < 0.1)
    )  # fmt: skip
    for row in rows:
        say(str(row))
    return rows


def _opened(path: Path, home: str) -> tuple[float, float]:
    """Wall and processor seconds to open a film in a process whose imports are done already."""
    code = (
        "import sys, time; from pathlib import Path; from annotator.video import Footage\n"
        "import annotator.video.footage\n"
        "begun, used = time.perf_counter(), time.process_time()\n"
        "film = Footage.open(Path(sys.argv[1]), index_cache=Path(sys.argv[2])); film.picture(0)\n"
        "print(time.perf_counter() - begun, time.process_time() - used)"
    )

    done = subprocess.run(
        [sys.executable, "-c", code, str(path), home], check=True, capture_output=True, text=True,
        cwd=ROOT,
    )  # fmt: skip
    wall, cpu = map(float, done.stdout.split())
    return wall, cpu


def memory(folder: Path, rounds: int) -> list[Row]:
    """How much a process grows that goes about in a film of 3 hours."""
    small = Film("h264-1080p-thin.mp4", (1920, 1080), 30, 300, 30, "libx264",
                 {"preset": "ultrafast", "crf": "45"})  # fmt: skip
    path = repeated(make(small, folder), folder / "thin-3h.mp4", 1080)
    code = (
        "import resource, sys, random; from pathlib import Path; from annotator.video import Footage\n"
        "import annotator.video.footage\n"
        "with Footage.open(Path(sys.argv[2]), cache_bytes=1 << 20) as film: film.picture(3)\n"
        "def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024\n"
        "before = peak(); film = Footage.open(Path(sys.argv[1]), cache_bytes=512 << 20)\n"
        "rng = random.Random(1)\n"
        "for _ in range(60): film.picture(rng.randrange(len(film)), (1280, 720))\n"
        "for i in range(5000, 5600): film.picture(i, (1280, 720))\n"
        "for i in range(90000, 89000, -1): film.picture(i, (1280, 720))\n"
        "print(len(film), (peak() - before) >> 20)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(path), str(make(small, folder))],
        check=True, capture_output=True, text=True, cwd=ROOT,
    )  # fmt: skip
    frames, grown = (int(word) for word in done.stdout.split())
    row = Row("memory, setting 512 MB", f"3 h, {frames} frames", f"grows by {grown} MB",
              "<= 662 MB", grown <= 662)  # fmt: skip
    say(str(row))
    return [row]


def copying(folder: Path, rounds: int) -> list[Row]:
    """Making the smooth copy, against ffmpeg with the same settings."""
    from annotator.video.proxy import make_proxy

    rows = []
    for name in (PHONE.name, "hevc-1080p.mp4", "hevc10-4k60.mp4"):
        film = BY_NAME[name]
        path = make(film, folder)
        ratios, works, walls = [], [], []
        for _ in range(rounds):
            with tempfile.TemporaryDirectory(dir=folder) as place:
                theirs = by_ffmpeg_copy(path, Path(place) / "theirs.mp4")
                ours = timed(lambda p=path, o=Path(place) / "ours.mp4": make_proxy(p, o))  # type: ignore[misc]
            ratios.append(theirs[0] / ours[0])
            works.append(ours[1] / theirs[1])
            walls.append(film.frames / film.rate / ours[0])
        rows.append(
            Row("smooth copy at 720p", name,
                f"{share(ratios, 0.5):.2f} of ffmpeg's speed, processor time {share(works, 0.5):.2f}, "
                f"{share(walls, 0.5):.1f}x the film's own time")
        )  # fmt: skip
        say(str(rows[-1]))
    return rows


def by_ffmpeg_copy(path: Path, target: Path) -> tuple[float, float]:
    """Wall and processor seconds of ffmpeg for a copy with the same settings."""
    from tools.bench_parts import ffmpeg

    before, begun = cpu_of(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(
        [ffmpeg(), "-v", "error", "-i", str(path), "-vf", "scale=-2:720:flags=area", "-c:v", "libx264",
         "-preset", "ultrafast", "-tune", "fastdecode", "-crf", "20", "-g", "1", "-pix_fmt", "yuv420p",
         "-fps_mode", "passthrough", "-c:a", "copy", str(target)],
        check=True,
    )  # fmt: skip
    return time.perf_counter() - begun, cpu_of(resource.RUSAGE_CHILDREN) - before


def others(folder: Path, rounds: int) -> list[Row]:
    """Exactness and latency of mpv, OpenCV and QMediaPlayer on the same films."""
    done = on_screen("bench_others.py", str(folder), str(rounds))
    lines = done.stdout.splitlines()
    if done.returncode or not lines:
        say(f"  others: could not be measured: {done.stderr[-600:]}")
        return []
    rows = [Row(**each) for each in json.loads(lines[-1])]
    for row in rows:
        say(str(row))
    return rows


PARTS: dict[str, Callable[[Path, int], list[Row]]] = {
    "decode": decode, "window": window, "jump": jump, "step": step, "reverse": reverse,
    "open": opening, "play": play, "others": others, "memory": memory, "copy": copying,
}  # fmt: skip


def fetch_tools() -> None:
    """Get what only the comparison needs, or say that it cannot be had."""
    if TOOLS.is_dir():
        return
    done = subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(TOOLS),
         "imageio-ffmpeg", "python-mpv"],
        check=False, capture_output=True, text=True,
    )  # fmt: skip
    if done.returncode:
        say("bench: imageio-ffmpeg and python-mpv cannot be had here; without them.")


def main() -> int:
    """Make the films, measure, print, and say whether the bars were reached."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("parts", nargs="*", metavar="PART", choices=[[], *PARTS])
    options.add_argument("--clips", type=Path, default=ROOT / "bench-clips")
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--json", type=Path)
    chosen = options.parse_args()
    chosen.clips.mkdir(exist_ok=True)
    fetch_tools()
    rows = []
    for part in chosen.parts or PARTS:
        say(f"{part}: {(PARTS[part].__doc__ or '').splitlines()[0]}")
        rows += PARTS[part](chosen.clips, chosen.rounds)
    if chosen.json is not None:
        chosen.json.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n")
    missed = [row for row in rows if row.met is False]
    say(f"{len(rows)} measured, {len(missed)} bars missed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
