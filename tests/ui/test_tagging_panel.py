"""The tag panel: what its buttons show, and which questions are asked about a tag."""

from __future__ import annotations

from fractions import Fraction
from types import MappingProxyType

import pytest
from PyQt6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.vocabulary import VOCABULARY, Athlete, Group
from annotator.ui.commands import Bindings
from annotator.ui.key_sheet import KeySheet
from annotator.ui.keys import Keyboard
from annotator.ui.tagging.buttons import Look, TagButton
from annotator.ui.tagging.followup import FollowUp
from annotator.ui.tagging.panel import TagPanel
from annotator.ui.tagging.questions import (
    AT_FIRST,
    PER_PAGE,
    choices,
    given_up_before,
    higher_before,
    question_text,
    questions,
)
from annotator.ui.tagging.tagger import Tagger, running


def tag(number: int, name: str, who: Athlete | None = None, **details: str) -> Tag:
    return Tag(str(number), name, Fraction(number), athlete=who, details=MappingProxyType(details))


def match_of(*tags: Tag) -> Match:
    return Match(tags=(Tag("s", "start", Fraction(0)), *tags))


def keys(match: Match, number: int) -> list[str]:
    asked = match.by_id(str(number))
    assert asked is not None
    return [one.key for one in questions(asked, match).asked]


# ---------------------------------------------------------------------- what is asked


@pytest.mark.parametrize(
    ("before", "after", "higher"),
    [
        (tag(1, "mount", "red"), tag(2, "half_guard", "red"), "mount"),
        (tag(1, "back_control", "red"), tag(2, "mount", "red"), "back_control"),
        (tag(1, "mount", "red"), tag(2, "knee_on_belly", "red"), "mount"),
        (tag(1, "half_guard", "red"), tag(2, "mount", "red"), None),
        (tag(1, "mount", "red"), tag(2, "half_guard", "blue"), None),
        (tag(1, "mount", "red"), tag(2, "standing"), None),
        (tag(1, "mount", "red"), tag(2, "scramble"), None),
        (tag(1, "mount", "red"), tag(2, "mount", "red"), None),
    ],
)
def test_why_down_is_behind_more_until_the_position_is_retaken(
    before: Tag, after: Tag, higher: str | None
) -> None:
    match = match_of(before, after)
    found = questions(after, match)

    assert higher_before(after, match) == higher
    assert "forced" not in [one.key for one in found.asked[: found.at_first]]
    assert ("forced" in keys(match, 2)) == (higher is not None)
    assert "forced" not in keys(match, 1)


MOUNT, HALF = tag(1, "mount", "red"), tag(2, "half_guard", "red")


@pytest.mark.parametrize(
    ("between", "again", "about"),
    [
        ([HALF], tag(9, "mount", "red"), "2"),
        ([HALF, tag(3, "scramble")], tag(9, "mount", "red"), "2"),
        ([HALF, tag(3, "side_control", "red")], tag(9, "mount", "red"), "2"),
        ([tag(2, "scramble"), tag(3, "side_control", "red")], tag(9, "mount", "red"), "3"),
        ([HALF, tag(3, "half_guard", "blue")], tag(9, "mount", "red"), None),
        ([HALF, tag(3, "standing")], tag(9, "mount", "red"), None),
        ([HALF], tag(9, "mount", "blue"), None),
        ([HALF], tag(9, "side_control", "red"), None),
        ([tag(2, "scramble")], tag(9, "mount", "red"), None),
        ([tag(2, "back_control", "red")], tag(9, "mount", "red"), None),
    ],
)
def test_chose_or_forced_is_asked_when_the_position_is_retaken(
    between: list[Tag], again: Tag, about: str | None
) -> None:
    match = match_of(MOUNT, *between, again)
    left = given_up_before(again, match)
    assert (left.id if left else None) == about
    first = questions(again, match).asked[0]
    assert (first.key == "forced") == (about is not None)
    if about is not None:
        assert first.tag.id == about
        assert "from mount" in question_text(first.tag, first.detail, match) or about == "3"


