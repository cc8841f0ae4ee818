"""`check` on whole folders: doubts, cases that come out differently, mistakes in case files."""

import ast
import inspect
from pathlib import Path

import pytest

from annotator.errors import Problem
from annotator.files.ruleset_cases import WON_BY
from annotator.files.ruleset_check import Checked, check_ruleset
from annotator.files.rulesets import ruleset_files
from annotator.scoring import outcome, referee

RULESET = """\
id: demo
edition: "1"
names: {en: Demo}
federation: nobody
source: made up
columns: [points, advantages]
outcome: [submission, points]
clauses:
  mount:
    title: {en: Mount}
    rules:
      - holds: {in: mount}
        seconds: 3
        gives: {points: 4}
"""
LAST = RULESET.count("\n")
CASES = """\
- name: "Held"
  tags: |
    0,,start,,,
    1,,mount,red,,
    9,,end,,,
  gives:
    - 4 red points 4 mount
- name: "Lost too early"
  tags: |
    0,,start,,,
    1,,mount,red,,
    3.999,,end,,,
  gives: []
"""


def check(
    tmp_path: Path, ruleset: str = RULESET, cases: str = CASES, folder: str = "demo"
) -> Checked:
    path = tmp_path / folder / "ruleset.yaml"
    (path.parent / "cases").mkdir(parents=True)
    path.write_text(ruleset, encoding="utf-8")
    if cases:
        (path.parent / "cases" / "all.yaml").write_text(cases, encoding="utf-8")
    return check_ruleset(path)


def brief(problems: tuple[Problem, ...]) -> list[str]:
    return [f"{p.line}:{p.column}: {p.key}: {p.what}" for p in problems]


def test_a_right_folder_has_nothing_wrong(tmp_path: Path) -> None:
    checked = check(tmp_path)

    assert (checked.problems, checked.failed, checked.warnings) == ((), (), ())
    assert checked.ruleset is not None
    assert checked.cases == 2


@pytest.mark.parametrize("name", sorted(ruleset_files()))
def test_what_comes_along_has_no_mistake_and_no_doubt(name: str) -> None:
    checked = check_ruleset(ruleset_files()[name])

    found = (*checked.problems, *checked.failed, *checked.warnings)
    assert [str(problem) for problem in found] == []


def test_the_id_must_be_the_folders_name(tmp_path: Path) -> None:
    (found,) = check(tmp_path, folder="other").problems

    assert (found.line, found.column, found.key) == (1, 5, "id")
    assert found.what == "The id is 'demo', but its folder is called 'other'."


def test_no_yaml_at_all_is_one_problem(tmp_path: Path) -> None:
    checked = check(tmp_path, "id: [demo\n")

    assert checked.ruleset is None
    assert "This is not YAML" in checked.problems[0].what


# -- cases ----------------------------------------------------------------------------------------


def test_a_case_that_comes_out_differently_says_what_was_expected_and_what_was_given(
    tmp_path: Path,
) -> None:
    wrong = CASES.replace("4 red points 4 mount", "5 red points 4 mount\n  result: blue points")

    (found,) = check(tmp_path, cases=wrong).failed

    assert found.file.endswith("all.yaml")
    assert found.line == 1
    assert found.what == "The case “Held” comes out differently."
    assert found.mend.splitlines() == [
        "expected, but not given: 5 red points 4 mount",
        "    given, but not expected: 4 red points 4 mount",
        "    expected result: blue points; it was: red points",
    ]


@pytest.mark.parametrize(
    ("old", "new", "place", "mend"),
    [
        ("  gives: []", "  give: []", "13:3: 1.give: Unknown key.", "Did you mean 'gives'?"),
        ("  gives: []\n", "", "8:3: 1: The key 'gives' is missing.", "gives: []"),
        ('"Lost too early"', "3", "8:9: 1.name: Here stands a whole number, and a text is needed.", "quotes"),
        ('"Lost too early"', '"Held"', "8:9: 1.name: A case of this name stands on line 1 too.", "own"),
        ("mount,red", "mont,red", "4:8: 0.tags.tag: There is no tag called 'mont'.", "mount"),
        ("1,,mount,red,,", "1,,mount,rot,,", "4:14: 0.tags.athlete: There is no athlete 'rot'.", "red"),
        ("1,,mount,red,,", "1,,mount,red,hooks=2,", "4:18: 0.tags.details.hooks", ""),
        ("4 red points 4 mount", "4 red points 4", "7:7: 0.gives.0: An award is a time", "63.8 red points 3 pass"),
        ("4 red points 4 mount", "x red points 4 mount", "7:7: 0.gives.0: 'x' is not a time.", "12.4"),
        ("4 red points 4 mount", "4 rd points 4 mount", "7:7: 0.gives.0: There is no athlete 'rd'.", "'red'"),
        ("4 red points 4 mount", "4 red point 4 mount", "7:7: 0.gives.0: There is no award 'point'.", "'points'"),
        ("4 red points 4 mount", "4 red points four mount", "7:7: 0.gives.0: 'four' is not a whole", ""),
        ("4 red points 4 mount", "4 red points 4 mont", "7:7: 0.gives.0: There is no clause 'mont'.", "'mount'"),
        ("  gives: []", "  gives: []\n  result: red", "14:11: 1.result: A result is a winner", "red points"),
        ("  gives: []", "  gives: []\n  result: red luck", "14:11: 1.result: There is no way to win 'luck'.", ""),
        ("    1,,mount,red,,\n    9", "    9", "3:", ""),
    ],
)  # fmt: skip
def test_a_mistake_in_a_case_file_is_reported_at_its_place(
    tmp_path: Path, old: str, new: str, place: str, mend: str
) -> None:
    checked = check(tmp_path, cases=CASES.replace(old, new, 1))

    if place == "3:":  # a row left out is no mistake of writing: the case comes out differently
        assert len(checked.failed) == 1
        return
    (found,) = brief(checked.problems)
    assert found.startswith(place), found
    assert mend in checked.problems[0].mend


