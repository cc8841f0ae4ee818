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
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            free = _lock(descriptor)
        except OSError:
            os.close(descriptor)
            raise
        if not free:
            os.close(descriptor)
            return None
        return cls(path, descriptor)

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
