"""Issue 3: what `rulesets check` says of a wrong file is its mistakes and nothing that follows from them."""

from pathlib import Path

from annotator.files.ruleset_check import Checked, check_ruleset
from annotator.files.rulesets import shipped_rulesets

NAME = "jjb-fr"


def _checked(tmp_path: Path, *changes: tuple[str, str]) -> Checked:
    text = (shipped_rulesets() / NAME / "ruleset.yaml").read_text(encoding="utf-8")
    for before, after in changes:
        assert before in text
        text = text.replace(before, after, 1)
    path = tmp_path / NAME / "ruleset.yaml"
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    return check_ruleset(path)


def test_a_hold_in_words_is_one_mistake(tmp_path: Path) -> None:
    checked = _checked(tmp_path, ("        seconds: 3\n", "        seconds: 3s\n"))

    assert [problem.key for problem in checked.problems] == ["clauses.pass.rules.0.seconds"]
    assert checked.warnings == ()


def test_a_misspelled_column_is_one_mistake(tmp_path: Path) -> None:
    checked = _checked(tmp_path, ("columns: [points,", "columns: [point,"))

    assert [problem.key for problem in checked.problems] == ["columns.0"]
    assert checked.warnings == ()


def test_a_misspelled_reading_is_not_said_to_be_unused_too(tmp_path: Path) -> None:
    checked = _checked(tmp_path, ("readings: [pass_chain]", "readings: [pass_chian]"))

    assert [problem.key for problem in checked.problems] == ["clauses.pass.readings.0"]
    assert checked.warnings == ()


def test_a_hold_in_milliseconds_is_doubted(tmp_path: Path) -> None:
    checked = _checked(tmp_path, ("        seconds: 3\n", "        seconds: 3000\n"))

    assert checked.problems == ()
    assert "clauses.pass.rules.0.seconds" in [doubt.key for doubt in checked.warnings]


def test_a_key_that_stands_twice_hides_no_other_mistake(tmp_path: Path) -> None:
    checked = _checked(
        tmp_path,
        ("federation:", "federation: French clubs\nfederation:"),
        ("        seconds: 3\n", "        seconds: 3s\n"),
    )

    assert [problem.key for problem in checked.problems] == [
        "federation",
        "clauses.pass.rules.0.seconds",
    ]
