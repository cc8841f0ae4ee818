"""A small H.264 (and AAC) MP4 writer whose frames keep exact times of their own."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, BinaryIO, Literal, Self, TypeVar

import av
import numpy as np
import numpy.typing as npt
from av.audio.frame import AudioFrame
from av.error import FFmpegError
from av.video.frame import VideoFrame

from annotator.errors import ExportError
from annotator.text import tr

if TYPE_CHECKING:
    from av.packet import Packet
    from av.stream import Stream

Image = npt.NDArray[np.uint8]
Sound = npt.NDArray[np.int16] | npt.NDArray[np.float32]
T = TypeVar("T")

_BT709, _BT601 = 1, 6  # FFmpeg's numbers of matrix, transfer curve and primaries
_HD_HEIGHT = 720
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class _Sink:
    """The file that FFmpeg writes to. A failed write is remembered: FFmpeg itself may go on."""

    def __init__(self, path: Path) -> None:
        self.failure: OSError | None = None
        self.name = str(path)
        self._file: BinaryIO = path.open("xb")

    # FFmpeg calls these from its own code, where an exception only becomes noise on the
    # terminal: they pretend, and the writer asks for `failure` after each frame.

    def write(self, data: bytes) -> int:
        if self.failure is None:
            try:
                return self._file.write(data)
            except OSError as error:
                self.failure = error
        return len(data)

    def seek(self, offset: int, whence: int = 0) -> int:
        if self.failure is None:
            try:
                return self._file.seek(offset, whence)
            except OSError as error:
                self.failure = error
        return offset

    def tell(self) -> int:
        return self._file.tell()

    def settle(self) -> None:
        """All bytes on the disk, or the error that there was."""
        if self.failure is not None:
            raise self.failure
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()

    def abandon(self) -> None:
        with suppress(OSError):  # the last bytes don't fit either; the file is removed next
            self._file.close()


class FilmWriter:
    """Writes one film. Nothing stands under its name before `close()` has succeeded: the bytes go
    to a `.part` file beside it, which an error or an abandoned `with` block removes.

    Not safe in several threads. Every failure to write raises `ExportError`; wrong arguments are
    faults of the caller and raise `ValueError`.
    """

    def __init__(
        self, path: Path, part: Path, sink: _Sink, size: tuple[int, int], time_base: Fraction
    ) -> None:
        self.path = path
        self._part = part
        self._sink = sink
        self._size = size
        self._time_base = time_base
        self._last: Fraction | None = None
        self._heard = 0
        self._done = False

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        size: tuple[int, int],
        time_base: Fraction,
        audio_rate: int | None = None,
        *,
        crf: int = 20,
        preset: str = "veryfast",
        gop: int = 60,
        b_frames: int = 2,
        channels: int = 1,
        rotation: int = 0,
        threads: int = 0,
    ) -> Self:
        """Begin a film.

        Args:
            path: where the film shall stand; a file there is replaced when `close()` succeeds.
            size: stored width and height in pixels, both even.
            time_base: seconds per tick; every frame's time is a whole multiple of it.
            audio_rate: sound samples per second, or None for a silent film.
            crf: quality, 0 (without loss) to 51 (worst); x264's scale.
            preset: x264's name for effort, `ultrafast` to `veryslow`.
            gop: at most so many frames from one key frame to the next.
            b_frames: at most so many B pictures in a row.
            channels: 1 or 2 sound channels.
            rotation: degrees clockwise (0, 90, 180, 270) that a player shall turn the pictures.
            threads: for the encoder; 0 takes all cores. With 1 the bytes are the same everywhere.

        Raises:
            ExportError: the file cannot be made there.
        """
        place = Path(path)
        if size[0] % 2 or size[1] % 2 or min(size) < 2:
            raise ValueError(f"width and height must be even and positive, not {size}")
        try:
            part = _free_part(place)
            sink = _Sink(part)
        except OSError as error:
            raise _export_error(place, error) from error
        writer = cls(place, part, sink, size, time_base)
        try:
            writer._begin(audio_rate, crf, preset, gop, b_frames, channels, rotation, threads)
        except BaseException:
            writer._remove()
            raise
        return writer

    def _begin(
        self,
        audio_rate: int | None,
        crf: int,
        preset: str,
        gop: int,
        b_frames: int,
        channels: int,
        rotation: int,
        threads: int,
    ) -> None:
        container = av.open(self._sink, "w", format="mp4", options={"fflags": "+bitexact"})
        self._container = container
        video = container.add_stream(
            "libx264", options={"crf": str(crf), "preset": preset, "sc_threshold": "0"}
        )
        video.width, video.height = self._size
        video.pix_fmt = "yuv420p"
        # Ticks need no rate; x264 keeps whatever times it is given.
        video.time_base = video.codec_context.time_base = self._time_base
        context = video.codec_context
        context.gop_size, context.max_b_frames = gop, b_frames
        context.thread_type = "FRAME"  # slices would make every picture larger
        context.thread_count = threads
        self._matrix = _BT709 if self._size[1] >= _HD_HEIGHT else _BT601
        context.colorspace = context.color_primaries = context.color_trc = self._matrix
        context.color_range = 1
        if rotation:
            # FFmpeg counts counter-clockwise.
            video.set_display_rotation(-rotation)
        self._video = video
        self._sound = None
        if audio_rate is not None:
            self._sound = container.add_stream("aac", rate=audio_rate)
            self._sound.codec_context.layout = "stereo" if channels == 2 else "mono"
            self._sound.codec_context.bit_rate = 96000 * channels
            self._fifo = av.AudioFifo()
        self._channels, self._rate = channels, audio_rate or 0

    def add(self, image: Image, time: Fraction) -> None:
        """Add a frame: RGB (height, width, 3), or planar YUV 4:2:0 (height * 3 / 2, width).

        `time`: its presentation time in seconds, 0 or more, a whole multiple of the time base and
        later than the frame before.
        """
        ticks = time / self._time_base
        if ticks.denominator != 1:
            raise ValueError(f"{time} s is no whole number of ticks of {self._time_base} s")
        if time < 0 or (self._last is not None and time <= self._last):
            raise ValueError(f"{time} s does not follow {self._last}")
        width, height = self._size
        if image.shape == (height, width, 3):
            frame = VideoFrame.from_ndarray(np.ascontiguousarray(image), "rgb24").reformat(
                format="yuv420p", dst_colorspace=self._matrix, dst_color_range="MPEG"
            )
        elif image.shape == (height * 3 // 2, width):
            frame = VideoFrame.from_ndarray(np.ascontiguousarray(image), "yuv420p")
        else:
            raise ValueError(f"a picture of shape {image.shape} in a film of {width} x {height}")
        self._last = time
        frame.pts, frame.time_base = int(ticks), self._time_base
        self._guarded(lambda: self._mux(self._video.encode(frame)))

    def add_sound(self, samples: Sound) -> None:
        """Add sound after what was added before, the first at 0 s: int16 or float32 (-1 to 1),
        shape (n,) or (n, channels).
        """
        if self._sound is None:
            raise ValueError("this film was opened without an audio rate")
        if not samples.size:
            return
        block: npt.NDArray[np.float32] = np.asarray(samples, np.float32).reshape(len(samples), -1)
        if samples.dtype == np.int16:
            block = block / np.float32(32768)
        if block.shape[1] == 1 and self._channels == 2:
            block = np.repeat(block, 2, axis=1)
        if block.shape[1] != self._channels:
            raise ValueError(f"{block.shape[1]} channels of sound, not {self._channels}")
        planar = np.ascontiguousarray(block.T)
        layout: Literal["stereo", "mono"] = "stereo" if self._channels == 2 else "mono"
        frame = AudioFrame.from_ndarray(planar, "fltp", layout)
        frame.sample_rate, frame.time_base = self._rate, Fraction(1, self._rate)
        frame.pts = self._heard
        self._heard += len(block)
        self._fifo.write(frame)
        self._guarded(lambda: self._encode_sound(final=False))

    def _encode_sound(self, final: bool) -> None:
        if self._sound is None:
            return
        whole = self._sound.codec_context.frame_size or 1024
        while (frame := self._fifo.read(whole, partial=final)) is not None:
            self._mux(self._sound.encode(frame))
            if final and frame.samples < whole:
                break
        if final:
            self._mux(self._sound.encode(None))

    def _mux(self, packets: Iterable[Packet[Stream]]) -> None:
        for packet in packets:
            self._container.mux(packet)
        if self._sink.failure is not None:
            raise self._sink.failure

    def _guarded(self, action: Callable[[], None]) -> None:
        if self._done:
            raise ValueError("the film was closed already")
        try:
            action()
        except (FFmpegError, OSError) as error:
            self.abandon()
            raise _export_error(self.path, self._sink.failure or error) from error
        except BaseException:
            self.abandon()
            raise

    def close(self) -> None:
        """Write what is left and put the film under its name. Closing twice does nothing."""
        if self._done:
            return
        self._guarded(self._finish)
        self._done = True

    def _finish(self) -> None:
        self._mux(self._video.encode(None))
        self._encode_sound(final=True)
        self._container.close()
        self._sink.settle()
        self._part.replace(self.path)

    def abandon(self) -> None:
        """Give up: remove what was written. A film that stood under the name before still does."""
        if self._done:
            return
        self._done = True
        with suppress(FFmpegError, OSError):  # the end of a film that is thrown away
            self._container.close()
        self._remove()

    def _remove(self) -> None:
        self._sink.abandon()
        self._part.unlink(missing_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None:
            self.close()
        else:
            self.abandon()


def _free_part(path: Path) -> Path:
    """A `.part` name beside the film that no other writer uses."""
    number = 0
    while True:
        part = path.with_name(f"{path.name}{f'.{number}' if number else ''}.part")
        if not os.path.lexists(part):
            return part
        number += 1


def _export_error(path: Path, error: Exception) -> ExportError:
    number = getattr(error, "errno", None)
    if number in _FULL:
        what = tr("There is no room left on this disk for the film.")
        mend = tr("Free some room or choose another folder; nothing half written is left behind.")
    elif isinstance(error, PermissionError):
        what = tr("No file may be written here.")
        mend = tr("Choose a folder of your own.")
    elif isinstance(error, FileNotFoundError | NotADirectoryError):
        what = tr("There is no such folder.")
        mend = tr("Make the folder first, or choose another.")
    else:
        reason = getattr(error, "strerror", None) or str(error)
        what = tr("The film could not be written: {reason}.", reason=reason)
        mend = tr("Try another folder or disk; nothing half written is left behind.")
    return ExportError(what, where=str(path), mend=mend)
