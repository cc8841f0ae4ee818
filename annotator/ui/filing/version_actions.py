"""The command that shows the last saves of the match."""

from __future__ import annotations

from annotator.files.versions import versions_of
from annotator.model.edits import Restore
from annotator.model.match import Match
from annotator.text import tr
from annotator.ui.acting import Actions
from annotator.ui.filing.version_dialog import VersionDialog, read_all
from annotator.ui.workers import Progress


class Versions(Actions):
    """Reads them in a worker; restoring one is an edit like any other."""

    def show(self) -> None:
        path = self.session.path
        if path is None:
            self.window.say(tr("This match was not saved yet, so there is no earlier version."))
            return

        def work(progress: Progress) -> object:
            return path, read_all(versions_of(path))

        self.window.workers.run(work, done=self._read, failed=self.window.show_error)

    def _read(self, result: object) -> None:
        assert isinstance(result, tuple)
        path, versions = result
        if path != self.session.path:
            return
        if not versions:
            self.window.say(tr("No earlier version of this match is kept; each save keeps one."))
            return
        dialog = VersionDialog(self.session.match, versions, self.window)
        dialog.restore_wanted.connect(self._restore)
        self.window.open_dialog(dialog)

    def _restore(self, match: object, when: str) -> None:
        assert isinstance(match, Match)
        films = self.session.match.media
        if self.session.do(Restore(match, tr("Restore version of {when}", when=when))):
            self.window.say(
                tr("Restored as it was saved {when}; {key} takes it back.", when=when,
                   key=self.window.key_of("edit.undo"))
            )  # fmt: skip
            if match.media != films:
                self.window.films.open_media()

    def failed(self, error: object) -> None:
        """Told after a save: the match is saved, its versions are not kept."""
        self.window.banners.say("versions", str(error))
