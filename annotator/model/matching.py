"""Which of two people's marks mean the same moment: pairs one to one, and what is left over.

Pure, and for any marks in time: tags, rulings, calls. Times are exact.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import lcm


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that one person put at `start` (seconds), until `end` if it has one.

    Marks with the same `label` say the same. Those of one `group` may be taken for each other (two
    positions); those of different groups never are.
    """

    id: str
    label: Hashable
    group: str
    start: Fraction
    end: Fraction | None = None


class How(StrEnum):
    """Why two marks are a pair."""

    START = "start"  # same label, starts within the tolerance
    OVERLAP = "overlap"  # same label, more than half of the time they cover is common
    TAKEN_FOR = "taken for"  # other labels of one group, starts within the tolerance


@dataclass(frozen=True, slots=True)
class Pair:
    """A mark of the first and one of the second person that mean one moment."""

    first: Mark
    second: Mark
    how: How

    @property
    def same(self) -> bool:
        """Whether both say the same of it."""
        return self.first.label == self.second.label

    @property
    def difference(self) -> Fraction:
        """Seconds by which the second one begins later; below zero: earlier."""
        return self.second.start - self.first.start


@dataclass(frozen=True, slots=True)
class Matching:
    """All pairs, and the marks that only one of the two made; each list in the order of time."""

    pairs: tuple[Pair, ...]
    only_first: tuple[Mark, ...]
    only_second: tuple[Mark, ...]

    @property
    def same(self) -> int:
        """How many pairs say the same."""
        return sum(pair.same for pair in self.pairs)

    @property
    def units(self) -> int:
        """How many things were marked by one or by both."""
        return len(self.pairs) + len(self.only_first) + len(self.only_second)


def match_marks(first: Iterable[Mark], second: Iterable[Mark], tolerance: Fraction) -> Matching:
    """Pair the marks of two people; `tolerance` in seconds, at least 0, the bound itself counts.

    In three steps, each with what the one before left: like marks whose starts lie within the
    tolerance; like spans that have more than half of their time in common; and marks of one group
    within the tolerance that say different things. In the first and third there are as many pairs
    as can be, and of these the ones whose starts differ least in sum; so a larger tolerance never gives
    fewer pairs of like marks by their start.
    """
    left, right = list(first), list(second)
    pairs = _by_start(left, right, tolerance, lambda mark: (mark.group, mark.label), How.START)
    left, right = _rest(left, right, pairs)
    overlaps = _by_overlap(left, right)
    left, right = _rest(left, right, overlaps)
    taken = _by_start(left, right, tolerance, lambda mark: mark.group, How.TAKEN_FOR)
    left, right = _rest(left, right, taken)
    return Matching(
        tuple(sorted((*pairs, *overlaps, *taken), key=lambda pair: pair.first.start)),
        tuple(sorted(left, key=lambda mark: mark.start)),
        tuple(sorted(right, key=lambda mark: mark.start)),
    )


def common_share(first: Mark, second: Mark) -> Fraction:
    """The time that both spans cover, as a share of what either covers; 0 where one is a moment."""
    if first.end is None or second.end is None:
        return Fraction(0)
    both = min(first.end, second.end) - max(first.start, second.start)
    either = max(first.end, second.end) - min(first.start, second.start)
    return both / either if both > 0 else Fraction(0)


def _rest(
    left: Sequence[Mark], right: Sequence[Mark], pairs: Iterable[Pair]
) -> tuple[list[Mark], list[Mark]]:
    ones, others = set[int](), set[int]()
    for pair in pairs:
        ones.add(id(pair.first))
        others.add(id(pair.second))
    return (
        [mark for mark in left if id(mark) not in ones],
        [mark for mark in right if id(mark) not in others],
    )


def _grouped(marks: Iterable[Mark], key: Callable[[Mark], Hashable]) -> dict[Hashable, list[Mark]]:
    found: dict[Hashable, list[Mark]] = defaultdict(list)
    for mark in marks:
        found[key(mark)].append(mark)
    return found


