"""Who is named how in a report, and who is meant by a name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType

from annotator.model.halves import mended
from annotator.model.match import Match
from annotator.model.minors import is_of_children
from annotator.model.vocabulary import ATHLETES, Athlete
from exports.film_moments import Names, called

_SINGLE = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe"})


def names_for(match: Match, names: Names | None) -> Names:
    """How a report names the athletes of a match. None stands for what is usual: children by their
    initials, others in full.
    """
    return names or (Names.INITIALS if is_of_children(match) else Names.FULL)


def named(match: Match, names: Names) -> Match:
    """The match as a report names it, without signs that cannot be printed. Where names are not to be
    seen its title, which may hold them, is left out.
    """
    if names is not Names.FULL:
        return replace(called(match, names), title="")
    people = {
        who: replace(person, name=_printable(person.name), belt=_printable(person.belt))
        for who, person in match.athletes.items()
    }
    return replace(match, athletes=MappingProxyType(people), title=_printable(match.title))


def _printable(text: str) -> str:
    return "".join(c for c in mended(text) if unicodedata.category(c) != "Cc")


def name_key(name: str) -> tuple[str, ...]:
    """What two ways to write one name have in common: case, accents, signs, spaces and the order of
    first and last name do not matter.
    """
    bare = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(c for c in bare if not unicodedata.combining(c)).translate(_SINGLE)
    return tuple(sorted(re.sub(r"[\W_]+", " ", letters).split()))


def corners(match: Match, name: str) -> tuple[Athlete, ...]:
    """Which of the two athletes carry a name: none, one, or both."""
    wanted = name_key(name)
    return tuple(who for who in ATHLETES if wanted and name_key(match.athletes[who].name) == wanted)


def names_in(matches: Iterable[Match]) -> list[str]:
    """All names of athletes, each once, as it is written first."""
    found: dict[tuple[str, ...], str] = {}
    for match in matches:
        for who in ATHLETES:
            name = match.athletes[who].name
            if name_key(name):
                found.setdefault(name_key(name), name)
    return sorted(found.values())
