"""When a claim is lost, to what, and whether it was near enough to be worth something."""

from fractions import Fraction
from typing import Any

import pytest

from annotator.model.timeline import Standing, Stay
from annotator.scoring.claims import Claim
from annotator.scoring.conditions import Where
from annotator.scoring.facts import Did
from annotator.scoring.ledger import Ledger
from annotator.scoring.losing import is_near, is_spell_near, lost_to
from annotator.scoring.ruleset import Gift, Ladder, Near, Rule, Ruleset, SpellNear
from annotator.scoring.ruling import Award

ONE = (Gift(Award.ADVANTAGE, 1),)
PINS = frozenset({"side_control", "mount"})
RULES = Ruleset("demo", "1", {}, "", "", (), ())
DANGER = Ruleset("demo", "1", {}, "", "", (), (), danger_restarts=True)


def stay(position: str, top: Any = "red") -> Stay:
    return Stay(position, top, Fraction(0), Fraction(1), (Standing(Fraction(0), {}, ("t",)),))


def claim_of(position: bool, **changes: Any) -> Claim:
    return Claim(Rule("clause", ONE, position=position, **changes), 0, 1, "red", 0, 3000)


def loss(claim: Claim, new: Stay, old: str = "mount", places: frozenset[str] = PINS) -> str | None:
    return lost_to(claim, stay(old), new, places, 3000)


@pytest.mark.parametrize(
    ("new", "of_position", "of_action"),
    [
        (stay("side_control"), None, None),
        (stay("closed_guard"), "closed_guard", None),
        (stay("turtle"), "turtle", None),
        (stay("mount", "blue"), "other_on_top", "other_on_top"),
        (stay("standing", None), "upright", "upright"),
        (stay("standing_back"), "upright", "upright"),
        (stay("scramble", None), None, "scramble"),
        (stay("double_guard", None), "scramble", "scramble"),
        (stay("leg_entanglement", None), "scramble", "scramble"),
    ],
    ids=lambda value: value.position if isinstance(value, Stay) else None,
)
def test_a_position_waits_only_in_a_scramble_and_an_action_runs_on_anywhere_on_top(
    new: Stay, of_position: str | None, of_action: str | None
) -> None:
    assert loss(claim_of(True), new) == of_position
    assert loss(claim_of(False), new) == of_action


def test_an_open_action_outlasts_a_scramble_but_no_guard_and_no_turtle() -> None:
    claim = claim_of(False, open=True)

    assert loss(claim, stay("scramble", None)) is None
    assert loss(claim, stay("side_control")) is None
    assert loss(claim, stay("half_guard")) == "half_guard"
    assert loss(claim, stay("turtle")) == "turtle"


def test_a_carried_position_does_not_wait_in_a_scramble() -> None:
    claim = claim_of(True)
    claim.carried = True

    assert loss(claim, stay("scramble", None)) == "scramble"


def test_an_unbroken_action_allows_no_other_position() -> None:
    claim = claim_of(False, unbroken=True)

    assert loss(claim, stay("side_control")) is None
    assert loss(claim, stay("closed_guard")) == "closed_guard"


def test_a_named_move_loses_an_action() -> None:
    moves = ((frozenset({"closed_guard"}), frozenset({"mount"})),)
    claim = claim_of(False, lost_by=moves)

    assert loss(claim, stay("mount"), old="closed_guard") == "mount"
    assert loss(claim, stay("mount"), old="half_guard") is None


@pytest.mark.parametrize(("spent", "lost"), [(3000, None), (3001, "turtle")])
def test_more_than_the_allowed_time_in_a_position_loses_an_action(
    spent: int, lost: str | None
) -> None:
    claim = claim_of(False, lost_over=(frozenset({"turtle"}), 3000))
    claim.spent = spent

    assert loss(claim, stay("side_control"), old="turtle") == lost


def test_a_position_that_counts_standing_goes_on_when_they_stand_up_in_it() -> None:
    places = frozenset({"back_control", "standing_back"})

    assert loss(claim_of(True), stay("standing_back"), "back_control", places) is None
    assert (
        loss(claim_of(True), stay("standing_back", "blue"), "back_control", places)
        == "other_on_top"
    )


# -- near misses -----------------------------------------------------------------------------------


NEAR = Near("near", ONE, frozenset({"scramble", "closed_guard"}))


