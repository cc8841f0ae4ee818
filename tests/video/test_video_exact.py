"""Frame i is frame i: forward, backward and at random, on every kind of film."""

from __future__ import annotations

import random
from bisect import bisect_right
from fractions import Fraction

import av
import pytest

from annotator.video import Footage
from tests.video.clip_kinds import KINDS
from tests.video.clips import HEIGHT, WIDTH, read_number
from tests.video.conftest import Clips

SOUND_KINDS = {"constant", "late_start", "fragmented", "ts", "mkv"}


def numbers(film: Footage, order: list[int]) -> list[int | None]:
    return [read_number(film.frame(i)) for i in order]


@pytest.mark.parametrize("kind", KINDS)
def test_every_frame_is_itself_in_any_order(kind: str, clip: Clips) -> None:
    made = clip(kind)
    with Footage.open(made.path) as film:
        forward = list(range(len(film)))
        backward = forward[::-1]
        jumps = [random.Random(kind).randrange(len(film)) for _ in range(40)]
        orders = [forward, backward, jumps, [0, len(film) - 1, 0]]
        if not made.damaged:
            assert len(film) == len(made.numbers)
            for order in orders:
                assert numbers(film, order) == [made.numbers[i] for i in order]
                # From an empty cache every jump has to find its own way.
                film.cache_limit, film.cache_limit = 0, film.cache_limit
            assert all(film.mark(i) is None for i in forward) or kind in ("raw_h264", "ts_joined")
            return
        # Damaged: what can be read is the right frame whatever the way to it, and what cannot is
        # marked. Lost packets shift numbers, so a first pass in sequence says what is there.
        first = numbers(film, forward)
        marks = [film.mark(i) for i in forward]
        assert any(marks)
        assert not marks[0]
        assert all(mark or first[i] is not None for i, mark in enumerate(marks))
        for order in orders:
            film.cache_limit, film.cache_limit = 0, film.cache_limit
            for i in order:
                seen = read_number(film.frame(i))
                assert seen == first[i] or marks[i]
                assert film.mark(i) == marks[i]


@pytest.mark.parametrize("kind", [k for k in KINDS if k not in ("raw_h264", "ts_joined")])
def test_times_are_the_containers_own(kind: str, clip: Clips) -> None:
    made = clip(kind)
    with Footage.open(made.path) as film, av.open(str(made.path)) as container:
        track = container.streams.video[0]
        assert track.time_base is not None
        shown = [p for p in container.demux(track) if p.size and not p.is_discard]
        stored = sorted(p.pts * track.time_base for p in shown if p.pts is not None)
        # A film cut at its start has packets before the first whole frame.
        assert list(film.times) == stored[-len(film) :]
        assert all(isinstance(time, Fraction) for time in film.times)
        if made.times is not None:
            assert list(film.times) == made.times


@pytest.mark.parametrize("kind", ["raw_h264", "ts_joined"])
def test_times_that_are_ours_increase_and_are_marked(kind: str, clip: Clips) -> None:
    made = clip(kind)
    with Footage.open(made.path) as film:
        assert list(film.times) == made.times
        assert film.mark(len(film) - 1) == (
            "The film holds no usable time for this frame; we worked one out."
        )
        assert (film.mark(0) is None) == (kind == "ts_joined")


@pytest.mark.parametrize("kind", ["variable", "late_start", "ts_joined", "edit_list", "mkv"])
def test_index_at_finds_the_frame_on_screen(kind: str, clip: Clips) -> None:
    with Footage.open(clip(kind).path) as film:
        times, last = film.times, len(film) - 1
        least = Fraction(1, 10**9)
        for i, time in enumerate(times):
            assert film.time_of(i) == time
            assert film.index_at(time) == i
            assert film.index_at(time - least) == max(i - 1, 0)
            assert film.index_at(time + least) == i
        assert film.index_at(times[0] - 100) == 0
        assert film.index_at(times[-1] + 100) == last
        for n in range(200):
            time = times[0] + (times[-1] - times[0]) * n / 173
            assert film.index_at(time) == max(bisect_right(times, time) - 1, 0)
        assert film.duration == times[-1] - times[0] + times[-1] - times[-2]


@pytest.mark.parametrize("kind", [k for k in KINDS if k.startswith("turned")])
def test_turned_films_stand_upright(kind: str, clip: Clips) -> None:
    made = clip(kind)
    with Footage.open(made.path) as film:
        assert film.size == (WIDTH, HEIGHT)
        assert (film.rotation, film.mirrored) == (made.notes["rotation"], made.notes["mirrored"])
        assert film.frame(3).shape == (HEIGHT, WIDTH, 3)
        picture = film.picture(3)
        assert (picture.width, picture.height) == (WIDTH, HEIGHT)
        assert read_number(picture.array()[..., :3]) == 3


def test_facts(clip: Clips) -> None:
    for kind in ("constant", "variable", "hevc", "av1", "oblong_pixels", "ts"):
        made = clip(kind)
        with Footage.open(str(made.path)) as film:
            assert film.path == made.path
            assert film.size == (WIDTH, HEIGHT)
            assert film.has_sound == (kind in SOUND_KINDS)
            assert film.pixel_aspect == made.notes.get("aspect", 1)
            assert film.codec == {"hevc": "hevc", "av1": "av1"}.get(kind, "h264")
            assert all((time / film.time_base).denominator == 1 for time in film.times)


def test_frames_in_sequence(clip: Clips) -> None:
    with Footage.open(clip("open_group").path) as film:
        assert [read_number(image) for image in film.frames(5, 30)] == list(range(5, 30))
        assert [picture.index for picture in film.pictures(30)] == list(range(30, 40))
        again = [read_number(picture.array()[..., :3]) for picture in film.pictures()]
        assert again == list(range(40))
        unfinished = film.pictures()
        assert next(unfinished).index == 0
        assert read_number(film.frame(33)) == 33


def test_byte_seeking_is_still_there(clip: Clips) -> None:
    """PyAV calls this option unsupported: a version that drops it must not pass unseen."""
    with av.open(str(clip("ts").path)) as container:
        track = container.streams.video[0]
        keys = [p.pos for p in container.demux(track) if p.size and p.is_keyframe]
        for place in reversed(keys):
            assert place is not None
            container.seek(place, stream=track, backward=False, unsupported_byte_offset=True)
            assert next(container.demux(track)).pos == place
