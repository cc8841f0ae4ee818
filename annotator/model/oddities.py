"""Tags that do not fit the rest: nothing is lost by them, and each is said in plain words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from annotator.model.tag import Tag
from annotator.model.vocabulary import Athlete, Who, other
from annotator.text import Phrase

# What can be locked on somebody who stands free.
_STANDING = (
    "guillotine", "kimura", "wrist_lock", "darce", "anaconda", "rear_choke", "flying_armbar",
    "flying_triangle",
)  # fmt: skip
_UPRIGHT = ("standing", "standing_back", "scramble")


@dataclass(frozen=True, slots=True)
class Oddity:
    """Something in the tags that does not fit the rest, by the tag's id."""

    tag: str
    phrase: Phrase


class Placed(Protocol):
    """A stretch in one position, as much of it as is asked here."""

    @property
    def position(self) -> str: ...
    @property
    def top(self) -> Athlete | None: ...
    @property
    def start(self) -> Fraction: ...


def find_oddities(tags: Sequence[Tag], stays: Sequence[Placed]) -> Iterator[Oddity]:
    """Oddities of single tags and of tags against the positions; `tags` in the order of time."""
    open_spans: dict[tuple[str, Athlete | None], Tag] = {}
    begun = 0  # how many stays have begun before this tag, or with it
    for tag in tags:
        yield from _of_form(tag)
        if not tag.kind.span:
            continue
        yield from _overlap(tag, open_spans)
        while begun < len(stays) and stays[begun].start <= tag.start:
            begun += 1
        stay = stays[begun - 1] if begun else None
        if stay is not None and stay.start < tag.start:
            yield from _against(tag, stay)
        if tag.tag == "sweep":
            yield from _sweep(tag, stays, begun)


def _of_form(tag: Tag) -> Iterator[Oddity]:
    """An athlete or an end that this kind of tag has no place for."""
    if tag.kind.who is Who.EMPTY and tag.athlete is not None:
        yield Oddity(tag.id, Phrase.of("odd_athlete", tag=tag.tag))
    if tag.end is not None and not tag.kind.span:
        yield Oddity(tag.id, Phrase.of("odd_end", tag=tag.tag))


def _overlap(tag: Tag, open_spans: dict[tuple[str, Athlete | None], Tag]) -> Iterator[Oddity]:
    """A span that begins while one of the same kind by the same athlete still runs."""
    before = open_spans.get((tag.tag, tag.athlete))
    if before is not None and before.end is not None and tag.start < before.end:
        yield Oddity(tag.id, Phrase.of("odd_overlap", tag=tag.tag, other=before.id))
    open_spans[tag.tag, tag.athlete] = tag


def _against(tag: Tag, stay: Placed) -> Iterator[Oddity]:
    """A takedown or a pull that begins on the ground, and what contradicts who is on top."""
    if tag.tag in ("takedown", "guard_pull") and stay.position not in _UPRIGHT:
        yield Oddity(tag.id, Phrase.of("odd_on_the_ground", tag=tag.tag, position=stay.position))
    if tag.tag == "submission" and _apart(tag, stay):
        yield Oddity(tag.id, Phrase.of("odd_unheld", tag=tag.tag, position=stay.position))
    if tag.athlete is None or stay.top is None or stay.position in _UPRIGHT:
        return
    tried = tag.details.get("kind") if tag.tag == "attempt" else tag.tag
    if tried == "sweep" and stay.top == tag.athlete:
        yield Oddity(tag.id, Phrase.of("odd_from_the_top", tag=tried, position=stay.position))
    if tried == "pass" and stay.top == other(tag.athlete):
        yield Oddity(tag.id, Phrase.of("odd_from_below", tag=tried, position=stay.position))


def _apart(tag: Tag, stay: Placed) -> bool:
    """Whether a submission begins where nobody holds anybody."""
    if stay.position == "scramble":
        return True
    return stay.position == "standing" and tag.details.get("technique") not in _STANDING


def _sweep(tag: Tag, stays: Sequence[Placed], begun: int) -> Iterator[Oddity]:
    """A sweep after which its athlete never comes to the top before the positions say otherwise.

    `begun`: how many stays have begun before the sweep, or with it.
    """
    at = begun
    while at and stays[at - 1].start == tag.start:
        at -= 1
    tops = (stays[n].top for n in range(at, len(stays)) if stays[n].top is not None)
    if next(tops, None) != tag.athlete:
        yield Oddity(tag.id, Phrase.of("odd_sweep"))
