"""Asking for a folder with the system's own dialog."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PyQt6.QtWidgets import QFileDialog, QWidget


def choose_folder(
    parent: QWidget, title: str, start: Path, chosen: Callable[[str], object]
) -> None:
    """Ask for a folder, beginning at `start` or the nearest folder above it that is there;
    `chosen` is given its path, unless the dialog is left.
    """
    while not start.is_dir() and start != start.parent:
        start = start.parent
    dialog = QFileDialog(parent, title, str(start))
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    dialog.fileSelected.connect(chosen)
    dialog.open()
