"""Running details: what changes while a position is held or a submission runs, one key each, pure.

A key states what is seen on the frame shown. On the frame on which the position was entered it answers
its tag; later it adds a tag of the same position, which updates that detail alone. What the key
says of the time before (a hook that goes in now was not in until now) is written down too, where
the ordinary value would say otherwise: else a hold would count from before it was settled.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from annotator.model.edits import AddTag, Answer, ChangeTag, Edit, MoveEnd, Together
from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.time import write_seconds
from annotator.model.timeline import Stay, close_start, read_timeline
from annotator.model.vocabulary import VOCABULARY, ordinary_value
from annotator.text import answer_text, tr, word
from annotator.ui.tagging.tagger import Moment, Press, running

SETTLED, FLAT, HOOK_IN, HOOK_OUT, ARM, CLOSE, TAP, ESCAPED = RUNNING = (
    "settled", "flat", "hook_in", "hook_out", "arm_trapped", "close_now", "tap", "escaped",
)  # fmt: skip
"""The keys, in their order: those of positions first, then those of submissions."""
OF_SUBMISSIONS = (CLOSE, TAP, ESCAPED)

_DETAIL = {
    SETTLED: "controlled", FLAT: "bottom_on", HOOK_IN: "hooks", HOOK_OUT: "hooks",
    ARM: "arms_trapped",
}  # fmt: skip
_MOST = 2


@dataclass(frozen=True, slots=True)
class Light:
    """What the panel shows of a running detail: whether its key does something now, whether what
    it states holds, the state in a word or two, and whether what is held now can have it at all.
    """

    possible: bool
    lit: bool
    text: str
    asked: bool = False


def title_of(name: str) -> str:
    """What a running detail is called where nothing runs that it could be about."""
    match name:
        case "settled":
            return tr("Settled")
        case "flat":
            return tr("Flat or side")
        case "hook_in":
            return tr("Hook in")
        case "hook_out":
            return tr("Hook out")
        case "arm_trapped":
            return tr("Arm trapped")
        case "close_now":
            return tr("Close now")
        case "tap":
            return tr("Tap")
    return tr("Escaped")


def lights(match: Match, time: Fraction) -> dict[str, Light]:
    """The running details at a time, by name."""
    stay = read_timeline(match).stay_at(time)
    return {
        name: _of_attack(name, _attack(match, name, time), time)
        if name in OF_SUBMISSIONS
        else _of_stay(name, stay, time)
        for name in RUNNING
    }


def _of_stay(name: str, stay: Stay | None, time: Fraction) -> Light:
    key = _DETAIL[name]
    # Flat or side is what the pins ask; a back is held however the other lies.
    asks = stay is not None and key in VOCABULARY[stay.position].details
    if stay is None or not asks or (name == FLAT and stay.position == "back_control"):
        return Light(False, False, title_of(name))
    details = stay.at(time).details
    given = details.get(key)
    possible = _after(name, given, stay.position) is not None
    match name:
        case "settled":
            text = tr("Not settled") if given == "no" else title_of(name)
            return Light(possible, given == "yes", text, True)
        case "flat":
            value = given or ordinary_value(stay.position, key, details)
            text = {"back": tr("Flat"), "side": tr("On the side")}.get(value or "", title_of(name))
            return Light(possible, given in ("back", "side"), text, True)
        case "hook_in" | "arm_trapped":
            text = title_of(name) if given is None else answer_text(key, given)
            return Light(possible, given not in (None, "0"), text, True)
    return Light(possible, False, title_of(name), True)


def _of_attack(name: str, attack: Tag | None, time: Fraction) -> Light:
    if attack is None:
        return Light(False, False, title_of(name))
    if name == CLOSE:
        since = close_start(attack)
        return Light(True, since is not None and since <= time, title_of(name), True)
    return Light(True, attack.details.get("outcome") == name, title_of(name), True)


def _attack(match: Match, name: str, time: Fraction) -> Tag | None:
    """The submission that a key means: the newest that runs, else one that ended on this frame. Close
    it may also be where it has got its end already.
    """
    open_now = [tag for tag in running(match, time) if tag.tag == "submission"]
    ended = [
        tag
        for tag in match.tags
        if tag.tag == "submission" and tag.end is not None
        and (tag.start <= time < tag.end if name == CLOSE else tag.end == time)
    ]  # fmt: skip
    found = open_now or ended
    return found[-1] if found else None


def press(match: Match, name: str, moment: Moment) -> Press | None:
    """What a running detail's key does at a moment; None where nothing runs that it is about."""
    if name in OF_SUBMISSIONS:
        attack = _attack(match, name, moment.time)
        return None if attack is None else _press_attack(attack, name, moment)
    stay = read_timeline(match).stay_at(moment.time)
    if stay is None or not _of_stay(name, stay, moment.time).possible:
        return None
    return _press_stay(match, stay, name, moment)


