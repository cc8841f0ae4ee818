"""The watch over what tests leave behind sees each kind of it."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from PyQt6.QtCore import QTimer
from PyQt6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.ui.leftovers import There


@pytest.fixture
def told(qtbot: QtBot) -> Callable[[], list[str]]:
    return There.now().left_behind


def test_a_timer_that_runs(told: Callable[[], list[str]]) -> None:
    timer = QTimer()
    timer.start(60_000)
    assert told() == ["timer of NoneType, 60000 ms"]
    timer.stop()
    assert told() == []


def test_a_window_even_if_hidden(told: Callable[[], list[str]]) -> None:
    widget = QWidget()
    widget.setWindowTitle("lost")
    assert told() == ["QWidget '' 'lost'"]
    widget.deleteLater()
    assert told() == []


def test_a_thread(told: Callable[[], list[str]]) -> None:
    end = threading.Event()
    thread = threading.Thread(target=end.wait, name="lost")
    thread.start()
    assert told() == ["thread lost"]
    end.set()
    thread.join()
    assert told() == []