CATEGORIES = "categories: {kids: {title: {en: Kids}, seconds: 120}}\nclauses:"


@pytest.mark.parametrize(
    ("ruleset", "told", "what", "mend"),
    [
        (CATEGORIES, "category=kidz", "3:15: 0.tags.details.category: There is no category 'kidz'.", "Did you mean 'kids'?"),
        ("clauses:", "category=kids", "3:15: 0.tags.details.category: There is no category 'kids'.", "none is defined"),
        ("levels: [beginner]\nclauses:", "level=begginer", "3:15: 0.tags.details.level: There is no level 'begginer'.", "Did you mean 'beginner'?"),
        (CATEGORIES, "category=kids; level=anything", "", ""),
    ],
)  # fmt: skip
def test_a_case_may_only_name_categories_and_levels_that_there_are(
    tmp_path: Path, ruleset: str, told: str, what: str, mend: str
) -> None:
    cases = CASES.replace("    0,,start", f"    0,,match,,{told},\n    0,,start", 1)

    checked = check(tmp_path, RULESET.replace("clauses:", ruleset), cases)

    assert brief(checked.problems) == ([what] if what else [])
    assert all(mend in problem.mend for problem in checked.problems)


FORBIDDEN = (
    RULESET
    + """\
  chokes:
    title: {en: Chokes}
    rules: {tag: submission, if: {technique: belt_choke}, violation: true}
"""
)
CHOKED = """\
- name: "A choke with the belt, and a mount too short"
  tags: |
    0,,start,,,
    1,,mount,red,,
    2,3,submission,red,technique=belt_choke,
    3.5,,end,,,
  gives: []
  violations: [2 red chokes]
  refused: [3.5 red mount]
"""


def test_a_case_may_say_what_is_listed_and_what_is_refused(tmp_path: Path) -> None:
    checked = check(tmp_path, FORBIDDEN, CASES + CHOKED)

    assert (checked.problems, checked.failed) == ((), ())


@pytest.mark.parametrize(
    ("old", "new", "lines"),
    [
        ("[2 red chokes]", "[]", ["given, but not expected: not allowed: 2 red chokes"]),
        ("[2 red chokes]", "[1 red chokes]", ["expected, but not given: not allowed: 1 red chokes",
                                              "given, but not expected: not allowed: 2 red chokes"]),
        ("[3.5 red mount]", "[3.5 blue mount]", ["expected to be refused, but was not: 3.5 blue mount"]),
    ],
)  # fmt: skip
def test_what_is_listed_or_refused_otherwise_fails_the_case(
    tmp_path: Path, old: str, new: str, lines: list[str]
) -> None:
    (found,) = check(tmp_path, FORBIDDEN, CASES + CHOKED.replace(old, new)).failed

    assert [line.strip() for line in found.mend.splitlines()] == lines


@pytest.mark.parametrize("line", ["2 red", "x red chokes", "2 rot chokes", "2 red choke"])
@pytest.mark.parametrize("key", ["violations: [2 red chokes]", "refused: [3.5 red mount]"])
def test_a_wrong_line_of_these_lists_is_a_mistake(tmp_path: Path, key: str, line: str) -> None:
    name = key.split(":")[0]

    (found,) = check(tmp_path, FORBIDDEN, CASES + CHOKED.replace(key, f"{name}: [{line}]")).problems

    assert found.key == f"2.{name}.0"
    assert found.mend


def test_the_ways_to_win_are_those_that_the_engine_knows() -> None:
    said = {outcome._NAMES.get(step, step) for step in outcome._STEPS}
    for module, call, place in ((outcome, "Result", 1), (referee, "_finish", 2)):
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == call:
                word = node.args[place]
                if isinstance(word, ast.Constant):
                    said.add(str(word.value))

    assert sorted(WON_BY) == sorted(said)


@pytest.mark.parametrize("text", ["name: x\n", "just words\n"])
def test_a_case_file_that_is_no_list_is_refused(tmp_path: Path, text: str) -> None:
    (found,) = check(tmp_path, cases=text).problems

    assert found.what.startswith("A file of cases is a list")


