"""Tags and edges that are dragged: what is seen and said on the way, what becomes of it."""

from __future__ import annotations

from fractions import Fraction

import pytest
from PyQt6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from annotator.model.edges import Edge, MoveEdges
from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import ScoreSheet
from annotator.ui.views.timeline import TimelineView
from annotator.ui.views.timeline_items import Item
from tests.ui.views import view_samples

FRAMES = view_samples.frame_times()
LEFT = Qt.MouseButton.LeftButton
NO_KEYS = Qt.KeyboardModifier.NoModifier


class Hand:
    """A hand on the timeline, and what the view says meanwhile."""

    def __init__(self, view: TimelineView) -> None:
        self.view = view
        self.canvas = view.canvas()
        self.scrubbed: list[Fraction] = []
        self.times: list[Fraction] = []
        self.tags: list[str] = []
        self.edits: list[MoveEdges] = []
        self.loops: list[tuple[Fraction, Fraction | None]] = []
        view.scrubbed.connect(self.scrubbed.append)
        view.time_chosen.connect(self.times.append)
        view.tag_chosen.connect(self.tags.append)
        view.edit_wanted.connect(self.edits.append)
        view.loop_wanted.connect(self._loop)

    def _loop(self, start: Fraction, end: Fraction | None) -> None:
        self.loops.append((start, end))
        self.view.set_loop((start, end))

    def press(self, point: QPoint, keys: Qt.KeyboardModifier = NO_KEYS) -> None:
        QtBot.mousePress(self.canvas, LEFT, keys, point)

    def move(self, point: QPoint, keys: Qt.KeyboardModifier = NO_KEYS) -> None:
        # QTest moves without a button held.
        from PyQt6.QtCore import QEvent, QPointF
        from PyQt6.QtGui import QMouseEvent
        from PyQt6.QtWidgets import QApplication

        place = QPointF(point)
        event = QMouseEvent(
            QEvent.Type.MouseMove, place, QPointF(self.canvas.mapToGlobal(point)),
            Qt.MouseButton.NoButton, LEFT, keys,
        )  # fmt: skip
        QApplication.sendEvent(self.canvas, event)

    def release(self, point: QPoint) -> None:
        QtBot.mouseRelease(self.canvas, LEFT, NO_KEYS, point)


@pytest.fixture
def hand(
    qtbot: QtBot, match: Match, sheets: dict[str, ScoreSheet], rulesets: list[Ruleset]
) -> Hand:
    view = TimelineView()
    qtbot.addWidget(view)
    view.resize(1400, 620)
    view.set_frames(FRAMES)
    view.set_match(match)
    view.set_sheets(sheets, rulesets)
    view.show()
    qtbot.waitExposed(view)
    view.show_stretch(Fraction(15), Fraction(75))
    return Hand(view)


def item_of(view: TimelineView, tag_id: str) -> Item:
    return next(i for i in view.visible_items() if i.tags[:1] == (tag_id,) and not i.ruling)


def edge_point(hand: Hand, item: Item, time: float) -> QPoint:
    """Where an item's edge is on the canvas."""
    canvas = hand.canvas
    left = canvas.width() - canvas.window_shown().width
    return QPoint(left + round(canvas.window_shown().x(time)), canvas.point_of(item).y())


def at(hand: Hand, item: Item, time: float) -> QPoint:
    return edge_point(hand, item, time)


def test_an_edge_is_dragged_frame_by_frame_and_is_one_edit(hand: Hand, match: Match) -> None:
    item = item_of(hand.view, "t13")
    begin = match.by_id(item.tags[0])
    assert begin is not None
    hand.press(edge_point(hand, item, item.start))
    for ahead in (0.4, 0.9, 1.5):
        hand.move(at(hand, item, item.start + ahead))
    assert hand.edits == []
    hand.release(at(hand, item, item.start + 1.5))

    (edit,) = hand.edits
    assert edit.edge is Edge.START
    after = edit.apply(match).by_id(item.tags[0])
    assert after is not None
    assert after.start in FRAMES
    assert after.frame == FRAMES.index(after.start)
    assert float(after.start - begin.start) == pytest.approx(1.5, abs=0.1)
    assert hand.scrubbed[-1] == after.start
    assert set(hand.scrubbed) <= set(FRAMES)
    assert hand.tags[-1] == item.tags[0]


