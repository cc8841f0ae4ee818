"""The sheet of all keys, as they are printed on the user's keyboard; searchable, and a page to print."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtWidgets import (
    QDialog,
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

from annotator.model.vocabulary import VOCABULARY, Who
from annotator.text import language, tr
from annotator.ui.commands import GROUPS, Bindings, Command
from annotator.ui.finding import group_title, is_found, words_of
from annotator.ui.keys import Keyboard
from annotator.ui.views.theme import scaled

_WORDS = Qt.ItemDataRole.UserRole
_KEYS = Qt.ItemDataRole.UserRole + 1
_PAGE = """<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<title>{title}</title>
<style>
body {{ font: 11pt sans-serif; columns: 2; column-gap: 2em; margin: 1.5em; }}
h1 {{ font-size: 16pt; column-span: all; }}
h2 {{ font-size: 12pt; margin: 1em 0 .2em; break-after: avoid; }}
p {{ column-span: all; }}
table {{ border-collapse: collapse; width: 100%; }}
tr {{ break-inside: avoid; }}
td {{ border-bottom: 1px solid #bbb; padding: .15em .3em; }}
td + td {{ text-align: right; white-space: nowrap; }}
kbd {{ border: 1px solid #777; border-radius: 3px; padding: 0 .35em; font: 10pt monospace; }}
@media print {{ body {{ margin: 0; font-size: 9pt; }} }}
</style>
</head>
<body>
<h1>{title}</h1>
<p>{note}</p>
{body}
</body>
</html>
"""


def _is_idle(command: Command) -> bool:
    """Whether it would give a tag that names nobody to the other athlete."""
    kind = VOCABULARY.get(command.button.tag) if command.button is not None else None
    return bool(command.shift_of) and kind is not None and kind.who is Who.EMPTY


def _rows(
    bindings: Bindings, keyboard: Keyboard, group: str
) -> Iterator[tuple[Command, tuple[str, ...]]]:
    """The commands of a group that have keys, with what the keyboard shows for these."""
    for command in bindings.commands.values():
        keys = tuple(keyboard.label(key) for key in bindings.keys[command.id])
        if command.group == group and keys and not _is_idle(command):
            yield command, keys


def _note() -> str:
    return tr(
        "A tag's key means whoever is on top; with Shift, the other athlete. Esc goes back to the film."
    )


def sheet_page(bindings: Bindings, keyboard: Keyboard) -> str:
    """The sheet as an HTML page that prints on two sides."""
    parts = []
    for group in GROUPS:
        lines = [
            f"<tr><td>{escape(command.text())}</td><td>"
            + " ".join(f"<kbd>{escape(key)}</kbd>" for key in keys)
            + "</td></tr>"
            for command, keys in _rows(bindings, keyboard, group)
        ]
        if lines:
            parts.append(f"<h2>{escape(group_title(group))}</h2>\n<table>\n" + "\n".join(lines))
            parts.append("</table>")
    title = tr("Keys on {layout}", layout=keyboard.layout.upper())
    return _PAGE.format(
        language=language(), title=escape(title), note=escape(_note()), body="\n".join(parts)
    )


class KeySheet(QDialog):
    """Commands by group with their keys; conflicts are named."""

    save_wanted = pyqtSignal(str)
    """The sheet as a page."""
    change_wanted = pyqtSignal()

    def __init__(self, bindings: Bindings, keyboard: Keyboard, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Sheet of keys"))
        self.resize(620, 520)
        self._bindings, self._keyboard = bindings, keyboard
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(tr("Search a command or a key…"))
        self.search.setAccessibleName(tr("Search a command or a key"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter)
        layout.addWidget(self.search)
        self.tree = QTreeWidget(self)
        self.tree.setAccessibleName(tr("Commands and their keys"))
        self.tree.setColumnCount(2)
        self.tree.setHeaderLabels([tr("Command"), tr("Keys")])
        self.tree.setRootIsDecorated(False)
        self.tree.setAlternatingRowColors(True)
        layout.addWidget(self.tree)
        self._fill()
        self.note = QLabel(self)
        self.note.setWordWrap(True)
        layout.addWidget(self.note)
        row = QHBoxLayout()
        self.change = QPushButton(tr("Change keys…"), self)
        self.change.clicked.connect(self._change)
        self.save = QPushButton(tr("Save as a page to print…"), self)
        self.save.clicked.connect(lambda: self.save_wanted.emit(sheet_page(bindings, keyboard)))
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        close.rejected.connect(self.reject)
        for button in (self.change, self.save):
            row.addWidget(button)
        row.addStretch(1)
        row.addWidget(close)
        for button in (self.change, self.save):
            button.setAutoDefault(False)
        layout.addLayout(row)
        self._tell()
        self.search.setFocus()

    def _fill(self) -> None:
        for group in GROUPS:
            head = QTreeWidgetItem([group_title(group)])
            head.setFont(0, scaled(self.font(), 1.05, bold=True))
            head.setFlags(Qt.ItemFlag.ItemIsEnabled)
            self.tree.addTopLevelItem(head)
            for command, keys in _rows(self._bindings, self._keyboard, group):
                item = QTreeWidgetItem([command.text(), "   ".join(keys)])
                item.setData(0, _WORDS, words_of(command))
                item.setData(0, _KEYS, keys)
                head.addChild(item)
        self.tree.expandAll()
        header = self.tree.header()
        assert header is not None
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        header.setStretchLastSection(False)

    def _tell(self) -> None:
        commands = self._bindings.commands
        notes = [_note()]
        notes += [
            tr("{key} runs “{winner}”, so it does not run “{loser}”.",
               key=self._keyboard.label(each.sequence), winner=commands[each.winner].text(),
               loser=commands[each.loser].text())
            for each in self._bindings.conflicts
        ]  # fmt: skip
        self.note.setText("\n".join(notes))

    def _change(self) -> None:
        self.accept()
        self.change_wanted.emit()

    def _filter(self, text: str) -> None:
        for place in range(self.tree.topLevelItemCount()):
            head = self.tree.topLevelItem(place)
            assert head is not None
            shown = 0
            for row in range(head.childCount()):
                item = head.child(row)
                assert item is not None
                hit = is_found(text, item.data(0, _WORDS), item.data(0, _KEYS))
                item.setHidden(not hit)
                shown += hit
            head.setHidden(not shown)
