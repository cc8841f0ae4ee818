"""Lists of frames kept from one opening of a film to the next.

A list can be made anew at any time, so nothing here is ever trusted: an entry that is damaged, of
another film, of another version, or that makes no sense is passed over, and failing to write one
is no error.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import secrets
import sys
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from time import time
from typing import Any

import av
import numpy as np

from annotator.video.facts import FirstFrame
from annotator.video.file_state import FileState
from annotator.video.index import FrameIndex, Progress, build_index
from annotator.video.kept_facts import facts_from, first_from, plain

First = Callable[[FrameIndex], FirstFrame]

# Counted up whenever an index is made or laid out in another way.
VERSION = 4
LIMIT = 256 << 20  # bytes of all entries together; about ten films of three hours
_DIGEST = 16  # bytes
_SUFFIX = ".index"
_PART = ".part"
_ABANDONED = 3600  # seconds after which a part that nobody finished is removed

_SMALL = ("size", "place", "order", "start", "keys")  # no more than 31 bits, so kept as 32
# What is kept of each column; `rank` is the order the other way round.
_ARRAYS = {
    field.name: np.dtype(
        np.bool_ if field.type == "Flags" else np.int32 if field.name in _SMALL else np.int64
    )
    for field in dataclasses.fields(FrameIndex)
    if field.type in ("Longs", "Flags") and field.name != "rank"
}
_BY_FRAME = ("order", "start", "ticks", "retimed")
_PLAIN: dict[str, type] = {"format": str, "codec": str, "segments": int, "by_decoding": bool}
_PLAIN |= dict.fromkeys(("dead", "read_errors", "repeated", "absent"), int)


def index_of(
    path: Path,
    folder: Path | None,
    progress: Progress | None = None,
    file: FileState | None = None,
    first: First | None = None,
) -> FrameIndex:
    """The film's list of frames: the one kept in `folder`, else made now and kept there.

    `folder`: where lists are kept; made when needed. None: nothing is kept. `progress` and errors
    as in `build_index`. `file`: the film as it was found, if that is known. `first`: looks at the
    first frame, which is kept too; asked only where nothing is kept of this film.
    """
    name = None if folder is None else _name_of(path, file)
    kept = _read(folder / name[0], name[1]) if folder is not None and name is not None else None
    if kept is not None and (kept.first is not None or first is None):
        return kept
    index = build_index(path, progress)
    if first is not None:
        index = dataclasses.replace(index, first=first(index))
    # A film that is still being written is another one by now.
    if folder is not None and name is not None and _name_of(path) == name:
        with suppress(OSError):  # no room, or no right to write: it is made anew next time
            _write(folder, name[0], _packed(index, name[1]))
    return index


def is_kept(path: Path, folder: Path) -> bool:
    """Whether the film's list of frames seems to be in `folder`: then it opens at once."""
    name = _name_of(path)
    return name is not None and (folder / name[0]).is_file()


def _name_of(path: Path, file: FileState | None = None) -> tuple[str, str] | None:
    """The name of the film's entry, and what the entry has to be about; None if that cannot be
    told: whoever opens the film then says what is wrong with it.
    """
    if file is None:
        file = FileState.of(path)
    if file is None:
        return None
    about = f"{file.content} {file.size} {file.stamp[0]}"
    # Another FFmpeg may cut a film into other packets.
    libraries = sorted(av.library_versions.items())
    about += f" {VERSION} {sys.byteorder} {libraries}"
    return hashlib.blake2b(about.encode(), digest_size=16).hexdigest() + _SUFFIX, about


def _packed(index: FrameIndex, about: str) -> bytes:
    """A digest of all that follows, a line of JSON, and the columns one behind the other."""
    head = {name: getattr(index, name) for name in _PLAIN}
    head["facts"] = plain(index.facts)
    head["first"] = None if index.first is None else plain(index.first)
    head["time_base"] = (index.time_base.numerator, index.time_base.denominator)
    columns = [getattr(index, name).astype(dtype) for name, dtype in _ARRAYS.items()]
    head |= {"about": about, "lengths": [column.size for column in columns]}
    body = json.dumps(head).encode() + b"\n" + b"".join(column.tobytes() for column in columns)
    return _digest(body) + body


