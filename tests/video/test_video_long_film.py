"""Three hours: every frame in its place, opened at once the second time, in bounded memory."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from itertools import islice
from pathlib import Path

import av
import pytest

from annotator.video import Footage, index_cache
from annotator.video.index import FrameIndex
from tests.video import clips as c

RATE, GROUP = Fraction(30), 40
HOURS = 3 * 3600 * 30  # frames

# In a program of its own: what a test before has left in memory must not count, nor be reused.
MEMORY = """
import sys
from pathlib import Path
from queue import Queue
from random import Random
from annotator.video import Footage, FrameServer

def megabytes(name):
    line = next(x for x in Path("/proc/self/status").read_text().splitlines() if x.startswith(name))
    return int(line.split()[1]) // 1024

film, small, kept = (Path(word) for word in sys.argv[1:])
with Footage.open(small) as first:
    first.picture(3, (96, 56))
    first.thumbnail(0, 50)
before = megabytes("VmRSS")
got = Queue()
with Footage.open(film, cache_bytes=48 << 20, index_cache=kept) as footage:
    with FrameServer(footage) as server:
        count = len(footage)
        places = [*range(1200), *range(count - 1, count - 1200, -1)]
        for i in (*places, *(Random(1).randrange(count) for _ in range(60))):
            server.request(i, (160, 90), got.put)
            assert got.get(timeout=60).index == i
        assert footage.cached_bytes <= 48 << 20
print(megabytes("VmHWM") - before)
"""


@pytest.fixture(scope="module")
def films(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A film of three hours, which repeats a small one, and that small one."""
    folder = tmp_path_factory.mktemp("long")
    small, path = folder / "small.mp4", folder / "long.mp4"
    c.write(small, options=c.x264(GROUP, 2), count=GROUP, rate=RATE, gop=GROUP)
    with av.open(str(small)) as old, av.open(str(path), "w") as new:
        track = old.streams.video[0]
        assert track.time_base is not None
        packets = [
            (bytes(p), p.pts or 0, p.dts or 0, p.is_keyframe) for p in old.demux(track) if p.size
        ]
        twin = new.add_stream_from_template(track)
        step = int(GROUP / RATE / track.time_base)
        for n in range(HOURS // GROUP):
            for data, pts, dts, key in packets:
                packet = av.Packet(data)
                packet.pts, packet.dts = pts + n * step, dts + n * step
                packet.time_base, packet.is_keyframe, packet.stream = track.time_base, key, twin
                new.mux(packet)
    return path, small


def test_three_hours(
    films: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, small = films
    kept = tmp_path / "kept"
    shares: list[float] = []
    Footage.open(path, index_cache=kept, progress=shares.append).close()
    assert len(shares) > 100, "there is something to show meanwhile"
    assert shares == sorted(shares)

    def never(path: Path, progress: Callable[[float], None] | None = None) -> FrameIndex:
        raise AssertionError("the film is known, and was read all the same")

    monkeypatch.setattr(index_cache, "build_index", never)
    with Footage.open(path, index_cache=kept, cache_bytes=8 << 20) as film:
        assert len(film) == HOURS
        assert film.duration == 3 * 3600
        rng = random.Random(4)
        for i in (0, HOURS - 1, *(rng.randrange(HOURS) for _ in range(40))):
            assert c.read_number(film.frame(i)) == i % GROUP
            assert film.time_of(i) == i / RATE == film.times[i]
            assert film.index_at(i / RATE) == i
            assert film.index_at(i / RATE - Fraction(1, 10**6)) == max(i - 1, 0)
        assert list(islice(film.times, 3)) == [0, 1 / RATE, 2 / RATE]

    done = subprocess.run(
        [sys.executable, "-c", MEMORY, str(path), str(small), str(kept)],
        capture_output=True, text=True, timeout=100, check=False,
        cwd=Path(__file__).parents[2],
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) <= 48 + 150
