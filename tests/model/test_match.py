"""A match keeps its tags in the order of their rows and finds them again."""

from fractions import Fraction
from itertools import islice, pairwise
from types import MappingProxyType

from hypothesis import given

from annotator.model.match import Match, Person
from annotator.model.tag import Tag
from tests.properties.strategies import matches


def at(tag_id: str, seconds: int, name: str = "mark") -> Tag:
    return Tag(tag_id, name, Fraction(seconds))


def test_a_tag_is_found_by_its_id() -> None:
    match = Match(tags=(at("a", 1), at("b", 2)))

    assert match.by_id("b") == at("b", 2)
    assert match.by_id("c") is None


def test_tags_in_time_keep_the_order_of_their_rows_at_equal_times() -> None:
    match = Match(tags=(at("late", 9), at("b", 2), at("a", 2), at("first", 0)))

    assert [tag.id for tag in match.in_time()] == ["first", "b", "a", "late"]


@given(matches(max_tags=8))
def test_tags_in_time_are_the_same_tags_sorted_by_their_starts(match: Match) -> None:
    ordered = match.in_time()

    assert sorted(ordered, key=match.tags.index) == list(match.tags)
    assert all(a.start <= b.start for a, b in pairwise(ordered))


def test_free_ids_are_new_and_differ_from_one_another() -> None:
    match = Match(tags=(at("t3", 0), at("t4", 0), at("x", 0)))

    ids = list(islice(match.free_ids(), 5))

    assert len(set(ids)) == 5
    assert not set(ids) & {"t3", "t4", "x"}


def test_the_facts_of_the_match_are_read_from_its_match_tag() -> None:
    facts = at("m", 0, "match").with_details(category="adult", duration="300")
    match = Match(tags=(at("s", 0, "start"), facts))

    assert match.info("category") == "adult"
    assert match.info("duration") == "300"
    assert match.info("level") is None
    assert Match().info("category") is None


def test_new_tags_leave_the_old_match_and_everything_else_as_it_was() -> None:
    old = Match(tags=(at("a", 1),), title="Final")

    new = old.with_tags(())

    assert (new.tags, new.title) == ((), "Final")
    assert old.tags == (at("a", 1),)


def test_an_athlete_without_a_name_is_called_by_the_colour() -> None:
    people = MappingProxyType({"red": Person("Ana"), "blue": Person()})
    match = Match(athletes=people)  # type: ignore[arg-type]

    assert match.name_of("red") == "Ana"
    assert match.name_of("blue") == "blue"
