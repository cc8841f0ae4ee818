"""The words in which a coach says of which moments clips are wanted.

    refusals pass blue                      what was not given to blue for a pass
    all near passes of blue                 what blue nearly passed, paid or not
    awards points 4                         everything that gave four points
    tag=submission athlete=red outcome=escaped
    takedown red; sweep blue                either of the two

A word is a condition, and a moment has to meet all of them; `;` begins another choice. `key=a|b`
asks for a detail, `key!=a` for its opposite. A text in quotes is looked for in notes. Words that only
make a sentence (all, the, of, by) are read over.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from functools import lru_cache

from annotator.errors import TimeError, UsageError
from annotator.model.match import Match
from annotator.model.time import parse_seconds
from annotator.model.vocabulary import ATHLETES, VOCABULARY, Athlete, Kind
from annotator.scoring.ruling import Award
from annotator.text import language, quoted, tr, word, word_list
from exports.clips.moments import Moment, Source

MOST_LETTERS = 2000
_MOST_WORDS = 4
_FILLERS = frozenset(
    "a all an and any are at by each every for from in is of on the to was with".split()
)
_SOURCES: Mapping[str, frozenset[Source]] = {
    "tags": frozenset((Source.TAG,)),
    "rulings": frozenset((Source.GIVEN, Source.NOT_GIVEN)),
    "awards": frozenset((Source.GIVEN,)),
    "given": frozenset((Source.GIVEN,)),
    "refusals": frozenset((Source.NOT_GIVEN,)),
    "refused": frozenset((Source.NOT_GIVEN,)),
    "not_given": frozenset((Source.NOT_GIVEN,)),
}
_AWARDS: Mapping[str, Award] = {
    "points": Award.POINTS, "point": Award.POINTS, "advantages": Award.ADVANTAGE,
    "advantage": Award.ADVANTAGE, "penalties": Award.PENALTY, "penalty": Award.PENALTY,
    "cautions": Award.PENALTY, "caution": Award.PENALTY, "disqualification": Award.DISQUALIFICATION,
}  # fmt: skip
_NEAR = frozenset(("near", "nearly", "near_miss", "near_misses", "almost"))
_ACTIONS = (
    "pass", "half_pass", "back_take", "reversal", "turnover", "regard", "to_turtle", "come_up",
)  # fmt: skip
_OTHER_NAMES: Mapping[str, str] = {
    "guard_pass": "pass", "re_guard": "regard", "back_mount": "back_control",
    "back": "back_control", "takedown_attempt": "attempt", "kob": "knee_on_belly",
    "note": "mark", "bookmark": "mark", "side": "side_control",
}  # fmt: skip
KEYS = ("tag", "athlete", "what", "award", "value", "clause", "note", "id", "from", "to")

Test = Callable[[Moment], bool]


@dataclass(frozen=True, slots=True)
class Sought:
    """What a line of words asks for: it is met where all tests of one of its choices are."""

    text: str
    choices: tuple[tuple[Test, ...], ...]

    def meets(self, moment: Moment) -> bool:
        """Whether a moment is one of those that were asked for."""
        return any(all(test(moment) for test in tests) for tests in self.choices)


def read_sought(text: str, match: Match) -> Sought:
    """Understand a line of words. `match`: whose athletes may be called by their names.

    Raises UsageError, which names the word that is not understood and those that are near it.
    """
    if len(text) > MOST_LETTERS:
        raise UsageError(
            tr("So many words are not read: {count} letters.", count=len(text)),
            mend=tr("Say in a few words which moments you want."),
        )
    choices = tuple(
        _Reader(match).read(part) for part in text.replace("\n", ";").split(";") if part.strip()
    )
    if not choices:
        raise UsageError(
            tr("It is not said which moments are wanted."),
            mend=tr("Write for instance: near passes of blue; or: tags takedown red."),
        )
    return Sought(text, choices)


def find(text: str, match: Match, moments: Iterable[Moment]) -> list[Moment]:
    """The moments that a line of words asks for. Raises UsageError."""
    sought = read_sought(text, match)
    return [moment for moment in moments if sought.meets(moment)]


class _Reader:
    """Reads one choice. What is asked decides where it is looked for, unless that is said."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.tests: list[Test] = []
        self.sources: frozenset[Source] | None = None
        self.of_rulings = self.of_tags = False

    def read(self, text: str) -> tuple[Test, ...]:
        words = _split(text)
        at = 0
        while at < len(words):
            at += self._take(words, at)
        sources = self.sources
        if sources is None and self.of_rulings:
            sources = _SOURCES["rulings"]
        elif sources is None and self.of_tags:
            sources = _SOURCES["tags"]
        if sources is not None:
            wanted = sources
            self.tests.insert(0, lambda moment: moment.source in wanted)
        elif not self.tests:
            self.tests.append(lambda moment: moment.source is not Source.SPAN)
        return tuple(self.tests)

    def _take(self, words: list[str], at: int) -> int:
        """Read what stands at a place; returns how many words that were."""
        first = words[at]
        if first[0] in "\"'":
            self._note(first[1:])
            return 1
        if "=" in first:
            self._pair(first)
            return 1
        for count in range(min(_MOST_WORDS, len(words) - at), 0, -1):
            part = words[at : at + count]
            if not any("=" in each or each[0] in "\"'" for each in part) and self._name(part):
                return count
        raise _not_understood(first, self._known())

    def _name(self, part: list[str]) -> bool:
        """Whether these words together are one that is known; it is then asked for."""
        name = "_".join(part).casefold().replace("-", "_")
        if name in _FILLERS:
            return True
        if name in _SOURCES:
            self.sources = _SOURCES[name]
            return True
        if name in _NEAR:
            self.of_rulings = True
            self.tests.append(lambda moment: moment.near)
            return True
        if (who := self._athlete(name)) is not None:
            self.tests.append(lambda moment: moment.athlete == who)
            return True
        if name in _AWARDS:
            self._award((_AWARDS[name],))
            return True
        if _is_number(name):
            self._value((int(name),))
            return True
        known = _vocabulary(language()).get(name) or _vocabulary(language()).get(_single(name))
        if known is None:
            return False
        self._what((known,))
        return True

    def _athlete(self, name: str) -> Athlete | None:
        for who in ATHLETES:
            own = self.match.athletes[who].name.casefold().replace("-", "_").split()
            if name in (who, word(who).casefold(), "_".join(own), *own):
                return who
        return None

    def _known(self) -> list[str]:
        names = [self.match.athletes[who].name for who in ATHLETES]
        return [
            *_SOURCES,
            *_AWARDS,
            *ATHLETES,
            *_vocabulary(language()),
            *filter(None, names),
            "near",
        ]

    # ------------------------------------------------------------------ conditions

    def _what(self, names: tuple[str, ...]) -> None:
        # A pass is only ever read from positions; a takedown is a tag, and may be given or not.
        self.of_tags |= all(name not in _ACTIONS for name in names)
        self.tests.append(lambda moment: any(_is_about(moment, name) for name in names))

    def _award(self, awards: tuple[Award, ...]) -> None:
        self.of_rulings = True
        self.tests.append(lambda m: m.ruling is not None and m.ruling.award in awards)

    def _value(self, values: tuple[int, ...]) -> None:
        self.of_rulings = True
        self.tests.append(lambda m: m.ruling is not None and m.ruling.value in values)

    def _note(self, text: str) -> None:
        wanted = text.casefold()
        self.tests.append(lambda m: m.tag is not None and wanted in m.tag.note.casefold())

    def _pair(self, text: str) -> None:
        key, _, value = text.partition("=")
        opposite = key.endswith("!")
        key = key.removesuffix("!").strip().casefold().replace("-", "_")
        values = tuple(filter(None, (each.strip() for each in value.split("|"))))
        if not values:
            raise UsageError(
                tr("Nothing stands behind “{key}=”.", key=key),
                mend=tr("Write key=value, or key=one|other, without spaces."),
            )
        before = len(self.tests)
        self._asked(key, values)
        if opposite:
            inner = self.tests[before:]
            self.tests[before:] = [lambda moment: not all(test(moment) for test in inner)]

    def _asked(self, key: str, values: tuple[str, ...]) -> None:
        match key:
            case "tag":
                names = tuple(_one_of(each, tuple(VOCABULARY)) for each in values)
                self.of_tags = True
                self.tests.append(lambda m: m.tag is not None and m.tag.tag in names)
            case "athlete":
                people = tuple(self._person(each) for each in values)
                self.tests.append(lambda moment: moment.athlete in people)
            case "what":
                self._what(tuple(_one_of(each, tuple(_vocabulary(language()))) for each in values))
            case "award":
                self._award(tuple(_AWARDS[_one_of(each, tuple(_AWARDS))] for each in values))
            case "value":
                self._value(tuple(_number(each) for each in values))
            case "clause":
                self.of_rulings = True
                self.tests.append(lambda m: m.ruling is not None and m.ruling.clause in values)
            case "note":
                for each in values:
                    self._note(each)
            case "id":
                self.of_tags = True
                self.tests.append(lambda m: m.tag is not None and m.tag.id in values)
            case "from" | "to":
                self._when(key, values[0])
            case _:
                self._detail(key, values)

    def _when(self, key: str, value: str) -> None:
        try:
            time: Fraction = parse_seconds(value)
        except TimeError as wrong:
            raise UsageError(wrong.what, mend=wrong.mend) from wrong
        self.tests.append(
            (lambda moment: moment.at >= time)
            if key == "from"
            else (lambda moment: moment.at <= time)
        )

    def _person(self, text: str) -> Athlete:
        who = self._athlete(text.casefold().replace("-", "_").replace(" ", "_"))
        if who is None:
            names = [self.match.athletes[each].name for each in ATHLETES]
            raise _not_understood(text, [*ATHLETES, *filter(None, names)])
        return who

    def _detail(self, key: str, values: tuple[str, ...]) -> None:
        details = [row.details[key] for row in VOCABULARY.values() if key in row.details]
        if not details:
            every = {name for row in VOCABULARY.values() for name in row.details}
            raise _not_understood(key, [*KEYS, *sorted(every)])
        if all(detail.kind is Kind.CHOICE for detail in details):
            known = tuple(dict.fromkeys(one for detail in details for one in detail.values))
            values = tuple(_one_of(each, known) for each in values)
        self.of_tags = True
        self.tests.append(lambda m: m.tag is not None and m.tag.details.get(key) in values)


