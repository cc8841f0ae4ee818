"""Whether a file is still the one that was opened."""

from __future__ import annotations

import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from annotator.text import tr
from annotator.video.fingerprint import fingerprint
from annotator.video.source import refuse


@dataclass(frozen=True, slots=True)
class FileState:
    """`size` in bytes, `stamp` (time of change and place on the disk), `content`: fingerprint."""

    size: int
    stamp: tuple[int, int]
    content: str

    @classmethod
    def of(cls, path: Path) -> Self | None:
        """The state now; None where it cannot be told, and so not be compared."""
        try:
            facts = path.stat()
            if not stat.S_ISREG(facts.st_mode):
                return None
            return cls(facts.st_size, (facts.st_mtime_ns, facts.st_ino), fingerprint(path))
        except OSError:
            return None

    def check(self, path: Path) -> None:
        """Raise FootageError when another content stands there now. A file that has grown is still
        being recorded: what was there is there. One that has gone is for the opener to name.
        """
        try:
            facts = path.stat()
            if (facts.st_mtime_ns, facts.st_ino) == self.stamp or facts.st_size > self.size:
                return
            content = fingerprint(path)
        except OSError:
            return
        if content != self.content:
            raise refuse(
                path,
                tr("This film has changed since it was opened."),
                tr("Open it again; tags keep their times."),
            )
