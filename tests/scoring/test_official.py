"""The real scoreboard beside the scoring: what is the same, and every way in which they part."""

from __future__ import annotations

from fractions import Fraction
from types import MappingProxyType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.files.rulesets import load_ruleset
from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.vocabulary import Athlete
from annotator.sample.match import sample_match
from annotator.scoring import official_words, score
from annotator.scoring.official import (
    COLUMNS,
    TOLERANCE,
    Gap,
    Official,
    compare_official,
    given_on_board,
)
from annotator.scoring.ruling import NEARLY, Ruling, ScoreSheet
from tests.scoring.small import bout, fact

RULES = load_ruleset("ibjjf")
PLAIN = sample_match()
SHEET = score(PLAIN, RULES, None)
COLUMN = {award: column for column, award in COLUMNS.items()}


def on_board(number: int, time: Fraction, who: Athlete, **numbers: int | str) -> Tag:
    details = {key: str(value) for key, value in numbers.items()}
    return Tag(f"o{number}", "official", time, None, who, MappingProxyType(details))


def faithful(late: Fraction = Fraction(2)) -> list[Tag]:
    """A board that gives just what the scoring gives, a little later."""
    found = []
    for number, one in enumerate(SHEET.awards):
        assert one.athlete is not None
        assert one.award is not None
        numbers = {COLUMN[one.award]: one.value}
        found.append(on_board(number, one.time + late, one.athlete, **numbers))
    return found


def compared(tags: list[Tag], tolerance: Fraction = Fraction(5)) -> Official:
    match = PLAIN.with_tags((*PLAIN.tags, *tags))
    return compare_official(match, sheet_of(match), tolerance)


def sheet_of(match: Match) -> ScoreSheet:
    return score(match, RULES, None)


def test_a_board_that_gives_the_same_never_parts() -> None:
    found = compared(faithful())

    assert found.agreed == len(SHEET.awards)
    assert found.disagreements == ()
    assert found.board == found.scored
    assert "the same throughout" in official_words.summary(found)


def test_a_board_that_is_later_than_the_tolerance_gave_something_else() -> None:
    late = faithful(Fraction(5))

    assert compared(late).disagreements == ()
    found = compared(late, Fraction(5) - Fraction(1, 1000))
    assert {one.gap for one in found.disagreements} >= {Gap.GIVEN_ONLY, Gap.SCORED_ONLY}


@pytest.mark.parametrize("missing", range(len(SHEET.awards)))
def test_what_the_board_did_not_give_is_told_with_its_ruling(missing: int) -> None:
    tags = faithful()
    del tags[missing]
    found = compared(tags)

    (one,) = found.disagreements
    assert one.gap is Gap.SCORED_ONLY
    assert one.ruling is not None
    left_out = SHEET.awards[missing]
    assert (one.ruling.athlete, one.ruling.award) == (left_out.athlete, left_out.award)
    assert one.ruling.clause in {ruling.clause for ruling in SHEET.awards}
    assert one.time == one.ruling.time
    assert one.clock == one.ruling.clock
    assert official_words.why(PLAIN, RULES, one)


def test_another_value_and_another_athlete_are_told_as_such() -> None:
    tags = faithful()
    first, second = SHEET.awards[0], SHEET.awards[1]
    tags[0] = on_board(
        0, first.time + 2, "red" if first.athlete == "blue" else "blue", advantages=1
    )
    assert second.athlete is not None
    tags[1] = on_board(1, second.time + 1, second.athlete, points=second.value + 1)
    found = compared(tags)

    assert [one.gap for one in found.disagreements] == [Gap.OTHER_ATHLETE, Gap.OTHER_VALUE]
    assert "gives it to" in official_words.what(PLAIN, RULES, found.disagreements[0])
    assert found.disagreements[1].difference() == 1


def test_what_was_refused_says_why_it_was_not_given() -> None:
    refused = next(one for one in SHEET.refusals if one.award is not None and one.value)
    assert refused.athlete is not None
    assert refused.award is not None
    tags = [*faithful(), on_board(99, refused.time, refused.athlete, **{COLUMN[refused.award]: 1})]
    given_only = [one for one in compared(tags).disagreements if one.gap is Gap.GIVEN_ONLY]

    (one,) = given_only
    assert one.refusal is not None
    assert one.refusal.clause == refused.clause
    assert any("Missing" in line for line in official_words.why(PLAIN, RULES, one))


def near_miss() -> Ruling:
    return next(one for one in SHEET.awards if one.reason.key in NEARLY)


