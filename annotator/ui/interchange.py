"""The commands that read matches of other programs, and write ours for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from annotator.errors import AnnotatorError, ChoiceError
from annotator.files.film_times import Frames, Times
from annotator.model.match import Match, Media
from annotator.text import tr, tr_n
from annotator.ui.acting import Actions
from annotator.ui.import_dialogs import ChoiceDialog, FormatDialog
from annotator.ui.losses_dialog import LossesDialog
from annotator.ui.workers import Job, Progress

if TYPE_CHECKING:
    from annotator.files.interchange.incoming import Imported

_KINDS = ("*.xml", "*.boris", "*.gz", "*.eaf", "*.csv", "*.tsv", "*.txt")


class Interchange(Actions):
    """Imports as a new match that is not saved yet, on the film that is open if one is."""

    _path = Path()
    _choices: dict[str, str]
    _option = ""
    _read: tuple[Path, Imported, tuple[Media, ...]] | None = None
    _left: Match | None = None

    # ------------------------------------------------------------------ importing

    def choose(self) -> None:
        """Ask for a file of another program, and read it."""
        kinds = tr("Files of other programs ({endings})", endings=" ".join(_KINDS))
        title = tr("Import from another program")
        self.window.files.choose(title, f"{kinds};;{tr('All files')} (*)", self._read_named)

    def _read_named(self, name: str) -> None:
        self.read(name)

    def read(self, name: str) -> Job:
        """Read a file in a worker, and make a match of it."""
        self._path, self._choices = Path(name), {}
        return self._start()

    def _start(self) -> Job:
        path, choices = self._path, dict(self._choices)
        frames, media = self._frames(), self._media()
        self._left = self.session.match

        def work(progress: Progress) -> object:
            from annotator.files.interchange.opening import read_foreign

            found = read_foreign(
                path, observation=choices.get("observation"), annotator=choices.get("annotator"),
                frames=frames, media=media,
            )  # fmt: skip
            return path, found, media

        title = tr("Reading {name}…", name=path.name)
        job = self.window.workers.run(work, done=self._found, failed=self._failed, title=title)
        self.window.banners.watch(job)
        return job

    def _frames(self) -> Frames | None:
        """The frames of the films that are open, on the match's time line."""
        films = self.window.reels.set
        if films is not None:
            count = len(films.media)

            def times(number: int) -> Times | None:
                return films.times(number) if number <= count else None

            return times
        times_: Sequence[Fraction] = self.player.times
        return [times_] if len(times_) and self.window.film is not None else None

    def _media(self) -> tuple[Media, ...]:
        """The open films by their whole paths: a match without a file has nothing to be relative to."""
        if self.window.film is None:
            return ()
        media = []
        for index, film in enumerate(self.session.match.media):
            try:
                place = self.session.film_path(index)
            except AnnotatorError:
                place = None
            written = film.path if place is None else place.resolve().as_posix()
            media.append(replace(film, path=written))
        return tuple(media)

    def _failed(self, error: object) -> None:
        if not isinstance(error, ChoiceError) or not error.names:
            self.window.show_error(error)
            return
        self._option = error.option
        dialog = ChoiceDialog(error.what, error.names, self.window)
        dialog.name_chosen.connect(self._chosen)
        self.window.open_dialog(dialog)

    def _chosen(self, name: str) -> None:
        self._choices[self._option] = name
        self._start()

    def _found(self, result: object) -> None:
        assert isinstance(result, tuple)
        self._read = result
        self.window.files.ask_unsaved(self._adopt)

    def _adopt(self) -> None:
        if self._read is None:
            return
        (path, found, media), self._read = self._read, None
        if media and self._media() != media:
            # Another film was opened meanwhile: frames of the one before would be wrong.
            self.window.say(tr("Not imported: the film is another one now."))
            return
        self.session.adopt(found.match, dirty=True)
        if not media or len(media) > 1:
            self.window.films.open_media()
        tags = tr_n("{count} tag", "{count} tags", len(found.match.tags))
        said = tr("Imported {name}: {tags}.", name=path.name, tags=tags)
        self.window.say(said)
        self._tell(said, found.losses)

    # ------------------------------------------------------------------ exporting

    def export(self) -> None:
        """Ask for a format and a folder, and write the match there."""
        from exports.interchange import FORMATS
        from exports.registry import EXPORTERS

        formats = {name: tr(EXPORTERS[name].what) for name in FORMATS}
        dialog = FormatDialog(formats, self.window.exporting.usual_folder(), self.window)
        dialog.format_chosen.connect(self.into)
        self.window.open_dialog(dialog)

    def into(self, kind: str, folder: str) -> None:
        """Write there; ask first before a file is replaced: another program may have changed it."""
        from exports.interchange import FORMATS

        self._kind, self._folder = kind, Path(folder)
        path = self._folder / FORMATS[kind].name
        if path.exists() or path.is_symlink():
            self.window.files.ask_replace([path], self._write)
        else:
            self._write()

    def _write(self) -> None:
        self.write(self._kind, self._folder)

    def write(self, kind: str, folder: Path) -> Job:
        """Write the match in a worker, and say what the format does not carry."""
        match, sheets = self.window.exporting.scored()
        match = replace(match, media=self._media() or match.media)

        def work(progress: Progress) -> object:
            from exports.interchange import make_interchange, write_interchange

            scored = sheets() if kind == "xlsx" else ()
            paths = write_interchange(kind, match, scored, folder)
            return paths, make_interchange(kind, match, scored, folder).losses

        job = self.window.workers.run(
            work, done=self._written, failed=self.window.show_error, title=tr("Exporting…")
        )
        self.window.banners.watch(job)
        return job

    def _written(self, result: object) -> None:
        assert isinstance(result, tuple)
        paths, losses = result
        said = tr("Written: {file}", file=paths[0])
        self.window.say(said)
        self._tell(said, losses)

    def _tell(self, said: str, losses: Sequence[str]) -> None:
        if losses:
            self.window.open_dialog(LossesDialog(said, losses, self.window))
