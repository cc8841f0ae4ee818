"""The commands with the real engine, the real rulesets and a real film: from words to numbers."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from annotator.cli.main import main
from annotator.files.match_file import read_match
from annotator.sample import FIRST, Sample, make_sample
from annotator.sample.story import Story

Captured = pytest.CaptureFixture[str]

HEAD = "start,end,tag,athlete,details,note\n0,,start,,,\n0,,closed_guard,red,,\n"
CASES = {
    # Side control for 0.8 s, then mount: one ruleset pays pass and mount together, another the
    # mount alone, another the pass alone.
    "pass_then_mount": (
        HEAD + "60,,side_control,red,,\n60.8,,mount,red,,\n70,,end,,,\n",
        {"jjb-fr": 7, "ibjjf-ru": 7, "jjif-2014": 7, "grappling-gi": 4, "adcc-kids-fr": 3},
    ),
    # The guard is closed again a tenth of a second too early for everyone.
    "pass_too_short": (
        HEAD + "60,,side_control,red,,\n62.9,,closed_guard,red,,\n70,,end,,,\n",
        {"jjb-fr": 0, "ibjjf-ru": 0, "jjif-2014": 0, "grappling-gi": 0, "adcc-kids-fr": 0},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_table_scores_as_the_rulebooks_say(name: str, tmp_path: Path, capsys: Captured) -> None:
    table, points = CASES[name]
    path = tmp_path / f"{name}.csv"
    path.write_text(table, encoding="utf-8")

    chosen = [word for each in points for word in ("--ruleset", each)]
    assert main(["score", "--json", *chosen, str(path)]) == 0

    record = json.loads(capsys.readouterr().out)
    assert {
        each["ruleset"]: each["totals"]["red"]["points"] for each in record["results"]
    } == points
    assert all(each["totals"]["blue"]["points"] == 0 for each in record["results"])
    for result in record["results"]:
        given = [award for award in result["awards"] if award["award"] == "points"]
        assert sum(award["value"] for award in given) == points[result["ruleset"]]
        assert all(award["why"] and award["clause"] for award in result["awards"])
        assert all(each["missing"] for each in result["refusals"])


def test_every_text_command_understands_every_case(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "final.csv"
    path.write_text(CASES["pass_then_mount"][0], encoding="utf-8")

    for words in (["score"], ["compare"], ["questions"]):
        assert main([*words, str(path)]) == 0
        assert capsys.readouterr().out.startswith(f"{path}: red – blue, 5 tags")
    for words in (["list"], ["show", "jjb-fr"], ["check", "jjb-fr"]):
        assert main(["rulesets", *words]) == 0
        assert "jjb-fr" in capsys.readouterr().out


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    """Two seconds of the sample film, with the tags that lie in them."""
    return make_sample(tmp_path_factory.mktemp("sample"), span=(12.0, 14.0))


def test_a_film_is_probed(sample: Sample, capsys: Captured) -> None:
    assert main(["probe", str(sample.film)]) == 0
    told = capsys.readouterr().out
    assert told.startswith(str(sample.film))

    assert main(["probe", str(sample.film), "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert list(record) == ["film", "frames", "worst", "findings"]
    assert all(each["what"] in told for each in record["findings"])
    assert list(record["findings"][0]) == ["key", "level", "what", "meaning"]


def test_probing_the_whole_film_finds_its_damage(tmp_path: Path, capsys: Captured) -> None:
    from tests.video import clips as c

    film = tmp_path / "film.mp4"
    c.write(film, options=c.x264(14, 2), gop=14)
    c.spoil(film, (4, 17))
    assert main(["probe", str(film)]) == 0
    assert "damaged" not in capsys.readouterr().out
    assert main(["probe", str(film), "--whole"]) == 0
    assert "frames are damaged or may be" in capsys.readouterr().out


def test_a_smooth_copy_is_made_once(sample: Sample, tmp_path: Path, capsys: Captured) -> None:
    from annotator.errors import ExportError
    from annotator.video import Footage

    output = tmp_path / "copy.mp4"
    assert main(["proxy", str(sample.film), "-o", str(output), "--height", "180"]) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"Wrote {output}: ")
    assert " x 180, " in told
    with Footage.open(sample.film) as film, Footage.open(output) as copy:
        assert copy.times == film.times
        assert copy.size[1] == 180
    assert list(tmp_path.iterdir()) == [output]
    before = output.read_bytes()
    with pytest.raises(ExportError, match="left alone"):
        main(["proxy", str(sample.film), "-o", str(output)])
    assert output.read_bytes() == before
    assert main(["probe", str(output)]) == 0
    assert f"smooth copy of {sample.film.name}" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["a.png", "a.jpg"])
def test_a_frame_is_exactly_that_frame(
    name: str, sample: Sample, tmp_path: Path, capsys: Captured
) -> None:
    import numpy as np
    from PIL import Image

    from annotator.model.time import write_seconds
    from annotator.video import Footage

    with Footage.open(sample.film) as film:
        expected, time = film.frame(7), film.time_of(7)
    output = tmp_path / name

    for place in ("7", "f7", f"{write_seconds(time)}s"):
        assert main(["frame", str(sample.film), place, "-o", str(output)]) == 0

        assert "frame 7, at " in capsys.readouterr().out
        with Image.open(output) as image:
            picture = np.asarray(image.convert("RGB")).astype(int)
        difference = np.abs(picture - expected.astype(int))
        assert difference.max() == 0 if name == "a.png" else difference.mean() < 4
        output.unlink()


def test_frames_outside_the_film_are_refused(sample: Sample) -> None:
    from annotator.errors import FootageError, TimeError

    with pytest.raises(FootageError, match="no frame 99999"):
        main(["frame", str(sample.film), "99999"])
    for place in ("1:00:00", "-1.0"):
        with pytest.raises(TimeError, match="outside the film"):
            main(["frame", str(sample.film), place])


def test_a_table_in_frames_needs_its_film(sample: Sample, tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "final.csv"
    path.write_text("start,tag,athlete\nf0,start,\nf0,standing,\nf9,mark,\n", encoding="utf-8")

    assert main(["score", "--json", str(path)]) == 2
    assert "--film FILM" in capsys.readouterr().err

    assert main(["score", "--json", str(path), "--film", str(sample.film)]) == 0
    assert json.loads(capsys.readouterr().out)["match"]["tags"] == 3


def test_the_demo_makes_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    def short(folder: Path, progress: Callable[[int, int], None], story: Story = FIRST) -> Sample:
        progress(1, 2)
        return make_sample(folder, span=(0.0, 3.0), story=story)

    monkeypatch.setattr("annotator.sample.make_sample", short)
    monkeypatch.setattr(
        "annotator.cli.demo_command.open_window", lambda file: pytest.fail("a window")
    )
    folder = tmp_path / "demo"

    assert main(["demo", str(folder)]) == 0

    told = capsys.readouterr().out
    made = told.split(f"Made in {folder}:\n")[1].split("\n\n")[0].split()
    assert sorted(made) == sorted(path.name for path in folder.iterdir())
    assert {"second.match.json", "sample-other.match.json"} < set(made)
    assert {"sample.match.json", "timeline.csv", "tags.csv"} < set(made)
    assert f"annotator score {folder / 'sample.match.json'}" in told
    assert read_match(folder / "sample.match.json").media[0].path == "sample.mp4"
    with (folder / "timeline.csv").open(encoding="utf-8", newline="") as file:
        assert "ruleset" in next(csv.reader(file))


def test_a_second_demo_keeps_a_match_that_was_worked_on(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    import annotator.sample as sample

    real = sample.make_sample
    monkeypatch.setattr(
        sample, "make_sample", lambda folder, told, story=FIRST: real(folder, told, (4, 6), story)
    )
    (tmp_path / "sample.match.json").write_text("mine", encoding="utf-8")

    assert main(["demo", str(tmp_path)]) == 0

    assert (tmp_path / "before-1-sample.match.json").read_text(encoding="utf-8") == "mine"
    assert "before-1-sample.match.json" in capsys.readouterr().out


def test_an_export_leaves_other_peoples_files_alone(tmp_path: Path, capsys: Captured) -> None:
    table = tmp_path / "final.csv"
    table.write_text(CASES["pass_then_mount"][0], encoding="utf-8")
    foreign = tmp_path / "tags.csv"
    foreign.write_text("mine", encoding="utf-8")

    assert main(["score", str(table), "--csv", str(tmp_path)]) == 2

    assert "no export wrote" in capsys.readouterr().err
    assert foreign.read_text(encoding="utf-8") == "mine"


def test_an_export_through_a_link_does_not_replace_the_table(
    tmp_path: Path, capsys: Captured
) -> None:
    table = tmp_path / "timeline.csv"
    table.write_text(CASES["pass_then_mount"][0], encoding="utf-8")
    link = tmp_path / "in.csv"
    link.symlink_to(table)

    assert main(["score", str(link), "--csv", str(tmp_path)]) == 2

    assert "being scored" in capsys.readouterr().err
    assert table.read_text(encoding="utf-8") == CASES["pass_then_mount"][0]
