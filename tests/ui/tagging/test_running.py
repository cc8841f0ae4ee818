"""Running details: stamped where they are seen, and what they say of the time before."""

from __future__ import annotations

from fractions import Fraction

import pytest

from annotator.files.rulesets import find_rulesets
from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.timeline import read_timeline
from annotator.model.vocabulary import Athlete
from annotator.scoring import score
from annotator.ui.tagging.running import RUNNING, lights, press
from annotator.ui.tagging.tagger import Moment, running


def tag(number: int, name: str, who: Athlete | None = None, **details: str) -> Tag:
    return Tag(str(number), name, Fraction(number), athlete=who, frame=number).with_details(
        **details
    )


def match_of(*tags: Tag) -> Match:
    return Match(tags=(Tag("s", "start", Fraction(0)), *tags))


def pressed(match: Match, name: str, at: int) -> Match:
    done = press(match, name, Moment(Fraction(at), at))
    assert done is not None
    return done.edit.apply(match)


def details_at(match: Match, time: int) -> dict[str, str]:
    stay = read_timeline(match).stay_at(Fraction(time))
    assert stay is not None
    return dict(stay.at(Fraction(time)).details)


def test_on_its_own_frame_the_position_itself_is_answered() -> None:
    match = pressed(match_of(tag(5, "mount", "red")), "settled", 5)

    assert len(match.tags) == 2
    assert match.tags[1].details == {"controlled": "yes"}


def test_later_a_tag_of_the_same_position_says_it_from_there_on() -> None:
    match = pressed(match_of(tag(5, "back_control", "blue", hooks="1")), "hook_in", 8)

    added = match.tags[-1]
    assert (added.tag, added.athlete, added.start, added.frame) == (
        "back_control",
        "blue",
        Fraction(8),
        8,
    )
    assert added.details == {"hooks": "2"}
    assert len(read_timeline(match).stays) == 1
    assert details_at(match, 7) == {"hooks": "1"}
    assert details_at(match, 8) == {"hooks": "2"}


def test_settled_now_was_not_settled_until_now_and_the_hold_counts_from_here() -> None:
    (ruleset,) = (r for r in find_rulesets() if r.id == "jjb-fr")
    tags = (tag(2, "half_guard", "red"), tag(5, "side_control", "red"), tag(20, "end"))
    plain = match_of(*tags)
    match = pressed(plain, "settled", 7)

    assert details_at(match, 6) == {"controlled": "no"}
    assert details_at(match, 7) == {"controlled": "yes"}
    first = {award.clause: award.time for award in score(plain, ruleset).awards}
    later = {award.clause: award.time for award in score(match, ruleset).awards}
    assert first
    assert {clause: time + 2 for clause, time in first.items()} == later
    undone = pressed(match, "settled", 9)
    assert details_at(undone, 9) == {"controlled": "no"}


def test_what_the_ordinary_value_says_already_is_not_written_down() -> None:
    match = pressed(match_of(tag(5, "mount", "red")), "arm_trapped", 8)

    assert match.tags[1].details == {}
    assert details_at(match, 8) == {"arms_trapped": "1"}
    assert details_at(pressed(pressed(match, "arm_trapped", 9), "arm_trapped", 10), 10) == {
        "arms_trapped": "0"
    }


def test_hooks_go_in_and_out_one_by_one() -> None:
    match = match_of(tag(5, "back_control", "red"))
    once = pressed(match, "hook_in", 6)

    assert details_at(once, 5) == {"hooks": "0"}
    assert details_at(pressed(once, "hook_in", 7), 7) == {"hooks": "2"}
    assert details_at(pressed(match, "hook_out", 6), 6) == {"hooks": "1"}
    assert press(pressed(once, "hook_in", 7), "hook_in", Moment(Fraction(8))) is None


def test_onto_the_side_takes_the_flat_back_along() -> None:
    match = match_of(tag(5, "side_control", "red", back_flat="yes"))
    side = pressed(match, "flat", 8)

    assert details_at(side, 8) == {"bottom_on": "side", "back_flat": "no"}
    assert details_at(pressed(side, "flat", 9), 9) == {"bottom_on": "back", "back_flat": "yes"}


def test_a_submission_is_close_from_the_frame_shown_on() -> None:
    match = match_of(tag(5, "mount", "red"), tag(6, "submission", "red"))

    assert pressed(match, "close_now", 6).tags[-1].details == {"close": "yes"}
    later = pressed(match, "close_now", 8)
    assert later.tags[-1].details == {"close_from": "8"}
    assert pressed(later, "close_now", 9).tags[-1].details == {}


def test_a_submission_that_has_its_end_can_still_be_said_to_be_close() -> None:
    attack = Tag("6", "submission", Fraction(6), Fraction(9), athlete="red")
    match = match_of(tag(5, "mount", "red"), attack)

    assert pressed(match, "close_now", 7).tags[-1].details == {"close_from": "7"}
    assert press(match, "close_now", Moment(Fraction(9))) is None
    assert press(match, "tap", Moment(Fraction(7))) is None


def test_a_key_keeps_its_place_while_the_position_is_held() -> None:
    none_in = lights(match_of(tag(1, "back_control", "red", hooks="0")), Fraction(2))
    assert [name for name in RUNNING if none_in[name].asked] == [
        "hook_in",
        "hook_out",
        "arm_trapped",
    ]
    assert not none_in["hook_out"].possible


@pytest.mark.parametrize("outcome", ["tap", "escaped"])
def test_how_it_ends_ends_it_and_the_same_key_takes_that_back(outcome: str) -> None:
    match = match_of(tag(5, "mount", "red"), tag(6, "submission", "red"))
    over = pressed(match, outcome, 9)

    assert (over.tags[-1].end, over.tags[-1].end_frame) == (Fraction(9), 9)
    assert over.tags[-1].details == {"outcome": outcome}
    assert lights(over, Fraction(9))[outcome].lit
    assert pressed(over, outcome, 9) == match
    assert press(over, outcome, Moment(Fraction(10))) is None


def test_the_reaction_time_never_ends_a_submission_before_it_began() -> None:
    match = match_of(tag(5, "mount", "red"), tag(6, "submission", "red"))
    assert running(match, Fraction(6))
    ended = press(match, "tap", Moment(Fraction(6), 6))
    assert ended is not None
    assert ended.edit.apply(match).tags[-1].end == Fraction(6)


def test_only_what_makes_sense_can_be_stated() -> None:
    def possible(*tags: Tag) -> set[str]:
        return {
            name for name, light in lights(match_of(*tags), Fraction(50)).items() if light.possible
        }

    assert possible() == possible(tag(1, "standing")) == set()
    assert possible(tag(1, "mount", "red")) == {"settled", "flat", "arm_trapped"}
    assert possible(tag(1, "back_control", "red")) == {"hook_in", "hook_out", "arm_trapped"}
    assert possible(tag(1, "closed_guard", "red"), tag(2, "submission", "blue")) == {
        "close_now", "tap", "escaped"
    }  # fmt: skip
    empty = Match()
    assert not any(light.possible for light in lights(empty, Fraction(0)).values())
    assert all(press(empty, name, Moment(Fraction(0))) is None for name in RUNNING)
