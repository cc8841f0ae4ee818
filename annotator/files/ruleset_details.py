"""The details of the vocabulary as conditions in plain words: “at most one arm caught”."""

from __future__ import annotations

from collections.abc import Iterable

from annotator.model.vocabulary import VOCABULARY
from annotator.scoring.conditions import Alternatives, Test
from annotator.text import tr, word, word_list

_YES_NO: dict[str, tuple[str, str]] = {
    "controlled": ("settled, without space", "not settled"),
    "back_flat": (
        "three quarters of the opponent's back on the mat",
        "the opponent's back not flat",
    ),
    "arm_gripped": ("an arm still gripped from below", "no open-guard grip left on the arm"),
    "hips_pinned": ("the hips tight on a flattened opponent", "the hips kept at a distance"),
    "posted_foot": ("the other foot posted", "the other foot not posted"),
    "foot_trapped": ("a foot caught between the legs", "no foot caught between the legs"),
    "knees_over_shoulders": (
        "the knees above the shoulder line",
        "the knees below the shoulder line",
    ),
    "hooks_on_shoulders": ("the hooks on the shoulders", "no hook on the shoulders"),
    "back_controlled": ("the chest on the opponent's back", "the back not controlled"),
    "feet_off": ("the feet off the mat", "a foot on the mat"),
    "forced": ("forced by the opponent", "left by choice"),
    "landing_control": ("the landing controlled", "the landing not controlled"),
    "continuous": ("in one continuous action", "not in one action"),
    "feet_down": ("standing on both feet at the start", "not on both feet at the start"),
    "trouser_grip": ("by the opponent's trousers", "not by the trousers"),
    "counter": ("as a counter", "not as a counter"),
    "feet_inside": ("begun with both feet in the area", "begun outside the area"),
    "grip": ("holding the opponent's gi", "without holding the gi"),
    "opponent_trouser_grip": (
        "the opponent holds the trousers",
        "the opponent does not hold the trousers",
    ),
    "opponent_lifts_leg": ("the opponent lifts the leg", "the opponent does not lift the leg"),
    "jump": ("jumped", "sat down"),
    "close": ("locked, with a real chance to end the match", "not close"),
    "deliberate": ("on purpose", "not on purpose"),
}
_COUNTED: dict[str, tuple[str, str]] = {
    "knees_down": ("knee on the mat", "knees on the mat"),
    "arms_trapped": ("arm caught", "arms caught"),
    "hooks": ("hook in", "hooks in"),
    "opponent_knees": (
        "knee of the opponent down at the start",
        "knees of the opponent down at the start",
    ),
}
_COUNTS = {
    ("0",): "no {one}", ("1",): "exactly one {one}", ("2",): "both {many}",
    ("0", "1"): "at most one {one}", ("1", "2"): "at least one {one}",
    ("0", "2"): "no {one}, or both", ("0", "1", "2"): "any number of {many}",
}  # fmt: skip
_RESTS = {
    "back": "the back", "side": "the side", "belly": "the belly", "turtle": "all fours",
    "seated": "the seat", "knees": "the knees",
}  # fmt: skip
_VALUED: dict[str, str] = {
    "bottom_on": "the opponent on {values}",
    "knee": "the knee on the {values}",
    "knee_on": "the knee on {values}",
    "facing": "facing the {values}",
    "legs": "the legs hold as {values}",
    "pin": "a {values} pin",
    "landing": "landing on {values}",
    "amplitude": "amplitude {values}",
    "technique": "by {values}",
    "kind": "for {values}",
    "reason": "for {values}",
    "severity": "severity {values}",
    "while": "while {values}",
    "outcome": "ended by {values}",
    "caused_by": "caused by {values}",
}  # fmt: skip


def conditions(alternatives: Alternatives) -> str:
    """Conditions in words; empty where there are none."""
    return ", ".join(conditions_of(alternatives))


def conditions_of(alternatives: Alternatives) -> list[str]:
    """Conditions one by one: those that always stand, and last a choice, where there is one."""
    if not alternatives:
        return []
    shared = [test for test in alternatives[0] if all(test in rest for rest in alternatives)]
    own = [
        tr(" and ").join(condition(test) for test in tests if test not in shared)
        for tests in alternatives
    ]
    parts = [condition(test) for test in shared]
    return [*parts, tr("either {own}", own=tr(" or ").join(own))] if all(own) else parts


def condition(test: Test) -> str:
    """One detail and its allowed answers in words."""
    answers = _in_order(test.key, test.allowed)
    if test.key in _YES_NO and len(answers) == 1:
        yes, no = _YES_NO[test.key]
        return tr(yes if answers[0] == "yes" else no)
    if test.key in _COUNTED and tuple(answers) in _COUNTS:
        one, many = _COUNTED[test.key]
        return tr(_COUNTS[tuple(answers)], one=tr(one), many=tr(many))
    rests = _RESTS if test.key in ("bottom_on", "landing") else {}
    values = word_list(tr(rests[one]) if one in rests else word(one) for one in answers)
    if test.key in _VALUED:
        return tr(_VALUED[test.key], values=values)
    return tr("{key}: {values}", key=word(test.key), values=values)


def _in_order(key: str, answers: Iterable[str]) -> list[str]:
    """Answers in the vocabulary's order."""
    known = [
        value
        for kind in VOCABULARY.values()
        if key in kind.details
        for value in kind.details[key].values
    ]
    order = {value: number for number, value in reversed(list(enumerate(known)))}
    return sorted(answers, key=lambda answer: (order.get(answer, len(order)), answer))
