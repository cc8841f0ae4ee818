"""Full disk, a drive that is unplugged, a window killed while it saves: the work is offered again."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from annotator.errors import SaveError
from annotator.files.journal import Journal
from annotator.files.match_file import read_match, save_match
from annotator.files.match_lock import MatchLock, lock_place, take_match
from annotator.files.recovery import discard, recoverable
from annotator.files.versions import keep_version, versions_of
from annotator.model.match import Match

SAVING = """
import sys
from pathlib import Path
from annotator.files.journal import Journal
from annotator.files.match_file import save_match
from annotator.files.match_lock import take_match
from annotator.files.versions import keep_version
from annotator.model.match import Match
path = Path(sys.argv[1])
owner = take_match(path)
journal = Journal.begin(Match(), path)
number, before = 0, Match()
while True:
    number += 1
    after = Match(title=str(number))
    journal.record(before, after, "Change title")
    print(number, flush=True)
    keep_version(path)
    save_match(after, path)
    keep_version(path)
    journal.saved(after, path)
    before = after
"""


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    """A folder that stands for a drive: it can be unplugged."""
    folder = tmp_path / "drive"
    folder.mkdir()
    return folder


def worked_on(path: Path) -> Journal:
    """A match that was saved, and then edited."""
    save_match(Match(title="saved"), path)
    journal = Journal.begin(Match(title="saved"), path)
    journal.record(Match(title="saved"), Match(title="edited"), "Change title")
    return journal


@pytest.mark.parametrize("moment", range(1, 40, 3))
def test_killed_at_any_moment_of_saving(tmp_path: Path, home: Path, moment: int) -> None:
    """What was written down before the kill is in the file, or is offered; the file is whole, its
    versions are, and nothing that the dead one left is in the way.
    """
    path = tmp_path / "a.match.json"
    with subprocess.Popen(
        [sys.executable, "-c", SAVING, str(path)], stdout=subprocess.PIPE, text=True,
        cwd=Path(__file__).parents[2],
    ) as process:  # fmt: skip
        assert process.stdout is not None
        for _ in range(moment):
            told = int(process.stdout.readline())
        process.kill()
        rest = process.stdout.read().split()
    told = max([told, *map(int, rest)])
    in_file = read_match(path) if path.exists() else Match(title="0")
    offered = [found.match() for found in recoverable()]
    assert int(in_file.title) in (told, told - 1)
    assert offered == [] if in_file.title == str(told) else offered == [Match(title=str(told))]
    numbers = [int(version.match().title) for version in versions_of(path)]
    assert numbers == sorted(numbers, reverse=True)
    assert not numbers or numbers[0] in (told, told - 1, told - 2)
    owner = take_match(path)
    assert isinstance(owner, MatchLock)
    owner.release()


def test_a_drive_that_is_unplugged_while_a_match_on_it_is_edited(drive: Path) -> None:
    path = drive / "a.match.json"
    owner = take_match(path)
    assert isinstance(owner, MatchLock)
    journal = worked_on(path)
    keep_version(path)
    shutil.rmtree(drive)

    with pytest.raises(SaveError, match="folder is not there"):
        save_match(Match(title="edited"), path)
    keep_version(path)  # there is nothing to keep, and what was kept stays
    journal.record(Match(title="edited"), Match(title="more"), "Change title")
    journal.close(clean=False)
    owner.release()

    (found,) = recoverable()
    assert found.match() == Match(title="more")
    assert found.match_path == path
    assert [version.match().title for version in versions_of(path)] == ["saved"]
    assert recoverable() == [found]  # offered until somebody takes it
    drive.mkdir()
    save_match(found.match(), path)
    assert recoverable() == []


def test_a_disk_that_is_full_takes_nothing_away(
    drive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = drive / "a.match.json"
    journal = worked_on(path)
    keep_version(path)

    def full(*words: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        patch.setattr(os, "fsync", full)
        with pytest.raises(SaveError):
            journal.record(Match(title="edited"), Match(title="lost?"), "Change title")
        with pytest.raises(SaveError, match="disk is full"):
            save_match(Match(title="lost?"), path)
    # Room again: the next edit writes down both.
    journal.record(Match(title="lost?"), Match(title="kept"), "Change title")
    journal.close(clean=False)
    assert read_match(path).title == "saved"
    assert [version.match().title for version in versions_of(path)] == ["saved"]
    (found,) = recoverable()
    assert found.match() == Match(title="kept")
    discard(found)
    assert recoverable() == []


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="mounts a disk of 100 kB")
def test_a_disk_that_is_really_full(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=100k", "tmpfs", str(disk)]
    if subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("this machine mounts nothing")
    try:
        path = disk / "a.match.json"
        owner = take_match(path)
        assert isinstance(owner, MatchLock)
        journal = worked_on(path)
        (disk / "filler").write_bytes(b"x" * 80_000)
        with pytest.raises(SaveError, match="disk is full"):
            save_match(Match(title="x" * 50_000), path)
        assert read_match(path).title == "saved"
        assert sorted(each.name for each in disk.iterdir()) == [
            lock_place(path).name, path.name, "filler",
        ]  # fmt: skip
        journal.close(clean=False)
        owner.release()
        assert [found.match().title for found in recoverable()] == ["edited"]
    finally:
        subprocess.run(["umount", str(disk)], check=True)
