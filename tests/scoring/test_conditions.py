"""Conditions on details: what holds, what was assumed, and what failed."""

from hypothesis import given
from hypothesis import strategies as st

from annotator.model.vocabulary import POSITIONS, VOCABULARY, Kind, ordinary_value
from annotator.scoring.conditions import Alternatives, Where, check
from annotator.scoring.conditions import Test as Condition


def needs(**allowed: str) -> tuple[Condition, ...]:
    """Tests, each with its allowed values in one text."""
    return tuple(Condition(key, frozenset(values.split())) for key, values in allowed.items())


def test_no_condition_holds_and_leans_on_nothing() -> None:
    verdict = check((), "mount", {"knees_down": "0"})

    assert (verdict.holds, verdict.assumed) == (True, ())


def test_an_answered_detail_holds_or_fails_and_is_not_assumed() -> None:
    conditions = (needs(knees_down="1 2"),)

    good, bad = (check(conditions, "mount", {"knees_down": n}) for n in ("1", "0"))

    assert (good.holds, good.assumed) == (True, ())
    assert (bad.holds, bad.found, bad.failed) == (False, "0", conditions[0][0])


def test_an_unanswered_detail_has_its_ordinary_value_and_is_named() -> None:
    verdict = check((needs(knees_down="2", facing="head"),), "mount", {"facing": "head"})

    assert verdict.holds
    assert verdict.assumed == (("knees_down", "2"),)


def test_an_ordinary_value_that_does_not_fit_fails_and_is_named() -> None:
    verdict = check((needs(back_controlled="yes"),), "turtle", {})

    assert (verdict.holds, verdict.found) == (False, "no")
    assert verdict.assumed == (("back_controlled", "no"),)


def test_an_ordinary_value_may_follow_from_another_answer() -> None:
    conditions = (needs(back_flat="yes"),)

    assert check(conditions, "mount", {}).holds
    assert not check(conditions, "mount", {"bottom_on": "side"}).holds


def test_an_ordinary_value_may_follow_from_the_rest_of_the_match() -> None:
    verdict = check((needs(landing="back"),), "takedown", {"~landing": "turtle"})

    assert (verdict.holds, verdict.found) == (False, "turtle")
    assert verdict.assumed == (("landing", "turtle"),)
    assert check(
        (needs(landing="back"),), "takedown", {"~landing": "turtle", "landing": "back"}
    ).holds


def test_a_detail_without_an_answer_and_without_an_ordinary_value_fails_as_unknown() -> None:
    verdict = check((needs(kind="slam"),), "foul", {})

    assert (verdict.holds, verdict.found, verdict.assumed) == (False, "", ())


def test_a_detail_that_the_tag_cannot_carry_is_no_condition_on_it() -> None:
    assert check((needs(hooks="2"),), "mount", {}).holds


def test_one_of_the_alternatives_is_enough_and_only_it_is_leaned_on() -> None:
    conditions: Alternatives = (needs(hooks="2", legs="triangle"), needs(legs="hooks"))

    verdict = check(conditions, "back_control", {"hooks": "2"})

    assert verdict.holds
    assert verdict.assumed == (("legs", "hooks"),)


def test_where_no_alternative_fits_the_one_that_came_furthest_is_named() -> None:
    conditions: Alternatives = (needs(facing="legs"), needs(facing="head", knees_down="2"))

    verdict = check(conditions, "mount", {"facing": "head", "knees_down": "0"})

    assert verdict.failed == Condition("knees_down", frozenset({"2"}))


def test_a_place_says_nothing_about_other_positions() -> None:
    where = Where(frozenset({"mount"}), (needs(facing="head"),))

    assert where.check("side_control", {"facing": "head"}) is None
    verdicts = [where.check("mount", {"facing": facing}) for facing in ("head", "legs")]
    assert [verdict.holds for verdict in verdicts if verdict] == [True, False]


def test_a_place_without_conditions_holds_whatever_the_details() -> None:
    verdict = Where(frozenset({"mount"})).check("mount", {"knees_down": "0"})

    assert verdict is not None
    assert verdict.holds


CHOICES = [
    (name, key)
    for name in POSITIONS
    for key, detail in VOCABULARY[name].details.items()
    if detail.kind is Kind.CHOICE
]


@given(st.sampled_from(CHOICES), st.data())
def test_answering_the_ordinary_value_gives_the_same_verdict_without_leaning_on_it(
    place: tuple[str, str], data: st.DataObject
) -> None:
    name, key = place
    values = st.sampled_from(VOCABULARY[name].details[key].values)
    conditions = ((Condition(key, frozenset(data.draw(st.sets(values)))),),)
    ordinary = ordinary_value(name, key, {})
    assert ordinary is not None

    unknown, known = check(conditions, name, {}), check(conditions, name, {key: ordinary})

    assert unknown.holds == known.holds
    assert (unknown.assumed, known.assumed) == (((key, ordinary),), ())
