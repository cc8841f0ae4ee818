"""The films of a lesson, for what is written from it: those of one match are open at a time."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Self

from annotator.errors import AnnotatorError, Cancelled, LessonError
from annotator.model.match import Match
from annotator.model.time import first_frame_at
from annotator.text import tr
from exports.mosaic import mosaic, regions_at

if TYPE_CHECKING:
    from annotator.files.lesson_matches import LessonMatches
    from annotator.model.lesson import Lesson, Moment
    from annotator.scoring.lesson_making import Taught
    from annotator.video import Reel

_PICTURE_WIDTH = 480

Opener = Callable[[Path, Match], "AbstractContextManager[Reel]"]
"""Opens what the first camera shows of the match in a file. Raises AnnotatorError where it cannot."""


class LessonFilms:
    """Opens the film of a moment; the films of the last match stay open. Use it as a context."""

    def __init__(self, matches: LessonMatches, opener: Opener) -> None:
        self.matches = matches
        self._opener = opener
        self._stack = ExitStack()
        self._open: tuple[str, Reel] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._close()

    def _close(self) -> None:
        self._open = None
        self._stack.close()

    def of(self, moment: Moment) -> Taught | None:
        """The match that a moment is from, scored; None if it is not there."""
        return self.matches.of(moment)

    def problems(self, lesson: Lesson) -> dict[str, AnnotatorError]:
        """Why the film of a match cannot be shown, by the match's path as the lesson names it."""
        found: dict[str, AnnotatorError] = {}
        for moment in {moment.match: moment for moment in lesson.moments}.values():
            if self.matches.of(moment) is None:
                continue  # that is said of the match itself
            try:
                self._reel(moment)
            except Cancelled:
                raise
            except AnnotatorError as error:
                found[moment.match] = error
        return found

    @contextmanager
    def film(self, moment: Moment) -> Iterator[Reel]:
        """What the first camera shows of a moment's match. Raises AnnotatorError."""
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
            self._close()
            self._open = moment.match, self._stack.enter_context(self._opener(place, taught.match))
        return self._open[1]

    def picture(self, moment: Moment, time: Fraction) -> bytes | None:
        """The first frame at or after a time of a moment's match, as a small JPEG; None: no film.

        What is marked to be blurred is.
        """
        from PIL import Image

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
        except AnnotatorError:  # the page says that the film is not there by having no picture
            return None
        image.thumbnail((_PICTURE_WIDTH, _PICTURE_WIDTH))
        data = io.BytesIO()
        image.save(data, "JPEG", quality=82)
        return data.getvalue()
