"""Words for people, in every language: the one translation layer.

Code writes English sentences through `tr("Saved {name}.", name=...)`; a catalogue in
`annotator/locale/<language>/LC_MESSAGES/annotator.mo` translates them when one is installed.
Rulings carry no text: they carry a `Phrase`, a key of `PHRASES` with values, and `say` makes the
sentence when somebody reads it, in the language of that moment.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from pathlib import Path
from typing import NamedTuple

DOMAIN = "annotator"
_LOCALES = Path(__file__).parent / "locale"
_catalogue: gettext.NullTranslations = gettext.NullTranslations()
_DECIMAL_MARKS = {"fr": ",", "ru": ","}


def set_language(*languages: str) -> None:
    """Speak the first of these languages (ISO 639 codes) that has a catalogue, English if none has.

    Without any, that which the environment names (LANGUAGE, LC_ALL, LC_MESSAGES, LANG).
    """
    global _catalogue
    _catalogue = gettext.translation(DOMAIN, _LOCALES, languages or None, fallback=True)


def language() -> str:
    """The ISO 639 code of the language spoken now."""
    return _catalogue.info().get("language", "en")


def languages() -> tuple[str, ...]:
    """The codes of all languages that can be spoken."""
    return ("en", *sorted(path.parts[-3] for path in _LOCALES.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")))


def number_text(digits: str) -> str:
    """A number, written with a point, as the language writes it: `2,5` in French."""
    return digits.replace(".", _DECIMAL_MARKS.get(language(), "."))


def tr(message: str, /, **values: object) -> str:
    """The sentence in the user's language, its `{name}` places filled with `values`."""
    # A catalogue keeps its header under the empty text.
    text = _catalogue.gettext(message) if message else ""
    return text.format(**values) if values else text


def tr_in(context: str, message: str, /) -> str:
    """A text that other languages say in another way in this context: `Open`, of questions."""
    return _catalogue.pgettext(context, message)


def tr_n(one: str, many: str, count: int, /, **values: object) -> str:
    """The sentence in its singular or plural form; `{count}` is filled too."""
    return _catalogue.ngettext(one, many, count).format(count=count, **values)


def seconds_text(seconds: Fraction) -> str:
    """Seconds with up to three decimals, rounded half to even, no needless zeros: `2.967`.

    What is not whole never reads as whole: a hold of 2.9996 s was not held for 3 s (`2.999`).
    """
    thousandths = round(seconds * 1000)
    if thousandths % 1000 == 0 and seconds.denominator != 1:
        thousandths = int(seconds * 1000)
    sign = "-" if thousandths < 0 else ""
    whole, part = divmod(abs(thousandths), 1000)
    decimals = f".{part:03d}".rstrip("0") if part else ""
    return number_text(f"{sign}{whole}{decimals}")


def clock_text(seconds: Fraction, decimals: int = 3) -> str:
    """A time for people, `m:ss.mmm` or `h:mm:ss.mmm`, with the language's decimal mark."""
    return number_text(plain_clock_text(seconds, decimals))


def tenths_text(tenths: int) -> str:
    """Tenths of a second, not below zero, as seconds with one decimal: `3.0`."""
    return number_text(f"{tenths // 10}.{tenths % 10}")


def plain_clock_text(seconds: Fraction, decimals: int = 3) -> str:
    """A time as `clock_text`, with a point in every language; cut (not rounded) to `decimals` places.

    Cutting keeps a time before a frame's end from showing as the next frame's time.
    """
    scale = 10**decimals
    ticks = abs(seconds.numerator) * scale // seconds.denominator
    whole, part = divmod(ticks, scale)
    minutes, second = divmod(whole, 60)
    hours, minute = divmod(minutes, 60)
    head = f"{hours}:{minute:02d}:{second:02d}" if hours else f"{minute}:{second:02d}"
    tail = f".{part:0{decimals}d}" if decimals else ""
    sign = "-" if seconds < 0 and ticks else ""
    return f"{sign}{head}{tail}"


