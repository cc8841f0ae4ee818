"""What a foreign format cannot say of a tag, as one short text that survives in it.

    [annotator id=t1; row=3; start=12491/1000; frame=f374]

It is plain ASCII: whatever could be taken for punctuation, and every letter beyond, is written in
hexadecimal after a percent sign. In the other program it is a comment; read back, it completes
what stands there visibly, as far as that was not changed.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from urllib.parse import quote, unquote

from annotator.errors import TimeError
from annotator.files.details_cell import split_details, write_details
from annotator.files.interchange.numbers import THOUSANDTH
from annotator.files.match_json import TAG_KEYS
from annotator.files.strict_json import JsonError, parse_json, write_json
from annotator.model.tag import Tag
from annotator.model.time import FrameRef, parse_seconds, parse_time, write_fraction
from annotator.model.time import write_seconds as seconds_text
from annotator.model.vocabulary import VOCABULARY, Kind

NAME = "annotator"
_AT_THE_END = re.compile(rf"\[{NAME} ([^\[\]]*)\]\s*\Z")
_LONGEST = 200_000
_FREE = frozenset(
    detail.key
    for kind in VOCABULARY.values()
    for detail in kind.details.values()
    if detail.kind is Kind.TEXT
)
_ROUNDEST = Fraction(1, 100)
"""Seconds; what was rounded to more was moved, as far as we know."""
# What XML cannot hold, or may change: control signs, halves of characters, odd line ends.
_UNWRITABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]"
)


@dataclass(frozen=True, slots=True)
class Shown:
    """Where a tag begins and ends in the other program (seconds of the film); no end: a moment there."""

    start: Fraction
    end: Fraction | None = None


def write_record(fields: Mapping[str, str]) -> str:
    """The text of a record."""
    inside = "; ".join(f"{key}={_quoted(value)}" for key, value in fields.items())
    return f"[{NAME} {inside}]"


def split_record(text: str) -> tuple[str, Mapping[str, str]]:
    """A text without the record at its end, and the record; empty where there is none."""
    match = _AT_THE_END.search(text[-_LONGEST:])
    if match is None:
        return text, MappingProxyType({})
    fields: dict[str, str] = {}
    for item in match[1].split(";"):
        key, equals, value = item.strip().partition("=")
        if equals:
            with contextlib.suppress(UnicodeDecodeError):  # it was damaged
                fields.setdefault(key, unquote(value, errors="surrogatepass"))
    rest = text[: len(text) - len(text[-_LONGEST:]) + match.start()]
    return rest.removesuffix(" ") if rest.endswith(" ") else rest, MappingProxyType(fields)


def shown_text(text: str) -> str:
    """A text of ours as every format can hold it: without control signs, halves of characters, and
    spaces around it; lines end with LF.
    """
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    return _UNWRITABLE.sub("\ufffd", plain).strip()


def shown_details(tag: Tag) -> list[tuple[str, str]]:
    """The answers of a tag as they stand visibly; what nothing is left of is left out."""
    shown = ((key, shown_text(value)) for key, value in tag.details.items())
    return [(key, value) for key, value in shown if value]


def joined(text: str, record: str) -> str:
    """A text for people with the record behind it."""
    return f"{text} {record}" if text else record


def record_of(tag: Tag, row: int, shown: Shown, zero: Fraction) -> dict[str, str]:
    """All of a tag but its name, athlete, details and note, which stand there visibly.

    `row`: its place among the match's rows; `zero`: the match's time at which the film begins.
    """
    fields = {"id": tag.id, "row": str(row), "start": write_fraction(tag.start)}
    if not _near(shown.start, tag.start - zero):
        fields["at"] = seconds_text(shown.start)
    if tag.end is not None:
        fields["end"] = write_fraction(tag.end)
    if shown.end is not None and (tag.end is None or not _near(shown.end, tag.end - zero)):
        fields["till"] = seconds_text(shown.end)
    if zero:
        fields["zero"] = write_fraction(zero)
    # Of frames that are not there the film is kept too.
    for key, frame, film in (
        ("frame", tag.frame, tag.film),
        ("end_frame", tag.end_frame, tag.end_film),
    ):
        if frame is not None:
            fields[key] = str(FrameRef(frame, film))
        elif film != 1:
            fields[key.replace("frame", "film")] = str(film)
    if shown_text(tag.note) != tag.note:
        fields["note"] = tag.note
    if any(shown_text(value) != value for value in tag.details.values()):
        fields["details"] = write_details(tag.details)
    if tag.reaction:
        fields["reaction"] = write_fraction(tag.reaction)
    if tag.end_reaction:
        fields["end_reaction"] = write_fraction(tag.end_reaction)
    if tag.extra:
        fields["extra"] = write_json(dict(tag.extra))
    return fields


class Record:
    """A record that was read; whatever in it cannot be is as if it were not there."""

    def __init__(self, fields: Mapping[str, str]) -> None:
        self._fields = fields

    def __bool__(self) -> bool:
        return bool(self._fields)

    def text(self, key: str) -> str | None:
        """A field as it stands."""
        return self._fields.get(key)

    def id(self) -> str:
        """The tag's id; empty where there is none."""
        name = self._fields.get("id", "")
        return name if name.strip() else ""

    def number(self, key: str) -> int | None:
        """A whole number below a thousand million."""
        text = self._fields.get(key, "")
        return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None

    def time(self, key: str) -> Fraction | None:
        """Seconds."""
        try:
            return parse_seconds(self._fields.get(key, ""))
        except TimeError:
            return None

    def frame(self, key: str) -> FrameRef | None:
        """A frame of a film."""
        try:
            found = parse_time(self._fields.get(key, ""))
        except TimeError:
            return None
        return found if isinstance(found, FrameRef) else None

    def extra(self) -> Mapping[str, object]:
        """What a newer version wrote of the tag."""
        try:
            value = parse_json(self._fields.get("extra", "{}"), "")
        except JsonError:
            value = {}
        extra = value if isinstance(value, dict) else {}
        return MappingProxyType({key: each for key, each in extra.items() if key not in TAG_KEYS})

    def exact_note(self, shown: str) -> str:
        """The note as we had it, unless the visible one was changed."""
        exact = self._fields.get("note")
        return exact if exact is not None and shown_text(exact) == shown.strip() else shown

    def exact_details(self, shown: Mapping[str, str]) -> Mapping[str, str]:
        """The answers as we had them and in that order, unless the visible ones were changed."""
        exact = {
            key: value
            for key, value in split_details(self._fields.get("details", ""))
            if isinstance(value, str)
        }
        left = {key: text for key, value in exact.items() if (text := shown_text(value))}
        if not exact or shown not in (left, exact):
            return shown
        # Only free text can be more than what stands visibly.
        return {
            key: value if key in _FREE else left[key]
            for key, value in exact.items()
            if key in _FREE or key in left
        }

    def start(self, shown: Fraction, grain: Fraction) -> Fraction | None:
        """The exact start (time of the match), unless the visible one was moved."""
        return self._unmoved("start", "at", shown, grain)

    def end(self, shown: Fraction | None, grain: Fraction) -> tuple[bool, Fraction | None]:
        """Whether the end is as we left it, and the exact one then; None: the tag has none."""
        if not self:
            return False, None
        till = self.time("till")
        if "end" in self._fields:
            exact = self._unmoved("end", "till", shown, grain)
            return exact is not None, exact
        left = till == shown if shown is None or till is None else _near(till, shown, grain)
        return left, None

    def _unmoved(
        self, key: str, seen: str, shown: Fraction | None, grain: Fraction
    ) -> Fraction | None:
        exact, put = self.time(key), self.time(seen)
        if exact is None or shown is None:
            return exact
        expected = put if put is not None else exact - (self.time("zero") or 0)
        return exact if _near(expected, shown, grain) else None


def _near(one: Fraction, other: Fraction, grain: Fraction = THOUSANDTH) -> bool:
    return abs(one - other) <= max(min(grain, _ROUNDEST), THOUSANDTH) / 2


def _quoted(value: str) -> str:
    return quote(value, safe="/:,-._~", errors="surrogatepass")
