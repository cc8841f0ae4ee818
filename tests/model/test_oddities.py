"""Tags that do not fit the rest are said, and nothing is guessed or lost by them."""

from dataclasses import replace
from fractions import Fraction

import pytest

from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.timeline import read_timeline


def tag(name: str, start: int, who: str | None = None, end: int | None = None) -> Tag:
    stop = None if end is None else Fraction(end)
    return Tag(f"{name} {start}", name, Fraction(start), stop, who)  # type: ignore[arg-type]


STARTED = (tag("start", 0), tag("standing", 0))
ODD = {
    "an athlete on a tag that has none": ((tag("scramble", 5, "red"),), "odd_athlete"),
    "an end on a position": ((tag("mount", 5, "red", 9),), "odd_end"),
    "two submissions of one athlete at a time": (
        (tag("mount", 4, "red"), tag("submission", 5, "red", 9), tag("submission", 7, "red", 8)),
        "odd_overlap",
    ),
    "a takedown on the ground": ((tag("mount", 5, "red"), tag("takedown", 6, "blue")), "odd_on_the_ground"),
    "a sweep after which nobody comes up": (
        (tag("mount", 5, "red"), tag("sweep", 6, "blue", 7)),
        "odd_sweep",
    ),
    "a submission where nobody holds anybody": (
        (tag("scramble", 5), tag("submission", 6, "red", 7)),
        "odd_unheld",
    ),
    "a sweep by the athlete on top": (
        (tag("open_guard", 5, "red"), tag("sweep", 6, "red", 7), tag("mount", 7, "red")),
        "odd_from_the_top",
    ),
    "a pass by the athlete at the bottom": (
        (tag("open_guard", 5, "red"), replace(tag("attempt", 6, "blue", 7), details={"kind": "pass"})),
        "odd_from_below",
    ),
    "a second end": ((tag("end", 5), tag("end", 6)), "odd_clock"),
}  # fmt: skip


@pytest.mark.parametrize("case", ODD)
def test_what_does_not_fit_is_said_with_its_tag(case: str) -> None:
    tags, key = ODD[case]

    line = read_timeline(Match(tags=(*STARTED, *tags)))

    spans = [each for each in tags if each.tag not in ("mount", "open_guard", "scramble")]
    odd_one = (spans or tags)[-1]
    assert [(odd.phrase.key, odd.tag) for odd in line.oddities] == [(key, odd_one.id)]


def test_a_name_on_a_position_that_nobody_holds_puts_nobody_on_top() -> None:
    line = read_timeline(Match(tags=(*STARTED, tag("scramble", 5, "red"), tag("mark", 9))))

    assert [stay.top for stay in line.stays] == [None, None]


def test_a_match_that_makes_sense_has_no_oddities() -> None:
    tags = (tag("takedown", 1, "red", 2), tag("mount", 2, "red"), tag("side_control", 5, "blue"))

    assert read_timeline(Match(tags=(*STARTED, *tags, tag("end", 9)))).oddities == ()
