"""Finding commands by words: those of the user's language and the English ones, and by their keys."""

from __future__ import annotations

from annotator.text import tr
from annotator.ui.commands import GROUPS, Command


def group_title(group: str) -> str:
    """A group's title without the mark of its menu key."""
    return tr(GROUPS[group]).replace("&", "")


def _also(command: Command) -> tuple[str, ...]:
    """What people call it who look for it under another name, in their language and in English."""
    if command.id == "file.charts":
        return "print on paper, PDF", tr("print on paper, PDF")
    return ()


def words_of(command: Command) -> str:
    """All that a command can be found by, in small letters."""
    parts = (
        command.text(), group_title(command.group), command.english(),
        GROUPS[command.group].replace("&", ""), command.id.replace(".", " ").replace("_", " "),
        *_also(command),
    )  # fmt: skip
    return " ".join(parts).casefold()


def is_found(wanted: str, words: str, keys: tuple[str, ...]) -> bool:
    """Whether each word that was typed is in `words`, or all that was typed is one of the keys."""
    typed = wanted.casefold().strip()
    if typed in (key.casefold() for key in keys):
        return True
    return all(part in words for part in typed.split())
