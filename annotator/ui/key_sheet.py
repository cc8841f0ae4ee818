"""The sheet of all keys, as they are printed on the user's keyboard; searchable."""

from __future__ import annotations

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import (
    QDialog,
    QHeaderView,
    QLabel,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from annotator.model.vocabulary import VOCABULARY, Who
from annotator.text import tr
from annotator.ui.commands import GROUPS, Bindings, Command
from annotator.ui.keys import Keyboard
from annotator.ui.views.theme import scaled


def _is_idle(command: Command) -> bool:
    """Whether it would give a tag that names nobody to the other athlete."""
    kind = VOCABULARY.get(command.id.removeprefix("tag.").removesuffix(".other"))
    return command.id.endswith(".other") and kind is not None and kind.who is Who.EMPTY


class KeySheet(QDialog):
    """Commands by group with their keys; conflicts are named."""

    def __init__(self, bindings: Bindings, keyboard: Keyboard, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Sheet of keys"))
        self.resize(620, 560)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(tr("Search a command or a key…"))
        self.search.setAccessibleName(tr("Search a command or a key…"))
        self.search.textChanged.connect(self._filter)
        layout.addWidget(self.search)
        self.tree = QTreeWidget(self)
        self.tree.setColumnCount(2)
        self.tree.setAccessibleName(tr("Sheet of keys"))
        self.tree.setHeaderLabels([tr("Command"), tr("Keys")])
        self.tree.setRootIsDecorated(False)
        self.tree.setAlternatingRowColors(True)
        layout.addWidget(self.tree)
        for group, title in GROUPS.items():
            head = QTreeWidgetItem([tr(title).replace("&", "")])
            head.setFont(0, scaled(self.font(), 1.05, bold=True))
            head.setFlags(Qt.ItemFlag.ItemIsEnabled)
            self.tree.addTopLevelItem(head)
            for command in bindings.commands.values():
                keys = "   ".join(keyboard.label(key) for key in bindings.keys[command.id])
                if command.group == group and keys and not _is_idle(command):
                    head.addChild(QTreeWidgetItem([command.text(), keys]))
        self.tree.expandAll()
        header = self.tree.header()
        if header is not None:
            header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
            header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
            header.setStretchLastSection(False)
        notes = [tr("Shift with a tag's key means the other athlete. Esc goes back to the film.")]
        for conflict in bindings.conflicts:
            winner = bindings.commands[conflict.winner].text()
            loser = bindings.commands[conflict.loser].text()
            notes.append(
                tr("{key} runs “{winner}”, so it does not run “{loser}”.",
                   key=keyboard.label(conflict.sequence), winner=winner, loser=loser)
            )  # fmt: skip
        note = QLabel("\n".join(notes), self)
        note.setWordWrap(True)
        layout.addWidget(note)
        self.search.setFocus()

    def _filter(self, text: str) -> None:
        wanted = text.lower()
        for place in range(self.tree.topLevelItemCount()):
            head = self.tree.topLevelItem(place)
            assert head is not None
            shown = 0
            for row in range(head.childCount()):
                item = head.child(row)
                assert item is not None
                hit = wanted in item.text(0).lower() or wanted == item.text(1).lower()
                item.setHidden(not hit)
                shown += hit
            head.setHidden(not shown)
