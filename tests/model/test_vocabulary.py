"""The vocabulary's table, row by row: names are for ever, so each is written down here again."""

import pytest

from annotator.model.vocabulary import (
    ATHLETES,
    FINISHES,
    FULL_GUARDS,
    GUARDS,
    PINS,
    POSITIONS,
    SIDE_CONTROLS,
    VOCABULARY,
    Group,
    Kind,
    Who,
    kinds,
    ordinary_value,
    other,
)

NO, MAYBE, YES = Who.EMPTY, Who.OPTIONAL, Who.REQUIRED

POSITION_ROWS = {
    "standing": (NO, ""),
    "scramble": (NO, ""),
    "standing_back": (YES, "hooks feet_off"),
    "closed_guard": (YES, ""),
    "open_guard": (YES, ""),
    "half_guard": (YES, "hips_pinned"),
    "leg_entanglement": (MAYBE, ""),
    "double_guard": (NO, ""),
    "turtle": (YES, "back_controlled knees_down"),
    "side_control": (YES, "controlled back_flat arm_gripped bottom_on pin"),
    "north_south": (YES, "controlled back_flat arm_gripped bottom_on pin"),
    "knee_on_belly": (
        YES,
        "controlled back_flat arm_gripped knee knee_on posted_foot facing bottom_on",
    ),
    "mount": (
        YES,
        "controlled arm_gripped facing bottom_on knees_down arms_trapped foot_trapped "
        "knees_over_shoulders back_flat pin",
    ),
    "back_control": (YES, "hooks legs arms_trapped hooks_on_shoulders bottom_on"),
}
OTHER_ROWS = {
    "takedown": (
        YES,
        True,
        "landing landing_control amplitude continuous opponent_knees feet_down trouser_grip "
        "counter feet_inside",
    ),
    "guard_pull": (YES, True, "grip opponent_trouser_grip opponent_lifts_leg jump"),
    "sweep": (YES, True, "continuous"),
    "attempt": (YES, True, "kind"),
    "mark": (NO, False, ""),
    "submission": (YES, True, "technique close close_from outcome"),
    "match": (NO, False, "category level gi duration"),
    "start": (NO, False, "clock"),
    "stop": (NO, False, "reason"),
    "freeze": (NO, False, ""),
    "resume": (NO, False, ""),
    "restart": (MAYBE, False, "position"),
    "overtime": (MAYBE, False, "position"),
    "end": (NO, False, ""),
    "out_of_bounds": (MAYBE, False, "while deliberate caused_by"),
    "inactive": (YES, True, ""),
    "warning": (YES, False, "reason"),
    "foul": (YES, False, "kind severity"),
    "official": (YES, False, "points advantages penalties carried"),
    "decision": (YES, False, ""),
}

YES_NO = "yes no"
TECHNIQUES = (
    "armbar americana kimura omoplata triangle rear_choke guillotine ezekiel arm_triangle "
    "bow_and_arrow cross_choke darce anaconda buggy_choke baratoplata tarikoplata straight_ankle "
    "toe_hold kneebar heel_hook calf_slicer biceps_slicer wrist_lock twister neck_crank can_opener "
    "full_nelson crossface_guillotine belt_choke finger_choke flying_armbar flying_triangle other"
)
FOULS = (
    "passivity flee_mat flee_submission guard_pull_no_grip illegal_technique slam strike "
    "small_joint face clothing_grip grip_inside language disobedience other"
)

