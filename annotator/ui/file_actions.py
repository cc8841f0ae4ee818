"""The commands that open, save and export."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QFileDialog, QMessageBox

from annotator.errors import AnnotatorError
from annotator.files.dropped import TABLES
from annotator.files.journal import Recovery, discard, recoverable
from annotator.files.match_file import SUFFIX, file_hash, read_match_hashed
from annotator.files.tag_table import read_tag_table
from annotator.model.match import Match
from annotator.text import tr, tr_n
from annotator.ui.acting import Actions
from annotator.ui.recovery_dialog import RecoveryDialog
from annotator.ui.settings_dialog import SettingsDialog
from annotator.ui.workers import Progress

Next = Callable[[], None]
_STEM_BYTES = 180  # a name of 255 bytes is the most; lock files and numbers add to it


class Files(Actions):
    """Opens, saves, exports; asks before anything unsaved would be lost."""

    _next: Next | None = None
    _recovering: Recovery | None = None
    _left: Match | None = None
    _force = False
    _read: object = None
    _target = Path()
    _replace: Next | None = None
    _keep: Next | None = None
    _loading = 0

    # ------------------------------------------------------------------ opening

    def open_path(self, path: Path) -> None:
        """Open a match file, a tag table or a film, whichever it is."""
        name = path.name.lower()
        if name.endswith(".json"):
            self.load(path, tr("Opening {name}…", name=path.name), _read_match)
        elif path.suffix.lower() in TABLES:
            self.load(path, tr("Reading {name}…", name=path.name), _read_table)
        else:
            self.window.films.load(path)

    def open_again(self, *, force: bool = False) -> None:
        """Read the match's file anew, to edit it if nobody else does any more. `force`: take it
        over from somebody who is only written down (see `files.match_lock`).
        """
        path = self.session.path
        if path is not None:
            self.load(path, tr("Opening {name}…", name=path.name), _read_match, force=force)

    def load(
        self, path: Path, title: str, read: Callable[[Path], object], *, force: bool = False
    ) -> None:
        def work(progress: Progress) -> object:
            return read(path)

        self._force = force
        self._left = self.session.match
        job = self.window.workers.run(
            work, done=self._loaded, failed=self.window.show_error, title=title
        )
        job.ended.connect(self._load_ended)
        self._loading += 1
        self.window.banners.watch(job)
        self.window.films.say_opening(path)
        self.window.filing.refresh()

    @property
    def loading(self) -> bool:
        """Whether a match or a tag table is being read."""
        return self._loading > 0

    def _load_ended(self, job: object) -> None:
        self._loading -= 1
        if self.window.first is None:
            self.window.leave_first()  # unless what was read opens a film

    def _loaded(self, result: object) -> None:
        self._read = result
        if self.session.match is self._left:
            self._adopt_read()
        else:
            self.ask_unsaved(self._adopt_read)  # something was tagged while the file was read

    def _adopt_read(self) -> None:
        assert isinstance(self._read, tuple)
        match, path, digest = self._read
        imported = digest is None
        self.session.adopt(
            match, None if imported else path, digest, dirty=imported, force=self._force
        )
        self.window.remember(path)
        count = tr_n("{count} tag", "{count} tags", len(match.tags))
        self.window.say(tr("Opened {name}: {tags}.", name=path.name, tags=count))
        self.window.films.open_media()

    # ------------------------------------------------------------------ commands

    def new(self) -> None:
        self.ask_unsaved(self._new)

    def _new(self) -> None:
        self.session.adopt(self.window.filing.fresh())
        self.window.films.leave()

    def open_match(self) -> None:
        self.ask_unsaved(self._choose_match)

    def _choose_match(self) -> None:
        kinds = tr("Matches and tag tables (*.json *.csv *.tsv *.txt)")
        self.choose(tr("Open match or tag table"), kinds, self._open_name)

    def choose(self, title: str, kinds: str, slot: Callable[[str], None]) -> None:
        dialog = QFileDialog(self.window, title)
        self.start_in_folder(dialog)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters(kinds.split(";;"))
        dialog.fileSelected.connect(slot)
        self.window.open_dialog(dialog)

    def start_folder(self) -> Path | None:
        """Where the match is, else its film; None for a new match without one."""
        if self.session.path is not None:
            return self.session.path.resolve().parent
        film = self.window.film
        return film.path.resolve().parent if film is not None else None

    def start_in_folder(self, dialog: QFileDialog) -> None:
        """Begin where the match or its film is."""
        folder = self.start_folder()
        if folder is not None:
            dialog.setDirectory(str(folder))

    def saving_dialog(self, title: str, kinds: str) -> QFileDialog:
        """A dialog for a name to write under. It asks nothing about a file that is there already:
        it does not know the whole name yet, `ask_replace` does.
        """
        dialog = QFileDialog(self.window, title)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
        dialog.setNameFilter(kinds)
        self.start_in_folder(dialog)
        return dialog

    def _open_name(self, name: str) -> None:
        self.open_path(Path(name))

    def save(self) -> None:
        """Write the match file; a new match asks where."""
        self.window.take_text()
        if self.session.path is None or self.session.read_only:
            self.save_as()
        else:
            self.session.save()

    def save_as(self) -> None:
        """Ask for a name, and write the match there."""
        self.window.take_text()
        dialog = self.saving_dialog(tr("Save match"), tr("Matches (*{suffix})", suffix=SUFFIX))
        film = self.window.film.path if self.window.film else None
        if self.session.read_only and self.session.path is not None:
            name = self.session.path.name.removesuffix(".json").removesuffix(".match")
            dialog.selectFile(tr("{name} (copy)", name=name) + SUFFIX)
        elif self.session.path is not None:
            dialog.selectFile(self.session.path.name)
        elif film is not None:
            dialog.selectFile(free_name(film))
        dialog.fileSelected.connect(self.save_to)
        dialog.rejected.connect(self._save_given_up)
        self.window.open_dialog(dialog)

    def save_to(self, name: str) -> None:
        """Write the match under this name, with the match files' suffix; ask before another file
        is replaced.
        """
        if not name.lower().endswith(".json"):
            name += SUFFIX
        self._target = Path(name)
        own = self.session.path
        if os.path.lexists(self._target) and not (own and _same(own, self._target)):
            self.ask_replace([self._target], self._save_there, self.save_as)
        else:
            self._save_there()

    def _save_there(self) -> None:
        self.session.save(self._target)

    def ask_replace(self, paths: Sequence[Path], then: Next, otherwise: Next | None = None) -> None:
        """Ask whether these files may be replaced; a stray Enter or Escape replaces nothing."""
        self._replace, self._keep = then, otherwise
        box = QMessageBox(self.window)
        box.setObjectName("replace")
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle(tr("Files that are there already"))
        box.setTextFormat(Qt.TextFormat.PlainText)
        names = ", ".join(path.name for path in paths)
        box.setText(
            tr_n("{names} is there already.", "These files are there already: {names}.",
                 len(paths), names=names)
        )  # fmt: skip
        box.setInformativeText(
            tr("Folder: {folder}\nWhat is replaced is lost.", folder=paths[0].parent)
        )
        replace = box.addButton(tr("Replace"), QMessageBox.ButtonRole.DestructiveRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(QMessageBox.StandardButton.Cancel)
        assert replace is not None
        replace.clicked.connect(self._replace_wanted)
        box.rejected.connect(self._replace_refused)
        self.window.open_dialog(box)

    def _replace_wanted(self) -> None:
        step, self._replace, self._keep = self._replace, None, None
        if step is not None:
            step()

    def _replace_refused(self) -> None:
        step, self._replace, self._keep = self._keep, None, None
        if step is not None:
            step()

    def saved(self, path: object) -> None:
        """Told by the session: the match is in its file."""
        assert isinstance(path, Path)
        self.window.remember(path)
        self.window.banners.clear("save")
        self.window.say(tr("Saved {name}.", name=path.name))
        if self._recovering is not None:
            found, self._recovering = self._recovering, None
            self._drop_journal(found)
        step, self._next = self._next, None
        if step is not None:
            step()

    def save_failed(self, error: object) -> None:
        """The line stays until a save works; everything is still there."""
        self._next = None
        self.window.banners.say(
            "save",
            tr("Not saved. {error}", error=error),
            (tr("Try again"), self.save), (tr("Save as…"), self.save_as),
            closable=False,
        )  # fmt: skip

    def _save_given_up(self) -> None:
        self._next = None

    def settings(self) -> None:
        """Language, reaction time, memory."""
        dialog = SettingsDialog(self.window.settings, self.window)
        dialog.settings_wanted.connect(self.window.change_settings)
        self.window.open_dialog(dialog)

    def quit(self) -> None:
        self.window.close()

    # ------------------------------------------------------------------ unsaved work

    def ask_unsaved(self, then: Next) -> None:
        """Go on at once if all is saved; else ask, and go on unless the user says Cancel."""
        self.window.take_text()
        if not self.session.dirty:
            then()
            return
        self._next = then
        box = QMessageBox(self.window)
        box.setObjectName("unsaved")
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle(tr("Unsaved work"))
        box.setText(tr("“{name}” has changes that are not saved.", name=self.session.name))
        box.setStandardButtons(
            QMessageBox.StandardButton.Save
            | QMessageBox.StandardButton.Discard
            | QMessageBox.StandardButton.Cancel
        )
        box.setDefaultButton(QMessageBox.StandardButton.Save)
        box.finished.connect(self.answer_unsaved)
        self.window.open_dialog(box)

    def answer_unsaved(self, button: int) -> None:
        """Save, then go on; or go on without; or stay."""
        if button == QMessageBox.StandardButton.Save.value:
            self.save()
        elif button == QMessageBox.StandardButton.Discard.value:
            step, self._next = self._next, None
            if self._recovering is not None:
                self._recovering = None  # its first journal stays; only the new one is given up
            if step is not None:
                step()
        else:
            self._next = None

    # ------------------------------------------------------------------ recovery

    def recover(self) -> None:
        """Look for work that was left unsaved, also when it was passed over at the start."""
        self.look_for_unsaved(self._found)

    def look_for_unsaved(self, done: Callable[[object], None]) -> None:
        def work(progress: Progress) -> object:
            return recoverable()

        self.window.workers.run(work, done=done, failed=self.window.show_error)

    def _found(self, found: object) -> None:
        if found:
            self.offer(found)
        else:
            self.window.say(tr("There is no unsaved work of an earlier session."))

    def offer(self, found: object) -> None:
        """Show what can be recovered; nothing at all if there is nothing."""
        if not isinstance(found, list) or not found:
            return
        dialog = RecoveryDialog(found, self.window)
        dialog.recover_wanted.connect(self.take_back)
        self.window.open_dialog(dialog)

    def take_back(self, found: object) -> None:
        """Work on a recovered match. Its journal goes when the new one holds it all."""
        assert isinstance(found, Recovery)
        try:
            match = found.match()
            known = (
                file_hash(found.match_path)
                if found.match_path and found.match_path.exists()
                else None
            )
        except AnnotatorError as error:
            self.window.show_error(error)
            return
        self.session.adopt(match, found.match_path, known, dirty=True, origin=found.path.name)
        self._recovering = found
        self.window.films.open_media()
        if found.match_path is not None and self.session.path is None:
            self.window.say(
                tr("Recovered as a copy: {name} is open in another window.",
                   name=found.match_path.name)
            )  # fmt: skip
        else:
            self.window.say(tr("Recovered; save it to keep it."))

    def _drop_journal(self, found: Recovery) -> None:
        try:
            discard(found)
        except AnnotatorError as error:
            self.window.show_error(error)


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False


def _read_match(path: Path) -> object:
    match, digest = read_match_hashed(path)
    return match, path, digest


def _read_table(path: Path) -> object:
    return read_tag_table(path), path, None


def free_name(film: Path) -> str:
    """A name for a match of this film that no other one beside it has, and that any disk takes."""
    stem = film.stem
    while len(os.fsencode(stem)) > _STEM_BYTES:
        stem = stem[:-1]
    name, number = stem + SUFFIX, 1
    while os.path.lexists(film.with_name(name)):
        number += 1
        name = f"{stem} {number}{SUFFIX}"
    return name
