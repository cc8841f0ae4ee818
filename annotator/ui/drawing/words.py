"""The field in which the words of a text or note are typed, on the picture itself."""

from __future__ import annotations

from PyQt6.QtCore import QPointF, QRectF, Qt, pyqtSignal
from PyQt6.QtWidgets import QLineEdit, QWidget

from annotator.model.drawing import MOST_LETTERS, Drawing, Shape
from annotator.text import tr

_WIDTH, _NOTE_WIDTH = 220, 460


class WordField(QLineEdit):
    """Enter takes what was typed, and so does leaving the field."""

    taken = pyqtSignal(object, str)
    """The `Drawing` that was asked about, and its words."""

    def __init__(self, film_view: QWidget) -> None:
        super().__init__(film_view)
        self._drawing: Drawing | None = None
        self._was_left = False
        self.setMaxLength(MOST_LETTERS)
        self.returnPressed.connect(self._enter)
        self.editingFinished.connect(self._left)
        self.hide()

    def ask(self, drawing: Drawing, spot: QPointF | None, place: QRectF) -> None:
        """Ask for the words of a drawing around this spot; None: at the lower edge."""
        self._drawing, self._was_left = drawing, False
        name = (
            tr("Note on this frame") if drawing.shape is Shape.NOTE else tr("Text on the picture")
        )
        self.setAccessibleName(name)
        self.setPlaceholderText(name)
        self.setText(drawing.text)
        parent = self.parentWidget()
        assert parent is not None
        height = self.sizeHint().height()
        width = min(_WIDTH if spot is not None else _NOTE_WIDTH, parent.width() - 8)
        middle = spot if spot is not None else QPointF(place.center().x(), place.bottom() - height)
        left = min(max(4.0, middle.x() - width / 2), parent.width() - width - 4.0)
        top = min(max(4.0, middle.y() - height / 2), parent.height() - height - 4.0)
        self.setGeometry(round(left), round(top), width, height)
        self.show()
        self.raise_()
        self.selectAll()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def was_left(self) -> bool:
        """Whether the field was left by other means than Enter since this was asked last."""
        left, self._was_left = self._was_left, False
        return left

    def _enter(self) -> None:
        self._take()
        parent = self.parentWidget()
        if parent is not None:
            parent.setFocus(Qt.FocusReason.OtherFocusReason)

    def _left(self) -> None:
        if self._drawing is not None:
            self._was_left = True
            self._take()

    def _take(self) -> None:
        drawing, self._drawing = self._drawing, None
        if drawing is not None:
            self.hide()
            self.taken.emit(drawing, self.text().strip())
