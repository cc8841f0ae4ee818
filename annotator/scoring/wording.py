"""The words that more than one view shows: names, labels, what a ruling gave and why."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from html import escape

from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.time import clock_text
from annotator.model.vocabulary import ATHLETES, Athlete, Group
from annotator.scoring.ruleset import Gift, Ruleset
from annotator.scoring.ruling import Award, Ruling, RulingKind, ScoreSheet
from annotator.text import Phrase, after_colon, detail_text, say, tr, tr_n, word

MINUS = "\N{MINUS SIGN}"

# What stands in the position band where the whole name finds no room.
_SHORT = {
    "standing": "St",
    "scramble": "~",
    "standing_back": "StB",
    "closed_guard": "CG",
    "open_guard": "OG",
    "half_guard": "HG",
    "leg_entanglement": "LE",
    "double_guard": "DG",
    "turtle": "Tu",
    "side_control": "SC",
    "north_south": "NS",
    "knee_on_belly": "KB",
    "mount": "Mo",
    "back_control": "BC",
}

_CYRILLIC = re.compile("[\u0400-\u04ff]")
_NUMBER = re.compile(r"\d[\w.]*\b")
_SEVERAL = {"advantage": "advantages", "penalty": "penalties", "warning": "warnings"}


def rules_language() -> str:
    """The code under which rulesets keep their names in the user's language.

    Every catalogue translates the word `en` into its own code.
    """
    return tr("en")


def letter(athlete: Athlete | None) -> str:
    """`R` or `B`: the sign that goes with the colour. Empty for nobody."""
    if athlete is None:
        return ""
    return tr("R") if athlete == "red" else tr("B")


def name_of(match: Match, athlete: Athlete | None) -> str:
    """What people call an athlete: the name, else the colour. Empty for nobody."""
    if athlete is None:
        return ""
    return match.athletes[athlete].name or (tr("Red") if athlete == "red" else tr("Blue"))


def person_text(match: Match, athlete: Athlete | None) -> str:
    """An athlete as charts and window say it: `Lena Petrova (B)`. Empty for nobody."""
    if athlete is None:
        return ""
    return tr("{name} ({letter})", name=name_of(match, athlete), letter=letter(athlete))


def names(match: Match) -> dict[str, str]:
    """The names that replace `red` and `blue` in reasons."""
    return {who: name_of(match, who) for who in ATHLETES}


def short_position(position: str) -> str:
    """A position in one to three letters."""
    return tr(_SHORT.get(position, position[:2]))


def capital(text: str) -> str:
    """The text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def tag_name(tag: Tag) -> str:
    """A tag in a word or two: a submission goes by its technique, a foul by its kind."""
    for key in ("technique", "kind") if tag.kind.group is not Group.POSITION else ():
        if key in tag.details:
            named = tag.details[key]
            if tag.tag == "submission" and named != "other":
                return capital(word(named))
            return tr("{tag}: {kind}", tag=capital(word(tag.tag)), kind=word(named))
    return capital(word(tag.tag))


def details_text(tag: Tag) -> str:
    """The answers as people type them: `landing=back; amplitude=high`."""
    return "; ".join(f"{key}={value}" for key, value in tag.details.items())


def details_words(details: Mapping[str, str], separator: str = "; ") -> str:
    """The answers as people read them: `landing: back; landing control: yes`."""
    return separator.join(
        tr("{key}: {values}", key=word(key), values=_seconds_in_words(value))
        if key == "close_from"
        else detail_text(key, value)
        for key, value in details.items()
    )


def _seconds_in_words(text: str) -> str:
    """A time of the film that stands in a detail, as all times are shown."""
    try:
        return clock_text(Fraction(text), 2)
    except (ValueError, ZeroDivisionError):
        return text


