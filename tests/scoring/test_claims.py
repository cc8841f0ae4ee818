"""A claim counts the seconds of a hold: on, paused, or anew."""

from collections.abc import Mapping
from fractions import Fraction

from annotator.model.timeline import Run, Standing, Stay
from annotator.model.vocabulary import Athlete
from annotator.scoring.claims import Claim
from annotator.scoring.conditions import Test as Condition
from annotator.scoring.conditions import Where
from annotator.scoring.facts import Beat
from annotator.scoring.ruleset import Gift, Rule, Track
from annotator.scoring.ruling import Award

TWO, FOUR = (Gift(Award.POINTS, 2),), (Gift(Award.POINTS, 4),)
HEAD = ((Condition("facing", frozenset({"head"})),),)
MOUNT = Track(Where(frozenset({"mount"}), HEAD))


def claim_of(*tracks: Track, **changes: object) -> Claim:
    rule = Rule("clause", TWO, position=True, tracks=tracks or (MOUNT,), **changes)  # type: ignore[arg-type]
    return Claim(rule, 0, 1, "red", 0, 3000)


def beat(
    at: int,
    position: str = "mount",
    top: Athlete | None = "red",
    run: Run = Run.RUNNING,
    details: Mapping[str, str] | None = None,
) -> Beat:
    start = Standing(Fraction(0), details or {}, ("t",))
    stay = Stay(position, top, Fraction(0), Fraction(99), (start,))
    return Beat(at, run, 1, stay, details or {}, ("t",))


def look(claim: Claim, *beats: Beat, danger: bool = False) -> None:
    for one in beats:
        assert one.stay is not None
        claim.look(one, danger, one.stay.position)


def test_a_claim_is_due_when_its_seconds_are_full() -> None:
    claim = claim_of()

    look(claim, beat(1000))

    assert claim.due == 4000
    assert claim.reached(2500) == 1500


def test_a_claim_whose_conditions_do_not_hold_is_never_due_and_knows_what_failed() -> None:
    claim = claim_of()

    look(claim, beat(1000, details={"facing": "legs"}))

    assert claim.due is None
    assert claim.failed is not None
    assert claim.failed.found == "legs"
    assert not claim.met


def test_looking_again_while_it_counts_changes_nothing() -> None:
    claim = claim_of()

    look(claim, beat(1000), beat(2000), beat(3000))

    assert claim.due == 4000


def test_a_freeze_lets_the_seconds_stand_still() -> None:
    claim = claim_of()

    look(claim, beat(1000), beat(2000, run=Run.FROZEN))
    assert claim.due is None
    look(claim, beat(9000))

    assert claim.due == 11000


def test_a_stop_starts_the_seconds_anew_and_the_longest_hold_is_remembered() -> None:
    claim = claim_of()

    look(claim, beat(1000), beat(3000, run=Run.STOPPED), beat(9000))

    assert claim.due == 12000
    assert claim.best == 2000


def test_a_condition_that_fails_starts_the_seconds_anew() -> None:
    claim = claim_of()

    look(claim, beat(1000), beat(3000, details={"facing": "legs"}), beat(4000))

    assert claim.due == 7000


def test_the_other_athlete_on_top_counts_nothing() -> None:
    claim = claim_of()

    look(claim, beat(1000, top="blue"))

    assert claim.due is None


def test_the_seconds_stand_still_in_a_position_in_which_they_pause() -> None:
    claim = claim_of(paused_in=frozenset({"turtle"}))

    look(claim, beat(1000), beat(2000, "turtle"), beat(5000))

    assert claim.due == 7000


def test_a_place_that_pays_otherwise_starts_the_seconds_anew() -> None:
    claim = claim_of(
        Track(Where(frozenset({"half_guard"})), TWO), Track(Where(frozenset({"mount"})), FOUR)
    )

    look(claim, beat(1000, "half_guard"), beat(2000, "mount"))

    assert claim.due == 5000
    assert claim.track is not None
    assert claim.track.gives == FOUR


def test_a_place_that_pays_the_same_goes_on() -> None:
    claim = claim_of(Track(Where(frozenset({"half_guard"}))), Track(Where(frozenset({"mount"}))))

    look(claim, beat(1000, "half_guard"), beat(2000, "mount"))

    assert claim.due == 4000


def test_a_change_of_control_starts_anew_where_the_rule_says_so() -> None:
    places = Track(Where(frozenset({"mount", "side_control"})))
    loose, strict = claim_of(places), claim_of(places, one_control=True)

    for claim in (loose, strict):
        look(claim, beat(1000, "side_control"), beat(2000, "mount"))

    assert (loose.due, strict.due) == (4000, 5000)


def test_danger_starts_the_seconds_anew_and_shakes_the_claim() -> None:
    claim = claim_of()

    look(claim, beat(1000))
    look(claim, beat(2000), danger=True)
    caught = claim.due
    look(claim, beat(6000))

    assert (caught, claim.due) == (None, 9000)
    assert (claim.shaken, claim.best) == (True, 1000)


def test_a_full_claim_is_not_due_again() -> None:
    claim = claim_of()
    look(claim, beat(1000))

    claim.pause(4000)
    claim.ripe = True
    look(claim, beat(4000))

    assert claim.due is None


def test_a_carried_claim_does_not_count() -> None:
    claim = claim_of()
    claim.carried = True

    look(claim, beat(1000))

    assert claim.due is None


def test_a_claim_that_is_paid_with_another_is_never_due_by_itself() -> None:
    claim = claim_of(pays_with=frozenset({"mount"}))

    look(claim, beat(1000))

    assert claim.due is None
    assert claim.reached(2000) == 1000


def test_a_claim_remembers_the_tags_and_the_answers_it_leaned_on() -> None:
    claim = claim_of()

    look(claim, beat(1000))

    assert list(claim.tags) == ["t"]
    assert claim.assumed == {("t", "facing"): "head"}


def test_the_seconds_in_limited_positions_add_up_over_visits() -> None:
    claim = claim_of(lost_over=(frozenset({"turtle"}), 3000))

    for one in (beat(1000, "turtle"), beat(2000), beat(5000, "turtle"), beat(7000)):
        claim.spend(one)

    assert claim.spent == 3000


def test_the_seconds_in_limited_positions_stand_still_in_a_freeze() -> None:
    claim = claim_of(lost_over=(frozenset({"turtle"}), 3000))

    for one in (
        beat(1000, "turtle"),
        beat(2000, "turtle", run=Run.FROZEN),
        beat(9000, "turtle"),
        beat(9500),
    ):
        claim.spend(one)

    assert claim.spent == 1500
