"""JSON read strictly, with the line and column of every value when one of them is wrong."""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass, field

from annotator.errors import Problem
from annotator.text import tr

KeyPath = tuple[str | int, ...]
DEPTH_LIMIT = 40

_TOKEN = re.compile(r'[ \t\r\n]*("(?:[^"\\]|\\.)*+"|[\[\]{},:]|[^\s\[\]{},:"]+)', re.DOTALL)
_SURROGATE = re.compile("[\ud800-\udfff]")


class JsonError(Exception):
    """The text is not the JSON that is read here. Never leaves this package."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.what)
        self.problem = problem


class _Refused(ValueError):
    """A value that JSON's grammar allows, or Python's reader, and that is not read here."""


def parse_json(text: str, where: str) -> object:
    """The value of a JSON text. Raises JsonError with the line and column.

    Refused besides broken syntax: a key that stands twice in one object, NaN and infinities,
    numbers of absurd length, and nesting deeper than `DEPTH_LIMIT`.
    """
    try:
        value: object = _DECODER.decode(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as wrong:
        what = tr("This is not JSON: {what}.", what=wrong.msg.rstrip(".").lower())
        mend = tr("Mend it by hand at this place, or go back to an older copy.")
        raise JsonError(Problem(where, wrong.lineno, wrong.colno, "", what, mend)) from None
    except _Refused as wrong:
        raise JsonError(Problem(where, 0, 0, "", str(wrong), tr("Take it out."))) from None
    except RecursionError:
        raise JsonError(_too_deep(where)) from None
    if _deeper_than(value, DEPTH_LIMIT):
        raise JsonError(_too_deep(where))
    return value


def write_json(value: object) -> str:
    """A value on one line, in UTF-8 characters; halves of characters are written as escapes."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return _SURROGATE.sub(lambda half: f"\\u{ord(half[0]):04x}", text)


@dataclass(slots=True)
class Places:
    """Where values stand in a JSON text that may be cut or damaged.

    `marks` has line and column (from 1) by path, `spans` the stretch of text (offsets, half open)
    of the values that are whole and lie at most two deep, `end` the offset reading came to.
    """

    marks: dict[KeyPath, tuple[int, int]] = field(default_factory=dict)
    spans: dict[KeyPath, tuple[int, int]] = field(default_factory=dict)
    end: int = 0

    def problem(self, where: str, path: KeyPath, what: str, mend: str = "") -> Problem:
        """A mistake at the value of `path`, or at the nearest one above it that is there."""
        nearest = path
        while nearest and nearest not in self.marks:
            nearest = nearest[:-1]
        line, column = self.marks.get(nearest, (0, 0))
        return Problem(where, line, column, ".".join(map(str, path)), what, mend)


@dataclass(slots=True)
class _Level:
    """An object or list that is being walked; `key` is the place in it that is being read."""

    start: int
    key: str | int | None


def find_places(text: str) -> Places:
    """Walk a JSON text as far as it can be followed; never raises."""
    places = Places()
    levels: list[_Level] = []
    line, line_start, seen = 1, 0, 0
    while len(levels) <= DEPTH_LIMIT and (found := _TOKEN.match(text, places.end)):
        token, start, end = found[1], found.start(1), found.end()
        line += text.count("\n", seen, start)
        line_start = text.rfind("\n", line_start, start) + 1 or line_start
        seen, places.end = start, end
        level = levels[-1] if levels else None
        if token == ",":
            if level is not None:
                level.key = level.key + 1 if isinstance(level.key, int) else None
        elif token in "}]":
            if level is None:
                break
            levels.pop()
            _close(places, levels, level.start, end)
        elif level is not None and level.key is None and token[0] == '"':
            level.key = _unquoted(token)
        elif token != ":":
            places.marks[_path(levels)] = (line, start - line_start + 1)
            if token in "{[":
                levels.append(_Level(start, 0 if token == "[" else None))
            else:
                _close(places, levels, start, end)
        if not levels:
            break
    return places


def _path(levels: list[_Level]) -> KeyPath:
    return tuple("" if level.key is None else level.key for level in levels)


def _close(places: Places, levels: list[_Level], start: int, end: int) -> None:
    if len(levels) <= 2:
        places.spans[_path(levels)] = (start, end)


def _unquoted(token: str) -> str:
    try:
        return str(json.loads(token))
    except ValueError:
        return token.strip('"')


def _too_deep(where: str) -> Problem:
    return Problem(
        where, 0, 0, "", tr("Nested more than {n} deep.", n=DEPTH_LIMIT),
        tr("No file of this program is; is it the right one?"),
    )  # fmt: skip


def _deeper_than(value: object, limit: int) -> bool:
    layer: list[object] = [value]
    for _ in range(limit):
        below: list[object] = []
        for item in layer:
            if isinstance(item, dict):
                below.extend(item.values())
            elif isinstance(item, list):
                below.extend(item)
        if not below:
            return False
        layer = below
    return any(isinstance(item, dict | list) for item in layer)


def _no_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    result = dict(pairs)
    if len(result) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _Refused(tr("The key {key} stands twice in one object.", key=repr(key)))
            seen.add(key)
    return result


def _no_constant(name: str) -> object:
    raise _Refused(tr("{name} is no number that is read here.", name=name))


def _integer(digits: str) -> int:
    if len(digits) > 30:
        raise _Refused(tr("A number has {n} digits.", n=len(digits)))
    return int(digits)


def _float(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise _Refused(tr("{name} is no number that is read here.", name=digits[:40]))
    return number


_DECODER = json.JSONDecoder(
    object_pairs_hook=_no_duplicates,
    parse_constant=_no_constant,
    parse_int=_integer,
    parse_float=_float,
)
