"""The ruling list: everything given and not given, readable, clickable."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from PyQt6.QtCore import Qt
from PyQt6.QtGui import QPalette
from PyQt6.QtWidgets import QComboBox, QToolButton
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from annotator.model.edits import SetPerson
from annotator.model.match import Match, Person
from annotator.scoring import wording
from annotator.scoring.ruleset import Category, Ruleset
from annotator.scoring.ruling import RulingKind, ScoreSheet
from annotator.text import Phrase
from annotator.ui.views.ruling_list import RulingListView
from annotator.ui.views.ruling_rows import RulingRows, Shelf, rows_of
from tests.ui.views import view_samples


@pytest.fixture
def view(
    qtbot: QtBot, match: Match, sheets: dict[str, ScoreSheet], rulesets: list[Ruleset]
) -> RulingListView:
    view = RulingListView()
    qtbot.addWidget(view)
    view.resize(420, 900)
    view.set_match(match)
    view.set_frames(view_samples.frame_times())
    view.set_sheets(sheets, rulesets)
    view.show()
    qtbot.waitExposed(view)
    return view


def press(view: RulingListView, row: int) -> None:
    feed = view.feed()
    model = feed.model()
    assert model is not None
    index = model.index(row, 0)
    feed.scrollTo(index)
    QtBot.mouseClick(
        feed.viewport(), Qt.MouseButton.LeftButton, pos=feed.visualRect(index).center()
    )


def test_it_lists_everything_of_one_ruleset_in_time(
    view: RulingListView, sheets: dict[str, ScoreSheet]
) -> None:
    sheet = sheets["bjj-a"]
    rows = view.shown()

    assert view.chosen_ruleset() == "bjj-a"
    assert [row.time for row in rows] == sorted(row.time for row in rows)
    counts = {kind: sum(row.kind is kind for row in rows) for kind in RulingKind}
    assert counts == {
        RulingKind.AWARD: len(sheet.awards),
        RulingKind.REFUSAL: len(sheet.refusals),
        RulingKind.QUESTION: len(sheet.questions),
        RulingKind.VIOLATION: len(sheet.violations),
        RulingKind.IGNORED: len(sheet.ignored),
    }


def test_a_given_row_says_what_who_when_why_and_what_was_assumed(view: RulingListView) -> None:
    row = view.shown()[0]

    assert row.what == "+2 points"
    assert row.who == "Camille Lefèvre"
    assert row.when == "0:24.00 · clock 0:19.9 · f720"
    assert row.clause == "Takedown"
    assert row.reason.startswith("Camille Lefèvre took the opponent down")
    assert row.assumed == "assumed: landing control: yes"


def test_a_row_not_given_says_what_was_missing(view: RulingListView) -> None:
    view.show_only(Shelf.NOT_GIVEN)

    half_guard, pass_ = view.shown()
    assert half_guard.what == "Not given: advantage"
    assert pass_.what == "Not given: +3 points"
    assert pass_.lack == "Missing: 0.567 s of control: 17 frames short at 29.97 fps"


def test_a_question_shows_what_each_answer_would_do(view: RulingListView) -> None:
    view.show_only(Shelf.OPEN)

    (row,) = view.shown()
    assert row.what == "Open question: landing"
    assert row.lack == "back: Иван Петров +4, knees: Иван Петров +0"


def test_buttons_filter_and_count(view: RulingListView, qtbot: QtBot) -> None:
    given = next(b for b in view.findChildren(QToolButton) if b.text() == "Given 10")
    given.clearFocus()

    qtbot.mouseClick(given, Qt.MouseButton.LeftButton)

    assert {row.kind for row in view.shown()} == {RulingKind.AWARD}
    assert not given.hasFocus()
    assert given.text() == "Given 10"
    assert checked(view) == ["Given 10"]


def checked(view: RulingListView) -> list[str]:
    return [button.text() for button in view.findChildren(QToolButton) if button.isChecked()]


def test_all_and_the_pressed_button_itself_bring_back_everything(
    view: RulingListView, qtbot: QtBot
) -> None:
    buttons = {button.text(): button for button in view.findChildren(QToolButton)}
    everything = view.shown()
    assert checked(view) == ["All"]

    for back in ("All", "Not given 2"):
        qtbot.mouseClick(buttons["Not given 2"], Qt.MouseButton.LeftButton)
        assert {row.kind for row in view.shown()} == {RulingKind.REFUSAL}
        assert checked(view) == ["Not given 2"]
        qtbot.mouseClick(buttons[back], Qt.MouseButton.LeftButton)
        assert view.shown() == everything
        assert checked(view) == ["All"]


def test_a_pressed_filter_looks_different(view: RulingListView) -> None:
    button = next(b for b in view.findChildren(QToolButton) if b.text() == "Given 10")
    plain = button.grab().toImage()

    view.show_only(Shelf.GIVEN)

    assert button.grab().toImage() != plain


def test_a_wide_list_has_ruleset_and_filters_in_one_line(view: RulingListView) -> None:
    view.resize(900, 240)
    view.grab()
    narrow_top = view.feed().y()

    combo = view.findChild(QComboBox)
    button = view.findChild(QToolButton)
    assert combo is not None
    assert button is not None
    assert abs(combo.geometry().center().y() - button.geometry().center().y()) < 4
    view.resize(400, 240)
    view.grab()
    assert view.feed().y() > narrow_top


def test_two_rulings_are_seen_in_the_room_of_a_small_window(view: RulingListView) -> None:
    view.resize(880, 238)
    view.grab()
    port = view.feed().viewport()
    assert port is not None
    model = view.feed().model()
    assert model is not None

    assert port.height() >= view.feed().visualRect(model.index(1, 0)).bottom()


def test_what_has_no_award_is_not_given_only_once(
    match: Match, sheets: dict[str, ScoreSheet], rulesets: list[Ruleset]
) -> None:
    sheet = sheets["bjj-a"]
    bare = sheet.refusals[0]._replace(award=None, value=0)
    rows = rows_of(match, {"bjj-a": replace(sheet, refusals=(bare,))}, rulesets[:1], named=False)

    assert [row.what for row in rows if row.kind is RulingKind.REFUSAL] == ["Not given"]


def test_a_category_goes_by_its_title_and_a_number_below_zero_has_a_minus() -> None:
    rules = replace(
        view_samples.make_rulesets()[0],
        categories=(Category("adult_blue", {"en": "Adult, blue belt"}, 360_000),),
    )
    names = wording.category_names(rules)

    asked = Phrase.of("ask_category", allowed=("adult_blue",))
    assert wording.told(asked, names).endswith("These rules know Adult, blue belt.")
    won = Phrase.of("won_points", who="red", red=10, blue=-1)
    assert "10 (red) to −1 (blue)" in wording.told(won, {})


def test_another_ruleset_and_all_of_them_can_be_chosen(
    view: RulingListView, rulesets: list[Ruleset]
) -> None:
    one = len(view.shown())

    view.choose_ruleset("grappling")
    assert {row.ruleset for row in view.shown()} == {""}
    view.choose_ruleset(None)

    assert len(view.shown()) > 4 * (one - 3)
    assert {row.ruleset for row in view.shown()} == {ruleset.name() for ruleset in rulesets}
    combo = view.findChild(QComboBox)
    assert combo is not None
    assert combo.currentText() == "All rulesets"


def test_the_choice_is_kept_when_scores_change_and_falls_back_when_it_goes(
    view: RulingListView, sheets: dict[str, ScoreSheet], rulesets: list[Ruleset]
) -> None:
    view.choose_ruleset("grappling")

    view.set_sheets(sheets, list(reversed(rulesets)))
    assert view.chosen_ruleset() == "grappling"
    view.set_sheets(sheets, rulesets[:2])
    assert view.chosen_ruleset() == "bjj-a"


def test_a_click_says_the_first_tag_and_then_the_rulings_own_time(
    view: RulingListView, sheets: dict[str, ScoreSheet]
) -> None:
    said: list[object] = []
    view.tag_chosen.connect(said.append)
    view.time_chosen.connect(said.append)
    first = sheets["bjj-a"].awards[0]
    view.feed().clearFocus()

    press(view, 0)

    assert said == [first.tags[0], view.time_of(first)]
    assert not view.feed().hasFocus()


def test_enter_plays_and_arrows_walk(view: RulingListView, qtbot: QtBot) -> None:
    said: list[object] = []
    view.tag_chosen.connect(said.append)
    view.tag_activated.connect(said.append)
    press(view, 0)
    said.clear()

    qtbot.keyClick(view.feed(), Qt.Key.Key_Down)
    qtbot.keyClick(view.feed(), Qt.Key.Key_Return)
    qtbot.keyClicks(view.feed(), "abc")

    assert said == ["t7", "t7"]


def test_selecting_a_tag_tints_the_rulings_that_cite_it(view: RulingListView) -> None:
    plain = view.feed().grab().toImage()

    view.set_selection(["t10"])

    assert view.feed().grab().toImage() != plain


def test_a_new_name_is_in_the_sentences(view: RulingListView, match: Match) -> None:
    view.set_match(SetPerson("red", Person("Ana")).apply(match))

    assert view.shown()[0].reason.startswith("Ana took")


def test_rows_are_as_high_as_their_sentences_need(view: RulingListView) -> None:
    model = view.feed().model()
    assert model is not None
    wide = view.feed().visualRect(model.index(0, 0)).height()

    view.resize(260, 900)
    view.grab()

    assert view.feed().visualRect(model.index(0, 0)).height() > wide


def test_the_playhead_marks_the_last_ruling_before_it(view: RulingListView) -> None:
    plain = view.feed().grab().toImage()

    view.set_playhead(Fraction(40))

    assert view.feed().grab().toImage() != plain


def test_the_list_goes_along_with_the_film(view: RulingListView) -> None:
    port, model = view.feed().viewport(), view.feed().model()
    assert port is not None
    assert model is not None
    view.resize(420, 400)
    view.grab()

    for second in range(0, 280, 5):
        view.set_playhead(Fraction(second))

    last = model.index(model.rowCount() - 1, 0)
    assert port.rect().intersects(view.feed().visualRect(last))


def test_selecting_a_tag_shows_its_ruling(view: RulingListView) -> None:
    port, model = view.feed().viewport(), view.feed().model()
    assert port is not None
    assert model is not None
    view.resize(420, 400)
    view.grab()

    view.set_selection(["t41"])

    row = next(n for n, row in enumerate(view.shown()) if "t41" in row.tags)
    assert port.rect().intersects(view.feed().visualRect(model.index(row, 0)))


def test_the_model_keeps_the_rules_of_qt(
    qtmodeltester: ModelTester,
    match: Match,
    sheets: dict[str, ScoreSheet],
    rulesets: list[Ruleset],
) -> None:
    rows = RulingRows()
    rows.set_rows(rows_of(match, sheets, rulesets, named=True))

    qtmodeltester.check(rows)


def test_it_reads_out_whole_sentences(view: RulingListView) -> None:
    model = view.feed().model()
    assert model is not None

    said = model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)

    assert said.splitlines()[0].startswith("+2 points · Camille Lefèvre (R)")
    assert view.feed().accessibleName() == "Rulings"
    for button in view.findChildren(QToolButton):
        assert button.accessibleName()


def test_it_stands_empty_and_dark(qtbot: QtBot, dark_palette: QPalette) -> None:
    view = RulingListView()
    qtbot.addWidget(view)
    view.setPalette(dark_palette)
    view.set_sheets({}, [])
    view.grab()

    assert view.shown() == []
    assert view.chosen_ruleset() is None
    assert view.theme().dark
