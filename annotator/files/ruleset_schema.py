"""What ruleset files may say, key by key; `annotator/files/ruleset_file.py` gives it its meaning.

These models only check shape. Names of positions, details, clauses and readings are checked
when the file is read, where the message can say what is allowed. The sentence under each key is
for people: it stands in the schema for editors and in the tables of docs/add-a-ruleset.md.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, Field

from annotator.files.ruleset_kinds import (
    STRICT,
    Actions,
    Columns,
    Details,
    Ends,
    Names,
    OneOrMore,
    Outcomes,
    Position,
    Positions,
    Seconds,
    SomeSeconds,
    Tags,
    Techniques,
    Terms,
    Texts,
    as_list,
)
from annotator.files.ruleset_parts import (
    ExceptModel,
    Gives,
    LostOver,
    Move,
    NearModel,
    Option,
    Place,
    Places,
    Watch,
)

__all__ = [
    "BoardModel", "CategoryModel", "CaughtModel", "ChainModel", "ClauseModel", "ExceptModel", "Gives", "LadderModel", "LostOver",
    "Move", "NearModel", "Option", "OptionModel", "Place", "ReadingModel", "RestartModel",
    "RuleModel", "RulesetModel", "SpellModel", "Watch",
]  # fmt: skip


class Strict(BaseModel):
    """Refuses keys that it does not know."""

    model_config = STRICT


class RuleModel(Strict):
    """One way to be paid under the clause it stands in.

    It starts in exactly one way: `does`, `holds`, `submission`, `tag` or `inactive_seconds`.
    """

    does: Actions | None = None
    """Starts with something done: a takedown, a pass, a sweep."""
    holds: Places | None = None
    """Starts with a position that is held for its own sake."""
    submission: bool = False
    """Starts with a submission that was close and did not finish the match."""
    tag: Tags | None = None
    """Starts with one of the tags itself: a foul, a warning, leaving the mat."""
    inactive_seconds: Seconds | None = None
    """Starts when an athlete was inactive for so long on the match clock."""
    gives: Gives = Gives()
    """What it is worth."""
    seconds: Seconds = 0
    """How long the position, or the place after the action, must be held; 0: paid at once."""
    held: Places | None = None
    """Where the seconds run after an action."""
    details: Details | None = Field(alias="if", default=None)
    """The action or tag must have these details."""
    ends: Ends | None = None
    """How the action may end for its athlete."""
    arrives: Places | None = None
    """Where the action must arrive."""
    origin: Positions | None = Field(alias="from", default=None)
    """In which position it must have begun."""
    began_within_seconds: Seconds | None = None
    """It must have begun so soon after the whistle."""
    exceptions: Annotated[list[ExceptModel], BeforeValidator(as_list), OneOrMore()] = Field(
        alias="except", default=[]
    )
    """Cases in which it pays nothing."""
    to_opponent: bool = False
    """The reward goes to the other athlete, who must then hold the seconds."""
    one_of: str = ""
    """A name; of all rules with this name only the first that fits an action counts."""
    anew_at_change_of_control: bool = False
    """Going on to another control starts the seconds anew."""
    stays_open: bool = False
    """The seconds may still be completed later, as long as the athlete stays in control."""
    without_other_position: bool = False
    """Any other position in between loses it."""
    lost_over: LostOver | None = None
    """More than so many seconds in these positions lose it."""
    lost_by: Annotated[list[Move], BeforeValidator(as_list), OneOrMore()] = []
    """These changes of position lose it."""
    paused_in: Positions = []
    """In these positions the seconds stand still instead of starting anew."""
    if_within: Watch | None = None
    """It pays only if the opponent comes into this position so soon."""
    unless_within: Watch | None = None
    """It pays unless the opponent comes into this position so soon."""
    pays_with: Names = []
    """It is paid when one of these clauses pays while it is open."""
    bonus_of: str = ""
    """It is paid on top whenever this clause pays for the same action."""
    near: Annotated[list[NearModel], BeforeValidator(as_list), OneOrMore()] = []
    """What it is worth when it was lost before its time."""
    again: Literal["always", "recovered", "neutral", "off"] | None = None
    """For a held position, when it pays again: always, once the opponent had recovered, after a neutral position, or after it was off for `off_seconds`."""
    off_seconds: Seconds = 0
    """For `again: off`: so long must the position have been left."""
    off_by_details: bool = False
    """For `again: off`: a position that is kept, but without its details, is off, too."""
    not_while_open: str = ""
    """It pays nothing while this clause's action is still open."""
    takes_the_place_of: Names = []
    """A position of these clauses that the action reaches straight away pays nothing of its own."""
    upright_at_takedown: bool = False
    """Seconds that were full while standing are paid when a takedown follows."""
    outcomes: Outcomes = []
    """For a submission: how it must have ended."""
    not_techniques: Techniques = []
    """For a submission: techniques that give nothing."""
    counted_with: str = ""
    """A name; tags of all rules with this name are counted together, per athlete."""
    from_number: int = 1
    """From this number on."""
    to_number: int | None = None
    """Up to this number."""
    again_seconds: SomeSeconds | None = None
    """For inactivity: once more after each so many further seconds."""
    both_in: Positions = []
    """For inactivity: both athletes, while they are in one of these positions with nobody on top."""
    violation: bool = False
    """It is listed as not allowed, and gives nothing."""
    a_tap_ends_nothing: bool = False
    """A tap to this forbidden technique does not end the match."""
    categories: Names = []
    """Only for matches of these categories."""
    levels: Names = []
    """Or of these levels, as the match names them."""
    point_free: Literal["", "only", "never"] = ""
    """only: in the part of the match without points; never: not in it, and it is dropped there."""
    booked_once: bool = False
    """A point taken away in the part without points (booked when that part ends) is so once for each athlete."""
    uses_up: str = ""
    """When it was booked, all warnings of this count are used up."""
    at_once: bool = False
    """A point taken away in the part without points is so at once, and not booked."""
    during: Tags | None = None
    """Only while the opponent does one of these: the tag falls into the time of such a tag."""
    readings: Names = []
    """How the text was read for this rule."""


