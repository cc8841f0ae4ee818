"""Recovery journals of processes that are gone: found, read, and removed when the user says so."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from annotator.errors import (
    AnnotatorError,
    FileError,
    MatchFileError,
    NewerFileError,
    Problem,
)
from annotator.files.atomic import read_bytes
from annotator.files.match_diff import apply_difference
from annotator.files.match_file import match_from_text, read_match
from annotator.files.match_lock import process_lives
from annotator.files.owner_lock import OwnerLock
from annotator.files.places import journals_folder
from annotator.files.plain import is_object
from annotator.files.strict_json import JsonError, parse_json, write_json
from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.text import tr

SUFFIX = ".journal"
LOCK_SUFFIX = ".lock"
VERSION = 1
SIZE_LIMIT = 256_000_000
_SET_ASIDE = "unreadable"


@dataclass(frozen=True, slots=True)
class Recovery:
    """Work that was not saved. `problem` is set where the journal cannot be read; then it was set
    aside and `match` raises.

    `when` is the time of the last edit, `edits` how many were made since the last save, `damaged`
    how many lines of the journal could not be read. `names` are the athletes', where they were
    given; `last` is the tag that was made or changed last, `typing` whether its note was still
    being typed. `file_when` and `file_tags`: what the match file says that is there now, if it was
    written after the last edit; None otherwise.
    """

    path: Path
    title: str
    match_path: Path | None
    when: datetime
    edits: int
    tags: int
    damaged: int = 0
    problem: str = ""
    names: tuple[str, ...] = ()
    last: Tag | None = None
    typing: bool = False
    file_when: datetime | None = None
    file_tags: int | None = None

    def match(self) -> Match:
        """The match with every edit that the journal holds. Raises FileError or MatchFileError."""
        return _read(self.path).match


def recoverable(folder: Path | None = None) -> list[Recovery]:
    """Unsaved work of processes that are gone, the latest first.

    Journals that cannot be read are moved into a folder beside the others and listed with what
    is wrong; those of a newer program are listed and stay. A journal that says no more than its
    match file does is removed; one whose edits
    were all taken back again is no work.
    """
    folder = folder or journals_folder()
    found = []
    try:
        paths = sorted(folder.glob(f"*{SUFFIX}"))
    except OSError:
        return []
    taken_up = {origin for path in paths if (origin := _origin(path))}
    for path in paths:
        if path.name in taken_up:  # somebody works on it, or did until the end of that process
            continue
        try:
            lock = OwnerLock.take(path.with_suffix(LOCK_SUFFIX))
            lives = lock is None
        except OSError:  # a file system without locks
            lock, lives = None, _process_lives(path)
        try:
            if not lives:
                found.extend(_examine(path))
        finally:
            if lock is not None:
                lock.release(remove=True)
    return sorted(found, key=lambda recovery: recovery.when, reverse=True)


def _origin(path: Path) -> str:
    """The name of the journal that this one's match was recovered from, or empty."""
    try:
        with path.open("rb") as file:
            head = _parse(file.readline(SIZE_LIMIT).decode("utf-8", "replace"))
    except OSError:
        return ""
    return str(head.get("from") or "") if head else ""


def discard(recovery: Recovery) -> None:
    """Remove a journal: the user has the match back, or does not want it. Raises FileError."""
    try:
        recovery.path.unlink(missing_ok=True)
        recovery.path.with_suffix(LOCK_SUFFIX).unlink(missing_ok=True)
    except OSError as wrong:
        raise FileError(
            tr("The journal cannot be removed: {why}.", why=wrong.strerror),
            where=str(recovery.path),
        ) from wrong


@dataclass(frozen=True, slots=True)
class _Content:
    match: Match
    match_path: Path | None
    when: datetime
    edits: int
    damaged: int
    unsaved: bool
    host: str
    process: int
    last: Tag | None
    typing: bool
    differs: bool


