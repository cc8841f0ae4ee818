"""Where to look in a film's file for a packet, and which packet of the index one is."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from annotator.video.index import MISSING, FrameIndex
from annotator.video.source import BYTE_SEEK

if TYPE_CHECKING:
    from av.packet import Packet
    from av.video.stream import VideoStream


def aims(
    index: FrameIndex, key: int, ordinal: int, time_base: Fraction | None
) -> Iterator[tuple[int, bool]]:
    """Offsets to try on the way to the packet `ordinal`, which needs the key packet `key`: in bytes
    (True) where the format has no index, else in ticks of the track, whose `time_base` is seconds.
    """
    if index.format in BYTE_SEEK and index.pos[key] >= 0:
        yield int(index.pos[key]), True
    # The target's own time first: a search for the key packet's own time may land one group too
    # early. Then ever further back; where each landed tells whether it was early enough.
    second = int(1 / time_base) if time_base else 1
    times = [int(index.pts[ordinal]), int(index.pts[key]), int(index.dts[key])]
    known = [time for time in times if time != MISSING]
    yield from ((time, False) for time in known)
    if known:
        yield min(known) - second, False
        yield min(known) - 4 * second, False


def ordinal_of(packet: Packet[VideoStream], index: FrameIndex) -> int | None:
    """The packet's ordinal from its place in the file, or from its time where it has none."""
    dts = MISSING if packet.dts is None else packet.dts
    match = index.size == packet.size
    if packet.pos is not None and packet.pos >= 0:
        match &= index.pos == packet.pos
    else:
        match &= index.dts == dts
    hits = np.flatnonzero(match)
    if hits.size > 1:
        # An edit list may play one stretch of the file twice: the times tell which.
        timed = hits[index.dts[hits] == dts]
        hits = timed if timed.size else hits
    return int(hits[0]) if hits.size else None
