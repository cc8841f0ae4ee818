"""The charts in the window: drawn behind its back in its colours, live, and each a way to the film."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from PyQt6.QtCore import QPointF, Qt
from PyQt6.QtGui import QColor, QPalette
from pytestqt.qtbot import QtBot

from annotator.model.edits import AddTag, SetRulesets
from annotator.model.match import RulesetPin
from annotator.model.tag import Tag
from annotator.model.vocabulary import Athlete
from annotator.ui.views.chart_view import NAMES, Picture
from annotator.ui.window import Window
from exports.charts import CHART_NAMES

K = Qt.Key
TAB = Qt.FocusReason.TabFocusReason


def fact(name: str, start: str, who: Athlete | None = None) -> Tag:
    return Tag(f"{name} {start}", name, Fraction(start), athlete=who)


BOUT = (
    fact("start", "0"), fact("standing", "0"), fact("takedown", "4", "red"),
    fact("half_guard", "5", "red"), fact("side_control", "12", "red"), fact("mount", "20", "red"),
    fact("half_guard", "30", "red"), fact("end", "40"),
)  # fmt: skip


@pytest.fixture
def charted(window: Window, qtbot: QtBot) -> Window:
    """A window with a match under two rulesets, and the scored timeline drawn."""
    with qtbot.waitSignal(window.scorer.rulesets_read, timeout=20000):
        window.scorer.read_rulesets()
    for tag in BOUT:
        assert window.session.do(AddTag(tag))
    pins = (RulesetPin("jjb-fr"), RulesetPin("jjif-2014"))
    with qtbot.waitSignal(window.scorer.scored, timeout=20000):
        assert window.session.do(SetRulesets(pins))
    window.run_by_id("view.charts")
    drawn(window, qtbot)
    return window


def drawn(window: Window, qtbot: QtBot) -> Picture:
    """Wait until the chart is that of the match as it is."""

    def known() -> bool:
        same = window.scorer.scores.match is window.session.match
        asked = window.charts._asked == window.charts.order()
        return same and asked and not window.charting.drawer.busy

    qtbot.waitUntil(known, timeout=30000)
    picture = window.charts.canvas.picture
    assert picture is not None
    return picture


def test_the_charts_of_the_window_are_those_of_the_exports() -> None:
    assert NAMES == CHART_NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_chart_is_shown_as_wide_as_the_page(charted: Window, qtbot: QtBot, name: str) -> None:
    charted.run_by_id(f"view.chart_{name}")
    picture = drawn(charted, qtbot)
    assert picture.name == name
    assert not picture.image.isNull()
    assert charted.charts.canvas.isVisible()
    assert abs(charted.charts.canvas.width() - charted.charts.width()) < 60


def test_an_edit_draws_it_anew(charted: Window, qtbot: QtBot) -> None:
    before = drawn(charted, qtbot)
    assert charted.session.do(AddTag(fact("back_control", "25", "red")))
    after = drawn(charted, qtbot)
    assert after.image != before.image
    assert any("back control" in spot.text for spot in after.spots)


def test_many_edits_are_drawn_once(charted: Window, qtbot: QtBot) -> None:
    found: list[object] = []
    charted.charting.drawer.found.connect(found.append)
    for second in range(21, 29):
        assert charted.session.do(AddTag(fact("mark", str(second))))
    drawn(charted, qtbot)
    assert len(found) <= 2


def test_what_is_hidden_is_not_drawn(charted: Window, qtbot: QtBot) -> None:
    charted.run_by_id("view.timeline")
    found: list[object] = []
    charted.charting.drawer.found.connect(found.append)
    with qtbot.waitSignal(charted.scorer.scored, timeout=20000):
        assert charted.session.do(AddTag(fact("mark", "25")))
    qtbot.waitUntil(lambda: not charted.asking.finder.busy, timeout=20000)
    assert not charted.charting.drawer.busy
    assert found == []


def test_a_click_goes_to_the_moment_and_selects_its_tags(charted: Window, qtbot: QtBot) -> None:
    picture, canvas = drawn(charted, qtbot), charted.charts.canvas
    spot = next(
        spot for spot in picture.spots
        if spot.tags and canvas.spot_at(canvas.box_of(spot).center()) is spot
    )  # fmt: skip
    place = canvas.box_of(spot).center().toPoint()
    qtbot.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=place)
    assert charted.selection == list(spot.tags)
    qtbot.waitUntil(lambda: charted.player.time == spot.moments[0])


def test_a_click_beside_everything_goes_to_the_time_below_it(charted: Window, qtbot: QtBot) -> None:
    picture, canvas = drawn(charted, qtbot), charted.charts.canvas
    stretch = next(spot for spot in picture.spots if spot.until is not None)
    box = canvas.box_of(stretch)
    place = next(
        place
        for y in range(round(box.top()) + 1, round(box.bottom()))
        if canvas.spot_at(place := QPointF(box.center().x(), y)) == stretch
    )
    qtbot.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=place.toPoint())
    qtbot.waitUntil(lambda: abs(charted.player.time - 20) < 1)


def test_the_arrow_keys_go_from_thing_to_thing(charted: Window, qtbot: QtBot) -> None:
    canvas = charted.charts.canvas
    canvas.setFocus(TAB)
    qtbot.keyClick(canvas, K.Key_Right)
    first = charted.player.aim
    for _ in range(6):
        qtbot.keyClick(canvas, K.Key_Right)
    assert charted.player.aim > first
    assert canvas.accessibleDescription()
    before = charted.session.match
    qtbot.keyClick(canvas, K.Key_T)
    assert charted.session.match != before


def test_it_follows_the_desktop_into_the_dark(charted: Window, qtbot: QtBot) -> None:
    palette = QPalette(charted.palette())
    for role, color in (
        (QPalette.ColorRole.Base, "#1b1e22"), (QPalette.ColorRole.Window, "#23262b"),
        (QPalette.ColorRole.Text, "#f0f0f0"),
    ):  # fmt: skip
        palette.setColor(role, QColor(color))
    charted.charts.setPalette(palette)
    picture = drawn(charted, qtbot)
    assert picture.image.pixelColor(2, 2) == charted.charts.theme().base
    assert charted.charts.theme().dark


def test_it_is_saved_as_it_is_printed(charted: Window, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "wall.png"
    charted.charting.save_as(str(path.with_suffix("")))
    qtbot.waitUntil(lambda: str(path) in charted.status.currentMessage(), timeout=30000)
    assert path.read_bytes().startswith(b"\x89PNG")


def test_an_empty_match_has_charts_too(window: Window, qtbot: QtBot) -> None:
    for name in NAMES:
        with qtbot.waitSignal(window.charting.drawer.found, timeout=30000) as told:
            window.run_by_id(f"view.chart_{name}")
        assert told.args is not None
        assert told.args[0].name == name
    assert window.banners.text("error") == ""
