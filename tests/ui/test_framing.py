"""Zoom, pan, turn and mirror: for the eye alone, exact at the pointer, and no gap at any side."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PyQt6.QtCore import QPoint, QPointF, QRectF, Qt
from PyQt6.QtGui import QColor, QImage, QNativeGestureEvent, QPointingDevice, QWheelEvent
from PyQt6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from annotator.ui.player.film_view import ZOOM_STEP, FilmView
from annotator.ui.player.framing import MOST_ZOOM, Framing
from annotator.ui.window import Window

ROOM = QRectF(0, 0, 900, 480)
FIT = QRectF(23, 0, 854, 480)
FACTORS = st.floats(0.3, 4)
POINTS = st.tuples(st.floats(23, 877), st.floats(0, 480))


def corners(image: QImage) -> list[str]:
    """Which quarter's colour is where: top left, top right, bottom left, bottom right."""
    right, bottom = image.width() - 1, image.height() - 1
    names = {"#ff0000": "r", "#00ff00": "g", "#0000ff": "b", "#ffffff": "w"}
    return [
        names[QColor(image.pixel(x, y)).name()]
        for x, y in ((0, 0), (right, 0), (0, bottom), (right, bottom))
    ]


@pytest.fixture
def image() -> QImage:
    """Red, green over blue, white; wider than high."""
    picture = QImage(4, 2, QImage.Format.Format_RGB32)
    for x in range(4):
        for y in range(2):
            names = (("red", "lime"), ("blue", "white"))
            picture.setPixelColor(x, y, QColor(names[y][x // 2]))
    return picture


def test_turning_right_brings_the_left_to_the_top(image: QImage) -> None:
    turned = Framing().turned(1).apply(image)
    assert (turned.width(), turned.height()) == (2, 4)
    assert corners(turned) == list("brwg")


@given(st.lists(st.sampled_from(["left", "right", "mirror"]), max_size=8))
def test_turns_and_mirrors_add_up_as_they_are_seen(steps: list[str]) -> None:
    picture = QImage(4, 2, QImage.Format.Format_RGB32)
    for x in range(4):
        for y in range(2):
            names = (("red", "lime"), ("blue", "white"))
            picture.setPixelColor(x, y, QColor(names[y][x // 2]))
    framing, seen = Framing(), corners(picture)
    for step in steps:
        a, b, c, d = seen
        if step == "mirror":
            framing, seen = framing.flipped(), [b, a, d, c]
        elif step == "right":
            framing, seen = framing.turned(1), [c, a, d, b]
        else:
            framing, seen = framing.turned(-1), [b, d, a, c]
    assert corners(framing.apply(picture)) == seen


@given(st.lists(st.tuples(FACTORS, POINTS), min_size=1, max_size=6))
def test_zooming_leaves_no_gap_and_stays_within_bounds(
    steps: list[tuple[float, tuple[float, float]]],
) -> None:
    framing = Framing()
    for factor, point in steps:
        framing = framing.zoomed(factor, ROOM, FIT, QPointF(*point))
        place = framing.place(ROOM, FIT)
        assert 1 <= framing.zoom <= MOST_ZOOM
        if framing.zoom == 1:
            assert place == FIT
        for low, high, room in (
            (place.left(), place.right(), ROOM.width()),
            (place.top(), place.bottom(), ROOM.height()),
        ):
            assert (low <= 1e-6 and high >= room - 1e-6) or high - low <= room + 1e-6


@given(st.floats(2, 8), POINTS)
def test_the_point_under_the_pointer_stays_where_no_side_is_reached(
    factor: float, point: tuple[float, float]
) -> None:
    framing = Framing(zoom=2.0)
    at = QPointF(*point)
    before, after = (f.place(ROOM, FIT) for f in (framing, framing.zoomed(factor, ROOM, FIT, at)))
    inside = after.left() < -1 and after.right() > 901 and after.top() < -1 and after.bottom() > 481
    if inside:
        for low, size, place in (("left", "width", at.x()), ("top", "height", at.y())):
            one, other = (
                (place - getattr(rect, low)()) / getattr(rect, size)() for rect in (before, after)
            )
            assert one == pytest.approx(other, abs=1e-9)


def wheel(view: FilmView, at: QPointF, turns: int, ctrl: bool = True) -> None:
    keys = Qt.KeyboardModifier.ControlModifier if ctrl else Qt.KeyboardModifier.NoModifier
    event = QWheelEvent(
        at, view.mapToGlobal(at), QPoint(), QPoint(0, 120 * turns), Qt.MouseButton.NoButton, keys,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(view, event)


def test_wheel_drag_and_double_click(film_window: Window, qtbot: QtBot) -> None:
    view, player = film_window.film_view, film_window.player
    wheel(view, QPointF(100, 80), 3, ctrl=False)
    assert view.framing == Framing()
    wheel(view, QPointF(100, 80), 3)
    assert view.framing.zoom == pytest.approx(ZOOM_STEP**3)
    assert any("zoom 1.95x" in part for part in view._right)
    # The picture is decoded larger once the fingers rest.
    qtbot.waitUntil(lambda: player.fetcher.size == view.device_size(), timeout=5000)
    assert view.device_size()[0] == pytest.approx(view.width() * ZOOM_STEP**3, abs=2)
    before = view.framing.centre
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=QPoint(100, 80))
    qtbot.mouseMove(view, QPoint(60, 70))
    qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=QPoint(60, 70))
    assert view.framing.centre[0] > before[0]
    qtbot.mouseDClick(view, Qt.MouseButton.LeftButton)
    assert view.framing == Framing()
    assert view.device_size()[0] == view.width()
    qtbot.waitUntil(lambda: player.fetcher.size == view.device_size(), timeout=5000)


def test_keys_enlarge_move_and_fit(film_window: Window) -> None:
    view = film_window.film_view
    assert not film_window.state("zoomed")
    for _ in range(4):
        film_window.run_by_id("view.zoom_in")
    for command in ("view.pan_right", "view.pan_down"):
        film_window.run_by_id(command)
    assert min(view.framing.centre) > 0.5
    for command in ("view.pan_left", "view.pan_up"):
        film_window.run_by_id(command)
    assert view.framing.centre == pytest.approx((0.5, 0.5))
    film_window.run_by_id("view.fit")
    assert view.framing == Framing()


def test_a_film_is_seen_again_as_it_was_turned_and_frames_are_saved_as_they_are(
    film_window: Window,
    film_path: Path,
    new_window: Callable[[], Window],
    qtbot: QtBot,
    tmp_path: Path,
) -> None:
    film_window.run_by_id("view.turn_right")
    film_window.run_by_id("view.mirror")
    size = film_window.film_view.device_size()
    assert film_window.session.dirty is False
    assert {"mirrored", "turned 270°"} <= set(film_window.film_view._right)
    shown = film_window.film_view.image()
    assert shown is not None
    assert shown.width() < shown.height()
    place = film_window.film_view._place(shown)
    assert place.width() / place.height() == pytest.approx(9 / 16, rel=0.02)
    film_window.run_by_id("view.snapshot")
    film_window.views.save_picture(str(tmp_path / "frame.png"))
    qtbot.waitUntil(lambda: not film_window.workers.busy(), timeout=10000)
    saved = QImage(str(tmp_path / "frame.png"))
    assert (saved.width(), saved.height()) == (160, 90)
    other = new_window()
    with qtbot.waitSignal(other.player.picture_ready, timeout=20000):
        other.files.open_path(film_path)
    assert other.film_view.framing == film_window.film_view.framing
    assert other.film_view.device_size() == size
    other.run_by_id("view.mirror")
    other.run_by_id("view.turn_left")
    assert other.film_view.framing == Framing()
    with qtbot.waitSignal(film_window.opener.opened, timeout=20000):
        film_window.files.open_path(film_path)
    assert film_window.film_view.framing == Framing()


def test_deinterlacing_is_said_remembered_and_not_saved_into_pictures(
    film_window: Window, film_path: Path, qtbot: QtBot, tmp_path: Path
) -> None:
    view, player = film_window.film_view, film_window.player
    assert film_window.film is not None
    with qtbot.waitSignal(player.picture_ready, timeout=10000):
        film_window.run_by_id("view.deinterlace")
    assert "deinterlaced" in view._right
    frame = film_window.film.footage.frame(0)
    film_window.run_by_id("view.snapshot")
    film_window.views.save_picture(str(tmp_path / "frame.png"))
    qtbot.waitUntil(lambda: not film_window.workers.busy(), timeout=10000)
    saved = QImage(str(tmp_path / "frame.png"))
    for x, y in ((0, 0), (80, 45), (159, 88)):
        assert QColor(saved.pixel(x, y)).getRgb()[:3] == tuple(frame[y, x])
    with qtbot.waitSignal(film_window.opener.opened, timeout=20000):
        film_window.files.open_path(film_path)
    assert "deinterlaced" in view._right
    film_window.run_by_id("view.deinterlace")
    assert "deinterlaced" not in view._right
    qtbot.waitUntil(lambda: player.fetcher.in_flight is None, timeout=10000)


def test_two_fingers_on_a_touchpad_enlarge(film_window: Window) -> None:
    view = film_window.film_view
    at = QPointF(200, 100)
    for _ in range(3):
        event = QNativeGestureEvent(
            Qt.NativeGestureType.ZoomNativeGesture, QPointingDevice.primaryPointingDevice(), 2, at,
            at, view.mapToGlobal(at), 0.5, QPointF(),
        )  # fmt: skip
        QApplication.sendEvent(view, event)
    assert view.framing.zoom == pytest.approx(1.5**3)
