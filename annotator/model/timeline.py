"""What follows from the tags, as folds over them: the clock, the positions, who is in danger.

`read_timeline` is pure and remembers the last match it read, since every ruleset, lane and chart
asks about the same one.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from math import lcm
from types import MappingProxyType

from annotator.model.match import Match
from annotator.model.oddities import Oddity as Oddity
from annotator.model.oddities import find_oddities
from annotator.model.remembering import LastRead
from annotator.model.tag import Tag
from annotator.model.vocabulary import FINISHES, Athlete, Who, other
from annotator.text import Phrase


class Run(StrEnum):
    """What the clock does during a stretch."""

    BEFORE = "before"
    RUNNING = "running"
    STOPPED = "stopped"
    FROZEN = "frozen"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Stretch:
    """The clock from `start` to `end` (seconds, half open). `period` 1 is the match, 2 overtime.

    `whistle`: this stretch began with a referee's whistle (start, restart, or resume after a
    stop; a freeze is no whistle).
    """

    start: Fraction
    end: Fraction
    run: Run
    period: int
    whistle: bool = False
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """A position's details from `start` on: what was answered up to now, and by which tags."""

    start: Fraction
    details: Mapping[str, str]
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stay:
    """An unbroken stretch in one position with one athlete on top, `start` to `end` (half open).

    `states` are its details as they were answered in its course; the first begins at `start`.
    """

    position: str
    top: Athlete | None
    start: Fraction
    end: Fraction
    states: tuple[Standing, ...]

    @property
    def tags(self) -> tuple[str, ...]:
        """Ids of the position tags that made it."""
        return self.states[-1].tags

    def at(self, time: Fraction) -> Standing:
        """The details in force at a time."""
        if len(self.states) == 1:
            return self.states[0]
        later = bisect_right(self.states, time, key=lambda state: state.start)
        return self.states[max(0, later - 1)]


@dataclass(frozen=True, slots=True)
class Danger:
    """While it runs, `defender` is caught in a submission that has a real chance to end the match.

    `start` is where it became close; `end` is its own end or where the clock cut it.
    """

    defender: Athlete
    start: Fraction
    end: Fraction
    tag: str


@dataclass(frozen=True)
class Timeline:
    """The match read as a whole. All lists in the order of time.

    `first` and `last`: the first and last time in any tag, ends included. `ended`: the last
    period was closed by an `end`. `tags`: all of them, by start time. `before`: seconds that the
    match clock had run already when the tags begin (`clock` of the first `start`). `misfits`: what
    did not fit while the tags were read.
    """

    stretches: tuple[Stretch, ...]
    stays: tuple[Stay, ...]
    dangers: tuple[Danger, ...]
    misfits: tuple[Oddity, ...]
    first: Fraction
    last: Fraction
    started: bool
    ended: bool
    tags: tuple[Tag, ...] = ()
    before: Fraction = Fraction(0)

    @cached_property
    def oddities(self) -> tuple[Oddity, ...]:
        """All that does not fit the rest; found when somebody asks, for it takes its time."""
        return (*self.misfits, *find_oddities(self.tags, self.stays))

    def stretch_at(self, time: Fraction) -> Stretch | None:
        """The stretch of the clock that a time lies in; None for a match without tags."""
        if not self.stretches:
            return None
        later = bisect_right(self.stretches, time, key=lambda stretch: stretch.start)
        return self.stretches[max(0, later - 1)]

    def clock_at(self, time: Fraction) -> Fraction:
        """Match clock at a time: seconds of running time, all periods together."""
        total = self.before
        for stretch in self.stretches:
            if stretch.start >= time:
                break
            if stretch.run is Run.RUNNING:
                total += min(stretch.end, time) - stretch.start
        return total

    def end_of(self, tag: Tag) -> Fraction:
        """Where a tag ends, in seconds; its start where it is a moment.

        An open takedown or guard pull ends at its landing: where the first ground position after
        it begins, else at once. A submission or inactivity runs to the next stop or end, or the last
        time; what else is open is a moment.
        """
        if not tag.kind.span or tag.end is not None:
            return tag.start if tag.end is None else tag.end
        if tag.tag in ("takedown", "guard_pull"):
            begin = bisect_left(self.stays, tag.start, key=lambda stay: stay.start)
            landings = (
                self.stays[at].start
                for at in range(begin, len(self.stays))
                if self.stays[at].position not in NOT_ON_THE_GROUND
            )
            return next(landings, tag.start)
        if tag.tag in ("submission", "inactive"):
            return span_end(tag, self.stretches, self.last)
        return tag.start

    def stay_at(self, time: Fraction) -> Stay | None:
        """The position at a time; None before the first one."""
        later = bisect_right(self.stays, time, key=lambda stay: stay.start)
        return self.stays[later - 1] if later else None


