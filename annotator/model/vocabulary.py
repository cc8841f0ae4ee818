"""The vocabulary as data: every tag, who its athlete is, and the details it may carry.

The window, the files and the scoring all read this one table. Names are for ever: rows may be
added, none renamed. A detail that nobody answered is *unknown*; its `ordinary` value is what the
scoring assumes until somebody answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

Athlete = Literal["red", "blue"]
ATHLETES: tuple[Athlete, Athlete] = ("red", "blue")


def other(athlete: Athlete) -> Athlete:
    """The opponent."""
    return "blue" if athlete == "red" else "red"


class Group(StrEnum):
    """What kind of fact a tag states; the lanes and the panels are grouped by it."""

    POSITION = "position"
    ACTION = "action"
    SUBMISSION = "submission"
    REFEREE = "referee"


class Who(StrEnum):
    """Whether a tag names an athlete."""

    REQUIRED = "required"
    OPTIONAL = "optional"
    EMPTY = "empty"


class Kind(StrEnum):
    """How a detail's value is written."""

    CHOICE = "choice"
    TIME = "time"  # of the film: it moves with the tag
    SECONDS = "seconds"  # of the match clock
    NUMBER = "number"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Detail:
    """A question about a tag: its key, allowed values, and what is assumed when unanswered."""

    key: str
    values: tuple[str, ...] = ()
    ordinary: str | None = None
    kind: Kind = Kind.CHOICE
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class TagKind:
    """A row of the vocabulary. `who_means` says in words whose name the tag carries."""

    name: str
    group: Group
    who: Who
    details: Mapping[str, Detail]
    span: bool = False
    who_means: str = ""


YES_NO = ("yes", "no")
COUNT = ("0", "1", "2")
TECHNIQUES = tuple(
    """armbar americana kimura omoplata triangle rear_choke guillotine ezekiel arm_triangle
    bow_and_arrow cross_choke darce anaconda buggy_choke baratoplata tarikoplata straight_ankle
    toe_hold kneebar heel_hook calf_slicer biceps_slicer wrist_lock twister neck_crank can_opener
    full_nelson crossface_guillotine belt_choke finger_choke flying_armbar flying_triangle
    other""".split()
)
FOUL_KINDS = tuple(
    """passivity flee_mat flee_submission guard_pull_no_grip illegal_technique slam strike
    small_joint face clothing_grip grip_inside language disobedience other""".split()
)
FINISHES = ("tap", "verbal", "unconscious", "referee_stop")

FULL_GUARDS = ("closed_guard", "open_guard")
GUARDS = (*FULL_GUARDS, "half_guard", "leg_entanglement")
SIDE_CONTROLS = ("side_control", "north_south")
PINS = (*SIDE_CONTROLS, "knee_on_belly", "mount")


def _choice(key: str, values: tuple[str, ...], ordinary: str | None, meaning: str) -> Detail:
    return Detail(key, values, ordinary, Kind.CHOICE, meaning)


# Details of positions. Where the ordinary value depends on the rest (`hooks`, `back_flat`), the
# one below is the usual one and `ordinary_value` says the exception.
_POSITION_DETAILS = {
    d.key: d
    for d in (
        _choice("controlled", YES_NO, "yes", "held without space; no = never settles"),
        _choice("back_flat", YES_NO, None, "three quarters of the bottom athlete's back on the mat"),
        _choice("bottom_on", ("back", "side", "belly", "turtle", "seated"), "back", "what the bottom athlete rests on"),
        _choice("arm_gripped", YES_NO, "no", "the bottom athlete keeps an open-guard grip on the passer's arm"),
        _choice("hips_pinned", YES_NO, "no", "the top athlete's pelvis is tight on a flattened opponent"),
        _choice("knee", ("leg_side", "head_side"), "leg_side", "which knee is on the body"),
        _choice("knee_on", ("belly", "chest", "ribs", "side"), "belly", "where the knee is"),
        _choice("posted_foot", YES_NO, "yes", "the other leg is out with the foot, not the knee, down"),
        _choice("facing", ("head", "legs"), "head", "which way the top athlete looks"),
        _choice("knees_down", COUNT, "2", "knees on the mat"),
        _choice("arms_trapped", COUNT, "0", "the held athlete's arms under the holder's legs"),
        _choice("foot_trapped", YES_NO, "no", "a foot of the top athlete is still between the opponent's legs"),
        _choice("knees_over_shoulders", YES_NO, "no", "the knees are above the opponent's shoulder line"),
        _choice("hooks", COUNT, "2", "feet inside the opponent's thighs"),
        _choice("legs", ("hooks", "crossed", "triangle"), "hooks", "how the legs hold"),
        _choice("hooks_on_shoulders", YES_NO, "no", "the hooks lie on the opponent's shoulders"),
        _choice("back_controlled", YES_NO, "no", "chest-to-back control of a turtled opponent"),
        _choice("pin", ("plain", "triangle"), "plain", "triangle: held with the legs around neck and arm"),
        _choice("feet_off", YES_NO, "yes", "the feet of the one on the back are off the mat"),
        _choice("forced", YES_NO, "no", "the opponent forced this lower position, or the holder chose it"),
    )
}  # fmt: skip

