"""The matches of a lesson with their films, opened one match at a time."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING

from annotator.cli.films import open_match
from annotator.errors import AnnotatorError, LessonError
from annotator.model.time import first_frame_at
from annotator.text import tr

if TYPE_CHECKING:
    from types import TracebackType

    from annotator.files.lesson_matches import LessonMatches
    from annotator.film_set import FilmSet
    from annotator.model.lesson import Moment
    from annotator.scoring.lesson_making import Taught
    from annotator.video import Reel

_PICTURE_WIDTH = 480


class LessonFilms:
    """Opens the film of a moment; the films of the last match stay open. Use it as a context."""

    def __init__(self, matches: LessonMatches) -> None:
        self.matches = matches
        self._stack = ExitStack()
        self._open: tuple[str, FilmSet] | None = None

    def __enter__(self) -> LessonFilms:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self._stack.close()
        self._open = None

    def of(self, moment: Moment) -> Taught | None:
        """The match that a moment is from, scored; None if it is not there."""
        return self.matches.of(moment)

    def film(self, moment: Moment) -> AbstractContextManager[Reel]:
        """What the first camera shows of a moment's match. Raises AnnotatorError."""
        return self._film(moment)

    @contextmanager
    def _film(self, moment: Moment) -> Iterator[Reel]:
        yield self._reel(moment)

    def _reel(self, moment: Moment) -> Reel:
        taught = self.matches.of(moment)
        place = self.matches.places.get(moment.match)
        if taught is None or place is None:
            raise self.matches.absent[moment.match, moment.ruleset]
        if not taught.match.media:
            raise LessonError(
                tr("Its match has no film."), where=moment.id,
                mend=tr("Open the match, choose its film, save it, and write the page again."),
            )  # fmt: skip
        if self._open is None or self._open[0] != moment.match:
            self._stack.close()
            films = self._stack.enter_context(open_match(place, taught.match))
            self._open = moment.match, films
        films = self._open[1]
        camera = films.cameras[0]
        for number, media in enumerate(films.media, 1):
            if media.camera == camera and number in films.absent:
                raise films.absent[number]
        return films.reel(camera)

    def picture(self, moment: Moment, time: Fraction) -> bytes | None:
        """The first frame at or after a time of a moment's match, as a small JPEG; None: no film.

        What is marked to be blurred is.
        """
        from PIL import Image

        from exports.mosaic import mosaic, regions_at

        try:
            reel = self._reel(moment)
            index = first_frame_at(reel.times, time)
            if index is None:
                return None
            ref, taught = reel.ref(index), self.matches.of(moment)
            hidden = (
                [] if ref is None or taught is None else regions_at(taught.match, time, ref.part)
            )
            image = Image.fromarray(mosaic(reel.frame(index), hidden))
        except AnnotatorError:
            return None
        image.thumbnail((_PICTURE_WIDTH, _PICTURE_WIDTH))
        data = io.BytesIO()
        image.save(data, "JPEG", quality=82)
        return data.getvalue()
