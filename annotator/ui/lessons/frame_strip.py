"""The frames that decide, as small pictures with their clock: a click or a figure shows one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PyQt6.QtCore import QSize, Qt, pyqtSignal
from PyQt6.QtGui import QIcon, QImage, QPixmap
from PyQt6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QWidget

from annotator.text import tr
from annotator.ui.lessons.hiding import Hiding
from annotator.ui.player.film_view import image_of
from annotator.ui.workers import Newest, Progress, Workers

if TYPE_CHECKING:
    from annotator.video import Reel

BOX = (144, 81)
MOST = 6


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame by its entry in the film; `clock`: when that is; `what` is seen there."""

    entry: int
    clock: str
    what: str


class FrameStrip(QWidget):
    """Up to six frames. Their pictures come from a worker; until then there are words."""

    chosen = pyqtSignal(int)
    """The entry of the film whose frame is wanted."""

    def __init__(self, workers: Workers, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._frames: tuple[Frame, ...] = ()
        self.buttons: list[QToolButton] = []
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(4)
        self._row.addStretch(1)
        self._newest = Newest(workers, self)
        self._newest.done.connect(self._made)

    @property
    def frames(self) -> tuple[Frame, ...]:
        return self._frames

    def show_frames(
        self, film: Reel | None, frames: Sequence[Frame], hiding: Hiding | None = None
    ) -> None:
        """Show these frames of a film, which must stay open until others are shown."""
        self._frames = tuple(frames[:MOST])
        for button in self.buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = [self._button(n, frame) for n, frame in enumerate(self._frames, 1)]
        if film is None or not self._frames:
            return
        wanted = self._frames

        def work(progress: Progress) -> object:
            images = []
            for frame in wanted:
                progress.check()
                picture = film.picture(frame.entry, BOX)
                image = image_of(picture).copy()
                if hiding is not None:
                    hiding.hide(image, picture.time)
                images.append(image)
            return wanted, images

        self._newest.submit(work)

    def _button(self, number: int, frame: Frame) -> QToolButton:
        button = QToolButton(self)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        button.setIconSize(QSize(*BOX))
        button.setText(f"{number} · {frame.clock}")
        told = tr("Frame {n}, {clock}: {what}", n=number, clock=frame.clock, what=frame.what)
        button.setAccessibleName(told)
        button.setToolTip(told)
        button.setProperty("number", number)
        button.clicked.connect(self._clicked)
        self._row.insertWidget(number - 1, button)
        return button

    def choose(self, number: int) -> bool:
        """Want the frame with this number, from 1; False if there is none."""
        if not 1 <= number <= len(self._frames):
            return False
        self.chosen.emit(self._frames[number - 1].entry)
        return True

    def _clicked(self) -> None:
        button = self.sender()
        assert isinstance(button, QToolButton)
        self.choose(int(button.property("number")))

    def _made(self, result: object) -> None:
        assert isinstance(result, tuple)
        frames, images = result
        if frames is not self._frames:
            return
        for button, image in zip(self.buttons, images, strict=True):
            assert isinstance(image, QImage)
            button.setIcon(QIcon(QPixmap.fromImage(image)))
