"""Frame i is frame i: forward, backward and at random, on every kind of film."""

from __future__ import annotations

import random
from bisect import bisect_right
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import av
import pytest

from annotator.video import Footage
from tests.video.clips import HEIGHT, RATE, WIDTH, Clip, read_number
from tests.video.conftest import KINDS, Clips
from tests.video.kinds import DAMAGED, RETIMED

SOUND_KINDS = {"constant", "late_start", "fragmented", "ts", "mkv"}
OURS = ("raw_h264", "ts_joined")  # times are reckoned by us, and known beforehand
TIMED_BY_US = "The film holds no usable time for this frame; we worked one out."


def numbers(film: Footage, made: Clip, order: list[int]) -> list[int | None]:
    return [made.number(film.frame(i)) for i in order]


def forget(film: Footage) -> None:
    """From an empty cache every jump has to find its own way."""
    film.cache_limit, film.cache_limit = 0, film.cache_limit


@pytest.mark.parametrize("kind", [k for k in KINDS if k not in DAMAGED])
def test_every_frame_is_itself_in_any_order(kind: str, clip: Clips) -> None:
    made = clip(kind)
    with Footage.open(made.path) as film:
        assert len(film) == len(made.numbers)
        forward = list(range(len(film)))
        jumps = [
            random.Random(kind).randrange(len(film)) for _ in range(200 if made.scale == 1 else 60)
        ]
        assert numbers(film, made, forward) == made.numbers
        a_frame = film.cached_bytes // len(film)
        for order in (forward, forward[::-1], jumps[:40], [0, len(film) - 1, 0]):
            forget(film)
            assert numbers(film, made, order) == [made.numbers[i] for i in order]
        # The rest with a cache that holds a few frames only, from three threads that cross.
        film.cache_limit = 4 * a_frame
        with ThreadPoolExecutor(3) as pool:
            parts = [jumps[40 + n :: 3] for n in range(3)]
            for part, seen in zip(
                parts, pool.map(lambda order: numbers(film, made, order), parts), strict=True
            ):
                assert seen == [made.numbers[i] for i in part]
        marks = {film.mark(i) for i in forward}
        assert marks <= {None, TIMED_BY_US} or kind == "ts_joined"
        assert marks == {None} or kind in (*OURS, *RETIMED)


@pytest.mark.parametrize("kind", DAMAGED)
def test_what_can_be_read_is_right_and_the_rest_is_marked(kind: str, clip: Clips) -> None:
    """Lost packets shift numbers, so a first pass in sequence says what is there; whatever the way
    to a frame, it is the same one or marked.
    """
    made = clip(kind)
    with Footage.open(made.path) as film:
        forward = list(range(len(film)))
        first = numbers(film, made, forward)
        marks = [film.mark(i) for i in forward]
        assert any(marks) or "cut_off" in kind
        assert not marks[0]
        assert all(mark or first[i] is not None for i, mark in enumerate(marks))
        whole = [number for i, number in enumerate(first) if number is not None and not marks[i]]
        assert whole == sorted(set(whole)), "each once, in order"
        jumps = [random.Random(kind).randrange(len(film)) for _ in range(200)]
        for order in (forward, forward[::-1], jumps[:40], [0, len(film) - 1, 0]):
            forget(film)
            for i in order:
                seen = made.number(film.frame(i))
                assert seen == first[i] or marks[i]
                assert film.mark(i) == marks[i]
        with ThreadPoolExecutor(3) as pool:
            parts = [jumps[40 + n :: 3] for n in range(3)]
            for part, seen_there in zip(
                parts, pool.map(lambda order: numbers(film, made, order), parts), strict=True
            ):
                for i, seen in zip(part, seen_there, strict=True):
                    assert seen == first[i] or marks[i]


def containers_own(path: Path) -> list[Fraction]:
    """The presentation times of all shown packets, as the container gives them, sorted: in AVI,
    which has no others, the times of the pictures as they are stored.
    """
    with av.open(str(path)) as container:
        track = container.streams.video[0]
        assert track.time_base is not None
        shown = [p for p in container.demux(track) if p.size and not p.is_discard]
        avi = container.format.name == "avi"
        times = [packet.dts if avi else packet.pts for packet in shown]
        return sorted(time * track.time_base for time in times if time is not None)


@pytest.mark.parametrize("kind", [k for k in KINDS if k not in OURS and k not in RETIMED])
def test_times_are_the_containers_own(kind: str, clip: Clips) -> None:
    made = clip(kind)
    with Footage.open(made.path) as film:
        own = containers_own(made.path)
        assert all(isinstance(time, Fraction) for time in film.times)
        if kind in DAMAGED:
            for i, time in enumerate(film.times):
                assert time in own or TIMED_BY_US in (film.mark(i) or "")
        else:
            # A film cut at its start has packets before the first whole frame.
            assert list(film.times) == own[-len(film) :]
        if made.times is not None:
            assert list(film.times) == made.times


@pytest.mark.parametrize("kind", RETIMED)
def test_wrong_times_are_rebuilt_marked_and_told(kind: str, clip: Clips) -> None:
    made = clip(kind)
    with Footage.open(made.path) as film:
        times = list(film.times)
        assert all(a < b for a, b in pairwise(times))
        ours = [i for i in range(len(film)) if film.mark(i) == TIMED_BY_US]
        assert made.retimed is not None
        assert made.retimed[0] <= len(ours) <= made.retimed[1]
        own = containers_own(made.path)
        assert all(times[i] in own for i in range(len(film)) if i not in ours)
        said = film.health().get("our_times")
        assert (said is not None) == bool(ours)
        assert said is None or str(len(ours)) in said.what
        # No gap is wilder than a film with such a clock gives cause for.
        gaps = [b - a for a, b in pairwise(times)]
        usual = 1 / RATE
        wide = [gap for gap in gaps if not usual / 40 < gap < 3 * usual]
        assert len(wide) <= (1 if "set" in kind else 2 if "length" in kind else 0)


@pytest.mark.parametrize("kind", OURS)
def test_times_that_are_ours_increase_and_are_marked(kind: str, clip: Clips) -> None:
    made = clip(kind)
    with Footage.open(made.path) as film:
        assert list(film.times) == made.times
        assert film.mark(len(film) - 1) == TIMED_BY_US
        assert (film.mark(0) is None) == (kind == "ts_joined")


@pytest.mark.parametrize("kind", KINDS)
def test_index_at_finds_the_frame_on_screen(kind: str, clip: Clips) -> None:
    with Footage.open(clip(kind).path) as film:
        times, last = film.times, len(film) - 1
        assert all(a < b for a, b in pairwise(times))
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


def test_negative_times_stay_negative(clip: Clips) -> None:
    """Just before its clock wraps, an MPEG-TS begins below 0."""
    with Footage.open(clip("clock_wraps").path) as film:
        assert film.times[0] < 0 < film.times[-1]
        assert film.index_at(Fraction(0)) == sum(time <= 0 for time in film.times) - 1


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
