"""The questions about a tag and their answers, as a coach meets them: pure, no widgets."""

from __future__ import annotations

from dataclasses import dataclass

from annotator.model.tag import Tag
from annotator.model.vocabulary import VOCABULARY, Detail, Kind, ordinary_value
from annotator.text import tr, word
from annotator.ui.tagging.template import USUAL_TECHNIQUES
from annotator.ui.views.wording import capital

PER_PAGE = 9


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer that a digit gives."""

    value: str
    label: str
    ordinary: bool = False
    given: bool = False


def questions(tag: Tag) -> tuple[Detail, ...]:
    """What can be asked about a tag by single keys, in the order of the vocabulary."""
    details = VOCABULARY[tag.tag].details.values()
    return tuple(
        detail for detail in details if detail.kind is not Kind.TEXT and tag.tag != "match"
    )


def first_open(tag: Tag) -> int | None:
    """The first question without an answer, or None."""
    for number, detail in enumerate(questions(tag)):
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
        Choice(value, value if value.isdigit() else word(value), value == usual, value == given)
        for value in values
    )


def question_text(detail: Detail) -> str:
    """What is asked: the detail's name and its meaning."""
    name = tr("{detail}?", detail=capital(word(detail.key)))
    return f"{name} {tr(detail.meaning)}" if detail.meaning else name
