"""From a pressed tag key to an edit: pure, no widgets.

Whose tag it is follows from the match: a key means the athlete who is on top at that moment, and
with Shift the other. Until somebody is on top it means the athlete that the panel shows first.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType

from annotator.model.edits import AddTag, ChangeTag, Edit, MoveEnd
from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.template import Button
from annotator.model.time import FrameRef
from annotator.model.timeline import NOT_ON_THE_GROUND, Run, read_timeline
from annotator.model.vocabulary import VOCABULARY, Athlete, Group, Who, other
from annotator.text import tr, word

# What ends a span that has no end of its own yet.
_LANDINGS = ("takedown", "guard_pull", "sweep")


@dataclass(frozen=True, slots=True)
class Moment:
    """Where a tag goes: seconds of the match, and the frame on screen where there is a film; of
    the match's films it is that number `film`, from 1. `reaction`: so many seconds before what was
    on screen at the key press.
    """

    time: Fraction
    frame: int | None = None
    film: int = 1
    reaction: Fraction = Fraction(0)

    @classmethod
    def at(cls, time: Fraction, frame: FrameRef | None, reaction: Fraction = Fraction(0)) -> Moment:
        """At a frame, or where there is no picture."""
        index, film = (None, 1) if frame is None else (frame.index, frame.part)
        return cls(time, index, film, reaction)

    def tag(self, match: Match, name: str, athlete: Athlete | None) -> Tag:
        """A new tag that begins here."""
        return Tag(
            next(match.free_ids()), name, self.time, athlete=athlete, frame=self.frame,
            film=self.film, reaction=self.reaction,
        )  # fmt: skip

    def end_of(self, tag: Tag) -> MoveEnd:
        """The edit that ends a span here: at its first frame if that came later."""
        if self.time < tag.start:
            return MoveEnd(tag.id, tag.start, tag.frame, tag.film)
        return MoveEnd(tag.id, self.time, self.frame, self.film, self.reaction)


@dataclass(frozen=True, slots=True)
class Press:
    """What a key press does: the edit, the tag it is about, and whether it ended that tag."""

    edit: Edit
    tag_id: str
    ended: bool = False


class _Reading:
    """What is asked about one match at every frame that plays, worked out once."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.tags = match.in_time()
        self.open_spans = [tag for tag in self.tags if tag.kind.span and tag.end is None]
        self.starts: list[Fraction] = []
        self.leads: list[Athlete | None] = []
        for tag, lead in _leads(self.tags):
            self.starts.append(tag.start)
            self.leads.append(lead)


_memory: _Reading | None = None


def _read(match: Match) -> _Reading:
    global _memory
    if _memory is None or _memory.match is not match:
        _memory = _Reading(match)
    return _memory


def _leads(tags: Iterable[Tag]) -> Iterator[tuple[Tag, Athlete | None]]:
    """Each tag that says who is on top, with who it is from then on."""
    lead: Athlete | None = None
    for tag in tags:
        if tag.tag == "standing" or tag.details.get("position") == "standing":
            lead = None
        elif tag.is_position or tag.tag in ("takedown", "sweep", "restart", "overtime"):
            lead = tag.athlete or lead
        elif tag.tag == "guard_pull" and tag.athlete:
            lead = other(tag.athlete)
        else:
            continue
        yield tag, lead


def on_top(match: Match, time: Fraction, key: str = "") -> Athlete | None:
    """The athlete whom the unshifted key of a tag means at a time; None while nobody is on top.

    After a takedown it is its author, after a guard pull the opponent. Left out is a running span
    that the key is about to end, so that it means the same athlete as when it began it.
    """
    read = _read(match)
    if any(tag.tag == key and tag.start <= time for tag in read.open_spans):
        kept = (tag for tag in read.tags if tag.tag != key or tag.end is not None)
        lead: Athlete | None = None
        for tag, after in _leads(kept):
            if tag.start > time:
                break
            lead = after
        return lead
    place = bisect_right(read.starts, time)
    return read.leads[place - 1] if place else None


def running(match: Match, time: Fraction) -> list[Tag]:
    """The spans that have begun at or before a time and are still open there, oldest first."""
    read = _read(match)
    return [
        tag for tag in read.open_spans if tag.start <= time and not _is_over(tag, read.tags, time)
    ]


def _is_over(span: Tag, tags: Sequence[Tag], time: Fraction) -> bool:
    lands = span.tag in _LANDINGS
    for tag in tags[bisect_left(tags, span.start, key=_start) :]:
        if tag.start > time:
            return False
        if tag.start == span.start:
            # What was tagged on the very frame may be the landing, but not where it came from.
            if span.tag != "sweep" and lands and _on_the_ground(tag):
                return True
        elif tag.tag in ("stop", "end") or (lands and tag.is_position):
            return True
    return False


