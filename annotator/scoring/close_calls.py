"""The close calls of a scoring: comparisons of times that a small move of a tag could turn.

Everything the engine decides by time is the sign of a difference of two moments: tags in their
order, the tick at which seconds are full against a beat, a schedule against the end of its span.
Each difference is a sum of the match's own times, every one counted once, forward or back, so
that it changes by exactly as much as the one time that is moved. A move that turns none of the
signs leaves the engine's way through the match, and so every award and the result, as it is.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field
from fractions import Fraction

from annotator.model.tag import Tag
from annotator.model.timeline import Run
from annotator.model.vocabulary import Athlete
from annotator.scoring.claims import Claim
from annotator.scoring.engine import Fold
from annotator.scoring.facts import Attack, Beat, Did, Story
from annotator.scoring.inactivity import spans_of
from annotator.scoring.ruleset import Rule, Ruleset
from annotator.scoring.sheet import Writer

Tick = int | Fraction
"""A tick; only a submission's own detail names a time between two of them."""
Form = Mapping[Tick, int]
"""How often each tick of the match is counted in a moment: 1 forward, -1 back."""
_NOTHING: Form = {}


@dataclass(frozen=True, slots=True)
class Moment:
    """A tick that follows from the match's times by a form and a rule's own milliseconds."""

    at: Tick
    form: Form


@dataclass(slots=True)
class CloseCalls:
    """Differences of at most `reach` ticks: for each tick of the match (difference, how often counted)."""

    reach: int
    by_tick: dict[Tick, set[tuple[Tick, int]]] = field(default_factory=lambda: defaultdict(set))

    def note(self, difference: Tick, form: Form) -> None:
        """Remember a difference, if it is small enough to be turned."""
        if -self.reach <= difference <= self.reach:
            for tick, times in form.items():
                if times:
                    self.by_tick[tick].add((difference, times))

    def compare(self, a: Moment, b: Moment) -> None:
        self.note(a.at - b.at, plus(a.form, b.form, -1))

    def turned(self, tick: int, after: int, by: int) -> bool:
        """Whether a comparison differs with the one time at a tick moved by `after` and by `by` ticks."""
        return any(
            _sign(difference + times * after) != _sign(difference + times * by)
            for difference, times in self.by_tick.get(tick, ())
        )


def _sign(value: Tick) -> int:
    return (value > 0) - (value < 0)


def plus(a: Form, b: Form, times: int = 1) -> Form:
    """One form and so many times another one."""
    total = dict(a)
    for tick, count in b.items():
        total[tick] = total.get(tick, 0) + times * count
    return total


def event(at: Tick) -> Moment:
    return Moment(at, {at: 1})


class Events:
    """All times of a match in ticks: both ends of every tag, and where a submission became close.

    `owners`: how many of them stand at a tick. Where there are several, they part when one moves.
    """

    def __init__(self, story: Story) -> None:
        times: list[Tick] = [story.tick(tag.start) for tag in story.timeline.tags]
        times += [story.tick(tag.end) for tag in story.timeline.tags if tag.end is not None]
        said = [_close_from(tag) for tag in story.timeline.tags]
        self.owners = Counter([*times, *(at * story.per_second for at in said if at is not None)])
        self.ticks = sorted(self.owners)

    def crossed(self, tick: int, after: int, by: int) -> bool:
        """Whether the time at a tick, moved on from `after` to `by`, meets, passes or leaves another."""
        if self.owners[tick] > 1:
            return True
        low, high = sorted((tick + after, tick + by))
        others = bisect_right(self.ticks, high) - bisect_left(self.ticks, low)
        return others > (low <= tick <= high)

    def near(self, at: Tick, reach: int) -> list[Tick]:
        """The times at most so many ticks from a moment."""
        return self.ticks[
            bisect_left(self.ticks, at - reach) : bisect_right(self.ticks, at + reach)
        ]


def _close_from(tag: Tag) -> Fraction | None:
    """The time that a submission's own detail names; no move of its ends moves it."""
    try:
        return Fraction(tag.details["close_from"]) if "close_from" in tag.details else None
    except ValueError:
        return None


@dataclass(slots=True)
class _Count:
    """A count of ticks in its course: since when it runs, what it had before, and by which form."""

    since: int | None = None
    done: int = 0
    form: Form = field(default_factory=dict)

    def follow(self, since: int | None, done: int, at: int) -> None:
        """Take in what became of the count at a beat."""
        if done == 0:
            self.form = _NOTHING
        elif self.since is not None and done != self.done:
            self.form = plus(self.form, {at: 1, self.since: -1})
        self.since, self.done = since, done

    def depends(self) -> frozenset[tuple[Tick, int]]:
        """Which times of the match what was counted before follows from."""
        return frozenset((tick, times) for tick, times in self.form.items() if times)

    def due(self, at: int) -> Moment:
        """The moment at which it is full, where that is at a known tick."""
        assert self.since is not None
        return Moment(at, plus({self.since: 1}, self.form, -1))


