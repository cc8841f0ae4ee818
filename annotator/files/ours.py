"""Whether a file is of a kind that this program writes: only such a one is replaced unasked."""

from __future__ import annotations

from enum import Enum
from pathlib import Path

from annotator.errors import FileError, UsageError
from annotator.files.atomic import read_bytes
from annotator.files.lesson_file import LESSON_FORMAT, SIZE_LIMIT
from annotator.files.strict_json import JsonError, parse_json
from annotator.text import tr

GENERATOR = "annotator"
"""What pages and PDF files of ours say of who made them."""
_HEAD = 4096  # bytes
_LARGEST = 256 << 20  # bytes of a PDF
_PAGE_MARK = f'<meta name="generator" content="{GENERATOR}">'.encode()
_PDF_MARK = f"/Creator ({GENERATOR})".encode()


class Kind(Enum):
    """The kinds of files that are written under a name that people choose."""

    PAGE = "page"
    PDF = "pdf"
    LESSON = "lesson"
    TABLE = "table"


def refuse_foreign(path: Path, kind: Kind, header: str = "") -> None:
    """Refuse to replace a file that is none of ours of this kind; nothing is refused where none is.

    `header`: the first line of a table of ours. Raises UsageError.
    """
    if path.is_file() and not _is_ours(path, kind, header):
        raise UsageError(
            tr("There is a file {name} here already, of another kind or another program; it is left"
               " alone.", name=path.name),
            where=str(path),
            mend=tr("Name another place, or move that file away."),
        )  # fmt: skip


def _is_ours(path: Path, kind: Kind, header: str) -> bool:
    try:
        if kind is Kind.LESSON:
            plain = parse_json(read_bytes(path, SIZE_LIMIT).decode(), str(path))
            return isinstance(plain, dict) and plain.get("format") == LESSON_FORMAT
        if kind is Kind.PDF:
            return _PDF_MARK in read_bytes(path, _LARGEST)
        with path.open("rb") as file:
            head = file.read(_HEAD)
    except (OSError, FileError, JsonError, UnicodeDecodeError):
        return False
    if kind is Kind.TABLE:
        return head.splitlines()[:1] == [header.encode()]
    return _PAGE_MARK in head
