"""From the events of a foreign file to a match: what is understood becomes tags, the rest stays readable in marks."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType

from annotator.errors import ForeignFileError
from annotator.files.film_times import FilmTimes
from annotator.files.interchange.losses import Loss, Losses
from annotator.files.interchange.marks import Mark, Source, check_count
from annotator.files.interchange.outgoing import with_head
from annotator.files.interchange.record import Record
from annotator.files.interchange.words import Words
from annotator.model.match import Match, Media
from annotator.model.tag import Tag
from annotator.model.time import FrameRef, clock_text
from annotator.model.vocabulary import ATHLETES, VOCABULARY, Athlete, Who
from annotator.text import tr

LONGEST_MOMENT = Fraction(1)
"""Seconds that a moment of ours may last in another program before its end is said to be lost."""
GAP = Fraction(1, 5)
"""Seconds without a position from which on nobody is said to hold anybody."""


@dataclass(frozen=True, slots=True)
class Imported:
    """What was read: the match, sentences about what it lacks, and the event names not understood."""

    match: Match
    losses: tuple[str, ...] = ()
    unknown: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(slots=True)
class _Draft:
    """A tag with what decides about its row, and the end that it had there if we do not keep it."""

    tag: Tag
    row: int | None
    place: int
    over: Fraction | None = None
    over_frame: FrameRef | None = None


def match_of(
    source: Source, where: str, words: Words | None = None, films: FilmTimes | None = None,
    media: Sequence[Media] = (),
) -> Imported:  # fmt: skip
    """The match that a file's events tell.

    With `films` each time becomes that of the frame shown then. `media`: the films that the match is
    to have. Raises ForeignFileError where there is not one event.
    """
    check_count(len(source.marks), where)
    if not source.marks:
        count = source.losses.sentences()
        raise ForeignFileError(
            tr("There is no event in this file that could become a tag."), where=where,
            mend=" ".join(count) or tr("Choose another file, or export again in the other program."),
        )  # fmt: skip
    people: list[tuple[str, Athlete]] = [
        (source.head[who], who) for who in ATHLETES if source.head.get(who)
    ]
    reader = _Reader((words or Words()).with_people(people), films, source.losses)
    drafts = [
        draft
        for place, mark in enumerate(source.marks)
        if (draft := reader.draft(mark, place)) is not None
    ]
    if not drafts:
        raise ForeignFileError(
            tr("All events of this file were left out."), where=where,
            mend=tr("Change the table of names."),
        )  # fmt: skip
    tags = _with_gaps(_in_rows(drafts), source.losses)
    match = with_head(Match(tags=_with_ids(tags), media=tuple(media)), source.head)
    unknown = source.losses.names(Loss.UNKNOWN_CODE)
    return Imported(match, source.losses.sentences(), MappingProxyType(unknown))


class _Reader:
    def __init__(self, words: Words, films: FilmTimes | None, losses: Losses) -> None:
        self.words = words
        self.losses = losses
        self.films = films
        self._first = films.times(1) if films is not None else None

    # ------------------------------------------------------------------ one event

    def draft(self, mark: Mark, place: int) -> _Draft | None:
        """The tag of an event; None where the user's table leaves it out."""
        meaning = self.words.code(mark.code)
        if meaning is None:
            self.losses.add(Loss.UNKNOWN_CODE, mark.code or tr("(no name)"))
            return self._plain_mark(mark, place)
        if meaning.tag is None:
            self.losses.add(Loss.LEFT_OUT, mark.code)
            return None
        kind = VOCABULARY[meaning.tag]
        record = Record(mark.record)
        athlete = meaning.athlete or self._athlete(mark)
        if kind.who is Who.EMPTY and not record:
            athlete = None
        if athlete is None and kind.who is Who.REQUIRED:
            self.losses.add(Loss.NO_ATHLETE, mark.code)
            return self._plain_mark(mark, place)
        details, rest = dict(meaning.details), []
        for group, text in mark.labels:
            if self.words.athlete(text) and not _is_question(group, kind.details):
                continue
            answer = self.words.answer(kind, group, text)
            if answer is None:
                self.losses.add(Loss.NOT_ANSWERS, f"{group}: {text}" if group else text)
                rest.append(f"{group}: {text}" if group else text)
            else:
                details[answer[0]] = answer[1]
        note = "; ".join(filter(None, (record.exact_note(mark.note), *rest)))
        tag = Tag(
            id=record.id(),
            tag=kind.name,
            start=mark.start,
            athlete=athlete,
            details=MappingProxyType(record.exact_details(details)),
            note=note,
            reaction=max(record.time("reaction") or Fraction(0), Fraction(0)),
            end_reaction=max(record.time("end_reaction") or Fraction(0), Fraction(0)),
            extra=record.extra(),
        )
        return self._timed(tag, mark, record, place)

    def _athlete(self, mark: Mark) -> Athlete | None:
        texts = (*mark.who, *(text for group, text in mark.labels if _names_people(group)))
        for text in texts:
            if (who := self.words.athlete(text)) is not None:
                return who
        return None

    def _plain_mark(self, mark: Mark, place: int) -> _Draft:
        """An event that is no tag of ours, with all that it said as the note."""
        words = [mark.code, *filter(None, mark.who[:1])]
        words += [f"{group}: {text}" if group else text for group, text in mark.labels]
        if mark.end is not None and mark.end > mark.start:
            words.append(tr("until {time}", time=clock_text(mark.end)))
        record = Record(mark.record)
        note = "; ".join(filter(None, (*words, record.exact_note(mark.note))))
        tag = Tag(id=record.id(), tag="mark", start=mark.start, note=note)
        moment = replace(mark, end=None)
        return self._timed(tag, moment, record, place)

    # ------------------------------------------------------------------ times

    def _timed(self, tag: Tag, mark: Mark, record: Record, place: int) -> _Draft:
        """The tag with its exact times and frames."""
        zero = record.time("zero") or Fraction(0)
        if self._first and not record:
            zero = self._first[0]
        start, frame = self._start(mark, record, zero)
        untouched, end = record.end(mark.end, mark.grain)
        end_frame = record.frame("end_frame") if untouched else None
        over, over_frame = None, None
        if not untouched and mark.end is not None:
            end, end_frame = self._snapped(mark.end, mark.grain, mark.end_frame, zero)
            if not tag.kind.span and not (record and record.text("end")):
                over, over_frame = end, end_frame
                end, end_frame = None, None
                if not tag.is_position and mark.end - mark.start > LONGEST_MOMENT:
                    self.losses.add(Loss.ENDS, mark.code)
        if end is not None and end < start:
            self.losses.add(Loss.ENDS, mark.code)
            end, end_frame = None, None
        timed = replace(
            tag,
            start=start,
            end=end,
            frame=frame.index if frame else None,
            end_frame=end_frame.index if end_frame else None,
            film=frame.part if frame else record.number("film") or 1,
            end_film=end_frame.part if end_frame else record.number("end_film") or 1,
        )
        return _Draft(timed, record.number("row"), place, over, over_frame)

    def _start(
        self, mark: Mark, record: Record, zero: Fraction
    ) -> tuple[Fraction, FrameRef | None]:
        exact = record.start(mark.start, mark.grain)
        if exact is None:
            return self._snapped(mark.start, mark.grain, mark.frame, zero)
        known = self.films.frame_at(exact) if self.films is not None else None
        return exact, known or record.frame("frame")

    def _snapped(
        self, shown: Fraction, grain: Fraction, said: int | None, zero: Fraction
    ) -> tuple[Fraction, FrameRef | None]:
        """A time of the film as one of the match, and the frame on screen then.

        Of a rounded time that is the frame nearest to it within half the rounding, else the last
        one before it. The frame that the file itself names is taken if its time is this one.
        """
        time = shown + zero
        if self.films is None or not self._first:
            return time, FrameRef(said) if said is not None else None
        within = max(grain, Fraction(1, 1000)) / 2
        if said is not None and said < len(self._first) and abs(self._first[said] - time) <= within:
            return self._first[said], FrameRef(said)
        return self._on_screen(time, within)

    def _on_screen(self, time: Fraction, within: Fraction) -> tuple[Fraction, FrameRef | None]:
        assert self.films is not None
        found: tuple[Fraction, FrameRef] | None = None
        part = 1
        while (times := self.films.times(part)) is not None and part < 1000:
            if times and times[0] - within <= time:
                index = _nearest(times, time, within)
                step = times[-1] - times[-2] if len(times) > 1 else within
                if found is None or times[index] > found[0]:
                    found = times[index], FrameRef(index, part)
                beyond = index == len(times) - 1 and time > times[-1] + step + within
                if beyond and found == (times[index], FrameRef(index, part)):
                    found = None
            part += 1
        if found is None:
            self.losses.add(Loss.BEYOND, clock_text(time))
            return time, None
        return found