def _split(text: str) -> list[str]:
    """The words; one that stood in quotes begins with a quote sign."""
    reader = shlex.shlex(
        text.replace("“", '"').replace("”", '"'), posix=False, punctuation_chars=""
    )
    reader.whitespace = " \t\r,"
    reader.whitespace_split = True
    reader.commenters = ""
    reader.quotes = '"'
    try:
        words = list(reader)
    except ValueError:
        raise UsageError(
            tr("A quotation mark is opened and not closed."), mend=tr("Close it, or take it out.")
        ) from None
    return [_unquoted(each) for each in words if each.strip('"')]


def _unquoted(text: str) -> str:
    """A whole text in quotes keeps its first sign; quotes behind `key=` only hold words together."""
    bare = text.replace('"', "")
    return f'"{bare}' if text[0] == '"' else bare


def _is_about(moment: Moment, name: str) -> bool:
    if moment.ruling is not None:
        clause = moment.ruling.clause
        return name in (moment.what, clause) or clause in (f"{name}_near", f"near_{name}")
    tag = moment.tag
    return tag is not None and (tag.tag == name or name in tag.details.values())


@lru_cache(maxsize=8)
def _vocabulary(spoken: str) -> Mapping[str, str]:
    """Every word for a tag, an action or an answer, in English and as it is `spoken` now, to its name."""
    names = [*VOCABULARY, *_ACTIONS]
    for key in ("technique", "outcome", "kind", "reason"):
        for row in VOCABULARY.values():
            if key in row.details:
                names += row.details[key].values
    found = {word(name).casefold().replace(" ", "_").replace("-", "_"): name for name in names}
    return found | dict(_OTHER_NAMES) | {name: name for name in names}


