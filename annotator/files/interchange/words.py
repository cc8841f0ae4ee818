"""Names that coaches and other programs use, and the tag, answer or athlete that they mean.

Only what can mean one thing alone is listed: `guard` is none of the three guards, so it stays a
word of theirs. A table of the user's own (`mapping.py`) goes before all of this.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from annotator.files.facts import Wrong, read_answer
from annotator.model.vocabulary import (
    ATHLETES,
    TECHNIQUES,
    VOCABULARY,
    YES_NO,
    Athlete,
    Kind,
    TagKind,
)

_NONE: Mapping[str, str] = MappingProxyType({})
_SPLIT = re.compile(r"[^0-9a-z\u0400-\u04ff]+")


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a name stands for: a tag, whose, with which answers; no tag: it is left out."""

    tag: str | None
    athlete: Athlete | None = None
    details: Mapping[str, str] = field(default_factory=lambda: _NONE)


def plain(text: str) -> str:
    """A name without accents, capitals and punctuation: `Knee-on-Belly!` is `knee_on_belly`."""
    bare = unicodedata.normalize("NFKD", text[:200]).casefold()
    letters = "".join(char for char in bare if not unicodedata.combining(char))
    return _SPLIT.sub("_", letters.replace("'", "")).strip("_")


_TAGS = {
    "standing": "standup stand_up stand on_feet neutral neutral_standing feet",
    "scramble": "scrambling transition",
    "standing_back": "standing_back_control back_standing standing_back_take",
    "closed_guard": "full_guard closed guard_closed",
    "open_guard": "guard_open",
    "half_guard": "halfguard half",
    "leg_entanglement": "leg_lock_position ashi_garami ashi 50_50 fifty_fifty single_leg_x saddle honey_hole",
    "double_guard": "double_guard_pull double_pull",
    "turtle": "turtled",
    "side_control": "side_mount cross_side 100_kilos hundred_kilos side yoko_shiho_gatame kesa_gatame",
    "north_south": "kami_shiho_gatame ns",
    "knee_on_belly": "kob knee_ride knee_on_stomach knee_mount",
    "mount": "full_mount mounted tate_shiho_gatame",
    "back_control": "back_mount rear_mount back_hooks back_with_hooks",
    "takedown": "take_down td throw takedowns",
    "guard_pull": "pull_guard pulls_guard guard_pulling",
    "sweep": "swept sweeps reversal_from_guard",
    "attempt": "try tries",
    "mark": "bookmark marker look_again",
    "submission": "sub submissions submission_attempt sub_attempt finish_attempt",
    "start": "match_start begin hajime fight",
    "stop": "matte mate break pause",
    "freeze": "sonomama sono_mama",
    "resume": "yoshi continue",
    "end": "match_end finish soremade sore_made time_up",
    "out_of_bounds": "oob out out_of_area",
    "inactive": "inactivity stalling passivity passive",
    "warning": "verbal_warning",
    "foul": "penalty shido hansoku",
    "overtime": "golden_score",
    "restart": "referee_restart",
    "decision": "hantei",
    "official": "scoreboard official_score",
}
_HOLDS = {
    "armbar": "arm_bar juji_gatame jujigatame straight_armbar",
    "americana": "keylock key_lock figure_four_armlock",
    "kimura": "double_wristlock",
    "triangle": "triangle_choke sankaku sankaku_jime",
    "rear_choke": "rnc rear_naked_choke mata_leao hadaka_jime",
    "guillotine": "guillotine_choke",
    "ezekiel": "ezekiel_choke sode_guruma_jime",
    "arm_triangle": "head_and_arm_choke head_and_arm kata_gatame arm_triangle_choke",
    "bow_and_arrow": "bow_and_arrow_choke",
    "cross_choke": "cross_collar_choke collar_choke juji_jime",
    "darce": "d_arce darce_choke brabo brabo_choke",
    "anaconda": "anaconda_choke",
    "buggy_choke": "buggy",
    "straight_ankle": "ankle_lock straight_ankle_lock achilles_lock straight_footlock",
    "toe_hold": "toehold",
    "kneebar": "knee_bar",
    "heel_hook": "heelhook inside_heel_hook outside_heel_hook",
    "calf_slicer": "calf_crush calf_lock",
    "biceps_slicer": "bicep_slicer",
    "wrist_lock": "wristlock mao_de_vaca",
}
_ATTEMPTS = {
    "takedown": "takedown_attempt failed_takedown shot shot_attempt",
    "sweep": "sweep_attempt failed_sweep",
    "pass": "pass_attempt guard_pass_attempt failed_pass",
    "back_take": "back_take_attempt",
}
_YES = frozenset("yes y true 1 oui da ja si x".split())
_NO = frozenset("no n false 0 non niet nein".split())


