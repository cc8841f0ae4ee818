"""The recovery journal: what was done is there at the next start, and nothing goes unasked (D3, D5)."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.errors import FileError, MatchFileError, SaveError
from annotator.files.journal import Journal, discard, recoverable
from annotator.files.match_diff import apply_difference, difference
from annotator.files.match_file import save_match
from annotator.files.places import journals_folder
from annotator.model.edits import SetNote
from annotator.model.match import Match, Person
from annotator.model.tag import Tag
from annotator.model.vocabulary import Athlete
from tests.files.strategies import matches, tag_tuples


def tagged(count: int, title: str = "Final") -> Match:
    return Match(tags=tuple(Tag(f"t{n}", "mark", Fraction(n)) for n in range(count)), title=title)


def ended(journal: Journal) -> None:
    """As if the process had gone: the lock is free, the file stays."""
    journal.close(clean=False)


def test_edits_are_there_at_the_next_start(tmp_path: Path) -> None:
    journal = Journal.begin(tagged(1), tmp_path / "a.match.json")
    journal.record(tagged(1), tagged(2), "Tag mark")
    journal.record(tagged(2), tagged(4), "Paste")
    ended(journal)

    (found,) = recoverable()

    assert (found.title, found.edits, found.tags, found.damaged) == ("Final", 2, 4, 0)
    assert found.match_path == tmp_path / "a.match.json"
    assert found.match() == tagged(4)
    assert found.when.tzinfo is not None


@given(matches(), tag_tuples(extras=True), st.randoms())
def test_a_difference_makes_the_one_match_of_the_other(
    before: Match, tags: tuple[Tag, ...], random: object
) -> None:
    after = before.with_tags((*tags[1:], *before.tags[::-1]))
    after = after.with_tags(tuple({tag.id: tag for tag in after.tags}.values()))

    for old, new in ((before, after), (after, before), (after, replace(after, title="other"))):
        assert apply_difference(old, difference(old, new)) == new


def test_a_new_tag_is_a_short_line() -> None:
    before, after = tagged(1000), tagged(1001)

    assert list(difference(before, after)) == ["tags"]
    assert difference(before, before) == {}


def test_a_living_process_is_not_recovered_from() -> None:
    journal = Journal.begin(tagged(0), None)
    journal.record(tagged(0), tagged(1), "Tag mark")

    assert recoverable() == []

    ended(journal)
    assert len(recoverable()) == 1


def test_what_was_saved_needs_no_recovery(tmp_path: Path) -> None:
    path = tmp_path / "a.match.json"
    journal = Journal.begin(tagged(0), None)
    journal.record(tagged(0), tagged(1), "Tag mark")
    save_match(tagged(1), path)
    journal.saved(tagged(1), path)
    journal.close()

    assert recoverable() == []
    assert list(journals_folder().iterdir()) == []


def test_a_clean_end_keeps_what_was_not_saved(tmp_path: Path) -> None:
    path = tmp_path / "a.match.json"
    journal = Journal.begin(tagged(0), None)
    save_match(tagged(0), path)
    journal.saved(tagged(0), path)
    journal.record(tagged(0), tagged(1), "Tag mark")
    journal.close()

    (found,) = recoverable()
    assert (found.match(), found.edits) == (tagged(1), 1)


def test_edits_made_while_saving_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.match.json"
    journal = Journal.begin(tagged(0), None)
    journal.record(tagged(0), tagged(1), "Tag mark")
    save_match(tagged(1), path)
    journal.record(tagged(1), tagged(2), "Tag mark")
    journal.saved(tagged(1), path)
    ended(journal)

    (found,) = recoverable()
    assert (found.match(), found.edits) == (tagged(2), 1)


def test_killed_between_the_save_and_its_mark_nothing_is_offered(tmp_path: Path) -> None:
    path = tmp_path / "a.match.json"
    journal = Journal.begin(tagged(0), path)
    journal.record(tagged(0), tagged(1), "Tag mark")
    save_match(tagged(1), path)
    ended(journal)

    assert recoverable() == []


def test_recovered_work_is_kept_until_it_is_saved(tmp_path: Path) -> None:
    first = Journal.begin(tagged(0), None)
    first.record(tagged(0), tagged(3), "Paste")
    ended(first)
    (found,) = recoverable()

    second = Journal.begin(found.match(), found.match_path, unsaved=True)
    discard(found)
    ended(second)

    (again,) = recoverable()
    assert (again.match(), again.edits) == (tagged(3), 0)


def test_what_the_user_discards_is_gone() -> None:
    journal = Journal.begin(tagged(0), None)
    journal.record(tagged(0), tagged(1), "Tag mark")
    journal.discard()

    assert recoverable() == []


def test_looking_deletes_nothing() -> None:
    for count in (1, 2):
        journal = Journal.begin(tagged(0), None)
        journal.record(tagged(0), tagged(count), "Tag mark")
        ended(journal)

    assert [len(recoverable()) for _ in range(3)] == [2, 2, 2]


def test_the_latest_comes_first() -> None:
    for count in (1, 2, 3):
        journal = Journal.begin(tagged(0), None)
        journal.record(tagged(0), tagged(count), "Tag mark")
        ended(journal)

    assert [found.tags for found in recoverable()] == [3, 2, 1]


@pytest.mark.parametrize("cut", [1, 5, 30, 60])
def test_a_cut_last_line_costs_the_last_edit_alone(cut: int) -> None:
    journal = Journal.begin(tagged(0), None)
    journal.record(tagged(0), tagged(1), "Tag mark")
    journal.record(tagged(1), tagged(2), "Tag mark")
    ended(journal)
    journal.path.write_bytes(journal.path.read_bytes()[:-cut])

    (found,) = recoverable()
    assert found.match() == tagged(1)


def test_a_line_damaged_in_the_middle_costs_that_edit_alone() -> None:
    journal = Journal.begin(tagged(0), None)
    for count in (1, 2, 3):
        journal.record(tagged(count - 1), tagged(count), "Tag mark")
    ended(journal)
    lines = journal.path.read_bytes().split(b"\n")
    lines[2] = b"\0" * len(lines[2])
    journal.path.write_bytes(b"\n".join(lines))

    (found,) = recoverable()
    assert [tag.id for tag in found.match().tags] == ["t0", "t2"]
    assert found.damaged == 1


@pytest.mark.parametrize(
    "content",
    [b"", b"\0\0\0", b"{}\n", b'{"journal": 1}\n', b'{"journal": 1, "match": {"format": 3}}\n'],
)
def test_a_journal_that_cannot_be_read_is_set_aside_and_said(content: bytes) -> None:
    journals_folder().mkdir(parents=True)
    path = journals_folder() / "x.journal"
    path.write_bytes(content)

    (found,) = recoverable()

    assert found.problem
    assert found.path.read_bytes() == content
    assert not path.exists()
    with pytest.raises((MatchFileError, FileError)):
        found.match()
    assert recoverable() == []


def test_a_newer_journal_stays_where_it_is() -> None:
    journals_folder().mkdir(parents=True)
    path = journals_folder() / "x.journal"
    path.write_bytes(b'{"journal": 2}\n')

    (found,) = recoverable()

    assert "newer" in found.problem
    assert path.exists()


def test_a_full_disk_is_told_and_the_next_record_has_both_edits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import os

    journal = Journal.begin(tagged(0), None)
    journal.record(tagged(0), tagged(1), "Tag mark")
    write = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: write(descriptor, data[:20]))
    with pytest.raises(SaveError, match="could not be kept for recovery"):
        journal.record(tagged(1), tagged(2), "Tag mark")
    monkeypatch.undo()

    journal.record(tagged(2), tagged(3), "Tag mark")
    ended(journal)

    (found,) = recoverable(journal.path.parent)
    assert (found.match(), found.damaged) == (tagged(3), 0)


def test_without_a_folder_there_is_nothing_to_recover(home: Path) -> None:
    assert recoverable() == []

    home.write_text("a file where the folder would be", encoding="utf-8")
    with pytest.raises(SaveError):
        Journal.begin(tagged(0), None)
    assert recoverable() == []


def test_a_note_still_being_typed_is_there_and_is_one_edit_at_most() -> None:
    before = tagged(2)
    journal = Journal.begin(before, None)
    journal.record(before, tagged(3), "Tag mark")
    for note in ("h", "hook", "hook in"):
        journal.record(tagged(3), SetNote("t1", note).apply(tagged(3)), "Note", draft=True)
    ended(journal)

    (found,) = recoverable()

    assert (found.edits, found.typing) == (2, True)
    assert found.last is not None
    assert (found.last.id, found.last.note) == ("t1", "hook in")


def test_a_note_that_was_typed_and_given_up_again_is_no_work() -> None:
    before = tagged(2)
    journal = Journal.begin(before, None)
    journal.record(before, SetNote("t1", "h").apply(before), "Note", draft=True)
    journal.record(before, before, "Note", draft=True)
    ended(journal)

    assert recoverable() == []


def test_what_would_be_recovered_is_said(tmp_path: Path) -> None:
    path = tmp_path / "a.match.json"
    people: Mapping[Athlete, Person] = {"red": Person("Léa"), "blue": Person("Иван")}
    match = replace(tagged(3), athletes=MappingProxyType(people))
    journal = Journal.begin(match, path)
    journal.record(match, match.with_tags(match.tags[:2]), "Delete tag")
    ended(journal)
    (found,) = recoverable()
    assert (found.names, found.last, found.file_when) == (("Léa", "Иван"), match.tags[1], None)

    save_match(tagged(5), path)  # by another program, and later
    os.utime(path, (found.when.timestamp() + 60,) * 2)
    (found,) = recoverable()
    assert found.file_tags == 5
    assert found.file_when is not None
    assert found.file_when > found.when


def test_what_somebody_took_up_is_not_offered_twice() -> None:
    """Neither while that window lives nor after it died too; but again once it was given up."""
    first = Journal.begin(tagged(1), None)
    first.record(tagged(1), tagged(2), "Tag mark")
    ended(first)
    (found,) = recoverable()
    second = Journal.begin(found.match(), None, unsaved=True, origin=found.path.name)
    assert recoverable() == []
    second.record(tagged(2), tagged(3), "Tag mark")
    second.close(clean=False)
    (again,) = recoverable()
    assert (again.path, again.tags) == (second.path, 3)
    assert found.path.exists()
    discard(again)
    assert recoverable() == [found]
