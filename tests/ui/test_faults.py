"""A fault of ours is told and written down, and the program goes on."""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PyQt6.QtCore import QTimer, qWarning
from PyQt6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from annotator.errors import Cancelled
from annotator.ui.banner import BusyBanner
from annotator.ui.crash import LOG_NAME, CrashReporter
from annotator.ui.window import Window
from annotator.ui.workers import Newest, Progress, Work, Workers


@pytest.fixture
def reporter(home: Path, qtbot: QtBot) -> Iterator[CrashReporter]:
    before = sys.excepthook, threading.excepthook
    made = CrashReporter()
    made.install()
    yield made
    made.remove()
    sys.excepthook, threading.excepthook = before


def boxes(window: Window) -> list[QMessageBox]:
    return [box for box in window.findChildren(QMessageBox) if box.isVisible()]


def test_a_fault_in_a_slot_is_shown_and_written_down(
    reporter: CrashReporter, window: Window, home: Path, qtbot: QtBot
) -> None:
    reporter.window = window

    def broken() -> None:
        raise RuntimeError("ours")

    QTimer.singleShot(0, broken)
    qtbot.waitUntil(lambda: bool(boxes(window)))
    QTimer.singleShot(0, broken)  # a second one does not pile up
    window.tagging.press(("mount", False))
    assert len(window.session.match.tags) == 1
    assert len(boxes(window)) == 1
    assert "RuntimeError: ours" in (home / "state" / LOG_NAME).read_text(encoding="utf-8")
    boxes(window)[0].reject()


def test_a_fault_in_a_thread_is_shown_in_the_windows_own(
    reporter: CrashReporter, window: Window, qtbot: QtBot
) -> None:
    reporter.window = window

    def broken() -> None:
        raise RuntimeError("in a thread")

    thread = threading.Thread(target=broken)
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: bool(boxes(window)))
    assert "in a thread" in boxes(window)[0].detailedText()
    boxes(window)[0].reject()


def test_what_qt_says_goes_into_the_log(
    reporter: CrashReporter, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        qWarning("a word from below")
    assert "a word from below" in caplog.text


# ---------------------------------------------------------------------- workers


@pytest.fixture
def workers(qtbot: QtBot) -> Iterator[Workers]:
    made = Workers()
    yield made
    made.stop()


def test_results_and_errors_come_as_signals(workers: Workers, qtbot: QtBot) -> None:
    told: list[object] = []
    here = threading.get_ident()
    where: list[int] = []

    def work(progress: Progress) -> object:
        where.append(threading.get_ident())
        progress(0.5)
        return 2**70

    with qtbot.waitSignal(workers.run(work, done=told.append).ended):
        pass
    assert told == [2**70]
    assert where != [here]

    def broken(progress: Progress) -> object:
        raise ValueError("no")

    with qtbot.waitSignal(workers.run(broken, failed=told.append).ended):
        pass
    assert isinstance(told[1], ValueError)


def test_a_cancelled_job_says_only_that_it_ended(workers: Workers, qtbot: QtBot) -> None:
    told: list[object] = []
    go = threading.Event()

    def work(progress: Progress) -> object:
        go.wait(10)
        progress.check()
        return 1

    job = workers.run(work, done=told.append, failed=told.append)
    job.cancel()
    with qtbot.waitSignal(job.ended):
        go.set()
    assert told == []


def test_a_worker_that_gives_up_by_itself_is_no_failure(workers: Workers, qtbot: QtBot) -> None:
    told: list[object] = []

    def work(progress: Progress) -> object:
        raise Cancelled("enough")

    with qtbot.waitSignal(workers.run(work, done=told.append, failed=told.append).ended):
        pass
    assert told == []


def test_what_runs_in_order_is_done_before_the_program_leaves(workers: Workers) -> None:
    done: list[int] = []
    for n in range(20):

        def work(progress: Progress, n: int = n) -> object:
            done.append(n)
            return None

        workers.run(work, in_order=True)
    workers.stop()
    assert done == list(range(20))


def test_only_the_newest_of_those_that_wait_is_run(workers: Workers, qtbot: QtBot) -> None:
    newest = Newest(workers, workers)
    go = threading.Event()
    ran: list[int] = []
    told: list[object] = []
    newest.done.connect(told.append)

    def work(n: int) -> Work:
        def run(progress: Progress) -> object:
            go.wait(10)
            ran.append(n)
            return n

        return run

    for n in range(6):
        newest.submit(work(n))
    with qtbot.waitSignal(newest.done):
        go.set()
    assert (ran, told) == ([0, 5], [5])


def test_a_slow_job_shows_its_progress_and_can_be_stopped(window: Window, qtbot: QtBot) -> None:
    go = threading.Event()

    def work(progress: Progress) -> object:
        progress(0.25)
        while not go.wait(0.01):
            progress.check()
        return None

    job = window.workers.run(work, title="Reading…")
    window.banners.watch(job)
    qtbot.waitUntil(lambda: window.findChild(BusyBanner) is not None)
    banner = window.findChild(BusyBanner)
    assert banner is not None
    with qtbot.waitSignal(job.ended):
        banner.cancel.click()
    assert not any(line.isVisible() for line in window.banners.findChildren(BusyBanner))
