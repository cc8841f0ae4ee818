"""Open questions: which unanswered details would change a number, by how much, and where to look.

Each unanswered detail is answered alone, with every allowed value, and the match is scored
again. What cannot matter is left out beforehand, exactly: the engine reads details only through
`conditions.check`, so an answer that turns none of the checks that were made changes nothing,
and two answers that turn the same checks change the same. The few facts that are read otherwise
(how a submission ended, where it was close, how a throw without a ground position landed) are
always tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.timeline import Stay, read_timeline
from annotator.model.vocabulary import (
    ATHLETES,
    FINISHES,
    FLATTERING,
    Athlete,
    Kind,
    ordinary_value,
)
from annotator.scoring.conditions import CONTEXT
from annotator.scoring.engine import score
from annotator.scoring.reading import read_story
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import Totals
from annotator.scoring.trials import Numbers, Trials


@dataclass(frozen=True, slots=True)
class Effect:
    """What an answer changes under one ruleset: the totals after it, and the winner before and after."""

    ruleset: str
    before: Mapping[Athlete, Totals]
    after: Mapping[Athlete, Totals]
    winner_before: Athlete | None
    winner_after: Athlete | None

    @property
    def changes_winner(self) -> bool:
        return self.winner_before != self.winner_after

    @property
    def size(self) -> int:
        """The largest change of any athlete's points, advantages and penalties, points first."""
        best = 0
        for who in ATHLETES:
            a, b = self.before[who], self.after[who]
            best = max(
                best,
                100 * abs(a.points - b.points)
                + 10 * abs(a.advantages - b.advantages)
                + abs(a.penalties - b.penalties) + abs(a.warnings - b.warnings),
            )  # fmt: skip
        return best


@dataclass(frozen=True, slots=True)
class DetailQuestion:
    """A detail that nobody answered: `ordinary` is assumed; `answers` that change a number.

    `time` (seconds) and `frame` say where to look; `frame` is None where the tag has none.
    """

    tag: str
    detail: str
    ordinary: str | None
    time: Fraction
    frame: int | None
    answers: Mapping[str, tuple[Effect, ...]]

    @property
    def rank(self) -> tuple[int, int, int, Fraction]:
        """Sort key, most decisive first: winner changes, size, flattering details, time."""
        effects = [effect for effects in self.answers.values() for effect in effects]
        winner = any(effect.changes_winner for effect in effects)
        flattering = FLATTERING.index(self.detail) if self.detail in FLATTERING else len(FLATTERING)
        return -int(winner), -max(effect.size for effect in effects), flattering, self.time


