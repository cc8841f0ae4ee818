"""Cuts that are copied packet by packet: only where that is exact, and nothing else comes along."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest
from av.video.stream import VideoStream

from annotator.video import Footage, clip_copy
from annotator.video.clip import Cut, CutKind, Freeze, Look, Slow, can_copy, write_clip
from tests.video import beeps
from tests.video.clips import COUNT, RATE, write, x264, yuv
from tests.video.conftest import KINDS, Clips

F = Fraction

COPIED = ("constant", "variable", "hevc", "late_start", "edit_list", "ts", "m2ts", "mkv", "flv",
          "turned_90_mirrored", "oblong_pixels", "fragmented", "interlaced", "two_tracks")  # fmt: skip


def exact_cuts(film: Footage) -> list[Cut]:
    """All cuts of a small film that can be copied."""
    keys = set(film.index.keys.tolist())
    firsts = [n for n in range(len(film)) if int(film.index.order[n]) in keys]
    cuts = [Cut(first, last) for first in firsts for last in range(first, len(film))]
    return [cut for cut in cuts if can_copy(film, cut)]


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_copied_is_the_film_pixel_for_pixel(kind: str, clip: Clips, tmp_path: Path) -> None:
    path = tmp_path / "clip.mp4"
    with Footage.open(clip(kind).path) as film:
        cuts = exact_cuts(film)
        assert cuts or kind not in COPIED
        if not cuts:
            made = write_clip(film, [Cut(0, 1)], path, copy_if_exact=True)
            assert made.kind is CutKind.ENCODED
            return
        cut = cuts[len(cuts) // 2]
        made = write_clip(film, [cut], path, copy_if_exact=True)
        if kind in COPIED:
            assert made.kind is CutKind.COPIED
        with Footage.open(path) as seen:
            start = film.times[cut.first]
            wanted = range(cut.first, cut.last + 1)
            assert list(seen.times) == [film.times[i] - start for i in wanted]
            assert seen.has_sound == made.sound
            if made.kind is CutKind.COPIED:
                assert seen.pixel_aspect == film.pixel_aspect
                for n, i in enumerate(wanted):
                    assert np.array_equal(seen.frame(n), film.frame(i))
    assert [p.name for p in tmp_path.iterdir()] == ["clip.mp4"]


def test_a_cut_elsewhere_is_encoded(clip: Clips, tmp_path: Path) -> None:
    with Footage.open(clip("no_b").path) as film:
        assert can_copy(film, Cut(10, 25))
        assert not can_copy(film, Cut(11, 25))
        assert not can_copy(film, Cut(10, 25, slow=(Slow(12, 13, F(1, 2)),)))
        assert not can_copy(film, Cut(10, 25, freezes=(Freeze(12, F(1)),)))
        assert not can_copy(film, Cut(10, COUNT))
        made = write_clip(film, [Cut(11, 25)], tmp_path / "a.mp4", copy_if_exact=True)
        assert made.kind is CutKind.ENCODED
        made = write_clip(
            film, [Cut(10, 25)], tmp_path / "a.mp4", copy_if_exact=True,
            look=lambda index, width, height: Look(),
        )  # fmt: skip
        assert made.kind is CutKind.ENCODED
        made = write_clip(film, [Cut(10, 25)], tmp_path / "a.mp4", copy_if_exact=True, lines=64)
        assert (made.kind, min(made.size)) == (CutKind.ENCODED, 64)
        made = write_clip(film, [Cut(10, 25), Cut(30, 39)], tmp_path / "a.mp4", copy_if_exact=True)
        assert (made.kind, made.frames) == (CutKind.ENCODED, 26)


def test_a_group_that_needs_the_one_before_is_not_copied(clip: Clips) -> None:
    with Footage.open(clip("open_group").path) as film:
        assert {cut.first for cut in exact_cuts(film)} == {0}
    with Footage.open(clip("gradual_refresh").path) as film:
        assert {cut.first for cut in exact_cuts(film)} == {0}


def test_a_phone_can_play_what_is_copied(clip: Clips) -> None:
    for kind in ("h264_ten_bit", "prores", "vp9", "mpeg2_ps"):
        with Footage.open(clip(kind).path) as film:
            assert not exact_cuts(film)


def telling_film(path: Path) -> None:
    """A film that says where, when and with what it was made: in its head, in its tracks, in the
    units beside its pictures, and in a track of its own.
    """
    tags = {"movflags": "use_metadata_tags"}
    with av.open(str(path), "w", options=tags) as out:
        out.metadata.update(
            {"location": "+48.8584+002.2945/", "com.apple.quicktime.model": "SECRETPHONE",
             "creation_time": "2026-05-04T03:02:01Z", "title": "SECRETTITLE"}
        )  # fmt: skip
        video = out.add_stream("libx264", rate=RATE, options={**x264(10, 0), "udu_sei": "1"})
        assert isinstance(video, VideoStream)
        video.width, video.height, video.pix_fmt = 192, 112, "yuv420p"
        video.codec_context.thread_count = 1
        video.metadata["handler_name"] = "SECRETHANDLER"
        words = out.add_mux_stream("mov_text")
        for n in range(COUNT):
            frame = yuv(n, lambda picture: picture, "yuv420p")
            frame.pts, frame.time_base = n, 1 / RATE
            out.mux(video.encode(frame))
        out.mux(video.encode(None))
        for n in range(3):
            text = b"SECRETWORD"
            packet = av.Packet(len(text).to_bytes(2, "big") + text)
            packet.stream, packet.time_base = words, F(1, 1000)
            packet.pts = packet.dts = n * 300
            packet.duration = 300
            out.mux(packet)


@pytest.mark.parametrize("kind", CutKind)
def test_nothing_tells_where_when_and_with_what_it_was_filmed(
    kind: CutKind, tmp_path: Path
) -> None:
    source, path = tmp_path / "film.mov", tmp_path / "clip.mp4"
    telling_film(source)
    data = source.read_bytes()
    for secret in (b"SECRETPHONE", b"SECRETTITLE", b"SECRETHANDLER", b"SECRETWORD", b"+48.8584"):
        assert secret in data
    assert b"x264" in data  # the encoder's own unit stands for a camera's
    with Footage.open(source) as film:
        made = write_clip(film, [Cut(10, 29)], path, copy_if_exact=kind is CutKind.COPIED)
    assert made.kind is kind
    data = path.read_bytes()
    assert b"SECRET" not in data
    assert b"48.8584" not in data
    if kind is CutKind.COPIED:
        assert b"x264" not in data
    with av.open(str(path)) as seen:
        assert set(seen.metadata) <= {"major_brand", "minor_version", "compatible_brands"}
        assert [stream.type for stream in seen.streams] == ["video"]
        assert "creation_time" not in seen.streams.video[0].metadata


def test_sound_is_copied_in_time(tmp_path: Path) -> None:
    source, path = tmp_path / "film.mp4", tmp_path / "clip.mp4"
    beeps.film(source)
    with Footage.open(source) as film:
        made = write_clip(film, [Cut(30, 119)], path, copy_if_exact=True)
    assert (made.kind, made.sound) == (CutKind.COPIED, True)
    with Footage.open(path) as seen:
        flashes = [F(n - 30, 30) for n in beeps.flashes(150) if 30 <= n < 119]
        track = seen.sound()
        samples = np.concatenate(
            [
                np.frombuffer(block.data, np.int16).reshape(-1, 2)
                for _, block in zip(range(150), track.blocks(F(0)), strict=False)
            ]
        )
        track.close()
    heard = [F(n, beeps.OUT_RATE) for n in beeps.onsets(samples)]
    assert len(heard) == len(flashes)
    assert max(abs(a - b) for a, b in zip(heard, flashes, strict=True)) < F(2, 1000)


@pytest.mark.parametrize("filters", ["noise=amount=50", "noise=drop=1"])
def test_a_copy_that_does_not_come_out_right_is_encoded(
    filters: str, clip: Clips, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(clip_copy._LEFT_OUT, "h264", filters)
    with Footage.open(clip("constant").path) as film:
        cut = exact_cuts(film)[-1]
        made = write_clip(film, [cut], tmp_path / "clip.mp4", copy_if_exact=True)
    assert (made.kind, made.frames) == (CutKind.ENCODED, cut.last - cut.first + 1)
    assert [p.name for p in tmp_path.iterdir()] == ["clip.mp4"]


def test_a_whole_film_can_be_copied(tmp_path: Path) -> None:
    path = tmp_path / "whole.mp4"
    write(path, options=x264(10, 0), gop=10, b=0)
    with Footage.open(path) as film:
        made = write_clip(film, [Cut(0, COUNT - 1)], tmp_path / "all.mp4", copy_if_exact=True)
    assert made == type(made)(
        tmp_path / "all.mp4", CutKind.COPIED, COUNT, COUNT / RATE, (192, 112), False
    )
