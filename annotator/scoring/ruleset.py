"""A ruleset as the engine and the window see it: values read from a file, nothing of any federation.

The mechanisms that rules share are the fields of `Rule` and of `Ruleset`; a federation is one
way of filling them. Times are whole milliseconds (`_ms`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from annotator.scoring.conditions import Alternatives, Where
from annotator.scoring.ruling import Award
from annotator.text import word


@dataclass(frozen=True, slots=True)
class Reading:
    """How a rule was read where its text is silent, damaged or contradicts itself, and why."""

    id: str
    says: str
    because: str


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of the rulebook: its id, its title per language, and what it says in our words.

    `printed`: where the printed text has it, its number or the heading it stands under.
    """

    id: str
    titles: Mapping[str, str]
    says: str = ""
    readings: tuple[str, ...] = ()
    printed: str = ""


@dataclass(frozen=True, slots=True)
class Gift:
    """What a rule gives: so many of one award, to its athlete or to the opponent."""

    award: Award
    value: int
    to_opponent: bool = False


@dataclass(frozen=True, slots=True)
class Track:
    """A place where a hold's seconds run, and what they give there if not the rule's usual gift.

    `goes_on_only`: once the position was held without counting, the seconds cannot begin here.
    """

    where: Where
    gives: tuple[Gift, ...] = ()
    goes_on_only: bool = False


