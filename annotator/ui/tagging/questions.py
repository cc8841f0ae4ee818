"""The questions about a tag and their answers, as a coach meets them: pure, no widgets.

Asked at once is only what the chosen rulesets ask about, and what decides scores most often comes
first; the rest is there when somebody wants more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.timeline import Stay, read_timeline
from annotator.model.vocabulary import (
    FLATTERING,
    TECHNIQUES,
    VOCABULARY,
    Detail,
    Group,
    Kind,
    ordinary_value,
)
from annotator.scoring.wording import capital
from annotator.text import answer_text, tr, word
from annotator.ui.tagging.template import USUAL_TECHNIQUES

Concerns = Mapping[str, frozenset[str]]
"""The details that the chosen rulesets ask about, by tag."""

Chosen = Mapping[str, tuple[str, ...]]
"""The details that a template asks at first, by tag."""
NOTHING_CHOSEN: Chosen = MappingProxyType({})

PER_PAGE = 9
AT_FIRST = 4
"""So many questions at most are asked before somebody wants more."""

# What comes first, in this order; of a tag that is not here, what comes first in the vocabulary.
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
    "submission": ("technique", "close", "outcome"),
}
# Asked whatever the rules: without it nobody knows later which attack it was.
_ALWAYS = ("technique",)
# How high a position is; who goes from a higher one to a lower one gave it up, or was made to.
_HEIGHT: Mapping[str, int] = {
    "leg_entanglement": 0, "closed_guard": 1, "open_guard": 1, "half_guard": 2, "turtle": 3,
    "side_control": 4, "north_south": 4, "knee_on_belly": 5, "mount": 6, "back_control": 7,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer that a digit gives. `assumed`: it counts while nothing is answered; `ordinary`:
    it does, and is shown so beforehand.
    """

    value: str
    label: str
    ordinary: bool = False
    given: bool = False
    assumed: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """A question: the detail, and the tag that carries the answer, which may be an earlier one."""

    tag: Tag
    detail: Detail

    @property
    def key(self) -> str:
        return self.detail.key

    @property
    def value(self) -> str | None:
        """The answer that was given, or None."""
        return self.tag.details.get(self.detail.key)


@dataclass(frozen=True, slots=True)
class Questions:
    """What can be asked about a tag by single keys; the first `at_first` are asked unasked."""

    asked: tuple[Asked, ...] = ()
    at_first: int = 0


def questions(
    tag: Tag, match: Match, concerns: Concerns | None = None, chosen: Chosen = NOTHING_CHOSEN
) -> Questions:
    """The questions about a tag, the most important first. `concerns` None: no rulesets are known.
    What a template chose for a tag comes first whatever the rulesets ask about.
    """
    if tag.tag in ("match", "start"):
        return Questions()  # their details have dialogs of their own
    details = VOCABULARY[tag.tag].details
    keys = [key for key, detail in details.items() if detail.kind is not Kind.TEXT]
    if "forced" in keys and tag.details.get("forced") is None and higher_before(tag, match) is None:
        keys.remove("forced")
    first = [
        key for key in _first_keys(tag, match, concerns, chosen) if key in keys and key != "forced"
    ]
    asked = [Asked(tag, details[key]) for key in first]
    retaken = given_up_before(tag, match)
    if retaken is not None and _matters(retaken, "forced", concerns):
        asked.insert(0, Asked(retaken, VOCABULARY[retaken.tag].details["forced"]))
    asked = asked[: max(AT_FIRST, len(chosen.get(tag.tag, ())))]
    known = {one.key for one in asked if one.tag is tag}
    rest = [Asked(tag, details[key]) for key in keys if key not in known]
    return Questions((*asked, *rest), len(asked))


def _first_keys(tag: Tag, match: Match, concerns: Concerns | None, chosen: Chosen) -> list[str]:
    """What is asked unasked: of tags that rules pay for, only what these rules ask about."""
    details = VOCABULARY[tag.tag].details
    usual = list(_FIRST.get(tag.tag, tuple(details)[:AT_FIRST]))
    if tag.is_position and _goes_on(tag, match):
        return []  # it was added for the one thing that changed
    if tag.tag in chosen:
        return list(chosen[tag.tag])
    if concerns is None or tag.kind.group is Group.REFEREE or tag.tag == "attempt":
        return usual
    others = [key for key in FLATTERING if key in details and key not in usual]
    rest = [key for key in details if key not in usual and key not in others]
    return [
        key
        for key in (*usual, *others, *rest)
        if key in _ALWAYS or (_matters(tag, key, concerns) and details[key].kind is not Kind.TIME)
    ]


