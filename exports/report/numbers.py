"""Numbers of one athlete's match that no ruleset decides: where the time went, what was tried and made."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from annotator.model.match import Match
from annotator.model.timeline import Run, Timeline, read_timeline
from annotator.model.vocabulary import FINISHES, Athlete
from annotator.scoring.facts import UPRIGHT
from annotator.scoring.reading import read_story
from annotator.scoring.ruling import Award, ScoreSheet
from exports.statistics import control_times

TRIED = ("takedown", "sweep", "pass", "back_take", "submission")
"""What is counted as tried and made, in the order of a match."""


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds of running clock: on top on the ground, at the bottom, standing, and on the ground with
    nobody on top.
    """

    top: Fraction = Fraction(0)
    bottom: Fraction = Fraction(0)
    standing: Fraction = Fraction(0)
    neutral: Fraction = Fraction(0)

    def __add__(self, more: Times) -> Times:
        return Times(
            self.top + more.top, self.bottom + more.bottom, self.standing + more.standing,
            self.neutral + more.neutral,
        )  # fmt: skip

    @property
    def whole(self) -> Fraction:
        """All of it."""
        return self.top + self.bottom + self.standing + self.neutral


@dataclass(frozen=True, slots=True)
class Tries:
    """How often something was tried (what was made was tried too) and made."""

    tried: int = 0
    made: int = 0

    def __add__(self, more: Tries) -> Tries:
        return Tries(self.tried + more.tried, self.made + more.made)


def times_of(match: Match, who: Athlete) -> Times:
    """Where an athlete's time went."""
    top = bottom = standing = neutral = Fraction(0)
    for row in control_times(match):
        if row.position in UPRIGHT:
            standing += row.seconds
        elif row.athlete is None:
            neutral += row.seconds
        elif row.athlete == who:
            top += row.seconds
        else:
            bottom += row.seconds
    return Times(top, bottom, standing, neutral)


def tries_of(match: Match, who: Athlete) -> dict[str, Tries]:
    """What an athlete tried and made while the clock ran, for each of `TRIED`.

    A takedown is made when it ends on top, a submission when it ends the match, the rest when the
    positions say so; `attempt` tags are tries that came to nothing.
    """
    story = read_story(match)
    timeline = story.timeline
    made = dict.fromkeys(TRIED, 0)
    for beat in story.beats:
        for did in beat.landed:
            counts = did.what in ("takedown", "sweep", "pass") and did.athlete == who
            if counts and did.ends == "top" and _ran(timeline, story.seconds(did.at)):
                made[did.what] += 1
    for before, after in zip(timeline.stays, timeline.stays[1:], strict=False):
        held = (before.position, before.top) == ("back_control", who)
        if (after.position, after.top) == ("back_control", who) and not held:
            made["back_take"] += _ran(timeline, after.start)
    tried = dict(made) | {"takedown": 0}
    for tag in timeline.tags:
        if tag.athlete != who or not _ran(timeline, tag.start):
            continue
        if tag.tag == "takedown":
            tried["takedown"] += 1
        elif tag.tag == "submission":
            tried["submission"] += 1
            made["submission"] += tag.details.get("outcome") in FINISHES
        elif tag.tag == "attempt" and tag.details.get("kind") in tried:
            tried[tag.details["kind"]] += 1
    return {what: Tries(max(tried[what], made[what]), made[what]) for what in TRIED}


def _ran(timeline: Timeline, time: Fraction) -> bool:
    """Whether the clock ran at a moment, or just before it."""
    stretch = timeline.stretch_at(time)
    if stretch is None:
        return False
    if stretch.run is Run.RUNNING:
        return True
    before = [s for s in timeline.stretches if s.end == time]
    return stretch.start == time and any(s.run is Run.RUNNING for s in before)


def points_by_position(match: Match, sheet: ScoreSheet) -> dict[tuple[str, Athlete | None], int]:
    """Points by whom they were given to and the position in which they were: (position, who got them)."""
    timeline = read_timeline(match)
    sums: dict[tuple[str, Athlete | None], int] = {}
    for ruling in sheet.awards:
        if ruling.award is not Award.POINTS:
            continue
        stay = timeline.stay_at(ruling.time)
        key = (stay.position if stay else "", ruling.athlete)
        sums[key] = sums.get(key, 0) + ruling.value
    return sums


def added(each: Iterable[dict[str, Tries]]) -> dict[str, Tries]:
    """Tries of several matches together."""
    sums = dict.fromkeys(TRIED, Tries())
    for tries in each:
        sums = {what: sums[what] + tries[what] for what in TRIED}
    return sums
