"""The list of a film's frames, made by reading its packets without decoding them.

A frame is known by its packet's *ordinal*, the packet's place in the file: unlike times, ordinals
exist in every film, are never missing and never repeat. The decoder carries the ordinal through,
so that the picture which comes out says itself which one it is.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
from av.error import FFmpegError

from annotator.text import tr
from annotator.video.facts import FirstFrame, TrackFacts
from annotator.video.ordering import order_by_decoding
from annotator.video.source import open_source, packets_of, refuse
from annotator.video.timing import frame_times, segments_of, tears

if TYPE_CHECKING:
    from av.container import InputContainer
    from av.video.stream import VideoStream

Longs = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Progress = Callable[[float], None]

MISSING = int(np.iinfo(np.int64).min)

# In these the container's own presentation times say in which order pictures are shown. Others
# (AVI, raw streams) store decoding times and FFmpeg derives the rest, sometimes by a mere shift.
_ORDER_IS_SAFE = ("mov,", "matroska", "mpegts", "mpeg", "flv", "nut", "mxf")
_INTRA_ONLY = frozenset(
    {"mjpeg", "prores", "dnxhd", "ffv1", "huffyuv", "ffvhuff", "utvideo", "dvvideo", "rawvideo"}
    | {"v210", "jpeg2000", "cfhd", "hap", "magicyuv", "png"}
)


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class FrameIndex:
    """Columns by packet ordinal, and columns by frame index.

    By ordinal: `pts`, `dts`, `pos` (byte place), `size` in bytes, `key`, `hidden` (an edit list
    says: decode, don't show), `corrupt`, and `place`, the rank among all packets in the order of
    presentation. `MISSING` stands where the container says nothing.

    By frame: `order` (its ordinal), `start` (the ordinal of the key packet where decoding has to
    begin), `ticks` (its time in units of `time_base` seconds, strictly increasing) and `retimed`
    (the time is ours because the container's was missing or ran backward).
    """

    format: str
    codec: str
    time_base: Fraction
    pts: Longs
    dts: Longs
    pos: Longs
    size: Longs
    key: Flags
    hidden: Flags
    corrupt: Flags
    place: Longs
    order: Longs
    start: Longs
    ticks: Longs
    retimed: Flags
    rank: Longs  # by ordinal: its frame index, or -1 when it is never shown
    keys: Longs  # ordinals of the key packets, ascending
    segments: int  # recordings joined in one file, each with a clock of its own
    by_decoding: bool  # the container's order could not be trusted: pictures were decoded once
    dead: int  # packets before the first key picture: nothing can be shown of them
    read_errors: int
    repeated: int  # times that occur more than once within a recording
    absent: int  # packets without a presentation time
    facts: TrackFacts
    first: FirstFrame | None = None  # None: it has yet to be decoded

    def __len__(self) -> int:
        return int(self.order.size)

    def next_key(self, ordinal: int) -> int:
        """The ordinal of the next key packet after this one, or the number of packets."""
        at = int(np.searchsorted(self.keys, ordinal, side="right"))
        return int(self.keys[at]) if at < self.keys.size else int(self.pts.size)

    def previous_key(self, ordinal: int) -> int | None:
        """The ordinal of the last key packet before this one."""
        at = int(np.searchsorted(self.keys, ordinal, side="left")) - 1
        return int(self.keys[at]) if at >= 0 else None


@dataclass(slots=True)
class _Packets:
    # Arrays of machine numbers: as Python's own, three hours would take a hundred megabytes.
    pts: array[int]
    dts: array[int]
    pos: array[int]
    size: array[int]
    flags: array[int]
    errors: int = 0
    late: bool = False

    def stumble(self) -> None:
        """Tracks that begin in the middle, all together, count as one stretch that is not read."""
        self.errors += not self.late
        self.late = True


def _read_packets(
    path: Path, container: InputContainer, track: VideoStream, progress: Progress | None
) -> _Packets:
    found = _Packets(array("q"), array("q"), array("q"), array("q"), array("B"))
    total = max(path.stat().st_size, 1)
    idle = 0
    while True:
        before = len(found.pts)
        try:
            for packet in packets_of(container, track, found.stumble):
                if not packet.size:
                    continue
                found.pts.append(MISSING if packet.pts is None else packet.pts)
                found.dts.append(MISSING if packet.dts is None else packet.dts)
                found.pos.append(-1 if packet.pos is None else packet.pos)
                found.size.append(packet.size)
                found.flags.append(
                    packet.is_keyframe | packet.is_discard << 1 | packet.is_corrupt << 2
                )
                if progress is not None and not len(found.pts) % 500:
                    progress(min(max(packet.pos or 0, 0) / total, 1.0))
            return found
        except FFmpegError:
            # One unreadable stretch does not end the film; three in a row without a packet do.
            found.errors += 1
            idle = idle + 1 if len(found.pts) == before else 0
            if idle == 3:
                return found


def build_index(path: Path, progress: Progress | None = None) -> FrameIndex:
    """Read all packets of the film once. `progress` is told the share done, from 0 to 1.

    Raises:
        FootageError: the file is no film, or holds no picture.
    """
    container, track = open_source(path)
    with container:
        fmt, codec = container.format.name, track.codec.canonical_name
        time_base = track.time_base or Fraction(1, 90000)
        rate = track.average_rate or track.guessed_rate or Fraction(25)
        reorders = track.codec_context.has_b_frames
        facts = TrackFacts.of(container, track)
        found = _read_packets(path, container, track, progress)
    if not found.pts:
        raise refuse(
            path,
            tr("This film has a track of pictures, but not one picture in it."),
            tr("Copy the film again; if it stays so, the recording failed."),
        )
    pts, dts = np.array(found.pts, np.int64), np.array(found.dts, np.int64)
    flags = np.array(found.flags, np.uint8)
    key, hidden, corrupt = (flags & bit != 0 for bit in (1, 2, 4))
    # The times of an MP4 are those after its edits: they are one clock, whatever is read twice.
    segment = (
        np.zeros(pts.size, np.int64) if fmt.startswith("mov,") else segments_of(dts, MISSING, fmt)
    )
    absent = pts == MISSING
    pairs = np.lexsort((pts, segment))
    same = (np.diff(pts[pairs]) == 0) & (np.diff(segment[pairs]) == 0)
    twice = np.flatnonzero(same & ~absent[pairs][1:])
    repeated = int(twice.size)
    shifted = bool(
        reorders
        and not fmt.startswith(_ORDER_IS_SAFE)
        and not np.any(dts == MISSING)
        and np.ptp(pts - dts) == 0
    )
    keys = np.flatnonzero(key).astype(np.int64)
    first_key = int(keys[0]) if keys.size else 0
    if not keys.size:
        keys = np.zeros(1, np.int64)
    doubtful = [np.flatnonzero(absent), pairs[twice], pairs[twice + 1]]
    if shifted:
        doubtful.append(np.arange(pts.size))
    elif not fmt.startswith("mov,") and not np.any(dts == MISSING):
        doubtful.append(tears(pts, dts, key, segment, max(int(1 / time_base), 1)))
    unsure = np.unique(np.concatenate(doubtful)).astype(np.int64)
    by_decoding = codec not in _INTRA_ONLY and bool(unsure.size)
    if by_decoding:
        sequence = order_by_decoding(path, pts, segment, keys, unsure, progress)
    elif unsure.size:
        sequence = np.arange(pts.size, dtype=np.int64)
    else:
        sequence = pairs.astype(np.int64)

    place = _places(sequence, int(pts.size))
    # Pictures that lean on ones before the first key picture were cut off with those.
    shown = sequence[
        (sequence >= first_key) & ~hidden[sequence] & (place[sequence] >= place[first_key])
    ]
    if not shown.size:
        raise refuse(
            path,
            tr("This film has a track of pictures, but not one of them can be shown."),
            tr("Copy the film again; if it stays so, convert it to MP4 (H.264)."),
        )
    rank = np.full(pts.size, -1, np.int64)
    rank[shown] = np.arange(shown.size)
    # Where times are a mere shift of decoding times they are the film's, but not their picture's.
    stamps = np.sort(pts[shown]) if shifted else pts[shown]
    if fmt == "avi" and not np.any(dts == MISSING):
        # AVI says when the next picture is due, not which, and its sound goes by that: what FFmpeg
        # gives as times of presentation is guessed, and mostly a frame late.
        stamps = np.where(stamps == MISSING, MISSING, np.sort(dts[shown]))
    times = frame_times(stamps, dts[shown], segment[shown], time_base, rate, MISSING)
    return FrameIndex(
        format=fmt, codec=codec, time_base=times.time_base, pts=pts, dts=dts,
        pos=np.array(found.pos, np.int64), size=np.array(found.size, np.int64), key=key,
        hidden=hidden, corrupt=corrupt, place=place, order=shown,
        start=_starts(shown, keys, place), ticks=times.ticks, retimed=times.retimed, rank=rank,
        keys=keys, segments=int(segment.max()) + 1, by_decoding=by_decoding, dead=first_key,
        read_errors=found.errors, repeated=repeated, absent=int(np.count_nonzero(absent)),
        facts=facts,
    )  # fmt: skip


def _places(sequence: Longs, count: int) -> Longs:
    """By ordinal, the rank in order of presentation; packets that gave no picture of their own
    (the second field of a picture, say) stand where the packet before them stands.
    """
    place = np.full(count, -1, np.int64)
    place[sequence] = np.arange(sequence.size)
    known = np.maximum.accumulate(np.where(place >= 0, np.arange(count), -1))
    return np.where(known >= 0, place[np.maximum(known, 0)], 0)


def _starts(shown: Longs, keys: Longs, place: Longs) -> Longs:
    """For each frame the last key packet before it whose own picture is not shown after it.

    With open groups of pictures the packets that follow a key packet may belong before it and lean
    on the group before: they cannot be decoded from their own key packet.
    """
    at = np.maximum(np.searchsorted(keys, shown, side="right") - 1, 0)
    while True:
        late = (place[keys[at]] > place[shown]) & (at > 0)
        if not late.any():
            return np.asarray(keys[at], np.int64)
        at = at - late
