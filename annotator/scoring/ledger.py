"""The book of one athlete pair: what was paid, what may be paid again, and every line written.

Repeat after recovery, the ladder with its reset, and one advantage per spell are kept here; the
engine asks before it pays and tells what happened on the mat.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field

from annotator.model.timeline import Run, Stay
from annotator.model.vocabulary import ATHLETES, GUARDS, Athlete
from annotator.scoring.facts import UPRIGHT, Beat
from annotator.scoring.ruleset import Ruleset


@dataclass(slots=True)
class Ledger:
    """`paid[X]`: clauses that X was paid for and that do not pay again yet.

    `left_at`: when a position was left whose being off counts; `let_go`: since when it is kept
    without its conditions.
    """

    rules: Ruleset
    paid: dict[Athlete, set[str]] = field(default_factory=lambda: {who: set() for who in ATHLETES})
    consumed: dict[Athlete, set[str]] = field(
        default_factory=lambda: {who: set() for who in ATHLETES}
    )
    until_neutral: dict[Athlete, set[str]] = field(
        default_factory=lambda: {who: set() for who in ATHLETES}
    )
    left_at: dict[tuple[Athlete, str], int] = field(default_factory=dict)
    let_go: dict[tuple[Athlete, str], int] = field(default_factory=dict)
    rung: dict[Athlete, int] = field(default_factory=lambda: dict.fromkeys(ATHLETES, -1))
    on_rung: dict[Athlete, set[str]] = field(
        default_factory=lambda: {who: set() for who in ATHLETES}
    )
    by_time_off: frozenset[str] = frozenset()
    levels: dict[str, int] = field(default_factory=dict)
    near_given: dict[Athlete, bool] = field(default_factory=lambda: dict.fromkeys(ATHLETES, False))

    def __post_init__(self) -> None:
        """The clauses of the ladder by height, and those that pay again by being off long enough."""
        ladder = self.rules.ladder
        if ladder is not None:
            self.levels = {c: n for n, clauses in enumerate(ladder.rungs) for c in clauses}
        self.by_time_off = frozenset(r.clause for r in self.rules.rules if r.again == "off")

    def fork(self) -> Ledger:
        """The same book, going on by itself."""
        twin = copy(self)
        twin.paid, twin.consumed = _twins(self.paid), _twins(self.consumed)
        twin.until_neutral, twin.on_rung = _twins(self.until_neutral), _twins(self.on_rung)
        twin.left_at, twin.let_go = dict(self.left_at), dict(self.let_go)
        twin.rung, twin.near_given = dict(self.rung), dict(self.near_given)
        return twin

    def signature(self) -> tuple[object, ...]:
        """What was paid and may be paid again."""
        sets = (self.paid, self.consumed, self.until_neutral, self.on_rung)
        return (
            [each[who].copy() for each in sets for who in ATHLETES],
            self.left_at.copy(), self.let_go.copy(), self.rung.copy(), self.near_given.copy(),
        )  # fmt: skip

    def refusal(self, athlete: Athlete, clause: str, again: str) -> str | None:
        """Why a clause does not pay this athlete now (a phrase key), or None when it does."""
        if clause in self.consumed[athlete]:
            return "refused_absorbed"
        if again in ("recovered", "off") and clause in self.paid[athlete]:
            return "refused_again"
        if again == "neutral" and clause in self.until_neutral[athlete]:
            return "refused_neutral"
        level = self.levels.get(clause)
        if level is None:
            return None
        best = self.rung[athlete]
        if level > best:
            return None
        ladder = self.rules.ladder
        assert ladder is not None
        if level == best and ladder.equal_once and clause not in self.on_rung[athlete]:
            return None
        return "refused_ladder"

    def note_paid(self, athlete: Athlete, clause: str) -> None:
        """Remember that a clause was paid."""
        self.paid[athlete].add(clause)
        self.until_neutral[athlete].add(clause)
        level = self.levels.get(clause)
        if level is not None:
            if level > self.rung[athlete]:
                self.rung[athlete] = level
            self.on_rung[athlete].add(clause)

    def forget(self, athlete: Athlete, clause: str) -> None:
        """A clause pays again, since its position was only left by force."""
        self.paid[athlete].discard(clause)
        self.consumed[athlete].discard(clause)
        if self.rules.ladder is not None and self.rules.ladder.opens_on_recovery:
            self._open_for(athlete)

    def _open_for(self, athlete: Athlete) -> None:
        self.rung[athlete] = -1
        self.on_rung[athlete].clear()

    def came_into(self, after: Stay) -> None:
        """A position was taken up: who recovered by it, and whether it is neutral.

        An athlete's clauses open again when the opponent came to the bottom of a guard, into
        turtle, to the feet, or on top.
        """
        position, top = after.position, after.top
        ladder, spell = self.rules.ladder, self.rules.spell
        guard = position in GUARDS
        opens = ladder is not None and ladder.opens_on_recovery
        for who in ATHLETES:
            if position in UPRIGHT or (
                top is not None and (who != top or guard or position == "turtle")
            ):
                self.consumed[who].clear()
                if opens:
                    self._open_for(who)
                if self.paid[who]:
                    self.paid[who] &= self.by_time_off
        held = not guard or top is not None
        if ladder is not None and held and position in ladder.reset_in:
            self.open_ladder()
        if spell is not None:
            for who in ATHLETES:
                if (top is not None and who != top) or (held and position in spell.ends_in):
                    self.near_given[who] = False

    def open_ladder(self) -> None:
        """Neutral: every rung pays again, for both."""
        for who in ATHLETES:
            self.rung[who] = -1
            self.on_rung[who].clear()
            self.until_neutral[who].clear()

    def end_spells(self) -> None:
        for who in ATHLETES:
            self.near_given[who] = False


def _twins(sets: Mapping[Athlete, set[str]]) -> dict[Athlete, set[str]]:
    return {who: set(clauses) for who, clauses in sets.items()}


@dataclass(slots=True)
class SlowReset:
    """Counts the seconds in the positions that open the ladder again, the same athlete on top.

    `needed` ticks; they stand still in a freeze and start anew at anything else.
    """

    positions: frozenset[str]
    needed: int
    since: int | None = None
    done: int = 0
    top: Athlete | None = None

    @property
    def due(self) -> int | None:
        """The tick at which the ladder opens if nothing changes."""
        return None if self.since is None else self.since + self.needed - self.done

    def fire(self) -> None:
        """The seconds are full; they count once per stay in the positions."""
        self.since, self.done = None, self.needed

    def stop(self) -> None:
        self.since, self.done = None, 0

    def look(self, beat: Beat) -> None:
        """Take in the state from this beat on."""
        if self.since is not None:
            self.done += beat.at - self.since
            self.since = None
        if beat.run is Run.FROZEN:
            return
        stay = beat.stay
        top = stay.top if stay is not None and stay.position in self.positions else None
        if top is None or beat.run is not Run.RUNNING or top != self.top:
            self.done = 0
        self.top = top
        if top is not None and beat.run is Run.RUNNING and self.done < self.needed:
            self.since = beat.at
