"""The last saves of the match: what each said, what differs from now, and the way back."""

from __future__ import annotations

from dataclasses import dataclass

from PyQt6.QtCore import QDateTime, QLocale, Qt, pyqtSignal
from PyQt6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from annotator.errors import AnnotatorError
from annotator.files.match_changes import changes, changes_in_short
from annotator.files.versions import Version
from annotator.model.match import Match
from annotator.scoring.wording import tag_sentence
from annotator.text import tr, tr_n, with_semicolons


@dataclass(frozen=True)
class ReadVersion:
    """A version, and what it says or why it cannot be read."""

    version: Version
    match: Match | None
    problem: str = ""


def read_all(versions: list[Version]) -> list[ReadVersion]:
    """What the versions say; for a worker."""
    read = []
    for version in versions:
        try:
            read.append(ReadVersion(version, version.match()))
        except AnnotatorError as error:
            read.append(ReadVersion(version, None, str(error)))
    return read


def when_text(version: Version) -> str:
    """When a version was saved, in the user's own way of writing it."""
    moment = QDateTime.fromSecsSinceEpoch(int(version.when.timestamp()))
    day = QLocale().toString(moment.date(), QLocale.FormatType.ShortFormat)
    return tr("{day}, {time}", day=day, time=moment.toString("HH:mm:ss"))


class VersionDialog(QDialog):
    """Chooses a version. Nothing is changed before `restore_wanted`."""

    restore_wanted = pyqtSignal(object, str)
    """The match as it was, and when that was."""

    def __init__(self, now: Match, versions: list[ReadVersion], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Versions of this match"))
        self.resize(820, 460)
        self._now = now
        self._versions = versions
        layout = QVBoxLayout(self)
        head = QLabel(
            tr("The last saves of this match. Restoring one is a step that Undo takes back; the "
               "file changes when you save."), self,
        )  # fmt: skip
        head.setWordWrap(True)
        layout.addWidget(head)
        split = QSplitter(self)
        self.list = QListWidget(split)
        self.list.setAccessibleName(tr("Versions of this match"))
        self.list.setMinimumWidth(230)
        pages = QTabWidget(split)
        self.changes = _text(pages, tr("What restoring would change"))
        self.tags = _text(pages, tr("What this version says"))
        pages.addTab(self.changes, tr("What restoring would change"))
        pages.addTab(self.tags, tr("What this version says"))
        split.addWidget(self.list)
        split.addWidget(pages)
        split.setStretchFactor(1, 1)
        layout.addWidget(split, 1)
        row = QHBoxLayout()
        self.restore = QPushButton(tr("Restore"), self)
        self.restore.clicked.connect(self._restore)
        close = QPushButton(tr("Close"), self)
        close.setDefault(True)
        close.clicked.connect(self.reject)
        row.addStretch(1)
        row.addWidget(self.restore)
        row.addWidget(close)
        layout.addLayout(row)
        self.list.currentRowChanged.connect(self._show)
        self.list.itemActivated.connect(self.list.setFocus)
        for read in versions:
            self.list.addItem(QListWidgetItem(self._title(read)))
        self.list.setCurrentRow(0)
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _title(self, read: ReadVersion) -> str:
        when = when_text(read.version)
        if read.match is None:
            return tr("{when}\ncannot be read", when=when)
        tags = tr_n("{count} tag", "{count} tags", len(read.match.tags))
        differs = changes_in_short(self._now, read.match)
        return tr("{when}\n{tags}; against now: {what}", when=when, tags=tags, what=differs)

    def _show(self, row: int) -> None:
        read = self._versions[row] if 0 <= row < len(self._versions) else None
        match = read.match if read is not None else None
        self.restore.setEnabled(match is not None and match != self._now)
        if read is None or match is None:
            self.changes.setPlainText(read.problem if read is not None else "")
            self.tags.clear()
            return
        found = changes(self._now, match)
        self.changes.setPlainText("\n".join(found) or tr("Nothing: it says what is there now."))
        self.tags.setPlainText("\n".join(_lines(match)))

    def _restore(self) -> None:
        read = self._versions[self.list.currentRow()]
        if read.match is not None:
            self.accept()
            self.restore_wanted.emit(read.match, when_text(read.version))


def _text(parent: QWidget, name: str) -> QPlainTextEdit:
    text = QPlainTextEdit(parent)
    text.setReadOnly(True)
    text.setTabChangesFocus(True)
    text.setAccessibleName(name)
    return text


def _lines(match: Match) -> list[str]:
    people = [person.name for person in match.athletes.values() if person.name]
    head = [line for line in (match.title, " – ".join(people), match.event, match.date) if line]
    return [
        *head,
        *(with_semicolons(tag_sentence(match, tag).split("\n")) for tag in match.in_time()),
    ]
