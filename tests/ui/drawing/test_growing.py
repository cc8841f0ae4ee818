"""A line by hand while it is drawn: each piece is painted once, and it looks as it will when done."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import cos, sin

import numpy as np
import pytest
from PyQt6.QtCore import QRectF
from PyQt6.QtGui import QImage, QPainter
from PyQt6.QtWidgets import QApplication

from annotator.model.drawing import SCALE, Drawing, Point, Shape
from annotator.ui.drawing.over_film import OverFilm
from annotator.ui.player.framing import Framing

SIZE = (640, 360)
WAY: tuple[Point, ...] = tuple(
    (int(SCALE * (0.5 + 0.4 * cos(n * 0.05))), int(SCALE * (0.5 + 0.4 * sin(n * 0.08))))
    for n in range(120)
)


def line(points: tuple[Point, ...], colour: int = 1) -> Drawing:
    return Drawing("a", Shape.FREEHAND, points, Fraction(0), 0, 0, colour=colour)


def painted(over: OverFilm, *, draft: Drawing | None = None, done: Drawing | None = None) -> QImage:
    image = QImage(*SIZE, QImage.Format.Format_RGB32)
    image.fill(0x808080)
    painter = QPainter(image)
    seen = [(done, Fraction(1))] if done is not None else []
    over.paint(painter, QRectF(0, 0, *SIZE), Framing(), seen, draft)
    painter.end()
    return image


def pixels(image: QImage) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    bits = image.constBits()
    assert bits is not None
    raw = np.frombuffer(bits.asstring(image.sizeInBytes()), np.uint8)
    return raw.reshape(SIZE[1], SIZE[0], 4)[..., :3].astype(np.float64)


def test_a_move_paints_the_new_piece_only(qapp: QApplication) -> None:
    over = OverFilm()
    for length in range(1, len(WAY) + 1):
        painted(over, draft=line(WAY[:length]))
        painted(over, draft=line(WAY[:length]))  # as when the film goes on below
    assert over.line.pieces == len(WAY) - 1


@pytest.mark.parametrize("colour", [1, 5, 6])
def test_it_looks_as_when_it_is_done(qapp: QApplication, colour: int) -> None:
    over = OverFilm()
    for length in range(1, len(WAY) + 1, 7):
        painted(over, draft=line(WAY[:length], colour))
    grown = pixels(painted(over, draft=line(WAY, colour)))
    done = pixels(painted(OverFilm(), done=line(WAY, colour)))
    ground = pixels(painted(OverFilm()))
    apart = np.abs(grown - done).max(axis=2)
    inked = np.abs(done - ground).max(axis=2) > 0
    assert np.count_nonzero(inked) > 1000
    assert (apart > 60).sum() < 0.08 * inked.sum()  # edges are smoothed in two ways
    assert apart[~inked].mean() < 1


def test_another_line_has_nothing_of_the_one_before(qapp: QApplication) -> None:
    over = OverFilm()
    painted(over, draft=line(WAY))
    for other in (line(WAY[60:80]), replace(line(WAY[60:80]), width=30), line(WAY[:1])):
        assert painted(over, draft=other) == painted(OverFilm(), draft=other)
    assert painted(over) == painted(OverFilm())
