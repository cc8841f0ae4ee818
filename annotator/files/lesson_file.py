"""Lesson files, `*.lesson.json`, and answers files, `*.answers.json`: a moment or a trainee per line.

    lesson = read_lesson(path); save_lesson(lesson, path)
    attempts = read_answers(path); save_answers(attempts, path)
    match_path = place_of(moment.match, path)       # the match file that a moment is from

Writing is atomic. What a lesson, a moment, an attempt or a call says beyond what is known here is
kept. A file of a newer version is refused and left as it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from annotator.errors import FileError, LessonFileError, NewerFileError, Problem, SaveError
from annotator.files.atomic import read_bytes, write_atomically
from annotator.files.facts import quoted
from annotator.files.lesson_json import attempt_to_plain, lesson_head, moment_to_plain
from annotator.files.lesson_reader import LessonReader
from annotator.files.match_json import Reports
from annotator.files.media_paths import film_place, written_path
from annotator.files.plain import is_object
from annotator.files.strict_json import JsonError, find_places, parse_json, write_json
from annotator.model.lesson import Attempt, Lesson
from annotator.text import tr

LESSON_SUFFIX = ".lesson.json"
ANSWERS_SUFFIX = ".answers.json"
LESSON_FORMAT = "annotator lesson"
ANSWERS_FORMAT = "annotator answers"
VERSION = 1
SIZE_LIMIT = 8_000_000
MOST_ATTEMPTS = 1000

_UNSAFE = re.compile(r"[^\w\- ]+")


def read_lesson(path: Path) -> Lesson:
    """The lesson in a file. Raises FileError, NewerFileError or LessonFileError."""
    return lesson_from_text(_text(path), str(path))


def lesson_from_text(text: str, where: str) -> Lesson:
    """The lesson that the text of a file says; `where` names the file in messages."""
    data = _parsed(text, where, LESSON_FORMAT)
    reports = Reports()
    lesson = LessonReader(reports).lesson(data)
    _raise_if_any(reports, text, where)
    return lesson


def lesson_to_text(lesson: Lesson) -> str:
    """The text of a lesson file: head keys and moments on a line each."""
    head = {"format": LESSON_FORMAT, "version": VERSION, **lesson_head(lesson)}
    return _lined(head, "moments", [moment_to_plain(moment) for moment in lesson.moments])


def save_lesson(lesson: Lesson, path: Path) -> None:
    """Write a lesson, wholly or not at all. Raises SaveError."""
    _write(lesson_to_text(lesson), path, is_lesson=True)


def read_answers(path: Path) -> tuple[Attempt, ...]:
    """All attempts in an answers file. Raises FileError, NewerFileError or LessonFileError."""
    return answers_from_text(_text(path), str(path))


def answers_from_text(text: str, where: str) -> tuple[Attempt, ...]:
    """The attempts that the text of an answers file says."""
    data = _parsed(text, where, ANSWERS_FORMAT)
    reports = Reports()
    reader = LessonReader(reports)
    attempts = tuple(
        reader.attempt(item, ("attempts", index))
        for index, item in enumerate(reader.some(data, (), "attempts", MOST_ATTEMPTS))
    )
    _raise_if_any(reports, text, where)
    if not attempts:
        raise LessonFileError(
            [Problem(where, 1, 1, "attempts", tr("No answers are in this file."))]
        )
    return attempts


def answers_to_text(attempts: Sequence[Attempt]) -> str:
    """The text of an answers file: a line per attempt."""
    head: dict[str, object] = {"format": ANSWERS_FORMAT, "version": VERSION}
    return _lined(head, "attempts", [attempt_to_plain(attempt) for attempt in attempts])


def save_answers(attempts: Sequence[Attempt], path: Path) -> None:
    """Write attempts, wholly or not at all. Raises SaveError."""
    _write(answers_to_text(attempts), path, is_lesson=False)


def answers_name(trainee: str) -> str:
    """The name of a trainee's answers file: letters of any script, digits, `-` and `_` are kept."""
    plain = _UNSAFE.sub(" ", trainee).split()
    return "-".join(plain)[:60].strip("-") + ANSWERS_SUFFIX if plain else "trainee" + ANSWERS_SUFFIX


def written_match(match_file: Path, lesson_file: Path) -> str:
    """A match's path as a lesson names it: relative to the lesson's file, with forward slashes."""
    return written_path(match_file, lesson_file)


def place_of(written: str, lesson_file: Path) -> Path:
    """Where the match of a moment lies. Raises FileError where that is nowhere on this machine."""
    place = film_place(written, lesson_file)
    if place is None:
        raise FileError(
            tr("The match is not there, or is no ordinary file."), where=written,
            mend=tr("Put the match file beside the lesson, where the lesson names it."),
        )  # fmt: skip
    return place


def _text(path: Path) -> str:
    data = read_bytes(path, SIZE_LIMIT)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        line = data.count(b"\n", 0, wrong.start) + 1
        raise LessonFileError(
            [Problem(str(path), line, 0, "", tr("The file is not UTF-8 text."))]
        ) from None


def _parsed(text: str, where: str, name: str) -> dict[str, object]:
    try:
        data = parse_json(text, where)
    except JsonError as wrong:
        raise LessonFileError([wrong.problem]) from None
    if not is_object(data) or data.get("format") != name:
        raise LessonFileError(
            [
                Problem(
                    where, 1, 1, "format", tr("This is JSON, but not the file that is needed here."),
                    tr("It has to say “format”: “{name}”.", name=name),
                )
            ]
        )  # fmt: skip
    version = data.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        what = tr("{value} is no version of this format.", value=quoted(repr(version))[1:-1])
        mend = tr("Known: {first} to {last}.", first=1, last=VERSION)
        raise LessonFileError([find_places(text).problem(where, ("version",), what, mend)])
    if version > VERSION:
        raise NewerFileError(
            tr("The file is of format version {there}; this program reads up to version {known}.",
               there=version, known=VERSION),
            where=where,
            mend=tr("Install a newer annotator, one that reads version {there}. The file was left as it is.",
                    there=version),
        )  # fmt: skip
    return data


def _raise_if_any(reports: Reports, text: str, where: str) -> None:
    if reports.found:
        places = find_places(text)
        raise LessonFileError(
            reports.problems(lambda path, what, mend: places.problem(where, path, what, mend))
        )


def _lined(head: dict[str, object], name: str, rows: list[dict[str, object]]) -> str:
    lines = [f"{write_json(key)}: {write_json(value)}" for key, value in head.items()]
    body = ",\n".join("  " + write_json(row) for row in rows)
    lines.append(f"{write_json(name)}: [\n{body}\n]" if rows else f"{write_json(name)}: []")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _write(text: str, path: Path, *, is_lesson: bool) -> None:
    """Write a text that can be read again, else refuse it (half characters, absurd sizes)."""
    try:
        if is_lesson:
            lesson_from_text(text, str(path))
        else:
            answers_from_text(text, str(path))
        data = text.encode()
    except LessonFileError as wrong:
        first = wrong.problems[0]
        raise SaveError(
            tr("The file was not saved: {why}.", why=first.what.rstrip(".")),
            where=f"{path}: {first.key}",
        ) from wrong
    write_atomically(path, data)
