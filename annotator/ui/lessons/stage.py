"""Where a trainee sees a stretch of film and nothing else: no tags, no times, no name, no bar.

The player is the window's kind, with sound; it is given an `Excerpt`, so that there is nothing to
step, jump or play into before the first or after the last frame of the stretch.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtWidgets import QVBoxLayout, QWidget

from annotator.text import tr
from annotator.ui.lessons.excerpt import Excerpt, ExcerptServer
from annotator.ui.player.clock import Clock
from annotator.ui.player.film_sound import FilmSound
from annotator.ui.player.film_view import FilmView, Over
from annotator.ui.player.framing import Framing
from annotator.ui.player.player import Player

if TYPE_CHECKING:
    from annotator.video import Footage, Reel


class Stage(QWidget):
    """Plays one stretch of a film. The film stays the caller's: close it after `close_film`."""

    ended = pyqtSignal()
    """The last frame of the stretch has had its time."""
    failed = pyqtSignal(object)
    """A frame cannot be shown, and why."""

    def __init__(self, parent: QWidget | None = None, clock: Clock | None = None) -> None:
        """`clock`: in the place of the one that the sound makes, for tests."""
        super().__init__(parent)
        self.view = FilmView(self)
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.sound = FilmSound(self)
        self.player = Player(self, clock or self.sound.clock)
        self._excerpt: Excerpt | None = None
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.view)
        self.view.size_changed.connect(self.player.set_size)
        self.player.picture_ready.connect(self.view.show_picture)
        self.player.playing_changed.connect(self._playing)
        self.player.failed.connect(self.failed)

    @property
    def ready(self) -> bool:
        """Whether the picture on screen is one of the stretch."""
        return self._excerpt is not None and self.player.index is not None

    @property
    def time(self) -> Fraction | None:
        """The film time of the frame on screen, in seconds; None while there is none."""
        return self.player.time if self.ready else None

    @property
    def at_end(self) -> bool:
        """Whether the last frame of the stretch is on screen."""
        return self._excerpt is not None and self.player.index == len(self._excerpt) - 1

    def set_volume(self, percent: int, *, muted: bool) -> None:
        """How loud the film is, 0 to 100."""
        self.sound.clock.set_volume(percent, muted)

    def show_excerpt(
        self,
        film: Footage | Reel,
        first: int,
        last: int,
        *,
        over: Over | None = None,
        framing: Framing | None = None,
    ) -> None:
        """Stand on the first frame of a stretch. `over`: what lies over the picture."""
        self.close_film()
        self._excerpt = excerpt = Excerpt(film, first, last)
        self.view.set_framing(framing or Framing())
        self.view.set_shape(film.size, film.pixel_aspect)
        self.view.set_over(over)
        self.sound.set_film(film)
        self.player.set_size(self.view.device_size())
        self.player.set_film(excerpt, ExcerptServer(excerpt))

    def again(self) -> None:
        """Stand on the first frame, at full speed."""
        self.player.pause()
        self.player.choose_rate(Fraction(1))
        self.player.seek_index(0)

    def close_film(self) -> None:
        """Show nothing, and end the threads that read the film."""
        self._excerpt = None
        self.player.set_film(None, None)
        self.sound.set_film(None)
        self.view.set_over(None)
        self.view.clear("")

    def close_all(self) -> None:
        """End every thread, for good."""
        self.close_film()
        self.player.close()
        self.sound.close()

    def say(self, title: str, hint: str = "") -> None:
        """Show words in the place of the film."""
        self.view.clear(title, hint)

    def say_loading(self) -> None:
        """Show that the film is being opened."""
        self.say(tr("The film is being opened…"))

    def _playing(self, playing: bool) -> None:
        if not playing and self.at_end:
            self.ended.emit()
