"""The strip of small pictures below the ruler of a timeline."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from PyQt6.QtCore import QRectF
from PyQt6.QtGui import QPainter

from annotator.ui.thumbnails import Pictures, Slot
from annotator.ui.views.theme import Theme
from annotator.ui.views.timeline_geometry import Window

STRIP_HEIGHT = 36
LANES_FIRST = 6
"""So many lanes have to find room before pictures do: those of the match and one of scores."""
_PITCH = 59.0
_SIZE = (57.0, 32.0)


@dataclass(frozen=True, slots=True)
class Placed:
    """A place of the strip and the time at its left edge, in seconds."""

    time: float
    slot: Slot


def places(window: Window, frames: Sequence[Fraction]) -> list[Placed]:
    """The places in sight that have a frame. They are counted from time 0, so that they stay where
    they are while the window is moved.
    """
    if not frames:
        return []
    step = _PITCH / window.rate
    found: list[Placed] = []
    for number in range(floor(window.start / step), floor(window.end / step) + 1):
        time = number * step
        first, beyond = bisect_left(frames, time), bisect_left(frames, time + step)
        if first >= len(frames) or beyond <= 0:
            continue
        # Of single frames the one on screen at the left edge.
        slot = Slot(first, beyond - 1) if beyond > first else Slot(first - 1, first - 1)
        if not found or found[-1].slot != slot:
            found.append(Placed(time, slot))
    return found


def paint_strip(
    painter: QPainter,
    theme: Theme,
    window: Window,
    placed: Sequence[Placed],
    pictures: Pictures,
    top: int,
    seen: QRectF,
) -> None:
    """Paint the pictures that lie within `seen`; `painter` has its origin at the left of the lanes."""
    painter.fillRect(QRectF(0, top, window.width, STRIP_HEIGHT), theme.raised)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    for each in placed:
        box = QRectF(window.x(each.time) + 1, top + 2, *_SIZE)
        if not box.intersects(seen):
            continue
        image = pictures.nearest(each.slot)
        if image is None:
            painter.fillRect(box, theme.panel)
            continue
        scale = min(box.width() / image.width(), box.height() / image.height())
        wide, high = image.width() * scale, image.height() * scale
        target = QRectF(box.center().x() - wide / 2, box.center().y() - high / 2, wide, high)
        painter.drawImage(target, image)
