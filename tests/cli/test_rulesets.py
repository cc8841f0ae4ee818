"""`annotator rulesets` with the real rulesets, with wrong ones, and with the user's own."""

import json
from pathlib import Path

import pytest

from annotator.cli.main import main
from annotator.errors import RulesetError, UnknownRulesetError, UsageError
from annotator.files.places import rulesets_folder
from annotator.files.rulesets import ruleset_files

Captured = pytest.CaptureFixture[str]

OWN = """\
id: own
edition: "7"
names: {en: My rules}
federation: me
source: my head
columns: [points]
outcome: [submission, points]
clauses:
  mount:
    title: {en: Mount}
    rules: {holds: {in: mount}, seconds: 3, gives: {points: 4}}
"""


@pytest.fixture
def own() -> Path:
    path = rulesets_folder() / "own" / "ruleset.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(OWN, encoding="utf-8")
    return path


@pytest.mark.parametrize("words", [[], ["list"]])
def test_the_list_says_where_each_comes_from(words: list[str], own: Path, capsys: Captured) -> None:
    assert main(["rulesets", *words]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["id", "edition", "name", "comes", "from"]
    rows = {line.split()[0]: line for line in lines[1:-1]}
    assert set(rows) == set(ruleset_files())
    assert rows["jjb-fr"].endswith("the program")
    assert rows["own"].endswith(str(own.parent))
    assert lines[-1] == f"Your own rulesets go into {rulesets_folder()}"


def test_a_wrong_ruleset_is_listed_as_wrong_and_takes_nothing_away(
    own: Path, capsys: Captured, tmp_path: Path
) -> None:
    own.write_text(OWN.replace("in: mount", "in: mountain"), encoding="utf-8")
    table = tmp_path / "final.csv"
    table.write_text("start,end,tag,athlete\n0,,start,\n9,,end,\n", encoding="utf-8")

    assert main(["rulesets"]) == 0
    listed = capsys.readouterr().out
    assert "WRONG, left out" in listed
    assert "What is wrong with it: annotator rulesets check own" in listed
    assert main(["score", str(table)]) == 0
    scored = capsys.readouterr()
    assert "jjb-fr" in scored.out
    assert "There is no position 'mountain'." in scored.err


@pytest.mark.parametrize("as_path", [True, False])
def test_a_ruleset_of_ones_own_is_found_by_its_id_and_by_its_path(
    as_path: bool, own: Path, capsys: Captured
) -> None:
    name = str(own.parent) if as_path else "own"

    assert main(["rulesets", "show", name]) == 0

    assert "own: My rules" in capsys.readouterr().out


def test_check_ends_with_0_and_one_line_where_all_is_right(capsys: Captured) -> None:
    assert main(["rulesets", "check", "ibjjf-ru"]) == 0

    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("ibjjf-ru: nothing wrong; ")


def test_warnings_are_listed_and_count_only_when_strict(own: Path, capsys: Captured) -> None:
    assert main(["rulesets", "check", "own"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"{own}: warning: There is not one case")
    assert lines[-1] == "own: nothing wrong, 1 warning; 1 clause, 0 readings, 0 cases."

    assert main(["rulesets", "check", "own", "--strict"]) == 2


@pytest.mark.parametrize(
    "words",
    [["check", "--strict", "own"], ["--strict", "check", "own"], ["check", "own", "--strict"]],
)
def test_options_may_stand_before_and_after_the_names(
    words: list[str], own: Path, capsys: Captured
) -> None:
    assert main(["rulesets", *words]) == 2
    assert capsys.readouterr().out.splitlines()[-1].startswith("own: nothing wrong, 1 warning")


def test_after_two_hyphens_everything_is_a_name(own: Path) -> None:
    with pytest.raises(UnknownRulesetError, match="'--strict'"):
        main(["rulesets", "check", "--", "--strict"])


def test_an_option_with_a_value_may_stand_before_the_name(capsys: Captured) -> None:
    assert main(["rulesets", "show", "--language", "fr", "jjb-fr"]) == 0
    before = capsys.readouterr().out
    assert main(["rulesets", "show", "jjb-fr", "--language", "fr"]) == 0

    assert before == capsys.readouterr().out
    assert "Projection" in before or "projection" in before


def test_mistakes_and_failing_cases_end_with_2(own: Path, capsys: Captured) -> None:
    own.write_text(OWN.replace("points: 4", "point: 4"), encoding="utf-8")
    assert main(["rulesets", "check", "own"]) == 2
    assert "own: 1 mistake" in capsys.readouterr().out

    own.write_text(OWN, encoding="utf-8")
    cases = own.parent / "cases" / "one.yaml"
    cases.parent.mkdir()
    cases.write_text(
        '- {name: Held, tags: "0,,start,,,\\n1,,mount,red,,\\n9,,end,,,", gives: [5 red points 4 mount]}\n',
        encoding="utf-8",
    )
    assert main(["rulesets", "check", "own", "jjb-fr"]) == 2
    out = capsys.readouterr().out
    assert "    expected, but not given: 5 red points 4 mount" in out
    assert "own: 1 case comes out differently" in out
    assert "jjb-fr: nothing wrong" in out


def test_show_lists_all_cases_when_asked(capsys: Captured) -> None:
    assert main(["rulesets", "show", "jjif-2014", "--language", "ru", "--examples"]) == 0

    out = capsys.readouterr().out
    assert "W10: A pass held for 2.9 s" in out.split("\nСлучаи\n")[1]


def test_schema_keys_and_diff_are_printed(capsys: Captured) -> None:
    assert main(["rulesets", "schema"]) == 0
    assert "properties" in json.loads(capsys.readouterr().out)
    assert main(["rulesets", "keys"]) == 0
    assert "| `not_while_open` |" in capsys.readouterr().out
    assert main(["rulesets", "diff", "jjb-fr", "ibjjf-ru"]) == 0
    assert capsys.readouterr().out.startswith("jjb-fr and ibjjf-ru\n")


@pytest.mark.parametrize(
    "words", [["show"], ["check"], ["diff", "jjb-fr"], ["list", "one"], ["delete", "one"],
              ["show", "jjb-fr", "ibjjf-ru"], ["schema", "x"]],
)  # fmt: skip
def test_wrong_words_are_refused(words: list[str]) -> None:
    with pytest.raises(UsageError):
        main(["rulesets", *words])


def test_a_name_that_is_no_ruleset_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownRulesetError, match="There is no ruleset 'three'"):
        main(["rulesets", "show", "three"])
    with pytest.raises(UnknownRulesetError, match=r"has no file ruleset\.yaml"):
        main(["rulesets", "check", str(tmp_path)])


def test_a_wrong_one_is_not_shown_but_refused_with_its_mistakes(own: Path) -> None:
    own.write_text(OWN.replace("in: mount", "in: mountain"), encoding="utf-8")

    with pytest.raises(RulesetError, match="mountain"):
        main(["rulesets", "show", "own"])
