"""The hall in which the sample match takes place, the scoreboard, and the shadows on the mat."""

from __future__ import annotations

import random
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from annotator.sample.body import Joints
from annotator.sample.figures import BLUE_GI, SCALE, WHITE_GI, View
from annotator.sample.paint import Canvas, Colour, blurred, darken, ellipse, fill, stroke

WIDTH, HEIGHT = 960, 540
GROUND = 470  # the picture's row on which the wrestlers stand
_MAT_FAR, _MAT_NEAR = 346, 560
_VANISH = 60.0  # rows above the far edge at which the mat's seams would meet
_TATAMI: tuple[Colour, Colour] = ((190, 202, 158), (180, 193, 148))
_EDGE: tuple[Colour, Colour] = ((196, 108, 86), (188, 100, 80))
_SEAM: Colour = (150, 142, 112)
_SHIRTS: tuple[Colour, ...] = (
    (86, 92, 110), (110, 88, 84), (78, 98, 96), (122, 112, 92), (96, 84, 106), (70, 78, 92), (132, 120, 112),
)  # fmt: skip


@lru_cache(maxsize=1)
def hall() -> Canvas:
    """The empty hall, at `SCALE` times the film's size. Treat it as read-only."""
    big = np.zeros((HEIGHT * SCALE, WIDTH * SCALE, 3), np.uint8)
    _wall(big)
    _crowd(big)
    big[:] = blurred(big, 2.2 * SCALE)
    _barrier(big)
    _floor(big)
    _mat(big)
    big.setflags(write=False)
    return big


def _box(big: Canvas, left: float, top: float, right: float, bottom: float, colour: Colour) -> None:
    big[
        round(top * SCALE) : round(bottom * SCALE),
        max(0, round(left * SCALE)) : round(right * SCALE),
    ] = colour


def _shape(big: Canvas, corners: list[tuple[float, float]], colour: Colour) -> None:
    fill(big, np.array([complex(x, y) * SCALE for x, y in corners]), colour)


def _wall(big: Canvas) -> None:
    top, bottom = np.array((122, 130, 142)), np.array((176, 172, 166))
    share = np.linspace(0, 1, big.shape[0])[:, None]
    big[:] = np.round(top * (1 - share) + bottom * share).astype(np.uint8)[:, None, :]
    for column in range(6):
        left = 36 + column * 156
        _box(big, left, 14, left + 108, 86, (206, 216, 222))
        _box(big, left + 51, 14, left + 57, 86, (138, 144, 152))
        _box(big, left, 47, left + 108, 52, (138, 144, 152))


def _crowd(big: Canvas) -> None:
    chance = random.Random(11)  # noqa: S311 - where spectators sit
    for row in range(4):
        y = 142 + row * 34
        _box(big, 0, y + 22, WIDTH, y + 60, (112 - row * 5, 108 - row * 5, 108 - row * 5))
        for seat in range(38):
            x = seat * 26 - 6 + (row % 2) * 13 + chance.uniform(-3, 3)
            if chance.random() < 0.22:
                continue
            shirt = chance.choice(_SHIRTS)
            skin = chance.choice(((196, 156, 130), (160, 120, 96), (206, 170, 146), (120, 88, 72)))
            lift = chance.uniform(-3, 3)
            _disc(big, x, y + 26 + lift, 12, shirt)
            _box(big, x - 12, y + 26 + lift, x + 12, y + 48, shirt)
            _disc(big, x, y + 6 + lift, 7.5, skin)
            _disc(big, x, y + 3 + lift, 7, tuple(round(c * 0.4) for c in skin))  # type: ignore[arg-type]
            _disc(big, x, y + 8 + lift, 6, skin)


def _disc(big: Canvas, x: float, y: float, radius: float, colour: Colour) -> None:
    ellipse(big, complex(x, y) * SCALE, radius * SCALE, radius * SCALE, colour)


def _barrier(big: Canvas) -> None:
    _box(big, 0, 262, WIDTH, 318, (58, 70, 88))
    _box(big, 0, 262, WIDTH, 266, (92, 106, 126))
    picture = Image.fromarray(big)
    pen = ImageDraw.Draw(picture)
    words = ("S A M P L E   O P E N", "G I  ·  G R A P P L I N G", "S A M P L E   O P E N")
    for number, text in enumerate(words):
        middle = (160 + number * 320) * SCALE
        pen.text((middle, 292 * SCALE), text, (150, 164, 184), font(15 * SCALE), anchor="mm")
    big[:] = np.asarray(picture)


def _floor(big: Canvas) -> None:
    first = 318 * SCALE
    share = np.linspace(0, 1, big.shape[0] - first)[:, None]
    far, near = np.array((142, 132, 122)), np.array((120, 110, 102))
    big[first:] = np.round(far * (1 - share) + near * share).astype(np.uint8)[:, None, :]


