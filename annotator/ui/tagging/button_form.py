"""The form for one button of a tag panel: what it makes, its key, caption, colour, and what it says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from annotator.model.template import CAPTION_LIMIT, NOTE_LIMIT, TAGS, WHISTLE, Button
from annotator.model.vocabulary import VOCABULARY, Kind
from annotator.scoring.wording import capital
from annotator.text import answer_text, tr, word
from annotator.ui.key_field import KeyField
from annotator.ui.keys import Keyboard
from annotator.ui.tagging.template import button_text

_ROLE = Qt.ItemDataRole.UserRole


def colour_names() -> dict[str, str]:
    """The colours that a button can have, as people call them."""
    return {
        "": tr("no colour"), "accent": tr("accent"), "warning": tr("warning"), "danger": tr("danger"),
        "orange": tr("orange"), "sky": tr("sky blue"), "green": tr("green"),
        "yellow": tr("yellow"), "blue": tr("dark blue"), "vermilion": tr("vermilion"),
        "purple": tr("purple"),
    }  # fmt: skip


class ButtonForm(QWidget):
    """Shows a button, and says by signals what it should be."""

    changed = pyqtSignal(object)
    """The `Button` as it should be."""
    key_pressed = pyqtSignal(str)
    """The sequence that its key should be; whoever knows the other keys decides."""
    asked_changed = pyqtSignal(str, object)
    """A tag, and the details asked about it at first; None: as usual."""

    def __init__(
        self, keyboard: Keyboard, is_prefix: Callable[[str], bool], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._keyboard = keyboard
        self.button = Button(TAGS[0])
        self._showing = False
        whole = QVBoxLayout(self)
        whole.setContentsMargins(4, 0, 4, 4)
        self.form = QFormLayout()
        whole.addLayout(self.form)
        self.form.setVerticalSpacing(4)
        self.tag = self._combo(tr("Tag"))
        for name in TAGS:
            self.tag.addItem(capital(button_text(Button(name))), name)
        self.caption = self._text(tr("Caption"), CAPTION_LIMIT)
        self.key = KeyField(tr("Other key…"), keyboard, is_prefix, self)
        self.key.captured.connect(self.key_pressed)
        self.key_now = QLabel(self)
        self.no_key = QPushButton(tr("No key"), self)
        self.no_key.setAutoDefault(False)
        self.no_key.clicked.connect(lambda: self._say(key=""))
        keys = QHBoxLayout()
        for widget in (self.key_now, self.key, self.no_key):
            keys.addWidget(widget)
        self.form.addRow(tr("Key"), keys)
        self.colour = self._combo(tr("Colour"))
        for code, name in colour_names().items():
            self.colour.addItem(name, code)
        self.shown = QCheckBox(tr("In the panel"), self)
        self.shown.setToolTip(tr("Else its key works, and the panel does not have it"))
        self.shown.toggled.connect(lambda on: self._say(shown=on))
        self.form.addRow("", self.shown)
        self.note = self._text(tr("Note it gives"), NOTE_LIMIT)
        self.asked = QListWidget(self)
        self.asked.setAccessibleName(tr("Asked at first"))
        self.asked.setDragDropMode(QListWidget.DragDropMode.InternalMove)
        self.asked.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.asked.itemChanged.connect(self._asked_edited)
        model = self.asked.model()
        assert model is not None
        model.rowsMoved.connect(self._asked_edited)
        self.usual = QCheckBox(tr("What rulesets ask"), self)
        self.usual.toggled.connect(self._asked_edited)
        # Not rows of the form, which squeezes a long list: this has its height, and all is scrolled.
        head = QHBoxLayout()
        head.addWidget(QLabel(tr("Asked at first"), self))
        head.addWidget(self.usual, 1)
        whole.addLayout(head)
        whole.addWidget(self.asked)
        whole.addStretch(1)
        self.details: dict[str, QComboBox] = {}
        self.tag.activated.connect(self._tag_chosen)
        self.colour.activated.connect(lambda _: self._say(colour=str(self.colour.currentData())))
        self.caption.editingFinished.connect(lambda: self._say(caption=self.caption.text().strip()))
        self.note.editingFinished.connect(lambda: self._say(note=self.note.text().strip()))

    def _combo(self, title: str) -> QComboBox:
        combo = QComboBox(self)
        combo.setAccessibleName(title)
        # As narrow as its column: the longest answer must not push the rest out of sight.
        combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        combo.setMinimumContentsLength(8)
        self.form.addRow(title, combo)
        return combo

    def _text(self, title: str, limit: int) -> QLineEdit:
        field = QLineEdit(self)
        field.setMaxLength(limit)
        field.setAccessibleName(title)
        self.form.addRow(title, field)
        return field

    def show_button(self, button: Button, asked: tuple[str, ...] | None) -> None:
        """Show this button; `asked`: the details asked at first about its tag, None as usual."""
        self._showing = True
        anew = button.tag != self.button.tag or not self.details
        self.button = button
        self.tag.setCurrentIndex(self.tag.findData(button.tag))
        self.caption.setText(button.caption)
        self.caption.setPlaceholderText(capital(button_text(replace(button, caption=""))))
        self.key_now.setText(self._keyboard.label(button.key) if button.key else "–")
        self.no_key.setEnabled(bool(button.key))
        self.colour.setCurrentIndex(self.colour.findData(button.colour))
        self.shown.setChecked(button.shown)
        self.note.setText(button.note)
        self.note.setEnabled(button.tag != WHISTLE)
        if anew:
            self._make_details()
        for key, combo in self.details.items():
            combo.setCurrentIndex(max(0, combo.findData(button.details.get(key, ""))))
        self._show_asked(asked)
        self._showing = False

    def _make_details(self) -> None:
        for combo in self.details.values():
            self.form.removeRow(combo)
        self.details = {}
        kind = VOCABULARY.get(self.button.tag)
        for key, detail in kind.details.items() if kind is not None else ():
            if detail.kind is not Kind.CHOICE:
                continue
            combo = self._combo(capital(word(key)))
            combo.addItem(tr("not said"), "")
            for value in detail.values:
                combo.addItem(answer_text(key, value), value)
            combo.activated.connect(self._detail_chosen)
            self.details[key] = combo

    def _show_asked(self, asked: tuple[str, ...] | None) -> None:
        kind = VOCABULARY.get(self.button.tag)
        known = [key for key in (kind.details if kind is not None else ()) if key != "forced"]
        self.usual.setChecked(asked is None)
        self.usual.setEnabled(bool(known))
        self.asked.setVisible(asked is not None)
        self.asked.clear()
        first = list(asked or ())
        for key in (*first, *(key for key in known if key not in first)):
            item = QListWidgetItem(capital(word(key)), self.asked)
            item.setData(_ROLE, key)
            item.setFlags(
                item.flags() & ~Qt.ItemFlag.ItemIsDropEnabled | Qt.ItemFlag.ItemIsUserCheckable
            )
            item.setCheckState(Qt.CheckState.Checked if key in first else Qt.CheckState.Unchecked)
        rows = sum(self.asked.sizeHintForRow(row) for row in range(self.asked.count()))
        self.asked.setFixedHeight(rows + 2 * self.asked.frameWidth() + 2)

    # ------------------------------------------------------------------ what the user wants

    def _say(self, **values: object) -> None:
        if not self._showing:
            button = replace(self.button, **values)  # type: ignore[arg-type]  # names are Button's
            if button != self.button:
                self.changed.emit(button)

    def _tag_chosen(self) -> None:
        # What it said is about the tag that it was for.
        self._say(tag=str(self.tag.currentData()), details=MappingProxyType({}), note="")

    def _detail_chosen(self) -> None:
        given = {
            key: str(combo.currentData())
            for key, combo in self.details.items()
            if combo.currentData()
        }
        numbers = {key: v for key, v in self.button.details.items() if key not in self.details}
        self._say(details=MappingProxyType(numbers | given))

    def _asked_edited(self, *_: object) -> None:
        if self._showing:
            return
        items = [self.asked.item(row) for row in range(self.asked.count())]
        chosen = tuple(
            str(item.data(_ROLE))
            for item in items
            if item is not None and item.checkState() is Qt.CheckState.Checked
        )
        self.asked_changed.emit(self.button.tag, None if self.usual.isChecked() else chosen)
