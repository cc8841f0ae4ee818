"""Clips: the frames asked for and no others, at their times, from every kind of film."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import av
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.errors import Cancelled, ExportError
from annotator.model.films import Line, Part
from annotator.video import Footage, Reel, Shelf
from annotator.video.clip import Card, Cut, CutKind, Freeze, Look, Slow, clip_size, write_clip
from annotator.video.clip_plan import MOST_TICKS, make_plan
from annotator.video.opencv import resize
from tests.video import surgery
from tests.video.clips import COUNT, HEIGHT, RATE, WIDTH, Image, magnified, read_number, write, x264
from tests.video.conftest import KINDS, Clips
from tests.video.test_video_colour import BT709_TRC, HLG, MATRICES, PATCHES, PQ, SIDE, film_of

F = Fraction


def numbers(film: Footage) -> list[int | None]:
    """The number in each picture of a clip, whatever its size."""
    return [_number(image) for image in film.frames()]


def _number(image: Image) -> int | None:
    return read_number(resize(image, WIDTH, HEIGHT))


def alike(one: Image, other: Image) -> float:
    """How far two pictures are apart, in levels of 255, the one brought to the other's size."""
    high, wide = other.shape[:2]
    return float(np.abs(resize(one, wide, high).astype(int) - other).mean())


@pytest.mark.parametrize("kind", KINDS)
def test_exactly_these_frames_of_every_kind_of_film(kind: str, clip: Clips, tmp_path: Path) -> None:
    path = tmp_path / "clip.mp4"
    with Footage.open(clip(kind).path) as film:
        first, last = len(film) // 3, len(film) * 2 // 3
        made = write_clip(film, [Cut(first, last)], path)
        times = [film.times[i] - film.times[first] for i in range(first, last + 1)]
        duration = film.times[last + 1] - film.times[first]
        shown = [_number(film.frame(i)) for i in range(first, last + 1)]
        begin, end = film.frame(first), film.frame(last)
    assert (made.kind, made.frames, made.duration) == (CutKind.ENCODED, len(times), duration)
    assert [p.name for p in tmp_path.iterdir()] == ["clip.mp4"]
    with Footage.open(path) as seen:
        assert list(seen.times) == times
        assert numbers(seen) == shown
        assert shown[0] is not None or "damaged" in kind
        assert (seen.size, seen.rotation, seen.pixel_aspect) == (made.size, 0, F(1))
        assert seen.has_sound == made.sound
        assert alike(begin, seen.frame(0)) < 6
        assert alike(end, seen.frame(len(seen) - 1)) < 6


# ---------------------------------------------------------------------------- times


def _shown_for(path: Path) -> Fraction:
    """For how long a player shows an MP4 of one track (seconds): its first edit."""
    data = path.read_bytes()
    content = {kind: data[a:b] for kind, a, b in surgery.boxes(data, 0, len(data))}
    ticks = int.from_bytes(content[b"mvhd"][12:16], "big")
    length = int.from_bytes(content[b"elst"][8:12], "big")
    assert int.from_bytes(content[b"mvhd"][16:20], "big") == length
    return F(length, ticks)


def test_slow_motion_and_held_pictures_stretch_the_films_own_times(
    clip: Clips, tmp_path: Path
) -> None:
    path = tmp_path / "clip.mp4"
    cut = Cut(
        5, 20, slow=(Slow(8, 11, F(1, 3)), Slow(18, 25, F(7, 10))), freezes=(Freeze(14, F(2)), Freeze(20, F(5, 2)))
    )  # fmt: skip
    with Footage.open(clip("variable").path) as film:
        made = write_clip(film, [cut], path)
        gaps = {i: film.times[i + 1] - film.times[i] for i in range(5, 21)}
    for i in gaps:
        if 8 <= i <= 11:
            gaps[i] *= 3
        if i in (18, 19):
            gaps[i] = gaps[i] * 10 / 7
    gaps[14], gaps[20] = F(2), F(5, 2)
    with Footage.open(path) as seen:
        found = [*seen.times, made.duration]
        assert [b - a for a, b in pairwise(found)] == list(gaps.values())
        assert found[0] == 0
        assert numbers(seen) == list(gaps)
    assert _shown_for(path) == made.duration


