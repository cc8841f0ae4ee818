"""The last five saves of a match, beside what is in the file now."""

from __future__ import annotations

import errno
import os
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given

from annotator.errors import MatchFileError, SaveError
from annotator.files.match_changes import changes, changes_in_short
from annotator.files.match_diff import difference
from annotator.files.match_file import save_match
from annotator.files.places import versions_folder
from annotator.files.versions import KEPT, keep_version, versions_of
from annotator.model.match import Match
from annotator.model.tag import Tag
from tests.files.strategies import matches


def save(path: Path, title: str) -> Match:
    match = Match(title=title)
    keep_version(path)
    save_match(match, path)
    keep_version(path)
    return match


def titles(path: Path) -> list[str]:
    return [version.match().title for version in versions_of(path)]


def test_the_last_five_saves_and_the_present_one_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "été.match.json"
    for number in range(9):
        save(path, str(number))
    assert titles(path) == ["8", "7", "6", "5", "4", "3"]
    assert len(titles(path)) == KEPT
    save(path, "8")
    assert titles(path)[0:2] == ["8", "7"]
    save(path, "5")
    assert titles(path) == ["5", "8", "7", "6", "5", "4"]


def test_a_file_that_another_program_wrote_is_kept_before_it_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a.match.json"
    save_match(Match(title="theirs"), path)
    save(path, "ours")
    assert titles(path) == ["ours", "theirs"]


def test_versions_go_along_with_a_match_that_was_moved_but_not_with_a_copy(tmp_path: Path) -> None:
    path, moved, copy = (tmp_path / f"{name}.match.json" for name in ("a", "b", "c"))
    save(path, "1")
    save(path, "2")
    copy.write_bytes(path.read_bytes())
    assert titles(copy) == []
    path.rename(moved)
    assert titles(moved) == ["2", "1"]
    save(moved, "3")
    assert titles(moved) == ["3", "2", "1"]
    assert titles(path) == []


def test_a_damaged_file_is_kept_as_it_is_and_says_so_when_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.match.json"
    path.write_text("{ half a match")
    save(path, "new")
    new, damaged = versions_of(path)
    assert new.match().title == "new"
    assert damaged.path.read_text() == "{ half a match"
    with pytest.raises(MatchFileError):
        damaged.match()


def test_where_nothing_can_be_kept_what_was_kept_is_still_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.match.json"
    save(path, "1")
    save_match(Match(title="2"), path)

    def full(*args: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(SaveError, match="No space left"):
            keep_version(path)
    assert titles(path) == ["1"]
    assert not list(versions_folder().glob("**/*.tmp"))


def test_changes_are_told_in_words() -> None:
    mount = Tag("1", "mount", Fraction(62), athlete="red")
    before = Match(tags=(mount, Tag("2", "mark", Fraction(70))))
    after = replace(
        before, title="Final",
        tags=(replace(mount, start=Fraction(63)).with_details(controlled="no"), Tag("3", "stop", Fraction(80))),
    )  # fmt: skip
    told = changes(before, after)
    assert told == [
        "title: (none) → Final", "+ stop (1:20.00)", "− mark (1:10.00)",
        "≠ mount, red (1:02.00): start: 1:02.000 → 1:03.000; controlled: (none) → no",
    ]  # fmt: skip
    assert changes_in_short(before, after) == "1 tag more, 1 tag less, 1 tag changed, 1 other thing"
    assert changes_in_short(after, after) == "the same"


@given(matches(), matches())
def test_whatever_differs_is_told(before: Match, after: Match) -> None:
    assert bool(changes(before, after)) == bool(difference(before, after))
    assert changes(after, after) == []


def test_a_name_that_no_file_can_have_is_told(tmp_path: Path) -> None:
    with pytest.raises(SaveError):
        keep_version(tmp_path / ("x" * 300))
