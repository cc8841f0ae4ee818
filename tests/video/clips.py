"""Small films of every kind, whose frames carry their number in the pixels.

The picture: four corner squares of four greys, so that any turn or mirror image shows; in the
middle 2 x 6 cells that hold the number's twelve bits, and below them 2 x 6 cells with the same bits
inverted, so that a misread cell is noticed; behind them something that moves, so that encoders
really predict one frame from another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import av
import numpy as np
import numpy.typing as npt
from av.stream import Disposition
from av.video.stream import VideoStream

Image = npt.NDArray[np.uint8]

WIDTH, HEIGHT = 192, 112
CELL = 12
CORNER = 16
GREYS = (235, 160, 90, 16)  # top left, top right, bottom left, bottom right
COUNT = 40
RATE = Fraction(30000, 1001)


@dataclass(frozen=True)
class Clip:
    """A film and the truth about it: `numbers` as shown."""

    path: Path
    numbers: list[int]
    times: list[Fraction] | None = None  # None: the test asks the container
    notes: dict[str, Any] = field(default_factory=dict)
    scale: int = 1  # pixels across for one of `luma`
    retimed: tuple[int, int] | None = None  # at least and at most so many times are not its own

    def number(self, image: Image) -> int | None:
        """As `read_number`, for a picture of this film."""
        half, step = self.scale // 2, self.scale
        return read_number(image[half::step, half::step] if step > 1 else image)


def _grid(width: int, height: int) -> tuple[int, int]:
    return (height - 4 * CELL) // 2, (width - 6 * CELL) // 2


def luma(number: int, width: int = WIDTH, height: int = HEIGHT) -> Image:
    """The picture of this number as grey levels (height, width)."""
    across = np.arange(width)[None, :] * 2 + number * 5
    down = np.arange(height)[:, None] * 3 - number * 2
    picture = (90 + 50 * np.sin(across / 23) + 30 * np.cos(down / 17)).astype(np.uint8)
    corners = ((0, 0), (0, width - CORNER), (height - CORNER, 0), (height - CORNER, width - CORNER))
    for grey, (top, left) in zip(GREYS, corners, strict=True):
        picture[top : top + CORNER, left : left + CORNER] = grey
    bits = np.array([number >> n & 1 for n in range(12)]).reshape(2, 6)
    cells = np.kron(np.concatenate((bits, 1 - bits)), np.ones((CELL, CELL), np.int64))
    top, left = _grid(width, height)
    picture[top - 4 : top + 4 * CELL + 4, left - 4 : left + 6 * CELL + 4] = 128
    picture[top : top + 4 * CELL, left : left + 6 * CELL] = np.where(cells, 230, 20)
    return picture


def read_number(image: Image) -> int | None:
    """The number in an RGB or grey image of stored size, or None when it is not plain to see or
    the image is not upright."""
    grey = image[..., 1] if image.ndim == 3 else image
    height, width = grey.shape
    inner = slice(4, CORNER - 4)
    marks = [
        float(part[inner, inner].mean())
        for part in (
            grey[:CORNER, :CORNER],
            grey[:CORNER, -CORNER:],
            grey[-CORNER:, :CORNER],
            grey[-CORNER:, -CORNER:],
        )
    ]
    if any(a - b < 25 for a, b in pairwise(marks)):
        return None
    top, left = _grid(width, height)
    cells = grey[top : top + 4 * CELL, left : left + 6 * CELL].reshape(4, CELL, 6, CELL)
    means = cells[:, 3:-3, :, 3:-3].mean(axis=(1, 3))
    if bool(np.any(np.abs(means - 128) < 40)):
        return None
    bits = (means > 128).astype(int)
    if bool(np.any(bits[:2] == bits[2:])):
        return None
    return sum(int(bit) << n for n, bit in enumerate(bits[:2].ravel()))


def yuv(number: int, shape: Callable[[Image], Image], fmt: str) -> av.VideoFrame:
    """The picture as a frame to encode; `shape` turns it into how the camera stores it."""
    grey = np.ascontiguousarray(shape(luma(number)))
    height, width = grey.shape
    planes = np.concatenate((grey, np.full((height // 2, width), 128, np.uint8)))
    frame = av.VideoFrame.from_ndarray(planes, "yuv420p")
    return frame if fmt == "yuv420p" else frame.reformat(format=fmt)


def tone(first: int, count: int, rate: int = 48000) -> av.AudioFrame:
    """A soft 220 Hz tone, mono."""
    wave = 0.1 * np.sin(2 * np.pi * 220 * (first + np.arange(count)) / rate)
    frame = av.AudioFrame.from_ndarray(wave.astype(np.float32)[None, :], "fltp", "mono")
    frame.sample_rate, frame.pts, frame.time_base = rate, first, Fraction(1, rate)
    return frame


def x264(gop: int, b: int = 2, *, open_gop: bool = False, more: str = "") -> dict[str, str]:
    """x264 options with groups of exactly `gop` frames and `b` B pictures in a row."""
    least = gop // 2 if open_gop else gop
    params = f"keyint={gop}:min-keyint={least}:scenecut=0:bframes={b}:b-adapt=0:ref=3"
    params += f":b-pyramid=normal:open-gop={int(open_gop)}:threads=1{more}"
    return {"preset": "veryfast", "crf": "20", "x264-params": params}


def write(
    path: Path,
    times: Sequence[Fraction] | None = None,
    *,
    codec: str = "libx264",
    options: dict[str, str] | None = None,
    count: int = COUNT,
    first: int = 0,
    rate: Fraction = RATE,
    time_base: Fraction | None = None,
    fmt: str = "yuv420p",
    gop: int = 12,
    b: int = 2,
    sound: bool = False,
    sound_after: Fraction = Fraction(0),
    container: str | None = None,
    mux: dict[str, str] | None = None,
    shape: Callable[[Image], Image] = lambda picture: picture,
    matrix: Sequence[int] | None = None,
    aspect: Fraction | None = None,
) -> list[Fraction]:
    """Write a film; returns the presentation times that were sent to the muxer."""
    when = [n / rate for n in range(count)] if times is None else list(times)
    base = time_base or 1 / rate
    stored = shape(luma(0)).shape
    with av.open(str(path), "w", format=container, options=mux or {}) as out:
        video = cast("VideoStream", out.add_stream(codec, rate=rate, options=options or {}))
        video.height, video.width = stored
        video.pix_fmt = fmt
        context = video.codec_context
        context.gop_size, context.max_b_frames = gop, b
        context.thread_count, context.thread_type = 1, "FRAME"
        video.time_base = context.time_base = base
        if aspect is not None:
            context.sample_aspect_ratio = aspect
        if matrix is not None:
            video.set_display_matrix(matrix)
        audio = out.add_stream("aac", rate=48000, layout="mono") if sound else None
        heard = 0
        for n, time in enumerate(when):
            frame = yuv(first + n, shape, fmt)
            frame.pts, frame.time_base = round(time / base), base
            out.mux(video.encode(frame))
            while audio is not None and Fraction(heard, 48000) <= time:
                out.mux(audio.encode(tone(heard, 1024)))
                heard += 1024
        out.mux(video.encode(None))
        if audio is not None:
            while Fraction(heard, 48000) < when[-1] + sound_after:
                out.mux(audio.encode(tone(heard, 1024)))
                heard += 1024
            out.mux(audio.encode(None))
    return [round(time / base) * base for time in when]


def copy_packets(source: Path, target: Path, earlier: Fraction) -> None:
    """Remux with all times `earlier` by so many seconds: what falls before 0 becomes hidden by an
    edit list."""
    options = {"avoid_negative_ts": "disabled", "use_editlist": "1"}
    with av.open(str(source)) as old, av.open(str(target), "w", options=options) as new:
        twin = {s.index: new.add_stream_from_template(s) for s in old.streams.video}
        for packet in old.demux(video=0):
            if packet.dts is None or packet.pts is None:
                continue
            shift = round(earlier / packet.time_base)
            packet.pts, packet.dts = packet.pts - shift, packet.dts - shift
            packet.stream = twin[packet.stream.index]
            new.mux(packet)


def join_tracks(target: Path, sources: Sequence[Path], covers: int = 0) -> None:
    """Put all tracks of these films into one, unchanged; the first `covers` are still pictures
    attached to it.
    """
    with ExitStack() as stack:
        films = [stack.enter_context(av.open(str(source))) for source in sources]
        new = stack.enter_context(av.open(str(target), "w"))
        waiting: list[tuple[Fraction, int, Any, Any]] = []
        for number, film in enumerate(films):
            twins = {s.index: new.add_stream_from_template(s) for s in film.streams}
            if number < covers:
                for twin in twins.values():
                    twin.disposition = Disposition.attached_pic
            for packet in film.demux():
                if packet.dts is not None:
                    time = packet.dts * packet.time_base
                    waiting.append((time, len(waiting), packet, twins[packet.stream.index]))
        for _, _, packet, twin in sorted(waiting, key=lambda entry: entry[:2]):
            packet.stream = twin
            new.mux(packet)


def magnified(times: int) -> Callable[[Image], Image]:
    """A `shape` for `write`: each pixel becomes a square of so many."""
    return lambda picture: np.kron(picture, np.ones((times, times), np.uint8))


def spoil(path: Path, ordinals: Sequence[int], length: int = 120) -> None:
    """Overwrite the middle of these video packets with noise."""
    with av.open(str(path)) as film:
        packets = [(p.pos, p.size) for p in film.demux(video=0) if p.size]
    data = bytearray(path.read_bytes())
    noise = np.random.default_rng(3)
    for ordinal in ordinals:
        place, size = packets[ordinal]
        assert place is not None
        span = min(length, size * 2 // 3)
        at = place + size // 4
        data[at : at + span] = noise.integers(0, 256, span, np.uint8).tobytes()
    path.write_bytes(bytes(data))


def spoil_bytes(path: Path, shares: Sequence[Fraction], length: int = 120) -> None:
    """Overwrite stretches that begin at these shares of the file with noise."""
    data = bytearray(path.read_bytes())
    noise = np.random.default_rng(5)
    for share in shares:
        at = int(len(data) * share)
        data[at : at + length] = noise.integers(0, 256, length, np.uint8).tobytes()
    path.write_bytes(bytes(data))


def uneven(count: int) -> list[Fraction]:
    """A phone's times: jitter, half rate for a while, and a hole of almost half a second."""
    noise = np.random.default_rng(8)
    time, out = Fraction(0), []
    for n in range(count):
        out.append(time)
        gap = 6000 if count // 2 <= n < count * 3 // 4 else 3000
        time += Fraction(int(gap + noise.integers(-250, 251)), 90000)
        if n == count // 3:
            time += Fraction(4, 10)
    return out


_ONE = 1 << 16
_CLOCKWISE = {0: (1, 0, 0, 1), 1: (0, 1, -1, 0), 2: (-1, 0, 0, -1), 3: (0, -1, 1, 0)}


def display_matrix(quarters: int, mirrored: bool) -> list[int]:
    """The nine numbers that tell a player: mirror left to right, then turn clockwise."""
    a, b, c, d = _CLOCKWISE[quarters]
    if mirrored:
        a, b = -a, -b
    return [a * _ONE, b * _ONE, 0, c * _ONE, d * _ONE, 0, 0, 0, 1 << 30]


def stored_for(quarters: int, mirrored: bool) -> Callable[[Image], Image]:
    """How a picture must be stored so that mirroring and turning sets it upright."""

    def shape(picture: Image) -> Image:
        back: Image = np.rot90(picture, quarters)  # counter-clockwise: the inverse
        return back[:, ::-1] if mirrored else back

    return shape
