"""Points of the film and spots of the view: the same point at every turn, mirror and zoom."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PyQt6.QtCore import QPointF, QRectF

from annotator.model.drawing import SCALE, Drawing, Shape
from annotator.ui.drawing.placing import (
    distance_to,
    film_point,
    point_at,
    seen_point,
    spot_of,
    squared,
    straightened,
)
from annotator.ui.player.framing import Framing

FRAMINGS = st.builds(Framing, st.integers(0, 3), st.booleans())
NUMBERS = st.integers(-SCALE, 2 * SCALE)
PLACE = QRectF(-300, 20, 1600, 900)


@given(st.tuples(NUMBERS, NUMBERS), FRAMINGS)
def test_there_and_back_is_exact(point: tuple[int, int], framing: Framing) -> None:
    assert film_point(seen_point(point, framing), framing) == point
    assert point_at(spot_of(point, PLACE, framing), PLACE, framing) == point


@pytest.mark.parametrize(
    ("framing", "seen"),
    [
        (Framing(), (0, 0)), (Framing(1), (SCALE, 0)), (Framing(2), (SCALE, SCALE)),
        (Framing(3), (0, SCALE)), (Framing(0, True), (SCALE, 0)), (Framing(1, True), (SCALE, SCALE)),
    ],
)  # fmt: skip
def test_the_upper_left_corner_goes_where_the_picture_s_does(
    framing: Framing, seen: tuple[int, int]
) -> None:
    assert seen_point((0, 0), framing) == seen


def test_straight_and_square() -> None:
    anchor = QPointF(10, 10)
    spot = straightened(QPointF(110, 14), anchor, 8)
    assert spot.x() == pytest.approx(110, abs=0.2)
    assert spot.y() == pytest.approx(10)
    spot = straightened(QPointF(60, 70), anchor, 8)
    assert spot.x() - 10 == pytest.approx(spot.y() - 10)
    assert squared(QPointF(-30, 20), anchor) == QPointF(-30, 50)


def test_how_far_a_spot_is_from_what_is_drawn() -> None:
    line = Drawing("d1", Shape.LINE, ((0, 0), (SCALE, 0)), Fraction(0))
    place = QRectF(0, 0, 100, 100)
    assert distance_to(line, QPointF(50, 7), place, Framing()) == pytest.approx(7)
    assert distance_to(line, QPointF(103, 4), place, Framing()) == pytest.approx(5)
    circle = Drawing("d1", Shape.CIRCLE, ((0, 0), (SCALE, SCALE)), Fraction(0))
    assert distance_to(circle, QPointF(50, 50), place, Framing()) == pytest.approx(50)
    assert distance_to(circle, QPointF(97, 50), place, Framing()) == pytest.approx(3)
