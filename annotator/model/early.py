"""Tags made on a film whose list of frames was not there yet, and what they become once it is.

They carry times alone. Each start and each end then goes to the frame that was on screen at its
time; where the list gives that frame another time, the tag goes with the picture.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from annotator.model.edits import Edit
from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.time import parse_seconds, write_seconds

FrameAt = Callable[[Fraction], tuple[int, Fraction]]
"""The frame that was on screen at a time (seconds), and the time that the list of frames gives it."""
Edges = frozenset[tuple[str, str, Fraction]]

_FILM_TIMES = ("close_from",)  # details that are times of the film


def without_frame(match: Match) -> Edges:
    """The starts and ends of tags that say no frame: tag id, which edge, and its time."""
    starts = ((tag.id, "start", tag.start) for tag in match.tags if tag.frame is None)
    ends = (
        (tag.id, "end", tag.end)
        for tag in match.tags
        if tag.end is not None and tag.end_frame is None
    )
    return frozenset((*starts, *ends))


def on_frames(match: Match, known: Edges, frame_at: FrameAt) -> Match:
    """The match with a frame for each start and end that says none, but for those in `known`,
    which were there before the film. The match itself where there are no others.
    """
    tags = tuple(_on_frames(tag, known, frame_at) for tag in match.tags)
    same = all(new is old for new, old in zip(tags, match.tags, strict=True))
    return match if same else match.with_tags(tags)


def _on_frames(tag: Tag, known: Edges, frame_at: FrameAt) -> Tag:
    after = tag
    if tag.frame is None and (tag.id, "start", tag.start) not in known:
        frame, time = frame_at(tag.start)
        after = _moved(replace(tag, start=time, frame=frame), time - tag.start)
    if tag.end is not None and tag.end_frame is None and (tag.id, "end", tag.end) not in known:
        frame, time = frame_at(tag.end)
        after = replace(after, end=time, end_frame=frame)
    if after.end is not None and after.end < after.start:
        # Only where the list moved the start past an end that stays: the span is over at once.
        after = replace(after, end=after.start, end_frame=after.frame, end_film=after.film)
    return after


def _moved(tag: Tag, by: Fraction) -> Tag:
    times = {key: tag.details[key] for key in _FILM_TIMES if by and key in tag.details}
    moved = {key: write_seconds(parse_seconds(said) + by) for key, said in times.items()}
    return tag.with_details(**moved) if moved else tag


@dataclass(frozen=True, slots=True)
class OnFrames:
    """An edit that was begun before the list of frames was there, done when it is."""

    edit: Edit
    frame_at: FrameAt

    def apply(self, match: Match) -> Match:
        return on_frames(self.edit.apply(match), without_frame(match), self.frame_at)

    def label(self) -> str:
        return self.edit.label()
