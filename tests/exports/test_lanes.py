from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from exports.lanes import Label, lanes

LIMIT = 8.0
LABELS = st.lists(
    st.builds(Label, st.floats(0, LIMIT - 0.5), st.text(max_size=2), st.floats(0.1, 2.5)),
    max_size=14,
).map(lambda labels: sorted(labels, key=lambda label: label.at))


@given(LABELS)
def test_no_text_overlaps_another_and_all_lie_inside(labels: list[Label]) -> None:
    places = lanes(labels, LIMIT)
    assert len(places) == len(labels)
    boxes = [
        (place.lane, place.begin, place.begin + label.width)
        for place, label in zip(places, labels, strict=True)
    ]
    for number, (lane, begin, end) in enumerate(boxes):
        assert begin >= 0
        assert end <= LIMIT + 1e-6
        for other_lane, other_begin, other_end in boxes[:number]:
            assert lane != other_lane or end <= other_begin or other_end <= begin


@given(LABELS)
def test_each_text_stands_at_its_line(labels: list[Label]) -> None:
    for place, label in zip(lanes(labels, LIMIT), labels, strict=True):
        assert place.begin - 1e-6 <= label.at <= place.begin + label.width + 1e-6


def test_labels_that_are_far_apart_share_the_lowest_lane() -> None:
    labels = [Label(at, "x", 0.5) for at in (0.0, 2.0, 4.0, 6.0)]
    assert {place.lane for place in lanes(labels, LIMIT)} == {0}


def test_a_cluster_is_spread_to_both_sides() -> None:
    labels = [Label(at, "x", 1.5) for at in (3.0, 3.1, 3.2, 3.3)]
    assert max(place.lane for place in lanes(labels, LIMIT)) == 1


def test_hundreds_of_labels_are_placed_at_once() -> None:
    labels = [Label(number / 40, "x", 1.0) for number in range(300)]
    assert len(lanes(labels, LIMIT)) == 300
