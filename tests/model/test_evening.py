"""What is entered once an evening is taken over; who fights and what happened is not."""

from __future__ import annotations

from fractions import Fraction
from types import MappingProxyType

from hypothesis import given

from annotator.model.evening import is_begun, is_evening, next_match
from annotator.model.match import Match, Media, Person, RulesetPin
from annotator.model.tag import Tag
from tests.files.strategies import matches

LAST = Match(
    tags=(
        Tag("7", "match", Fraction(3), details=MappingProxyType({"category": "adult", "gi": "yes"})),
        Tag("8", "mount", Fraction(9), athlete="red"),
    ),
    athletes=MappingProxyType({"red": Person("Léa", "brown"), "blue": Person("Иван", "brown")}),
    media=(Media("a.mp4"),),
    rulesets=(RulesetPin("jjb-fr", "2024", "x", MappingProxyType({"red": {"points": 4}})),),
    title="Final", event="Coupe", date="2026-11-28",
)  # fmt: skip


def test_the_next_match_of_the_evening_needs_only_its_athletes() -> None:
    new = next_match(LAST)
    assert (new.event, new.date, new.title, new.media) == ("Coupe", "2026-11-28", "", ())
    assert list(new.athletes.values()) == [Person("", "brown")] * 2
    assert (new.info("category"), new.info("gi"), new.info("level")) == ("adult", "yes", None)
    assert new.rulesets == (RulesetPin("jjb-fr", "2024", "x"),)
    assert not is_begun(new)
    assert is_begun(LAST)


@given(matches())
def test_it_is_taken_over_from_match_to_match_and_only_where_an_evening_was_entered(
    last: Match,
) -> None:
    new = next_match(last)
    if not is_evening(last):
        assert new == Match()
    assert next_match(new) == new
    assert not is_begun(new)
    assert not any(person.name for person in new.athletes.values())
