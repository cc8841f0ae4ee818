"""The keys of the tags: one table for the buttons, the shortcuts and the key sheet.

Keys are places (see `annotator.ui.keys`), so what counts is where they lie. The player keeps J K
L I O B G M F C and the punctuation at the right. Of the other letters the left hand gets the
positions, in the shape in which a match moves through them: guards on the top row from left to
right as they are passed, pins below them, the back and the legs underneath. The right hand gets
what athletes do, and the whistle. A press of the prefix key (right of L) opens a second level of
letters for what is rare; there every letter is free, so they are the English initials.

Shift with any of them means the other athlete.
"""

from __future__ import annotations

from dataclasses import dataclass

PREFIX = "Semicolon"
WHISTLE = "whistle"  # no tag: makes start, stop or resume, whichever the clock can take


@dataclass(frozen=True, slots=True)
class TagKey:
    """A tag (or the whistle) and its key."""

    tag: str
    key: str

    @property
    def rare(self) -> bool:
        """Whether the key is on the second level."""
        return self.key.startswith(PREFIX)


def _rare(tag: str, letter: str) -> TagKey:
    return TagKey(tag, f"{PREFIX} Key{letter}")


# The panel shows each group four to a row.
POSITIONS = (
    TagKey("standing", "KeyQ"),
    TagKey("open_guard", "KeyW"),
    TagKey("closed_guard", "KeyE"),
    TagKey("half_guard", "KeyR"),
    TagKey("scramble", "KeyA"),
    TagKey("side_control", "KeyS"),
    TagKey("mount", "KeyD"),
    TagKey("turtle", "KeyT"),
    TagKey("knee_on_belly", "KeyZ"),
    TagKey("back_control", "KeyX"),
    TagKey("leg_entanglement", "KeyV"),
    _rare("north_south", "N"),
)
ACTIONS = (
    TagKey("guard_pull", "KeyY"),
    TagKey("takedown", "KeyU"),
    TagKey("submission", "KeyH"),
    TagKey("mark", "KeyP"),
)
REFEREE = (
    TagKey(WHISTLE, "KeyN"),
    _rare("freeze", "F"),
    _rare("out_of_bounds", "O"),
    _rare("end", "E"),
)
RARE = (
    _rare("start", "S"),
    _rare("stop", "X"),
    _rare("resume", "R"),
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
TEMPLATE = (*POSITIONS, *ACTIONS, *REFEREE, *RARE)

# The techniques that a digit answers at once, nine a page; the rest by typing their first letters.
USUAL_TECHNIQUES = (
    "armbar", "triangle", "rear_choke", "kimura", "guillotine", "americana", "straight_ankle",
    "heel_hook", "omoplata",
)  # fmt: skip
