"""The questions about a tag and their answers, as a coach meets them: pure, no widgets.

What decides scores most often is asked at once, the rest only when somebody wants more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.timeline import read_timeline
from annotator.model.vocabulary import VOCABULARY, Detail, Kind, ordinary_value
from annotator.text import answer_text, tr, word
from annotator.ui.tagging.template import USUAL_TECHNIQUES
from annotator.ui.views.wording import capital

PER_PAGE = 9
AT_FIRST = 4
"""So many questions at most are asked before somebody wants more."""

# What is asked at first, in this order; of a tag that is not here, what comes first in the vocabulary.
_FIRST: Mapping[str, tuple[str, ...]] = {
    "takedown": ("landing", "landing_control", "amplitude", "opponent_knees"),
    "half_guard": ("hips_pinned",),
    "turtle": ("back_controlled", "knees_down"),
    "side_control": ("bottom_on", "controlled", "arm_gripped"),
    "north_south": ("bottom_on", "controlled", "arm_gripped"),
    "knee_on_belly": ("knee_on", "knee", "posted_foot"),
    "mount": ("bottom_on", "knees_down", "foot_trapped", "controlled"),
    "back_control": ("hooks", "legs", "bottom_on"),
    "official": ("points", "advantages", "penalties"),
}
# How high a position is; who goes from a higher one to a lower one is asked why.
_HEIGHT: Mapping[str, int] = {
    "leg_entanglement": 0, "closed_guard": 1, "open_guard": 1, "half_guard": 2, "turtle": 3,
    "side_control": 4, "north_south": 4, "knee_on_belly": 5, "mount": 6, "back_control": 7,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer that a digit gives."""

    value: str
    label: str
    ordinary: bool = False
    given: bool = False


def questions(tag: Tag, match: Match) -> tuple[Detail, ...]:
    """What can be asked about a tag by single keys, the most important first."""
    if tag.tag in ("match", "start"):
        return ()  # their details have dialogs of their own
    details = VOCABULARY[tag.tag].details
    asked = [detail for detail in details.values() if detail.kind is not Kind.TEXT]
    first = [details[key] for key in _FIRST.get(tag.tag, ())]
    if "forced" in details:
        matters = higher_before(tag, match) is not None
        asked = [detail for detail in asked if detail.key != "forced"]
        if matters:
            first.insert(0, details["forced"])
        elif "forced" in tag.details:
            asked.append(details["forced"])
    return (*first, *(detail for detail in asked if detail not in first))


def asked_at_first(tag: Tag, details: Sequence[Detail]) -> int:
    """How many of the questions, which `questions` gave, are asked before somebody wants more."""
    first = _FIRST.get(tag.tag)
    if first is None:
        return min(len(details), AT_FIRST)
    return min(AT_FIRST, len(first) + (bool(details) and details[0].key == "forced"))


def higher_before(tag: Tag, match: Match) -> str | None:
    """The position of the same athlete that was left for this lower one, or None."""
    stays = read_timeline(match).stays
    for before, stay in pairwise(stays):
        if tag.id in stay.states[0].tags:
            higher = _HEIGHT.get(before.position, -1) > _HEIGHT.get(stay.position, 99)
            return before.position if higher and before.top == stay.top else None
    return None


def first_open(tag: Tag, details: Sequence[Detail]) -> int | None:
    """The first of the questions without an answer, or None."""
    for number, detail in enumerate(details):
        if detail.key not in tag.details:
            return number
    return None


def choices(tag: Tag, detail: Detail) -> tuple[Choice, ...]:
    """All answers to a question, those given most often first."""
    given = tag.details.get(detail.key)
    usual = ordinary_value(tag.tag, detail.key, tag.details)
    match detail.kind:
        case Kind.TIME:
            return (Choice("here", tr("from this frame on"), given=given is not None),)
        case Kind.NUMBER:
            values = tuple(str(n) for n in range(1, PER_PAGE + 1))
        case _:
            values = detail.values
    if detail.key == "technique":
        rest = sorted(value for value in values if value not in USUAL_TECHNIQUES)
        values = (*USUAL_TECHNIQUES, *rest)
    return tuple(
        Choice(value, answer_text(detail.key, value), value == usual, value == given)
        for value in values
    )


def question_text(tag: Tag, detail: Detail, match: Match) -> str:
    """What is asked: the detail's name and its meaning."""
    if detail.key == "forced":
        before = higher_before(tag, match)
        if before is not None:
            return tr("Why down from {position}?", position=word(before))
        return tr("Why this lower position?")
    name = tr("{detail}?", detail=capital(word(detail.key)))
    return f"{name} {tr(detail.meaning)}" if detail.meaning else name
