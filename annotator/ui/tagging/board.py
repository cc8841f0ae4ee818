"""The buttons of a template, group by group, as the panel shows them and the editor previews them."""

from __future__ import annotations

from collections.abc import Callable

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from annotator.model.template import WHISTLE, Button, ButtonGroup, Template
from annotator.model.vocabulary import VOCABULARY
from annotator.scoring.wording import capital
from annotator.text import after_colon, caption, tr
from annotator.ui.tagging.buttons import TagButton
from annotator.ui.tagging.template import button_text
from annotator.ui.views.theme import scaled


class ButtonBoard(QWidget):
    """One button for each of the template's that is shown. It decides nothing."""

    pressed = pyqtSignal(str)
    """The id of a button of the template."""

    def __init__(self, template: Template, parent: QWidget) -> None:
        super().__init__(parent)
        self.template = template
        self.buttons: dict[str, TagButton] = {}
        self.meant: dict[str, Button] = {}
        self._heads: list[tuple[QLabel, ButtonGroup]] = []
        self._keys: dict[str, str] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 2, 2)
        column.setSpacing(3)
        for group in template.groups:
            shown = [button for button in group.buttons if button.shown]
            if not shown:
                continue
            head = QLabel(tr(group.title) if group.title else "", self)
            head.setFont(scaled(self.font(), 0.85, bold=True))
            head.setVisible(bool(group.title))
            head.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            self._heads.append((head, group))
            column.addWidget(head)
            # What room there is goes to the buttons, row by row alike.
            column.addLayout(self._grid(shown, group.columns), -(-len(shown) // group.columns))

        column.addStretch(0)  # what is more than all buttons can use stays below them

    def _grid(self, shown: list[Button], columns: int) -> QGridLayout:
        grid = QGridLayout()
        grid.setSpacing(3)
        for place, button in enumerate(shown):
            widget = TagButton(button.tag, self._caption(button), self, button.colour)
            widget.clicked.connect(lambda _, name=button.id: self.pressed.emit(name))
            self.buttons[button.id] = widget
            self.meant[button.id] = button
            grid.addWidget(widget, place // columns, place % columns)
        for number in range(columns):
            grid.setColumnStretch(number, 1)
        return grid

    @staticmethod
    def _caption(button: Button) -> str:
        if button.presets or button.caption:
            return capital(button_text(button))
        return capital(caption(button.tag))

    def set_keys(self, key_of: Callable[[Button], str], label: Callable[[str], str]) -> None:
        """Print the keys: `key_of` says which sequence a button has, `label` how it is read."""
        self._keys = {name: key_of(button) for name, button in self.meant.items()}
        for name, widget in self.buttons.items():
            button, key = self.meant[name], label(self._keys[name]) if self._keys[name] else ""
            widget.set_key(key)
            widget.setToolTip(_tip(button, key))
            widget.setAccessibleName(f"{widget.text()} ({key})" if key else widget.text())
        for head, group in self._heads:
            firsts = {
                self._keys[button.id].partition(" ")[0] if " " in self._keys[button.id] else ""
                for button in group.buttons
                if button.id in self._keys
            }
            first = firsts.pop() if len(firsts) == 1 else ""
            title = tr(group.title) if group.title else ""
            if first:
                title = tr("{title}: press {key}, then", title=title, key=label(first))
            head.setText(title)

    def dim_but(self, prefix: str) -> int:
        """Dim what a second stroke after `prefix` does not reach (empty: dim nothing).

        Returns where the first group begins that is reached by it alone, in pixels; 0 for none.
        """
        for name, widget in self.buttons.items():
            widget.set_dimmed(
                bool(prefix) and not self._keys.get(name, "").startswith(prefix + " ")
            )
        if prefix:
            for head, group in self._heads:
                inside = [self.buttons[b.id] for b in group.buttons if b.id in self.buttons]
                if not any(widget.dimmed for widget in inside):
                    return head.y()
        return 0


def _tip(button: Button, key: str) -> str:
    if button.tag == WHISTLE:
        return tr("Start, stop or resume the clock: {key}", key=key)
    kind = VOCABULARY[button.tag]
    name = capital(button_text(button))
    parts = [after_colon(name, key)]
    if kind.who_means:
        parts.append(tr("Athlete: {who}; Shift: the other", who=tr(kind.who_means)))
    if kind.span:
        parts.append(tr("Press again where it ends"))
    return "\n".join(parts)
