"""Everything that can be done to a match, each with the words the Undo menu shows.

An edit is a value; `edit.apply(match)` gives a new match or raises EditError, and the old match
stays as it was. Undo is going back to the old match (`annotator.model.history`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Protocol

from annotator.errors import EditError, TimeError
from annotator.model.halves import mended, mended_tag
from annotator.model.match import Match, Media, Person, RulesetPin
from annotator.model.tag import Tag
from annotator.model.time import parse_seconds, write_seconds
from annotator.model.vocabulary import VOCABULARY, Athlete, Detail, Kind, Who, other
from annotator.text import tr, word


class Edit(Protocol):
    """What can be applied to a match, undone and redone."""

    def apply(self, match: Match) -> Match: ...
    def label(self) -> str: ...


@dataclass(frozen=True, slots=True)
class AddTag:
    """Add a tag after the others, so that at equal times it counts last."""

    tag: Tag

    def apply(self, match: Match) -> Match:
        if match.by_id(self.tag.id):
            raise EditError(tr("There is a tag {id} already.", id=self.tag.id))
        check_tag(self.tag)
        return match.with_tags((*match.tags, mended_tag(self.tag)))

    def label(self) -> str:
        return tr("Tag {name}", name=word(self.tag.tag))


@dataclass(frozen=True, slots=True)
class RemoveTags:
    """Remove tags by id."""

    ids: frozenset[str]

    def apply(self, match: Match) -> Match:
        for tag_id in sorted(self.ids):
            _find(match, tag_id)
        return match.with_tags(tuple(tag for tag in match.tags if tag.id not in self.ids))

    def label(self) -> str:
        return tr("Delete tag") if len(self.ids) == 1 else tr("Delete {n} tags", n=len(self.ids))


@dataclass(frozen=True, slots=True)
class ChangeTag:
    """Put a tag in the place of the one with the same id."""

    tag: Tag
    words: str = ""

    def apply(self, match: Match) -> Match:
        _find(match, self.tag.id)
        check_tag(self.tag)
        changed = mended_tag(self.tag)
        return match.with_tags(
            tuple(changed if tag.id == changed.id else tag for tag in match.tags)
        )

    def label(self) -> str:
        return self.words or tr("Change {name}", name=word(self.tag.tag))


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer one detail of a tag; `value` None takes the answer back."""

    tag_id: str
    key: str
    value: str | None

    def apply(self, match: Match) -> Match:
        tag = _find(match, self.tag_id)
        value = self.value
        detail = tag.kind.details.get(self.key)
        if value is not None and detail is not None and detail.kind in (Kind.TIME, Kind.SECONDS):
            value = write_seconds(parse_seconds(value))
        return ChangeTag(tag.with_details(**{self.key: value})).apply(match)

    def label(self) -> str:
        return tr("Answer {key}", key=word(self.key))


@dataclass(frozen=True, slots=True)
class MoveStart:
    """Move a tag's start to another time (seconds) and its frame, of film `film` (from 1).

    `reaction`: by how many seconds it was set back for the time a person needs to react.
    """

    tag_id: str
    start: Fraction
    frame: int | None = None
    film: int = 1
    reaction: Fraction = Fraction(0)

    def apply(self, match: Match) -> Match:
        tag = _find(match, self.tag_id)
        moved = replace(
            tag, start=self.start, frame=self.frame, film=self.film, reaction=self.reaction
        )
        return ChangeTag(moved).apply(match)

    def label(self) -> str:
        return tr("Move tag")


@dataclass(frozen=True, slots=True)
class MoveEnd:
    """Set, move or (with None) take back the end of a span."""

    tag_id: str
    end: Fraction | None
    end_frame: int | None = None
    end_film: int = 1
    end_reaction: Fraction = Fraction(0)

    def apply(self, match: Match) -> Match:
        tag = _find(match, self.tag_id)
        if not tag.kind.span:
            raise EditError(
                tr("{name} has no end of its own.", name=word(tag.tag)),
                mend=tr("A position lasts until the next one; other facts are moments."),
            )
        moved = replace(
            tag, end=self.end, end_frame=self.end_frame, end_film=self.end_film,
            end_reaction=self.end_reaction,
        )  # fmt: skip
        return ChangeTag(moved).apply(match)

    def label(self) -> str:
        return tr("Open span again") if self.end is None else tr("End span")


@dataclass(frozen=True, slots=True)
class SwapAthlete:
    """Give a tag to the other athlete."""

    tag_id: str

    def apply(self, match: Match) -> Match:
        tag = _find(match, self.tag_id)
        if tag.athlete is None:
            raise EditError(tr("{name} belongs to no athlete.", name=word(tag.tag)))
        return ChangeTag(replace(tag, athlete=other(tag.athlete))).apply(match)

    def label(self) -> str:
        return tr("Swap athlete")


@dataclass(frozen=True, slots=True)
class SetNote:
    """Write a tag's note."""

    tag_id: str
    note: str

    def apply(self, match: Match) -> Match:
        return ChangeTag(replace(_find(match, self.tag_id), note=self.note)).apply(match)

    def label(self) -> str:
        return tr("Note")


