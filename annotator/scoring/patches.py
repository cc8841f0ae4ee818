"""The story of a match after a small edit: the old one's beats but for a few in the middle.

The parts that are as before are the very same objects, so that a walk over the new story can
begin at a state of the old one and end where it meets the old one's states again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from annotator.model.timeline import Stay
from annotator.scoring.facts import Attack, Beat, Did, Story

Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Patch:
    """A story whose first `first` beats, and whose last `rest` beats, are the known story's own."""

    story: Story
    first: int
    rest: int


class KnownStory:
    """A story that edited ones are held against."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.keys = [_beat_key(beat) for beat in story.beats]
        self.stays: dict[Key, Stay] = {}
        self.dids: dict[Key, Did] = {}
        self.details: dict[tuple[str, ...], Mapping[str, str]] = {}
        for beat in story.beats:
            if beat.stay is not None:
                self.stays.setdefault(_stay_key(beat.stay), beat.stay)
                self.details.setdefault(beat.detail_tags, beat.details)
            for did in (*beat.landed, *beat.did):
                self.dids.setdefault(_did_key(did), did)

    def patch(self, story: Story) -> Patch | None:
        """A story of the same tags, some of them at other times, as a patch of this one.

        None where the clock, inactivity, the decision or the first beat differ: then the whole
        match may go otherwise.
        """
        if _frame(story) != _frame(self.story):
            return None
        old, new = self.story.beats, story.beats
        least = min(len(old), len(new))
        first = 0
        while first < least and self.keys[first] == _beat_key(new[first]):
            first += 1
        if first == 0:
            return None
        rest = 0
        while rest < least - first and self.keys[-1 - rest] == _beat_key(new[-1 - rest]):
            rest += 1
        middle = [self._with_known_parts(beat) for beat in new[first : len(new) - rest]]
        beats = (*old[:first], *middle, *old[len(old) - rest :])
        return Patch(replace(story, beats=beats), first, rest)

    def _with_known_parts(self, beat: Beat) -> Beat:
        stay = beat.stay
        known = None if stay is None else self.stays.get(_stay_key(stay), stay)
        details = beat.details if stay is None else self.details.get(beat.detail_tags, beat.details)
        return replace(
            beat, stay=known, details=details,
            landed=[self.dids.get(_did_key(did), did) for did in beat.landed],
            did=[self.dids.get(_did_key(did), did) for did in beat.did],
        )  # fmt: skip


def _frame(story: Story) -> Key:
    """What the whole walk depends on."""
    inactive = tuple((tag.id, begin, end) for tag, begin, end in story.inactive)
    decisions = tuple(tag.id for tag in story.timeline.tags if tag.tag == "decision")
    return story.per_second, story.timeline.stretches, story.running, inactive, decisions


def _stay_key(stay: Stay) -> Key:
    """A stay up to its end: the same tags in the same order make the same details."""
    start = stay.start
    return stay.position, stay.top, start.numerator, start.denominator, stay.states[0].tags


def _did_key(did: Did) -> Key:
    at_start: Key | None = None
    if did.at_start is not None:
        started = next(
            (s for s in reversed(did.at_start.states) if did.tag and s.start <= did.tag.start),
            did.at_start.states[0],
        )
        at_start = did.at_start.position, did.at_start.top, started.tags
    return (
        did.what, did.athlete, did.at, did.begins, did.ends, did.tag and did.tag.id, did.started,
        did.whistle, did.stood_up, did.tags, tuple(did.details), at_start,
        *(stay and _stay_key(stay) for stay in (did.arrival, did.origin, did.stood_from)),
    )  # fmt: skip


def _attack_keys(attacks: Sequence[Attack]) -> tuple[Key, ...]:
    return tuple((a.tag.id, a.start, a.end, a.close, a.cut) for a in attacks)


def _beat_key(beat: Beat) -> Key:
    return (
        beat.at, beat.run, beat.period, beat.whistle, beat.new_stay, beat.detail_tags, beat.danger,
        beat.stay and _stay_key(beat.stay),
        beat.landed and tuple(map(_did_key, beat.landed)), beat.did and tuple(map(_did_key, beat.did)),
        beat.ended and _attack_keys(beat.ended), beat.tags and tuple(tag.id for tag in beat.tags),
    )  # fmt: skip
