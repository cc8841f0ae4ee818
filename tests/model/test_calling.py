"""What strokes make of a call."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from annotator.files.lesson_file import answers_from_text, answers_to_text
from annotator.model.calling import KEYS, Calling, Stroke, What
from annotator.model.lesson import (
    MOST_AWARDS,
    MOST_CONTROLS,
    Attempt,
    Call,
    Control,
    ControlKind,
    Given,
    GivenKind,
)

AT = Fraction(1001, 30)


def called(*keys: str, at: Fraction = AT) -> Calling:
    call = Calling()
    for number, key in enumerate(keys):
        call = call.press(KEYS[key], at + number)
    return call


def test_first_whose_then_what() -> None:
    assert called("KeyR", "Digit2").awards == (Given("red", GivenKind.POINTS, 2, AT + 1),)


def test_the_other_way_round_counts_from_the_frame_of_the_award() -> None:
    assert called("Digit4", "KeyB").awards == (Given("blue", GivenKind.POINTS, 4, AT),)


def test_several_awards_for_one_athlete_and_for_both() -> None:
    call = called("KeyR", "Digit3", "Digit4", "KeyB", "KeyA")

    assert [(one.athlete, one.kind, one.value) for one in call.awards] == [
        ("red", "points", 3), ("red", "points", 4), ("blue", "advantage", 1),
    ]  # fmt: skip


def test_nothing_takes_awards_away_and_an_award_takes_nothing_away() -> None:
    assert called("KeyR", "Digit2", "KeyN").awards == ()
    assert called("KeyR", "Digit2", "KeyN").nothing
    assert not called("KeyN", "KeyR", "Digit2").nothing


def test_where_control_begins_and_is_lost_is_beside_the_decision() -> None:
    call = called("KeyR", "KeyS", "KeyL", "KeyN")

    assert call.controls == (
        Control(ControlKind.STARTS, "red", AT + 1), Control(ControlKind.LOST, "red", AT + 2),
    )  # fmt: skip
    assert call.nothing
    assert called("KeyN", "KeyR", "KeyS").nothing


def test_the_last_stroke_can_be_taken_back() -> None:
    assert called("KeyR", "Digit2", "Digit3", "Backspace").awards == called("KeyR", "Digit2").awards
    assert not called("KeyN", "Backspace").decided
    assert called("Digit2", "Backspace").pending is None


def test_what_is_missing_is_said() -> None:
    assert called("Digit2").missing()
    assert called().missing()
    assert called("KeyR", "KeyS").missing()
    assert not called("KeyN").missing()
    assert not called("KeyB", "KeyP").missing()


@given(st.lists(st.sampled_from(sorted(KEYS)), max_size=40))
def test_no_strokes_make_a_call_that_cannot_be(keys: list[str]) -> None:
    call = called(*keys)

    assert not (call.nothing and call.awards)
    assert call.pending is None or call.athlete is None
    assert all(AT <= one.time <= AT + len(keys) for one in call.said if one.time is not None)
    assert bool(call.missing()) == (call.pending is not None or not call.decided)


@given(st.lists(st.sampled_from(sorted(KEYS)), max_size=40))
def test_taking_back_ends_at_an_empty_call(keys: list[str]) -> None:
    call = called(*keys)
    for _ in range(len(keys) + 1):
        call = call.press(Stroke(What.TAKE_BACK), AT)

    assert not call.said
    assert not call.decided
    assert call.pending is None


def test_an_answer_takes_no_more_than_can_be_written_down() -> None:
    call = called("KeyR", *["Digit2"] * 40, *["KeyS"] * 200)

    assert len(call.awards) == MOST_AWARDS
    assert len(call.controls) == MOST_CONTROLS
    assert call.full(KEYS["Digit3"]) != ""
    assert call.full(KEYS["KeyL"]) != ""
    assert call.full(KEYS["KeyN"]) == ""
    [back] = answers_from_text(
        answers_to_text([Attempt("l", "Ann", calls=(Call("q1", call.awards, call.controls),))]), ""
    )
    assert back.calls[0].awards == call.awards
    waiting = called("Digit2", "KeyR", *["Digit2"] * 11)
    assert waiting.press(KEYS["KeyA"], AT) == waiting
