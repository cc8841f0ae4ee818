"""From wanted moments to stretches of the film, frame by frame, and to what stands in their names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Protocol

from annotator.errors import ExportError
from annotator.model.drawn import camera_of
from annotator.model.films import Line
from annotator.model.match import Match
from annotator.model.time import FrameRef, clock_text
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import ScoreSheet
from annotator.text import plain_clock_text, tr, tr_n
from exports.clips.choosing import FramedSpan, choose, framed
from exports.clips.moments import Moment, moment_title, short_title, span_moment
from exports.clips.names import folded, free_name, safe_name
from exports.clips.order import Order


class Timed(Protocol):
    """What is known of a film without opening it: a `Footage`, a `Reel`, or less."""

    @property
    def times(self) -> Sequence[Fraction]: ...
    @property
    def duration(self) -> Fraction: ...
    def index_at(self, t: Fraction, /) -> int: ...


@dataclass(frozen=True, slots=True)
class Clip:
    """A clip to be made: entries `first` to `last` of the film, both shown.

    `name` is the file's, without its ending; `title` is for people. `notes` say in what it is not
    quite what was asked for; `problem` why it cannot be made.
    """

    moments: tuple[Moment, ...]
    first: int
    last: int
    start: Fraction
    end: Fraction
    name: str = ""
    title: str = ""
    notes: tuple[str, ...] = ()
    problem: ExportError | None = None

    @property
    def at(self) -> Fraction:
        """The moment itself, of several the first (seconds of the match)."""
        return min(moment.at for moment in self.moments)


def plan_clips(
    order: Order,
    match: Match,
    sheet: ScoreSheet | None,
    ruleset: Ruleset | None,
    film: Timed,
) -> list[Clip]:
    """The clips that an order asks for, in the order of time, each with a name of its own.

    `match`: as its athletes are to be called. Raises UsageError where the order means nothing here;
    a clip that cannot be made is among the others with its `problem`.
    """
    order.check()
    clips = [_around(moment, order, film) for moment in choose(order, match, sheet)]
    clips += [_exactly(span, film) for span in framed(order)]
    clips.sort(key=lambda clip: (clip.at, clip.first))
    if order.merged:
        clips = _merged(clips)
    return _named([_checked(clip, film) for clip in clips], match, ruleset)


def _around(moment: Moment, order: Order, film: Timed) -> Clip:
    """The clip of a moment: from the frame on screen so long before it to the one as long behind."""
    exact = moment.tag is None and moment.ruling is None
    start = moment.start - (0 if exact else order.before)
    end = moment.end + (0 if exact else order.after)
    film_start, film_end = film.times[0], film.times[0] + film.duration
    notes = []
    if start < film_start <= moment.start:
        notes.append(tr("It begins where the film begins."))
    if end > film_end:
        notes.append(tr("It ends where the film ends, at {time}.", time=clock_text(film_end)))
    first, last = film.index_at(max(start, film_start)), film.index_at(min(end, film_end))
    problem = None
    if moment.start >= film_end or moment.end < film_start:
        problem = ExportError(
            tr(
                "The film shows {start} to {end}; this moment is at {at}.",
                start=clock_text(film_start), end=clock_text(film_end), at=clock_text(moment.at),
            ),
            mend=tr("Add the film that shows it to the match, or place this one where it belongs."),
        )  # fmt: skip
    return _clip((moment,), first, max(first, last), film, tuple(notes), problem)


def _exactly(span: FramedSpan, film: Timed) -> Clip:
    """The clip from a frame to a frame, both shown."""
    line = film.times
    first, last = _entry(line, span.first), _entry(line, span.last)
    if first is None or last is None:
        missing = span.first if first is None else span.last
        problem = ExportError(
            tr("There is no frame {frame} in this film.", frame=missing),
            mend=tr("Its frames are numbered from 0 to {last}.", last=len(line) - 1),
        )
        moment = span_moment(line[0], line[0])
        return _clip((moment,), 0, 0, film, (), problem)
    return _clip((span_moment(line[first], line[last]),), first, last, film)


def _entry(times: Sequence[Fraction], frame: FrameRef) -> int | None:
    if isinstance(times, Line):
        return times.index_of(frame)
    return frame.index if frame.part == 1 and frame.index < len(times) else None


def _clip(
    moments: tuple[Moment, ...], first: int, last: int, film: Timed,
    notes: tuple[str, ...] = (), problem: ExportError | None = None,
) -> Clip:  # fmt: skip
    return Clip(
        moments, first, last, film.times[first], end_of(film, last), notes=notes, problem=problem
    )


def end_of(film: Timed, index: int) -> Fraction:
    """When an entry of the film is no longer shown (seconds of the match)."""
    times = film.times
    return times[index + 1] if index + 1 < len(times) else times[0] + film.duration


def _merged(clips: Iterable[Clip]) -> list[Clip]:
    """The clips with those joined that overlap or touch."""
    joined: list[Clip] = []
    for clip in sorted(clips, key=lambda each: each.first):
        before = joined[-1] if joined else None
        whole = before is not None and before.problem is None and clip.problem is None
        if before is None or not whole or clip.first > before.last + 1:
            joined.append(clip)
            continue
        later = clip if clip.last > before.last else before
        joined[-1] = replace(
            before,
            moments=(*before.moments, *clip.moments),
            last=later.last,
            end=later.end,
            notes=tuple(dict.fromkeys((*before.notes, *clip.notes))),
        )
    return joined


def _checked(clip: Clip, film: Timed) -> Clip:
    """The clip with what there is to say about stretches without a picture."""
    times = film.times
    if clip.problem is not None or not isinstance(times, Line):
        return clip
    pieces = [
        piece
        for piece in times.pieces
        if piece.first <= clip.last and piece.first + piece.count > clip.first
    ]
    blank = [piece for piece in pieces if piece.film is None]
    if len(blank) == len(pieces):
        problem = ExportError(
            tr("There is no picture from {start} to {end}.",
               start=clock_text(clip.start), end=clock_text(clip.end)),
            mend=tr("Put the film that shows it back, or choose another camera."),
        )  # fmt: skip
        return replace(clip, problem=problem)
    if blank:
        return replace(clip, notes=(*clip.notes, tr("A part of it has no picture and is grey.")))
    return clip


def _named(clips: Sequence[Clip], match: Match, ruleset: Ruleset | None) -> list[Clip]:
    """The clips with their titles and names: `03 2-14 not given guard pass blue`."""
    digits = max(2, len(str(len(clips))))
    taken: set[str] = set()
    found = []
    for number, clip in enumerate(clips, 1):
        first = clip.moments[0]
        time = plain_clock_text(clip.at, 0).replace(":", "-")
        name = safe_name(f"{number:0{digits}d} {time} {short_title(first, ruleset)}")
        name = free_name(name, taken)
        taken.add(folded(name))
        title = moment_title(match, first, ruleset)
        more = len(clip.moments) - 1
        if more:
            title = tr_n("{title} and {count} more", "{title} and {count} more", more, title=title)
        found.append(replace(clip, name=name, title=title))
    return found


# ---------------------------------------------------------------------- how it is played


@dataclass(frozen=True, slots=True)
class Playing:
    """How a clip is played: entries slowed, as runs (first, last), and entries that are held."""

    slowed: tuple[tuple[int, int], ...] = ()
    held: tuple[int, ...] = ()


def playing(clip: Clip, order: Order, match: Match, film: Timed) -> Playing:
    """What is slowed and held in a clip: around its moments, and where something is drawn."""
    slowed: list[tuple[int, int]] = []
    if order.slow != 1:
        for at in sorted({moment.at for moment in clip.moments}):
            first = max(clip.first, film.index_at(at - order.slow_around))
            last = min(clip.last, film.index_at(at + order.slow_around))
            if slowed and first <= slowed[-1][1] + 1:
                slowed[-1] = (slowed[-1][0], max(last, slowed[-1][1]))
            elif first <= last:
                slowed.append((first, last))
    held: Sequence[int] = ()
    if order.freeze:
        held = _drawn_entries(clip, order, match, film) or [
            entry
            for entry in sorted({film.index_at(moment.at) for moment in clip.moments})
            if clip.first <= entry <= clip.last
        ]
    return Playing(tuple(slowed), tuple(held))


def _drawn_entries(clip: Clip, order: Order, match: Match, film: Timed) -> list[int]:
    """The entries of a clip on which the coach drew."""
    line = film.times
    entries = set()
    for drawing in match.drawings:
        if camera_of(match, drawing.film) != order.camera:
            continue
        entry = (
            None if drawing.frame is None else _entry(line, FrameRef(drawing.frame, drawing.film))
        )
        entries.add(film.index_at(drawing.time) if entry is None else entry)
    return sorted(entry for entry in entries if clip.first <= entry <= clip.last)
