"""What is marked to be blurred in a match is blurred in its lessons too."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from PyQt6.QtCore import QRectF
from PyQt6.QtGui import QImage, QPainter

from annotator.model.drawn import blurs_at
from annotator.model.match import Match
from annotator.ui.drawing.blurring import Blurring
from annotator.ui.player.framing import Framing

if TYPE_CHECKING:
    from annotator.video import Reel


class Hiding:
    """Hides areas of the pictures of a match's film. Safe in any thread."""

    def __init__(self, match: Match, film: Reel) -> None:
        self._match, self._film = match, film
        self._blurring = Blurring()

    def paint(
        self,
        painter: QPainter,
        place: QRectF,
        framing: Framing,
        time: Fraction,
        image: QImage | None,
    ) -> None:
        """Hide what has to be of the picture at a time (seconds of the match), which is `image` and
        lies at `place`.
        """
        ref = self._film.ref(self._film.index_at(time))
        areas = blurs_at(self._match, time, 1 if ref is None else ref.part)
        if areas:
            self._blurring.paint(painter, place, framing, areas, image, outlined=False)

    def hide(self, image: QImage, time: Fraction) -> None:
        """Hide it in the image itself, which is the whole picture as the film has it."""
        painter = QPainter(image)
        self.paint(painter, QRectF(image.rect()), Framing(), time, image.copy())
        painter.end()
