"""Marks ("look here later") as a queue: which is next, and what becomes of one; pure."""

from __future__ import annotations

from dataclasses import replace

from annotator.model.edits import AddTag, Edit, RemoveTags, SetNote, Together
from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.text import tr, word
from annotator.ui.tagging.tagger import Press


def marks(match: Match) -> list[Tag]:
    """The marks that are still there, in the order of time: what was worked off is gone."""
    return [tag for tag in match.in_time() if tag.tag == "mark"]


def next_mark(match: Match, after: str | None) -> Tag | None:
    """The mark after one in hand, the first one behind the last; None where there is none."""
    queue = marks(match)
    places = [place for place, tag in enumerate(queue) if tag.id == after]
    if not queue:
        return None
    return queue[(places[0] + 1) % len(queue)] if places else queue[0]


def turned(mark: Tag, press: Press, match: Match) -> Edit:
    """A key press that also works off a mark: the tag takes over its note. One step to undo."""
    edit = press.edit
    edits: list[Edit] = [RemoveTags(frozenset({mark.id}))]
    if isinstance(edit, AddTag):
        note = " ".join(filter(None, (mark.note, edit.tag.note)))
        edits.append(AddTag(replace(edit.tag, note=note)))
        name = edit.tag.tag
    else:
        edits.append(edit)
        changed = match.by_id(press.tag_id)
        name = changed.tag if changed is not None else "mark"
        if mark.note and changed is not None and not changed.note:
            edits.append(SetNote(press.tag_id, mark.note))
    return Together(tuple(edits), tr("Mark becomes {name}", name=word(name)))
