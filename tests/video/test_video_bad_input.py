"""Files that change, lie or are made to harm: a clear refusal or a mark, never a crash or a hang."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from queue import Queue

import av
import pytest

from annotator.errors import FootageError
from annotator.video import Footage, FrameServer, Picture, source
from annotator.video.first_look import first_look
from annotator.video.source import FORMATS, MOST_PIXELS
from tests.video import clips, surgery
from tests.video.conftest import Clips
from tests.video.kinds import TICKS

FUZZED = (
    "constant hevc_open_ten_bit ts mkv_without_cues vp9 av1 mjpeg_avi mpeg4_avi raw_h264 mpeg2_ps "
    "edit_list flv mxf fragmented prores h264_avi"
).split()


def copy_of(clip: Clips, kind: str, folder: Path) -> Path:
    made = clip(kind)
    path = folder / f"film{made.path.suffix}"
    path.write_bytes(made.path.read_bytes())
    return path


# ---------------------------------------------------------------------- files that change


@pytest.mark.parametrize("kind", ["raw_avi", "prores", "ts"])
def test_a_film_that_shrinks_while_it_is_open(kind: str, clip: Clips, tmp_path: Path) -> None:
    path = copy_of(clip, kind, tmp_path)
    whole = path.read_bytes()
    with Footage.open(path, cache_bytes=0) as film:
        last = len(film) - 1
        os.truncate(path, len(whole) // 3)
        refused: list[tuple[str, str]] = []
        for i in (last, 0, 20, last, 5):
            try:
                seen = clips.read_number(film.frame(i))
            except FootageError as error:
                refused.append((error.what, error.mend))
            else:
                assert seen == i or film.mark(i)
        said = (
            "This film has changed since it was opened.",
            "Open it again; tags keep their times.",
        )
        assert set(refused) == {said}
        path.write_bytes(whole)
        assert clips.read_number(film.frame(last)) == last


def test_another_film_put_in_its_place(clip: Clips, tmp_path: Path) -> None:
    path = copy_of(clip, "constant", tmp_path)
    with Footage.open(path, cache_bytes=0) as film:
        reader = film._store.reader
        size = path.stat().st_size
        path.unlink()
        path.write_bytes(clip("variable").path.read_bytes()[:size].ljust(size, b"\0"))
        reader.close()
        with pytest.raises(FootageError, match="This film has changed since it was opened"):
            film.frame(20)


def test_a_film_that_is_still_being_recorded(clip: Clips, tmp_path: Path) -> None:
    """What is there is there: the list of frames ends where the file ended."""
    whole = clip("ts").path.read_bytes()
    path = tmp_path / "growing.ts"
    path.write_bytes(whole[: len(whole) // 2 // 188 * 188])
    with Footage.open(path, cache_bytes=0) as film:
        count = len(film)
        path.write_bytes(whole)
        film._store.reader.close()
        for i in (*range(0, count - 1, 3), 0):
            assert clips.read_number(film.frame(i)) == i
        assert len(film) == count


def test_a_vanished_film_does_not_stop_the_frame_server(clip: Clips, tmp_path: Path) -> None:
    path = copy_of(clip, "long_group", tmp_path)
    got: Queue[object] = Queue()
    with Footage.open(path, cache_bytes=0) as film, FrameServer(film) as server:
        film._store.reader.close()
        path.unlink()
        server.request(30, None, got.put)
        error = got.get(timeout=30)
        assert isinstance(error, FootageError)
        assert error.what == "There is no file of this name."
        path.write_bytes(clip("long_group").path.read_bytes())
        server.request(30, None, got.put)
        picture = got.get(timeout=30)
        assert isinstance(picture, Picture)
        assert picture.index == 30


def test_a_recording_whose_tracks_change_in_the_middle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Found at random: a track that begins in the middle of an MPEG-TS."""
    parts = []
    for number, start in enumerate(("256", "768")):
        part = tmp_path / f"part{number}.ts"
        clips.write(
            part, options=clips.x264(12), first=100 * number, time_base=TICKS, sound=True,
            mux={"mpegts_start_pid": start},
        )  # fmt: skip
        parts.append(part.read_bytes())
    path = tmp_path / "station.ts"
    # FFmpeg learns the tracks from the first 5 MB (here less) and the last 250 kB.
    monkeypatch.setitem(source.OPTIONS, "probesize", "8000")
    path.write_bytes(parts[0] + parts[1] + parts[0] * 8)
    assert first_look(path) is not None
    with Footage.open(path) as film:
        seen = [clips.read_number(film.frame(i)) for i in range(len(film))]
        assert [number for number in seen if number is not None and number < 100] == [
            *(list(range(clips.COUNT)) * 9)
        ]  # fmt: skip
        jumps = [70, 3, 45, 39, 79]
        assert [clips.read_number(film.frame(i)) for i in jumps] == [seen[i] for i in jumps]
        assert film.health().get("unreadable") is not None, "the part on other tracks is told"


