"""Opens films that were damaged at random, under bounds of memory and time; run by its test.

    python -m tests.video.fuzz_opener SEED SECONDS MOST FILM...

Says `SEED NUMBER FILM HOW` of each before it is tried, so that the last line names what ended the
program. Exit status 1 when anything but a refusal came of one.
"""

from __future__ import annotations

import random
import resource
import signal
import sys
import tempfile
import time
import traceback
from itertools import pairwise
from pathlib import Path

from annotator.errors import FootageError
from annotator.video import Footage
from annotator.video.first_look import first_look

MEMORY = 1536 << 20  # bytes beyond what the program has when it begins
A_FILM = 30  # seconds of processor time for one film


def mutant(data: bytes, rng: random.Random) -> tuple[bytes, str]:
    """The data damaged in one way, and that way's name."""
    out = bytearray(data)
    size = len(out)
    way = rng.choice(("bits", "head", "tail", "numbers", "noise", "cut", "lost", "twice", "zeros"))
    at = rng.randrange(size)
    span = min(rng.choice((4, 60, 800, 5000)), size - at)
    match way:
        case "bits":
            for _ in range(rng.randint(1, 40)):
                out[rng.randrange(size)] ^= 1 << rng.randrange(8)
        case "head" | "tail":
            for _ in range(rng.randint(1, 12)):
                place = rng.randrange(min(size, 1500))
                out[place if way == "head" else size - 1 - place] = rng.randrange(256)
        case "numbers":
            for _ in range(rng.randint(1, 6)):
                place = rng.randrange(max(size - 4, 1))
                number = rng.choice((0, 1, 0x7FFFFFFF, 0xFFFFFFFF, 0x80000000, 0xFFFF))
                out[place : place + 4] = number.to_bytes(4, rng.choice(("big", "little")))
        case "noise":
            out[at : at + span] = rng.randbytes(span)
        case "cut":
            del out[at:]
        case "lost":
            del out[at : at + span]
        case "twice":
            out[at:at] = out[at : at + span]
        case "zeros":
            out[at : at + span] = bytes(span)
    return bytes(out), way


def look_at(path: Path, rng: random.Random) -> None:
    """Open the film and read some of it, as a window would."""
    first_look(path, (320, 180))
    with Footage.open(path, cache_bytes=64 << 20) as film:
        count = len(film)
        assert count > 0
        assert all(a < b for a, b in pairwise(film.times))
        width, height = film.size
        assert film.health().get("picture") is not None
        for i in (0, count - 1, *(rng.randrange(count) for _ in range(4)), count // 2):
            glimpse = film.glimpse(i, (160, 90))
            assert glimpse is None or glimpse.index != i
            try:
                assert film.frame(i).shape == (height, width, 3)
            except FootageError:
                continue  # no picture far and wide; said so
            film.mark(i)
            assert film.picture(i, (160, 90)).index == i


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main(seed: int, seconds: float, most: int, films: list[Path]) -> int:
    """Damage and open films until the time is over or there were enough."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    bound = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (bound, bound))
    stored = [(film.suffix, film.name, film.read_bytes()) for film in films]
    end = time.monotonic() + seconds
    with tempfile.TemporaryDirectory() as folder:
        for number in range(most):
            if time.monotonic() > end:
                break
            rng = random.Random(f"{seed} {number}")
            suffix, name, data = stored[number % len(stored)]
            damaged, way = mutant(data, rng)
            say(f"{seed} {number} {name} {way}")
            path = Path(folder, f"film{suffix}")
            path.write_bytes(damaged)
            used = resource.getrusage(resource.RUSAGE_SELF)
            spent = int(used.ru_utime + used.ru_stime) + A_FILM
            resource.setrlimit(resource.RLIMIT_CPU, (spent, resource.RLIM_INFINITY))
            refusal: FootageError | None = None
            try:
                look_at(path, rng)
            except FootageError as error:
                refusal = error
            except Exception:
                traceback.print_exc()
                return 1
            assert refusal is None or (refusal.what and refusal.mend)
    say("done")
    return 0


if __name__ == "__main__":
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    sys.exit(
        main(
            int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3]), [Path(p) for p in sys.argv[4:]]
        )
    )
