"""Where an export goes: a folder of the match's own unless another is chosen, and what is written."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from annotator.text import tr
from annotator.ui.folder_choice import choose_folder


class ExportDialog(QDialog):
    """Asks for a folder, which need not be there yet."""

    folder_chosen = pyqtSignal(str)

    def __init__(self, title: str, folder: Path, names: Sequence[str], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.resize(560, 140)
        self._base = folder.parent
        layout = QVBoxLayout(self)
        self.folder = QLineEdit(str(folder), self)
        self.folder.setAccessibleName(tr("Folder"))
        choose = QPushButton(tr("Choose…"), self)
        choose.setAutoDefault(False)
        choose.clicked.connect(self._choose)
        line = QHBoxLayout()
        line.addWidget(QLabel(tr("Into folder"), self))
        line.addWidget(self.folder, 1)
        line.addWidget(choose)
        layout.addLayout(line)
        files = QLabel(tr("Files: {names}", names=", ".join(names)), self)
        files.setWordWrap(True)
        layout.addWidget(files)
        layout.addStretch(1)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        ok = buttons.button(QDialogButtonBox.StandardButton.Ok)
        assert ok is not None
        ok.setText(tr("Export"))
        buttons.accepted.connect(self.take)
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)

    def path(self) -> Path:
        """The folder as it stands there; a name alone means one beside the usual folder."""
        return self._base / Path(self.folder.text().strip()).expanduser()

    def take(self) -> None:
        """Say which folder it is, unless none is named."""
        if self.folder.text().strip():
            self.folder_chosen.emit(str(self.path()))
            self.accept()

    def _choose(self) -> None:
        choose_folder(self, tr("Folder for the export"), self.path(), self.folder.setText)
