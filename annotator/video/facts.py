"""What a film's container declares about its tracks."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Self

from annotator.video.source import ATTACHED_PICTURE

if TYPE_CHECKING:
    from av.audio.codeccontext import AudioCodecContext
    from av.container import InputContainer
    from av.video.codeccontext import VideoCodecContext
    from av.video.stream import VideoStream


_BOTTOM_FIRST = (3, 4)  # FFmpeg's AV_FIELD_BB and AV_FIELD_TB


@dataclass(frozen=True, slots=True)
class SoundFacts:
    """The sound track: code, samples per second, channels, times of its start and end in seconds."""

    codec: str
    rate: int
    channels: int
    start: Fraction | None
    end: Fraction | None = None


@dataclass(frozen=True, slots=True)
class TrackFacts:
    """What the container declares, before a packet is read."""

    rate: Fraction
    declared_frames: int  # 0: it declares none
    pixel_aspect: Fraction
    sound: SoundFacts | None
    bottom_first: bool = False  # of interlaced pictures, which half picture is the earlier one
    tracks: int = 1  # of moving pictures; covers don't count
    number: int = 0  # the track's, among all of the container
    reorder: int = 0  # how many pictures the decoder has to hold back to give them out in order
    colours: tuple[int, int, int, int] = (0, 2, 2, 2)
    """FFmpeg's numbers of range, primaries, transfer curve and matrix; 0, 2: it doesn't say."""

    @property
    def curve(self) -> int:
        """FFmpeg's number of the transfer curve; 2: the film doesn't say."""
        return self.colours[2]

    @classmethod
    def of(cls, container: InputContainer, track: VideoStream) -> Self:
        sound: SoundFacts | None = None
        if container.streams.audio:
            heard = container.streams.audio[0]
            # None where FFmpeg knows the code by name only; its types don't say so.
            context: AudioCodecContext | None = getattr(heard, "codec_context", None)
            start, end = heard.start_time, None
            if start is not None and heard.duration:
                end = start + heard.duration
            base = heard.time_base or Fraction(0)
            sound = SoundFacts(
                codec=context.codec.canonical_name if context is not None else "?",
                rate=context.sample_rate if context is not None else 0,
                channels=context.channels if context is not None else 0,
                start=None if start is None or not base else start * base,
                end=None if end is None or not base else end * base,
            )
        return cls(
            rate=track.average_rate or track.guessed_rate or Fraction(25),
            declared_frames=track.frames,
            pixel_aspect=track.sample_aspect_ratio or Fraction(1),
            sound=sound,
            bottom_first=track.codec_context.field_order in _BOTTOM_FIRST,
            tracks=sum(
                not int(each.disposition) & ATTACHED_PICTURE for each in container.streams.video
            ),
            number=track.index,
            reorder=track.codec_context.reorder_depth,
            colours=colours_of(track.codec_context),
        )


def colours_of(context: VideoCodecContext) -> tuple[int, int, int, int]:
    """See `TrackFacts.colours`."""
    return (
        int(context.color_range),
        int(context.color_primaries),
        int(context.color_trc),
        int(context.colorspace),
    )


@dataclass(frozen=True, slots=True)
class FirstFrame:
    """What the first frame tells of all: size as stored, how it becomes upright (see
    `Orientation`), and whether it holds two half pictures.
    """

    width: int
    height: int
    quarters: int
    mirrored: bool
    interlaced: bool
