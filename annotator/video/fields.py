"""Half pictures of interlaced films: the lines that were seen at one moment."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, cast

from av.filter import Graph

if TYPE_CHECKING:
    from av.video.frame import VideoFrame


def first_field(frame: VideoFrame, *, bottom_first: bool) -> VideoFrame:
    """Every other line of a frame: those of its first moment, which is the frame's own time.

    It depends on this frame alone, so that a frame looks the same however it was come to.
    """
    graph = Graph()
    source = graph.add_buffer(
        width=frame.width, height=frame.height, format=frame.format, time_base=Fraction(1, 1000)
    )
    half = graph.add("field", "type=bottom" if bottom_first else "type=top")
    sink = graph.add("buffersink")
    source.link_to(half)
    half.link_to(sink)
    graph.configure()
    graph.push(frame)
    return cast("VideoFrame", graph.pull())