_COMMANDS = frozenset(("start", "stop", "freeze", "resume", "restart", "end", "overtime"))
NOT_ON_THE_GROUND = ("standing", "standing_back", "scramble", "double_guard")


def read_timeline(match: Match) -> Timeline:
    """Fold the tags into clock, positions and danger. Raises nothing on any legal match."""
    return _LAST.of(match)


def span_end(tag: Tag, stretches: Sequence[Stretch], last: Fraction) -> Fraction:
    """Where a span ends: its own end, else the next `stop` or `end`, else the last time.

    (A takedown or guard pull without an end is over at its landing, which the scoring reads.)
    """
    if tag.end is not None:
        return tag.end
    for stretch in stretches:
        if stretch.start > tag.start and stretch.run in (Run.STOPPED, Run.ENDED):
            return stretch.start
    return last


def cut_submission(tag: Tag, stretches: Sequence[Stretch], last: Fraction) -> tuple[Fraction, bool]:
    """When a submission ends, and whether the clock cut it there.

    A finish counts also while the clock stands; any other submission is cut at the `stop` or
    `end`, or the overtime, that comes before its own end.
    """
    end = span_end(tag, stretches, last)
    if tag.end is not None and tag.details.get("outcome") in FINISHES:
        return end, False
    before: Stretch | None = None
    for stretch in stretches:
        new_period = before is not None and 0 < before.period < stretch.period
        closed = stretch.run in (Run.STOPPED, Run.ENDED) or new_period
        if closed and tag.start < stretch.start < end:
            return stretch.start, True
        before = stretch
    return end, tag.end is None


def close_start(tag: Tag) -> Fraction | None:
    """From when a submission is close, or None; `close_from` alone says that it is."""
    if "close_from" in tag.details:
        try:
            return max(tag.start, Fraction(tag.details["close_from"]))
        except ValueError:
            return tag.start
    return tag.start if tag.details.get("close") == "yes" else None


def _read(match: Match) -> Timeline:
    tags = match.in_time()
    if not tags:
        zero = Fraction(0)
        return Timeline((), (), (), (), zero, zero, False, False)
    ends = [tag.end for tag in tags if tag.end is not None]
    last = max([tags[-1].start, *ends], key=_ticker([tags[-1].start, *ends]))
    misfits: list[Oddity] = []
    stretches = _read_clock(tags, last, misfits)
    stays = _read_stays(tags, stretches, last, misfits)
    dangers = _read_dangers(tags, stretches, last)
    return Timeline(
        tuple(stretches), tuple(stays), tuple(dangers), tuple(misfits),
        tags[0].start, last, any(s.run is Run.RUNNING for s in stretches),
        stretches[-1].run is Run.ENDED,
        tuple(tags),
        _clock_before(tags),
    )  # fmt: skip


def _clock_before(tags: Sequence[Tag]) -> Fraction:
    first = next((tag for tag in tags if tag.tag == "start"), None)
    try:
        return Fraction(first.details.get("clock", "0")) if first is not None else Fraction(0)
    except (ValueError, ZeroDivisionError):
        return Fraction(0)


def _read_clock(tags: Sequence[Tag], last: Fraction, oddities: list[Oddity]) -> list[Stretch]:
    """The stretches of the clock. A command that changes nothing is an oddity."""
    stretches: list[Stretch] = []
    run, period, whistle, since = Run.BEFORE, 0, False, min(tags[0].start, last)
    cause: tuple[str, ...] = ()
    for tag in tags:
        if tag.tag not in _COMMANDS:
            continue
        after = _after_command(tag.tag, run)
        if after is None:
            if tag.tag != "overtime":
                oddities.append(Oddity(tag.id, Phrase.of("odd_clock", tag=tag.tag, run=run.value)))
            continue
        if tag.start > since:
            stretches.append(Stretch(since, tag.start, run, period, whistle, cause))
        whistle = after is Run.RUNNING and run is not Run.FROZEN
        if tag.tag == "overtime":
            period = max(2, period + 1)
        elif period == 0 and after is Run.RUNNING:
            period = 1
        run, since, cause = after, tag.start, (tag.id,)
    stretches.append(Stretch(since, last, run, period, whistle, cause))
    return stretches


