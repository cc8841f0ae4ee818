"""The commands about how the picture is seen: enlarged, moved, turned, mirrored.

Turns, mirroring and deinterlacing belong to a film as this user sees it: they are kept by the film's content in the
file of the window's places, and change neither the match nor anything that is saved or exported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PyQt6.QtCore import QSettings, pyqtSignal

from annotator.files.places import state_folder
from annotator.text import number_text, tr
from annotator.ui.acting import Actions
from annotator.ui.player.film_view import PAN_STEP, ZOOM_STEP
from annotator.ui.player.framing import Framing

if TYPE_CHECKING:
    from annotator.video import Footage, Reel


class Pictures(Actions):
    """How the film on screen is looked at."""

    changed = pyqtSignal()
    """Pictures are seen in another way, though in the same framing."""

    def zoom(self, direction: int) -> None:
        """Larger (1) or smaller (-1), around the middle of the view."""
        self.window.film_view.zoom(ZOOM_STEP**direction)

    def fit(self) -> None:
        """All of the picture again."""
        view = self.window.film_view
        view.set_framing(view.framing.fitted())

    def pan(self, way: tuple[int, int]) -> None:
        """Look further to the right and down, in steps, where the picture is enlarged."""
        self.window.film_view.pan(-way[0] * PAN_STEP, -way[1] * PAN_STEP)

    def turn(self, quarters: int) -> None:
        """Turn the picture clockwise by quarter turns."""
        self._see(self.window.film_view.framing.turned(quarters))

    def mirror(self) -> None:
        """Left for right, as it is seen now."""
        self._see(self.window.film_view.framing.flipped())

    def deinterlace(self) -> None:
        """Show the lines of one moment alone, or all lines as they are stored again."""
        seen = self._on_screen()
        if seen is not None:
            seen[1].deinterlace = not seen[1].deinterlace
            self.player.refresh()
            self._see(self.window.film_view.framing)
            self.changed.emit()

    def _see(self, framing: Framing) -> None:
        seen = self._on_screen()
        if seen is None:
            return
        self.window.film_view.set_framing(framing)
        name, place, apart = self._key(seen[0]), self._place(), seen[1].deinterlace
        if framing.upright and not apart:
            place.remove(name)
        else:
            place.setValue(name, f"{framing.quarters} {int(framing.mirrored)} {int(apart)}")

    def recall(self) -> None:
        """See the film that is shown now as it was seen last."""
        seen = self._on_screen()
        if seen is None:
            return
        framing, seen[1].deinterlace = self.kept(seen[0])
        self.window.film_view.set_framing(framing)

    def kept(self, fingerprint: str) -> tuple[Framing, bool]:
        """How a film was seen last, and whether deinterlaced."""
        words = str(self._place().value(self._key(fingerprint), "")).split()
        if len(words) != 3 or not all(word in "0123" for word in words):
            words = ["0", "0", "0"]
        return Framing(int(words[0]), words[1] == "1"), words[2] == "1"

    def _on_screen(self) -> tuple[str, Footage | Reel] | None:
        """The film on screen and its fingerprint; of several, the one whose frame is shown."""
        film = self.window.film
        if film is None or self.window.reels.set is not None:
            return self.window.reels.on_screen()
        return film.fingerprint, film.footage

    @staticmethod
    def _key(fingerprint: str) -> str:
        return f"seen/{fingerprint.replace('/', ' ')}"

    @staticmethod
    def _place() -> QSettings:
        return QSettings(str(state_folder() / "window.ini"), QSettings.Format.IniFormat)

    def captions(self) -> tuple[str, ...]:
        """What has to be said about the picture, since it is not as the film has it."""
        seen, framing = self._on_screen(), self.window.film_view.framing
        return (
            tr("zoom {factor}x", factor=number_text(f"{framing.zoom:.3g}"))
            if framing.zoom > 1
            else "",
            tr("deinterlaced") if seen is not None and seen[1].deinterlace else "",
            tr("mirrored") if framing.mirrored else "",
            tr("turned {degrees}°", degrees=framing.quarters * 90) if framing.quarters else "",
        )
