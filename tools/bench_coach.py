"""The films that a coach brings: from a phone, from a camera's card, from a stream.

    python tools/bench_coach.py FOLDER

Makes one of each, prints its health, then asks for frames in sequence, backward, at random and
after detours, and holds every one against the first pass, pixel for pixel.
"""

from __future__ import annotations

import itertools
import random
import sys
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from hashlib import blake2b
from pathlib import Path
from typing import cast

import av
import numpy as np
from av.audio.stream import AudioStream
from av.video.stream import VideoStream

from annotator.video import Footage
from annotator.video.proxy import make_proxy
from tools.bench_clips import Film, number_in, pictures
from tools.bench_parts import Row, say, share

TICK = Fraction(1, 90000)
JUMPS, DETOURS, BACK = 25, 5, 60


def write(
    path: Path,
    film: Film,
    times: Sequence[Fraction],
    *,
    first: int = 0,
    sound: str = "aac",
    container: str | None = None,
    mux: dict[str, str] | None = None,
    quarters: int = 0,
) -> Path:
    """A film of `pictures` with a tone; `quarters`: turned by so many quarters when shown."""
    with av.open(str(path), "w", format=container, options=mux or {}) as out:
        video = cast(
            "VideoStream", out.add_stream(film.codec, rate=film.rate, options=film.options)
        )
        video.width, video.height = film.size
        video.pix_fmt = film.pixels
        context = video.codec_context
        context.gop_size, context.max_b_frames = film.gop, film.b_frames
        context.thread_type = "FRAME"
        video.time_base = context.time_base = TICK
        if quarters:
            video.set_display_rotation(-90 * quarters)
        audio = cast("AudioStream", out.add_stream(sound, rate=48000, layout="stereo"))
        heard = 0
        for n, planes in enumerate(pictures(film.size, first + len(times))):
            if n < first:
                continue
            frame = av.VideoFrame.from_ndarray(planes, "yuv420p")
            time_ = times[n - first]
            frame.pts, frame.time_base = round(time_ / TICK), TICK
            out.mux(video.encode(frame))
            while Fraction(heard, 48000) + times[0] <= time_:
                wave = 0.1 * np.sin(2 * np.pi * 330 * (heard + np.arange(1536)) / 48000)
                block = av.AudioFrame.from_ndarray(
                    np.repeat(wave.astype(np.float32)[None], 2, axis=0), "fltp", "stereo"
                )
                block.sample_rate, block.time_base = 48000, Fraction(1, 48000)
                block.pts = heard + int(times[0] * 48000)
                out.mux(audio.encode(block))
                heard += 1536
        out.mux(video.encode(None))
        out.mux(audio.encode(None))
    return path


def phone(folder: Path) -> tuple[Path, Film]:
    """HEVC 1080p held upright: jitter, half rate for a while in the dark, a hole of 0.3 s."""
    words = "keyint=30:min-keyint=30:scenecut=0:bframes=0:log-level=none"
    film = Film("phone.mov", (1920, 1080), 30, 180, 30, "libx265",
                {"preset": "ultrafast", "crf": "22", "x265-params": words})  # fmt: skip
    noise = np.random.default_rng(5)
    times, now = [], Fraction(0)
    for n in range(film.frames):
        times.append(now)
        now += Fraction(int((6000 if 90 <= n < 120 else 3000) + noise.integers(-200, 201)), 90000)
        now += Fraction(3, 10) if n == 150 else 0
    return write(folder / film.name, film, times, quarters=1), film


def card(folder: Path) -> tuple[Path, Film]:
    """AVCHD as a camera writes it on its card: 1080i, open groups, AC-3, packets of 192 bytes."""
    words = "keyint=13:min-keyint=6:scenecut=0:bframes=2:b-adapt=0:open-gop=1:tff=1"
    film = Film("00012.MTS", (1920, 1080), 25, 150, 13, "libx264",
                {"preset": "veryfast", "b": "17M", "flags": "+ildct+ilme", "x264-params": words},
                b_frames=2)  # fmt: skip
    times = [Fraction(4, 10) + Fraction(n, 25) for n in range(film.frames)]
    return write(
        folder / film.name, film, times, sound="ac3", container="mpegts",
        mux={"mpegts_m2ts_mode": "1"},
    ), film  # fmt: skip


