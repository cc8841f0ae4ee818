"""What was paid, what may be paid again, and what opens it."""

from fractions import Fraction
from typing import Any

import pytest

from annotator.model.timeline import Run, Standing, Stay
from annotator.model.vocabulary import ATHLETES
from annotator.scoring.facts import Beat
from annotator.scoring.ledger import Ledger, SlowReset
from tests.scoring.small import MOUNT, SIDE, awards, bout, clause, clauses, fact, rules

BACK = clause("back", "{holds: {in: back_control}, seconds: 3, gives: {points: 4}}")
KNEE = clause(
    "knee",
    "{holds: {in: knee_on_belly}, seconds: 3, again: off, off_seconds: 3, gives: {points: 2}}",
)
PLAIN = rules(clauses(SIDE, MOUNT, BACK, KNEE))
LADDER = rules(
    "ladder: {rungs: [[side], [mount, back]], reset_in: [standing, standing_back],"
    " reset_slowly_in: [full_guards], reset_seconds: 3}\n" + clauses(SIDE, MOUNT, BACK)
)
EQUAL = rules(
    "ladder: {rungs: [[side], [mount, back]], equal_once: true, reset_in: [standing, guards]}\n"
    + clauses(SIDE, MOUNT, BACK)
)


def stay(position: str, top: Any = "red") -> Stay:
    return Stay(position, top, Fraction(0), Fraction(1), (Standing(Fraction(0), {}, ("t",)),))


def paid_mount() -> Ledger:
    ledger = Ledger(PLAIN)
    ledger.note_paid("red", "mount")
    return ledger


def test_a_clause_that_was_not_paid_pays() -> None:
    assert Ledger(PLAIN).refusal("red", "mount", "recovered") is None


def test_a_paid_clause_pays_no_second_time_to_the_same_athlete() -> None:
    ledger = paid_mount()

    assert ledger.refusal("red", "mount", "recovered") == "refused_again"
    assert ledger.refusal("blue", "mount", "recovered") is None
    assert ledger.refusal("red", "mount", "always") is None


@pytest.mark.parametrize(
    ("position", "top", "opens"),
    [
        ("standing", None, True),
        ("standing_back", "red", True),
        ("closed_guard", "red", True),
        ("leg_entanglement", "red", True),
        ("turtle", "red", True),
        ("mount", "blue", True),
        ("closed_guard", "blue", True),
        ("side_control", "red", False),
        ("back_control", "red", False),
        ("scramble", None, False),
        ("leg_entanglement", None, False),
        ("double_guard", None, False),
    ],
)
def test_it_pays_again_once_the_opponent_recovered(position: str, top: Any, opens: bool) -> None:
    ledger = paid_mount()

    ledger.came_into(stay(position, top))

    assert (ledger.refusal("red", "mount", "recovered") is None) == opens


def test_a_forgotten_clause_pays_that_athlete_again_and_nobody_else() -> None:
    ledger = paid_mount()
    ledger.note_paid("blue", "mount")
    ledger.consumed["red"].add("mount")

    ledger.forget("red", "mount")

    assert ledger.refusal("red", "mount", "recovered") is None
    assert ledger.refusal("blue", "mount", "recovered") == "refused_again"


def test_a_clause_that_opens_by_time_is_not_opened_by_a_recovery() -> None:
    ledger = Ledger(PLAIN)
    ledger.note_paid("red", "knee")

    ledger.came_into(stay("closed_guard"))

    assert ledger.refusal("red", "knee", "off") == "refused_again"


def test_what_an_action_was_paid_for_is_absorbed_until_the_opponent_recovered() -> None:
    ledger = Ledger(PLAIN)
    ledger.consumed["red"].add("mount")

    assert ledger.refusal("red", "mount", "always") == "refused_absorbed"
    ledger.came_into(stay("half_guard"))
    assert ledger.refusal("red", "mount", "always") is None


