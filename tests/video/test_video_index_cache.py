"""Lists of frames kept between openings: exact, bounded, and never trusted."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import random
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from annotator.errors import FootageError
from annotator.video import Footage, index_cache
from annotator.video.index import FrameIndex, build_index
from annotator.video.index_cache import index_of
from annotator.video.times import TickTimes
from tests.video.clips import read_number
from tests.video.conftest import KINDS, Clips


def same(a: FrameIndex, b: FrameIndex) -> bool:
    for field in dataclasses.fields(FrameIndex):
        x, y = getattr(a, field.name), getattr(b, field.name)
        if not (np.array_equal(x, y) if isinstance(x, np.ndarray) else x == y):
            return False
    return True


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The films whose packets were read."""
    read: list[Path] = []

    def build(path: Path, progress: object = None) -> FrameIndex:
        read.append(path)
        return build_index(path)

    monkeypatch.setattr(index_cache, "build_index", build)
    return read


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_kept_is_what_was_read(kind: str, clip: Clips, tmp_path: Path) -> None:
    path = clip(kind).path
    first = index_of(path, tmp_path / "kept")
    again = index_of(path, tmp_path / "kept")
    assert again is not first
    assert same(first, again)
    assert same(again, build_index(path))


def test_a_known_film_is_not_read_again(clip: Clips, tmp_path: Path, counted: list[Path]) -> None:
    path, folder = clip("open_group").path, tmp_path / "new" / "kept"
    for _ in range(3):
        with Footage.open(path, index_cache=folder) as film:
            order = random.Random(5).sample(range(len(film)), len(film))
            assert [read_number(film.frame(i)) for i in order] == order
    assert counted == [path]
    # Without a folder nothing is kept, nor looked for.
    Footage.open(path).close()
    assert len(counted) == 2


def test_another_film_under_the_same_name_is_read(
    clip: Clips, tmp_path: Path, counted: list[Path]
) -> None:
    path = tmp_path / "film.mp4"
    for kind in ("constant", "no_b", "constant"):
        path.write_bytes(clip(kind).path.read_bytes())
        with Footage.open(path, index_cache=tmp_path / "kept") as film:
            assert read_number(film.frame(33)) == 33
    assert len(counted) == 3
    facts = path.stat()
    os.utime(path, ns=(facts.st_atime_ns, facts.st_mtime_ns + 1))
    index_of(path, tmp_path / "kept")
    assert len(counted) == 4, "touched since: read once more"
    index_of(path, tmp_path / "kept")
    assert len(counted) == 4


def flip(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 0x40]) + data[at + 1 :]


@pytest.mark.parametrize("seed", range(12))
def test_a_damaged_entry_is_replaced(seed: int, clip: Clips, tmp_path: Path) -> None:
    path, folder = clip("variable").path, tmp_path / "kept"
    truth = index_of(path, folder)
    (entry,) = folder.iterdir()
    whole = entry.read_bytes()
    rng = random.Random(seed)
    damage = [flip(whole, rng.randrange(len(whole))) for _ in range(12)]
    damage += [whole[: rng.randrange(len(whole))], b"", rng.randbytes(500), whole + b"x"]
    for data in damage:
        entry.write_bytes(data)
        assert same(index_of(path, folder), truth)
        assert [one.name for one in folder.iterdir()] == [entry.name]


Change = Callable[[dict[str, Any], dict[str, np.ndarray]], None]


def rewritten(entry: Path, change: Change) -> None:
    """Change an entry's head and columns and write it as if it were whole."""
    data = entry.read_bytes()
    end = data.index(b"\n", 16)
    head, columns, at = json.loads(data[16:end]), {}, end + 1
    for (name, dtype), length in zip(index_cache._ARRAYS.items(), head["lengths"], strict=True):
        columns[name] = np.frombuffer(data, dtype, length, at).copy()
        at += columns[name].nbytes
    change(head, columns)
    body = json.dumps(head).encode() + b"\n" + b"".join(c.tobytes() for c in columns.values())
    entry.write_bytes(hashlib.blake2b(body, digest_size=16).digest() + body)


def put(name: str, at: int, value: int) -> Change:
    def change(head: dict[str, Any], columns: dict[str, np.ndarray]) -> None:
        columns[name][at] = value

    return change


def say(name: str, value: object) -> Change:
    def change(head: dict[str, Any], columns: dict[str, np.ndarray]) -> None:
        head[name] = value

    return change


def fact(name: str, value: object) -> Change:
    def change(head: dict[str, Any], columns: dict[str, np.ndarray]) -> None:
        head["facts"][name] = value

    return change


def shorten(head: dict[str, Any], columns: dict[str, np.ndarray]) -> None:
    columns["pts"] = columns["pts"][:-1]
    head["lengths"][0] -= 1