_TAKEDOWN = (
    _choice("landing", ("back", "side", "seated", "turtle", "belly", "knees"), "back", "what the opponent landed on"),
    _choice("landing_control", YES_NO, "yes", "the thrower controlled the landing"),
    _choice("amplitude", ("normal", "high"), "normal", "above the waist, only the feet on the ground"),
    _choice("continuous", YES_NO, "yes", "one continuous action"),
    _choice("opponent_knees", COUNT, "0", "the opponent's knees on the mat at the start"),
    _choice("feet_down", YES_NO, "yes", "the thrower stands on both feet at the start"),
    _choice("trouser_grip", YES_NO, "no", "by the opponent's trousers"),
    _choice("counter", YES_NO, "no", "it countered the other's takedown"),
    _choice("feet_inside", YES_NO, "yes", "both feet in the match area at the start"),
)  # fmt: skip

_GUARD_PULL = (
    _choice("grip", YES_NO, "yes", "the puller holds the opponent's gi"),
    _choice("opponent_trouser_grip", YES_NO, "no", "the opponent holds the puller's trousers"),
    _choice("opponent_lifts_leg", YES_NO, "no", "the opponent lifts the puller's leg"),
    _choice("jump", YES_NO, "no", "jumped, not sat"),
)

_SUBMISSION = (
    _choice("technique", TECHNIQUES, None, "which hold"),
    _choice("close", YES_NO, "no", "locked, with a real chance to end the match"),
    Detail("close_from", kind=Kind.TIME, meaning="where it became close, if only later"),
    _choice("outcome", (*FINISHES, "escaped", "released", "out_of_bounds", "time"), "escaped", "how it ended"),
)  # fmt: skip

_FOUL = (
    _choice("kind", FOUL_KINDS, None, "what was done"),
    _choice(
        "severity", ("light", "moderate", "serious", "disqualifying"), None, "as the referee said"
    ),
)


def _details(*items: Detail) -> dict[str, Detail]:
    return {item.key: item for item in items}


def _position(name: str, who: Who, keys: str = "") -> TagKind:
    details = {key: _POSITION_DETAILS[key] for key in [*keys.split(), "forced"]}
    means = "" if who is Who.EMPTY else "on top, or holds the back"
    return TagKind(name, Group.POSITION, who, details, who_means=means)


