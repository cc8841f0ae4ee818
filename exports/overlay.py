"""What is drawn over a film, painted once for the window and for what is exported, without Qt.

    overlay = Overlay()
    layers = overlay.layers(drawings_at(match, time, film), Canvas(1920, 1080))
    picture = blend(picture, layers)      # or each layer blitted by a window

A layer is a small picture with its place; it is painted anew only when what is drawn, or the size
of the picture, has changed. Fading changes no layer, only the opacity with which it is laid on.
Whatever else is to lie over a film (a score board, captions) is one more maker of layers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from annotator.model.drawing import Drawing, Shape

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Pixels = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Canvas:
    """The picture that is drawn over: its pixels, and how wide one is for its height."""

    width: int
    height: int
    pixel_aspect: Fraction = Fraction(1)


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """A picture to be laid over another with its upper left corner at `left`, `top` (pixels).

    `pixels`: (height, width, 4) red, green, blue and alpha, not multiplied into the colours.
    """

    left: int
    top: int
    pixels: Pixels


Seen = Sequence[tuple[Drawing, Fraction]]
"""Drawings with their opacity, the later ones above."""


class Overlay:
    """Paints what is seen at a moment, and keeps what it painted for the next."""

    def __init__(self) -> None:
        self._kept: dict[tuple[Drawing, Canvas, int], Layer | None] = {}

    def layers(self, seen: Seen, canvas: Canvas) -> list[tuple[Layer, Fraction]]:
        """A layer for each drawing of which something is on the picture, with its opacity."""
        from exports.drawing_ink import paint

        found: list[tuple[Layer, Fraction]] = []
        used: dict[tuple[Drawing, Canvas, int], Layer | None] = {}
        lift = 0
        for drawing, opacity in seen:
            if drawing.shape is Shape.BLUR:  # it takes away and lays nothing over: `exports.mosaic`
                continue
            # When it is shown changes nothing about how it looks.
            look = replace(drawing, id="", time=Fraction(0), frame=None, extra={})
            key = (look, canvas, lift if drawing.shape is Shape.NOTE else 0)
            layer = self._kept[key] if key in self._kept else paint(look, canvas, key[2])
            used[key] = layer
            if layer is None:
                continue
            found.append((layer, opacity))
            if drawing.shape is Shape.NOTE:  # the next one stands above it
                lift = canvas.height - layer.top
        self._kept = used
        return found


def blend(picture: Pixels, layers: Iterable[tuple[Layer, Fraction]]) -> Pixels:
    """A copy of a picture, (height, width, 3) red, green and blue, with layers laid over it."""
    import numpy as np

    result = picture.copy()
    for layer, opacity in layers:
        height, width = layer.pixels.shape[:2]
        place = result[layer.top : layer.top + height, layer.left : layer.left + width]
        share = round(opacity * 255)
        alpha = (layer.pixels[..., 3:].astype(np.uint32) * share + 127) // 255
        place[:] = (place * (255 - alpha) + layer.pixels[..., :3] * alpha + 127) // 255
    return result
