"""The last columns of a picture 852 or 1282 pixels wide were whatever was in memory: FFmpeg's fast
way into the colours of the screen leaves them out where 1 to 4 pixels are over 16.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from av.video.frame import VideoFrame

from annotator.video.picture import Orientation, paintable, rgb, shrunk

HEIGHT = 64
FORMATS = ("yuv420p", "yuvj420p", "yuv422p", "yuvj422p", "yuv444p", "nv12", "yuv420p10le")


def grey_frame(width: int, pixels: str) -> VideoFrame:
    frame = VideoFrame(width, HEIGHT, pixels)
    for plane in frame.planes:
        np.frombuffer(memoryview(plane), np.uint8)[:] = 2 if "10" in pixels else 150
    return frame


@pytest.mark.parametrize("pixels", FORMATS)
@pytest.mark.parametrize("width", [833, 840, 850, 852, 1282])
def test_the_whole_width_is_painted(width: int, pixels: str) -> None:
    frame = grey_frame(width, pixels)
    size = (width, HEIGHT)
    wanted = rgb(frame, size, Orientation())[0, 0].astype(int)
    for shown in (width, 420, 419, 417):
        box = (shown, 2000)
        picture = paintable(frame, size, Orientation(), box, 0, Fraction(0), None)
        assert picture.width == shown
        assert np.abs(picture.array()[..., 2::-1].astype(int) - wanted).max() <= 3


def test_the_whole_width_of_a_picture_that_was_kept_small_is_painted() -> None:
    frame = grey_frame(1920, "yuv420p")
    small = shrunk(frame, 852, HEIGHT)
    picture = paintable(small, (1920, HEIGHT), Orientation(), (852, HEIGHT), 0, Fraction(0), None)
    columns = picture.array().astype(int)
    assert np.abs(columns - columns[:, :1]).max() == 0
