"""How the parts share the window, and that it is remembered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PyQt6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from annotator.ui.workspace import Workspace


@pytest.fixture
def make(qtbot: QtBot, home: Path) -> Iterator[Callable[[int, int], Workspace]]:
    windows: list[QWidget] = []

    def make_one(width: int, height: int) -> Workspace:
        window = QWidget()
        windows.append(window)
        qtbot.addWidget(window)
        return workspace(window, width, height)

    yield make_one
    windows.clear()


def workspace(window: QWidget, width: int, height: int) -> Workspace:
    window.resize(width, height)
    names = (
        "strip", "film", "transport", "banners", "panel", "followup",
    )  # fmt: skip
    pages = {name: QWidget(window) for name in ("timeline", "table", "rulings", "questions")}
    made = Workspace(**{name: QWidget(window) for name in names}, pages=pages, parent=window)
    made.resize(width, height)
    made.arrange(width)
    window.show()
    window.grab()
    return made


@pytest.mark.parametrize(("width", "height", "least"), [(1280, 800, 260), (1080, 560, 170)])
def test_a_small_window_has_room_for_lanes(
    make: Callable[[int, int], Workspace], width: int, height: int, least: int
) -> None:
    assert make(width, height).tabs.height() >= least


def test_sizes_are_remembered_for_wide_and_narrow_apart(
    make: Callable[[int, int], Workspace],
) -> None:
    first = make(1280, 800)
    usual = first.tabs.height()
    first._inner.setSizes([300, 500])
    first._inner.splitterMoved.emit(300, 1)
    pulled = first.tabs.height()
    assert abs(pulled - usual) > 100

    assert abs(make(1280, 800).tabs.height() - pulled) <= 2
    wide = make(1600, 900)
    assert abs(wide._outer.sizes()[1] - round(840 * 0.29)) < 30
