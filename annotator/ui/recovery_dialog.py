"""Work that was not saved before the program ended: offered, never imposed, never deleted unasked."""

from __future__ import annotations

from PyQt6.QtCore import QDateTime, QLocale, Qt, pyqtSignal
from PyQt6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMessageBox,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from annotator.errors import AnnotatorError
from annotator.files.journal import Recovery, discard
from annotator.model.time import clock_text
from annotator.scoring.wording import tag_name
from annotator.text import tr, tr_n


def recovery_text(found: Recovery) -> str:
    """What would be recovered, in two lines."""
    name = found.title or (found.match_path.name if found.match_path else tr("New match"))
    moment = QDateTime.fromSecsSinceEpoch(int(found.when.timestamp()))
    when = QLocale().toString(moment, QLocale.FormatType.ShortFormat)
    if found.problem:
        return tr(
            "{name}, {when}\ncannot be read: {problem}", name=name, when=when, problem=found.problem
        )
    edits = tr_n(
        "{count} edit that was not saved", "{count} edits that were not saved", found.edits
    )
    tags = tr_n("{count} tag in all", "{count} tags in all", found.tags)
    if found.names and not found.title:
        name = " – ".join(found.names)
    lines = [tr("{name}, {when}", name=name, when=when)]
    if found.names and found.title:
        lines.append(" – ".join(found.names))
    lines.append(tr("{edits}; {tags}", edits=edits, tags=tags))
    if found.last is not None:
        what, time = tag_name(found.last), clock_text(found.last.start, 1)
        if found.typing:
            lines.append(tr("a note was being typed on: {tag} at {time}", tag=what, time=time))
        else:
            lines.append(tr("last: {tag} at {time}", tag=what, time=time))
    if found.file_when is not None:
        moment = QDateTime.fromSecsSinceEpoch(int(found.file_when.timestamp()))
        later = QLocale().toString(moment, QLocale.FormatType.ShortFormat)
        lines.append(
            tr("The file was saved after that, {when}, with {tags}.", when=later,
               tags=tr_n("{count} tag", "{count} tags", found.file_tags or 0))
        )  # fmt: skip
    if found.damaged:
        lines.append(tr_n("{count} edit is damaged", "{count} edits are damaged", found.damaged))
    if found.match_path:
        lines.append(str(found.match_path))
    return "\n".join(lines)


class RecoveryDialog(QDialog):
    """The list of what was left, with what can be done about each."""

    recover_wanted = pyqtSignal(object)

    def __init__(self, found: list[Recovery], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Unsaved matches"))
        self.resize(560, 340)
        self._found = list(found)
        layout = QVBoxLayout(self)
        head = QLabel(
            tr("The program ended before these were saved. Nothing of them is lost; what you do not "
               "recover now is offered again at the next start."), self,
        )  # fmt: skip
        head.setWordWrap(True)
        layout.addWidget(head)
        self.list = QListWidget(self)
        self.list.setAccessibleName(tr("Unsaved matches"))
        self.list.setAlternatingRowColors(True)
        self.list.itemActivated.connect(self._recover)
        layout.addWidget(self.list)
        row = QHBoxLayout()
        self.recover = QPushButton(tr("Recover"), self)
        self.recover.setDefault(True)
        self.recover.clicked.connect(self._recover)
        self.discard = QPushButton(tr("Delete…"), self)
        self.discard.clicked.connect(self._ask)
        later = QPushButton(tr("Later"), self)
        later.clicked.connect(self.reject)
        row.addWidget(self.discard)
        row.addStretch(1)
        row.addWidget(later)
        row.addWidget(self.recover)
        layout.addLayout(row)
        self.list.currentRowChanged.connect(self._row_changed)
        self._fill()

    def _fill(self) -> None:
        self.list.clear()
        for found in self._found:
            item = QListWidgetItem(recovery_text(found))
            if found.problem:
                item.setToolTip(str(found.path))
            self.list.addItem(item)
        self.list.setCurrentRow(0)

    def _row_changed(self, row: int) -> None:
        there = 0 <= row < len(self._found)
        self.discard.setEnabled(there)
        self.recover.setEnabled(there and not self._found[row].problem)

    def _current(self) -> Recovery | None:
        row = self.list.currentRow()
        return self._found[row] if 0 <= row < len(self._found) else None

    def _recover(self) -> None:
        found = self._current()
        if found is not None and not found.problem:
            self.accept()
            self.recover_wanted.emit(found)

    def _ask(self) -> None:
        if self._current() is None:
            return
        box = QMessageBox(self)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Icon.Question)
        box.setText(tr("Delete this unsaved work for ever?"))
        box.setStandardButtons(
            QMessageBox.StandardButton.Discard | QMessageBox.StandardButton.Cancel
        )
        box.setDefaultButton(QMessageBox.StandardButton.Cancel)
        box.finished.connect(self._answered)
        box.open()

    def _answered(self, button: int) -> None:
        found = self._current()
        if button != QMessageBox.StandardButton.Discard.value or found is None:
            return
        try:
            discard(found)
        except AnnotatorError as error:
            self.list.setToolTip(str(error))
            return
        self._found.remove(found)
        self._fill()
        if not self._found:
            self.reject()
