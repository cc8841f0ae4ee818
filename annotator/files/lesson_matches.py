"""The matches of a lesson, read and scored; what changed in them since the lesson was made."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from annotator.errors import AnnotatorError, LessonError
from annotator.files.lesson_file import place_of
from annotator.files.match_file import read_match_hashed
from annotator.files.rulesets import load_ruleset
from annotator.model.films import offsets
from annotator.model.lesson import Lesson, Moment
from annotator.model.match import Match, Media
from annotator.scoring import score
from annotator.scoring.lesson_key import why_refused
from annotator.scoring.lesson_making import Taught, rederived
from annotator.scoring.ruleset import Ruleset
from annotator.text import tr

Key = tuple[str, str]
"""A match's path as a lesson names it, and a ruleset's id."""
Frames = Callable[[Path, Match], Sequence[Fraction] | None]
"""The times of a match's frames, so that rulings name frames; None where they are not known."""


@dataclass(frozen=True, slots=True)
class LessonMatches:
    """What could be read for a lesson; `absent`: why a match or ruleset could not be."""

    taught: Mapping[Key, Taught]
    places: Mapping[str, Path]
    absent: Mapping[Key, AnnotatorError]

    def of(self, moment: Moment) -> Taught | None:
        """The match that a moment is from, scored under its ruleset; None if it is not there."""
        return self.taught.get((moment.match, moment.ruleset))


def film_span(media: Sequence[Media]) -> tuple[Fraction, Fraction] | None:
    """From where to where (seconds of the match) its first camera has pictures; None: not known."""
    if not media or any(film.duration is None for film in media):
        return None
    camera = min(film.camera for film in media)
    spans = [
        (offset + (film.first or 0), offset + (film.first or 0) + (film.duration or 0))
        for film, offset in zip(media, offsets(media), strict=True)
        if film.camera == camera
    ]
    return min(start for start, _ in spans), max(end for _, end in spans)


def read_taught(
    written: str, place: Path, ruleset: Ruleset, frames: Frames | None = None
) -> Taught:
    """A match file read and scored, called `written` in the lesson. Raises AnnotatorError."""
    match, known = read_match_hashed(place)
    times = None if frames is None else frames(place, match)
    sheet = score(match, ruleset, times)
    return Taught(written, match, ruleset, sheet, known, film_span(match.media))


def read_matches(lesson: Lesson, lesson_file: Path, frames: Frames | None = None) -> LessonMatches:
    """All matches of a lesson that are there, each scored under the rulesets it is asked with."""
    taught: dict[Key, Taught] = {}
    places: dict[str, Path] = {}
    absent: dict[Key, AnnotatorError] = {}
    for moment in lesson.moments:
        key = moment.match, moment.ruleset
        if key in taught or key in absent:
            continue
        try:
            place = place_of(moment.match, lesson_file)
            taught[key] = read_taught(moment.match, place, load_ruleset(moment.ruleset), frames)
            places[moment.match] = place
        except AnnotatorError as error:
            absent[key] = error
    return LessonMatches(taught, places, absent)


@dataclass(frozen=True, slots=True)
class Finding:
    """Something about a moment of a lesson. `refused`: it may not be asked so."""

    moment: str
    says: str
    refused: bool = False


def findings(lesson: Lesson, matches: LessonMatches) -> list[Finding]:
    """What is not as it was when the moments were made, and which may not be asked as they are."""
    found: list[Finding] = []
    for moment in lesson.moments:
        taught = matches.of(moment)
        if taught is None:
            error = matches.absent[moment.match, moment.ruleset]
            found.append(Finding(moment.id, str(error), refused=True))
            continue
        problem = why_refused(moment, taught.key(moment), taught.film)
        if problem is not None:
            found.append(Finding(moment.id, problem, refused=True))
        if taught.film is None:
            found.append(Finding(moment.id, tr("Its match says of no film how long it is.")))
        if rederived(moment, taught).derived != moment.derived:
            found.append(
                Finding(
                    moment.id,
                    tr("The engine's answer is another one than when the moment was made: the tags"
                       " or the rules were changed. The old one stands until it is taken over."),
                )
            )  # fmt: skip
        elif moment.edition and moment.edition != taught.ruleset.edition:
            found.append(
                Finding(
                    moment.id,
                    tr("It was made under edition {old} of the rules; this is {new}.",
                       old=moment.edition, new=taught.ruleset.edition),
                )
            )  # fmt: skip
    return found


def refuse_unfit(lesson: Lesson, matches: LessonMatches) -> None:
    """Raises LessonError, naming the moments, unless all of a lesson's moments may be asked."""
    wrong = [each for each in findings(lesson, matches) if each.refused]
    if wrong:
        raise LessonError(
            wrong[0].says, where=", ".join(each.moment for each in wrong),
            mend=tr("“annotator lesson check” says all that is to be mended."),
        )  # fmt: skip
    if not lesson.moments:
        raise LessonError(tr("The lesson has no moments."))
