"""Measures of agreement with their intervals, from well-kept libraries; undefined ones in words.

Percent agreement with Wilson's interval and Cohen's kappa come from statsmodels, Krippendorff's
alpha from krippendorff. All intervals are 95 %.
"""

from __future__ import annotations

import math
import statistics
import warnings
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

from annotator.text import number_text, tr

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_Said = TypeVar("_Said", bound=Hashable)

DRAWS, SEED = 1000, 20260101
"""The interval of alpha: so many times the units are drawn anew, from this seed."""
_OUTER = 2.5  # percent beyond either end of an interval
_LEAST_DRAWS = 0.9  # so many of the draws must have an alpha, else there is no interval


class Level(StrEnum):
    """What the differences between answers mean to alpha."""

    NOMINAL = "nominal"  # same or not
    ORDINAL = "ordinal"  # in an order
    INTERVAL = "interval"  # numbers


@dataclass(frozen=True, slots=True)
class Figure:
    """A measure: its value and interval, from so many units; None where undefined, then `why` says it.

    `why` stands too where there is a value without an interval, and says why there is none.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    units: int = 0
    why: str = ""

    def __post_init__(self) -> None:
        for number in (self.value, self.low, self.high):
            if number is not None and not math.isfinite(number):
                raise ValueError("a figure that is no number has to be said in words")


def share(right: int, of: int) -> Figure:
    """The share of `right` among `of`, 0 to 1, with Wilson's interval."""
    if of == 0:
        return Figure(None, why=tr("undefined: there is nothing to compare."))
    from statsmodels.stats.proportion import proportion_confint

    low, high = proportion_confint(right, of, alpha=0.05, method="wilson")
    return Figure(right / of, max(0.0, float(low)), min(1.0, float(high)), of)


def kappa(table: Mapping[tuple[_Said, _Said], int]) -> Figure:
    """Cohen's kappa of a table of counts: what the first said and what the second said."""
    found, units = _kappa(table)
    if isinstance(found, str):
        return Figure(None, units=units, why=found)
    value, low, high = found
    if not math.isfinite(low + high) or low == high:
        # Where all agree, or none, the usual formula says that the error is 0, which it is not.
        return Figure(value, units=units, why=tr("no interval: its error cannot be estimated."))
    return Figure(value, max(-1.0, low), min(1.0, high), units)


def kappa_of_time(seconds: Mapping[tuple[_Said, _Said], Fraction]) -> Figure:
    """Cohen's kappa where each answer weighs by the seconds it lasts; without an interval."""
    found, _ = _kappa({key: float(value) for key, value in seconds.items()})
    if isinstance(found, str):
        return Figure(None, why=found)
    why = tr("no interval: one second is not independent of the next.")
    return Figure(found[0], why=why)


def alpha(
    rows: Sequence[Sequence[Hashable | None]],
    level: Level = Level.NOMINAL,
    order: Sequence[Hashable] = (),
) -> Figure:
    """Krippendorff's alpha: a row for each person, a column for each unit, None where nothing was said.

    `order`: all answers from the lowest to the highest, for the ordinal level; at the interval level
    answers are numbers. The interval is a bootstrap of the units (`DRAWS`, `SEED`).
    """
    units = [
        [answer for answer in column if answer is not None] for column in zip(*rows, strict=True)
    ]
    return alpha_of_units(units, level, order)


def alpha_of_units(
    units: Sequence[Sequence[Hashable]],
    level: Level = Level.NOMINAL,
    order: Sequence[Hashable] = (),
) -> Figure:
    """The same where it is known only which answers each unit got, as of hands that were counted."""
    columns = [column for column in units if len(column) > 1]
    domain = _domain(columns, level, order)
    if not columns:
        return Figure(None, why=tr("undefined: no question was answered by two people."))
    if len(columns) < 2:
        why = tr(
            "undefined: one question alone that two people answered says nothing about chance."
        )
        return Figure(None, units=1, why=why)
    if len(domain) < 2:
        return Figure(None, units=len(columns), why=_one_answer())
    import krippendorff
    import numpy as np

    places = {answer: place for place, answer in enumerate(domain)}
    counts = np.zeros((len(columns), len(domain)), dtype=np.int64)
    for unit, column in enumerate(columns):
        for answer in column:
            counts[unit, places[answer]] += 1
    values = np.asarray(domain if level is Level.INTERVAL else range(len(domain)), dtype=float)
    value = float(
        krippendorff.alpha(
            value_counts=counts, value_domain=values, level_of_measurement=level.value
        )
    )
    if not math.isfinite(value):
        return Figure(None, units=len(columns), why=_one_answer())
    drawn = _drawn_alphas(counts, values, level)
    if len(drawn) < _LEAST_DRAWS * DRAWS:
        why = tr("no interval: too few questions have different answers.")
        return Figure(value, units=len(columns), why=why)
    low, high = np.percentile(drawn, [_OUTER, 100 - _OUTER])
    return Figure(value, float(low), float(high), len(columns))


@dataclass(frozen=True, slots=True)
class Spread:
    """Numbers in short: how many, the middle one, and the quarters below and above. Seconds, exact."""

    count: int
    median: Fraction
    lower: Fraction
    upper: Fraction


