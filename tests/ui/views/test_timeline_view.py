"""The timeline as a coach meets it: what is seen, what a click says, what keys do."""

from __future__ import annotations

from fractions import Fraction

import pytest
from PyQt6.QtCore import QEvent, QPoint, QPointF, Qt
from PyQt6.QtGui import QHelpEvent, QPalette, QWheelEvent
from PyQt6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.timeline import Run
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import RulingKind, ScoreSheet
from annotator.ui.views.theme import contrast
from annotator.ui.views.timeline import TimelineView
from annotator.ui.views.timeline_geometry import stack
from annotator.ui.views.timeline_items import Item, Sort, match_lanes
from annotator.ui.views.timeline_layers import BUDGET
from tests.ui.views import view_samples

FRAMES = view_samples.frame_times()


@pytest.fixture
def view(
    qtbot: QtBot, match: Match, sheets: dict[str, ScoreSheet], rulesets: list[Ruleset]
) -> TimelineView:
    view = TimelineView()
    qtbot.addWidget(view)
    view.resize(1400, 620)
    view.set_frames(FRAMES)
    view.set_match(match)
    view.set_sheets(sheets, rulesets)
    view.show()
    qtbot.waitExposed(view)
    return view


class Heard:
    """What a view has said, in order."""

    def __init__(self, view: TimelineView) -> None:
        self.said: list[tuple[str, object]] = []
        view.time_chosen.connect(self.time)
        view.tag_chosen.connect(self.tag)
        view.tag_activated.connect(self.played)
        view.scrubbed.connect(self.time)

    def time(self, value: object) -> None:
        self.said.append(("time", value))

    def tag(self, value: str) -> None:
        self.said.append(("tag", value))

    def played(self, value: str) -> None:
        self.said.append(("play", value))


def item_of(view: TimelineView, tag_id: str) -> Item:
    return next(
        item for item in view.visible_items() if item.tags[:1] == (tag_id,) and not item.ruling
    )


def click(view: TimelineView, point: QPoint) -> None:
    QtBot.mouseClick(view.canvas(), Qt.MouseButton.LeftButton, pos=point)


def test_every_tag_and_every_ruling_has_its_place(
    view: TimelineView, match: Match, sheets: dict[str, ScoreSheet]
) -> None:
    shown = view.visible_items()
    tags = {tag for item in shown for tag in item.tags if item.ruling is None}
    rulings = [item.ruling for item in shown if item.ruling]

    assert tags == {tag.id for tag in match.tags if tag.tag != "match"}
    assert len(rulings) == sum(len(s.awards) + len(s.refusals) for s in sheets.values())


def test_what_is_painted_is_what_is_visible(view: TimelineView) -> None:
    view.show_stretch(Fraction(40), Fraction(60))
    view.grab()

    visible, painted = set(view.visible_items()), set(view.painted_items())

    assert painted == visible
    assert all(item.end >= 40 and item.start <= 60.1 for item in painted)
    assert item_tags(painted) >= {"t10", "t11", "t12"}
    assert "t40" not in item_tags(painted)


def item_tags(items: set[Item]) -> set[str]:
    return {tag for item in items for tag in item.tags}


def test_a_crowd_is_painted_as_what_can_be_told_apart(qtbot: QtBot) -> None:
    match, sheets, rulesets = view_samples.huge(2000, 3)
    view = TimelineView()
    qtbot.addWidget(view)
    view.resize(800, 500)
    view.set_match(match)
    view.set_sheets(sheets, rulesets)

    view.grab()

    visible, painted = set(view.visible_items()), set(view.painted_items())
    assert painted < visible
    assert len(painted) < 5 * 800


