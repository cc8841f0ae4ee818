"""Holds in the lanes of the scores: bars that end where the award is, and what is said of them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from PyQt6.QtCore import QPoint
from PyQt6.QtGui import QImage
from pytestqt.qtbot import QtBot

from annotator.files.rulesets import find_rulesets
from annotator.model.match import Match
from annotator.scoring import score
from annotator.scoring.holds import Hold, holds
from annotator.scoring.ruleset import Ruleset
from annotator.ui.views.timeline import TimelineView
from annotator.ui.views.timeline_items import Item, Lane, Sort
from tests.ui.views import view_samples

RULES = [each for each in find_rulesets() if each.id in ("ibjjf-ru", "jjif-2014")]


@pytest.fixture
def found(match: Match) -> dict[str, tuple[Hold, ...]]:
    return {each.id: holds(match, each) for each in RULES}


@pytest.fixture
def view(qtbot: QtBot, match: Match, found: dict[str, tuple[Hold, ...]]) -> TimelineView:
    view = TimelineView()
    qtbot.addWidget(view)
    view.resize(1400, 420)
    view.set_frames(view_samples.frame_times())
    view.set_match(match)
    view.set_sheets({each.id: score(match, each) for each in RULES}, RULES)
    view.set_holds(found)
    view.show()
    qtbot.waitExposed(view)
    return view


def lanes(view: TimelineView) -> list[Lane]:
    return [lane for lane in view.lanes() if lane.sort is Sort.SCORE]


def point(view: TimelineView, lane: Lane, item: Item, time: float) -> QPoint:
    canvas = view.canvas()
    band = next(band for band in canvas.bands() if band.lane is lane)
    left = canvas.width() - canvas.window_shown().width
    above = item.athlete == "red"
    y = band.top + (12 if above else band.height - 8)
    return QPoint(left + round(canvas.window_shown().x(time)), 24 + y)


def test_each_ruleset_has_its_own_holds(
    view: TimelineView, found: dict[str, tuple[Hold, ...]]
) -> None:
    for lane, rules in zip(lanes(view), RULES, strict=True):
        shown = [item.hold for item in lane.holds.items]
        assert sorted(map(repr, shown)) == sorted(map(repr, found[rules.id]))
        assert shown


def test_a_hold_that_lasted_ends_where_its_award_is(view: TimelineView) -> None:
    for lane in lanes(view):
        awards = {(i.athlete, i.start) for i in lane.items if i.ruling and not i.is_refusal}
        lasted = [i for i in lane.holds.items if i.hold is not None and i.hold.lasted]
        ended = [(i.athlete, i.end) in awards for i in lasted]
        # Not every full hold pays at that moment: a chain pays its links together.
        assert any(ended)


def test_what_is_painted_is_what_is_visible_with_its_holds(view: TimelineView) -> None:
    view.show_stretch(Fraction(20), Fraction(50))
    view.grab()

    visible, painted = set(view.visible_items()), set(view.painted_items())

    assert painted == visible
    assert any(item.hold for item in painted)


def test_holds_change_the_picture_and_new_sheets_keep_them(
    view: TimelineView, match: Match, found: dict[str, tuple[Hold, ...]]
) -> None:
    with_holds = view.grab().toImage()
    view.set_sheets({each.id: score(match, each) for each in RULES}, RULES)
    assert view.grab().toImage() == with_holds
    view.set_holds({})
    assert view.grab().toImage() != with_holds


def test_the_seconds_run_beside_the_playhead(view: TimelineView) -> None:
    lane = lanes(view)[0]
    item = next(i for i in lane.holds.items if i.hold is not None and i.end - i.start > 2)
    view.show_stretch(Fraction(item.start) - 5, Fraction(item.end) + 15)

    def label(time: float) -> tuple[str, QImage]:
        view.set_playhead(Fraction(time))
        canvas = view.canvas()
        spot = point(view, lane, item, time)
        strip = canvas.grab().toImage().copy(spot.x() + 10, spot.y() - 12, 60, 24)
        return strip.pixelColor(2, 10).name(), strip

    (plate, early), (_, later) = label(item.start + 0.5), label(item.start + 1.6)
    assert plate == view.theme().side(item.athlete).strong.name()
    assert early != later


def test_hovering_says_how_long_it_was_held(view: TimelineView, match: Match) -> None:
    every = [(lane, i, i.hold) for lane in lanes(view) for i in lane.holds.items if i.hold]
    lost = next((lane, item) for lane, item, hold in every if not hold.lasted)
    kept = next((lane, item) for lane, item, hold in every if hold.lasted)
    for (lane, item), words in ((lost, " of 5 s."), (kept, "that it takes.")):
        view.show_stretch(Fraction(item.start) - 1, Fraction(item.end) + 1)
        said = view.canvas().hover_text(
            point(view, lane, item, item.start + (item.end - item.start) * 0.4)
        )
        assert words in said


def test_rulesets_without_a_lane_show_no_holds(
    qtbot: QtBot, match: Match, found: dict[str, tuple[Hold, ...]], rulesets: list[Ruleset]
) -> None:
    view = TimelineView()
    qtbot.addWidget(view)
    view.set_match(match)
    view.set_holds(found)

    assert all(not lane.holds.items for lane in view.lanes())
