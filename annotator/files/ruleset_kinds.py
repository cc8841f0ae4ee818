"""What may stand at the keys of a ruleset file: types with their words for people and for editors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, ConfigDict

from annotator.files.ruleset_names import (
    ACTIONS,
    ALL_DETAILS,
    GROUPS,
    LOST_TO,
    TERMS,
    details_schema,
    one_or_more,
)
from annotator.model.vocabulary import FINISHES, POSITIONS, TECHNIQUES, VOCABULARY

STRICT = ConfigDict(
    extra="forbid", arbitrary_types_allowed=True, strict=True, use_attribute_docstrings=True
)


def as_list(value: object) -> object:
    """One thing alone stands for a list of it."""
    return value if isinstance(value, list) else [value]


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """What may stand at a key: in words for people, and as a schema for editors."""

    words: str
    schema: Mapping[str, Any]

    def __get_pydantic_json_schema__(self, _core: Any, _handler: Any) -> dict[str, Any]:
        return dict(self.schema)


@dataclass(frozen=True, slots=True)
class OneOrMore:
    """A list that may be written as its only item."""

    def __get_pydantic_json_schema__(self, core: Any, handler: Any) -> dict[str, Any]:
        listed: dict[str, Any] = handler(core)
        return {"anyOf": [listed["items"], listed]}


_TEXT = {"type": "string"}
Names = Annotated[
    list[str], BeforeValidator(as_list), Kind("a word, or several: [one, two]", one_or_more(_TEXT))
]
Positions = Annotated[
    list[str],
    BeforeValidator(as_list),
    Kind("a position or a group of them, or several: [mount, side_controls]",
         one_or_more({"enum": [*POSITIONS, *GROUPS]})),
]  # fmt: skip
Position = Annotated[str, Kind("a position, such as open_guard; no group", {"enum": [*POSITIONS]})]
Actions = Annotated[
    list[str],
    BeforeValidator(as_list),
    Kind("an action, or several: [sweep, reversal]", one_or_more({"enum": [*ACTIONS]})),
]
Tags = Annotated[
    list[str],
    BeforeValidator(as_list),
    Kind("a tag, or several: [foul, warning]", one_or_more({"enum": [*VOCABULARY]})),
]
LostTo = Annotated[
    list[str],
    BeforeValidator(as_list),
    Kind("what it was lost to, or several: [guards, stop]",
         one_or_more({"enum": list(dict.fromkeys([*LOST_TO, *POSITIONS, *GROUPS]))})),
]  # fmt: skip
Outcomes = Annotated[
    list[str],
    BeforeValidator(as_list),
    Kind("how it ended, or several: [escaped, time]",
         one_or_more({"enum": [*FINISHES, "escaped", "released", "out_of_bounds", "time"]})),
]  # fmt: skip
Techniques = Annotated[
    list[str],
    BeforeValidator(as_list),
    Kind("a technique, or several: [heel_hook, twister]", one_or_more({"enum": [*TECHNIQUES]})),
]
Ends = Annotated[
    list[Literal["top", "bottom", "nowhere"]],
    BeforeValidator(as_list),
    Kind("top, bottom or nowhere, or several: [top, nowhere]",
         one_or_more({"enum": ["top", "bottom", "nowhere"]})),
]  # fmt: skip
Columns = Annotated[
    list[Literal["points", "advantages", "penalties", "warnings"]],
    BeforeValidator(as_list),
    Kind("some of points, advantages, penalties, warnings: [points, penalties]",
         one_or_more({"enum": ["points", "advantages", "penalties", "warnings"]})),
]  # fmt: skip
Seconds = Annotated[
    int | Fraction, Kind("seconds, such as 3 or 2.5", {"type": "number", "minimum": 0})
]
SomeSeconds = Annotated[
    int | Fraction,
    Kind("seconds above 0, such as 15 or 2.5", {"type": "number", "exclusiveMinimum": 0}),
]
Details = Annotated[
    dict[str, object] | list[dict[str, object]],
    Kind("details with their answers: {landing: [back, side]}; a list of such: any one of them",
         {"anyOf": [details_schema(ALL_DETAILS), {"type": "array", "items": details_schema(ALL_DETAILS)}]}),
]  # fmt: skip
Texts = Annotated[
    dict[str, str],
    Kind("a text per language: {en: Mount, fr: Montée}",
         {"type": "object", "additionalProperties": _TEXT, "minProperties": 1}),
]  # fmt: skip
Terms = Annotated[
    dict[str, Texts],
    Kind("a word and its text per language: takedown: {fr: Projection}",
         {"type": "object", "additionalProperties": False, "properties": {
             term: {"type": "object", "additionalProperties": _TEXT} for term in TERMS}}),
]  # fmt: skip
