"""The right answer to a moment of a lesson, as the engine gives it, and what it stands on.

sheet = score(match, ruleset)
key = key_of(moment, match, ruleset, sheet)
key.verdict, key.awards, key.refusals       # the answer, and the rulings that say why
key.paid                                    # given before
problem = why_refused(moment, key)          # None, or why it may not be asked so
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from annotator.model.lesson import (
    PRE_ROLL,
    Control,
    ControlKind,
    Given,
    GivenKind,
    Moment,
    Verdict,
)
from annotator.model.match import Match
from annotator.scoring.holds import Hold, holds
from annotator.scoring.ruleset import Gift, Ruleset
from annotator.scoring.ruling import Award, Ruling, ScoreSheet
from annotator.text import Ticks, clock_text, seconds_text, tr

_PUNISHED = (Award.PENALTY, Award.WARNING)


@dataclass(frozen=True, slots=True)
class Deciding:
    """A moment (seconds) whose frame decides `ruling`: where it `begins`, or where it is settled."""

    time: Fraction
    begins: bool
    ruling: Ruling


@dataclass(frozen=True, slots=True)
class LessonKey:
    """What the engine says of a moment.

    `awards` and `refusals` lie after `asked` and up to `end`; `paid` was given until `asked`,
    `earlier` of it after the clip's start.
    `needed_from`: the earliest tag that the answer needs (None: it needs none). `decided`: when
    all of it is settled, which for some awards is after their own time. `clause`: that of the first award, or where nothing
    is given of the refusal that the moment is about. `undecided`: a hold that begins in the clip and whose seconds still
    run at its end.
    """

    verdict: Verdict
    awards: tuple[Ruling, ...]
    refusals: tuple[Ruling, ...]
    paid: tuple[Ruling, ...]
    earlier: Verdict
    controls: tuple[Control, ...]
    needed_from: Fraction | None
    decided: Fraction
    deciding: tuple[Deciding, ...]
    clause: str
    undecided: Hold | None


def key_of(
    moment: Moment, match: Match, ruleset: Ruleset, sheet: ScoreSheet,
    running: Sequence[Hold] | None = None, starts: Mapping[str, Fraction] | None = None,
) -> LessonKey:  # fmt: skip
    """The key of a moment. `sheet` is the match scored under `ruleset`. Raises nothing.

    `running`: its holds under it, `starts`: when its tags begin, where they are known already.
    """
    awards = within(sheet.awards, moment.asked, moment.end)
    refusals = within(sheet.refusals, moment.asked, moment.end)
    about = tuple(r for r in refusals if r.time == moment.time)
    verdict = verdict_of(awards)
    stands_on = awards or about
    running = holds(match, ruleset) if running is None else running
    starts = starts_of(match) if starts is None else starts
    return LessonKey(
        verdict, awards, refusals, sheet.awards[: _upto(sheet.awards, moment.asked)],
        verdict_of(within(sheet.awards, moment.start, moment.asked)),
        controls_in(running, moment.start, moment.end),
        min((start for r in stands_on if (start := needed_from(r, starts)) is not None), default=None),
        max((decided(r) for r in stands_on), default=moment.time),
        deciding_frames(stands_on, starts, running),
        "" if not stands_on else stands_on[0].clause,
        undecided(running, moment.start, moment.end),
    )  # fmt: skip


def within(rulings: tuple[Ruling, ...], after: Fraction, until: Fraction) -> tuple[Ruling, ...]:
    """Those of a sheet's rulings, which are in the order of time, after a time and up to another."""
    return rulings[_upto(rulings, after) : _upto(rulings, until)]


def _upto(rulings: tuple[Ruling, ...], time: Fraction) -> int:
    return bisect_right(rulings, time, key=lambda ruling: ruling.time)


def why_refused(
    moment: Moment, key: LessonKey, film: tuple[Fraction, Fraction] | None = None
) -> str | None:
    """Why the moment may not be asked as it is, as a sentence; None: it may.

    `film`: from where to where (seconds of the match) there are pictures.
    """
    if key.needed_from is not None and moment.start > key.needed_from - PRE_ROLL:
        return tr(
            "The clip begins at {start}; what is asked needs a tag at {tag}, and the clip has to begin"
            " {seconds} s before it.",
            start=clock_text(moment.start), tag=clock_text(key.needed_from),
            seconds=seconds_text(PRE_ROLL),
        )  # fmt: skip
    if moment.end < key.decided:
        return tr(
            "The clip ends at {end}; only at {decided} it is decided.",
            end=clock_text(moment.end), decided=clock_text(key.decided),
        )  # fmt: skip
    if key.undecided is not None:
        return tr(
            "The clip ends at {end}, while a hold that began at {begin} still runs: nobody can know whether it counts.",
            end=clock_text(moment.end), begin=clock_text(key.undecided.start),
        )  # fmt: skip
    if film is not None and (moment.start < film[0] or film[1] < moment.end):
        return tr(
            "The clip goes from {start} to {end}; the film only from {first} to {last}.",
            start=clock_text(moment.start), end=clock_text(moment.end),
            first=clock_text(film[0]), last=clock_text(film[1]),
        )  # fmt: skip
    return None


def starts_of(match: Match) -> dict[str, Fraction]:
    """When each tag begins, by its id."""
    return {tag.id: tag.start for tag in match.tags}