def _known() -> dict[str, Meaning]:
    found = {name: Meaning(name) for name in VOCABULARY}
    for name, words in _TAGS.items():
        found.update((word, Meaning(name)) for word in words.split())
    for hold in TECHNIQUES:
        meaning = Meaning("submission", details=MappingProxyType({"technique": hold}))
        if hold != "other":
            found.update((word, meaning) for word in (hold, *_HOLDS.get(hold, "").split()))
    for kind, words in _ATTEMPTS.items():
        meaning = Meaning("attempt", details=MappingProxyType({"kind": kind}))
        found.update((word, meaning) for word in words.split())
    return found


_KNOWN = _known()
_HOLD_WORDS = {
    word: meaning.details["technique"]
    for word, meaning in _KNOWN.items()
    if "technique" in meaning.details
}


class Words:
    """Understands names. `people`: what else the athletes are called; `own`: the user's table."""

    def __init__(
        self,
        people: Mapping[str, Athlete] | None = None,
        own: Mapping[str, Meaning] | None = None,
    ) -> None:
        self._people: dict[str, Athlete] = {who: who for who in ATHLETES}
        for name, who in (people or {}).items():
            self._people.setdefault(plain(name), who)
        self._people.pop("", None)
        self._own = {plain(name): meaning for name, meaning in (own or {}).items()}

    def athlete(self, text: str) -> Athlete | None:
        """Whose name this is."""
        return self._people.get(plain(text))

    def with_people(self, people: Iterable[tuple[str, Athlete]]) -> Words:
        """The same, with more names of athletes."""
        return Words({**dict(people), **self._people}, self._own)

    def code(self, text: str) -> Meaning | None:
        """What an event's name means, also with an athlete's before or behind it: `mount - red`."""
        name = plain(text)
        if (found := self._find(name)) is not None:
            return found
        for person, who in self._people.items():
            for rest in (name.removesuffix(f"_{person}"), name.removeprefix(f"{person}_")):
                if rest != name and (found := self._find(rest)) is not None:
                    return Meaning(found.tag, found.athlete or who, found.details)
        return None

    def _find(self, name: str) -> Meaning | None:
        return self._own.get(name) or _KNOWN.get(name)

    def answer(self, kind: TagKind, group: str, text: str) -> tuple[str, str] | None:
        """The question and answer that a label means for a tag of this kind, or None.

        `group` may be empty; then the text itself has to say which question it answers.
        """
        key = plain(group)
        if key in kind.details and (value := _value(kind, key, text)) is not None:
            return key, value
        word = plain(text)
        if kind.name == "submission" and word in _HOLD_WORDS:
            return "technique", _HOLD_WORDS[word]
        if key in kind.details or (key and not key.startswith("modifier")):
            return None
        if word in kind.details and kind.details[word].values == YES_NO:
            return word, "yes"
        keys = [
            key
            for key, detail in kind.details.items()
            if detail.kind is Kind.CHOICE and detail.values != YES_NO and word in detail.values
        ]
        return (keys[0], word) if len(keys) == 1 else None


def _value(kind: TagKind, key: str, text: str) -> str | None:
    """The answer in our spelling."""
    detail = kind.details[key]
    for word in (text, text.strip(), plain(text)):
        try:
            return read_answer(kind, key, word) or None
        except Wrong:
            continue
    word = plain(text)
    if detail.values == YES_NO:
        return "yes" if word in _YES else "no" if word in _NO else None
    return _HOLD_WORDS.get(word) if key == "technique" else None
