"""Each answer of a lesson is written down at once; where that fails it is said, and another place asked for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QFileDialog

from annotator.files.lesson_file import ANSWERS_SUFFIX
from annotator.model.lesson import Attempt
from annotator.text import tr, tr_n
from annotator.ui.acting import Actions
from annotator.ui.lessons.keeping import keep
from annotator.ui.lessons.sitting import Sitting
from annotator.ui.workers import Progress

if TYPE_CHECKING:
    from annotator.ui.window import Window


class WritingDown(Actions):
    """Writes one sitting into its answers file, in the order in which the answers came."""

    told = pyqtSignal(str)
    """Why what was answered last is not written down; empty: it is."""

    def __init__(self, window: Window, path: Path, written: Attempt | None) -> None:
        """`written`: what the file says of this attempt already."""
        super().__init__(window)
        self.path = path
        self._written = written
        self._sitting: Sitting | None = None
        self._waiting = 0
        self._trouble = ""
        self._left = False

    def write(self, sitting: object) -> None:
        """Write a sitting in the place of what it was before."""
        assert isinstance(sitting, Sitting)
        self._sitting = sitting
        self._waiting += 1
        path = self.path

        def work(progress: Progress) -> object:
            # One after the other, so that the one before has said by now what it wrote.
            keep(sitting.attempt, path, self._written)
            self._written = sitting.attempt
            return None

        self.window.workers.run(work, done=self._kept, failed=self._not_kept, in_order=True)

    def leave(self) -> None:
        """The lesson is left: say where the answers are, or ask for another place, when it is known."""
        self._left = True
        self._look()

    def _kept(self, nothing: object) -> None:
        self._ended("")

    def _not_kept(self, error: object) -> None:
        self._ended(str(error))
        self.window.show_error(error)

    def _ended(self, trouble: str) -> None:
        self._waiting -= 1
        self._trouble = trouble
        self.told.emit(trouble)
        self._look()

    def _look(self) -> None:
        if not self._left or self._waiting or self._sitting is None:
            return
        if self._trouble:
            self._ask_elsewhere()
            return
        answered = self._sitting.answered
        if answered:
            self.window.say(
                tr_n("{count} answer is kept in {name}.", "{count} answers are kept in {name}.",
                     answered, name=self.path.name)
            )  # fmt: skip
        self.deleteLater()

    def _ask_elsewhere(self) -> None:
        title = tr("The answers are not written down; save them elsewhere")
        dialog = QFileDialog(self.window, title)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        # Answers that are there stay, with these behind them; anything else is refused.
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
        dialog.setDirectory(str(Path.home()))
        dialog.setNameFilters([tr("Answers (*{ending})", ending=ANSWERS_SUFFIX)])
        dialog.selectFile(self.path.name)
        dialog.fileSelected.connect(self.write_elsewhere)
        dialog.rejected.connect(self._given_up)
        self.window.open_dialog(dialog)

    def write_elsewhere(self, name: str) -> None:
        """Write what could not be written beside the lesson into another file."""
        assert self._sitting is not None
        self.path = Path(name if name.endswith(ANSWERS_SUFFIX) else f"{name}{ANSWERS_SUFFIX}")
        self._written = None
        self.write(self._sitting)

    def _given_up(self) -> None:
        self.window.say(tr("The answers are not written down."))
        self.deleteLater()
