"""`annotator agree`: words, JSON, files, and everything that is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from annotator.cli.main import main
from annotator.errors import AnnotatorError, FileError, UsageError
from annotator.files.lesson_file import save_answers, save_lesson
from annotator.files.match_file import save_match
from annotator.files.names import distinct_names
from annotator.model.lesson import Attempt, Call, Given, GivenKind, Lesson, Moment
from annotator.model.match import RulesetPin
from annotator.sample import sample_match

ZERO = Fraction(0)
HEAD = "start,end,tag,athlete,details,note\n"
ROWS = [
    "0,,start,,,",
    "0,,standing,,,",
    "1,2,takedown,red,landing=back,",
    "2,,mount,red,,",
    "9,,end,,,",
]


def write(path: Path, rows: list[str]) -> str:
    path.parent.mkdir(exist_ok=True)
    path.write_text(HEAD + "\n".join(rows) + "\n", encoding="utf-8")
    return str(path)


@pytest.fixture
def two(tmp_path: Path) -> list[str]:
    return [
        write(tmp_path / "ana.csv", ROWS),
        write(tmp_path / "léo.csv", [*ROWS[:3], "2.5,,side_control,red,,", ROWS[4]]),
    ]


def test_what_two_say_is_told(two: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["agree", *two]) == 0
    out = capsys.readouterr().out
    assert "Agreement of ana and léo" in out
    assert "4/5" in out
    assert "taken for one another" in out


def test_json_is_one_line(two: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["agree", *two, "--json", "--tolerance", "0.25"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    found = json.loads(line)
    assert found["tolerance"] == "0.25"
    assert found["tags"]["alike"] == 4
    assert (found["tags"]["only_first"], found["tags"]["only_second"]) == (1, 1)


def test_files_are_written(two: list[str], tmp_path: Path) -> None:
    assert main(["agree", *two, "-o", str(tmp_path / "out")]) == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "agreement-pairs.csv", "agreement.html",
    ]  # fmt: skip


def test_three_have_a_folder_for_each_two(
    two: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kim = write(tmp_path / "kim.csv", ROWS)
    assert main(["agree", *two, kim, "-o", str(tmp_path / "out")]) == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "agreement.html", "ana-kim", "ana-léo", "léo-kim",
    ]  # fmt: skip
    assert "Krippendorff's alpha of the tags" in capsys.readouterr().out


def test_an_offset_moves_the_second(
    two: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    later = write(tmp_path / "later.csv", ["10,,start,,,", "10,,standing,,,", "12,,mount,red,,"])
    assert main(["agree", two[0], later, "--json", "--offset", "-10"]) == 0
    assert json.loads(capsys.readouterr().out)["tags"]["alike"] == 3


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--tolerance", "soon"], "is not a time"),
        (["--tolerance", "-1"], "is not possible"),
        (["--tolerance", "1e9"], "is not a time"),
        (["--tolerance", "61"], "is not possible"),
        (["--offset", "f12"], "is a frame"),
    ],
)
def test_wrong_words_are_refused(two: list[str], more: list[str], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        main(["agree", *two, *more])


def test_one_file_is_too_few_and_no_file_is_said(two: list[str], tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="It takes two files"):
        main(["agree", two[0]])
    with pytest.raises(FileError):
        main(["agree", two[0], str(tmp_path / "none.match.json")])
    with pytest.raises(AnnotatorError):
        main(["agree", two[0], "-o", two[1], two[1]])


def test_files_of_one_name_are_told_apart(tmp_path: Path) -> None:
    ana, leo = tmp_path / "ana" / "final.csv", tmp_path / "leo" / "final.csv"
    assert distinct_names([ana, leo]) == ["ana-final", "leo-final"]
    assert len(set(distinct_names([ana, ana]))) == 2


LESSON = Lesson(
    "l1", "Passes",
    tuple(
        Moment(name, "a.match.json", "none-such", ZERO, ZERO + 9, ZERO + 3, ZERO + 8, derived=verdict)
        for name, verdict in (("q1", (Given("red", GivenKind.POINTS, 3, clause="pass"),)), ("q2", ()))
    ),
)  # fmt: skip


def test_answers_are_compared_with_their_lesson(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lesson, ana, leo = (
        tmp_path / name for name in ("p.lesson.json", "ana.answers.json", "leo.answers.json")
    )
    save_lesson(LESSON, lesson)
    right = tuple(Call(moment.id, moment.right) for moment in LESSON.moments)
    save_answers([Attempt("l1", "Ana", calls=right)], ana)
    save_answers([Attempt("l1", "Léo", calls=(Call("q1"), Call("q2")))], leo)
    files = [str(ana), str(lesson), str(leo)]
    assert main(["agree", *files, "-o", str(tmp_path / "out")]) == 0
    out = capsys.readouterr().out
    assert "Agreement on Passes" in out
    assert "Most errors: pass, wrong in 1 of 2." in out
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "agreement-calls.csv", "agreement.html",
    ]  # fmt: skip
    assert main(["agree", *files, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [(each["name"], each["right"]["value"]) for each in found["trainees"]] == [
        ("Ana", 1.0), ("Léo", 0.5),
    ]  # fmt: skip
    with pytest.raises(UsageError, match="together with their lesson"):
        main(["agree", str(ana), str(leo)])
    with pytest.raises(UsageError, match="Only one lesson"):
        main(["agree", str(lesson), str(lesson)])
    with pytest.raises(UsageError, match="--offset means nothing"):
        main(["agree", *files, "--offset", "1"])
    with pytest.raises(AnnotatorError, match="no answers"):
        main(["agree", str(lesson)])


def pinned(path: Path, *rulesets: str) -> str:
    """The sample match, naming these rulesets."""
    pins = tuple(RulesetPin(name) for name in rulesets)
    save_match(replace(sample_match(), rulesets=pins), path)
    return str(path)


def test_rulings_are_compared_under_the_rulesets_that_the_matches_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [
        pinned(tmp_path / "ana.match.json", "ibjjf", "gone-away"),
        pinned(tmp_path / "leo.match.json", "adcc", "ibjjf"),
    ]
    assert main(["agree", *files, "--json"]) == 0
    heard = capsys.readouterr()
    assert [each["ruleset"] for each in json.loads(heard.out)["rulings"]] == ["ibjjf", "adcc"]
    assert "gone-away" in heard.err
    assert "This ruleset is left out." in heard.err
    assert main(["agree", *files, "--json", "--ruleset", "jjif-2014"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [each["ruleset"] for each in found["rulings"]] == ["jjif-2014"]


def test_tags_that_are_not_compared_are_named(
    tmp_path: Path, two: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    file = pinned(tmp_path / "ana.match.json")
    main(["agree", file, file])
    told = capsys.readouterr().out
    counted = [tag for tag in sample_match().tags if tag.tag not in ("match", "mark")]
    assert f": {len(counted)} tags; " in told
    assert "Not counted, for they state nothing that happened: Mark, Match." in told
    main(["agree", *two])
    assert "Not counted" not in capsys.readouterr().out
