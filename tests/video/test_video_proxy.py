"""Frame i of the smooth copy is frame i of the film, at the same time, with the same mark."""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import cast

import av
import numpy as np
import pytest
from av.audio.stream import AudioStream
from hypothesis import given
from hypothesis import strategies as st

from annotator.errors import Cancelled, ExportError, FootageError
from annotator.video import Footage
from annotator.video.fingerprint import fingerprint
from annotator.video.opencv import resize
from annotator.video.part_file import name_new
from annotator.video.proxy import LINES, Choice, choose, find_proxy, make_proxy, proxy_path
from annotator.video.proxy_note import ProxyNote, note_box, read_note, times_digest
from annotator.video.proxy_writer import copied_size
from tests.video import clips as c
from tests.video.conftest import KINDS, Clips

NOTE = ProxyNote("f.mp4", "1-ab", 3, "00", {"torn": ((1, 2),)})


def read(film: Footage, i: int) -> int | None:
    """The number in frame `i`, whatever its size is."""
    picture = film.frame(i)
    if picture.shape[1] != c.WIDTH:
        picture = resize(picture, c.WIDTH, c.HEIGHT)
    return c.read_number(picture)


@pytest.mark.parametrize("kind", KINDS)
def test_the_copy_is_the_film_frame_for_frame(kind: str, clip: Clips, tmp_path: Path) -> None:
    made = clip(kind)
    target = tmp_path / "copy.mp4"
    with Footage.open(made.path) as film:
        if film.times[0] < 0:
            # MP4 knows no times before 0: no copy is better than one at other times.
            with pytest.raises(ExportError, match="cannot be kept"):
                make_proxy(made.path, target)
            assert list(tmp_path.iterdir()) == []
            return
        told = make_proxy(made.path, target)
        assert list(tmp_path.iterdir()) == [target]
        with Footage.open(target) as copy:
            assert copy.times == film.times
            assert copy.duration == film.duration
            assert (told.frames, told.size) == (len(film), copy.size)
            assert copy.size == copied_size(film.size, LINES, keep_height=film.interlaced)
            assert told.sound == ("copied" if film.has_sound else "none")
            for name in ("rotation", "mirrored", "pixel_aspect", "interlaced", "has_sound"):
                assert getattr(copy, name) == getattr(film, name), name
            for i in (*range(len(film)), *range(len(film) - 1, -1, -3)):
                assert read(copy, i) == read(film, i)
            # Damage shows as frames are decoded; the copy knows it without decoding one.
            assert [copy.mark(i) for i in range(len(copy))] == [
                film.mark(i) for i in range(len(film))
            ]
            assert bool(copy.index.key.all())
        with Footage.open(target) as copy:
            assert copy.health().get("damage") == film.health().get("damage")


@pytest.mark.parametrize("kind", ["turned_90", "turned_180_mirrored", "variable"])
def test_a_smaller_copy(kind: str, clip: Clips, tmp_path: Path) -> None:
    made = clip(kind)
    told = make_proxy(made.path, tmp_path / "small.mp4", lines=80)
    assert told.size == (138, 80)
    with Footage.open(told.path) as copy:
        assert copy.size == (138, 80)
        assert [read(copy, i) for i in range(16)] == made.numbers[:16]


def test_interlaced_films_keep_their_lines(clip: Clips, tmp_path: Path) -> None:
    told = make_proxy(clip("interlaced").path, tmp_path / "copy.mp4", lines=80)
    assert told.size == (c.WIDTH, c.HEIGHT)
    with Footage.open(told.path) as copy:
        assert copy.interlaced


@given(st.integers(1, 9000), st.integers(1, 9000), st.integers(16, 4320), st.booleans())
def test_sizes(width: int, height: int, lines: int, keep: bool) -> None:
    wide, high = copied_size((width, height), lines, keep_height=keep)
    assert wide % 2 == high % 2 == 0
    assert min(wide, high) >= 2
    assert min(width, height) <= lines or keep or min(wide, high) <= lines + 1
    if keep or min(width, height) <= lines:
        assert wide - width in (0, 1)
        assert high - height in (0, 1)
    elif min(wide, high) > 64:
        assert abs(wide / high - width / height) <= 0.06 * width / height