class ClauseModel(Strict):
    """A clause: its title, what it says in our own words, and how it pays."""

    title: Texts
    """Its title, as a referee finds it in the book."""
    says: str = ""
    """What it says, in a sentence of your own."""
    printed: str = ""
    """Where the printed text has it: its number, or the heading it stands under."""
    readings: Names = []
    """How its text was read; names from `readings`."""
    rules: Annotated[list[RuleModel], BeforeValidator(as_list), OneOrMore()] = []
    """The ways to be paid under it; none for a clause that only explains."""


class ReadingModel(Strict):
    """How the text was read where it is silent, damaged or contradicts itself, and why."""

    says: str
    """What is scored."""
    because: str
    """Why."""


class LadderModel(Strict):
    """Clauses from low to high that pay only upward, and what opens them again."""

    rungs: list[Names]
    """The clauses from low to high; clauses of one height share a pair of brackets."""
    equal_once: bool = False
    """Clauses of one height pay once each."""
    reset_in: Positions = []
    """These positions open everything again at once."""
    reset_slowly_in: Positions = []
    """These positions do after `reset_seconds`."""
    reset_seconds: Seconds = 0
    """So long."""
    opens_on_recovery: bool = False
    """An athlete's clauses open again when the opponent recovered, or forced the way down."""


class SpellModel(Strict):
    """One advantage in each spell of control, for a control that was left too soon."""

    clause: str
    """The clause it is given under."""
    gives: Gives
    """What it gives."""
    levels: list[Positions]
    """The controls from low to high."""
    ends_in: Positions
    """These positions end a spell."""
    pass_clause: str = ""
    """The clause of the guard pass, if its near miss belongs to the spell."""
    pass_near: str = ""
    """The clause under which that near miss is given."""


