"""The folder that exports are written into."""

from __future__ import annotations

from pathlib import Path

from annotator.errors import ExportError
from annotator.text import tr


def make_folder(folder: Path) -> None:
    """Make the folder if need be. Raises ExportError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as wrong:
        reason = getattr(wrong, "strerror", None) or str(wrong)
        raise ExportError(
            tr("The folder cannot be made: {why}.", why=reason), where=str(folder),
            mend=tr("Choose a folder of your own."),
        ) from wrong  # fmt: skip
