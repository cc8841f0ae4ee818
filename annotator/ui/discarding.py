"""A form that is left by Escape asks first whether what was changed in it may go."""

from __future__ import annotations

from collections.abc import Callable

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QDialog, QMessageBox

from annotator.text import tr


class Form(QDialog):
    """A form whose OK alone takes what was said in it. Whoever fills it calls `remember` then."""

    _opened: object = None

    def said(self) -> object:
        """What stands in the form now; what is equal to it says the same."""
        raise NotImplementedError

    def remember(self) -> None:
        """What stands there now is what it was opened with."""
        self._opened = self.said()

    def reject(self) -> None:
        """Left without OK: nothing changes, and what was changed goes only if that is wanted."""
        if self.said() == self._opened:
            self._leave()
        else:
            ask_discard(self, self._leave)

    def _leave(self) -> None:
        super().reject()


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
