"""The scoreboard over a clip, standing as it did at its start: nothing later is told."""

from __future__ import annotations

from fractions import Fraction

from PyQt6.QtCore import QPointF, QRectF
from PyQt6.QtGui import QImage, QPainter

from annotator.ui.drawing.over_film import image_of_layer, place_of_layer
from annotator.ui.lessons.hiding import Hiding
from annotator.ui.lessons.scenes import Scene
from annotator.ui.player.film_view import FilmView
from exports.film_moments import Names
from exports.film_overlay import FilmOverlay
from exports.lesson.class_folder import BLIND
from exports.lesson.words import names_for
from exports.overlay import Canvas, Layer


class FrozenBoard:
    """An `Over` of the film's view, with what is blurred below it; the pointer passes through."""

    def __init__(self, overlay: FilmOverlay, at: Fraction, view: FilmView, hiding: Hiding) -> None:
        self._overlay, self._at = overlay, at
        self._view, self._hiding = view, hiding
        self._images: dict[Layer, QImage] = {}

    @classmethod
    def of(cls, scene: Scene, names: Names, view: FilmView) -> FrozenBoard:
        """The board of a question, with athletes called as `names` says."""
        moment = scene.moment
        overlay = FilmOverlay(
            scene.match, scene.ruleset, scene.sheet, BLIND, names_for(scene.match, names),
            board_at=moment.start,
        )  # fmt: skip
        return cls(overlay, moment.start, view, Hiding(scene.match, scene.opened.film))

    def paint(self, painter: QPainter, place: QRectF) -> None:
        """Paint the board of the moment `at` where the picture lies."""
        picture = self._view.picture
        if picture is not None:
            image, framing = self._view.shown_image, self._view.framing
            self._hiding.paint(painter, place, framing, picture.time, image)
        device = painter.device()
        ratio = device.devicePixelRatioF() if device is not None else 1.0
        canvas = Canvas(max(1, round(place.width() * ratio)), max(1, round(place.height() * ratio)))
        images: dict[Layer, QImage] = {}
        for layer, opacity in self._overlay.layers(self._at, canvas):
            image = images[layer] = self._images.get(layer) or image_of_layer(layer)
            painter.setOpacity(float(opacity))
            painter.drawImage(place_of_layer(layer, canvas, place), image)
        painter.setOpacity(1.0)
        self._images = images

    def press(self, spot: QPointF) -> bool:
        return False

    def follow(self, spot: QPointF, *, straight: bool) -> bool:
        return False

    def let_go(self, spot: QPointF) -> bool:
        return False

    def click_twice(self, spot: QPointF) -> bool:
        return False
