"""Words of a file against the vocabulary: each is read as a fact or refused with what would be right.

The tag table and the match file share these, so that both refuse the same things in the same words.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable
from fractions import Fraction

from annotator.errors import TimeError
from annotator.model.time import parse_seconds, write_seconds
from annotator.model.vocabulary import ATHLETES, VOCABULARY, Athlete, Detail, Kind, TagKind, Who
from annotator.text import tr, word

_NUMBER = re.compile(r"([+\-\u2212]?)([0-9]{1,9})")


class Wrong(Exception):
    """A word that cannot be read: what is wrong and how to mend it. Never leaves this package."""

    def __init__(self, what: str, mend: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.mend = mend


def suggestion(name: str, allowed: Iterable[str]) -> str:
    """What to write instead: the nearest allowed word, if one is near, and all that are allowed."""
    words = list(allowed)
    if not words:
        return tr("None is allowed here.")
    near = difflib.get_close_matches(name.strip().lower()[:60], words, 1, 0.6)
    hint = tr("Did you mean “{word}”?", word=near[0]) + " " if near else ""
    return hint + tr("Allowed: {words}.", words=", ".join(words))


def quoted(text: str) -> str:
    """A value as it is shown in a message: in quotes, and cut when it is long."""
    return repr(text if len(text) <= 60 else text[:57] + "...")


def read_kind(name: str) -> TagKind:
    """The vocabulary's row of a tag's name. Raises Wrong."""
    kind = VOCABULARY.get(name)
    if kind is None:
        if not name:
            raise Wrong(tr("The tag is missing."), tr("Write the name of a tag, such as mount."))
        raise Wrong(
            tr("There is no tag called {name}.", name=quoted(name)), suggestion(name, VOCABULARY)
        )
    return kind


def read_athlete(kind: TagKind, name: str) -> Athlete | None:
    """`red`, `blue` or None for an empty name. Raises Wrong, also where the tag needs one."""
    for athlete in ATHLETES:
        if name == athlete:
            return athlete
    if name:
        raise Wrong(
            tr("There is no athlete {name}.", name=quoted(name)), suggestion(name, ATHLETES)
        )
    if kind.who is Who.REQUIRED:
        raise Wrong(
            tr("{tag} needs an athlete.", tag=word(kind.name)),
            tr("Write red or blue: {who}.", who=tr(kind.who_means)),
        )
    return None


def read_answer(
    kind: TagKind, key: str, value: str, read_time: Callable[[str], Fraction] = parse_seconds
) -> str:
    """The value of a detail in its one spelling: times as exact seconds, numbers without `+`.

    Raises Wrong; `read_time` raises TimeError and says which forms of a time are known.
    """
    detail = kind.details.get(key)
    if detail is None:
        raise Wrong(
            tr("{tag} carries no detail {key}.", tag=word(kind.name), key=quoted(key)),
            suggestion(key, kind.details),
        )
    match detail.kind:
        case Kind.CHOICE:
            return _choice(detail, value)
        case Kind.NUMBER:
            return _number(detail, value)
        case Kind.TIME | Kind.SECONDS:
            try:
                return write_seconds(read_time(value))
            except TimeError as wrong:
                raise Wrong(wrong.what, wrong.mend) from None
        case Kind.TEXT:
            return value


def _choice(detail: Detail, value: str) -> str:
    if value not in detail.values:
        raise Wrong(
            tr("{value} is no answer to {key}.", value=quoted(value), key=word(detail.key)),
            suggestion(value, detail.values),
        )
    return value


def _number(detail: Detail, value: str) -> str:
    match = _NUMBER.fullmatch(value)
    if match is None:
        raise Wrong(
            tr(
                "{value} is no whole number, which {key} needs.",
                value=quoted(value),
                key=detail.key,
            ),
            tr("Write digits, with a minus before them if need be: 2, -1."),
        )
    number = int(match[2])
    return str(number if match[1] in ("", "+") else -number)