def _single(name: str) -> str:
    """The singular of an English word: `passes` is `pass`, `armbars` is `armbar`."""
    for ending, instead in (("ies", "y"), ("sses", "ss"), ("s", "")):
        if name.endswith(ending) and not name.endswith("ss"):
            return name.removesuffix(ending) + instead
    return name


def _is_number(text: str) -> bool:
    return text.lstrip("+-").isdigit() and text.isascii() and len(text) <= 4


def _number(text: str) -> int:
    if not _is_number(text):
        raise UsageError(
            tr("{text} is not a whole number.", text=repr(text[:40])),
            mend=tr("Write what was given, for instance value=4."),
        )
    return int(text)


def _one_of(text: str, known: tuple[str, ...]) -> str:
    name = text.casefold().replace(" ", "_").replace("-", "_")
    if name not in known:
        raise _not_understood(text, known)
    return name


def _not_understood(text: str, known: Iterable[str]) -> UsageError:
    names = {name.replace("_", " ").casefold(): name for name in known}
    near = get_close_matches(text.casefold().replace("_", " ")[:40], names, 3, 0.6)
    mend = tr("Did you mean {name}?", name=word_list(map(quoted, near))) if near else ""
    mend = mend or tr("There are: {names}.", names=", ".join(sorted(names)[:24]))
    return UsageError(
        tr("“{word}” is not understood among the moments that are wanted.", word=text[:60]),
        mend=mend,
    )
