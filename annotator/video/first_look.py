"""The first picture of a film before anything else is known of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from av.error import FFmpegError

from annotator.video.facts import TrackFacts
from annotator.video.picture import Picture, orientation_of, paintable, settle_colour
from annotator.video.source import open_source, packets_of

if TYPE_CHECKING:
    from av.container import InputContainer
    from av.video.frame import VideoFrame
    from av.video.stream import VideoStream

_PATIENCE = 400  # packets without a picture: the list of frames will tell what is the matter


@dataclass(frozen=True, slots=True)
class FirstLook:
    """`picture`: frame 0; `size` and `pixel_aspect`: as in `Footage`. `ordinal`: the place of its
    packet, by which the list of frames knows it whatever time and number it gives it.
    """

    picture: Picture
    size: tuple[int, int]
    pixel_aspect: Fraction
    ordinal: int


def first_look(path: Path, box: tuple[int, int] | None = None) -> FirstLook | None:
    """The film's first frame fitted to the box, decoded without reading the film; None where that
    is not simply the first picture to come.

    Raises:
        FootageError: the file is no film.
    """
    container, track = open_source(path)
    with container:
        found = _first_picture(container, track)
        if found is None:
            return None
        frame, ordinal, time = found
        aspect = TrackFacts.of(container, track).pixel_aspect
        settle_colour(frame)
        stored, orientation = (frame.width, frame.height), orientation_of(frame)
        try:
            picture = paintable(frame, stored, orientation, box, 0, time, None)
        except (FFmpegError, ValueError):
            return None  # in colours that cannot be shown: opening the film says so
    turned = orientation.quarters % 2
    shape = 1 / aspect if turned else aspect
    return FirstLook(picture, orientation.upright(*stored), shape, ordinal)


def _first_picture(
    container: InputContainer, track: VideoStream
) -> tuple[VideoFrame, int, Fraction] | None:
    """The first frame that is shown, its packet's ordinal and its time. As in the list of frames, what an edit list
    hides and what belongs before the first key picture is none.
    """
    track.thread_type = "SLICE"  # frame threads would wait for more packets
    stamps: list[int | None] = []
    hidden: set[int] = set()
    key: int | None = None

    def decoded() -> Iterator[VideoFrame]:
        nonlocal key
        context = track.codec_context
        for packet in packets_of(container, track):
            if not packet.size or len(stamps) > _PATIENCE:
                break
            ordinal = len(stamps)
            stamps.append(packet.pts)
            if packet.is_discard:
                hidden.add(ordinal)
            if key is None and not packet.is_keyframe:
                continue
            key = ordinal if key is None else key
            packet.pts = packet.dts = ordinal
            yield from context.decode(packet)
        yield from context.decode(None)

    try:
        for frame in decoded():
            if frame.pts is None or frame.pts in hidden or key is None:
                continue
            stamp, first = stamps[frame.pts], stamps[key]
            if stamp is None or first is None:
                return frame, frame.pts, Fraction(0)
            if stamp >= first or frame.pts == key:
                return frame, frame.pts, stamp * (track.time_base or Fraction(1))
    except FFmpegError:
        return None  # damaged at its very start: reading the film finds out what there is
    return None
