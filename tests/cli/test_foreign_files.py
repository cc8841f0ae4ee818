"""Files under the names that are to be written: ours are replaced, those of others are left alone."""

from __future__ import annotations

import shutil
from fractions import Fraction
from pathlib import Path

import pytest

from annotator.cli.main import main
from annotator.errors import UsageError
from annotator.files.lesson_file import read_lesson, save_answers, save_lesson
from annotator.files.match_file import save_match
from annotator.files.ours import Kind, refuse_foreign
from annotator.model.lesson import Attempt, Lesson, Moment
from annotator.model.match import Match, RulesetPin
from tests.exports.conftest import tag

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two annotations of a match, a lesson of it, and answers."""
    tags = (
        tag(1, 0, "match", category="adult", gi="yes"),
        tag(2, 0, "start"),
        tag(3, 0, "standing"),
        tag(4, 3, "takedown", "red", 4, landing="back"),
        tag(5, 4, "side_control", "red", back_flat="yes"),
        tag(6, 9.4, "attempt", "blue", 10, kind="sweep"),
        tag(7, 14, "mount", "red"),
        tag(8, 19.5, "end"),
    )
    for name in ("one", "two"):
        save_match(Match(tags, rulesets=(RulesetPin("ibjjf"),)), tmp_path / f"{name}.match.json")
    words = ["-o", str(tmp_path / "l.lesson.json"), "--count", "1"]
    assert main(["lesson", "make", str(tmp_path / "one.match.json"), *words]) == 0
    lesson = read_lesson(tmp_path / "l.lesson.json")
    save_answers([Attempt(lesson.id, "Ana")], tmp_path / "ana.answers.json")
    return tmp_path


COMMANDS = [
    ("mark l.lesson.json ana.answers.json --page out/x.html", "x.html", "lesson"),
    ("make one.match.json -o out/x.lesson.json --replace", "x.lesson.json", "lesson"),
    ("report one.match.json -o out", "one-report.pdf", ""),
    ("report one.match.json -o out", "one-report.html", ""),
    ("export one.match.json --to report -o out", "report.pdf", ""),
    ("agree one.match.json two.match.json -o out", "agreement.html", ""),
    ("agree one.match.json two.match.json -o out", "agreement-pairs.csv", ""),
    ("agree l.lesson.json ana.answers.json -o out", "agreement-calls.csv", ""),
]


@pytest.mark.parametrize(("words", "name", "first"), COMMANDS, ids=[each[1] for each in COMMANDS])
def test_ours_are_replaced_and_others_are_left_alone(
    words: str, name: str, first: str, folder: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: Captured,
) -> None:  # fmt: skip
    monkeypatch.chdir(folder)
    (folder / "out").mkdir()
    command = [*([first] if first else []), *words.split()]
    place = folder / "out" / name
    assert main(command) == 0
    assert main(command) == 0
    shutil.copy(folder / "one.match.json", place)
    kept = place.read_bytes()
    capsys.readouterr()

    try:
        status = main(command)
        said = capsys.readouterr().err
    except UsageError as refused:
        status, said = 2, str(refused)

    assert status == 2
    assert "left alone" in said
    assert name in said
    assert place.read_bytes() == kept


def test_a_kind_of_ours_is_not_another(tmp_path: Path) -> None:
    place = tmp_path / "l.lesson.json"
    times = (Fraction(1), Fraction(3), Fraction(1), Fraction(2))
    save_lesson(Lesson("L", moments=(Moment("q1", "m.match.json", "ibjjf", *times),)), place)
    refuse_foreign(place, Kind.LESSON)
    for kind in (Kind.PAGE, Kind.PDF, Kind.TABLE):
        with pytest.raises(UsageError, match="left alone"):
            refuse_foreign(place, kind, "a,b")
    place.write_bytes(b'{"format": "annotator lesson"')
    with pytest.raises(UsageError):
        refuse_foreign(place, Kind.LESSON)
    refuse_foreign(tmp_path / "gone", Kind.LESSON)
