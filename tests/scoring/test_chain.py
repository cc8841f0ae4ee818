"""The links of one rising control are paid together, after one hold of the last."""

import pytest

from annotator.scoring import score
from tests.scoring.small import TAKEDOWN, awards, bout, clause, clauses, fact, rules

PASS = clause(
    "pass", "{does: pass, held: {in: pins}, seconds: 3, stays_open: true, gives: {points: 3}}"
)
KNEE = clause("knee", "{holds: {in: knee_on_belly}, seconds: 3, gives: {points: 2}}")
MOUNT = clause(
    "mount", '{holds: {in: mount, knees_down: ["1", "2"]}, seconds: 3, gives: {points: 4}}'
)
BACK = clause("back", "{holds: {in: back_control}, seconds: 3, gives: {points: 4}}")
ORDER = "[[guards, turtle], [side_controls], [knee_on_belly], [mount, back_control]]"
CHAIN = rules(
    f"chain: {{clause: chain, order: {ORDER}, carried: [knee]}}\n"
    + clauses(clause("chain"), TAKEDOWN, PASS, KNEE, MOUNT, BACK)
)
GUARD = fact("closed_guard", 1, "red")
UP, THROW = fact("standing", 0), fact("takedown", 1, "red", 2)


def test_a_pass_straight_to_mount_is_paid_with_the_mount() -> None:
    match = bout(GUARD, fact("side_control", 10, "red"), fact("mount", 11, "red"))

    assert awards(match, CHAIN) == ["14 red points 3 pass", "14 red points 4 mount"]


def test_a_takedown_and_a_pass_within_its_seconds_are_paid_together() -> None:
    match = bout(UP, THROW, fact("half_guard", 2, "red"), fact("side_control", 4, "red"))

    assert awards(match, CHAIN) == ["7 red points 2 takedown", "7 red points 3 pass"]


def test_a_link_that_held_its_own_seconds_is_paid_then() -> None:
    match = bout(UP, THROW, fact("half_guard", 2, "red"), fact("side_control", 6, "red"))

    assert awards(match, CHAIN) == ["5 red points 2 takedown", "9 red points 3 pass"]


def test_an_action_whose_seconds_end_during_a_later_link_is_paid_when_that_link_is_lost() -> None:
    match = bout(
        UP, THROW, fact("half_guard", 2, "red"), fact("side_control", 4, "red"),
        fact("closed_guard", 6, "red"), fact("scramble", "6.5"),
    )  # fmt: skip

    assert awards(match, CHAIN) == ["6 red points 2 takedown"]


def test_an_action_goes_on_waiting_when_only_a_detail_of_the_later_link_changes() -> None:
    match = bout(
        UP, THROW, fact("half_guard", 2, "red"), fact("side_control", 4, "red"),
        fact("side_control", "5.5", "red", pin="plain"),
    )  # fmt: skip

    assert awards(match, CHAIN) == ["7 red points 2 takedown", "7 red points 3 pass"]


def test_an_unheld_knee_on_belly_is_carried_upward() -> None:
    match = bout(GUARD, fact("knee_on_belly", 10, "red"), fact("mount", 12, "red"))

    assert awards(match, CHAIN) == [
        "15 red points 3 pass",
        "15 red points 2 knee",
        "15 red points 4 mount",
    ]


def test_moving_down_drops_an_unheld_position() -> None:
    match = bout(
        GUARD, fact("knee_on_belly", 10, "red"), fact("side_control", 12, "red"),
        fact("mount", 14, "red"),
    )  # fmt: skip

    assert awards(match, CHAIN) == ["13 red points 3 pass", "17 red points 4 mount"]


def test_mount_is_never_an_unheld_link() -> None:
    match = bout(fact("mount", 1, "red"), fact("back_control", 3, "red"))

    assert awards(match, CHAIN) == ["6 red points 4 back"]


def test_a_new_link_starts_the_seconds_anew_for_all_unpaid_links() -> None:
    match = bout(
        GUARD, fact("knee_on_belly", 10, "red"), fact("mount", "12.5", "red"), fact("standing", 15)
    )

    assert "mount" not in " ".join(awards(match, CHAIN))
    assert "knee" not in " ".join(awards(match, CHAIN))


@pytest.mark.parametrize("loss", [fact("closed_guard", 12, "red"), fact("stop", 12)])
def test_a_chain_that_is_lost_before_any_seconds_are_full_pays_nothing(loss: object) -> None:
    match = bout(GUARD, fact("side_control", 10, "red"), loss)  # type: ignore[arg-type]

    assert awards(match, CHAIN) == []


@pytest.mark.parametrize(
    ("knees", "paid"),
    [
        ("0", ["5 red points 2 takedown"]),
        ("2", ["6 red points 2 takedown", "6 red points 4 mount"]),
    ],
)
def test_only_a_later_position_that_meets_its_conditions_holds_an_action_up(
    knees: str, paid: list[str]
) -> None:
    match = bout(
        UP, THROW, fact("side_control", 2, "red"), fact("mount", 3, "red", knees_down=knees)
    )

    assert awards(match, CHAIN) == paid


def test_a_link_that_is_paid_with_others_names_its_own_tags() -> None:
    match = bout(GUARD, fact("side_control", 10, "red"), fact("mount", 11, "red"))

    passed, mounted = score(match, CHAIN).awards

    assert "closed_guard 1" in passed.tags
    assert mounted.tags == ("mount 11",)


def test_the_other_athletes_links_are_not_paid_along() -> None:
    match = bout(GUARD, fact("side_control", 10, "red"), fact("mount", 11, "blue"))

    assert awards(match, CHAIN) == ["14 blue points 4 mount"]


def test_a_lower_position_ends_the_chain_for_an_action_that_waits_but_not_for_an_open_pass() -> (
    None
):
    match = bout(
        UP, THROW, fact("half_guard", 2, "red"), fact("side_control", 3, "red"),
        fact("mount", 4, "red"), fact("side_control", "5.5", "red"),
    )  # fmt: skip

    assert awards(match, CHAIN) == ["5.5 red points 2 takedown", "6 red points 3 pass"]
