"""What can be done to the films of a match: edits like those of `annotator.model.edits`.

A tag that was made on a film's frame goes with that frame when the film is moved on the match's
time line: the frame is what was seen. So does a drawing; what was drawn on a film that is taken out
goes with it, since its points mean nothing on another picture.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType

from annotator.errors import EditError
from annotator.model.match import Match, Media
from annotator.model.tag import Tag
from annotator.model.time import parse_seconds, write_seconds
from annotator.model.vocabulary import Kind
from annotator.text import tr, word


@dataclass(frozen=True, slots=True)
class AddFilm:
    """Add a film to the match, after those it has."""

    media: Media

    def apply(self, match: Match) -> Match:
        return replace(match, media=(*match.media, self.media))

    def label(self) -> str:
        return tr("Add film")


@dataclass(frozen=True, slots=True)
class RemoveFilm:
    """Take a film (counted from 1) out of the match, with what is drawn on it. Tags made on it stay,
    without their frame.
    """

    number: int

    def apply(self, match: Match) -> Match:
        if not 1 <= self.number <= len(match.media):
            raise EditError(tr("The match has no film {n}.", n=self.number))
        at = self.number - 1
        return replace(
            match,
            media=match.media[:at] + match.media[at + 1 :],
            tags=tuple(self._without(tag) for tag in match.tags),
            drawings=tuple(
                replace(one, film=one.film - 1) if one.film > self.number else one
                for one in match.drawings
                if one.film != self.number
            ),
        )

    def _without(self, tag: Tag) -> Tag:
        frame, film = self._renumbered(tag.frame, tag.film)
        end_frame, end_film = self._renumbered(tag.end_frame, tag.end_film)
        changed = replace(tag, frame=frame, film=film, end_frame=end_frame, end_film=end_film)
        return tag if changed == tag else changed

    def _renumbered(self, frame: int | None, film: int) -> tuple[int | None, int]:
        if film == self.number:
            return None, 1
        return frame, film - 1 if film > self.number else film

    def label(self) -> str:
        return tr("Take film out")


@dataclass(frozen=True, slots=True)
class PlaceFilms:
    """Put the films where `media` says, each with its offset; `before` are the offsets (seconds)
    at which they lay. Tags go with the frames on which they were made.
    """

    media: tuple[Media, ...]
    before: tuple[Fraction, ...]
    words: str = ""

    def apply(self, match: Match) -> Match:
        moved = {
            number: film.offset - before
            for number, (film, before) in enumerate(zip(self.media, self.before, strict=True), 1)
            if film.offset is not None and film.offset != before
        }
        if not moved:
            return replace(match, media=self.media)
        tags = tuple(_moved(tag, moved) for tag in match.tags)
        drawings = tuple(
            replace(one, time=one.time + moved[one.film]) if one.film in moved else one
            for one in match.drawings
        )
        return replace(match, media=self.media, tags=tags, drawings=drawings)

    def label(self) -> str:
        return self.words or tr("Move film")


def _moved(tag: Tag, moved: dict[int, Fraction]) -> Tag:
    """The tag at its frames' new times. Raises EditError if it would end before it starts."""
    nothing = Fraction(0)
    by = moved.get(tag.film, nothing) if tag.frame is not None else nothing
    end_by = moved.get(tag.end_film, nothing) if tag.end_frame is not None else nothing
    if not by and not end_by:
        return tag
    start, end = tag.start + by, None if tag.end is None else tag.end + end_by
    if end is not None and end < start:
        raise EditError(
            tr("With the film there, {name} would end before it starts.", name=word(tag.tag)),
            where=tag.id,
            mend=tr("Set its end anew first, or place the film elsewhere."),
        )
    details = dict(tag.details)
    for key, detail in tag.kind.details.items():
        if detail.kind is Kind.TIME and key in details:
            details[key] = write_seconds(parse_seconds(details[key]) + by)
    return replace(tag, start=start, end=end, details=MappingProxyType(details))