def _read(path: Path) -> _Content:
    where = str(path)
    lines = read_bytes(path, SIZE_LIMIT).decode("utf-8", "replace").split("\n")
    # The last part is empty, or a line that the end of the process cut.
    values = [_parse(line) for line in lines[:-1]]
    head = values[0] if values else None
    version = head.get("journal") if head else None
    if isinstance(version, int) and version > VERSION:
        raise NewerFileError(
            tr("This journal was written by a newer annotator."), where=where,
            mend=tr("Open it with that one; it was left as it is."),
        )  # fmt: skip
    if head is None or version != VERSION or not is_object(head.get("match")):
        problem = Problem(where, 1, 0, "", tr("This journal cannot be read."), "")
        raise MatchFileError([problem])
    begun = match = settled = match_from_text(write_json(head["match"]), where)
    edits = [value for value in values[1:] if value is not None]
    last, made = "", 0
    for edit in edits:
        match = apply_difference(match, edit)
        last = _last_tag(edit) or last
        if edit.get("draft") is not True:
            settled, made = match, made + 1
    typing = match != settled
    match_path, process = head.get("path"), head.get("process")
    return _Content(
        match,
        Path(match_path) if isinstance(match_path, str) else None,
        _when([head, *edits], path),
        made + typing,
        len(values) - 1 - len(edits),
        head.get("unsaved") is True,
        str(head.get("host")),
        process if isinstance(process, int) else 0,
        match.by_id(last) or (match.in_time()[-1] if match.tags else None),
        typing,
        match != begun,
    )


def _last_tag(edit: dict[str, object]) -> str:
    """The id of the tag that an edit made or changed, the last of several; empty for none."""
    tags = edit.get("tags")
    tag = tags[-1] if isinstance(tags, list) and tags else None
    return str(tag.get("id")) if is_object(tag) else ""


def _parse(line: str) -> dict[str, object] | None:
    try:
        value = parse_json(line, "")
    except JsonError:
        return None
    return value if is_object(value) else None


def _when(lines: Iterable[dict[str, object]], path: Path) -> datetime:
    """The time of the last line that has one; else that of the file."""
    for line in reversed(list(lines)):
        with contextlib.suppress(ValueError):
            when = datetime.fromisoformat(str(line.get("when")))
            return when if when.tzinfo else when.replace(tzinfo=UTC)
    return _file_time(path)


def _file_time(path: Path) -> datetime:
    with contextlib.suppress(OSError):
        return datetime.fromtimestamp(path.stat().st_mtime, UTC)
    return datetime.fromtimestamp(0, UTC)


def _examine(path: Path) -> list[Recovery]:
    try:
        content = _read(path)
    except AnnotatorError as wrong:
        when = _file_time(path)
        # A newer program's journal is not broken: it stays where that program finds it.
        place = path if isinstance(wrong, NewerFileError) else _set_aside(path)
        return [Recovery(place, path.stem, None, when, 0, 0, problem=str(wrong))]
    in_file: Match | None = None
    if content.match_path is not None:
        with contextlib.suppress(AnnotatorError, OSError):
            in_file = read_match(content.match_path)
            if in_file == content.match:
                path.unlink()
                return []
    if not (content.differs or content.damaged or content.unsaved):
        return []
    written = _file_time(content.match_path) if in_file and content.match_path else content.when
    later = written > content.when
    return [
        Recovery(
            path,
            content.match.title,
            content.match_path,
            content.when,
            content.edits,
            len(content.match.tags),
            content.damaged,
            names=tuple(filter(None, (person.name for person in content.match.athletes.values()))),
            last=content.last,
            typing=content.typing,
            file_when=written if later else None,
            file_tags=len(in_file.tags) if later and in_file is not None else None,
        )
    ]


def _set_aside(path: Path) -> Path:
    aside = path.parent / _SET_ASIDE / path.name
    try:
        aside.parent.mkdir(exist_ok=True)
        path.rename(aside)
    except OSError:
        return path
    return aside


def _process_lives(path: Path) -> bool:
    """By the process id, where it is of this machine and asking does no harm (not on Windows)."""
    try:
        content = _read(path)
    except AnnotatorError:
        return False
    return content.host == socket.gethostname() and process_lives(content.process)
