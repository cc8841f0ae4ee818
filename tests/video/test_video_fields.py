"""Deinterlacing: the lines of one moment, filled in; the frame itself stays what it is."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest

from annotator.video import Footage

WIDTH, HEIGHT, COUNT = 128, 96, 12


def combed(path: Path, *, bottom_first: bool) -> None:
    """A white bar that moves between the two half pictures of each frame."""
    order = "tff" if not bottom_first else "bff"
    options = {"flags": "+ildct+ilme", "crf": "4", "x264-params": f"{order}=1:keyint=6"}
    with av.open(str(path), "w") as out:
        video = out.add_stream("libx264", rate=25, options=options)
        video.width, video.height, video.pix_fmt = WIDTH, HEIGHT, "yuv420p"
        for n in range(COUNT):
            planes = np.full((HEIGHT * 3 // 2, WIDTH), 128, np.uint8)
            planes[:HEIGHT] = 16
            for field in (0, 1):  # in the order in which they were seen
                lines = field ^ int(bottom_first)
                at = 8 * n + 4 * field
                planes[lines:HEIGHT:2, at : at + 4] = 235
            frame = av.VideoFrame.from_ndarray(planes, "yuv420p")
            frame.pts, frame.time_base = n, Fraction(1, 25)
            out.mux(video.encode(frame))
        out.mux(video.encode(None))


@pytest.mark.parametrize("bottom_first", [False, True])
def test_one_moment_is_seen_and_it_is_the_first(tmp_path: Path, bottom_first: bool) -> None:
    path = tmp_path / "combed.mp4"
    combed(path, bottom_first=bottom_first)
    with Footage.open(path) as film:
        assert film.interlaced
        assert film.bottom_first is bottom_first
        stored = [film.frame(n) for n in range(COUNT)]
        film.deinterlace = True
        for n in (0, 7, 3, 11, 3):
            grey = film.picture(n).array()[..., 1].astype(int)
            assert grey.shape == (HEIGHT, WIDTH)
            first, second = slice(8 * n + 1, 8 * n + 3), slice(8 * n + 5, 8 * n + 7)
            assert grey[4:-4, first].min() > 200
            assert grey[4:-4, second].max() < 60
            # What is stored stays: both half pictures, line by line.
            assert np.array_equal(film.frame(n), stored[n])
        film.deinterlace = False
        plain = film.picture(3).array()[..., 1].astype(int)
        assert np.abs(np.diff(plain[4:-4, 29:31].mean(axis=1))).min() > 150


@pytest.mark.parametrize("size", [(64, 48), (128, 96), (96, 72)])
def test_a_frame_looks_the_same_from_wherever_it_was_come_to(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    path = tmp_path / "combed.mp4"
    combed(path, bottom_first=False)
    with Footage.open(path) as film:
        film.deinterlace = True
        forward = [film.picture(n, size).array().copy() for n in range(COUNT)]
        for n in (11, 4, 10, 3, 2, 1, 0, 5):
            picture = film.picture(n, size)
            assert (picture.index, picture.width, picture.height) == (n, *size)
            assert np.array_equal(picture.array(), forward[n])


def test_frames_kept_small_are_not_taken_apart(tmp_path: Path) -> None:
    path = tmp_path / "combed.mp4"
    combed(path, bottom_first=False)
    size = (64, 48)
    with Footage.open(path) as film:
        film.deinterlace = True
        wanted = [film.picture(n, size).array().copy() for n in range(COUNT)]
    with Footage.open(path, cache_bytes=4 * WIDTH * HEIGHT * 3 // 2) as film:
        film.fill(film.chunk(COUNT - 1, size))
        assert film.at_hand(COUNT - 2, size)
        film.deinterlace = True
        for n in reversed(range(COUNT)):
            assert np.array_equal(film.picture(n, size).array(), wanted[n])
        film.deinterlace = False
        plain = film.picture(3, size).array()
        assert not np.array_equal(plain, wanted[3])
