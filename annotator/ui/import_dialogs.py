"""Asked on the way in and out: which observation or annotator, and which format."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from annotator.text import tr
from annotator.ui.folder_choice import choose_folder


class ChoiceDialog(QDialog):
    """Asks which of several to read."""

    name_chosen = pyqtSignal(str)

    def __init__(self, question: str, names: Sequence[str], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Which one?"))
        column = QVBoxLayout(self)
        said = QLabel(question, self)
        said.setWordWrap(True)
        column.addWidget(said)
        self.names = QListWidget(self)
        self.names.setAccessibleName(question)
        self.names.addItems(list(names))
        self.names.setCurrentRow(0)
        self.names.itemActivated.connect(self.take)
        column.addWidget(self.names)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        buttons.accepted.connect(self.take)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)

    def take(self) -> None:
        """Say which one."""
        item = self.names.currentItem()
        if item is not None and self.isVisible():
            self.accept()
            self.name_chosen.emit(item.text())


class FormatDialog(QDialog):
    """Asks which format, and into which folder."""

    format_chosen = pyqtSignal(str, str)

    def __init__(self, formats: Mapping[str, str], folder: Path, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Export for other programs"))
        self.resize(560, 140)
        self._base = folder.parent
        form = QFormLayout(self)
        self.format = QComboBox(self)
        self.format.setAccessibleName(tr("Format"))
        for name, what in formats.items():
            self.format.addItem(what, name)
        form.addRow(tr("Format"), self.format)
        self.folder = QLineEdit(str(folder), self)
        self.folder.setAccessibleName(tr("Folder"))
        choose = QPushButton(tr("Choose…"), self)
        choose.setAutoDefault(False)
        choose.clicked.connect(self._choose)
        line = QHBoxLayout()
        line.addWidget(self.folder, 1)
        line.addWidget(choose)
        form.addRow(tr("Into folder"), line)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        ok = buttons.button(QDialogButtonBox.StandardButton.Ok)
        assert ok is not None
        ok.setText(tr("Export"))
        buttons.accepted.connect(self.take)
        buttons.rejected.connect(self.reject)
        form.addRow(buttons)

    def path(self) -> Path:
        """The folder as it stands there; a name alone means one beside the usual folder."""
        return self._base / Path(self.folder.text().strip()).expanduser()

    def _choose(self) -> None:
        choose_folder(self, tr("Folder for the export"), self.path(), self.folder.setText)

    def take(self) -> None:
        """Say what was chosen, unless no folder is named."""
        if self.folder.text().strip():
            self.accept()
            self.format_chosen.emit(str(self.format.currentData()), str(self.path()))
