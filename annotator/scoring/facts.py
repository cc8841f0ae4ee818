"""The match as the engine walks it: whole ticks, beats of constant state, and what was done.

Everything here is the same under every ruleset: who did what to whom is read from the position
changes and the action tags, never what it is worth. Times are whole ticks of a denominator that
all the match's times share, so that comparing two of them is comparing two numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.timeline import (
    Run,
    Stay,
    Timeline,
)
from annotator.model.vocabulary import FULL_GUARDS, GUARDS, PINS, Athlete, other
from annotator.scoring.conditions import answer
from annotator.text import Moment, Phrase, Ticks, Value

UPRIGHT = ("standing", "standing_back")
# Between two positions these are seen through: guard, scramble, pin by the same top is a pass.
_SEEN_THROUGH = ("scramble", "double_guard")
MILLISECONDS = 1000


@dataclass(frozen=True, slots=True)
class Did:
    """Something an athlete did, read from the tags.

    `what`: takedown, guard_pull, pass, half_pass, sweep, back_take, reversal, turnover, regard,
    to_turtle, come_up, and takedowns that do not count: late_takedown (after a pull), countered_takedown.
    `at` is the tick at which it was complete (a landing, an arrival), `begins` the tick at which
    its hold may begin, which is later where the athletes reached the ground after the landing.
    `arrival` and `origin` are the positions after and before; `ends` says where its athlete
    ended: top, bottom or nowhere (no ground position came). `details` are the tag's answers.
    """

    what: str
    athlete: Athlete
    at: int
    begins: int
    arrival: Stay | None
    origin: Stay | None
    ends: str = "top"
    tag: Tag | None = None
    details: Mapping[str, str] = field(default_factory=dict)
    started: int = 0
    whistle: int | None = None
    stood_up: int | None = None
    stood_from: Stay | None = None
    at_start: Stay | None = None
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Attack:
    """A submission: `close` is the tick from which it was close (None: never); `cut`: by the clock."""

    tag: Tag
    attacker: Athlete
    start: int
    end: int
    close: int | None
    cut: bool

    @property
    def outcome(self) -> str:
        """How it ended, as answered or supposed; unanswered: it was escaped."""
        return answer(self.tag.details, "outcome") or "escaped"

    @property
    def technique(self) -> str:
        return answer(self.tag.details, "technique") or "other"


@dataclass(slots=True)
class Beat:
    """A moment at which something changes, and the state from then on until the next beat.

    In this order: `ended` (spans that end here), then the clock, the position and the tags.
    """

    at: int
    run: Run = Run.BEFORE
    period: int = 0
    stay: Stay | None = None
    details: Mapping[str, str] = field(default_factory=dict)
    detail_tags: tuple[str, ...] = ()
    danger: frozenset[Athlete] = frozenset()
    new_stay: bool = False
    whistle: bool = False
    landed: list[Did] = field(default_factory=list)
    ended: list[Attack] = field(default_factory=list)
    begun: list[Attack] = field(default_factory=list)
    tags: list[Tag] = field(default_factory=list)
    did: list[Did] = field(default_factory=list)
    facts: list[Tag] = field(default_factory=list)

    def same_state(self, before: Beat) -> bool:
        """Whether nothing that a hold looks at changed since the beat before."""
        return (
            self.stay is before.stay
            and self.details is before.details
            and self.run is before.run
            and self.danger == before.danger
        )


@dataclass(frozen=True, slots=True)
class Missing:
    """A fact that the tags leave out: `key` names the question, `at` where to look."""

    key: str
    at: int
    tag: str | None


class Places(dict[int, tuple[str, Value]]):
    """Places of sentences that ticks fill; each is made once, since rulings cluster on few moments."""

    def __init__(self, name: str, shown: type[Moment] | type[Ticks], per_second: int) -> None:
        super().__init__()
        self.name, self.shown, self.per_second = name, shown, per_second

    def __missing__(self, ticks: int) -> tuple[str, Value]:
        made = self[ticks] = self.name, self.shown(ticks, self.per_second)
        return made


@dataclass(frozen=True, slots=True)
class Story:
    """A match made ready for the engine.

    `per_second` ticks are one second; `running`: from where to where the clock runs, in ticks;
    `freezes`: where it stands in a freeze. `untimely`: tags before the start or after the end, their
    tick, and the phrase that says so; `odd`: ids of tags that do not fit the rest, with the same.
    """

    match: Match
    timeline: Timeline
    per_second: int
    beats: tuple[Beat, ...]
    attacks: tuple[Attack, ...]
    missing: tuple[Missing, ...]
    inactive: tuple[tuple[Tag, int, int], ...]
    running: tuple[tuple[int, int], ...] = ()
    freezes: tuple[tuple[int, int], ...] = ()
    untimely: tuple[tuple[Tag, int, str], ...] = ()
    odd: tuple[tuple[str, int, Phrase], ...] = ()
    _seconds: dict[int, Fraction] = field(default_factory=dict, compare=False, repr=False)
    _times: dict[int, tuple[Fraction, Fraction]] = field(
        default_factory=dict, compare=False, repr=False
    )
    _places: dict[str, Places] = field(default_factory=dict, compare=False, repr=False)

    def seconds(self, ticks: int) -> Fraction:
        """Ticks as seconds; remembered, since rulings cluster on few moments."""
        found = self._seconds.get(ticks)
        if found is None:
            found = self._seconds[ticks] = Fraction(ticks, self.per_second)
        return found

    def tick(self, seconds: Fraction) -> int:
        """A time of the match in ticks."""
        return seconds.numerator * self.per_second // seconds.denominator

    def ticks(self, milliseconds: int) -> int:
        """So many milliseconds as ticks, exactly."""
        return milliseconds * self.per_second // MILLISECONDS

    def frozen(self, begin: int, end: int) -> int:
        """Ticks between two moments for which the match was frozen."""
        return sum(max(0, min(last, end) - max(first, begin)) for first, last in self.freezes)

    def times(self, ticks: int) -> tuple[Fraction, Fraction]:
        """A tick's presentation time and its match clock, both in seconds; remembered.

        The clock is counted in ticks, as `Timeline.clock_at` counts it in seconds.
        """
        found = self._times.get(ticks)
        if found is None:
            clock = self.timeline.before + self.seconds(self.ran(ticks))
            found = self._times[ticks] = self.seconds(ticks), clock
        return found

    def ran(self, ticks: int) -> int:
        """For how many ticks the clock had run at a tick."""
        return sum(min(end, ticks) - begin for begin, end in self.running if begin < ticks)

    def places(self, name: str, shown: type[Moment] | type[Ticks]) -> Places:
        """The places of this name in sentences about this match, the same ones for all rulesets."""
        found = self._places.get(name)
        if found is None:
            found = self._places[name] = Places(name, shown, self.per_second)
        return found


def is_ground(stay: Stay | None) -> bool:
    """Whether the athletes are on the ground in a position that is not only seen through."""
    return stay is not None and stay.position not in UPRIGHT and not is_seen_through(stay)


def is_seen_through(stay: Stay) -> bool:
    return stay.position in _SEEN_THROUGH or (
        stay.position == "leg_entanglement" and stay.top is None
    )


def change_of_position(before: Stay, after: Stay) -> tuple[str, Athlete] | None:
    """What a change between two ground positions was, and who did it; None: nothing with a name."""
    top, mine = after.top, before.top
    if top is None or mine is None or after.position in UPRIGHT:
        return None
    if top == mine:
        if before.position in GUARDS and after.position in PINS:
            return "pass", top
        if after.position == "half_guard" and before.position in (*FULL_GUARDS, "leg_entanglement"):
            return "half_pass", top
        if before.position == "turtle" and after.position in PINS:
            return "turnover", top
        if before.position in GUARDS and after.position == "turtle":
            return "to_turtle", top
        if before.position in PINS and after.position in GUARDS:
            return "regard", other(top)
        return None
    if before.position in GUARDS:
        return ("back_take" if after.position == "back_control" else "sweep"), top
    if after.position != "back_control":
        return "reversal", top
    return None
