"""The XML edit list that Sportscode began and Nacsport, LongoMatch and others exchange.

An instance has a start, an end and a code; everything else stands in labels. By custom the code
carries the athlete too: `mount - red`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from annotator.errors import ForeignFileError
from annotator.files.interchange.losses import Loss, Losses
from annotator.files.interchange.marks import Mark, Source, end_after
from annotator.files.interchange.numbers import decimal_text, read_moment
from annotator.files.interchange.outgoing import (
    HEAD_KEYS,
    Made,
    Sent,
    day_of,
    frame_length,
    head_of,
    sent_tags,
)
from annotator.files.interchange.record import (
    NAME,
    Shown,
    shown_details,
    shown_text,
    split_record,
    write_record,
)
from annotator.files.interchange.safe_xml import child_texts, children, local, write_xml
from annotator.model.match import Match
from annotator.text import tr

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

# 16 bit each, as these programs write them.
_COLOURS = {"red": (60000, 12000, 12000), "blue": (12000, 20000, 60000), "": (32768, 32768, 32768)}
_NOTE_GROUPS = ("note", "notes", "comment", "free text")


def is_sportscode(root: Element) -> bool:
    """Whether an XML file is such an edit list."""
    return any(True for _ in children(root, "all_instances")) or local(root) == "all_instances"


def read_sportscode(root: Element, comments: list[str], where: str) -> Source:
    """The instances of an edit list, parsed by `parse_xml`. Raises ForeignFileError."""
    if not is_sportscode(root):
        raise ForeignFileError(tr("This XML file has no instances."), where=where)
    lists = [root] if local(root) == "all_instances" else list(children(root, "all_instances"))
    losses = Losses()
    marks = [
        mark
        for each in lists
        for instance in children(each, "instance")
        if (mark := _mark(instance, losses)) is not None
    ]
    return Source(marks, _head(comments), (), losses)


def _mark(instance: Element, losses: Losses) -> Mark | None:
    texts = child_texts(instance)
    code, said = texts.get("code", ""), texts.get("end", "")
    start, end = read_moment(texts.get("start", "")), read_moment(said)
    if start is None:
        losses.add(Loss.NO_TIME, code or texts.get("id", ""))
        return None
    labels: list[tuple[str, str]] = []
    record: dict[str, str] = {}
    notes = []
    for label in children(instance, "label"):
        parts = child_texts(label)
        group, text = parts.get("group", ""), parts.get("text", "")
        if group == NAME:
            record = dict(split_record(text)[1])
        elif group.lower() in _NOTE_GROUPS:
            notes.append(text)
        elif text:
            labels.append((group, text))
    notes += filter(None, (texts.get(name) for name in ("free_text", "notes")))
    return Mark(
        code,
        start.time,
        end_after(start.time, end.time if end else None, said, code, losses),
        max(start.grain, end.grain) if end else start.grain,
        tuple(text for group, text in labels if group.lower() == "athlete"),
        tuple(labels),
        "; ".join(notes),
        record=record,
    )


def _head(comments: list[str]) -> dict[str, str]:
    for comment in comments:
        head = split_record(comment)[1]
        if found := {key: head[key] for key in HEAD_KEYS if key in head}:
            return found
    return {}


def write_sportscode(match: Match) -> Made:
    """The edit list of a match: one instance a tag, in the order of the rows."""
    from xml.etree.ElementTree import Comment, Element, SubElement

    losses = Losses()
    root = Element("file")
    if head := head_of(match):
        root.append(Comment(f" {write_record(head)} ".replace("--", "-%2D")))
    session = SubElement(root, "SESSION_INFO")
    SubElement(session, "start_time").text = day_of(match).replace("T", " ") + ".00 +0000"
    instances = SubElement(root, "ALL_INSTANCES")
    codes: dict[str, str] = {}
    frame = frame_length(match)
    for sent in sent_tags(match, losses):
        tag = sent.tag
        code = f"{tag.tag} - {tag.athlete}" if tag.athlete else tag.tag
        codes.setdefault(code, tag.athlete or "")
        # No instance without length.
        end = sent.end if sent.end > sent.start else sent.start + _step(frame)
        instance = SubElement(instances, "instance")
        for name, text in (
            ("ID", str(sent.row)), ("start", decimal_text(sent.start)),
            ("end", decimal_text(end)), ("code", code),
        ):  # fmt: skip
            SubElement(instance, name).text = text
        for group, text in _labels(sent, Shown(sent.start, end)):
            label = SubElement(instance, "label")
            SubElement(label, "group").text = group
            SubElement(label, "text").text = text
    rows = SubElement(root, "ROWS")
    for code, who in codes.items():
        row = SubElement(rows, "row")
        SubElement(row, "code").text = code
        for name, value in zip("RGB", _COLOURS[who], strict=True):
            SubElement(row, name).text = str(value)
    for film in match.media:
        losses.add(Loss.CAMERAS, film.path)
    return Made(write_xml(root), losses.sentences())


def _labels(sent: Sent, shown: Shown) -> list[tuple[str, str]]:
    tag = sent.tag
    labels: list[tuple[str, str]] = [("athlete", tag.athlete)] if tag.athlete else []
    labels += shown_details(tag)
    if note := shown_text(tag.note):
        labels.append(("note", note))
    labels.append((NAME, sent.record(shown)))
    return [(key, text) for key, text in labels if text]


def _step(frame: Fraction) -> Fraction:
    """A frame in whole milliseconds, at least one."""
    return Fraction(max(1, round(frame * 1000)), 1000)
