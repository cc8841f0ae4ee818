"""Which holds run when under a ruleset, and how long each still has to last.

What the score is made of, as it comes about: for the tag panel, which counts the seconds down, and
for lanes, which fill up. Nothing is paid here; that is the engine's.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from annotator.model.match import Match
from annotator.model.vocabulary import Athlete
from annotator.scoring.claims import Claim
from annotator.scoring.engine import Fold
from annotator.scoring.facts import Story
from annotator.scoring.reading import read_story
from annotator.scoring.ruleset import Gift, Ruleset
from annotator.scoring.sheet import Writer


@dataclass(frozen=True, slots=True)
class Hold:
    """A stretch in which the seconds of a hold run without a break; all times are seconds.

    From `start` to `end` (None: they still run at the last tag). `before` had been held until
    `start`, `needed` must be held in all; `gives` is what it is held for, under `clause`.
    `lasted`: the seconds were full at `end`; else they were lost or stood still there.
    """

    athlete: Athlete
    clause: str
    position: str
    gives: tuple[Gift, ...]
    start: Fraction
    end: Fraction | None
    before: Fraction
    needed: Fraction
    lasted: bool = False

    def held(self, time: Fraction) -> Fraction:
        """Seconds held up to a time, at most those needed."""
        until = time if self.end is None else min(time, self.end)
        return min(self.needed, self.before + max(Fraction(0), until - self.start))

    def missing(self, time: Fraction) -> Fraction:
        """Seconds that at a time are still needed."""
        return self.needed - self.held(time)

    def runs_at(self, time: Fraction) -> bool:
        """Whether the seconds run at a time; they also do once they are full at the last tag."""
        return self.start <= time and (self.end is None or time < self.end)


def holds(match: Match, ruleset: Ruleset) -> tuple[Hold, ...]:
    """All stretches in which holds run that would be paid, by their start. Raises nothing."""
    story = read_story(match)
    fold = Fold(story, ruleset, Writer(story, ruleset, None))
    watch = _Watch(story)
    for beat in story.beats:
        goes_on = fold.step(beat)
        if not goes_on:
            watch.look(fold, beat.at, over=True)
            break
        watch.look(fold, beat.at)
    return watch.all()


@dataclass(frozen=True, slots=True)
class _Open:
    """A stretch that has begun: what tells it from another one of its claim, and when it is full."""

    since: int
    progress: int
    gives: tuple[Gift, ...]
    due: int
    hold: Hold


class _Watch:
    """Looks at a fold after each beat."""

    def __init__(self, story: Story) -> None:
        self._story = story
        self._open: dict[int, _Open] = {}
        self._done: list[Hold] = []

    def look(self, fold: Fold, at: int, *, over: bool = False) -> None:
        """Note what runs from a tick on. `over`: the match is finished there."""
        running = {} if over else {c.number: c for c in fold.claims if _counts(fold, c)}
        for number, known in list(self._open.items()):
            claim = running.get(number)
            same = claim is not None and (claim.since, claim.progress, fold.gifts(claim)) == (
                known.since, known.progress, known.gives
            )  # fmt: skip
            if not same:
                self._close(number, at)
        for number, claim in running.items():
            if number not in self._open:
                self._begin(fold, claim)

    def _begin(self, fold: Fold, claim: Claim) -> None:
        assert claim.since is not None
        assert claim.due is not None
        seconds = self._story.seconds
        gives = fold.gifts(claim)
        hold = Hold(
            claim.athlete, claim.rule.clause, claim.position, gives, seconds(claim.since), None,
            seconds(claim.progress), seconds(claim.hold),
        )  # fmt: skip
        self._open[claim.number] = _Open(claim.since, claim.progress, gives, claim.due, hold)

    def _close(self, number: int, at: int) -> None:
        known = self._open.pop(number)
        hold, end = known.hold, min(known.due, at)
        if end > known.since:
            self._done.append(
                Hold(
                    hold.athlete, hold.clause, hold.position, hold.gives, hold.start,
                    self._story.seconds(end), hold.before, hold.needed, known.due <= at,
                )
            )  # fmt: skip

    def all(self) -> tuple[Hold, ...]:
        """What was seen, with what still runs."""
        found = [*self._done, *(known.hold for known in self._open.values())]
        return tuple(sorted(found, key=lambda hold: hold.start))


def _counts(fold: Fold, claim: Claim) -> bool:
    """Whether a claim's seconds run now, and will be paid once they are full."""
    rule = claim.rule
    if claim.due is None or not rule.hold_ms or rule.within or rule.unless_within:
        return False
    return not claim.barred and fold.refusal_of(claim) is None
