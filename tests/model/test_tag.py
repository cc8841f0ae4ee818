"""A tag is a value: it keeps what was answered and never changes in place."""

from dataclasses import FrozenInstanceError
from fractions import Fraction

import pytest
from hypothesis import given

from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.vocabulary import VOCABULARY
from tests.properties.strategies import matches

MOUNT = Tag("t1", "mount", Fraction(3), athlete="red")


def test_an_answer_is_added_to_those_that_were_given() -> None:
    tag = MOUNT.with_details(knees_down="1").with_details(facing="legs")

    assert dict(tag.details) == {"knees_down": "1", "facing": "legs"}


def test_a_later_answer_takes_the_place_of_the_earlier() -> None:
    tag = MOUNT.with_details(knees_down="1").with_details(knees_down="2")

    assert dict(tag.details) == {"knees_down": "2"}


def test_an_answer_taken_back_is_unknown_again_and_not_an_empty_word() -> None:
    tag = MOUNT.with_details(knees_down="1", facing="head").with_details(knees_down=None)

    assert dict(tag.details) == {"facing": "head"}


def test_taking_back_what_was_never_answered_changes_nothing() -> None:
    assert MOUNT.with_details(facing=None) == MOUNT


def test_answering_leaves_the_old_tag_as_it_was() -> None:
    before = MOUNT.with_details(knees_down="1")

    before.with_details(knees_down="2")

    assert dict(before.details) == {"knees_down": "1"}


def test_a_tag_and_its_details_cannot_be_changed_in_place() -> None:
    tag = MOUNT.with_details(knees_down="1")

    with pytest.raises(FrozenInstanceError):
        tag.note = "later"  # type: ignore[misc]
    with pytest.raises(TypeError):
        tag.details["knees_down"] = "2"  # type: ignore[index]


def test_a_tag_knows_its_row_of_the_vocabulary() -> None:
    assert MOUNT.kind is VOCABULARY["mount"]
    assert MOUNT.is_position
    assert not Tag("t2", "takedown", Fraction(0), athlete="red").is_position


def test_tags_that_differ_only_in_an_answer_are_not_equal() -> None:
    assert MOUNT.with_details(knees_down="1") != MOUNT.with_details(knees_down="2")


@given(matches(max_tags=8))
def test_equal_tags_have_equal_hashes(match: Match) -> None:
    for tag in match.tags:
        copy = tag.with_details()

        assert copy == tag
        assert hash(copy) == hash(tag)
