"""Text in the cells of a table: harmless to the spreadsheet that opens it, and exact when read back."""

from __future__ import annotations

import re

# What a spreadsheet takes for a formula, also after spaces and in full width.
_FORMULA = re.compile(r"[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20]")
_NUMBER = re.compile(r"\s*[+-]?[0-9]+(?:[.,][0-9]+)?\s*")
_SURROGATE = re.compile("[\ud800-\udfff]")


def harmless(text: str) -> str:
    """The text as a cell that no spreadsheet runs: an apostrophe before what begins like a formula.

    Numbers stay numbers. A text that begins with apostrophes and then like a formula gets one
    more, so that `restored(harmless(text)) == text` for every text.
    """
    return "'" + text if _begins_like_formula(text.lstrip("'")) else text


def restored(cell: str) -> str:
    """The text that `harmless` made the cell from; other cells stay as they are."""
    plain = cell.lstrip("'")
    return cell[1:] if plain != cell and _begins_like_formula(plain) else cell


def writable(text: str) -> str:
    """The text without what no text file can hold: NUL and halves of characters are replaced."""
    return _SURROGATE.sub("\ufffd", text.replace("\0", "\u2400"))


def quoted_cell(text: str, separator: str = ",") -> str:
    """The cell as it stands in the file: in quotes where it would be misread without them."""
    if text != text.strip() or any(char in text for char in (separator, '"', "\r", "\n")):
        return '"' + text.replace('"', '""') + '"'
    return text


def _begins_like_formula(text: str) -> bool:
    return _FORMULA.match(text) is not None and _NUMBER.fullmatch(text) is None