def _column(unit: float, y: float) -> float:
    """Picture column of a seam that is `unit` mats right of the middle, in a row of the picture."""
    depth = (y - _MAT_FAR + _VANISH * 4) / (_VANISH * 4)
    return WIDTH / 2 + unit * 74 * depth


def _row(unit: float) -> float:
    """Picture row of a seam, 0 the far edge to 1 the near one."""
    return _MAT_FAR + (_MAT_NEAR - _MAT_FAR) * (0.62 * unit + 0.38 * unit * unit)


def _mat(big: Canvas) -> None:
    across, deep = 6, 6
    _shape(big, [(_column(-6.1, _MAT_FAR - 5), _MAT_FAR - 6), (_column(6.1, _MAT_FAR - 5), _MAT_FAR - 6),
                 (_column(6.2, _MAT_NEAR), _MAT_NEAR), (_column(-6.2, _MAT_NEAR), _MAT_NEAR)],
           (104, 70, 60))  # fmt: skip
    for row in range(deep):
        y1, y2 = _row(row / deep), _row((row + 1) / deep)
        for column in range(-across, across):
            edge = row in (0, deep - 1) or column in (-across, -across + 1, across - 2, across - 1)
            colour = (_EDGE if edge else _TATAMI)[(row + column) % 2]
            corners = [(_column(column, y1), y1), (_column(column + 1, y1), y1),
                       (_column(column + 1, y2), y2), (_column(column, y2), y2)]  # fmt: skip
            _shape(big, corners, colour)
    for row in range(deep + 1):
        y = _row(row / deep)
        _line(big, (_column(-across, y), y), (_column(across, y), y))
    for column in range(-across, across + 1):
        _line(big, (_column(column, _MAT_FAR), _MAT_FAR), (_column(column, _MAT_NEAR), _MAT_NEAR))


def _line(big: Canvas, start: tuple[float, float], end: tuple[float, float]) -> None:
    stroke(big, [complex(*start) * SCALE, complex(*end) * SCALE], _SEAM, SCALE)


@lru_cache(maxsize=16)
def font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """The font that comes with Pillow."""
    return ImageFont.load_default(size)


_CASTING = ("pelvis", "chest", "knee_n", "knee_f", "foot_n", "foot_f", "head", "hand_n")
_COARSE = 4 * SCALE  # shadows are drawn so many times smaller


def shadow(canvas: Canvas, joints: tuple[Joints, ...], view: View) -> None:
    """Darken the mat under the bodies: soft, and lighter the higher the body is."""
    height, width = canvas.shape[0] // _COARSE, canvas.shape[1] // _COARSE
    light = np.full((height, width), 255, np.uint8)
    spots = [body[name] for body in joints for name in _CASTING]
    for spot in sorted(spots, key=lambda point: -point.imag):  # the darkest last
        middle = view.at(complex(spot.real, 4.0)) / _COARSE
        radius = (32 + spot.imag * 0.04) * view.zoom * SCALE / _COARSE
        shade = round(255 - 108 * max(0.0, 1 - spot.imag / 210))
        ellipse(light, middle, radius, radius * 0.3, shade)
    light = blurred(light, 1.6)
    rows = np.flatnonzero(light.min(axis=1) < 253)
    if not len(rows):
        return
    first, last = max(rows[0] - 1, 0), min(rows[-1] + 2, height)
    darken(canvas[first * _COARSE : last * _COARSE, : width * _COARSE], light[first:last])


@lru_cache(maxsize=4)
def board(clock: str, names: tuple[str, str]) -> NDArray[np.uint8]:
    """The board in the picture's corner: both athletes and the clock; no points."""
    width, height = 250, 58
    picture = Image.new("RGB", (width * 2, height * 2), (22, 26, 34))
    pen = ImageDraw.Draw(picture)
    for number, (name, outfit) in enumerate(zip(names, (WHITE_GI, BLUE_GI), strict=True)):
        top = number * height
        pen.rectangle((0, top, width * 2, top + height - 2), (34, 40, 52))
        pen.rectangle((0, top, 20, top + height - 2), outfit.cloth)
        pen.rectangle((20, top, 28, top + height - 2), outfit.belt)
        pen.text((44, top + height // 2), name, (238, 240, 244), font(27), anchor="lm")
    pen.rectangle((width * 2 - 142, 0, width * 2, height * 2), (16, 18, 24))
    pen.text((width * 2 - 71, height), clock, (255, 214, 92), font(52), anchor="mm")
    small = picture.resize((width, height), Image.Resampling.LANCZOS)
    return np.asarray(small, np.uint8)


@lru_cache(maxsize=10)
def digit(number: int) -> NDArray[np.uint8]:
    """A digit of the frame counter."""
    picture = Image.new("RGB", (12, 18), (24, 26, 32))
    ImageDraw.Draw(picture).text((6, 9), str(number), (236, 236, 236), font(15), anchor="mm")
    return np.asarray(picture, np.uint8)
