"""What a question is shown with: its match, scored, and the stretch of its film, opened in a worker."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from PyQt6.QtCore import QObject, pyqtSignal

from annotator.errors import FootageError, LessonError
from annotator.files.lesson_file import place_of
from annotator.model.lesson import Moment
from annotator.model.match import Match
from annotator.scoring.lesson_key import LessonKey, key_of, why_refused
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import ScoreSheet
from annotator.text import clock_text, tr
from annotator.ui.workers import Job, Progress, Workers

if TYPE_CHECKING:
    from annotator.film_set import FilmSet
    from annotator.video import Reel


@dataclass(frozen=True)
class OpenMatch:
    """A match file with its films open. `digest`: the hash of the file's bytes."""

    path: Path
    match: Match
    digest: str
    films: FilmSet
    film: Reel
    """The first camera."""


@dataclass(frozen=True)
class Scene:
    """A moment ready to be shown: entries `first` to `last` of `opened.film`."""

    moment: Moment
    opened: OpenMatch
    ruleset: Ruleset
    sheet: ScoreSheet
    key: LessonKey
    first: int
    last: int

    @property
    def match(self) -> Match:
        return self.opened.match

    @property
    def changed(self) -> bool:
        """Whether the match says something else by now than when the moment was made."""
        return bool(self.moment.match_hash) and self.moment.match_hash != self.opened.digest

    def entry(self, time: Fraction) -> int:
        """The entry of the film on screen at a time, kept within the stretch."""
        return min(max(self.opened.film.index_at(time), self.first), self.last)


def open_match(path: Path, cache_bytes: int, progress: Callable[[float], None]) -> OpenMatch:
    """A match with its films. Raises FileError, MatchFileError, FootageError; for a worker."""
    from annotator.files.match_file import read_match_hashed
    from annotator.film_set import open_near

    match, digest = read_match_hashed(path)
    if not match.media:
        raise FootageError(
            tr("This match has no film, so that none of its moments can be shown."),
            where=str(path), mend=tr("Choose another match, or give it its film."),
        )  # fmt: skip
    films = open_near(match.media, path, cache_bytes, progress)
    try:
        if not films.shelf.films:
            raise next(iter(films.absent.values()))
        films.refuse_changed(films.cameras[0])
        return OpenMatch(path, match, digest, films, films.reel(films.cameras[0]))
    except BaseException:
        films.shelf.close()
        raise


def scene_of(moment: Moment, opened: OpenMatch) -> Scene:
    """The moment in its match. Raises FootageError where the film does not show it, LessonError
    where the clip would not show what the answer needs; for a worker.
    """
    from annotator.files.rulesets import load_ruleset
    from annotator.scoring.engine import score

    ruleset = load_ruleset(moment.ruleset)
    film = opened.film
    first, last = film.index_at(moment.start), film.index_at(moment.end)
    frames = opened.films.frames(opened.films.cameras[0])
    shown = [n for n in range(first, last + 1) if not film.is_absent(n)]
    if not shown or not frames or moment.start > frames[-1] or moment.end < frames[0]:
        raise FootageError(
            tr("The film does not show this moment, {start} to {end}.",
               start=clock_text(moment.start, 1), end=clock_text(moment.end, 1)),
            where=str(opened.path), mend=tr("Take the question out of the lesson, or find the film."),
        )  # fmt: skip
    sheet = score(opened.match, ruleset, frames)
    key = key_of(moment, opened.match, ruleset, sheet)
    problem = why_refused(moment, key, (frames[0], opened.films.span(1)[1]))
    if problem is not None:
        raise LessonError(problem, mend=tr("Take the question out of the lesson, or make it anew."))
    return Scene(moment, opened, ruleset, sheet, key, first, last)


class Scenes(QObject):
    """Prepares one moment at a time; those of one match in sequence share its opened films."""

    ready = pyqtSignal(object)
    """The `Scene` that was wanted last."""
    failed = pyqtSignal(object, object)
    """The moment, and why it cannot be shown."""

    def __init__(
        self, workers: Workers, lesson_file: Path, cache_bytes: int, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._workers = workers
        self._lesson_file = lesson_file
        self._cache_bytes = cache_bytes
        self._open: dict[Path, OpenMatch] = {}
        self._opening: list[OpenMatch] = []
        self._job: Job | None = None
        self._wanted: Moment | None = None
        self._closed = False

    @property
    def busy(self) -> bool:
        return self._job is not None

    def want(self, moment: Moment) -> None:
        """Prepare this moment, in the place of any that is being prepared."""
        self._wanted = moment
        if self._job is not None:  # the one that was wanted before
            self._job.cancel()
        else:
            self._start(moment)

    def _start(self, moment: Moment) -> None:
        known, lesson_file, room = dict(self._open), self._lesson_file, self._cache_bytes
        opening: list[OpenMatch] = []

        def work(progress: Progress) -> object:
            path = place_of(moment.match, lesson_file)
            there = known.get(path)
            if there is None:
                there = open_match(path, room, progress)
                opening.append(there)
            progress.check()
            return scene_of(moment, there)

        self._opening = opening
        self._job = self._workers.run(work, done=self._done, failed=self._failed)
        self._job.ended.connect(self._ended)

    def _done(self, scene: object) -> None:
        assert isinstance(scene, Scene)
        self._open[scene.opened.path] = scene.opened
        self._wanted = None
        self.ready.emit(scene)

    def _failed(self, error: object) -> None:
        moment, self._wanted = self._wanted, None
        self.failed.emit(moment, error)

    def _ended(self, job: object) -> None:
        self._job = None
        for each in self._opening:
            if self._open.get(each.path) is not each:  # nobody wanted it any more, or it failed
                each.films.shelf.close()
        if self._closed:
            self.close()
        elif self._wanted is not None:
            self._start(self._wanted)

    def keep_only(self, scene: Scene) -> None:
        """Close all films but those of this scene: nothing reads the others any more."""
        for path in [path for path in self._open if path != scene.opened.path]:
            self._open.pop(path).films.shelf.close()

    def close(self) -> None:
        """Close all films; nothing reads them any more."""
        self._closed = True
        self._wanted = None
        if self._job is not None:
            self._job.cancel()
            return
        for opened in self._open.values():
            opened.films.shelf.close()
        self._open.clear()