@dataclass(frozen=True, slots=True)
class Near:
    """What a hold that was lost before its time is worth.

    It counts when the athletes came `to` one of these (a position, or `other_on_top`,
    `upright`, `scramble`, `stop`, `end`), the hold's conditions `ever` held, and, with
    `swept_from_guard`, the other swept out of a guard; with `into`, only where the place that the
    athletes came to is one of these. Of near misses with one name (`one_of`) that
    an athlete would get at one moment only the first counts.
    """

    clause: str
    gives: tuple[Gift, ...]
    to: frozenset[str]
    ever: tuple[Where, ...] = ()
    into: tuple[Where, ...] = ()
    swept_from_guard: bool = False
    one_of: str = ""
    readings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Except:
    """A case in which an action pays nothing, under a clause of its own."""

    clause: str
    tests: Alternatives = ()
    at_start: Where | None = None
    held_by_other: bool = False
    stood_up_within_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """One way to be paid under a clause.

    Either `does` (actions) or `position` (a position held for its own sake) starts it. With
    `hold_ms` it is paid once the seconds have run in one of its `tracks`, else at once.

    - `tests`, `ends`, `arrives`, `began_within_ms` (of the whistle), `exceptions`: conditions on
      the action, decided when it is complete.
    - `one_of`: of the rules with the same name only the first that applies to an action counts.
    - `one_control`: a change of control starts the seconds anew; `open`: outlasts scrambles.
    - `lost_over`: positions in which more than so many milliseconds lose the action.
    - `lost_by`: (from, to) position changes that lose it.
    - `paused_in`: positions in which the seconds stand still.
    - `within` / `unless_within`: paid if (unless) the opponent comes into a position in time;
      the latter is dated at the action.
    - `pays_with`: paid when a rule of these clauses pays while this one is open.
    - `bonus_of`: paid with another clause for the same action.
    - `off_by_details`: for `again: off`, a position kept without its conditions is off, too.
    - `upright_at_takedown`: its seconds in an upright position are paid at a takedown.
    """

    clause: str
    gives: tuple[Gift, ...]
    does: frozenset[str] = frozenset()
    position: bool = False
    tests: Alternatives = ()
    ends: frozenset[str] = frozenset({"top"})
    arrives: tuple[Where, ...] = ()
    origin: frozenset[str] = frozenset()
    began_within_ms: int | None = None
    exceptions: tuple[Except, ...] = ()
    for_opponent: bool = False
    one_of: str = ""
    tracks: tuple[Track, ...] = ()
    hold_ms: int = 0
    one_control: bool = False
    open: bool = False
    unbroken: bool = False
    lost_over: tuple[frozenset[str], int] | None = None
    lost_by: tuple[tuple[frozenset[str], frozenset[str]], ...] = ()
    paused_in: frozenset[str] = frozenset()
    within: tuple[Where, int] | None = None
    unless_within: tuple[Where, int] | None = None
    pays_with: frozenset[str] = frozenset()
    bonus_of: str = ""
    near: tuple[Near, ...] = ()
    again: str = "always"
    off_ms: int = 0
    off_by_details: bool = False
    blocked_by_open: str = ""
    consumes: frozenset[str] = frozenset()
    upright_at_takedown: bool = False
    readings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AttackRule:
    """What a submission is worth when it ends without finishing the match."""

    clause: str
    gives: tuple[Gift, ...]
    outcomes: frozenset[str] = frozenset()
    least_ms: int = 0
    not_techniques: frozenset[str] = frozenset()
    readings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TagRule:
    """What the referee's own facts are worth: a foul, a warning, leaving the mat, a pull.

    `count_from` and `count_to`: only the nth to mth of its kind by one athlete in the match.
    `violation`: listed, gives nothing; with `no_finish` a tap to it ends nothing either. It is
    for matches of these `categories` or these `levels` (neither: for all), and for the part
    without points `only` or `never`. There a negative point is booked for when points begin,
    unless it is taken `at_once`, `booked_once` for one athlete, and then `uses_up` a counter's
    warnings. `during`: only while the opponent does one of these (a span that is tagged).
    """

    clause: str
    tags: frozenset[str]
    tests: Alternatives = ()
    gives: tuple[Gift, ...] = ()
    counter: str = ""
    count_from: int = 1
    count_to: int | None = None
    violation: bool = False
    no_finish: bool = False
    categories: frozenset[str] = frozenset()
    levels: frozenset[str] = frozenset()
    point_free: str = ""
    booked_once: bool = False
    uses_up: str = ""
    at_once: bool = False
    during: frozenset[str] = frozenset()
    readings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class InactivityRule:
    """What a span of inactivity costs after so long on the match clock, and each `again_ms` more.

    With `both_in` the spans are not tagged ones but stays in these positions with nobody on top,
    and cost both athletes. `counter`, `count_from`, `count_to`: as for a tag's rule, in one count
    with it.
    """

    clause: str
    after_ms: int
    gives: tuple[Gift, ...]
    again_ms: int | None = None
    both_in: frozenset[str] = frozenset()
    counter: str = ""
    count_from: int = 1
    count_to: int | None = None
    readings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ladder:
    """Positions that pay only upward.

    `rungs`: clauses from low to high; `equal_once`: the clauses of one rung each pay once.
    `reset_in`: positions that open all rungs again for both, at once or after `reset_ms` in the
    `reset_slow` positions with one athlete on top; with `opens_on_recovery` for the one whose
    opponent recovered; `spell` rules use the same rungs.
    """

    rungs: tuple[frozenset[str], ...]
    equal_once: bool = False
    reset_in: frozenset[str] = frozenset()
    reset_slow: frozenset[str] = frozenset()
    reset_ms: int = 0
    opens_on_recovery: bool = False


@dataclass(frozen=True, slots=True)
class SpellNear:
    """One advantage per spell for a control of the ladder that was left before its time.

    `levels`: positions from low to high, for what counts as left for something lower.
    `pass_clause`: an open pass of this clause gets the advantage under `pass_near` where no
    control ever met its conditions.
    """

    clause: str
    gives: tuple[Gift, ...]
    levels: tuple[frozenset[str], ...]
    ends_in: frozenset[str]
    pass_clause: str = ""
    pass_near: str = ""


@dataclass(frozen=True, slots=True)
class Chain:
    """Links of one rising chain are paid together, after one hold of the last.

    `order`: positions from low to high. `carried`: clauses whose unheld link is kept when the
    athlete moves up from it.
    """

    clause: str
    order: tuple[frozenset[str], ...]
    carried: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class CaughtAtEnd:
    """What is given, once, to an athlete whose hold a close submission still stops when time is up."""

    clause: str
    gives: tuple[Gift, ...]
    readings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Restart:
    """Positions in which the referee restarts: the last one held for `secured_ms`, else `in_doubt`."""

    positions: frozenset[str]
    secured_ms: int
    in_doubt: str