def questions(
    match: Match,
    rulesets: Sequence[Ruleset],
    stop: Callable[[], bool] = lambda: False,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> list[DetailQuestion]:
    """The details worth answering under these rulesets, most decisive first.

    `stop` is asked between tries and ends the work early (what was found so far is returned);
    `progress` is told how many tags are done of how many.
    """
    trials = []
    for ruleset in rulesets:
        if stop():
            return []
        trials.append(Trials(match, ruleset))
    places = _Places(match)
    found: list[DetailQuestion] = []
    for done, tag in enumerate(match.in_time()):
        if stop():
            break
        for question in _of_tag(match, tag, trials, places):
            found.append(question)
            if stop():
                break
        progress(done + 1, len(match.tags))
    return sorted(found, key=lambda question: question.rank)


class _Places:
    """Which details the engine looks at for the answer of a tag."""

    def __init__(self, match: Match) -> None:
        self.states: dict[str, tuple[Stay, int]] = {}
        for stay in read_timeline(match).stays:
            for number, state in enumerate(stay.states):
                for tag in state.tags:
                    self.states.setdefault(tag, (stay, number))
        self.done: dict[str, Mapping[str, str]] = {}
        for beat in read_story(match).beats:
            for did in beat.landed:
                if did.tag is not None:
                    self.done[did.tag.id] = did.details

    def looked_at(self, tag: Tag, key: str) -> list[Mapping[str, str]]:
        """The mappings in which an answer of this tag to this question would stand."""
        if tag.id in self.states:
            stay, number = self.states[tag.id]
            return [state.details for state in stay.states[number:] if key not in state.details]
        found = [tag.details]
        if tag.id in self.done:
            found.append(self.done[tag.id])
        return found


def _of_tag(
    match: Match, tag: Tag, trials: Sequence[Trials], places: _Places
) -> Iterator[DetailQuestion]:
    attempt = _Attempt(match, tag, places)
    for key, detail in tag.kind.details.items():
        if key in tag.details or detail.kind is not Kind.CHOICE:
            continue
        spots = places.looked_at(tag, key)
        answers: dict[str, tuple[Effect, ...]] = {}
        for value in detail.values:
            effects = []
            for trial in trials:
                numbers = attempt.numbers(key, value, trial, spots)
                if numbers != trial.numbers:
                    effects.append(Effect(trial.rules.id, *_both(trial.numbers, numbers)))
            if effects:
                answers[value] = tuple(effects)
        if answers:
            assumed = _assumed(tag, key, spots)
            yield DetailQuestion(tag.id, key, assumed, tag.start, tag.frame, answers)


def _both(
    before: Numbers, after: Numbers
) -> tuple[Mapping[Athlete, Totals], Mapping[Athlete, Totals], Athlete | None, Athlete | None]:
    return before[0], after[0], before[1], after[1]


class _Attempt:
    """Answers tried on one tag; those that must come out alike are tried once."""

    def __init__(self, match: Match, tag: Tag, places: _Places) -> None:
        self.match = match
        self.tag = tag
        self.known: dict[tuple[object, ...], Numbers] = {}
        self.matches: dict[tuple[str, str], Match] = {}

    def numbers(
        self, key: str, value: str, trial: Trials, spots: Sequence[Mapping[str, str]]
    ) -> Numbers:
        """The numbers with one answer; scored again only as far as it can matter."""
        turned = _turned(spots, trial, key, value)
        direct = _read_directly(key, value, trial)
        whole = self._changes_story(key, value, trial)
        if turned is None and direct is None and not whole:
            return trial.numbers
        memory = (trial.rules.id, turned, direct, whole and (key, value), *map(id, spots))
        if memory not in self.known:
            self.known[memory] = (
                self._whole(key, value, trial) if whole else trial.try_answer(spots, key, value)
            )
        return self.known[memory]

    def _changes_story(self, key: str, value: str, trial: Trials) -> bool:
        """Whether an answer changes when things happen, so that the whole match is scored again."""
        match key:
            case "close":
                return value == "yes" and "close_from" not in self.tag.details
            case "outcome":
                # A finish counts also while the clock stands, where anything else is cut.
                return value in FINISHES and self.tag.id in trial.cut
            case "landing":
                return self.tag.id in trial.unlanded
            case "position" | "reason":
                return self.tag.tag in ("restart", "overtime", "stop")
        return False

    def _whole(self, key: str, value: str, trial: Trials) -> Numbers:
        answered = self.matches.get((key, value))
        if answered is None:
            tag = self.tag.with_details(**{key: value})
            tags = tuple(tag if each.id == tag.id else each for each in self.match.tags)
            answered = self.matches[key, value] = replace(self.match, tags=tags)
        sheet = score(answered, trial.rules)
        return sheet.totals(), sheet.result.winner


def _assumed(tag: Tag, key: str, spots: Sequence[Mapping[str, str]]) -> str | None:
    for spot in spots:
        if CONTEXT + key in spot:
            return spot[CONTEXT + key]
    return ordinary_value(tag.tag, key, spots[0] if spots else tag.details)


def _turned(
    spots: Sequence[Mapping[str, str]], trial: Trials, key: str, value: str
) -> tuple[bool, ...] | None:
    """How all checks on these details come out with the answer; None where none of them turns."""
    before = [holds for spot in spots for holds in trial.holds(spot)]
    after = [holds for spot in spots for holds in trial.holds(spot, key, value)]
    return tuple(after) if before != after else None


def _read_directly(key: str, value: str, trial: Trials) -> tuple[object, ...] | None:
    """How the engine itself reads an answer, where it does not read it through a check.

    Answers that it reads alike have the same value; None: it reads this one like no answer.
    """
    rules = trial.rules
    match key:
        case "outcome":
            kinds = tuple(not rule.outcomes or value in rule.outcomes for rule in rules.attacks)
            usual = tuple(not rule.outcomes or "escaped" in rule.outcomes for rule in rules.attacks)
            finish = value in FINISHES
            return (finish, kinds) if finish or kinds != usual else None
        case "technique":
            kinds = tuple(value in rule.not_techniques for rule in rules.attacks)
            return (kinds,) if any(kinds) else None
        case "severity":
            return ("out",) if value == "disqualifying" else None
        case "forced":
            return ("forced",) if value == "yes" else None
    return None
