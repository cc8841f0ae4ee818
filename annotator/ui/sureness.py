"""What the scores are sure of, found in a worker once nobody edits and no film plays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from PyQt6.QtCore import QObject, QTimer, pyqtSignal

from annotator.model.match import Match
from annotator.ui.workers import Job, Progress, Workers

if TYPE_CHECKING:
    from annotator.scoring.ruleset import Ruleset

PAUSE_MS = 400
"""So long nothing has to change before the work begins: who tags quickly is not slowed down."""


@dataclass(frozen=True, slots=True)
class _Wanted:
    match: Match
    rulesets: tuple[Ruleset, ...]
    frames: Sequence[Fraction] | None


class Sureness(QObject):
    """Moves the tags of the match that was scored last, and says what that would change.

    Work that is no longer wanted is stopped. It waits while a film plays, which needs the time.
    """

    found = pyqtSignal(object)
    """Certainties by ruleset id, of the match that was asked about last."""
    failed = pyqtSignal(object)

    def __init__(self, workers: Workers, parent: QObject) -> None:
        super().__init__(parent)
        self._workers = workers
        self._wanted: _Wanted | None = None
        self._job: Job | None = None
        self._waits = False
        self._over = False
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self._start)

    def find(
        self, match: Match, rulesets: Sequence[Ruleset], frames: Sequence[Fraction] | None
    ) -> None:
        """Find it for this match, in the place of any that was asked for before."""
        self._wanted = _Wanted(match, tuple(rulesets), frames)
        self._stop()
        if not self._waits:
            self._pause.start()

    def set_waiting(self, waits: bool) -> None:
        """Wait as long as something needs the time more."""
        self._waits = waits
        if waits:
            self._stop()
        elif self._wanted is not None:
            self._pause.start()

    def end(self) -> None:
        """Begin nothing any more: the window is being left."""
        self._over = True
        self._stop()

    def _stop(self) -> None:
        self._pause.stop()
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def _start(self) -> None:
        wanted = self._wanted
        if self._over or wanted is None or not wanted.rulesets:
            return

        def work(progress: Progress) -> object:
            from annotator.scoring.certainty import certainties

            found = certainties(
                wanted.match, wanted.rulesets, wanted.frames, stop=progress.cancelled
            )
            progress.check()
            return {certainty.ruleset: certainty for certainty in found}

        self._job = self._workers.run(work, done=self._done, failed=self._failed)

    def _done(self, result: object) -> None:
        self._job = self._wanted = None
        self.found.emit(result)

    def _failed(self, error: object) -> None:
        self._job = self._wanted = None
        self.failed.emit(error)