def tag_sentence(match: Match, tag: Tag) -> str:
    """A tag in full, for tooltips and screen readers."""
    parts = [clock_text(tag.start), tag_name(tag)]
    if tag.athlete:
        parts.append(person_text(match, tag.athlete))
    if tag.end is not None:
        parts.append(tr("until {time}", time=clock_text(tag.end)))
    lines = [" · ".join(parts)]
    if tag.details:
        lines.append(details_words(tag.details, ", "))
    if tag.note:
        lines.append(tag.note)
    return "\n".join(lines)


def signed(number: int) -> str:
    """A number with its sign, which for minus is the true minus sign."""
    return f"+{number}" if number >= 0 else f"{MINUS}{-number}"


def plain(number: int) -> str:
    """A number of a board, with a true minus sign."""
    return str(number) if number >= 0 else f"{MINUS}{-number}"


def award_short(ruling: Ruling) -> str:
    """What was given, as short as a mark in a lane: `+2`, `A`, `P`, `!`, `DQ`."""
    match ruling.award:
        case Award.POINTS:
            return signed(ruling.value)
        case Award.ADVANTAGE:
            return tr("A") if ruling.value == 1 else tr("A{n}", n=plain(ruling.value))
        case Award.PENALTY:
            return tr("P") if ruling.value == 1 else tr("P{n}", n=plain(ruling.value))
        case Award.WARNING:
            return "!"
        case Award.DISQUALIFICATION:
            return tr("DQ")
    return ""


def award_text(ruling: Ruling, ruleset: Ruleset | None = None) -> str:
    """What was given, or would have been, in the ruleset's words: `+2 points`, `caution`."""
    if ruling.award is None:
        return kind_text(ruling.kind)
    return amount_text(ruling.award, ruling.value, ruleset)


def amount_text(award: Award, value: int, ruleset: Ruleset | None = None) -> str:
    """So much of something in the ruleset's words: `+2 points`, `caution`."""
    if award is Award.POINTS:
        points = tr_n("{count} point", "{count} points", abs(value))
        return f"{'+' if value >= 0 else MINUS}{points}"
    if award is Award.DISQUALIFICATION:
        return word("disqualification")
    several = value not in (0, 1, -1)
    name = _award_name(award.value, several, ruleset)
    return name if value in (0, 1) else f"{signed(value)} {name}"


def _award_name(key: str, several: bool, ruleset: Ruleset | None) -> str:
    """`advantage`, or `advantages`, as the ruleset calls it, else as the program does."""
    many = _SEVERAL.get(key, key)
    if ruleset is None:
        return word(many if several else key)
    # A ruleset that has its own word for one and none for several keeps it.
    own = key in ruleset.terms and many not in ruleset.terms
    return ruleset.term(many if several and not own else key, rules_language())


def gives_text(gifts: Iterable[Gift]) -> str:
    """What a hold is held for: `+4`, `A`."""
    shown = []
    for gift in gifts:
        if gift.award is Award.POINTS:
            shown.append(signed(-gift.value if gift.to_opponent else gift.value))
        elif gift.award is Award.ADVANTAGE:
            shown.append(tr("A"))
    return " ".join(shown)


def kind_text(kind: RulingKind) -> str:
    """What kind of line a ruling is, in the words of coaches."""
    match kind:
        case RulingKind.AWARD:
            return tr("given")
        case RulingKind.REFUSAL:
            return tr("not given")
        case RulingKind.QUESTION:
            return tr("open question")
        case RulingKind.VIOLATION:
            return tr("violation")
        case RulingKind.IGNORED:
            return tr("not counted")


def clause_title(ruleset: Ruleset | None, clause: str) -> str:
    """A clause's title in the reader's language; its id in words where it has no title."""
    title = ruleset.title_of(clause, rules_language()) if ruleset else clause
    return word(clause) if title == clause else title


def clause_text(ruleset: Ruleset | None, clause: str) -> str:
    """A clause's title, and where the printed text has it; its id in words where it has no title.

    Empty for a ruling that stands on no clause.
    """
    text = clause_title(ruleset, clause)
    known = ruleset.clause(clause) if ruleset else None
    return f"{text} ({place_text(known.printed)})" if known and known.printed else text


