"""What files that were dropped on the window are: matches, tag tables, films, or nothing of ours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from annotator.text import tr

TABLES = (".csv", ".tsv", ".txt")
_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".bmp", ".webp", ".heic", ".tif", ".tiff", ".svg")
_TEXTS = (
    ".pdf", ".doc", ".docx", ".odt", ".rtf", ".ppt", ".pptx", ".odp", ".html", ".htm", ".md", ".srt", ".vtt",
)  # fmt: skip
_SHEETS = (".xls", ".xlsx", ".ods", ".numbers")
_PACKED = (".zip", ".rar", ".7z", ".gz", ".tar", ".xz", ".bz2")
_SOUNDS = (".mp3", ".wav", ".m4a", ".aac", ".flac", ".ogg", ".opus")


@dataclass(frozen=True, slots=True)
class Dropped:
    """What is to be opened: a match or table, or films; and why the rest cannot be taken."""

    document: Path | None
    films: tuple[Path, ...]
    refused: tuple[str, ...]


def sort_dropped(paths: Sequence[Path]) -> Dropped:
    """Sort files by what can be done with them; films in the order of their names."""
    document: Path | None = None
    films: list[Path] = []
    refused: list[str] = []
    for path in paths:
        if why := _why_not(path):
            refused.append(tr("{name}: {why}", name=path.name, why=why))
        elif path.suffix.lower() not in (".json", *TABLES):
            films.append(path)
        elif document is None:
            document = path
        else:
            why = tr("one match at a time; {other} is opened.", other=document.name)
            refused.append(tr("{name}: {why}", name=path.name, why=why))
    if document is not None and films:
        why = tr("drop films once the match is open; {other} comes first.", other=document.name)
        refused += [tr("{name}: {why}", name=film.name, why=why) for film in films]
        films = []
    return Dropped(document, tuple(sorted(films, key=_natural)), tuple(refused))


def _why_not(path: Path) -> str:
    """Why a file is nothing that the window opens, or empty. Films may have any other name."""
    kind = path.suffix.lower()
    if path.is_dir():
        return tr("this is a folder; drop the films or the match that are in it.")
    if not path.exists():
        return tr("this is not there, or may not be read.")
    if kind in _PICTURES:
        return tr("this is a picture; films, matches and tag tables can be dropped here.")
    if kind in _TEXTS:
        return tr("this is a text; films, matches and tag tables can be dropped here.")
    if kind in _SHEETS:
        return tr("this is a spreadsheet; save it as CSV, and drop that.")
    if kind in _PACKED:
        return tr("this is packed; unpack it, and drop what was in it.")
    if kind in _SOUNDS:
        return tr(
            "this is sound without a picture; films, matches and tag tables can be dropped here."
        )
    if kind in (".yaml", ".yml"):
        return tr("this is a ruleset; put its folder among your own rulesets, as the guide says.")
    return ""


def _natural(path: Path) -> tuple[tuple[int, int | str], ...]:
    """By name as people count: part 2 before part 10."""
    pieces: list[tuple[int, int | str]] = []
    text = ""
    for char in path.name.lower() + "\0":
        if text and text.isdigit() != char.isdigit():
            pieces.append((0, int(text)) if text.isdigit() else (1, text))
            text = ""
        text += char
    return tuple(pieces)
