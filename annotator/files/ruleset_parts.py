"""The parts of a rule in a ruleset file: places, gifts, near misses, exceptions, losses."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from annotator.files.ruleset_kinds import (
    STRICT,
    Details,
    LostTo,
    OneOrMore,
    Positions,
    Seconds,
    as_list,
)
from annotator.files.ruleset_names import ALL_DETAILS, details_schema


class Strict(BaseModel):
    """Refuses keys that it does not know."""

    model_config = STRICT


class Option(Strict):
    """A number that the federation's people may choose."""

    option: str
    """The name of the choice, as it stands under `options`."""


class Gives(Strict):
    """What is given, to the rule's athlete unless it says opponent."""

    points: int | Option | None = None
    """So many points (below zero: taken away), or `{option: name}`."""
    advantages: int | None = None
    """So many advantages."""
    penalties: int | None = None
    """So many penalties or cautions."""
    warnings: int | None = None
    """So many warnings."""
    disqualified: bool = False
    """The athlete is out."""
    opponent_points: int | None = None
    """So many points for the other athlete."""
    opponent_advantages: int | None = None
    """So many advantages for the other athlete."""


def _with_details(schema: dict[str, Any]) -> None:
    schema["properties"] |= details_schema(ALL_DETAILS)["properties"]
    schema["additionalProperties"] = False


class Place(BaseModel):
    """Positions (`in`), and any number of details with the answers that count."""

    model_config = STRICT | ConfigDict(extra="allow", json_schema_extra=_with_details)
    positions: Positions = Field(alias="in", default=["ground"])
    """Where: a position or a group of them."""
    gives: Gives | None = None
    """What is given here, if not the rule's usual gift."""
    goes_on_only: bool = False
    """For `holds` and `held`: the seconds may go on here, but not begin here, once the position was held in a way that does not count."""


Places = Annotated[list[Place], BeforeValidator(as_list), OneOrMore()]


class NearModel(Strict):
    """A near miss: what it is worth when the rule's seconds were not completed."""

    clause: str
    """The clause under which the near miss is given."""
    gives: Gives
    """What the near miss gives."""
    to: LostTo
    """It counts only where the hold was lost to one of these."""
    ever: Places = []
    """And only if the athlete was ever in one of these places during the hold."""
    into: Places = []
    """And only if the place that it was lost to is one of these."""
    swept_from_guard: bool = False
    """And only if the athlete was swept out of a guard."""
    one_of: str = ""
    """Of near misses with one name at one moment an athlete gets only the first."""


class ExceptModel(Strict):
    """A case in which the rule pays nothing; all that it names must be so."""

    clause: str
    """The clause that refuses it."""
    details: Details | None = Field(alias="if", default=None)
    """The action had these details."""
    began_in: Place | None = None
    """The action began in this place."""
    held_by_opponent: bool = False
    """And there the opponent was the one who held."""
    stood_up_within_seconds: Seconds | None = None
    """The athlete had stood up out of the opponent's guard at most so long before."""


class Watch(Strict):
    """The opponent comes into a position within so many seconds."""

    positions: Positions = Field(alias="in")
    """The position."""
    seconds: Seconds
    """Within so many seconds after the action."""


class LostOver(Strict):
    """More than so many seconds in these positions."""

    positions: Positions = Field(alias="in")
    """The positions."""
    seconds: Seconds
    """So many seconds are still allowed there."""


class Move(Strict):
    """A change from one of these positions to one of those."""

    origin: Positions = Field(alias="from")
    """Before the change."""
    to: Positions
    """After it."""
