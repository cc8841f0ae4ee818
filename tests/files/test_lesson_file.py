"""Lesson and answers files: what is written is read again; what is wrong has its place and its mend."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.errors import FileError, LessonFileError, NewerFileError, SaveError
from annotator.files import lesson_file
from annotator.files.lesson_file import (
    answers_from_text,
    answers_name,
    answers_to_text,
    lesson_from_text,
    lesson_to_text,
    place_of,
    read_answers,
    read_lesson,
    save_answers,
    save_lesson,
    written_match,
)
from annotator.files.lesson_reader import LONGEST_TEXT, MOST_MOMENTS
from annotator.model.lesson import MOST_AWARDS, Attempt, Call, Lesson, Override
from tests.files.lesson_strategies import ATTEMPTS, ONE, lessons

Change = Callable[[dict[str, Any]], None]


@given(lessons())
def test_a_lesson_comes_back_as_it_was(lesson: Lesson) -> None:
    assert lesson_from_text(lesson_to_text(lesson), "x") == lesson


@given(st.lists(ATTEMPTS, min_size=1, max_size=3))
def test_answers_come_back_as_they_were(attempts: list[Attempt]) -> None:
    assert answers_from_text(answers_to_text(attempts), "x") == tuple(attempts)


def test_both_files_are_written_and_read(tmp_path: Path) -> None:
    lesson = Lesson("L", "Sweeps", (ONE,))
    save_lesson(lesson, tmp_path / "x.lesson.json")
    assert read_lesson(tmp_path / "x.lesson.json") == lesson
    attempts = (Attempt("L", "Zoé", calls=(Call("q1"),)),)
    save_answers(attempts, tmp_path / "x.answers.json")
    assert read_answers(tmp_path / "x.answers.json") == attempts
    assert len(list(tmp_path.iterdir())) == 2


def changed(change: Change) -> str:
    data = json.loads(lesson_to_text(Lesson("L", "Sweeps", (ONE,))))
    change(data)
    return json.dumps(data, indent=1)


def on_moment(key: str, value: object) -> Change:
    return lambda data: data["moments"][0].__setitem__(key, value)


def on_head(key: str, value: object) -> Change:
    return lambda data: data.__setitem__(key, value)


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (on_head("id", ""), "id"),
        (on_head("moments", {}), "moments"),
        (on_head("moments", [None]), "moments.0"),
        (on_head("moments", [{}] * (MOST_MOMENTS + 1)), "moments"),
        (on_head("manner", {"mode": "quiz"}), "manner.mode"),
        (on_head("manner", {"pass_percent": 101}), "manner.pass_percent"),
        (on_head("manner", {"pass_percent": True}), "manner.pass_percent"),
        (on_head("manner", {"tolerance": "-1/2"}), "manner.tolerance"),
        (on_head("manner", {"counted": ["colour"]}), "manner.counted.0"),
        (on_head("manner", {"names": "numbers"}), "manner.names"),
        (on_head("title", "x" * (LONGEST_TEXT + 1)), "title"),
        (on_moment("start", 10), "moments.0.start"),
        (on_moment("start", None), "moments.0.start"),
        (on_moment("end", "10/1"), "moments.0.end"),
        (on_moment("end", "99999999/1"), "moments.0.end"),
        (on_moment("asked", "20/1"), "moments.0.asked"),
        (on_moment("match", ""), "moments.0.match"),
        (on_moment("ruleset", ["x"]), "moments.0.ruleset"),
        (on_moment("disputed", "yes"), "moments.0.disputed"),
        (on_moment("derived", [{"athlete": "green", "kind": "points"}]), "moments.0.derived.0.athlete"),
        (on_moment("derived", [{"athlete": "red"}]), "moments.0.derived.0.kind"),
        (on_moment("derived", [{"athlete": "red", "kind": "points", "value": 1000}]), "moments.0.derived.0.value"),
        (on_moment("derived", [{"athlete": "red", "kind": "points"}] * (MOST_AWARDS + 1)), "moments.0.derived"),
        (on_moment("override", {"verdict": [], "reason": " "}), "moments.0.override.reason"),
        (on_moment("alternatives", [3]), "moments.0.alternatives.0"),
        (on_moment("controls", [{"kind": "starts", "athlete": "red"}]), "moments.0.controls.0.time"),
    ],
)  # fmt: skip
def test_every_mistake_is_said_at_its_place(change: Change, key: str) -> None:
    with pytest.raises(LessonFileError) as caught:
        lesson_from_text(changed(change), "x.lesson.json")
    assert key in [problem.key for problem in caught.value.problems]
    assert all(
        problem.line and problem.file == "x.lesson.json" for problem in caught.value.problems
    )


def test_two_moments_of_one_id_are_refused() -> None:
    text = changed(lambda data: data["moments"].append(data["moments"][0]))
    with pytest.raises(LessonFileError, match="id"):
        lesson_from_text(text, "x")


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", "null", '{"format": "annotator match", "version": 1}', "[" * 5000, '{"format": NaN}'],
)  # fmt: skip
def test_what_is_no_lesson_is_refused(text: str) -> None:
    with pytest.raises(LessonFileError):
        lesson_from_text(text, "x")
    with pytest.raises(LessonFileError):
        answers_from_text(text, "x")


@pytest.mark.parametrize("version", [0, "1", None, True])
def test_no_version_is_refused(version: object) -> None:
    with pytest.raises(LessonFileError, match="version"):
        lesson_from_text(changed(on_head("version", version)), "x")


def test_a_newer_file_is_left_alone() -> None:
    with pytest.raises(NewerFileError):
        lesson_from_text(changed(on_head("version", 2)), "x")


def test_a_file_that_is_too_large_or_no_text_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    path = tmp_path / "x.lesson.json"
    path.write_bytes(b"\xff\xfe{}")
    with pytest.raises(LessonFileError, match="UTF-8"):
        read_lesson(path)
    monkeypatch.setattr(lesson_file, "SIZE_LIMIT", 1)
    with pytest.raises(FileError, match="larger"):
        read_lesson(path)


def test_what_could_not_be_read_again_is_not_saved(tmp_path: Path) -> None:
    path = tmp_path / "x.lesson.json"
    save_lesson(Lesson("L", "first", (ONE,)), path)
    before = path.read_bytes()
    for bad in (
        Lesson("L", "half \ud800", (ONE,)),
        Lesson("L", "", (replace(ONE, override=Override((), "")),)),
    ):
        with pytest.raises(SaveError):
            save_lesson(bad, path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "name", ["../../etc", "a/b:c*?", "Zoé Ünal", "日本", "", "x" * 300, "..", "."]
)
def test_an_answers_file_has_a_name_that_every_disk_takes(name: str, tmp_path: Path) -> None:
    found = answers_name(name)
    assert Path(found).name == found
    assert len(found.encode()) < 255
    assert not found.startswith(".")
    (tmp_path / found).write_text("x")


def test_a_match_is_named_relative_to_the_lesson(tmp_path: Path) -> None:
    match, lesson = tmp_path / "films" / "a.match.json", tmp_path / "lessons" / "x.lesson.json"
    written = written_match(match, lesson)
    assert written == "../films/a.match.json"
    assert place_of(written, lesson) == match.resolve()
    with pytest.raises(FileError):
        place_of("https://example.org/a.match.json", lesson)
