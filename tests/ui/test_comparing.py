"""All rulesets side by side: where they part and why, live, each cell a way to its frame and tags."""

from __future__ import annotations

from fractions import Fraction

import pytest
from PyQt6.QtCore import QModelIndex, Qt
from pytestqt.qtbot import QtBot

from annotator.model.edits import AddTag, Answer, SetRulesets
from annotator.model.match import RulesetPin
from annotator.model.tag import Tag
from annotator.model.vocabulary import Athlete
from annotator.scoring.divergence import divergences, moments
from annotator.ui.views.compare_rows import compare
from annotator.ui.views.compare_view import LEAST_COLUMN
from annotator.ui.window import Window

K = Qt.Key
TAB = Qt.FocusReason.TabFocusReason
NAMES = ("jjb-fr", "jjif-2014", "grappling-gi", "adcc-kids-fr", "ibjjf-ru")


def fact(name: str, start: str, who: Athlete | None = None, **details: str) -> Tag:
    return Tag(f"{name} {start}", name, Fraction(start), athlete=who).with_details(**details)


BOUT = (
    fact("match", "0", category="kids"), fact("start", "0"), fact("standing", "0"),
    fact("takedown", "4", "red"), fact("half_guard", "5", "red"), fact("side_control", "12", "red"),
    fact("mount", "20", "red"), fact("half_guard", "30", "red"), fact("end", "40"),
)  # fmt: skip


@pytest.fixture
def compared(window: Window, qtbot: QtBot) -> Window:
    """A window with a match under five rulesets, and the comparison on screen."""
    with qtbot.waitSignal(window.scorer.rulesets_read, timeout=20000):
        window.scorer.read_rulesets()
    for tag in BOUT:
        assert window.session.do(AddTag(tag))
    choose(window, qtbot, *NAMES)
    window.run_by_id("view.compare")
    settle(window, qtbot)
    return window


def choose(window: Window, qtbot: QtBot, *names: str) -> None:
    with qtbot.waitSignal(window.scorer.scored, timeout=20000):
        assert window.session.do(SetRulesets(tuple(map(RulesetPin, names))))


def settle(window: Window, qtbot: QtBot) -> None:
    """Wait until the comparison is that of the match as it is."""

    def known() -> bool:
        scores = window.scorer.scores
        chosen = window.scorer.chosen()
        return scores.match is window.session.match and window.compare.comparison() == compare(
            scores.match, scores.sheets, chosen
        )

    qtbot.waitUntil(known, timeout=20000)


def click(window: Window, qtbot: QtBot, row: int, column: int) -> None:
    table = window.compare.table()
    model, port = table.model(), table.viewport()
    assert model is not None
    assert port is not None
    index = model.index(row, column, QModelIndex())
    table.scrollTo(index)
    qtbot.mouseClick(port, Qt.MouseButton.LeftButton, pos=table.visualRect(index).center())


def test_every_ruleset_is_a_column_and_every_moment_a_row(compared: Window) -> None:
    sheets = [compared.scorer.scores.sheets[name] for name in NAMES]
    comparison = compared.compare.comparison()
    assert comparison.rulesets == NAMES
    assert [row.time for row in comparison.rows] == [each.time for each in moments(sheets)]
    parting = [row.time for row in comparison.rows if row.parts]
    assert parting == [each.time for each in divergences(sheets)]
    assert comparison.partings == len(parting) > 0
    for row in comparison.rows:
        for cell in row.cells:
            assert cell.why
            assert bool(cell.gave) == bool(cell.first)


def test_it_is_live_while_tags_are_made(compared: Window, qtbot: QtBot) -> None:
    before = compared.compare.comparison()
    assert compared.session.do(AddTag(fact("back_control", "25", "red")))
    settle(compared, qtbot)
    assert compared.compare.comparison() != before


def test_what_is_hidden_is_compared_once_it_is_shown(compared: Window, qtbot: QtBot) -> None:
    compared.run_by_id("view.timeline")
    before = compared.compare.comparison()
    with qtbot.waitSignal(compared.scorer.scored, timeout=20000):
        assert compared.session.do(Answer("mount 20", "foot_trapped", "yes"))
    qtbot.waitUntil(lambda: not compared.asking.finder.busy, timeout=20000)
    assert compared.compare.comparison() is before
    compared.run_by_id("view.compare")
    settle(compared, qtbot)


def test_a_click_goes_to_the_moment_and_selects_the_tags_behind_it(
    compared: Window, qtbot: QtBot
) -> None:
    rows = compared.compare.rows()
    number, column = next(
        (n, c) for n, row in enumerate(rows) for c, cell in enumerate(row.cells) if cell.gave
    )
    click(compared, qtbot, number, column)
    assert compared.selection == list(rows[number].cells[column].tags)
    qtbot.waitUntil(lambda: compared.player.time == rows[number].time)


def test_a_cell_that_gave_nothing_leads_to_the_tags_that_others_paid(
    compared: Window, qtbot: QtBot
) -> None:
    rows = compared.compare.rows()
    number, column = next(
        (n, c) for n, row in enumerate(rows) for c, cell in enumerate(row.cells) if not cell.gave
    )
    click(compared, qtbot, number, column)
    assert compared.selection == list(rows[number].tags())
    assert rows[number].cells[column].why in compared.compare._why.text()


def test_keys_go_from_parting_to_parting(compared: Window, qtbot: QtBot) -> None:
    wanted = [row.time for row in compared.compare.rows() if row.parts]
    found = []
    for _ in wanted:
        compared.run_by_id("view.next_parting")
        found.append(compared.player.aim)
        compared.compare.set_playhead(compared.player.aim)
    assert found == wanted
    compared.run_by_id("view.next_parting")
    assert "nowhere" in compared.status.currentMessage()
    compared.run_by_id("view.parting_before")
    assert compared.player.aim == wanted[-2]


def test_moments_at_which_all_agree_can_be_hidden(compared: Window) -> None:
    compared.compare.set_only_partings(True)
    rows = compared.compare.rows()
    assert rows
    assert all(row.parts for row in rows)
    assert len(rows) == compared.compare.comparison().partings


def test_columns_stay_wide_enough_to_be_read(compared: Window, qtbot: QtBot) -> None:
    table = compared.compare.table()
    header = table.horizontalHeader()
    assert header is not None
    for width in (1080, 1366):
        compared.resize(width, 560)
        widths = [header.sectionSize(n) for n in range(len(NAMES))]
        assert min(widths) >= LEAST_COLUMN


def test_by_keyboard_the_cell_says_why(compared: Window, qtbot: QtBot) -> None:
    table = compared.compare.table()
    table.setFocus(TAB)
    qtbot.keyClick(table, K.Key_Down)
    qtbot.keyClick(table, K.Key_Down)
    index = table.currentIndex()
    cell = compared.compare.rows()[index.row()].cells[index.column()]
    assert compared.compare._why.text() == f"{NAMES[index.column()]}: {cell.why}"
    before = compared.session.match
    qtbot.keyClick(table, K.Key_T)  # a letter is a tag wherever the focus is
    assert compared.session.match != before


def test_one_ruleset_alone_parts_from_nobody(compared: Window, qtbot: QtBot) -> None:
    choose(compared, qtbot, "jjb-fr")
    settle(compared, qtbot)
    assert compared.compare.comparison().partings == 0
    assert "two" in compared.compare._why.text()


def test_an_empty_match_compares_without_an_error(window: Window, qtbot: QtBot) -> None:
    for command in ("view.compare", "view.next_parting", "view.parting_before"):
        window.run_by_id(command)
    assert window.compare.rows() == []
