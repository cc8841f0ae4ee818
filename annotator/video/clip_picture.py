"""From frames of a film as they were decoded to pictures of a clip: upright, of one size, of
ordinary colours, with what lies over them.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from av.error import FFmpegError
from av.video.frame import VideoFrame

from annotator.errors import ExportError, FootageError
from annotator.text import tr
from annotator.video.clip_blend import Blender, Planes, blur
from annotator.video.clip_parts import Card, Cut, LookAt
from annotator.video.fields import first_field
from annotator.video.footage import Footage
from annotator.video.hdr import table_for
from annotator.video.opencv import letterbox, through, turn
from annotator.video.picture import Orientation, convert
from annotator.video.reel import Reel

if TYPE_CHECKING:
    from annotator.video.clip_parts import Pixels

LINES = 1080
"""The shorter side of a clip's picture at most, unless another size is wanted."""

_LONGEST = 4096  # pixels that any phone's decoder takes
_LEAST = 16
_NO_FILM = (640, 360)
_GREY = (24, 26, 30)  # red, green and blue where there is no picture
_BT709, _BT601 = 1, 6  # FFmpeg's numbers of matrices
_OLD = (5, 6)  # PAL's and NTSC's, which are the same
_UNSPECIFIED = 2
_FULL_RANGE = 2

Size = tuple[int, int]


def clip_size(film: Footage | Reel, cuts: Sequence[Cut], lines: int | None = None) -> Size:
    """Width and height in pixels of the clip's picture: even, its pixels square, never larger than
    the film's; of several films that of the first one shown.

    `lines`: the most pixels of its shorter side; 1080 if None.
    """
    first = next((each for cut in cuts for each in [_film_in(film, cut)] if each is not None), None)
    if first is None:
        return fitted_size(Fraction(_NO_FILM[0]), Fraction(_NO_FILM[1]), lines)
    return fitted_size(*_square(first), lines)


def _film_in(film: Footage | Reel, cut: Cut) -> Footage | None:
    """The first film that a cut shows."""
    if isinstance(film, Footage):
        return film
    for piece in film.line.pieces:
        if (
            piece.film is not None
            and piece.first <= cut.last
            and piece.first + piece.count > cut.first
        ):
            return film.shelf.films[piece.film]
    return None


def _square(film: Footage) -> tuple[Fraction, Fraction]:
    """Width and height of a film's upright picture in square pixels of its height."""
    width, height = film.size
    return width * film.pixel_aspect, Fraction(height)


def fitted_size(width: Fraction, height: Fraction, lines: int | None) -> Size:
    """A size of the same shape, even, its shorter side at most `lines`."""
    most = LINES if lines is None else lines
    if most < _LEAST:
        raise ValueError(f"a clip of {most} lines shows nothing")
    scale = min(Fraction(1), most / min(width, height), _LONGEST / max(width, height))
    return _even(width * scale), _even(height * scale)


def _even(pixels: Fraction) -> int:
    return max(round(pixels / 2) * 2, 2)


def matrix_of(film: Footage | None) -> int:
    """The matrix of a clip of this film: its own where that is one of television's."""
    if film is None:
        return _BT709
    first = film.decoded(0)
    old = first.colorspace in _OLD or (first.colorspace == _UNSPECIFIED and first.height < 720)
    return _BT601 if old and table_for(first.color_trc) is None else _BT709


