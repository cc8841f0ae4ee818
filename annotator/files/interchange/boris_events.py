"""Events as BORIS knows them: rows of a subject, a code and modifiers, of which every second one ends a state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from annotator.files.details_cell import split_details, write_details
from annotator.files.interchange.losses import Loss, Losses
from annotator.files.interchange.marks import Mark
from annotator.files.interchange.numbers import Moment
from annotator.files.interchange.outgoing import Sent
from annotator.files.interchange.record import Shown, joined, shown_text, split_record
from annotator.model.vocabulary import VOCABULARY, Group, Kind, TagKind

START, STOP, POINT = "START", "STOP", "POINT"
NONE = "None"
NOBODY = ("", "No focal subject")
# What BORIS has no kind of modifier for stands in the record.
_AS_MODIFIER = (Kind.CHOICE, Kind.NUMBER)


def modifier_sets(kind: TagKind) -> list[str]:
    """The questions about a tag that BORIS asks as sets of modifiers, in their order."""
    return [key for key, detail in kind.details.items() if detail.kind in _AS_MODIFIER]


def is_state(kind: TagKind) -> bool:
    """Whether a tag lasts there."""
    return kind.span or kind.group is Group.POSITION


@dataclass(frozen=True, slots=True)
class Event:
    """A row: `edge` is START, STOP or POINT; empty where every second one ends it."""

    at: Moment
    subject: str
    code: str
    modifiers: str
    labels: tuple[tuple[str, str], ...]
    comment: str
    frame: int | None
    edge: str


def labels_of(
    code: str, texts: Sequence[str], names: Sequence[str] = ()
) -> tuple[tuple[str, str], ...]:
    """Modifiers with the names of their sets: those given, else ours if they all fit a tag of ours."""
    kind = VOCABULARY.get(code)
    if not any(names) and kind is not None:
        sets = modifier_sets(kind)
        fits = len(texts) >= len(sets) and not any(texts[len(sets) :])
        if fits and all(
            text in ("", NONE) or _may_answer(kind, key, text)
            for key, text in zip(sets, texts, strict=False)
        ):
            names = sets
    found = []
    for place, text in enumerate(texts):
        name = names[place] if place < len(names) else ""
        found += [
            (name, each.strip()) for each in text.split(",") if each.strip() not in ("", NONE)
        ]
    return tuple(found)


def _may_answer(kind: TagKind, key: str, text: str) -> bool:
    detail = kind.details[key]
    return text in detail.values if detail.kind is Kind.CHOICE else text.lstrip("+-").isdigit()


def modifiers_of(sent: Sent) -> list[str]:
    """The answers of a tag as modifiers, one for each set; empty where nothing is answered."""
    sets = modifier_sets(sent.tag.kind)
    answers = [sent.tag.details.get(key, NONE) for key in sets]
    return answers if any(answer != NONE for answer in answers) else []


def comment_of(sent: Sent, shown: Shown, edge: str = "") -> str:
    """The note with the record behind it; of a STOP the record alone says whose it is."""
    if edge == STOP:
        return sent.record(shown, edge=STOP)
    more = {
        key: value
        for key, value in sent.tag.details.items()
        if sent.tag.kind.details[key].kind not in _AS_MODIFIER
    }
    fields = {"more": write_details(more)} if more else {}
    if len(sent.tag.details) > 1:
        fields["details"] = write_details(sent.tag.details)  # in their order
    return joined(shown_text(sent.tag.note), sent.record(shown, **fields))


def mark_of(start: Event, stop: tuple[Moment, int | None, str] | None = None) -> Mark:
    """The event as a mark; `stop`: when it ended, on which frame, with which comment."""
    note, record = split_record(start.comment)
    notes = [note.strip()]
    if stop is not None:
        notes.append(split_record(stop[2])[0].strip())
    more = [
        (key, value)
        for key, value in split_details(record.get("more", ""))
        if isinstance(value, str)
    ]
    return Mark(
        start.code,
        start.at.time,
        None if stop is None else stop[0].time,
        max(start.at.grain, stop[0].grain) if stop else start.at.grain,
        () if start.subject in NOBODY else (start.subject,),
        (*start.labels, *more),
        "; ".join(filter(None, notes)),
        start.frame,
        None if stop is None else stop[1],
        record,
    )


def paired(events: Iterable[Event], losses: Losses) -> list[Mark]:
    """Starts and stops put together, as BORIS does it: by subject, code and modifiers.

    Where our record names the tag, that goes before. What is left is paired whatever its
    modifiers are; what begins and never ends is said.
    """
    rows = sorted(enumerate(events), key=lambda row: (row[1].at.time, row[0]))
    ends: dict[int, Event] = {}
    found: dict[int, Event] = {}
    left: list[tuple[int, Event]] = []
    stops = _named_stops(event for _, event in rows)
    taken = {id(stop) for stop in stops.values()}
    for number, event in rows:
        if id(event) in taken:
            continue
        name = split_record(event.comment)[1].get("id")
        if event.edge == POINT:
            found[number] = event
        elif name is not None and name in stops:
            found[number], ends[number] = event, stops.pop(name)
        else:
            left.append((number, event))
    left = _pair(left, found, ends, lambda event: (event.subject, event.code, event.modifiers))
    left = _pair(left, found, ends, lambda event: (event.subject, event.code))
    for number, event in left:
        losses.add(Loss.UNPAIRED, f"{event.code} {event.subject}".strip())
        found[number] = event
    return [mark_of(event, _stop(ends.get(number))) for number, event in sorted(found.items())]


def _stop(event: Event | None) -> tuple[Moment, int | None, str] | None:
    return None if event is None else (event.at, event.frame, event.comment)


def _named_stops(events: Iterable[Event]) -> dict[str, Event]:
    """The stops that our records name, by the tag's id; only where the start is there too."""
    starts: set[str] = set()
    stops: dict[str, Event] = {}
    for event in events:
        record = split_record(event.comment)[1]
        name = record.get("id")
        if name is None or event.edge == POINT:
            continue
        if record.get("edge") == STOP:
            stops.setdefault(name, event)
        else:
            starts.add(name)
    return {name: stop for name, stop in stops.items() if name in starts}


