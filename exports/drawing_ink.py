"""How each kind of drawing looks: strokes with a rim of the opposite tone, so that they are seen on
every ground.

All is drawn `FINE` times as large into masks, and made smaller for smooth edges.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib.util import find_spec
from math import atan2, cos, degrees, hypot, pi, sin
from pathlib import Path
from typing import TYPE_CHECKING

from annotator.model.drawing import SCALE, Drawing, Point, Shape
from annotator.text import tr
from exports.overlay import Canvas, Layer

if TYPE_CHECKING:
    from PIL import ImageDraw, ImageFont

FINE = 3
LETTER = 6  # times as high as a line is wide
RIM_SHARE, _BOX_SHARE = 0.7, 0.75
"""How much of the picture a rim, or the box of a note, covers."""
Rgb = tuple[int, int, int]
Spot = tuple[float, float]
Box = tuple[float, float, float, float]

_DARK, _LIGHT = (12, 14, 18), (255, 255, 255)
INKS: dict[int, Rgb] = {
    1: (255, 214, 10), 2: (86, 180, 233), 3: (255, 107, 44), 4: (0, 170, 120), 5: _LIGHT, 6: _DARK,
}  # fmt: skip
"""The colours by their number. None means an athlete."""


def ink_name(colour: int) -> str:
    """What people call a colour."""
    names = {
        1: tr("yellow"), 2: tr("sky blue"), 3: tr("orange"), 4: tr("green"), 5: tr("white"),
        6: tr("black"),
    }  # fmt: skip
    return names[colour]


def angle_degrees(points: Sequence[Point], shape: float) -> float:
    """The angle (degrees, 0 to 180) at the second of three points, on a picture that is `shape`
    times as wide as high.
    """
    (ax, ay), (cx, cy), (bx, by) = points
    one = atan2(ay - cy, (ax - cx) * shape)
    other = atan2(by - cy, (bx - cx) * shape)
    turn = abs(degrees(one - other)) % 360
    return min(turn, 360 - turn)


def stroke_of(drawing: Drawing, width: float, height: float) -> tuple[float, float]:
    """How thick a drawing's lines are on a picture of this size, and how wide their rim; in the
    units of the size, which has square pixels.
    """
    thick = max(1.0, drawing.width * min(width, height) / 1000)
    return thick, max(1.0, thick * 0.3)


def tone_of(drawing: Drawing) -> Rgb:
    """The colour of the rim: the opposite of the ink."""
    return _LIGHT if drawing.colour == 6 else _DARK


def paint(drawing: Drawing, canvas: Canvas, lift: int = 0) -> Layer | None:
    """The layer of a drawing; None where nothing of it is on the picture.

    `lift`: so many pixels above the lower edge of the picture a note stands.
    """
    import numpy as np
    from PIL import Image, ImageDraw

    pen = _Pen(drawing, canvas, lift)
    wide = canvas.width / pen.width
    left, top, right, bottom = pen.bounds()
    box = (
        max(0, int(left * wide)), max(0, int(top)),
        min(canvas.width, int(right * wide) + 1), min(canvas.height, int(bottom) + 1),
    )  # fmt: skip
    if box[0] >= box[2] or box[1] >= box[3]:
        return None
    size = (box[2] - box[0], box[3] - box[1])
    masks = []
    for grow in (0.0, pen.rim):
        mask = Image.new("L", (round(size[0] / wide * FINE), size[1] * FINE))
        pen.draw(ImageDraw.Draw(mask), (box[0] / wide, float(box[1])), grow)
        masks.append(np.asarray(mask.resize(size, Image.Resampling.BOX), np.float32) / 255)
    ink, rim = masks
    share = _BOX_SHARE if drawing.shape is Shape.NOTE else RIM_SHARE
    around = (1 - ink) * rim * share
    alpha = ink + around
    colour = np.array(INKS[drawing.colour], np.float32)
    tone = np.array(tone_of(drawing), np.float32)
    mixed = ink[..., None] * colour + around[..., None] * tone
    mixed /= np.maximum(alpha, 1e-6)[..., None]
    pixels = np.concatenate((mixed, alpha[..., None] * 255), axis=2)
    return Layer(box[0], box[1], np.rint(pixels).astype(np.uint8))


@lru_cache(maxsize=64)
def _font(size: int) -> ImageFont.FreeTypeFont:
    """The bold font that matplotlib ships, so many pixels high; matplotlib itself is not loaded."""
    from PIL import ImageFont

    spec = find_spec("matplotlib")
    assert spec is not None
    assert spec.origin is not None
    fonts = Path(spec.origin).parent / "mpl-data" / "fonts" / "ttf"
    return ImageFont.truetype(str(fonts / "DejaVuSans-Bold.ttf"), size)


class _Pen:
    """One drawing on one picture. Lengths are pixels of its height, also across."""

    def __init__(self, drawing: Drawing, canvas: Canvas, lift: int) -> None:
        square = canvas.pixel_aspect == 1
        self.width = float(canvas.width if square else canvas.width * canvas.pixel_aspect)
        self.height = float(canvas.height)
        self.shape = drawing.shape
        self.thick, self.rim = stroke_of(drawing, self.width, self.height)
        self.spots = [(x * self.width / SCALE, y * self.height / SCALE) for x, y in drawing.points]
        self.text = ""
        if drawing.shape is Shape.ANGLE:
            shape = self.width / self.height
            self.text = f"{angle_degrees(drawing.points, shape):.0f}°"
            self.at = self._beside_corner()
        elif drawing.shape in (Shape.TEXT, Shape.NOTE):
            self.text = self._wrapped(drawing.text)
            self.at = self._kept_inside(lift)

    # ------------------------------------------------------------------ texts

    @property
    def font(self) -> ImageFont.FreeTypeFont:
        return _font(max(8, round(self.thick * LETTER * FINE)))

    def _wrapped(self, text: str) -> str:
        """The text in lines that the picture has room for."""
        room = self.width * 0.9 * FINE
        lines: list[str] = []
        for paragraph in text.splitlines() or [text]:
            line = ""
            for word in paragraph.split():
                longer = f"{line} {word}".strip()
                if line and self.font.getlength(longer) > room:
                    lines.append(line)
                    line = word
                else:
                    line = longer
            lines.append(line)
        return "\n".join(lines)

    def text_box(self) -> Box:
        """What a text covers if its middle is at 0, 0."""
        from PIL import Image, ImageDraw

        draw = ImageDraw.Draw(Image.new("L", (1, 1)))
        box = draw.multiline_textbbox(
            (0, 0), self.text, self.font, anchor="mm", align="center", spacing=self._spacing
        )
        return (box[0] / FINE, box[1] / FINE, box[2] / FINE, box[3] / FINE)

    @property
    def _spacing(self) -> float:
        return self.thick * FINE

    @property
    def _pad(self) -> float:
        return self.thick * 2

    def _kept_inside(self, lift: int) -> Spot:
        """The middle of the text, moved so that all of it is on the picture if it has room."""
        left, top, right, bottom = self.text_box()
        pad = self.rim + 1
        if self.shape is Shape.NOTE:
            return self.width / 2, self.height - lift - 2 * self._pad - bottom
        x, y = self.spots[0]
        return (
            max(pad - left, min(x, self.width - pad - right)),
            max(pad - top, min(y, self.height - pad - bottom)),
        )

    def _arms(self) -> tuple[float, float, float]:
        """The directions (radians, clockwise) in which the arc begins and how far it goes, and its
        radius.
        """
        (ax, ay), (cx, cy), (bx, by) = self.spots
        one, other = atan2(ay - cy, ax - cx), atan2(by - cy, bx - cx)
        turn = (other - one) % (2 * pi)
        if turn > pi:
            one, turn = other, 2 * pi - turn
        shorter = min(hypot(ax - cx, ay - cy), hypot(bx - cx, by - cy))
        return one, turn, max(min(shorter * 0.4, self.thick * 8), self.thick)

    def _beside_corner(self) -> Spot:
        start, turn, radius = self._arms()
        middle, away = start + turn / 2, radius + self.thick * LETTER * 0.9
        if turn < pi / 3:  # between the arms there is no room
            middle, away = middle + pi, self.thick * LETTER
        x, y = self.spots[1]
        return x + away * cos(middle), y + away * sin(middle)

    # ------------------------------------------------------------------ what is covered

    def bounds(self) -> Box:
        """A box around all that is drawn."""
        boxes = []
        if self.spots and self.shape is not Shape.TEXT:
            across = [x for x, _ in self.spots]
            down = [y for _, y in self.spots]
            reach = self.thick * (3 if self.shape is Shape.ARROW else 1)
            if self.shape is Shape.ANGLE:
                reach += self._arms()[2]
            boxes.append((
                min(across) - reach, min(down) - reach, max(across) + reach, max(down) + reach,
            ))  # fmt: skip
        if self.text:
            pad = self._pad if self.shape is Shape.NOTE else 0.0
            left, top, right, bottom = self.text_box()
            x, y = self.at
            boxes.append((x + left - pad, y + top - pad, x + right + pad, y + bottom + pad))
        pad = self.rim + 2
        return (
            min(box[0] for box in boxes) - pad, min(box[1] for box in boxes) - pad,
            max(box[2] for box in boxes) + pad, max(box[3] for box in boxes) + pad,
        )  # fmt: skip

    # ------------------------------------------------------------------ drawing

    def draw(self, mask: ImageDraw.ImageDraw, origin: Spot, grow: float) -> None:
        """Draw into a mask whose corner lies at `origin`; `grow`: so much thicker all around."""

        def at(spot: Spot) -> Spot:
            return (spot[0] - origin[0]) * FINE, (spot[1] - origin[1]) * FINE

        spots = [at(spot) for spot in self.spots]
        thick = (self.thick + 2 * grow) * FINE
        match self.shape:
            case Shape.ARROW:
                self._arrow(mask, spots[0], spots[1], thick, grow * FINE)
            case Shape.LINE | Shape.FREEHAND:
                _line(mask, spots, thick)
            case Shape.CIRCLE:
                _ellipse(mask, spots[0], spots[1], thick)
            case Shape.ANGLE:
                _line(mask, spots, thick)
                self._arc(mask, spots[1], thick * 0.7)
            case Shape.NOTE if grow:
                left, top, right, bottom = self.text_box()
                x, y = self.at
                corners = (
                    at((x + left - self._pad, y + top - self._pad)),
                    at((x + right + self._pad, y + bottom + self._pad)),
                )
                mask.rounded_rectangle(corners, self._pad * FINE, fill=255)
                return
        if self.text:
            mask.multiline_text(
                at(self.at), self.text, 255, self.font, anchor="mm", align="center",
                spacing=self._spacing, stroke_width=round(grow * FINE),
            )  # fmt: skip

    def _arrow(
        self, mask: ImageDraw.ImageDraw, tail: Spot, tip: Spot, thick: float, grow: float
    ) -> None:
        far = hypot(tip[0] - tail[0], tip[1] - tail[1])
        if not far:
            _line(mask, [tail], thick)
            return
        along = ((tip[0] - tail[0]) / far, (tip[1] - tail[1]) / far)
        long = min(self.thick * FINE * 4.5, far)
        base = (tip[0] - along[0] * long, tip[1] - along[1] * long)
        half = long * 0.55
        corners = [
            tip,
            (base[0] - along[1] * half, base[1] + along[0] * half),
            (base[0] + along[1] * half, base[1] - along[0] * half),
        ]
        _line(mask, [tail, base], thick)
        mask.polygon(corners, fill=255)
        if grow:
            _line(mask, [*corners, corners[0]], 2 * grow)

    def _arc(self, mask: ImageDraw.ImageDraw, corner: Spot, thick: float) -> None:
        start, turn, radius = self._arms()
        reach = radius * FINE + thick / 2
        box = (corner[0] - reach, corner[1] - reach, corner[0] + reach, corner[1] + reach)
        mask.arc(box, degrees(start), degrees(start + turn), fill=255, width=max(1, round(thick)))


def _line(mask: ImageDraw.ImageDraw, spots: Sequence[Spot], thick: float) -> None:
    """A line with round ends and corners."""
    if len(spots) > 1:
        mask.line(list(spots), fill=255, width=max(1, round(thick)), joint="curve")
    half = thick / 2
    for x, y in (spots[0], spots[-1]):
        mask.ellipse((x - half, y - half, x + half, y + half), fill=255)


def _ellipse(mask: ImageDraw.ImageDraw, one: Spot, other: Spot, thick: float) -> None:
    half = thick / 2
    left, right = sorted((one[0], other[0]))
    top, bottom = sorted((one[1], other[1]))
    box = (left - half, top - half, right + half, bottom + half)
    mask.ellipse(box, outline=255, width=max(1, round(thick)))
