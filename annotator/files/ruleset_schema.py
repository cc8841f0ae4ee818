"""What a ruleset file may say, key by key; `annotator/files/ruleset_file.py` gives it its meaning.

These models only check shape. Names of positions, details, clauses and readings are checked
when the file is read, where the message can say what is allowed.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field


def _as_list(value: object) -> object:
    return value if isinstance(value, list) else [value]


Names = Annotated[list[str], BeforeValidator(_as_list)]
Seconds = int | Fraction
Texts = dict[str, str]


class Strict(BaseModel):
    """Refuses keys that it does not know."""

    model_config = ConfigDict(extra="forbid", arbitrary_types_allowed=True, strict=True)


class Place(BaseModel):
    """Positions (`in`), and any number of details with their allowed values."""

    model_config = ConfigDict(extra="allow", arbitrary_types_allowed=True, strict=True)
    positions: Names = Field(alias="in", default=["ground"])
    gives: Gives | None = None


class Option(Strict):
    """A number that the federation's people may choose."""

    option: str


class Gives(Strict):
    """What is given; `opponent_points` go to the other athlete."""

    points: int | Option | None = None
    advantages: int | None = None
    penalties: int | None = None
    warnings: int | None = None
    disqualified: bool = False
    opponent_points: int | None = None
    opponent_advantages: int | None = None


class NearModel(Strict):
    """A near miss of the rule it stands under."""

    clause: str
    gives: Gives
    to: Names
    ever: Annotated[list[Place], BeforeValidator(_as_list)] = []
    swept_from_guard: bool = False


class ExceptModel(Strict):
    """A case in which the rule pays nothing."""

    clause: str
    details: dict[str, object] | None = Field(alias="if", default=None)
    began_in: Place | None = None
    held_by_opponent: bool = False
    stood_up_within_seconds: Seconds | None = None


class Watch(Strict):
    """The opponent comes into a position within so many seconds."""

    positions: Names = Field(alias="in")
    seconds: Seconds


class LostOver(Strict):
    """More than so many seconds in these positions."""

    positions: Names = Field(alias="in")
    seconds: Seconds


class Move(Strict):
    """A change from one of these positions to one of those."""

    origin: Names = Field(alias="from")
    to: Names


class RuleModel(Strict):
    """One way to be paid under the clause it stands in."""

    does: Names | None = None
    holds: Annotated[list[Place], BeforeValidator(_as_list)] | None = None
    held: Annotated[list[Place], BeforeValidator(_as_list)] | None = None
    submission: bool = False
    tag: Names | None = None
    inactive_seconds: Seconds | None = None
    gives: Gives = Gives()
    details: dict[str, object] | list[dict[str, object]] | None = Field(alias="if", default=None)
    ends: Annotated[list[Literal["top", "bottom", "nowhere"]], BeforeValidator(_as_list)] | None = (
        None
    )
    arrives: Annotated[list[Place], BeforeValidator(_as_list)] | None = None
    origin: Names | None = Field(alias="from", default=None)
    began_within_seconds: Seconds | None = None
    exceptions: list[ExceptModel] = Field(alias="except", default=[])
    to_opponent: bool = False
    one_of: str = ""
    seconds: Seconds = 0
    anew_at_change_of_control: bool = False
    stays_open: bool = False
    without_other_position: bool = False
    lost_over: LostOver | None = None
    lost_by: list[Move] = []
    paused_in: Names = []
    if_within: Watch | None = None
    unless_within: Watch | None = None
    pays_with: Names = []
    bonus_of: str = ""
    near: list[NearModel] = []
    again: Literal["always", "recovered", "neutral", "off"] | None = None
    off_seconds: Seconds = 0
    not_while_open: str = ""
    takes_the_place_of: Names = []
    upright_at_takedown: bool = False
    outcomes: Names = []
    not_techniques: Names = []
    counted_with: str = ""
    from_number: int = 1
    to_number: int | None = None
    again_seconds: Seconds | None = None
    violation: bool = False
    a_tap_ends_nothing: bool = False
    categories: Names = []
    levels: Names = []
    point_free: Literal["", "only", "never"] = ""
    booked_once: bool = False
    uses_up: str = ""
    readings: Names = []


class ClauseModel(Strict):
    """A clause: its title, what it says in our own words, and how it pays."""

    title: Texts
    says: str = ""
    readings: Names = []
    rules: list[RuleModel] = []


class ReadingModel(Strict):
    """How the text was read, and why."""

    says: str
    because: str


class LadderModel(Strict):
    """Clauses from low to high, and what opens them again."""

    rungs: list[Names]
    equal_once: bool = False
    reset_in: Names = []
    reset_slowly_in: Names = []
    reset_seconds: Seconds = 0


class SpellModel(Strict):
    """One advantage per spell of control."""

    clause: str
    gives: Gives
    levels: list[Names]
    ends_in: Names
    pass_clause: str = ""
    pass_near: str = ""


class ChainModel(Strict):
    """Positions from low to high, and the clauses whose unheld link is carried upward."""

    clause: str
    order: list[Names]
    carried: Names = []


class CategoryModel(Strict):
    """A class of athletes."""

    title: Texts
    seconds: Seconds
    point_free_seconds: Seconds = 0
    overtime_seconds: Seconds = 0


class OptionModel(Strict):
    """A choice that the ruleset leaves open."""

    values: list[int]
    chosen: int
    because: str = ""


class RulesetModel(Strict):
    """A whole ruleset file."""

    id: str
    edition: str
    names: Texts
    federation: str
    source: str
    columns: Annotated[
        list[Literal["points", "advantages", "penalties", "warnings"]], BeforeValidator(_as_list)
    ]
    terms: dict[str, Texts] = {}
    one_control: list[Names] = []
    danger_restarts: bool = False
    outcome: list[
        Literal[
            "submission", "disqualification", "points", "advantages", "highest_action",
            "fewest_penalties", "overtime", "decision",
        ]
    ]  # fmt: skip
    overtime: Literal["", "submission_only"] = ""
    fatal_penalties: int = 0
    fatal_clause: str = ""
    options: dict[str, OptionModel] = {}
    ladder: LadderModel | None = None
    spell: SpellModel | None = None
    chain: ChainModel | None = None
    categories: dict[str, CategoryModel] = {}
    readings: dict[str, ReadingModel] = {}
    clauses: dict[str, ClauseModel]
