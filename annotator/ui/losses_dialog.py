"""What another program's format did not carry, as a list that is read and closed."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QListWidget, QVBoxLayout, QWidget

from annotator.text import tr


class LossesDialog(QDialog):
    """Sentences, one below the other; `heading` says what was done."""

    def __init__(self, heading: str, losses: Sequence[str], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("losses")
        self.setWindowTitle(tr("What was not carried over"))
        self.resize(620, 320)
        column = QVBoxLayout(self)
        said = QLabel(heading, self)
        said.setWordWrap(True)
        column.addWidget(said)
        self.list = QListWidget(self)
        self.list.setAccessibleName(tr("What was not carried over"))
        self.list.setWordWrap(True)
        self.list.addItems(list(losses))
        column.addWidget(self.list, 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
