from __future__ import annotations

import json
import sys
import types
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest

from annotator.cli.films import Films
from annotator.cli.main import main
from annotator.errors import UnknownRulesetError, UsageError
from annotator.files import names
from annotator.files.match_file import save_match
from annotator.files.tag_table import read_tag_table
from annotator.model.match import Match
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import ScoreSheet

pytestmark = pytest.mark.usefixtures("small_engine")

Captured = pytest.CaptureFixture[str]
AWARD_KEYS = [
    "time",
    "at",
    "frame",
    "clock",
    "athlete",
    "award",
    "value",
    "clause",
    "why",
    "tags",
    "assumed",
    "margin",
]


def test_people_read_the_board_the_winner_and_every_reason(table: Path, capsys: Captured) -> None:
    assert main(["score", str(table), "--ruleset", "one"]) == 0

    told = capsys.readouterr().out.splitlines()
    assert told[0] == "final.csv: red – blue, 5 tags"
    assert told[2] == "one: The one rules, edition 2"
    assert [line.split() for line in told[3:6]] == [
        ["points", "advantages"],
        ["red", "4", "1"],
        ["blue", "0", "0"],
    ]
    assert told[6] == "  Winner: red. more points"
    assert told[7] == "  Given:"
    assert told[8] == "    0:05.800, clock 0:05.800: red, 4 points, Mount [mount]"
    assert told[9].strip() == "red held 3.19 s"
    assert told[10].strip() == "(assumed: knees down: both knees; tags: 4)"
    assert "  Not given:" in told
    assert "        Missing: one frame of “mount”: 0.034 s short" in told
    assert "  Still open:" in told


def test_json_is_one_compact_line_of_one_shape(table: Path, capsys: Captured) -> None:
    assert main(["score", "--json", str(table)]) == 0

    (line,) = capsys.readouterr().out.splitlines()
    record = json.loads(line)
    assert line == json.dumps(record, separators=(",", ":"))
    assert list(record) == ["match", "results"]
    assert record["match"] == {
        "file": "final.csv", "title": "", "event": "", "date": "", "round": "", "weight": "",
        "athletes": {"red": "red", "blue": "blue"}, "tags": 5,
    }  # fmt: skip
    one, two = record["results"]
    assert (one["ruleset"], two["ruleset"]) == ("one", "two")
    assert list(one) == [
        "ruleset", "edition", "totals", "winner", "won_by", "why",
        "awards", "refusals", "questions", "violations", "ignored",
    ]  # fmt: skip
    assert one["totals"]["red"] == {"points": 4, "advantages": 1, "penalties": 0, "warnings": 0}
    award, refusal = one["awards"][0], one["refusals"][0]
    assert list(award) == AWARD_KEYS
    assert (award["time"], award["at"], award["frame"], award["value"]) == (5.8, "29/5", None, 4)
    assert award["assumed"] == ["knees_down=2"]
    assert list(refusal) == [*AWARD_KEYS, "missing"]
    assert award["margin"] is None
    assert refusal["margin"] == {
        "seconds": -1 / 30, "exactly": "-1/30", "frames": None, "says": "0.034 s short",
    }  # fmt: skip
    assert one["questions"] == [
        {"kind": "detail", "tag": "3", "detail": "landing", "answers": {"side": "0"}, "effect": "how did red land?"}
    ]  # fmt: skip


def test_several_files_are_each_tried(table: Path, capsys: Captured) -> None:
    Path("bad.csv").write_text("start,tag,athlete\n0,mout,\n", encoding="utf-8")
    match_file = Path("final.match.json")
    save_match(read_tag_table(table), match_file)

    status = main(["score", "--json", "missing.csv", str(table), "bad.csv", str(match_file)])

    out, err = capsys.readouterr()
    files = [json.loads(line)["match"]["file"] for line in out.splitlines()]
    assert status == 2
    assert files == ["final.csv", "final.match.json"]
    assert "missing.csv: There is no such file" in err
    assert "bad.csv:2:2: tag: There is no tag called 'mout'" in err
    assert "Traceback" not in err


