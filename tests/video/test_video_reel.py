"""Several films as one: every frame is the right one of the right film, in one bounded memory."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from queue import Queue

import numpy as np
import pytest

from annotator.model.films import Line, Part
from annotator.model.time import FrameRef
from annotator.video import Footage, FrameServer, Picture, Reel, Shelf
from annotator.video.find_again import find_again
from annotator.video.fingerprint import fingerprint
from annotator.video.shelf import AWAKE
from annotator.video.sound import RATE
from tests.video.clips import read_number, write

WAIT = 30
F = Fraction
COUNT = 40
FIRST = {1: 0, 2: 100, 3: 200, 4: 300}
"""The number in the pixels of each film's first frame."""


@dataclass(frozen=True)
class Films:
    paths: dict[int, Path]

    def shelf(self, cache_bytes: int = 1 << 24, *numbers: int) -> Shelf:
        wanted = numbers or tuple(self.paths)
        return Shelf({n: Footage.open(self.paths[n]) for n in wanted}, cache_bytes)


@pytest.fixture(scope="module")
def films(tmp_path_factory: pytest.TempPathFactory) -> Films:
    """Four films: other rates, times that do not begin at 0, another container; two have sound."""
    folder = tmp_path_factory.mktemp("parts")
    paths = {n: folder / name for n, name in enumerate(("a.mp4", "b.mkv", "c.mp4", "d.ts"), 1)}
    write(paths[1], rate=F(25), first=FIRST[1], sound=True)
    write(paths[2], [3 + n / F(10) for n in range(COUNT)], rate=F(10), first=FIRST[2])
    write(paths[3], rate=F(50), first=FIRST[3], sound=True)
    write(paths[4], rate=F(25), first=FIRST[4])
    return Films(paths)


def line_of(shelf: Shelf, gap: int | Fraction = 0, *, absent: Part | None = None) -> Line:
    """All films of a shelf one after the other, `gap` seconds apart."""
    parts, at = [], F(0)
    for number, film in shelf.films.items():
        shift = at - film.times[0]
        times = tuple(time + shift for time in film.times)
        at += film.duration
        parts.append(Part(number, times[0], at, times))
        at += gap
    return Line([*parts, absent] if absent else parts, blanks=True)


@pytest.fixture
def reel(films: Films) -> Iterator[Reel]:
    shelf = films.shelf()
    with Reel(line_of(shelf), shelf) as made:
        yield made


def seen(picture: Picture) -> int | None:
    return read_number(picture.array()[..., :3])


def expected(reel: Reel, i: int) -> int:
    frame = reel.ref(i)
    assert frame is not None
    return FIRST[frame.part] + frame.index


def test_every_entry_is_the_frame_that_it_says(reel: Reel) -> None:
    assert len(reel) == 4 * COUNT
    orders: list[list[int]] = [list(range(len(reel))), list(range(len(reel) - 1, -1, -1))]
    chance = random.Random(5)
    orders.append([chance.randrange(len(reel)) for _ in range(60)])
    for order in orders:
        for i in order:
            picture = reel.picture(i)
            assert seen(picture) == expected(reel, i)
            assert (picture.index, picture.time, picture.mark) == (i, reel.times[i], reel.mark(i))


def test_arrays_and_pictures_are_the_same_frames(reel: Reel) -> None:
    for i in (0, COUNT, 3 * COUNT - 1):
        assert read_number(reel.frame(i)) == expected(reel, i)
    assert [read_number(image) for image in reel.frames(39, 42)] == [39, 100, 101]


def test_times_are_the_matches_and_lookups_agree(reel: Reel) -> None:
    starts = [reel.times[n * COUNT] for n in range(4)]
    durations = [film.duration for film in reel.films]
    assert starts == [sum(durations[:n], F(0)) for n in range(4)]
    for i in (0, 39, 40, 120, 159):
        assert reel.index_at(reel.times[i]) == i
        assert reel.index_at(reel.times[i] + F(1, 1000)) == i
    assert reel.duration == sum(durations)


def test_the_memory_is_one_for_all_films(films: Films) -> None:
    one = films.shelf(1 << 30, 1)
    one.use(1).frame(0)
    size = one.cached_bytes
    one.close()
    limit = size * 12
    shelf = films.shelf(limit)
    with Reel(line_of(shelf), shelf) as reel:
        assert (shelf.awake, reel.cached_bytes) == ((), 0)
        for i in [*range(len(reel)), *range(len(reel) - 1, -1, -1)]:
            reel.picture(i)
            assert reel.cached_bytes <= limit
            assert len(shelf.awake) <= AWAKE
        reel.cache_limit = limit // 3
        assert reel.cached_bytes <= limit // 3


def test_the_film_before_keeps_some_of_its_frames(reel: Reel) -> None:
    for i in range(COUNT - 3, COUNT + 2):
        reel.picture(i)

    assert reel.is_cached(COUNT - 1)
    picture = reel.cached_picture(COUNT - 1)
    assert picture is not None
    assert seen(picture) == expected(reel, COUNT - 1)
    assert not reel.is_cached(3 * COUNT)
    assert reel.cached_picture(3 * COUNT) is None


def test_a_server_walks_over_the_cut_both_ways(reel: Reel) -> None:
    got: Queue[object] = Queue()
    with FrameServer(reel) as server:
        walk = [*range(COUNT - 4, COUNT + 4), *range(COUNT + 3, COUNT - 5, -1)]
        for i in walk:
            server.request(i, (96, 96), got.put)
            picture = got.get(timeout=WAIT)
            assert isinstance(picture, Picture)
            assert picture.index == i


