"""Whether a match is one of children, as far as its class says: their names and faces are not shown."""

from __future__ import annotations

import re
import unicodedata

from annotator.model.match import Match

_ADULT = 18
_WORDS = frozenset(
    """kid kids child children preteen preteens teen teens juvenile juveniles youth boys girls
    schoolboy schoolgirl enfant enfants preadolescent preadolescents adolescent adolescents juvenil
    infantil mirim pupille pupilles poussin poussins benjamin benjamins minime minimes cadet cadets
    дети детский подростки юноши девушки кадеты""".split()
)
# `U12`, `under 16`, `moins de 12`; and `ages 10 to 15`, `7-9 years`, `6 à 9 ans`, `10-13 лет`.
_UNDER = re.compile(r"\b(?:u|under|moins de|до) ?(\d{1,2})\b")
_AGES = re.compile(
    r"\bages? (?:\d{1,2} (?:to )?)?(\d{1,2})\b"
    r"|\b(?:\d{1,2} (?:to |a )?)?(\d{1,2}) (?:years|year|yo|ans|лет|anos)\b"
)


def is_children_class(*texts: str) -> bool:
    """Whether one of these names of a class, as rulesets or people write them, is one of children.

    A class that may hold children is one (`juveniles, 14 to 20`): they are rather protected once
    too often.
    """
    return any(_is_children(_plain(text)) for text in texts)


def is_of_children(match: Match) -> bool:
    """Whether the match says of itself that children fight in it."""
    return is_children_class(match.info("category") or "", match.info("level") or "")


def _is_children(text: str) -> bool:
    if not _WORDS.isdisjoint(text.split()):
        return True
    ages = [int(age) for found in _AGES.findall(text) for age in found if age]
    limits = [int(age) for age in _UNDER.findall(text)]
    return any(age < _ADULT for age in ages) or any(age <= _ADULT for age in limits)


def _plain(text: str) -> str:
    """Small letters without accents, and everything that is no letter or digit as a space."""
    bare = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(c for c in bare if not unicodedata.combining(c))
    return " ".join(re.sub(r"[\W_]+", " ", bare).split())
