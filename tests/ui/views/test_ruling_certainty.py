"""The ruling list says by how many frames a ruling was made or missed, and what is sure."""

from __future__ import annotations

from fractions import Fraction

import pytest
from PyQt6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from annotator.model.match import Match
from annotator.scoring import score
from annotator.scoring.certainty import certainties
from annotator.ui.views.ruling_list import RulingListView
from annotator.ui.views.ruling_rows import Shelf
from tests.scoring.small import MOUNT, bout, clauses, fact, rules

FRAME = Fraction(1001, 30000)
FILM = [n * FRAME for n in range(2000)]
RULES = rules(clauses(MOUNT))
MATCH = bout(
    fact("standing", 0),
    fact("mount", 100 * FRAME, "red"),
    fact("half_guard", 189 * FRAME, "red"),
    fact("mount", 600 * FRAME, "blue"),
    fact("half_guard", 692 * FRAME, "blue"),
    fact("mount", 900 * FRAME, "red"),
    fact("half_guard", 1200 * FRAME, "red"),
)


@pytest.fixture
def view(qtbot: QtBot) -> RulingListView:
    view = RulingListView()
    qtbot.addWidget(view)
    view.resize(420, 900)
    view.set_match(MATCH)
    view.set_frames(FILM)
    show(view)
    view.show_only(Shelf.GIVEN, Shelf.NOT_GIVEN)
    view.show()
    qtbot.waitExposed(view)
    return view


def show(view: RulingListView, match: Match = MATCH) -> None:
    view.set_sheets({RULES.id: score(match, RULES, FILM)}, [RULES])


def look(view: RulingListView, match: Match = MATCH) -> None:
    view.set_certainties({RULES.id: certainties(match, [RULES], FILM)[0]})


def footer(view: RulingListView) -> str:
    return view.findChildren(QLabel)[-1].text()


def test_a_miss_says_how_many_frames_were_missing(view: RulingListView) -> None:
    short, *_ = view.shown()
    assert short.lack == "Missing: held 2.97 s of 3 s: 1 frame short at 29.97 fps"


def test_without_a_film_seconds_are_missing(view: RulingListView) -> None:
    view.set_frames(None)
    assert view.shown()[0].lack == "Missing: held 2.97 s of 3 s: 0.031 s short"


def test_a_hold_says_by_how_many_frames_it_was_made(view: RulingListView) -> None:
    _, close, clear = view.shown()
    assert close.margin == "made by 2 frames (0.07 s)"
    assert close.margin in close.sentence()
    assert clear.margin.startswith("made by 210 frames")


def test_until_it_is_known_nothing_is_called_sure(view: RulingListView) -> None:
    assert {(row.sure, row.hangs) for row in view.shown()} == {("", "")}
    assert footer(view) == ""


def test_what_hangs_on_a_few_frames_says_on_which(view: RulingListView) -> None:
    look(view)
    short, close, clear = view.shown()
    assert short.hangs == (
        "Hangs on 1 frame: would be given if the start of mount (0:03.336) were 1 frame earlier"
    )
    assert close.hangs.startswith("Hangs on 3 frames: would not be given if")
    assert (short.sure, close.sure, clear.sure, clear.hangs) == ("", "", "sure", "")
    assert footer(view).startswith("2 rulings hang on up to 3 frames of a tag. ")


def test_that_it_is_known_takes_no_choice_away(view: RulingListView) -> None:
    feed = view.feed()
    model = feed.model()
    assert model is not None
    feed.setCurrentIndex(model.index(1, 0))
    look(view)
    assert feed.currentIndex().row() == 1


def test_a_row_that_says_more_is_higher(view: RulingListView, qtbot: QtBot) -> None:
    feed = view.feed()
    model = feed.model()
    assert model is not None
    before = feed.visualRect(model.index(0, 0)).height()
    look(view)
    qtbot.waitUntil(lambda: feed.visualRect(model.index(0, 0)).height() > before)


def test_of_new_sheets_nothing_is_known_yet(view: RulingListView) -> None:
    look(view)
    show(view)
    assert {(row.sure, row.hangs) for row in view.shown()} == {("", "")}
    assert footer(view) == ""


def test_where_all_is_sure_it_says_so(view: RulingListView) -> None:
    sure = bout(fact("standing", 0), fact("mount", 10, "red"), fact("half_guard", 20, "red"))
    view.set_match(sure)
    show(view, sure)
    look(view, sure)
    assert footer(view) == "Sure: no tag that is up to 3 frames off would change anything."
