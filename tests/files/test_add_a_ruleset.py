"""The manual's worked example, typed along step by step, gives what the manual says."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from annotator.cli.main import main
from annotator.files.ruleset_check import check_ruleset

MANUAL = Path(__file__).resolve().parents[2] / "docs" / "add-a-ruleset.md"
BLOCK = re.compile(
    r"<!-- (file|check|wrong)(?:: (\S+))? -->\n```(?:yaml|text)\n(.*?)```", re.DOTALL
)


def blocks() -> Iterator[tuple[str, str, str]]:
    yield from BLOCK.findall(MANUAL.read_text(encoding="utf-8"))


def typed(folder: Path, until: str = "") -> str:
    """Type the manual's files up to a check; returns what the check is said to answer."""
    written: dict[str, str] = {}
    for kind, name, text in blocks():
        if kind == "file":
            written[name] = written.get(name, "") + text
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(written[name], encoding="utf-8")
        if kind == "check" and name == until:
            return text
    return ""


@pytest.mark.parametrize("step", ["1", "2", "3"])
def test_each_check_of_the_manual_answers_as_it_says(
    tmp_path: Path, step: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "meadow-open"
    said = typed(folder, step)

    assert main(["rulesets", "check", str(folder)]) == 0

    assert said
    assert capsys.readouterr().out == said.replace("FOLDER", str(folder))


def test_the_example_is_whole_and_can_be_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "meadow-open"
    typed(folder)

    assert check_ruleset(folder / "ruleset.yaml").warnings == ()
    assert main(["rulesets", "show", str(folder), "--language", "fr"]) == 0
    assert "• 3 points pour projection, aussitôt" in capsys.readouterr().out
    assert main(["rulesets", "diff", str(folder), "jjb-fr"]) == 0


def test_the_messages_that_the_manual_explains_are_the_programs(tmp_path: Path) -> None:
    folder = tmp_path / "meadow-open"
    typed(folder, "1")
    path = folder / "ruleset.yaml"
    text = path.read_text(encoding="utf-8")
    for old, new in (("in: mount,", "in: mounted,"), ("seconds: 3", "secnds: 3"), ("gives: {points: 4}", "points: 4")):  # fmt: skip
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")

    found = check_ruleset(path).problems

    (said,) = (text for kind, _, text in blocks() if kind == "wrong")
    lines = said.splitlines()
    messages = [str(problem).replace(str(path), "ruleset.yaml") for problem in found]
    assert len(messages) == 3
    for what, mend in zip(lines[::2], lines[1::2], strict=True):
        assert any(each.startswith(f"{what}\n{mend}") for each in messages), (what, messages)
