"""Opening a film in a worker, and what its footage is like."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PyQt6.QtCore import QObject, pyqtSignal

from annotator.files.film_matches import matches_of
from annotator.files.places import indices_folder
from annotator.model.match import Media
from annotator.text import number_text, tr
from annotator.ui.workers import Job, Progress, Workers

if TYPE_CHECKING:
    from annotator.video import Footage, HealthReport, Reel
    from annotator.video.first_look import FirstLook


@dataclass(frozen=True)
class OpenFilm:
    """A film ready to be shown, its health, and how the match remembers it (path to be filled in).

    `path` is the film's even where `footage` is of its smooth copy, which has the same frames. Of
    several films that are shown as one it is the first one's.
    """

    path: Path
    footage: Footage | Reel
    health: HealthReport
    size_bytes: int
    duration: Fraction
    fingerprint: str
    rate: str
    matches: tuple[Path, ...] = ()
    """Match files beside the film that are about it, if they were looked for."""
    asked: Path | None = None
    """What the user named: the film, or its smooth copy."""
    copy: Path | None = None
    """Its smooth copy, if it has one."""

    @property
    def smooth(self) -> bool:
        """Whether the copy is shown in the film's place."""
        return self.copy is not None and self.single.path == self.copy

    @property
    def single(self) -> Footage:
        """The film, where it is one and no reel of several."""
        return cast("Footage", self.footage)

    def media(self, written: str) -> Media:
        """The film as the match file says it."""
        return Media(
            written,
            self.size_bytes,
            self.duration,
            len(self.footage),
            self.fingerprint,
            first=self.footage.times[0],
        )


class FilmOpener(QObject):
    """Opens one film at a time; opening another gives up the one before."""

    opened = pyqtSignal(object)
    failed = pyqtSignal(object, object)
    """Path and error."""
    started = pyqtSignal(object)
    looked = pyqtSignal(object)
    """`FirstLook` at a film whose frames have yet to be read."""
    ended = pyqtSignal()
    """Nothing is being opened any more, whatever came of it."""
    _looked = pyqtSignal(object, object)

    def __init__(self, workers: Workers, parent: QObject) -> None:
        super().__init__(parent)
        self._workers = workers
        self._job: Job | None = None
        self._path = Path()
        # By way of the window's thread: a look at a film that was given up is dropped there.
        self._looked.connect(self._look)

    def open(
        self,
        path: Path,
        cache_bytes: int,
        *,
        look_for_matches: bool = False,
        known: str | None = None,
        smooth: bool = True,
        box: tuple[int, int] | None = None,
    ) -> Job:
        """Begin to open a film; `opened` or `failed` follows, unless it is cancelled.

        `known`: its fingerprint, by which its smooth copy is found where the film has gone;
        `smooth`: show that copy where there is one. `box`: where pictures are shown, for `looked`.
        """
        self.cancel()

        def look(film: Path) -> None:
            self._looked.emit(path, first_look_at(film, box))

        def work(progress: Progress) -> object:
            return _open(path, cache_bytes, progress, look_for_matches, known, smooth, look)

        self._path = path
        title = tr("Reading {name}…", name=path.name)
        job = self._workers.run(work, done=self._done, failed=self._failed, title=title)
        job.ended.connect(self._ended)
        self._job = job
        self.started.emit(job)
        return job

    @property
    def opening(self) -> bool:
        """Whether a film is being opened now."""
        return self._job is not None

    def cancel(self) -> None:
        """Give up the film that is being opened, if there is one."""
        if self._job is not None:
            self._job.cancel()
            self._job = None
            self.ended.emit()

    def _done(self, result: object) -> None:
        self.opened.emit(result)

    def _failed(self, error: object) -> None:
        self.failed.emit(self._path, error)

    def _ended(self, job: object) -> None:
        if job is self._job:
            self._job = None
            self.ended.emit()

    def _look(self, path: object, look: object) -> None:
        if self._job is not None and path == self._path and look is not None:
            self.looked.emit(look)


def first_look_at(film: Path, box: tuple[int, int] | None) -> FirstLook | None:
    """The first picture, where it can be had before the film was read, which would take a while."""
    from annotator.video.first_look import first_look
    from annotator.video.index_cache import is_kept

    return None if is_kept(film, indices_folder()) else first_look(film, box)


def _open(
    path: Path,
    cache_bytes: int,
    progress: Progress,
    look_for_matches: bool,
    known: str | None,
    smooth: bool,
    look: Callable[[Path], None],
) -> OpenFilm:
    from annotator.video import Footage
    from annotator.video.fingerprint import size_in
    from annotator.video.proxy import choose

    choice = choose(path, known, smooth=smooth)
    look(choice.shown)
    film = Footage.open(
        choice.shown, cache_bytes=cache_bytes, progress=progress, index_cache=indices_folder()
    )
    try:
        progress.check()
        return OpenFilm(
            choice.film, film, film.health(), size_in(choice.fingerprint), film.duration,
            choice.fingerprint, rate_text(film),
            matches_of(choice.film) if look_for_matches else (), path, choice.copy,
        )  # fmt: skip
    except BaseException:
        film.close()
        raise


def rate_text(film: Footage) -> str:
    """The frame rate in a word: `30 fps`, `29.97 fps`, `variable, about 28.4 fps`."""
    times = film.times
    if len(times) < 2:
        return tr("one frame")
    low, high = times.gaps()
    mean = (times[-1] - times[0]) / (len(times) - 1)
    # Containers that count in milliseconds make gaps of 33 and 34 of a steady rate.
    steady = high - low <= Fraction(2, 1000)
    shown = number_text(f"{float(1 / mean):.2f}".rstrip("0").rstrip("."))
    if steady:
        return tr("{rate} fps", rate=shown)
    return tr("variable, about {rate} fps", rate=shown)
