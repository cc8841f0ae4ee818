"""Decoding exactly one wanted frame, by the shortest safe way.

The decoder is fed packets whose time stamps were replaced by their ordinals, so each picture comes
out with the ordinal of its own packet on it. Where decoding starts, which packets may be skipped
and when a frame is known to be lost all follow from the index; no time is ever compared.
"""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from av.error import FFmpegError

from annotator.errors import Cancelled
from annotator.text import tr
from annotator.video.file_state import FileState
from annotator.video.index import FrameIndex
from annotator.video.nal import nobody_leans_on
from annotator.video.picture import settle_colour
from annotator.video.reopening import KeyDecoder, open_again
from annotator.video.seeking import aims, ordinal_of
from annotator.video.source import packets_of

if TYPE_CHECKING:
    from av.packet import Packet
    from av.video.frame import VideoFrame
    from av.video.stream import VideoStream

Emit = Callable[[int, "VideoFrame"], None]
Stop = Callable[[], bool]

# Decoders that leave out pictures on which no other leans, and give the rest out unharmed.
_CAN_SKIP = frozenset({"h264", "hevc", "mpeg1video", "mpeg2video", "mpeg4"})
_B_PICTURE = 3
_RECENT = 64  # packets kept until their pictures are out
_LOST_AFTER = 64  # unknown packets in a row after a search: it landed nowhere useful
_EARLIER = (0, 1, 2, 4, 8)  # how many key packets further back a lost picture is looked for
_SLACK = 16  # how many pictures may overtake a late one; the longest reordering codecs allow