def test_the_same_match_scores_the_same_from_either_file(table: Path, capsys: Captured) -> None:
    save_match(read_tag_table(table), Path("final.match.json"))

    main(["score", "--json", str(table), "final.match.json"])

    first, second = (json.loads(line)["results"] for line in capsys.readouterr().out.splitlines())
    assert first == second


def test_a_ruleset_that_is_not_there_is_refused_before_anything(table: Path) -> None:
    with pytest.raises(UnknownRulesetError, match="three"):
        main(["score", str(table), "--ruleset", "three"])


def test_csv_beside_the_score(table: Path, capsys: Captured) -> None:
    assert main(["score", "--json", "--csv", "out", str(table)]) == 0

    assert sorted(path.name for path in Path("out").iterdir()) == ["tags.csv", "timeline.csv"]
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 1
    assert err.count("Wrote ") == 2


def test_csv_of_several_files_does_not_mix(table: Path) -> None:
    Path("other").mkdir()
    Path("other/final.csv").write_text(table.read_text(encoding="utf-8"), encoding="utf-8")

    assert main(["score", "--csv", "out", str(table), "other/final.csv"]) == 0

    assert sorted(path.name for path in Path("out").iterdir()) == ["final", "final-2"]


def test_the_file_that_is_scored_is_never_replaced(table: Path, capsys: Captured) -> None:
    table.rename("tags.csv")
    before = Path("tags.csv").read_bytes()

    assert main(["score", "--csv", ".", "tags.csv"]) == 2

    assert "would replace the file" in capsys.readouterr().err
    assert Path("tags.csv").read_bytes() == before


def test_charts_beside_the_score(
    table: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    asked: list[tuple[Path, tuple[str, ...]]] = []

    def write_charts(
        match: Match,
        sheets: Sequence[ScoreSheet],
        folder: Path,
        formats: tuple[str, ...],
        *,
        rulesets: Sequence[Ruleset],
    ) -> list[Path]:
        asked.append((folder, formats))
        return [folder / "timeline.png"]

    module = types.ModuleType("exports.charts")
    vars(module)["write_charts"] = write_charts
    monkeypatch.setitem(sys.modules, "exports.charts", module)

    assert main(["score", str(table), "--charts", "out"]) == 0

    assert asked == [(Path("out"), ("png", "svg"))]
    assert f"Wrote {Path('out/timeline.png')}" in capsys.readouterr().out


def test_a_film_gives_frames_to_the_table_and_the_rulings(
    table: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    times = tuple(Fraction(n, 10) for n in range(100))
    monkeypatch.setattr("annotator.cli.score_command.load_films", lambda paths: Films((times,)))
    table.write_text("start,end,tag,athlete\n0,,start,\nf20,,mount,red\n", encoding="utf-8")

    assert main(["score", "--json", str(table), "--film", "final.mp4"]) == 0

    (award, _) = json.loads(capsys.readouterr().out)["results"][0]["awards"]
    assert (award["at"], award["frame"]) == ("29/5", 58)


def test_a_match_file_that_is_cut_says_so(table: Path, capsys: Captured) -> None:
    path = Path("final.match.json")
    save_match(read_tag_table(table), path)
    path.write_bytes(path.read_bytes()[:-30])

    assert main(["score", str(path)]) == 2

    assert "can be recovered" in capsys.readouterr().err


def test_no_rulesets_at_all_is_said(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("annotator.files.rulesets.find_rulesets", lambda on_wrong=None: [])

    with pytest.raises(UnknownRulesetError, match="no rulesets"):
        main(["score", str(table)])


@pytest.mark.parametrize(
    "words", [["score"], ["score", "a.csv", "--jsn"], ["compare"], ["export", "a.csv"]]
)
def test_wrong_words_are_one_clear_message(words: list[str]) -> None:
    with pytest.raises(UsageError) as refused:
        main(words)

    assert f"“annotator {words[0]} --help”" in str(refused.value)


@pytest.mark.parametrize(
    ("name", "stem"),
    [("final.match.json", "final"), ("a/final.csv", "final"), ("x.tags.csv", "x"), ("table", "table"), (".csv", ".csv")],
)  # fmt: skip
def test_the_name_without_its_kind(name: str, stem: str) -> None:
    assert names.stem(Path(name)) == stem
