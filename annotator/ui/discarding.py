"""A form that is left by Escape asks first whether what was changed in it may go."""

from __future__ import annotations

from collections.abc import Callable

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QDialog, QMessageBox

from annotator.text import tr


def ask_discard(form: QDialog, discard: Callable[[], None]) -> None:
    """Ask over `form`; Enter and Escape go back to it, only Discard runs `discard`."""
    box = QMessageBox(form)
    box.setObjectName("discard")
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setIcon(QMessageBox.Icon.Question)
    box.setWindowTitle(form.windowTitle())
    box.setText(tr("Discard what you changed here?"))
    keep = box.addButton(tr("&Keep editing"), QMessageBox.ButtonRole.RejectRole)
    gone = box.addButton(tr("&Discard"), QMessageBox.ButtonRole.DestructiveRole)
    assert keep is not None
    assert gone is not None
    box.setDefaultButton(keep)
    box.setEscapeButton(keep)
    gone.clicked.connect(discard)
    box.open()
