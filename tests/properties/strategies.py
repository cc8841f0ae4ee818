"""Legal matches made from the vocabulary, so that a new tag is covered the day it is added."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from hypothesis import strategies as st

from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.vocabulary import (
    ATHLETES,
    POSITIONS,
    VOCABULARY,
    Athlete,
    Kind,
    TagKind,
    Who,
    other,
)

# Few times, close together, so that holds are made, missed and met exactly.
times = st.integers(0, 60).map(lambda n: Fraction(n, 2))
ACTIONS = ("takedown", "guard_pull", "sweep", "submission")
CLOCK = ("start", "stop", "freeze", "resume", "restart", "end", "overtime")
REST = tuple(sorted(set(VOCABULARY) - {*POSITIONS, *ACTIONS, *CLOCK, "match"}))


@st.composite
def tags(draw: st.DrawFn, tag_id: str, name: str) -> Tag:
    """One tag of a kind, with any athlete and any of its details that the vocabulary allows."""
    kind: TagKind = VOCABULARY[name]
    who = st.sampled_from(ATHLETES)
    athlete: Athlete | None = None
    if kind.who is Who.REQUIRED:
        athlete = draw(who)
    elif kind.who is Who.OPTIONAL:
        athlete = draw(st.none() | who)
    start = draw(times)
    end = draw(st.none() | times.map(lambda t: start + t / 4)) if kind.span else None
    details = {}
    for key, detail in kind.details.items():
        if detail.kind is Kind.CHOICE and draw(st.integers(0, 4)) == 0:
            details[key] = draw(st.sampled_from(detail.values))
    return Tag(tag_id, name, start, end, athlete).with_details(**details)


@st.composite
def matches(draw: st.DrawFn, min_tags: int = 0, max_tags: int = 14) -> Match:
    """A match that starts at 0, mostly of positions; it may end, stop, freeze or make no sense."""
    names = st.one_of(
        st.sampled_from(POSITIONS),
        st.sampled_from(POSITIONS),
        st.sampled_from(ACTIONS),
        st.sampled_from(CLOCK),
        st.sampled_from(REST),
    )
    chosen = draw(st.lists(names, min_size=min_tags, max_size=max_tags))
    made = [Tag("start", "start", Fraction(0))]
    made += [draw(tags(f"t{i}", name)) for i, name in enumerate(chosen)]
    if draw(st.booleans()):
        made.append(Tag("end", "end", Fraction(30)))
    return Match(tags=tuple(made))


def swapped(match: Match) -> Match:
    """Red and blue changed for one another, everywhere."""

    def swap(tag: Tag) -> Tag:
        details = dict(tag.details)
        if "caused_by" in details:
            details["caused_by"] = other(details["caused_by"])  # type: ignore[arg-type]
        athlete = other(tag.athlete) if tag.athlete else None
        return replace(tag, athlete=athlete, details=details)

    return match.with_tags(tuple(map(swap, match.tags)))


def shifted(match: Match, by: Fraction) -> Match:
    """All times later by so many seconds."""

    def shift(tag: Tag) -> Tag:
        end = None if tag.end is None else tag.end + by
        return replace(tag, start=tag.start + by, end=end)

    return match.with_tags(tuple(map(shift, match.tags)))
