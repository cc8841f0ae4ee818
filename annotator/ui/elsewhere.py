"""Work of views that would hold the window up, done in workers; of one topic only the newest counts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PyQt6.QtCore import QObject, QTimer, pyqtSignal

from annotator.ui.workers import Newest, Progress, Workers


class Elsewhere(QObject):
    """Runs pure functions in workers and hands what they return to the window's thread."""

    failed = pyqtSignal(object)

    def __init__(self, workers: Workers, parent: QObject) -> None:
        super().__init__(parent)
        self._workers = workers
        self._newest: dict[str, Newest] = {}
        self._done: dict[str, Callable[[object], None]] = {}
        self._waiting: dict[str, Callable[[], object]] = {}
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._start)

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
        self._waiting[topic] = work
        self._soon.start()

    def _start(self) -> None:
        """Begin once the window's thread has done what it is at, which would be slowed down."""
        waiting, self._waiting = self._waiting, {}
        for topic, work in waiting.items():
            self._newest[topic].submit(partial(_run, work))

    def _deliver(self, topic: str, result: object) -> None:
        self._done[topic](result)


def _run(work: Callable[[], object], progress: Progress) -> object:
    return work()


def at_once(topic: str, work: Callable[[], object], done: Callable[[object], None]) -> None:
    """The same in this thread, for what takes no time."""
    done(work())