@dataclass(frozen=True, slots=True)
class Together:
    """Several edits as one step, in their order; all of them or none. `words`: for the Undo menu."""

    edits: tuple[Edit, ...]
    words: str

    def apply(self, match: Match) -> Match:
        for edit in self.edits:
            match = edit.apply(match)
        return match

    def label(self) -> str:
        return self.words


@dataclass(frozen=True, slots=True)
class SetPerson:
    """Say who an athlete is."""

    athlete: Athlete
    person: Person

    def apply(self, match: Match) -> Match:
        person = self.person
        person = replace(person, name=mended(person.name), belt=mended(person.belt))
        people = {**match.athletes, self.athlete: person}
        return replace(match, athletes=MappingProxyType(people))

    def label(self) -> str:
        return tr("Change athlete")


@dataclass(frozen=True, slots=True)
class SetTitle:
    title: str

    def apply(self, match: Match) -> Match:
        return replace(match, title=mended(self.title))

    def label(self) -> str:
        return tr("Change title")


@dataclass(frozen=True, slots=True)
class SetEvent:
    """Say what the match was part of, and its day (`2026-11-28`, or empty)."""

    event: str
    date: str

    def apply(self, match: Match) -> Match:
        return replace(match, event=mended(self.event), date=self.date)

    def label(self) -> str:
        return tr("Change event")


@dataclass(frozen=True, slots=True)
class SetRound:
    """Say which match of its event it was: the round and the weight class, as people call them."""

    round: str
    weight: str

    def apply(self, match: Match) -> Match:
        return replace(match, round=mended(self.round), weight=mended(self.weight))

    def label(self) -> str:
        return tr("Change round")


@dataclass(frozen=True, slots=True)
class Restore:
    """Make the match what it was in an earlier version; `words` say which."""

    version: Match
    words: str

    def apply(self, match: Match) -> Match:
        return self.version

    def label(self) -> str:
        return self.words


@dataclass(frozen=True, slots=True)
class SetMedia:
    """Say which films the match is on."""

    media: tuple[Media, ...]

    def apply(self, match: Match) -> Match:
        return replace(match, media=self.media)

    def label(self) -> str:
        return tr("Change film")


@dataclass(frozen=True, slots=True)
class SetRulesets:
    """Choose the rulesets that the match is scored under."""

    rulesets: tuple[RulesetPin, ...]

    def apply(self, match: Match) -> Match:
        return replace(match, rulesets=self.rulesets)

    def label(self) -> str:
        return tr("Choose rulesets")


def check_tag(tag: Tag) -> None:
    """Raise EditError unless the vocabulary allows this tag: name, athlete, details, end."""
    kind = VOCABULARY.get(tag.tag)
    if kind is None:
        raise EditError(tr("There is no tag called {name}.", name=repr(tag.tag)))
    if kind.who is Who.REQUIRED and tag.athlete is None:
        raise EditError(
            tr("{name} needs an athlete.", name=word(tag.tag)),
            mend=tr("Say {who}.", who=tr(kind.who_means)),
        )
    if tag.end is not None and tag.end < tag.start:
        raise EditError(
            tr("The end lies before the start."),
            mend=tr("Move the end behind the start, or take it back."),
        )
    _check_details(tag.tag, tag.details)


def _check_details(name: str, details: Mapping[str, str]) -> None:
    allowed = VOCABULARY[name].details
    for key, value in details.items():
        detail = allowed.get(key)
        if detail is None:
            raise EditError(
                tr("{name} carries no detail {key}.", name=word(name), key=repr(key)),
                mend=tr("It may carry: {keys}.", keys=", ".join(allowed) or tr("none")),
            )
        if not _is_answer(detail, value):
            raise EditError(
                tr("{value} is no answer to {key}.", value=repr(value), key=word(key)),
                mend=tr("Allowed: {values}.", values=_allowed(detail)),
            )


def _is_answer(detail: Detail, value: str) -> bool:
    match detail.kind:
        case Kind.CHOICE:
            return value in detail.values
        case Kind.NUMBER:
            return re.fullmatch(r"[+-]?\d{1,6}", value) is not None
        case Kind.TIME | Kind.SECONDS:
            try:
                return write_seconds(parse_seconds(value)) == value
            except TimeError:
                return False
        case Kind.TEXT:
            return value == value.strip() and value != ""


def _allowed(detail: Detail) -> str:
    match detail.kind:
        case Kind.NUMBER:
            return tr("a whole number, such as 2 or -1")
        case Kind.TIME | Kind.SECONDS:
            return tr("a time in seconds, such as 12.4")
        case Kind.TEXT:
            return tr("words")
    return ", ".join(detail.values)


def _find(match: Match, tag_id: str) -> Tag:
    tag = match.by_id(tag_id)
    if tag is None:
        raise EditError(tr("There is no tag {id}.", id=tag_id))
    return tag
