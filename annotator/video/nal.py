"""Whether other pictures lean on a damaged one, read from its packet's own headers."""

from __future__ import annotations

from collections.abc import Iterator

_IDR = 5
_RANDOM_ACCESS = range(16, 22)
_NO_LATER_REFERENCE = frozenset({"mpeg1video", "mpeg2video", "mpeg4"})


def nobody_leans_on(codec: str, data: bytes, extradata: bytes | None, b_picture: bool) -> bool:
    """True when it is certain that no other picture is made from the one in this packet.

    `data`: the packet; `extradata`: the track's header, which tells how packets are cut into
    units; `b_picture`: the decoder called it a B picture. When in doubt the answer is False.
    """
    if codec in _NO_LATER_REFERENCE:
        return b_picture
    if codec not in ("h264", "hevc"):
        return False
    for head in _unit_heads(data, _length_bytes(codec, extradata)):
        if codec == "h264" and head & 0x1F in (1, 5):
            return head & 0x60 == 0
        if codec == "hevc" and (kind := head >> 1 & 0x3F) < 32:
            # Even kinds below 16 are referred to by no picture of their own layer.
            return kind < 16 and kind % 2 == 0
    return False


def begins_anew(codec: str, data: bytes, extradata: bytes | None) -> bool:
    """True when it is certain that no picture from this packet on is made from one before it, as
    long as none of them is shown before it. Arguments as for `nobody_leans_on`.
    """
    for head in _unit_heads(data, _length_bytes(codec, extradata)):
        if codec == "h264" and (kind := head & 0x1F) in (1, 5):
            return kind == _IDR
        if codec == "hevc" and (kind := head >> 1 & 0x3F) < 32:
            return kind in _RANDOM_ACCESS
    return False


def _length_bytes(codec: str, extradata: bytes | None) -> int:
    """How many bytes before each unit tell its length; 0 where start codes part them."""
    at = 4 if codec == "h264" else 21
    if extradata is None or len(extradata) <= at or extradata[0] != 1:
        return 0
    return (extradata[at] & 3) + 1


def _unit_heads(data: bytes, length_bytes: int) -> Iterator[int]:
    """The first byte of each unit of a packet."""
    at = 0
    if length_bytes:
        while at + length_bytes < len(data):
            yield data[at + length_bytes]
            at += length_bytes + int.from_bytes(data[at : at + length_bytes], "big")
        return
    while (at := data.find(b"\0\0\1", at)) >= 0 and at + 3 < len(data):
        at += 3
        yield data[at]
