"""Two taggings of one match on one time line: films, corners, shifts, details and positions."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.errors import AnnotatorError
from annotator.model.match import Match, Media, Person
from annotator.model.matching import match_marks
from annotator.model.tag import Tag
from annotator.model.two_taggers import (
    Film,
    answers,
    check_pair,
    lane_samples,
    lane_seconds,
    likely_shift,
    on_time_line,
    tag_marks,
)
from annotator.sample.match import sample_match

SAMPLE = sample_match()
ONE = Fraction(1)


def people(red: str, blue: str) -> MappingProxyType:
    return MappingProxyType({"red": Person(red), "blue": Person(blue)})


def filmed(fingerprint, offset=None):
    return replace(SAMPLE, media=(Media("a.mp4", fingerprint=fingerprint, offset=offset),))


def moved(match: Match, by: Fraction) -> Match:
    return match.with_tags(
        tuple(
            replace(t, start=t.start + by, end=None if t.end is None else t.end + by)
            for t in match.tags
        )
    )


def test_one_film_is_known_by_its_content_and_its_place_on_each_time_line():
    here, there = filmed("x", offset=Fraction(10)), filmed("x", offset=Fraction(7, 2))
    check = check_pair(here, there)
    assert (check.film, check.shift) == (Film.SAME, Fraction(13, 2))
    assert check_pair(here, filmed("y")).film is Film.OTHER
    assert check_pair(here, filmed(None)).film is Film.UNKNOWN
    later = on_time_line(there, check)
    assert [t.start for t in later.tags] == [t.start + Fraction(13, 2) for t in there.tags]


def test_strangers_on_another_film_are_refused():
    ours = replace(filmed("x"), athletes=people("Ana", "Lena"))
    theirs = replace(filmed("y"), athletes=people("Mia", "Zoé"))
    with pytest.raises(AnnotatorError, match="two different matches: Ana against Lena, and Mia"):
        check_pair(ours, theirs)
    # A film that was cut or made smaller is another file, but the same match.
    assert check_pair(ours, replace(theirs, athletes=people(" ana ", "Mia"))).film is Film.OTHER
    assert check_pair(ours, replace(theirs, athletes=people("", ""))).film is Film.OTHER


def test_corners_are_swapped_by_the_names():
    ours = replace(SAMPLE, athletes=people("Ana", "Lena"))
    swapped = tuple(
        replace(t, athlete={"red": "blue", "blue": "red", None: None}[t.athlete])
        for t in SAMPLE.tags
    )
    theirs = replace(SAMPLE, tags=swapped, athletes=people("lena", "ANA"))
    check = check_pair(ours, theirs)
    assert check.swapped
    back = on_time_line(theirs, check)
    found = match_marks(tag_marks(ours), tag_marks(back), Fraction(0))
    assert found.same == found.units
    assert not check_pair(ours, replace(ours, athletes=people("Ana", "Ana"))).swapped


def test_a_time_in_a_detail_moves_along_and_nonsense_stays():
    tag = Tag(
        "1", "submission", ONE, athlete="red", details=MappingProxyType({"close_from": "3/2"})
    )
    odd = replace(tag, id="2", details=MappingProxyType({"close_from": "soon"}))
    match = Match((tag, odd))
    out = on_time_line(match, check_pair(match, match), by=Fraction(1, 2))
    assert [t.details["close_from"] for t in out.tags] == ["2", "soon"]


def test_a_cut_film_is_noticed():
    there = moved(SAMPLE, Fraction(25, 2))
    found = match_marks(tag_marks(SAMPLE), tag_marks(there), ONE)
    shift = likely_shift(found, ONE)
    assert shift is not None
    assert abs(shift[0] + Fraction(25, 2)) <= 1
    assert shift[1] == found.units - len(found.pairs) or shift[1] > 2 * found.same
    fitting = match_marks(tag_marks(SAMPLE), tag_marks(SAMPLE), ONE)
    assert likely_shift(fitting, ONE) is None
    assert likely_shift(match_marks([], [], ONE), ONE) is None


def test_details_are_compared_as_what_they_are():
    one = Tag("1", "submission", ONE, athlete="red", details=MappingProxyType(
        {"close_from": "3", "outcome": "tap", "technique": "armbar"}))  # fmt: skip
    two = replace(one, details=MappingProxyType(
        {"close_from": "7/2", "outcome": "verbal", "close": "yes"}))  # fmt: skip
    found = {each.key: each.same for each in answers(one, two, ONE)}
    assert found == {"close_from": True, "outcome": False, "technique": False, "close": False}
    assert not answers(one, two, Fraction(1, 4))[0].same


def test_the_seconds_of_both_lanes_are_exact():
    def lane(*rows):
        tags = [
            Tag(str(n), name, Fraction(at, 3), athlete=who)
            for n, (at, name, who) in enumerate(rows)
        ]
        return Match(tuple(tags))

    first = lane((0, "standing", None), (10, "mount", "red"), (20, "end", None))
    second = lane((3, "standing", None), (13, "mount", "blue"), (25, "end", None))
    assert lane_seconds(first, second) == {
        (("standing", None), ("standing", None)): Fraction(7, 3),
        (("mount", "red"), ("standing", None)): Fraction(1),
        (("mount", "red"), ("mount", "blue")): Fraction(7, 3),
    }
    assert lane_seconds(first, Match()) == {}


@settings(max_examples=30, deadline=None)
@given(st.integers(-400, 400).map(lambda n: Fraction(n, 7)))
def test_both_lanes_say_each_common_second_once(by):
    there = moved(SAMPLE, by)
    total = sum(lane_seconds(SAMPLE, there).values())
    positions = [t.start for t in SAMPLE.tags if t.is_position]
    last = max(t.end or t.start for t in SAMPLE.tags)
    assert total == max(Fraction(0), last - min(positions) - abs(by))


def test_samples_of_lanes_have_one_length_and_holes_where_nothing_is_said():
    rows = lane_samples([SAMPLE, moved(SAMPLE, Fraction(5)), Match()], ONE)
    assert len({len(row) for row in rows}) == 1
    assert rows[0][-1] is None
    assert rows[1][0] is None
    assert set(rows[2]) == {None}
    assert lane_samples([Match(), Match()], ONE) == [[], []]
