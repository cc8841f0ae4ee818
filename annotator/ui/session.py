"""The match being worked on: its history, its file, and what is not saved yet.

Every edit goes through `Session.do`, and from there at once, in a worker, to the recovery
journal. The match file itself is written by Save alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PyQt6.QtCore import QObject, pyqtSignal

from annotator.errors import AnnotatorError, EditError, FileError
from annotator.files.match_file import save_match
from annotator.files.media_paths import film_place, find_film, written_path
from annotator.model.edits import Edit
from annotator.model.history import History
from annotator.model.match import Match
from annotator.text import tr
from annotator.ui.journaling import JournalKeeper
from annotator.ui.workers import Progress, Workers


def no_change(match: Match) -> Match:
    """A match that needs nothing before it is saved."""
    return match


class Session(QObject):
    """One match at a time, and the only owner of its history.

    `changed` carries the match before and the match after; views follow it and nothing else.
    """

    changed = pyqtSignal(object, object)
    opened = pyqtSignal()
    """Another match has taken the place of the one before."""
    state_changed = pyqtSignal()
    """What can be undone, whether all is saved, or the file's name may differ now."""
    saved = pyqtSignal(object)
    """Path of the file that was just written."""
    save_failed = pyqtSignal(object)
    """The AnnotatorError; everything is still there, unsaved."""
    edited = pyqtSignal(object, object)
    """As `changed`, but only of edits, undone and done again ones too."""
    refused = pyqtSignal(object)
    """An EditError: the match is as it was."""

    def __init__(self, workers: Workers, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workers = workers
        self._history = History(Match())
        self._saved: Match | None = self._history.present
        self._hash: str | None = None
        self._saving = False
        self._number = 0  # of the match: what was asked for an earlier one is dropped
        self.path: Path | None = None
        self.places: dict[str, Path] = {}
        """Where films were found that are not where the match says, by what it says."""
        self.trouble = ""
        self.journal = JournalKeeper(workers, self)
        self.before_save: Callable[[Match], Match] = no_change

    # ------------------------------------------------------------------ what there is

    @property
    def match(self) -> Match:
        return self._history.present

    @property
    def dirty(self) -> bool:
        """Whether anything would be lost if the match were closed now."""
        return self.match is not self._saved

    @property
    def saving(self) -> bool:
        return self._saving

    @property
    def undo_label(self) -> str | None:
        return self._history.undo_label

    @property
    def redo_label(self) -> str | None:
        return self._history.redo_label

    @property
    def name(self) -> str:
        """What the title bar calls the match."""
        if self.match.title:
            return self.match.title
        return self.path.name if self.path else tr("New match")

    @property
    def place(self) -> Path:
        """What the paths of films are relative to: the match file, or one that there might be."""
        return self.path or Path.cwd() / "unsaved"

    def film_path(self, index: int = 0) -> Path | None:
        """Where film `index` of the match is, or None if it has none. Raises FileError."""
        if index >= len(self.match.media):
            return None
        return self._find(self.match.media[index].path)

    def _find(self, written: str) -> Path:
        found = self.places.get(written)
        return found if found is not None and found.is_file() else find_film(written, self.place)

    def place_of_copy(self) -> Path | None:
        """Where the first film should be, if it is not there but its smooth copy is."""
        media = self.match.media
        if not media or media[0].fingerprint is None:
            return None
        from annotator.video.proxy import find_proxy

        try:
            place = film_place(media[0].path, self.path or Path.cwd() / "unsaved")
        except AnnotatorError:
            return None
        return place if place is not None and find_proxy(place, media[0].fingerprint) else None

    def written_path(self, film: Path) -> str:
        """The film's path as the match should hold it: relative to its file once it has one."""
        return written_path(film, self.path) if self.path else film.resolve().as_posix()

    # ------------------------------------------------------------------ edits

    def do(self, edit: Edit) -> bool:
        """Apply an edit; whether the match took it. A refusal is told by `refused`."""
        try:
            history = self._history.do(edit)
        except EditError as error:
            self.refused.emit(error)
            return False
        self._move_to(history, edit.label())
        return True

    def undo(self) -> None:
        """Take the last edit back, if there is one."""
        label = self._history.undo_label
        if label is not None:
            self._move_to(self._history.undo(), tr("Undo: {label}", label=label))

    def redo(self) -> None:
        """Do again what was undone last, if there is something."""
        label = self._history.redo_label
        if label is not None:
            self._move_to(self._history.redo(), tr("Redo: {label}", label=label))

    def _move_to(self, history: History, label: str) -> None:
        before = self.match
        if history is self._history:
            return
        self._history = history
        self.journal.record(before, history.present, self.path, label)
        self.changed.emit(before, history.present)
        self.edited.emit(before, history.present)
        self.state_changed.emit()

    # ------------------------------------------------------------------ files

    def adopt(
        self,
        match: Match,
        path: Path | None = None,
        known_hash: str | None = None,
        *,
        dirty: bool = False,
    ) -> None:
        """Work on this match from now on. `dirty`: it is in no file as it is (recovered, imported)."""
        before = self.match
        self.journal.finish()
        self._number += 1
        self._saving = False
        self._history = History(match)
        self._saved = None if dirty else match
        self._hash = known_hash
        self.path = path
        self.places = {}
        self.trouble = ""
        if dirty:
            self.journal.begin_unsaved(match, path)
        self.changed.emit(before, match)
        self.opened.emit()
        self.state_changed.emit()

    def save(self, path: Path | None = None) -> None:
        """Write the match file, in a worker; `saved` or `save_failed` tells how it went."""
        target = path or self.path
        if target is None:
            raise ValueError("a new match needs a path to be saved at")
        if self._saving:
            return
        self._saving = True
        match = self.before_save(self._relocated(target))
        if match is not self.match:
            # What saving itself adds (paths, the scores at this moment) is no step to undo.
            before = self.match
            self._history = replace(self._history, present=match)
            self.changed.emit(before, match)
        known = self._hash if target == self.path else None

        number = self._number

        def write(progress: Progress) -> object:
            try:
                return number, match, target, save_match(match, target, known)
            except AnnotatorError as error:
                return number, error

        self._workers.run(write, done=self._answered, failed=self._failed, in_order=True)
        self.state_changed.emit()

    def _relocated(self, target: Path) -> Match:
        """The match with its films' paths as they have to be said from the new place."""
        media = []
        for film in self.match.media:
            try:
                found = self._find(film.path)
            except AnnotatorError:
                media.append(film)  # a film that is away keeps the path by which it was known
                continue
            written = written_path(found, target)
            media.append(film if written == film.path else replace(film, path=written))
        if tuple(media) == self.match.media:
            return self.match
        return replace(self.match, media=tuple(media))

    def _answered(self, result: object) -> None:
        assert isinstance(result, tuple)
        number, *rest = result
        if number != self._number:
            return  # the match that was saved is no longer the one being worked on
        if len(rest) == 1:
            self._not_written(rest[0])
        else:
            self._written(*rest)

    def _failed(self, error: object) -> None:
        """A fault of ours while saving: the match counts as not saved, and the fault is told."""
        assert isinstance(error, Exception)
        self._not_written(FileError(tr("The match could not be saved: {error}", error=error)))
        raise error

    def _written(self, match: Match, path: Path, digest: str) -> None:
        self._saving = False
        self._saved, self.path, self._hash, self.trouble = match, path, digest, ""
        self.journal.saved(match, path)
        self.saved.emit(path)
        self.state_changed.emit()

    def _not_written(self, error: AnnotatorError) -> None:
        self._saving = False
        self.trouble = str(error)
        self.save_failed.emit(error)
        self.state_changed.emit()
