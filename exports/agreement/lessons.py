"""Trainees who took a lesson: against the rulings, among each other, and as a panel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from pathlib import Path

from annotator.errors import AnnotatorError, UsageError
from annotator.files.lesson_file import LESSON_SUFFIX, read_answers, read_lesson
from annotator.model.lesson import Attempt, GivenKind, Lesson, Moment
from annotator.scoring.marking import (
    MarkedAttempt,
    MarkedCall,
    Vote,
    clauses_of,
    mark_attempt,
    vote_of,
)
from annotator.text import tr
from exports.agreement.figures import (
    Figure,
    Level,
    Spread,
    alpha_of_units,
    kappa,
    share,
    spread,
)

MOST_HANDS = 500
"""So many hands of one question at most count as people; a class is no larger."""
LEAST_PANEL = 3


@dataclass(frozen=True)
class Trainee:
    """One attempt, marked; `again`: its trainee had taken the lesson before."""

    name: str
    marked: MarkedAttempt
    again: bool = False

    @property
    def is_class(self) -> bool:
        """Whether hands were counted, so that nobody knows who said what."""
        return any(call.hands for call in self.marked.attempt.calls)

    @cached_property
    def counted(self) -> list[MarkedCall]:
        """The calls of moments that are not disputed."""
        return [each for each in self.marked.moments if each.counts]

    @cached_property
    def right(self) -> Figure:
        """The share of moments called right in all that the lesson counts."""
        total = self.marked.total
        return share(total.right, total.asked)

    @cached_property
    def kappa(self) -> Figure:
        """Cohen's kappa of the whole answers against the rulings."""
        return kappa(_table(self.counted))

    @cached_property
    def reaction(self) -> Spread | None:
        """Seconds from the clip's end to the answer."""
        times = (each.call.reaction for each in self.marked.moments)
        return spread(time for time in times if time is not None)

    @cached_property
    def late(self) -> Spread | None:
        """Seconds by which the moments called lie after those of the rulings; negative: before."""
        return spread(_lateness(self.counted))


@dataclass(frozen=True, slots=True)
class Panel:
    """What a panel says of a moment: `votes` of its members, `answer`, and whether more than half gave it."""

    moment: Moment
    votes: tuple[Vote, ...]
    answer: Vote
    majority: bool

    @property
    def right(self) -> bool:
        """Whether the answer is one that the lesson accepts."""
        return self.answer in [vote_of(verdict) for verdict in self.moment.accepted]


@dataclass(frozen=True, slots=True)
class Clause:
    """How often moments that are about a clause were called wrong. `ruleset`: whose clause it is."""

    ruleset: str
    clause: str
    wrong: int
    figure: Figure


