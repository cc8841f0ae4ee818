"""Whatever is no film, or a broken one, is refused in one clear sentence with a mend."""

from __future__ import annotations

import os
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest

from annotator.errors import FootageError
from annotator.video import Footage
from tests.video import clips
from tests.video.conftest import Clips

Make = Callable[[Path], Path]
COPY_AGAIN = "Copy the film from the camera or the server once more."


def folder(where: Path) -> Path:
    return where


def missing(where: Path) -> Path:
    return where / "gone.mp4"


def below_a_file(where: Path) -> Path:
    return written("a.mp4", b"x")(where) / "film.mp4"


def written(name: str, data: bytes) -> Make:
    def make(where: Path) -> Path:
        path = where / name
        path.write_bytes(data)
        return path

    return make


def pipe(where: Path) -> Path:
    os.mkfifo(where / "pipe.mp4")
    return where / "pipe.mp4"


def noise(where: Path) -> Path:
    return written("noise.mp4", np.random.default_rng(1).bytes(20000))(where)


def cut(where: Path) -> Path:
    path = where / "cut.mp4"
    clips.write(path, options=clips.x264(12), count=12)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    return path


def sound_alone(where: Path) -> Path:
    path = where / "sound.mp4"
    with av.open(str(path), "w") as out:
        audio = out.add_stream("aac", rate=48000, layout="mono")
        for first in range(0, 48000, 1024):
            out.mux(audio.encode(clips.tone(first, 1024)))
        out.mux(audio.encode(None))
    return path


def wave(where: Path) -> Path:
    path = where / "sound.wav"
    with av.open(str(path), "w") as out:
        audio = out.add_stream("pcm_s16le", rate=48000, layout="mono")
        frame = av.AudioFrame.from_ndarray(np.zeros((1, 4800), np.int16), "s16", "mono")
        frame.sample_rate, frame.time_base, frame.pts = 48000, Fraction(1, 48000), 0
        out.mux(audio.encode(frame))
        out.mux(audio.encode(None))
    return path


def no_frames(where: Path) -> Path:
    path = where / "none.avi"
    with av.open(str(path), "w") as out:
        video = out.add_stream("mjpeg", rate=25)
        video.width, video.height, video.pix_fmt = 64, 48, "yuvj420p"
        out.start_encoding()
    return path


def all_noise_inside(where: Path) -> Path:
    """Whole outside, but every picture is overwritten from its first byte to its last."""
    path = where / "hollow.mp4"
    clips.write(path, options=clips.x264(4, 0), count=8, b=0)
    with av.open(str(path)) as film:
        packets = [(p.pos or 0, p.size) for p in film.demux(video=0) if p.size]
    data = bytearray(path.read_bytes())
    for place, size in packets:
        data[place : place + size] = b"\xa5" * size
    path.write_bytes(bytes(data))
    return path


WRONG: list[tuple[Make, str, str]] = [
    (missing, "There is no file of this name.", "Check the name"),
    (below_a_file, "There is no file of this name.", "Check the name"),
    (folder, "This is a folder, not a film.", "Choose one of the films inside it."),
    (pipe, "This is a device or a pipe, not a film.", "Record it to a file first"),
    (written("empty.mp4", b""), "This file is empty.", COPY_AGAIN),
    (written("zeros.mp4", bytes(9000)), "This file begins with nothing but zeros", COPY_AGAIN),
    (
        written("notes.mp4", "Prénoms: élève, juge\n".encode() * 400),
        "This is a text, whatever its name says, not a film.",
        "Choose the film itself",
    ),
    (
        written("list.mp4", b"#EXTM3U\n#EXTINF:3,\nhttp://example.org/a.ts\n"),
        "This is a playlist: a text that names other films, not a film itself.",
        "Open the film that it names",
    ),
    (
        written("list.m3u8", b"#EXTM3U\n#EXTINF:3,\n/etc/passwd\n#EXT-X-ENDLIST\n"),
        "This is a playlist: a text that names other films, not a film itself.",
        "Open the film that it names",
    ),
    (
        written("joined.mkv", b"ffconcat version 1.0\nfile other.mp4\n"),
        "This is a playlist: a text that names other films, not a film itself.",
        "Open the film that it names",
    ),
    (
        written("dash.mp4", b"<?xml version='1.0'?>\n<MPD type='static'></MPD>"),
        "This is a playlist: a text that names other films, not a film itself.",
        "Open the film that it names",
    ),
    (
        written("still.mp4", b"\x89PNG\r\n\x1a\n" + bytes(200)),
        "This is a still picture, not a film.",
        "Choose the film",
    ),
    (noise, "No film can be recognised in this file", "Check that it plays elsewhere"),
    (cut, "This recording was cut off: the list of its pictures", "Copy the whole file again"),
    (sound_alone, "This file has sound but no pictures.", "Choose the film"),
    (wave, "This file has sound but no pictures.", "Choose the film"),
    (no_frames, "This film has a track of pictures, but not one picture in it.", "Copy the film"),
    (all_noise_inside, "Not one picture of this film can be decoded.", "Copy the film again"),
]


