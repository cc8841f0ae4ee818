"""A see-through picture to paint on: boxes with round corners, letters, and the athletes' signs."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from annotator.model.vocabulary import Athlete
from annotator.scoring.wording import letter
from exports.lettering import font

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

    from exports.overlay import Pixels

Rgba = tuple[int, int, int, int]
_FINE = 4
_WHITE: Rgba = (255, 255, 255, 255)
STRONG: dict[Athlete | None, Rgba] = {
    "red": (190, 38, 20, 255), "blue": (20, 84, 170, 255), None: (92, 98, 106, 255),
}  # fmt: skip
"""An athlete's colour; white is read on each."""


class Paper:
    """So many square pixels, all of `ground` at first (red, green, blue, alpha)."""

    def __init__(self, width: int, height: int, ground: Rgba = (14, 17, 22, 0)) -> None:
        from PIL import Image, ImageDraw

        self.width, self.height = max(1, width), max(1, height)
        self._image = Image.new("RGBA", (self.width, self.height), ground)
        self._pen = ImageDraw.Draw(self._image)

    def plain(self, left: int, top: int, right: int, bottom: int, colour: Rgba) -> None:
        """A box with square corners."""
        self._pen.rectangle((left, top, right - 1, bottom - 1), fill=colour)

    def box(self, left: int, top: int, right: int, bottom: int, colour: Rgba, radius: int) -> None:
        """A box with round corners, up to but not including `right` and `bottom`."""
        self._shape(left, top, right, bottom, colour, radius)

    def dot(self, left: int, top: int, size: int, colour: Rgba, *, filled: bool) -> None:
        """A round dot, or a hollow one."""
        self._shape(left, top, left + size, top + size, colour, size // 2, hollow=not filled)

    def badge(
        self, athlete: Athlete, left: int, top: int, size: int, *, ring: bool = False
    ) -> None:
        """An athlete's letter on the colour, with a white `ring` where it lies on its own colour:
        red in a square, blue in a circle.
        """
        radius = round(size * (0.2 if athlete == "red" else 0.5))
        if ring:
            edge = max(1, size // 14)
            self._shape(left, top, left + size, top + size, _WHITE, radius)
            left, top, size = left + edge, top + edge, size - 2 * edge
            radius = round(size * (0.2 if athlete == "red" else 0.5))
        self._shape(left, top, left + size, top + size, STRONG[athlete], radius)
        face = font(max(7, round(size * 0.68)), bold=True)
        self.text(left + size // 2, top + size // 2, letter(athlete), face, _WHITE, "mm")

    def text(
        self, x: int, y: int, text: str, face: FreeTypeFont, colour: Rgba, anchor: str = "lm"
    ) -> None:
        """A line of text with its anchor (as Pillow names it: `lm` is left and in the middle) there.

        The middle is that of capital letters and digits, whatever letters the text has.
        """
        if not text:
            return
        across = {"l": 0.0, "m": 0.5, "r": 1.0}[anchor[0]] * face.getlength(text)
        capital = face.getbbox("H", anchor="ls")
        self._pen.text((x - round(across), y - (capital[1] + capital[3]) // 2), text, colour, face, "ls")  # fmt: skip

    def _shape(
        self, left: int, top: int, right: int, bottom: int, colour: Rgba, radius: int,
        *, hollow: bool = False,
    ) -> None:  # fmt: skip
        from PIL import Image, ImageDraw

        wide, high = right - left, bottom - top
        if wide < 1 or high < 1:
            return
        mask = Image.new("L", (wide * _FINE, high * _FINE))
        corner = (wide * _FINE - 1, high * _FINE - 1)
        pen = ImageDraw.Draw(mask)
        if hollow:
            thick = max(_FINE, wide * _FINE // 7)
            pen.rounded_rectangle((0, 0, *corner), radius * _FINE, outline=255, width=thick)
        else:
            pen.rounded_rectangle((0, 0, *corner), radius * _FINE, fill=255)
        mask = mask.resize((wide, high), Image.Resampling.BOX)
        if colour[3] < 255:
            share = colour[3]
            mask = mask.point([level * share // 255 for level in range(256)])
        ink = Image.new("RGBA", (wide, high), (*colour[:3], 0))
        ink.putalpha(mask)
        self._image.alpha_composite(ink, (left, top))

    def pixels(self, pixel_aspect: Fraction = Fraction(1)) -> Pixels:
        """What was painted: (height, width, 4) red, green, blue and alpha, on pixels so wide for their
        height.
        """
        import numpy as np

        image = self._image
        if pixel_aspect != 1:
            wide = max(1, round(self.width / pixel_aspect))
            image = image.resize((wide, self.height), resample=None)
        return np.asarray(image, np.uint8).copy()
