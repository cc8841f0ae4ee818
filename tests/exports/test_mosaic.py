"""Blurred areas: nothing can be recognised in them, and all the rest is as it was."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from annotator.model.drawing import SCALE, Drawing, Shape
from annotator.model.match import Match
from annotator.video.clip_parts import Region
from exports.film_overlay import FilmOverlay, Shown
from exports.mosaic import mosaic, patches, region_of, regions_at
from exports.overlay import Canvas

POINTS = st.tuples(st.integers(-SCALE, 2 * SCALE), st.integers(-SCALE, 2 * SCALE))


def area(*points: tuple[int, int]) -> Drawing:
    return Drawing("d1", Shape.BLUR, points, Fraction(1))


def noise(width: int, height: int) -> np.ndarray:
    return np.random.default_rng(5).integers(0, 256, (height, width, 3), np.uint8)


@given(one=POINTS, other=POINTS, width=st.integers(2, 300), height=st.integers(2, 200))
def test_only_the_area_changes(
    one: tuple[int, int], other: tuple[int, int], width: int, height: int
) -> None:
    picture, region = noise(width, height), region_of(area(one, other))
    found = mosaic(picture, [region] if region is not None else [])

    changed = np.argwhere((found != picture).any(axis=2))
    left, right = sorted(point[0] * width / SCALE for point in (one, other))
    top, bottom = sorted(point[1] * height / SCALE for point in (one, other))
    for y, x in changed:
        assert left < x + 1
        assert x < right
        assert top < y + 1
        assert y < bottom


def test_what_is_left_of_an_area_is_a_few_mean_colours() -> None:
    picture = noise(640, 360)
    region = region_of(area((SCALE // 4, SCALE // 4), (SCALE // 2, SCALE // 2)))
    assert region is not None
    before, after = (
        one[90:180, 160:320].astype(float) for one in (picture, mosaic(picture, [region]))
    )

    assert before.std() > 70
    assert after.std() < 12
    assert abs(before.mean() - after.mean()) < 6
    assert patches(160, 90) == (5, 2)


def test_an_area_beside_the_picture_hides_nothing() -> None:
    beside = area((SCALE + 5, 0), (2 * SCALE, SCALE))

    assert region_of(beside) is None
    assert regions_at(Match(drawings=(beside,)), beside.time) == []


def test_a_clip_hides_it_also_where_drawings_are_not_shown() -> None:
    hidden = area((0, 0), (SCALE // 2, SCALE))
    overlay = FilmOverlay(Match(drawings=(hidden,)), None, None, Shown(drawings=False))

    (region,) = overlay.blurred(hidden.time)
    assert region == Region(Fraction(0), Fraction(0), Fraction(1, 2), Fraction(1))
    assert overlay.layers(hidden.time, Canvas(64, 36)) == []
    assert overlay.blurred(hidden.ends) == []