class WatchedFold(Fold):
    """A walk that notes what it compares, the tags' own order aside. It scores as any other does."""

    def __init__(
        self, story: Story, rules: Ruleset, writer: Writer, events: Events, reach: int
    ) -> None:
        super().__init__(story, rules, writer)
        self.calls = calls = CloseCalls(reach)
        self.held: dict[int, _Count] = {}
        self.spent: dict[int, _Count] = {}
        self.opening = _Count()
        self.fixed = sorted(_fixed_moments(story, rules, self.referee.points_from, calls), key=_at)
        for moment in self.fixed:
            for tick in events.near(moment.at, calls.reach):
                calls.compare(moment, event(tick))
        self._compare_near(self.fixed)
        self.limits = _Limits(rules)

    def fork(self) -> WatchedFold:
        """A fold that goes on from here by itself, with notes of its own."""
        twin = super().fork()
        assert isinstance(twin, WatchedFold)
        twin.calls = CloseCalls(self.calls.reach)
        twin.held = {claim.number: copy(self.held[claim.number]) for claim in self.claims}
        twin.spent = {claim.number: copy(self.spent[claim.number]) for claim in self.claims}
        twin.opening = copy(self.opening)
        return twin

    def _signature_parts(self) -> Iterator[object]:
        """What later rulings depend on, and what the comparisons that decide them depend on."""
        yield from super()._signature_parts()
        yield [self.held[claim.number].depends() for claim in self.claims]
        yield [self.spent[claim.number].depends() for claim in self.claims]
        yield self.opening.depends()
        yield [claim.signature() for claim in self.echoes]
        yield self.met & {(claim.athlete, claim.born) for claim in self.claims}

    def step(self, beat: Beat) -> bool:
        """Walk one beat, noting what is compared with it."""
        self._note_due(beat.at)
        for did in beat.landed:
            self.limits.note_action(did, self.story, self.calls)
        for attack in beat.ended:
            self.limits.note_attack(attack, self.story, self.calls)
        goes_on = super().step(beat)
        self._follow(beat.at)
        return goes_on

    def swept(self, did: Did) -> None:
        """Note how near to its hold's end a scramble had ended it."""
        for claim in self.echoes:
            begun = Moment(claim.born, {claim.born: 1})
            ran, form = _without_freezes(self.story, claim.born, did.at)
            if begun.at <= did.at:
                self.calls.note(ran - claim.hold, form)
        super().swept(did)

    def off_long_enough(self, rule: Rule, who: Athlete, at: int) -> None:
        left = self.ledger.left_at.get((who, rule.clause))
        if rule.again == "off" and left is not None:
            ran, form = _on_the_clock(self.story, left, at)
            self.calls.note(ran - self.ticks(rule.off_ms), form)
        super().off_long_enough(rule, who, at)

    def _note_due(self, to: int) -> None:
        reach = self.calls.reach
        waiting = []
        for claim in self.claims:
            due = claim.due
            if due is not None and due <= to + reach:
                waiting.append(self.held[claim.number].due(due))
            if claim.rule.lost_over is not None:
                self._note_spent(claim, claim.rule.lost_over[1], to)
        opens = self.slow.due if self.slow else None
        if opens is not None and opens <= to + reach:
            waiting.append(self.opening.due(opens))
        for moment in waiting:
            self.calls.compare(moment, event(to))
            for other in self._fixed_near(moment.at):
                self.calls.compare(moment, other)
        self._compare_near(sorted(waiting, key=_at))

    def _note_spent(self, claim: Claim, allowed_ms: int, to: int) -> None:
        count = self.spent[claim.number]
        spent, form = claim.spent, count.form
        if claim.spent_since is not None:
            spent += to - claim.spent_since
            form = plus(form, plus({to: 1}, {claim.spent_since: 1}, -1))
        self.calls.note(spent - self.ticks(allowed_ms), form)

    def _compare_near(self, moments: list[Moment]) -> None:
        """Each pair of moments that are near one another; they come in their order."""
        for number, a in enumerate(moments):
            for b in moments[number + 1 :]:
                if b.at - a.at > self.calls.reach:
                    break
                self.calls.compare(a, b)

    def _fixed_near(self, at: Tick) -> list[Moment]:
        if not self.fixed:
            return []
        reach = self.calls.reach
        first = bisect_left(self.fixed, at - reach, key=_at)
        return self.fixed[first : bisect_right(self.fixed, at + reach, key=_at)]

    def _follow(self, at: int) -> None:
        for claim in self.claims:
            if claim.number not in self.held:
                self.held[claim.number], self.spent[claim.number] = _Count(), _Count()
            if not claim.ripe:
                self.held[claim.number].follow(claim.since, claim.progress, at)
            if claim.rule.lost_over is not None:
                self.spent[claim.number].follow(claim.spent_since, claim.spent, at)
        if self.slow:
            self.opening.follow(self.slow.since, self.slow.done, at)


