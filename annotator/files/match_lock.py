"""Who edits a match file: one window at a time, across processes and machines.

    owner = take_match(path)        # MatchLock, or MatchInUse: who has it
    owner.release()

A hidden file beside the match says who has it open and since when. The system's lock on that file
dies with its process, so what a killed process left behind is taken over at once. Where the file
system knows no such locks, or the file names another machine, what the file says decides.
"""

from __future__ import annotations

import contextlib
import getpass
import hashlib
import os
import socket
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from annotator.files.owner_lock import OwnerLock
from annotator.files.places import state_folder
from annotator.files.plain import is_object
from annotator.files.strict_json import JsonError, parse_json, write_json

_LONGEST = 4096


@dataclass(frozen=True, slots=True)
class MatchInUse:
    """Somebody else edits this match. What is not known is empty, 0 or None.

    `certain`: the system itself says so, it is not only written down. Then nobody can take it over.
    """

    process: int = 0
    host: str = ""
    user: str = ""
    since: datetime | None = None
    certain: bool = True

    @property
    def here(self) -> bool:
        """Whether it is a window on this machine."""
        return self.host in ("", socket.gethostname())


class MatchLock:
    """Held from `take_match` until `release` or the end of the process."""

    def __init__(self, path: Path, lock: OwnerLock | None, note: Path) -> None:
        self.path = path
        self._lock = lock
        self._note = note

    def release(self) -> None:
        """Let others edit the match."""
        if self._lock is not None:
            self._lock.release(remove=True)
            self._lock = None
        else:
            with contextlib.suppress(OSError):
                self._note.unlink(missing_ok=True)


def lock_place(path: Path) -> Path:
    """The hidden file beside a match that says who has it open."""
    target = path.resolve()
    return target.with_name(f".{target.name}.lock")


def take_match(path: Path, *, force: bool = False) -> MatchLock | MatchInUse:
    """Become the one who edits this match file, or learn who is.

    `force`: take over what is only written down (another machine, a file system without locks),
    because the user knows that it is no longer so. What the system itself guards is never taken.
    """
    note = lock_place(path)
    for place in (note, _place_at_home(path)):
        try:
            place.parent.mkdir(parents=True, exist_ok=True) if place is not note else None
            lock = OwnerLock.take(place)
        except OSError:
            if place is note and _exists(note):  # a file system without locks
                return _take_by_word(path, note, force=force)
            continue  # a folder that cannot be written to
        if lock is None:
            return _read(place) or MatchInUse()
        said = _read(place)
        if said is not None and not said.here and not force:
            # This machine's locks may not reach the other's: its word counts.
            lock.release(remove=False)
            return _by_word(said)
        with contextlib.suppress(OSError):
            lock.write(_written())
        return MatchLock(path, lock, place)
    return MatchLock(path, None, note)  # nowhere to say so: nobody could save there either


def _take_by_word(path: Path, note: Path, *, force: bool) -> MatchLock | MatchInUse:
    said = _read(note)
    ours = said is not None and said.here and said.process == os.getpid()
    if said is not None and not force and (ours or not said.here or process_lives(said.process)):
        return _by_word(said)
    with contextlib.suppress(OSError):
        note.write_bytes(_written())
    return MatchLock(path, None, note)


def _by_word(said: MatchInUse) -> MatchInUse:
    return MatchInUse(said.process, said.host, said.user, said.since, certain=False)


def _place_at_home(path: Path) -> Path:
    name = hashlib.sha256(os.fsencode(path.resolve())).hexdigest()[:32]
    return state_folder() / "open" / f"{name}.lock"


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        return False


def _written() -> bytes:
    try:
        user = getpass.getuser()
    except (KeyError, OSError, ImportError):  # a machine that knows no names
        user = ""
    said: dict[str, object] = {
        "process": os.getpid(), "host": socket.gethostname(), "user": user,
        "since": datetime.now(UTC).isoformat(timespec="seconds"),
    }  # fmt: skip
    return (write_json(said) + "\n").encode()


def _read(place: Path) -> MatchInUse | None:
    """What the file says, or None where it says nothing that makes sense."""
    try:
        with place.open("rb") as file:
            said = parse_json(file.read(_LONGEST).decode("utf-8", "replace"), "")
    except (OSError, JsonError):
        return None
    if not is_object(said):
        return None
    process = said.get("process")
    since = None
    with contextlib.suppress(ValueError):
        since = datetime.fromisoformat(str(said.get("since")))
    return MatchInUse(
        process if isinstance(process, int) else 0,
        str(said.get("host") or ""),
        str(said.get("user") or ""),
        since,
    )


def process_lives(process: int) -> bool:
    """Whether a process of this machine runs, as far as asking does no harm (not on Windows)."""
    if os.name == "nt" or process <= 0:
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
