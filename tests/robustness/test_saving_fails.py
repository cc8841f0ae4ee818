"""Whatever fails while a match is saved, and whenever: the file is the old one or the new one (D1, D2)."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from annotator.errors import SaveError
from annotator.files.journal import Journal, recoverable
from annotator.files.match_file import match_to_text, read_match, save_match
from annotator.model.match import Match
from annotator.model.tag import Tag

# Scales the loops below; the ordinary run takes seconds.
ROUNDS = int(os.environ.get("ROBUSTNESS_ROUNDS", "6"))
OLD = Match(tags=(Tag("t1", "standing", Fraction(0)),), title="old")
NEW = replace(OLD, title="new")
OPERATIONS = ("open", "fdopen", "fsync", "chmod", "replace", "stat")


class Saboteur:
    """Lets the n-th file operation fail, and counts them."""

    def __init__(self, number: int, code: int) -> None:
        self.number = number
        self.code = code
        self.count = 0

    def wrap(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def operation(*args: Any, **kwargs: Any) -> Any:
            self.count += 1
            if self.count == self.number:
                raise OSError(self.code, os.strerror(self.code))
            return real(*args, **kwargs)

        return operation


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EACCES, errno.EIO, errno.EROFS])
def test_every_file_operation_may_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    path = tmp_path / "a.match.json"
    number, finished = 0, False
    while not finished:
        number += 1
        save_match(OLD, path)
        saboteur = Saboteur(number, code)
        with monkeypatch.context() as patch:
            for name in OPERATIONS:
                patch.setattr(os, name, saboteur.wrap(getattr(os, name)))
            try:
                save_match(NEW, path)
            except SaveError as refused:
                outcome, message = "refused", str(refused)
            else:
                outcome, message = "saved", ""
        finished = saboteur.count < number

        assert read_match(path) == (OLD if outcome == "refused" else NEW)
        assert list(tmp_path.iterdir()) == [path]
        assert outcome == "saved" or os.strerror(code) in message
    assert number > 5


def child(code: str, *words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code), *words], stdout=subprocess.PIPE
    )


@pytest.mark.skipif(sys.platform == "win32", reason="the limit that stands for a full disk")
def test_a_full_disk_keeps_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a.match.json"
    save_match(OLD, path)
    code = """
        import resource, signal, sys
        from dataclasses import replace
        from fractions import Fraction
        from pathlib import Path
        from annotator.errors import SaveError
        from annotator.files.match_file import read_match, save_match
        from annotator.model.tag import Tag

        path = Path(sys.argv[1])
        match = read_match(path)
        tags = tuple(Tag(f"t{n}", "mark", Fraction(n)) for n in range(2000))
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
        try:
            save_match(match.with_tags(tags), path)
        except SaveError as refused:
            print(refused)
    """

    told, _ = child(code, str(path)).communicate(timeout=60)

    assert b"The disk is full. Make room" in told
    assert read_match(path) == OLD
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
def test_a_process_killed_while_saving_leaves_a_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "a.match.json"
    code = """
        import sys
        from dataclasses import replace
        from fractions import Fraction
        from pathlib import Path
        from annotator.files.match_file import save_match
        from annotator.model.match import Match
        from annotator.model.tag import Tag

        match = Match(tags=tuple(Tag(f"t{n}", "mark", Fraction(n)) for n in range(300)))
        for number in range(100_000):
            save_match(replace(match, title=str(number)), Path(sys.argv[1]))
            print(number, flush=True)
    """
    for number in range(ROUNDS):
        seen = kill_after(child(code, str(path)), number * 3 + 1)

        match = read_match(path)
        assert len(match.tags) == 300
        assert int(match.title) >= int(seen)


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
def test_a_process_killed_while_tagging_loses_the_last_tag_at_most(home: Path) -> None:
    """D3."""
    code = """
        from fractions import Fraction
        from annotator.files.journal import Journal
        from annotator.model.match import Match
        from annotator.model.tag import Tag

        match = Match(title="tagging")
        journal = Journal.begin(match, None)
        for number in range(100_000):
            after = match.with_tags((*match.tags, Tag(f"t{number}", "mark", Fraction(number, 30))))
            journal.record(match, after, "Tag mark")
            match = after
            print(number, flush=True)
    """
    for number in range(ROUNDS):
        seen = kill_after(child(code), number * 5 + 1)

        found = recoverable()
        assert len(found) == number + 1
        match = found[0].match()
        assert [tag.id for tag in match.tags] == [f"t{n}" for n in range(len(match.tags))]
        assert len(match.tags) >= int(seen) + 1


def kill_after(process: subprocess.Popen[bytes], lines: int) -> str:
    """Kill the process once it has said so many lines; returns the last that it said."""
    assert process.stdout is not None
    said = [process.stdout.readline() for _ in range(lines)]
    process.send_signal(signal.SIGKILL)
    said += process.stdout.read().splitlines()
    process.stdout.close()
    process.wait(timeout=60)
    whole = [line for line in said if line.strip().isdigit()]
    # The last line may have been cut within its digits.
    return whole[-2].decode() if len(whole) > lines else whole[-1].decode()


def test_a_journal_whose_file_operations_fail_is_an_error_each_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for number in range(1, 4):
        journal = Journal.begin(OLD, None)
        saboteur = Saboteur(number, errno.EIO)
        refused = 0
        with monkeypatch.context() as patch:
            for name in ("write", "fsync"):
                patch.setattr(os, name, saboteur.wrap(getattr(os, name)))
            for before, after in ((OLD, NEW), (NEW, replace(NEW, title="newest"))):
                try:
                    journal.record(before, after, "Change title")
                except SaveError:
                    refused += 1
        journal.record(NEW, replace(NEW, title="last"), "Change title")
        journal.close(clean=False)

        assert refused == 1
        assert recoverable()[0].match().title == "last"


def test_a_whole_file_is_what_the_text_says(tmp_path: Path) -> None:
    save_match(NEW, tmp_path / "a.match.json")

    assert (tmp_path / "a.match.json").read_bytes() == match_to_text(NEW).encode()
