"""What was dropped is sorted, and what cannot be taken is named with the reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotator.files.dropped import sort_dropped


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in (
        "a.match.json", "b.match.json", "t.csv", "part 10.mp4", "part 2.MP4", "part 1.mkv", "x.pdf",
        "photo.JPG", "s.xlsx", "c.zip", "r.yaml", "n.mp3", "no suffix",
    ):  # fmt: skip
        (tmp_path / name).write_text("x")
    return tmp_path


def test_films_come_in_the_order_in_which_people_count(folder: Path) -> None:
    names = ["part 10.mp4", "no suffix", "part 2.MP4", "part 1.mkv"]
    dropped = sort_dropped([folder / name for name in names])
    assert [film.name for film in dropped.films] == [
        "no suffix", "part 1.mkv", "part 2.MP4", "part 10.mp4",
    ]  # fmt: skip
    assert (dropped.document, dropped.refused) == (None, ())


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("x.pdf", "text"), ("photo.JPG", "picture"), ("s.xlsx", "save it as CSV"),
        ("c.zip", "unpack"), ("r.yaml", "ruleset"), ("n.mp3", "sound"), ("", "folder"),
        ("gone.mp4", "not there"),
    ],
)  # fmt: skip
def test_what_cannot_be_taken_is_told(folder: Path, name: str, word: str) -> None:
    dropped = sort_dropped([folder / name, folder / "part 1.mkv"])
    assert [film.name for film in dropped.films] == ["part 1.mkv"]
    (refused,) = dropped.refused
    assert refused.startswith((folder / name).name)
    assert word in refused


def test_one_match_at_a_time(folder: Path) -> None:
    dropped = sort_dropped([folder / n for n in ("b.match.json", "a.match.json", "part 1.mkv")])
    assert dropped.document == folder / "b.match.json"
    assert dropped.films == ()
    assert len(dropped.refused) == 2
    assert sort_dropped([folder / "t.csv"]).document == folder / "t.csv"
