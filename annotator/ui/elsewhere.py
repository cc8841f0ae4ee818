"""Work of views that would hold the window up, done in workers; of one topic only the newest counts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PyQt6.QtCore import QObject, pyqtSignal

from annotator.ui.workers import Newest, Progress, Workers


class Elsewhere(QObject):
    """Runs pure functions in workers and hands what they return to the window's thread."""

    failed = pyqtSignal(object)

    def __init__(self, workers: Workers, parent: QObject) -> None:
        super().__init__(parent)
        self._workers = workers
        self._newest: dict[str, Newest] = {}
        self._done: dict[str, Callable[[object], None]] = {}

    def __call__(
        self, topic: str, work: Callable[[], object], done: Callable[[object], None]
    ) -> None:
        """Do this in the place of anything about the same topic that has not begun."""
        if topic not in self._newest:
            newest = Newest(self._workers, self)
            newest.done.connect(partial(self._deliver, topic))
            newest.failed.connect(self.failed)
            self._newest[topic] = newest
        self._done[topic] = done

        def run(progress: Progress) -> object:
            return work()

        self._newest[topic].submit(run)

    def _deliver(self, topic: str, result: object) -> None:
        self._done[topic](result)


def at_once(topic: str, work: Callable[[], object], done: Callable[[object], None]) -> None:
    """The same in this thread, for what takes no time."""
    done(work())
