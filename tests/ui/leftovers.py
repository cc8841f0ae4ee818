"""What a test leaves behind: threads, running timers, windows of its own."""

from __future__ import annotations

import threading
import weakref
from dataclasses import dataclass
from typing import Any

from PyQt6 import sip
from PyQt6.QtCore import QCoreApplication, QEvent, QObject, QThread, QThreadPool, QTimer
from PyQt6.QtWidgets import QApplication, QWidget

_made: weakref.WeakSet[QObject] = weakref.WeakSet()


def _remember(kind: type[QObject]) -> None:
    """Keep track of every object of a kind that is made from now on, as long as it lives."""
    real = kind.__init__

    def init(self: QObject, *words: Any, **named: Any) -> None:
        real(self, *words, **named)
        _made.add(self)

    kind.__init__ = init  # type: ignore[method-assign]  # the only place that sees all


for _kind in (QTimer, QThread, QThreadPool):
    _remember(_kind)


def settle() -> None:
    """Let go of everything that only waits to be deleted."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QCoreApplication.processEvents()


def top_level() -> list[QWidget]:
    return QApplication.topLevelWidgets() if QApplication.instance() is not None else []


@dataclass(frozen=True)
class There:
    """Threads and windows that were there at a moment."""

    threads: frozenset[threading.Thread]
    widgets: frozenset[int]

    @classmethod
    def now(cls) -> There:
        return cls(frozenset(threading.enumerate()), frozenset(map(id, top_level())))

    def left_behind(self) -> list[str]:
        """In words: threads and windows that have come since, and whatever still runs."""
        settle()
        # Threads of Qt's pools are no Python threads, and only seem to be ones once they ran Python.
        left = [
            f"thread {thread.name}"
            for thread in threading.enumerate()
            if thread not in self.threads and not isinstance(thread, threading._DummyThread)
        ]
        left += [
            f"{type(widget).__name__} {widget.objectName()!r} {widget.windowTitle()!r}"
            for widget in top_level()
            if widget.parent() is None and id(widget) not in self.widgets
        ]
        for made in list(_made):
            if sip.isdeleted(made):
                continue
            if isinstance(made, QTimer) and made.isActive():
                left.append(f"timer of {type(made.parent()).__name__}, {made.interval()} ms")
            elif isinstance(made, QThread) and made.isRunning():
                left.append(f"Qt thread of {type(made.parent()).__name__}")
            elif isinstance(made, QThreadPool) and made.activeThreadCount():
                left.append(f"pool with {made.activeThreadCount()} threads at work")
        return left
