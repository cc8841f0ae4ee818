"""Several films of one match, with real films: which frame of which film a ruling names."""

from __future__ import annotations

import csv
import json
import shutil
from fractions import Fraction
from pathlib import Path

import numpy as np
import PIL.Image
import pytest

from annotator.cli.films import films_of, load_films
from annotator.cli.main import main
from annotator.errors import AnnotatorError, FootageError, UsageError
from annotator.files.match_file import save_match
from annotator.files.tag_table import read_tag_table
from annotator.model.drawing import SCALE, Drawing, Shape
from annotator.model.match import Match, Media
from annotator.video import Footage
from tests.video.clips import read_number, write

Captured = pytest.CaptureFixture[str]
TABLE = "start,end,tag,athlete\n0,,start,\n0,,closed_guard,blue\n2:f3,,mount,red\n2:f39,,end,\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two parts, the second at another rate and with times that do not begin at 0; and a camera."""
    place = tmp_path_factory.mktemp("films")
    write(place / "one.mp4", rate=Fraction(25))
    write(place / "two.mkv", [5 + Fraction(n, 10) for n in range(40)], rate=Fraction(10))
    write(place / "side.mp4", rate=Fraction(50))
    return place


def score_of(capsys: Captured, *words: str) -> list[dict[str, object]]:
    assert main(["score", "--json", "--ruleset", "ibjjf-ru", *words]) == 0
    (result,) = json.loads(capsys.readouterr().out)["results"]
    awards: list[dict[str, object]] = result["awards"]
    return awards


def test_frames_of_the_second_part_in_a_table(
    folder: Path, tmp_path: Path, capsys: Captured
) -> None:
    table = tmp_path / "final.csv"
    table.write_text(TABLE, encoding="utf-8")
    films = ["--film", str(folder / "one.mp4"), "--film", str(folder / "two.mkv")]

    (award, *_) = score_of(capsys, *films, str(table))

    # The first film is over at 1.6 s; a mount counts once it was held for 3 s, at 2:f33.
    assert (award["at"], award["frame"], award["film"]) == ("49/10", 33, 2)

    assert main(["score", "--ruleset", "ibjjf-ru", *films, str(table)]) == 0
    assert "frame 33 of film 2" in capsys.readouterr().out

    assert main(["score", "--csv", str(tmp_path / "out"), *films, str(table)]) == 0
    with (tmp_path / "out" / "timeline.csv").open(encoding="utf-8") as file:
        assert "2:f33" in [row["frame"] for row in csv.DictReader(file)]


def match_of(folder: Path, *media: Media) -> tuple[Path, Match]:
    films = load_films([folder / "one.mp4", folder / "two.mkv"])
    table = read_tag_table(TABLE.encode(), films.parts)
    path = folder / "final.match.json"
    match = Match(table.tags, media=media)
    save_match(match, path)
    return path, match


def test_a_match_file_says_where_its_films_lie(folder: Path, capsys: Captured) -> None:
    path, _ = match_of(
        folder, Media("one.mp4"), Media("two.mkv"), Media("side.mp4", camera=2, offset=Fraction(1))
    )

    (award, *_) = score_of(capsys, str(path))

    assert (award["at"], award["frame"], award["film"]) == ("49/10", 33, 2)


def test_a_gap_that_is_said_moves_the_frames(folder: Path, capsys: Captured) -> None:
    path, _ = match_of(folder, Media("one.mp4"), Media("two.mkv", offset=Fraction(-34, 10)))

    (award, *_) = score_of(capsys, str(path))

    assert (award["at"], award["frame"], award["film"]) == ("49/10", 33, 2)
    path, _ = match_of(folder, Media("one.mp4"), Media("two.mkv", offset=Fraction(-29, 10)))
    (award, *_) = score_of(capsys, str(path))
    assert (award["at"], award["frame"], award["film"]) == ("49/10", 28, 2)


def test_a_part_that_is_away_or_another_film_costs_only_its_own_frames(folder: Path) -> None:
    with Footage.open(folder / "one.mp4") as film:
        duration = film.duration
    path, match = match_of(
        folder, Media("gone.mp4", duration=duration), Media("two.mkv"), Media("side.mp4", frames=7)
    )

    films = films_of(path, match, load_films([]))

    assert [len(part) for part in films.parts] == [0, 40, 0]
    assert films.parts[1][0] == duration
    assert films.times is not None
    frame = films.times.ref(films.times.index_at(Fraction(49, 10)))
    assert frame is not None
    assert str(frame) == "2:f33"


def test_the_second_camera_names_no_ruling(folder: Path) -> None:
    path, match = match_of(folder, Media("one.mp4"), Media("side.mp4", camera=2))

    films = films_of(path, match, load_films([]))

    assert films.times is not None
    assert {piece.film for piece in films.times.pieces} == {1}
    assert len(films.parts[1]) == 40


