"""All commands with their keys, and any of them on another key: press it, and it is shown at once."""

from __future__ import annotations

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtGui import QKeyEvent
from PyQt6.QtWidgets import (
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from annotator.text import tr
from annotator.ui.commands import GROUPS, Bindings, Command
from annotator.ui.discarding import Form
from annotator.ui.finding import group_title, is_found, words_of
from annotator.ui.key_choice import KeyChoice
from annotator.ui.key_field import KeyField
from annotator.ui.keys import Keyboard
from annotator.ui.views.theme import scaled

_ROLE = Qt.ItemDataRole.UserRole


class KeyDialog(Form):
    """Changes a copy; OK hands it over."""

    keys_wanted = pyqtSignal(object)
    """Command id to the sequences of the user's own, for all that differ from the usual."""

    def __init__(self, bindings: Bindings, keyboard: Keyboard, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Keys"))
        self.resize(680, 500)
        self._keyboard = keyboard
        self.choice = KeyChoice(bindings.own, bindings.template)
        self._asked: tuple[str, str, str] | None = None
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(tr("Search a command or a key…"))
        self.search.setAccessibleName(tr("Search a command or a key"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter)
        layout.addWidget(self.search)
        self.none_found = QLabel(tr("No command is called so."), self)
        self.none_found.hide()
        layout.addWidget(self.none_found)
        self.tree = QTreeWidget(self)
        self.tree.setAccessibleName(tr("Commands and their keys"))
        self.tree.setHeaderLabels([tr("Command"), tr("Keys"), tr("Own")])
        self.tree.setRootIsDecorated(False)
        self.tree.setAlternatingRowColors(True)
        self.tree.currentItemChanged.connect(self._selected)
        self.tree.itemActivated.connect(self._activated)
        layout.addWidget(self.tree, 1)
        self._rows: dict[str, QTreeWidgetItem] = {}
        self._fill()
        layout.addLayout(self._buttons(bindings))
        self.problem = QLabel(self)
        self.problem.setWordWrap(True)
        self.problem.setTextFormat(Qt.TextFormat.PlainText)
        self.take = QPushButton(tr("Take it away from there"), self)
        self.take.setAutoDefault(True)  # it has the focus once it is asked for: Enter is it, not OK
        self.take.clicked.connect(self._take_away)
        self.take.hide()
        told = QHBoxLayout()
        told.addWidget(self.problem, 1)
        told.addWidget(self.take)
        layout.addLayout(told)
        box = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        box.accepted.connect(self._accept)
        box.rejected.connect(self.reject)
        layout.addWidget(box)
        keyboard.layout_changed.connect(self._show)
        self._show()
        self.remember()
        self.search.setFocus()

    def said(self) -> object:
        return dict(self.choice.own)

    def _fill(self) -> None:
        for group in GROUPS:
            head = QTreeWidgetItem([group_title(group)])
            head.setFont(0, scaled(self.font(), 1.05, bold=True))
            head.setFlags(Qt.ItemFlag.ItemIsEnabled)
            self.tree.addTopLevelItem(head)
            for command in self.choice.bindings.commands.values():
                if command.group == group and not command.shift_of:
                    item = QTreeWidgetItem([command.text(), "", ""])
                    item.setData(0, _ROLE, command.id)
                    head.addChild(item)
                    self._rows[command.id] = item
        self.tree.expandAll()
        header = self.tree.header()
        assert header is not None
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.ResizeToContents)

    def _buttons(self, bindings: Bindings) -> QHBoxLayout:
        row = QHBoxLayout()
        self.change = KeyField(tr("Other key…"), self._keyboard, bindings.is_prefix, self)
        self.change.captured.connect(self._changed)
        self.add = KeyField(tr("One key more…"), self._keyboard, bindings.is_prefix, self)
        self.add.captured.connect(self._added)
        row.addWidget(self.change)
        row.addWidget(self.add)
        self.none, self.usual, self.all_usual = (
            QPushButton(title, self) for title in (tr("No key"), tr("As usual"), tr("All as usual"))
        )
        for button, slot in (
            (self.none, self._no_key), (self.usual, self._as_usual), (self.all_usual, self._all_as_usual),
        ):  # fmt: skip
            button.setAutoDefault(False)
            button.clicked.connect(slot)
            row.addWidget(button)
        row.addStretch(1)
        return row

    # ------------------------------------------------------------------ what is shown

    def command(self) -> Command | None:
        """The command that is selected."""
        item = self.tree.currentItem()
        name = item.data(0, _ROLE) if item is not None else None
        return self.choice.bindings.commands.get(name) if isinstance(name, str) else None

    def select(self, command: str) -> None:
        """Select this command."""
        self.tree.setCurrentItem(self._rows[command])
        self.tree.scrollToItem(self._rows[command])

    def _labels(self, command: str) -> tuple[str, ...]:
        return tuple(map(self._keyboard.label, self.choice.bindings.keys[command]))

    def _show(self) -> None:
        for name, item in self._rows.items():
            item.setText(1, "   ".join(self._labels(name)))
            item.setText(2, "•" if self.choice.is_own(name) else "")
        self._selected()

    def _selected(self, *_: object) -> None:
        command = self.command()
        for button in (self.change, self.add):
            button.setEnabled(command is not None)
        self.none.setEnabled(command is not None and bool(self.choice.bindings.keys[command.id]))
        self.usual.setEnabled(command is not None and self.choice.is_own(command.id))
        self.all_usual.setEnabled(bool(self.choice.own))
        if self._asked is None or command is None or command.id != self._asked[0]:
            self._tell("")

    def _tell(self, text: str) -> None:
        self._asked = None
        self.take.hide()
        self.problem.setText(text or self._conflicts())

    def _conflicts(self) -> str:
        commands = self.choice.bindings.commands
        return "\n".join(
            tr("{key} runs “{winner}”, so it does not run “{loser}”.",
               key=self._keyboard.label(each.sequence), winner=commands[each.winner].text(),
               loser=commands[each.loser].text())
            for each in self.choice.bindings.conflicts[:2]
        )  # fmt: skip

    def _filter(self, text: str) -> None:
        commands, found = self.choice.bindings.commands, 0
        for place in range(self.tree.topLevelItemCount()):
            head = self.tree.topLevelItem(place)
            assert head is not None
            shown = 0
            for row in range(head.childCount()):
                item = head.child(row)
                assert item is not None
                name = str(item.data(0, _ROLE))
                hit = is_found(text, words_of(commands[name]), self._labels(name))
                item.setHidden(not hit)
                shown += hit
            head.setHidden(not shown)
            found += shown
        self.none_found.setVisible(not found)

    # ------------------------------------------------------------------ what is done

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        """Enter in the list has begun to wait for a key: it is not OK as well."""
        if not (self.change.waiting or self.add.waiting):
            super().keyPressEvent(event)

    def _activated(self, *_: object) -> None:
        if self.command() is not None:
            self.change.begin()

    def _changed(self, sequence: str) -> None:
        command = self.command()
        if command is not None:
            keys = self.choice.bindings.keys[command.id]
            self._want(command.id, sequence, keys[0] if keys else "")

    def _added(self, sequence: str) -> None:
        command = self.command()
        if command is not None:
            self._want(command.id, sequence, "")

    def _want(self, command: str, sequence: str, instead_of: str) -> None:
        """Give the command the key, unless it is somebody else's: that is named, and can lose it."""
        key = self._keyboard.label(sequence)
        match self.choice.refusal(command, sequence):
            case "kept":
                self._refuse(
                    tr("{key} goes back to the film and closes dialogs; it stays so.", key=key)
                )
                return
            case "shift":
                self._refuse(tr("Shift means the other athlete: press a key without it."))
                return
        found = self.choice.in_the_way(command, sequence)
        if not found:
            self._give(command, sequence, instead_of)
            return
        commands = self.choice.bindings.commands
        names = [
            tr(
                "{key} runs “{title}”.",
                key=self._keyboard.label(theirs),
                title=commands[holder].text(),
            )
            for holder, theirs in found
        ]
        self._tell("\n".join(names))
        self._asked = (command, sequence, instead_of)
        self.take.show()
        self.take.setFocus()

    def _refuse(self, why: str) -> None:
        """Say it; Enter asks for another key."""
        self._tell(why)
        self.tree.setFocus()

    def _take_away(self) -> None:
        if self._asked is not None:
            self._give(*self._asked)

    def _give(self, command: str, sequence: str, instead_of: str) -> None:
        self.choice.give(command, sequence, instead_of)
        self._tell("")
        self._show()
        self.tree.setFocus()

    def _no_key(self) -> None:
        command = self.command()
        if command is not None:
            self.choice.clear(command.id)
            self._show()

    def _as_usual(self) -> None:
        command = self.command()
        if command is not None:
            self.choice.reset(command.id)
            self._show()

    def _all_as_usual(self) -> None:
        self.choice.reset_all()
        self._show()

    def _accept(self) -> None:
        self.keys_wanted.emit(dict(self.choice.own))
        self.accept()
