"""A small H.264 (and AAC) MP4 writer whose frames keep exact times of their own."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Self

import av
import numpy as np
import numpy.typing as npt
from av.audio.frame import AudioFrame
from av.video.frame import VideoFrame

from annotator.video.part_file import PartFilm, Sink

if TYPE_CHECKING:
    from av.container import OutputContainer
    from av.packet import Packet
    from av.video.stream import VideoStream

Image = npt.NDArray[np.uint8]
Sound = npt.NDArray[np.int16] | npt.NDArray[np.float32]

_BT709, _BT601 = 1, 6  # FFmpeg's numbers of matrix, transfer curve and primaries
_HD_HEIGHT = 720
_P_PICTURE = 2  # made from earlier ones alone
_LEAST_TICKS = 10_000  # a second; FFmpeg makes fewer finer by itself
# What a frame takes at most in an MP4's list, and what the rest of the list takes.
_FRAME_BYTES, _LIST_BYTES = 64, 1 << 13


class FilmWriter(PartFilm):
    """Writes one film from arrays. Wrong arguments are faults of the caller: `ValueError`."""

    def __init__(self, path: Path, size: tuple[int, int], time_base: Fraction) -> None:
        super().__init__(path)
        self._size = size
        self._time_base = time_base
        self._last: Fraction | None = None
        self._durations: dict[int, int] = {}  # ticks, by the frame's time in ticks
        self._heard = 0

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
        matrix: int | None = None,
        rate: Fraction | None = None,
        most_frames: int = 0,
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
            matrix: FFmpeg's number of the pictures' matrix, curve and primaries, 1 (BT.709) or 6
                (BT.601); None: by their height.
            rate: frames a second, about: by it the encoder says which players can follow.
            most_frames: how many frames there will be at most, of sound as well; the list of them
                is then put in front, so that a player that is sent the film can begin at once.
                0: at the end.

        Raises:
            ExportError: the file cannot be made there.
        """
        place = Path(path)
        if size[0] % 2 or size[1] % 2 or min(size) < 2:
            raise ValueError(f"width and height must be even and positive, not {size}")
        writer = cls(place, size, time_base)
        try:
            writer._begin(
                audio_rate, crf, preset, gop, b_frames, channels, rotation, threads, matrix, rate,
                most_frames,
            )  # fmt: skip
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
        matrix: int | None,
        rate: Fraction | None,
        most_frames: int,
    ) -> None:
        container = open_mp4(self._sink, self._time_base, most_frames)
        self._container = container
        # Captions and such like of the pictures' own film are not written.
        options = {"crf": str(crf), "preset": preset, "sc_threshold": "0", "a53cc": "0"}
        video = container.add_stream("libx264", rate=rate, options=options)
        video.width, video.height = self._size
        video.pix_fmt = "yuv420p"
        # Ticks need no rate; x264 keeps whatever times it is given.
        video.time_base = video.codec_context.time_base = self._time_base
        context = video.codec_context
        context.gop_size, context.max_b_frames = gop, b_frames
        context.thread_type = "FRAME"  # slices would make every picture larger
        context.thread_count = threads
        self._matrix = matrix or (_BT709 if self._size[1] >= _HD_HEIGHT else _BT601)
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
        width, height = self._size
        if image.shape == (height, width, 3):
            frame = VideoFrame.from_ndarray(np.ascontiguousarray(image), "rgb24").reformat(
                format="yuv420p", dst_colorspace=self._matrix, dst_color_range="MPEG"
            )
        elif image.shape == (height * 3 // 2, width):
            frame = VideoFrame.from_ndarray(np.ascontiguousarray(image), "yuv420p")
        else:
            raise ValueError(f"a picture of shape {image.shape} in a film of {width} x {height}")
        self.add_frame(frame, time)

    def add_frame(
        self,
        frame: VideoFrame,
        time: Fraction,
        duration: Fraction | None = None,
        *,
        next_is_last: bool = False,
    ) -> None:
        """Add a frame of the film's size in yuv420p, with the film's colours; its own time is
        written over. `time`: as for `add`; `duration`: in seconds; `next_is_last`: told of the
        last frame but one, so that the last is also stored last and keeps its duration.
        """
        ticks = self._ticks(time)
        if time < 0 or (self._last is not None and time <= self._last):
            raise ValueError(f"{time} s does not follow {self._last}")
        if duration is not None:
            self._durations[ticks] = self._ticks(duration)
        self._last = time
        frame.pts, frame.time_base = ticks, self._time_base
        # A decoder's own frame would tell the encoder which kind of picture to make of it.
        frame.pict_type = _P_PICTURE if next_is_last else 0
        self._guarded(lambda: self._mux(self._timed(self._video.encode(frame))))

    def _ticks(self, time: Fraction) -> int:
        ticks = time / self._time_base
        if ticks.denominator != 1:
            raise ValueError(f"{time} s is no whole number of ticks of {self._time_base} s")
        return int(ticks)

    def _timed(self, packets: Iterable[Packet[VideoStream]]) -> Iterator[Packet[VideoStream]]:
        """The packets with the durations that their frames were given."""
        for packet in packets:
            duration = None if packet.pts is None else self._durations.pop(packet.pts, None)
            if duration is not None:
                packet.duration = duration
            yield packet

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

    def _finish(self) -> None:
        self._settle()
        self._part.replace(self.path)

    def _settle(self) -> None:
        """Write what is left; the part is whole then, not yet under its name."""
        self._mux(self._timed(self._video.encode(None)))
        self._encode_sound(final=True)
        self._container.close()
        self._sink.settle()


def open_mp4(sink: Sink, time_base: Fraction, most_frames: int = 0) -> OutputContainer:
    """An MP4 container written to `sink` that tells nothing of when and by what it was made.

    `time_base`: seconds in a tick of the pictures' clock, which the whole film is given; where it
    is 1 / n the times come out as they were put in. `most_frames`: see `FilmWriter.open`.
    """
    options = {"fflags": "+bitexact"}
    if time_base.numerator == 1 and time_base.denominator >= _LEAST_TICKS:
        ticks = str(time_base.denominator)
        options |= {"video_track_timescale": ticks, "movie_timescale": ticks}
    if most_frames:
        options["moov_size"] = str(_LIST_BYTES + _FRAME_BYTES * most_frames)
    return av.open(sink, "w", format="mp4", options=options)
