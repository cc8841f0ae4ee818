"""The match being worked on: its history, its file, and what is not saved yet.

Every edit goes through `Session.do`, and from there at once, in a worker, to the recovery
journal. The match file itself is written by Save alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from PyQt6.QtCore import QObject, QTimer, pyqtSignal

from annotator.errors import AnnotatorError, EditError, FileError, SaveError
from annotator.files.atomic import save_error
from annotator.files.match_file import save_match
from annotator.files.match_lock import MatchInUse, MatchLock, take_match
from annotator.files.media_paths import film_place, find_film, written_path
from annotator.files.versions import keep_version
from annotator.model.edits import Edit, SetNote
from annotator.model.history import History
from annotator.model.match import Match
from annotator.text import tr
from annotator.ui.journaling import JournalKeeper
from annotator.ui.workers import Progress, Workers


def no_change(match: Match) -> Match:
    """A match that needs nothing before it is saved."""
    return match


TYPING_MS = 300
"""What is being typed is in the journal after so long at the latest, and not at every letter."""


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
    locked = pyqtSignal(object)
    """An EditError: the match can only be looked at."""
    version_failed = pyqtSignal(object)
    """An AnnotatorError: the match is saved, but its earlier versions are not kept."""

    def __init__(self, workers: Workers, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workers = workers
        self._history = History(Match())
        self._saved: Match | None = self._history.present
        self._hash: str | None = None
        self._saving = False
        self._number = 0  # of the match: what was asked for an earlier one is dropped
        self._owner: MatchLock | None = None
        self.in_use: MatchInUse | None = None
        """Who else has the match's file open: then it is only looked at here."""
        self.path: Path | None = None
        self.places: dict[str, Path] = {}
        """Where films were found that are not where the match says, by what it says."""
        self.trouble = ""
        self.journal = JournalKeeper(workers, self)
        self.before_save: Callable[[Match], Match] = no_change
        self._typed: SetNote | None = None
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(TYPING_MS)
        self._typing.timeout.connect(self._keep_typed)

    # ------------------------------------------------------------------ what there is

    @property
    def match(self) -> Match:
        return self._history.present

    @property
    def dirty(self) -> bool:
        """Whether anything would be lost if the match were closed now."""
        return self.match is not self._saved

    @property
    def read_only(self) -> bool:
        """Whether the match can only be looked at, since it is being edited elsewhere."""
        return self.in_use is not None

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
        """Apply an edit; whether the match took it. A refusal is told by `refused` or `locked`."""
        if self.read_only:
            self.locked.emit(_only_looked_at())
            return False
        try:
            history = self._history.do(edit)
        except EditError as error:
            self.refused.emit(error)
            return False
        self._move_to(history, edit.label())
        return True

    def typing(self, tag_id: str, note: str) -> None:
        """A note is being typed: keep it for recovery, though it is no edit until it is left."""
        self._typed = SetNote(tag_id, note)
        if not self._typing.isActive():
            self._typing.start()

    def _keep_typed(self) -> None:
        typed, self._typed = self._typed, None
        if typed is None or self.read_only or self.match.by_id(typed.tag_id) is None:
            return
        after = typed.apply(self.match)
        self.journal.record(self.match, after, self.path, typed.label(), draft=True)

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

    def learn(self, change: Callable[[Match], Match], label: str) -> None:
        """Something became known of the match, also as it was at every step: `change` says it of
        each of them. No step to undo, but in the journal.
        """
        before = self.match
        self._history = self._history.mapped(change)
        if self.match is not before:
            self.journal.record(before, self.match, self.path, label)
            self.changed.emit(before, self.match)
        self.state_changed.emit()

    def _move_to(self, history: History, label: str) -> None:
        before = self.match
        if history is self._history:
            return
        self._history = history
        self._typed = None  # the edit follows from it, or stands above it
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
        force: bool = False,
        origin: str = "",
    ) -> None:
        """Work on this match from now on. `dirty`: it is in no file as it is (recovered, imported).

        Its file is taken, so that other windows only look at it; where another window has it,
        this one only looks (`in_use`), unless it is `dirty`: then it is a match without a file.
        `force`: take it over where another one is only written down. `origin`: the name of the
        journal that the match was recovered from.
        """
        before = self.match
        self.journal.finish()
        self.release()
        if path is not None:
            taken = take_match(path, force=force)
            if isinstance(taken, MatchLock):
                self._owner = taken
            elif dirty:
                path = known_hash = None
            else:
                self.in_use = taken
        self._number += 1
        self._saving = False
        self._typed = None
        self._history = History(match)
        self._saved = None if dirty else match
        self._hash = known_hash
        self.path = path
        self.places = {}
        self.trouble = ""
        if dirty:
            self.journal.begin_unsaved(match, path, origin)
        self.changed.emit(before, match)
        self.opened.emit()
        self.state_changed.emit()

    def release(self) -> None:
        """Let other windows have the file: this one leaves it."""
        owner, self._owner, self.in_use = self._owner, None, None
        if owner is not None:
            owner.release()

    def save(self, path: Path | None = None) -> None:
        """Write the match file, in a worker; `saved` or `save_failed` tells how it went."""
        target = path or self.path
        if target is None:
            raise ValueError("a new match needs a path to be saved at")
        if self._saving:
            return
        if self.in_use is not None and target == self.path:
            self._not_written(_in_use_elsewhere(target))
            return
        self._saving = True
        match = self.before_save(self._relocated(target))
        if match is not self.match:
            # What saving itself adds (paths, the scores at this moment) is no step to undo.
            before = self.match
            self._history = replace(self._history, present=match)
            self.changed.emit(before, match)
        known = self._hash if target == self.path else None
        owner = self._owner if target == self.path else None

        number = self._number

        def write(progress: Progress) -> object:
            try:
                return number, _write(match, target, known, owner)
            except AnnotatorError as error:
                return number, error

        self._workers.run(write, done=self._answered, failed=self._failed, in_order=True)
        self.state_changed.emit()

    def _relocated(self, target: Path) -> Match:
        """The match with its films' paths as they have to be said from the new place."""
        media = []
        for film in self.match.media:
            try:
                written = written_path(self._find(film.path), target)
            except (AnnotatorError, OSError, RuntimeError, ValueError):
                # A film that is away keeps the path by which it was known; a target that cannot
                # be is told when it is written.
                media.append(film)
                continue
            media.append(film if written == film.path else replace(film, path=written))
        if tuple(media) == self.match.media:
            return self.match
        return replace(self.match, media=tuple(media))

    def _answered(self, result: object) -> None:
        assert isinstance(result, tuple)
        number, told = result
        if number != self._number:
            # The match that was saved is no longer the one being worked on.
            if isinstance(told, _Written) and told.owner is not self._owner:
                told.owner.release()
        elif isinstance(told, _Written):
            self._written(told)
        else:
            self._not_written(told)

    def _failed(self, error: object) -> None:
        """A fault of ours while saving: the match counts as not saved, and the fault is told."""
        assert isinstance(error, Exception)
        self._not_written(FileError(tr("The match could not be saved: {error}", error=error)))
        raise error

    def _written(self, told: _Written) -> None:
        self._saving = False
        if told.owner is not self._owner:
            self.release()
            self._owner = told.owner
        self._saved, self.path, self._hash, self.trouble = told.match, told.path, told.digest, ""
        self.journal.saved(told.match, told.path)
        self.saved.emit(told.path)
        if told.trouble is not None:
            self.version_failed.emit(told.trouble)
        self.state_changed.emit()

    def _not_written(self, error: AnnotatorError) -> None:
        self._saving = False
        self.trouble = str(error)
        self.save_failed.emit(error)
        self.state_changed.emit()


