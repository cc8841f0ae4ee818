"""Where labels stand, so that none overlaps another and each is tied to its moment by a line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_GAP = 0.06  # inches between two texts
_TRIES = 4000  # placements looked at before a search for fewer lanes is given up
_MANY = 40  # labels from which on no search is made


@dataclass(frozen=True, slots=True)
class Label:
    """A text at a moment. `at` and `width` in inches along the axis."""

    at: float
    text: str
    width: float


@dataclass(frozen=True, slots=True)
class Place:
    """Where a label's text stands: its lane (0 is nearest to the curve) and its left end (inches)."""

    lane: int
    begin: float


def lanes(labels: Sequence[Label], limit: float, first: float = 0.0) -> list[Place]:
    """Places for labels that are in the order of `at`; texts lie between `first` and `limit`.

    Texts never overlap. A label stands right or left of its line; the line down to its moment
    crosses no other text where that can be had. As few lanes are used as a short search finds.
    """
    simple = _staircase(labels, limit, first)
    most = max((place.lane for place in simple), default=-1) + 1
    if len(labels) > _MANY:
        return simple
    for count in range(1, most):
        found = _Search(labels, limit, first, count).run()
        if found is not None:
            return found
    return simple


def _staircase(labels: Sequence[Label], limit: float, first: float) -> list[Place]:
    """Every text to the right of its line, each one above those that begin before it ends."""
    placed: list[tuple[Place, Label]] = []
    for label in reversed(labels):
        begin = max(first, min(label.at, limit - label.width))
        end = begin + label.width + _GAP
        taken = {
            place.lane
            for place, other in placed
            if place.begin < end and begin < place.begin + other.width + _GAP
        }
        crossed = (place.lane for place, other in placed if begin - _GAP <= other.at < end)
        lane = max(crossed, default=-1) + 1
        while lane in taken:
            lane += 1
        placed.append((Place(lane, begin), label))
    return [place for place, _ in reversed(placed)]


class _Search:
    """Looks for places in so many lanes, label after label, lowest lanes first."""

    def __init__(self, labels: Sequence[Label], limit: float, first: float, count: int) -> None:
        self.labels, self.limit, self.first, self.count = labels, limit, first, count
        self.tries = 0

    def run(self) -> list[Place] | None:
        """The places, or None where there are none or the search took too long."""
        places: list[Place] = []
        return places if self._fill(places) else None

    def _fill(self, places: list[Place]) -> bool:
        number = len(places)
        if number == len(self.labels):
            return True
        label = self.labels[number]
        for lane in range(self.count):
            for begin in self._begins(label):
                self.tries += 1
                if self.tries > _TRIES:
                    return False
                place = Place(lane, begin)
                if all(
                    not _clash(place, label, other, known)
                    for other, known in zip(places, self.labels, strict=False)
                ):
                    places.append(place)
                    if self._fill(places):
                        return True
                    places.pop()
        return False

    def _begins(self, label: Label) -> list[float]:
        """Right of the line, left of it, across it, and at the very edge: what there is room for."""
        wishes = (
            label.at,
            label.at - label.width,
            label.at - label.width / 2,
            self.limit - label.width,
        )
        return [
            begin
            for begin in wishes
            if begin >= self.first
            and begin + label.width <= self.limit + 1e-9
            and begin <= label.at + 1e-9 <= begin + label.width + 2e-9
        ]


def _clash(one: Place, label: Label, two: Place, other: Label) -> bool:
    """Whether the texts overlap or the line of one crosses the text of the other."""
    one_end, two_end = one.begin + label.width, two.begin + other.width
    if one.lane == two.lane:
        return one.begin < two_end + _GAP and two.begin < one_end + _GAP
    if one.lane > two.lane:
        return two.begin - _GAP < label.at < two_end + _GAP
    return one.begin - _GAP < other.at < one_end + _GAP