def test_points_where_the_scoring_has_an_advantage_are_one_disagreement() -> None:
    near = near_miss()
    assert near.athlete is not None
    number = SHEET.awards.index(near)
    tags = faithful()
    tags[number] = on_board(number, near.time + Fraction("1.4"), near.athlete, points=2)
    found = compared(tags)

    (one,) = found.disagreements
    assert one.gap is Gap.OTHER_VALUE
    assert (one.given, one.ruling) != (None, None)
    assert one.given is not None
    assert (one.given.column, one.ruling) == ("points", near)
    told = official_words.what(PLAIN, RULES, one)
    assert "gave +2 points" in told
    assert "gives advantage" in told
    assert any(
        RULES.title_of(near.clause) in line for line in official_words.why(PLAIN, RULES, one)
    )


@pytest.mark.parametrize("numbers", [{"points": -2}, {"penalties": 1}])
def test_a_correction_or_a_penalty_is_no_price_of_a_near_miss(numbers: dict[str, int]) -> None:
    near = near_miss()
    assert near.athlete is not None
    number = SHEET.awards.index(near)
    tags = faithful()
    tags[number] = on_board(number, near.time + 1, near.athlete, **numbers)

    assert {one.gap for one in compared(tags).disagreements} == {Gap.GIVEN_ONLY, Gap.SCORED_ONLY}


def test_points_beside_an_advantage_that_both_gave_name_the_near_miss() -> None:
    near = near_miss()
    assert near.athlete is not None
    tags = [*faithful(), on_board(99, near.time + 1, near.athlete, points=2)]

    (one,) = compared(tags).disagreements
    assert (one.gap, one.refusal) == (Gap.GIVEN_ONLY, near)
    assert official_words.why(PLAIN, RULES, one)[0].startswith("Nearest to it: ")


def test_what_lasted_long_without_counting_is_near_all_the_while() -> None:
    loose = bout(
        fact("standing", 0), fact("back_control", 2, "red", hooks="0"), fact("standing", 60), end=90
    )
    board = on_board(9, Fraction(8), "red", points=4)
    match = loose.with_tags((*loose.tags, board))

    (one,) = compare_official(match, sheet_of(match)).disagreements
    assert one.refusal is not None
    assert one.refusal.time - board.start > 5 * TOLERANCE
    assert "no hook" in " ".join(official_words.why(match, RULES, one))


def test_seven_at_once_are_three_and_four() -> None:
    three, four = (one for one in SHEET.awards if one.time == Fraction("47.002"))
    assert (three.value, four.value) == (3, 4)
    tags = [tag for tag in faithful() if tag.start != three.time + 2]
    tags.append(on_board(99, three.time + 3, "red", points=7))
    found = compared(tags)

    assert found.disagreements == ()
    assert found.agreed == len(SHEET.awards) - 1


def test_four_in_two_steps_are_four() -> None:
    four = next(one for one in SHEET.awards if one.value == 4)
    tags = [tag for tag in faithful() if tag.details.get("points") != "4"]
    tags += [on_board(n, four.time + n - 98, "red", points=2) for n in (99, 100)]

    assert compared(tags).disagreements == ()


def test_what_was_carried_over_stands_on_both_sides() -> None:
    start = next(tag.start for tag in PLAIN.in_time() if tag.tag == "start")
    found = compared([*faithful(), on_board(99, start, "blue", points=2, carried="yes")])

    assert found.disagreements == ()
    assert found.board == found.scored
    assert found.board["blue"]["points"] == sum(
        one.value for one in SHEET.awards if (one.athlete, one.award) == ("blue", COLUMNS["points"])
    ) + 2  # fmt: skip


def test_a_match_without_a_board_says_so() -> None:
    found = compared([])

    assert not found.told
    assert "nothing to compare" in official_words.summary(found)
    assert compare_official(Match(), sheet_of(Match())).disagreements == ()


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.integers(0, 180), st.sampled_from(["red", "blue"]),
            st.sampled_from(list(COLUMNS)), st.integers(-4, 5),
        ),
        max_size=12,
    )
)  # fmt: skip
def test_every_number_is_either_agreed_or_told_once(
    rows: list[tuple[int, Athlete, str, int]],
) -> None:
    tags = [
        on_board(n, Fraction(at), who, **{key: value})
        for n, (at, who, key, value) in enumerate(rows)
    ]
    found = compared(tags)

    match = PLAIN.with_tags((*PLAIN.tags, *tags))
    parted = [one.given for one in found.disagreements if one.given is not None]
    assert found.agreed + len(parted) == len(given_on_board(match))
    assert len({(one.tag, one.column) for one in parted}) == len(parted)
    times = [one.time for one in found.disagreements]
    assert times == sorted(times)
    for one in found.disagreements:
        assert official_words.what(match, RULES, one)
