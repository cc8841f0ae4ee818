"""The recovery journal: every edit is on the disk at once, so that a crash loses at most the last.

    journal = Journal.begin(match, path)
    journal.record(before, after, edit.label())     # after each edit, from one worker thread
    journal.saved(match, path)                       # after each successful save
    journal.close()                                  # keeps what was not saved

    for found in recoverable():                      # at the next start: offered, never imposed
        match = found.match()                        # then begin(match, found.match_path, unsaved=True)
        discard(found)                               # and only then, or when the user says so

A journal is a file of JSON lines in the state folder: the match it began with, then a line per
edit. While its process lives, a lock beside it says so. Nothing here deletes unsaved work unasked.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import socket
import threading
from datetime import UTC, datetime
from pathlib import Path

from annotator.errors import SaveError
from annotator.files.atomic import write_atomically
from annotator.files.drawing_json import drawing_to_plain
from annotator.files.match_diff import difference
from annotator.files.match_file import check_read_again, match_to_text, may_be_refused
from annotator.files.match_json import head_to_plain, tag_to_plain
from annotator.files.owner_lock import OwnerLock
from annotator.files.places import journals_folder
from annotator.files.recovery import LOCK_SUFFIX, SUFFIX, VERSION, Recovery, discard, recoverable
from annotator.files.strict_json import write_json
from annotator.model.match import Match
from annotator.text import tr

__all__ = ["Journal", "Recovery", "discard", "recoverable"]

_APPEND = os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0)


class Journal:
    """The journal of one match being edited. Its methods may be called from any one thread."""

    def __init__(self, path: Path, lock: OwnerLock | None, match: Match) -> None:
        self.path = path
        self._owner = lock
        self._last = match
        self._unsaved = False
        self._descriptor: int | None = None
        self._size = 0
        self._torn = False
        self._guard = threading.Lock()

    @classmethod
    def begin(
        cls,
        match: Match,
        match_path: Path | None,
        *,
        unsaved: bool = False,
        origin: str = "",
        folder: Path | None = None,
    ) -> Journal:
        """Start a journal for a match just opened, made or recovered.

        `unsaved`: the match itself is in no file yet (it was recovered), so that it counts as
        work to be kept even before the first edit. `origin`: the file name of the journal it was
        recovered from, which is not offered while this one is there. Raises SaveError.
        """
        folder = folder or journals_folder()
        name = f"{datetime.now(UTC):%Y%m%dT%H%M%S}-{os.getpid()}-{secrets.token_hex(4)}{SUFFIX}"
        path = folder / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as wrong:
            raise _not_recorded(path, wrong) from wrong
        lock = None
        with contextlib.suppress(OSError):  # a file system without locks: the process id decides
            lock = OwnerLock.take(path.with_suffix(LOCK_SUFFIX))
        journal = cls(path, lock, match)
        journal._start(match, match_path, unsaved=unsaved, origin=origin)
        return journal

    def record(
        self, match_before: Match, match_after: Match, label: str, *, draft: bool = False
    ) -> None:
        """Append one edit, in one write, and sync it. Raises SaveError; the next call then
        records both edits. `draft`: a text that is still being typed, no edit of its own yet.

        What is written is the difference to the match last recorded, which is `match_before`
        unless a record failed.
        """
        del match_before  # the journal's own memory is the one that its file agrees with
        with self._guard:
            line = difference(self._last, match_after)
            if not line:
                return
            mark = {"draft": True} if draft else {}
            self._append({"when": _now(), "label": label, **mark, **line})
            self._last, self._unsaved = match_after, True
            # Recovery passes over what it cannot read; that has to be known before it is needed.
            if may_be_refused(write_json(line)):
                check_read_again(match_to_text(match_after), self.path)

    def saved(self, match: Match, path: Path) -> None:
        """The match is safe in a file: begin anew from it, so that the journal stays small.

        Raises SaveError; the old journal is then whole.
        """
        with self._guard:
            later = self._last
            self._start(match, path, unsaved=False)
            # Edits made while the save was running are not in the file.
            if line := difference(match, later):
                self._append({"when": _now(), "label": "", **line})
                self._last, self._unsaved = later, True

    def close(self, clean: bool = True) -> None:
        """End the journal. Its file is removed only if all was saved and the end is `clean`."""
        with self._guard:
            self._close(remove=clean and not self._unsaved)

    def discard(self) -> None:
        """End the journal and remove it: the user said that the edits are not wanted."""
        with self._guard:
            self._close(remove=True)

    def _start(
        self, match: Match, match_path: Path | None, *, unsaved: bool, origin: str = ""
    ) -> None:
        head: dict[str, object] = {
            "journal": VERSION,
            "process": os.getpid(),
            "host": socket.gethostname(),
            "when": _now(),
            "path": None if match_path is None else str(match_path.absolute()),
            "unsaved": unsaved,
            **({"from": origin} if origin else {}),
            "match": {
                **head_to_plain(match),
                "tags": [tag_to_plain(tag) for tag in match.tags],
                "drawings": [drawing_to_plain(drawing) for drawing in match.drawings],
            },
        }
        data = _line(head)
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
        try:
            write_atomically(self.path, data)
            self._size, self._torn = len(data), False
        finally:
            with contextlib.suppress(OSError):
                self._descriptor = os.open(self.path, _APPEND)
        self._last, self._unsaved = match, unsaved

    def _append(self, line: dict[str, object]) -> None:
        data = (b"\n" if self._torn else b"") + _line(line)
        try:
            if self._descriptor is None:
                self._descriptor = os.open(self.path, _APPEND)
            if os.write(self._descriptor, data) < len(data):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(self._descriptor)
        except OSError as wrong:
            self._take_back()
            raise _not_recorded(self.path, wrong) from wrong
        self._size += len(data)
        self._torn = False

    def _take_back(self) -> None:
        """No half line may stand before the next one."""
        self._torn = True
        if self._descriptor is not None:
            with contextlib.suppress(OSError):
                os.ftruncate(self._descriptor, self._size)
                self._torn = False

    def _close(self, *, remove: bool) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
        if remove:
            with contextlib.suppress(OSError):
                self.path.unlink(missing_ok=True)
        if self._owner is not None:
            self._owner.release(remove=True)
            self._owner = None


def _line(value: dict[str, object]) -> bytes:
    return (write_json(value) + "\n").encode()


def _now() -> str:
    return datetime.now(UTC).isoformat()


def _not_recorded(path: Path, wrong: OSError) -> SaveError:
    return SaveError(
        tr(
            "The last edit could not be kept for recovery: {why}.", why=wrong.strerror or str(wrong)
        ),
        where=str(path),
        mend=tr("Save the match now, and make room on the disk; the edit itself is not lost."),
    )
