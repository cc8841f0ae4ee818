from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from matplotlib.patches import Rectangle

from annotator.errors import ExportError, SaveError
from annotator.model.match import Match
from annotator.model.vocabulary import ATHLETES
from annotator.scoring.ruleset import Category, Clause, Ruleset
from annotator.scoring.ruling import Award, ScoreSheet
from annotator.scoring.wording import letter, person_text
from annotator.text import set_language
from exports.charts import (
    CHART_NAMES,
    control_time,
    draw_chart,
    rulesets_compared,
    scored_timeline,
    transition_chart,
    write_chart,
    write_charts,
)  # fmt: skip
from exports.ink import PRINT, Inks, Look, shortened, text_width
from exports.spots import Spot, spot_at
from exports.statistics import control_times
from tests.exports.conftest import Rows, make_match, make_sheet, tag

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def texts(figure: Figure) -> list[str]:
    from matplotlib.text import Text

    return [found.get_text() for found in figure.findobj(Text) if found.get_text().strip()]


def assert_legible(figure: Figure) -> None:
    """No text overlaps another, and none leaves the sheet."""
    from matplotlib.text import Text

    figure.canvas.draw()
    renderer = figure.canvas.get_renderer()  # type: ignore[attr-defined]
    sheet = figure.bbox
    boxes = []
    for text in figure.findobj(Text):
        if text.get_text().strip() and text.get_visible():
            box = Text.get_window_extent(text, renderer)
            assert box.x0 >= sheet.x0 - 1, text
            assert box.x1 <= sheet.x1 + 1, text
            assert box.y0 >= sheet.y0 - 1, text
            assert box.y1 <= sheet.y1 + 1, text
            boxes.append((text.get_text(), box))
    for (one, a), (two, b) in combinations(boxes, 2):
        across = min(a.x1, b.x1) - max(a.x0, b.x0)
        up = min(a.y1, b.y1) - max(a.y0, b.y0)
        assert across <= 1 or up <= 1, f"{one!r} overlaps {two!r}"


def many_sheets(count: int) -> list[ScoreSheet]:
    rows: Rows = [
        (
            5 + number * 6.5,
            ATHLETES[number % 2],
            Award.POINTS,
            2 + number % 3,
            "a rather long name of a clause",
        )
        for number in range(12)
    ]
    refusals: list = [(12.0, "red", "side control", -0.033), (70.0, "blue", "mount", -0.5)]
    return [make_sheet(f"rules-{number}", rows, refusals) for number in range(count)]


def test_every_award_is_labelled(match: Match, sheets: list[ScoreSheet]) -> None:
    shown = texts(scored_timeline(match, sheets))
    assert "+3 pass, +4 mount" in shown
    assert shown.count("+2 takedown") == 2
    assert "adv. attack" in shown
    assert "warning passivity" in shown
    assert "penalty fleeing, −1 fleeing" in shown
    assert "disqualified illegal" in shown
    assert "side control: 0.033 s short" in shown
    assert not any("2.5 s short" in text for text in shown)


def test_titles_of_clauses_come_from_the_ruleset(match: Match, sheets: list[ScoreSheet]) -> None:
    ruleset = Ruleset(
        "first-rules", "2024", {"en": "The First Rules"}, "", "", ("points",),
        (Clause("takedown", {"en": "Projection"}),),
    )  # fmt: skip
    shown = texts(scored_timeline(match, sheets, [ruleset]))
    assert "+2 Projection" in shown
    assert "The First Rules" in shown
    assert "second-rules" in shown


@pytest.mark.parametrize("language", ["fr", "ru"])
@pytest.mark.parametrize("chart", CHART_NAMES)
def test_a_chart_speaks_the_language_of_the_reader(
    match: Match, sheets: list[ScoreSheet], language: str, chart: str
) -> None:
    """Rulesets, clauses, categories and the athletes' letters are called as in the window."""
    rules = Ruleset(
        "first-rules", "2024", {"en": "First Rules", language: "Own Rules"}, "", "", ("points",),
        (Clause("takedown", {"en": "Takedown", language: "Own takedown"}),),
        categories=(Category("adult", {"en": "Adults", language: "Own adults"}, 300_000),),
    )  # fmt: skip
    set_language(language)
    figure = draw_chart(chart, match, sheets, [rules])
    shown = "\n".join([*texts(figure), *(spot.text for spot in figure.spots)])
    assert "Own adults" in shown
    assert not any(name in shown for name in ("Adults", "First Rules", "first-rules", "Takedown"))
    assert person_text(match, "red") in shown
    if chart in ("timeline", "rulesets"):
        assert "Own Rules" in shown
    if chart == "timeline":
        assert "Own takedown" in shown
    if language == "ru":
        assert letter("blue") not in ("B", "")
        assert not re.search(r"\b[RB]\b", shown)


