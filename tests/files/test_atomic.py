"""Whole files or none: the ordinary cases. What goes wrong is in `tests/robustness/`."""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path

import pytest

from annotator.errors import FileError, SaveError
from annotator.files.atomic import read_bytes, sweep_leftovers, write_atomically


def test_a_file_is_written_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a"

    write_atomically(path, b"old")
    write_atomically(path, b"new")

    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name != "posix", reason="permissions and links of POSIX")
def test_permissions_and_links_stay(tmp_path: Path) -> None:
    path, link = tmp_path / "a", tmp_path / "link"
    path.write_bytes(b"old")
    path.chmod(0o640)
    link.symlink_to(path)

    write_atomically(link, b"new")

    assert link.is_symlink()
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_passing_lock_of_windows_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """D8."""
    replace, tries, pauses = Path.replace, list[int](), list[float]()

    def locked_twice(source: Path, target: Path) -> Path:
        tries.append(1)
        if len(tries) <= 2:
            raise windows_error(32)
        return replace(source, target)

    monkeypatch.setattr(Path, "replace", locked_twice)
    monkeypatch.setattr(time, "sleep", pauses.append)

    write_atomically(tmp_path / "a", b"new")

    assert (tmp_path / "a").read_bytes() == b"new"
    assert len(pauses) == 2


def test_a_lasting_lock_of_windows_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """D8."""
    path = tmp_path / "a"
    path.write_bytes(b"old")

    def locked(source: Path, target: Path) -> Path:
        raise windows_error(5)

    monkeypatch.setattr(Path, "replace", locked)
    monkeypatch.setattr(time, "sleep", lambda pause: None)

    with pytest.raises(SaveError, match="not saved"):
        write_atomically(path, b"new")

    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def windows_error(number: int) -> OSError:
    error = PermissionError(13, "locked")
    vars(error)["winerror"] = number
    return error


def test_names_that_cannot_be_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "no" / "a", tmp_path / "a\0b", tmp_path / ("x" * 5000), tmp_path):
        with pytest.raises(SaveError):
            write_atomically(path, b"")


def test_reading_is_bounded_and_says_what_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"12345")

    assert read_bytes(path, 5) == b"12345"
    with pytest.raises(FileError, match="larger than 4 bytes"):
        read_bytes(path, 4)
    with pytest.raises(FileError, match="no such file"):
        read_bytes(tmp_path / "b", 4)
    with pytest.raises(FileError, match="folder"):
        read_bytes(tmp_path, 4)
    with pytest.raises(FileError, match="cannot be read"):
        read_bytes(tmp_path / "a\0b", 4)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a pipe with a name")
def test_a_pipe_is_not_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")

    with pytest.raises(SaveError):
        write_atomically(tmp_path / "pipe", b"")

    assert (tmp_path / "pipe").is_fifo()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a pipe with a name")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")

    with pytest.raises(FileError, match="ordinary file"):
        read_bytes(tmp_path / "pipe", 4)


def test_old_leftovers_are_swept(tmp_path: Path) -> None:
    old, new, other = (
        tmp_path / ".annotator-1.tmp",
        tmp_path / ".annotator-2.tmp",
        tmp_path / "notes.tmp",
    )
    for path in (old, new, other):
        path.write_bytes(b"")
    os.utime(old, (0, 0))

    sweep_leftovers(tmp_path)

    assert sorted(tmp_path.iterdir()) == sorted([new, other])
