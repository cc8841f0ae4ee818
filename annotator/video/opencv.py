"""The one place that imports OpenCV: image operations on arrays, never its video or its windows.

OpenCV is loaded at the first call, not at import: it costs a tenth of a second.
"""

from __future__ import annotations

import os
from functools import cache
from types import ModuleType

import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]


@cache
def _cv2() -> ModuleType:
    import cv2

    # The package that carries Qt inside points the whole process, and all its children, at its
    # own Qt plug-ins; our window has a Qt of its own.
    for name in ("QT_QPA_PLATFORM_PLUGIN_PATH", "QT_QPA_FONTDIR"):
        os.environ.pop(name, None)
    # Decoding has the cores; image operations on single frames gain little from more threads.
    cv2.setNumThreads(1)
    return cv2


def turn(image: Image, quarters: int, mirrored: bool = False) -> Image:
    """The image (height, width[, channels]), mirrored left to right if asked, then turned
    clockwise by `quarters` quarter turns. The result is contiguous; an unturned image is returned
    as it is.
    """
    cv2 = _cv2()
    if mirrored:
        image = cv2.flip(image, 1)
    codes = (None, cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_180, cv2.ROTATE_90_COUNTERCLOCKWISE)
    code = codes[quarters % 4]
    return image if code is None else np.asarray(cv2.rotate(image, code), np.uint8)


def through(image: Image, table: Image) -> Image:
    """The image with each value replaced by the table's (256 values) at its place."""
    return np.asarray(_cv2().LUT(image, table), np.uint8)


def resize(image: Image, width: int, height: int) -> Image:
    """The image at another size, averaging where it shrinks so that thin lines stay."""
    cv2 = _cv2()
    shrinks = width < image.shape[1] or height < image.shape[0]
    how = cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image, (width, height), interpolation=how), np.uint8)


def enlarge(image: Image, width: int, height: int) -> Image:
    """The image at another size, each new pixel mixed from its nearest four."""
    cv2 = _cv2()
    return np.asarray(cv2.resize(image, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)


def lay_over(place: Image, keep: Image, laid: Image) -> None:
    """Lay one grey image over another, in place: of `place` stays the share `keep` / 255, and
    `laid`, which is multiplied with its own share already, is added. All of one size.
    """
    cv2 = _cv2()
    cv2.multiply(place, keep, place, 1 / 255)
    cv2.add(place, laid, place)


def letterbox(
    image: Image, width: int, height: int, colour: tuple[int, int, int] = (0, 0, 0)
) -> Image:
    """The whole image (height, width, 3) centred in a box, its shape kept, bars in `colour`."""
    high, wide = image.shape[:2]
    scale = min(width / wide, height / high)
    inner_w, inner_h = max(round(wide * scale), 1), max(round(high * scale), 1)
    box = np.empty((height, width, 3), np.uint8)
    box[:] = colour
    left, top = (width - inner_w) // 2, (height - inner_h) // 2
    box[top : top + inner_h, left : left + inner_w] = resize(image, inner_w, inner_h)
    return box


def sharpness(image: Image) -> float:
    """How sharp an RGB image (height, width, 3) is: the variance of its Laplacian, in squared
    grey levels. Comparable between frames of one film only.
    """
    cv2 = _cv2()
    grey = cv2.cvtColor(image, cv2.COLOR_RGB2GRAY)
    return float(cv2.Laplacian(grey, cv2.CV_64F).var())
