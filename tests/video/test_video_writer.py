"""The writer keeps exact times, and leaves no file behind when it fails."""

from __future__ import annotations

import errno
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest

from annotator.errors import ExportError
from annotator.video import FilmWriter, Footage
from tests.video.clips import HEIGHT, WIDTH, luma, read_number, uneven

SIZE = (WIDTH, HEIGHT)
TICK = Fraction(1, 90000)


def rgb(number: int) -> np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]:
    return np.repeat(luma(number)[..., None], 3, axis=2)


@pytest.mark.parametrize(
    ("time_base", "times"),
    [
        (TICK, uneven(30)),
        (Fraction(1001, 30000), [n * Fraction(1001, 30000) for n in range(30)]),
        (Fraction(1, 25), [Fraction(n + 35, 25) for n in range(12)]),
        (Fraction(1, 1000), [Fraction(n * n, 1000) for n in range(20)]),
        (Fraction(1, 60), [Fraction(3, 60)]),
    ],
)
def test_every_frame_and_time_comes_back(
    time_base: Fraction, times: list[Fraction], tmp_path: Path
) -> None:
    path = tmp_path / "film.mp4"
    with FilmWriter.open(path, SIZE, time_base, gop=12) as film:
        for n, time in enumerate(times):
            film.add(rgb(n), time)
        assert not path.exists()
    assert [p.name for p in tmp_path.iterdir()] == ["film.mp4"]
    with Footage.open(path) as seen:
        assert list(seen.times) == times
        assert [read_number(image) for image in seen.frames()] == list(range(len(times)))
        assert not seen.has_sound


def test_yuv_sound_rotation_and_colour(tmp_path: Path) -> None:
    path = tmp_path / "film.mp4"
    planes = np.full((HEIGHT * 3 // 2, WIDTH), 128, np.uint8)
    with FilmWriter.open(
        path, SIZE, Fraction(1, 25), 48000, channels=2, rotation=90, threads=1
    ) as film:
        for n in range(25):
            planes[:HEIGHT] = np.rot90(luma(n, HEIGHT, WIDTH))
            film.add(planes, Fraction(n, 25))
            film.add_sound(np.full(960, 0.25, np.float32))
            film.add_sound(np.full((960, 2), 8192, np.int16))
        film.add_sound(np.zeros(0, np.int16))
    with Footage.open(path) as seen:
        assert (seen.size, seen.rotation, seen.has_sound) == ((HEIGHT, WIDTH), 90, True)
        assert [read_number(image) for image in seen.frames()] == list(range(25))
    with av.open(str(path)) as container:
        audio = container.streams.audio[0]
        assert (audio.rate, audio.channels) == (48000, 2)
        sound = np.concatenate([f.to_ndarray() for f in container.decode(audio)], axis=1)
    assert abs(sound.shape[1] - 48000) < 2048
    assert abs(float(np.median(sound)) - 0.25) < 0.02


def test_the_same_bytes_from_the_same_pictures(tmp_path: Path) -> None:
    for name in ("a.mp4", "b.mp4"):
        with FilmWriter.open(tmp_path / name, SIZE, Fraction(1, 25), threads=1) as film:
            for n in range(8):
                film.add(rgb(n), Fraction(n, 25))
    assert (tmp_path / "a.mp4").read_bytes() == (tmp_path / "b.mp4").read_bytes()


def write_noise(path: Path, frames: int) -> None:
    noise = np.random.default_rng(4)
    with FilmWriter.open(path, SIZE, Fraction(1, 25), crf=10, threads=1) as film:
        for n in range(frames):
            film.add(noise.integers(0, 256, (HEIGHT, WIDTH, 3), np.uint8), Fraction(n, 25))


@pytest.mark.parametrize("frames", [2, 60])  # found full at the end, and on the way
@pytest.mark.usefixtures("small_disk")
def test_a_full_disk_leaves_nothing_and_says_what_to_do(frames: int, tmp_path: Path) -> None:
    path = tmp_path / "film.mp4"
    path.write_bytes(b"the old film")
    with pytest.raises(ExportError) as caught:
        write_noise(path, frames)
    assert caught.value.what == "There is no room left on this disk for the film."
    assert caught.value.mend.startswith("Free some room or choose another folder")
    assert caught.value.where == str(path)
    assert [p.name for p in tmp_path.iterdir()] == ["film.mp4"]
    assert path.read_bytes() == b"the old film"


def test_a_disk_that_fails_at_the_last_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(number: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("annotator.video.writer.os.fsync", fails)
    with pytest.raises(ExportError, match="could not be written: Input/output error"):
        write_noise(tmp_path / "film.mp4", 3)
    assert list(tmp_path.iterdir()) == []


def test_an_error_of_the_callers_leaves_nothing(tmp_path: Path) -> None:
    def fails() -> None:
        with FilmWriter.open(tmp_path / "film.mp4", SIZE, Fraction(1, 25)) as film:
            film.add(rgb(0), Fraction(0))
            raise KeyError("elsewhere")

    with pytest.raises(KeyError):
        fails()
    assert list(tmp_path.iterdir()) == []


def test_places_where_nothing_can_be_written(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="There is no such folder"):
        FilmWriter.open(tmp_path / "gone" / "film.mp4", SIZE, Fraction(1, 25))
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(ExportError, match="There is no such folder"):
        FilmWriter.open(tmp_path / "file" / "film.mp4", SIZE, Fraction(1, 25))


def test_wrong_arguments_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="even"):
        FilmWriter.open(tmp_path / "film.mp4", (33, 32), Fraction(1, 25))
    film = FilmWriter.open(tmp_path / "film.mp4", SIZE, Fraction(1, 25))
    film.add(rgb(0), Fraction(1, 25))
    with pytest.raises(ValueError, match="no whole number of ticks"):
        film.add(rgb(1), Fraction(1, 24))
    with pytest.raises(ValueError, match="does not follow"):
        film.add(rgb(1), Fraction(1, 25))
    with pytest.raises(ValueError, match="a picture of shape"):
        film.add(rgb(1)[:-2], Fraction(2, 25))
    with pytest.raises(ValueError, match="without an audio rate"):
        film.add_sound(np.zeros(10, np.int16))
    film.close()
    film.close()
    with pytest.raises(ValueError, match="closed"):
        film.add(rgb(1), Fraction(2, 25))


def test_two_writers_of_one_name_do_not_meet(tmp_path: Path) -> None:
    path = tmp_path / "film.mp4"
    one = FilmWriter.open(path, SIZE, Fraction(1, 25))
    two = FilmWriter.open(path, SIZE, Fraction(1, 25))
    one.add(rgb(1), Fraction(0))
    two.add(rgb(2), Fraction(0))
    one.close()
    two.abandon()
    with Footage.open(path) as film:
        assert read_number(film.frame(0)) == 1
    assert [p.name for p in tmp_path.iterdir()] == ["film.mp4"]