def test_mistakes_of_the_ruleset_and_of_its_cases_are_reported_together(tmp_path: Path) -> None:
    checked = check(
        tmp_path, RULESET.replace("in: mount", "in: mountt"), CASES.replace("mount,red", "mont,red")
    )

    assert {Path(problem.file).name for problem in checked.problems} == {"ruleset.yaml", "all.yaml"}
    assert len(checked.problems) == 3


# -- warnings -------------------------------------------------------------------------------------


def test_rules_without_a_case_are_a_warning(tmp_path: Path) -> None:
    (found,) = check(tmp_path, cases="").warnings

    assert "There is not one case" in found.what


@pytest.mark.parametrize(
    ("cases", "what"),
    [
        (CASES[CASES.index('- name: "Lost') :], "No case in which the clause 'mount' pays."),
        (CASES[: CASES.index('- name: "Lost')], "No case in which the clause 'mount' does not pay."),
        ("- {name: n, tags: \"0,,start,,,\", gives: []}\n", "No case is about the clause 'mount'."),
    ],
)  # fmt: skip
def test_a_clause_needs_a_case_in_each_direction(tmp_path: Path, cases: str, what: str) -> None:
    (found,) = check(tmp_path, cases=cases).warnings

    assert (found.what, found.line, found.column) == (what, LAST - 5, 3)


DOUBTS = [
    ("clauses:", "readings:\n  ours: {says: a, because: b}\nclauses:", "readings.ours: Nothing uses the reading 'ours'."),
    ("clauses:", "options:\n  worth: {values: [1], chosen: 1}\nclauses:", "options.worth: Nothing uses the option"),
    ("clauses:", "fatal_clause: mount\nclauses:", "fatal_clause: No number of penalties is fatal."),
    ("clauses:", "overtime: submission_only\nclauses:", "overtime: There is never an overtime."),
    ("clauses:", "ladder: {rungs: [[mount]], reset_seconds: 3}\nclauses:", "ladder: One of reset_seconds"),
    ("[submission, points]", "[submission, points, points]", "outcome: 'points' stands here twice."),
    ("advantages]\noutcome: [submission, points]", "warnings]\noutcome: [advantages]", "outcome: Advantages decide"),
    ("{en: Mount}", "{fr: Monte}", "clauses.mount.title: There is no English text."),
    ("seconds: 3", "seconds: 3\n        counted_with: x", "counted_with: 'counted_with' does nothing in a rule"),
    ("seconds: 3", "seconds: 3\n        one_of: x", "one_of: 'one_of' does nothing in a rule that starts with 'holds'."),
    ("seconds: 3", "near: [{clause: mount, to: end, gives: {}}]", "near: 'near' does nothing in a rule that is paid at once."),
    ("seconds: 3", "seconds: 3\n        off_seconds: 3", "rules.0: “again: off” and off_seconds belong together."),
    ("seconds: 3", "seconds: 3\n        not_while_open: mount", "not_while_open: The clause 'mount' has no rule that stays open."),
    ("in: mount", "in: standing", "holds.in: Nobody is on top here"),
    ("points: 4", "points: 4, penalties: 1", "gives.penalties: penalties are given here, but the board has none."),
    ("      - holds", "      - {tag: foul, from_number: 3, to_number: 2}\n      - holds", "to_number: It ends before it begins"),
    ("      - holds", "      - {tag: foul, point_free: only}\n      - holds", "point_free: No category has a part without points"),
    ("      - holds", "      - {tag: foul, booked_once: true}\n      - holds", "rules.0: Only in the part without points"),
    ("      - holds", "      - {does: takedown, bonus_of: mount}\n      - holds", "bonus_of: The clause 'mount' has no rule that starts with the same action."),
    ("      - holds", "      - {does: pass}\n      - {does: pass}\n      - holds", "rules.1: The same rule stands above it."),
    ("      - holds", "      - {does: pass, one_of: a}\n      - {does: pass, one_of: a, seconds: 3}\n      - holds", "rules.1: It can never apply: a rule of 'mount' takes every case first."),
    ("  mount:", "  other: {title: {en: Mount}}\n  mount:", "clauses.mount.title.en: The clause 'other' has this title too."),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "expected"), DOUBTS, ids=[row[2][:40] for row in DOUBTS])
def test_what_does_nothing_or_can_never_apply_is_a_warning(
    tmp_path: Path, old: str, new: str, expected: str
) -> None:
    checked = check(tmp_path, RULESET.replace(old, new, 1))

    assert checked.problems == ()
    assert any(expected in line for line in brief(checked.warnings)), brief(checked.warnings)
    assert all(problem.mend for problem in checked.warnings)


def test_a_count_that_nothing_counts_with_is_a_warning(tmp_path: Path) -> None:
    more = "      - {tag: foul, uses_up: x, point_free: only}\n"

    found = brief(check(tmp_path, RULESET + more).warnings)

    assert any("uses_up: Nothing is counted with 'x'." in line for line in found)
