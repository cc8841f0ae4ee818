"""A lesson: moments of matches with a question each, the right answers, and what trainees called.

How a window or a page uses it:

    lesson = read_lesson(path)                       # annotator.files.lesson_file
    for moment in in_turn(lesson.moments, seed):     # seed 0: as the teacher ordered them
        ...show the film of `moment.match` from moment.start to moment.end, the board as at
        moment.start, and take the calls: Given(athlete, GivenKind.POINTS, 3, time=frame's time)
        calls.append(Call(moment.id, awards, controls, replays=1, reaction=...))   # () is “nothing”
    attempt = Attempt(lesson.id, name, date, mode, seed, order, tuple(calls))
    save_attempt(attempt, path)                      # *.answers.json
    marked = mark_attempt(lesson, attempt)           # annotator.scoring.marking

All times are seconds of the match (`Fraction`), as in its tags; a call's time is that of the
frame on the screen. What a ruleset's referee can call (the keys to offer) says
`annotator.scoring.lesson_key.choices`; the right answer with its reasons says `key_of` there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import TypeVar

from annotator.model.vocabulary import Athlete

_NOTHING: Mapping[str, object] = MappingProxyType({})
_UNSEEN: Mapping[str, int] = MappingProxyType({})
_T = TypeVar("_T")

MOST_AWARDS, MOST_CONTROLS = 12, 120
"""So much one answer may hold; a file that says more is refused."""
PRE_ROLL = Fraction(2)
"""Seconds that a clip begins before the earliest tag that its ruling needs."""
LEAST_NOTHING = Fraction(1, 3)
"""The share of moments in which nothing is to be given, below which calling something pays."""


class Mode(StrEnum):
    """EXAM: full speed, once, no stepping, an answer in time. STUDY: free."""

    EXAM = "exam"
    STUDY = "study"


class GivenKind(StrEnum):
    """What a referee can give; the words are those of the engine's awards. Nothing is no award."""

    POINTS = "points"
    ADVANTAGE = "advantage"
    PENALTY = "penalty"
    WARNING = "warning"
    DISQUALIFICATION = "disqualification"


class Part(StrEnum):
    """What is marked apart from the others in an answer."""

    DECISION = "decision"
    ATHLETE = "athlete"
    VALUE = "value"
    TIME = "time"
    CLAUSE = "clause"
    CONTROL = "control"


@dataclass(frozen=True, slots=True)
class Given:
    """One award, as called or as it is right. `time` None: not said; `clause` empty: not said."""

    athlete: Athlete
    kind: GivenKind
    value: int = 1
    time: Fraction | None = None
    clause: str = ""


Verdict = tuple[Given, ...]
"""An answer: all that is given in a moment, for both athletes. Empty: nothing."""


class ControlKind(StrEnum):
    """“Control starts now”, “control is lost”."""

    STARTS = "starts"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Control:
    """The seconds of a hold begin, or are lost, at `time`."""

    kind: ControlKind
    athlete: Athlete
    time: Fraction


@dataclass(frozen=True, slots=True)
class Override:
    """What the teacher says in place of the engine, and why. Both stay visible."""

    verdict: Verdict
    reason: str


@dataclass(frozen=True, slots=True)
class Moment:
    """A stretch of a match and the question what is to be given in it.

    `match` is the match file's path relative to the lesson file, `match_hash` the hash of its
    bytes when the moment was made. The clip shows `start` to `end`; what is asked is what is given
    after `asked` and up to `end`; the board over the clip tells what was given until `start`. `time` is the
    ruling or refusal that the moment was made for. `derived` is what the engine said when the moment was made, under
    `ruleset` in its `edition`; `derived_clause` the clause of a refusal where nothing is given;
    `earlier` what the engine gave after `start` and until `asked`, which the clip shows but nobody asks for;
    `controls` where holds began or were lost. `alternatives` are accepted as well; a `disputed` moment is not counted.
    """

    id: str
    match: str
    ruleset: str
    start: Fraction
    end: Fraction
    asked: Fraction
    time: Fraction
    question: str = ""
    match_hash: str = ""
    edition: str = ""
    derived: Verdict = ()
    derived_clause: str = ""
    earlier: Verdict = ()
    controls: tuple[Control, ...] = ()
    override: Override | None = None
    alternatives: tuple[Verdict, ...] = ()
    disputed: bool = False
    note: str = ""
    extra: Mapping[str, object] = field(default_factory=lambda: _NOTHING)

    @property
    def right(self) -> Verdict:
        """The right answer: the teacher's where there is one, else the engine's."""
        return self.derived if self.override is None else self.override.verdict

    @property
    def accepted(self) -> tuple[Verdict, ...]:
        """All answers that are right, the right one first."""
        return (self.right, *self.alternatives)


