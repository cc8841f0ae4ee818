"""Two people's tags of one match, brought onto one time line and compared. Pure.

check = check_pair(mine, theirs)                 # one film? how far apart do the times lie?
theirs = on_time_line(theirs, check)
found = match_marks(tag_marks(mine), tag_marks(theirs), Fraction(1))
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from math import lcm
from types import MappingProxyType

from annotator.errors import AnnotatorError
from annotator.model.films import offsets
from annotator.model.match import Match
from annotator.model.matching import Mark, Matching, match_marks
from annotator.model.tag import Tag
from annotator.model.timeline import Stay, read_timeline
from annotator.model.vocabulary import ATHLETES, Athlete, Kind, other
from annotator.text import tr

Label = tuple[str, Athlete | None]
"""What a tag says: its name, and of whom."""

NOT_COMPARED = frozenset(("match", "mark"))
"""Tags that state nothing about the film: what the match was, and where to look later."""

_FEW = 5
_MOST_DIFFERENCES = 200_000
_MOST_ALIKE = 400


class Film(StrEnum):
    """Whether two matches were tagged on one film."""

    SAME = "same"
    OTHER = "other"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class PairCheck:
    """What was found about two match files before their tags are compared.

    `shift`: seconds to add to the second one's times, because the film lies elsewhere on its time
    line. `swapped`: the second one has the athletes in the other corners, by their names.
    """

    film: Film
    shift: Fraction = Fraction(0)
    swapped: bool = False


def check_pair(first: Match, second: Match) -> PairCheck:
    """Whether two files tag the same match, and how their time lines lie.

    Raises AnnotatorError where both the films and the athletes' names are others: no number about
    such a pair would mean anything.
    """
    film, shift = _film(first, second)
    here = {who: _plain(first.athletes[who].name) for who in ATHLETES}
    there = {who: _plain(second.athletes[who].name) for who in ATHLETES}
    swapped = bool(here["red"] and here["blue"]) and here == {w: there[other(w)] for w in ATHLETES}
    named = all((*here.values(), *there.values()))
    strangers = named and not set(here.values()) & set(there.values())
    if film is Film.OTHER and strangers:
        raise AnnotatorError(
            tr(
                "These are two different matches: {one} against {two}, and {three} against {four}.",
                one=first.name_of("red"), two=first.name_of("blue"),
                three=second.name_of("red"), four=second.name_of("blue"),
            ),
            mend=tr("Choose two files in which two people tagged one and the same match."),
        )  # fmt: skip
    return PairCheck(film, shift, swapped and here["red"] != here["blue"])


def on_time_line(match: Match, check: PairCheck, by: Fraction = Fraction(0)) -> Match:
    """The second match as the first one would say it: times moved, corners swapped where need be.

    `by`: more seconds to add, such as the user says.
    """
    shift = check.shift + by
    if not shift and not check.swapped:
        return match
    return match.with_tags(tuple(_moved(tag, shift, check.swapped) for tag in match.tags))


def tag_marks(match: Match) -> list[Mark]:
    """The tags as marks in time; positions, actions, submissions and referee are each a group."""
    return [
        Mark(
            tag.id, (tag.tag, tag.athlete), tag.kind.group.value, tag.start,
            tag.end if tag.kind.span else None,
        )
        for tag in match.tags
        if tag.tag not in NOT_COMPARED
    ]  # fmt: skip


def likely_shift(found: Matching, tolerance: Fraction) -> tuple[Fraction, int] | None:
    """Seconds to add to the second one's times that would give far more pairs, and how many.

    None where the tags fit as they stand, or no one shift explains what does not fit. It is looked
    for where less than half of what could be paired is: then a film was cut, or a clock is off.
    """
    first = [*(pair.first for pair in found.pairs), *found.only_first]
    second = [*(pair.second for pair in found.pairs), *found.only_second]
    most = min(len(first), len(second))
    if most < _FEW or 2 * found.same >= most:
        return None
    # Whole parts of a second that all times share are compared much faster than fractions.
    parts = lcm(tolerance.denominator, *{mark.start.denominator for mark in (*first, *second)})
    differences = sorted(_differences(first, second, parts))
    if not differences:
        return None
    # The stretch of differences, two tolerances wide, in which most of them lie.
    width = int(2 * tolerance * parts)
    best, begin = (0, 0), 0
    for end, high in enumerate(differences):
        while high - differences[begin] > width:
            begin += 1
        best = max(best, (end + 1 - begin, -begin))
    count, begin = best[0], -best[1]
    shift = -Fraction(differences[begin + count // 2], parts)
    moved = [
        replace(mark, start=mark.start + shift, end=_later(mark.end, shift)) for mark in second
    ]
    then = match_marks(first, moved, tolerance).same
    return (shift, then) if then >= max(_FEW, 2 * found.same) else None


@dataclass(frozen=True, slots=True)
class Answer:
    """One detail of a tag that both made: what each answered; None: left open."""

    key: str
    first: str | None
    second: str | None
    same: bool


def answers(first: Tag, second: Tag, tolerance: Fraction) -> list[Answer]:
    """The details that one or both answered about what they tagged alike.

    Times are the same within the tolerance (seconds), numbers by their value.
    """
    keys = dict.fromkeys((*first.details, *second.details))
    return [
        Answer(key, one, two, one is not None and two is not None and _alike(first, key, one, two, tolerance))
        for key in keys
        for one, two in [(first.details.get(key), second.details.get(key))]
    ]  # fmt: skip


def lane_seconds(first: Match, second: Match) -> dict[tuple[Label, Label], Fraction]:
    """Seconds of film that the first spent in one position while the second says another.

    Counted where both say a position: from the later first one to the earlier last tag.
    """
    ones, others = read_timeline(first).stays, read_timeline(second).stays
    sums: dict[tuple[Label, Label], Fraction] = {}
    at = 0
    for one in ones:
        while at < len(others) and others[at].end <= one.start:
            at += 1
        for two in others[at:]:
            if two.start >= one.end:
                break
            both = min(one.end, two.end) - max(one.start, two.start)
            key = (_stay_label(one), _stay_label(two))
            if both > 0:
                sums[key] = sums.get(key, Fraction(0)) + both
    return sums


def lane_samples(matches: Sequence[Match], step: Fraction) -> list[list[Label | None]]:
    """The position that each says, sampled every `step` seconds: a row for each match.

    From the earliest first position of all to the latest end; None where a match says none.
    """
    lanes = [read_timeline(match).stays for match in matches]
    edges = [edge for stays in lanes if stays for edge in (stays[0].start, stays[-1].end)]
    if not edges:
        return [[] for _ in lanes]
    start, count = min(edges), int((max(edges) - min(edges)) // step)
    moments = [start + step * number + step / 2 for number in range(count)]
    return [[_said_at(stays, moment) for moment in moments] for stays in lanes]


def _film(first: Match, second: Match) -> tuple[Film, Fraction]:
    places = {
        film.fingerprint: offset
        for film, offset in zip(first.media, offsets(first.media), strict=True)
        if film.fingerprint
    }
    known = [
        (film.fingerprint, offset)
        for film, offset in zip(second.media, offsets(second.media), strict=True)
        if film.fingerprint
    ]
    for fingerprint, offset in known:
        if fingerprint in places:
            return Film.SAME, places[fingerprint] - offset
    return Film.OTHER if places and known else Film.UNKNOWN, Fraction(0)


def _plain(name: str) -> str:
    return " ".join(name.casefold().split())


def _moved(tag: Tag, shift: Fraction, swapped: bool) -> Tag:
    details = dict(tag.details)
    for key, value in tag.details.items():
        kind = tag.kind.details.get(key)
        if kind is not None and kind.kind is Kind.TIME and shift:
            details[key] = _moved_time(value, shift)
        elif swapped and key == "caused_by" and value in ATHLETES:
            details[key] = other("red" if value == "red" else "blue")
    athlete = other(tag.athlete) if swapped and tag.athlete else tag.athlete
    return replace(
        tag, start=tag.start + shift, end=_later(tag.end, shift), athlete=athlete,
        details=MappingProxyType(details),
    )  # fmt: skip


def _moved_time(value: str, shift: Fraction) -> str:
    try:
        return str(Fraction(value) + shift)
    except (ValueError, ZeroDivisionError):
        return value


def _later(end: Fraction | None, shift: Fraction) -> Fraction | None:
    return None if end is None else end + shift


def _differences(first: Sequence[Mark], second: Sequence[Mark], parts: int) -> list[int]:
    """Second less first of like marks in parts of a second, the rarest labels first, of many not all."""
    ones, others = _starts(first, parts), _starts(second, parts)
    shared = sorted(ones.keys() & others.keys(), key=lambda key: len(ones[key]) * len(others[key]))
    found: list[int] = []
    for key in shared:
        if found and len(found) + len(ones[key]) * len(others[key]) > _MOST_DIFFERENCES:
            break
        found += [two - one for one in ones[key][:_MOST_ALIKE] for two in others[key][:_MOST_ALIKE]]
    return found


def _starts(marks: Iterable[Mark], parts: int) -> dict[object, list[int]]:
    found: dict[object, list[int]] = {}
    for mark in marks:
        tick = mark.start.numerator * (parts // mark.start.denominator)
        found.setdefault(mark.label, []).append(tick)
    return found


def _alike(tag: Tag, key: str, one: str, two: str, tolerance: Fraction) -> bool:
    if one == two:
        return True
    detail = tag.kind.details.get(key)
    if detail is None or detail.kind not in (Kind.TIME, Kind.SECONDS, Kind.NUMBER):
        return False
    try:
        apart = abs(Fraction(one) - Fraction(two))
    except (ValueError, ZeroDivisionError):
        return False
    return apart <= (tolerance if detail.kind is Kind.TIME else 0)


def _stay_label(stay: Stay) -> Label:
    return stay.position, stay.top


def _said_at(stays: Sequence[Stay], moment: Fraction) -> Label | None:
    at = bisect_right(stays, moment, key=lambda stay: stay.start) - 1
    return _stay_label(stays[at]) if at >= 0 and moment < stays[at].end else None