def test_films_that_are_named_are_laid_end_to_end(folder: Path) -> None:
    films = load_films([folder / "two.mkv", folder / "one.mp4", folder / "side.mp4"])

    assert films.parts[0][0] == 5  # the first keeps its own times
    assert (films.parts[1][0], films.parts[2][0]) == (Fraction(9), 9 + Fraction(8, 5))
    assert films.times is not None
    assert tuple(films.times) == sum(films.parts, ())
    assert load_films([]).times is None


def test_a_film_that_is_named_has_to_be_there(tmp_path: Path) -> None:
    with pytest.raises(FootageError, match="no file of this name"):
        load_films([tmp_path / "gone.mp4"])


def number_in(path: Path) -> int | None:
    return read_number(np.asarray(PIL.Image.open(path)))


@pytest.mark.parametrize(
    ("place", "film", "number"),
    [("2:f7", "2:f7", 7), ("f3", "3", 3), ("1.65", "2:f0", 0), ("0:04.0", "2:f24", 24)],
)
def test_a_frame_of_a_match_is_the_frame_of_its_film(
    place: str, film: str, number: int, folder: Path, tmp_path: Path, capsys: Captured
) -> None:
    path, _ = match_of(folder, Media("one.mp4"), Media("two.mkv"))
    output = tmp_path / "frame.png"

    assert main(["frame", str(path), place, "-o", str(output)]) == 0

    assert f"frame {film}, at" in capsys.readouterr().out
    assert number_in(output) == number


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("3:f0", "there is none"), ("2:f40", "no frame 40"), ("99", "no frame 99"),
        ("60.0", "outside the film"), ("2.0", "Nothing was filmed"), ("nonsense", "not a time"),
    ],
)  # fmt: skip
def test_a_frame_that_a_match_does_not_have(place: str, words: str, folder: Path) -> None:
    path, _ = match_of(folder, Media("one.mp4"), Media("two.mkv", offset=Fraction(-1)))

    with pytest.raises(AnnotatorError) as refused:
        main(["frame", str(path), place])

    assert words in str(refused.value)


def test_a_match_is_probed_film_by_film(folder: Path, capsys: Captured) -> None:
    path, _ = match_of(folder, Media("one.mp4"), Media("two.mkv"), Media("gone.mp4"))

    assert main(["probe", "--json", str(path)]) == 2

    told = capsys.readouterr()
    reports = [json.loads(line) for line in told.out.splitlines()]
    assert [Path(report["film"]).name for report in reports] == ["one.mp4", "two.mkv"]
    assert "gone.mp4" in told.err
    path, _ = match_of(folder)
    with pytest.raises(UsageError, match="no film"):
        main(["probe", str(path)])
    with pytest.raises(UsageError, match="no film"):
        main(["frame", str(path), "1"])


def test_films_that_were_moved_are_found_near_the_match(folder: Path, tmp_path: Path) -> None:
    with Footage.open(folder / "two.mkv") as film:
        mark = film.fingerprint()
    path = tmp_path / "final.match.json"
    (tmp_path / "films").mkdir()
    shutil.copy(folder / "two.mkv", tmp_path / "films" / "renamed.mkv")
    match = Match(media=(Media("two.mkv", fingerprint=mark),))
    save_match(match, path)

    films = films_of(path, match, load_films([]))

    assert [len(part) for part in films.parts] == [40]


def test_a_frame_with_what_is_drawn_on_it(folder: Path, tmp_path: Path) -> None:
    media = (Media("one.mp4"), Media("two.mkv", duration=Fraction(4)))
    thick = Drawing(
        "d1", Shape.LINE, ((0, SCALE // 2), (SCALE, SCALE // 2)), Fraction(8, 25), 8, width=60
    )
    path = folder / "drawn.match.json"
    save_match(Match(media=media, drawings=(thick,)), path)

    def row(*words: str) -> np.ndarray:
        out = tmp_path / "frame.png"
        assert main(["frame", *words, "-o", str(out)]) == 0
        picture = np.asarray(PIL.Image.open(out))
        return picture[picture.shape[0] // 2]

    def yellow(found: np.ndarray) -> bool:
        return bool((found[5:-5] == (255, 214, 10)).all())

    assert yellow(row(str(path), "f8", "--drawings"))
    assert not yellow(row(str(path), "f8"))
    assert not yellow(row(str(path), "f0", "--drawings"))  # before it begins
    with pytest.raises(UsageError):
        main(["frame", str(folder / "one.mp4"), "f8", "--drawings"])


def test_a_frame_of_a_match_hides_what_is_blurred_in_it(folder: Path, tmp_path: Path) -> None:
    area = Drawing("d1", Shape.BLUR, ((0, 0), (SCALE // 2, SCALE)), Fraction(8, 25), 8)
    path = folder / "hidden.match.json"
    save_match(Match(media=(Media("one.mp4"),), drawings=(area,)), path)
    pictures = []
    for film in (path, folder / "one.mp4"):
        out = tmp_path / "frame.png"
        assert main(["frame", str(film), "f8", "-o", str(out)]) == 0
        pictures.append(np.asarray(PIL.Image.open(out)))

    changed = (pictures[0] != pictures[1]).any(axis=(0, 2))
    assert changed[: len(changed) // 2].any()
    assert not changed[len(changed) // 2 :].any()
