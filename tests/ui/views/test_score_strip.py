"""The score strip: a board for each ruleset, at the playhead, with the columns it has."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from PyQt6.QtCore import Qt
from PyQt6.QtGui import QFontMetrics, QPalette
from pytestqt.qtbot import QtBot

from annotator.files.rulesets import load_ruleset
from annotator.model.edits import Answer
from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.scoring import score
from annotator.scoring.board import Board, clock_face, column_short
from annotator.scoring.holds import holds
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import ScoreSheet
from annotator.scoring.wording import headings, letter
from annotator.text import set_language
from annotator.ui.views.belts import belt_color
from annotator.ui.views.score_card import ScoreCard, fitting_name
from annotator.ui.views.score_strip import ScoreStrip
from annotator.ui.views.theme import scaled, tabular
from tests.scoring.small import bout, fact


@pytest.fixture
def strip(
    qtbot: QtBot, match: Match, sheets: dict[str, ScoreSheet], rulesets: list[Ruleset]
) -> ScoreStrip:
    strip = ScoreStrip()
    qtbot.addWidget(strip)
    strip.resize(1400, 150)
    strip.set_match(match)
    strip.set_sheets(sheets, rulesets)
    strip.show()
    qtbot.waitExposed(strip)
    return strip


def board(strip: ScoreStrip, number: int) -> Board:
    board = strip.cards()[number].board()
    assert board is not None
    return board


def test_columns_are_called_as_each_ruleset_calls_them(strip: ScoreStrip, match: Match) -> None:
    own = [load_ruleset(name) for name in ("grappling-gi", "adcc-kids-fr", "jjb-fr")]

    strip.set_sheets({rules.id: score(match, rules) for rules in own}, own)

    assert [board(strip, n).column_names for n in range(3)] == [
        tuple(rules.term(column) for column in rules.columns) for rules in own
    ]
    shown = board(strip, 0)
    headings = list(map(column_short, shown.columns, shown.column_names))
    assert headings == ["Pts", "Cautions"]
    assert "cautions" in strip.cards()[0].accessibleDescription()
    assert "advantages" not in strip.cards()[0].accessibleDescription()


@pytest.mark.parametrize(
    ("column", "name", "heading"),
    [
        ("advantages", "advantages", "Adv"),
        ("penalties", "cautions", "Cautions"),
        ("penalties", "negative points", "Neg."),
    ],
)
def test_a_columns_heading_is_short(column: str, name: str, heading: str) -> None:
    assert column_short(column, name) == heading


def numbers(board: Board) -> list[tuple[str, ...]]:
    return [row.numbers for row in board.rows]


def test_a_column_that_a_ruleset_lacks_is_absent(
    strip: ScoreStrip, rulesets: list[Ruleset]
) -> None:
    assert [board(strip, n).columns for n in range(5)] == [r.columns for r in rulesets]


@pytest.mark.parametrize(
    ("time", "red", "blue"),
    [
        ("0", ("0", "0", "0"), ("0", "0", "0")),
        ("23.999", ("0", "0", "0"), ("0", "0", "0")),
        ("24", ("2", "0", "0"), ("0", "0", "0")),
        ("60", ("7", "1", "0"), ("0", "0", "0")),
        ("300", ("11", "2", "1"), ("8", "0", "0")),
    ],
)
def test_it_shows_the_score_at_the_playhead(
    strip: ScoreStrip, time: str, red: tuple[str, ...], blue: tuple[str, ...]
) -> None:
    strip.set_playhead(Fraction(time))

    assert numbers(board(strip, 0)) == [red, blue]
    assert board(strip, 0).final == "11:8"


def test_points_below_zero_bear_a_minus(strip: ScoreStrip) -> None:
    strip.set_playhead(Fraction(100))

    assert numbers(board(strip, 4))[0] == ("\N{MINUS SIGN}1", "1")


def test_the_winner_or_that_it_is_undecided_and_why(strip: ScoreStrip) -> None:
    assert board(strip, 0).verdict == "Camille Lefèvre (R) by points"
    assert board(strip, 0).verdict_short == "R by points"
    undecided = board(strip, 2)
    assert undecided.verdict == "Undecided"
    assert "no criterion separates" in strip.cards()[2].toolTip()


def test_a_card_is_read_out_in_full(strip: ScoreStrip) -> None:
    card = strip.cards()[0]

    assert card.accessibleName() == "Jiu-jitsu A"
    said = card.accessibleDescription()
    assert "Camille Lefèvre (R), purple: points 0, advantages 0, penalties 0" in said
    assert "At the end 11:8" in said


def test_a_press_chooses_the_ruleset_and_keeps_no_focus(strip: ScoreStrip, qtbot: QtBot) -> None:
    strip.cards()[1].clearFocus()

    with qtbot.waitSignal(strip.ruleset_chosen) as chosen:
        qtbot.mouseClick(strip.cards()[1], Qt.MouseButton.LeftButton)

    assert chosen.args == ["bjj-b"]
    assert not strip.cards()[1].hasFocus()


def test_cards_come_and_go_with_the_rulesets(
    strip: ScoreStrip, sheets: dict[str, ScoreSheet], rulesets: list[Ruleset]
) -> None:
    strip.set_sheets(sheets, rulesets[2:3])
    assert [card.board().ruleset for card in strip.cards()] == ["halves"]  # type: ignore[union-attr]

    strip.set_sheets({}, [])
    assert strip.cards() == []
    strip.grab()

    strip.set_sheets(sheets, rulesets)
    assert len(strip.cards()) == 5
    assert all(card.isVisible() for card in strip.cards())


def test_a_change_of_the_sheet_is_shown(
    strip: ScoreStrip, sheets: dict[str, ScoreSheet], rulesets: list[Ruleset]
) -> None:
    sheets["bjj-a"] = replace(sheets["bjj-a"], awards=())

    strip.set_sheets(sheets, rulesets)

    assert board(strip, 0).final == "0:0 (0:0)"


def test_the_clock_counts_down_from_the_duration(strip: ScoreStrip) -> None:
    strip.set_playhead(Fraction(4))
    assert strip.clock_text() == "5:00"
    strip.set_playhead(Fraction(13, 2))
    assert strip.clock_text() == "4:58"


def test_the_clock_counts_up_where_no_duration_is_known(match: Match) -> None:
    endless = Answer("t1", "duration", None).apply(match)

    assert clock_face(endless, Fraction(13, 2)).text == "0:02"


def test_the_clock_runs_on_behind_the_last_tag() -> None:
    match = Match((Tag("a", "start", Fraction(1)), Tag("b", "standing", Fraction(3))))

    assert clock_face(match, Fraction(31)).text == "0:30"


def test_the_clock_says_when_it_stands(match: Match) -> None:
    assert clock_face(match, Fraction(1)).state == "before the start"
    assert clock_face(match, Fraction(80)).state == "stopped"
    assert clock_face(match, Fraction(180)).state == "frozen"
    assert clock_face(match, Fraction(90)).runs


def test_names_are_shortened_to_what_fits(qtbot: QtBot, strip: ScoreStrip) -> None:
    metrics = QFontMetrics(strip.font())
    wide = metrics.horizontalAdvance

    assert fitting_name("Camille Lefèvre", metrics, 500) == "Camille Lefèvre"
    assert fitting_name("Camille Lefèvre", metrics, wide("C. Lefèvre")) == "C. Lefèvre"
    assert fitting_name("Camille Lefèvre", metrics, wide("Lefèvre")) == "Lefèvre"
    assert fitting_name("Camille Lefèvre", metrics, 30).endswith("…")
    assert fitting_name("", metrics, 30) == ""


def test_belts_are_known_by_their_words() -> None:
    blue = belt_color(" Blue ")
    assert blue is not None
    assert belt_color("синий") == blue
    assert belt_color("bleue") == blue
    assert belt_color("two stripes") is None


def test_it_is_no_higher_than_its_cards(strip: ScoreStrip) -> None:
    assert strip.sizeHint().height() < 140


def test_a_dark_desktop_makes_it_dark(strip: ScoreStrip, dark_palette: QPalette) -> None:
    strip.setPalette(dark_palette)

    assert strip.theme().dark
    strip.grab()


def test_cards_in_little_room_are_headed_by_ids_that_differ(strip: ScoreStrip) -> None:
    cards = strip.cards()
    heads = [card.heading(card.fontMetrics(), 60) for card in cards]
    assert len(set(heads)) == len(cards)
    assert cards[0].heading(cards[0].fontMetrics(), 400) == "Jiu-jitsu A"


def test_rulesets_of_one_name_are_told_apart_by_their_ids(rulesets: list[Ruleset]) -> None:
    one = rulesets[0]
    headed = headings([one, replace(one, id="other"), rulesets[1]])
    assert headed[one.id] == f"{one.name()} · {one.id}"
    assert headed["other"] == f"{one.name()} · other"
    assert headed[rulesets[1].id] == rulesets[1].name()


def test_the_clock_is_whole_before_there_are_cards(qtbot: QtBot) -> None:
    strip = ScoreStrip()
    qtbot.addWidget(strip)
    lines = (QFontMetrics(label.font()).height() for label in (strip._clock, strip._state))
    assert strip.minimumSizeHint().height() >= sum(lines)


OWN = ("jjif-2014", "grappling-gi", "adcc-kids-fr", "jjb-fr")


def own_boards(strip: ScoreStrip, match: Match) -> list[Ruleset]:
    own = [load_ruleset(name) for name in OWN]
    strip.set_match(match)
    strip.set_sheets({rules.id: score(match, rules) for rules in own}, own)
    return own


def test_one_board_is_shown_in_full_and_a_press_puts_another_in_its_place(
    strip: ScoreStrip, match: Match, qtbot: QtBot
) -> None:
    own_boards(strip, match)
    assert [card.small for card in strip.cards()] == [False, True, True, True]
    assert strip.leading() == OWN[0]
    with qtbot.waitSignal(strip.ruleset_chosen) as told:
        qtbot.mouseClick(strip.cards()[2], Qt.MouseButton.LeftButton)
    assert told.args == [OWN[2]]
    assert [card.small for card in strip.cards()] == [True, True, False, True]
    assert strip.lead_next() == OWN[3]
    assert strip.lead_next() == OWN[0]


def test_a_board_looks_as_its_ruleset_says(strip: ScoreStrip, match: Match) -> None:
    own = own_boards(strip, match)
    for number, rules in enumerate(own):
        shown = board(strip, number)
        assert (shown.layout, shown.dots) == (rules.board.layout, rules.board.dots)
        strip.set_leading(rules.id)
        assert not strip.grab().isNull()
    assert [rules.board.layout for rules in own] == ["halves", "rows", "rows", "rows"]


def test_the_sides_can_be_flipped(strip: ScoreStrip, match: Match) -> None:
    own_boards(strip, match)
    strip.set_flipped(True)
    assert [row.athlete for row in board(strip, 0).rows] == ["blue", "red"]
    strip.set_flipped(False)
    assert [row.athlete for row in board(strip, 0).rows] == ["red", "blue"]


def test_before_the_points_begin_the_board_says_so(strip: ScoreStrip) -> None:
    juveniles = bout(fact("match", 0, category="juveniles"), fact("mount", 5, "red"), end=220)
    own_boards(strip, juveniles)
    kids = load_ruleset("adcc-kids-fr")
    strip.set_playhead(Fraction(179))
    assert board(strip, 2).banner == kids.board.no_points["en"]
    assert [board(strip, n).banner for n in (0, 1, 3)] == ["", "", ""]
    strip.set_playhead(Fraction(181))
    assert board(strip, 2).banner == ""


def test_overtime_is_said(strip: ScoreStrip) -> None:
    more = bout(
        fact("match", 0, category="juveniles"), fact("mount", 5, "red"), fact("stop", 240),
        fact("overtime", 250), end=300,
    )  # fmt: skip
    own_boards(strip, more)
    strip.set_playhead(Fraction(255))
    assert board(strip, 2).banner == "OVERTIME"


def test_the_hold_that_runs_shows_its_seconds_where_the_board_has_them(strip: ScoreStrip) -> None:
    held = bout(fact("standing", 0), fact("side_control", 5, "red"), fact("mount", 9, "red"))
    own = own_boards(strip, held)
    strip.set_holds({rules.id: holds(held, rules) for rules in own})
    mount = next(hold for hold in holds(held, own[0]) if hold.position == "mount")
    strip.set_playhead(Fraction("10.5"))
    assert board(strip, 0).hold == ("red", f"1.5 / {mount.needed} s")
    assert [board(strip, n).hold for n in (1, 2, 3)] == [None, None, None]
    strip.set_playhead(Fraction(40))
    assert board(strip, 0).hold is None


def test_a_board_may_count_upwards() -> None:
    timed = bout(fact("match", 0, duration="300"), end=100)
    assert clock_face(timed, Fraction(20)).text == "4:40"
    assert clock_face(timed, Fraction(20), up=True).text == "0:20"


def test_on_a_wide_window_the_boards_stay_together(strip: ScoreStrip, match: Match) -> None:
    own_boards(strip, match)
    strip.resize(1600, 150)
    strip.grab()
    full, small = strip.cards()[0], strip.cards()[1]
    assert 0 < small.geometry().left() - full.geometry().right() < 20


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
@pytest.mark.parametrize("size", [7, 9, 14, 24])
@pytest.mark.parametrize("points", [("16", "10"), ("100", "99"), ("-100", "8")])
def test_numbers_of_more_digits_stay_apart(
    strip: ScoreStrip, language: str, size: int, points: tuple[str, str]
) -> None:
    """On a board in one line and on a full one: each number fits into its own coloured box."""
    shown = board(strip, 0)
    set_language(language)
    try:
        card = ScoreCard(strip.theme(), strip)
        font = card.font()
        font.setPointSize(size)
        card.setFont(font)
        rows = tuple(
            replace(row, numbers=(number, *row.numbers[1:]))
            for row, number in zip(shown.rows, points, strict=True)
        )
        assert shown.columns[0] == "points"
        card.set_board(replace(shown, rows=rows))
        line = QFontMetrics(tabular(scaled(font, 1.0, bold=True)))
        full = QFontMetrics(tabular(scaled(font, 1.45, bold=True)))
        for row in rows:
            text = f"{letter(row.athlete)} {row.numbers[0]}"
            assert line.horizontalAdvance(text) + 4 <= card._small_cell() - 2
            assert full.horizontalAdvance(row.numbers[0]) + 4 <= card._widths()[0] - 2
    finally:
        set_language("en")