def place_text(printed: str) -> str:
    """Where the printed text has a clause. In a script that the reader's language is not written in
    its number comes first: `4: Раздел 4, проход гарда` is found by who cannot read the rest.
    """
    foreign = bool(_CYRILLIC.search(printed)) and not _CYRILLIC.search(tr("points"))
    number = _NUMBER.search(printed)
    if not foreign or number is None or number.start() == 0:
        return printed
    return after_colon(number[0], printed)


def assumed_text(ruling: Ruling) -> str:
    """The details that the ruling leaned on without an answer, or empty."""
    if not ruling.assumed:
        return ""
    details = (detail_text(item.detail, item.value) for item in ruling.assumed)
    return tr("assumed: {details}", details=", ".join(details))


def ruling_head(ruling: Ruling, ruleset: Ruleset | None = None) -> str:
    """What was given, or that it was not: `+2 points`, `Not given: advantage`."""
    text = award_text(ruling, ruleset)
    if ruling.kind is RulingKind.REFUSAL and ruling.award is not None:
        text = tr("Not given: {what}", what=text)
    return capital(text)


def told(phrase: Phrase, people: Mapping[str, str]) -> str:
    """A reason as a sentence, a number below zero with the true minus sign."""
    return true_minus(say(phrase, people))


def true_minus(text: str) -> str:
    """The text with the true minus sign before its numbers below zero."""
    return re.sub(r"(?<![\w.])-(?=\d)", MINUS, text)


def category_names(ruleset: Ruleset | None) -> dict[str, str]:
    """The titles that stand for the ids of a ruleset's categories."""
    if ruleset is None:
        return {}
    language = rules_language()
    return {
        category.id: category.titles.get(language) or category.titles.get("en") or word(category.id)
        for category in ruleset.categories
    }


def headings(rulesets: Sequence[Ruleset]) -> dict[str, str]:
    """What each ruleset is headed by: its name, with its id where two have one name."""
    every = {ruleset.id: ruleset.name(rules_language()) for ruleset in rulesets}
    return {
        key: name if list(every.values()).count(name) == 1 else f"{name} · {key}"
        for key, name in every.items()
    }


def ruling_sentence(match: Match, ruleset: Ruleset | None, ruling: Ruling) -> str:
    """A ruling in full, for tooltips: what, who, when, why, by which clause."""
    own = ruleset.words(rules_language()) if ruleset else {}
    people = own | names(match) | category_names(ruleset)
    head = joined(
        (ruling_head(ruling, ruleset), person_text(match, ruling.athlete), clock_text(ruling.time))
    )
    lines = [head, told(ruling.reason, people)]
    if ruling.missing is not None:
        lines.append(tr("Missing: {what}", what=told(ruling.missing, people)))
    if ruling.clause:
        lines.append(tr("Clause: {clause}", clause=clause_text(ruleset, ruling.clause)))
    if ruling.assumed:
        lines.append(capital(assumed_text(ruling)))
    return "\n".join(lines)


def verdict(match: Match, sheet: ScoreSheet) -> str:
    """Who won and by what, or that it is undecided."""
    result = sheet.result
    if result.winner is None:
        return tr("Undecided")
    return tr("{name} by {how}", name=person_text(match, result.winner), how=word(result.won_by))


def verdict_short(sheet: ScoreSheet) -> str:
    """The same with the winner's letter for the name."""
    result = sheet.result
    if result.winner is None:
        return tr("Undecided")
    return tr("{name} by {how}", name=letter(result.winner), how=word(result.won_by))


def tooltip(text: str) -> str:
    """A tooltip's text: it wraps, and what people typed is never read as mark-up."""
    return f"<p style='white-space:pre-wrap'>{escape(text)}</p>" if text else ""


def joined(parts: Iterable[str], separator: str = " · ") -> str:
    """The parts that are not empty."""
    return separator.join(part for part in parts if part)