@dataclass(frozen=True, slots=True)
class Category:
    """A class of athletes: its duration, and the part at the start in which nothing positive counts."""

    id: str
    titles: Mapping[str, str]
    duration_ms: int
    point_free_ms: int = 0
    overtime_ms: int = 0
    overtimes: int = 1


@dataclass(frozen=True, slots=True)
class BoardManner:
    """How a federation's scoreboard looks.

    `layout`: `rows`, one athlete above the other, or `halves`, side by side. `clock`: `down` or `up`.
    `dots`: columns that are shown as dots. `hold`: it shows the seconds of the hold that runs.
    `no_points`: by language, what it says before the points begin.
    """

    layout: str = "rows"
    clock: str = "down"
    dots: tuple[str, ...] = ()
    hold: bool = False
    no_points: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


# Terms that are also answers to questions, or no names of the vocabulary.
_NO_NAMES = (
    "points", "advantages", "penalties", "warnings", "advantage", "penalty", "warning", "guard", "back",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One rulebook edition. `columns`: which numbers its board has, in order.

    `hash` is of the file's bytes, so that a match can tell that the rules changed since.
    `levels`: those that a match may name, where the file lists them.
    `controls`: positions that are one control. `danger_restarts`: a hold not complete when a
    close submission began starts anew at the escape. `outcome`: the steps by which a winner is
    found, in order. `overtime` is `submission_only` where nothing else counts in it. `fatal_penalties`: so many penalties disqualify (0: never).
    """

    id: str
    edition: str
    names: Mapping[str, str]
    federation: str
    source: str
    columns: tuple[str, ...]
    clauses: tuple[Clause, ...]
    readings: tuple[Reading, ...] = ()
    hash: str = ""
    options: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    rules: tuple[Rule, ...] = ()
    attacks: tuple[AttackRule, ...] = ()
    tag_rules: tuple[TagRule, ...] = ()
    inactivity: tuple[InactivityRule, ...] = ()
    controls: tuple[frozenset[str], ...] = ()
    danger_restarts: bool = False
    ladder: Ladder | None = None
    spell: SpellNear | None = None
    chain: Chain | None = None
    categories: tuple[Category, ...] = ()
    outcome: tuple[str, ...] = ("submission", "disqualification", "points")
    overtime: str = ""
    fatal_penalties: int = 0
    fatal_clause: str = ""
    terms: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: MappingProxyType({}))
    restart: Restart | None = None
    levels: tuple[str, ...] = ()
    caught_at_end: CaughtAtEnd | None = None
    board: BoardManner = field(default_factory=BoardManner)

    def name(self, language: str = "en") -> str:
        """The ruleset's name in a language, else in English, else its id."""
        return self.names.get(language) or self.names.get("en") or self.id

    def title_of(self, clause_id: str, language: str = "en") -> str:
        """A clause's title in a language, else in English, else its id."""
        clause = self.clause(clause_id)
        if clause is None:
            return clause_id
        return clause.titles.get(language) or clause.titles.get("en") or clause_id

    def term(self, key: str, language: str = "en") -> str:
        """The ruleset's own word for something, else its English one, else the program's."""
        own = self.terms.get(key, {})
        return own.get(language) or own.get("en") or word(key)

    def words(self, language: str = "en") -> dict[str, str]:
        """Its own words for actions and positions, by their names in the vocabulary."""
        own = {key: self.term(key, language) for key in self.terms if key not in _NO_NAMES}
        return own | ({"back_control": self.term("back", language)} if "back" in self.terms else {})

    def clause(self, clause_id: str) -> Clause | None:
        """The clause with this id, or None."""
        return next((clause for clause in self.clauses if clause.id == clause_id), None)

    def control_of(self, position: str) -> str:
        """A name for the control that a position belongs to: one for all that are one control."""
        for group in self.controls:
            if position in group:
                return min(group)
        return position
