"""Shapes with smooth edges on a canvas: all that the sample needs of OpenCV.

Points are complex numbers in canvas pixels, x to the right and y down.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotator.video.opencv import _cv2 as opencv

Colour = tuple[int, int, int]
Canvas = NDArray[np.uint8]
Outline = NDArray[np.complex128]
_SHIFT = 4  # OpenCV takes coordinates in sixteenths of a pixel
_FINE = 1 << _SHIFT


def fill(canvas: Canvas, outline: Outline, colour: Colour) -> None:
    """A filled shape; the outline must be convex."""
    cv2 = opencv()
    cv2.fillConvexPoly(canvas, _fine(outline), colour, cv2.LINE_AA, _SHIFT)


def fill_any(canvas: Canvas, points: Sequence[complex], colour: Colour) -> None:
    """A filled shape of any outline."""
    cv2 = opencv()
    dots = _fine(np.array(points, np.complex128))
    cv2.fillPoly(canvas, [dots], colour, cv2.LINE_AA, _SHIFT)


def stroke(canvas: Canvas, points: Sequence[complex], colour: Colour, width: float) -> None:
    """A line through points."""
    cv2 = opencv()
    dots = _fine(np.array(points, np.complex128))
    cv2.polylines(canvas, [dots], False, colour, max(1, round(width)), cv2.LINE_AA, _SHIFT)


def ellipse(canvas: Canvas, middle: complex, across: float, up: float, colour: Any) -> None:
    """A filled ellipse, upright, given by its half axes; on a grey canvas the colour is a number."""
    cv2 = opencv()
    centre = (round(middle.real * _FINE), round(middle.imag * _FINE))
    axes = (round(across * _FINE), round(up * _FINE))
    cv2.ellipse(canvas, centre, axes, 0, 0, 360, colour, -1, cv2.LINE_AA, _SHIFT)


def blurred(canvas: Canvas, radius: float) -> Canvas:
    """The canvas out of focus."""
    return np.asarray(opencv().GaussianBlur(canvas, (0, 0), radius), np.uint8)


def darken(canvas: Canvas, light: Canvas) -> None:
    """Multiply the canvas by a coarse grey picture that is stretched over it; 255 changes nothing."""
    cv2 = opencv()
    size = (canvas.shape[1], canvas.shape[0])
    full = cv2.resize(light, size, interpolation=cv2.INTER_LINEAR)
    cv2.multiply(canvas, cv2.cvtColor(full, cv2.COLOR_GRAY2RGB), canvas, 1 / 255)


def shrunk(canvas: Canvas, times: int) -> Canvas:
    """The canvas so many times smaller."""
    cv2 = opencv()
    size = (canvas.shape[1] // times, canvas.shape[0] // times)
    return np.asarray(cv2.resize(canvas, size, interpolation=cv2.INTER_AREA), np.uint8)


def planar(canvas: Canvas) -> Canvas:
    """The picture as planar YUV 4:2:0, as films store it."""
    cv2 = opencv()
    return np.asarray(cv2.cvtColor(canvas, cv2.COLOR_RGB2YUV_I420), np.uint8)


def _fine(outline: Outline) -> NDArray[np.int32]:
    parts = outline.view(np.float64) * _FINE + 0.5
    return parts.astype(np.int32).reshape(-1, 2)