def test_only_what_the_chosen_rulesets_ask_about_is_asked_at_once() -> None:
    mount = tag(2, "mount", "red")
    match = match_of(tag(1, "half_guard", "red"), mount)
    found = questions(mount, match, {"mount": frozenset({"facing", "controlled"})})

    assert [one.key for one in found.asked[: found.at_first]] == ["controlled", "facing"]
    assert {one.key for one in found.asked} == set(VOCABULARY["mount"].details) - {"forced"}
    assert questions(mount, match, {}).at_first == 0
    attack = tag(3, "submission", "red")
    assert questions(attack, match_of(mount, attack), {}).asked[0].key == "technique"


def test_a_position_that_goes_on_asks_nothing_unasked() -> None:
    settled = tag(3, "mount", "red", controlled="yes")
    assert questions(settled, match_of(tag(1, "mount", "red"), settled)).at_first == 0


def test_what_flatters_the_attacker_is_not_suggested() -> None:
    mount, takedown = tag(1, "mount", "red"), tag(2, "takedown", "red")
    facing = choices(mount, VOCABULARY["mount"].details["facing"])
    amplitude = choices(takedown, VOCABULARY["takedown"].details["amplitude"])

    assert [choice.ordinary for choice in facing] == [False, False]
    assert [choice.assumed for choice in facing] == [True, False]
    assert [choice.ordinary for choice in amplitude] == [True, False]


def test_the_six_most_recent_techniques_come_first_and_other_is_the_usual_one() -> None:
    attack = tag(1, "submission", "red")
    detail = VOCABULARY["submission"].details["technique"]
    recent = ("twister", "kimura", "darce", "calf_slicer", "toe_hold", "kneebar")
    shown = choices(attack, detail, recent)

    assert tuple(choice.value for choice in shown[:6]) == recent
    assert [choice.value for choice in shown if choice.ordinary] == ["other"]
    assert shown[PER_PAGE - 1].value == "other"
    assert sorted(choice.value for choice in shown) == sorted(detail.values)


def test_why_down_is_asked_in_words_of_the_mat() -> None:
    lower = tag(2, "half_guard", "red")
    match = match_of(tag(1, "mount", "red"), lower)
    forced = VOCABULARY["half_guard"].details["forced"]

    assert question_text(lower, forced, match) == "Why down from mount to half guard?"
    assert [(c.value, c.label) for c in choices(lower, forced)] == [
        ("yes", "opponent forced it"), ("no", "own choice"),
    ]  # fmt: skip


def test_an_answer_once_given_can_still_be_changed() -> None:
    match = match_of(tag(1, "mount", "red", forced="yes"))
    assert "forced" in keys(match, 1)


@pytest.mark.parametrize("name", sorted(VOCABULARY))
def test_a_few_questions_come_first_and_none_is_lost(name: str) -> None:
    kind = VOCABULARY[name]
    asked = tag(2, name, "red")
    match = match_of(tag(1, "back_control", "red"), asked)
    found = questions(asked, match)
    every = found.asked

    assert found.at_first <= AT_FIRST
    assert len({one.key for one in every}) == len(every)
    wanted = {key for key, detail in kind.details.items() if detail.kind.value != "text"}
    if name not in ("match", "start"):
        assert {one.key for one in every} >= wanted - {"forced"}


def test_what_decides_is_asked_first() -> None:
    def first(name: str) -> list[str]:
        return keys(match_of(tag(1, name, "red")), 1)[:2]

    assert first("takedown") == ["landing", "landing_control"]
    assert first("back_control") == ["hooks", "legs"]
    assert first("mount") == ["bottom_on", "knees_down"]
    assert first("submission") == ["technique", "close"]


def test_counts_cannot_be_taken_for_keys() -> None:
    for name, kind in VOCABULARY.items():
        for detail in kind.details.values():
            if detail.values == ("0", "1", "2"):
                labels = [choice.label for choice in choices(tag(1, name, "red"), detail)]
                assert not any(label[0].isdigit() for label in labels)


# ---------------------------------------------------------------------- the questions' panel


def asking(qtbot: QtBot, *tags: Tag) -> FollowUp:
    panel = FollowUp()
    qtbot.addWidget(panel)
    panel.resize(364, 200)
    panel.show()
    panel.set_tag(match_of(*tags), tags[-1].id)
    return panel


