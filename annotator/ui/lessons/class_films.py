"""The films of a lesson for what is written from it: one match open at a time. For workers; no Qt."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Self

from annotator.errors import AnnotatorError
from annotator.files.lesson_file import place_of
from annotator.model.lesson import Moment
from annotator.model.time import first_frame_at
from annotator.ui.lessons.scenes import OpenMatch, open_match

if TYPE_CHECKING:
    from annotator.video import Reel

_WIDTH = 480


class ClassFilms:
    """Use it as a context: what is open is closed at its end."""

    def __init__(
        self, lesson_file: Path, cache_bytes: int, progress: Callable[[float], None]
    ) -> None:
        self._lesson_file, self._cache_bytes, self._progress = lesson_file, cache_bytes, progress
        self._open: OpenMatch | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self._open is not None:
            self._open.films.shelf.close()
            self._open = None

    def _reel(self, moment: Moment) -> Reel:
        path = place_of(moment.match, self._lesson_file)
        if self._open is None or self._open.path != path:
            self.__exit__()
            self._open = open_match(path, self._cache_bytes, self._progress)
        return self._open.film

    @contextmanager
    def film(self, moment: Moment) -> Iterator[Reel]:
        """What the first camera shows of a moment's match. Raises AnnotatorError."""
        yield self._reel(moment)

    def picture(self, moment: Moment, time: Fraction) -> bytes | None:
        """The first frame at or after a time as a small JPEG; None where there is none."""
        from PIL import Image

        try:
            reel = self._reel(moment)
            index = first_frame_at(reel.times, time)
            if index is None:
                return None
            image = Image.fromarray(reel.frame(index))
        except AnnotatorError:  # the page says that the film is not there by having no picture
            return None
        image.thumbnail((_WIDTH, _WIDTH))
        data = io.BytesIO()
        image.save(data, "JPEG", quality=82)
        return data.getvalue()
