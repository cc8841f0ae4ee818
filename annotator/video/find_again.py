"""Finding a film that was moved or renamed, by what is in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from annotator.video.fingerprint import fingerprint
from annotator.video.index import Progress

_MOST_ENTRIES = 4000
"""Entries of a folder that are looked at; a film is looked for, not a whole disk searched."""


def find_again(
    wanted: str, folders: Iterable[Path], progress: Progress | None = None
) -> Path | None:
    """The first film with this fingerprint in these folders or in the folders right in them.

    Only files of the right size are opened, and 2 MiB of them read. What cannot be read is passed
    over. `progress` is told 0 now and then, and may raise to give up.
    """
    size = int(wanted.partition("-")[0]) if wanted.partition("-")[0].isdigit() else -1
    seen: set[Path] = set()
    for folder in folders:
        for place in _with_subfolders(folder):
            if place in seen:
                continue
            seen.add(place)
            for path in _files(place, size):
                if progress is not None:
                    progress(0)
                if _is(path, wanted):
                    return path
    return None


def _with_subfolders(folder: Path) -> Iterator[Path]:
    yield folder
    try:
        for path in islice(folder.iterdir(), _MOST_ENTRIES):
            if path.is_dir() and not path.name.startswith("."):
                yield path
    except OSError:
        return


def _files(folder: Path, size: int) -> Iterator[Path]:
    try:
        for path in islice(folder.iterdir(), _MOST_ENTRIES):
            if path.is_file() and path.stat().st_size == size:
                yield path
    except OSError:
        return


def _is(path: Path, wanted: str) -> bool:
    try:
        return fingerprint(path) == wanted
    except OSError:
        return False
