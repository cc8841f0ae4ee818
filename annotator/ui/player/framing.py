"""How the picture lies in its view: turned and mirrored by hand, enlarged and moved.

For the eye alone: frames keep their numbers, and what is saved or exported is the film's own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QImage, QTransform

MOST_ZOOM = 16.0
_MIDDLE = (0.5, 0.5)


@dataclass(frozen=True, slots=True)
class Framing:
    """Mirrored left to right if `mirrored`, then turned clockwise by `quarters` quarter turns;
    `zoom` times as large as what fits, with the point `centre` (shares of the width and height of
    what is seen then) in the middle of the view.
    """

    quarters: int = 0
    mirrored: bool = False
    zoom: float = 1.0
    centre: tuple[float, float] = _MIDDLE

    # ------------------------------------------------------------------ turning

    @property
    def upright(self) -> bool:
        """Whether the picture is neither turned nor mirrored."""
        return not self.quarters and not self.mirrored

    def turned(self, quarters: int) -> Framing:
        """Turned clockwise once more; all of it is seen again."""
        return Framing((self.quarters + quarters) % 4, self.mirrored)

    def flipped(self) -> Framing:
        """Mirrored left to right as it is seen now."""
        x, y = self.centre
        return Framing(-self.quarters % 4, not self.mirrored, self.zoom, (1 - x, y))

    def apply(self, image: QImage) -> QImage:
        """The image turned and mirrored; itself where nothing is to be done."""
        if self.mirrored:
            image = image.flipped(Qt.Orientation.Horizontal)
        if self.quarters:
            image = image.transformed(QTransform().rotate(90 * self.quarters))
        return image

    def aspect(self, aspect: Fraction) -> Fraction:
        """Width over height (of a pixel, or a picture) as it is seen."""
        return 1 / aspect if self.quarters % 2 else aspect

    # ------------------------------------------------------------------ enlarging

    def zoomed(
        self, factor: float, room: QRectF, fit: QRectF, at: QPointF | None = None
    ) -> Framing:
        """Enlarged by a factor; the point of the picture under `at` (the middle if None) stays.

        `room`: what the picture may fill; `fit`: where it lies when all of it is seen.
        """
        zoom = min(max(self.zoom * factor, 1.0), MOST_ZOOM)
        if zoom == 1:
            return self.fitted()
        still = at if at is not None else room.center()
        place = self.place(room, fit)
        share_x = (still.x() - place.x()) / place.width()
        share_y = (still.y() - place.y()) / place.height()
        # Where the middle of the view comes to lie when that point stays.
        x = share_x - (still.x() - room.center().x()) / (fit.width() * zoom)
        y = share_y - (still.y() - room.center().y()) / (fit.height() * zoom)
        return replace(self, zoom=zoom, centre=(x, y))._kept_in(room, fit)

    def moved(self, dx: float, dy: float, room: QRectF, fit: QRectF) -> Framing:
        """The picture pushed by so many points to the right and down."""
        x = self.centre[0] - dx / (fit.width() * self.zoom)
        y = self.centre[1] - dy / (fit.height() * self.zoom)
        return replace(self, centre=(x, y))._kept_in(room, fit)

    def fitted(self) -> Framing:
        """All of the picture, as large as it can be."""
        return replace(self, zoom=1.0, centre=_MIDDLE)

    def place(self, room: QRectF, fit: QRectF) -> QRectF:
        """Where the whole picture lies; parts of it may lie outside `room`."""
        if self.zoom == 1:
            return fit
        width, height = fit.width() * self.zoom, fit.height() * self.zoom
        left = room.center().x() - self.centre[0] * width
        top = room.center().y() - self.centre[1] * height
        return QRectF(left, top, width, height)

    def _kept_in(self, room: QRectF, fit: QRectF) -> Framing:
        """No gap is left at a side where there is picture to fill it."""
        x = _kept(self.centre[0], room.width() / (fit.width() * self.zoom))
        y = _kept(self.centre[1], room.height() / (fit.height() * self.zoom))
        return replace(self, centre=(x, y))


def _kept(centre: float, seen: float) -> float:
    """A centre from which `seen` (a share of the picture) shows nothing but picture."""
    return 0.5 if seen >= 1 else min(max(centre, seen / 2), 1 - seen / 2)
