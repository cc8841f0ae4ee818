"""Marking what trainees called against the right answers of a lesson.

    marked = mark_attempt(lesson, attempt)
    marked.percent, marked.passed, marked.by_clause
    marked.moments[0].marks[Part.VALUE]          # right, wrong or not asked
    votes(lesson, attempts)["q1"]                # how the others called it

Decision, athlete, value, moment, clause and control are marked apart. Which of several calls meant
which of several awards is the assignment that makes most of them right.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache

from annotator.model.lesson import (
    Attempt,
    Call,
    Control,
    Given,
    GivenKind,
    Lesson,
    Manner,
    Mode,
    Moment,
    Part,
    Verdict,
)
from annotator.model.vocabulary import Athlete

NOTHING = "nothing"
"""The kind of a moment in which nothing is to be given."""


class Mark(StrEnum):
    RIGHT = "right"
    WRONG = "wrong"
    NOT_ASKED = "not_asked"


Pair = tuple[Given | None, Given | None]
"""A call and the award it meant; None: a call too much, or an award that was missed."""


@dataclass(frozen=True, slots=True)
class MarkedCall:
    """A call with its marks. `against` is the accepted answer that it is nearest to.

    `right`: all parts that count are right. `counts`: not disputed. `weight`: for how many it
    stands, one or the hands that were shown. `before`: calls of what was given in the clip before what
    was asked, which are neither right nor wrong; `judged`: the others.
    """

    moment: Moment
    call: Call
    against: Verdict
    pairs: tuple[Pair, ...]
    marks: Mapping[Part, Mark]
    right: bool
    counts: bool
    weight: int = 1
    before: Verdict = ()

    @property
    def judged(self) -> Verdict:
        """The calls that were marked."""
        return _without(self.call.awards, self.before)


@dataclass(frozen=True, slots=True)
class Share:
    """So many right of so many that were asked."""

    right: int = 0
    asked: int = 0

    @property
    def percent(self) -> Fraction | None:
        """Of a hundred; None where nothing was asked."""
        return Fraction(100 * self.right, self.asked) if self.asked else None


@dataclass(frozen=True, slots=True)
class MarkedAttempt:
    """All of a trainee's calls, marked. `unknown`: calls for moments that the lesson has not;
    `not_shown`: moments of the lesson that were not shown, and so not asked.

    `by_clause` is by the clause of the right answer's awards, or of what was refused; `by_kind` by
    what was to be given, `nothing` included.
    """

    attempt: Attempt
    moments: tuple[MarkedCall, ...]
    total: Share
    passed: bool
    by_part: Mapping[Part, Share]
    by_clause: Mapping[str, Share]
    by_kind: Mapping[str, Share]
    unknown: tuple[str, ...] = ()
    not_shown: tuple[str, ...] = ()


def mark_attempt(lesson: Lesson, attempt: Attempt) -> MarkedAttempt:
    """Mark all calls, in the order in which they were shown. Raises nothing.

    In an exam a moment that was shown and has no call was not answered, which is wrong; in study it
    is left out.
    """
    shown = {moment.id: moment for moment in lesson.shown_to(attempt)}
    marked: list[MarkedCall] = []
    for moment in shown.values():
        calls = attempt.of(moment.id)
        if not calls and attempt.mode is Mode.EXAM:
            calls = (Call(moment.id, answered=False),)
        marked += [mark_call(moment, call, lesson.manner) for call in calls]
    total = _share(marked)
    percent = total.percent
    parts = {
        part: Share(
            sum(m.weight for m in marked if m.counts and m.marks[part] is Mark.RIGHT),
            sum(m.weight for m in marked if m.counts and m.marks[part] is not Mark.NOT_ASKED),
        )
        for part in Part
    }
    return MarkedAttempt(
        attempt, tuple(marked), total,
        percent is not None and percent >= lesson.manner.pass_percent, parts,
        _grouped(marked, clauses_of),
        _grouped(marked, kinds_of),
        tuple(dict.fromkeys(c.moment for c in attempt.calls if c.moment not in shown)),
        tuple(moment.id for moment in lesson.moments if moment.id not in shown),
    )  # fmt: skip


def clauses_of(moment: Moment) -> tuple[str, ...]:
    """The clauses that a moment is about."""
    named = tuple(dict.fromkeys(given.clause for given in moment.right if given.clause))
    return named or ((moment.derived_clause,) if moment.derived_clause else ())


def kinds_of(moment: Moment) -> tuple[str, ...]:
    """What is to be given in a moment: kinds of awards, or `nothing`."""
    return tuple(dict.fromkeys(given.kind.value for given in moment.right)) or (NOTHING,)


def mark_call(moment: Moment, call: Call, manner: Manner) -> MarkedCall:
    """Mark one call against each accepted answer, and keep the one it is nearest to."""
    found = [_marked(moment, call, manner, verdict) for verdict in moment.accepted]

    def closeness(each: MarkedCall) -> tuple[bool, int]:
        return each.right, sum(mark is Mark.RIGHT for mark in each.marks.values())

    best = found[0]
    for each in found[1:]:
        if closeness(each) > closeness(best):
            best = each
    return best


def _marked(moment: Moment, call: Call, manner: Manner, verdict: Verdict) -> MarkedCall:
    before = called_before(moment, call.awards, verdict)
    judged = _without(call.awards, before)
    pairs = assign(judged, verdict, manner.tolerance)
    marks = {
        Part.DECISION: _mark(call.answered and _kinds(judged) == _kinds(verdict)),
        **_award_marks(judged, verdict, pairs, manner),
        Part.CONTROL: _control_mark(call.controls, moment.controls, manner.tolerance),
    }
    right = all(marks[part] is not Mark.WRONG for part in manner.counted)
    if not call.answered:
        right = False
    return MarkedCall(
        moment, call, verdict, pairs, marks, right, not moment.disputed, call.hands or 1,
        before,
    )  # fmt: skip


def called_before(moment: Moment, calls: Verdict, verdict: Verdict) -> Verdict:
    """Calls of what was given in the clip before what is asked, the earliest of those alike.

    Only as many as were given there, and only those that the answer leaves over.
    """
    given_before = Counter(vote_of(moment.earlier))
    spare = Counter(vote_of(calls)) - Counter(vote_of(verdict))
    room = given_before & spare
    found = []
    for call in sorted(calls, key=lambda each: each.time or moment.start):
        (alike,) = vote_of((call,))
        if room[alike] > 0:
            room[alike] -= 1
            found.append(call)
    return tuple(found)


def _without(calls: Verdict, before: Verdict) -> Verdict:
    left = list(calls)
    for call in before:
        left.remove(call)
    return tuple(left)


def _award_marks(
    calls: Verdict, verdict: Verdict, pairs: Iterable[Pair], manner: Manner
) -> dict[Part, Mark]:
    """Athlete, value, moment and clause: of awards there are; where nothing is to be given, there are none."""
    parts = (Part.ATHLETE, Part.VALUE, Part.TIME, Part.CLAUSE)
    if not verdict:
        return dict.fromkeys(parts, Mark.NOT_ASKED)
    both = [(c, a) for c, a in pairs if c is not None and a is not None]
    all_met = len(both) == len(verdict)
    marks = {
        Part.ATHLETE: _mark(all_met and all(c.athlete == a.athlete for c, a in both)),
        Part.VALUE: _mark(all_met and all((c.kind, c.value) == (a.kind, a.value) for c, a in both)),
    }
    timed = [(c, a) for c, a in both if a.time is not None]
    if all(a.time is None for a in verdict) or (calls and all(c.time is None for c in calls)):  # fmt: skip
        marks[Part.TIME] = Mark.NOT_ASKED
    else:
        marks[Part.TIME] = _mark(all_met and all(near(c, a, manner.tolerance) for c, a in timed))
    named = any(c.clause for c in calls)
    if not manner.asks_clause and not named:
        marks[Part.CLAUSE] = Mark.NOT_ASKED
    else:
        marks[Part.CLAUSE] = _mark(all_met and all(c.clause == a.clause for c, a in both))
    return marks


def near(call: Given, award: Given, tolerance: Fraction) -> bool:
    """Whether a call's moment is the award's, within so many seconds."""
    if call.time is None or award.time is None:
        return False
    return abs(call.time - award.time) <= tolerance


def assign(calls: Verdict, awards: Verdict, tolerance: Fraction) -> tuple[Pair, ...]:
    """Which call meant which award: the pairs that agree most, then calls and awards left over.

    Whom it is for weighs most, then what it is, how many, and when.
    """

    def worth(call: Given, award: Given) -> int:
        return (
            8 * (call.athlete == award.athlete)
            + 4 * (call.kind is award.kind)
            + 2 * (call.value == award.value)
            + near(call, award, tolerance)
            + 1
        )

    few, many, swapped = (awards, calls, True) if len(calls) > len(awards) else (calls, awards, False)  # fmt: skip

    def of(i: int, j: int) -> int:
        return worth(many[j], few[i]) if swapped else worth(few[i], many[j])

    @cache
    def best(i: int, taken: int) -> tuple[int, tuple[int, ...]]:
        """The most that the items from `i` on can be worth, and which partner each has."""
        if i == len(few):
            return 0, ()
        options = []
        for j in range(len(many)):
            if not taken & 1 << j:
                value, rest = best(i + 1, taken | 1 << j)
                options.append((value + of(i, j), (j, *rest)))
        return max(options, key=lambda option: (option[0], [-j for j in option[1]]))

    partners = best(0, 0)[1]
    pairs: list[Pair] = [
        (many[j], few[i]) if swapped else (few[i], many[j]) for i, j in enumerate(partners)
    ]
    left = [item for j, item in enumerate(many) if j not in partners]
    pairs += [(item, None) if swapped else (None, item) for item in left]
    return tuple(pairs)


def _control_mark(called: Sequence[Control], there: Sequence[Control], tolerance: Fraction) -> Mark:
    """Whether each mark of control lies where a hold of that athlete began or was lost."""
    if not called:
        return Mark.NOT_ASKED
    return _mark(
        all(
            any(
                (mark.kind, mark.athlete) == (real.kind, real.athlete)
                and abs(mark.time - real.time) <= tolerance
                for real in there
            )
            for mark in called
        )
    )


def _mark(right: bool) -> Mark:
    return Mark.RIGHT if right else Mark.WRONG


def _kinds(verdict: Verdict) -> Counter[GivenKind]:
    return Counter(given.kind for given in verdict)


def _share(marked: Iterable[MarkedCall]) -> Share:
    counted = [each for each in marked if each.counts]
    return Share(
        sum(each.weight for each in counted if each.right), sum(each.weight for each in counted)
    )


def _grouped(
    marked: Iterable[MarkedCall], groups: Callable[[Moment], tuple[str, ...]]
) -> dict[str, Share]:
    found: dict[str, list[MarkedCall]] = defaultdict(list)
    for each in marked:
        for name in groups(each.moment) if each.counts else ():
            found[name].append(each)
    return {name: _share(found[name]) for name in sorted(found)}


Vote = tuple[tuple[Athlete, GivenKind, int], ...]
"""What was called, whenever: awards in order. Empty: nothing."""


def vote_of(verdict: Verdict) -> Vote:
    """An answer without its moments and clauses, so that equal ones can be counted."""
    return tuple(sorted((given.athlete, given.kind, given.value) for given in verdict))


def votes(lesson: Lesson, attempts: Iterable[Attempt]) -> dict[str, list[tuple[Vote | None, int]]]:
    """How each moment was called, by its id: answers with how many gave them, the most frequent first.

    None as an answer: no answer in time.
    """
    counted: dict[str, Counter[Vote | None]] = {moment.id: Counter() for moment in lesson.moments}
    for attempt in attempts:
        for call in attempt.calls:
            if call.moment in counted:
                vote = vote_of(call.awards) if call.answered else None
                counted[call.moment][vote] += call.hands or 1
    return {
        moment: sorted(found.items(), key=lambda item: (-item[1], item[0] is None, item[0] or ()))
        for moment, found in counted.items()
    }