# ---------------------------------------------------------------------- positions


def _before(name: str) -> str:
    """What the first press of a key says of the time until then."""
    return {SETTLED: "no", FLAT: "back", HOOK_IN: "0", HOOK_OUT: "2", ARM: "0"}[name]


def _after(name: str, given: str | None, position: str) -> str | None:
    """The detail's next value; None where there is none (a third hook)."""
    if given is None:
        given = _before(name)
        if name == HOOK_OUT:
            given = ordinary_value(position, "hooks", {}) or given
    match name:
        case "settled":
            return "no" if given == "yes" else "yes"
        case "flat":
            return "side" if given == "back" else "back"
        case "arm_trapped":
            return str((int(given) + 1) % (_MOST + 1))
        case "hook_in":
            return str(int(given) + 1) if int(given) < _MOST else None
    return str(int(given) - 1) if given != "0" else None


def _press_stay(match: Match, stay: Stay, name: str, moment: Moment) -> Press:
    key = _DETAIL[name]
    state = stay.at(moment.time)
    given = state.details.get(key)
    value = _after(name, given, stay.position)
    assert value is not None
    answers = {key: value}
    if key == "bottom_on" and "back_flat" in state.details:
        answers["back_flat"] = "yes" if value == "back" else "no"
    words = tr("{detail}: {answer}", detail=word(key), answer=answer_text(key, value))
    last = match.by_id(state.tags[-1])
    if last is not None and last.is_position and last.start == moment.time:
        return Press(ChangeTag(last.with_details(**answers), words), last.id)
    tag = moment.tag(match, stay.position, stay.top).with_details(**answers)
    edits: list[Edit] = [AddTag(tag)]
    first = match.by_id(stay.states[0].tags[-1])
    usual = ordinary_value(stay.position, key, state.details)
    if given is None and usual != _before(name) and first is not None and first.is_position:
        edits.insert(0, ChangeTag(first.with_details(**{key: _before(name)})))
    return Press(Together(tuple(edits), words), tag.id)


# ---------------------------------------------------------------------- submissions


def _press_attack(attack: Tag, name: str, moment: Moment) -> Press:
    words = tr("{tag}: {what}", tag=word("submission"), what=title_of(name))
    time = max(moment.time, attack.start)
    if name == CLOSE:
        return Press(ChangeTag(_closer(attack, time), words), attack.id)
    if attack.details.get("outcome") == name and attack.end == moment.time:
        edits = (Answer(attack.id, "outcome", None), MoveEnd(attack.id, None))
        return Press(Together(edits, words), attack.id)
    edits = (Answer(attack.id, "outcome", name), moment.end_of(attack))
    return Press(Together(edits, words), attack.id, ended=True)


def _closer(attack: Tag, time: Fraction) -> Tag:
    """The submission, close from a time on; or no longer said to be, if it was already."""
    since = close_start(attack)
    if since is not None and since <= time:
        return attack.with_details(close=None, close_from=None)
    if time == attack.start:
        return attack.with_details(close="yes", close_from=None)
    return attack.with_details(close=None, close_from=write_seconds(time))
