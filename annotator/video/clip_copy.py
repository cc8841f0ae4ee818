"""Cutting a film without encoding it: its own packets, where they begin and end exactly there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from math import ceil, lcm
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from av.bitstream import BitStreamFilterContext
from av.error import FFmpegError

from annotator.errors import ExportError, FootageError
from annotator.video.clip_check import NotExactError, check_ends, check_times
from annotator.video.clip_parts import ClipMade, Cut, CutKind
from annotator.video.clip_plan import MOST_TICKS, Plan
from annotator.video.footage import Footage
from annotator.video.index import MISSING, Progress
from annotator.video.nal import begins_anew
from annotator.video.part_file import PartFilm
from annotator.video.reel import Reel
from annotator.video.seeking import aims, ordinal_of
from annotator.video.source import open_source, packets_of
from annotator.video.writer import open_mp4

if TYPE_CHECKING:
    from av.audio.stream import AudioStream
    from av.container import InputContainer
    from av.packet import Packet
    from av.video.stream import VideoStream

    from annotator.video.sound import SoundTrack

# Units that tell of the camera: dates, places and settings among them.
_LEFT_OUT = {"h264": "filter_units=remove_types=6", "hevc": "filter_units=remove_types=39|40"}
_MP4_HEAD = b"\x01"
_SOUND = "aac"
# What phones decode: others are encoded anew.
_PIXELS = {
    "h264": ("yuv420p", "yuvj420p"),
    "hevc": ("yuv420p", "yuvj420p", "yuv420p10le"),
}
_SHORTEST = 512  # samples in a packet of sound
_TOLD = 64  # packets from one word of progress to the next
_LOST_AFTER = 64  # packets in a row that the list of frames does not have


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Frames `first` to `last` of a film."""

    film: Footage
    first: int
    last: int


def can_copy(film: Footage | Reel, cut: Cut) -> bool:
    """Whether the film's own packets make a clip that begins and ends exactly there: the first
    frame is one with which decoding can begin, none before it or after the last is needed for
    them, and phones play these codes from an MP4. Reads a packet, decodes nothing.
    """
    try:
        stretch = _stretch_of(film, cut)
        return stretch is not None and _is_whole(stretch) and _begins_anew(stretch)
    except FootageError:
        return False


def _stretch_of(film: Footage | Reel, cut: Cut) -> _Stretch | None:
    if not cut.plain or not 0 <= cut.first <= cut.last < len(film):
        return None
    if isinstance(film, Footage):
        return _Stretch(film, cut.first, cut.last)
    if film.line.piece(cut.first) != film.line.piece(cut.last):
        return None
    shown = film.shown(cut.first)
    return None if shown is None else _Stretch(*shown, shown[1] + cut.last - cut.first)


def _is_whole(stretch: _Stretch) -> bool:
    """Whether the stretch is a run of packets that needs no other, and each has its own time."""
    film, first, last = stretch.film, stretch.first, stretch.last
    index = film.index
    sound = index.facts.sound
    if index.codec not in _LEFT_OUT or index.by_decoding or index.segments > 1:
        return False
    if sound is not None and sound.codec != _SOUND:
        return False
    frames = slice(first, last + 1)
    ordinals = index.order[frames]
    low, high = int(ordinals.min()), int(ordinals.max())
    packets = slice(low, high + 1)
    return bool(
        low == ordinals[0] == index.start[first]
        and high - low == last - first
        and np.all(index.ticks[frames] == index.pts[ordinals])
        and not index.retimed[frames].any()
        and not np.any(index.dts[packets] == MISSING)
        and np.all(np.diff(index.dts[packets]) > 0)
        and not index.corrupt[packets].any()
        and not film.marks().damaged[frames].any()
    )


def _begins_anew(stretch: _Stretch) -> bool:
    index = stretch.film.index
    container, track = open_source(stretch.film.path)
    with container:
        if track.codec_context.pix_fmt not in _PIXELS[index.codec]:
            return False
        for packet, _ in _packets(container, track, stretch):
            return begins_anew(index.codec, bytes(packet), track.codec_context.extradata)
    return False


def _packets(
    container: InputContainer, track: VideoStream, stretch: _Stretch
) -> Iterator[tuple[Packet[VideoStream], int]]:
    """The packets of a stretch with their ordinals; fewer where the file is not what it was."""
    index = stretch.film.index
    low = int(index.order[stretch.first])
    high = low + stretch.last - stretch.first
    for offset, is_bytes in aims(index, low, low, track.time_base):
        lost = 0
        try:
            container.seek(
                offset, stream=track, backward=not is_bytes, unsupported_byte_offset=is_bytes
            )
            for packet in packets_of(container, track):
                ordinal = ordinal_of(packet, index) if packet.size else None
                if ordinal is None:
                    lost += 1
                    if lost > _LOST_AFTER:
                        break
                elif ordinal > low:
                    break
                elif ordinal == low:
                    yield packet, low
                    for number, each in enumerate(packets_of(container, track), low + 1):
                        if number > high:
                            return
                        if ordinal_of(each, index) != number:
                            return
                        yield each, number
                    return
        except FFmpegError:
            continue


