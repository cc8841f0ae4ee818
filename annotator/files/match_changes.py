"""What differs between two states of a match, in words: for versions that are looked at or restored."""

from __future__ import annotations

from collections.abc import Iterable

from annotator.files.match_diff import difference
from annotator.model.drawing import Drawing
from annotator.model.match import Match, Person
from annotator.model.tag import Tag
from annotator.model.vocabulary import ATHLETES
from annotator.text import clock_text, tr, tr_n, word


def changes(before: Match, after: Match) -> list[str]:
    """A line for each thing that `after` says and `before` does not; empty where they say the same."""
    lines = [*_head_changes(before, after)]
    old = {tag.id: tag for tag in before.tags}
    new = {tag.id: tag for tag in after.tags}
    lines += [
        tr("+ {tag}", tag=tag_line(after, tag)) for tag in after.in_time() if tag.id not in old
    ]
    lines += [
        tr("− {tag}", tag=tag_line(before, tag)) for tag in before.in_time() if tag.id not in new
    ]
    for tag in after.in_time():
        was = old.get(tag.id)
        if was is not None and was != tag:
            what = "; ".join(_tag_changes(before, was, tag))
            lines.append(tr("≠ {tag}: {what}", tag=tag_line(before, was), what=what))
    lines += _drawing_changes(before, after)
    if not lines and difference(before, after):
        lines.append(tr("Only what is not shown differs, such as the order of tags."))
    return lines


def changes_in_short(before: Match, after: Match) -> str:
    """How much differs: `2 tags more, 1 tag less, 3 tags changed`."""
    old = {tag.id: tag for tag in before.tags}
    new = {tag.id: tag for tag in after.tags}
    more = len(new.keys() - old.keys())
    less = len(old.keys() - new.keys())
    changed = sum(old[key] != new[key] for key in old.keys() & new.keys())
    head = len(list(_head_changes(before, after))) + len(list(_drawing_changes(before, after)))
    parts = []
    if more:
        parts.append(tr_n("{count} tag more", "{count} tags more", more))
    if less:
        parts.append(tr_n("{count} tag less", "{count} tags less", less))
    if changed:
        parts.append(tr_n("{count} tag changed", "{count} tags changed", changed))
    if head:
        parts.append(tr_n("{count} other thing", "{count} other things", head))
    return ", ".join(parts) or tr("the same")


def drawing_line(drawing: Drawing) -> str:
    """A drawing in a few words: `arrow (1:02.30)`, `text “late” (1:02.30)`."""
    name, time = drawing.shape.called, clock_text(drawing.time, 2)
    if not drawing.text:
        return tr("{drawing} ({time})", drawing=name, time=time)
    return tr("{drawing} “{text}” ({time})", drawing=name, text=drawing.text, time=time)


def _drawing_changes(before: Match, after: Match) -> Iterable[str]:
    old = {drawing.id: drawing for drawing in before.drawings}
    new = {drawing.id: drawing for drawing in after.drawings}
    for drawing in after.drawings:
        if drawing.id not in old:
            yield tr("+ {tag}", tag=drawing_line(drawing))
    for drawing in before.drawings:
        if drawing.id not in new:
            yield tr("− {tag}", tag=drawing_line(drawing))
        elif drawing != new[drawing.id]:
            yield tr("≠ {tag}: {what}", tag=drawing_line(drawing), what=tr("drawn otherwise"))


def tag_line(match: Match, tag: Tag) -> str:
    """A tag in a few words: `mount, Lena (1:02.30)`."""
    name = word(tag.details.get("technique", tag.tag))
    time = clock_text(tag.start, 2)
    if tag.athlete is None:
        return tr("{tag} ({time})", tag=name, time=time)
    who = match.athletes[tag.athlete].name or word(tag.athlete)
    return tr("{tag}, {who} ({time})", tag=name, who=who, time=time)


def _head_changes(before: Match, after: Match) -> Iterable[str]:
    for name, old, new in (
        (tr("title"), before.title, after.title),
        (tr("event"), before.event, after.event),
        (tr("date"), before.date, after.date),
        (tr("round"), before.round, after.round),
        (tr("weight"), before.weight, after.weight),
        *(
            (word(who), _person(before.athletes[who]), _person(after.athletes[who]))
            for who in ATHLETES
        ),
        (tr("films"), _listed(m.path for m in before.media), _listed(m.path for m in after.media)),
        (
            tr("rulesets"),
            _listed(pin.id for pin in before.rulesets),
            _listed(pin.id for pin in after.rulesets),
        ),
    ):
        if old != new:
            yield _turned(name, old, new)


def _tag_changes(match: Match, before: Tag, after: Tag) -> Iterable[str]:
    if before.tag != after.tag:
        yield _turned(tr("tag"), word(before.tag), word(after.tag))
    if before.athlete != after.athlete:
        yield _turned(tr("athlete"), _who(match, before), _who(match, after))
    if (before.start, before.frame) != (after.start, after.frame):
        yield _turned(tr("start"), clock_text(before.start), clock_text(after.start))
    if (before.end, before.end_frame) != (after.end, after.end_frame):
        yield _turned(tr("end"), _end(before), _end(after))
    for key in {**before.details, **after.details}:
        old, new = before.details.get(key, ""), after.details.get(key, "")
        if old != new:
            yield _turned(word(key), word(old), word(new))
    if before.note != after.note:
        yield _turned(tr("note"), before.note, after.note)


def _turned(name: str, old: str, new: str) -> str:
    return tr("{name}: {old} → {new}", name=name, old=old or tr("(none)"), new=new or tr("(none)"))


def _person(person: Person) -> str:
    return ", ".join(filter(None, (person.name, person.belt)))


def _who(match: Match, tag: Tag) -> str:
    return "" if tag.athlete is None else match.athletes[tag.athlete].name or word(tag.athlete)


def _end(tag: Tag) -> str:
    return "" if tag.end is None else clock_text(tag.end)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)
