"""A match as a timeline for editing suites: the films on their tracks, a marker for each tag (OpenTimelineIO).

OpenTimelineIO counts in frames of one rate. Where a film has no even rate the markers stand at the
nominal one, and the exact times, as fractions, are in the metadata.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from annotator.files.interchange.losses import Losses
from annotator.files.interchange.outgoing import Made, Sent, head_of, sent_tags
from annotator.files.interchange.record import NAME, shown_details, shown_text
from annotator.files.match_json import tag_to_plain
from annotator.files.strict_json import write_json
from annotator.model.films import offsets
from annotator.model.match import Match, Media
from annotator.model.time import write_fraction
from annotator.text import detail_text, with_semicolons, word

if TYPE_CHECKING:
    from opentimelineio.opentime import TimeRange
    from opentimelineio.schema import Clip, Marker

_RATES = tuple(
    Fraction(rate) for rate in ("24000/1001", "24", "25", "30000/1001", "30", "48", "50", "60000/1001", "60", "120", "240")
)  # fmt: skip
_NEAR = Fraction(1, 1000)
_COLOURS = {"red": "RED", "blue": "BLUE", None: "WHITE"}


@dataclass(frozen=True, slots=True)
class _Piece:
    """A film on its track (times of the match, seconds); without one, the match itself."""

    film: Media | None
    camera: int
    start: Fraction
    end: Fraction
    rate: Fraction


def nominal_rate(film: Media | None) -> Fraction:
    """Frames a second: the usual rate that is nearest, where one is near; 25 where nothing is known."""
    if film is None or not film.frames or not film.duration or film.duration < 0:
        return Fraction(25)
    rate = film.frames / film.duration
    nearest = min(_RATES, key=lambda usual: abs(usual - rate))
    return nearest if abs(nearest - rate) <= nearest * _NEAR else rate.limit_denominator(1001)


def write_otio(match: Match) -> Made:
    """The timeline of a match: a track for each camera, the films as clips in full length."""
    import opentimelineio as otio

    losses = Losses()
    sents = sent_tags(match, losses)
    pieces = _pieces(match, sents)
    head = {key: shown_text(value) for key, value in head_of(match).items()}
    timeline: Any = otio.schema.Timeline(name=head.get("title") or "match", metadata={NAME: head})
    first = min(piece.start for piece in pieces)
    marked: set[int] = set()
    for camera in sorted({piece.camera for piece in pieces}):
        track: Any = otio.schema.Track(name=f"camera {camera}", kind=otio.schema.TrackKind.Video)
        reached = first
        for piece in sorted(
            (one for one in pieces if one.camera == camera), key=lambda one: one.start
        ):
            if piece.start > reached:
                gap = _range(Fraction(0), piece.start - reached, piece.rate)
                track.append(otio.schema.Gap(source_range=gap))
            clip: Any = _clip(piece)
            last = piece is pieces[-1]
            for sent in sents:
                # Each tag has one marker: on the first film that shows it, else on the last.
                inside = piece.start <= sent.tag.start < piece.end
                if sent.row not in marked and (inside or (last and camera == piece.camera)):
                    marked.add(sent.row)
                    clip.markers.append(_marker(sent, piece))
            track.append(clip)
            reached = max(reached, piece.end)
        timeline.tracks.append(track)
    text: str = otio.adapters.write_to_string(timeline, "otio_json")
    return Made(text.encode(), losses.sentences())


def _pieces(match: Match, sents: Sequence[Sent]) -> list[_Piece]:
    pieces = []
    for film, offset in zip(match.media, offsets(match.media), strict=True):
        start = offset + (film.first or 0)
        pieces.append(
            _Piece(film, film.camera, start, start + (film.duration or 0), nominal_rate(film))
        )
    if not pieces:
        ends = (sent.tag.end or sent.tag.start for sent in sents)
        pieces = [_Piece(None, 1, Fraction(0), max(ends, default=Fraction(0)), nominal_rate(None))]
    return sorted(pieces, key=lambda piece: (piece.camera, piece.start))


def _range(start: Fraction, length: Fraction, rate: Fraction) -> TimeRange:
    from opentimelineio.opentime import RationalTime, TimeRange

    return TimeRange(
        RationalTime(round(start * rate), float(rate)),
        RationalTime(round(length * rate), float(rate)),
    )


def _clip(piece: _Piece) -> Clip:
    from opentimelineio.schema import Clip, ExternalReference, MissingReference

    span = _range(Fraction(0), piece.end - piece.start, piece.rate)
    path = shown_text(piece.film.path) if piece.film else ""
    source = (
        ExternalReference(target_url=path, available_range=span)
        if path
        else MissingReference(available_range=span)
    )
    return Clip(name=path.rpartition("/")[2] or "match", media_reference=source, source_range=span)


def _marker(sent: Sent, piece: _Piece) -> Marker:
    from opentimelineio.schema import Marker

    tag = sent.tag
    answers = ", ".join(detail_text(key, value) for key, value in shown_details(tag))
    exact = {
        "tag": tag.tag,
        "athlete": tag.athlete or "",
        "start": write_fraction(tag.start),
        "end": "" if tag.end is None else write_fraction(tag.end),
        "frame": "" if tag.frame is None else str(tag.frame),
        "film": str(tag.film),
        # Our whole tag as in a match file: as text, for its numbers may be beyond what OTIO knows.
        "line": shown_text(write_json(tag_to_plain(tag))),
    }
    length = sent.end - sent.start
    name = f"{tag.athlete} {word(tag.tag)}" if tag.athlete else word(tag.tag)
    return Marker(
        name=name,
        marked_range=_range(tag.start - piece.start, length, piece.rate),
        color=_COLOURS[tag.athlete],
        metadata={NAME: exact},
        comment=with_semicolons((answers, shown_text(tag.note))),
    )
