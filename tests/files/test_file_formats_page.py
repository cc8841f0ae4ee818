"""The page about file formats says what the code reads and writes."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path

from annotator.files.lesson_file import answers_from_text, lesson_from_text
from annotator.model.lesson import Attempt, Call, Control, Given, Lesson, Manner, Moment, Override
from annotator.scoring.marking import mark_attempt
from exports.clips.manifest import Entry, Manifest, read_manifest, write_manifest
from exports.clips.order import Order

PAGE = (Path(__file__).parents[2] / "docs" / "file-formats.md").read_text("utf-8")


def section(title: str) -> str:
    return PAGE.partition(f"\n## {title}")[2].partition("\n## ")[0]


def named(text: str) -> set[str]:
    return set(re.findall(r"`(\w+)`", text))


def example(title: str) -> str:
    return section(title).partition("```json\n")[2].partition("```")[0]


def test_the_lesson_and_the_answers_on_the_page_belong_together() -> None:
    lesson = lesson_from_text(example("Lessons"), "lesson")
    (attempt,) = answers_from_text(example("Answers"), "answers")
    assert attempt.lesson == lesson.id
    assert not lesson.extra
    assert not lesson.manner.extra
    assert mark_attempt(lesson, attempt).passed


def test_every_key_of_a_lesson_and_its_answers_is_on_the_page() -> None:
    for title, kinds in (
        ("Lessons", (Lesson, Manner, Moment, Override, Control, Given)),
        ("Answers", (Attempt, Call)),
    ):
        keys = {each.name for kind in kinds for each in fields(kind)} - {"extra"}
        assert keys <= named(section(title))


def test_every_key_of_a_folder_of_clips_is_on_the_page(tmp_path: Path) -> None:
    book = Manifest(Order(of=("passes",)), "final.match.json", (Entry("one.mp4", "r"),))
    write_manifest(tmp_path, book)
    assert read_manifest(tmp_path) == book
    plain = json.loads((tmp_path / "clips.json").read_text("utf-8"))
    known = named(section("A folder of clips"))
    assert set(plain) <= known
    assert set(plain["asked"]) <= known
    assert set(plain["clips"][0]) <= known