def _nearest(times: Sequence[Fraction], time: Fraction, within: Fraction) -> int:
    """The frame nearest to a time within so much, else the last one before it."""
    low, high = bisect_left(times, time - within), bisect_right(times, time + within)
    if low < high:
        return min(range(low, high), key=lambda index: abs(times[index] - time))
    return max(0, bisect_right(times, time) - 1)


def _names_people(group: str) -> bool:
    return group.strip().lower() in ("", "athlete", "player", "team", "subject", "who")


def _is_question(group: str, details: Mapping[str, object]) -> bool:
    return group.strip().lower() in details


# ---------------------------------------------------------------------- all of them


def _in_rows(drafts: list[_Draft]) -> list[_Draft]:
    """In the order that our rows had; events that came in elsewhere stand where their time is."""
    known = [draft for draft in drafts if draft.row is not None]
    if not known:
        return sorted(drafts, key=lambda draft: (draft.tag.start, draft.place))
    known.sort(key=lambda draft: (draft.row or 0, draft.place))
    fresh = sorted(
        (draft for draft in drafts if draft.row is None),
        key=lambda draft: (draft.tag.start, draft.place),
    )
    ordered: list[_Draft] = []
    left = iter(fresh)
    waiting = next(left, None)
    for draft in known:
        while waiting is not None and waiting.tag.start < draft.tag.start:
            ordered.append(waiting)
            waiting = next(left, None)
        ordered.append(draft)
    if waiting is not None:
        ordered += [waiting, *left]
    return ordered