class Ticks(NamedTuple):
    """A duration as the engine counts it; it becomes seconds when the sentence is made."""

    ticks: int
    per_second: int


class Moment(NamedTuple):
    """A point of film time as the engine counts it; shown as `m:ss.mmm`."""

    ticks: int
    per_second: int


Value = str | int | Fraction | Ticks | Moment | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence not yet made: a key of `PHRASES` and what fills its places.

    Values that are themselves words of the vocabulary stand as their names and are put into the
    reader's language when the sentence is made.
    """

    key: str
    values: tuple[tuple[str, Value | Phrase], ...] = ()

    @classmethod
    def of(cls, key: str, /, **values: Value | Phrase) -> Phrase:
        return cls(key, tuple(values.items()))


def say(phrase: Phrase, names: Mapping[str, str] | None = None) -> str:
    """The phrase as a sentence. `names` replaces ids such as `red` by what people call them.

    An unknown key is a fault of ours and raises `KeyError`.
    """
    detail = next((str(value) for key, value in phrase.values if key == "key"), None)
    filled = {
        key: _clause_name(str(value), names) if key == "clause"
        else _value_text(value, names) if detail is None or key == "key"
        else _answer_list(detail, value)
        for key, value in phrase.values
    }  # fmt: skip
    return tr(PHRASES[phrase.key]).format(**filled)


def _clause_name(clause: str, names: Mapping[str, str] | None) -> str:
    """A clause as `names` call it (under `clause:` and its id), else its id."""
    return (names or {}).get(f"clause:{clause}", clause)


def _answer_list(detail: str, value: Value | Phrase) -> str:
    """Answers to a detail: `no hook or one hook`."""
    answers = value if isinstance(value, tuple) else (value,)
    return word_list(answer_text(detail, str(answer)) for answer in answers)


def _value_text(value: Value | Phrase, names: Mapping[str, str] | None) -> str:
    if isinstance(value, Phrase):
        return say(value, names)
    if isinstance(value, Fraction):
        return seconds_text(value)
    if isinstance(value, Moment):
        return clock_text(Fraction(value.ticks, value.per_second))
    if isinstance(value, Ticks):
        return seconds_text(Fraction(value.ticks, value.per_second))
    if isinstance(value, tuple):
        return word_list((names or {}).get(str(item)) or word(str(item)) for item in value)
    if isinstance(value, int):
        return str(value)
    return names[value] if names and value in names else word(value)


def word(name: str) -> str:
    """A name of the vocabulary as people write it: `half_guard` is `half guard`."""
    return tr(_SPOKEN.get(name) or name.replace("_", " "))


def caption(name: str) -> str:
    """A name of the vocabulary as it fits on a button: `entanglement`; mostly its word.

    Languages with longer words have shorter ones for buttons, under the context `button`.
    """
    plain = _CAPTIONS.get(name) or name.replace("_", " ")
    short = _catalogue.pgettext("button", plain)
    return short if short != plain or name in _CAPTIONS else word(name)


_CAPTIONS: Mapping[str, str] = {"leg_entanglement": "entanglement"}
"""Names that are too long for a button in English too."""

_SPOKEN: Mapping[str, str] = {
    "to_turtle": "opponent turning to turtle",
    "come_up": "coming up first",
    "regard": "re-guard",
    "late_takedown": "takedown begun after the pull",
}
"""Names that are no words as they stand."""

BELTS = ("white", "blue", "purple", "brown", "black", "red", "grey", "yellow", "orange", "green")
"""Colours of belts and gis as a match says them, in any language of the window."""


def belt_text(belt: str) -> str:
    """A belt or gi colour in the reader's language; what people typed themselves stays as it is."""
    return word(belt) if belt in BELTS else belt


_COUNTED: Mapping[str, tuple[str, str, str]] = {
    "knees_down": ("no knee", "one knee", "both knees"),
    "opponent_knees": ("no knee", "one knee", "both knees"),
    "arms_trapped": ("no arm", "one arm", "both arms"),
    "hooks": ("no hook", "one hook", "both hooks"),
}
_FORCED: Mapping[str, str] = {"yes": "opponent forced it", "no": "own choice"}


