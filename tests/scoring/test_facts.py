"""What was done is read from the position changes and the action tags, the same under all rules."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given

from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.timeline import Run, Standing, Stay
from annotator.model.vocabulary import other
from annotator.scoring.facts import (
    Did,
    Story,
    change_of_position,
    is_ground,
    is_seen_through,
)
from annotator.scoring.reading import NEVER_READ, read_story
from tests.properties.strategies import matches
from tests.scoring.small import bout, fact


def stay(position: str, top: Any = "red") -> Stay:
    return Stay(position, top, Fraction(0), Fraction(1), (Standing(Fraction(0), {}, ("t",)),))


def dids(*tags: Tag) -> list[Did]:
    story = read_story(bout(*tags))
    return [did for beat in story.beats for did in beat.did]


def done(*tags: Tag) -> list[tuple[object, ...]]:
    """What was done, by whom, and when it was complete."""
    story = read_story(bout(*tags))
    found = [did for beat in story.beats for did in beat.landed]
    return [(did.what, did.athlete, story.seconds(did.at)) for did in found]


CHANGES = [
    ("closed_guard", "red", "side_control", "red", ("pass", "red")),
    ("half_guard", "red", "mount", "red", ("pass", "red")),
    ("leg_entanglement", "red", "knee_on_belly", "red", ("pass", "red")),
    ("open_guard", "red", "half_guard", "red", ("half_pass", "red")),
    ("leg_entanglement", "red", "half_guard", "red", ("half_pass", "red")),
    ("turtle", "red", "north_south", "red", ("turnover", "red")),
    ("mount", "red", "closed_guard", "red", ("regard", "blue")),
    ("closed_guard", "red", "mount", "blue", ("sweep", "blue")),
    ("half_guard", "red", "closed_guard", "blue", ("sweep", "blue")),
    ("open_guard", "red", "turtle", "blue", ("sweep", "blue")),
    ("open_guard", "red", "back_control", "blue", ("back_take", "blue")),
    ("mount", "red", "closed_guard", "blue", ("reversal", "blue")),
    ("back_control", "red", "side_control", "blue", ("reversal", "blue")),
    ("turtle", "red", "mount", "blue", ("reversal", "blue")),
    ("mount", "red", "back_control", "blue", None),
    ("turtle", "red", "back_control", "red", None),
    ("turtle", "red", "half_guard", "red", None),
    ("mount", "red", "side_control", "red", None),
    ("half_guard", "red", "closed_guard", "red", None),
    ("mount", "red", "standing_back", "blue", None),
    ("leg_entanglement", None, "mount", "red", None),
    ("closed_guard", "red", "double_guard", None, None),
]


@pytest.mark.parametrize(("before", "top", "after", "then", "what"), CHANGES)
def test_a_change_of_position_has_the_name_the_rules_give_it(
    before: str, top: Any, after: str, then: Any, what: tuple[str, str] | None
) -> None:
    assert change_of_position(stay(before, top), stay(after, then)) == what


@pytest.mark.parametrize(("before", "top", "after", "then", "what"), CHANGES)
def test_the_same_change_by_the_other_athlete_is_the_others(
    before: str, top: Any, after: str, then: Any, what: tuple[str, Any] | None
) -> None:
    turned = [other(who) if who else None for who in (top, then)]

    found = change_of_position(stay(before, turned[0]), stay(after, turned[1]))

    assert found == (None if what is None else (what[0], other(what[1])))


def test_what_nobody_controls_is_seen_through_and_is_no_ground_of_its_own() -> None:
    through = [stay("scramble", None), stay("double_guard", None), stay("leg_entanglement", None)]
    solid = [stay("leg_entanglement"), stay("mount"), stay("turtle")]

    assert all(is_seen_through(one) and not is_ground(one) for one in through)
    assert all(is_ground(one) and not is_seen_through(one) for one in solid)
    assert not is_ground(stay("standing", None))
    assert not is_ground(None)


GUARD, PIN = fact("closed_guard", 1, "red"), fact("side_control", 8, "red")


@pytest.mark.parametrize(
    "between",
    [
        [],
        [fact("scramble", 4)],
        [fact("leg_entanglement", 4)],
        [fact("scramble", 4), fact("double_guard", 5)],
    ],
)
def test_a_pass_is_seen_through_what_nobody_controls(between: list[Tag]) -> None:
    assert done(GUARD, *between, PIN) == [("pass", "red", 8)]


@pytest.mark.parametrize(
    "between",
    [
        [fact("standing", 4)],
        [fact("scramble", 3), fact("stop", 4), fact("resume", 5)],
        [fact("stop", 4), fact("resume", 8)],
        [fact("stop", 4), fact("restart", 8, "red", position="mount")],
    ],
)
def test_nothing_is_seen_through_standing_or_a_stop(between: list[Tag]) -> None:
    assert done(GUARD, *between, PIN) == []


def test_after_a_stop_without_a_new_position_the_old_one_stands_and_is_left_from() -> None:
    assert done(GUARD, fact("stop", 4), fact("resume", 5), PIN) == [("pass", "red", 8)]


def test_a_freeze_hides_nothing() -> None:
    assert done(GUARD, fact("freeze", 4), fact("resume", 6), PIN) == [("pass", "red", 8)]


# -- landings ---------------------------------------------------------------------------------------


UP = fact("standing", 0)


def landed(*tags: Tag) -> list[tuple[object, ...]]:
    """The takedowns and guard pulls that count."""
    return [one for one in done(*tags) if one[0] in ("takedown", "guard_pull")]


def test_a_takedown_lands_at_its_end_and_its_hold_begins_on_the_ground() -> None:
    (did,) = dids(UP, fact("takedown", 1, "red", 2), fact("mount", 5, "red"))

    assert (did.what, did.athlete, did.ends) == ("takedown", "red", "top")
    assert (did.at, did.begins, did.started) == (2000, 5000, 1000)
    assert did.arrival is not None
    assert did.arrival.position == "mount"


def test_a_takedown_without_an_end_lands_at_the_first_ground_position() -> None:
    assert done(UP, fact("takedown", 1, "red"), fact("mount", 5, "red")) == [("takedown", "red", 5)]


def test_a_match_begins_standing_where_nothing_else_is_tagged() -> None:
    assert done(fact("takedown", 1, "red", 2), fact("mount", 2, "red")) == [("takedown", "red", 2)]


def test_the_thrower_may_land_at_the_bottom() -> None:
    (did,) = dids(UP, fact("takedown", 1, "red", 2), fact("mount", 2, "blue"))

    assert (did.athlete, did.ends) == ("red", "bottom")


@pytest.mark.parametrize("answered", [True, False])
def test_without_a_ground_position_a_takedown_counts_only_with_its_landing_answered(
    answered: bool,
) -> None:
    throw = fact("takedown", 1, "red", 2, **({"landing": "back"} if answered else {}))

    story = read_story(bout(UP, throw))

    assert [did.ends for beat in story.beats for did in beat.did] == (
        ["nowhere"] if answered else []
    )
    assert [missing.key for missing in story.missing] == ([] if answered else ["landing"])


def test_of_a_takedown_and_a_guard_pull_before_one_landing_the_first_begun_counts() -> None:
    down = fact("closed_guard", 5, "red")
    pull_first = landed(UP, fact("guard_pull", 1, "blue", 5), fact("takedown", 2, "red", 5), down)
    throw_first = landed(UP, fact("guard_pull", 3, "blue", 5), fact("takedown", 2, "red", 5), down)
    equal = landed(UP, fact("guard_pull", 2, "blue", 5), fact("takedown", 2, "red", 5), down)

    assert pull_first == [("guard_pull", "blue", 5)]
    assert throw_first == equal == [("takedown", "red", 5)]


def test_of_several_takedowns_before_one_landing_the_last_begun_counts() -> None:
    attack, counter = fact("takedown", 1, "red", 4), fact("takedown", 2, "blue", 4)

    assert landed(UP, attack, counter, fact("mount", 4, "blue")) == [("takedown", "blue", 4)]


def test_of_takedowns_begun_at_one_moment_the_lower_row_counts() -> None:
    upper, lower = fact("takedown", 1, "red", 4), fact("takedown", 1, "blue", 4)

    assert landed(UP, upper, lower, fact("mount", 4, "blue")) == [("takedown", "blue", 4)]


def test_a_takedown_begun_after_the_end_of_another_is_a_landing_of_its_own() -> None:
    first = fact("takedown", 1, "red", 2, landing="side")
    second = fact("takedown", 3, "red", 4)

    assert done(UP, first, second, fact("mount", 4, "red")) == [
        ("takedown", "red", 2),
        ("takedown", "red", 4),
    ]


def test_a_landing_in_turtle_is_taken_for_one_where_nobody_answered() -> None:
    (turtle,) = dids(UP, fact("takedown", 1, "red", 2), fact("turtle", 2, "red"))
    (mount,) = dids(UP, fact("takedown", 1, "red", 2), fact("mount", 2, "red"))

    assert turtle.details.get("~landing") == "turtle"
    assert "~landing" not in mount.details


def test_getting_to_the_ground_without_a_tag_is_missing_and_nothing_was_done() -> None:
    story = read_story(bout(UP, fact("mount", 5, "red")))

    assert [(m.key, m.at, m.tag) for m in story.missing] == [("how_to_ground", 5000, "mount 5")]
    assert all(not beat.did for beat in story.beats)


def test_a_takedown_on_the_ground_is_no_landing() -> None:
    assert (
        done(fact("mount", 0, "red"), fact("takedown", 2, "red", 3), fact("mount", 4, "red")) == []
    )


def test_a_takedown_knows_its_whistle_and_from_where_they_stood_up() -> None:
    (did,) = dids(
        fact("closed_guard", 0, "red"), fact("standing", 4), fact("takedown", 5, "red", 6),
        fact("mount", 6, "red"),
    )  # fmt: skip

    assert (did.whistle, did.stood_up) == (0, 4000)
    assert did.stood_from is not None
    assert did.stood_from.position == "closed_guard"


# -- submissions, danger and ticks -------------------------------------------------------------------


def test_a_submission_is_close_from_where_it_says_and_cut_by_the_clock() -> None:
    attack = fact("submission", 2, "red", 9, close_from="3", outcome="escaped")

    (read,) = read_story(bout(attack, fact("stop", 5), fact("resume", 6))).attacks

    assert (read.start, read.close, read.end, read.cut) == (2000, 3000, 5000, True)
    assert read.outcome == "escaped"


def test_a_submission_close_only_after_its_end_was_never_close() -> None:
    (read,) = read_story(bout(fact("submission", 2, "red", 4, close_from="4"))).attacks

    assert (read.close, read.outcome) == (None, "escaped")


def test_a_beat_knows_the_clock_the_position_its_details_and_who_is_in_danger() -> None:
    story = read_story(
        bout(
            fact("mount", 2, "red", knees_down="1"),
            fact("submission", 3, "blue", 6, close="yes"), fact("stop", 5), fact("resume", 8),
        )
    )  # fmt: skip
    beats = {beat.at: beat for beat in story.beats}

    assert [beats[at].run for at in (0, 3000, 5000, 8000)] == [
        Run.RUNNING, Run.RUNNING, Run.STOPPED, Run.RUNNING,
    ]  # fmt: skip
    assert beats[0].stay is None
    assert dict(beats[3000].details) == {"knees_down": "1"}
    assert [beats[at].danger for at in (2000, 3000, 5000)] == [
        frozenset(),
        frozenset({"red"}),
        frozenset(),
    ]


def test_ticks_hold_every_time_of_the_match_and_every_millisecond() -> None:
    story = read_story(bout(fact("mount", Fraction(1001, 30000), "red"), fact("scramble", "1/7")))

    assert story.seconds(story.ticks(1)) == Fraction(1, 1000)
    for tag in story.match.tags:
        assert (tag.start * story.per_second).denominator == 1


@given(matches(max_tags=8))
def test_beats_are_in_order_and_hold_every_tag_that_scoring_reads_once(match: Match) -> None:
    story = read_story(match)
    times = [beat.at for beat in story.beats]

    assert times == sorted(set(times))
    read = [tag for tag in match.in_time() if tag.tag not in NEVER_READ]
    assert [tag for beat in story.beats for tag in beat.tags] == read


@given(matches(max_tags=8))
def test_every_beat_shows_the_state_of_the_timeline(match: Match) -> None:
    story = read_story(match)

    for beat in story.beats:
        time = story.seconds(beat.at)
        stretch = story.timeline.stretch_at(time)
        assert stretch is not None
        assert beat.run is stretch.run
        assert beat.stay == story.timeline.stay_at(time)
        assert story.times(beat.at)[1] == story.timeline.clock_at(time)


@given(matches(max_tags=8))
def test_whatever_was_done_is_complete_before_its_hold_begins(match: Match) -> None:
    story: Story = read_story(match)

    for beat in story.beats:
        for did in beat.did:
            assert did.at <= did.begins == beat.at
            assert did.ends in ("top", "bottom", "nowhere")
            assert (did.arrival is None) == (did.ends == "nowhere")
            assert set(did.tags) <= {tag.id for tag in match.tags}