def test_only_the_losses_that_it_names_are_a_near_miss() -> None:
    claim = claim_of(False)

    assert is_near(NEAR, 0, claim, "scramble", None, RULES)
    assert not is_near(NEAR, 0, claim, "upright", None, RULES)


def test_what_was_lost_in_danger_is_no_near_miss_where_danger_restarts_a_hold() -> None:
    claim = claim_of(False)
    claim.shaken = True

    assert not is_near(NEAR, 0, claim, "scramble", None, DANGER)
    assert is_near(NEAR, 0, claim, "scramble", None, RULES)


def test_a_near_miss_may_need_that_its_conditions_once_held() -> None:
    near = Near("near", ONE, frozenset({"scramble"}), (Where(PINS),))
    claim = claim_of(False)

    assert not is_near(near, 2, claim, "scramble", None, RULES)
    claim.ever.add(2)
    assert is_near(near, 2, claim, "scramble", None, RULES)


@pytest.mark.parametrize(
    ("arrival", "old", "new", "near"),
    [
        ("closed_guard", stay("closed_guard"), stay("mount", "blue"), True),
        ("closed_guard", stay("mount"), stay("closed_guard", "blue"), False),
        ("closed_guard", stay("closed_guard"), stay("back_control", "blue"), False),
        ("mount", stay("closed_guard"), stay("mount", "blue"), False),
    ],
)
def test_a_near_miss_may_need_that_the_thrower_was_swept_out_of_the_guard_landed_in(
    arrival: str, old: Stay, new: Stay, near: bool
) -> None:
    wanted = Near("near", ONE, frozenset({"other_on_top"}), swept_from_guard=True)
    claim = claim_of(False)
    claim.did = Did("takedown", "red", 0, 0, stay(arrival), None)

    assert is_near(wanted, 0, claim, "other_on_top", (old, new), RULES) == near


# -- one advantage per spell -----------------------------------------------------------------------------


SPELL = Ruleset(
    "demo", "1", {}, "", "", (), (),
    ladder=Ladder((frozenset({"clause"}),)),
    spell=SpellNear(
        "near", ONE, (frozenset({"side_control"}), frozenset({"mount", "back_control"})),
        frozenset({"standing"}), "pass", "pass_near",
    ),
)  # fmt: skip


def control() -> Claim:
    claim = claim_of(True)
    claim.met, claim.position = True, "mount"
    return claim


@pytest.mark.parametrize(
    ("new", "near"),
    [
        (stay("side_control"), True),
        (stay("closed_guard"), True),
        (stay("turtle"), True),
        (stay("back_control"), False),
        (stay("mount", "blue"), True),
    ],
    ids=lambda value: f"{value.position} {value.top}" if isinstance(value, Stay) else None,
)
def test_a_control_left_for_a_higher_or_equal_one_is_not_lost(new: Stay, near: bool) -> None:
    assert is_spell_near(control(), (stay("mount"), new), SPELL, Ledger(SPELL)) == near


def test_there_is_one_advantage_per_spell_and_none_for_what_was_paid_or_never_met() -> None:
    given, paid, never = Ledger(SPELL), control(), control()
    given.near_given["red"] = True
    paid.paid = True
    never.met = False

    assert not is_spell_near(control(), None, SPELL, given)
    assert not is_spell_near(paid, None, SPELL, Ledger(SPELL))
    assert not is_spell_near(never, None, SPELL, Ledger(SPELL))
    assert is_spell_near(control(), None, SPELL, Ledger(SPELL))


def test_a_control_that_could_not_have_scored_is_no_near_miss() -> None:
    ledger = Ledger(SPELL)
    ledger.note_paid("red", "clause")

    assert not is_spell_near(control(), None, SPELL, ledger)


@pytest.mark.parametrize(
    ("new", "over"),
    [
        (stay("standing", None), True),
        (stay("side_control", "blue"), True),
        (stay("turtle"), False),
        (stay("scramble", None), False),
    ],
    ids=lambda value: f"{value.position} {value.top}" if isinstance(value, Stay) else None,
)
def test_a_spell_ends_where_its_rules_say_and_at_a_change_of_top(new: Stay, over: bool) -> None:
    ledger = Ledger(SPELL)
    ledger.near_given["red"] = True

    ledger.came_into(new)

    assert ledger.near_given["red"] != over
