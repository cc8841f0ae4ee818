"""Films changed byte by byte into what cameras, servers and accidents make of them."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import av

_TS_PACKET = 188
_CONTAINERS = (b"moov", b"trak", b"edts", b"mdia", b"minf", b"dinf", b"stbl")


def shift_blocks(path: Path, deltas: Sequence[int]) -> None:
    """Move the times of a Matroska film's blocks, in file order, by so many milliseconds."""
    with av.open(str(path)) as film:
        payloads = [bytes(p) for p in film.demux(video=0) if p.size]
    data = bytearray(path.read_bytes())
    at = 0
    for payload, delta in zip(payloads, deltas, strict=True):
        at = data.index(payload, at)
        # Before the payload: track number (one byte), time after the cluster's (two), flags (one).
        assert data[at - 4] == 0x81
        time = int.from_bytes(data[at - 3 : at - 1], "big", signed=True) + delta
        data[at - 3 : at - 1] = time.to_bytes(2, "big", signed=True)
    path.write_bytes(bytes(data))


def change_pes(path: Path, change: Callable[[int, bytearray], None]) -> None:
    """Call `change(n, head)` with the head (19 bytes) of each picture of an MPEG-TS film."""
    data = bytearray(path.read_bytes())
    number = 0
    for at in range(0, len(data), _TS_PACKET):
        if not data[at + 1] & 0x40:
            continue
        body = at + 4 + (1 + data[at + 4] if data[at + 3] & 0x20 else 0)
        if data[body : body + 3] == b"\0\0\1" and 0xE0 <= data[body + 3] <= 0xEF:
            head = data[body : body + 19]
            change(number, head)
            data[body : body + 19] = head
            number += 1
    path.write_bytes(bytes(data))


def untime(head: bytearray) -> None:
    """Say that this picture's head holds no times."""
    head[7] &= 0x3F


def retime(head: bytearray, ticks: int) -> None:
    """Add ticks of 1/90000 s to the times in a picture's head."""
    for at in (9, 14)[: 1 + (head[7] >> 6 & 1)]:
        old = (head[at] >> 1 & 7) << 30 | (head[at + 1] << 7 | head[at + 2] >> 1) << 15
        new = (old | head[at + 3] << 7 | head[at + 4] >> 1) + ticks
        low = (new >> 7 & 0xFF, new << 1 & 0xFE | 1)
        high = (head[at] & 0xF0 | new >> 29 & 0xE | 1, new >> 22 & 0xFF, new >> 14 & 0xFE | 1)
        head[at : at + 5] = bytes((*high, *low))


def boxes(data: bytes, start: int, end: int) -> Iterator[tuple[bytes, int, int]]:
    """The boxes of an MP4, outer before inner: kind, and where their content begins and ends."""
    while start + 8 <= end:
        size, kind = struct.unpack(">I4s", data[start : start + 8])
        yield kind, start + 8, start + size
        if kind in _CONTAINERS:
            yield from boxes(data, start + 8, start + size)
        start += size


def replace_box(path: Path, kind: bytes, content: bytes) -> None:
    """Put other content into the first box of this kind of an MP4 whose index is at its end."""
    data = path.read_bytes()
    first, last = next((a, b) for k, a, b in boxes(data, 0, len(data)) if k == kind)
    grown = len(content) - (last - first)
    out = bytearray(data[:first] + content + data[last:])
    for outer, a, b in boxes(data, 0, len(data)):
        if a <= first and last <= b and (outer in _CONTAINERS or outer == kind):
            out[a - 8 : a - 4] = struct.pack(">I", b - a + 8 + grown)
    path.write_bytes(bytes(out))


def edits(*stretches: tuple[int, int]) -> bytes:
    """The content of an edit list box: (length in the film's ticks, first time in the track's)."""
    entries = b"".join(struct.pack(">IiHH", length, first, 1, 0) for length, first in stretches)
    return struct.pack(">II", 0, len(stretches)) + entries


def zero_durations(path: Path) -> None:
    """Frames that last one tick last none: the next one has the same time."""
    data = bytearray(path.read_bytes())
    first, _ = next((a, b) for k, a, b in boxes(bytes(data), 0, len(data)) if k == b"stts")
    count = int.from_bytes(data[first + 4 : first + 8], "big")
    for at in range(first + 12, first + 12 + 8 * count, 8):
        if data[at : at + 4] == b"\0\0\0\1":
            data[at : at + 4] = b"\0\0\0\0"
    path.write_bytes(bytes(data))


def top_boxes(path: Path) -> list[bytes]:
    """The names of an MP4 file's outermost boxes, in sequence."""
    data, at, found = path.read_bytes(), 0, []
    while at < len(data):
        found.append(data[at + 4 : at + 8])
        length = int.from_bytes(data[at : at + 4], "big")
        at += length if length > 1 else int.from_bytes(data[at + 8 : at + 16], "big")
    return found