def test_gaps_and_missing_films_are_marked_and_walked_through(films: Films) -> None:
    shelf = films.shelf(1 << 24, 1, 2)
    end = F(8, 5) + F(5, 2) + F(4)  # two films and the gap between them
    away = Part(3, end, end + 3)
    with Reel(line_of(shelf, F(5, 2), absent=away), shelf, {3: "c.mp4"}) as reel:
        marks = [reel.mark(i) for i in range(len(reel))]
        assert marks[:COUNT] == [None] * COUNT
        assert marks[COUNT : COUNT + 3] == ["Nothing was filmed from 0:01.600 to 0:04.100."] * 3
        assert set(marks[-3:]) == {"c.mp4 is not there: no picture from 0:08.100 to 0:11.100."}
        for i in (COUNT, len(reel) - 1):
            picture = reel.picture(i, (640, 360))
            assert (picture.index, picture.mark) == (i, marks[i])
            assert reel.ref(i) is None
            assert reel.film_at(i) is None
            assert reel.is_cached(i)
            assert reel.frame(i).shape == (*reversed(reel.size), 3)
            cached = reel.cached_picture(i)
            assert cached is not None
            assert cached.mark == marks[i]
        assert seen(reel.picture(COUNT + 3)) == FIRST[2]
        absent = reel.health().get("absent")
        assert absent is not None
        assert "c.mp4 is not there" in absent.what


def test_a_film_that_goes_or_changes_while_at_rest_is_marked(films: Films, tmp_path: Path) -> None:
    paths = {n: tmp_path / films.paths[n].name for n in (1, 2, 3)}
    for n, path in paths.items():
        shutil.copy(films.paths[n], path)
    shelf = Films(paths).shelf()
    with Reel(line_of(shelf), shelf) as reel:
        assert seen(reel.picture(0)) == 0
        paths[3].unlink()
        with paths[2].open("ab") as file:
            file.write(b"more")
        for i in (COUNT, 2 * COUNT):
            mark = reel.picture(i).mark
            assert mark is not None
            assert "has changed, or gone" in mark
        assert seen(reel.picture(1)) == 1


def test_the_health_of_each_film_is_told_with_its_name(reel: Reel) -> None:
    report = reel.health()
    pictures = [finding.what for finding in report if finding.key == "picture"]
    assert [what.partition(":")[0] for what in pictures] == ["a.mp4", "b.mkv", "c.mp4", "d.ts"]


def test_a_frame_that_is_not_there_is_said(reel: Reel) -> None:
    for wrong in (-1, len(reel)):
        with pytest.raises(Exception, match="no frame") as refused:
            reel.picture(wrong)
        assert "159" in str(refused.value)
    assert reel.line.index_of(FrameRef(39, 2)) == 2 * COUNT - 1
    with pytest.raises(ValueError, match="at least one film"):
        Reel(Line([]), reel.shelf)


def loud(reel: Reel, start: Fraction, rate: Fraction, seconds: int) -> list[tuple[int, bool]]:
    """Where the sound from `start` on begins and ends: (sample, whether it is heard from there)."""
    sound = reel.sound()
    data, at = bytearray(), 0
    for block in sound.blocks(start, rate):
        assert block.time == start + rate * F(at, RATE)
        data += block.data
        at = len(data) // 4
        if at > seconds * RATE:
            break
    sound.close()
    samples = np.frombuffer(bytes(data), np.int16).reshape(-1, 2)[:, 0].astype(np.int64)
    window = RATE // 50
    power = np.abs(samples[: len(samples) // window * window]).reshape(-1, window).max(axis=1)
    heard = power > 500
    edges = np.flatnonzero(np.diff(heard.astype(np.int8))) + 1
    return [(0, bool(heard[0])), *((int(edge) * window, bool(heard[edge])) for edge in edges)]


@pytest.mark.parametrize("rate", [F(1), F(2)])
def test_each_film_has_its_sound_at_its_place(reel: Reel, rate: Fraction) -> None:
    # Sound in the first film (1.6 s), none in the second (4 s), sound in the third (0.8 s).
    edges = loud(reel, F(0), rate, 8)

    assert [heard for _, heard in edges] == [True, False, True, False]
    for (sample, _), second in zip(edges[1:], (F(8, 5), F(28, 5), F(32, 5)), strict=True):
        assert abs(F(sample, RATE) * rate - second) < F(1, 10)


def test_sound_begins_in_the_middle_of_a_film(reel: Reel) -> None:
    edges = loud(reel, F(1), F(1), 2)

    assert edges[0] == (0, True)
    assert abs(F(edges[1][0], RATE) - F(3, 5)) < F(1, 10)


def test_a_moved_film_is_found_by_what_is_in_it(films: Films, tmp_path: Path) -> None:
    wanted = fingerprint(films.paths[1])
    (tmp_path / "match" / "videos").mkdir(parents=True)
    same_size = tmp_path / "match" / "other.mp4"
    same_size.write_bytes(bytes(films.paths[1].stat().st_size))
    here = tmp_path / "match"

    assert find_again(wanted, [here, tmp_path / "not there"]) is None

    moved = shutil.copy(films.paths[1], here / "videos" / "renamed.mp4")
    assert find_again(wanted, [here]) == moved
    assert find_again("nonsense", [here]) is None

    asked: list[float] = []
    find_again(wanted, [here], asked.append)
    assert len(asked) == 2