@dataclass(frozen=True, slots=True)
class Manner:
    """How a lesson is taken and marked.

    `seconds_to_answer` count from the clip's end, in an exam. `replays`: how often a clip may be
    seen again in an exam (in study: as often as wanted). `tolerance`: by how many seconds a called
    moment may differ. `pass_percent` of the moments that count must be right in all `counted`
    parts. `asks_clause`: the clause must be named. `names`: how athletes are called on the clips:
    `colours`, `initials` or `full`.
    """

    mode: Mode = Mode.EXAM
    seconds_to_answer: Fraction = Fraction(5)
    replays: int = 0
    tolerance: Fraction = Fraction(2)
    pass_percent: int = 80
    counted: tuple[Part, ...] = (Part.DECISION, Part.ATHLETE, Part.VALUE)
    asks_clause: bool = False
    names: str = "colours"
    extra: Mapping[str, object] = field(default_factory=lambda: _NOTHING)


NAMES = ("colours", "initials", "full")


@dataclass(frozen=True, slots=True)
class Lesson:
    """An ordered list of moments. `id` tells an answers file which lesson it belongs to."""

    id: str
    title: str = ""
    moments: tuple[Moment, ...] = ()
    manner: Manner = Manner()
    intro: str = ""
    extra: Mapping[str, object] = field(default_factory=lambda: _NOTHING)

    def moment(self, moment_id: str) -> Moment | None:
        """The moment with this id, or None."""
        return next((moment for moment in self.moments if moment.id == moment_id), None)

    def shown_to(self, attempt: Attempt) -> tuple[Moment, ...]:
        """The moments that an attempt was to answer, in the order in which they were shown.

        One that could not be shown is no part of its order, and none that came later is: neither is
        a wrong answer. Calls without any order were made to the whole lesson.
        """
        known = {moment.id: moment for moment in self.moments}
        order = attempt.order or (tuple(known) if attempt.calls else ())
        called = (call.moment for call in attempt.calls)
        return tuple(known[name] for name in dict.fromkeys((*order, *called)) if name in known)

    def lacks_nothing(self) -> int:
        """How many more moments with nothing to give are needed until they are a third of all."""
        nothing = sum(not moment.right for moment in self.moments)
        lacking = 0
        while nothing + lacking < LEAST_NOTHING * (len(self.moments) + lacking):
            lacking += 1
        return lacking


@dataclass(frozen=True, slots=True)
class Call:
    """What a trainee called in a moment: `awards` (empty: nothing), where control began or was lost.

    `answered` False: the time was up before anything was called, which is not “nothing”. `replays`: how
    often the clip was seen again. `reaction`: seconds from the clip's end (negative: before it)
    to the answer, None where it was not measured. `hands`: where a class showed hands, how many
    did for this call (then a moment has several calls); 0: it is one trainee's own.
    """

    moment: str
    awards: Verdict = ()
    controls: tuple[Control, ...] = ()
    answered: bool = True
    replays: int = 0
    reaction: Fraction | None = None
    hands: int = 0
    extra: Mapping[str, object] = field(default_factory=lambda: _NOTHING)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A trainee's answers to a lesson, or a class's whose hands were counted.

    `order`: ids of the moments as they were shown, by `in_turn` with `seed`. `date`: `2026-11-28`.
    `seen`: how often the clip of a moment, by its id, was begun in an exam; who left then and goes on has seen it.
    """

    lesson: str
    trainee: str
    date: str = ""
    mode: Mode = Mode.EXAM
    seed: int = 0
    order: tuple[str, ...] = ()
    calls: tuple[Call, ...] = ()
    seen: Mapping[str, int] = field(default_factory=lambda: _UNSEEN)
    extra: Mapping[str, object] = field(default_factory=lambda: _NOTHING)

    def of(self, moment_id: str) -> tuple[Call, ...]:
        """What was called in a moment; empty if it was never answered, several where hands were counted."""
        return tuple(call for call in self.calls if call.moment == moment_id)


_SEEDS = 2147483646
"""So many orders there are; the one of seed 0 is the teacher's."""


def shuffled(items: Sequence[_T], seed: int) -> tuple[_T, ...]:
    """The items in the order of a seed, the same on every machine and in the class page; 0: as they are.

    Fisher-Yates with the Park-Miller generator, which a browser's numbers can follow exactly.
    """
    mixed = list(items)
    state = seed % _SEEDS
    if state == 0:
        return tuple(mixed)
    for last in range(len(mixed) - 1, 0, -1):
        state = state * 48271 % 2147483647
        other = state % (last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return tuple(mixed)


def in_turn(moments: Sequence[Moment], seed: int) -> tuple[Moment, ...]:
    """The moments in the order of a seed, but those of one match in the order of their time.

    Else the board over a clip would tell the answer to one that is still to come. 0: as they are.
    """
    mixed = shuffled(moments, seed)
    if seed % _SEEDS == 0:
        return mixed
    waiting: dict[str, list[Moment]] = {}
    for moment in in_time(moments):
        waiting.setdefault(moment.match, []).append(moment)
    return tuple(waiting[moment.match].pop(0) for moment in mixed)


def in_time(moments: Iterable[Moment]) -> list[Moment]:
    """Moments by the start of their clips, earlier ones first."""
    return sorted(moments, key=lambda moment: (moment.start, moment.end))


def free_id(taken: Iterable[str]) -> str:
    """The first of `q1`, `q2`, ... that is not taken."""
    known = set(taken)
    number = len(known) + 1
    while f"q{number}" in known:
        number += 1
    return f"q{number}"
