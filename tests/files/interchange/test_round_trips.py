"""What we write for another program and read back is what it was; what was edited there counts."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.files.interchange.boris import write_boris
from annotator.files.interchange.boris_tables import write_boris_events, write_boris_table
from annotator.files.interchange.eaf_writer import write_eaf
from annotator.files.interchange.incoming import Imported
from annotator.files.interchange.opening import read_content
from annotator.files.interchange.outgoing import Made
from annotator.files.interchange.record import shown_text
from annotator.files.interchange.sportscode import write_sportscode
from annotator.files.tag_table import read_tag_table, write_tag_table
from annotator.model.match import Match, Media, Person
from annotator.model.vocabulary import ATHLETES
from tests.files.strategies import TEXTS, TIMES, tag_tuples

Writer = Callable[[Match], Made]
WRITERS: dict[str, Writer] = {
    "sportscode": write_sportscode,
    "boris": write_boris,
    "boris-table": write_boris_table,
    "boris-events": write_boris_events,
    "eaf": write_eaf,
}
TABLE = b"""start,end,tag,athlete,details,note
0,,match,,category=adult; gi=yes; duration=300,
0,,start,,,
0,,standing,,,
12.4,13.1,takedown,red,landing=back; opponent_knees=0,
1001/75,,half_guard,red,,tight
1001/30,,side_control,red,back_flat=yes,
36.5,39,submission,blue,technique=armbar; close=yes; outcome=escaped,nearly
60,,end,,,
"""
writers = pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)
films = st.none() | st.builds(
    Media, path=st.just("a film.mp4"), duration=TIMES.filter(bool), frames=st.integers(1, 9000),
    first=st.none() | TIMES,
)  # fmt: skip


def read(data: bytes) -> Imported:
    return read_content(data, Path("some file"))


@writers
@given(tags=tag_tuples(least=1, extras=True), film=films)
def test_our_own_file_read_back_has_every_tag_as_it_was(write: Writer, tags, film) -> None:
    match = Match(tags=tags, media=(film,) if film else ())

    back = read(write(match).data).match

    assert back.tags == tags
    assert write_tag_table(back) == write_tag_table(match)


@writers
@given(names=st.lists(TEXTS.map(shown_text), min_size=9, max_size=9))
def test_what_is_said_of_the_match_comes_back(write: Writer, names: list[str]) -> None:
    title, event, date, round_, weight, *people = names
    plain = read_tag_table(TABLE)
    persons = {who: Person(people.pop(), people.pop()) for who in ATHLETES}
    match = replace(
        plain, title=title, event=event, date=date, round=round_, weight=weight,
        athletes=MappingProxyType(persons),
    )  # fmt: skip

    back = read(write(match).data).match

    assert (back.event, back.date, back.round, back.weight) == (event, date, round_, weight)
    assert back.title == title
    assert back.athletes == match.athletes
    assert back.tags == match.tags


@writers
def test_a_file_is_the_same_each_time(write: Writer) -> None:
    match = read_tag_table(TABLE)

    assert write(match) == write(match)


def edited(data: bytes, old: str, new: str) -> Match:
    text = data.decode()
    assert old in text
    return read(text.replace(old, new).encode()).match


def test_what_was_moved_in_the_other_program_counts() -> None:
    match = read_tag_table(TABLE)
    sportscode = write_sportscode(match).data

    moved = edited(sportscode, "<start>12.400</start>", "<start>12.250</start>")
    assert (moved.tags[3].start, moved.tags[3].end) == (Fraction("12.25"), Fraction("13.1"))
    # Half a millisecond is what the format rounds away, and no move.
    kept = edited(sportscode, "<start>33.367</start>", "<start>33.3670</start>")
    assert kept.tags == match.tags
    longer = edited(sportscode, "<end>39.000</end>", "<end>40.000</end>")
    assert longer.tags[6].end == 40


def test_answers_athletes_and_notes_that_were_changed_there_count() -> None:
    sportscode = write_sportscode(read_tag_table(TABLE)).data

    changed = edited(sportscode, "<text>armbar</text>", "<text>Juji-gatame</text>")
    assert changed.tags[6].details["technique"] == "armbar"
    changed = edited(sportscode, "<text>escaped</text>", "<text>tap</text>")
    assert changed.tags[6].details["outcome"] == "tap"
    changed = edited(sportscode, "<text>nearly</text>", "<text>not at all</text>")
    assert changed.tags[6].note == "not at all"
    changed = edited(sportscode, "half_guard - red", "mount - blue")
    assert (changed.tags[4].tag, changed.tags[4].athlete) == ("mount", "blue")


def test_a_copy_made_there_gets_an_id_of_its_own() -> None:
    match = read_tag_table(TABLE)
    project = json.loads(write_boris(match).data)
    events = project["observations"]["match"]["events"]
    twice = next(event for event in events if event[2] == "match")
    events.append([5.0, *twice[1:]])

    back = read(json.dumps(project).encode()).match

    assert len(back.tags) == len(match.tags) + 1
    assert len({tag.id for tag in back.tags}) == len(back.tags)
    assert sorted(tag.start for tag in back.tags if tag.tag == "match") == [0, 5]


def test_events_added_there_stand_where_their_time_is() -> None:
    project = json.loads(write_boris(read_tag_table(TABLE)).data)
    events = project["observations"]["match"]["events"]
    events += [[20.0, "red", "warning", "None", "", "NA"], [70.0, "blue", "warning", "", "", "NA"]]

    back = read(json.dumps(project).encode()).match

    assert [tag.tag for tag in back.tags][4:7] == ["half_guard", "warning", "side_control"]
    assert (back.tags[-1].tag, back.tags[-1].athlete) == ("warning", "blue")