@pytest.mark.parametrize(
    "change",
    [
        put("order", 3, 10**9), put("order", 3, 4), put("start", 7, 39), put("start", 7, -1),
        put("keys", 0, 30), put("order", 3, -1), put("place", 2, 40), put("ticks", 9, 0),
        shorten, say("lengths", []), say("lengths", [40] * 13), say("lengths", [10**15] * 13),
        say("about", "another film"), say("time_base", [1, 0]), say("time_base", [-1, 30]),
        say("time_base", "1/30"), say("codec", None), say("dead", True), say("lengths", None),
        say("facts", None), say("first", {}), fact("number", -1), fact("number", "0"),
        fact("colours", [1, 2]), fact("rate", [0, 1]), fact("rate", [1, 0]), fact("rate", 30.0),
        fact("pixel_aspect", [-1, 1]), fact("reorder", 99), fact("sound", {"codec": 1}),
        fact("more", 1), lambda head, columns: head["facts"].pop("tracks"),
        lambda head, columns: head.pop("first"), lambda head, columns: head.pop("facts"),
        lambda head, columns: head.pop("format"),
        lambda head, columns: columns.pop("corrupt"),
    ],
)  # fmt: skip
def test_an_entry_that_makes_no_sense_is_passed_over(
    change: Change,
    clip: Clips, tmp_path: Path, counted: list[Path],
) -> None:  # fmt: skip
    path, folder = clip("variable").path, tmp_path / "kept"
    truth = index_of(path, folder)
    (entry,) = folder.iterdir()
    rewritten(entry, lambda head, columns: None)
    assert same(index_of(path, folder), truth)
    assert len(counted) == 1, "written anew without a change it is still good"
    rewritten(entry, change)
    assert same(index_of(path, folder), truth)
    assert len(counted) == 2


def test_the_oldest_go_when_there_are_too_many(
    clip: Clips, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, counted: list[Path]
) -> None:
    folder = tmp_path / "kept"
    kinds = ["constant", "no_b", "variable", "ts"]
    paths = [clip(kind).path for kind in kinds]
    for age, path in enumerate(paths[:3]):
        before = set(folder.iterdir()) if folder.exists() else set()
        index_of(path, folder)
        (entry,) = set(folder.iterdir()) - before
        os.utime(entry, (1000 + age, 1000 + age))
    size = max(entry.stat().st_size for entry in folder.iterdir())
    monkeypatch.setattr(index_cache, "LIMIT", 3 * size + 200)
    index_of(paths[0], folder)  # used now: it is not the oldest any more
    left_behind = folder / "abandoned.part"
    left_behind.write_bytes(b"half an entry")
    os.utime(left_behind, (1000, 1000))
    index_of(paths[3], folder)
    assert len(list(folder.iterdir())) == 3
    counted.clear()
    for path in (paths[0], paths[2], paths[3]):
        index_of(path, folder)
    assert counted == []
    index_of(paths[1], folder)
    assert counted == [paths[1]]


def test_a_folder_that_cannot_be_written_is_no_hindrance(clip: Clips, tmp_path: Path) -> None:
    blocked = tmp_path / "kept"
    blocked.write_bytes(b"a file stands in the way")
    path = clip("constant").path
    assert same(index_of(path, blocked), build_index(path))
    assert blocked.read_bytes() == b"a file stands in the way"


def test_errors_are_those_of_opening(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    for path in (tmp_path / "gone.mp4", tmp_path):
        with pytest.raises(FootageError):
            index_of(path, folder)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(FootageError, match="pipe"):
        index_of(tmp_path / "pipe", folder)
    assert not folder.exists()


def test_times_are_made_when_looked_at() -> None:
    ticks = np.array([-3, 0, 2, 7, 11], np.int64)
    times = TickTimes(ticks, Fraction(1, 30))
    whole = tuple(Fraction(tick, 30) for tick in ticks.tolist())
    assert tuple(times) == whole == times
    assert (len(times), times[0], times[-1], times[3]) == (5, whole[0], whole[-1], whole[3])
    assert tuple(times[1:4]) == whole[1:4]
    assert times[1:] == TickTimes(ticks[1:], Fraction(1, 30))
    assert times == TickTimes(ticks * 2, Fraction(1, 60))
    assert hash(times) == hash(TickTimes(ticks * 2, Fraction(1, 60)))
    assert times != whole[:-1]
    assert times != 5
    assert times.gaps() == (Fraction(2, 30), Fraction(5, 30))
    assert times[:1].gaps() == (Fraction(0), Fraction(0))
    assert repr(times) == "<5 times>"
    with pytest.raises(IndexError):
        _ = times[5]
