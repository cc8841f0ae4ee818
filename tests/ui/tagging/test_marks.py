"""The queue of marks."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.template import Button
from annotator.ui.tagging.marks import marks, next_mark, turned
from annotator.ui.tagging.tagger import Moment, Tagger

EARLY, LATE = Tag("a", "mark", Fraction(2), note="grip?"), Tag("b", "mark", Fraction(7))
MATCH = Match(tags=(LATE, Tag("m", "mount", Fraction(1), athlete="red"), EARLY))


def test_marks_come_in_time_one_after_the_other_and_around() -> None:
    assert [mark.id for mark in marks(MATCH)] == ["a", "b"]
    assert next_mark(MATCH, None) == EARLY
    assert next_mark(MATCH, "a") == LATE
    assert next_mark(MATCH, "b") == EARLY
    assert next_mark(Match(), None) is None


def test_a_mark_becomes_the_tag_and_its_note_goes_along() -> None:
    press = Tagger().press(MATCH, Button("submission"), Moment(Fraction(3), 90), False)
    after = turned(EARLY, press, MATCH).apply(MATCH)

    made = after.by_id(press.tag_id)
    assert made is not None
    assert (made.tag, made.start, made.frame, made.note) == ("submission", Fraction(3), 90, "grip?")
    assert [mark.id for mark in marks(after)] == ["b"]


def test_a_position_that_the_key_corrects_takes_the_note_unless_it_has_one() -> None:
    press = Tagger().press(MATCH, Button("side_control"), Moment(Fraction(1)), False)
    changed = turned(EARLY, press, MATCH).apply(MATCH).by_id("m")
    assert changed is not None
    assert (changed.tag, changed.note) == ("side_control", "grip?")
    noted = MATCH.with_tags(tuple(replace(t, note=t.note or "own") for t in MATCH.tags))
    again = Tagger().press(noted, Button("side_control"), Moment(Fraction(1)), False)
    kept = turned(EARLY, again, noted).apply(noted).by_id("m")
    assert kept is not None
    assert kept.note == "own"