# Details of positions: allowed values and the ordinary one, in whichever position.
POSITION_DETAILS = {
    "controlled": (YES_NO, "yes"),
    "bottom_on": ("back side belly turtle seated", "back"),
    "arm_gripped": (YES_NO, "no"),
    "hips_pinned": (YES_NO, "no"),
    "knee": ("leg_side head_side", "leg_side"),
    "knee_on": ("belly chest ribs side", "belly"),
    "posted_foot": (YES_NO, "yes"),
    "facing": ("head legs", "head"),
    "knees_down": ("0 1 2", "2"),
    "arms_trapped": ("0 1 2", "0"),
    "foot_trapped": (YES_NO, "no"),
    "knees_over_shoulders": (YES_NO, "no"),
    "legs": ("hooks crossed triangle", "hooks"),
    "hooks_on_shoulders": (YES_NO, "no"),
    "back_controlled": (YES_NO, "no"),
    "pin": ("plain triangle", "plain"),
    "feet_off": (YES_NO, "yes"),
    "forced": (YES_NO, "no"),
}
TAG_DETAILS = {
    ("takedown", "landing"): ("back side seated turtle belly knees", "back"),
    ("takedown", "landing_control"): (YES_NO, "yes"),
    ("takedown", "amplitude"): ("normal high", "normal"),
    ("takedown", "continuous"): (YES_NO, "yes"),
    ("takedown", "opponent_knees"): ("0 1 2", "0"),
    ("takedown", "feet_down"): (YES_NO, "yes"),
    ("takedown", "trouser_grip"): (YES_NO, "no"),
    ("takedown", "counter"): (YES_NO, "no"),
    ("takedown", "feet_inside"): (YES_NO, "yes"),
    ("guard_pull", "grip"): (YES_NO, "yes"),
    ("guard_pull", "opponent_trouser_grip"): (YES_NO, "no"),
    ("guard_pull", "opponent_lifts_leg"): (YES_NO, "no"),
    ("guard_pull", "jump"): (YES_NO, "no"),
    ("sweep", "continuous"): (YES_NO, "yes"),
    ("attempt", "kind"): ("takedown sweep pass back_take", None),
    ("submission", "technique"): (TECHNIQUES, None),
    ("submission", "close"): (YES_NO, "no"),
    ("submission", "outcome"): (
        "tap verbal unconscious referee_stop escaped released out_of_bounds time",
        "escaped",
    ),
    ("match", "gi"): (YES_NO, None),
    ("official", "carried"): (YES_NO, "no"),
    ("stop", "reason"): ("out_of_bounds injury submission other", None),
    ("overtime", "position"): ("back_control armbar standing", None),
    ("out_of_bounds", "while"): ("none scoring attacking defending_submission", "none"),
    ("out_of_bounds", "deliberate"): (YES_NO, "yes"),
    ("out_of_bounds", "caused_by"): ("red blue", None),
    ("warning", "reason"): (FOULS, None),
    ("foul", "kind"): (FOULS, None),
    ("foul", "severity"): ("light moderate serious disqualifying", None),
}
FREE_DETAILS = {
    ("submission", "close_from"): Kind.TIME,
    ("match", "category"): Kind.TEXT,
    ("match", "level"): Kind.TEXT,
    ("match", "duration"): Kind.SECONDS,
    ("start", "clock"): Kind.SECONDS,
    ("official", "points"): Kind.NUMBER,
    ("official", "advantages"): Kind.NUMBER,
    ("official", "penalties"): Kind.NUMBER,
}


@pytest.mark.parametrize("name", POSITION_ROWS)
def test_a_position_has_its_athlete_and_its_details_and_may_be_forced(name: str) -> None:
    who, details = POSITION_ROWS[name]

    row = VOCABULARY[name]

    assert (row.name, row.group, row.who, row.span) == (name, Group.POSITION, who, False)
    assert set(row.details) == {*details.split(), "forced"}


@pytest.mark.parametrize("name", OTHER_ROWS)
def test_another_tag_has_its_athlete_its_span_and_its_details(name: str) -> None:
    who, span, details = OTHER_ROWS[name]

    row = VOCABULARY[name]

    assert (row.name, row.who, row.span) == (name, who, span)
    assert row.group is not Group.POSITION
    assert set(row.details) == set(details.split())


def test_there_are_no_rows_but_these() -> None:
    assert set(VOCABULARY) == {*POSITION_ROWS, *OTHER_ROWS}
    assert set(POSITIONS) == set(POSITION_ROWS)


@pytest.mark.parametrize("key", POSITION_DETAILS)
def test_a_detail_of_positions_has_its_values_and_its_ordinary_one_in_all_of_them(key: str) -> None:
    values, ordinary = POSITION_DETAILS[key]
    places = [name for name in POSITIONS if key in VOCABULARY[name].details]

    assert places
    for name in places:
        detail = VOCABULARY[name].details[key]
        assert (detail.key, detail.kind) == (key, Kind.CHOICE)
        assert set(detail.values) == set(values.split())
        assert ordinary_value(name, key, {}) == ordinary