def _by_start(
    left: Sequence[Mark],
    right: Sequence[Mark],
    tolerance: Fraction,
    key: Callable[[Mark], Hashable],
    how: How,
) -> list[Pair]:
    others = _grouped(right, key)
    return [
        Pair(one, other, how)
        for name, ones in _grouped(left, key).items()
        for one, other in _aligned(ones, others.get(name, []), tolerance)
    ]


def _aligned(
    left: Sequence[Mark], right: Sequence[Mark], tolerance: Fraction
) -> list[tuple[Mark, Mark]]:
    """The most pairs within the tolerance, and of those the nearest in sum.

    Pairs that cross each other in time are never better than the same four marks uncrossed, so that
    it is enough to look at the order of time, and there only at what lies within the tolerance.
    """
    if not left or not right:
        return []
    # Whole parts of a second that all times share are compared much faster than fractions.
    parts = lcm(tolerance.denominator, *{mark.start.denominator for mark in (*left, *right)})

    def tick(time: Fraction) -> int:
        return time.numerator * (parts // time.denominator)

    ones = sorted(left, key=lambda mark: tick(mark.start))
    others = sorted(right, key=lambda mark: tick(mark.start))
    places = [tick(mark.start) for mark in others]
    reach = tick(tolerance)
    # One pair more is worth more than any sum of differences.
    worth = reach * min(len(ones), len(others)) + 1
    rows: list[tuple[int, list[int]]] = [(0, [0])]
    for mark in ones:
        at = tick(mark.start)
        low, high = bisect_left(places, at - reach), bisect_right(places, at + reach)
        rows.append((low, _row(rows[-1], at, places, low, high, worth)))
    return _walk_back(rows, ones, others)


def _row(
    before: tuple[int, list[int]], at: int, places: Sequence[int], low: int, high: int, worth: int
) -> list[int]:
    """The best sums with the first `low` to `high` of the others, once one mark more is there."""
    base, sums = before
    last = len(sums) - 1

    def known(count: int) -> int:
        return sums[min(count - base, last)]

    row = [known(low)]
    for count in range(low + 1, high + 1):
        paired = known(count - 1) + worth - abs(at - places[count - 1])
        row.append(max(known(count), row[-1], paired))
    return row


def _walk_back(
    rows: Sequence[tuple[int, list[int]]], ones: Sequence[Mark], others: Sequence[Mark]
) -> list[tuple[Mark, Mark]]:
    pairs: list[tuple[Mark, Mark]] = []
    count = len(others)
    for number in range(len(ones), 0, -1):
        low, row = rows[number]
        base, before = rows[number - 1]
        count = min(count, low + len(row) - 1)
        while count > low and row[count - low] == row[count - low - 1]:
            count -= 1
        if count <= low or row[count - low] == before[min(count - base, len(before) - 1)]:
            continue  # the mark is in no pair
        count -= 1
        pairs.append((ones[number - 1], others[count]))
    return pairs[::-1]


def _by_overlap(left: Sequence[Mark], right: Sequence[Mark]) -> list[Pair]:
    """Like spans with more than half of their time in common, the greatest share first.

    Of spans that do not overlap their own like, each has at most one such partner.
    """
    others = _grouped(
        (mark for mark in sorted(right, key=lambda mark: mark.start) if mark.end is not None),
        lambda mark: (mark.group, mark.label),
    )
    found: list[tuple[Fraction, int, Mark, Mark]] = []
    for mark in left:
        if mark.end is None:
            continue
        like = others.get((mark.group, mark.label), [])
        # What begins earlier by more than this span is long cannot share more than half with it.
        low = bisect_left(like, 2 * mark.start - mark.end, key=lambda other: other.start)
        high = bisect_left(like, mark.end, key=lambda other: other.start)
        for other in like[low:high]:
            share = common_share(mark, other)
            if 2 * share > 1:
                found.append((-share, len(found), mark, other))
    taken = set[int]()
    pairs = []
    for _, _, mark, other in sorted(found, key=lambda each: each[:2]):
        if id(mark) not in taken and id(other) not in taken:
            taken |= {id(mark), id(other)}
            pairs.append(Pair(mark, other, How.OVERLAP))
    return pairs
