"""A cheap name for a film's content, by which a moved or renamed film is found again."""

from __future__ import annotations

import hashlib
from pathlib import Path

MIB = 1 << 20


def fingerprint(path: Path | str) -> str:
    """`SIZE-HASH`: the file's bytes counted, and its first and last MiB hashed (BLAKE2b, 128 bit).

    Reads 2 MiB at most, however long the film. A file shorter than 2 MiB is read once, whole.
    """
    hasher = hashlib.blake2b(digest_size=16)
    with Path(path).open("rb") as file:
        size = file.seek(0, 2)
        file.seek(0)
        hasher.update(file.read(MIB))
        file.seek(max(size - MIB, min(size, MIB)))
        hasher.update(file.read(MIB))
    return f"{size}-{hasher.hexdigest()}"


def size_in(print_: str) -> int:
    """The bytes of the file that has this fingerprint."""
    return int(print_.partition("-")[0])