@pytest.mark.parametrize(
    ("fmt", "full", "matrix"),
    [
        ("yuv420p", False, 1),
        ("yuv420p", False, 6),
        ("yuvj420p", True, 6),
        ("yuv444p10le", False, 9),
    ],
)
def test_colours_are_the_films(fmt: str, full: bool, matrix: int, tmp_path: Path) -> None:
    path = tmp_path / "red.mkv"
    with av.open(str(path), "w") as out:
        video = out.add_stream("libx264", rate=25, options={"crf": "5"})
        video.width, video.height, video.pix_fmt = 128, 96, fmt
        context = video.codec_context
        context.colorspace, context.color_range = matrix, 2 if full else 1
        picture = np.zeros((96, 128, 3), np.uint8)
        picture[:, :64] = (220, 30, 40)
        picture[:, 64:] = (20, 60, 210)
        for n in range(3):
            frame = av.VideoFrame.from_ndarray(picture, "rgb24").reformat(
                format=fmt, dst_colorspace=matrix, dst_color_range=2 if full else 1
            )
            frame.pts, frame.time_base = n, Fraction(1, 25)
            out.mux(video.encode(frame))
        out.mux(video.encode(None))
    make_proxy(path)
    with Footage.open(path) as film, Footage.open(proxy_path(path)) as copy:
        theirs, ours = film.frame(1).astype(int), copy.frame(1).astype(int)
        for part in (np.s_[10:90, 10:54], np.s_[10:90, 74:118]):
            difference = theirs[part].mean(axis=(0, 1)) - ours[part].mean(axis=(0, 1))
            assert np.abs(difference).max() < 4


# ---------------------------------------------------------------------- sound


def beeping(path: Path, codec: str, start: Fraction = Fraction(0)) -> None:
    """A film of 2 s whose sound is silence but for 0.1 s at 1 s after its first frame."""
    with av.open(str(path), "w") as out:
        video = out.add_stream("libx264", rate=25, options=c.x264(12))
        video.width, video.height, video.pix_fmt = c.WIDTH, c.HEIGHT, "yuv420p"
        tick = Fraction(1, 90000)
        video.time_base = video.codec_context.time_base = tick
        audio = cast("AudioStream", out.add_stream(codec, rate=48000, layout="mono"))
        audio.codec_context.format = av.AudioFormat(
            "s16" if codec in ("pcm_s16le", "flac") else "fltp"
        )
        wave = np.zeros(96000, np.float32)
        wave[48000:52800] = 0.5 * np.sin(2 * np.pi * 880 * np.arange(4800) / 48000)
        for n in range(50):
            frame = c.yuv(n, lambda picture: picture, "yuv420p")
            frame.pts, frame.time_base = round((start + Fraction(n, 25)) / tick), tick
            out.mux(video.encode(frame))
            rows = (wave[None, n * 1920 : n * 1920 + 1920] * 32767).astype(np.int16)
            sound = av.AudioFrame.from_ndarray(rows, "s16", "mono")
            sound.sample_rate, sound.time_base = 48000, Fraction(1, 48000)
            sound.pts = n * 1920 + int(start * 48000)
            out.mux(audio.encode(sound))
        out.mux(video.encode(None))
        out.mux(audio.encode(None))


