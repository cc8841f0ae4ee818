"""Films for the measurements of speed: camera-like grain and motion, each frame with its number.

The number stands in the picture as 16 light and dark cells in the upper left corner, so that any
program's picture tells which frame it is.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import cast

import av
import numpy as np
import numpy.typing as npt
from av.video.stream import VideoStream

Image = npt.NDArray[np.uint8]

CELL, BITS = 32, 16


@dataclass(frozen=True, slots=True)
class Film:
    """A film to be made. `rate`: frames a second; `gop`: frames from key frame to key frame."""

    name: str
    size: tuple[int, int]
    rate: int
    frames: int
    gop: int
    codec: str
    options: dict[str, str]
    pixels: str = "yuv420p"
    b_frames: int = 0
    trc: int = 1


def _x265(gop: int, b_frames: int) -> dict[str, str]:
    words = f"keyint={gop}:min-keyint={gop}:scenecut=0:bframes={b_frames}:log-level=none"
    return {"preset": "ultrafast", "crf": "24", "x265-params": words}


_X264 = {"preset": "veryfast", "sc_threshold": "0"}
FILMS = (
    Film("h264-1080p-gop250.mp4", (1920, 1080), 30, 750, 250, "libx264", {**_X264, "crf": "21"}, b_frames=3),
    Film("h264-1080p-phone.mp4", (1920, 1080), 30, 600, 30, "libx264", {**_X264, "b": "21M"}),
    Film("h264-1080p60.mp4", (1920, 1080), 60, 900, 60, "libx264", {**_X264, "b": "24M"}, b_frames=2),
    Film("hevc-1080p.mp4", (1920, 1080), 30, 500, 250, "libx265", _x265(250, 3), b_frames=3),
    Film("hevc10-1080p-pq.mp4", (1920, 1080), 30, 300, 60, "libx265", _x265(60, 3), "yuv420p10le", 3, 16),
    Film("h264-4k60.mp4", (3840, 2160), 60, 360, 120, "libx264", {"preset": "ultrafast", "b": "40M"}),
    Film("hevc10-4k60.mp4", (3840, 2160), 60, 180, 60, "libx265", _x265(60, 3), "yuv420p10le", 3),
    Film("vp9-720p.webm", (1280, 720), 30, 450, 120, "libvpx-vp9",
         {"deadline": "realtime", "cpu-used": "8", "b": "5M", "row-mt": "1"}),
    Film("av1-720p.mkv", (1280, 720), 30, 450, 120, "libsvtav1", {"preset": "11", "crf": "32"}),
    Film("mjpeg-720p.avi", (1280, 720), 30, 450, 1, "mjpeg", {"q": "4", "qmin": "4", "qmax": "4"}, "yuvj420p"),
    Film("mpeg2-720p.mpg", (1280, 720), 30, 450, 15, "mpeg2video", {"b": "16M"}, b_frames=2),
)  # fmt: skip


def pictures(size: tuple[int, int], count: int) -> Iterator[Image]:
    """Planar YUV 4:2:0 pictures: bodies that move over a mat, a camera that sways, grain."""
    width, height = size
    scale = max(height // 1080, 1)
    rng = np.random.default_rng(11)
    block = 8 * scale
    mat = rng.integers(60, 170, (height // block + 40, width // block + 80)).astype(np.uint8)
    mat = np.kron(mat, np.ones((block, block), np.uint8))
    grain = [rng.normal(0, 4, (height, width)).round().astype(np.int16) for _ in range(5)]
    chroma = np.full((height // 2, width), 118, np.uint8)
    side = height * 300 // 1080
    for n in range(count):
        x, y = int(150 + 140 * np.sin(n / 25)), int(100 + 90 * np.sin(n / 41))
        luma = mat[y : y + height, x : x + width] + grain[n % 5]
        for body in range(3):
            left = (n * (4 + body * 3) * scale + body * side) % (width - side)
            top = side + side // 2 * body
            luma[top : top + side, left : left + side] = 70 + 60 * body
        plane = np.clip(luma, 16, 235).astype(np.uint8)
        bits = np.array([n >> bit & 1 for bit in range(BITS)], np.uint8) * 195 + 20
        cell = CELL * scale
        plane[:cell, : BITS * cell] = np.repeat(bits, cell)[None, :]
        yield np.concatenate((plane, chroma))


def number_in(picture: Image, film: Film) -> int:
    """The number in a whole picture of the film at any size: RGB, BGRA or grey."""
    grey = picture[..., 1] if picture.ndim == 3 else picture
    cell = CELL * max(film.size[1] // 1080, 1) * grey.shape[1] / film.size[0]
    row = grey[int(cell * 0.3) : int(cell * 0.7)]
    cells = [row[:, int(cell * (b + 0.3)) : int(cell * (b + 0.7))].mean() for b in range(BITS)]
    return sum(int(mean > 120) << bit for bit, mean in enumerate(cells))


def make(film: Film, folder: Path) -> Path:
    """The film in this folder, made if it is not there yet."""
    path = folder / film.name
    if path.exists():
        return path
    part = folder / f"part-{film.name}"
    with av.open(str(part), "w") as out:
        video = cast(
            "VideoStream", out.add_stream(film.codec, rate=film.rate, options=film.options)
        )
        video.width, video.height = film.size
        video.pix_fmt = film.pixels
        context = video.codec_context
        context.gop_size, context.max_b_frames = film.gop, film.b_frames
        context.thread_type = "FRAME"
        context.colorspace = 9 if film.trc == 16 else 1
        context.color_trc = film.trc
        for n, planes in enumerate(pictures(film.size, film.frames)):
            frame = av.VideoFrame.from_ndarray(planes, "yuv420p")
            if film.pixels != "yuv420p":
                frame = frame.reformat(format=film.pixels)
            frame.pts, frame.time_base = n, Fraction(1, film.rate)
            out.mux(video.encode(frame))
        out.mux(video.encode(None))
    part.rename(path)
    return path


def repeated(source: Path, path: Path, times: int) -> Path:
    """The film so many times in a row, its packets copied."""
    if not path.exists():
        part = path.with_name(f"part-{path.name}")
        subprocess.run(
            ["ffmpeg", "-v", "error", "-y", "-stream_loop", str(times - 1), "-i", str(source),
             "-c", "copy", str(part)],
            check=True,
        )  # fmt: skip
        part.rename(path)
    return path