def test_no_paint_event_paints_more_than_its_share(qtbot: QtBot) -> None:
    """Five thousand tags and ten lanes of scores: a few lanes at a time, until all are there."""
    match, sheets, rulesets = view_samples.huge(5000, 10)
    view = TimelineView()
    qtbot.addWidget(view)
    view.resize(1400, 900)
    view.set_match(match)
    view.set_sheets(sheets, rulesets)
    view.show()
    qtbot.waitExposed(view)
    canvas = view.canvas()
    canvas.refresh()
    counts: list[int] = []
    while not counts or counts[-1]:
        canvas.grab()
        counts.append(canvas.layers.counted)

    assert len(counts) > 3
    # A lane that is begun is finished; it has no more items than columns of two pixels.
    assert max(counts) <= BUDGET + canvas.width() // 2
    painted, visible = set(view.painted_items()), set(view.visible_items())
    assert painted < visible
    lanes = {band.lane for band in canvas.bands() if not painted.isdisjoint(band.lane.items)}
    assert lanes == {band.lane for band in canvas.bands() if band.lane.items}


def test_a_lane_that_waits_is_shown_where_it_belongs_now(qtbot: QtBot) -> None:
    """While it is zoomed or moved the old picture goes along, so that nothing flickers."""
    match, sheets, rulesets = view_samples.huge(5000, 10)
    view = TimelineView()
    qtbot.addWidget(view)
    view.resize(1400, 900)
    view.set_match(match)
    view.set_sheets(sheets, rulesets)
    view.show()
    qtbot.waitExposed(view)
    canvas = view.canvas()
    qtbot.waitUntil(lambda: not canvas.layers.waiting(range(15), canvas.window_shown()))

    view.zoom_in()
    picture = canvas.grab().toImage()

    waiting = canvas.layers.waiting(range(15), canvas.window_shown())
    assert waiting
    empty = canvas.layers.waiting([], canvas.window_shown())
    assert empty == []
    base = view.theme().base.rgb()
    band = canvas.bands()[int(str(waiting[-1]))]
    row = [picture.pixel(x, canvas.head() + band.top + band.height // 2) for x in range(200, 1390)]
    assert any(pixel != base for pixel in row)


def test_the_position_band_bears_the_colour_of_who_is_on_top(view: TimelineView) -> None:
    theme = view.theme()
    picture = view.canvas().grab().toImage()

    for tag, side in (("t13", theme.red), ("t41", theme.blue)):
        spot = view.canvas().point_of(item_of(view, tag))
        edge = 12 if tag == "t41" else -12
        color = picture.pixelColor(spot.x(), spot.y() + edge)
        assert contrast(color, side.strong) < 1.2


def test_a_click_beside_everything_says_the_frame_at_or_before(view: TimelineView) -> None:
    heard = Heard(view)
    spot = QPoint(view.canvas().point_of(item_of(view, "t13")).x(), 8)

    click(view, spot)

    (kind, time), *rest = heard.said
    assert (kind, rest) == ("time", [])
    assert time in FRAMES
    under = view.canvas().time_at(spot.x())
    assert isinstance(time, Fraction)
    assert time <= under < time + 1 / view_samples.FPS


def test_the_clock_lane_is_a_ruler_too(view: TimelineView) -> None:
    heard = Heard(view)
    clock = next(item for item in view.visible_items() if item.run is Run.RUNNING)

    click(view, view.canvas().point_of(clock))

    assert [kind for kind, _ in heard.said] == ["time"]
    assert heard.said[0][1] != clock.time


def test_drawing_along_the_ruler_follows_the_pointer(view: TimelineView) -> None:
    heard = Heard(view)
    canvas = view.canvas()

    QtBot.mousePress(canvas, Qt.MouseButton.LeftButton, pos=QPoint(400, 8))
    QtBot.mouseMove(canvas, QPoint(600, 8))
    QtBot.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=QPoint(600, 8))
    QtBot.mouseMove(canvas, QPoint(700, 8))

    times = [value for _, value in heard.said]
    assert times == [view.snapped(canvas.time_at(400)), view.snapped(canvas.time_at(600))]


def test_a_click_on_a_tag_says_it_and_then_its_first_frame(
    view: TimelineView, match: Match
) -> None:
    heard = Heard(view)
    tag = match.by_id("t11")
    assert tag is not None

    click(view, view.canvas().point_of(item_of(view, "t11")))

    assert heard.said == [("tag", "t11"), ("time", tag.start)]


def test_a_click_in_a_position_means_the_tag_that_rules_there(view: TimelineView) -> None:
    heard = Heard(view)
    stay = item_of(view, "t6")
    assert stay.stay is not None
    update = float(stay.stay.states[1].start)
    view.show_stretch(Fraction(20), Fraction(34))
    canvas = view.canvas()
    y = canvas.point_of(stay).y()
    left = canvas.width() - canvas.window_shown().width

    click(view, QPoint(left + round(canvas.window_shown().x(update + 1)), y))
    click(view, QPoint(left + round(canvas.window_shown().x(update - 1)), y))

    assert [value for kind, value in heard.said if kind == "tag"] == ["t7", "t6"]


def test_a_click_on_an_award_says_its_first_tag_and_its_own_frame(view: TimelineView) -> None:
    heard = Heard(view)
    item = next(
        item
        for item in view.visible_items()
        if item.ruling and item.ruling.clause == "back" and item.ruling.athlete == "red"
    )

    click(view, view.canvas().point_of(item))

    assert item.ruling is not None
    assert heard.said == [("tag", "t27"), ("time", view.time_of(item.ruling))]
    assert view.time_of(item.ruling) >= item.ruling.time


def test_a_double_click_plays(view: TimelineView) -> None:
    heard = Heard(view)
    spot = view.canvas().point_of(item_of(view, "t11"))

    QtBot.mouseDClick(view.canvas(), Qt.MouseButton.LeftButton, pos=spot)

    assert ("play", "t11") in heard.said


def test_a_click_keeps_no_focus(view: TimelineView) -> None:
    click(view, view.canvas().point_of(item_of(view, "t11")))

    assert not view.canvas().has_keyboard()
    assert view.canvas().focusPolicy() is Qt.FocusPolicy.TabFocus


def test_the_playhead_repaints_two_strips_and_paints_no_lane_anew(view: TimelineView) -> None:
    view.set_playhead(Fraction(100))
    canvas = view.canvas()
    canvas.refresh()
    view.grab()
    assert canvas.layers.counted > 0

    view.set_playhead(Fraction(101))
    view.grab()

    assert canvas.layers.counted == 0
    assert canvas.strip(100.0).width() < 25
    assert canvas.strip(100.0).height() == canvas.height()


def test_the_playhead_stands_at_its_time(view: TimelineView) -> None:
    view.set_playhead(Fraction(260))
    canvas = view.canvas()

    picture = canvas.grab().toImage()

    x = canvas.strip(260.0).center().x()
    line = [picture.pixelColor(x + d, canvas.height() - 4) for d in (-1, 0, 1)]
    assert any(contrast(color, view.theme().playhead) < 1.5 for color in line)


def test_the_page_follows_the_playhead(view: TimelineView) -> None:
    view.show_stretch(Fraction(0), Fraction(20))
    view.set_playhead(Fraction(19))

    view.set_playhead(Fraction(39, 2))
    assert view.canvas().window_shown().start == 0
    view.set_playhead(Fraction(41, 2))
    assert view.canvas().shows(20.5)
    assert view.canvas().window_shown().start > 15


def test_who_has_scrolled_away_is_not_pulled_back(view: TimelineView) -> None:
    view.set_playhead(Fraction(10))
    view.show_stretch(Fraction(200), Fraction(220))

    view.set_playhead(Fraction(10) + 1 / view_samples.FPS)
    assert not view.canvas().shows(10)
    view.set_playhead(Fraction(100))
    assert view.canvas().shows(100)


def test_ctrl_and_wheel_zooms_under_the_pointer(view: TimelineView) -> None:
    canvas = view.canvas()
    held = canvas.time_at(700)

    wheel(view, QPoint(700, 100), 120, Qt.KeyboardModifier.ControlModifier)

    assert float(canvas.time_at(700)) == pytest.approx(float(held))
    assert not canvas.window_shown().is_whole
    for _ in range(60):
        wheel(view, QPoint(700, 100), 120, Qt.KeyboardModifier.ControlModifier)
    assert canvas.window_shown().rate / float(view_samples.FPS) == pytest.approx(28, rel=0.01)
    view.zoom_whole()
    assert canvas.window_shown().is_whole


def wheel(view: TimelineView, spot: QPoint, turn: int, keys: Qt.KeyboardModifier) -> None:
    event = QWheelEvent(
        QPointF(spot),
        QPointF(view.canvas().mapToGlobal(spot)),
        QPoint(),
        QPoint(0, turn),
        Qt.MouseButton.NoButton,
        keys,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view.canvas(), event)


def test_the_whole_stays_whole_when_the_window_grows(view: TimelineView) -> None:
    view.resize(900, 620)

    assert view.canvas().window_shown().is_whole


def test_selected_tags_are_lit(view: TimelineView) -> None:
    plain = view.canvas().grab().toImage()

    view.set_selection(["t11"])

    assert view.canvas().grab().toImage() != plain
    view.set_selection([])
    assert view.canvas().grab().toImage() == plain


def test_hovering_tells_reason_and_clause(view: TimelineView) -> None:
    refusal = next(
        item
        for item in view.visible_items()
        if item.ruling and item.ruling.kind is RulingKind.REFUSAL
    )
    spot = view.canvas().point_of(refusal)

    words = view.canvas().hover_text(spot)

    assert "Not given: advantage" in words
    assert "half guard" in words
    assert "Missing: 1.2 s of control" in words
    assert words.endswith("Clause: Guard pass")
    event = QHelpEvent(QEvent.Type.ToolTip, spot, view.canvas().mapToGlobal(spot))
    assert QApplication.sendEvent(view.canvas(), event)


def test_the_name_of_a_score_lane_tells_its_edition_and_result(view: TimelineView) -> None:
    lanes = [item for item in view.visible_items() if item.ruling]
    spot = QPoint(20, view.canvas().point_of(lanes[0]).y())

    words = view.canvas().hover_text(spot)

    assert words.startswith("Jiu-jitsu A\nEdition 2024")


def test_it_can_be_walked_by_keys(view: TimelineView, qtbot: QtBot) -> None:
    heard = Heard(view)
    canvas = view.canvas()
    view.set_playhead(Fraction(0))
    canvas.clearFocus()
    canvas.setFocus(Qt.FocusReason.TabFocusReason)

    qtbot.keyClick(canvas, Qt.Key.Key_Right)
    qtbot.keyClick(canvas, Qt.Key.Key_Right)
    qtbot.keyClick(canvas, Qt.Key.Key_Down)
    qtbot.keyClick(canvas, Qt.Key.Key_Return)

    chosen = [value for kind, value in heard.said if kind == "tag"]
    assert chosen[:2] == ["t3", "t6"]
    assert heard.said[-1] == ("play", "t5")
    assert "Takedown" in canvas.accessibleName()
    qtbot.keyClicks(canvas, "+")
    assert not canvas.window_shown().is_whole
    qtbot.keyClicks(canvas, "0")
    assert canvas.window_shown().is_whole


def test_its_names_are_read_out(view: TimelineView) -> None:
    assert view.canvas().accessibleName() == "Timeline"
    assert view.canvas().accessibleDescription()


def test_a_dark_desktop_makes_it_dark(view: TimelineView, dark_palette: QPalette) -> None:
    view.setPalette(dark_palette)

    assert view.theme().dark
    corner = view.canvas().grab().toImage().pixelColor(5, view.canvas().height() - 5)
    assert corner.lightness() < 60


def test_it_stands_empty_and_without_a_film(qtbot: QtBot, match: Match) -> None:
    view = TimelineView()
    qtbot.addWidget(view)
    view.resize(300, 200)
    view.grab()
    assert view.visible_items() == []

    view.set_match(match)
    view.set_frames([])
    view.grab()
    heard = Heard(view)
    click(view, QPoint(200, 8))

    assert [kind for kind, _ in heard.said] == ["time"]
    view.set_match(Match())
    assert view.visible_items() == []


def test_a_position_tagged_just_now_lasts_to_the_end_of_the_film(qtbot: QtBot) -> None:
    view = TimelineView()
    qtbot.addWidget(view)
    view.set_match(
        Match(
            (
                Tag("a", "start", Fraction(1)),
                Tag("b", "mount", Fraction(5), athlete="red"),
                Tag("c", "submission", Fraction(5), athlete="red"),
            )
        )
    )

    view.set_frames(view_samples.frame_times(60))

    ends = [item.end for item in view.visible_items() if item.tags[:1] != ("a",)]
    assert len(ends) == 2
    assert all(end >= 60 - 0.1 for end in ends)


def test_the_points_are_those_of_the_sheet(
    view: TimelineView, sheets: dict[str, ScoreSheet], rulesets: list[Ruleset]
) -> None:
    lanes = [lane for lane in view.lanes() if lane.sort is Sort.SCORE]

    for lane, ruleset in zip(lanes, rulesets, strict=True):
        for ruling, sums in sheets[ruleset.id].running():
            step = lane.steps_between(float(ruling.time), float(ruling.time))[-1]
            later = sheets[ruleset.id].totals(ruling.time)
            assert step.points == (later["red"].points, later["blue"].points)
            assert sums
        final = sheets[ruleset.id].totals()
        assert lane.final == (final["red"].points, final["blue"].points)


def test_without_a_sheet_a_ruleset_has_no_lane(
    view: TimelineView, sheets: dict[str, ScoreSheet], rulesets: list[Ruleset]
) -> None:
    only = {"bjj-a": sheets["bjj-a"]}

    view.set_sheets(only, rulesets)

    assert sum(lane.sort is Sort.SCORE for lane in view.lanes()) == 1


def test_an_open_takedown_ends_at_its_landing_and_a_moment_stays_one() -> None:
    tags = (
        Tag("1", "start", Fraction(0)),
        Tag("2", "takedown", Fraction(10), athlete="red"),
        Tag("3", "half_guard", Fraction(12), athlete="red"),
        Tag("4", "standing", Fraction(30)),
        Tag("5", "guard_pull", Fraction(50), athlete="blue"),
        Tag("6", "sweep", Fraction(51), athlete="blue"),
        Tag("7", "submission", Fraction(52), athlete="blue"),
        Tag("8", "end", Fraction(60)),
    )
    lanes = [lane for lane in match_lanes(Match(tags=tags), 70.0) if lane.sort is Sort.ACTIONS]
    ends = {item.tags[0]: (item.end, item.ongoing) for lane in lanes for item in lane.items}

    assert ends == {"2": (12.0, False), "5": (50.0, False), "6": (51.0, False), "7": (60.0, True)}


def test_a_small_window_shows_every_lane_of_the_match_and_a_score(view: TimelineView) -> None:
    # What a window of 1280 by 800 leaves for the timeline.
    view.resize(885, 236)
    view.grab()
    canvas = view.canvas()
    bands = stack(view.lanes())

    assert [band.lane.sort for band in bands[:6]][-1] is Sort.SCORE
    assert bands[5].bottom <= canvas.lanes_room()


def test_a_gain_at_the_right_edge_is_not_cut(view: TimelineView) -> None:
    """The label of the last mark stands left of it where there is no room at its right."""
    last = max(
        (i for lane in view.lanes() for i in lane.items if i.ruling and not i.is_refusal),
        key=lambda item: item.start,
    )
    view.show_stretch(Fraction(last.start) - 40, Fraction(last.start) + Fraction(1, 2))
    spot = view.canvas().point_of(last)
    assert view.canvas().width() - spot.x() < 24
    view.grab()
    assert last in view.painted_items()
