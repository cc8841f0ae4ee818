"""Several matches on one film: listed, opened, and begun at the frame on screen."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from annotator.errors import AnnotatorError
from annotator.files.evening import keep_evening, kept_evening
from annotator.files.film_matches import matches_of
from annotator.files.recent import RecentMatch, recent_match
from annotator.film_set import needs_set
from annotator.model.evening import is_evening, next_match
from annotator.model.match import Match, Media
from annotator.model.time import clock_text
from annotator.scoring.wording import joined
from annotator.text import tr
from annotator.ui.acting import Actions
from annotator.ui.filing.start_page import card_text
from annotator.ui.workers import Progress

KEY = "evening"


class FilmMatches(Actions):
    """The matches of the film on screen, and the evening that they belong to."""

    _path = Path()

    # ------------------------------------------------------------------ the evening

    def fresh(self) -> Match:
        """A new match, of the evening that is being worked on if there is one."""
        now = self.session.match
        return next_match(now) if is_evening(now) else kept_evening()

    def keep(self) -> None:
        """Told after a save: the next match may be of the same evening."""
        match = self.session.match

        def work(progress: Progress) -> object:
            keep_evening(match)
            return None

        if is_evening(match):
            self.window.workers.run(work, failed=self.window.show_error, in_order=True)

    def refresh(self) -> None:
        """Say what a new match has taken over; told whenever a match was opened."""
        match, banners = self.session.match, self.window.banners
        banners.clear(KEY)
        people = match.athletes.values()
        if self.session.path is None and is_evening(match) and not any(p.name for p in people):
            what = joined(
                (match.event, match.date, match.info("category") or "", match.info("level") or ""),
                ", ",
            )
            banners.say(
                KEY, tr("Taken over from the last match: {what}. Who fights now?", what=what),
                (tr("Athletes…"), self.window.edits.match_dialog),
                (tr("Begin empty"), self._begin_empty),
            )  # fmt: skip

    def settle(self) -> None:
        """Told after an edit: the question who fights is answered once there is a name."""
        people = self.session.match.athletes.values()
        if self.window.banners.text(KEY) and any(person.name for person in people):
            self.window.banners.clear(KEY)

    def _begin_empty(self) -> None:
        self.window.files.ask_unsaved(self._adopt_empty)

    def _adopt_empty(self) -> None:
        self._adopt(Match())

    # ------------------------------------------------------------------ matches of this film

    def new_here(self) -> None:
        """Begin another match on the films that are open; the film stays where it is."""
        self.window.files.ask_unsaved(self._new_here)

    def _new_here(self) -> None:
        new, at = self.fresh(), self.window.tagging.moment()
        tags = (replace(tag, start=at.time, frame=at.frame, film=at.film) for tag in new.tags)
        self._adopt(new.with_tags(tuple(tags)))
        self.window.say(
            tr("A new match on this film. If it was running already, {key} sets clock and score.",
               key=self.window.key_of("edit.running"))
        )  # fmt: skip

    def _adopt(self, match: Match) -> None:
        media = tuple(map(self._placed, self.session.match.media, range(99)))
        self.session.adopt(replace(match, media=media))
        if needs_set(media):
            self.window.films.open_media()

    def _placed(self, film: Media, index: int) -> Media:
        """A film by its whole path: the new match has no file that it could be relative to."""
        try:
            place = self.session.film_path(index)
        except AnnotatorError:
            place = None
        return replace(film, path=place.resolve().as_posix()) if place is not None else film

    def show(self) -> None:
        """List the matches of the film on screen."""
        film = self.window.film
        if film is None:
            return
        path, own = film.path, self.session.path
        recent = [Path(name) for name in self.window.settings.recent if name.endswith(".json")]

        def work(progress: Progress) -> object:
            found = [recent_match(each) for each in matches_of(path, recent)]
            found.sort(key=lambda match: (match.begins is None, match.begins or Fraction(0)))
            return path, found, own

        self.window.workers.run(work, done=self._found, failed=self.window.show_error)

    def _found(self, result: object) -> None:
        assert isinstance(result, tuple)
        film, matches, own = result
        dialog = FilmMatchDialog(film, matches, own, self.window)
        dialog.match_wanted.connect(self._open)
        dialog.new_wanted.connect(self.new_here)
        self.window.open_dialog(dialog)

    def _open(self, path: object) -> None:
        assert isinstance(path, Path)
        self._path = path
        self.window.files.ask_unsaved(self._open_wanted)

    def _open_wanted(self) -> None:
        self.window.files.open_path(self._path)


class FilmMatchDialog(QDialog):
    """The matches that are about a film, in the order in which they were fought."""

    match_wanted = pyqtSignal(object)
    new_wanted = pyqtSignal()

    def __init__(
        self, film: Path, matches: list[RecentMatch], own: Path | None, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Matches of this film"))
        self.resize(460, 360)
        self._matches = matches
        layout = QVBoxLayout(self)
        head = QLabel(
            tr("Matches on {film}:", film=film.name) if matches
            else tr("No match on {film} was found in its folder or among the recent ones.", film=film.name), self,
        )  # fmt: skip
        head.setTextFormat(Qt.TextFormat.PlainText)
        head.setWordWrap(True)
        layout.addWidget(head)
        self.list = QListWidget(self)
        self.list.setAccessibleName(tr("Matches of this film"))
        self.list.setAlternatingRowColors(True)
        self.list.itemActivated.connect(self._open)
        layout.addWidget(self.list)
        row = QHBoxLayout()
        self.new = QPushButton(tr("New match on this film"), self)
        self.new.clicked.connect(self._new)
        self.open_button = QPushButton(tr("Open"), self)
        self.open_button.setDefault(True)
        self.open_button.setEnabled(bool(matches))
        self.open_button.clicked.connect(self._open)
        close = QPushButton(tr("Close"), self)
        close.clicked.connect(self.reject)
        for button in (self.new, close, self.open_button):
            row.addWidget(button)
        row.insertStretch(1, 1)
        layout.addLayout(row)
        for match in matches:
            begins = clock_text(match.begins, 0) if match.begins is not None else ""
            head_line, *rest = card_text(match).split("\n")
            here = tr("open now") if match.path == own else ""
            item = QListWidgetItem("\n".join((joined((begins, head_line, here)), joined(rest))))
            item.setToolTip(str(match.path))
            self.list.addItem(item)
        self.list.setCurrentRow(0)

    def _open(self) -> None:
        row = self.list.currentRow()
        if row >= 0:
            self.accept()
            self.match_wanted.emit(self._matches[row].path)

    def _new(self) -> None:
        self.accept()
        self.new_wanted.emit()