def stream(folder: Path) -> tuple[Path, Film]:
    """Two recordings of a stream in one file: begun in the middle, the clock set back between."""
    words = {"preset": "veryfast", "b": "6M", "sc_threshold": "0"}
    film = Film("stream.ts", (1280, 720), 50, 300, 100, "libx264", words, b_frames=2)
    data = b""
    for begin, first in ((Fraction(71234, 10), 0), (Fraction(12), 150)):
        times = [begin + Fraction(n, 50) for n in range(150)]
        part = write(folder / "part.ts", film, times, first=first)
        piece = part.read_bytes()
        # The first one begins in the middle of a group, as joining a running stream does.
        data += piece if data else piece[len(piece) // 5 // 188 * 188 :]
        part.unlink()
    path = folder / film.name
    path.write_bytes(data)
    return path, film


def fragments(folder: Path) -> tuple[Path, Film]:
    """A fragmented MP4 of a stream saved by a browser, late on its clock, cut off at the end."""
    words = {"preset": "veryfast", "b": "6M", "sc_threshold": "0"}
    film = Film("stream.mp4", (1280, 720), 30, 240, 60, "libx264", words, b_frames=2)
    times = [Fraction(3605, 2) + Fraction(n, 30) for n in range(film.frames)]
    path = write(
        folder / film.name,
        film,
        times,
        mux={"movflags": "frag_keyframe+empty_moov+default_base_moof+frag_discont"},
    )
    data = path.read_bytes()
    path.write_bytes(data[: len(data) * 9 // 10])
    return path, film


KINDS: tuple[Callable[[Path], tuple[Path, Film]], ...] = (phone, card, stream, fragments)


def tried(path: Path, film: Film) -> list[Row]:
    """Everything a coach does, and whether each frame was the same every time."""
    with Footage.open(path, cache_bytes=512 << 20) as footage:
        say(f"{path.name}:")
        for finding in footage.health():
            say(f"   {finding.level:8} {finding.what} {finding.meaning}")
        digests, numbers = [], []
        for i in range(len(footage)):
            picture = footage.frame(i)
            digests.append(blake2b(picture.tobytes(), digest_size=8).digest())
            # The number stands in the corner of the stored picture.
            stored = np.rot90(picture, footage.rotation // 90)
            numbers.append(number_in(np.ascontiguousarray(stored), film))
        marks = [footage.mark(i) for i in range(len(footage))]
    rising = all(b == a + 1 for a, b in itertools.pairwise(numbers))
    last = len(digests) - 1
    rng = random.Random(path.name)
    order = [*range(last, last - BACK, -1), *(rng.randrange(last + 1) for _ in range(JUMPS))]
    for _ in range(DETOURS):
        here = rng.randrange(5, last - 5)
        order += [here, 0, here, last, here, here - 1, here - 2, here - 1, here, here + 1, here]
    wrong, unmarked = 0, 0
    jumps: list[float] = []
    backs: list[float] = []
    forwards: list[float] = []
    with Footage.open(path, cache_bytes=128 << 20) as footage:
        before = last
        for i in order:
            begun = time.perf_counter()
            picture = footage.frame(i)
            took = time.perf_counter() - begun
            {-1: backs, 1: forwards}.get(i - before, jumps).append(took)
            before = i
            same = blake2b(picture.tobytes(), digest_size=8).digest() == digests[i]
            wrong += not same
            unmarked += not same and not (marks[i] or footage.mark(i))
    found = (
        f"{len(order)} frames asked for, {wrong} not as at first, of those {unmarked} without a mark; "
        f"numbers {'rise by one throughout' if rising else _breaks(numbers)}"
    )
    rows = [
        Row("the same frame after every detour", path.name, found, "none without a mark", not unmarked),
        Row("jump / step back / step on", path.name,
            f"p95 {share(jumps, 0.95) * 1000:.0f} ms / median {share(backs, 0.5) * 1000:.1f} ms / "
            f"median {share(forwards, 0.5) * 1000:.1f} ms, full size RGB"),
    ]  # fmt: skip
    copy = path.with_suffix(".proxy.mp4")
    copy.unlink(missing_ok=True)
    begun = time.perf_counter()
    make_proxy(path, copy)
    took = time.perf_counter() - begun
    with Footage.open(path) as footage, Footage.open(copy) as smooth:
        same = footage.times == smooth.times
        jumps.clear()
        for i in order[-JUMPS:]:
            begun = time.perf_counter()
            smooth.picture(i, (1280, 720))
            jumps.append(time.perf_counter() - begun)
    rows.append(
        Row("its smooth copy", path.name,
            f"made in {took:.1f} s, times {'the same' if same else 'DIFFER'}, "
            f"jump p95 {share(jumps, 0.95) * 1000:.0f} ms",
            "the same times", same)
    )  # fmt: skip
    return rows


def _breaks(numbers: list[int]) -> str:
    ends = [f"{a} to {b}" for a, b in itertools.pairwise(numbers) if b != a + 1]
    return f"break off {len(ends)} times: {', '.join(ends[:4])}"


if __name__ == "__main__":
    place = Path(sys.argv[1])
    place.mkdir(exist_ok=True)
    for kind in KINDS:
        for row in tried(*kind(place)):
            say(str(row))