# ---------------------------------------------------------------------- files that point elsewhere


@pytest.mark.parametrize(
    "text",
    [
        "#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n{other}\n#EXT-X-ENDLIST\n",
        "\ufeff#EXTM3U\n#EXTINF:9,\n{other}\n",
        "ffconcat version 1.0\nfile '{other}'\n",
        "file '{other}'\n",
        "[playlist]\nFile1={other}\nNumberOfEntries=1\n",
        "<smil><body><video src='{other}'/></body></smil>",
        "<asx version='3.0'><entry><ref href='{other}'/></entry></asx>",
        "<?xml version='1.0'?><MPD><Period><BaseURL>{other}</BaseURL></Period></MPD>",
        "<?xml version='1.0'?><CompositionPlaylist><Id>{other}</Id></CompositionPlaylist>",
        "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\n",
        "[Reference]\nRef1=http://127.0.0.1:9/film.wmv\n",
        "RTSPtext\nrtsp://127.0.0.1:9/film\n",
        "concat:{other}",
        "http://127.0.0.1:9/film.mp4",
    ],
)
@pytest.mark.parametrize("name", ["list.m3u8", "film.mp4", "film.ts", "film.mkv", "film.sdp"])
def test_nothing_but_the_named_file_is_opened(
    text: str, name: str, clip: Clips, tmp_path: Path
) -> None:
    other = clip("constant").path
    path = tmp_path / name
    path.write_text(text.format(other=other) * 3, encoding="utf-8")
    with pytest.raises(FootageError) as caught:
        Footage.open(path)
    assert caught.value.where == str(path)


def test_names_that_look_like_addresses_are_names(clip: Clips, tmp_path: Path) -> None:
    for name in ("concat:a.mp4|b.mp4", "http:a.mp4", "film%03d.mp4", "pipe:0", "-i.mp4", "*.mp4"):
        path = tmp_path / name
        path.write_bytes(clip("constant").path.read_bytes())
        with Footage.open(path) as film:
            assert clips.read_number(film.frame(7)) == 7


def test_formats_that_open_other_files_are_not_among_ours() -> None:
    allowed = set(",".join(FORMATS).split(","))
    for name in (
        "hls",
        "concat",
        "dash",
        "sdp",
        "rtsp",
        "imf",
        "image2",
        "applehttp",
        "tty",
        "lavfi",
    ):
        assert name not in allowed


def test_a_film_whose_pictures_are_said_to_be_in_another_file(clip: Clips, tmp_path: Path) -> None:
    """An MP4 may name another file as the place of its data. That one stays closed."""
    path = copy_of(clip, "no_b", tmp_path)
    other = str(clip("constant").path).encode() + b"\0"
    url = struct.pack(">I4sI", 12 + len(other), b"url ", 0) + other
    surgery.replace_box(path, b"dref", struct.pack(">II", 0, 1) + url)
    try:
        with Footage.open(path) as film:
            seen = [clips.read_number(film.frame(i)) for i in range(len(film))]
    except FootageError:
        return
    assert seen == list(range(clips.COUNT)), "its own data, or nothing"


# ---------------------------------------------------------------------- files that lie about sizes


