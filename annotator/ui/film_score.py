"""The score on the film: board, clock, running holds, captions and rulings, as clips have them.

What they look like is painted in a worker; until it is there, what was shown before stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from PyQt6.QtCore import QRectF
from PyQt6.QtGui import QImage, QPainter

from annotator.model.time import FrameRef
from annotator.text import language, tr
from annotator.ui.acting import Actions
from annotator.ui.drawing.over_film import image_of_layer, place_of_layer
from annotator.ui.workers import Newest
from exports.film_overlay import FilmOverlay, Shown
from exports.overlay import Canvas, Layer

if TYPE_CHECKING:
    from annotator.ui.window import Window
    from exports.film_ink import Item
    from exports.overlay import Pixels

_AHEAD = Fraction(1, 4)
"""So many seconds ahead it is painted while the film plays."""
_SHOWN = Shown(drawings=False)  # they lie over the film already


class FilmScore(Actions):
    """Lays the score of the ruleset whose board stands in full over the film."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.on = window.settings.film_score
        self._overlay: FilmOverlay | None = None
        self._made_of: tuple[object, ...] = ()
        self._making: tuple[object, ...] = ()
        self._shown: tuple[Canvas, list[tuple[Layer, Fraction]]] | None = None
        self._images: dict[Layer, QImage] = {}
        self.is_up_to_date = False
        """Whether what lies on the film is what is said at the moment shown."""
        self._maker, self._painter = Newest(window.workers, self), Newest(window.workers, self)
        self._maker.done.connect(self._made)
        self._painter.done.connect(self._painted)
        for newest in (self._maker, self._painter):
            newest.failed.connect(self._failed)
        window.scorer.scored.connect(self._scored)

    def toggle(self) -> None:
        """Show the score on the film, or no more, from now on and in windows to come."""
        self.on = not self.on
        self.window.change_settings(replace(self.window.settings, film_score=self.on))
        self.window.drawings.show()
        if self.on:
            self._follow()
            self.window.say(tr("The score lies on the film, as on clips that are made of it."))
        else:
            self._overlay, self._shown, self._made_of = None, None, ()
            self._images = {}
            self.window.say(tr("The score is no longer on the film."))

    def paint(
        self, painter: QPainter, place: QRectF, moment: tuple[Fraction, FrameRef] | None
    ) -> None:
        """Lay what is said at a moment over the part of the picture that is seen; the whole picture
        lies at `place`.
        """
        if not self.on or moment is None:
            return
        self._follow()
        device = painter.device()
        ratio = device.devicePixelRatioF() if device is not None else 1.0
        seen = place & QRectF(self.window.film_view.rect())
        canvas = Canvas(max(1, round(seen.width() * ratio)), max(1, round(seen.height() * ratio)))
        overlay, time, self.is_up_to_date = self._overlay, moment[0], False
        if overlay is not None:
            wanted = overlay.unpainted(time, canvas)
            if not wanted:
                self._shown = (canvas, overlay.layers(time, canvas))
                self.is_up_to_date = not self._making
                if self.player.playing:
                    wanted = overlay.unpainted(time + _AHEAD, canvas)
            if wanted:
                self._paint(overlay, wanted, canvas)
        if self._shown is None:
            return
        canvas, layers = self._shown
        images: dict[Layer, QImage] = {}
        for layer, _ in layers:
            image = images[layer] = self._images.get(layer) or image_of_layer(layer)
            painter.drawImage(place_of_layer(layer, canvas, seen), image)
        self._images = images

    # ------------------------------------------------------------------ what is shown

    def _scored(self, sheets: object, rulesets: object) -> None:
        if self.on:
            self._follow()

    def _follow(self) -> None:
        """Have it made anew if the match, its scores, the leading board or the language are others."""
        scores, leading = self.window.scorer.scores, self.window.strip.leading()
        wanted = (scores, leading, language())
        # By identity: the same scores need no look at what is in them.
        if any(one and one[0] is scores and one[1:] == wanted[1:] for one in self._known()):
            return
        self._making = wanted
        ruleset = next((one for one in self.window.scorer.rulesets if one.id == leading), None)
        sheet = scores.sheets.get(leading)

        def work(progress: object) -> object:
            return wanted, FilmOverlay(scores.match, ruleset, sheet, _SHOWN)

        self._maker.submit(work)

    def _known(self) -> tuple[tuple[object, ...], ...]:
        return (self._made_of, self._making)

    def _made(self, result: object) -> None:
        assert isinstance(result, tuple)
        self._made_of, self._overlay = result
        self._making = ()
        self.window.film_view.update()

    def _paint(self, overlay: FilmOverlay, items: Sequence[Item], canvas: Canvas) -> None:
        def work(progress: object) -> object:
            from exports.film_ink import drawn

            return overlay, canvas, [(item, drawn(item, canvas)) for item in items]

        if not self._painter.busy:  # what is wanted then is asked for when this is there
            self._painter.submit(work)

    def _painted(self, result: object) -> None:
        assert isinstance(result, tuple)
        overlay: FilmOverlay
        canvas: Canvas
        painted: list[tuple[Item, Pixels]]
        overlay, canvas, painted = result
        for item, pixels in painted:
            overlay.keep(item, canvas, pixels)
        self.window.film_view.update()

    def _failed(self, error: object) -> None:
        """It cannot be shown; say so once instead of trying again with every picture."""
        self.on, self._overlay, self._shown = False, None, None
        self.window.drawings.show()
        self.window.show_error(error)
