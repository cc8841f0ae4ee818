"""The template that comes with the program: one table for the buttons, the keys, the key sheet.

Keys are places (see `annotator.ui.keys`), so what counts is where they lie. The player keeps J K
L I O B G M F C and the punctuation at the right. Of the other letters the left hand gets the
positions, in the shape in which a match moves through them: guards on the top row from left to
right as they are passed, pins below them, the back and the legs underneath. The right hand gets
what athletes do, and the whistle. A press of the prefix key (right of L) opens a second level of
letters for what is rare; there every letter is free, so they are the English initials.

Shift with any of them means the other athlete.
"""

from __future__ import annotations

from annotator.model.template import WHISTLE, Button, ButtonGroup, Template
from annotator.model.vocabulary import YES_NO
from annotator.text import answer_text, detail_text, quoted, tr, word

PREFIX = "Semicolon"


def _rare(tag: str, letter: str, *, shown: bool = True) -> Button:
    return Button(tag, f"{PREFIX} Key{letter}", shown=shown)


_POSITIONS = (
    Button("standing", "KeyQ"),
    Button("open_guard", "KeyW"),
    Button("closed_guard", "KeyE"),
    Button("half_guard", "KeyR"),
    Button("scramble", "KeyA"),
    Button("side_control", "KeyS"),
    Button("mount", "KeyD"),
    Button("turtle", "KeyT"),
    Button("knee_on_belly", "KeyZ"),
    Button("back_control", "KeyX"),
    Button("leg_entanglement", "KeyV"),
    _rare("north_south", "N"),
)
_ACTIONS = (
    Button("guard_pull", "KeyY"),
    Button("takedown", "KeyU"),
    Button("submission", "KeyH"),
    Button("mark", "KeyP"),
)
_REFEREE = (
    Button(WHISTLE, "KeyN"),
    _rare("freeze", "F"),
    _rare("out_of_bounds", "O"),
    _rare("end", "E"),
)
_RARE = (
    # The whistle makes the first three; their keys stay, but two buttons of one name would confuse.
    _rare("start", "S", shown=False),
    _rare("stop", "X", shown=False),
    _rare("resume", "R", shown=False),
    _rare("restart", "Y"),
    _rare("overtime", "T"),
    _rare("inactive", "I"),
    _rare("warning", "W"),
    _rare("foul", "U"),
    _rare("official", "B"),
    _rare("decision", "D"),
    _rare("standing_back", "K"),
    _rare("double_guard", "G"),
    _rare("attempt", "A"),
    _rare("sweep", "P"),
)
SHIPPED = Template(
    "annotator",
    (
        ButtonGroup("Positions: who is on top", _POSITIONS),
        ButtonGroup("Actions", _ACTIONS),
        ButtonGroup("Referee", _REFEREE),
        ButtonGroup("Rare", _RARE),
    ),
)

# The techniques that a digit answers at once, nine a page; the rest by typing their first letters.
USUAL_TECHNIQUES = (
    "armbar", "triangle", "rear_choke", "kimura", "guillotine", "americana", "straight_ankle",
    "heel_hook", "omoplata",
)  # fmt: skip


def button_text(button: Button) -> str:
    """What a button is called in full: its caption, or its tag with what it says about it."""
    if button.caption:
        return button.caption
    given = [
        # “Yes” says nothing by itself.
        detail_text(key, value) if value in YES_NO else answer_text(key, value)
        for key, value in button.details.items()
    ]
    given += [quoted(button.note)] if button.note else []
    name = tr("whistle") if button.tag == WHISTLE else word(button.tag)
    return f"{name} ({', '.join(given)})" if given else name