def resized(path: Path, width: int, height: int, *, header: bool) -> None:
    """Let each picture of an MJPEG AVI say that it is so large; its header too if asked."""
    data = bytearray(path.read_bytes())
    at = data.find(b"\xff\xc0")
    while at >= 0:
        data[at + 5 : at + 9] = struct.pack(">HH", height, width)
        at = data.find(b"\xff\xc0", at + 2)
    if header:
        place = data.index(b"strf") + 8
        data[place + 4 : place + 12] = struct.pack("<ii", width, height)
    path.write_bytes(bytes(data))


@pytest.mark.parametrize("side", [9000, 16384, 60000])
def test_absurd_dimensions_are_refused_with_the_numbers(
    side: int, clip: Clips, tmp_path: Path
) -> None:
    assert side * side > MOST_PIXELS
    path = copy_of(clip, "mjpeg_avi", tmp_path)
    resized(path, side, side, header=True)
    with pytest.raises(FootageError, match=rf"{side} x {side} pixels|be decoded"):
        Footage.open(path)


def test_a_small_header_before_absurd_pictures(clip: Clips, tmp_path: Path) -> None:
    path = copy_of(clip, "mjpeg_avi", tmp_path)
    resized(path, 16000, 16000, header=False)
    with pytest.raises(FootageError):
        Footage.open(path)


def test_an_index_that_promises_more_than_memory_holds(clip: Clips, tmp_path: Path) -> None:
    path = copy_of(clip, "no_b", tmp_path)
    data = bytearray(path.read_bytes())
    for kind in (b"stts", b"stsz", b"stsc", b"stco"):
        first, _ = next((a, b) for k, a, b in surgery.boxes(bytes(data), 0, len(data)) if k == kind)
        place = first + (8 if kind == b"stsz" else 4)
        data[place : place + 4] = b"\x7f\xff\xff\xf0"
    path.write_bytes(bytes(data))
    with suppress(FootageError), Footage.open(path) as film:
        assert len(film) <= clips.COUNT


def test_a_film_of_garbage_is_refused_soon(clip: Clips, tmp_path: Path) -> None:
    """Hundreds of packets, none of which is a picture: no search from end to end."""
    path = tmp_path / "hollow.mkv"
    source = clip("no_b").path
    with av.open(str(source)) as old, av.open(str(path), "w") as new:
        track = old.streams.video[0]
        assert track.time_base is not None
        twin = new.add_stream_from_template(track)
        packets = [(p.size, p.is_keyframe, p.duration) for p in old.demux(track) if p.size]
        for n in range(600):
            size, key, duration = packets[n % len(packets)]
            packet = av.Packet(b"\0\0\0\2\xa5\xa5" + b"\xa5" * max(size - 6, 4))
            packet.pts = packet.dts = n * (duration or 1)
            packet.time_base, packet.is_keyframe, packet.stream = track.time_base, key, twin
            new.mux(packet)
    with pytest.raises(FootageError, match="Not one picture of this film can be decoded"):
        Footage.open(path)


# ---------------------------------------------------------------------- at random


@pytest.mark.timeout(600)
def test_films_damaged_at_random(clip: Clips) -> None:
    """`ANNOTATOR_FUZZ=SECONDS` tries for so long, with a seed of the day; usually a few hundred."""
    longer = int(os.environ.get("ANNOTATOR_FUZZ", "0"))
    seed = str(int.from_bytes(os.urandom(4), "big")) if longer else "20"
    bounds = (str(longer), "10000000") if longer else ("60", "160")
    films = [str(clip(kind).path) for kind in FUZZED]
    done = subprocess.run(
        [sys.executable, "-m", "tests.video.fuzz_opener", seed, *bounds, *films],
        capture_output=True, text=True, timeout=longer + 300, check=False,
        cwd=Path(__file__).parents[2],
    )  # fmt: skip
    tail = "\n".join([*done.stdout.splitlines()[-1:], *done.stderr.splitlines()[-30:]])
    assert done.returncode == 0, tail
    assert done.stdout.endswith("done\n"), tail
