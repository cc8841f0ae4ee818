"""The note inside a smooth copy of a film: of which film it is, and which frames were damaged.

It is a `uuid` box at the end of the MP4 file, which every other program passes over, with a JSON
object in it (see docs/file-formats.md). So a copy can be moved and renamed and still says itself
whose frames it holds.
"""

from __future__ import annotations

import hashlib
import json
import re
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from uuid import UUID

import numpy as np
import numpy.typing as npt

from annotator.text import tr
from annotator.video.marks import Marks, Stretch
from annotator.video.source import refuse

FORMAT, VERSION = "annotator proxy", 1

_BOX = UUID("6f1d3c1e-6f0b-4f37-9f0e-3a1b7c0d52e8").bytes
_LARGEST = 16 << 20
_MOST_BOXES = 64
_FINGERPRINT = re.compile(r"[0-9]{1,19}-[0-9a-f]+")


@dataclass(frozen=True, slots=True)
class ProxyNote:
    """`film`: the original's file name; `fingerprint`: its content's; `frames`: how many both
    have; `times`: `times_digest` of both; `marks`: stretches of marked frames by kind.
    """

    film: str
    fingerprint: str
    frames: int
    times: str
    marks: Mapping[str, tuple[Stretch, ...]]

    def fits(self, ticks: npt.NDArray[np.int64], time_base: Fraction) -> bool:
        """Whether frames of these times are those the note speaks of."""
        return self.frames == ticks.size and self.times == times_digest(ticks, time_base)

    def marked(self) -> Marks:
        """The marks of the original's frames."""
        return Marks.of(self.frames, self.marks)


def times_digest(ticks: npt.NDArray[np.int64], time_base: Fraction) -> str:
    """A hash of frame times: the same for the same times, in whatever ticks they are counted."""
    base, values = least_ticks(ticks, time_base)
    head = f"{base.numerator}/{base.denominator}:".encode()
    return hashlib.blake2b(head + values.astype("<i8").tobytes(), digest_size=16).hexdigest()


def least_ticks(
    ticks: npt.NDArray[np.int64], time_base: Fraction
) -> tuple[Fraction, npt.NDArray[np.int64]]:
    """The same times in the longest tick of which all are whole multiples."""
    step = int(np.gcd.reduce(ticks)) or 1
    # With all times 0 any tick does: the one there is.
    base = time_base * step if np.any(ticks) else time_base
    return base, ticks // step


def note_of(path: Path) -> ProxyNote | None:
    """As `read_note`, for whoever opens the file as a film: raises FootageError."""
    try:
        return read_note(path)
    except OSError as error:
        raise refuse(
            path,
            tr("This file cannot be read: {reason}.", reason=error.strerror or str(error)),
            tr("Check the disk or the connection, or copy the film to this computer."),
        ) from error


def note_box(note: ProxyNote) -> bytes:
    """The bytes to be put at the end of the copy."""
    said = {
        "format": FORMAT, "version": VERSION, "film": note.film, "fingerprint": note.fingerprint,
        "frames": note.frames, "times": note.times,
        "marks": {kind: [list(pair) for pair in found] for kind, found in note.marks.items()},
    }  # fmt: skip
    body = json.dumps(said, separators=(",", ":"), ensure_ascii=False).encode()
    return struct.pack(">I4s", 8 + len(_BOX) + len(body), b"uuid") + _BOX + body


def read_note(path: Path) -> ProxyNote | None:
    """The note in a file, or None: then it is no smooth copy, or one of a later version.

    Raises OSError where the file cannot be read.
    """
    body = _find_box(path)
    if body is None:
        return None
    try:
        said = json.loads(body)
        if said["format"] != FORMAT or said["version"] != VERSION:
            return None
        frames = int(said["frames"])
        marks = {
            str(kind): tuple((int(first), int(last)) for first, last in found)
            for kind, found in said["marks"].items()
        }
        if not _FINGERPRINT.fullmatch(said["fingerprint"]):
            return None
        return ProxyNote(str(said["film"]), said["fingerprint"], frames, str(said["times"]), marks)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _find_box(path: Path) -> bytes | None:
    """What our box holds, from a walk over the file's outermost boxes."""
    with path.open("rb") as file:
        end = file.seek(0, 2)
        at = 0
        for number in range(_MOST_BOXES):
            file.seek(at)
            head = file.read(32)
            if len(head) < 8 or (number == 0 and head[4:8] != b"ftyp"):
                return None
            size, kind = struct.unpack(">I4s", head[:8])
            skip = 8
            if size == 1 and len(head) >= 16:
                size, skip = struct.unpack(">Q", head[8:16])[0], 16
            if size < skip or at + size > end:
                return None
            if kind == b"uuid" and head[skip : skip + 16] == _BOX:
                if size > _LARGEST:
                    return None
                file.seek(at + skip + 16)
                return file.read(size - skip - 16)
            at += size
    return None
