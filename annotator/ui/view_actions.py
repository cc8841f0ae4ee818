"""The commands about what is shown, and help."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PyQt6.QtCore import QSettings
from PyQt6.QtGui import QImage
from PyQt6.QtWidgets import QFileDialog, QMessageBox

from annotator.errors import FileError
from annotator.files.atomic import write_atomically
from annotator.files.places import indices_folder, state_folder
from annotator.text import tr
from annotator.ui.acting import Actions
from annotator.ui.health_dialog import HealthDialog
from annotator.ui.key_sheet import KeySheet
from annotator.ui.palette import Palette
from exports.mosaic import mosaic
from exports.overlay import Canvas, Overlay, Seen, blend

if TYPE_CHECKING:
    from annotator.ui.films import OpenFilm
    from annotator.video import Footage, Reel
    from annotator.video.clip_parts import Region

_PICTURES = (".png", ".jpg", ".jpeg")


class Views(Actions):
    """Shows and hides things; changes no match."""

    _frame: tuple[OpenFilm, int] | None = None
    _drawn: Seen = ()
    _hidden: Sequence[Region] = ()
    _picture = Path()
    _page = ""

    def full_screen(self) -> None:
        window = self.window
        if window.isFullScreen():
            window.showNormal()
        else:
            window.showFullScreen()

    def show_tab(self, name: str) -> None:
        self.window.workspace.show_page(name)

    def flip_boards(self) -> None:
        """Put the other athlete first on all scoreboards, and keep it so."""
        strip = self.window.strip
        strip.set_flipped(not strip.flipped)
        self._places().setValue("boards/flipped", strip.flipped)

    def recall_boards(self) -> None:
        """Have the boards as they were put last."""
        self.window.strip.set_flipped(self._places().value("boards/flipped", False, type=bool))

    @staticmethod
    def _places() -> QSettings:
        return QSettings(str(state_folder() / "window.ini"), QSettings.Format.IniFormat)

    def next_board(self) -> None:
        """Show the next ruleset's board in full, and its rulings."""
        self.window.rulings.choose_ruleset(self.window.strip.lead_next())

    def toggle_below(self) -> None:
        self.window.workspace.toggle_below()

    def palette(self) -> None:
        window = self.window
        dialog = Palette(window.bindings, window.keyboard, window.settings.recent_commands, window)
        dialog.chosen.connect(self._run_found)
        window.open_dialog(dialog)

    def _run_found(self, command: str) -> None:
        """What is run by its name is wanted again soon."""
        self.window.change_settings(self.window.settings.with_command(command))
        self.window.run_by_id(command)

    def key_sheet(self) -> None:
        """All keys; they can be saved as a page to print."""
        sheet = KeySheet(self.window.bindings, self.window.keyboard, self.window)
        sheet.save_wanted.connect(self._ask_where)
        sheet.change_wanted.connect(lambda: self.window.run_by_id("file.keys"))
        self.window.open_dialog(sheet)

    def _ask_where(self, page: str) -> None:
        self._page = page
        dialog = self.window.files.saving_dialog(tr("Save the sheet of keys"), tr("Pages (*.html)"))
        dialog.setDefaultSuffix("html")
        dialog.selectFile(tr("keys") + ".html")
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite, False)
        dialog.fileSelected.connect(self._save_sheet)
        self.window.open_dialog(dialog)

    def _save_sheet(self, name: str) -> None:
        try:
            write_atomically(Path(name), self._page.encode("utf-8"))
        except FileError as error:
            self.window.show_error(error)
        else:
            self.window.say(tr("Saved {name}.", name=Path(name).name))

    def health(self) -> None:
        """What this film is like and what that means."""
        film = self.window.film
        if film is None:
            return
        # Damage shows as frames are decoded: more may be known by now.
        report = film.footage.health()
        self.window.status.show_film(film, report)
        dialog = HealthDialog(film, report, self.window)
        dialog.command_wanted.connect(self.window.run_by_id)
        self.window.open_dialog(dialog)

    def snapshot(self) -> None:
        """Save the frame on screen, as large as the film has it."""
        self._ask_picture(())

    def snapshot_drawn(self) -> None:
        """Save the frame on screen with what is drawn on it."""
        self._ask_picture(self.window.drawings.seen())

    def _ask_picture(self, drawn: Seen) -> None:
        film, index = self.window.film, self.player.index
        if film is None or index is None:
            return
        # This very frame, whatever is on screen once a name is found; and nobody sees the film
        # that would play on behind the dialog.
        self.player.pause()
        self._frame, self._drawn = (film, index), drawn
        self._hidden = self.window.drawings.hidden()
        dialog = self.window.files.saving_dialog(tr("Save the picture"), tr("Pictures (*.png)"))
        path, frame = self.window.reels.film_path(index) or film.path, self.window.reels.ref(index)
        dialog.selectFile(f"{path.stem}-f{frame.index if frame else index}.png")
        dialog.fileSelected.connect(self.save_picture)
        self.window.open_dialog(dialog)

    def save_picture(self, name: str) -> None:
        """Write the frame that was chosen to a file; ask before another one is replaced."""
        if not name.lower().endswith(_PICTURES):
            name += _PICTURES[0]
        self._picture = Path(name)
        if os.path.lexists(self._picture):
            self.window.files.ask_replace([self._picture], self._write_picture)
        else:
            self._write_picture()

    def _write_picture(self) -> None:
        if self._frame is None:
            return
        (film, index), path, drawn = self._frame, self._picture, self._drawn
        hidden = self._hidden

        def work(progress: object) -> object:
            if not _save_frame(film, index, path, drawn, hidden):
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


def _save_frame(
    film: OpenFilm, index: int, path: Path, drawn: Seen, hidden: Sequence[Region]
) -> bool:
    """Write a frame as large as the film itself has it and as it is stored, also where its copy is
    shown, or its lines taken apart; but nobody is recognised in a blurred area.
    """
    if not film.smooth or not film.path.is_file():
        return _save(film.footage, index, path, drawn, hidden)
    from annotator.video import Footage

    with Footage.open(film.path, cache_bytes=0, index_cache=indices_folder()) as original:
        return _save(original, index, path, drawn, hidden)


def _save(
    film: Footage | Reel, index: int, path: Path, drawn: Seen, hidden: Sequence[Region]
) -> bool:
    frame = film.frame(index)
    if hidden:
        frame = mosaic(frame, hidden)
    if drawn:
        canvas = Canvas(frame.shape[1], frame.shape[0], film.pixel_aspect)
        frame = blend(frame, Overlay().layers(drawn, canvas))
    height, width = frame.shape[:2]
    data = frame.tobytes()
    return QImage(data, width, height, 3 * width, QImage.Format.Format_RGB888).save(str(path))
