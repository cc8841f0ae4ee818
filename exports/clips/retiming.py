"""What is told at moments of the match, told at the same pictures of a clip."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from annotator.files.subtitles import Cue
from exports.clips.planning import end_of

if TYPE_CHECKING:
    from annotator.video import Reel
    from annotator.video.clip import Cut


def retimed(cues: Iterable[Cue], film: Reel, cuts: Sequence[Cut]) -> list[Cue]:
    """The cues that are seen in a clip, in the clip's own time, which slow motion, held pictures and
    title cards stretch: each begins with the picture it began with, and ends with the one it ended with.
    """
    from annotator.video.clip_plan import make_plan

    told = list(cues)
    found: list[Cue] = []
    offset = Fraction(0)
    for cut in cuts:
        plan = make_plan(film, [cut])
        shown = {shot.index: shot.time for shot in plan.shots if shot.card is None}
        begins = film.times[cut.first]
        for cue in told:
            if cue.end <= begins or film.index_at(cue.start) > cut.last:
                continue
            start = shown[max(cut.first, film.index_at(cue.start))]
            over = cue.end >= end_of(film, cut.last)
            end = plan.duration if over else shown[film.index_at(cue.end)]
            if start < end:
                found.append(Cue(offset + start, offset + end, cue.text))
        offset += plan.duration
    return found