def test_athletes_without_a_name_go_by_their_colour_in_the_readers_language(match: Match) -> None:
    set_language("fr")
    shown = texts(control_time(replace(match, athletes=Match().athletes)))
    assert {"Rouge (R)", "Bleu (B)"} <= set(shown)


def test_names_belts_edition_result_and_axes_stand_on_the_sheet(
    match: Match, sheets: list[ScoreSheet]
) -> None:
    shown = texts(scored_timeline(match, sheets))
    assert "Ana Moreau (R), purple – Lena Petrova (B)" in shown
    assert "2024, second printing" in shown
    assert "Ana Moreau (R) by points" in shown
    assert "clock, m:ss" in shown
    assert "film, m:ss" in shown
    assert "close armbar, escaped" in shown


@pytest.mark.parametrize("chart", CHART_NAMES)
def test_event_and_date_stand_on_every_chart(
    match: Match, sheets: list[ScoreSheet], chart: str
) -> None:
    told = replace(match, event="Spring cup", date="2026-11-28")
    shown = "\n".join(texts(draw_chart(chart, told, sheets)))
    assert "Spring cup  ·  2026-11-28" in shown


def test_a_colour_is_printed_as_it_was_given(match: Match, sheets: list[ScoreSheet]) -> None:
    """Of the gi or of the belt: only who wrote it knows."""
    people = {who: replace(match.athletes[who], name=who) for who in ATHLETES}
    people["red"] = replace(people["red"], belt="white")
    people["blue"] = replace(people["blue"], belt="black belt")
    shown = texts(scored_timeline(replace(match, athletes=people), sheets))
    assert "red (R), white – blue (B), black belt" in shown


def test_the_match_clock_stands_still_during_a_stop(match: Match) -> None:
    figure = scored_timeline(match, [])
    shown = texts(figure)
    assert shown.count("1:20") == 1  # of film; the clock ends at 1:20
    assert shown.count("1:10") == 2


@pytest.mark.parametrize("count", [0, 1, 2, 5])
def test_nothing_overlaps_on_the_timeline(count: int) -> None:
    assert_legible(scored_timeline(make_match(), many_sheets(count)))


def test_nothing_overlaps_with_the_hand_made_sheets(match: Match, sheets: list[ScoreSheet]) -> None:
    assert_legible(scored_timeline(match, sheets))
    assert_legible(control_time(match))
    assert_legible(rulesets_compared(match, sheets))
    assert_legible(transition_chart(match))


def test_long_names_are_shortened_and_dollar_signs_are_no_formulas(
    sheets: list[ScoreSheet],
) -> None:
    match = make_match(
        "Maximiliana-Alexandrina von und zu Hohenfels-Wertheim " * 3, "$x_1$ Ωλ", "t" * 300
    )
    for figure in (
        scored_timeline(match, sheets), control_time(match), rulesets_compared(match, sheets), transition_chart(match)
    ):  # fmt: skip
        assert_legible(figure)
        assert any("…" in text for text in texts(figure))
        assert any("$x_1$" in text for text in texts(figure))


@pytest.mark.parametrize("tags", [(), (tag(1, 5, "mark"),), (tag(1, 5, "start"), tag(2, 5, "end"))])
def test_a_match_with_next_to_nothing_in_it_is_drawn(tags: tuple) -> None:
    match = Match(tags=tags)
    for figure in (
        scored_timeline(match, []),
        control_time(match),
        rulesets_compared(match, []),
        transition_chart(match),
    ):
        assert_legible(figure)


def test_a_score_below_zero_is_drawn(match: Match) -> None:
    sheet = make_sheet(
        "kids",
        [(20, "red", Award.POINTS, -1, "fleeing"), (30, "blue", Award.POINTS, -1, "fleeing")],
    )
    assert_legible(scored_timeline(match, [sheet]))
    assert "R −1" in texts(scored_timeline(match, [sheet]))
    assert "−1" in texts(rulesets_compared(match, [sheet]))


def test_an_award_after_the_last_tag_stays_on_the_sheet(match: Match) -> None:
    sheet = make_sheet("rules", [(89.9, "red", Award.POINTS, 4, "mount")])
    assert_legible(scored_timeline(match, [sheet]))


def test_red_and_blue_differ_without_colour(match: Match, sheets: list[ScoreSheet]) -> None:
    figure = scored_timeline(match, sheets)
    panel = next(axes for axes in figure.axes if axes.get_label() == "score first-rules")
    steps = [line for line in panel.lines if line.get_drawstyle() == "steps-post"]
    assert [line.get_linestyle() for line in steps] == ["-", "--"]
    red, blue = (np.asarray(line.get_ydata(), float) for line in steps)
    assert red.max() > 0
    assert red.min() == 0
    assert blue.min() < 0
    assert blue.max() == 0
    assert {fill.get_hatch() for fill in panel.collections} == {"", "////"}