def test_the_end_of_an_action_is_dragged_too(hand: Hand, match: Match) -> None:
    item = item_of(hand.view, "t11")
    assert item.tag is not None
    assert item.tag.end is not None
    hand.press(edge_point(hand, item, item.end))
    hand.move(at(hand, item, item.end + 0.7))
    hand.release(at(hand, item, item.end + 0.7))

    (edit,) = hand.edits
    after = edit.apply(match).by_id("t11")
    assert after is not None
    assert after.start == item.tag.start
    assert after.end is not None
    assert float(after.end - item.tag.end) == pytest.approx(0.7, abs=0.1)
    assert hand.scrubbed[-1] == after.end


def test_a_whole_tag_is_dragged_by_its_middle(hand: Hand, match: Match) -> None:
    item = item_of(hand.view, "t11")
    assert item.tag is not None
    middle = hand.canvas.point_of(item)
    hand.press(middle)
    hand.move(middle + QPoint(60, 0))
    hand.release(middle + QPoint(60, 0))

    (edit,) = hand.edits
    after = edit.apply(match).by_id("t11")
    assert after is not None
    assert after.end is not None
    assert item.tag.end is not None
    length = item.tag.end - item.tag.start
    assert float(after.end - after.start) == pytest.approx(float(length), abs=0.04)
    assert after.start > item.tag.start


def test_a_click_moves_nothing_even_where_the_hand_trembles(hand: Hand) -> None:
    item = item_of(hand.view, "t11")
    middle = hand.canvas.point_of(item)
    hand.press(middle)
    hand.move(middle + QPoint(4, 1))
    hand.release(middle + QPoint(4, 1))

    assert (hand.edits, hand.scrubbed) == ([], [])
    assert hand.tags == ["t11"]
    assert hand.times == [item.time]


def test_a_drag_that_is_given_up_leaves_everything_as_it_was(hand: Hand) -> None:
    hand.view.set_playhead(Fraction(20))
    item = item_of(hand.view, "t13")
    hand.press(edge_point(hand, item, item.start))
    hand.move(at(hand, item, item.start + 2))

    assert hand.view.cancel_drag()

    hand.move(at(hand, item, item.start + 3))
    hand.release(at(hand, item, item.start + 3))
    assert hand.edits == []
    assert hand.times == [Fraction(20)]
    assert len(hand.scrubbed) == 1
    assert not hand.view.cancel_drag()


def test_a_match_that_changes_meanwhile_ends_the_drag(hand: Hand, match: Match) -> None:
    item = item_of(hand.view, "t13")
    hand.press(edge_point(hand, item, item.start))
    hand.move(at(hand, item, item.start + 2))

    hand.view.set_match(match.with_tags(match.tags[:-1]))
    hand.release(QPoint(800, 60))

    assert hand.edits == []


def test_edges_snap_to_others_unless_alt_is_held(hand: Hand, match: Match) -> None:
    item = item_of(hand.view, "t11")
    other = item_of(hand.view, "t13")
    hand.press(edge_point(hand, item, item.end))
    near = at(hand, item, other.start) + QPoint(4, 0)
    hand.move(near)
    assert hand.scrubbed[-1] == other.time
    hand.move(near + QPoint(1, 0), Qt.KeyboardModifier.AltModifier)
    assert hand.scrubbed[-1] != other.time


def test_shift_is_the_other_manner(hand: Hand, match: Match) -> None:
    """The takedown ends where the half guard begins."""
    joined = _dragged(hand, match, NO_KEYS)
    assert joined["t5"] == joined["t6"]
    alone = _dragged(hand, match, Qt.KeyboardModifier.ShiftModifier)
    takedown = match.by_id("t5")
    assert takedown is not None
    assert alone == {"t5": takedown.end, "t6": joined["t6"]}
    hand.view.set_joined(False)
    assert _dragged(hand, match, NO_KEYS) == alone


def _dragged(hand: Hand, match: Match, keys: Qt.KeyboardModifier) -> dict[str, Fraction | None]:
    """End of the takedown and start of what follows, after dragging the latter by two seconds."""
    takedown = next(tag for tag in match.tags if tag.id == "t5")
    item = item_of(hand.view, "t6")
    hand.press(edge_point(hand, item, item.start))
    hand.move(at(hand, item, item.start + 2), keys)
    hand.release(at(hand, item, item.start + 2))
    after = hand.edits[-1].apply(match)
    first, second = after.by_id("t5"), after.by_id("t6")
    assert first is not None
    assert second is not None
    assert takedown.end == item.time
    return {"t5": first.end, "t6": second.start}


