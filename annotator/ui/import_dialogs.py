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
    QLabel,
    QLineEdit,
    QListWidget,
    QVBoxLayout,
    QWidget,
)

from annotator.text import tr


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
        form.addRow(tr("Into folder"), self.folder)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        ok = buttons.button(QDialogButtonBox.StandardButton.Ok)
        assert ok is not None
        ok.setText(tr("Export"))
        buttons.accepted.connect(self.take)
        buttons.rejected.connect(self.reject)
        form.addRow(buttons)

    def take(self) -> None:
        """Say what was chosen, unless no folder is named."""
        text = self.folder.text().strip()
        if text:
            self.accept()
            place = self._base / Path(text).expanduser()
            self.format_chosen.emit(str(self.format.currentData()), str(place))
