"""Every edit makes a new match or is refused, and the old match stays as it was."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given

from annotator.errors import EditError
from annotator.model.edits import (
    AddTag,
    Answer,
    ChangeTag,
    Edit,
    MoveEnd,
    MoveStart,
    RemoveTags,
    SetMedia,
    SetNote,
    SetPerson,
    SetRulesets,
    SetTitle,
    SwapAthlete,
    check_tag,
)
from annotator.model.match import Match, Media, Person, RulesetPin
from annotator.model.tag import Tag
from tests.properties.strategies import matches

START = Tag("s", "start", Fraction(0))
MOUNT = Tag("m", "mount", Fraction(3), athlete="red", frame=90)
THROW = Tag("t", "takedown", Fraction(1), Fraction(2), "blue", end_frame=60)
OFFICIAL = Tag("o", "official", Fraction(4), athlete="red")
GRIP = Tag("g", "submission", Fraction(4), athlete="red")
MATCH = Match(tags=(START, MOUNT, THROW))


def tag_of(match: Match, tag_id: str) -> Tag:
    tag = match.by_id(tag_id)
    assert tag is not None
    return tag


def test_an_added_tag_stands_after_the_others() -> None:
    new = Tag("n", "stop", Fraction(0))

    after = AddTag(new).apply(MATCH)

    assert after.tags == (START, MOUNT, THROW, new)


def test_a_second_tag_with_the_same_id_is_refused() -> None:
    with pytest.raises(EditError, match="There is a tag m already"):
        AddTag(replace(START, id="m")).apply(MATCH)


def test_removed_tags_are_gone_and_the_rest_keeps_its_order() -> None:
    after = RemoveTags(frozenset({"m"})).apply(MATCH)

    assert after.tags == (START, THROW)


def test_removing_a_tag_that_is_not_there_is_refused_and_removes_none() -> None:
    with pytest.raises(EditError, match="There is no tag x"):
        RemoveTags(frozenset({"m", "x"})).apply(MATCH)

    assert MATCH.by_id("m") is MOUNT


def test_a_changed_tag_keeps_its_row() -> None:
    after = ChangeTag(replace(MOUNT, tag="side_control")).apply(MATCH)

    assert [tag.tag for tag in after.tags] == ["start", "side_control", "takedown"]


def test_an_answer_is_given_and_taken_back() -> None:
    answered = Answer("m", "knees_down", "1").apply(MATCH)
    back = Answer("m", "knees_down", None).apply(answered)

    assert dict(tag_of(answered, "m").details) == {"knees_down": "1"}
    assert back == MATCH


def test_a_moved_start_takes_its_frame_along() -> None:
    after = tag_of(MoveStart("m", Fraction(4), 120).apply(MATCH), "m")

    assert after.start == 4
    assert after.frame == 120


def test_a_start_moved_without_a_film_forgets_the_frame_it_was_taken_from() -> None:
    assert tag_of(MoveStart("m", Fraction(4)).apply(MATCH), "m").frame is None


def test_a_start_cannot_move_behind_its_end() -> None:
    with pytest.raises(EditError, match="The end lies before the start"):
        MoveStart("t", Fraction(5)).apply(MATCH)


def test_an_end_may_stand_at_the_start_itself_but_not_before_it() -> None:
    assert tag_of(MoveEnd("t", Fraction(1)).apply(MATCH), "t").end == 1
    with pytest.raises(EditError, match="The end lies before the start"):
        MoveEnd("t", Fraction(1, 2)).apply(MATCH)


def test_a_span_is_opened_again_by_taking_its_end_back() -> None:
    after = tag_of(MoveEnd("t", None).apply(MATCH), "t")

    assert (after.end, after.end_frame) == (None, None)


def test_a_position_has_no_end_that_could_be_moved() -> None:
    with pytest.raises(EditError, match="mount has no end of its own") as caught:
        MoveEnd("m", Fraction(9)).apply(MATCH)

    assert "until the next one" in caught.value.mend


def test_a_tag_is_given_to_the_other_athlete() -> None:
    assert tag_of(SwapAthlete("m").apply(MATCH), "m").athlete == "blue"


def test_a_tag_of_nobody_cannot_be_swapped() -> None:
    with pytest.raises(EditError, match="start belongs to no athlete"):
        SwapAthlete("s").apply(MATCH)


def test_notes_titles_people_films_and_rulesets_are_set() -> None:
    film, pin, ana = Media("film.mp4"), RulesetPin("demo"), Person("Ana", "white")

    after = MATCH
    edits: list[Edit] = [
        SetNote("m", "here"), SetTitle("Final"), SetPerson("red", ana), SetMedia((film,)),
        SetRulesets((pin,)),
    ]  # fmt: skip
    for edit in edits:
        after = edit.apply(after)

    assert tag_of(after, "m").note == "here"
    assert (after.title, after.media, after.rulesets) == ("Final", (film,), (pin,))
    assert (after.athletes["red"], after.athletes["blue"]) == (ana, Person())


@pytest.mark.parametrize(
    "edit",
    [
        ChangeTag(replace(MOUNT, id="x")), Answer("x", "facing", "head"), MoveStart("x", Fraction(0)),
        MoveEnd("x", None), SwapAthlete("x"), SetNote("x", ""), RemoveTags(frozenset("x")),
    ],
)  # fmt: skip
def test_an_edit_of_a_tag_that_is_not_there_is_refused(edit: Edit) -> None:
    with pytest.raises(EditError, match="There is no tag x"):
        edit.apply(MATCH)


@pytest.mark.parametrize(
    ("tag", "what", "mend"),
    [
        (replace(MOUNT, tag="mouny"), "There is no tag called 'mouny'.", ""),
        (replace(MOUNT, athlete=None), "mount needs an athlete.", "on top, or holds the back"),
        (replace(THROW, end=Fraction(0)), "The end lies before the start.", "Move the end"),
        (MOUNT.with_details(hooks="2"), "mount carries no detail 'hooks'.", "knees_down"),
        (MOUNT.with_details(knees_down="3"), "'3' is no answer to knees down.", "0, 1, 2"),
        (OFFICIAL.with_details(points="two"), "'two' is no answer to points.", "whole number"),
        (OFFICIAL.with_details(points="1.5"), "'1.5' is no answer to points.", "whole number"),
        (GRIP.with_details(close_from="soon"), "'soon' is no answer to close from.", "12.4"),
        (GRIP.with_details(close_from="1/0"), "'1/0' is no answer to close from.", "12.4"),
        (GRIP.with_details(close_from="f12"), "'f12' is no answer to close from.", "12.4"),
        (
            replace(START, tag="end").with_details(reason="x"),
            "end carries no detail 'reason'.",
            "none",
        ),
    ],
)
def test_what_the_vocabulary_does_not_allow_is_refused_with_what_it_does(
    tag: Tag, what: str, mend: str
) -> None:
    with pytest.raises(EditError) as caught:
        check_tag(tag)

    assert caught.value.what == what
    assert mend in caught.value.mend


@pytest.mark.parametrize("points", ["2", "-1", "0"])
@pytest.mark.parametrize("close_from", ["5", "5.25", "-1.5", "1001/30000"])
def test_signed_numbers_and_exact_times_are_answers(points: str, close_from: str) -> None:
    for tag in (OFFICIAL.with_details(points=points), GRIP.with_details(close_from=close_from)):
        assert AddTag(tag).apply(Match()).tags == (tag,)


def test_a_refused_answer_leaves_the_match_as_it_was() -> None:
    with pytest.raises(EditError):
        Answer("m", "facing", "sideways").apply(MATCH)

    assert dict(MOUNT.details) == {}


@pytest.mark.parametrize(
    ("edit", "label"),
    [
        (AddTag(MOUNT), "Tag mount"),
        (AddTag(replace(MOUNT, tag="knee_on_belly")), "Tag knee on belly"),
        (RemoveTags(frozenset({"a"})), "Delete tag"),
        (RemoveTags(frozenset({"a", "b"})), "Delete 2 tags"),
        (ChangeTag(MOUNT), "Change mount"),
        (ChangeTag(MOUNT, "Paste"), "Paste"),
        (Answer("m", "knees_down", "1"), "Answer knees down"),
        (MoveStart("m", Fraction(0)), "Move tag"),
        (MoveEnd("t", Fraction(3)), "End span"),
        (MoveEnd("t", None), "Open span again"),
        (SwapAthlete("m"), "Swap athlete"),
    ],
)
def test_an_edit_says_what_undo_would_take_back(edit: Edit, label: str) -> None:
    assert edit.label() == label


@given(matches(max_tags=8))
def test_every_tag_that_the_vocabulary_makes_is_allowed(match: Match) -> None:
    built = Match()
    for tag in match.tags:
        built = AddTag(tag).apply(built)

    assert built == match


@given(matches(max_tags=8))
def test_swapping_twice_and_adding_then_removing_give_the_match_back(match: Match) -> None:
    for tag in match.tags:
        if tag.athlete is not None:
            assert SwapAthlete(tag.id).apply(SwapAthlete(tag.id).apply(match)) == match
    extra = Tag("extra", "mark", Fraction(1))
    assert RemoveTags(frozenset({"extra"})).apply(AddTag(extra).apply(match)) == match
