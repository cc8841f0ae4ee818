"""What one edit changed, as plain JSON values: the lines of the recovery journal."""

from __future__ import annotations

from annotator.files.match_json import (
    Reports,
    head_to_plain,
    is_object,
    match_from_plain,
    tag_from_plain,
    tag_to_plain,
)
from annotator.model.match import Match
from annotator.model.tag import Tag

_MARKS = ("format", "version")


def difference(before: Match, after: Match) -> dict[str, object]:
    """Tags that are new or changed (whole), ids that are gone, the order where it is not the
    natural one, and the rest of the match (whole) where it changed.
    """
    old = {tag.id: tag for tag in before.tags}
    new = {tag.id: tag for tag in after.tags}
    line: dict[str, object] = {}
    if changed := [
        tag for tag in after.tags if old.get(tag.id) is not tag and old.get(tag.id) != tag
    ]:
        line["tags"] = [tag_to_plain(tag) for tag in changed]
    if gone := [tag_id for tag_id in old if tag_id not in new]:
        line["gone"] = gone
    natural = [tag_id for tag_id in old if tag_id in new]
    natural += [tag_id for tag_id in new if tag_id not in old]
    if natural != list(new):
        line["order"] = list(new)
    head = _head(after)
    if head != _head(before):
        line["head"] = head
    return line


def apply_difference(match: Match, line: dict[str, object]) -> Match:
    """The match after the edit; parts of the line that cannot be read are passed over."""
    tags = {tag.id: tag for tag in match.tags}
    for gone in _list(line, "gone"):
        tags.pop(str(gone), None)
    for plain in _list(line, "tags"):
        reports = Reports()
        tag = tag_from_plain(plain, reports)
        if tag is not None and not reports.found:
            tags[tag.id] = tag
    if order := _list(line, "order"):
        tags = _ordered(tags, [str(tag_id) for tag_id in order])
    head = line.get("head")
    if is_object(head):
        reports = Reports()
        changed = match_from_plain(head, reports)
        if not reports.found:
            match = changed
    return match.with_tags(tuple(tags.values()))


def _ordered(tags: dict[str, Tag], order: list[str]) -> dict[str, Tag]:
    """In this order; what it does not name comes last."""
    names = [name for name in dict.fromkeys(order) if name in tags]
    names += [name for name in tags if name not in set(names)]
    return {name: tags[name] for name in names}


def _head(match: Match) -> dict[str, object]:
    return {key: value for key, value in head_to_plain(match).items() if key not in _MARKS}


def _list(line: dict[str, object], key: str) -> list[object]:
    value = line.get(key)
    return value if isinstance(value, list) else []
