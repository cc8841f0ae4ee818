"""The dialog for clips: which moments, how they look, and into which folder."""

from __future__ import annotations

from pathlib import Path

from PyQt6.QtCore import Qt, QTimer, pyqtSignal
from PyQt6.QtGui import QKeyEvent
from PyQt6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from annotator.errors import AnnotatorError
from annotator.scoring import wording
from annotator.text import tr
from annotator.ui.clips.choice import Choice
from annotator.ui.clips.looks_box import LooksBox
from annotator.ui.clips.subject import Subject
from annotator.ui.folder_choice import choose_folder
from exports.clips.batch import unfinished
from exports.clips.order import Order
from exports.clips.telling import blur_text, children_text

_SETTLE_MS = 150


class ClipsDialog(QDialog):
    """Asks what clips are wanted. `wanted` says it: an Order and a folder's path."""

    wanted = pyqtSignal(object, str)
    play_wanted = pyqtSignal(object, object)
    """Two Fractions: play the film from the one to the other."""

    def __init__(self, subject: Subject, order: Order, folder: Path, parent: QWidget) -> None:
        """`order`: how clips looked last."""
        super().__init__(parent)
        self.setWindowTitle(tr("Export clips"))
        self.resize(940, 560)
        self._subject = subject
        self._order = order.settled(subject.match)
        self._base = folder.parent
        self.choice = Choice(subject, self._order, self)
        self.looks = LooksBox(self._order, self)
        self.hint = QLabel(self)
        self.hint.setWordWrap(True)
        self.folder = QLineEdit(str(folder), self)
        self.folder.setAccessibleName(tr("Folder"))
        self.begun = QLabel(self)
        self.begun.setWordWrap(True)
        self.resume = QPushButton(tr("Go on with it"), self)
        self.resume.setAutoDefault(False)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        self._lay_out()
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(_SETTLE_MS)
        self._settle.timeout.connect(self.refresh)
        self.choice.changed.connect(self._settle.start)
        self.choice.play_wanted.connect(self._play)
        self.looks.changed.connect(self._settle.start)
        self.folder.textChanged.connect(self._folder_changed)
        self.resume.clicked.connect(self.go_on)
        self.buttons.accepted.connect(self.take)
        self.buttons.rejected.connect(self.reject)
        self.refresh()
        self._folder_changed()

    def _lay_out(self) -> None:
        which = QGroupBox(tr("Which moments"), self)
        QVBoxLayout(which).addWidget(self.choice)
        how = QGroupBox(tr("How they look"), self)
        QVBoxLayout(how).addWidget(self.looks)
        both = QHBoxLayout()
        both.addWidget(which, 3)
        both.addWidget(how, 2)
        choose = QPushButton(tr("Choose…"), self)
        choose.setAutoDefault(False)
        choose.clicked.connect(self._choose_folder)
        line = QHBoxLayout()
        line.addWidget(QLabel(tr("Into folder"), self))
        line.addWidget(self.folder, 1)
        line.addWidget(choose)
        again = QHBoxLayout()
        again.addWidget(self.begun, 1)
        again.addWidget(self.resume)
        column = QVBoxLayout(self)
        column.addLayout(both, 1)
        column.addWidget(self.hint)
        column.addLayout(line)
        column.addLayout(again)
        column.addWidget(self.buttons)
        self.export.setText(tr("Export"))

    @property
    def export(self) -> QPushButton:
        """The button that begins."""
        button = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        assert button is not None
        return button

    # ------------------------------------------------------------------ what was answered

    def order(self) -> Order:
        """What is asked for as the dialog stands."""
        return self.looks.order(self.choice.order(self._order))

    def path(self) -> Path:
        """The folder as it stands there; a name alone means one beside the usual folder."""
        return self._base / Path(self.folder.text().strip()).expanduser()

    def refresh(self) -> None:
        """List the clips anew, and what there is to say about them."""
        order = self.order()
        some = self.choice.list_clips(order)
        self.export.setEnabled(some)
        hints = (children_text(self._subject.match, order), blur_text(self._subject.match, order))
        self.hint.setText(wording.joined(hints, " "))
        self.hint.setVisible(bool(self.hint.text()))

    def take(self) -> None:
        """Say what is wanted, unless no folder is named."""
        if self.folder.text().strip() and self.export.isEnabled():
            self.wanted.emit(self.order(), str(self.path()))
            self.accept()

    def go_on(self) -> None:
        """Go on with the batch that was begun in the folder, as it was asked for then."""
        try:
            book = unfinished(self.path())
        except AnnotatorError:
            book = None
        if book is not None:
            self.wanted.emit(book.order, str(self.path()))
            self.accept()

    # ------------------------------------------------------------------ the folder

    def _folder_changed(self) -> None:
        """Say what is in the folder: a batch that is not finished can be gone on with."""
        try:
            book = unfinished(self.path()) if self.folder.text().strip() else None
            text = ""
        except AnnotatorError as error:
            book, text = None, " ".join(str(error).split())
        if book is not None:
            text = tr(
                "A batch was begun here: {done} of {all} clips are finished.",
                done=len(book.entries) - book.unfinished, all=len(book.entries),
            )  # fmt: skip
        self.begun.setText(text)
        self.begun.setVisible(bool(text))
        self.resume.setVisible(book is not None)

    def _choose_folder(self) -> None:
        choose_folder(self, tr("Folder for the clips"), self.path(), self.folder.setText)

    def _play(self, start: object, end: object) -> None:
        self.play_wanted.emit(start, end)

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        """Enter in the list plays a clip, and does not begin the export."""
        enter = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if event is not None and event.key() in enter and self.focusWidget() is self.choice.list:
            event.accept()
            return
        super().keyPressEvent(event)