_SIDE = "controlled back_flat arm_gripped bottom_on pin"
_ROWS = (
    _position("standing", Who.EMPTY),
    _position("scramble", Who.EMPTY),
    _position("standing_back", Who.REQUIRED, "hooks feet_off"),
    _position("closed_guard", Who.REQUIRED),
    _position("open_guard", Who.REQUIRED),
    _position("half_guard", Who.REQUIRED, "hips_pinned"),
    _position("leg_entanglement", Who.OPTIONAL),
    _position("double_guard", Who.EMPTY),
    _position("turtle", Who.REQUIRED, "back_controlled knees_down"),
    _position("side_control", Who.REQUIRED, _SIDE),
    _position("north_south", Who.REQUIRED, _SIDE),
    _position(
        "knee_on_belly",
        Who.REQUIRED,
        "controlled back_flat arm_gripped knee knee_on posted_foot facing bottom_on",
    ),
    _position(
        "mount",
        Who.REQUIRED,
        "controlled arm_gripped facing bottom_on knees_down arms_trapped foot_trapped knees_over_shoulders back_flat pin",
    ),
    _position("back_control", Who.REQUIRED, "hooks legs arms_trapped hooks_on_shoulders bottom_on"),
    TagKind("takedown", Group.ACTION, Who.REQUIRED, _details(*_TAKEDOWN), True, "who takes down"),
    TagKind("guard_pull", Group.ACTION, Who.REQUIRED, _details(*_GUARD_PULL), True, "who pulls or jumps"),
    TagKind(
        "sweep", Group.ACTION, Who.REQUIRED,
        _details(_choice("continuous", YES_NO, "yes", "one continuous action")), True, "who goes from bottom to top",
    ),
    TagKind(
        "attempt", Group.ACTION, Who.REQUIRED,
        _details(_choice("kind", ("takedown", "sweep", "pass", "back_take"), None, "what was tried")), True, "who tries",
    ),
    TagKind("mark", Group.REFEREE, Who.EMPTY, {}),
    TagKind("submission", Group.SUBMISSION, Who.REQUIRED, _details(*_SUBMISSION), True, "who attacks"),
    TagKind(
        "match", Group.REFEREE, Who.EMPTY,
        _details(
            Detail("category", kind=Kind.TEXT, meaning="as the ruleset names it"),
            Detail("level", kind=Kind.TEXT, meaning="as the ruleset names it"),
            _choice("gi", YES_NO, None, "in the gi"),
            Detail("duration", kind=Kind.SECONDS, meaning="seconds of match clock"),
        ),
    ),
    TagKind(
        "start", Group.REFEREE, Who.EMPTY,
        _details(Detail("clock", kind=Kind.SECONDS, meaning="seconds of match clock run already, if tagged from mid-match")),
    ),
    TagKind(
        "stop", Group.REFEREE, Who.EMPTY,
        _details(_choice("reason", ("out_of_bounds", "injury", "submission", "other"), None, "why")),
    ),
    TagKind("freeze", Group.REFEREE, Who.EMPTY, {}),
    TagKind("resume", Group.REFEREE, Who.EMPTY, {}),
    TagKind(
        "restart", Group.REFEREE, Who.OPTIONAL,
        _details(
            _choice(
                "position",
                ("standing", "standing_back", *GUARDS, "double_guard", "turtle", *PINS, "back_control"),
                None, "the position set by the referee",
            )
        ), who_means="who is on top",
    ),
    TagKind(
        "overtime", Group.REFEREE, Who.OPTIONAL,
        _details(_choice("position", ("back_control", "armbar", "standing"), None, "the position it starts from")),
        who_means="who attacks",
    ),
    TagKind("end", Group.REFEREE, Who.EMPTY, {}),
    TagKind(
        "out_of_bounds", Group.REFEREE, Who.OPTIONAL,
        _details(
            _choice("while", ("none", "scoring", "attacking", "defending_submission"), "none", "what was going on"),
            _choice("deliberate", YES_NO, "yes", "left on purpose"),
            _choice("caused_by", ATHLETES, None, "who caused it"),
        ), who_means="who left; empty: both",
    ),
    TagKind("inactive", Group.REFEREE, Who.REQUIRED, {}, True, "who is passive"),
    TagKind(
        "warning", Group.REFEREE, Who.REQUIRED,
        _details(_choice("reason", FOUL_KINDS, None, "what it was for")), who_means="who is warned",
    ),
    TagKind("foul", Group.REFEREE, Who.REQUIRED, _details(*_FOUL), who_means="who commits it"),
    TagKind(
        "official", Group.REFEREE, Who.REQUIRED,
        _details(
            Detail("points", kind=Kind.NUMBER, meaning="what the scoreboard gave"),
            Detail("advantages", kind=Kind.NUMBER, meaning="what the scoreboard gave"),
            Detail("penalties", kind=Kind.NUMBER, meaning="what the scoreboard gave"),
            _choice("carried", YES_NO, "no", "given before the tags begin, so that it counts"),
        ), who_means="who is given it",
    ),
    TagKind("decision", Group.REFEREE, Who.REQUIRED, {}, who_means="the winner"),
)  # fmt: skip

VOCABULARY: Mapping[str, TagKind] = {row.name: row for row in _ROWS}
POSITIONS = tuple(row.name for row in _ROWS if row.group is Group.POSITION)


def kinds(group: Group) -> Iterator[TagKind]:
    """The rows of one group, in the order of the table."""
    return (row for row in _ROWS if row.group is group)


FLATTERING = (
    "landing", "landing_control", "hooks", "legs", "close", "close_from", "bottom_on", "back_flat",
    "controlled", "facing", "knees_down", "foot_trapped", "arms_trapped", "knees_over_shoulders",
    "back_controlled", "knee", "knee_on", "posted_foot", "opponent_knees", "feet_down", "grip",
    "forced",
)  # fmt: skip
"""Details whose ordinary value flatters the attacker or hides danger, the gravest first: they are
asked first, and the window does not suggest an answer."""


def ordinary_value(tag: str, key: str, details: Mapping[str, str]) -> str | None:
    """What is assumed for a detail that nobody answered, given the others; None: nothing is.

    `back_flat` follows `bottom_on`, and the back of a standing opponent is held without hooks.
    """
    if key == "back_flat":
        return "yes" if details.get("bottom_on", "back") == "back" else "no"
    if tag == "standing_back" and key == "hooks":
        return "0"
    return VOCABULARY[tag].details[key].ordinary
