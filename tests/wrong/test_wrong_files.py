"""A small broken file per mistake, and the words that the message about it must have (H9)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from annotator.errors import AnnotatorError, RulesetError
from annotator.files.match_file import read_match
from annotator.files.ruleset_file import read_ruleset
from annotator.files.source import read_yaml
from annotator.files.tag_table import read_tag_table

HERE = Path(__file__).parent


def read_source(path: Path) -> object:
    return read_yaml(path.read_bytes(), str(path), RulesetError)


LOADERS: dict[str, Callable[[Path], object]] = {
    "tables": read_tag_table,
    "matches": read_match,
    "yaml": read_source,
    "rulesets": read_ruleset,
}
EXPECTED = sorted(path for folder in LOADERS for path in (HERE / folder).glob("*.expected"))


def test_every_broken_file_has_its_words() -> None:
    broken = [path for folder in LOADERS for path in (HERE / folder).iterdir()]

    assert len(broken) == 2 * len(EXPECTED) > 0


@pytest.mark.parametrize("expected", EXPECTED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_broken_file_is_refused_with_its_place_and_its_mend(expected: Path) -> None:
    (file,) = (path for path in expected.parent.glob(f"{expected.stem}.*") if path != expected)

    with pytest.raises(AnnotatorError) as refused:
        LOADERS[expected.parent.name](file)

    message = str(refused.value)
    assert message.startswith(str(file))
    for words in expected.read_text(encoding="utf-8").splitlines():
        assert words in message