def test_refusals_are_hollow(match: Match, sheets: list[ScoreSheet]) -> None:
    figure = scored_timeline(match, sheets)
    panel = next(axes for axes in figure.axes if axes.get_label() == "score first-rules")
    hollow = [
        line
        for line in panel.lines
        if line.get_marker() == "o" and line.get_markerfacecolor() == PRINT.paper
    ]
    assert len(hollow) == 2


def test_the_sheet_is_a4_and_grows_only_where_it_must() -> None:
    match = make_match()
    assert tuple(scored_timeline(match, many_sheets(1)).get_size_inches()) == (11.69, 8.27)
    assert tuple(scored_timeline(match, many_sheets(4)).get_size_inches()) == (8.27, 11.69)
    assert scored_timeline(match, many_sheets(12)).get_size_inches()[1] > 11.69


def test_charts_are_written_in_both_formats(
    match: Match, sheets: list[ScoreSheet], tmp_path: Path
) -> None:
    paths = write_charts(match, sheets, tmp_path / "charts")
    assert {path.name for path in paths} == {
        f"{name}.{kind}" for name in CHART_NAMES for kind in ("png", "svg")
    }
    for path in paths:
        head = path.read_bytes()[:200]
        assert head.startswith(b"\x89PNG") if path.suffix == ".png" else b"<?xml" in head
    assert {path.name for path in (tmp_path / "charts").iterdir()} == {path.name for path in paths}


def test_the_same_match_gives_the_same_bytes(
    match: Match, sheets: list[ScoreSheet], tmp_path: Path
) -> None:
    one = write_charts(match, sheets, tmp_path / "a", ("svg",))
    two = write_charts(match, sheets, tmp_path / "b", ("svg",))
    assert [path.read_bytes() for path in one] == [path.read_bytes() for path in two]


def test_an_unknown_format_is_refused_with_those_that_there_are(
    match: Match, tmp_path: Path
) -> None:
    with pytest.raises(ExportError, match=r"(?s)'gif'.*png, svg, pdf"):
        write_charts(match, [], tmp_path / "charts", ("gif",))
    assert not (tmp_path / "charts").exists()


