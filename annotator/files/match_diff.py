"""What one edit changed, as plain JSON values: the lines of the recovery journal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from annotator.files.drawing_json import drawing_from_plain, drawing_to_plain
from annotator.files.match_json import (
    Reports,
    head_to_plain,
    match_from_plain,
    tag_from_plain,
    tag_to_plain,
)
from annotator.files.plain import is_object
from annotator.model.drawing import Drawing
from annotator.model.match import Match
from annotator.model.tag import Tag

_MARKS = ("format", "version")
# What is new or changed, what is gone, and the order: the keys of a line.
_TAGS = ("tags", "gone", "order")
_DRAWINGS = ("drawings", "drawings_gone", "drawings_order")
_T = TypeVar("_T", Tag, Drawing)


def difference(before: Match, after: Match) -> dict[str, object]:
    """Tags and drawings that are new or changed (whole), ids that are gone, their order where it is
    not the natural one, and the rest of the match (whole) where it changed.
    """
    line: dict[str, object] = {}
    if before.tags is not after.tags:
        line |= _differing(_TAGS, before.tags, after.tags, tag_to_plain)
    if before.drawings is not after.drawings:
        line |= _differing(_DRAWINGS, before.drawings, after.drawings, drawing_to_plain)
    head = _head(after)
    if head != _head(before):
        line["head"] = head
    return line


def apply_difference(match: Match, line: dict[str, object]) -> Match:
    """The match after the edit; parts of the line that cannot be read are passed over."""
    tags = _applied(_TAGS, match.tags, line, tag_from_plain)
    drawings = _applied(_DRAWINGS, match.drawings, line, drawing_from_plain)
    head = line.get("head")
    if is_object(head):
        reports = Reports()
        changed = match_from_plain(head, reports)
        if not reports.found:
            match = changed
    return replace(match, tags=tags, drawings=drawings)


def _differing(
    keys: tuple[str, str, str],
    before: Sequence[_T],
    after: Sequence[_T],
    to_plain: Callable[[_T], dict[str, object]],
) -> dict[str, object]:
    old = {one.id: one for one in before}
    new = {one.id: one for one in after}
    line: dict[str, object] = {}
    changed = [one for one in after if old.get(one.id) is not one and old.get(one.id) != one]
    if changed:
        line[keys[0]] = [to_plain(one) for one in changed]
    if gone := [one_id for one_id in old if one_id not in new]:
        line[keys[1]] = gone
    natural = [one_id for one_id in old if one_id in new]
    natural += [one_id for one_id in new if one_id not in old]
    if natural != list(new):
        line[keys[2]] = list(new)
    return line


def _applied(
    keys: tuple[str, str, str],
    before: Sequence[_T],
    line: dict[str, object],
    from_plain: Callable[[object, Reports], _T | None],
) -> tuple[_T, ...]:
    found = {one.id: one for one in before}
    for gone in _list(line, keys[1]):
        found.pop(str(gone), None)
    for plain in _list(line, keys[0]):
        reports = Reports()
        one = from_plain(plain, reports)
        if one is not None and not reports.found:
            found[one.id] = one
    if order := _list(line, keys[2]):
        found = _ordered(found, [str(one_id) for one_id in order])
    return tuple(found.values())


def _ordered(found: dict[str, _T], order: list[str]) -> dict[str, _T]:
    """In this order; what it does not name comes last."""
    names = [name for name in dict.fromkeys(order) if name in found]
    names += [name for name in found if name not in set(names)]
    return {name: found[name] for name in names}


def _head(match: Match) -> dict[str, object]:
    return {key: value for key, value in head_to_plain(match).items() if key not in _MARKS}


def _list(line: dict[str, object], key: str) -> list[object]:
    value = line.get(key)
    return value if isinstance(value, list) else []