def spread(numbers: Iterable[Fraction]) -> Spread | None:
    """Median and quartiles (of all values, ends included); None where there is none."""
    values = sorted(numbers)
    if not values:
        return None
    if len(values) == 1:
        return Spread(1, values[0], values[0], values[0])
    lower, median, upper = statistics.quantiles(values, n=4, method="inclusive")
    return Spread(len(values), median, lower, upper)


def percent_text(figure: Figure) -> str:
    """A share for people: `80 % (72–86 %)`."""
    if figure.value is None:
        return figure.why
    if figure.low is None or figure.high is None:
        return tr("{value} %", value=_percent(figure.value))
    return tr(
        "{value} % ({low}–{high} %)",
        value=_percent(figure.value), low=_percent(figure.low), high=_percent(figure.high),
    )  # fmt: skip


def number_of(figure: Figure) -> str:
    """A coefficient for people: `0.62 (0.41 to 0.83)`; its words where there is no value."""
    if figure.value is None:
        return figure.why
    value = _two(figure.value)
    if figure.low is None or figure.high is None:
        return tr("{value} ({why})", value=value, why=figure.why.rstrip("."))
    return tr(
        "{value} ({low} to {high})", value=value, low=_two(figure.low), high=_two(figure.high)
    )


def strength(figure: Figure) -> str:
    """What Landis and Koch (1977) call such a kappa; empty where there is none."""
    if figure.value is None:
        return ""
    names = (
        (0.0, tr("no better than chance")),
        (0.2, tr("slight")),
        (0.4, tr("fair")),
        (0.6, tr("moderate")),
        (0.8, tr("substantial")),
    )
    shown = round(figure.value, 2)  # the word goes with the number that is shown
    return next((name for top, name in names if shown <= top), tr("almost perfect"))


def _percent(value: float) -> str:
    """Whole percent; what is not all or nothing never reads as if it were."""
    value = round(value, 9)  # the formula's own rounding is no difference
    whole = round(100 * value)
    if whole == 100 and value < 1:
        return number_text(f"{math.floor(1000 * value) / 10:.1f}")
    if whole == 0 and value > 0:
        return number_text(f"{math.ceil(1000 * value) / 10:.1f}")
    return str(whole)


def _two(value: float) -> str:
    text = f"{value:.2f}"
    if text == "1.00" and value < 1:
        text = "0.99"
    return number_text("0.00" if text == "-0.00" else text).replace("-", "−")


def _one_answer() -> str:
    return tr("undefined: only one answer was ever given, so that chance alone would always agree.")


def _kappa(
    table: Mapping[tuple[_Said, _Said], float],
) -> tuple[tuple[float, float, float] | str, int]:
    """Value and interval from statsmodels, or why there is none; and how many units."""
    total = sum(table.values())
    if not total:
        return tr("undefined: there is nothing to compare."), 0
    names = list(dict.fromkeys(name for key in table for name in key if table[key]))
    if len(names) < 2:
        return _one_answer(), int(total)
    from statsmodels.stats.inter_rater import cohens_kappa

    square = [[table.get((one, two), 0) for two in names] for one in names]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # an error of 0 / 0 becomes words
        found = cohens_kappa(square)
    value = float(found.kappa)
    if not math.isfinite(value):
        return _one_answer(), int(total)
    return (value, float(found.kappa_low), float(found.kappa_upp)), int(total)


def _domain(
    columns: Sequence[Sequence[Hashable]], level: Level, order: Sequence[Hashable]
) -> list[Hashable]:
    said = dict.fromkeys(answer for column in columns for answer in column)
    if level is Level.ORDINAL:
        return [answer for answer in order if answer in said]
    if level is Level.INTERVAL:
        return sorted(said, key=lambda number: float(str(number)))
    return list(said)


def _drawn_alphas(
    counts: NDArray[np.int64], values: NDArray[np.float64], level: Level
) -> list[float]:
    """Alpha of the units drawn anew, `DRAWS` times; draws without any difference are left out.

    The sums over units are linear, so that a draw needs only how often each kind of unit was drawn.
    """
    import numpy as np

    kinds, often = np.unique(counts, axis=0, return_counts=True)
    size = kinds.shape[1]
    within = kinds[:, :, None] * kinds[:, None, :] - kinds[:, :, None] * np.eye(size)
    within = (within / (kinds.sum(axis=1) - 1)[:, None, None]).reshape(len(kinds), -1)
    draws = np.random.default_rng(SEED).multinomial(len(counts), often / len(counts), size=DRAWS)
    found = []
    for draw in draws:
        observed = (draw @ within).reshape(size, size)
        sums = observed.sum(axis=0)
        apart = _distances(values, sums, level)
        expected = ((np.outer(sums, sums) - np.diag(sums)) * apart).sum() / (sums.sum() - 1)
        if expected > 0:
            found.append(float(1 - (observed * apart).sum() / expected))
    return found


def _distances(
    values: NDArray[np.float64], sums: NDArray[np.float64], level: Level
) -> NDArray[np.float64]:
    """Squared differences between answers, as Krippendorff defines them for a level."""
    import numpy as np

    if level is Level.NOMINAL:
        return 1.0 - np.eye(len(values))
    places = np.cumsum(sums) - sums / 2 if level is Level.ORDINAL else values
    apart: NDArray[np.float64] = np.subtract.outer(places, places) ** 2
    return apart
