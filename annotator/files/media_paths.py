"""Where a match's films are: paths as a match file writes them, and the files they mean here."""

from __future__ import annotations

import os
import re
from pathlib import Path

from annotator.errors import FileError
from annotator.text import tr

_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]+:|[\\/]{2}")


def written_path(film: Path, match_file: Path) -> str:
    """The film's path for the match file: relative to it, with forward slashes.

    Absolute where there is no relative one (another drive).
    """
    try:
        relative = os.path.relpath(film.resolve(), match_file.resolve().parent)
    except ValueError:
        return film.resolve().as_posix()
    return Path(relative).as_posix()


def film_place(written: str, match_file: Path) -> Path | None:
    """Where a match file's `path` points on this machine, whatever is there; None for nowhere.

    Addresses and network shares are refused. Raises FileError.
    """
    if _ADDRESS.match(written) or "\0" in written:
        raise FileError(
            tr("The match names a film by an address, which is never opened."), where=written,
            mend=tr("Copy the film to this machine and choose it again."),
        )  # fmt: skip
    try:
        return (match_file.resolve().parent / written).resolve()
    except (OSError, RuntimeError, ValueError):
        return None


def find_film(written: str, match_file: Path) -> Path:
    """The file that a match file's `path` means: an ordinary file of this machine.

    Devices, pipes, folders and what `film_place` refuses are refused before anything opens them.
    Raises FileError.
    """
    path = film_place(written, match_file)
    try:
        ordinary = path is not None and path.is_file()
    except (OSError, RuntimeError, ValueError):
        ordinary = False
    if path is None or not ordinary:
        raise _not_there(written)
    return path


def chosen_film(path: Path) -> Path:
    """Where a film that was chosen really lies. Raises FileError for a link that leads nowhere."""
    try:
        return path.resolve()
    except (OSError, RuntimeError, ValueError) as wrong:
        raise _not_there(str(path)) from wrong


def _not_there(where: str) -> FileError:
    return FileError(
        tr("The film is not there, or is no ordinary file."), where=where,
        mend=tr("Choose where it is now; the tags need no film."),
    )  # fmt: skip
