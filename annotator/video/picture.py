"""From a decoded frame to upright pixels: RGB arrays for reading, BGRA buffers for painting."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from threading import local
from typing import TYPE_CHECKING, cast

import numpy as np
import numpy.typing as npt
from av.error import FFmpegError
from av.filter import Graph
from av.sidedata.sidedata import Type
from av.video.reformatter import VideoReformatter

from annotator.video.hdr import table_for
from annotator.video.opencv import through, turn

if TYPE_CHECKING:
    from av.sidedata.sidedata import SideDataContainer
    from av.video.frame import VideoFrame

Image = npt.NDArray[np.uint8]

_UNSPECIFIED = 2
_BT709 = 1
_HD_HEIGHT = 720
_TELEVISION = 1  # FFmpeg's number of the range 16 to 235
_HALF_COLOURS = ("yuv420p", "yuvj420p", "yuv420p10le", "nv12", "p010le")
_AROUND = {"yuv420p": "nv12", "yuvj420p": "nv12", "yuv422p": "yuv444p", "yuvj422p": "yuv444p"}

_mine = local()


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A frame ready to paint.

    `data` holds `height` rows of `stride` bytes, of which the first 4 * `width` are pixels in the
    byte order blue, green, red, alpha (255): what Qt calls Format_RGB32 on a little-endian
    machine. It is upright already, with no turn left for the painter, because a turn at the shown
    size costs less than a rotating painter. It owns or keeps alive its memory: hold the `Picture`
    as long as an image looks into `data`. Pixels may be oblong: see `Footage.pixel_aspect`.
    `index` and `time` are always those of what is seen, also where `towards` says that it is not
    yet what was asked for.
    """

    width: int
    height: int
    stride: int
    data: memoryview
    index: int
    time: Fraction
    mark: str | None = None
    owner: object = None
    towards: int | None = None  # the frame that was asked for and is still being decoded

    def array(self) -> Image:
        """The pixels as (height, width, 4) in BGRA order; a view, not a copy."""
        rows = np.frombuffer(self.data, np.uint8, count=self.stride * self.height)
        return rows.reshape(self.height, self.stride)[:, : self.width * 4].reshape(
            self.height, self.width, 4
        )


@dataclass(frozen=True, slots=True)
class Orientation:
    """How stored pictures become upright: mirror left to right if `mirrored`, then turn clockwise
    by `quarters` quarter turns.
    """

    quarters: int = 0
    mirrored: bool = False

    def upright(self, width: int, height: int) -> tuple[int, int]:
        """The upright size of a stored picture, and the stored size of an upright one."""
        return (height, width) if self.quarters % 2 else (width, height)

    @property
    def plain(self) -> bool:
        return not self.quarters and not self.mirrored


_TURNS = {(1, 0, 0, 1): 0, (0, 1, -1, 0): 1, (-1, 0, 0, -1): 2, (0, -1, 1, 0): 3}


def orientation_of(frame: VideoFrame) -> Orientation:
    """What the container's display matrix asks for; a slanted matrix is not followed."""
    try:
        data = cast("SideDataContainer", frame.side_data)[Type.DISPLAYMATRIX]
    except KeyError:
        return Orientation()
    matrix = np.frombuffer(bytes(data), np.int32)
    # Rows (a b u)(c d v): x' = ax + cy, y' = bx + dy, y growing downward.
    a, b, c, d = (int(np.sign(matrix[n])) for n in (0, 1, 3, 4))
    mirrored = a * d - b * c < 0
    if mirrored:
        a, b = -a, -b
    quarters = _TURNS.get((a, b, c, d))
    return Orientation() if quarters is None else Orientation(quarters, mirrored)


def settle_colour(frame: VideoFrame) -> None:
    """HD without a word about its colours is BT.709; FFmpeg alone would take it for BT.601."""
    if frame.colorspace == _UNSPECIFIED and frame.height >= _HD_HEIGHT:
        frame.colorspace = _BT709


def convert(
    frame: VideoFrame,
    pixels: str,
    width: int,
    height: int,
    *,
    threads: int | None = None,
    matrix: int | None = None,
) -> VideoFrame:
    """The frame in another pixel format, at another size if it differs; the frame itself where
    it is so already. Safe in any thread.

    `threads`: how many may work at it; else as many as there are processors. `matrix`: FFmpeg's
    number of the matrix to bring it to, with the range of television; else both stay.
    """
    scaler = _scaler()

    def bring(frame: VideoFrame) -> VideoFrame:
        if matrix is None:
            return scaler.reformat(frame, width, height, pixels, interpolation=how, threads=threads)
        return scaler.reformat(
            frame, width, height, pixels, interpolation=how, threads=threads,
            dst_colorspace=matrix, dst_color_range=_TELEVISION,
        )  # fmt: skip

    how = None if (width, height) == (frame.width, frame.height) else "AREA"
    if height > frame.height:  # a half picture made whole; elsewhere nothing is enlarged
        how = "BICUBIC"
    try:
        return bring(frame)
    except (FFmpegError, ValueError):
        if not frame.interlaced_frame:
            raise
    # swscale won't turn interlaced pictures into progressive ones. Said to be progressive, both
    # fields stay in place, line by line, as a camera stored them.
    return bring(_as_progressive(frame))