@dataclass(frozen=True)
class LessonAgreement:
    """All attempts at a lesson together. `copies`: attempts that were given twice and left out."""

    lesson: Lesson
    trainees: tuple[Trainee, ...]
    copies: int = 0

    @cached_property
    def calls(self) -> list[MarkedCall]:
        """All calls that count, of everybody."""
        return [each for trainee in self.trainees for each in trainee.counted]

    @cached_property
    def first_times(self) -> list[Trainee]:
        """Each person once: what is said by one twice is no agreement of two."""
        return [trainee for trainee in self.trainees if not trainee.again]

    @cached_property
    def people(self) -> list[Trainee]:
        """Of these, those whose own answers are known."""
        return [trainee for trainee in self.first_times if not trainee.is_class]

    @cached_property
    def table(self) -> dict[tuple[Vote, Vote], int]:
        """How often what was right (first) was answered by what (second), in all attempts."""
        return _table(self.calls)

    @property
    def unanswered(self) -> int:
        """Moments to which no answer came in time."""
        return sum(each.weight for each in self.calls if not each.call.answered)

    @cached_property
    def right(self) -> Figure:
        """The share of all calls that are right in all that the lesson counts."""
        return share(
            sum(c.weight for c in self.calls if c.right), sum(c.weight for c in self.calls)
        )

    @cached_property
    def kappa(self) -> Figure:
        """Cohen's kappa of all calls against the rulings."""
        return kappa(self.table)

    @cached_property
    def among(self) -> Figure:
        """Krippendorff's alpha of the whole answers, of people among each other."""
        return alpha_of_units(list(self._units.values()))

    @cached_property
    def among_kinds(self) -> Figure:
        """The same of what kind of thing was given, whoever got it and how many."""
        return alpha_of_units([[_kinds(vote) for vote in votes] for votes in self._units.values()])

    @cached_property
    def among_points(self) -> Figure:
        """The same of the points, red's less blue's, as numbers: 2 for 3 is less wrong than 0."""
        units = [[points_of(vote) for vote in votes] for votes in self._units.values()]
        return alpha_of_units(units, Level.INTERVAL)

    @cached_property
    def pairs(self) -> list[tuple[str, str, Figure, Figure]]:
        """Each two people: how many answers are the same, and Cohen's kappa."""
        said = [(trainee.name, _votes(trainee)) for trainee in self.people]
        found = []
        for (one, ones), (two, twos) in combinations(said, 2):
            common = [(ones[key], twos[key]) for key in ones if key in twos]
            same = sum(first == second for first, second in common)
            found.append((one, two, share(same, len(common)), kappa(Counter(common))))
        return found

    @cached_property
    def panels(self) -> list[Panel]:
        """What they say as a panel, for each moment that at least three answered."""
        moments = {moment.id: moment for moment in self.lesson.moments}
        return [
            Panel(moments[name], tuple(votes), *panel_answer(votes))
            for name, votes in self._units.items()
            if len(votes) >= LEAST_PANEL
        ]

    @cached_property
    def clauses(self) -> list[Clause]:
        """The clauses whose moments were called, the one that causes most errors first."""
        counts: dict[tuple[str, str], list[int]] = {}
        for each in self.calls:
            for clause in clauses_of(each.moment):
                row = counts.setdefault((each.moment.ruleset, clause), [0, 0])
                row[0] += each.weight * (not each.right)
                row[1] += each.weight
        rows = [Clause(*key, wrong, share(wrong, asked)) for key, (wrong, asked) in counts.items()]
        return sorted(rows, key=lambda row: (-row.wrong, -(row.figure.value or 0), row.clause))

    @cached_property
    def reaction(self) -> Spread | None:
        """Seconds from the clip's end to the answer, of all calls."""
        times = (each.call.reaction for each in self.calls)
        return spread(time for time in times if time is not None)

    @cached_property
    def late(self) -> Spread | None:
        """Seconds by which the moments called lie after those of the rulings, of all calls."""
        return spread(_lateness(self.calls))

    def votes_on(self, moment: Moment) -> list[tuple[Vote | None, int]]:
        """How a moment was answered, the most frequent first; None: not in time."""
        counted: Counter[Vote | None] = Counter()
        for trainee in self.trainees:
            for each in trainee.marked.moments:
                if each.moment is moment:
                    vote = vote_of(each.call.awards) if each.call.answered else None
                    counted[vote] += each.weight
        return counted.most_common()

    @cached_property
    def _units(self) -> dict[str, list[Vote]]:
        """What each moment that counts was answered, by each person once."""
        units: dict[str, list[Vote]] = {
            moment.id: [] for moment in self.lesson.moments if not moment.disputed
        }
        for trainee in self.first_times:
            for each in trainee.counted:
                if each.call.answered:
                    hands = min(each.weight, MOST_HANDS)
                    units[each.moment.id] += [vote_of(each.call.awards)] * hands
        return units


def read_class(paths: Sequence[Path]) -> tuple[Lesson, Path, list[Attempt]]:
    """The lesson among these files, its path, and all attempts in the others, told by their names.

    Raises UsageError where there is not one lesson and nothing but answers; FileError or
    LessonFileError.
    """
    lessons = [path for path in paths if path.name.lower().endswith(LESSON_SUFFIX)]
    if not lessons:
        raise UsageError(
            tr("Answers can only be compared together with their lesson."),
            mend=tr("Name the lesson too, a file that ends in {ending}.", ending=LESSON_SUFFIX),
        )
    if len(lessons) > 1:
        raise UsageError(
            tr("Only one lesson can be compared at a time."),
            mend=tr("Name one lesson and the answers to it."),
        )
    attempts = [each for path in paths if path != lessons[0] for each in read_answers(path)]
    return read_lesson(lessons[0]), lessons[0], attempts