def test_the_key_that_skips_is_printed_and_leads_to_more(qtbot: QtBot) -> None:
    panel = asking(qtbot, tag(1, "mount", "red"))
    assert panel.skip.text() == "0  skip"

    for _ in range(4):
        panel.next_question()
    assert panel.skip.text().startswith("0  more (")
    assert panel.asking
    panel.skip.click()
    assert panel.skip.text() == "0  skip"
    for _ in range(20):
        panel.next_question()
    assert panel.asking


def test_the_panel_of_a_tag_without_questions_has_no_key_to_skip(qtbot: QtBot) -> None:
    panel = asking(qtbot, tag(1, "mark"))
    assert not panel.skip.isVisible()
    assert not panel.asking


def test_more_techniques_are_announced(qtbot: QtBot) -> None:
    panel = asking(qtbot, tag(1, "submission", "red"))
    assert panel.skip.text() == "0  more answers"
    metrics = panel.technique.fontMetrics()
    hint = metrics.horizontalAdvance(panel.technique.placeholderText())
    assert hint < panel.technique.width() - 8


# ---------------------------------------------------------------------- buttons


def test_a_throw_is_over_once_its_landing_was_tagged() -> None:
    pull = tag(5, "guard_pull", "blue")
    here = Tag("9", "closed_guard", Fraction(5), athlete="red")
    assert [t.id for t in running(match_of(pull), Fraction(6))] == ["5"]
    assert running(match_of(pull, here), Fraction(6)) == []
    assert running(match_of(pull, tag(6, "end")), Fraction(7)) == []
    standing = Tag("9", "standing", Fraction(5))
    assert [t.id for t in running(match_of(standing, pull), Fraction(6))] == ["5"]


def test_no_two_buttons_have_one_name_at_any_state_of_the_clock(qtbot: QtBot) -> None:
    panel = TagPanel(Tagger())
    qtbot.addWidget(panel)
    for match, time in (
        (Match(), 0),
        (match_of(), 1),
        (match_of(tag(2, "stop")), 3),
        (match_of(tag(2, "end")), 3),
    ):
        panel.set_match(match)
        panel.set_time(Fraction(time))
        names = [button.text() for button in panel.buttons.values()]
        assert len(set(names)) == len(names)


def test_buttons_grow_into_the_room_there_is(qtbot: QtBot) -> None:
    panel = TagPanel(Tagger())
    qtbot.addWidget(panel)
    heights = []
    for height in (500, 900):
        panel.resize(364, height)
        panel.show()
        panel.grab()
        heights.append(panel.buttons["mount"].height())
    assert heights[1] > heights[0]


@pytest.mark.parametrize("label", ["W", "; N"])
def test_how_long_it_holds_finds_room_beside_the_key(qtbot: QtBot, label: str) -> None:
    room = QWidget()
    qtbot.addWidget(room)
    button = TagButton("mount", "Mount", room)
    button.resize(84, 38)
    button.set_key(label)
    button.set_look(Look("red", lit=True, lit_for="red", since="10:01.5"))
    shown = button.grab().toImage()
    button.set_look(Look("red", lit=True, lit_for="red", since="10:02.5"))
    assert button.grab().toImage() != shown


def test_the_key_sheet_gives_no_clock_to_the_other_athlete(qtbot: QtBot) -> None:
    room = QWidget()
    qtbot.addWidget(room)
    sheet = KeySheet(Bindings(), Keyboard(), room)
    rows = []
    for place in range(sheet.tree.topLevelItemCount()):
        head = sheet.tree.topLevelItem(place)
        assert head is not None
        rows += [child.text(0) for n in range(head.childCount()) if (child := head.child(n))]

    assert "Tag mount, the other athlete" in rows
    assert "Tag standing" in rows
    assert "Tag standing, the other athlete" not in rows
    assert "Tag freeze, the other athlete" not in rows
    assert VOCABULARY["standing"].group is Group.POSITION


def test_buttons_stay_where_they_are_whether_a_tag_is_selected_or_not(qtbot: QtBot) -> None:
    panel = asking(qtbot, tag(1, "half_guard", "red"))
    asked = panel.sizeHint().expandedTo(panel.minimumSize()).height()
    panel.set_tag(match_of(), None)
    assert panel.sizeHint().expandedTo(panel.minimumSize()).height() == asked
