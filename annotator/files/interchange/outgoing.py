"""A match as other programs get it: where each tag visibly begins and ends, and what is said of the match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from fractions import Fraction
from itertools import pairwise
from types import MappingProxyType

from annotator.files.interchange.losses import Loss, Losses
from annotator.files.interchange.numbers import LONGEST, thousandths
from annotator.files.interchange.record import Shown, record_of, write_record
from annotator.model.films import offsets
from annotator.model.match import Match, Person
from annotator.model.tag import Tag
from annotator.model.time import clock_text
from annotator.model.vocabulary import ATHLETES
from annotator.text import tr

_USUAL_FRAME = Fraction(1, 25)
_HEAD = ("title", "event", "date", "round", "weight")


@dataclass(frozen=True, slots=True)
class Made:
    """A file for another program: its content, and what it does not carry."""

    data: bytes
    losses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sent:
    """A tag and its place among the rows (from 1); `start` and `end`, whole milliseconds of the film,
    are what the other program shows. A `moment` there lasts one frame where it has to last.
    """

    tag: Tag
    row: int
    start: Fraction
    end: Fraction
    moment: bool
    zero: Fraction

    @property
    def name(self) -> str:
        """The tag for a list of losses."""
        return f"{self.tag.tag} {clock_text(self.tag.start)}"

    def record(self, shown: Shown, **more: str) -> str:
        """The text of its record; `more` are fields of the format's own."""
        return write_record({**record_of(self.tag, self.row, shown, self.zero), **more})


def frame_length(match: Match) -> Fraction:
    """How long a frame of the first film lasts (seconds), on the average; 1/25 where nothing is known."""
    film = match.media[0] if match.media else None
    if film is None or not film.frames or not film.duration or film.duration < 0:
        return _USUAL_FRAME
    return max(film.duration / film.frames, Fraction(1, 1000))


def zero_of(match: Match) -> Fraction:
    """The match's time at which its first film begins, which other programs call 0."""
    if not match.media:
        return Fraction(0)
    return offsets(match.media)[0] + (match.media[0].first or 0)


def sent_tags(match: Match, losses: Losses, most: Fraction = LONGEST) -> list[Sent]:
    """The tags in the order of their rows. A position lasts until the next one, as ours do.

    `most`: the latest time (seconds) that the format can say.
    """
    zero, frame = zero_of(match), max(thousandths(frame_length(match)), Fraction(1, 1000))
    ends = _ends(match, frame)
    found = []
    for row, tag in enumerate(match.tags, 1):
        exact = ends[row - 1]
        start = thousandths(tag.start - zero, most - frame)
        end = max(thousandths(exact - zero, most), start)
        lasts = tag.end is not None or tag.kind.span or tag.is_position
        if lasts and end == start:
            end = start + frame
        sent = Sent(tag, row, start, end if lasts else start, not lasts, zero)
        if not zero <= tag.start <= zero + most:
            losses.add(Loss.EARLY, sent.name)
        if tag.kind.span and tag.end is None:
            losses.add(Loss.OPEN, sent.name)
        for time in (tag.start, tag.end):
            if time is not None and (time * 1000).denominator != 1:
                losses.add(Loss.ROUNDED)
        found.append(sent)
    if match.drawings:
        losses.add(Loss.DRAWINGS, times=len(match.drawings))
    if match.rulesets:
        losses.add(Loss.HEAD, tr("the scores under each ruleset"))
    if match.extra or any(person.extra for person in match.athletes.values()):
        losses.add(Loss.HEAD, tr("what a newer version of this program wrote about the match"))
    return found


def _ends(match: Match, frame: Fraction) -> list[Fraction]:
    """When each tag is visibly over (time of the match)."""
    positions = [tag for tag in match.in_time() if tag.is_position]
    last = max((tag.end or tag.start for tag in match.tags), default=Fraction(0))
    after = {id(one): two.start for one, two in pairwise(positions)}
    closing = max((tag.start for tag in match.tags if tag.tag == "end"), default=last)

    def end(tag: Tag) -> Fraction:
        if tag.end is not None:
            return tag.end
        if tag.is_position:
            return after.get(id(tag), max(closing, tag.start))
        return tag.start + frame if tag.kind.span else tag.start

    return [end(tag) for tag in match.tags]


# ---------------------------------------------------------------------- the match itself


def head_of(match: Match) -> dict[str, str]:
    """What is said of the match beside its tags: title, event, date, round, weight, athletes and belts; only what is known."""
    head = {key: str(getattr(match, key)) for key in _HEAD}
    for who in ATHLETES:
        head[who] = match.athletes[who].name
        head[f"{who}_belt"] = match.athletes[who].belt
    return {key: value for key, value in head.items() if value}


HEAD_KEYS = (*_HEAD, *(key for who in ATHLETES for key in (who, f"{who}_belt")))


def with_head(match: Match, head: Mapping[str, str]) -> Match:
    """The match with what a head says of it."""
    people = {who: Person(head.get(who, ""), head.get(f"{who}_belt", "")) for who in ATHLETES}
    return replace(
        match,
        athletes=MappingProxyType(people),
        title=head.get("title", ""),
        event=head.get("event", ""),
        date=head.get("date", ""),
        round=head.get("round", ""),
        weight=head.get("weight", ""),
    )


def day_of(match: Match) -> str:
    """The day of the match at midnight as other programs want it, `2026-11-28T00:00:00`; the
    beginning of their calendars where it is not known, so that a file is the same each time.
    """
    try:
        day = datetime.fromisoformat(match.date[:10])
    except ValueError:
        day = datetime(1970, 1, 1, tzinfo=UTC)
    return day.strftime("%Y-%m-%dT00:00:00")