def needed_from(ruling: Ruling, starts: Mapping[str, Fraction]) -> Fraction | None:
    """When the earliest of the tags begins that a ruling stands on; None where it stands on none."""
    ids = (*ruling.tags, *(each.tag for each in ruling.assumed))
    return min((starts[tag] for tag in ids if tag in starts), default=None)


def decided(ruling: Ruling) -> Fraction:
    """When a ruling is settled: at its time, or where it depends on what does not follow, later."""
    if ruling.reason.key == "did_unless":
        needed = dict(ruling.reason.values).get("needed")
        if isinstance(needed, Ticks):
            return ruling.time + Fraction(needed.ticks, needed.per_second)
    return ruling.time


def verdict_of(awards: Iterable[Ruling]) -> Verdict:
    """Awards as a referee calls them."""
    return tuple(given for given, _ in called(awards))


def called(awards: Iterable[Ruling]) -> list[tuple[Given, tuple[Ruling, ...]]]:
    """What is called for awards, each with its rulings: points that come with a penalty are not called."""
    rulings = [r for r in awards if r.athlete is not None and r.award is not None]
    punished = {(r.clause, r.time, r.tags) for r in rulings if r.award in _PUNISHED}
    found: list[tuple[Given, tuple[Ruling, ...]]] = []
    for ruling in rulings:
        if ruling.award is None or ruling.athlete is None:
            continue
        act = (ruling.clause, ruling.time, ruling.tags)
        if act in punished and ruling.award not in _PUNISHED:
            continue
        follow = tuple(
            r for r in rulings
            if (r.clause, r.time, r.tags) == act and r.award not in _PUNISHED and act in punished
        )  # fmt: skip
        if follow and any(old[1][1:] == follow for old in found):
            follow = ()
        kind = GivenKind(ruling.award.value)
        given = Given(ruling.athlete, kind, ruling.value, ruling.time, ruling.clause)
        found.append((given, (ruling, *follow)))
    return found


def controls_in(running: Iterable[Hold], start: Fraction, end: Fraction) -> tuple[Control, ...]:
    """Where in a stretch the seconds of holds begin, and where they are lost."""
    found = {
        Control(ControlKind.STARTS, hold.athlete, hold.start)
        for hold in running
        if start < hold.start <= end
    } | {
        Control(ControlKind.LOST, hold.athlete, hold.end)
        for hold in running
        if hold.end is not None and not hold.lasted and start < hold.end <= end
    }
    return tuple(sorted(found, key=lambda each: (each.time, each.kind, each.athlete)))


def undecided(running: Sequence[Hold], start: Fraction, end: Fraction) -> Hold | None:
    """The first hold that begins in a stretch and still runs at its end. `running`: by their start."""
    return next((h for h in beginning(running, start, end) if h.end is None or h.end > end), None)


def beginning(running: Sequence[Hold], after: Fraction, until: Fraction) -> Sequence[Hold]:
    """Those of holds, which are in the order of their start, that begin after a time and up to another."""

    def upto(time: Fraction) -> int:
        return bisect_right(running, time, key=lambda hold: hold.start)

    return running[upto(after) : upto(until)]


def deciding_frames(
    rulings: Iterable[Ruling], starts: Mapping[str, Fraction], running: Sequence[Hold]
) -> tuple[Deciding, ...]:
    """The moments whose frames decide rulings, in the order of time: beginning and end of each."""
    found = []
    for ruling in rulings:
        began = [
            hold.start for hold in running
            if hold.clause == ruling.clause and hold.athlete == ruling.athlete
            and hold.start < ruling.time and (hold.end is None or ruling.time <= hold.end)
        ]  # fmt: skip
        begins = max(began) if began else needed_from(ruling, starts)
        if begins is not None and begins < ruling.time:
            found.append(Deciding(begins, True, ruling))
        found.append(Deciding(ruling.time, False, ruling))
    return tuple(sorted(found, key=lambda each: each.time))


@dataclass(frozen=True, slots=True, order=True)
class Choice:
    """What a referee can call under a ruleset: `kind` and how many."""

    kind: GivenKind
    value: int


def choices(ruleset: Ruleset) -> tuple[Choice, ...]:
    """Everything that can be called under a ruleset, points first: the keys to offer to a trainee."""
    order = tuple(GivenKind)
    found = {
        Choice(GivenKind(gift.award.value), gift.value)
        for gift in _gifts(ruleset)
        if gift.value > 0 and not gift.to_opponent
    }
    if ruleset.fatal_penalties:
        found.add(Choice(GivenKind.DISQUALIFICATION, 1))
    return tuple(sorted(found, key=lambda choice: (order.index(choice.kind), choice.value)))


def _gifts(ruleset: Ruleset) -> Iterable[Gift]:
    for rule in ruleset.rules:
        yield from rule.gives
        for track in rule.tracks:
            yield from track.gives
        for near in rule.near:
            yield from near.gives
    for attack in ruleset.attacks:
        yield from attack.gives
    for tag_rule in ruleset.tag_rules:
        yield from tag_rule.gives
    for idle in ruleset.inactivity:
        yield from idle.gives
    for more in (ruleset.spell, ruleset.caught_at_end):
        if more is not None:
            yield from more.gives
