"""A film opened again from what is kept of it: the same film, and opened only when it is looked at."""

from __future__ import annotations

import os
import random
from pathlib import Path

import numpy as np
import pytest

from annotator.errors import FootageError
from annotator.video import Footage, reader, reopening
from annotator.video.reopening import KeyDecoder
from annotator.video.source import open_source
from tests.video.clips import read_number
from tests.video.conftest import KINDS, Clips

ABOUT = (
    "size",
    "rotation",
    "mirrored",
    "pixel_aspect",
    "has_sound",
    "codec",
    "duration",
    "interlaced",
)


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_the_same_film(kind: str, clip: Clips, tmp_path: Path) -> None:
    path = clip(kind).path
    Footage.open(path, index_cache=tmp_path).close()
    with Footage.open(path) as plain, Footage.open(path, index_cache=tmp_path) as again:
        assert [getattr(plain, name) for name in ABOUT] == [getattr(again, name) for name in ABOUT]
        assert again.index.first is not None
        assert again.index.facts == plain.index.facts
        # In whatever order they are asked for, and key frames both alone and amid the others.
        for i in [*random.Random(3).sample(range(len(plain)), len(plain)), *range(len(plain))]:
            assert np.array_equal(again.frame(i), plain.frame(i)), i
        assert again.health() == plain.health()


@pytest.mark.parametrize("kind", KINDS)
def test_the_key_frame_on_the_way_is_that_frame(kind: str, clip: Clips, tmp_path: Path) -> None:
    path = clip(kind).path
    Footage.open(path, index_cache=tmp_path).close()
    with (
        Footage.open(path) as plain,
        Footage.open(path, index_cache=tmp_path, cache_bytes=0) as again,
    ):
        for i in range(len(again) - 1, -1, -3):
            key, seen = again.approach(i), again.glimpse(i)
            # A stream that refreshes bit by bit shows nothing at the packet that it calls key.
            assert (key is None) == (seen is None) or kind == "gradual_refresh"
            if seen is not None and key is not None:
                assert (seen.index, seen.towards) == (key, i)
                assert np.array_equal(seen.array(), plain.picture(key).array())
            assert np.array_equal(again.frame(i), plain.frame(i)), i


@pytest.fixture
def openings(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The films whose containers were opened for decoding."""
    opened: list[Path] = []
    usual = reopening.open_again

    def count(path: Path, index: object) -> object:
        opened.append(path)
        return usual(path, index)  # type: ignore[arg-type]  # whatever the reader gives

    monkeypatch.setattr(reader, "open_again", count)
    return opened


def test_it_is_opened_when_a_frame_is_asked_for(
    clip: Clips, tmp_path: Path, openings: list[Path]
) -> None:
    path = clip("long_group").path
    Footage.open(path, index_cache=tmp_path).close()
    openings.clear()
    with Footage.open(path, index_cache=tmp_path) as film:
        assert len(film.times) == len(film)
        assert film.health().get("damage") is None
        assert film.approach(len(film) - 1) == 0
        assert openings == []
        assert read_number(film.frame(7)) == 7
        assert read_number(film.frame(8)) == 8
    assert openings == [path]


def test_a_film_that_changed_before_its_first_frame_shows_none(clip: Clips, tmp_path: Path) -> None:
    path, kept = tmp_path / "film.mp4", tmp_path / "kept"
    whole = clip("constant").path.read_bytes()

    def put_back() -> None:
        path.write_bytes(whole)
        os.utime(path, ns=(5, 5))

    put_back()
    Footage.open(path, index_cache=kept).close()
    other = clip("no_b").path.read_bytes()
    for changed in (other[: len(whole)], whole[:-1], whole[: len(whole) // 2]):
        put_back()
        with Footage.open(path, index_cache=kept) as film:
            path.write_bytes(changed)
            os.utime(path, ns=(1, 1))
            for ask in (film.frame, film.picture, film.preload):
                with pytest.raises(FootageError, match="changed since it was opened"):
                    ask(30)
            path.unlink()
            with pytest.raises(FootageError, match="There is no file of this name"):
                film.frame(30)
            put_back()
            assert read_number(film.frame(30)) == 30


def test_a_key_that_does_not_decode_gives_nothing(clip: Clips) -> None:
    path = clip("constant").path
    with Footage.open(path) as film:
        facts = film.index.facts
    container, track = open_source(path)
    with container:
        keys = KeyDecoder(track, facts)
        packets = [packet for packet in container.demux(track) if packet.size]
        assert keys.decode(packets[1]) is None, "it leans on the one before it"
        found = keys.decode(packets[0])
        assert found is not None
        assert found.pts == packets[0].pts
