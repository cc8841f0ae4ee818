"""What all groups of actions have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PyQt6.QtCore import QObject

if TYPE_CHECKING:
    from annotator.ui.window import Window


class Actions(QObject):
    """Methods that the table of commands names. They belong to a window and live as long."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.window = window
        self.session = window.session
        self.player = window.player
