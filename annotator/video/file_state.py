"""Whether a file is still the one that was opened."""

from __future__ import annotations

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
            return cls(facts.st_size, (facts.st_mtime_ns, facts.st_ino), fingerprint(path))
        except OSError:
            return None

    def check(self, path: Path) -> None:
        """Raise FootageError when another content stands there now. A file that has grown is still
        being recorded: what was there is there. One that has gone is for the opener to name.
        """
        now = FileState.of(path)
        if now is None or now.stamp == self.stamp or now.size > self.size:
            return
        if now.content != self.content:
            raise refuse(
                path,
                tr("This film has changed since it was opened."),
                tr("Open it again; tags keep their times."),
            )
