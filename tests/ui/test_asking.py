"""Open questions in the window: found behind its back, shown on the film, answered by one key."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from annotator.model.edits import AddTag, SetRulesets
from annotator.model.match import Match, RulesetPin
from annotator.model.tag import Tag
from annotator.model.vocabulary import Athlete
from annotator.scoring.open_questions import open_questions
from annotator.ui.views.question_rows import QuestionRow
from annotator.ui.window import Window

K = Qt.Key
TAB = Qt.FocusReason.TabFocusReason


def fact(name: str, start: str, who: Athlete | None = None, **details: str) -> Tag:
    return Tag(f"{name} {start}", name, Fraction(start), athlete=who).with_details(**details)


BOUT = (
    fact("match", "0", category="kids"), fact("start", "0"), fact("standing", "0"),
    fact("mount", "5", "red"), fact("half_guard", "20", "red"), fact("end", "30"),
)  # fmt: skip


@pytest.fixture
def asked(window: Window, qtbot: QtBot) -> Window:
    """A window with a match, tagged live, that leaves something open under two rulesets."""
    with qtbot.waitSignal(window.scorer.rulesets_read, timeout=20000):
        window.scorer.read_rulesets()
    for tag in BOUT:
        assert window.session.do(AddTag(tag))
    pins = (RulesetPin("jjb-fr"), RulesetPin("grappling-gi"))
    with qtbot.waitSignal(window.scorer.scored, timeout=20000):
        assert window.session.do(SetRulesets(pins))
    settle(window, qtbot)
    window.run_by_id("view.questions")
    return window


def settle(window: Window, qtbot: QtBot) -> None:
    """Wait until what is open is known of the match as it is."""

    def known() -> bool:
        same = window.scorer.scores.match is window.session.match
        return same and not window.asking.finder.busy

    qtbot.waitUntil(known, timeout=20000)


def go_to(window: Window, qtbot: QtBot, number: int) -> QuestionRow:
    """Click on a question."""
    feed = window.questions.feed()
    model, port = feed.model(), feed.viewport()
    assert model is not None
    assert port is not None
    index = model.index(number, 0)
    feed.scrollTo(index)
    place = feed.visualRect(index).center()
    qtbot.mouseClick(port, Qt.MouseButton.LeftButton, pos=place)
    current = window.questions.current()
    assert current is not None
    return current


def test_what_is_open_is_listed_most_decisive_first(asked: Window) -> None:
    found = open_questions(asked.session.match, asked.scorer.chosen())
    assert found
    assert [each.question for each in asked.questions.rows()] == found
    tabs = asked.workspace.tabs
    assert tabs.tabText(tabs.currentIndex()) == f"Open ({len(found)})"


def test_a_digit_answers_the_question_that_was_clicked_and_it_vanishes(
    asked: Window, qtbot: QtBot
) -> None:
    before = asked.session.match
    number = next(n for n, each in enumerate(asked.questions.rows()) if each.question.detail)
    chosen = go_to(asked, qtbot, number)
    wanted = next(n for n, each in enumerate(chosen.replies) if each.effect)
    qtbot.keyClick(asked.film_view, K(K.Key_1 + wanted))
    question = chosen.question
    tag = asked.session.match.by_id(question.tag or "")
    assert tag is not None
    assert tag.details[question.detail or ""] == chosen.replies[wanted].reply.value
    assert asked.status.currentMessage() == chosen.replies[wanted].effect
    assert question.key not in [each.question.key for each in asked.questions.rows()]
    settle(asked, qtbot)
    assert [each.question for each in asked.questions.rows()] == open_questions(
        asked.session.match, asked.scorer.chosen()
    )
    asked.run_by_id("edit.undo")
    assert asked.session.match == before
    settle(asked, qtbot)
    assert question in [each.question for each in asked.questions.rows()]


def test_a_second_digit_answers_nothing_in_this_list(asked: Window, qtbot: QtBot) -> None:
    go_to(asked, qtbot, 0)
    assert asked.questions.takes_digits
    asked.questions.answer(1)
    assert not asked.questions.takes_digits


def test_a_click_goes_to_the_frame_and_asks_the_same_beside_the_tags(
    asked: Window, qtbot: QtBot
) -> None:
    rows = asked.questions.rows()
    number = next(n for n, each in enumerate(rows) if each.question.kind == "detail")
    chosen = go_to(asked, qtbot, number)
    question = chosen.question
    assert asked.selection == [question.tag]
    qtbot.waitUntil(lambda: asked.player.time == question.time)
    assert not asked.player.playing
    beside = [choice.value for choice in asked.followup._shown]
    assert beside == [each.reply.value for each in chosen.replies[:9]]


def test_show_me_plays_the_moment_over_and_over_until_it_is_answered(
    asked: Window, qtbot: QtBot
) -> None:
    asked.run_by_id("view.next_question")
    chosen = asked.questions.current()
    assert chosen is not None
    loop = asked.player.loop
    assert loop is not None
    assert loop.end is not None
    assert loop.start <= chosen.question.time < loop.end
    assert asked.player.playing
    asked.run_by_id("view.next_question")
    after = asked.questions.current()
    assert after is not None
    assert after.question != chosen.question
    asked.run_by_id("view.question_before")
    assert asked.questions.current() == chosen
    qtbot.keyClick(asked.film_view, K.Key_2)
    assert asked.player.loop is None
    assert not asked.player.playing


def test_a_tag_takes_the_digits_away(asked: Window, qtbot: QtBot) -> None:
    go_to(asked, qtbot, 0)
    qtbot.keyClick(asked.film_view, K.Key_T)
    assert not asked.questions.takes_digits
    made = set(asked.session.match.tags) - set(BOUT)
    assert [tag.tag for tag in made] == ["turtle"]


def test_with_the_keyboard_in_the_list_digits_answer_and_enter_shows(
    asked: Window, qtbot: QtBot
) -> None:
    feed = asked.questions.feed()
    feed.setFocus(TAB)
    assert asked.questions.takes_digits
    qtbot.keyClick(feed, K.Key_Down)
    chosen = asked.questions.current()
    assert chosen is not None
    assert chosen == asked.questions.rows()[1]
    qtbot.keyClick(feed, K.Key_Return)
    assert asked.player.loop is not None
    before = asked.session.match
    qtbot.keyClick(feed, K.Key_1)
    assert asked.session.match != before


def test_a_category_is_answered_as_one_step_of_the_history(asked: Window, qtbot: QtBot) -> None:
    with qtbot.waitSignal(asked.scorer.scored, timeout=20000):
        assert asked.session.do(SetRulesets((RulesetPin("ibjjf"),)))
    settle(asked, qtbot)
    rows = asked.questions.rows()
    number = next(n for n, each in enumerate(rows) if each.question.kind == "match")
    chosen = go_to(asked, qtbot, number)
    assert asked.selection == []
    assert len(chosen.replies) > 9
    qtbot.keyClick(asked.film_view, K.Key_0)
    qtbot.keyClick(asked.film_view, K.Key_1)
    assert asked.session.match.info("category") == chosen.replies[9].reply.value
    settle(asked, qtbot)
    assert all(each.question.kind != "match" for each in asked.questions.rows())


def test_a_finish_ends_at_the_frame_on_screen(asked: Window, film_path: Path, qtbot: QtBot) -> None:
    tap = fact("submission", "1", "blue", technique="armbar", outcome="tap")
    with qtbot.waitSignal(asked.scorer.scored, timeout=20000):
        assert asked.session.do(AddTag(tag=tap))
    with qtbot.waitSignal(asked.player.picture_ready, timeout=20000):
        asked.files.open_path(film_path)
    settle(asked, qtbot)
    rows = asked.questions.rows()
    number = next(
        n for n, each in enumerate(rows)
        if each.question.reason and each.question.reason.key == "ask_finish_end"
    )  # fmt: skip
    chosen = go_to(asked, qtbot, number)
    here = next(n for n, each in enumerate(chosen.replies) if each.reply.edit is None)
    asked.player.seek_index(50)
    qtbot.waitUntil(lambda: asked.player.index == 50)
    qtbot.keyClick(asked.film_view, K(K.Key_1 + here))
    ended = asked.session.match.by_id(tap.id)
    assert ended is not None
    assert (ended.end, ended.end_frame) == (asked.player.times[50], 50)


def test_who_says_how_they_got_down_can_move_the_new_tag(asked: Window, qtbot: QtBot) -> None:
    rows = asked.questions.rows()
    number = next(
        n for n, each in enumerate(rows)
        if each.question.reason and each.question.reason.key == "ask_how_to_ground"
    )  # fmt: skip
    go_to(asked, qtbot, number)
    qtbot.keyClick(asked.film_view, K.Key_1)
    (new,) = set(asked.session.match.tags) - set(BOUT)
    assert (new.tag, new.athlete) == ("takedown", "red")
    assert asked.selection == [new.id]


def test_an_edit_stops_the_search_for_the_match_before(asked: Window, qtbot: QtBot) -> None:
    finder = asked.asking.finder
    asked.asking.find(asked.session.match, asked.scorer.chosen())
    finder._start()
    job = finder._job
    assert job is not None
    asked.asking.find(Match(), asked.scorer.chosen())
    assert job.stop_wanted.is_set()
    settle(asked, qtbot)


def test_an_empty_match_has_nothing_open_and_says_so(window: Window, qtbot: QtBot) -> None:
    window.run_by_id("view.next_question")
    assert "open" in window.status.currentMessage()
    window.questions.answer(1)
    assert window.session.match == Match()


def test_every_button_says_what_it_does(asked: Window, qtbot: QtBot) -> None:
    go_to(asked, qtbot, 0)
    shown = [b for b in asked.questions.findChildren(QPushButton) if b.isVisible()]
    assert len(shown) > 2
    for button in shown:
        assert button.accessibleName() or button.text()


def test_what_is_sought_in_a_match_that_is_left_is_given_up(asked: Window, qtbot: QtBot) -> None:
    asked.asking.find(asked.session.match, asked.scorer.chosen())
    asked.sureness.find(asked.session.match, asked.scorer.chosen(), None)
    asked.asking.finder._start()
    asked.sureness._start()
    jobs = asked.asking.finder._job, asked.sureness._job

    asked.session.adopt(Match())

    assert all(job is not None and job.stop_wanted.is_set() for job in jobs)
    assert not asked.asking.finder.busy
    assert not asked.sureness.busy
