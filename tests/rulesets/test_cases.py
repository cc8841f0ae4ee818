"""Every worked case of every ruleset, as an item of its own."""

import pytest

from annotator.files.ruleset_cases import Case, differences, given, read_cases
from annotator.files.rulesets import load_ruleset, ruleset_files
from annotator.scoring import score

CASES = [
    pytest.param(ruleset_id, case, id=f"{ruleset_id}: {case.name}")
    for ruleset_id, path in ruleset_files().items()
    for case in read_cases(path.parent)
]


@pytest.mark.parametrize(("ruleset_id", "case"), CASES)
def test_case(ruleset_id: str, case: Case) -> None:
    sheet = score(case.match, load_ruleset(ruleset_id))

    assert [str(line) for line in given(sheet)] == [str(line) for line in case.gives]
    assert differences(case, sheet) == []


def test_there_are_cases_for_every_ruleset() -> None:
    with_cases = {param.values[0] for param in CASES}

    assert with_cases == set(ruleset_files())
