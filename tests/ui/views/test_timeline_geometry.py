"""Seconds to pixels and back, without a window."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.text import set_language
from annotator.ui.views.timeline_geometry import Window, closest_rate, ruler_step, stack, ticks
from annotator.ui.views.timeline_items import Item, Lane, Sort, Track
from annotator.ui.views.timeline_paint import ruler_text
from tests.ui.views import view_samples

spans = st.lists(
    st.tuples(st.floats(0, 100), st.floats(0, 30)).map(
        lambda pair: Item(pair[0], pair[0] + pair[1], Fraction(pair[0]))
    ),
    max_size=40,
)


@given(spans, st.floats(0, 100), st.floats(0, 50))
def test_a_track_finds_exactly_what_touches_a_stretch(
    items: list[Item], first: float, length: float
) -> None:
    last = first + length

    found = list(Track(items).between(first, last))

    assert set(found) == {item for item in items if item.end >= first and item.start <= last}


@given(spans, st.floats(0, 100), st.floats(0, 50), st.floats(0.01, 10))
def test_thinning_leaves_something_in_every_cell_that_has_something(
    items: list[Item], first: float, length: float, cell: float
) -> None:
    last = first + length
    track = Track(items)

    kept = list(track.thinned(first, last, cell))

    assert set(kept) <= set(track.between(first, last))
    for item in set(track.between(first, last)) - set(kept):
        number = (item.start - first) // cell
        assert item.end < first + (number + 1) * cell
        # Neighbouring cells are granted for what rounding does at a border.
        assert any(abs((other.start - first) // cell - number) <= 1 for other in kept)


def test_zooming_keeps_what_is_under_the_pointer() -> None:
    window = Window(0, 300, 1000).fitted()

    closer = window.zoomed(8, 400)

    assert closer.time(400) == pytest.approx(window.time(400))
    assert closer.rate == pytest.approx(window.rate * 8)


def test_the_window_never_leaves_the_film() -> None:
    window = Window(10, 310, 1000, rate_max=900).fitted()

    assert window.is_whole
    assert window.zoomed(0.1, 0) == window
    far = window.zoomed(1e9, 1000)
    assert far.rate == 900
    assert far.end <= 310 + 1e-6
    assert far.moved(-1e9).start == 10
    assert far.moved(1e9).end == pytest.approx(310)


def test_the_page_turns_only_when_the_playhead_leaves_it() -> None:
    window = Window(0, 1000, 500, rate=5).bounded()

    assert window.paged_to(60) == window
    on = window.paged_to(101)
    assert on.start == pytest.approx(96)
    back = on.paged_to(95)
    assert back.start < 95 < back.end


def test_the_closest_zoom_shows_single_frames() -> None:
    frames = view_samples.frame_times(60)

    rate = closest_rate(frames)

    assert float(frames[1] - frames[0]) * rate == pytest.approx(28, rel=0.01)
    assert closest_rate(None) > 100


def test_labels_of_the_ruler_have_room() -> None:
    for rate in (0.2, 1, 4, 50, 900):
        assert ruler_step(rate, 60) * rate >= 60
    assert list(ticks(0.9, 3.1, 1)) == [1, 2, 3]
    assert ruler_text(65, 5) == "1:05"
    assert ruler_text(65.25, 0.1) == "1:05.2"
    set_language("fr")
    assert ruler_text(65.25, 0.1) == "1:05,2"


def test_overlapping_spans_are_stacked() -> None:
    lane = Lane(Sort.ACTIONS, "", [Item(0, 5, Fraction(0)), Item(2, 4, Fraction(2), row=1)])

    band, after = stack([lane, Lane(Sort.REFEREE, "")])

    assert lane.rows == 2
    assert after.top > band.bottom
