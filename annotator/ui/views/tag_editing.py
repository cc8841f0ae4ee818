"""Writing a tag's details and note in place, with the vocabulary at hand."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from PyQt6.QtCore import QAbstractItemModel, QModelIndex, QObject, Qt, pyqtSignal
from PyQt6.QtWidgets import (
    QCompleter,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from annotator.errors import EditError
from annotator.model.edits import Answer, ChangeTag, Edit, SetNote, check_tag
from annotator.model.tag import Tag
from annotator.scoring.wording import details_text
from annotator.text import tr
from annotator.ui.views.tag_rows import NUMBERS, TAG_ROLE, Column


def read_details(text: str) -> dict[str, str]:
    """Read `landing=back; amplitude=high`. Raises EditError on a piece without a `=`."""
    details = {}
    for piece in text.split(";"):
        key, equals, value = (part.strip() for part in piece.partition("="))
        if not key and not equals:
            continue
        if not (key and equals and value):
            raise EditError(
                tr("{piece} is no answer.", piece=repr(piece.strip())),
                mend=tr("Write key=value, with ; between them: landing=back; amplitude=high."),
            )
        details[key] = value
    return details


def details_edit(tag: Tag, text: str) -> Edit | None:
    """The edit that gives a tag these details; None if it has them. Raises EditError."""
    wanted = read_details(text)
    changed = [k for k in {**tag.details, **wanted} if tag.details.get(k) != wanted.get(k)]
    if not changed:
        return None
    after = replace(tag, details=MappingProxyType(wanted))
    check_tag(after)
    if len(changed) == 1:
        return Answer(tag.id, changed[0], wanted.get(changed[0]))
    return ChangeTag(after, tr("Answer details"))


def note_edit(tag: Tag, text: str) -> Edit | None:
    """The edit that writes a note; None if it is there already."""
    note = text.strip()
    return SetNote(tag.id, note) if note != tag.note else None


class DetailsCompleter(QCompleter):
    """Offers the answers that a tag may carry for the piece after the last `;`."""

    def __init__(self, tag: Tag, parent: QObject) -> None:
        answers = [
            f"{detail.key}={value}"
            for detail in tag.kind.details.values()
            for value in detail.values or ("",)
        ]
        super().__init__(answers, parent)
        self.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setFilterMode(Qt.MatchFlag.MatchContains)
        self._head = ""

    def splitPath(self, path: str | None) -> list[str]:
        """Complete the last piece alone."""
        head, _, piece = (path or "").rpartition(";")
        self._head = f"{head}; " if head else ""
        return [piece.strip()]

    def pathFromIndex(self, index: QModelIndex) -> str:
        """Put the pieces before it back."""
        return self._head + super().pathFromIndex(index)


class TagDelegate(QStyledItemDelegate):
    """Edits cells; what was written becomes an Edit, and what cannot be one says why."""

    edit_made = pyqtSignal(object)
    edit_refused = pyqtSignal(str)
    note_typed = pyqtSignal(str, str)
    """A tag's id, and its note as it is being typed."""

    def initStyleOption(self, option: QStyleOptionViewItem | None, index: QModelIndex) -> None:
        """Keep right-aligned numbers off the text of the next column."""
        super().initStyleOption(option, index)
        if option is not None and index.column() in NUMBERS:
            option.text = f"{option.text}\N{EN SPACE}"

    def createEditor(
        self, parent: QWidget | None, option: QStyleOptionViewItem, index: QModelIndex
    ) -> QWidget | None:
        """A line to write in, with a name for the screen reader."""
        editor = QLineEdit(parent)
        tag = index.data(TAG_ROLE)
        if index.column() == Column.DETAILS:
            editor.setAccessibleName(tr("Details"))
            editor.setPlaceholderText(tr("key=value; key=value"))
            editor.setCompleter(DetailsCompleter(tag, editor))
        else:
            editor.setAccessibleName(tr("Note"))
            editor.setProperty("tag", tag.id)
            editor.textEdited.connect(self._typed)
        return editor

    def _typed(self, text: str) -> None:
        editor = self.sender()
        if editor is not None:
            self.note_typed.emit(editor.property("tag"), text.strip())

    def setEditorData(self, editor: QWidget | None, index: QModelIndex) -> None:
        """Begin with what is there."""
        if isinstance(editor, QLineEdit):
            tag: Tag = index.data(TAG_ROLE)
            note = index.column() == Column.NOTE
            editor.setText(tag.note if note else details_text(tag))

    def setModelData(
        self, editor: QWidget | None, model: QAbstractItemModel | None, index: QModelIndex
    ) -> None:
        """Ask for the edit. The rows change when the match does, not before."""
        if not isinstance(editor, QLineEdit):
            return
        tag: Tag = index.data(TAG_ROLE)
        try:
            if index.column() == Column.NOTE:
                edit = note_edit(tag, editor.text())
            else:
                edit = details_edit(tag, editor.text())
        except EditError as error:
            self.edit_refused.emit(f"{error.what}\n{error.mend}".strip())
            return
        if edit is not None:
            self.edit_made.emit(edit)
