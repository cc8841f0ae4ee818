"""Dialogs on small screens: none is larger than the screen, and what does not fit is scrolled to."""

from __future__ import annotations

from PyQt6.QtCore import QSize, Qt
from PyQt6.QtWidgets import (
    QDialog,
    QFileDialog,
    QFrame,
    QMessageBox,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

_FRAME = QSize(16, 40)
"""What the window manager draws around a dialog, in logical pixels."""


def fit(dialog: QDialog, room: QSize) -> None:
    """Let a dialog that is not shown yet be no larger than the screen's `room` (logical pixels).

    One whose parts need more is put on a surface that scrolls; Qt's own dialogs are only bounded.
    """
    most = room - _FRAME
    layout = dialog.layout()
    if layout is not None and not isinstance(dialog, QFileDialog | QMessageBox):
        least = layout.totalMinimumSize()
        if least.width() > most.width() or least.height() > most.height():
            _let_scroll(dialog)
    size = dialog.size()
    if size != size.boundedTo(most):
        dialog.resize(size.boundedTo(most))


def _let_scroll(dialog: QDialog) -> None:
    """Move everything in the dialog onto a surface that scrolls."""
    surface = QWidget()
    surface.setLayout(dialog.layout())  # takes the parts along
    area = QScrollArea(dialog)
    area.setObjectName("fitted")
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidgetResizable(True)
    area.setWidget(surface)
    outer = QVBoxLayout(dialog)
    outer.setContentsMargins(0, 0, 0, 0)
    outer.addWidget(area)