class ChainModel(Strict):
    """Positions that rise under one control are paid together after the last one's hold."""

    clause: str
    """The clause that says so."""
    order: list[Positions]
    """The positions from low to high."""
    carried: Names = []
    """Clauses whose position need not be held when the athlete moves on upward."""


class CategoryModel(Strict):
    """A class of athletes."""

    title: Texts
    """What people call it."""
    seconds: Seconds
    """How long its matches last, in seconds (300 is five minutes); it ends nothing, the tag `end` does."""
    point_free_seconds: Seconds = 0
    """So long from the start nothing positive counts (see “The part without points” in the manual)."""
    overtime_seconds: Seconds = 0
    """How long an overtime lasts."""
    overtimes: int = 1
    """How many overtimes there may be."""


class OptionModel(Strict):
    """A choice of number that the text leaves open."""

    values: list[int]
    """The numbers there are to choose from."""
    chosen: int
    """The one that counts."""
    because: str = ""
    """Why this one."""


class RestartModel(Strict):
    """How a restart position is found where the referee's is not tagged."""

    positions: Positions
    """The positions in which the referee restarts."""
    secured_seconds: Seconds = 3
    """How long a position must have been held to be secured."""
    in_doubt: Position
    """The position where none was secured."""


class CaughtModel(Strict):
    """What an athlete gets whose hold a close submission still stops when time is up; once, whatever was reached."""

    clause: str
    """The clause it is given under."""
    gives: Gives
    """What it gives."""


class BoardModel(Strict):
    """How the federation's scoreboard looks, so that its people recognise theirs."""

    layout: Literal["rows", "halves"] = "rows"
    """rows: one athlete above the other; halves: side by side."""
    clock: Literal["down", "up"] = "down"
    """Which way the match clock runs; up in any case where no duration is known."""
    dots: Columns = []
    """Numbers that are shown as dots."""
    hold: bool = False
    """It shows the seconds of the hold that runs."""
    no_points: Texts = {}
    """What it says in the part without points."""


class RulesetModel(Strict):
    """A whole ruleset file."""

    id: str
    """Its short name: the name of its folder, small letters, digits and hyphens."""
    edition: str
    """Which edition of the rulebook, as printed; in quotes if it is a number."""
    names: Texts
    """What people call it."""
    federation: str
    """Whose rules they are."""
    source: str
    """The document the clauses were taken from."""
    columns: Columns
    """The numbers on its scoreboard, in order."""
    board: BoardModel | None = None
    """How its scoreboard looks."""
    terms: Terms = {}
    """Its own words for things, where they differ from the program's."""
    one_control: list[Positions] = []
    """Groups of positions that are one control: moving between them starts nothing anew."""
    restart: RestartModel | None = None
    """The restart positions, where these rules have them."""
    danger_restarts: bool = False
    """A hold that was not complete when a close submission began starts anew at the escape."""
    caught_at_end: CaughtModel | None = None
    """With `danger_restarts`: what an athlete who is still in danger when time is up gets for a hold."""
    outcome: list[
        Literal[
            "submission", "disqualification", "points", "advantages", "highest_action",
            "fewest_penalties", "overtime", "decision",
        ]
    ]  # fmt: skip
    """How the winner is found, step by step."""
    overtime: Literal["", "submission_only"] = ""
    """submission_only: in overtime nothing else counts."""
    fatal_penalties: int = 0
    """So many penalties disqualify; 0: never."""
    fatal_clause: str = ""
    """The clause that says so."""
    options: dict[str, OptionModel] = {}
    """Numbers that the text leaves open, by name."""
    ladder: LadderModel | None = None
    """Positions that pay only upward."""
    spell: SpellModel | None = None
    """One advantage per spell of control."""
    chain: ChainModel | None = None
    """Rising positions that are paid together."""
    categories: dict[str, CategoryModel] = {}
    """Classes of athletes, by name."""
    levels: Names = []
    """The levels that a match may name."""
    readings: dict[str, ReadingModel] = {}
    """How the text was read, by name."""
    clauses: dict[str, ClauseModel]
    """The clauses, by the name that rulings and cases call them."""
