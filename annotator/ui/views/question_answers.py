"""The answers to one open question: buttons with their digits, and what each would change."""

from __future__ import annotations

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from annotator.scoring import wording
from annotator.text import tr
from annotator.ui.tagging.answers import answer_style
from annotator.ui.tagging.questions import PER_PAGE, Choice
from annotator.ui.views.question_rows import QuestionRow, ReplyRow
from annotator.ui.views.theme import Theme, scaled


class AnswerPane(QWidget):
    """The question that is chosen, with its answers; nine at a time."""

    answer_pressed = pyqtSignal(int)
    show_pressed = pyqtSignal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = Theme.of(self.palette())
        self._row: QuestionRow | None = None
        self._page = 0
        self._armed = False
        self._key = ""
        self._asked = QLabel(self)
        self._asked.setWordWrap(True)
        self.show_button = self._button()
        self.show_button.clicked.connect(self.show_pressed)
        self.more_button = self._button()
        self.more_button.clicked.connect(self.more)
        top = QHBoxLayout()
        top.setSpacing(6)
        top.addWidget(self._asked, 1)
        top.addWidget(self.show_button, 0, Qt.AlignmentFlag.AlignTop)
        self._inner = QWidget(self)
        self._grid = QGridLayout(self._inner)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(3)
        self._grid.setColumnStretch(1, 1)
        self._buttons: list[QPushButton] = []
        self._effects: list[QLabel] = []
        for number in range(PER_PAGE):
            button, effect = self._button(), QLabel(self._inner)
            button.clicked.connect(self._pressed)
            effect.setWordWrap(True)
            effect.setFont(scaled(self.font(), 0.9))
            self._grid.addWidget(button, number, 0)
            self._grid.addWidget(effect, number, 1)
            self._buttons.append(button)
            self._effects.append(effect)
        self._grid.addWidget(self.more_button, PER_PAGE, 0)
        self._grid.setRowStretch(PER_PAGE + 1, 1)
        area = QScrollArea(self)
        area.setWidget(self._inner)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        box = QVBoxLayout(self)
        box.setContentsMargins(4, 2, 4, 2)
        box.setSpacing(4)
        box.addLayout(top)
        box.addWidget(area, 1)

    def set_row(self, row: QuestionRow | None, armed: bool) -> None:
        """Show this question; `armed`: digits answer it now."""
        if row is None or self._row is None or row.question.key != self._row.question.key:
            self._page = 0
        self._row, self._armed = row, armed
        self._show()

    def set_armed(self, armed: bool) -> None:
        """Whether digits answer it now."""
        if armed != self._armed:
            self._armed = armed
            self._show()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._show()

    def set_keys(self, key: str) -> None:
        """The key that shows the next question."""
        self._key = key
        self.speak()

    def speak(self) -> None:
        """Put the words into the user's language."""
        self.show_button.setText(
            tr("Show me ({key})", key=self._key) if self._key else tr("Show me")
        )
        self.show_button.setToolTip(tr("Go to the moment and play it over and over"))
        self._show()

    def reply(self, number: int) -> ReplyRow | None:
        """The answer with this digit, from 1."""
        shown = self._shown()
        return shown[number - 1] if 1 <= number <= len(shown) else None

    def more(self) -> None:
        """The next answers; after the last ones the first again."""
        if self._row is not None:
            pages = -(-len(self._row.replies) // PER_PAGE)
            self._page = (self._page + 1) % max(1, pages)
            self._show()

    def _shown(self) -> tuple[ReplyRow, ...]:
        replies = self._row.replies if self._row is not None else ()
        return replies[self._page * PER_PAGE : (self._page + 1) * PER_PAGE]

    def _show(self) -> None:
        row, shown, theme = self._row, self._shown(), self._theme
        self._asked.setText(row.asked if row is not None else "")
        for number, (button, effect) in enumerate(zip(self._buttons, self._effects, strict=True)):
            there = number < len(shown)
            button.setVisible(there)
            effect.setVisible(there)
            if not there:
                continue
            reply = shown[number]
            digit = f"{number + 1}  " if self._armed else ""
            button.setText(f"{digit}{reply.label}")
            choice = Choice(reply.reply.value, reply.label, reply.reply.ordinary)
            button.setStyleSheet(answer_style(choice, theme))
            assumed = tr("assumed now") if reply.reply.ordinary else ""
            text = wording.joined((assumed, reply.effect))
            effect.setText(text)
            effect.setToolTip(wording.tooltip(text))
            button.setAccessibleName(reply.label)
            button.setAccessibleDescription(text)
        more = row is not None and len(row.replies) > PER_PAGE
        self.more_button.setVisible(more)
        self.more_button.setText(tr("0  more answers"))
        for button in (self.show_button, self.more_button):
            button.setStyleSheet(answer_style(Choice("", ""), theme))

    def _button(self) -> QPushButton:
        button = QPushButton(self)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _pressed(self) -> None:
        button = self.sender()
        if isinstance(button, QPushButton) and button in self._buttons:
            self.answer_pressed.emit(self._buttons.index(button) + 1)
