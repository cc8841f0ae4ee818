"""What stands at the top of every page: which match it was, of whom, under which rules."""

from __future__ import annotations

from collections.abc import Sequence

from annotator.model.match import Match
from annotator.model.vocabulary import ATHLETES, Athlete, other
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.wording import category_names, joined, letter, person_text, rules_language
from annotator.text import after_colon, belt_text, tr, word
from exports.report.blocks import Facts


def subtitle(match: Match) -> str:
    """The title of the match, or nothing."""
    return match.title


def facts(match: Match, rulesets: Sequence[Ruleset], of: Athlete | None = None) -> Facts:
    """What is known of the match before it begins; what was not said is left out."""
    pairs = [
        (tr("Event"), match.event),
        (tr("Date"), match.date),
        (tr("Round"), match.round),
        (tr("Category"), category_text(match, rulesets)),
        (tr("Weight"), match.weight),
        (tr("Clothing"), _clothing(match)),
    ]
    pairs.append((tr("Belt or gi"), _belts(match, (of, other(of)) if of else ATHLETES)))
    if of:
        pairs.append((tr("Opponent"), person_text(match, other(of))))
    return Facts(tuple((name, value) for name, value in pairs if value))


def category_text(match: Match, rulesets: Sequence[Ruleset]) -> str:
    """The class as a ruleset calls it, and the level."""
    category, level = match.info("category") or "", match.info("level") or ""
    known: dict[str, str] = {}
    for ruleset in rulesets:
        known = category_names(ruleset) | known
    return joined((known.get(category) or word(category) if category else "", level), ", ")


def _belts(match: Match, order: Sequence[Athlete]) -> str:
    """`R: red, B: black`: by letters, for both have to find room in one place."""
    return ", ".join(
        after_colon(letter(who), belt_text(match.athletes[who].belt))
        for who in order
        if match.athletes[who].belt
    )


def _clothing(match: Match) -> str:
    gi = match.info("gi")
    if gi is None:
        return ""
    return tr("in the gi") if gi == "yes" else tr("without gi")


def ruleset_text(ruleset: Ruleset) -> str:
    """Name and edition."""
    name = ruleset.name(rules_language())
    if not ruleset.edition:
        return name
    return tr("{name}, {edition}", name=name, edition=ruleset.edition)
