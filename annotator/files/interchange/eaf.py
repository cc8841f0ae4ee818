"""ELAN's annotation files (EAF 3.0): tiers of annotations, with whole milliseconds.

A tier is one athlete's tags of one group; what would overlap in it goes to a second one, as ELAN
wants it. Below each tier hang up to three that belong to it: the answers, the notes and the records.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from annotator.errors import ChoiceError, ForeignFileError
from annotator.files.details_cell import split_details
from annotator.files.interchange.losses import Loss, Losses
from annotator.files.interchange.marks import Mark, Source, check_count, end_after
from annotator.files.interchange.numbers import THOUSANDTH
from annotator.files.interchange.outgoing import HEAD_KEYS
from annotator.files.interchange.record import NAME, split_record
from annotator.files.interchange.safe_xml import child_text, children, local
from annotator.text import tr

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

DETAILS, NOTE = "details", "note"
_PROPERTY = f"{NAME}."


def is_eaf(root: Element) -> bool:
    """Whether an XML file is ELAN's."""
    return local(root) == "annotation_document"


def read_eaf(root: Element, where: str, annotator: str | None = None) -> Source:
    """The annotations of one annotator's tiers, and of those that name none; `root`: of the file.

    Raises ForeignFileError; ChoiceError where several annotators are there and none is named.
    """
    if not is_eaf(root):
        raise ForeignFileError(tr("This XML file is not one of ELAN."), where=where)
    losses = Losses()
    tiers = list(children(root, "tier"))
    who = _chosen(tiers, annotator, where, losses)
    slots = _slots(root, losses)
    reader = _Tiers(
        [tier for tier in tiers if tier.get("ANNOTATOR", "").strip() in ("", who)], slots, losses
    )
    marks = list(reader.marks(where))
    head, films = {}, []
    for each in children(root, "header"):
        films += [
            film.get("RELATIVE_MEDIA_URL") or film.get("MEDIA_URL") or ""
            for film in children(each, "media_descriptor")
        ]
        for one in children(each, "property"):
            key = one.get("NAME", "").removeprefix(_PROPERTY)
            if key in HEAD_KEYS and one.text:
                head[key] = one.text
    return Source(marks, head, tuple(filter(None, map(_film_path, films))), losses)


def _film_path(address: str) -> str:
    from urllib.parse import unquote, urlsplit

    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    if parts.scheme == "file" and not parts.netloc:
        return unquote(parts.path)
    return unquote(address).removeprefix("./") if not parts.scheme else ""


def _chosen(tiers: list[Element], wanted: str | None, where: str, losses: Losses) -> str:
    """Whose tiers are read."""
    found = dict.fromkeys(tier.get("ANNOTATOR", "").strip() for tier in tiers)
    names = [name for name in found if name]
    if wanted is not None and wanted not in names:
        what = tr("No tier of this file names the annotator {name}.", name=repr(wanted))
    elif wanted is None and len(names) > 1:
        what = tr("Several people annotated this file.")
    else:
        who = wanted if wanted is not None else next(iter(names), "")
        for name in names:
            if name != who:
                losses.add(Loss.PARTS, name)
        return who
    raise ChoiceError(
        what, names, "annotator", where=where,
        mend=tr("Name one (--annotator NAME). There are: {names}.", names=", ".join(names[:20]) or tr("none")),
    )  # fmt: skip


def _slots(root: Element, losses: Losses) -> dict[str, Fraction]:
    """The time (seconds) of each slot; those without one lie evenly between their neighbours."""
    found: dict[str, Fraction] = {}
    waiting: list[str] = []
    last: Fraction | None = None
    for order in children(root, "time_order"):
        for slot in children(order, "time_slot"):
            name, value = slot.get("TIME_SLOT_ID", ""), slot.get("TIME_VALUE", "").strip()
            if not _is_number(value):
                waiting.append(name)
                continue
            time = Fraction(int(value), 1000)
            found.update(_between(waiting, time if last is None else last, time))
            if waiting:
                losses.add(Loss.NO_SLOT, times=len(waiting))
            waiting.clear()
            found[name] = last = time
    return found


def _is_number(value: str) -> bool:
    return value.isascii() and value.isdigit() and len(value) <= 12


def _between(names: list[str], low: Fraction, high: Fraction) -> Mapping[str, Fraction]:
    step = (high - low) / (len(names) + 1)
    return {name: low + step * place for place, name in enumerate(names, 1)}


class _Tiers:
    """The tiers of one annotator, with what hangs below each annotation."""

    def __init__(self, tiers: list[Element], slots: Mapping[str, Fraction], losses: Losses) -> None:
        self._tiers = tiers
        self._slots = slots
        self._losses = losses
        self._below: dict[str, list[tuple[str, str]]] = {}
        parents: dict[str, str] = {}
        for tier in tiers:
            for each in _annotations(tier, "ref_annotation"):
                parent = each.get("ANNOTATION_REF", "")
                parents[each.get("ANNOTATION_ID", "")] = parent
        for tier in tiers:
            kind = tier.get("LINGUISTIC_TYPE_REF", "") or tier.get("TIER_ID", "")
            for each in _annotations(tier, "ref_annotation"):
                root = _root(each.get("ANNOTATION_REF", ""), parents)
                text = child_text(each, "annotation_value")
                if text:
                    self._below.setdefault(root, []).append((kind, text))

    def marks(self, where: str) -> Iterator[Mark]:
        """A mark for each annotation that has times of its own."""
        count = 0
        for tier in self._tiers:
            name = tier.get("TIER_ID", "")
            people = (tier.get("PARTICIPANT", ""), name.partition("/")[0], name)
            who = tuple(filter(None, (person.strip() for person in people)))
            for each in _annotations(tier, "alignable_annotation"):
                count += 1
                check_count(count, where)
                mark = self._mark(each, who)
                if mark is not None:
                    yield mark

    def _mark(self, each: Element, who: tuple[str, ...]) -> Mark | None:
        value = child_text(each, "annotation_value")
        start, end = (self._slots.get(each.get(f"TIME_SLOT_REF{n}", "")) for n in (1, 2))
        if start is None:
            self._losses.add(Loss.NO_TIME, value)
            return None
        over = end_after(start, end, "", value, self._losses)
        code, *rest = [part.strip() for part in value.split(";")]
        labels = [_label(part) for part in rest if part]
        notes, record = [], {}
        for kind, text in self._below.get(each.get("ANNOTATION_ID", ""), ()):
            if kind == NAME:
                record = dict(split_record(text)[1])
            elif kind == DETAILS:
                labels += [
                    (key, answer) for key, answer in split_details(text) if isinstance(answer, str)
                ]
            elif kind == NOTE:
                notes.append(text)
            else:
                labels.append((kind, text))
        return Mark(
            code, start, over, THOUSANDTH, who,
            tuple(labels), "; ".join(notes), record=record,
        )  # fmt: skip


def _label(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    return (key.strip(), value.strip()) if equals else ("", text)


def _annotations(tier: Element, kind: str) -> Iterator[Element]:
    for each in children(tier, "annotation"):
        yield from children(each, kind)


def _root(name: str, parents: Mapping[str, str]) -> str:
    """The annotation with times that one hangs below, at most a few steps up."""
    for _ in range(20):
        if name not in parents:
            return name
        name = parents[name]
    return ""
