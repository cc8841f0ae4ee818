"""Subtitles as players read them: cues as WebVTT or SubRip (SRT) text.

    path.write_text(to_vtt([Cue(Fraction(1), Fraction(4), "Guard pass")]))

Both know only thousandths of a second. A time is cut, never rounded up, so that a cue is there from
the frame on at which it begins, and gone at the frame at which it ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

# Signs that are no letters: a line's end for some readers, nothing for others.
_NULS = str.maketrans({code: " " for code in (*range(32), 127) if chr(code) not in "\r\n"})
_LINES = re.compile(r"[\r\n\x85\u2028\u2029]+")
_MARKUP = re.compile(r"([<{])(?=[\w/\\!])")
_WORD_JOINER = "\N{WORD JOINER}"


@dataclass(frozen=True, slots=True)
class Cue:
    """A text of one or more lines that is shown from `start` to before `end` (seconds)."""

    start: Fraction
    end: Fraction
    text: str


def to_vtt(cues: Iterable[Cue], *, title: str = "") -> str:
    """The cues as a WebVTT file, in the order of time. `title` stands in its first line.

    What would be read as mark-up is escaped. Cues without text, and those that end before the film
    begins, are left out.
    """
    name = _vtt_text(" ".join(title.translate(_NULS).split()))
    head = f"WEBVTT - {name}" if name else "WEBVTT"
    blocks = [
        f"{number}\n{_time(start, '.')} --> {_time(end, '.')}\n{_vtt_text(text)}"
        for number, (start, end, text) in enumerate(_told(cues), 1)
    ]
    return "\n\n".join([head, *blocks]) + "\n"


def to_srt(cues: Iterable[Cue]) -> str:
    """The cues as a SubRip file, in the order of time; empty without cues.

    SRT has no way to escape what players read as mark-up: an invisible sign (a word joiner) keeps
    `<` and `{` apart from what follows, and ` --> ` becomes an arrow.
    """
    blocks = [
        f"{number}\n{_time(start, ',')} --> {_time(end, ',')}\n{_srt_text(text)}\n"
        for number, (start, end, text) in enumerate(_told(cues), 1)
    ]
    return "\n".join(blocks)


def _told(cues: Iterable[Cue]) -> list[tuple[int, int, str]]:
    """What can be shown: thousandths of a second and the lines that are not empty."""
    rows = []
    for cue in cues:
        text = "\n".join(filter(None, map(str.strip, _LINES.split(cue.text.translate(_NULS)))))
        start, end = _thousandths(cue.start), _thousandths(cue.end)
        if text and cue.end > 0 and cue.end > cue.start:
            rows.append((max(start, 0), max(end, start + 1), text))
    return sorted(rows, key=lambda row: row[:2])


def _thousandths(seconds: Fraction) -> int:
    return seconds.numerator * 1000 // seconds.denominator


def _time(thousandths: int, mark: str) -> str:
    seconds, part = divmod(thousandths, 1000)
    minutes, second = divmod(seconds, 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours:02d}:{minute:02d}:{second:02d}{mark}{part:03d}"


def _vtt_text(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _srt_text(text: str) -> str:
    return _MARKUP.sub(rf"\1{_WORD_JOINER}", text).replace("-->", "→")
