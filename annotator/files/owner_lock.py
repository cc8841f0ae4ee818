"""A lock that says that a process still has a file in use, and that dies with the process."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

# Far behind any content, since Windows keeps others from reading a locked stretch.
_FAR = 0x7FFF0000


class OwnerLock:
    """Held from `take` until `release` or the end of the process, however it ends."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path = path
        self._descriptor: int | None = descriptor

    @classmethod
    def take(cls, path: Path) -> OwnerLock | None:
        """The lock, or None while somebody holds it. Raises OSError where it cannot be made."""
        while True:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                free = _lock(descriptor)
            except OSError:
                os.close(descriptor)
                raise
            if free and _is_still_at(descriptor, path):
                return cls(path, descriptor)
            os.close(descriptor)
            if not free:
                return None
            # Its owner took the file away between our opening and locking it: others lock a new one.

    def write(self, data: bytes) -> None:
        """Say something in the lock's file, in the place of what it said. Raises OSError."""
        if self._descriptor is not None:
            os.ftruncate(self._descriptor, 0)
            os.lseek(self._descriptor, 0, os.SEEK_SET)
            os.write(self._descriptor, data)

    def release(self, *, remove: bool) -> None:
        """Let go; `remove` also takes the lock's file away."""
        if self._descriptor is None:
            return
        if remove:
            with contextlib.suppress(OSError):  # Windows removes no open file; below it can
                self.path.unlink()
        os.close(self._descriptor)
        self._descriptor = None
        if remove:
            with contextlib.suppress(OSError):
                self.path.unlink(missing_ok=True)


def _is_still_at(descriptor: int, path: Path) -> bool:
    """Whether the open file is the one that has this name."""
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> bool:
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
