"""Areas of a picture in which nobody is to be recognised: where they are, and the mosaic in them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING

from annotator.model.drawing import SCALE, Drawing
from annotator.model.drawn import blurs_at
from annotator.model.match import Match

if TYPE_CHECKING:
    from annotator.video.clip_parts import Region
    from exports.overlay import Pixels

CELLS = 5
"""So many patches go across the longer side of an area, and each is of one colour."""
LEAST_CELL = 16
"""Pixels: no patch is smaller."""


def regions_at(match: Match, time: Fraction, film: int = 1) -> list[Region]:
    """What is hidden on the picture of the match's film `film` (from 1) at a time (seconds of the
    match).
    """
    found = (region_of(drawing) for drawing in blurs_at(match, time, film))
    return [region for region in found if region is not None]


def region_of(drawing: Drawing) -> Region | None:
    """The part of the picture that a blurred area covers; None for one that lies beside it."""
    from annotator.video.clip_parts import Region  # numpy: not before there is a film

    sides = []
    for axis in (0, 1):
        low, high = sorted(min(max(point[axis], 0), SCALE) for point in drawing.points)
        if low == high:
            return None
        sides.append((Fraction(low, SCALE), Fraction(high - low, SCALE)))
    (left, width), (top, height) = sides
    return Region(left, top, width, height)


def patches(width: int, height: int) -> tuple[int, int]:
    """How many patches an area of so many pixels has, across and down."""
    cell = max(ceil(max(width, height) / CELLS), LEAST_CELL)
    return max(width // cell, 1), max(height // cell, 1)


def mosaic(picture: Pixels, regions: Iterable[Region]) -> Pixels:
    """A copy of a picture, (height, width, 3), with a few mean colours left of each region."""
    import numpy as np

    from annotator.video.opencv import enlarge, resize

    result = picture.copy()
    high, wide = picture.shape[:2]
    for region in regions:
        left, right = floor(region.left * wide), ceil((region.left + region.width) * wide)
        top, bottom = floor(region.top * high), ceil((region.top + region.height) * high)
        place = result[top:bottom, left:right]
        few = resize(np.ascontiguousarray(place), *patches(right - left, bottom - top))
        place[:] = enlarge(few, place.shape[1], place.shape[0])
    return result