def _digest(body: bytes | memoryview) -> bytes:
    return hashlib.blake2b(body, digest_size=_DIGEST).digest()


def _read(entry: Path, about: str) -> FrameIndex | None:
    try:
        data = entry.read_bytes()
    except OSError:
        return None
    index = _unpacked(data, about)
    if index is not None:
        with suppress(OSError):
            os.utime(entry)  # used now: others go first
    return index


def _unpacked(data: bytes, about: str) -> FrameIndex | None:
    """The index in an entry, or None where it is damaged, or not about what it should be."""
    body = memoryview(data)[_DIGEST:]
    if _digest(body) != data[:_DIGEST]:
        return None
    try:
        end = data.index(b"\n", _DIGEST)
        head = json.loads(data[_DIGEST:end])
        if head["about"] != about or any(type(head[name]) is not _PLAIN[name] for name in _PLAIN):
            return None
        columns: dict[str, Any] = {}
        at = end + 1
        for (name, dtype), length in zip(_ARRAYS.items(), head["lengths"], strict=True):
            column = np.frombuffer(data, dtype, length, at)
            columns[name] = column.astype(np.int64) if name in _SMALL else column
            at += column.nbytes
        rank = np.full(columns["pts"].size, -1, np.int64)
        rank[columns["order"]] = np.arange(columns["order"].size)
        top, bottom = head["time_base"]
        single = {name: head[name] for name in _PLAIN}
        index = FrameIndex(
            time_base=Fraction(top, bottom), rank=rank, facts=facts_from(head["facts"]),
            first=first_from(head["first"]), **single, **columns,
        )  # fmt: skip
    except (ValueError, LookupError, TypeError, ArithmeticError):
        return None
    return index if at == len(data) and _makes_sense(index) else None


def _makes_sense(index: FrameIndex) -> bool:
    """Whether all columns fit each other, so that no frame of it can lead astray or out of them."""
    count, frames = index.pts.size, index.order.size
    for name in _ARRAYS:
        size = getattr(index, name).size
        if name != "keys" and size != (frames if name in _BY_FRAME else count):
            return False
    if not 0 < frames <= count or not index.keys.size or index.time_base <= 0:
        return False

    def within(array: np.ndarray[tuple[int, ...], np.dtype[np.int64]], low: int) -> bool:
        return bool(array.min() >= low and array.max() < count)

    return (
        within(index.order, 0)
        and within(index.start, 0)
        and within(index.keys, 0)
        and within(index.place, 0)
        and bool(np.all(np.diff(index.keys) > 0))
        and bool(np.all(np.diff(index.ticks) > 0))
        and bool(np.all(index.start <= index.order))
        and bool(np.all(index.rank[index.order] == np.arange(frames)))
        and int(np.count_nonzero(index.rank >= 0)) == frames
    )


def _write(folder: Path, name: str, data: bytes) -> None:
    """Put the entry under its name wholly or not at all, then let the oldest go."""
    folder.mkdir(parents=True, exist_ok=True)
    part = folder / f"{secrets.token_hex(8)}{_PART}"
    try:
        part.write_bytes(data)
        part.replace(folder / name)
    finally:
        part.unlink(missing_ok=True)
    entries = []
    for entry in folder.iterdir():
        with suppress(FileNotFoundError):  # another program tidies up as well
            facts = entry.stat()
            if entry.suffix == _SUFFIX:
                entries.append((facts.st_mtime_ns, facts.st_size, entry))
            elif entry.suffix == _PART and time() - facts.st_mtime > _ABANDONED:
                entry.unlink()
    held = 0
    for _, size, entry in sorted(entries, reverse=True):
        held += size
        if held > LIMIT:
            entry.unlink(missing_ok=True)