def test_several_cuts_follow_each_other_after_their_cards(clip: Clips, tmp_path: Path) -> None:
    path = tmp_path / "reel.mp4"
    card = Card(np.full((90, 90, 3), (200, 30, 30), np.uint8), F(3, 2))
    cuts = [Cut(30, 35, card=card), Cut(2, 4), Cut(4, 4, card=card)]
    with Footage.open(clip("constant").path) as film:
        made = write_clip(film, cuts, path)
    frame = 1 / RATE
    lengths = [F(3, 2), *[frame] * 9, F(3, 2), frame]
    with Footage.open(path) as seen:
        assert [b - a for a, b in pairwise([*seen.times, made.duration])] == lengths
        assert numbers(seen) == [None, 30, 31, 32, 33, 34, 35, 2, 3, 4, None, 4]
        picture = seen.frame(0)
    middle, edge = picture[HEIGHT // 2, WIDTH // 2], picture[HEIGHT // 2, 8]
    assert np.abs(middle.astype(int) - (200, 30, 30)).max() < 8
    assert edge.max() < 8, "a card keeps its shape, on black"


@given(
    st.lists(st.fractions(F(1, 50), 1), min_size=1, max_size=4),
    st.lists(st.fractions(F(1, 1000), 9), max_size=3),
)
def test_times_of_a_plan_are_whole_ticks_and_never_repeat(
    speeds: list[Fraction], held: list[Fraction]
) -> None:
    class Film:
        times = tuple(F(n * 1001, 30000) for n in range(40))
        duration = F(40 * 1001, 30000)

        def __len__(self) -> int:
            return 40

    slow = tuple(Slow(n * 4, n * 4 + 2, speed) for n, speed in enumerate(speeds))
    freezes = tuple(Freeze(25 + n, seconds) for n, seconds in enumerate(held))
    film: Footage = Film()  # type: ignore[assignment]  # as much of it as a plan needs
    plan = make_plan(film, [Cut(0, 39, slow, freezes)])
    assert 1 / plan.base <= MOST_TICKS
    edges = [*(shot.time for shot in plan.shots), plan.duration]
    assert all((edge / plan.base).denominator == 1 for edge in edges)
    wanted = F(0)
    for shot, (start, end) in zip(plan.shots, pairwise(edges), strict=True):
        assert start < end
        assert end - start == shot.duration
        assert abs(start - wanted) <= F(40, 1_000_000)
        usual = F(1001, 30000)
        speed = next((s.speed for s in slow if s.first <= shot.index <= s.last), F(1))
        wanted += next((f.seconds for f in freezes if f.index == shot.index), usual / speed)


@pytest.mark.parametrize("speed", [F(0), F(-1, 2), F(3, 2)])
def test_what_is_no_slow_motion_is_refused(speed: Fraction) -> None:
    with pytest.raises(ValueError, match="slow motion"):
        Slow(0, 1, speed)


# ---------------------------------------------------------------------------- pictures


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("matrix", MATRICES)
def test_colours_stay_what_they_are(matrix: str, full: bool, tmp_path: Path) -> None:
    source, path = tmp_path / "film.mp4", tmp_path / "clip.mp4"
    film_of(source, list(PATCHES.values()), matrix, full=full)
    with Footage.open(source) as film:
        write_clip(film, [Cut(0, 2)], path)
    with Footage.open(path) as seen:
        found = seen.frame(1)[SIDE // 2, SIDE // 2 :: SIDE].astype(int)
    assert np.abs(found - np.round(np.array(list(PATCHES.values())) * 255)).max() <= 10


@pytest.mark.parametrize("trc", [PQ, HLG])
def test_hdr_becomes_ordinary_colours(trc: int, tmp_path: Path) -> None:
    source, path = tmp_path / "film.mp4", tmp_path / "clip.mp4"
    colours = [(0.2, 0.2, 0.2), (0.4, 0.4, 0.4), (0.58, 0.58, 0.58), (0.5, 0.3, 0.3)]
    film_of(source, colours, "bt2020", bits=10, trc=trc)
    with Footage.open(source) as film:
        write_clip(film, [Cut(0, 2)], path, copy_if_exact=False)
        wanted = film.frame(1)[SIDE // 2, SIDE // 2 :: SIDE].astype(int)
    with Footage.open(path) as seen:
        found = seen.frame(1)[SIDE // 2, SIDE // 2 :: SIDE].astype(int)
        facts = seen.index.facts
    assert np.abs(found - wanted).max() <= 10
    assert facts.curve == BT709_TRC


def test_what_a_phone_needs(clip: Clips, tmp_path: Path) -> None:
    path = tmp_path / "clip.mp4"
    with Footage.open(clip("four_k_60_hevc_ten_bit").path) as film:
        made = write_clip(film, [Cut(0, 7)], path)
    assert made.size == (1852, 1080)
    with av.open(str(path)) as container:
        track = container.streams.video[0]
        assert (track.codec_context.name, track.codec_context.pix_fmt) == ("h264", "yuv420p")
        assert track.profile == "High"
        assert 30 <= track.codec_context.extradata[3] <= 42  # type: ignore[index]  # level, of ten
    boxes = surgery.top_boxes(path)
    assert boxes.index(b"moov") < boxes.index(b"mdat")


@pytest.mark.parametrize(
    ("lines", "size"), [(None, (1852, 1080)), (720, (1234, 720)), (16, (28, 16)), (9999, (3840, 2240))]
)  # fmt: skip
def test_sizes(lines: int | None, size: tuple[int, int], clip: Clips) -> None:
    with Footage.open(clip("four_k_60").path) as film:
        assert clip_size(film, [Cut(0, 1)], lines) == size
        with pytest.raises(ValueError, match="lines"):
            clip_size(film, [Cut(0, 1)], 8)
    with Footage.open(clip("oblong_pixels").path) as film:
        assert clip_size(film, [Cut(0, 1)]) == (280, 112)


@pytest.mark.parametrize("shape", [(64, 10_000), (10_000, 64), (34, 50)])
def test_absurd_and_odd_sizes(shape: tuple[int, int], tmp_path: Path) -> None:
    source, path = tmp_path / "film.mkv", tmp_path / "clip.mp4"
    across = np.linspace(20, 220, shape[1], dtype=np.uint8)
    picture = np.repeat(across[None], shape[0], axis=0)
    write(source, codec="ffv1", count=4, gop=1, b=0, shape=lambda _: picture)
    with Footage.open(source) as film:
        made = write_clip(film, [Cut(1, 3)], path)
        frame = film.frame(1)
    assert max(made.size) <= 4096
    assert made.size[0] % 2 == made.size[1] % 2 == 0
    with Footage.open(path) as seen:
        assert (seen.size, len(seen)) == (made.size, 3)
        assert alike(frame, seen.frame(0)) < 6


# ---------------------------------------------------------------------------- reels


def _reel(folder: Path, gap: Fraction) -> Reel:
    """Two films of other sizes and rates, `gap` seconds apart, and one that is not there."""
    one, two = folder / "a.mp4", folder / "b.mkv"
    write(one, rate=F(25), count=20, sound=True)
    write(two, rate=F(10), count=20, first=100, shape=magnified(2))
    shelf = Shelf({1: Footage.open(one), 2: Footage.open(two)}, 1 << 24)
    films = shelf.films
    start = films[1].duration + gap
    times = tuple(start + time - films[2].times[0] for time in films[2].times)
    end = start + films[2].duration
    parts = [
        Part(1, F(0), films[1].duration, tuple(films[1].times)),
        Part(2, start, end, times),
        Part(3, end, end + 2),
    ]
    return Reel(Line(parts, blanks=True), shelf)


def test_a_reel_is_cut_across_its_films_and_gaps(tmp_path: Path) -> None:
    path = tmp_path / "clip.mp4"
    (tmp_path / "films").mkdir()
    with _reel(tmp_path / "films", F(5, 2)) as reel:
        first, last = 10, len(reel) - 1
        made = write_clip(reel, [Cut(first, last)], path)
        times = [reel.times[i] - reel.times[first] for i in range(first, last + 1)]
        entries = [reel.shown(i) for i in range(first, last + 1)]
        duration = reel.times[0] + reel.duration - reel.times[first]
    assert (made.duration, made.size, made.sound) == (duration, (WIDTH, HEIGHT), True)
    with Footage.open(path) as seen:
        assert list(seen.times) == times
        wanted = [
            None if e is None else e[1] + (100 if "b.mkv" in str(e[0].path) else 0) for e in entries
        ]
        assert numbers(seen) == wanted
        assert None in wanted
        blank = seen.frame(wanted.index(None))
    assert np.abs(blank.astype(int) - (24, 26, 30)).max() < 6


def test_a_film_of_another_shape_is_shown_whole_on_black(tmp_path: Path) -> None:
    wide, tall = tmp_path / "wide.mp4", tmp_path / "tall.mp4"
    write(wide, count=4)
    write(tall, count=4, shape=lambda _: np.full((200, 80), 200, np.uint8))
    shelf = Shelf({1: Footage.open(wide), 2: Footage.open(tall)}, 1 << 24)
    one = tuple(shelf.films[1].times)
    two = tuple(time + 4 / RATE for time in shelf.films[2].times)
    asked: list[tuple[int, int, int]] = []

    def look(index: int, width: int, height: int) -> Look:
        asked.append((index, width, height))
        return Look()

    with Reel(
        Line([Part(1, one[0], two[0], one), Part(2, two[0], two[0] + 1, two)]), shelf
    ) as reel:
        write_clip(reel, [Cut(3, 4)], tmp_path / "clip.mp4", look=look)
    with Footage.open(tmp_path / "clip.mp4") as seen:
        assert seen.size == (WIDTH, HEIGHT)
        picture = seen.frame(1)
    assert asked == [(3, WIDTH, HEIGHT), (4, 44, HEIGHT)], "a look is asked for the picture itself"
    row = picture[HEIGHT // 2, :, 1]
    assert row[10] < 8
    assert row[-10] < 8
    assert abs(int(row[WIDTH // 2]) - 214) < 8


# ---------------------------------------------------------------------------- what goes wrong


@pytest.mark.parametrize(
    ("first", "last", "what"),
    [(30, COUNT, "The film ends before this clip does"), (5, 4, "cannot go from frame 5 to frame 4"),
     (-1, 4, "cannot go from frame -1")],
)  # fmt: skip
def test_cuts_that_the_film_has_not(
    first: int, last: int, what: str, clip: Clips, tmp_path: Path
) -> None:
    with (
        Footage.open(clip("constant").path) as film,
        pytest.raises(ExportError, match=what) as said,
    ):
        write_clip(film, [Cut(first, last)], tmp_path / "clip.mp4")
    assert said.value.mend == f"Its frames are numbered from 0 to {COUNT - 1}."
    with Footage.open(clip("constant").path) as film, pytest.raises(ExportError, match="nothing"):
        write_clip(film, [], tmp_path / "clip.mp4")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("copy", [False, True])
def test_given_up_on_the_way_nothing_is_left(copy: bool, clip: Clips, tmp_path: Path) -> None:
    path = tmp_path / "clip.mp4"
    path.write_bytes(b"the old one")
    told: list[float] = []

    def progress(share: float) -> None:
        told.append(share)
        if share > 0.4:
            raise Cancelled("Stopped.")

    with Footage.open(clip("single_key_frame").path) as film, pytest.raises(Cancelled):
        write_clip(film, [Cut(0, 129)], path, progress=progress, copy_if_exact=copy)
    assert told == sorted(told)
    assert [p.name for p in tmp_path.iterdir()] == ["clip.mp4"]
    assert path.read_bytes() == b"the old one"


def test_progress_goes_to_the_end(clip: Clips, tmp_path: Path) -> None:
    told: list[float] = []
    with Footage.open(clip("constant").path) as film:
        write_clip(film, [Cut(0, 39)], tmp_path / "clip.mp4", progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1
    assert len(told) > 5


def test_an_error_of_the_looks_leaves_nothing(clip: Clips, tmp_path: Path) -> None:
    def look(index: int, width: int, height: int) -> Look:
        if index == 20:
            raise KeyError("elsewhere")
        return Look()

    with Footage.open(clip("constant").path) as film, pytest.raises(KeyError):
        write_clip(film, [Cut(0, 39)], tmp_path / "clip.mp4", look=look)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("small_disk")
@pytest.mark.parametrize("copy", [False, True])
def test_a_full_disk_leaves_nothing(copy: bool, tmp_path: Path, clip: Clips) -> None:
    with Footage.open(clip("single_key_frame").path) as film, pytest.raises(ExportError) as said:
        write_clip(film, [Cut(0, 129)], tmp_path / "clip.mp4", copy_if_exact=copy)
    assert said.value.what == "There is no room left on this disk for the film."
    assert list(tmp_path.iterdir()) == []


def test_a_film_that_has_gone(tmp_path: Path) -> None:
    source = tmp_path / "film.mp4"
    write(source, options=x264(10))
    Footage.open(source, index_cache=tmp_path / "lists").close()
    with Footage.open(source, index_cache=tmp_path / "lists") as film:
        source.unlink()
        with pytest.raises(ExportError, match="no file of this name"):
            write_clip(film, [Cut(5, 30)], tmp_path / "clip.mp4")
    assert [p.name for p in tmp_path.iterdir()] == ["lists"]


def test_a_film_that_changes_meanwhile(clip: Clips, tmp_path: Path) -> None:
    source = tmp_path / "film.mp4"
    source.write_bytes(clip("single_key_frame").path.read_bytes())

    def progress(share: float) -> None:
        if share > 0.3:
            source.write_bytes(source.read_bytes()[: source.stat().st_size // 2])

    with Footage.open(source) as film, pytest.raises(ExportError, match="changed"):
        write_clip(film, [Cut(0, 129)], tmp_path / "clip.mp4", progress=progress)
    assert [p.name for p in tmp_path.iterdir()] == ["film.mp4"]


def test_the_film_itself_is_never_written_over(tmp_path: Path) -> None:
    source, twin = tmp_path / "film.mp4", tmp_path / "twin.mp4"
    write(source)
    twin.hardlink_to(source)
    data = source.read_bytes()
    for place in (source, twin):
        with Footage.open(source) as film, pytest.raises(ExportError, match="film itself"):
            write_clip(film, [Cut(0, 5)], place)
    assert source.read_bytes() == data


def test_places_where_nothing_can_be_written(clip: Clips, tmp_path: Path) -> None:
    with Footage.open(clip("constant").path) as film:
        with pytest.raises(ExportError, match="no such folder"):
            write_clip(film, [Cut(0, 5)], tmp_path / "gone" / "clip.mp4")
        with pytest.raises(ExportError, match="could not be written"):
            write_clip(film, [Cut(0, 5)], tmp_path / f"{'x' * 300}.mp4")
