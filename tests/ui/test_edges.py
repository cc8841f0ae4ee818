"""Edges moved in the window: the film shows them, one step takes them back, keys do the same."""

from __future__ import annotations

from fractions import Fraction

import pytest
from PyQt6.QtCore import QEvent, QPoint, QPointF, Qt
from PyQt6.QtGui import QMouseEvent
from PyQt6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from annotator.model.edits import AddTag
from annotator.model.tag import Tag
from annotator.ui.player.loop import Loop
from annotator.ui.window import Window
from tests.ui.conftest import TICKS

LEFT = Qt.MouseButton.LeftButton


def time_of(frame: int) -> Fraction:
    return Fraction(TICKS[frame], 1000)


@pytest.fixture
def tagged(film_window: Window) -> Window:
    window = film_window
    for tag in (
        Tag("s", "start", time_of(0), frame=0),
        Tag("up", "standing", time_of(0), frame=0),
        Tag("td", "takedown", time_of(10), time_of(20), "red", frame=10, end_frame=20),
        Tag("hg", "half_guard", time_of(20), athlete="red", frame=20),
        Tag("mt", "mount", time_of(60), athlete="red", frame=60),
    ):
        assert window.session.do(AddTag(tag))
    window.workspace.show_page("timeline")
    QApplication.processEvents()
    return window


def place(window: Window, tag_id: str, time: Fraction) -> QPoint:
    canvas = window.timeline.canvas()
    item = next(i for i in window.timeline.visible_items() if i.tags[:1] == (tag_id,))
    left = canvas.width() - canvas.window_shown().width
    x = left + round(canvas.window_shown().x(float(time)))
    return QPoint(x, canvas.point_of(item).y())


def move(window: Window, point: QPoint) -> None:
    canvas = window.timeline.canvas()
    event = QMouseEvent(
        QEvent.Type.MouseMove, QPointF(point), QPointF(canvas.mapToGlobal(point)),
        Qt.MouseButton.NoButton, LEFT, Qt.KeyboardModifier.AltModifier,
    )  # fmt: skip
    QApplication.sendEvent(canvas, event)


def starts(window: Window) -> list[Fraction]:
    return [tag.start for tag in window.session.match.tags]


def test_the_film_shows_the_edge_that_is_dragged_and_one_step_takes_it_back(
    tagged: Window, qtbot: QtBot
) -> None:
    window, canvas = tagged, tagged.timeline.canvas()
    before = window.session.match
    QtBot.mousePress(canvas, LEFT, pos=place(window, "hg", time_of(20)))
    for frame in range(21, 41):
        move(window, place(window, "hg", time_of(frame)))
    qtbot.waitUntil(lambda: window.player.index == window.player.target)
    assert window.player.time == time_of(window.player.index or 0)
    assert abs((window.player.index or 0) - 40) <= 1
    assert window.session.match is before

    shown = window.player.time
    QtBot.mouseRelease(canvas, LEFT, pos=place(window, "hg", time_of(40)))

    moved = window.session.match.by_id("hg")
    assert moved is not None
    assert (moved.start, moved.frame) == (shown, window.player.index)
    assert window.selection == ["hg"]
    window.run_by_id("edit.undo")
    assert window.session.match is before


def test_while_the_film_lags_only_the_newest_frame_is_asked_for(
    tagged: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, canvas = tagged, tagged.timeline.canvas()
    asked: list[int] = []
    ask = window.player.fetcher.ask

    def counted(index: int) -> None:
        asked.append(index)
        ask(index)

    monkeypatch.setattr(window.player.fetcher, "ask", counted)
    QtBot.mousePress(canvas, LEFT, pos=place(window, "hg", time_of(20)))
    for frame in range(22, 50):
        move(window, place(window, "hg", time_of(frame)))
    # No picture can have arrived yet: one is on its way, the others were never asked for.
    assert len(asked) == 1
    qtbot.waitUntil(lambda: window.player.index == window.player.target)
    assert len(asked) == 2
    QtBot.mouseRelease(canvas, LEFT, pos=place(window, "hg", time_of(49)))


def test_escape_gives_a_drag_up_and_brings_the_film_back(tagged: Window, qtbot: QtBot) -> None:
    window, canvas = tagged, tagged.timeline.canvas()
    window.player.seek(time_of(5))
    qtbot.waitUntil(lambda: window.player.index == 5)
    before = window.session.match
    QtBot.mousePress(canvas, LEFT, pos=place(window, "hg", time_of(20)))
    move(window, place(window, "hg", time_of(35)))

    window.run_by_id("edit.film")

    QtBot.mouseRelease(canvas, LEFT, pos=place(window, "hg", time_of(35)))
    qtbot.waitUntil(lambda: window.player.index == 5)
    assert window.session.match is before


def test_keys_move_edges_as_a_hand_does(tagged: Window, qtbot: QtBot) -> None:
    window = tagged
    window.select(["hg"])
    window.run_by_id("edit.later")
    takedown = window.session.match.by_id("td")
    assert takedown is not None
    # Joined: the takedown ends where the half guard begins.
    assert takedown.end == time_of(21)
    window.run_by_id("edit.end_earlier")
    window.run_by_id("edit.move_later")

    assert starts(window)[-2:] == [time_of(22), time_of(60)]
    qtbot.waitUntil(lambda: window.player.index == 22)
    window.select(["td"])
    window.run_by_id("edit.manner")
    window.run_by_id("edit.end_earlier")
    takedown = window.session.match.by_id("td")
    assert takedown is not None
    assert (takedown.end, starts(window)[3]) == (time_of(21), time_of(22))


def test_what_cannot_go_further_says_so(tagged: Window) -> None:
    window = tagged
    before = window.session.match
    window.select(["up"])
    window.run_by_id("edit.earlier")
    assert "cannot be moved" in window.status.currentMessage()
    window.select(["mt"])
    window.run_by_id("edit.end_later")
    assert "No position follows" in window.status.currentMessage()
    assert window.session.match is before


def test_the_loop_is_on_the_timeline_and_goes_where_it_is_dragged(
    tagged: Window, qtbot: QtBot
) -> None:
    window, canvas = tagged, tagged.timeline.canvas()
    window.player.set_loop(Loop(time_of(10), time_of(50)))
    canvas.grab()
    spot = QPoint(place(window, "hg", time_of(50)).x(), 10)
    QtBot.mousePress(canvas, LEFT, pos=spot)
    move(window, QPoint(place(window, "hg", time_of(30)).x(), 10))
    QtBot.mouseRelease(canvas, LEFT, pos=spot)

    loop = window.player.loop
    assert loop is not None
    assert loop.start == time_of(10)
    assert loop.end is not None
    assert abs(loop.end - time_of(30)) < Fraction(1, 20)
    window.run_by_id("play.loop_off")
    assert canvas._loop is None


def test_the_timeline_goes_from_the_whole_match_to_single_frames_by_keys(tagged: Window) -> None:
    window, canvas = tagged, tagged.timeline.canvas()
    window.run_by_id("view.time_frames")
    assert canvas.window_shown().rate == canvas.window_shown().rate_max
    window.run_by_id("view.time_whole")
    assert canvas.window_shown().is_whole
    window.select(["td"])
    window.run_by_id("view.time_tag")
    shown = canvas.window_shown()
    assert shown.start <= float(time_of(10)) < float(time_of(20)) <= shown.end
    rate = shown.rate
    window.run_by_id("view.time_out")
    assert canvas.window_shown().rate < rate
    window.run_by_id("view.time_in")
    assert canvas.window_shown().rate == pytest.approx(rate)