def _matters(tag: Tag, key: str, concerns: Concerns | None) -> bool:
    return concerns is None or key in concerns.get(tag.tag, frozenset())


# ---------------------------------------------------------------------- positions given up


def _stay_of(tag: Tag, match: Match) -> tuple[Sequence[Stay], int] | None:
    """All stays, and which of them this tag began."""
    stays = read_timeline(match).stays
    for number, stay in enumerate(stays):
        if tag.id in stay.states[0].tags:
            return stays, number
    return None


def _goes_on(tag: Tag, match: Match) -> bool:
    """Whether a position tag only adds details to a position that was held already."""
    return any(
        tag.id in stay.states[-1].tags and tag.id not in stay.states[0].tags
        for stay in read_timeline(match).stays
    )


def higher_before(tag: Tag, match: Match) -> str | None:
    """The position of the same athlete that was left for this lower one, or None."""
    found = _stay_of(tag, match)
    if found is None or found[1] == 0:
        return None
    before, stay = found[0][found[1] - 1], found[0][found[1]]
    higher = _HEIGHT.get(before.position, -1) > _HEIGHT.get(stay.position, 99)
    return before.position if higher and before.top == stay.top else None


def given_up_before(tag: Tag, match: Match) -> Tag | None:
    """Where a position is taken up again that the same athlete had left for a lower one, with
    nobody else on top in between: the tag of that lower one, of which it is asked why.
    """
    found = _stay_of(tag, match)
    if found is None or tag.tag not in _HEIGHT:
        return None
    stays, number = found
    top, height = stays[number].top, _HEIGHT[tag.tag]
    lower: Stay | None = None
    for stay in reversed(stays[:number]):
        if stay.top is None and stay.position in ("scramble", "double_guard", "leg_entanglement"):
            continue
        if top is None or stay.top != top or stay.position not in _HEIGHT:
            return None
        if _HEIGHT[stay.position] == height:
            left = match.by_id(lower.states[0].tags[0]) if lower is not None else None
            return left if left is not None and left.is_position else None
        if _HEIGHT[stay.position] > height:
            return None
        lower = stay
    return None


# ---------------------------------------------------------------------- answers


def first_open(asked: Sequence[Asked]) -> int | None:
    """The first of the questions without an answer, or None."""
    return next((number for number, one in enumerate(asked) if one.value is None), None)


def techniques(recent: Sequence[str] = ()) -> tuple[str, ...]:
    """All techniques in the order of their digits, nine a page: the most recent ones, then those
    seen most often; `other` is the last of the first page.
    """
    front = [name for name in recent if name in TECHNIQUES and name != "other"]
    front += [name for name in USUAL_TECHNIQUES if name not in front]
    front = front[: PER_PAGE - 1]
    rest = sorted(name for name in TECHNIQUES if name not in front and name != "other")
    return (*front, "other", *rest)


def choices(tag: Tag, detail: Detail, recent: Sequence[str] = ()) -> tuple[Choice, ...]:
    """All answers to a question, those given most often first. `recent`: techniques used last."""
    given = tag.details.get(detail.key)
    assumed = ordinary_value(tag.tag, detail.key, tag.details)
    match detail.kind:
        case Kind.TIME:
            return (Choice("here", tr("from this frame on"), given=given is not None),)
        case Kind.NUMBER:
            values = tuple(str(n) for n in range(1, PER_PAGE + 1))
        case _:
            values = detail.values
    if detail.key == "technique":
        values, assumed = techniques(recent), "other"
    # What flatters the attacker, or hides a danger, is not suggested.
    shown = assumed if detail.key not in FLATTERING else None
    return tuple(
        Choice(
            value, answer_text(detail.key, value), value == shown, value == given, value == assumed
        )
        for value in values
    )


def question_text(tag: Tag, detail: Detail, match: Match) -> str:
    """What is asked: the detail's name and its meaning."""
    if detail.key == "forced":
        before = higher_before(tag, match)
        if before is not None:
            return tr(
                "Why down from {position} to {lower}?", position=word(before), lower=word(tag.tag)
            )
        return tr("Why this lower position?")
    name = tr("{detail}?", detail=capital(word(detail.key)))
    return f"{name} {tr(detail.meaning)}" if detail.meaning else name
