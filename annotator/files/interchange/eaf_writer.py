"""Writing ELAN's annotation files, in the order of elements that its schema 3.0 wants."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING
from urllib.parse import quote

from annotator.files.details_cell import write_details
from annotator.files.interchange.eaf import DETAILS, NOTE
from annotator.files.interchange.losses import Loss, Losses
from annotator.files.interchange.outgoing import (
    Made,
    Sent,
    day_of,
    frame_length,
    head_of,
    sent_tags,
)
from annotator.files.interchange.record import NAME, Shown, shown_details, shown_text
from annotator.files.interchange.safe_xml import write_xml
from annotator.model.match import Match
from annotator.model.vocabulary import Group, kinds

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

MOST = Fraction(4_294_967)  # seconds: times are unsigned and of 32 bit
_XSI = "http://www.w3.org/2001/XMLSchema-instance"
_SCHEMA = "http://www.mpi.nl/tools/elan/EAFv3.0.xsd"
_MIME = {".mp4": "video/mp4", ".m4v": "video/mp4", ".mov": "video/quicktime", ".mpg": "video/mpeg"}
_BELOW = "belongs to its annotation"


@dataclass
class _Tier:
    """A tier with annotations that do not overlap."""

    name: str
    athlete: str
    group: Group
    sents: list[tuple[Sent, Fraction]] = field(default_factory=list)  # each with its visible end

    @property
    def reached(self) -> Fraction:
        return self.sents[-1][1] if self.sents else Fraction(0)


def write_eaf(match: Match, annotator: str = "") -> Made:
    """The annotations of a match, a tier for each athlete and group. `annotator`: whose tags they are."""
    losses = Losses()
    frame = Fraction(max(1, round(frame_length(match) * 1000)), 1000)
    tiers = _tiers(sent_tags(match, losses, MOST), frame)
    document = _Document(match, annotator, losses)
    for tier in tiers:
        document.add(tier)
    return Made(write_xml(document.finished()), losses.sentences())


def _tiers(sents: list[Sent], frame: Fraction) -> list[_Tier]:
    found: dict[tuple[str, Group], list[_Tier]] = {}
    for sent in sorted(sents, key=lambda sent: (sent.start, sent.row)):
        who, group = sent.tag.athlete or "", sent.tag.kind.group
        # No annotation may be without length.
        end = sent.end if sent.end > sent.start else sent.start + frame
        lanes = found.setdefault((who, group), [])
        lane = next((one for one in lanes if one.reached <= sent.start), None)
        if lane is None:
            name = f"{who}/{group.value}" if who else group.value
            lane = _Tier(f"{name} {len(lanes) + 1}" if lanes else name, who, group)
            lanes.append(lane)
        lane.sents.append((sent, end))
    return [lane for lanes in found.values() for lane in lanes]


class _Document:
    """The file while it is being made."""

    def __init__(self, match: Match, annotator: str, losses: Losses) -> None:
        from xml.etree.ElementTree import Element, SubElement

        self._sub = SubElement
        self._annotator = shown_text(annotator)
        self._root = Element(
            "ANNOTATION_DOCUMENT",
            {
                "AUTHOR": "", "DATE": f"{day_of(match)}+00:00", "FORMAT": "3.0", "VERSION": "3.0",
                "xmlns:xsi": _XSI, "xsi:noNamespaceSchemaLocation": _SCHEMA,
            },
        )  # fmt: skip
        self._header = self._sub(
            self._root, "HEADER", {"MEDIA_FILE": "", "TIME_UNITS": "milliseconds"}
        )
        for film in match.media[:1]:
            ending = film.path[film.path.rfind(".") :].lower()
            place = quote(film.path, errors="surrogateescape")
            address = f"file://{place}" if place.startswith("/") else f"./{place}"
            self._sub(
                self._header, "MEDIA_DESCRIPTOR",
                {
                    "MEDIA_URL": address, "RELATIVE_MEDIA_URL": address,
                    "MIME_TYPE": _MIME.get(ending, "unknown"),
                },
            )  # fmt: skip
        for film in match.media[1:]:
            losses.add(Loss.CAMERAS, film.path)
        for key, value in head_of(match).items():
            if text := shown_text(value):
                self._property(f"{NAME}.{key}", text)
        self._order = self._sub(self._root, "TIME_ORDER")
        self._slots: list[int] = []
        self._waiting: list[tuple[Element, str, int]] = []
        self._count = 0

    def _property(self, name: str, text: str) -> None:
        self._sub(self._header, "PROPERTY", {"NAME": name}).text = text

    def add(self, tier: _Tier) -> None:
        """A tier, and below it those of the answers, notes and records, as far as there are any."""
        element = self._tier(tier, tier.name, tier.group.value)
        below: dict[str, list[tuple[str, str]]] = {DETAILS: [], NOTE: [], NAME: []}
        for sent, end in tier.sents:
            name = self._annotation(element, sent, end)
            texts = {
                DETAILS: write_details(dict(shown_details(sent.tag))),
                NOTE: shown_text(sent.tag.note),
                NAME: sent.record(Shown(sent.start, end)),
            }
            for kind, text in texts.items():
                if text:
                    below[kind].append((name, text))
        for kind, rows in below.items():
            if not rows:
                continue
            child = self._tier(tier, f"{tier.name} {kind}", kind, tier.name)
            for parent, text in rows:
                each = self._sub(
                    self._sub(child, "ANNOTATION"), "REF_ANNOTATION",
                    {"ANNOTATION_ID": self._next(), "ANNOTATION_REF": parent},
                )  # fmt: skip
                self._sub(each, "ANNOTATION_VALUE").text = text

    def _tier(self, tier: _Tier, name: str, kind: str, parent: str = "") -> Element:
        words = {
            "TIER_ID": name, "PARTICIPANT": tier.athlete, "ANNOTATOR": self._annotator,
            "LINGUISTIC_TYPE_REF": kind, "PARENT_REF": parent,
        }  # fmt: skip
        return self._sub(self._root, "TIER", {key: value for key, value in words.items() if value})

    def _annotation(self, tier: Element, sent: Sent, end: Fraction) -> str:
        name = self._next()
        each = self._sub(
            self._sub(tier, "ANNOTATION"), "ALIGNABLE_ANNOTATION", {"ANNOTATION_ID": name}
        )
        for key, time in (("TIME_SLOT_REF1", sent.start), ("TIME_SLOT_REF2", end)):
            self._waiting.append((each, key, int(time * 1000)))
        self._sub(each, "ANNOTATION_VALUE").text = sent.tag.tag
        return name

    def _next(self) -> str:
        self._count += 1
        return f"a{self._count}"

    def finished(self) -> Element:
        """The whole document."""
        # Slots have to stand in the order of their times.
        self._waiting.sort(key=lambda slot: slot[2])
        for number, (each, key, value) in enumerate(self._waiting, 1):
            self._sub(
                self._order, "TIME_SLOT",
                {"TIME_SLOT_ID": f"ts{number}", "TIME_VALUE": str(value)},
            )  # fmt: skip
            each.set(key, f"ts{number}")
        self._property("lastUsedAnnotationId", str(self._count))
        plain = {"GRAPHIC_REFERENCES": "false"}
        for group in Group:
            self._sub(
                self._root, "LINGUISTIC_TYPE",
                {
                    "LINGUISTIC_TYPE_ID": group.value, "TIME_ALIGNABLE": "true", **plain,
                    "CONTROLLED_VOCABULARY_REF": group.value,
                },
            )  # fmt: skip
        for kind in (DETAILS, NOTE, NAME):
            self._sub(
                self._root, "LINGUISTIC_TYPE",
                {
                    "LINGUISTIC_TYPE_ID": kind, "TIME_ALIGNABLE": "false", **plain,
                    "CONSTRAINTS": "Symbolic_Association",
                },
            )  # fmt: skip
        self._sub(self._root, "LANGUAGE", {"LANG_ID": "eng", "LANG_LABEL": "English (eng)"})
        self._sub(
            self._root, "CONSTRAINT",
            {"STEREOTYPE": "Symbolic_Association", "DESCRIPTION": f"1-1: {_BELOW}"},
        )  # fmt: skip
        for group in Group:
            self._vocabulary(group)
        return self._root

    def _vocabulary(self, group: Group) -> None:
        words = self._sub(self._root, "CONTROLLED_VOCABULARY", {"CV_ID": group.value})
        self._sub(words, "DESCRIPTION", {"LANG_REF": "eng"})
        for kind in kinds(group):
            entry = self._sub(words, "CV_ENTRY_ML", {"CVE_ID": f"cv_{kind.name}"})
            self._sub(entry, "CVE_VALUE", {"LANG_REF": "eng"}).text = kind.name