class Reader:
    """One decoder on one film. Not safe in several threads: its owner holds a lock.

    Each picture decoded on the way is handed to `emit(frame index, frame)`. `absent` are frames
    known to give no picture; `corrupt` and `spoiled`, by ordinal, tell damaged packets and those
    that lean on one.
    """

    def __init__(self, path: Path, index: FrameIndex, emit: Emit, file: FileState | None) -> None:
        self._path = path
        self._index = index
        self._emit = emit
        count = int(index.pts.size)
        self.absent: set[int] = set()
        self._whole_from: dict[int, int] = {}  # key packets that are none, and where to begin
        self.corrupt = np.zeros(count, np.bool_)
        self.spoiled = np.zeros(count, np.bool_)
        for ordinal in np.flatnonzero(index.corrupt):
            self._note_damage(int(ordinal), leaned_on=True)
        self._can_skip = index.codec in _CAN_SKIP
        self._file = file
        self._opened = False
        self._threads = "AUTO"
        self._keys: KeyDecoder | None = None

    def _open(self, threads: str) -> None:
        if self._file is not None:
            self._file.check(self._path)
        self._container, self._track = open_again(self._path, self._index)
        self._opened = True
        self._track.thread_type = threads
        self._context = self._track.codec_context
        self._threads = threads
        self._packets: Iterator[Packet[VideoStream]] = packets_of(self._container, self._track)
        self._held: Packet[VideoStream] | None = None
        self._at = -1  # ordinal of the last packet that was read
        self._begin = -1  # ordinal of the key packet where decoding began; -1: nowhere yet
        self._out = -1  # the last place in order of presentation that came out
        self._floor = 0  # frames before this place may have been skipped
        self._drained = False
        self._recent: OrderedDict[int, Packet[VideoStream]] = OrderedDict()

    def close(self) -> None:
        """Let go of the file and of the decoder, whose pool holds on to every buffer it ever gave
        out: waiting for the garbage collector would keep a whole cache's worth of memory.
        """
        if not self._opened:
            return
        self._opened = False
        self._container.close()
        self._recent.clear()
        self._keys = None
        del self._packets, self._held, self._context, self._track, self._container

    def twin(self) -> Reader:
        """A second decoder of the same owner; each knows what the other learns of the film."""
        other = Reader(self._path, self._index, self._emit, self._file)
        other.absent, other._whole_from = self.absent, self._whole_from
        other.corrupt, other.spoiled = self.corrupt, self.spoiled
        return other

    def retire(self) -> None:
        """Close for good, and let go of the owner too: the two would keep each other, and the list
        of frames of three hours, until the garbage collector comes round.
        """
        self.close()
        self._emit = _nobody

    def fetch(
        self, wanted: int, keep_from: int | None = None, stop: Stop | None = None
    ) -> VideoFrame | None:
        """Frame `wanted`, or None when it gives no picture.

        `keep_from`: the first frame to be decoded on the way even where it could be skipped.
        `stop`: asked between packets; when it says True, `Cancelled` is raised and the decoder
        stays usable where it is.
        """
        if wanted in self.absent:
            return None
        self._ready()
        index = self._index
        low = wanted if keep_from is None else min(keep_from, wanted)
        ordinal = int(index.order[wanted])
        key = self.begins(wanted)
        if key is not None:
            self._seek(key, ordinal)
            if key == ordinal:
                alone = self._key_alone(wanted)
                if alone is not None:
                    return alone
        frame = self._roll(ordinal, int(index.place[index.order[low]]), 0, stop)
        return frame if frame is not None else self._insist(wanted, stop)

    def glimpse(self, wanted: int) -> VideoFrame | None:
        """The key frame where decoding begins for frame `wanted`, which is fetched next: that one
        packet decoded alone, which is much sooner there than in the stream of its followers.
        """
        key = self.begins(wanted)
        if key is None:
            return None
        self._ready()
        self._seek(key, int(self._index.order[wanted]))
        if KeyDecoder.can(self._index.codec):
            frame = self._decode_key(key)
            found = None if frame is None else self._take(frame, key)
        else:
            found = self._key_by_main(key)
        self._out = int(self._index.place[key]) - 1
        return found

    def _key_by_main(self, key: int) -> VideoFrame | None:
        """The picture of the packet that waits, from the decoder of its followers."""
        packet, found = self._held, None
        if packet is None:
            return None
        packet.pts = packet.dts = key
        with suppress(FFmpegError):  # then there is nothing to be seen before the frame itself
            for frame in (*self._context.decode(packet), *self._context.decode(None)):
                found = self._take(frame, key) or found
        # As if it had not been: the packet waits to be decoded with its followers.
        self._context.flush_buffers()
        return found

    def _key_alone(self, wanted: int) -> VideoFrame | None:
        """Frame `wanted`, whose key packet waits, decoded alone and so without those behind it,
        which wait on; None where that might not be all of it, or is not known to be whole.
        """
        index = self._index
        key = int(index.order[wanted])
        after = key + 1
        halves = after < index.place.size and index.place[after] == index.place[key]
        if index.first is None or halves or self.corrupt[key] or not KeyDecoder.can(index.codec):
            return None
        frame = self._decode_key(key)
        if frame is None or frame.is_corrupt:
            return None
        settle_colour(frame)
        self._emit(wanted, frame)
        return frame

    def _decode_key(self, key: int) -> VideoFrame | None:
        """The picture of the packet that waits, which keeps waiting."""
        packet = self._held
        if packet is None:
            return None
        if self._keys is None:
            self._keys = KeyDecoder(self._track, self._index.facts)
        packet.pts = packet.dts = key
        return self._keys.decode(packet)

    def _ready(self) -> None:
        if self._threads != "AUTO" or not self._opened:
            self.close()
            self._open("AUTO")

    def begins(self, wanted: int) -> int | None:
        """The ordinal of the packet where decoding has to begin for this frame; None if it goes
        on from where it is.
        """
        index = self._index
        ordinal, key = int(index.order[wanted]), int(index.start[wanted])
        key = self._whole_from.get(key, key)
        place = int(index.place[ordinal])
        goes_on = (
            self._opened
            and self._threads == "AUTO"
            and 0 <= self._begin <= ordinal
            and not self._drained
            and key <= self._at + 1
            and self._out < place
            and self._floor <= place
        )
        return None if goes_on else key

    def _insist(self, wanted: int, stop: Stop | None) -> VideoFrame | None:
        """Once more without frame threads, and from ever earlier key packets.

        Frame threads lose pictures after an error near the end. And streams that refresh bit by
        bit are not whole at the packet they call key, only some way behind it; what was needed is
        remembered. What still doesn't come out is absent.
        """
        index = self._index
        ordinal, key = int(index.order[wanted]), int(index.start[wanted])
        at = int(np.searchsorted(index.keys, key))
        came: set[int] = set()
        usual = self._emit

        def note(n: int, frame: VideoFrame) -> None:
            came.add(n)
            usual(n, frame)

        self._emit = note
        try:
            # Where damage is known it is the cause, and no way round will help.
            torn = bool(self.corrupt[key : ordinal + 1].any())
            for back in _EARLIER[:1] if torn else _EARLIER:
                begin = int(index.keys[max(at - back, 0)])
                self.close()
                self._open("SLICE")
                self._seek(begin, ordinal)
                frame = self._roll(ordinal, int(index.place[begin]), _SLACK, stop)
                if frame is not None:
                    if begin < key:
                        self._whole_from[key] = begin
                    return frame
                if at <= back:
                    break
        finally:
            self._emit = usual
        self.absent.add(wanted)
        first = int(index.place[key])
        for n in range(wanted - 1, -1, -1):
            if int(index.place[index.order[n]]) < first:
                break
            if n not in came:
                self.absent.add(n)
        return None

    # ------------------------------------------------------------------ decoding

    def _roll(self, ordinal: int, low: int, slack: int, stop: Stop | None) -> VideoFrame | None:
        """Decode on until the picture of this ordinal comes out or was overtaken."""
        index, context = self._index, self._context
        place = index.place
        target = int(place[ordinal])
        found: VideoFrame | None = None
        while found is None and self._out <= target + slack:
            if stop is not None and stop():
                raise Cancelled(tr("Stopped."))
            packet = self._next()
            if packet is None:
                with suppress(FFmpegError):  # what cannot be drained is found absent
                    for frame in context.decode(None):
                        found = self._take(frame, ordinal) or found
                self._drained = True
                break
            packet.pts = packet.dts = self._at
            self._recent[self._at] = packet
            if len(self._recent) > _RECENT:
                self._recent.popitem(last=False)
            skips = self._can_skip and int(place[self._at]) < low
            context.skip_frame = "NONREF" if skips else "DEFAULT"
            if skips:
                self._floor = max(self._floor, low)
            try:
                frames = context.decode(packet)
            except FFmpegError:
                # With frame threads the error of a packet comes up to a few packets later.
                delay = context.thread_count or os.cpu_count() or 1
                back = max(self._begin, self._at - delay + 1)
                self._note_damage(back, leaned_on=True)
                continue
            for frame in frames:
                found = self._take(frame, ordinal) or found
        return found

    def _take(self, frame: VideoFrame, wanted: int) -> VideoFrame | None:
        """Hand a decoded picture on; returns it when it is the wanted one."""
        index = self._index
        ordinal = frame.pts
        if ordinal is None:
            return None
        place = int(index.place[ordinal])
        self._out = max(self._out, place)
        if place < int(index.place[self._begin]):
            return None  # leans on pictures before the start of decoding: not to be trusted
        n = int(index.rank[ordinal])
        if n < 0:
            return None
        if frame.is_corrupt:
            self._note_damage(ordinal, leaned_on=not self._alone(ordinal, frame))
        settle_colour(frame)
        self._emit(n, frame)
        return frame if ordinal == wanted else None

    def _alone(self, ordinal: int, frame: VideoFrame) -> bool:
        packet = self._recent.get(ordinal)
        return packet is not None and nobody_leans_on(
            self._index.codec,
            bytes(packet),
            self._context.extradata,
            int(frame.pict_type) == _B_PICTURE,
        )

    def _note_damage(self, ordinal: int, leaned_on: bool) -> None:
        self.corrupt[ordinal] = True
        if not leaned_on:
            return
        index = self._index
        key = index.next_key(ordinal)
        self.spoiled[ordinal + 1 : key] = True
        if key < self.spoiled.size:
            # Pictures stored after the next key picture but shown before it lean on both sides.
            after = slice(key + 1, index.next_key(key))
            self.spoiled[after] |= index.place[after] < index.place[key]

    # ------------------------------------------------------------------ packets

    def _next(self) -> Packet[VideoStream] | None:
        """The next packet, its ordinal in `_at`; None at the end."""
        if self._held is not None:
            packet, self._held = self._held, None
            return packet
        failures = 0
        while True:
            try:
                for packet in self._packets:
                    if not packet.size:
                        return None
                    ordinal = self._follow(packet)
                    if ordinal is not None:
                        self._at = ordinal
                        return packet
                return None
            except FFmpegError:
                failures += 1
                if failures == 3:
                    return None
                self._packets = packets_of(self._container, self._track)

    def _follow(self, packet: Packet[VideoStream]) -> int | None:
        """The packet's ordinal: mostly the next one; else searched for."""
        index, following = self._index, self._at + 1
        if (
            self._at >= 0
            and following < index.size.size
            and packet.size == index.size[following]
            and (packet.pos is None or packet.pos < 0 or packet.pos == index.pos[following])
        ):
            return following
        return ordinal_of(packet, index)

    # ------------------------------------------------------------------ seeking

    def _seek(self, key: int, ordinal: int) -> None:
        """Stand before the key packet `key`, on the way to `ordinal`; the decoder is empty."""
        index = self._index
        for offset, by_bytes in aims(index, key, ordinal, self._track.time_base):
            try:
                if by_bytes:
                    self._container.seek(
                        offset, stream=self._track, backward=False, unsupported_byte_offset=True
                    )
                else:
                    self._container.seek(offset, stream=self._track)
            except (FFmpegError, OverflowError):
                continue
            if self._land(key):
                return
        threads = self._threads
        self.close()
        self._open(threads)
        if not self._land(key):
            # The file changed under us, or reads differently now: nothing comes out of it.
            self._begin, self._drained = key, True

    def _land(self, key: int) -> bool:
        """Read packets up to the key packet, undecoded; False when it lies behind already."""
        self._context.flush_buffers()
        self._packets = packets_of(self._container, self._track)
        self._held = None
        self._at = -1
        unknown = 0
        try:
            for packet in self._packets:
                if not packet.size:
                    return False
                ordinal = self._follow(packet)
                if ordinal is None:
                    unknown += 1
                    if unknown > _LOST_AFTER:
                        return False
                    continue
                if ordinal > key:
                    return False
                self._at = ordinal
                if ordinal == key:
                    self._held = packet
                    self._begin, self._drained, self._floor = key, False, 0
                    self._out = int(self._index.place[key]) - 1
                    return True
        except FFmpegError:
            return False
        return False


def _nobody(index: int, frame: VideoFrame) -> None:
    """Takes the pictures of a reader that was retired; there are none."""
