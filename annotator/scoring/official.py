"""The real scoreboard beside the scoring of the tags: where both gave the same, and where they part.

Nobody is right here by rule: an `official` tag says what the board gave, a sheet what the tagged facts
are worth. What was carried over from before the tags begin stands on both sides.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TypeVar

from annotator.model.match import Match
from annotator.model.matching import Mark, match_marks
from annotator.model.time import FrameRef
from annotator.model.timeline import read_timeline
from annotator.model.vocabulary import ATHLETES, Athlete
from annotator.scoring.ruling import NEARLY, Award, Ruling, ScoreSheet
from annotator.text import Moment

TOLERANCE = Fraction(5)
"""Seconds: a board is late, for the table sees the referee's arm and then finds the button."""
COLUMNS: Mapping[str, Award] = {
    "points": Award.POINTS, "advantages": Award.ADVANTAGE, "penalties": Award.PENALTY,
}  # fmt: skip
_COLUMN_OF = {award: column for column, award in COLUMNS.items()}
_CARRIED = "carried"
_FOR_WHAT_IS_DONE = frozenset(("points", "advantages"))
"""Columns in which one and the same thing can be priced: points, or only an advantage."""


class Gap(StrEnum):
    """How board and scoring part at a moment."""

    GIVEN_ONLY = "given, not scored"
    SCORED_ONLY = "scored, not given"
    OTHER_VALUE = "another value"
    OTHER_ATHLETE = "another athlete"


@dataclass(frozen=True, slots=True)
class Given:
    """What the board gave at a moment: one number of one athlete. `time` in seconds of the match."""

    tag: str
    time: Fraction
    athlete: Athlete
    column: str
    value: int
    frame: FrameRef | None = None


Score = Mapping[Athlete, Mapping[str, int]]
"""For each athlete the number in each of `COLUMNS`."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A moment at which board and scoring part.

    `given` is what the board gave, `ruling` what the scoring says: one of them is None where the other
    did nothing. `refusal`: what came nearest to what only the board gave, if anything did: a ruling by
    which it was not given, or a near miss. `time` is where to look: of the ruling, else of the board. `board` and `scored` stand as after both.
    """

    gap: Gap
    time: Fraction
    clock: Fraction
    frame: FrameRef | None
    given: Given | None
    ruling: Ruling | None
    refusal: Ruling | None
    board: Score
    scored: Score

    @property
    def athlete(self) -> Athlete:
        """Whose number it is, as the board has it where it gave something."""
        if self.given is not None:
            return self.given.athlete
        assert self.ruling is not None
        assert self.ruling.athlete is not None
        return self.ruling.athlete

    def difference(self, column: str = "points") -> int:
        """By how much red's lead on the board is larger than in the scoring, after this."""
        lead = {"board": self.board, "scored": self.scored}
        sums = {name: score["red"][column] - score["blue"][column] for name, score in lead.items()}
        return sums["board"] - sums["scored"]


@dataclass(frozen=True, slots=True)
class Official:
    """The comparison of a board with a sheet. `agreed`: so many numbers the board gave that the
    scoring gives too; `told`: the match has `official` tags at all, beside what was carried over.
    """

    ruleset: str
    agreed: int
    disagreements: tuple[Disagreement, ...]
    board: Score
    scored: Score
    told: bool


def given_on_board(match: Match) -> list[Given]:
    """What the real scoreboard gave in the course of the tags, in time."""
    found = []
    for tag in match.in_time():
        if tag.tag != "official" or tag.athlete is None or tag.details.get(_CARRIED) == "yes":
            continue
        frame = None if tag.frame is None else FrameRef(tag.frame, tag.film)
        for column in COLUMNS:
            if value := int(tag.details.get(column, "0")):
                found.append(Given(tag.id, tag.start, tag.athlete, column, value, frame))
    return found


def compare_official(match: Match, sheet: ScoreSheet, tolerance: Fraction = TOLERANCE) -> Official:
    """Compare what the board gave with what a sheet gives.

    Two mean the same if they lie at most `tolerance` seconds apart: the same number for the same
    athlete, or several that sum up to it; then another number for the same athlete; then the same for the
    other one; then points where the other side has an advantage for the same athlete. Raises nothing on any legal match.
    """
    board = given_on_board(match)
    rulings = [
        one for one in sheet.awards
        if one.clause != _CARRIED and one.award in _COLUMN_OF and one.value and one.athlete
    ]  # fmt: skip
    left, right = list(board), list(rulings)
    agreed = len(_paired(left, right, tolerance, lambda who, column, value: (who, column, value)))
    agreed += _summed(left, right, tolerance)
    parted: list[tuple[Gap, Given | None, Ruling | None]] = []
    values = _paired(left, right, tolerance, lambda who, column, value: (who, column))
    parted += [(Gap.OTHER_VALUE, *pair) for pair in values]
    others = _paired(left, right, tolerance, lambda who, column, value: (column, value))
    parted += [(Gap.OTHER_ATHLETE, *pair) for pair in others]
    prices = _paired(left, right, tolerance, _done_by)
    parted += [(Gap.OTHER_VALUE, *pair) for pair in prices]
    parted += [(Gap.GIVEN_ONLY, one, None) for one in left]
    parted += [(Gap.SCORED_ONLY, None, one) for one in right]
    writer = _Writer(match, sheet, board, rulings, tolerance)
    found = sorted((writer.disagreement(*one) for one in parted), key=lambda one: one.time)
    end = max([*(one.time for one in board), *(one.time for one in rulings)], default=Fraction(0))
    return Official(
        sheet.ruleset,
        agreed,
        tuple(found),
        writer.board_at(end),
        writer.scored_at(end),
        bool(board),
    )


