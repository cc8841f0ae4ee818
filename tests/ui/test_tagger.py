"""Which tag a key makes, and for whom."""

from __future__ import annotations

from fractions import Fraction

import pytest

from annotator.model.edits import AddTag, ChangeTag, MoveEnd
from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.template import Button
from annotator.ui.tagging.tagger import Moment, Tagger, on_top, running, whistle


class Hand:
    """Presses keys one after the other."""

    def __init__(self) -> None:
        self.match = Match()
        self.tagger = Tagger()

    def press(self, tag: str, at: int, shifted: bool = False) -> Tag:
        press = self.tagger.press(self.match, Button(tag), Moment(Fraction(at), at), shifted)
        self.match = press.edit.apply(self.match)
        made = self.match.by_id(press.tag_id)
        assert made is not None
        return made


@pytest.fixture
def hand() -> Hand:
    return Hand()


def test_until_somebody_is_on_top_keys_mean_the_first(hand: Hand) -> None:
    assert hand.press("takedown", 1).athlete == "red"
    hand.tagger.first = "blue"
    hand.match = Match()
    assert hand.press("takedown", 1).athlete == "blue"


def test_after_a_takedown_its_author_is_on_top(hand: Hand) -> None:
    hand.press("standing", 0)
    hand.press("takedown", 1, shifted=True)
    assert hand.press("half_guard", 2).athlete == "blue"
    assert hand.press("side_control", 3).athlete == "blue"
    assert hand.press("mount", 4, shifted=True).athlete == "red"
    assert hand.press("mount", 5).athlete == "red"


def test_after_a_guard_pull_the_opponent_is_on_top(hand: Hand) -> None:
    hand.press("guard_pull", 1)
    assert hand.press("closed_guard", 2).athlete == "blue"


def test_standing_up_again_nobody_is_on_top(hand: Hand) -> None:
    hand.press("mount", 1, shifted=True)
    assert on_top(hand.match, Fraction(2)) == "blue"
    assert hand.press("standing", 3).athlete is None
    assert on_top(hand.match, Fraction(4)) is None


def test_a_restart_standing_puts_nobody_on_top(hand: Hand) -> None:
    hand.press("mount", 1, shifted=True)
    restart = hand.press("restart", 3)
    hand.match = ChangeTag(restart.with_details(position="standing")).apply(hand.match)
    assert on_top(hand.match, Fraction(4)) is None


def test_who_is_on_top_is_read_where_the_film_stands(hand: Hand) -> None:
    hand.press("mount", 10, shifted=True)
    assert hand.press("mount", 5).athlete == "red"


def test_a_second_press_ends_the_span(hand: Hand) -> None:
    begun = hand.press("submission", 1)
    ended = hand.press("submission", 3)
    assert (ended.id, ended.end, ended.end_frame) == (begun.id, Fraction(3), 3)
    assert hand.press("submission", 4).id != begun.id


def test_a_second_press_with_shift_ends_what_shift_began(hand: Hand) -> None:
    begun = hand.press("submission", 1, shifted=True)
    assert begun.athlete == "blue"
    hand.press("mount", 2, shifted=True)  # now blue is on top, and Shift would mean red
    assert hand.press("submission", 3, shifted=True).id == begun.id


def test_shift_begins_a_second_span_for_the_other(hand: Hand) -> None:
    hand.press("submission", 1)
    other = hand.press("submission", 2, shifted=True)
    assert other.athlete == "blue"
    assert [tag.athlete for tag in running(hand.match, Fraction(2))] == ["red", "blue"]


def test_a_takedown_key_means_the_same_athlete_when_it_ends_it(hand: Hand) -> None:
    begun = hand.press("takedown", 1, shifted=True)
    assert hand.press("takedown", 2, shifted=True).id == begun.id


def test_a_takedown_runs_no_longer_than_to_the_next_position(hand: Hand) -> None:
    hand.press("takedown", 1)
    hand.press("side_control", 2)
    assert running(hand.match, Fraction(2)) == []
    assert hand.press("takedown", 9).start == 9


def test_a_submission_runs_no_longer_than_to_the_stop(hand: Hand) -> None:
    hand.press("submission", 1)
    hand.press("stop", 5)
    assert running(hand.match, Fraction(6)) == []


def test_a_span_is_not_ended_before_it_began(hand: Hand) -> None:
    first = hand.press("submission", 10)
    assert hand.press("submission", 5).id != first.id


def test_a_position_on_the_same_frame_is_a_correction(hand: Hand) -> None:
    wrong = hand.press("mount", 5, shifted=True)
    right = hand.press("side_control", 5)
    assert (right.id, right.tag, right.athlete) == (wrong.id, "side_control", "blue")
    assert hand.press("side_control", 5, shifted=True).athlete == "red"
    assert len(hand.match.tags) == 1


def test_a_correction_keeps_the_details_that_still_make_sense(hand: Hand) -> None:
    tag = hand.press("mount", 5)
    hand.match = ChangeTag(tag.with_details(controlled="no", knees_down="1")).apply(hand.match)
    assert hand.press("side_control", 5).details == {"controlled": "no"}


def test_edits_are_those_of_the_model(hand: Hand) -> None:
    press = hand.tagger.press(hand.match, Button("submission"), Moment(Fraction(1), 30), False)
    assert isinstance(press.edit, AddTag)
    match = press.edit.apply(hand.match)
    again = hand.tagger.press(match, Button("submission"), Moment(Fraction(2), 60), False)
    assert again.edit == MoveEnd(press.tag_id, Fraction(2), 60)
    assert again.ended


def test_the_whistle_does_what_the_clock_can_take(hand: Hand) -> None:
    assert whistle(hand.match, Fraction(0)) == "start"
    hand.press("standing", 0)
    assert whistle(hand.match, Fraction(0)) == "start"
    hand.press("start", 1)
    assert whistle(hand.match, Fraction(2)) == "stop"
    hand.press("stop", 3)
    assert whistle(hand.match, Fraction(4)) == "resume"
    hand.press("resume", 5)
    hand.press("freeze", 6)
    assert whistle(hand.match, Fraction(7)) == "resume"
    hand.press("end", 8)
    assert whistle(hand.match, Fraction(9)) is None