class PictureMaker:
    """Makes the pictures of one clip: yuv420p of `size`, in the range of television. Not safe in
    several threads.
    """

    def __init__(self, size: Size, matrix: int, look: LookAt | None) -> None:
        self._size = size
        self._matrix = matrix
        self._look = look
        self._blenders: dict[Size, Blender] = {}

    def card(self, card: Card) -> VideoFrame:
        """A card, whole, on black."""
        rgb = letterbox(np.ascontiguousarray(card.pixels[..., :3]), *self._size)
        return self._from_rgb(rgb)

    def blank(self, index: int) -> VideoFrame:
        """Grey, for entry `index` of a film without a picture."""
        width, height = self._size
        frame = self._from_rgb(np.full((height, width, 3), _GREY, np.uint8))
        return self._with_look(frame, index, owned=True)

    def of(self, film: Footage, frame: VideoFrame, index: int) -> VideoFrame:
        """A frame of a film, as it was decoded, for entry `index`. The frame itself is unchanged,
        and is returned where nothing is to be done.
        """
        shape = _square(film)
        width, height = self._size
        scale = min(width / shape[0], height / shape[1])
        shown = min(_even(shape[0] * scale), width), min(_even(shape[1] * scale), height)
        if abs(shape[0] * height - shape[1] * width) <= shape[0] + shape[1]:
            shown = self._size  # the same shape, but for the rounding to whole pixels
        try:
            made = self._upright(film, frame, shown)
        except (FFmpegError, ValueError) as error:
            raise ExportError(
                tr("The colours of this film are stored in a way that cannot be shown."),
                where=str(film.path),
                mend=tr("Convert the film to MP4 (H.264)."),
            ) from error
        made = self._with_look(made, index, owned=made is not frame)
        return made if shown == self._size else self._on_black(made)

    # ------------------------------------------------------------------ inside

    def _upright(self, film: Footage, frame: VideoFrame, shown: Size) -> VideoFrame:
        orientation = Orientation(film.rotation // 90, film.mirrored)
        stored = orientation.upright(*shown)
        if frame.interlaced_frame and frame.height > 1:
            # A clip has whole pictures: the lines of the frame's own moment, not two in one.
            frame = _with_colours(first_field(frame, bottom_first=film.bottom_first), frame)
        table = table_for(frame.color_trc)
        if table is not None:
            rgb = convert(frame, "rgb24", *stored, threads=1).to_ndarray()
            plain = self._from_rgb(through(np.ascontiguousarray(rgb), table))
        else:
            plain = convert(frame, "yuv420p", *stored, threads=1, matrix=self._needed(frame))
        if orientation.plain:
            return plain
        turned = VideoFrame(*shown, "yuv420p")
        for place, plane in zip(planes_of(turned), planes_of(plain), strict=True):
            place[:] = turn(np.ascontiguousarray(plane), orientation.quarters, orientation.mirrored)
        return turned

    def _needed(self, frame: VideoFrame) -> int | None:
        """The matrix to bring a frame to; None where it has the clip's colours already."""
        full = frame.color_range == _FULL_RANGE or frame.format.name.startswith("yuvj")
        own = _BT601 if frame.colorspace in (*_OLD, _UNSPECIFIED) else frame.colorspace
        return None if own == self._matrix and not full else self._matrix

    def _from_rgb(self, rgb: Pixels) -> VideoFrame:
        frame = VideoFrame.from_ndarray(np.ascontiguousarray(rgb), "rgb24")
        return convert(frame, "yuv420p", frame.width, frame.height, threads=1, matrix=self._matrix)

    def _with_look(self, frame: VideoFrame, index: int, *, owned: bool) -> VideoFrame:
        if self._look is None:
            return frame
        size = frame.width, frame.height
        look = self._look(index, *size)
        if not look.layers and not look.blurred:
            return frame
        if not owned:
            # The decoder makes later frames from this one.
            frame = _copied(frame)
        planes = planes_of(frame)
        blur(planes, look.blurred)
        self._blenders.setdefault(size, Blender(size, self._matrix)).lay(planes, look.layers)
        return frame

    def _on_black(self, frame: VideoFrame) -> VideoFrame:
        whole = VideoFrame(*self._size, "yuv420p")
        left = (self._size[0] - frame.width) // 4 * 2
        top = (self._size[1] - frame.height) // 4 * 2
        for number, (place, plane) in enumerate(
            zip(planes_of(whole), planes_of(frame), strict=True)
        ):
            step = 2 if number else 1
            place[:] = 128 if number else 16
            high, wide = plane.shape
            place[top // step : top // step + high, left // step : left // step + wide] = plane
        return whole


def planes_of(frame: VideoFrame) -> Planes:
    """Views of the three planes of a frame in yuv420p of even size."""
    width, height = frame.width, frame.height
    found = []
    for number, plane in enumerate(frame.planes):
        step = 2 if number else 1
        rows = np.frombuffer(memoryview(plane), np.uint8).reshape(-1, plane.line_size)
        found.append(rows[: height // step, : width // step])
    luma, blue, red = found
    return luma, blue, red


def _copied(frame: VideoFrame) -> VideoFrame:
    twin = VideoFrame(frame.width, frame.height, "yuv420p")
    for place, plane in zip(planes_of(twin), planes_of(frame), strict=True):
        place[:] = plane
    return twin


def _with_colours(frame: VideoFrame, source: VideoFrame) -> VideoFrame:
    frame.colorspace, frame.color_range = source.colorspace, source.color_range
    frame.color_trc, frame.color_primaries = source.color_trc, source.color_primaries
    return frame


def no_picture(film: Footage | Reel, error: FootageError) -> ExportError:
    """What a film that cannot be read means for a clip of it."""
    return ExportError(error.what, where=error.where, mend=error.mend)