def beeps(path: Path) -> list[float]:
    """When sound becomes loud, in seconds on the film's own clock."""
    found, loud = [], False
    with av.open(str(path)) as film:
        for frame in film.decode(audio=0):
            assert frame.pts is not None
            assert frame.time_base is not None
            block = frame.to_ndarray().astype(np.float64).reshape(-1)
            if block.size and np.abs(block).max() > 2:
                block /= 32768
            step = max(block.size // frame.samples, 1)
            for place in range(0, block.size, 48 * step):
                level = float(np.abs(block[place : place + 48 * step]).max(initial=0))
                if level > 0.2 and not loud:
                    found.append(float(frame.pts * frame.time_base) + place / step / 48000)
                if level > 0.2 or level < 0.01:
                    loud = level > 0.2
    return found[:1]


@pytest.mark.parametrize(
    ("name", "codec", "told"),
    [
        ("a.mp4", "aac", "copied"),
        ("a.ts", "aac", "copied"),
        ("a.mkv", "flac", "encoded"),
        ("a.mkv", "pcm_s16le", "encoded"),
        ("a.webm", "libopus", "encoded"),
    ],
)
@pytest.mark.parametrize("start", [Fraction(0), Fraction(7, 5)])
def test_sound_stays_where_it_was(
    name: str, codec: str, told: str, start: Fraction, tmp_path: Path
) -> None:
    path = tmp_path / name
    if name.endswith(".webm"):
        path = path.with_suffix(".mkv")
    beeping(path, codec, start=start)
    made = make_proxy(path)
    assert made.sound == told
    with Footage.open(path) as film, Footage.open(made.path) as copy:
        assert film.times == copy.times
        first = float(film.times[0])
    assert beeps(path) == pytest.approx([first + 1], abs=0.03)
    # AAC smears a sharp beginning over some 10 ms.
    assert beeps(made.path) == pytest.approx(beeps(path), abs=0.015)


def test_sound_of_joined_recordings_moves_with_their_pictures(tmp_path: Path) -> None:
    part, joined = tmp_path / "part.ts", tmp_path / "joined.ts"
    beeping(part, "aac")
    joined.write_bytes(part.read_bytes() * 2)
    made = make_proxy(joined)
    assert made.sound == "copied"
    with Footage.open(made.path) as copy, av.open(str(made.path)) as film:
        track = film.streams.audio[0]
        times = [p.pts * p.time_base for p in film.demux(track) if p.size and p.pts is not None]
        assert times == sorted(times)
        assert abs(float(times[-1] - copy.times[-1])) < 0.2
        assert abs(float(times[0] - copy.times[0])) < 0.2


# ---------------------------------------------------------------------- files


def test_nothing_is_replaced_and_nothing_half_made_is_left(clip: Clips, tmp_path: Path) -> None:
    film = tmp_path / "film.mp4"
    shutil.copy(clip("constant").path, film)
    target = proxy_path(film)
    target.write_text("mine")
    with pytest.raises(ExportError, match="left alone"):
        make_proxy(film)
    assert target.read_text() == "mine"
    target.unlink()

    def give_up(share: float) -> None:
        if share > 0.5:
            raise Cancelled("Stopped.")

    def interrupt(share: float) -> None:
        if share > 0.5:
            raise KeyboardInterrupt

    def come_between(share: float) -> None:
        target.write_text("mine")

    with pytest.raises(Cancelled):
        make_proxy(film, progress=give_up)
    with pytest.raises(KeyboardInterrupt):
        make_proxy(film, progress=interrupt)
    assert list(tmp_path.iterdir()) == [film]
    with pytest.raises(ExportError, match="left alone"):
        make_proxy(film, progress=come_between)
    assert target.read_text() == "mine"
    assert sorted(tmp_path.iterdir()) == [film, target]


def test_a_full_disk(clip: Clips, tmp_path: Path, small_disk: None) -> None:
    with pytest.raises(ExportError, match="no room"):
        make_proxy(clip("variable").path, tmp_path / "copy.mp4")
    assert list(tmp_path.iterdir()) == []


def test_no_such_folder_and_no_film(clip: Clips, tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="no such folder"):
        make_proxy(clip("constant").path, tmp_path / "none" / "copy.mp4")
    with pytest.raises(FootageError, match="no file"):
        make_proxy(tmp_path / "film.mp4")


def test_a_copy_of_a_copy_is_refused(clip: Clips, tmp_path: Path) -> None:
    first = make_proxy(clip("constant").path, tmp_path / "copy.mp4").path
    with pytest.raises(FootageError, match=r"copy already, of constant\.mp4"):
        make_proxy(first)


def test_a_file_system_without_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_: object) -> None:
        raise OSError("not here")

    monkeypatch.setattr(os, "link", no_links)
    part, path = tmp_path / "a.part", tmp_path / "a"
    part.write_text("new")
    name_new(part, path)
    assert path.read_text() == "new"
    part.write_text("newer")
    with pytest.raises(FileExistsError):
        name_new(part, path)
    assert path.read_text() == "new"


