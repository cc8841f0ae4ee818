"""`annotator official`: words, JSON, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from annotator.cli.main import main
from annotator.errors import UsageError

ROWS = """start,end,tag,athlete,details,note
0,,start,,,
0,,standing,,,
10,11,takedown,red,landing=back,
11,,closed_guard,red,,
17,,official,red,points=2,
30,,side_control,red,,
60,,official,blue,advantages=1,
90,,end,,,
"""


@pytest.fixture
def table(tmp_path: Path) -> str:
    path = tmp_path / "final.tags.csv"
    path.write_text(ROWS, encoding="utf-8")
    return str(path)


def test_each_moment_is_told_with_clause_and_score(
    table: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["official", table, "--ruleset", "ibjjf"]) == 0
    out = capsys.readouterr().out
    assert "Of what the board gave, the scoring gives 1 number too." in out
    assert "The scoring gives +3 points to Red (R); the board gave nothing." in out
    assert "The board gave advantage to Blue (B); the scoring gives nothing." in out
    assert "Clause: Guard pass" in out
    assert "Board 2:0, scoring 5:0" in out


def test_json_is_a_line_for_each_ruleset(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["official", table, "--ruleset", "ibjjf", "--ruleset", "adcc", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["ruleset"] for line in lines] == ["ibjjf", "adcc"]
    kinds = [one["kind"] for one in lines[0]["disagreements"]]
    assert kinds == ["scored_only", "given_only"]
    assert lines[0]["disagreements"][0]["difference"] == -3


def test_a_narrow_tolerance_parts_more(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["official", table, "--ruleset", "ibjjf", "--tolerance", "1", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["disagreements"]) == 4


@pytest.mark.parametrize("tolerance", ["-1", "61", "soon", "f12", "1e400", ""])
def test_a_wrong_tolerance_is_refused(table: str, tolerance: str) -> None:
    with pytest.raises(UsageError):
        main(["official", table, f"--tolerance={tolerance}"])
