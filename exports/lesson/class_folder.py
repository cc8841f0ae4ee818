"""A lesson as a folder of plain files: a page that runs without a server, and its clips.

    made = write_class_folder(lesson, taught, films, Path("class"), seed=3)

`taught` gives a moment's match, scored; `films` opens the film of a moment. Nothing in the folder
says what is right: the page knows where clips begin and what can be called. Score, clock and
what is paid already are only on the board drawn into each clip, as it stands at the clip's start.
Clips are numbered in a shuffled order. The answers come back as a file that `read_answers` reads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from annotator.errors import LessonError
from annotator.files.ours import Kind, refuse_foreign
from annotator.model.calling import KEYS, strokes_for
from annotator.model.lesson import GivenKind, Lesson, Moment, in_time, shuffled
from annotator.model.time import first_frame_at, write_fraction
from annotator.model.vocabulary import ATHLETES
from annotator.scoring import wording
from annotator.scoring.lesson_key import choices, why_refused
from annotator.scoring.lesson_making import Taught
from annotator.scoring.ruleset import Ruleset
from annotator.text import tr
from exports.film_moments import Names, Shown
from exports.html import write_page
from exports.lesson.new_class import clip_name, new_class
from exports.lesson.page import Question, class_page
from exports.lesson.words import award_words, names_for, people

if TYPE_CHECKING:
    from annotator.video import Footage, Reel
    from annotator.video.clip import ClipMade

PAGE_NAME = "index.html"
CLIPS_FOLDER = "clips"
CLIP_LINES = 720
"""Pixels of a clip's shorter side at most."""
BLIND = Shown(board=True, holds=False, captions=False, rulings=False, drawings=False)
"""What lies over a clip that is called blind: the board, as it stood at the clip's start."""

FilmOf = Callable[[Moment], "AbstractContextManager[Footage | Reel]"]
"""Opens the film that a moment is on, in seconds of the match."""


@dataclass(frozen=True, slots=True)
class ClassFolder:
    """What was written: the page, and the clip of each moment by its id."""

    page: Path
    clips: dict[str, Path]


def write_class_folder(
    lesson: Lesson,
    taught: Callable[[Moment], Taught | None],
    films: FilmOf,
    folder: Path,
    *,
    seed: int = 1,
    sound: bool = True,
    progress: Callable[[float], None] | None = None,
) -> ClassFolder:
    """Write a lesson's class folder.

    `seed` shuffles the numbers of the clips. `progress` is told the share done, 0 to 1; it may raise
    to give up. Raises LessonError for a moment that may not be asked, UsageError where files of others
    are in the way, ExportError or SaveError; what was in the folder is then as it was.
    """
    if not lesson.moments:
        raise LessonError(tr("The lesson has no moments."))
    found: list[tuple[Moment, Taught]] = []
    for moment in lesson.moments:
        each = taught(moment)
        if each is None:
            raise LessonError(tr("Its match or its rules are not there."), where=moment.id)
        problem = why_refused(moment, each.key(moment))
        if problem is not None:
            raise LessonError(problem, where=moment.id)
        found.append((moment, each))
    names = Names(lesson.manner.names)
    page = folder / PAGE_NAME
    refuse_foreign(page, Kind.PAGE)
    clips: dict[str, Path] = {}
    questions: dict[str, Question] = {}
    turns = [moment.id for moment in in_time(lesson.moments)]
    matches = list(dict.fromkeys(moment.match for moment in lesson.moments))
    with new_class(page, folder / CLIPS_FOLDER, len(found)) as begun:
        for number, (moment, each) in enumerate(shuffled(found, seed or 1), 1):
            path = begun / clip_name(number)

            def tell(share: float, done: int = number - 1) -> None:
                if progress is not None:
                    progress((done + share) / len(found))

            with films(moment) as film:
                frames, made = write_blind_clip(film, moment, each, path, names, sound=sound, progress=tell)  # fmt: skip
            clips[moment.id] = folder / CLIPS_FOLDER / path.name
            questions[moment.id] = _question(
                moment, each, names, f"{CLIPS_FOLDER}/{path.name}", frames, made,
                (matches.index(moment.match), turns.index(moment.id)),
            )  # fmt: skip
        text = class_page(lesson, [questions[moment.id] for moment in lesson.moments])
        write_page(begun / PAGE_NAME, text)
    return ClassFolder(page, clips)


def write_blind_clip(
    film: Footage | Reel, moment: Moment, taught: Taught, path: Path, names: Names, *,
    sound: bool = True, lines: int = CLIP_LINES, progress: Callable[[float], None] | None = None,
) -> tuple[tuple[Fraction, ...], ClipMade]:  # fmt: skip
    """The clip of a moment: score and clock as at its start, no tags, no names but those wanted.

    Returns the times of its frames (seconds of the match), and what was made. Raises
    ExportError, LessonError where the film does not reach so far.
    """
    from annotator.video.clip import Cut, write_clip
    from exports.film_overlay import FilmOverlay

    times = film.times
    problem = why_refused(moment, taught.key(moment), (times[0], times[0] + film.duration))
    if problem is not None:
        raise LessonError(problem, where=moment.id)
    # The frame that is on the screen at the start, so that nothing that is needed is left out.
    first = film.index_at(moment.start)
    last = first_frame_at(times, moment.end)
    last = len(times) - 1 if last is None else last - (times[last] > moment.end)
    overlay = FilmOverlay(
        taught.match, taught.ruleset, taught.sheet, BLIND, names_for(taught.match, names),
        board_at=moment.start,
    )  # fmt: skip
    made = write_clip(
        film, [Cut(first, last)], path, look=overlay.look(film), lines=lines, sound=sound,
        progress=progress,
    )  # fmt: skip
    return tuple(times[first : last + 1]), made


def _question(
    moment: Moment, taught: Taught, names: Names, clip: str, frames: Sequence[Fraction], made: ClipMade,
    place: tuple[int, int],
) -> Question:  # fmt: skip
    ruleset = taught.ruleset
    language = wording.rules_language()
    who = people(taught.match, names)
    return Question(
        moment.id, clip, moment.question or tr("What do you give?"), ruleset.name(language), *place,
        tuple((athlete, who[athlete]) for athlete in ATHLETES),
        _gifts(ruleset),
        tuple((clause.id, ruleset.title_of(clause.id, language)) for clause in ruleset.clauses),
        write_fraction(frames[0]), made.size,
        tuple(time - frames[0] for time in frames), write_fraction(made.duration),
    )  # fmt: skip


def _gifts(ruleset: Ruleset) -> tuple[tuple[str, str, bool], ...]:
    """Every key that gives something, in words, and whether the ruleset's referee can give it."""
    kinds = choices(ruleset)
    points = sorted({one.value for one in kinds if one.kind is GivenKind.POINTS})
    shown = strokes_for([one.kind for one in kinds], points)
    return tuple(
        (key, award_words(GivenKind(stroke.what.value), stroke.value, ruleset), key in shown)
        for key, stroke in KEYS.items()
        if stroke.what.value in set(GivenKind)
    )