def answer_text(key: str, value: str) -> str:
    """A detail's answer in words that cannot be taken for the key that gives it: `one knee`."""
    if key == "forced":
        return tr(_FORCED.get(value, value))
    if key in _COUNTED and value in ("0", "1", "2"):
        return tr(_COUNTED[key][int(value)])
    return value if value.isdigit() else word(value)


def detail_text(key: str, value: str) -> str:
    """A detail with its answer as people read it: `landing control: yes`."""
    return tr("{key}: {values}", key=word(key), values=answer_text(key, value))


def word_list(words: Iterable[str]) -> str:
    """`a`, `a or b`, `a, b or c`."""
    items = list(words)
    if len(items) < 2:
        return "".join(items)
    return tr("{first} or {last}", first=", ".join(items[:-1]), last=items[-1])


def after_colon(head: str, text: str) -> str:
    """A heading and what belongs to it, with the language's own space before the colon: `Red: 3`.

    Where one of the two is empty, the other stands alone.
    """
    return tr("{head}: {text}", head=head, text=text) if head and text else head or text


def with_semicolons(parts: Iterable[str]) -> str:
    """The parts that are not empty, in one line, with the language's own space before each `;`."""
    items = [part for part in parts if part]
    if not items:
        return ""
    return reduce(lambda one, two: tr("{first}; {second}", first=one, second=two), items)


def quoted(text: str) -> str:
    """A text in the quotation marks of the language."""
    return tr("“{text}”", text=text)


