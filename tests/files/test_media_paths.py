"""A match file cannot make the program open what is no ordinary film of this machine (H4)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from annotator.errors import FileError
from annotator.files.media_paths import chosen_film, find_film, written_path


def test_a_film_is_named_from_the_match_file(tmp_path: Path) -> None:
    film = tmp_path / "films" / "a b.mp4"
    film.parent.mkdir()
    film.write_bytes(b"x")
    match_file = tmp_path / "matches" / "a.match.json"
    match_file.parent.mkdir()

    written = written_path(film, match_file)

    assert written == "../films/a b.mp4"
    assert find_film(written, match_file) == film.resolve()
    assert find_film(film.as_posix(), match_file) == film.resolve()


@pytest.mark.parametrize(
    "written",
    [
        "http://a/b.mp4",
        "concat:a|b",
        "\\\\host\\a.mp4",
        "//host/a.mp4",
        "rtsp://x",
        "a\0b",
        "/dev/zero",
    ],
)
def test_addresses_and_devices_are_refused(written: str, tmp_path: Path) -> None:
    with pytest.raises(FileError):
        find_film(written, tmp_path / "a.match.json")


def test_folders_pipes_loops_and_nothing_are_no_films(tmp_path: Path) -> None:
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")

    for written in (".", "pipe", "loop", "missing.mp4", "x" * 5000):
        with pytest.raises(FileError, match="not there, or is no ordinary file"):
            find_film(written, tmp_path / "a.match.json")


def test_a_link_to_itself_is_no_film(tmp_path: Path) -> None:
    link = tmp_path / "loop.mp4"
    link.symlink_to(link)
    with pytest.raises(FileError):
        chosen_film(link)
