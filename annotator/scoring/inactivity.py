"""Spans of inactivity on the match clock: when they cost something, by which rules, and whom."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from annotator.model.tag import Tag
from annotator.model.timeline import Run
from annotator.model.vocabulary import ATHLETES, Athlete
from annotator.scoring.facts import Story
from annotator.scoring.ruleset import InactivityRule, Ruleset, TagRule

Due = tuple[int, tuple[InactivityRule, ...], Tag, Athlete, int]
"""When a span of inactivity costs something, by which rules, its tag, whom, and how often before."""


def in_turn(rule: InactivityRule | TagRule, count: int) -> bool:
    """Whether a rule is about the so-manieth of its count."""
    return rule.count_from <= count and (rule.count_to is None or count <= rule.count_to)


def schedule(story: Story, rules: Ruleset) -> list[Due]:
    """When each span of inactivity costs something, on the match clock.

    Rules that count together and ask for the same wait are one: the count chooses among them.
    """
    together: dict[tuple[object, ...], list[InactivityRule]] = defaultdict(list)
    for rule in rules.inactivity:
        same = (rule.counter, rule.after_ms, rule.again_ms, rule.both_in)
        together[same if rule.counter else (id(rule),)].append(rule)
    due: list[Due] = []
    for group in together.values():
        rule, after = group[0], story.ticks(group[0].after_ms)
        for tag, who, begin, end in spans_of(rule, story):
            number = 0
            while True:
                at = running_after(story, begin, after + number * story.ticks(rule.again_ms or 0))
                if at is None or at > end:
                    break
                due.append((at, tuple(group), tag, who, number + 1))
                number += 1
                if not rule.again_ms:
                    break
    return sorted(due, key=lambda item: item[0])


def spans_of(rule: InactivityRule, story: Story) -> Iterator[tuple[Tag, Athlete, int, int]]:
    """The spans that a rule of inactivity is about: tagged ones, or positions with nobody on top."""
    if not rule.both_in:
        for tag, begin, end in story.inactive:
            if tag.athlete is not None:
                yield tag, tag.athlete, begin, end
        return
    open_stays = [s for s in story.timeline.stays if s.position in rule.both_in and s.top is None]
    named = {tag.id: tag for tag in reversed(story.match.tags)} if open_stays else {}
    for stay in open_stays:
        for who in ATHLETES:
            yield named[stay.tags[0]], who, story.tick(stay.start), story.tick(stay.end)


def running_after(story: Story, begin: int, ticks: int) -> int | None:
    """The tick at which the clock has run `ticks` since `begin`; None if it never does."""
    left = ticks
    for stretch in story.timeline.stretches:
        a = max(begin, int(stretch.start * story.per_second))
        b = int(stretch.end * story.per_second)
        if stretch.run is not Run.RUNNING or b <= a:
            continue
        if left <= b - a:
            return a + left
        left -= b - a
    return None