def _at(moment: Moment) -> Tick:
    return moment.at


def _fixed_moments(
    story: Story, rules: Ruleset, points_from: int | None, calls: CloseCalls
) -> Iterator[Moment]:
    """What follows from the tags alone: when inactivity costs something, when points begin."""
    for rule in rules.inactivity:
        for _, _, begin, end in spans_of(rule, story):
            number = 0
            while True:
                ticks = story.ticks(rule.after_ms) + number * story.ticks(rule.again_ms or 0)
                moment = _running_after(story, begin, ticks, calls)
                if moment is None:
                    break
                calls.compare(moment, event(end))
                if moment.at > end:
                    break
                yield moment
                number += 1
                if not rule.again_ms:
                    break
    for category in rules.categories:
        if category.id == story.match.info("category") and category.point_free_ms and story.beats:
            ticks = story.ticks(category.point_free_ms)
            moment = _running_after(story, story.beats[0].at, ticks, calls)
            if moment is not None:
                yield moment


def _running_after(story: Story, begin: int, ticks: int, calls: CloseCalls) -> Moment | None:
    """When the clock has run so many ticks since `begin`; notes at which ends of a stretch it is close."""
    left, form = ticks, _NOTHING
    for first, last in story.running:
        first = max(begin, first)
        if last <= first:
            continue
        moment = Moment(first + left, plus(form, {first: 1}))
        calls.compare(moment, event(last))
        if left <= last - first:
            return moment
        left -= last - first
        form = plus(form, plus({first: 1}, {last: 1}, -1))
    return None


def _pieces(story: Story, run: Run, begin: int, end: int) -> Iterable[tuple[int, int]]:
    """The parts of a time in which the clock does this."""
    for stretch in story.timeline.stretches:
        if stretch.run is run:
            first = max(begin, story.tick(stretch.start))
            last = min(end, story.tick(stretch.end))
            if first < last:
                yield first, last


def _on_the_clock(story: Story, begin: int, end: int) -> tuple[int, Form]:
    """Ticks on the match clock from one moment to another, and by which form."""
    ran, form = 0, _NOTHING
    for first, last in _pieces(story, Run.RUNNING, begin, end):
        ran += last - first
        form = plus(form, plus({last: 1}, {first: 1}, -1))
    return ran, form


def _without_freezes(story: Story, begin: int, end: int) -> tuple[int, Form]:
    """Ticks from one moment to another, freezes cut out, and by which form."""
    ran, form = end - begin, plus({end: 1}, {begin: 1}, -1)
    for first, last in _pieces(story, Run.FROZEN, begin, end):
        ran -= last - first
        form = plus(form, plus({last: 1}, {first: 1}, -1), -1)
    return ran, form


class _Limits:
    """The seconds that a ruleset's conditions on actions and submissions ask for, in milliseconds."""

    def __init__(self, rules: Ruleset) -> None:
        self.after_whistle = {
            r.began_within_ms for r in rules.rules if r.began_within_ms is not None
        }
        self.after_standing = {
            case.stood_up_within_ms
            for rule in rules.rules
            for case in rule.exceptions
            if case.stood_up_within_ms is not None
        }
        self.close = {rule.least_ms for rule in rules.attacks}

    def note_action(self, did: Did, story: Story, calls: CloseCalls) -> None:
        """How near an action began to the end of a whistle's seconds, or of those after standing up."""
        for limits, since in (
            (self.after_whistle, did.whistle),
            (self.after_standing, did.stood_up),
        ):
            if since is not None:
                form = plus({did.started: 1}, {since: 1}, -1)
                for limit in limits:
                    calls.note(did.started - since - story.ticks(limit), form)

    def note_attack(self, attack: Attack, story: Story, calls: CloseCalls) -> None:
        """How near a submission's close seconds were to what a rule asks for."""
        if attack.close is not None:
            ran, form = _without_freezes(story, attack.close, attack.end)
            for limit in self.close:
                calls.note(ran - story.ticks(limit), form)