def _pair(
    rows: list[tuple[int, Event]],
    found: dict[int, Event],
    ends: dict[int, Event],
    key: Callable[[Event], object],
) -> list[tuple[int, Event]]:
    """Put every second row of a key to the one before it; returns what has no second one."""
    waiting: dict[object, list[tuple[int, Event]]] = {}
    left: list[tuple[int, Event]] = []
    for number, event in rows:
        same = waiting.setdefault(key(event), [])
        if same and event.edge != START:
            first, start = same.pop(0)
            found[first], ends[first] = start, event
        else:
            same.append((number, event))
    for same in waiting.values():
        left += same
    return sorted(left)


def read_frame(value: object) -> int | None:
    """A frame's number: whole, also written as `374.0`; None for `NA`."""
    text = str(value).strip().removesuffix(".0")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def frame_text(frame: int | None) -> int | str:
    """A frame's number as BORIS writes it."""
    return "NA" if frame is None else frame


def offset_of(value: object) -> Fraction:
    """The seconds that BORIS added to all times of an observation."""
    text = str(value).strip()
    try:
        offset = (
            Fraction(text)
            if len(text) < 40 and "/" not in text and "e" not in text.lower()
            else Fraction(0)
        )
    except (ValueError, ZeroDivisionError):
        return Fraction(0)
    return offset


def without_offset(at: Moment, offset: Fraction) -> Moment | None:
    """The time of the film; None before its beginning."""
    time = at.time - offset
    return Moment(time, at.grain) if time >= 0 else None


def boris_rows_of(sents: Sequence[Sent], frame: Fraction, losses: Losses) -> Mapping[int, Shown]:
    """Where each tag (by its row) begins and ends there; says which states overlap their like."""
    ends: dict[tuple[str, str, tuple[str, ...]], Fraction] = {}
    shown: dict[int, Shown] = {}
    for sent in sorted(sents, key=lambda sent: (sent.start, sent.end)):
        state = is_state(sent.tag.kind)
        end = sent.end
        if state:
            key = (sent.tag.athlete or "", sent.tag.tag, tuple(modifiers_of(sent)))
            if ends.get(key, Fraction(0)) > sent.start:
                losses.add(Loss.OVERLAPS, sent.name)
            ends[key] = max(end, ends.get(key, end))
        shown[sent.row] = Shown(sent.start, end if state else None)
    return shown
