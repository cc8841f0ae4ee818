"""The one way to run something off the window's thread.

A worker is a plain function: it gets plain values, never a widget, and answers by its return
value or by an exception; both arrive in the window's thread as signals. All are kept until they
have ended, and `stop` waits for them before the program leaves.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from PyQt6.QtCore import QObject, QThreadPool, pyqtSignal

from annotator.errors import Cancelled
from annotator.text import tr

Work = Callable[["Progress"], object]


class Progress:
    """What a running worker tells, and by which it learns that it should give up."""

    def __init__(self, job: Job) -> None:
        self._job = job

    def __call__(self, share: float) -> None:
        """Tell the share done, 0 to 1. Raises Cancelled once the user wants to stop."""
        self.check()
        self._job.progressed.emit(share)

    def check(self) -> None:
        """Raise Cancelled once the user wants to stop."""
        if self.cancelled():
            raise Cancelled(tr("Stopped."))

    def cancelled(self) -> bool:
        return self._job.stop_wanted.is_set()


class Job(QObject):
    """One run of a worker. `ended` comes last, whatever happened; a cancelled job says only that."""

    progressed = pyqtSignal(float)
    done = pyqtSignal(object)
    failed = pyqtSignal(object)
    ended = pyqtSignal(object)
    _finished = pyqtSignal(object, object)

    def __init__(self, title: str, parent: QObject) -> None:
        super().__init__(parent)
        self.title = title
        self.stop_wanted = threading.Event()
        # By way of the window's thread: whoever started the job can still connect to it then.
        self._finished.connect(self._deliver)

    def cancel(self) -> None:
        """Ask the worker to stop; its result, if one still comes, is dropped."""
        self.stop_wanted.set()

    def run(self, work: Work) -> None:
        """Runs in a thread of the pool."""
        result: object = None
        failure: Exception | None = None
        try:
            result = work(Progress(self))
        except Exception as error:  # every fault has to reach the window
            failure = error
        self._finished.emit(result, failure)

    def _deliver(self, result: object, failure: object) -> None:
        if not self.stop_wanted.is_set() and not isinstance(failure, Cancelled):
            if failure is None:
                self.done.emit(result)
            else:
                self.failed.emit(failure)
        self.ended.emit(self)


class Workers(QObject):
    """All the workers of the program."""

    idle = pyqtSignal()
    """The last of them has ended, and what it answered was delivered."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        # One at a time and in order: what is written for safety is written as it happened.
        self._queue = QThreadPool(self)
        self._queue.setMaxThreadCount(1)
        self._jobs: set[Job] = set()

    def run(
        self,
        work: Work,
        *,
        done: Callable[[object], None] | None = None,
        failed: Callable[[object], None] | None = None,
        title: str = "",
        in_order: bool = False,
    ) -> Job:
        """Start `work(progress)`; `done` and `failed` are called in the window's thread.

        `in_order`: wait for all others that were started so.
        """
        job = Job(title, self)
        if done is not None:
            job.done.connect(done)
        if failed is not None:
            job.failed.connect(failed)
        job.ended.connect(self._forget)
        self._jobs.add(job)
        pool = self._queue if in_order else self._pool
        pool.start(_runner(job, work))
        return job

    def busy(self) -> bool:
        return bool(self._jobs)

    def stop(self) -> None:
        """Cancel what can be cancelled, and wait for the rest: what is queued in order is done."""
        for job in self._jobs:
            job.cancel()
        self._pool.waitForDone()
        self._queue.waitForDone()
        self._jobs.clear()

    def _forget(self, job: object) -> None:
        assert isinstance(job, Job)
        self._jobs.discard(job)
        job.deleteLater()
        if not self._jobs:
            self.idle.emit()


def _runner(job: Job, work: Work) -> Callable[[], None]:
    def run() -> None:
        job.run(work)

    return run


class Newest(QObject):
    """Runs a worker over and over; of those that wait only the newest is run."""

    done = pyqtSignal(object)
    failed = pyqtSignal(object)

    def __init__(self, workers: Workers, parent: QObject) -> None:
        super().__init__(parent)
        self._workers = workers
        self._running: Job | None = None
        self._waiting: Work | None = None

    def submit(self, work: Work) -> None:
        """Run this as soon as the one that runs has ended, in the place of any that waits."""
        if self._running is None:
            self._start(work)
        else:
            self._waiting = work

    @property
    def busy(self) -> bool:
        return self._running is not None

    def _start(self, work: Work) -> None:
        self._running = self._workers.run(work, done=self._done, failed=self._failed)
        self._running.ended.connect(self._ended)

    def _done(self, result: object) -> None:
        if self._waiting is None:
            self.done.emit(result)

    def _failed(self, error: object) -> None:
        if self._waiting is None:
            self.failed.emit(error)

    def _ended(self, job: object) -> None:
        self._running = None
        if self._waiting is not None:
            work, self._waiting = self._waiting, None
            self._start(work)
