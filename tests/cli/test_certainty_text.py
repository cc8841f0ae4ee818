"""What a score is sure of, as the command line tells it of a hold that is one frame short."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from annotator.cli.main import main
from annotator.cli.score_json import match_record
from annotator.cli.score_text import score_lines
from annotator.errors import UsageError
from annotator.files.match_file import save_match
from annotator.model.match import Match
from annotator.scoring import score
from annotator.scoring.certainty import certainties
from tests.scoring.small import MOUNT, bout, clauses, fact, rules

FRAME = Fraction(1001, 30000)
FILM = [n * FRAME for n in range(2000)]
RULES = rules(clauses(MOUNT))
SHORT = bout(
    fact("standing", 0), fact("mount", 100 * FRAME, "red"), fact("half_guard", 189 * FRAME, "red")
)


def told(match: Match, film: list[Fraction] | None = FILM) -> list[str]:
    sheets, sure = [score(match, RULES, film)], certainties(match, [RULES], film)
    return [line.strip() for line in score_lines("a.json", match, sheets, [RULES], film, sure)]


def test_a_refusal_says_how_many_frames_were_missing_at_which_rate() -> None:
    assert "Missing: held 2.97 s of 3 s: 1 frame short at 29.97 fps" in told(SHORT)


def test_without_a_film_it_says_the_seconds_alone() -> None:
    assert "Missing: held 2.97 s of 3 s: 0.031 s short" in told(SHORT, None)


def test_where_frames_come_unevenly_no_rate_is_named() -> None:
    uneven = [n * FRAME + (n % 2) * FRAME / 3 for n in range(2000)]
    assert "Missing: held 2.97 s of 3 s: 1 frame short" in told(SHORT, uneven)


def test_an_award_says_by_how_many_frames_it_was_made() -> None:
    match = bout(
        fact("standing", 0), fact("mount", 100 * FRAME, "red"),
        fact("half_guard", 192 * FRAME, "red"),
    )  # fmt: skip
    assert "made by 2 frames (0.07 s)" in told(match)


def test_what_hangs_on_a_frame_is_listed_and_all_else_is_counted_as_sure() -> None:
    lines = told(SHORT)
    first = lines.index("What this score is sure of, if each tag is right to 3 frames:")
    assert lines[first + 1 : first + 4] == [
        "red would win if the start of mount (0:03.336) were 1 frame earlier.",
        "0:06.306, red, 4 points [mount]: would be given if the start of mount (0:03.336)"
        " were 1 frame earlier",
        "Sure: 0 given, 0 not given.",
    ]


def test_the_json_has_the_moves_with_exact_times_where_they_were_asked_for() -> None:
    sheets, sure = [score(SHORT, RULES, FILM)], certainties(SHORT, [RULES], FILM)
    record = match_record("a.json", SHORT, sheets, [RULES], (), FILM, sure)
    (result,) = json.loads(json.dumps(record))["results"]
    move = {"tag": "mount 1001/300", "edge": "start", "frames": -1, "to": "33033/10000"}
    assert result["margins"]["frames"] == 3
    assert result["margins"]["winner"] == {**move, "after": "red"}
    (change,) = result["margins"]["changes"]
    assert {key: change[key] for key in move} == move
    assert (change["ruling"]["kind"], change["becomes"]["kind"]) == ("refusal", "award")
    assert result["refusals"][0]["margin"]["says"] == "1 frame short at 29.97 fps"


def results(capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, object]]:
    assert main(["score", "--ruleset", "ibjjf-ru", "a.match.json", *words]) == 0
    found: list[dict[str, object]] = json.loads(capsys.readouterr().out)["results"]
    return found


def test_tags_are_moved_as_far_as_one_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    save_match(SHORT, Path("a.match.json"))
    assert "margins" not in results(capsys, "--json")[0]
    (result,) = results(capsys, "--json", "--frames-moved", "1")
    margins = result["margins"]
    assert isinstance(margins, dict)
    assert margins["frames"] == 1
    main(["score", "--ruleset", "ibjjf-ru", "a.match.json", "--frames-moved", "0"])
    assert "sure of" not in capsys.readouterr().out


@pytest.mark.parametrize("word", ["-1", "x", "1.5", "100"])
def test_what_is_no_number_of_frames_is_refused(word: str) -> None:
    with pytest.raises(UsageError, match="number of frames"):
        main(["score", "a.match.json", f"--frames-moved={word}"])
