"""Opening a film whose list of frames is known, and decoders for it that behave as at first.

FFmpeg decodes a film's first pictures whenever it opens one, to find out by how many they are out
of order and which colours they have: at 20 Mbit/s most of the time that opening takes. Known
already it is told, not found out.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

from av.codec import CodecContext
from av.error import FFmpegError

from annotator.video.source import LIMITS, open_source

if TYPE_CHECKING:
    from av.container import InputContainer
    from av.packet import Packet
    from av.video.codeccontext import VideoCodecContext
    from av.video.frame import VideoFrame
    from av.video.stream import VideoStream

    from annotator.video.facts import TrackFacts
    from annotator.video.index import FrameIndex

# Elsewhere FFmpeg takes all it needs from the head of the file, or has none to take it from.
_DECODED_TO_KNOW = frozenset({"h264"})
_WITH_A_HEAD = ("mov,", "matroska")
# Of these a context made anew needs no more than the track's extra data.
_PLAIN = frozenset({"h264", "hevc"})


def open_again(path: Path, index: FrameIndex) -> tuple[InputContainer, VideoStream]:
    """As `open_source`, for a film that is known to be the one of this index."""
    if index.codec not in _DECODED_TO_KNOW or not index.format.startswith(_WITH_A_HEAD):
        return open_source(path)
    container, track = open_source(path, index.facts.number)
    _tell(track.codec_context, index.facts)
    return container, track


def _tell(context: VideoCodecContext, facts: TrackFacts) -> None:
    context.reorder_depth = facts.reorder
    (
        context.color_range,
        context.color_primaries,
        context.color_trc,
        context.colorspace,
    ) = facts.colours


class KeyDecoder:
    """Decodes key packets, each for itself: nothing to be waited for or emptied, and the decoder
    of their followers stays where it is. What it gives is pixel for pixel what that one gives.
    """

    def __init__(self, track: VideoStream, facts: TrackFacts) -> None:
        context = cast("VideoCodecContext", CodecContext.create(track.codec_context.name, "r"))
        context.extradata = track.codec_context.extradata
        context.thread_count = 1  # one picture
        context.options = dict(LIMITS)
        _tell(context, facts)
        self._context = context

    @staticmethod
    def can(codec: str) -> bool:
        """Whether pictures of this code can be decoded so."""
        return codec in _PLAIN

    def decode(self, packet: Packet[VideoStream]) -> VideoFrame | None:
        """The packet's one picture, its time that of the packet; None where there is none."""
        try:
            frames = [*self._context.decode(packet), *self._context.decode(None)]
        except FFmpegError:
            frames = []
        self._context.flush_buffers()
        return frames[0] if len(frames) == 1 else None