def test_the_copy_is_found_again(clip: Clips, tmp_path: Path) -> None:
    film = tmp_path / "film.mp4"
    shutil.copy(clip("constant").path, film)
    assert find_proxy(film) is None
    made = make_proxy(film).path
    assert find_proxy(film) == made == tmp_path / "film.proxy.mp4"
    with Footage.open(made) as copy, Footage.open(film) as original:
        assert copy.copied_from is not None
        assert copy.copied_from.film == "film.mp4"
        known = original.fingerprint()
        assert copy.copied_from.fingerprint == known
        assert original.copied_from is None
    # Renamed, the film still finds its copy; gone, it is known by its fingerprint.
    film = film.rename(tmp_path / "renamed.mp4")
    assert find_proxy(film) == made
    film.unlink()
    assert find_proxy(film, known) == made
    # Another film of the old name has no copy.
    shutil.copy(clip("no_b").path, tmp_path / "film.mp4")
    assert find_proxy(tmp_path / "film.mp4") is None
    assert find_proxy(tmp_path / "nowhere" / "film.mp4", known) is None


def test_which_file_shows_a_film(clip: Clips, tmp_path: Path) -> None:
    film = tmp_path / "film.mp4"
    shutil.copy(clip("constant").path, film)
    print_ = fingerprint(film)
    assert choose(film) == Choice(film, film, None, print_)
    copy = make_proxy(film).path
    assert choose(film) == choose(copy) == Choice(film, copy, copy, print_)
    assert choose(film, smooth=False) == choose(copy, smooth=False)
    assert choose(film, smooth=False) == Choice(film, film, copy, print_)
    film.unlink()
    for smooth in (True, False):
        assert choose(copy, smooth=smooth) == Choice(film, copy, copy, print_)
        assert choose(film, print_, smooth=smooth) == Choice(film, copy, copy, print_)
    for known in (None, "1-ab"):
        with pytest.raises(FootageError, match="no file of this name"):
            choose(film, known)
    # Another film under the original's name is not taken for it.
    shutil.copy(clip("no_b").path, film)
    assert choose(copy, smooth=False).shown == copy
    assert choose(film).shown == film


# ---------------------------------------------------------------------- the note


def test_a_note_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "a.mp4"
    ftyp = b"\0\0\0\x10ftypisom\0\0\0\0"
    large = b"\0\0\0\1mdat" + (20).to_bytes(8, "big") + b"1234"
    path.write_bytes(ftyp + large + note_box(NOTE))
    assert read_note(path) == NOTE


@given(st.binary(max_size=300), st.integers(0, 400))
def test_broken_notes_are_none(
    tmp_path_factory: pytest.TempPathFactory, dirt: bytes, at: int
) -> None:
    path = tmp_path_factory.getbasetemp() / "broken.mp4"
    data = b"\0\0\0\x10ftypisom\0\0\0\0" + note_box(NOTE)
    path.write_bytes(data[:at] + dirt)
    found = read_note(path)
    assert found is None or found == NOTE
    path.write_bytes(data[: at % len(data)] + dirt + data[at % len(data) :])
    found = read_note(path)
    assert found is None or found.frames == NOTE.frames or dirt


def test_a_later_version_and_another_film_are_ordinary_films(clip: Clips, tmp_path: Path) -> None:
    path = tmp_path / "film.mp4"
    plain = clip("constant").path.read_bytes()
    later = note_box(replace(NOTE, frames=c.COUNT)).replace(b'"version":1', b'"version":2')
    path.write_bytes(plain + later)
    assert read_note(path) is None
    with Footage.open(path) as film:
        times = times_digest(film.index.ticks, film.time_base)
    for wrong in (replace(NOTE, frames=c.COUNT + 1, times=times), replace(NOTE, frames=c.COUNT)):
        path.write_bytes(plain + note_box(wrong))
        with Footage.open(path) as film:
            assert film.copied_from is None
            assert film.mark(1) is None
    path.write_bytes(plain + note_box(replace(NOTE, frames=c.COUNT, times=times)))
    with Footage.open(path) as film:
        assert film.copied_from is not None
        assert [bool(film.mark(i)) for i in range(4)] == [False, True, True, False]
        assert json.loads(note_box(NOTE)[24:])["marks"] == {"torn": [[1, 2]]}


@given(st.lists(st.integers(-(10**6), 10**9), min_size=1, unique=True), st.integers(1, 50))
def test_the_digest_is_of_times_not_of_ticks(values: list[int], finer: int) -> None:
    ticks = np.sort(np.array(values, np.int64))
    base = Fraction(1, 90000)
    same = times_digest(ticks * finer, base / finer)
    assert times_digest(ticks, base) == same
    ticks[-1] += 1
    assert times_digest(ticks, base) != same