@dataclass(frozen=True)
class _Written:
    """A save that worked. `trouble`: why what was there before could not be kept."""

    match: Match
    path: Path
    digest: str
    owner: MatchLock
    trouble: AnnotatorError | None


def _write(match: Match, path: Path, known: str | None, owner: MatchLock | None) -> _Written:
    """Write the file, and keep what it said before and says now. Runs in a worker.

    Raises SaveError.
    """
    try:
        taken = owner or take_match(path)
    except (OSError, ValueError, RuntimeError) as wrong:  # a name that no file can have
        raise save_error(path, wrong) from wrong
    if not isinstance(taken, MatchLock):
        raise _in_use_elsewhere(path)
    trouble = None
    try:
        try:
            keep_version(path)
        except AnnotatorError as error:
            trouble = error
        digest = save_match(match, path, known)
        try:
            keep_version(path)
        except AnnotatorError as error:
            trouble = error
    except BaseException:
        if owner is None:
            taken.release()
        raise
    return _Written(match, path, digest, taken, trouble)


def _in_use_elsewhere(path: Path) -> SaveError:
    return SaveError(
        tr("This match is open in another window."), where=str(path),
        mend=tr("Save under another name; nothing was overwritten."),
    )  # fmt: skip


def _only_looked_at() -> EditError:
    return EditError(
        tr("This match is open in another window, so it can only be looked at here."),
        mend=tr("Close it there, or save a copy and edit that."),
    )