def _after_command(command: str, run: Run) -> Run | None:
    """What the clock does after a referee's command; None if the command changes nothing."""
    if command == "overtime":
        return Run.RUNNING if run is not Run.BEFORE else None
    if run is Run.ENDED:
        return None
    match command:
        case "start" | "resume" | "restart":
            allowed = run is not Run.RUNNING and (run is not Run.BEFORE or command == "start")
            return Run.RUNNING if allowed else None
        case "stop":
            return Run.STOPPED if run in (Run.RUNNING, Run.FROZEN) else None
        case "freeze":
            return Run.FROZEN if run is Run.RUNNING else None
        case "end":
            return Run.ENDED if run is not Run.BEFORE else None
    return None


def _read_stays(
    tags: Sequence[Tag], stretches: Sequence[Stretch], last: Fraction, oddities: list[Oddity]
) -> list[Stay]:
    tick = _ticker([*(tag.start for tag in tags), *(stretch.start for stretch in stretches)])
    placed = _placed_positions(tags, tick, oddities)
    begins = [tick(stretch.start) for stretch in stretches]
    stays: list[Stay] = []
    name, top, states = "", None, list[Standing]()
    since, since_tick = Fraction(0), 0
    before = 0
    for new in placed:
        # The stretch that was running just before this moment decides whether the clock stood.
        while before + 1 < len(stretches) and begins[before + 1] < new.tick:
            before += 1
        stood = not stretches or stretches[before].run is not Run.RUNNING
        same = bool(states) and (new.name, new.top) == (name, top)
        if same and not stood:
            merged = MappingProxyType({**states[-1].details, **new.details})
            states.append(Standing(new.start, merged, (*states[-1].tags, *new.tags)))
            continue
        if states and new.tick > since_tick:
            stays.append(Stay(name, top, since, new.start, tuple(states)))
        name, top, since, since_tick = new.name, new.top, new.start, new.tick
        states = [Standing(since, MappingProxyType(new.details), new.tags)]
    if states:
        stays.append(Stay(name, top, since, max(last, since), tuple(states)))
    return stays


@dataclass(slots=True)
class _Placed:
    """A position that a moment has, and the tags that say so."""

    name: str
    top: Athlete | None
    start: Fraction
    tick: int
    details: Mapping[str, str]
    tags: tuple[str, ...]
    tagged: bool


def _ticker(times: Sequence[Fraction]) -> Callable[[Fraction], int]:
    """Turns any of these times into whole ticks, which are compared much faster than fractions."""
    parts = lcm(*{time.denominator for time in times})

    def tick(time: Fraction) -> int:
        return time.numerator * (parts // time.denominator)

    return tick


def _placed_positions(
    tags: Sequence[Tag], tick: Callable[[Fraction], int], oddities: list[Oddity]
) -> list[_Placed]:
    """Position tags, and the positions that a restart or overtime sets, one for each moment.

    Of two positions at one moment the later row stands and the other is an oddity; a position
    tag stands above what the referee's command says.
    """
    placed: list[_Placed] = []
    for tag in tags:
        is_position = tag.is_position
        if not is_position and tag.tag not in ("restart", "overtime"):
            continue
        at = tick(tag.start)
        before = placed[-1] if placed and placed[-1].tick == at else None
        if is_position:
            # A name on a position that nobody holds is an oddity and not used.
            top = None if tag.kind.who is Who.EMPTY else tag.athlete
            details: dict[str, str] = dict(tag.details)
            ids: tuple[str, ...] = (tag.id,)
            if before and before.tagged:
                if (before.name, before.top) == (tag.tag, top):
                    details, ids = {**before.details, **details}, (*before.tags, tag.id)
                else:
                    phrase = Phrase.of("odd_two_positions", tag=before.name, other=tag.tag)
                    oddities.append(Oddity(before.tags[-1], phrase))
            if before:
                placed.pop()
            placed.append(_Placed(tag.tag, top, tag.start, at, details, ids, True))
        elif before is None:
            position = tag.details.get("position", "")
            if position and position != "armbar":
                placed.append(_Placed(position, tag.athlete, tag.start, at, {}, (tag.id,), False))
    return placed


def _read_dangers(
    tags: Sequence[Tag], stretches: Sequence[Stretch], last: Fraction
) -> list[Danger]:
    dangers = []
    for tag in tags:
        if tag.tag != "submission" or tag.athlete is None:
            continue
        start = close_start(tag)
        end, _ = cut_submission(tag, stretches, last)
        if start is not None and start < end:
            dangers.append(Danger(other(tag.athlete), start, end, tag.id))
    return dangers


_LAST = LastRead(_read)
