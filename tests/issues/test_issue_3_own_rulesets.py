"""Issue 3: a wrong ruleset of the user's own hides none that comes with the program."""

from pathlib import Path

import pytest

from annotator.cli.main import main
from annotator.errors import AnnotatorError, RulesetError
from annotator.files.places import rulesets_folder
from annotator.files.rulesets import find_rulesets, list_rulesets, load_ruleset, shipped_rulesets

NAME = "jjb-fr"


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ANNOTATOR_HOME", str(tmp_path))
    folder = rulesets_folder() / NAME
    folder.mkdir(parents=True)
    return folder / "ruleset.yaml"


def _shipped() -> str:
    return (shipped_rulesets() / NAME / "ruleset.yaml").read_text(encoding="utf-8")


def test_the_one_that_comes_along_counts_where_the_users_own_is_wrong(own: Path) -> None:
    own.write_text(_shipped().replace("seconds: 3\n", "seconds: three\n"), encoding="utf-8")
    wrong: list[AnnotatorError] = []

    found = find_rulesets(on_wrong=wrong.append)

    assert [ruleset.id for ruleset in found].count(NAME) == 1
    assert len(wrong) == 1
    assert [(each.own, each.ruleset is not None) for each in list_rulesets() if each.id == NAME] == [
        (True, False), (False, True),
    ]  # fmt: skip


def test_asked_for_by_name_the_wrong_one_says_where_the_other_is(own: Path) -> None:
    own.write_text("id: jjb-fr\n", encoding="utf-8")

    with pytest.raises(RulesetError) as caught:
        load_ruleset(NAME)

    assert str(shipped_rulesets() / NAME) in str(caught.value)
    assert load_ruleset(str(shipped_rulesets() / NAME)).id == NAME


def test_the_list_says_that_a_right_one_stands_in_place_of_another(
    own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own.write_text(_shipped(), encoding="utf-8")

    main(["rulesets"])

    assert f"{own.parent}, in place of {shipped_rulesets() / NAME}" in capsys.readouterr().out


def test_the_window_has_one_line_for_all_mistakes_and_says_how_to_see_them(own: Path) -> None:
    from annotator.ui.scorer import in_short

    own.write_text("id: jjb-fr\nedition: 1\n", encoding="utf-8")
    wrong: list[AnnotatorError] = []
    find_rulesets(on_wrong=wrong.append)
    (error,) = wrong
    assert isinstance(error, RulesetError)

    said = str(in_short(error))

    assert said.startswith(f"{own}:")
    assert f"the others go on. It has {len(error.problems)} mistakes" in said
    assert said.endswith(f"annotator rulesets check {own.parent}")
    assert len(said.splitlines()) == 2
