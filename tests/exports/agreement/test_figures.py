"""The measures against tables that were published with their results.

Figures only, from: J. Cohen, "A coefficient of agreement for nominal scales", Educational and
Psychological Measurement 20 (1960); D. G. Altman, "Practical Statistics for Medical Research"
(1991), chapter 14.3 (xeromammograms); D. G. Bonett, reference of the package statpsych, `ci.kappa`,
after J. L. Fleiss and M. C. Paik, "Statistical Methods for Rates and Proportions" (2003); K. Krippendorff, "Computing Krippendorff's
Alpha-Reliability" (2011); R. G. Newcombe, "Two-sided confidence intervals for the single proportion",
Statistics in Medicine 17 (1998), table I.
"""

from __future__ import annotations

import math
from fractions import Fraction

import krippendorff
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.text import set_language
from exports.agreement.figures import (
    DRAWS,
    Figure,
    Level,
    alpha,
    kappa,
    kappa_of_time,
    number_of,
    percent_text,
    share,
    spread,
    strength,
)

ABSENT = None


def sure(number):
    """A number that is there."""
    assert number is not None
    return number


# Krippendorff 2011, part C and following: four observers, twelve units, values missing.
FOUR_OBSERVERS = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, ABSENT, ABSENT, ABSENT],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, ABSENT, 3],
    [ABSENT, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, ABSENT],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, ABSENT],
]


@pytest.fixture(autouse=True)
def _english():
    set_language("en")


def table(rows: list[list[int]]) -> dict[tuple[object, object], int]:
    return {(i, j): count for i, row in enumerate(rows) for j, count in enumerate(row)}


def test_cohen_1960():
    # Table 1 of the paper, as proportions of 200 patients: kappa 0.492.
    found = kappa(table([[88, 14, 18], [10, 40, 10], [2, 6, 12]]))
    assert sure(found.value) == pytest.approx(0.492, abs=0.0005)
    assert found.units == 200


def test_altman_xeromammograms():
    # Two radiologists, 85 pictures: kappa 0.47.
    found = kappa(table([[21, 12, 0, 0], [4, 17, 1, 0], [3, 9, 15, 2], [0, 0, 0, 1]]))
    assert (round(sure(found.value), 2), found.units) == (0.47, 85)
    assert sure(found.low) < sure(found.value) < sure(found.high)


def test_bonett_interval():
    found = kappa(table([[31, 12], [4, 58]]))
    assert (round(sure(found.value), 4), round(sure(found.low), 4), round(sure(found.high), 4)) == (
        0.6757, 0.5317, 0.8196,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("level", "published"),
    [(Level.NOMINAL, 0.743), (Level.ORDINAL, 0.815), (Level.INTERVAL, 0.849)],
)
def test_krippendorff_2011_with_missing_values(level, published):
    found = alpha(FOUR_OBSERVERS, level, (1, 2, 3, 4, 5))
    assert round(sure(found.value), 3) == published
    assert found.units == 11  # one unit has a single value and pairs with nothing
    assert sure(found.low) < sure(found.value) < sure(found.high) <= 1


def test_krippendorff_2011_two_observers():
    # Part A (binary): 0.095; part B (nominal, letters): 0.692.
    binary = [[0, 1, 0, 0, 0, 0, 0, 0, 1, 0], [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]]
    letters = [list("aabbdcccedda"), list("babbbccceddd")]
    assert round(sure(alpha(binary).value), 3) == 0.095
    assert round(sure(alpha(letters).value), 3) == 0.692


@pytest.mark.parametrize(
    ("right", "of", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)  # fmt: skip
def test_newcombe_1998(right, of, low, high):
    found = share(right, of)
    assert (round(sure(found.low), 4), round(sure(found.high), 4)) == (low, high)


def test_what_is_undefined_is_said():
    assert share(0, 0).value is None
    assert kappa({}).value is None
    assert kappa(table([[7]])).why.startswith("undefined: only one answer")
    assert alpha([[1, 1, 1], [1, 1, 1]]).why.startswith("undefined: only one answer")
    assert alpha([[1, None], [None, 2]]).why.startswith(
        "undefined: no question was answered by two"
    )
    assert alpha([[1, None], [1, 2]]).why.startswith("undefined: one question alone")
    assert alpha([]).value is None
    assert alpha([[], []]).value is None
    assert spread([]) is None


def test_full_agreement_has_no_made_up_interval():
    found = kappa(table([[3, 0], [0, 4]]))
    assert (found.value, found.low, found.high) == (1.0, None, None)
    assert "no interval" in number_of(found)


def test_nothing_in_common_is_no_better_than_chance():
    found = kappa({("a", "b"): 4, ("c", "d"): 3})
    assert sure(found.value) == pytest.approx(0)
    assert strength(found) == "no better than chance"


def test_time_weighs_and_has_no_interval():
    short = kappa_of_time(
        {("a", "a"): Fraction(1, 3), ("b", "b"): Fraction(1, 3), ("a", "b"): Fraction(1, 3)}
    )
    long = kappa_of_time(
        {("a", "a"): Fraction(90), ("b", "b"): Fraction(90), ("a", "b"): Fraction(90)}
    )
    assert short.value == pytest.approx(long.value)
    assert short.low is None
    assert short.why


def test_a_figure_is_never_no_number():
    with pytest.raises(ValueError, match="no number"):
        Figure(math.nan)


def test_words():
    assert percent_text(share(8, 10)) == "80 % (49–94 %)"
    assert percent_text(share(4999, 5000)).startswith("99.9 %")
    assert number_of(Figure(-0.125, -0.5, 0.25, 9)) == "−0.12 (−0.50 to 0.25)"
    assert strength(Figure(0.61)) == "substantial"
    set_language("fr")
    assert number_of(Figure(0.5, 0.25, 0.75, 9)).startswith("0,50")


def test_quartiles():
    found = spread([Fraction(n, 2) for n in (4, 1, 3, 2, 5)])
    assert (sure(found).median, sure(found).lower, sure(found).upper) == (
        Fraction(3, 2),
        Fraction(1),
        Fraction(2),
    )


answers = st.lists(
    st.lists(st.one_of(st.none(), st.integers(0, 3)), min_size=3, max_size=3),
    min_size=0,
    max_size=12,
).map(lambda units: [list(row) for row in zip(*units, strict=True)] or [[], [], []])


@settings(max_examples=60, deadline=None)
@given(answers, st.sampled_from(list(Level)))
def test_alpha_is_the_librarys_or_words(rows, level):
    found = alpha(rows, level, (0, 1, 2, 3))
    if found.value is None:
        assert found.why
        return
    data = np.array([[np.nan if each is None else each for each in row] for row in rows], float)
    expected = krippendorff.alpha(reliability_data=data, level_of_measurement=level.value)
    assert sure(found.value) == pytest.approx(expected)
    if found.low is not None:
        assert sure(found.low) <= sure(found.high) <= 1 + 1e-9


def test_the_draws_of_alpha_are_always_the_same():
    assert alpha(FOUR_OBSERVERS) == alpha(FOUR_OBSERVERS)
    assert DRAWS >= 1000


@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), st.integers(0, 9))
)
def test_kappa_is_a_number_from_minus_one_to_one_or_words(counts):
    found = kappa(counts)
    assert (found.value is None) == found.why.startswith("undefined")
    if found.value is not None:
        assert -1 <= sure(found.value) <= 1
    if found.low is not None:
        assert sure(found.low) <= sure(found.value) <= sure(found.high)
