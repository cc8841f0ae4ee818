"""Matches of one evening: what is entered once, and taken over by each new match."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

from annotator.model.match import Match, Person
from annotator.model.tag import Tag

_KEYS = ("category", "level", "gi", "duration")


def is_evening(match: Match) -> bool:
    """Whether the match says what it was part of, so that the next one can be of the same."""
    return bool(match.event or match.date)


def is_begun(match: Match) -> bool:
    """Whether something was tagged or drawn, beside what is known before the match."""
    return bool(match.drawings) or any(tag.tag != "match" for tag in match.tags)


def next_match(last: Match) -> Match:
    """A new match of the same evening: event, day, class, clothing, duration, belts and rulesets
    are taken over; athletes, film and tags are not. An empty one where `last` is of no evening.
    """
    if not is_evening(last):
        return Match()
    known = {key: value for key in _KEYS if (value := last.info(key)) is not None}
    tags = (Tag("t1", "match", Fraction(0), details=MappingProxyType(known)),) if known else ()
    return Match(
        tags,
        MappingProxyType({who: Person(belt=last.athletes[who].belt) for who in last.athletes}),
        rulesets=tuple(replace(pin, totals=MappingProxyType({})) for pin in last.rulesets),
        event=last.event,
        date=last.date,
    )