def test_a_drag_under_way_is_painted_over_the_lanes(hand: Hand) -> None:
    plain = hand.canvas.grab().toImage()
    item = item_of(hand.view, "t13")
    hand.press(edge_point(hand, item, item.start))
    hand.move(at(hand, item, item.start + 2))

    picture = hand.canvas.grab().toImage()

    assert hand.canvas.layers.counted == 0
    assert picture != plain
    hand.view.cancel_drag()
    assert hand.canvas.grab().toImage() == plain


def test_a_drag_at_the_border_goes_on_beyond_it(hand: Hand) -> None:
    item = item_of(hand.view, "t13")
    before = hand.canvas.window_shown()
    hand.press(edge_point(hand, item, item.start))
    beyond = QPoint(hand.canvas.width() + 30, hand.canvas.point_of(item).y())
    for _ in range(5):
        hand.move(beyond)

    assert hand.canvas.window_shown().start > before.start


def test_the_ends_of_the_loop_are_seen_and_dragged(hand: Hand) -> None:
    plain = hand.canvas.grab().toImage()
    hand.view.set_loop((FRAMES[600], FRAMES[900]))
    looped = hand.canvas.grab().toImage()
    assert looped != plain
    canvas = hand.canvas
    left = canvas.width() - canvas.window_shown().width

    def spot(time: Fraction) -> QPoint:
        return QPoint(left + round(canvas.window_shown().x(float(time))), 10)

    hand.press(spot(FRAMES[900]))
    hand.move(spot(FRAMES[1200]))
    hand.release(spot(FRAMES[1200]))
    start, end = hand.loops[-1]
    assert start == FRAMES[600]
    assert end is not None
    assert float(end) == pytest.approx(float(FRAMES[1200]), abs=0.05)
    # The loop's last frame is looked at, not the one after it.
    assert hand.scrubbed[-1] == FRAMES[FRAMES.index(end) - 1]
    hand.press(spot(FRAMES[600]))
    hand.move(spot(FRAMES[1500]))
    assert hand.loops[-1] == (FRAMES[FRAMES.index(end) - 1], end)
    assert hand.view.cancel_drag()
    assert hand.loops[-1] == (FRAMES[600], end)
    assert hand.edits == []


def test_the_middle_button_pushes_the_film(hand: Hand) -> None:
    from PyQt6.QtCore import QEvent, QPointF
    from PyQt6.QtGui import QMouseEvent
    from PyQt6.QtWidgets import QApplication

    middle = Qt.MouseButton.MiddleButton
    before = hand.canvas.window_shown()
    QtBot.mousePress(hand.canvas, middle, NO_KEYS, QPoint(700, 200))
    event = QMouseEvent(
        QEvent.Type.MouseMove, QPointF(600, 200), QPointF(600, 200),
        Qt.MouseButton.NoButton, middle, NO_KEYS,
    )  # fmt: skip
    QApplication.sendEvent(hand.canvas, event)
    QtBot.mouseRelease(hand.canvas, middle, NO_KEYS, QPoint(600, 200))

    moved = (hand.canvas.window_shown().start - before.start) * before.rate
    assert moved == pytest.approx(100)
    assert hand.times == []


def test_without_a_film_edges_stand_at_hundredths(qtbot: QtBot) -> None:
    view = TimelineView()
    qtbot.addWidget(view)
    view.resize(1000, 400)
    tags = (
        Tag("a", "standing", Fraction(0)),
        Tag("b", "mount", Fraction(10), athlete="red"),
        Tag("c", "end", Fraction(60)),
    )
    view.set_match(Match(tags))
    view.show()
    qtbot.waitExposed(view)
    hand = Hand(view)
    item = item_of(view, "b")
    hand.press(edge_point(hand, item, item.start))
    hand.move(at(hand, item, 20.0))
    hand.release(at(hand, item, 20.0))

    (edit,) = hand.edits
    point = edit.point
    assert point is not None
    assert point.frame is None
    assert (point.time * 100).denominator == 1