# The sentences of rulings, oddities and results. Keys are stable; texts may be reworded.
PHRASES: dict[str, str] = {
    # Oddities of the tagging
    "odd_clock": "“{tag}” changes nothing here: the clock is “{run}”.",
    "odd_two_positions": "“{tag}” and “{other}” stand at one moment; the later row counts.",
    "odd_athlete": "“{tag}” belongs to no athlete; the name is not used.",
    "odd_end": "“{tag}” has no end of its own; the end is not used.",
    "odd_overlap": "This {tag} begins before the one before it (tag {other}) has ended.",
    "odd_on_the_ground": "“{tag}” begins on the ground ({position}), where there is none.",
    "odd_unheld": "“{tag}” begins where nobody holds anybody ({position}); it is scored as tagged.",
    "odd_from_the_top": "“{tag}” begins while its athlete is on top ({position}).",
    "odd_from_below": "“{tag}” begins while its athlete is at the bottom ({position}).",
    "odd_sweep": "After this sweep its athlete does not come to the top.",
    "ignored_after_finish": "After the finish nothing counts.",
    "ignored_after_end": "After the end nothing counts.",
    "ignored_before_start": "Before the start nothing counts.",
    "odd_duration": "The match is said to last {told} s; its clock ran for {ran} s.",
    "ignored_unpriced": "These rules give no price to this {tag}.",
    # Given
    "held_position": "{who} held {what} for {needed} s, until {at}.",
    "did_and_held": "{who}: {what} at {begin}, held on top for {needed} s, until {at}.",
    "held_position_free": "{who} held {what} for {needed} s out of the submission, until {at}.",
    "did_and_held_free": "{who}: {what} at {begin}, held on top for {needed} s out of the submission, until {at}.",
    "did_and_scored": "{who}: {what} at {begin}, and the control that followed scored at {at}.",
    "did_unless": "{who}: {what} at {at}, and the opponent did not come to {place} within {needed} s.",
    "did_now": "{who}: {what} at {begin}.",
    "near": "{who}: {what} at {begin}, lost to {lost_to} after {held} s of {needed} s.",
    "near_unbegun": "{who}: {what} at {begin}, lost to {lost_to} before its {needed} s began to run.",
    "near_detail": "{who}: {what} at {begin}, lost to {lost_to}; its {needed} s never began to run ({missing}).",
    "caught_at_end": "{who}: time was up at {at} with {who} still in danger, so that the {what} could not be held.",
    "near_spell": "{who}: {what} was there but lost at {at}, after {held} s of {needed} s.",
    "near_spell_unbegun": "{who}: {what} was there but lost at {at}, before its {needed} s began to run.",
    "attack": "{who}: submission at {begin}, close for {needed} s, ended at {at} without a finish.",
    "carried": "{who}: on the board already when the tags begin, at {at}.",
    "tag_count": "{who}: {what}, number {count}, at {at}.",
    "tag_booked": "{who}: {what}, number {count}, at {begin}, booked at {at}.",
    "inactive_both": "Nobody came on top in {what}: number {count} of {who} at {at}.",
    "inactive": "{who} was inactive; number {count} at {at}.",
    "tag_disqualified": "{who} is disqualified at {at}: {what}.",
    "violation": "{who}: {what} at {at} is not allowed.",
    # Not given
    "refused_hold": "{who}: {what} from {begin}.",
    "missing_seconds": "held {held} s of {needed} s",
    "missing_end": "the tags end after {held} s of {needed} s",
    "missing_detail": "{key}: {found}; needed: {allowed}",
    "missing_score": "no control that followed lasted until it scored",
    "missing_takedown": "no takedown came of it",
    "missing_turtle": "more than the allowed time in turtle ({spent} s)",
    "refused_rule": "these rules pay nothing for it",
    "missing_top": "the thrower must end on top",
    "missing_outcome": "it ended by {found}, not by an escape",
    "refused_again": "paid already, and the opponent had not recovered",
    "refused_absorbed": "reached straight by an action that was paid in its place",
    "refused_neutral": "paid already, and there was no neutral position since",
    "refused_ladder": "an equal or higher position was paid already",
    "refused_open": "while the pass is open, only the pass is paid",
    "refused_point_free": "it began at {begun}, in the part without points (until {until})",
    "refused_except": "this case pays nothing",
    # Questions
    "ask_how_to_ground": "How did they get to the ground? No takedown or guard pull is tagged.",
    "ask_restart": "In which position did they restart? Proposed: {position} ({who} on top), the last one secured.",
    "ask_category": "Which category is this match? These rules know {allowed}.",
    "ask_other_category": "The match says “{told}”; these rules know {allowed}.",
    "ask_not_allowed_finish": "A tap to a technique that is not allowed here: what did the referee decide?",
    "ask_landing": "How did this takedown land? No ground position came after it.",
    "ask_finish_end": "When did this submission finish? It has no end.",
    # Answers to them
    "reply_category": "{category}",
    "reply_on_top": "{position}, {who} on top",
    "reply_did": "{what} by {who}",
    "reply_with": "at the next {what}",
    "reply_here": "at this frame",
    "reply_out": "{who} is disqualified",
    "reply_foul": "foul by {who}, {severity}",
    # Where rulesets part
    "diverge_elsewhen": "the same facts are paid at {at}, {clause}",
    "diverge_refused": "not given, {clause}: {missing}",
    "diverge_no_rule": "no rule pays for this",
    # Results
    "won_submission": "{who} won by submission.",
    "won_disqualification": "{who} won: the opponent was disqualified.",
    "won_points": "{who} won by points, {red} (red) to {blue} (blue).",
    "won_advantages": "{who} won by advantages, {red} (red) to {blue} (blue).",
    "won_highest_action": "{who} won by the more valuable single action.",
    "won_fewest_penalties": "{who} won by fewer cautions, {red} (red) to {blue} (blue).",
    "won_decision": "{who} won by the referees' decision.",
    "won_overtime": "{who} won in overtime by escaping.",
    "won_survival": "{who} won in overtime by surviving it.",
    "undecided_attacker": "Overtime was fought, but the tags do not say who attacked.",
    "undecided_both": "Both athletes were disqualified at one moment.",
    "undecided_no_start": "The tags do not say when the match started (tag “start”).",
    "undecided_no_end": "The tags do not say that the match ended (tag “end”).",
    "undecided_draw": "A draw, and no decision is tagged.",
    "undecided_overtime": "A draw: overtime is needed.",
}
