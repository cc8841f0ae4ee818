"""Tags made before the list of frames was there go to the frames that were on screen."""

from __future__ import annotations

from fractions import Fraction
from types import MappingProxyType

from hypothesis import given
from hypothesis import strategies as st

from annotator.model.early import OnFrames, on_frames, without_frame
from annotator.model.edits import AddTag
from annotator.model.match import Match
from annotator.model.tag import Tag

TIMES = [Fraction(n, 30) + Fraction(7, 5) for n in range(60)]


def frame_at(time: Fraction) -> tuple[int, Fraction]:
    index = max(sum(at <= time for at in TIMES) - 1, 0)
    return index, TIMES[index]


@given(st.fractions(0, 5, max_denominator=1000), st.fractions(0, 5, max_denominator=1000))
def test_each_edge_is_at_the_time_of_its_frame(start: Fraction, length: Fraction) -> None:
    match = Match(tags=(Tag("t1", "submission", start, start + length, athlete="red"),))

    (tag,) = on_frames(match, frozenset(), frame_at).tags

    assert (tag.frame, tag.start) == frame_at(start)
    assert (tag.end_frame, tag.end) == frame_at(start + length)


def test_what_was_tagged_without_a_film_stays_as_it_was() -> None:
    match = Match(tags=(Tag("t1", "mount", Fraction(0), athlete="red"),))
    known = without_frame(match)

    assert on_frames(match, known, frame_at) is match

    both = AddTag(Tag("t2", "mount", Fraction(0), athlete="blue")).apply(match)
    assert [tag.frame for tag in on_frames(both, known, frame_at).tags] == [None, 0]


def test_a_tag_that_has_its_frame_keeps_it() -> None:
    match = Match(tags=(Tag("t1", "start", TIMES[5], frame=5),))

    assert on_frames(match, frozenset(), frame_at) is match


def test_an_end_that_stays_is_not_left_before_its_start() -> None:
    span = Tag("t1", "submission", Fraction(1, 2), Fraction(1), athlete="red")
    match = Match(tags=(span,))
    known = without_frame(match) - {("t1", "start", Fraction(1, 2))}

    (tag,) = on_frames(match, known, frame_at).tags

    assert (tag.start, tag.end) == (TIMES[0], TIMES[0])
    assert (tag.frame, tag.end_frame) == (0, 0)


def test_where_it_became_close_goes_along() -> None:
    details = MappingProxyType({"close": "yes", "close_from": "1/1"})
    match = Match(tags=(Tag("t1", "submission", Fraction(1), athlete="red", details=details),))

    (tag,) = on_frames(match, frozenset(), frame_at).tags

    assert tag.details == {"close": "yes", "close_from": "1.4"}
    # Seconds of the match clock are no time of the film.
    start = Tag("t1", "start", Fraction(1), details=MappingProxyType({"clock": "1"}))
    (tag,) = on_frames(Match(tags=(start,)), frozenset(), frame_at).tags
    assert (tag.start, tag.details) == (TIMES[0], {"clock": "1"})


def test_an_edit_begun_before_and_done_after() -> None:
    edit = AddTag(Tag("t1", "start", Fraction(1)))

    after = OnFrames(edit, frame_at)

    assert after.label() == edit.label()
    assert [(tag.frame, tag.start) for tag in after.apply(Match()).tags] == [(0, TIMES[0])]