def _on_the_ground(tag: Tag) -> bool:
    return tag.is_position and tag.tag not in NOT_ON_THE_GROUND


def _start(tag: Tag) -> Fraction:
    return tag.start


class Tagger:
    """Makes edits of key presses. `first`: the athlete meant while nobody is on top."""

    def __init__(self) -> None:
        self.first: Athlete = "red"
        self._shifted: set[str] = set()

    def athlete(self, match: Match, name: str, time: Fraction, shifted: bool) -> Athlete | None:
        """Whose tag a key would make at a time."""
        if VOCABULARY[name].who is Who.EMPTY:
            return None
        lead = on_top(match, time, name) or self.first
        return other(lead) if shifted else lead

    def press(self, match: Match, button: Button, moment: Moment, shifted: bool) -> Press:
        """What pressing a button or its key does at a moment.

        A button that says more than its tag ends only the spans that say the same; beside others
        it begins one of its own.
        """
        name = button.tag
        kind = VOCABULARY[name]
        open_spans = [tag for tag in running(match, moment.time) if says(tag, button)]
        if open_spans:
            last = open_spans[-1]
            # With Shift a second span for the other athlete can run beside the first.
            if not shifted or last.id in self._shifted:
                return Press(moment.end_of(last), last.id, ended=True)
            press = self._add(match, name, moment, other(last.athlete or self.first), shifted)
            return _with_presets(press, button)
        athlete = self.athlete(match, name, moment.time, shifted)
        if kind.group is Group.POSITION:
            here = [t for t in match.tags if t.is_position and t.start == moment.time]
            if here:
                return _with_presets(self._correct(here[-1], name, athlete), button)
        return _with_presets(self._add(match, name, moment, athlete, shifted), button)

    def _add(
        self, match: Match, name: str, moment: Moment, athlete: Athlete | None, shifted: bool
    ) -> Press:
        tag = moment.tag(match, name, athlete)
        if shifted:
            self._shifted.add(tag.id)
        else:
            self._shifted.discard(tag.id)
        return Press(AddTag(tag), tag.id)

    def change(self, match: Match, tag: Tag, button: Button, shifted: bool) -> Press:
        """Make another tag of one that is there, at its time: the same athlete's, with Shift the
        other's. What the new one cannot carry is left out.
        """
        name = button.tag
        athlete = tag.athlete or self.athlete(match, name, tag.start, False)
        if VOCABULARY[name].who is Who.EMPTY:
            athlete = None
        elif shifted and athlete is not None:
            athlete = other(athlete)
        return _with_presets(self._correct(tag, name, athlete), button)

    def _correct(self, tag: Tag, name: str, athlete: Athlete | None) -> Press:
        """A second position on the same frame is a correction of the first."""
        kind = VOCABULARY[name]
        kept = {
            key: value
            for key, value in tag.details.items()
            if (detail := kind.details.get(key)) and detail == tag.kind.details[key]
        }
        changed = replace(tag, tag=name, athlete=athlete, details=MappingProxyType(kept))
        if not kind.span:
            changed = replace(
                changed, end=None, end_frame=None, end_film=1, end_reaction=Fraction(0)
            )
        words = tr("Change {old} to {new}", old=word(tag.tag), new=word(name))
        return Press(ChangeTag(changed, words), tag.id)


def says(tag: Tag, button: Button) -> bool:
    """Whether a tag is what a button makes, with all that the button says about it."""
    given = all(tag.details.get(key) == value for key, value in button.details.items())
    return tag.tag == button.tag and given and button.note in tag.note


def _with_presets(press: Press, button: Button) -> Press:
    """The tag made, or changed, with what the button says about it from the start."""
    edit = press.edit
    if not button.presets or not isinstance(edit, AddTag | ChangeTag):
        return press
    tag = edit.tag.with_details(**button.details)
    if button.note not in tag.note:
        tag = replace(tag, note=" ".join(filter(None, (tag.note, button.note))))
    return replace(press, edit=replace(edit, tag=tag))


def whistle(match: Match, time: Fraction) -> str | None:
    """The referee's command that makes sense at a time, or None once the match has ended."""
    stretch = read_timeline(match).stretch_at(time)
    if stretch is None:
        return "start"
    match stretch.run:
        case Run.BEFORE:
            return "start"
        case Run.RUNNING:
            return "stop"
        case Run.STOPPED | Run.FROZEN:
            return "resume"
    return None
