"""Laying out tag panels: which buttons, where, with which keys; seen at once, kept as one goes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from annotator.errors import AnnotatorError
from annotator.files.template_file import write_template
from annotator.files.templates import (
    bring_in,
    drop_template,
    keep_copy,
    keep_template,
    kept_templates,
)
from annotator.model.keystrokes import with_shift
from annotator.model.template import (
    MOST_COLUMNS,
    NAME_LIMIT,
    TAGS,
    WHISTLE,
    Button,
    ButtonGroup,
    faults,
)
from annotator.text import tr
from annotator.ui.commands import Bindings, button_command
from annotator.ui.keys import Keyboard
from annotator.ui.tagging.board import ButtonBoard
from annotator.ui.tagging.button_form import ButtonForm
from annotator.ui.tagging.layout_tree import LayoutTree
from annotator.ui.tagging.template import SHIPPED

Slot = Callable[[], object]


class TemplateDialog(QDialog):
    """One tag panel at a time; the one that comes with the program can only be copied."""

    use_wanted = pyqtSignal(str)
    """The key of the tag panel that the window should show; empty: the program's own."""
    kept = pyqtSignal(str)
    """The tag panel with this key was written."""
    import_wanted = pyqtSignal()
    export_wanted = pyqtSignal(str)
    """A name for the file that the panel shown is to be shared as."""

    def __init__(
        self, used: str, own: Mapping[str, tuple[str, ...]], keyboard: Keyboard, parent: QWidget
    ) -> None:
        """`used`: the key of the tag panel in use; `own`: the user's own keys, by command."""
        super().__init__(parent)
        self.setWindowTitle(tr("Tag panels"))
        self.resize(1000, 520)
        self._used, self._own, self._keyboard = used, own, keyboard
        self.key = ""
        self.template = SHIPPED
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.addLayout(self._top())
        self.tree = LayoutTree(keyboard, self)
        self.form = ButtonForm(keyboard, Bindings().is_prefix, self)
        self.preview = QScrollArea(self)
        self.preview.setWidgetResizable(True)
        self.preview.setAccessibleName(tr("What the panel looks like"))
        layout.addWidget(self._middle(), 1)
        self.problem = QLabel(self)
        self.problem.setWordWrap(True)
        self.problem.setTextFormat(Qt.TextFormat.PlainText)
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        close.rejected.connect(self.reject)
        foot = QHBoxLayout()
        foot.addWidget(self.problem, 1)
        foot.addWidget(close)
        layout.addLayout(foot)
        self.tree.currentItemChanged.connect(self._show_selected)
        self.tree.reordered.connect(lambda: self._change(groups=self.tree.groups()))
        self.form.changed.connect(self._button_changed)
        self.form.key_pressed.connect(self._key_pressed)
        self.form.asked_changed.connect(self._asked_changed)
        self.list_panels(used)

    def _button(self, title: str, row: QHBoxLayout, slot: Slot) -> QPushButton:
        button = QPushButton(title, self)
        button.setAutoDefault(False)
        button.clicked.connect(slot)
        row.addWidget(button)
        return button

    def _top(self) -> QHBoxLayout:
        row = QHBoxLayout()
        self.which = QComboBox(self)
        self.which.setAccessibleName(tr("Tag panel"))
        self.which.setMinimumContentsLength(16)
        self.which.activated.connect(lambda _: self.show_panel(str(self.which.currentData())))
        row.addWidget(self.which)
        self.use = self._button(tr("Use this panel"), row, lambda: self._use())
        self.copy = self._button(tr("Copy"), row, lambda: self._copy())
        self.delete = self._button(tr("Delete panel"), row, lambda: self._delete())
        self._button(tr("Import…"), row, lambda: self.import_wanted.emit())
        self.export = self._button(
            tr("Share as a file…"), row, lambda: self.export_wanted.emit(self.template.name)
        )
        row.addStretch(1)
        row.addWidget(QLabel(tr("Name"), self))
        self.name = QLineEdit(self)
        self.name.setAccessibleName(tr("Name"))
        self.name.setMaxLength(NAME_LIMIT)
        self.name.editingFinished.connect(lambda: self._change(name=self.name.text().strip()))
        row.addWidget(self.name)
        return row

    def _middle(self) -> QSplitter:
        split = QSplitter(self)
        left = QWidget(split)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.tree, 1)
        self.edit_rows: list[QWidget] = []
        for parts in (
            ((tr("New button"), self._add_button), (tr("New group"), self._add_group)),
            (
                (tr("Up"), lambda: self.tree.move_selected(-1)),
                (tr("Down"), lambda: self.tree.move_selected(1)),
                (tr("Remove"), self._remove),
            ),
        ):
            row = QHBoxLayout()
            self.edit_rows += [self._button(title, row, slot) for title, slot in parts]
            column.addLayout(row)
        group = QHBoxLayout()
        self.title = QLineEdit(left)
        self.title.setAccessibleName(tr("Title of the group"))
        self.title.setPlaceholderText(tr("Title of the group"))
        self.title.setMaxLength(NAME_LIMIT)
        self.title.editingFinished.connect(self._group_changed)
        self.columns = QSpinBox(left)
        self.columns.setRange(1, MOST_COLUMNS)
        self.columns.setSuffix(tr(" in a row"))
        self.columns.setAccessibleName(tr("Buttons in a row"))
        self.columns.valueChanged.connect(self._group_changed)
        group.addWidget(self.title, 1)
        group.addWidget(self.columns)
        column.addLayout(group)
        self.edit_rows += [self.title, self.columns]
        scroll = QScrollArea(split)
        scroll.setWidgetResizable(True)
        scroll.setWidget(self.form)
        scroll.setMinimumWidth(300)
        for part in (left, scroll, self.preview):
            split.addWidget(part)
        split.setSizes([260, 380, 340])
        return split

    # ------------------------------------------------------------------ which panel

    def list_panels(self, key: str) -> None:
        """List all panels, and open the one with this key."""
        self.which.clear()
        self.which.addItem(tr("The one that comes with the program"), "")
        for kept in kept_templates():
            if kept.template is not None:
                self.which.addItem(kept.template.name, kept.key)
            else:
                self.which.addItem(tr("{name} (cannot be read)", name=kept.key), kept.key)
        self.show_panel(key)

    def show_panel(self, key: str) -> None:
        """Show the panel with this key; what is wrong with its file is said."""
        found = {kept.key: kept for kept in kept_templates()}.get(key)
        self.key = key if found is not None else ""
        self.template = found.template if found and found.template else SHIPPED
        self.which.setCurrentIndex(max(0, self.which.findData(self.key)))
        self.delete.setText(tr("Delete panel"))
        self._show()
        if found is not None and found.template is None:
            self.problem.setText(found.problem)

    @property
    def may_edit(self) -> bool:
        """Whether the panel shown is one of the user's own, and whole."""
        return bool(self.key) and self.template is not SHIPPED

    def _use(self) -> None:
        self._used = self.key
        self.use_wanted.emit(self.key)
        self._show()

    def _copy(self) -> None:
        self._try(lambda: self.list_panels(keep_copy(self.template)))

    def _delete(self) -> None:
        """The first press asks, the second deletes."""
        if self.delete.text() == tr("Delete panel"):
            self.delete.setText(tr("Really delete it?"))
            return
        key = self.key

        def drop() -> None:
            if key == self._used:
                self._used = ""
                self.use_wanted.emit("")
            drop_template(key)
            self.list_panels(self._used)

        self._try(drop)

    def bring_in(self, name: str) -> None:
        """Take over a panel from a file."""
        self._try(lambda: self.list_panels(bring_in(Path(name))))

    def share(self, name: str) -> None:
        """Write the panel shown to a file."""

        def write() -> None:
            write_template(self.template, Path(name))
            self.problem.setText(tr("Saved {name}.", name=Path(name).name))

        self._try(write)

    def _try(self, work: Callable[[], None]) -> None:
        try:
            work()
        except AnnotatorError as wrong:
            self.problem.setText(str(wrong))

    # ------------------------------------------------------------------ showing

    def _show(self) -> None:
        template = self.template
        self.name.setText(template.name)
        self.tree.show_groups(template.groups, self.may_edit)
        for widget in (self.name, *self.edit_rows, self.form, self.delete):
            widget.setEnabled(self.may_edit)
        self.delete.setEnabled(bool(self.key))
        self.use.setEnabled(self.key != self._used)
        board = ButtonBoard(template, self.preview)
        board.set_keys(lambda button: button.key, self._keyboard.label)
        self.preview.setWidget(board)
        self._show_selected()
        self.problem.setText(
            self._conflicts() if self.may_edit
            else tr("This one stays as it is: copy it, and lay out the copy.")
        )  # fmt: skip

    def _conflicts(self) -> str:
        bindings = Bindings(self._own, self.template)
        buttons = [each for each in bindings.conflicts if bindings.commands[each.loser].button]
        return "\n".join(
            tr("{key} runs “{winner}”, so it does not run “{loser}”.",
               key=self._keyboard.label(each.sequence),
               winner=bindings.commands[each.winner].text(), loser=bindings.commands[each.loser].text())
            for each in buttons[:2]
        )  # fmt: skip

    def selected(self) -> tuple[ButtonGroup, Button | None]:
        """The group that is selected, and the button in it."""
        number, place = self.tree.place()
        group = self.template.groups[number] if self.template.groups else ButtonGroup("")
        return group, group.buttons[place] if place is not None else None

    def _show_selected(self, *_: object) -> None:
        group, button = self.selected()
        for field in (self.title, self.columns):
            field.blockSignals(True)
        self.title.setText(group.title)
        self.columns.setValue(group.columns)
        for field in (self.title, self.columns):
            field.blockSignals(False)
        self.form.setVisible(button is not None)
        if button is not None:
            self.form.show_button(button, self.template.questions.get(button.tag))

    # ------------------------------------------------------------------ editing

    def _change(self, **values: object) -> None:
        """Show the panel with this change, and keep it if it can be."""
        template = replace(self.template, **values)  # type: ignore[arg-type]  # names are Template's
        if not self.may_edit or template == self.template:
            return
        self.template = template
        self._show()
        wrong = next(faults(template), None)
        if wrong is not None:
            self.problem.setText(tr("Not kept: {what} {mend}", what=wrong.what, mend=wrong.mend))
            return

        def keep() -> None:
            keep_template(template, self.key)
            self.which.setItemText(self.which.currentIndex(), template.name)
            self.kept.emit(self.key)

        self._try(keep)

    def _put(self, group: ButtonGroup) -> None:
        """Put this in the place of the group that is selected."""
        number, _ = self.tree.place()
        groups = self.template.groups
        self._change(groups=(*groups[:number], group, *groups[number + 1 :]))

    def _button_changed(self, button: object) -> None:
        assert isinstance(button, Button)
        group, before = self.selected()
        _, place = self.tree.place()
        if before is not None and place is not None:
            buttons = (*group.buttons[:place], button, *group.buttons[place + 1 :])
            self._put(replace(group, buttons=buttons))

    def _key_pressed(self, sequence: str) -> None:
        """Give the button this key, unless something has it: that is named."""
        _, button = self.selected()
        if button is None:
            return
        names = self.in_the_way(button, sequence)
        if names:
            self.problem.setText("\n".join(names))
        else:
            self._button_changed(replace(button, key=sequence))

    def in_the_way(self, button: Button, sequence: str) -> list[str]:
        """What has a key that a button should get, as sentences."""
        if with_shift(sequence) == "":
            return [tr("Shift means the other athlete: press a key without it.")]
        bindings = Bindings(self._own, self.template)
        ours = (button_command(button), f"{button_command(button)}.other")
        wanted = [sequence] if button.tag in (WHISTLE, "mark") else [sequence, with_shift(sequence)]
        found = [(key, bindings.holder(key)) for key in wanted]
        return [
            tr("{key} runs “{title}”.", key=self._keyboard.label(key), title=bindings.commands[name].text())
            for key, name in found
            if name and name not in ours
        ]  # fmt: skip

    def _asked_changed(self, tag: str, keys: object) -> None:
        questions = {name: asked for name, asked in self.template.questions.items() if name != tag}
        if isinstance(keys, tuple):
            questions[tag] = keys
        self._change(questions=MappingProxyType(questions))

    def _group_changed(self, *_: object) -> None:
        group, _button = self.selected()
        self._put(replace(group, title=self.title.text().strip(), columns=self.columns.value()))

    def _add_button(self) -> None:
        """A new button for the first tag that has none yet."""
        there = {button.id for button in self.template.buttons}
        tag = next((name for name in TAGS if name not in there), None)
        if tag is None:
            self.problem.setText(
                tr("Every tag has its button; give one of them a detail or a note to make another.")
            )
            return
        group, _ = self.selected()
        number, _place = self.tree.place()
        self._put(replace(group, buttons=(*group.buttons, Button(tag))))
        self.tree.select(number, len(group.buttons))

    def _add_group(self) -> None:
        number = len(self.template.groups)
        self._change(groups=(*self.template.groups, ButtonGroup(tr("New group"))))
        self.tree.select(number, None)

    def _remove(self) -> None:
        """Take away the button, or the group with all of its own."""
        group, _ = self.selected()
        number, place = self.tree.place()
        if place is not None:
            self._put(replace(group, buttons=group.buttons[:place] + group.buttons[place + 1 :]))
        else:
            groups = self.template.groups
            self._change(groups=(*groups[:number], *groups[number + 1 :]))
