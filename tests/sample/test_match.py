from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from itertools import pairwise

import pytest

from annotator.files.match_file import match_from_text, match_to_text
from annotator.files.rulesets import load_ruleset
from annotator.files.tag_table import read_tag_table, write_tag_table
from annotator.model.edits import check_tag
from annotator.model.match import Match
from annotator.model.timeline import read_timeline
from annotator.model.vocabulary import POSITIONS
from annotator.sample import FIRST, SECOND, sample_match
from annotator.sample.frames import first_at, frame_times
from annotator.sample.other_eyes import OTHER
from annotator.sample.story import Story
from annotator.scoring import score

STORY = pytest.mark.parametrize("story", [FIRST, SECOND, OTHER], ids=["first", "second", "other"])
TIMES = frame_times()
MATCH = sample_match(TIMES)


def told(story: Story) -> tuple[list[Fraction], Match]:
    times = frame_times(story=story)
    return times, sample_match(times, story=story)


@STORY
def test_every_tag_is_legal_and_stands_on_a_frame(story: Story) -> None:
    times, match = told(story)
    assert len(match.tags) == len(story.facts) >= 25
    for tag in match.tags:
        check_tag(tag)
        assert tag.frame is not None
        assert times[tag.frame] == tag.start
        assert (tag.end is None) == (tag.end_frame is None)
        if tag.end is not None and tag.end_frame is not None:
            assert times[tag.end_frame] == tag.end > tag.start


@pytest.mark.parametrize("story", [FIRST, SECOND])
def test_a_position_is_tagged_on_the_first_frame_that_shows_it(story: Story) -> None:
    times, _ = told(story)
    reached = {round(beat.time, 3) for beat in story.beats}
    reached |= {round(fact.time, 3) for fact in story.facts if fact.tag in ("start", "restart")}
    for fact in story.facts:
        if fact.tag in POSITIONS:
            assert round(fact.time, 3) in reached, fact
            frame = first_at(times, fact.time)
            assert float(times[frame]) >= fact.time - 1e-6 > float(times[frame - 1]) - 2e-6


@STORY
def test_tags_stand_on_the_first_frame_at_or_after_their_second(story: Story) -> None:
    times, match = told(story)
    for fact, tag in zip(story.facts, match.tags, strict=True):
        assert (fact.tag, fact.athlete, fact.note) == (tag.tag, tag.athlete, tag.note)
        if fact.tag != "end":
            assert tag.frame == next(
                i for i, time in enumerate(times) if time >= Fraction(str(fact.time))
            )


@STORY
def test_the_beats_follow_one_another(story: Story) -> None:
    for before, after in pairwise(story.beats):
        assert before.time + after.take <= after.time + 1e-9, after
    times = [fact.time for fact in story.facts]
    assert times == sorted(times)


@pytest.mark.parametrize(("story", "least"), [(FIRST, 15), (SECOND, 9)])
def test_positions_are_shown_with_the_right_athlete_on_top(story: Story, least: int) -> None:
    """Where a beat's pose is the tagged position, the one on top is the one in the tag."""
    from annotator.sample import poses

    named = {id(pair): name for name, pair in poses.ALL.items()}
    beats = {round(beat.time, 3): beat for beat in story.beats}
    checked = 0
    for fact in story.facts:
        beat = beats.get(round(fact.time, 3))
        if beat is not None and named[id(beat.pair)] == fact.tag and fact.athlete:
            assert beat.a == fact.athlete
            checked += 1
    assert checked >= least


def test_the_clock_runs_for_the_match_duration_to_within_a_frame() -> None:
    timeline = read_timeline(MATCH)
    clock = timeline.clock_at(timeline.last)
    assert 0 <= clock - FIRST.duration < 0.04
    assert timeline.started
    assert timeline.ended
    assert not timeline.oddities


def test_the_second_match_ends_before_its_time_and_says_what_the_board_showed() -> None:
    _, match = told(SECOND)
    sheet = score(match, load_ruleset("ibjjf-ru"), None)
    assert (sheet.result.winner, sheet.result.won_by) == ("red", "submission")
    timeline = read_timeline(match)
    assert timeline.ended
    assert not timeline.oddities
    assert timeline.clock_at(timeline.last) < SECOND.duration
    assert sum(tag.tag == "official" for tag in match.tags) >= 4
    assert sheet.refusals


def test_somebody_else_saw_other_things_and_gives_another_score() -> None:
    _, other = told(OTHER)
    ruleset = load_ruleset("ibjjf-ru")
    assert score(other, ruleset, None).totals() != score(MATCH, ruleset, None).totals()


def test_there_is_a_bit_of_everything() -> None:
    names = {tag.tag for tag in MATCH.tags}
    assert names >= {
        "standing", "takedown", "closed_guard", "open_guard", "half_guard", "side_control", "knee_on_belly",
        "mount", "back_control", "turtle", "scramble", "submission", "sweep", "guard_pull", "attempt",
        "out_of_bounds", "stop", "restart", "inactive", "warning", "mark", "end",
    }  # fmt: skip
    assert any(tag.kind.details and not tag.details for tag in MATCH.tags if tag.is_position)


def test_file_and_table_give_the_same_match_back() -> None:
    assert match_from_text(match_to_text(MATCH), "sample").tags == MATCH.tags
    assert read_tag_table(write_tag_table(MATCH).encode(), [TIMES]).tags == MATCH.tags


def test_the_athletes_are_named() -> None:
    assert (MATCH.name_of("red"), MATCH.name_of("blue")) == ("Ana Moreau", "Lena Petrova")
    assert MATCH.athletes["red"].belt == "red"


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = (
        "import sys, annotator.sample\n"
        "print([name for name in ('numpy', 'cv2', 'av', 'PIL', 'matplotlib', 'PyQt6') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
