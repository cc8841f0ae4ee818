"""Days as people write them, and as a match file does."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import date

from PyQt6.QtCore import QDate, QLocale

from annotator.files.plain import is_day

_DOTTED = re.compile(r"(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})")


def written_day(text: str, locale: QLocale) -> str | None:
    """The day, `2026-11-28`, that a text says so, as `28.11.2026`, or in the short form of `locale`.

    None where it says no day. A year of two digits is one of this century.
    """
    text = text.strip()
    if is_day(text):
        return text
    if dotted := _DOTTED.fullmatch(text):
        day, month, year = map(int, dotted.groups())
        with suppress(ValueError):
            return date(year, month, day).isoformat()
        return None
    short = locale.dateFormat(QLocale.FormatType.ShortFormat).replace("yyyy", "yy")
    found = locale.toDate(text, short.replace("yy", "yyyy"))
    if not found.isValid() or found.year() < 1000:
        found = locale.toDate(text, short)
        found = QDate(2000 + found.year() % 100, found.month(), found.day())
    return date(found.year(), found.month(), found.day()).isoformat() if found.isValid() else None
