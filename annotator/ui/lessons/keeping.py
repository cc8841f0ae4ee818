"""Answers files beside a lesson: what is in them, and writing each answer down at once. No Qt."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from annotator.errors import AnnotatorError
from annotator.files.lesson_file import (
    ANSWERS_SUFFIX,
    answers_name,
    read_answers,
    read_lesson,
    save_answers,
)
from annotator.model.lesson import Attempt, Lesson, Mode

_MOST_FILES = 500


@dataclass(frozen=True)
class Classroom:
    """A lesson with the answers that lie beside it.

    `attempts` are those to this lesson, each with its file. `wrong`: files that cannot be read.
    """

    path: Path
    lesson: Lesson
    attempts: tuple[tuple[Path, Attempt], ...] = ()
    wrong: tuple[AnnotatorError, ...] = ()

    @property
    def folder(self) -> Path:
        return self.path.resolve().parent

    def others(self, trainee: str) -> tuple[Attempt, ...]:
        """What everybody else called."""
        return tuple(attempt for _, attempt in self.attempts if attempt.trainee != trainee)

    def unfinished(self, trainee: str, mode: Mode) -> Attempt | None:
        """The trainee's last attempt in this mode, if questions of it are still open."""
        mine = [a for _, a in self.attempts if (a.trainee, a.mode) == (trainee, mode)]
        if not mine:
            return None
        last = mine[-1]
        return last if self.open_questions(last) else None

    def open_questions(self, attempt: Attempt) -> int:
        """How many questions of an attempt have no answer."""
        known = {moment.id for moment in self.lesson.moments}
        return sum(name in known and not attempt.of(name) for name in attempt.order)


def open_classroom(path: Path) -> Classroom:
    """A lesson and the answers beside it. Raises what reading the lesson raises; for a worker."""
    lesson = read_lesson(path)
    return with_answers(
        Classroom(path, lesson), sorted(path.resolve().parent.glob(f"*{ANSWERS_SUFFIX}"))
    )


def with_answers(room: Classroom, files: Iterable[Path]) -> Classroom:
    """With the attempts to this lesson from these files too; for a worker."""
    found, wrong = list(room.attempts), list(room.wrong)
    known = {path for path, _ in found}
    for path in list(files)[:_MOST_FILES]:
        if path in known:
            continue
        try:
            attempts = read_answers(path)
        except AnnotatorError as error:
            wrong.append(error)
            continue
        found += [(path, attempt) for attempt in attempts if attempt.lesson == room.lesson.id]
    return Classroom(room.path, room.lesson, tuple(found), tuple(wrong))


def answers_file(room: Classroom, trainee: str) -> Path:
    """Where a trainee's answers go: beside the lesson, never into a file that cannot be read."""
    stem = answers_name(trainee).removesuffix(ANSWERS_SUFFIX)
    number = 1
    while True:
        name = f"{stem}-{number}" if number > 1 else stem
        path = room.folder / f"{name}{ANSWERS_SUFFIX}"
        if not path.exists() or _is_answers(path):
            return path
        number += 1


def _is_answers(path: Path) -> bool:
    try:
        read_answers(path)
    except AnnotatorError:
        return False
    return True


def keep(attempt: Attempt, path: Path, before: Attempt | None = None) -> None:
    """Write an attempt down, in the place of what it was `before`; all others in the file stay.

    Raises SaveError, or what reading the file raises; for a worker.
    """
    attempts = list(read_answers(path)) if path.exists() else []
    places = [n for n, old in enumerate(attempts) if old == before]
    place = places[-1] if places else len(attempts)
    attempts[place : place + 1] = [attempt]
    save_answers(attempts, path)
