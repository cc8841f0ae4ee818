"""What lies over a film: where it is, how it fades, and that it is painted only when it changes."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings

from annotator.model.drawing import SCALE, Drawing, Shape
from exports.drawing_ink import INKS, angle_degrees, paint
from exports.overlay import Canvas, Layer, Overlay, blend
from tests.files.strategies import drawings

HALF = SCALE // 2
CANVAS = Canvas(320, 180)
ALL = Fraction(1)
ACROSS = Drawing("d1", Shape.LINE, ((SCALE // 4, HALF), (3 * SCALE // 4, HALF)), Fraction(0))
NOTE = Drawing("d2", Shape.NOTE, (), Fraction(0), text="hips first", width=20)


def painted(*drawn: Drawing, canvas: Canvas = CANVAS, opacity: Fraction = ALL) -> np.ndarray:
    grey = np.full((canvas.height, canvas.width, 3), 128, np.uint8)
    return blend(grey, Overlay().layers([(one, opacity) for one in drawn], canvas))


@pytest.mark.parametrize("colour", INKS)
def test_a_line_is_where_it_was_drawn_and_in_its_colour(colour: int) -> None:
    picture = painted(replace(ACROSS, colour=colour, width=30))

    for x in (85, 160, 235):
        assert tuple(picture[90, x]) == INKS[colour]
    changed = np.argwhere((picture != 128).any(axis=2))
    assert abs(changed.min(axis=0)[1] - 80) <= 6
    assert abs(changed.max(axis=0)[1] - 240) <= 6
    assert changed[:, 0].min() > 80
    assert changed[:, 0].max() < 100


def test_half_faded_is_half_way() -> None:
    whole, half = painted(ACROSS), painted(ACROSS, opacity=Fraction(1, 2))

    way = (whole.astype(int) + 128) / 2
    assert np.abs(half - way).max() <= 1


@pytest.mark.parametrize(
    ("shape", "points", "inside", "outside"),
    [
        (Shape.CIRCLE, ((0.25, 0.25), (0.75, 0.75)), [(80, 90), (160, 45)], [(160, 90), (82, 47)]),
        (Shape.ARROW, ((0.1, 0.5), (0.5, 0.5)), [(40, 90), (158, 90), (150, 93)], [(30, 95)]),
        (Shape.FREEHAND, ((0.1, 0.1), (0.1, 0.9), (0.9, 0.9)), [(32, 90), (160, 162)], [(160, 90)]),
        (Shape.ANGLE, ((0.1, 0.1), (0.1, 0.9), (0.9, 0.9)), [(32, 90), (160, 162)], [(160, 90)]),
    ],
)
def test_each_shape_covers_its_own_spots(
    shape: Shape,
    points: tuple[tuple[float, float], ...],
    inside: list[tuple[int, int]],
    outside: list[tuple[int, int]],
) -> None:
    spots = tuple((round(x * SCALE), round(y * SCALE)) for x, y in points)
    picture = painted(Drawing("d1", shape, spots, Fraction(0), width=20))

    for x, y in inside:
        assert tuple(picture[y, x]) == INKS[1], (x, y)
    for x, y in outside:
        assert tuple(picture[y, x]) == (128, 128, 128), (x, y)


def test_the_angle_is_that_of_the_picture_as_it_is_seen() -> None:
    corner = ((0, 0), (0, SCALE), (SCALE, SCALE))

    assert angle_degrees(corner, 16 / 9) == pytest.approx(90)
    assert angle_degrees(((SCALE, 0), (0, SCALE), (SCALE, SCALE)), 1) == pytest.approx(45)
    assert angle_degrees(((SCALE, 0), (0, SCALE), (SCALE, SCALE)), 2) == pytest.approx(
        26.565, abs=0.001
    )
    assert angle_degrees(((0, 0), (HALF, 0), (SCALE, 0)), 1) == pytest.approx(180)


def test_wide_pixels_make_a_line_thinner_across_and_not_down() -> None:
    down = Drawing("d1", Shape.LINE, ((HALF, 0), (HALF, SCALE)), Fraction(0), width=40)

    square = painted(down)[90, :, 0] > 200
    wide = painted(down, canvas=Canvas(160, 180, Fraction(2)))[90, :, 0] > 200

    assert square.sum() == pytest.approx(2 * wide.sum(), abs=2)


def test_texts_stay_on_the_picture_and_notes_stand_one_above_the_other() -> None:
    text = Drawing("d1", Shape.TEXT, ((SCALE, 0),), Fraction(0), text="close now")
    layer = paint(text, CANVAS)
    assert layer is not None
    assert (layer.pixels[:, -1, 3] == 0).all() or layer.left + layer.pixels.shape[1] < 320
    ink = np.argwhere(layer.pixels[..., 3] > 128)
    assert len(ink) > 100
    assert layer.left + ink[:, 1].max() < 319

    (low, _), (high, _) = Overlay().layers([(NOTE, ALL), (replace(NOTE, text="b"), ALL)], CANVAS)
    assert high.top + high.pixels.shape[0] <= low.top + 1
    assert low.top + low.pixels.shape[0] <= 180


def test_a_long_text_is_broken_into_lines() -> None:
    short, long = (paint(replace(NOTE, text=text), CANVAS) for text in ("one", "one two " * 12))

    assert short is not None
    assert long is not None
    assert long.pixels.shape[0] > 2 * short.pixels.shape[0]
    assert long.pixels.shape[1] <= 320


def test_a_layer_is_painted_anew_only_when_what_is_drawn_or_the_size_changes() -> None:
    overlay = Overlay()

    def layer(drawing: Drawing, canvas: Canvas = CANVAS, opacity: Fraction = ALL) -> Layer:
        return overlay.layers([(drawing, opacity)], canvas)[0][0]

    first = layer(ACROSS)
    assert layer(ACROSS, opacity=Fraction(1, 3)) is first
    assert layer(replace(ACROSS, time=Fraction(3), frame=4)) is first
    assert layer(replace(ACROSS, colour=2)) is not first
    assert layer(ACROSS, Canvas(640, 360)) is not layer(ACROSS)


@settings(max_examples=40)
@given(drawings("d1"))
def test_any_drawing_can_be_painted_and_lies_within_the_picture(drawing: Drawing) -> None:
    layer = paint(drawing, Canvas(64, 36))

    if layer is not None:
        height, width = layer.pixels.shape[:2]
        assert layer.left >= 0
        assert layer.top >= 0
        assert layer.left + width <= 64
        assert layer.top + height <= 36
        grey = np.full((36, 64, 3), 128, np.uint8)
        assert blend(grey, [(layer, Fraction(0))]).tolist() == grey.tolist()