def copy_clip(
    film: Footage | Reel,
    cut: Cut,
    plan: Plan,
    path: Path,
    lines: int | None,
    check_films: Callable[[], None],
    *,
    sound: bool,
    progress: Progress | None,
) -> ClipMade | None:
    """The stretch copied, read back and put under its name; None where it has to be encoded.

    `lines`: see `write_clip`; None leaves the pictures as large as they are. `check_films`: raises
    FootageError where a film is not any more what it was.
    """
    stretch = _stretch_of(film, cut)
    if stretch is None or not can_copy(film, cut):
        return None
    if lines is not None and min(stretch.film.size) > lines:
        return None
    track: SoundTrack | None = None
    try:
        if sound and stretch.film.has_sound:
            track = stretch.film.sound()
        with _CopyWriter(path, stretch, plan, track) as writer:
            writer.copy(progress)
            check_films()
            heard = writer.has_sound
    except (NotExactError, FootageError, ExportError):
        return None  # whatever is wrong with the place will be said of the encoded one
    finally:
        if track is not None:
            track.close()
    return ClipMade(path, CutKind.COPIED, len(plan.shots), plan.duration, stretch.film.size, heard)


class _CopyWriter(PartFilm):
    """Writes the packets of a stretch, and of the sound that lies wholly within it."""

    def __init__(self, path: Path, stretch: _Stretch, plan: Plan, sound: SoundTrack | None) -> None:
        super().__init__(path)
        self._stretch = stretch
        self._plan = plan
        index = stretch.film.index
        self._start = int(index.ticks[stretch.first]) * index.time_base
        # The film's own ticks as well, for its times of decoding.
        ticks = lcm(plan.base.denominator, index.time_base.denominator)
        self._base = Fraction(1, ticks)
        try:
            if ticks > MOST_TICKS:
                raise NotExactError
            self._begin(sound)
        except BaseException:
            super()._remove()
            raise

    def _begin(self, sound: SoundTrack | None) -> None:
        self._source, self._track = open_source(self._stretch.film.path)
        try:
            self._heard = iter(()) if sound is None else self._sound_of(sound)
            first = next(self._heard, None)
            frames = len(self._plan.shots)
            frames += (
                0 if sound is None else ceil(self._plan.duration * sound.track.rate / _SHORTEST)
            )
            self._container = open_mp4(self._sink, self._base, frames)
            self._twin = self._container.add_stream_from_template(self._track)
            self._twin.time_base = self._base
            if self._stretch.film.codec == "hevc":
                self._twin.codec_context.codec_tag = "hvc1"  # what every player knows
            # MP4's kind of header may hold such units as well; the other kind is made into it.
            head = self._track.codec_context.extradata or b""
            self._filter = BitStreamFilterContext(
                _LEFT_OUT[self._stretch.film.codec],
                self._track,
                self._twin if head[:1] == _MP4_HEAD else None,
            )
            self._sound_twin: AudioStream | None = None
            if first is not None:
                template = first[0].stream
                self._sound_twin = self._container.add_stream_from_template(template)
                self._heard = chain([first], self._heard)
        except BaseException:
            self._source.close()
            raise

    def _sound_of(self, sound: SoundTrack) -> Iterator[tuple[Packet[AudioStream], Fraction]]:
        """The packets of sound that lie wholly within the stretch, with the clip's times."""
        end = self._start + self._plan.duration
        for packet, time in sound.packets(self._start):
            if time >= self._start:
                length = (packet.duration or 0) * packet.time_base
                if time + length > end:
                    return
                yield packet, time - self._start

    @property
    def has_sound(self) -> bool:
        """Whether there was a packet of sound that fits."""
        return self._sound_twin is not None

    def copy(self, progress: Progress | None) -> None:
        """Write all packets. Raises NotExactError where one is not there any more."""
        self._guarded(lambda: self._copy(progress))

    def _copy(self, progress: Progress | None) -> None:
        durations = {int(shot.time / self._base): shot.duration for shot in self._plan.shots}
        index, waiting = self._stretch.film.index, next(self._heard, None)
        written = 0
        for packet, ordinal in _packets(self._source, self._track, self._stretch):
            decoded = int(index.dts[ordinal]) * index.time_base - self._start
            shown = int((int(index.pts[ordinal]) * index.time_base - self._start) / self._base)
            while waiting is not None and waiting[1] <= decoded:
                self._mux([self._laid(*waiting)])
                waiting = next(self._heard, None)
            for kept in self._filter.filter(packet):
                kept.stream, kept.time_base = self._twin, self._base
                kept.pts, kept.dts = shown, int(decoded / self._base)
                kept.duration = int(durations[shown] / self._base)
                self._mux([kept])
            written += 1
            if progress is not None and not written % _TOLD:
                progress(written / len(self._plan.shots))
        if written != len(self._plan.shots):
            raise NotExactError
        while waiting is not None:
            self._mux([self._laid(*waiting)])
            waiting = next(self._heard, None)

    def _laid(self, packet: Packet[AudioStream], time: Fraction) -> Packet[AudioStream]:
        assert self._sound_twin is not None
        packet.stream = self._sound_twin
        packet.pts = packet.dts = round(time / packet.time_base)
        return packet

    def _remove(self) -> None:
        self._source.close()
        super()._remove()

    def _finish(self) -> None:
        self._container.close()
        self._source.close()
        self._sink.settle()
        index = check_times(self._part, self._plan)
        check_ends(self._part, index, self._stretch.film, self._stretch.first, self._stretch.last)
        self._part.replace(self.path)
