"""From what was asked for to the moments themselves: by words, by ids, by times."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from annotator.errors import TimeError, UsageError
from annotator.model.match import Match
from annotator.model.time import FrameRef, clock_text, parse_time
from annotator.scoring.ruling import Ruling, ScoreSheet
from annotator.text import plain_clock_text, tr
from exports.clips.moments import (
    Moment,
    moments_of,
    ruling_moment,
    span_moment,
    tag_moments,
)
from exports.clips.order import Order
from exports.clips.seeking import find

_SAME = Fraction(1, 1000)
"""Seconds within which a time that was cut to thousandths is the ruling's."""


@dataclass(frozen=True, slots=True)
class FramedSpan:
    """A stretch asked for by frames: of film `part`, from `first` to `last`."""

    first: FrameRef
    last: FrameRef


def choose(order: Order, match: Match, sheet: ScoreSheet | None) -> list[Moment]:
    """The moments that are wanted, each once, in the order of time; stretches asked for by frames
    are not among them (`framed`). Nothing said: everything that was given.

    Raises UsageError for words, ids or times that mean nothing in this match.
    """
    found: list[Moment] = []
    every = moments_of(match, sheet)
    of = order.of if order.wants_something else ("awards",)
    for text in of:
        found += find(text, match, every)
    by_id = {moment.tag.id: moment for moment in tag_moments(match) if moment.tag}
    for tag_id in order.tags:
        if tag_id not in by_id:
            raise UsageError(
                tr("There is no tag {name} in this match.", name=repr(tag_id[:40])),
                mend=tr("The tags' ids are in the last column of the tag table."),
            )
        found.append(by_id[tag_id])
    for text in order.rulings:
        found += [ruling_moment(match, ruling) for ruling in rulings_at(text, sheet)]
    for text in order.spans:
        span = read_span(text)
        if not isinstance(span, FramedSpan):
            found.append(span_moment(*span))
    once: dict[tuple[object, ...], Moment] = {}
    for moment in found:
        once.setdefault(_identity(moment), moment)
    return sorted(once.values(), key=lambda moment: (moment.at, moment.start))


def framed(order: Order) -> list[FramedSpan]:
    """The stretches that were asked for by frames. Raises UsageError."""
    spans = map(read_span, order.spans)
    return [span for span in spans if isinstance(span, FramedSpan)]


def _identity(moment: Moment) -> tuple[object, ...]:
    if moment.tag is not None:
        return ("tag", moment.tag.id)
    if moment.ruling is not None:
        ruling = moment.ruling
        return (ruling.kind, ruling.time, ruling.clause, ruling.athlete, ruling.award, ruling.value)
    return ("span", moment.start, moment.end)


def ruling_text(ruling: Ruling) -> str:
    """How an order names a ruling: its time and its clause."""
    return f"{plain_clock_text(ruling.time)} {ruling.clause}"


def rulings_at(text: str, sheet: ScoreSheet | None) -> Sequence[Ruling]:
    """The rulings of a time (as `annotator score` prints it) or frame, and of a clause if one is said."""
    place, _, clause = text.strip().partition(" ")
    time = _time(place)
    rulings = () if sheet is None else (*sheet.awards, *sheet.refusals)
    found = [
        ruling
        for ruling in rulings
        if clause.strip() in ("", ruling.clause) and _is_at(ruling, time)
    ]
    if not found:
        times = ", ".join(dict.fromkeys(plain_clock_text(one.time) for one in rulings[:12]))
        raise UsageError(
            tr("Nothing was given or refused at {place}.", place=text[:60]),
            mend=tr("“annotator score” lists the rulings with their times: {times}.", times=times)
            if times
            else tr("This match has no rulings under these rules."),
        )
    return found


def _is_at(ruling: Ruling, time: Fraction | FrameRef) -> bool:
    if isinstance(time, FrameRef):
        return ruling.frame == time.index and ruling.film == time.part
    return 0 <= ruling.time - time < _SAME


def read_span(text: str) -> tuple[Fraction, Fraction] | FramedSpan:
    """Two times, or two frames, with a space between them. Raises UsageError."""
    places = text.split()
    if len(places) != 2:
        raise UsageError(
            tr("{text} is no stretch of a film.", text=repr(text[:60])),
            mend=tr("Name two times or two frames: from 1:02 to 1:05.5, or from f100 to f200."),
        )
    start, end = _time(places[0]), _time(places[1])
    if isinstance(start, FrameRef) and isinstance(end, FrameRef):
        if (start.part, start.index) > (end.part, end.index):
            raise _backward(str(start), str(end))
        return FramedSpan(start, end)
    if isinstance(start, FrameRef) or isinstance(end, FrameRef):
        raise UsageError(
            tr("A stretch goes from a time to a time, or from a frame to a frame."),
            mend=tr("Write both as times or both as frames."),
        )
    if end < start:
        raise _backward(clock_text(start), clock_text(end))
    return start, end


def _backward(start: str, end: str) -> UsageError:
    return UsageError(
        tr("The stretch ends before it begins: from {start} to {end}.", start=start, end=end),
        mend=tr("Name the earlier one first."),
    )


def _time(text: str) -> Fraction | FrameRef:
    try:
        return parse_time(text)
    except TimeError as wrong:
        raise UsageError(wrong.what, mend=wrong.mend) from wrong