def test_a_failing_write_leaves_nothing(
    match: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("annotator.files.atomic.os.fsync", full)
    with pytest.raises(SaveError, match="No space"):
        write_charts(match, [], tmp_path, ("svg",))
    assert list(tmp_path.iterdir()) == []


def test_a_chart_that_cannot_be_drawn_leaves_nothing(
    match: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr("exports.charts.transition_chart", broken)
    with pytest.raises(RuntimeError):
        write_charts(match, [], tmp_path / "charts", ("svg",))
    assert not (tmp_path / "charts").exists()


def test_no_global_state_of_matplotlib_is_touched(match: Match, tmp_path: Path) -> None:
    import matplotlib

    before = dict(matplotlib.rcParams)
    write_charts(match, [], tmp_path, ("svg",))
    assert dict(matplotlib.rcParams) == before


def test_pyplot_is_never_loaded(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom pathlib import Path\nfrom annotator.model.match import Match\n"
        "from exports.charts import write_charts\n"
        f"write_charts(Match(), [], Path({str(tmp_path)!r}))\n"
        "print('matplotlib.pyplot' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_a_match_that_does_not_begin_at_zero(match: Match) -> None:
    tags = tuple(
        replace(
            one, start=one.start + 100, end=None if one.end is None else one.end + Fraction(100)
        )
        for one in match.tags
    )
    figure = scored_timeline(match.with_tags(tags), [])
    assert "1:50" in texts(figure)
    assert_legible(figure)


def test_texts_are_cut_to_their_room() -> None:
    assert shortened("short", 2, 10) == "short"
    cut = shortened("a long line of text that has no room", 1, 10)
    assert cut.endswith("…")
    assert text_width(cut, 10) <= 1


def test_an_open_takedown_is_drawn_to_its_landing(match: Match, sheets: list[ScoreSheet]) -> None:
    bare = replace(
        match,
        tags=tuple(replace(t, end=None) if t.kind.name == "takedown" else t for t in match.tags),
    )
    whole, open_end = (
        max(box.get_width() for box in _bars(scored_timeline(one, sheets))) for one in (match, bare)
    )
    assert open_end == pytest.approx(whole)


def _bars(figure: Figure) -> list[Rectangle]:
    """The bars of what red does: above the positions, not shaded."""
    axes = next(one for one in figure.axes if one.get_label() == "positions")
    return [
        patch
        for patch in axes.patches
        if isinstance(patch, Rectangle) and patch.get_facecolor()[:3] == (1, 1, 1)
    ]


def test_athletes_are_called_by_name_and_letter(match: Match, sheets: list[ScoreSheet]) -> None:
    shown = texts(scored_timeline(match, sheets))
    assert "Ana Moreau (R) by points" in shown
    assert "Lena Petrova (B)" in texts(control_time(match))


def test_a_category_goes_by_its_title(match: Match, sheets: list[ScoreSheet]) -> None:
    rules = Ruleset(
        "first-rules", "2024", {"en": "The First Rules"}, "", "", ("points",), (),
        categories=(Category("adult", {"en": "Adults, 18 and older"}, 300_000),),
    )  # fmt: skip
    assert any(
        "Adults, 18 and older" in text for text in texts(scored_timeline(match, sheets, [rules]))
    )


DARK = Inks(
    "#101010", "#fafafa", "#aaaaaa", "#303030", "#202020", "#404040",
    {"red": "#ff8a5c", "blue": "#a9d0ff"}, {"red": "#8a3413", "blue": "#24507f", None: "#333333"},
)  # fmt: skip


@pytest.mark.parametrize("name", CHART_NAMES)
@pytest.mark.parametrize("width", [6.3, 16.0])
def test_on_a_sheet_of_a_windows_width_nothing_overlaps(
    name: str, width: float, match: Match, sheets: list[ScoreSheet]
) -> None:
    figure = draw_chart(name, match, sheets, (), Look((width, 2.0), DARK, headed=False))
    assert_legible(figure)
    assert figure.get_figwidth() == pytest.approx(width)
    assert not any(match.title == text for text in texts(figure))


@pytest.mark.parametrize("name", CHART_NAMES)
def test_it_is_drawn_in_the_inks_that_are_handed_in(
    name: str, match: Match, sheets: list[ScoreSheet]
) -> None:
    from matplotlib.colors import to_hex
    from matplotlib.text import Text

    figure = draw_chart(name, match, sheets, (), Look(inks=DARK))
    assert to_hex(figure.get_facecolor()) == DARK.paper
    known = {DARK.ink, DARK.grey, *DARK.strong.values()}
    for text in figure.findobj(Text):
        if text.get_text().strip():
            assert to_hex(text.get_color()) in known


@pytest.mark.parametrize("name", CHART_NAMES)
def test_what_is_marked_lies_on_the_sheet_and_leads_into_the_match(
    name: str, match: Match, sheets: list[ScoreSheet]
) -> None:
    figure = draw_chart(name, match, sheets)
    width, height = figure.get_size_inches()
    times = {tag.start for tag in match.tags} | {r.time for s in sheets for r in s.awards}
    times |= {r.time for s in sheets for r in s.refusals}
    assert figure.spots
    for spot in figure.spots:
        assert -0.1 <= spot.left <= spot.right <= width + 0.1
        assert -0.1 <= spot.bottom <= spot.top <= height + 0.1
        assert set(spot.moments) <= times
        assert all(match.by_id(tag) or tag for tag in spot.tags)


def test_a_place_on_the_time_line_is_the_moment_above_it_and_awards_lie_on_top(
    match: Match, sheets: list[ScoreSheet]
) -> None:
    figure = scored_timeline(match, sheets)
    stretch = next(spot for spot in figure.spots if spot.until is not None)
    assert stretch.until is not None
    middle = (stretch.left + stretch.right) / 2
    half = stretch.moments[0] + (stretch.until - stretch.moments[0]) / 2
    assert abs(stretch.moment(middle, Fraction(0)) - half) < Fraction(1, 100)
    award = sheets[0].awards[0]
    marked = [
        spot for spot in figure.spots if spot.moments == (award.time,) and spot.tags == award.tags
    ]
    assert marked
    box = marked[0]
    found = spot_at(figure.spots, (box.left + box.right) / 2, (box.bottom + box.top) / 2)
    assert found is not None
    assert found.until is None


def test_a_bar_leads_to_each_of_its_moments_in_turn(match: Match) -> None:
    spot = Spot(0, 0, 1, 1, (Fraction(3), Fraction(7)), "mount")
    assert spot.moment(0.5, Fraction(0)) == 3
    assert spot.moment(0.5, Fraction(3)) == 7
    assert spot.moment(0.5, Fraction(7)) == 3
    begins = {row.begins for row in control_times(match) if row.athlete}
    assert {spot.moments for spot in control_time(match).spots} == begins


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_one_chart_is_written_in_the_format_of_its_name(
    kind: str, match: Match, sheets: list[ScoreSheet], tmp_path: Path
) -> None:
    path = tmp_path / f"one.{kind}"
    write_chart(rulesets_compared(match, sheets), path)
    assert path.stat().st_size > 1000
    with pytest.raises(ExportError, match="bmp"):
        write_chart(rulesets_compared(match, sheets), tmp_path / "one.bmp")
