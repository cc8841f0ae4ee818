"""Pairs of marks: as many as can be, the nearest ones, and never a different answer from brute force."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations
from time import process_time

from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.model.matching import How, Mark, common_share, match_marks

times = st.integers(0, 40).map(lambda n: Fraction(n, 4))
some_marks = st.lists(st.tuples(times, st.sampled_from("xy")), max_size=5)


def marks(rows, name="m"):
    return [Mark(f"{name}{n}", label, "g", time) for n, (time, label) in enumerate(rows)]


def brute(left, right, tolerance):
    """The most pairs of like marks within the tolerance and their least sum, by trying all."""
    best = (0, Fraction(0))
    small, large = sorted((left, right), key=len)
    for size in range(1, len(small) + 1):
        for ones in combinations(small, size):
            for others in permutations(large, size):
                apart = [abs(a.start - b.start) for a, b in zip(ones, others, strict=True)]
                like = all(a.label == b.label for a, b in zip(ones, others, strict=True))
                if like and all(each <= tolerance for each in apart):
                    best = max(best, (size, -sum(apart)))
    return best


@settings(max_examples=150, deadline=None)
@given(some_marks, some_marks, st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(2)]))
def test_no_better_pairs_can_be_found(left, right, tolerance):
    ones, others = marks(left), marks(right)
    found = [p for p in match_marks(ones, others, tolerance).pairs if p.how is How.START]
    assert (len(found), -sum(abs(p.difference) for p in found)) == brute(ones, others, tolerance)


@settings(max_examples=150, deadline=None)
@given(some_marks, some_marks, times)
def test_every_mark_is_once_in_the_result_and_pairs_keep_the_tolerance(left, right, tolerance):
    ones, others = marks(left, "a"), marks(right, "b")
    found = match_marks(ones, others, tolerance)
    assert sorted(
        [*(p.first.id for p in found.pairs), *(m.id for m in found.only_first)]
    ) == sorted(m.id for m in ones)
    assert sorted(
        [*(p.second.id for p in found.pairs), *(m.id for m in found.only_second)]
    ) == sorted(m.id for m in others)
    assert all(abs(p.difference) <= tolerance for p in found.pairs)


@settings(max_examples=150, deadline=None)
@given(some_marks, some_marks, times, times)
def test_a_larger_tolerance_never_gives_fewer_pairs(left, right, one, two):
    ones, others = marks(left), marks(right)
    assert (
        match_marks(ones, others, min(one, two)).same
        <= match_marks(ones, others, max(one, two)).same
    )


@settings(max_examples=100, deadline=None)
@given(some_marks, some_marks, times)
def test_both_ways_round_it_is_the_same(left, right, tolerance):
    ones, others = marks(left), marks(right)
    there, back = match_marks(ones, others, tolerance), match_marks(others, ones, tolerance)
    assert (there.same, len(there.pairs)) == (back.same, len(back.pairs))


def test_a_chain_gives_all_its_pairs():
    ones = marks([(Fraction(n), "x") for n in range(3)])
    others = marks([(n + Fraction(9, 10), "x") for n in range(3)])
    assert match_marks(ones, others, Fraction(1)).same == 3


def test_what_lies_at_the_very_tolerance_is_a_pair():
    third = Fraction(1, 3)
    ones, others = marks([(Fraction(0), "x")]), marks([(third, "x")])
    assert match_marks(ones, others, third).same == 1
    assert match_marks(ones, others, third - Fraction(1, 10**12)).same == 0


def test_unlike_marks_of_one_group_are_taken_for_each_other_only_if_nothing_fits_better():
    ones = [Mark("1", "mount", "position", Fraction(0))]
    others = [
        Mark("2", "side", "position", Fraction(0)),
        Mark("3", "mount", "position", Fraction(1)),
    ]
    found = match_marks(ones, others, Fraction(1))
    assert [(p.second.id, p.how) for p in found.pairs] == [("3", How.START)]
    found = match_marks(ones, others[:1], Fraction(1))
    assert [(p.how, p.same) for p in found.pairs] == [(How.TAKEN_FOR, False)]
    action = [Mark("4", "mount", "action", Fraction(0))]
    assert not match_marks(ones, action, Fraction(1)).pairs


def test_spans_that_mostly_overlap_are_a_pair_however_far_their_starts():
    zero = Fraction(0)
    one = Mark("1", "armbar", "g", zero, Fraction(10))
    late = Mark("2", "armbar", "g", Fraction(4), Fraction(10))
    later = Mark("3", "armbar", "g", Fraction(5), Fraction(10))
    assert common_share(one, late) == Fraction(3, 5)
    assert [p.how for p in match_marks([one], [late], Fraction(1)).pairs] == [How.OVERLAP]
    assert not match_marks([one], [later], Fraction(1)).pairs  # half is not more than half
    assert match_marks([one], [late, later], Fraction(1)).only_second == (later,)


def test_a_span_that_ends_at_zero_is_a_span():
    early = Mark("1", "x", "g", Fraction(-10), Fraction(0))
    assert [
        p.how
        for p in match_marks(
            [early], [Mark("2", "x", "g", Fraction(-7), Fraction(0))], Fraction(1)
        ).pairs
    ] == [How.OVERLAP]


def test_five_thousand_marks_take_less_than_two_seconds():
    def many(shift):
        return marks(
            [
                (Fraction(n * 1001, 30000) * 15 + shift, "abcdefghij"[n * 7 % 10])
                for n in range(5000)
            ]
        )

    before = process_time()
    found = match_marks(many(Fraction(0)), many(Fraction(1, 3)), Fraction(1))
    assert process_time() - before < 2
    assert found.same == 5000
