"""What a film is like, and what each fact means for tagging and scoring, a line each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np

from annotator.text import seconds_text, tr, tr_n
from annotator.video.facts import TrackFacts
from annotator.video.hdr import HLG, PQ
from annotator.video.index import MISSING, FrameIndex
from annotator.video.marks import Marks, stretches_of
from annotator.video.picture import Orientation

Level = Literal["good", "note", "warning"]
Mend = Literal["proxy", "deinterlace"]

_LONG_GROUP = Fraction(4)  # seconds between key frames from which a jump is felt as slow
_BIG_HOLE = 5  # a gap of so many usual gaps is a hole in the recording
_STRETCHES_NAMED = 5
_ALONG, _AT_THE_END = Fraction(1, 10), Fraction(1)  # seconds by which sound and pictures may differ


@dataclass(frozen=True, slots=True)
class Finding:
    """One fact. `key`: a stable name; `what`: the fact; `meaning`: what it means for the work;
    `mend`: what helps, if something does: `proxy`, a copy that plays smoothly; `deinterlace`,
    to show the lines of one moment alone.
    """

    key: str
    level: Level
    what: str
    meaning: str
    mend: Mend | None = None


@dataclass(frozen=True, slots=True)
class HealthReport:
    """All findings about a film, in reading order."""

    findings: tuple[Finding, ...]

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.findings)

    def __len__(self) -> int:
        return len(self.findings)

    def get(self, key: str) -> Finding | None:
        """The finding of this key, if the film gave cause for it."""
        return next((finding for finding in self.findings if finding.key == key), None)

    @property
    def worst(self) -> Level:
        """The gravest level of all findings."""
        levels: tuple[Level, ...] = ("warning", "note")
        return next((lv for lv in levels if any(f.level == lv for f in self.findings)), "good")


def examine(
    index: FrameIndex,
    facts: TrackFacts,
    size: tuple[int, int],
    orientation: Orientation,
    interlaced: bool,
    marks: Marks,
    copied_from: str | None = None,
) -> HealthReport:
    """Findings from what is known without decoding more; `marks` grow as frames are decoded."""
    found = (
        *_copy(copied_from),
        _picture(index, facts, size),
        *_tracks(facts),
        *_colour(facts),
        *_rate(index, facts),
        _first_time(index),
        *_edits(index),
        *_orientation(orientation),
        *_interlacing(interlaced),
        *_times(index),
        _groups(index),
        _sound(index, facts),
        *_count(index, facts),
        *_damage(marks),
    )
    return HealthReport(found)


def _copy(film: str | None) -> Iterator[Finding]:
    if film is not None:
        yield Finding(
            "copy", "good", tr("This is a smooth copy of {film}.", film=film),
            tr("Frames, times and marks are that film's; only the pictures may be smaller."),
        )  # fmt: skip


def _picture(index: FrameIndex, facts: TrackFacts, size: tuple[int, int]) -> Finding:
    width, height = size
    what = tr(
        "{width} x {height} pixels, {codec}, {count} frames.",
        width=width, height=height, codec=index.codec, count=len(index),
    )  # fmt: skip
    if facts.pixel_aspect != 1:
        what += " " + tr("Pixels are oblong ({aspect}).", aspect=facts.pixel_aspect)
    if height * width < 640 * 360:
        return Finding(
            "picture", "note", what, tr("So few pixels may not show grips and hooks clearly.")
        )
    if height * width > 1920 * 1200:
        return Finding(
            "picture", "note", what, tr("Frames are exact; playing may leave frames out."), "proxy"
        )
    return Finding("picture", "good", what, tr("Large enough to see grips and hooks."))


def _tracks(facts: TrackFacts) -> Iterator[Finding]:
    if facts.tracks > 1:
        yield Finding(
            "tracks", "note",
            tr("The film has {count} tracks of pictures; one is shown.", count=facts.tracks),
            tr("Programs that show another one have other frames under the same numbers."),
        )  # fmt: skip


def _colour(facts: TrackFacts) -> Iterator[Finding]:
    if facts.curve in (PQ, HLG):
        curve = "PQ" if facts.curve == PQ else "HLG"
        yield Finding(
            "colour", "note", tr("High dynamic range ({curve}).", curve=curve),
            tr("Shown as on an ordinary screen; frames and times are not touched by it."),
        )  # fmt: skip


def _usual_gap(index: FrameIndex) -> int:
    gaps = np.diff(index.ticks)
    return int(np.median(gaps)) if gaps.size else 0


def _ms(seconds: Fraction) -> str:
    return seconds_text(seconds * 1000)


def _rate(index: FrameIndex, facts: TrackFacts) -> Iterator[Finding]:
    gaps, base = np.diff(index.ticks), index.time_base
    if not gaps.size:
        yield Finding(
            "rate", "note", tr("A single frame."), tr("Nothing in it can be timed or held.")
        )
        return
    least, most, usual = int(gaps.min()), int(gaps.max()), _usual_gap(index)
    usual = max(usual, 1)
    # Containers round times to their ticks (1 ms in Matroska): a rate may wobble by one each way.
    if most - least <= max(2, usual // 100):
        mean = Fraction(int(index.ticks[-1] - index.ticks[0]), int(gaps.size)) * base
        yield Finding(
            "rate", "good",
            tr("Constant rate, {rate} frames/s.", rate=seconds_text(1 / mean)),
            tr("A hold can be timed to {ms} ms, the length of a frame.", ms=_ms(mean)),
        )  # fmt: skip
        return
    yield Finding(
        "rate", "note",
        tr(
            "Variable rate: {least} to {most} ms between frames, mostly {usual} ms.",
            least=_ms(least * base), most=_ms(most * base), usual=_ms(usual * base),
        ),
        tr("Times are read from each frame, never counted from a rate, so holds stay exact."),
    )  # fmt: skip
    holes = np.flatnonzero(gaps >= usual * _BIG_HOLE)
    if holes.size:
        widest = int(gaps.argmax())
        yield Finding(
            "holes", "warning",
            tr_n(
                "{count} hole in the pictures; the longest, {ms} ms, after frame {frame}.",
                "{count} holes in the pictures; the longest, {ms} ms, after frame {frame}.",
                int(holes.size), ms=_ms(most * base), frame=widest,
            ),
            tr("What happened in a hole cannot be seen; a hold across it is timed all the same."),
        )  # fmt: skip


def _first_time(index: FrameIndex) -> Finding:
    first = int(index.ticks[0]) * index.time_base
    if first == 0:
        return Finding(
            "first_time", "good", tr("The first frame is at 0 s."),
            tr("Times agree with what players show."),
        )  # fmt: skip
    return Finding(
        "first_time", "note",
        tr("The first frame is at {time} s, not at 0.", time=seconds_text(first)),
        tr("Times are kept as the film has them; players that begin at 0 show other ones."),
    )  # fmt: skip


def _edits(index: FrameIndex) -> Iterator[Finding]:
    hidden = int(np.count_nonzero(index.hidden))
    if hidden:
        yield Finding(
            "edit_list", "note",
            tr_n(
                "An edit list hides {count} stored picture.",
                "An edit list hides {count} stored pictures.", hidden,
            ),
            tr("Only shown frames are counted; programs that ignore edits count more."),
        )  # fmt: skip
    if index.dead:
        yield Finding(
            "cut_start", "note",
            tr_n(
                "The film begins in the middle: {count} packet comes before the first key frame.",
                "The film begins in the middle: {count} packets come before the first key frame.",
                index.dead,
            ),
            tr("Nothing can be shown of those; the count begins at the first whole frame."),
        )  # fmt: skip


def _orientation(orientation: Orientation) -> Iterator[Finding]:
    if orientation.plain:
        return
    what = tr("Stored turned by {degrees} degrees.", degrees=orientation.quarters * 90)
    if orientation.mirrored:
        what += " " + tr("Stored mirrored.")
    yield Finding(
        "rotation", "note", what, tr("Frames are shown and exported upright; left stays left.")
    )


def _interlacing(interlaced: bool) -> Iterator[Finding]:
    if interlaced:
        yield Finding(
            "interlaced", "warning",
            tr("Interlaced: each frame holds two half pictures taken one after the other."),
            tr("Fast movement shows combs; a moment can be told no finer than one frame."),
            "deinterlace",
        )  # fmt: skip


def _times(index: FrameIndex) -> Iterator[Finding]:
    ours = int(np.count_nonzero(index.retimed))
    if index.segments > 1:
        yield Finding(
            "joined", "warning",
            tr(
                "The clock goes back {count} times: recordings were joined in one file.",
                count=index.segments - 1,
            ),
            tr("Later parts follow the first without a gap; time lost between them is unknown."),
        )  # fmt: skip
    if index.absent or index.repeated:
        yield Finding(
            "times", "warning",
            tr(
                "{missing} packets have no time and {repeated} repeat the time of another.",
                missing=index.absent, repeated=index.repeated,
            ),
            tr("Frames were put in order by decoding them once; numbers are exact."),
        )  # fmt: skip
    if ours:
        yield Finding(
            "our_times", "warning",
            tr_n(
                "The time of {count} frame was worked out by us.",
                "The times of {count} frames were worked out by us.", ours,
            ),
            tr("Check holds that decide a score against the match clock in the picture."),
        )  # fmt: skip
    known = index.dts[index.dts != MISSING]
    if index.by_decoding and not (index.absent or index.repeated) and known.size:
        yield Finding(
            "times", "note",
            tr("The container stores no order of display; it was found by decoding once."),
            tr("Frames and times are exact, only opening takes longer."), "proxy",
        )  # fmt: skip


def _groups(index: FrameIndex) -> Finding:
    shown = index.rank[index.keys]
    firsts = np.unique(np.append(shown[shown >= 0], (0, len(index))))
    lengths = np.diff(firsts)
    longest = int(lengths.max())
    first = int(firsts[int(lengths.argmax())])
    last = min(first + longest, len(index) - 1)
    seconds = int(index.ticks[last] - index.ticks[first]) * index.time_base
    what = tr(
        "At most {count} frames ({seconds} s) from one key frame to the next.",
        count=longest, seconds=seconds_text(seconds),
    )  # fmt: skip
    if seconds > _LONG_GROUP:
        return Finding(
            "key_frames", "note", what,
            tr("A jump has to decode up to that many frames, so jumps can take a moment."),
            "proxy",
        )  # fmt: skip
    return Finding("key_frames", "good", what, tr("Jumps are quick."))


def _sound(index: FrameIndex, facts: TrackFacts) -> Finding:
    sound = facts.sound
    if sound is None:
        return Finding("sound", "note", tr("No sound."), tr("The referee's calls cannot be heard."))
    what = tr_n(
        "Sound: {codec}, {rate} Hz, {count} channel.",
        "Sound: {codec}, {rate} Hz, {count} channels.",
        sound.channels, codec=sound.codec, rate=sound.rate,
    )  # fmt: skip
    if sound.start is None:
        return Finding("sound", "good", what, tr("It can be heard while playing."))
    offset = sound.start - int(index.ticks[0]) * index.time_base
    begins_along = abs(offset) <= _ALONG
    if not begins_along:
        shift = seconds_text(abs(offset))
        what += " " + (
            tr("It begins {seconds} s after the pictures.", seconds=shift)
            if offset > 0
            else tr("It begins {seconds} s before the pictures.", seconds=shift)
        )
    left = Fraction(0)
    if sound.end is not None and index.segments == 1:
        left = sound.end - int(index.ticks[-1]) * index.time_base
    if abs(left) > _AT_THE_END:
        rest = seconds_text(abs(left))
        what += " " + (
            tr("It goes on for {seconds} s after the last picture.", seconds=rest)
            if left > 0
            else tr("It ends {seconds} s before the pictures.", seconds=rest)
        )
    if begins_along and abs(left) <= _AT_THE_END:
        return Finding("sound", "good", what, tr("It begins with the pictures."))
    return Finding("sound", "note", what, tr("Both run on one clock, so they stay together."))


def _count(index: FrameIndex, facts: TrackFacts) -> Iterator[Finding]:
    declared, real = facts.declared_frames, int(index.pts.size)
    if index.read_errors:
        yield Finding(
            "unreadable", "warning",
            tr_n(
                "{count} stretch of the file cannot be read.",
                "{count} stretches of the file cannot be read.", index.read_errors,
            ),
            tr("Frames in it are missing from the count; copy the film again before tagging."),
        )  # fmt: skip
    if declared > real:
        yield Finding(
            "count", "warning",
            tr(
                "The film promises {declared} frames and holds {real}: it was cut off.",
                declared=declared, real=real,
            ),
            tr("Tags on what is there stay right; copy the film again to see the rest."),
        )  # fmt: skip
    elif 0 < declared < real:
        yield Finding(
            "count", "note",
            tr(
                "The film declares {declared} frames but holds {real}.",
                declared=declared, real=real,
            ),
            tr("All that are there are counted."),
        )  # fmt: skip


def _damage(marks: Marks) -> Iterator[Finding]:
    bad = marks.damaged
    if not bad.any():
        return
    stretches = stretches_of(bad)
    named = ", ".join(f"{a}-{b}" if b > a else str(a) for a, b in stretches[:_STRETCHES_NAMED])
    if len(stretches) > _STRETCHES_NAMED:
        named += ", ..."
    yield Finding(
        "damage", "warning",
        tr(
            "{count} frames are damaged or may be, as far as was seen: {stretches}.",
            count=int(np.count_nonzero(bad)), stretches=named,
        ),
        tr("Frame numbers and times stay right there; what is seen may be wrong. Tag with care."),
    )  # fmt: skip
