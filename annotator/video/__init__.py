"""Exact frames of any film, upright, each with its own presentation time.

`from annotator.video import Footage` is all that most callers need. Importing this package loads
neither PyAV nor numpy nor OpenCV: the names below are looked up when they are first used, so that
a command that touches no film starts at once.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from annotator.video.async_reader import FrameServer
    from annotator.video.footage import Footage
    from annotator.video.health import Finding, HealthReport
    from annotator.video.picture import Picture
    from annotator.video.reel import Reel
    from annotator.video.shelf import Shelf
    from annotator.video.writer import FilmWriter

__all__ = [
    "FilmWriter",
    "Finding",
    "Footage",
    "FrameServer",
    "HealthReport",
    "Picture",
    "Reel",
    "Shelf",
]

_HOMES = {
    "FilmWriter": "annotator.video.writer",
    "Finding": "annotator.video.health",
    "Footage": "annotator.video.footage",
    "FrameServer": "annotator.video.async_reader",
    "HealthReport": "annotator.video.health",
    "Picture": "annotator.video.picture",
    "Reel": "annotator.video.reel",
    "Shelf": "annotator.video.shelf",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