def compare_answers(lesson: Lesson, attempts: Iterable[Attempt]) -> LessonAgreement:
    """Compare all attempts at a lesson with its rulings and with each other.

    Raises AnnotatorError where an attempt belongs to another lesson, or none is there.
    """
    found: list[Attempt] = []
    copies = 0
    for attempt in attempts:
        if attempt.lesson != lesson.id:
            raise AnnotatorError(
                tr("The answers of {name} belong to another lesson.", name=attempt.trainee),
                mend=tr("Name the lesson that was taken, or leave these answers out."),
            )
        if attempt in found:
            copies += 1
        else:
            found.append(attempt)
    if not found:
        raise AnnotatorError(
            tr("There are no answers to compare."),
            mend=tr("Name the answers files after the lesson."),
        )
    known: Counter[str] = Counter()
    trainees = []
    for attempt in found:
        name = attempt.trainee or tr("nameless")
        key = " ".join(name.casefold().split())
        # Two without a name may be two people.
        again = bool(attempt.trainee) and known[key] > 0
        known[key] += 1
        shown = name if known[key] == 1 else tr("{name} ({number})", name=name, number=known[key])
        trainees.append(Trainee(shown, mark_attempt(lesson, attempt), again))
    return LessonAgreement(lesson, tuple(trainees), copies)


def panel_answer(votes: Sequence[Vote]) -> tuple[Vote, bool]:
    """What a panel says, and whether more than half of it said so.

    Where no answer has more than half, it is the middle one of all, from what gives blue most to
    what gives red most; of two in the middle, the one that gives less.
    """
    answer, count = Counter(votes).most_common(1)[0]
    if 2 * count > len(votes):
        return answer, True
    ordered = sorted(votes, key=weight_of)
    low, high = ordered[(len(ordered) - 1) // 2], ordered[len(ordered) // 2]
    return min((low, high), key=lambda vote: [abs(part) for part in weight_of(vote)]), False


def weight_of(vote: Vote) -> tuple[int, ...]:
    """How much an answer gives red over blue: disqualification, points, penalty, advantage, warning."""
    kinds = (
        GivenKind.DISQUALIFICATION, GivenKind.POINTS, GivenKind.PENALTY, GivenKind.ADVANTAGE,
        GivenKind.WARNING,
    )  # fmt: skip
    against = (GivenKind.DISQUALIFICATION, GivenKind.PENALTY, GivenKind.WARNING)
    return tuple(
        sum(
            value * (1 if athlete == "red" else -1) * (-1 if kind in against else 1)
            for athlete, kind, value in vote
            if kind is each
        )
        for each in kinds
    )


def points_of(vote: Vote) -> int:
    """The points of an answer, red's less blue's."""
    return weight_of(vote)[1]


def _kinds(vote: Vote) -> tuple[str, ...]:
    return tuple(sorted(kind.value for _, kind, _ in vote))


def _votes(trainee: Trainee) -> dict[str, Vote]:
    return {
        each.moment.id: vote_of(each.call.awards) for each in trainee.counted if each.call.answered
    }


def _table(calls: Iterable[MarkedCall]) -> dict[tuple[Vote, Vote], int]:
    counted: dict[tuple[Vote, Vote], int] = {}
    for each in calls:
        if each.call.answered:
            key = (vote_of(each.against), vote_of(each.call.awards))
            counted[key] = counted.get(key, 0) + each.weight
    return counted


def _lateness(calls: Iterable[MarkedCall]) -> list[Fraction]:
    return [
        called.time - award.time
        for each in calls
        for called, award in each.pairs
        if called is not None and award is not None
        and called.time is not None and award.time is not None
    ]  # fmt: skip
