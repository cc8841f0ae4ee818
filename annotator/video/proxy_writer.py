"""Writing the frames of a film as key frames of their own, with its sound."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

from annotator.video.part_file import PartFilm, name_new
from annotator.video.picture import Orientation, convert
from annotator.video.proxy_note import ProxyNote, least_ticks, note_box
from annotator.video.sound_copy import SoundCopy
from annotator.video.writer import open_mp4

if TYPE_CHECKING:
    from av.video.frame import VideoFrame

    from annotator.video.footage import Footage

# Measured at 720p: this decodes at twice the speed of the next better preset and half as fast
# again as MJPEG, at half of MJPEG's size.
_PRESET = {"preset": "ultrafast", "tune": "fastdecode", "crf": "20"}
_UNSPECIFIED, _RGB = 2, 0
_BT709, _BT601 = 1, 6  # FFmpeg's numbers of matrices
_HD_HEIGHT = 720
_FULL_RANGE = 2
_LEAST_TICKS = 10_000  # a second, so that the sound's beginning is told finely enough
_ONE = 1 << 16
_CLOCKWISE = ((1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0))


class ProxyWriter(PartFilm):
    """Writes the frames of `source`; the pictures stay turned as they are stored, and say so.

    `lines`: see `annotator.video.proxy.make_proxy`. Interlaced films keep their height and stay
    interlaced: between other lines their two half pictures would be one blur.
    """

    def __init__(self, path: Path, source: Footage, lines: int) -> None:
        super().__init__(path)
        try:
            self._begin(source, lines)
        except BaseException:
            self._remove()
            raise

    def _begin(self, source: Footage, lines: int) -> None:
        first = source.decoded(0)
        stored = (first.width, first.height)
        self._size = copied_size(stored, lines, keep_height=source.interlaced)
        orientation = Orientation(source.rotation // 90, source.mirrored)
        self.upright_size = orientation.upright(*self._size)
        self._full = first.color_range == _FULL_RANGE or first.format.name.startswith("yuvj")
        self._matrix = first.colorspace
        if self._matrix in (_UNSPECIFIED, _RGB):
            self._matrix = _BT709 if stored[1] >= _HD_HEIGHT else _BT601
        base, ticks = least_ticks(source.index.ticks, source.time_base)
        finer = ceil(Fraction(_LEAST_TICKS, base.denominator))
        self._base = Fraction(1, base.denominator * finer)
        self._ticks = ticks * (base.numerator * finer)
        container = open_mp4(self._sink, self._base)
        self._container = container
        video = container.add_stream("libx264", options=self._options(source))
        video.width, video.height = self._size
        video.pix_fmt = "yuvj420p" if self._full else "yuv420p"
        context = video.codec_context
        video.time_base = context.time_base = self._base
        context.gop_size, context.max_b_frames = 1, 0
        context.thread_type = "FRAME"
        context.color_range = _FULL_RANGE if self._full else 1
        context.colorspace = self._matrix
        context.color_trc, context.color_primaries = first.color_trc, first.color_primaries
        context.sample_aspect_ratio = source.stored_pixel_aspect
        if not orientation.plain:
            video.set_display_matrix(display_matrix(orientation))
        self._video = video
        self._sound = SoundCopy(source.path, container, source.index)
        self.sound_was = self._sound.how

    def _options(self, source: Footage) -> dict[str, str]:
        if not source.interlaced:
            return _PRESET
        order = "bff=1" if source.bottom_first else "tff=1"
        return {**_PRESET, "flags": "+ildct+ilme", "x264-params": order}

    def add(self, i: int, frame: VideoFrame) -> None:
        """Add frame `i`, as it was decoded; they come in sequence."""
        self._guarded(lambda: self._encode(i, frame))

    def _encode(self, i: int, frame: VideoFrame) -> None:
        if frame.colorspace == _UNSPECIFIED:
            frame.colorspace = self._matrix
        pixels = "yuvj420p" if self._full else "yuv420p"
        scaled = convert(frame, pixels, *self._size)
        scaled.pts, scaled.time_base = int(self._ticks[i]), self._base
        scaled.pict_type = 0
        # What a neighbour shows in a lost frame's place is that frame's own object: encode takes
        # the time from it at once, so that it may come again.
        self._mux(self._sound.until(self._ticks[i] * self._base))
        self._mux(self._video.encode(scaled))

    def settle(self, note: ProxyNote) -> Path:
        """Write what is left and the note; the file as it will be, not yet under its name."""
        self._guarded(lambda: self._settle(note))
        return self._part

    def _settle(self, note: ProxyNote) -> None:
        self._mux(self._video.encode(None))
        self._mux(self._sound.until(None))
        self._sound.close()
        self._container.close()
        self._sink.settle(note_box(note))

    def _finish(self) -> None:
        name_new(self._part, self.path)

    def abandon(self) -> None:
        """Give up: remove what was written."""
        if not self._done:
            self._sound.close()
        super().abandon()


def copied_size(
    stored: tuple[int, int], lines: int, *, keep_height: bool = False
) -> tuple[int, int]:
    """The copy's stored size: even, of the same shape, its shorter side at most `lines`."""
    width, height = stored
    if min(stored) > lines and not keep_height:
        short = min(stored)
        width, height = (
            (2 * round(Fraction(width * lines, 2 * short)), lines)
            if height == short
            else (lines, 2 * round(Fraction(height * lines, 2 * short)))
        )
    return max(width + width % 2, 2), max(height + height % 2, 2)


def display_matrix(orientation: Orientation) -> list[int]:
    """The nine numbers that tell a player how stored pictures become upright."""
    a, b, c, d = _CLOCKWISE[orientation.quarters]
    if orientation.mirrored:
        a, b = -a, -b
    return [a * _ONE, b * _ONE, 0, c * _ONE, d * _ONE, 0, 0, 0, 1 << 30]
