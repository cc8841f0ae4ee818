"""A coach tags the sample match by key presses alone: few of them, and it scores as the sample does."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from PyQt6.QtCore import Qt
from pytestqt.qtbot import QtBot

from annotator.files.rulesets import find_rulesets
from annotator.model.edits import AddTag, SetRulesets
from annotator.model.match import Match, RulesetPin
from annotator.sample import sample_match
from annotator.scoring import score
from annotator.ui.window import Window

K = Qt.Key
# What is pressed when, by the number of the sample's tag (its end: `e` behind). A capital `S` before
# a key is Shift. The match itself (category, duration) is entered once, in its dialog.
HAND: dict[str, str] = {
    "2": "N", "3": "Q", "4": "; SA 1", "4e": "; A", "5": "U 1", "6": "E", "7": "SH 1 1", "7e": "F10",
    "8": "W", "9": "R 1", "10": "S", "11": "R", "12": "D", "13": "Z", "14": "D 2", "15": "X 2",
    "16": "F6 0 3", "17": "H 3", "17e": "H", "18": "SE", "19": "; SP", "20": "R", "21": "A",
    "22": "; O 0 2", "23": "N", "24": "N", "25": "Q", "26": "; SI", "26e": "; I", "27": "; SW 1",
    "28": "SY", "29": "W", "30": "; SP", "31": "W", "32": "R", "33": "S", "34": "Z 3", "35": "A",
    "36": "T 1", "37": "X F5", "38": "F5 0 2", "39": "P", "40": "A", "41": "Q", "42": "U 2",
    "43": "R", "44": "; E",
}  # fmt: skip
MOST = 2.2


def moments(match: Match) -> list[tuple[Fraction, str]]:
    """When which of the strokes is due."""
    found = [(tag.start, tag.id) for tag in match.tags]
    found += [(tag.end, f"{tag.id}e") for tag in match.tags if tag.end is not None]
    return sorted((time, name) for time, name in found if name in HAND)


def stroke(window: Window, qtbot: QtBot, name: str) -> int:
    """Press one key as a person does. Returns how many keys went down, Shift too."""
    shifted = len(name) == 2 and name[0] == "S"
    key = {";": K.Key_Semicolon}.get(name) or getattr(K, f"Key_{name[1:] if shifted else name}")
    modifier = Qt.KeyboardModifier.ShiftModifier if shifted else Qt.KeyboardModifier.NoModifier
    qtbot.keyClick(window.film_view, key, modifier)
    return 2 if shifted else 1


def said(match: Match) -> dict[str, object]:
    """What every ruleset gives: totals, winner, and each award."""
    sheets = {ruleset.id: score(match, ruleset) for ruleset in find_rulesets()}
    return {
        name: (
            sheet.totals(),
            sheet.result.winner,
            sheet.result.won_by,
            [(a.time, a.athlete, a.award, a.value, a.clause) for a in sheet.awards],
        )
        for name, sheet in sheets.items()
    }


def test_the_sample_is_tagged_with_few_keys_and_scores_the_same(
    window: Window, qtbot: QtBot, record_property: Callable[[str, object], None]
) -> None:
    sample = sample_match()
    window.scorer.read_rulesets()
    qtbot.waitUntil(lambda: bool(window.scorer.rulesets), timeout=20000)
    every = tuple(RulesetPin(ruleset.id) for ruleset in window.scorer.rulesets)
    assert window.session.do(SetRulesets(every))
    assert window.session.do(AddTag(sample.tags[0]))
    qtbot.waitUntil(lambda: window.followup._concerns is not None, timeout=20000)
    qtbot.waitUntil(lambda: len(window.panel.holds.cells) == len(every), timeout=20000)

    keys = strokes = 0
    for time, name in moments(sample):
        window.player.seek(time)
        for each in HAND[name].split():
            keys += stroke(window, qtbot, each)
            strokes += 1

    made = window.session.match
    by_key = len(made.tags) - 1
    record_property("keys per tag", keys / by_key)
    assert by_key == len(sample.tags) - 1 == 43
    assert [(t.tag, t.start) for t in made.in_time() if t.is_position] == [
        (t.tag, t.start) for t in sample.in_time() if t.is_position
    ]
    assert said(made) == said(sample)
    assert strokes / by_key <= keys / by_key <= MOST
