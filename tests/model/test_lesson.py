"""Lessons: the order of a seed, and the third of moments that nothing is given in."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from annotator.model.lesson import Lesson, Override, free_id, in_turn, shuffled
from tests.files.lesson_strategies import ONE


@given(st.lists(st.integers(), unique=True, max_size=30), st.integers(0, 2**53))
def test_a_seed_only_changes_the_order_and_always_in_the_same_way(items: list[int], seed: int) -> None:  # fmt: skip
    mixed = shuffled(items, seed)
    assert sorted(mixed) == sorted(items)
    assert mixed == shuffled(items, seed)
    assert shuffled(items, 0) == tuple(items)


@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 20)), max_size=20),
    st.integers(0, 2**53),
)
def test_the_questions_of_one_match_stay_in_the_order_of_time(
    drawn: list[tuple[str, int]], seed: int
) -> None:
    moments = [
        replace(ONE, id=f"q{n}", match=match, start=ONE.end - 21 + at)
        for n, (match, at) in enumerate(drawn)
    ]
    mixed = in_turn(moments, seed)
    assert sorted(mixed, key=lambda m: m.id) == sorted(moments, key=lambda m: m.id)
    if seed % 2147483646 == 0:
        assert mixed == tuple(moments)
        return
    # Matches come in the order that the seed mixes, as without the rule.
    assert [m.match for m in mixed] == [m.match for m in shuffled(moments, seed)]
    for match in {m.match for m in moments}:
        starts = [m.start for m in mixed if m.match == match]
        assert starts == sorted(starts)


def test_seeds_differ() -> None:
    orders = {shuffled(range(10), seed) for seed in range(1, 200)}
    assert len(orders) > 190


def test_a_lesson_needs_a_third_of_nothing() -> None:
    paid, nothing = ONE, replace(ONE, derived=())
    assert Lesson("L", moments=(paid, paid, nothing)).lacks_nothing() == 0
    assert Lesson("L", moments=(paid, paid, paid, nothing)).lacks_nothing() == 1
    assert Lesson("L", moments=(paid,) * 4).lacks_nothing() == 2
    assert Lesson("L").lacks_nothing() == 0


def test_what_the_teacher_says_stands_in_place_of_the_engine() -> None:
    moment = replace(ONE, override=Override((), "not held"), alternatives=(ONE.derived,))
    assert moment.right == ()
    assert moment.accepted == ((), ONE.derived)
    assert moment.derived


def test_new_ids_are_free() -> None:
    assert free_id(()) == "q1"
    assert free_id(("q2", "x")) == "q3"