@pytest.mark.parametrize(("make", "what", "mend"), WRONG)
def test_refused_with_reason_and_mend(
    make: Make, what: str, mend: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = make(tmp_path)
    capfd.readouterr()
    with pytest.raises(FootageError) as caught:
        Footage.open(path)
    assert caught.value.where == str(path)
    assert caught.value.what.startswith(what)
    assert caught.value.mend.startswith(mend)
    assert caught.value.what.endswith(".")
    assert caught.value.mend.endswith(".")
    out, err = capfd.readouterr()
    assert (out, err) == ("", ""), "FFmpeg's own chatter must not reach the terminal"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_unreadable(tmp_path: Path) -> None:
    path = written("secret.mp4", b"x" * 100)(tmp_path)
    path.chmod(0)
    with pytest.raises(FootageError, match="This file may not be read"):
        Footage.open(path)


def test_unreadable_as_the_system_says_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written("film.mp4", b"x" * 100)(tmp_path)

    def fails(*_: object, **__: object) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(Path, "open", fails)
    with pytest.raises(FootageError, match=r"cannot be read: Input/output error\."):
        Footage.open(path)


def test_frames_outside_the_film(clip: Clips) -> None:
    with Footage.open(clip("constant").path) as film:
        for i in (-1, len(film), 10**9):
            with pytest.raises(FootageError, match=f"There is no frame {i} in this film") as caught:
                film.frame(i)
            assert caught.value.mend == "Its frames are numbered from 0 to 39."
            for call in (film.picture, film.time_of, film.mark):
                with pytest.raises(FootageError):
                    call(i)


def test_a_closed_film_says_so(clip: Clips) -> None:
    film = Footage.open(clip("constant").path)
    film.frame(0)
    film.close()
    film.close()
    with pytest.raises(FootageError, match="This film was closed"):
        film.frame(0)


def test_nothing_is_printed_about_damage(clip: Clips, capfd: pytest.CaptureFixture[str]) -> None:
    path = clip("damaged").path
    capfd.readouterr()
    with Footage.open(path) as film:
        for i in range(len(film)):
            film.frame(i)
        assert film.health().get("damage") is not None
    assert capfd.readouterr() == ("", "")


def test_a_film_that_vanishes_is_named_not_a_traceback(clip: Clips, tmp_path: Path) -> None:
    path = tmp_path / "film.mp4"
    path.write_bytes(clip("damaged").path.read_bytes())
    with Footage.open(path) as film:
        reader = film._store.reader
        reader._threads = "SLICE"  # as after a lost frame: the next request opens the file anew
        path.unlink()
        for _ in range(2):
            with pytest.raises(FootageError, match="There is no file of this name"):
                film.frame(20)
        path.write_bytes(clip("damaged").path.read_bytes())
        assert film.frame(20).shape == (clips.HEIGHT, clips.WIDTH, 3)


def test_giving_up_while_opening(clip: Clips) -> None:
    class Enough(Exception):
        pass

    def enough(share: float) -> None:
        raise Enough

    with pytest.raises(Enough):
        # A raw stream has to be decoded once to be counted, which reports more often.
        Footage.open(long_raw(clip), progress=enough)


def long_raw(clip: Clips) -> Path:
    path = clip("raw_h264").path
    longer = path.with_name("longer.h264")
    longer.write_bytes(path.read_bytes() * 4)
    return longer
