"""The last saves of each match, kept beside the user's data: to be looked at, compared and restored.

    keep_version(path)                  # before and after a save: what is in the file now
    for version in versions_of(path):   # the latest first
        version.match()

They lie apart from the match, so that a lost drive does not take them along. A match that was
moved or renamed takes its versions with it: they are known by what they say.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from annotator.errors import FileError, SaveError
from annotator.files.atomic import read_bytes, sweep_leftovers, write_atomically
from annotator.files.match_file import SIZE_LIMIT, SUFFIX, file_hash, read_match
from annotator.files.places import versions_folder
from annotator.model.match import Match
from annotator.text import tr

KEPT = 6
"""What is in the file now, and the five saves before it."""
_WHERE = "match.txt"
_NAME = re.compile(r"(\d{8}T\d{12})-([0-9a-f]{16})" + re.escape(SUFFIX))
_WHEN = "%Y%m%dT%H%M%S%f"


@dataclass(frozen=True, slots=True)
class Version:
    """One save of a match: its own file, when it was made, and the start of its hash."""

    path: Path
    when: datetime
    digest: str

    def match(self) -> Match:
        """The match as it was saved then. Raises FileError or MatchFileError."""
        return read_match(self.path)


def keep_version(path: Path) -> None:
    """Keep what the match file says now, unless it is what was kept last; older ones go.

    Raises FileError or SaveError; all that was kept before is then still there.
    """
    try:
        _keep(path)
    except (OSError, ValueError, RuntimeError) as wrong:
        why = wrong.strerror if isinstance(wrong, OSError) else wrong
        raise SaveError(
            tr("Earlier versions of the match cannot be kept: {why}.", why=why), where=str(path)
        ) from wrong


def _keep(path: Path) -> None:
    if not path.is_file():
        return
    data = read_bytes(path, SIZE_LIMIT)
    digest = hashlib.sha256(data).hexdigest()[:16]
    folder = _folder_of(path, digest)
    kept = _in(folder)
    if kept and kept[0].digest == digest:
        return
    now = datetime.now(UTC)
    if kept and now <= kept[0].when:  # a clock that was set back must not change the order
        now = kept[0].when.replace(microsecond=min(kept[0].when.microsecond + 1, 999_999))
    if not kept:
        now = min(now, _written_at(path))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise SaveError(
            tr("Earlier versions of the match cannot be kept: {why}.", why=wrong.strerror),
            where=str(folder), mend=tr("Make room there; the match itself is saved."),
        ) from wrong  # fmt: skip
    if not (folder / _WHERE).exists():
        write_atomically(folder / _WHERE, os.fsencode(path.resolve()))
    write_atomically(folder / f"{now:{_WHEN}}-{digest}{SUFFIX}", data)
    sweep_leftovers(folder)
    for old in _in(folder)[KEPT:]:
        with contextlib.suppress(OSError):
            old.path.unlink()


def versions_of(path: Path) -> list[Version]:
    """The saves of a match file that are kept, the latest first."""
    digest = ""
    with contextlib.suppress(FileError):
        digest = file_hash(path)[:16]
    return _in(_folder_of(path, digest))


def _folder_of(path: Path, digest: str) -> Path:
    """Where a match's versions are, or will be; those of a match that was moved come along."""
    target = path.resolve()
    key = hashlib.sha256(os.fsencode(target)).hexdigest()[:16]
    name = target.name.removesuffix(SUFFIX)[:40]
    folder = versions_folder() / f"{name}-{key}"
    if folder.is_dir() or not digest:
        return folder
    with contextlib.suppress(OSError):
        for known in versions_folder().glob(f"*/*-{digest}{SUFFIX}"):
            if _is_left(known.parent):
                known.parent.rename(folder)
                write_atomically(folder / _WHERE, os.fsencode(target))
                break
    return folder


def _is_left(folder: Path) -> bool:
    """Whether the match whose versions these are is no longer where it was."""
    try:
        return not Path(os.fsdecode((folder / _WHERE).read_bytes())).exists()
    except (OSError, ValueError):
        return True


def _in(folder: Path) -> list[Version]:
    found = []
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            if name := _NAME.fullmatch(path.name):
                when = datetime.strptime(name[1], _WHEN).replace(tzinfo=UTC)
                found.append(Version(path, when, name[2]))
    return sorted(found, key=lambda version: version.when, reverse=True)


def _written_at(path: Path) -> datetime:
    return datetime.fromtimestamp(path.stat().st_mtime, UTC)
