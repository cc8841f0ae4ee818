"""Small pictures of matches: made once, in a worker, and kept with what can be made anew."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from PyQt6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PyQt6.QtGui import QImage

from annotator.errors import AnnotatorError
from annotator.files.atomic import write_atomically
from annotator.files.places import indices_folder, thumbnails_folder
from annotator.files.recent import RecentMatch
from annotator.ui.player.film_view import image_of

SIZE = (256, 144)
"""Device pixels: what a card shows on a screen of double density is still sharp enough."""
MOST_KEPT = 60
_SUFFIX = ".jpg"


def kept_picture(match: RecentMatch) -> QImage | None:
    """The picture of a match if it was made before."""
    place = _place(match)
    if place is None:
        return None
    image = QImage(str(place))
    if image.isNull():
        return None
    with contextlib.suppress(OSError):
        os.utime(place)  # those not seen for longest go first
    return image


def make_picture(match: RecentMatch) -> QImage | None:
    """Decode the frame that shows a match, keep it, and return it; None where it cannot be had now.

    A film whose frames were never listed is not read for a small picture: its first one does, and
    is not kept.
    """
    place = _place(match)
    if place is None or match.film is None or not match.film.is_file():
        return None
    from annotator.video.index_cache import is_kept

    try:
        listed = is_kept(match.film, indices_folder())
        image = _decoded(match.film, match.frame) if listed else _first(match.film)
    except AnnotatorError:
        return None  # opening the match says what is wrong with its film
    if image is None:
        return None
    image = image.scaled(
        *SIZE, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
    )
    if listed:
        _keep(image, place)
    return image


def _keep(image: QImage, place: Path) -> None:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "JPEG", 85)
    buffer.close()
    with contextlib.suppress(AnnotatorError, OSError):  # it is made anew next time
        place.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(place, data.data())
        _drop_oldest(place.parent)


def _decoded(film: Path, frame: int) -> QImage:
    from annotator.video import Footage

    with Footage.open(film, index_cache=indices_folder()) as footage:
        picture = footage.picture(min(frame, len(footage) - 1), SIZE)
        return image_of(picture).copy()


def _first(film: Path) -> QImage | None:
    from annotator.video.first_look import first_look

    look = first_look(film, SIZE)
    return image_of(look.picture).copy() if look is not None else None


def _place(match: RecentMatch) -> Path | None:
    return thumbnails_folder() / (match.picture + _SUFFIX) if match.picture else None


def _drop_oldest(folder: Path) -> None:
    kept = sorted(folder.glob(f"*{_SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in kept[MOST_KEPT:]:
        path.unlink(missing_ok=True)