def shrunk(frame: VideoFrame, width: int, height: int) -> VideoFrame:
    """The frame at a smaller size, still as brightness and colour difference, in 8 bit: an eighth
    of the memory that its picture would take. For a thread beside the decoder's own, which leaves
    no processor idle. Raises FFmpegError or ValueError as `convert` does.
    """
    return _as_planes(frame, "yuv420p", width, height)


def _painted(frame: VideoFrame, width: int, height: int) -> VideoFrame:
    """The frame as BGRA at the size shown. Decoding has the cores: a second thread would only be
    waited for.
    """
    smaller = width < frame.width and height < frame.height
    # swscale's fast way into BGRA leaves up to four columns at the right as they were in memory.
    cut = 0 < width % 16 <= 4
    if smaller and frame.format.name in _HALF_COLOURS and not frame.interlaced_frame:
        # Two steps: swscale scales into BGRA at half the speed at which it does each alone.
        frame = _as_planes(frame, "nv12" if cut else "yuv420p", width, height)
    elif cut and (width, height) == (frame.width, frame.height):
        around = _AROUND.get(frame.format.name)
        frame = _as_planes(frame, around, width, height) if around else frame
    return convert(frame, "bgra", width, height, threads=1)


def _as_planes(frame: VideoFrame, pixels: str, width: int, height: int) -> VideoFrame:
    """The frame at this size, still as brightness and colour difference, in 8 bit."""
    small = convert(frame, pixels, width, height, threads=1)
    small.colorspace, small.color_range = frame.colorspace, frame.color_range
    small.color_trc, small.color_primaries = frame.color_trc, frame.color_primaries
    return small


def _scaler() -> VideoReformatter:
    """This thread's own. `VideoFrame.reformat` keeps one on the frame, and two threads that
    convert one cached frame with it wait for each other for ever.
    """
    found: VideoReformatter | None = getattr(_mine, "scaler", None)
    if found is None:
        found = _mine.scaler = VideoReformatter()
    return found


def _as_progressive(frame: VideoFrame) -> VideoFrame:
    graph = Graph()
    source = graph.add_buffer(
        width=frame.width,
        height=frame.height,
        format=frame.format,
        time_base=Fraction(1, 1000),
    )
    field = graph.add("setfield", "prog")
    sink = graph.add("buffersink")
    source.link_to(field)
    field.link_to(sink)
    graph.configure()
    graph.push(frame)
    return cast("VideoFrame", graph.pull())


def rgb(frame: VideoFrame, size: tuple[int, int], orientation: Orientation) -> Image:
    """The upright picture as an RGB array (height, width, 3) that owns its memory.

    `size`: stored width and height of the film; a frame of another size is brought to it.
    """
    image = _pixels(convert(frame, "rgb24", *size), 3, *size)
    table = table_for(frame.color_trc)
    if table is not None:
        image = through(np.ascontiguousarray(image), table)
    if orientation.plain:
        return np.array(image, np.uint8, order="C")
    return turn(np.ascontiguousarray(image), orientation.quarters, orientation.mirrored)


def _pixels(frame: VideoFrame, channels: int, width: int, height: int) -> Image:
    """A view of a packed frame's bytes as (height, width, channels)."""
    plane = frame.planes[0]
    rows = np.frombuffer(memoryview(plane), np.uint8).reshape(-1, plane.line_size)
    return rows[:height, : width * channels].reshape(height, width, channels)


def fitted(size: tuple[int, int], box: tuple[int, int] | None) -> tuple[int, int]:
    """The largest size of the same shape within the box; never larger than `size`."""
    if box is None:
        return size
    width, height = size
    wide, high = max(box[0], 1), max(box[1], 1)
    if width <= wide and height <= high:
        return size
    # Whole numbers: the side that binds is exact, the other rounded to the nearest pixel.
    if wide * height <= high * width:
        return wide, max((height * wide * 2 + width) // (2 * width), 1)
    return max((width * high * 2 + height) // (2 * height), 1), high


def paintable(
    frame: VideoFrame,
    size: tuple[int, int],
    orientation: Orientation,
    box: tuple[int, int] | None,
    index: int,
    time: Fraction,
    mark: str | None,
) -> Picture:
    """The upright picture in BGRA, scaled down to fit `box` (width, height of the shown place)."""
    shown = fitted(orientation.upright(*size), box)
    stored = _painted(frame, *orientation.upright(*shown))
    table = table_for(frame.color_trc)
    if orientation.plain and table is None:
        plane = stored.planes[0]
        return Picture(*shown, plane.line_size, memoryview(plane), index, time, mark, owner=stored)
    image = np.ascontiguousarray(_pixels(stored, 4, stored.width, stored.height))
    if table is not None:
        image = through(image, table)  # 255 stays 255, so alpha does
    if not orientation.plain:
        image = np.ascontiguousarray(turn(image, orientation.quarters, orientation.mirrored))
    return Picture(*shown, shown[0] * 4, image.reshape(-1).data, index, time, mark, image)
