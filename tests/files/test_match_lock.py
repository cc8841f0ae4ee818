"""One window edits a match file, also across processes; what a killed one left is taken over."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from annotator.files.match_lock import MatchInUse, MatchLock, lock_place, take_match
from annotator.files.owner_lock import OwnerLock

HOLDER = """
import sys
from pathlib import Path
from annotator.files.match_lock import take_match
owner = take_match(Path(sys.argv[1]))
print(type(owner).__name__, flush=True)
sys.stdin.readline()
owner.release()
"""


def holder(path: Path) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        text=True, cwd=Path(__file__).parents[2],
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "MatchLock\n"
    return process


def words(**said: object) -> str:
    return json.dumps({"process": os.getpid(), "host": socket.gethostname(), "user": "x", **said})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    match = tmp_path / "été.match.json"
    match.write_text("{}")
    return match


def test_a_second_process_learns_who_has_it_and_gets_it_when_it_is_let_go(path: Path) -> None:
    with holder(path) as process:
        who = take_match(path)
        assert isinstance(who, MatchInUse)
        assert (who.process, who.host, who.certain) == (process.pid, socket.gethostname(), True)
        assert who.since is not None
        assert isinstance(take_match(path, force=True), MatchInUse)
        process.communicate("done\n")
    owner = take_match(path)
    assert isinstance(owner, MatchLock)
    owner.release()
    assert list(path.parent.iterdir()) == [path]


def test_what_a_killed_process_left_is_taken_over_at_once(path: Path) -> None:
    with holder(path) as process:
        process.kill()
    assert lock_place(path).exists()
    assert isinstance(take_match(path), MatchLock)


def test_the_word_of_another_machine_counts_until_the_user_says_otherwise(path: Path) -> None:
    lock_place(path).write_text(words(host="elsewhere", process=1))
    who = take_match(path)
    assert isinstance(who, MatchInUse)
    assert (who.host, who.here, who.certain) == ("elsewhere", False, False)
    assert isinstance(take_match(path, force=True), MatchLock)


@pytest.mark.parametrize("content", ["", "{", "[]", '{"since": 5, "process": "x"}', "\0" * 9])
def test_a_lock_file_that_says_nothing_sensible_is_in_nobodys_way(path: Path, content: str) -> None:
    lock_place(path).write_text(content)
    assert isinstance(take_match(path), MatchLock)


def test_without_locks_of_the_system_the_process_decides(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_locks(descriptor: int) -> bool:
        raise OSError(37, "No locks available")

    monkeypatch.setattr("annotator.files.owner_lock._lock", no_locks)
    first = take_match(path)
    assert isinstance(first, MatchLock)
    who = take_match(path)
    assert isinstance(who, MatchInUse)
    assert not who.certain
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    lock_place(path).write_text(words(process=gone.pid))
    assert isinstance(take_match(path), MatchLock)


def test_in_a_folder_that_cannot_be_written_to_the_users_own_folder_keeps_the_lock(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = OwnerLock.take

    def take(place: Path) -> OwnerLock | None:
        if place.parent == path.parent:
            raise PermissionError(13, "Permission denied")
        return real(place)

    monkeypatch.setattr(OwnerLock, "take", take)
    owner = take_match(path)
    assert isinstance(owner, MatchLock)
    assert isinstance(take_match(path), MatchInUse)
    owner.release()
    assert isinstance(take_match(path), MatchLock)


def test_a_lock_whose_file_was_taken_away_meanwhile_locks_a_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "a.lock"
    real = os.open
    done: list[int] = []

    def slow_open(path: Path, *rest: int) -> int:
        descriptor = real(path, *rest)
        if not done:  # the one who had it lets go just now
            done.append(1)
            place.unlink()
        return descriptor

    monkeypatch.setattr(os, "open", slow_open)
    lock = OwnerLock.take(place)
    assert lock is not None
    assert place.exists()
    assert OwnerLock.take(place) is None
    lock.release(remove=True)