@pytest.mark.parametrize(("tag", "key"), TAG_DETAILS)
def test_a_detail_of_another_tag_has_its_values_and_its_ordinary_one(tag: str, key: str) -> None:
    values, ordinary = TAG_DETAILS[tag, key]

    detail = VOCABULARY[tag].details[key]

    assert (detail.key, detail.kind) == (key, Kind.CHOICE)
    assert set(detail.values) == set(values.split())
    assert ordinary_value(tag, key, {}) == ordinary


@pytest.mark.parametrize(("tag", "key"), FREE_DETAILS)
def test_a_detail_that_is_no_choice_has_its_kind_and_assumes_nothing(tag: str, key: str) -> None:
    detail = VOCABULARY[tag].details[key]

    assert (detail.kind, detail.values) == (FREE_DETAILS[tag, key], ())
    assert ordinary_value(tag, key, {}) is None


def test_every_detail_of_the_table_is_written_down_here() -> None:
    written = {*TAG_DETAILS, *FREE_DETAILS, ("restart", "position")}
    keys = {*POSITION_DETAILS, "back_flat", "hooks"}

    for name, row in VOCABULARY.items():
        for key in row.details:
            assert (key in keys) if name in POSITIONS else ((name, key) in written)


@pytest.mark.parametrize(
    ("bottom_on", "flat"),
    [("back", "yes"), ("side", "no"), ("belly", "no"), ("turtle", "no"), ("seated", "no")],
)
def test_the_back_is_taken_for_flat_only_when_the_bottom_athlete_lies_on_it(
    bottom_on: str, flat: str
) -> None:
    for name in PINS:
        assert ordinary_value(name, "back_flat", {"bottom_on": bottom_on}) == flat
        assert ordinary_value(name, "back_flat", {}) == "yes"


def test_two_hooks_are_ordinary_on_the_ground_and_none_on_a_standing_back() -> None:
    assert ordinary_value("back_control", "hooks", {}) == "2"
    assert ordinary_value("standing_back", "hooks", {}) == "0"
    for name in ("back_control", "standing_back"):
        assert set(VOCABULARY[name].details["hooks"].values) == {"0", "1", "2"}


def test_the_referee_may_restart_in_every_position_that_can_be_held() -> None:
    positions = VOCABULARY["restart"].details["position"].values

    assert set(POSITIONS) - {"scramble"} <= set(positions) <= set(POSITIONS)


def test_every_ordinary_value_is_an_allowed_answer() -> None:
    for name, row in VOCABULARY.items():
        for key, detail in row.details.items():
            assumed = ordinary_value(name, key, {})
            assert assumed is None or assumed in detail.values


def test_guards_and_pins_are_what_the_rules_call_so() -> None:
    assert set(FULL_GUARDS) == {"closed_guard", "open_guard"}
    assert set(GUARDS) == {"closed_guard", "open_guard", "half_guard", "leg_entanglement"}
    assert set(SIDE_CONTROLS) == {"side_control", "north_south"}
    assert set(PINS) == {"side_control", "north_south", "knee_on_belly", "mount"}
    assert set(FINISHES) == {"tap", "verbal", "unconscious", "referee_stop"}


def test_the_opponent_of_each_athlete_is_the_other() -> None:
    assert [other(who) for who in ATHLETES] == ["blue", "red"]


def test_every_row_belongs_to_one_group_and_says_whose_name_it_carries() -> None:
    rows = [row.name for group in Group for row in kinds(group)]

    assert sorted(rows) == sorted(VOCABULARY)
    assert [row.name for row in kinds(Group.POSITION)] == list(POSITIONS)
    for row in VOCABULARY.values():
        assert bool(row.who_means) or row.who is not Who.REQUIRED


def test_the_questions_about_a_choice_are_put_in_words() -> None:
    for row in VOCABULARY.values():
        assert all(detail.meaning for detail in row.details.values())
