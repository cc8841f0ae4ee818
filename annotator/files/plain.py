"""Typed access to the plain values of a match file; what does not fit is reported."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date
from fractions import Fraction
from types import MappingProxyType
from typing import TypeGuard

from annotator.errors import TimeError
from annotator.files.facts import quoted
from annotator.files.strict_json import KeyPath
from annotator.model.halves import HALF, NAME_HALF
from annotator.model.time import parse_seconds
from annotator.text import tr

Report = Callable[[KeyPath, str, str], None]
"""Told where a mistake is, what it is, and how to mend it."""


def is_object(value: object) -> TypeGuard[dict[str, object]]:
    """Whether a JSON value is an object."""
    return isinstance(value, dict)


def is_day(text: str) -> bool:
    """Whether a text is a day as a match file writes it, `2026-11-28`."""
    try:
        return len(text) == 10 and date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def with_extra(plain: dict[str, object], extra: Mapping[str, object]) -> dict[str, object]:
    """The keys we know, and behind them those that we only keep."""
    return {**plain, **{key: value for key, value in extra.items() if key not in plain}}


def rest_of(data: Mapping[str, object], known: tuple[str, ...]) -> Mapping[str, object]:
    """What a file says beside the known keys."""
    return MappingProxyType({key: value for key, value in data.items() if key not in known})


class PlainReader:
    """Typed access to the plain values; what does not fit is reported and read as empty."""

    def __init__(self, report: Report) -> None:
        self.report = report

    def wrong_type(self, path: KeyPath, needed: str, value: object) -> None:
        self.report(
            path,
            tr(
                "{needed} is needed here, not {value}.",
                needed=needed,
                value=quoted(repr(value))[1:-1],
            ),
            "",
        )

    def mapping(self, value: object, path: KeyPath) -> Mapping[str, object]:
        if is_object(value):
            return value
        self.wrong_type(path, tr("An object in braces"), value)
        return {}

    def items(self, data: Mapping[str, object], path: KeyPath, key: str) -> list[object]:
        value = data.get(key)
        if value is None:
            return []
        if isinstance(value, list):
            return value
        self.wrong_type((*path, key), tr("A list"), value)
        return []

    def text(self, data: Mapping[str, object], path: KeyPath, key: str) -> str:
        return self._text(data, path, key, HALF)

    def file_name(self, data: Mapping[str, object], path: KeyPath, key: str) -> str:
        """A path: its bytes that are no UTF-8 are halves of characters, U+DC80 to U+DCFF."""
        return self._text(data, path, key, NAME_HALF)

    def _text(
        self, data: Mapping[str, object], path: KeyPath, key: str, refused: re.Pattern[str]
    ) -> str:
        value = data.get(key)
        if value is None:
            return ""
        if isinstance(value, str) and not refused.search(value):
            return value
        wanted = tr("A text in quotes, without half characters")
        self.wrong_type(
            (*path, key), wanted if isinstance(value, str) else tr("A text in quotes"), value
        )
        return ""

    def date(self, data: Mapping[str, object], path: KeyPath, key: str) -> str:
        """A day, `2026-11-28`; empty where none is said."""
        text = self.text(data, path, key)
        if text and not is_day(text):
            self.report(
                (*path, key), tr("{text} is no day.", text=quoted(text)),
                tr("Write year, month and day: 2026-11-28."),
            )  # fmt: skip
            return ""
        return text

    def count(self, data: Mapping[str, object], path: KeyPath, key: str) -> int | None:
        value = data.get(key)
        if value is None:
            return None
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return value
        self.wrong_type((*path, key), tr("A whole number from 0 on"), value)
        return None

    def number(self, data: Mapping[str, object], path: KeyPath, key: str) -> int:
        """Which film or camera: counted from 1, and 1 where nothing is said."""
        value = data.get(key)
        if value is None:
            return 1
        if isinstance(value, int) and not isinstance(value, bool) and value >= 1:
            return value
        self.wrong_type((*path, key), tr("A whole number from 1 on"), value)
        return 1

    def time(self, data: Mapping[str, object], path: KeyPath, key: str) -> Fraction | None:
        value = data.get(key)
        if value is None:
            return None
        if not isinstance(value, str):
            self.wrong_type((*path, key), tr("A time in quotes, such as “319/5”,"), value)
            return None
        try:
            return parse_seconds(value)
        except TimeError as wrong:
            self.report((*path, key), wrong.what, wrong.mend)
            return None
