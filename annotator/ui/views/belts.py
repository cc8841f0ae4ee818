"""Belt colours as painted strips."""

from __future__ import annotations

from PyQt6.QtGui import QColor

# Belt colours that have no name of their own in Qt, or another one than on the mat.
_BELTS = {
    "white": "#f5f5f5", "grey": "#8d8d8d", "gray": "#8d8d8d", "yellow": "#f2c500",
    "orange": "#ef7d00", "green": "#2e8b3d", "blue": "#1d5fbf", "purple": "#6b2d8f",
    "brown": "#6b4423", "black": "#161616", "red": "#c8201f", "coral": "#d9483b",
    "blanche": "#f5f5f5", "grise": "#8d8d8d", "jaune": "#f2c500", "verte": "#2e8b3d",
    "bleue": "#1d5fbf", "violette": "#6b2d8f", "marron": "#6b4423", "noire": "#161616",
    "rouge": "#c8201f", "белый": "#f5f5f5", "серый": "#8d8d8d", "жёлтый": "#f2c500",
    "оранжевый": "#ef7d00", "зелёный": "#2e8b3d", "синий": "#1d5fbf",
    "пурпурный": "#6b2d8f", "коричневый": "#6b4423", "чёрный": "#161616", "красный": "#c8201f",
}  # fmt: skip


def belt_color(belt: str) -> QColor | None:
    """The colour of a belt that was written in words, or None."""
    name = belt.strip().lower()
    return QColor(_BELTS[name]) if name in _BELTS else None
