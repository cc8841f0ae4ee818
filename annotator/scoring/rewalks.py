"""Scoring an edited match again only where it differs: from a state before it to one that is the same.

A baseline walk keeps its state every few beats, and a signature of it at every beat. A walk over a
patch forks from the last kept state before the first beat that differs, and stops at the first beat
after the last such beat at which its signature is the baseline's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from annotator.model.vocabulary import Athlete
from annotator.scoring.close_calls import CloseCalls, Events, WatchedFold
from annotator.scoring.facts import Story
from annotator.scoring.outcome import decide, list_ignored
from annotator.scoring.patches import Patch
from annotator.scoring.referee import Referee
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import Ruling, RulingKind, ScoreSheet
from annotator.scoring.sheet import Writer

EVERY = 8
"""Beats between two kept states."""
_AWARD, _REFUSAL = RulingKind.AWARD, RulingKind.REFUSAL


@dataclass(frozen=True, slots=True)
class Rulings:
    """Awards and refusals, each in the order of time."""

    awards: Sequence[Ruling]
    refusals: Sequence[Ruling]


@dataclass(frozen=True, slots=True)
class Rewalk:
    """What a patch makes of the part that was walked again.

    `calls`: the close calls of that part; those of the rest are the baseline's.
    """

    before: Rulings
    after: Rulings
    winner: Athlete | None
    calls: CloseCalls


def walk_whole(story: Story, rules: Ruleset, reach: int) -> tuple[ScoreSheet, CloseCalls]:
    """The score of a whole match, and its close calls."""
    fold = WatchedFold(story, rules, Writer(story, rules, None), Events(story), reach)
    fold.walk()
    result = decide(rules, story, fold.writer.lines[_AWARD], fold.referee)
    return fold.writer.sheet(result), fold.calls


class Baseline:
    """A match scored under a ruleset, ready for patches of it. `sheet` is its score."""

    def __init__(
        self,
        story: Story,
        rules: Ruleset,
        events: Events,
        reach: int,
        times: Sequence[Fraction] | None,
    ) -> None:
        self.story = story
        self.rules = rules
        self._fold = WatchedFold(story, rules, Writer(story, rules, times), events, reach)
        self._points_from = self._fold.referee.points_from
        self._scheduled = list(self._fold.referee.scheduled)
        self._kept: list[WatchedFold] = []
        self._signatures: list[tuple[object, ...]] = []
        self._counts: list[tuple[int, int]] = []
        self._place = {clause.id: number for number, clause in enumerate(rules.clauses)}
        lines = self._fold.writer.lines
        for number, beat in enumerate(story.beats):
            if number % EVERY == 0:
                self._kept.append(self._fold.fork())
            self._counts.append((len(lines[_AWARD]), len(lines[_REFUSAL])))
            if not self._fold.step(beat):
                break
            self._signatures.append(self._fold.signature())
        else:
            self._counts.append((len(lines[_AWARD]), len(lines[_REFUSAL])))
            self._fold.run_out()
        list_ignored(story, self._fold.writer, self._fold.referee)
        result = decide(rules, story, lines[_AWARD], self._fold.referee)
        self.sheet: ScoreSheet = self._fold.writer.sheet(result)

    @property
    def calls(self) -> CloseCalls:
        return self._fold.calls

    def walk(self, patch: Patch) -> Rewalk | None:
        """Score a patch; None where only the whole match can be scored: its schedules differ."""
        fresh = Referee(patch.story, self.rules, Writer(patch.story, self.rules, None))
        if fresh.points_from != self._points_from or fresh.scheduled != self._scheduled:
            return None
        kept = min(self._unlike_from(patch, fresh) // EVERY, len(self._kept) - 1)
        fold = self._kept[kept].fork()
        fold.story = fold.writer.story = fold.referee.story = patch.story
        fold.referee.doing = fresh.doing
        begin = kept * EVERY
        met = self._walk_on(fold, patch, begin)
        lines, first = self._fold.writer.lines, self._counts[begin]
        last = (None, None) if met is None else self._counts[met + 1]
        before = [lines[k][first[n] : last[n]] for n, k in enumerate((_AWARD, _REFUSAL))]
        after = [fold.writer.lines[k] for k in (_AWARD, _REFUSAL)]
        winner = self.sheet.result.winner
        if met is None or _gifts(before[0]) != _gifts(after[0]):
            awards = lines[_AWARD][: first[0]] + after[0]
            if met is not None:
                awards = awards + lines[_AWARD][last[0] :]
            referee = fold.referee if met is None else self._fold.referee
            winner = decide(self.rules, patch.story, awards, referee).winner
        return Rewalk(
            Rulings(*map(self._sorted, before)), Rulings(*map(self._sorted, after)), winner,
            fold.calls,
        )  # fmt: skip

    def _unlike_from(self, patch: Patch, fresh: Referee) -> int:
        """The first beat that may come out otherwise."""
        changed = self._changed_spans(fresh)
        if not changed:
            return patch.first
        return min(patch.first, sum(beat.at < min(changed) for beat in patch.story.beats))

    def _changed_spans(self, fresh: Referee) -> set[int]:
        """Ends of spans that rules ask about, where they were and where they are."""
        unlike = {(tag.id, begin, end) for tag, begin, end in self._fold.referee.doing}
        unlike ^= {(tag.id, begin, end) for tag, begin, end in fresh.doing}
        return {at for _, begin, end in unlike for at in (begin, end)}

    def _walk_on(self, fold: WatchedFold, patch: Patch, begin: int) -> int | None:
        """Walk until the baseline is met again. Returns its beat there, or None if it never is."""
        beats = patch.story.beats
        later = len(self.story.beats) - len(beats)
        last = max(self._changed_spans(fold.referee), default=None)
        alike = len(beats) - patch.rest
        if last is not None:
            alike = max(alike, sum(beat.at <= last for beat in beats))
        for number in range(begin, len(beats)):
            if not fold.step(beats[number]):
                return None
            old = number + later
            may_meet = number + 1 >= alike and 0 <= old < len(self._signatures)
            if may_meet and fold.is_like(self._signatures[old]):
                return old
        fold.run_out()
        return None

    def _sorted(self, rulings: list[Ruling]) -> list[Ruling]:
        last = len(self._place)
        return sorted(rulings, key=lambda each: (each.time, self._place.get(each.clause, last)))


def _gifts(awards: Sequence[Ruling]) -> list[tuple[object, ...]]:
    """What the outcome reads of awards."""
    return sorted((str(a.athlete), str(a.award), a.value, a.reason.key) for a in awards)