_Either = Given | Ruling
_T = TypeVar("_T", Given, Ruling)
_Key = Callable[[Athlete, str, int], Hashable]


def _facts(one: _Either) -> tuple[Athlete, str, int]:
    """Whose number it is, in which column, and how much."""
    if isinstance(one, Given):
        return one.athlete, one.column, one.value
    assert one.athlete is not None
    assert one.award is not None
    return one.athlete, _COLUMN_OF[one.award], one.value


def _done_by(who: Athlete, column: str, value: int) -> Hashable:
    """What is alike where one and the same thing was priced in points and as an advantage."""
    return (who, value > 0) if column in _FOR_WHAT_IS_DONE else (who, column, value)


def _paired(
    left: list[Given], right: list[Ruling], tolerance: Fraction, key: _Key
) -> list[tuple[Given, Ruling]]:
    """Pairs that are alike by a key, taken out of both lists."""

    def marks(items: Sequence[_Either]) -> list[Mark]:
        return [
            Mark(str(number), key(*_facts(one)), "board", one.time)
            for number, one in enumerate(items)
        ]

    found = [
        (left[int(pair.first.id)], right[int(pair.second.id)])
        for pair in match_marks(marks(left), marks(right), tolerance).pairs
        if pair.same
    ]
    for given, ruling in found:
        left.remove(given)
        right.remove(ruling)
    return found


def _summed(left: list[Given], right: list[Ruling], tolerance: Fraction) -> int:
    """Take out numbers that one side gave at once and the other in parts: 7 for 3 and 4. Returns how
    many of the board's are taken out.
    """
    before = len(left)
    for whole in list(left):
        for part in _parts(whole, right, tolerance):
            right.remove(part)
            if whole in left:
                left.remove(whole)
    for total in list(right):
        for piece in _parts(total, left, tolerance):
            left.remove(piece)
            if total in right:
                right.remove(total)
    return before - len(left)


def _parts(whole: _Either, others: Sequence[_T], tolerance: Fraction) -> Sequence[_T]:
    """Neighbours in time that sum up to a number of the other side; empty where none do."""
    athlete, column, value = _facts(whole)
    near = [
        one for one in others
        if _facts(one)[:2] == (athlete, column) and abs(one.time - whole.time) <= tolerance
    ]  # fmt: skip
    for first in range(len(near)):
        for last in range(first + 2, len(near) + 1):
            if sum(_facts(one)[2] for one in near[first:last]) == value:
                return near[first:last]
    return ()


class _Writer:
    """Says of a disagreement all that it takes to judge it."""

    def __init__(
        self, match: Match, sheet: ScoreSheet, board: Sequence[Given], rulings: Sequence[Ruling],
        tolerance: Fraction,
    ) -> None:  # fmt: skip
        self._timeline, self._sheet, self._tolerance = read_timeline(match), sheet, tolerance
        self._carried = [one for one in sheet.awards if one.clause == _CARRIED]
        self._board, self._rulings = board, rulings
        self._nearly = [one for one in rulings if one.reason.key in NEARLY]

    def disagreement(self, gap: Gap, given: Given | None, ruling: Ruling | None) -> Disagreement:
        time = (
            ruling.time if ruling is not None else given.time if given is not None else Fraction(0)
        )
        frame = None
        if ruling is not None and ruling.frame is not None:
            frame = FrameRef(ruling.frame, ruling.film)
        elif given is not None:
            frame = given.frame
        clock = ruling.clock if ruling is not None else self._timeline.clock_at(time)
        both = max(one.time for one in (given, ruling) if one is not None)
        refusal = self._refusal(given) if given is not None and ruling is None else None
        return Disagreement(
            gap, time, clock, frame, given, ruling, refusal, self.board_at(both),
            self.scored_at(both),
        )  # fmt: skip

    def _refusal(self, given: Given) -> Ruling | None:
        """What would have been this and was not given, or was only nearly made: of the same kind
        rather than another, then what is nearest in time.
        """
        if given.value < 0:
            return None
        wanted = COLUMNS[given.column]
        kinds = (
            set(map(COLUMNS.get, _FOR_WHAT_IS_DONE))
            if given.column in _FOR_WHAT_IS_DONE
            else {wanted}
        )
        near = [
            one for one in (*self._sheet.refusals, *self._nearly)
            if one.athlete == given.athlete and one.award in kinds
            and _distance(one, given.time) <= self._tolerance
        ]  # fmt: skip
        return min(
            near,
            key=lambda one: (one.award is not wanted, _distance(one, given.time)),
            default=None,
        )

    def board_at(self, time: Fraction) -> Score:
        """What the board shows once all up to a time was given."""
        return _sums((*self._carried, *self._board), time)

    def scored_at(self, time: Fraction) -> Score:
        """What the scoring has then."""
        return _sums((*self._carried, *self._rulings), time)


def _distance(ruling: Ruling, time: Fraction) -> Fraction:
    """Seconds from a time to a ruling; 0 while what it speaks of was going on."""
    begin = next((value for key, value in ruling.reason.values if key == "begin"), None)
    first = Fraction(*begin) if isinstance(begin, Moment) else ruling.time
    return max(first - time, time - ruling.time, Fraction(0))


def _sums(items: Iterable[_Either], until: Fraction) -> Score:
    sums = {who: dict.fromkeys(COLUMNS, 0) for who in ATHLETES}
    for one in items:
        if one.time <= until:
            athlete, column, value = _facts(one)
            sums[athlete][column] += value
    return sums
