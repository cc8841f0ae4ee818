"""The names that a ruleset file may use beside the vocabulary: groups, actions, losses, terms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from annotator.model.vocabulary import (
    FULL_GUARDS,
    GUARDS,
    PINS,
    POSITIONS,
    SIDE_CONTROLS,
    VOCABULARY,
    Detail,
)

GROUPS: Mapping[str, tuple[str, ...]] = {
    "guards": GUARDS,
    "full_guards": FULL_GUARDS,
    "pins": PINS,
    "side_controls": SIDE_CONTROLS,
    "ground": (*GUARDS, "turtle", *PINS, "back_control"),
    "upright": ("standing", "standing_back"),
}
LOST_TO = ("other_on_top", "upright", "scramble", "stop", "end", "turtle")
ACTIONS = (
    "takedown", "guard_pull", "pass", "half_pass", "sweep", "back_take", "reversal", "turnover",
    "regard", "to_turtle", "come_up", "late_takedown", "countered_takedown",
)  # fmt: skip
TERMS = tuple(
    dict.fromkeys([
        "points", "advantages", "penalties", "warnings", "advantage", "penalty", "warning", *ACTIONS, "submission", "guard", "back",
        *(position for position in POSITIONS if position != "back_control"),
    ])
)  # fmt: skip
ALL_DETAILS: Mapping[str, Detail] = {
    key: detail
    for kind in VOCABULARY.values()
    for key, detail in kind.details.items()
    if key not in ("position", "category", "level", "gi", "duration", "points", "advantages", "penalties")
}  # fmt: skip


def one_or_more(item: Mapping[str, Any]) -> dict[str, Any]:
    """A schema: one such thing, or a list of them."""
    return {"anyOf": [dict(item), {"type": "array", "items": dict(item)}]}


def details_schema(details: Mapping[str, Detail]) -> dict[str, Any]:
    """A schema: details by their names, each with one or more of its answers."""
    properties: dict[str, Any] = {
        key: {**one_or_more(_answers(key)), "description": detail.meaning}
        for key, detail in details.items()
    }
    properties["any"] = {
        "type": "array",
        "description": "any one of these",
        "items": {"type": "object"},
    }
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _answers(key: str) -> dict[str, Any]:
    """All answers that any tag's detail of this name has; counts also as plain numbers."""
    values = dict.fromkeys(
        value
        for kind in VOCABULARY.values()
        if key in kind.details
        for value in kind.details[key].values
    )
    numbers = [int(value) for value in values if value.isdigit()]
    return {"enum": [*values, *numbers]} if values else {}
