"""Work behind the window's back: begun once nobody edits, stopped as soon as it is no longer wanted."""

from __future__ import annotations

from PyQt6.QtCore import QObject, QTimer, pyqtSignal

from annotator.ui.workers import Job, Work, Workers

PAUSE_MS = 400
"""So long nothing has to change before the work begins: who tags quickly is not slowed down."""


class Behind(QObject):
    """Of what is wanted only the newest is done; it waits as long as something needs the time more."""

    found = pyqtSignal(object)
    """What the newest work came to."""
    failed = pyqtSignal(object)

    def __init__(self, workers: Workers, parent: QObject) -> None:
        super().__init__(parent)
        self._workers = workers
        self._wanted: Work | None = None
        self._job: Job | None = None
        self._waits = False
        self._over = False
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.timeout.connect(self._start)

    def want(self, work: Work | None, *, at_once: bool = False) -> None:
        """Do this, in the place of anything that was wanted before; None: nothing any more.

        `at_once`: somebody looks at it, so that nothing is waited for.
        """
        self._wanted = work
        self._stop()
        if work is not None and (at_once or not self._waits) and not self._over:
            self._pause.start(0 if at_once else PAUSE_MS)

    def set_waiting(self, waits: bool) -> None:
        """Wait as long as something needs the time more."""
        self._waits = waits
        if waits:
            self._stop()
        elif self._wanted is not None and self._job is None and not self._over:
            self._pause.start(PAUSE_MS)

    @property
    def busy(self) -> bool:
        """Whether something is wanted that is not there yet."""
        return self._wanted is not None

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
        if self._wanted is not None and not self._over:
            self._job = self._workers.run(self._wanted, done=self._done, failed=self._failed)

    def _done(self, result: object) -> None:
        self._job = self._wanted = None
        self.found.emit(result)

    def _failed(self, error: object) -> None:
        self._job = self._wanted = None
        self.failed.emit(error)
