"""The recovery journal, written by a worker at once at every edit and in the order of the edits.

A journal that cannot be written is told once, as a warning that stays: the match can still be
edited and saved, but a crash would then cost what is not saved.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PyQt6.QtCore import QObject, pyqtSignal

from annotator.files.journal import Journal
from annotator.model.match import Match
from annotator.ui.workers import Progress, Workers


class JournalKeeper(QObject):
    """Owns the journal of the match being worked on. The journal is touched by the queue alone."""

    failed = pyqtSignal(object)
    worked = pyqtSignal()

    def __init__(self, workers: Workers, parent: QObject) -> None:
        super().__init__(parent)
        self._workers = workers
        self._journal: Journal | None = None
        self._begun = False

    def begin_unsaved(self, match: Match, path: Path | None, origin: str = "") -> None:
        """Begin with a match that is in no file: it is worth keeping before the first edit.
        `origin`: the name of the journal that it was recovered from.
        """
        self._begun = True

        def write() -> None:
            self._journal = Journal.begin(match, path, unsaved=True, origin=origin)

        self._queue(write)

    def record(
        self, before: Match, after: Match, path: Path | None, label: str, *, draft: bool = False
    ) -> None:
        """Write down an edit, or what is being typed; the first one begins the journal."""
        self._begun = True

        def write() -> None:
            if self._journal is None:
                self._journal = Journal.begin(before, path)
            self._journal.record(before, after, label, draft=draft)

        self._queue(write)

    def saved(self, match: Match, path: Path) -> None:
        """Note that this match is now in a file."""

        def write() -> None:
            if self._journal is not None:
                self._journal.saved(match, path)

        self._queue(write)

    def finish(self) -> None:
        """The match is left, saved or given up by the user's word: its journal is not needed."""
        if not self._begun:
            return
        self._begun = False

        def write() -> None:
            journal, self._journal = self._journal, None
            if journal is not None:
                journal.discard()

        self._queue(write)

    def _queue(self, write: Callable[[], None]) -> None:
        def work(progress: Progress) -> object:
            write()
            return None

        self._workers.run(work, done=self._done, failed=self.failed.emit, in_order=True)

    def _done(self, result: object) -> None:
        self.worked.emit()
