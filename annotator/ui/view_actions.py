"""The commands about what is shown, and help."""

from __future__ import annotations

from pathlib import Path

from PyQt6.QtWidgets import QFileDialog, QMessageBox

from annotator.errors import FileError
from annotator.text import tr
from annotator.ui.acting import Actions
from annotator.ui.key_sheet import KeySheet
from annotator.ui.palette import Palette
from annotator.ui.player.film_view import image_of


class Views(Actions):
    """Shows and hides things; changes no match."""

    def full_screen(self) -> None:
        window = self.window
        if window.isFullScreen():
            window.showNormal()
        else:
            window.showFullScreen()

    def show_tab(self, name: str) -> None:
        self.window.workspace.show_page(name)

    def toggle_below(self) -> None:
        self.window.workspace.toggle_below()

    def palette(self) -> None:
        dialog = Palette(self.window.bindings, self.window.keyboard, self.window)
        dialog.chosen.connect(self.window.run_by_id)
        self.window.open_dialog(dialog)

    def key_sheet(self) -> None:
        self.window.open_dialog(KeySheet(self.window.bindings, self.window.keyboard, self.window))

    def health(self) -> None:
        """What this film is like and what that means."""
        film = self.window.film
        if film is None:
            return
        lines = "".join(
            f"<p><b>{'⚠ ' if f.level == 'warning' else ''}{f.what}</b><br>{f.meaning}</p>"
            for f in film.health
        )
        box = QMessageBox(self.window)
        box.setWindowTitle(tr("About {name}", name=film.path.name))
        box.setText(lines)
        self.window.open_dialog(box)

    def snapshot(self) -> None:
        """Save the frame on screen, as large as the film has it."""
        film, index = self.window.film, self.player.index
        if film is None or index is None:
            return
        dialog = QFileDialog(self.window, tr("Save the picture"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("png")
        dialog.setNameFilter(tr("Pictures (*.png)"))
        dialog.selectFile(f"{film.path.stem}-f{index}.png")
        dialog.fileSelected.connect(self.save_picture)
        self.window.open_dialog(dialog)

    def save_picture(self, name: str) -> None:
        """Write the frame on screen to a file."""
        film, index = self.window.film, self.player.index
        if film is None or index is None:
            return
        footage, path = film.footage, Path(name)

        def work(progress: object) -> object:
            if not image_of(footage.picture(index)).save(str(path)):
                raise FileError(tr("The picture could not be written."), where=str(path))
            return path

        self.window.workers.run(work, done=self._picture_saved, failed=self.window.show_error)

    def _picture_saved(self, path: object) -> None:
        self.window.say(tr("Saved {name}.", name=path))

    def about(self) -> None:
        box = QMessageBox(self.window)
        box.setWindowTitle(tr("About annotator"))
        box.setText(
            tr(
                "annotator tags grappling matches frame by frame and shows how they score under "
                "any federation's rules, with the reason for every point.\n\n"
                "Free software under the GNU General Public License, version 3 or later."
            )
        )
        self.window.open_dialog(box)
