"""The last tag, in a line of the tag panel, with the keys that mend it."""

from __future__ import annotations

from collections.abc import Callable

from PyQt6.QtCore import QEvent, QSize, Qt, pyqtSignal
from PyQt6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.time import FrameRef, clock_text
from annotator.scoring.wording import joined, letter, tag_name, tag_sentence
from annotator.text import tr
from annotator.ui.views.theme import Theme, scaled

_SIGNS = {
    "edit.last_earlier": "◂", "edit.last_later": "▸", "edit.last_swap": "⇄",
    "edit.last_change": "≠", "edit.last_delete": "✕",
}  # fmt: skip


class _Name(QLabel):
    """A text that is cut with dots where it finds no room."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.whole = ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_text(self, text: str) -> None:
        self.whole = text
        self._fit()

    def resizeEvent(self, event: object) -> None:
        self._fit()

    def minimumSizeHint(self) -> QSize:
        return QSize(40, super().minimumSizeHint().height())

    def _fit(self) -> None:
        metrics = self.fontMetrics()
        self.setText(metrics.elidedText(self.whole, Qt.TextElideMode.ElideRight, self.width()))


class LastTag(QWidget):
    """Says which tag was made last; its buttons mend that one, whatever is selected."""

    command_wanted = pyqtSignal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(3)
        self.name = _Name(self)
        line.addWidget(self.name, 1)
        self.buttons: dict[str, QPushButton] = {}
        for command, sign in _SIGNS.items():
            button = QPushButton(sign, self)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setFont(scaled(self.font(), 0.85))
            button.setProperty("command", command)
            button.clicked.connect(self._clicked)
            line.addWidget(button)
            self.buttons[command] = button
        self._style()
        self.show_tag(Match(), None, changing=False)

    def set_labels(self, label: Callable[[str], str], title: Callable[[str], str]) -> None:
        """Print the keys; `label` and `title` give those of a command by its id."""
        for command, button in self.buttons.items():
            key = label(command)
            short = key.replace(f"{tr('Shift')}+", "⇧")
            button.setText(f"{_SIGNS[command]} {short}".strip())
            button.setToolTip(f"{title(command)} ({key})" if key else title(command))
            button.setAccessibleName(button.toolTip())

    def show_tag(self, match: Match, tag: Tag | None, *, changing: bool) -> None:
        """`changing`: the next tag key says what it is instead."""
        for button in self.buttons.values():
            button.setEnabled(tag is not None)
        self.buttons["edit.last_swap"].setEnabled(tag is not None and tag.athlete is not None)
        if tag is None:
            self.name.show_text(tr("Last tag: none"))
            self.name.setToolTip("")
            return
        what = joined((tag_name(tag), letter(tag.athlete)), " ")
        where = str(FrameRef(tag.frame, tag.film)) if tag.frame is not None else ""
        back = ""
        if tag.reaction:
            back = tr("set back {ms} ms", ms=round(tag.reaction * 1000))
        text = tr("Last: {tag}", tag=joined((what, clock_text(tag.start, 1), where)))
        if changing:
            text = tr("{tag} is … ?", tag=what)
        self.name.show_text(text)
        self.name.setToolTip(joined((tag_sentence(match, tag), back), "\n"))
        self.name.setAccessibleName(joined((text, back)))

    def changeEvent(self, event: QEvent | None) -> None:
        super().changeEvent(event)
        if event is not None and event.type() is QEvent.Type.PaletteChange:
            self._style()

    def _style(self) -> None:
        theme = Theme.of(self.palette())
        for button in self.buttons.values():
            button.setStyleSheet(
                f"QPushButton {{ background: {theme.raised.name()}; color: {theme.text.name()};"
                f" border: 1px solid {theme.line.name()}; border-radius: 4px; padding: 1px 4px; }}"
                f"QPushButton:hover, QPushButton:focus {{ border-color: {theme.text.name()}; }}"
                f"QPushButton:disabled {{ color: {theme.muted.name()}; }}"
            )

    def _clicked(self) -> None:
        button = self.sender()
        assert isinstance(button, QPushButton)
        self.command_wanted.emit(str(button.property("command")))
