"""The sound of a film: from any moment on, at any speed, its pitch unchanged.

Sound and pictures share one time line, the presentation times that `Footage` gives its frames.
Sample number n of what comes out belongs to the time `start + rate * n / RATE`: where the track
begins late, has a hole or ends early there is silence, so that a player may count samples to know
the time.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, cast

import numpy as np
import numpy.typing as npt
from av.audio.frame import AudioFrame
from av.audio.resampler import AudioResampler
from av.error import FFmpegError
from av.filter import Graph

from annotator.errors import FootageError
from annotator.text import tr
from annotator.video.index import MISSING, FrameIndex
from annotator.video.source import BYTE_SEEK, open_source, packets_of, refuse
from annotator.video.timing import segments_of

if TYPE_CHECKING:
    from av.audio.stream import AudioStream
    from av.packet import Packet

Samples = npt.NDArray[np.int16]

RATE = 48_000
"""Samples per second that come out, each a pair (left, right) of signed 16-bit numbers."""
SAMPLE_BYTES = 4
SLOWEST, FASTEST = Fraction(1, 4), Fraction(4)
"""Speeds between which sound is worth hearing."""

_BLOCK = 1024  # samples of silence handed out at a time
_TOLERANCE = RATE // 100  # times that are rounded, to whole milliseconds say, are no holes
_WARM_UP = Fraction(1, 4)  # decoders need a packet or two before they are right
_FURTHER_BACK = (0, 2, 8)  # seconds; a search may land late
_LATE_IN_FILE = 2  # seconds by which sound may lie behind its picture in a recorded stream
_READ_ERRORS = 3

# `atempo` works on windows of 1/24 s of the rate it is told. Told half the rate it takes half
# the window, which still holds the period of a deep voice, and halves the error in time.
_TOLD_RATE = RATE // 2
# What is heard of a sudden sound comes early when slowed: measured, in seconds for each stage.
_LEAD = Fraction(65, 10_000)
_LEAD_BY_STRETCH = Fraction(1, 100)


@dataclass(frozen=True, slots=True)
class SoundBlock:
    """Samples as bytes, and the film time of the first."""

    time: Fraction
    data: bytes


@dataclass(frozen=True, slots=True)
class TimeShifts:
    """By byte place in the file, the seconds that turn a track's own time into the film's.

    One stretch and no shift, but in files of several recordings joined, each with its own clock.
    """

    starts: tuple[int, ...]
    seconds: tuple[Fraction, ...]

    @classmethod
    def of(cls, index: FrameIndex) -> TimeShifts:
        if index.segments == 1:
            return cls((0,), (Fraction(0),))
        segment = segments_of(index.dts, MISSING, index.format)
        starts, seconds = [0], [Fraction(0)]
        pts = index.pts[index.order]
        for number in range(1, index.segments):
            mine = (segment[index.order] == number) & (pts != MISSING)
            if mine.any():
                moved = np.sort(index.ticks[mine] - pts[mine])
                starts.append(int(index.pos[segment == number][0]))
                seconds.append(int(moved[moved.size // 2]) * index.time_base)
        return cls(tuple(starts), tuple(seconds))

    def at(self, place: int) -> Fraction:
        """The shift of a packet at this byte place."""
        return self.seconds[max(int(np.searchsorted(self.starts, place, side="right")) - 1, 0)]


class SoundTrack:
    """The first sound track of a film, opened for reading. Not safe in several threads."""

    def __init__(self, path: Path, index: FrameIndex) -> None:
        self.path = path
        self._index = index
        self._shifts = TimeShifts.of(index)
        self._container, _ = open_source(path)
        track = next(iter(self._container.streams.audio), None)
        # FFmpeg knows the name of codecs that this build cannot decode: no context there.
        if track is None or getattr(track, "codec_context", None) is None:
            self._container.close()
            raise self._mute(tr("This film has no sound that can be played."))
        self._track: AudioStream = track

    def close(self) -> None:
        """Give the file back."""
        self._container.close()

    def blocks(self, start: Fraction, rate: Fraction = Fraction(1)) -> Iterator[SoundBlock]:
        """The sound from film time `start` (seconds) on, played `rate` times as fast, for ever:
        behind the end there is silence. Another call on the same track ends the one before.

        Raises:
            FootageError: the speed is not one between `SLOWEST` and `FASTEST`.
        """
        if not SLOWEST <= rate <= FASTEST:
            raise self._mute(tr("Sound cannot be played at this speed."))
        stages = 1
        while not 0.5 <= float(rate) ** (1 / stages) <= 2:
            stages += 1
        sent = 0
        heard = self._plain(start) if rate == 1 else self._stretched(start, rate, stages)
        for samples in heard:
            yield SoundBlock(start + rate * Fraction(sent, RATE), samples.tobytes())
            sent += len(samples)

    @property
    def track(self) -> AudioStream:
        """The track itself, for whoever copies it; another one once it was read from anew."""
        return self._track

    def packets(self, start: Fraction) -> Iterator[tuple[Packet[AudioStream], Fraction]]:
        """The track's packets as they are stored, each with its film time, from the last one that
        begins before `start` (seconds) on, or from a little earlier.
        """
        base = self._track.time_base or Fraction(1, RATE)
        for packet in self._packets_from(start):
            if packet.pts is not None and not packet.is_discard:
                yield packet, packet.pts * base + self._shifts.at(packet.pos or 0)

    def _mute(self, what: str) -> FootageError:
        return refuse(self.path, what, tr("The film plays on without sound."))

    # ------------------------------------------------------------------ speed

    def _stretched(self, start: Fraction, rate: Fraction, stages: int) -> Iterator[Samples]:
        tempo = float(rate) ** (1 / stages)
        ahead = Fraction(0)
        if tempo < 1:
            for _ in range(stages):
                ahead = ahead / Fraction(tempo)
                ahead += _LEAD + _LEAD_BY_STRETCH * (1 / Fraction(tempo) - 1)
        graph = _tempo_graph(tempo, stages)
        fed = 0
        for samples in self._plain(start - ahead * rate):
            frame = AudioFrame.from_ndarray(samples.reshape(1, -1), "s16", "stereo")
            frame.sample_rate, frame.time_base, frame.pts = (
                _TOLD_RATE, Fraction(1, _TOLD_RATE), fed,
            )  # fmt: skip
            fed += len(samples)
            graph.push(frame)
            while True:
                try:
                    out = cast("AudioFrame", graph.pull())
                except BlockingIOError:
                    break
                yield np.asarray(out.to_ndarray(), np.int16).reshape(-1, 2)

    # ------------------------------------------------------------------ without a hole

    def _plain(self, start: Fraction) -> Iterator[Samples]:
        """Samples (n, 2) at the film's own speed, without a hole, for ever."""
        at = 0  # samples handed out
        for place, samples in self._placed(start):
            if place > at:
                yield from _silence(place - at)
                at = place
            late = samples[at - place :]
            if len(late):
                yield late
                at += len(late)
        while True:
            yield from _silence(_BLOCK)

    def _placed(self, start: Fraction) -> Iterator[tuple[int, Samples]]:
        """Samples with their place on the time line that begins at `start`."""
        resampler: AudioResampler | None = None
        shape: object = None
        base = fed = out = Fraction(0)
        for frame, time in self._frames(start):
            place = (time - start) * RATE
            form = (frame.format.name, frame.layout.name, frame.sample_rate)
            if resampler is None or form != shape or abs(base + fed - place) > _TOLERANCE:
                resampler = AudioResampler("s16", "stereo", RATE)
                shape, base, fed, out = form, place, Fraction(0), Fraction(0)
            fed += Fraction(frame.samples * RATE, frame.sample_rate)
            for part in resampler.resample(frame):
                samples = np.asarray(part.to_ndarray(), np.int16).reshape(-1, 2)
                yield round(base + out), samples
                out += len(samples)

    # ------------------------------------------------------------------ decoding

    def _frames(self, start: Fraction) -> Iterator[tuple[AudioFrame, Fraction]]:
        """Decoded frames and their film times, from a little before `start` on."""
        base = self._track.time_base or Fraction(1, RATE)
        context = self._track.codec_context
        for packet in self._packets_from(start - _WARM_UP):
            shift = self._shifts.at(packet.pos or 0)
            with suppress(FFmpegError):  # silence takes the place of what is damaged
                for frame in context.decode(packet):
                    if frame.pts is not None and frame.samples:
                        yield frame, frame.pts * (frame.time_base or base) + shift

    def _packets_from(self, time: Fraction) -> Iterator[Packet[AudioStream]]:
        """Packets from the last before a film time on, as far as the file can be read."""
        base = self._track.time_base or Fraction(1, RATE)
        for back in _FURTHER_BACK:
            if not self._seek(time - back):
                break
            packets = self._read()
            first = next(packets, None)
            if first is None or first.pts is None:
                continue
            if first.pts * base + self._shifts.at(first.pos or 0) <= time:
                yield first
                yield from packets
                return
        self._rewind()
        yield from self._read()

    def _read(self) -> Iterator[Packet[AudioStream]]:
        errors = 0
        while errors < _READ_ERRORS:
            try:
                for packet in packets_of(self._container, self._track):
                    if packet.size:
                        errors = 0
                        yield packet
                return
            except FFmpegError:
                errors += 1

    def _seek(self, time: Fraction) -> bool:
        """Stand before this film time; False where only the beginning of the file will do."""
        index = self._index
        self._track.codec_context.flush_buffers()
        ticks = int(time // index.time_base)
        if ticks <= int(index.ticks[0]):
            return False
        try:
            if index.format in BYTE_SEEK:
                earlier = ticks - int(_LATE_IN_FILE / index.time_base)
                frame = int(np.searchsorted(index.ticks, earlier, side="right")) - 1
                place = int(index.pos[index.start[frame]]) if frame >= 0 else -1
                if place < 0:
                    return False
                self._container.seek(
                    place, stream=self._track, backward=False, unsupported_byte_offset=True
                )
                return True
            if index.segments > 1:
                return False
            base = self._track.time_base or Fraction(1, RATE)
            self._container.seek(int(time / base), stream=self._track)
        except (FFmpegError, OverflowError):
            return False
        return True

    def _rewind(self) -> None:
        """Stand before the first packet; a file opened anew does, whatever its format."""
        self._container.close()
        self._container, _ = open_source(self.path)
        self._track = self._container.streams.audio[0]


def _silence(count: int) -> Iterator[Samples]:
    while count > 0:
        part = min(count, _BLOCK)
        yield np.zeros((part, 2), np.int16)
        count -= part


def _tempo_graph(tempo: float, stages: int) -> Graph:
    """Changes the speed `tempo` times in each of the stages and leaves the pitch as it is."""
    graph = Graph()
    last = graph.add_abuffer(
        sample_rate=_TOLD_RATE, format="s16", layout="stereo", time_base=Fraction(1, _TOLD_RATE)
    )
    for _ in range(stages):
        stage = graph.add("atempo", f"{tempo:.9f}")
        last.link_to(stage)
        last = stage
    sink = graph.add("abuffersink")
    last.link_to(sink)
    graph.configure()
    return graph