def test_a_ladder_pays_only_upward() -> None:
    ledger = Ledger(LADDER)
    ledger.note_paid("red", "mount")

    assert ledger.refusal("red", "side", "always") == "refused_ladder"
    assert ledger.refusal("red", "mount", "always") == "refused_ladder"
    assert ledger.refusal("red", "back", "always") == "refused_ladder"
    assert ledger.refusal("blue", "side", "always") is None


def test_on_a_rung_where_each_pays_once_the_other_one_still_pays() -> None:
    ledger = Ledger(EQUAL)
    ledger.note_paid("red", "mount")

    assert ledger.refusal("red", "mount", "always") == "refused_ladder"
    assert ledger.refusal("red", "back", "always") is None
    assert ledger.refusal("red", "side", "always") == "refused_ladder"


@pytest.mark.parametrize(
    ("position", "top", "opens"),
    [
        ("standing", None, True),
        ("standing_back", "blue", True),
        ("closed_guard", "red", False),
        ("scramble", None, False),
    ],
)
def test_a_ladder_opens_for_both_in_its_reset_positions(
    position: str, top: Any, opens: bool
) -> None:
    ledger = Ledger(LADDER)
    ledger.note_paid("red", "mount")
    ledger.note_paid("blue", "mount")

    ledger.came_into(stay(position, top))

    for who in ATHLETES:
        assert (ledger.refusal(who, "side", "always") is None) == opens


@pytest.mark.parametrize(("top", "opens"), [("red", True), ("blue", True), (None, False)])
def test_a_guard_opens_a_ladder_only_with_an_athlete_on_top(top: Any, opens: bool) -> None:
    ledger = Ledger(EQUAL)
    ledger.note_paid("red", "mount")

    ledger.came_into(stay("leg_entanglement", top))

    assert (ledger.refusal("red", "side", "always") is None) == opens


def test_what_is_paid_once_between_neutrals_opens_with_the_ladder() -> None:
    ledger = Ledger(EQUAL)
    ledger.note_paid("red", "behind")

    assert ledger.refusal("red", "behind", "neutral") == "refused_neutral"
    ledger.open_ladder()
    assert ledger.refusal("red", "behind", "neutral") is None


# -- the slow reset -----------------------------------------------------------------------------------


def guard(
    at: int, position: str = "closed_guard", top: Any = "red", run: Run = Run.RUNNING
) -> Beat:
    return Beat(at, run, 1, stay(position, top))


def reset_after(*beats: Beat) -> SlowReset:
    slow = SlowReset(frozenset({"closed_guard", "open_guard"}), 3000)
    for beat in beats:
        slow.look(beat)
    return slow


def test_the_slow_reset_is_due_after_its_seconds_in_the_guards_together() -> None:
    assert reset_after(guard(1000)).due == 4000
    assert reset_after(guard(1000), guard(3000, "open_guard")).due == 4000


@pytest.mark.parametrize(
    "between",
    [
        guard(3000, "half_guard"),
        guard(3000, "closed_guard", "blue"),
        guard(3000, run=Run.STOPPED),
        guard(3000, "scramble", None),
    ],
)
def test_the_slow_reset_starts_anew_at_anything_else(between: Beat) -> None:
    assert reset_after(guard(1000), between, guard(5000)).due == 8000


def test_the_slow_reset_stands_still_in_a_freeze() -> None:
    slow = reset_after(guard(1000), guard(3000, run=Run.FROZEN))
    assert slow.due is None

    slow.look(guard(9000))

    assert slow.due == 10000


def test_the_slow_reset_opens_once_per_stay() -> None:
    slow = reset_after(guard(1000))
    slow.fire()

    slow.look(guard(4000))
    assert slow.due is None
    slow.look(guard(5000, "mount"))
    slow.look(guard(6000))

    assert slow.due == 9000


@pytest.mark.parametrize(("left", "again"), [("7.999", False), ("8", True)])
def test_exactly_the_seconds_of_the_slow_reset_open_the_ladder(left: str, again: bool) -> None:
    match = bout(
        fact("side_control", 0, "red"), fact("closed_guard", 5, "red"),
        fact("side_control", left, "red"),
    )  # fmt: skip

    assert len(awards(match, LADDER)) == (2 if again else 1)
