"""Laying painted layers over a picture that stays brightness and colour difference, and blurring.

A whole picture turned into red, green and blue and back costs more than a third of encoding it; here each
layer is converted once, when it is first seen, and mixed in only where it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from annotator.video.clip_parts import LayerLike, Pixels, Region
from annotator.video.opencv import enlarge, lay_over, resize

Planes = tuple[Pixels, Pixels, Pixels]
"""Brightness (height, width) and two colour differences at half of each side, as they are stored."""

_Floats = npt.NDArray[np.float32]

# Of red, green and blue in brightness, by FFmpeg's number of the matrix; ITU-R BT.709 and BT.601.
_SHARES = {1: (0.2126, 0.7152, 0.0722), 6: (0.299, 0.587, 0.114)}
_STRIP = 32  # rows that are mixed at a time, so that a slanting arrow is not its whole rectangle
_COLUMN = 64
_CELLS = 5  # across the longer side of what is blurred
_LEAST_CELL = 16  # pixels


def to_planes(pixels: _Floats, matrix: int) -> tuple[_Floats, _Floats, _Floats]:
    """Brightness and colour differences of red, green and blue (..., 3), all 0 to 255, in the
    range of television.
    """
    red, green, blue = _SHARES[matrix]
    luma = pixels @ np.array((red, green, blue), np.float32)
    return (
        16 + luma * np.float32(219 / 255),
        128 + (pixels[..., 2] - luma) * np.float32(112 / 255 / (1 - blue)),
        128 + (pixels[..., 0] - luma) * np.float32(112 / 255 / (1 - red)),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Patch:
    """A rectangle of one plane: what share of the picture stays there, and what is added."""

    plane: int
    top: int
    left: int
    keep: Pixels
    laid: Pixels


class Blender:
    """Lays layers over pictures of one size. What it made of a layer is kept while that is shown."""

    def __init__(self, size: tuple[int, int], matrix: int) -> None:
        self._size = size
        self._matrix = matrix
        self._kept: dict[tuple[int, Fraction], tuple[LayerLike, list[_Patch]]] = {}

    def lay(self, planes: Planes, layers: Sequence[tuple[LayerLike, Fraction]]) -> None:
        """Lay the layers over the picture, in place."""
        used: dict[tuple[int, Fraction], tuple[LayerLike, list[_Patch]]] = {}
        for layer, opacity in layers:
            # The layer is held as long as its number is used for it.
            key = (id(layer), opacity)
            found = self._kept.get(key) or used.get(key)
            if found is None:
                found = layer, _patches(layer, float(opacity), self._size, self._matrix)
            used[key] = found
            for patch in found[1]:
                high, wide = patch.keep.shape
                place = planes[patch.plane]
                lay_over(
                    place[patch.top : patch.top + high, patch.left : patch.left + wide],
                    patch.keep, patch.laid,
                )  # fmt: skip
        self._kept = used


def _patches(layer: LayerLike, opacity: float, size: tuple[int, int], matrix: int) -> list[_Patch]:
    pixels, left, top = _inside(layer, size)
    if not pixels.size:
        return []
    share = np.float32(min(max(opacity, 0.0), 1.0))
    alpha: _Floats = (pixels[..., 3] * share).astype(np.float32)
    colours = to_planes(pixels[..., :3].astype(np.float32), matrix)
    laid = [np.asarray(colour * alpha / 255, np.float32) for colour in colours]
    thin = _halved(alpha)
    shares, laid = (alpha, thin, thin), [laid[0], _halved(laid[1]), _halved(laid[2])]
    found: list[_Patch] = []
    for row, column, high, wide in _runs(alpha > 0):
        for number in range(3):
            step = 2 if number else 1
            part = (
                slice(row // step, (row + high) // step),
                slice(column // step, (column + wide) // step),
            )
            found.append(
                _Patch(
                    number, (top + row) // step, (left + column) // step,
                    np.ascontiguousarray(255 - np.rint(shares[number][part]).astype(np.uint8)),
                    np.ascontiguousarray(np.rint(laid[number][part]).astype(np.uint8)),
                )
            )  # fmt: skip
    return found


def _inside(layer: LayerLike, size: tuple[int, int]) -> tuple[Pixels, int, int]:
    """What of a layer is on the picture, from an even place on and of even size, and that place."""
    width, height = size
    high, wide = layer.pixels.shape[:2]
    low_x, low_y = max(layer.left, 0), max(layer.top, 0)
    end_x, end_y = min(layer.left + wide, width), min(layer.top + high, height)
    if low_x >= end_x or low_y >= end_y:
        return np.zeros((0, 0, 4), np.uint8), 0, 0
    part = layer.pixels[
        low_y - layer.top : end_y - layer.top, low_x - layer.left : end_x - layer.left
    ]
    edges = (low_y % 2, end_y % 2), (low_x % 2, end_x % 2), (0, 0)
    return np.pad(part, edges), low_x - low_x % 2, low_y - low_y % 2


def _halved(values: _Floats) -> _Floats:
    """The mean of each four neighbours."""
    high, wide = values.shape
    return np.asarray(values.reshape(high // 2, 2, wide // 2, 2).mean(axis=(1, 3)), np.float32)


def _runs(there: npt.NDArray[np.bool_]) -> list[tuple[int, int, int, int]]:
    """Rectangles (top, left, height, width), all even, that cover what is there."""
    found = []
    high, wide = there.shape
    for top in range(0, high, _STRIP):
        strip = there[top : top + _STRIP]
        if not strip.any():
            continue
        taken = np.add.reduceat(strip.any(axis=0), np.arange(0, wide, _COLUMN)) > 0
        edges = np.flatnonzero(np.diff(np.concatenate(([False], taken, [False]))))
        for begin, end in zip(edges[::2], edges[1::2], strict=True):
            left = int(begin) * _COLUMN
            found.append((top, left, strip.shape[0], min(int(end) * _COLUMN, wide) - left))
    return found


def blur(planes: Planes, regions: Sequence[Region]) -> None:
    """Make regions unrecognisable, in place: a few mean values are all that is left of each."""
    height, width = planes[0].shape
    for region in regions:
        left, right = _span(region.left, region.width, width)
        top, bottom = _span(region.top, region.height, height)
        if left >= right or top >= bottom:
            continue
        cell = max((max(right - left, bottom - top) + _CELLS - 1) // _CELLS, _LEAST_CELL)
        across, down = max((right - left) // cell, 1), max((bottom - top) // cell, 1)
        for number, plane in enumerate(planes):
            step = 2 if number else 1
            place = plane[top // step : bottom // step, left // step : right // step]
            few = resize(np.ascontiguousarray(place), across, down)
            place[:] = enlarge(few, place.shape[1], place.shape[0])


def _span(start: Fraction, length: Fraction, size: int) -> tuple[int, int]:
    """First pixel and the one after the last, both even; never less than what was asked for."""
    low, high = start * size, (start + length) * size
    first, end = int(low // 2) * 2, int(-(-high // 2)) * 2
    return max(first, 0), min(end, size)