def _with_gaps(drafts: list[_Draft], losses: Losses) -> list[Tag]:
    """The tags, with a scramble where another program says that a position ended and none began."""
    tags = [draft.tag for draft in drafts]
    if not any(draft.over is not None and draft.tag.is_position for draft in drafts):
        return tags
    spans = sorted(
        ((draft.tag.start, draft.over) for draft in drafts if draft.tag.is_position),
        key=lambda span: span[0],
    )
    last = max(draft.tag.end or draft.tag.start for draft in drafts)
    follows = [*(start for start, _ in spans[1:]), last]
    frames = {draft.over: draft.over_frame for draft in drafts}
    reached = spans[0][0]
    for (_, over), begin in zip(spans, follows, strict=True):
        reached = max(reached, begin if over is None else over)
        if begin - reached > GAP:
            losses.add(Loss.GAPS, clock_text(reached))
            note = tr("No position is tagged here in the file that this match was read from.")
            frame = frames.get(reached)
            gap = Tag(id="", tag="scramble", start=reached, note=note)
            if frame is not None:
                gap = replace(gap, frame=frame.index, film=frame.part)
            tags.append(gap)
    tags.sort(key=lambda tag: tag.start)
    return tags


def _with_ids(tags: Sequence[Tag]) -> tuple[Tag, ...]:
    """Each with an id of its own: the first that says one keeps it."""
    taken: set[str] = set()
    keeps = []
    for tag in tags:
        keeps.append(bool(tag.id) and tag.id not in taken)
        taken.add(tag.id)
    free = Match(tags=tuple(tags)).free_ids()
    named = []
    for number, (tag, kept) in enumerate(zip(tags, keeps, strict=True), 1):
        if kept:
            named.append(tag)
            continue
        name = str(number) if str(number) not in taken else next(free)
        taken.add(name)
        named.append(replace(tag, id=name))
    return tuple(named)
