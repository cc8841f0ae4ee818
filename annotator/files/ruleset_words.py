"""The words of a ruleset file given their meaning: positions, details, gifts, seconds, names.

Every name that does not exist is a problem at its line and column, with those that do.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

from annotator.errors import Problem
from annotator.files import ruleset_schema as schema
from annotator.files.ruleset_names import GROUPS, LOST_TO
from annotator.files.ruleset_shape import Shape
from annotator.files.source import KeyPath, Source
from annotator.model.vocabulary import PINS, POSITIONS, TECHNIQUES, VOCABULARY
from annotator.scoring.conditions import Alternatives, Test, Where
from annotator.scoring.ruleset import Gift
from annotator.scoring.ruling import Award
from annotator.text import tr

_TRUTHS = {"true": "yes", "false": "no"}


class Words:
    """Reads words of one file and collects what is wrong with them."""

    def __init__(self, source: Source, model: schema.RulesetModel, shape: Shape) -> None:
        self.source = source
        self.model = model
        self.shape = shape
        self.problems: list[Problem] = []
        self.used_options: set[str] = set()

    def gifts(self, gives: schema.Gives, path: KeyPath) -> tuple[Gift, ...]:
        gifts: list[Gift] = []
        if gives.penalties:
            gifts.append(Gift(Award.PENALTY, gives.penalties))
        if gives.points is not None:
            gifts.append(Gift(Award.POINTS, self.number(gives.points, path)))
        if gives.advantages:
            gifts.append(Gift(Award.ADVANTAGE, gives.advantages))
        if gives.warnings:
            gifts.append(Gift(Award.WARNING, gives.warnings))
        if gives.disqualified:
            gifts.append(Gift(Award.DISQUALIFICATION, 1))
        if gives.opponent_points:
            gifts.append(Gift(Award.POINTS, gives.opponent_points, True))
        if gives.opponent_advantages:
            gifts.append(Gift(Award.ADVANTAGE, gives.opponent_advantages, True))
        return tuple(gifts)

    def number(self, value: int | schema.Option, path: KeyPath) -> int:
        if isinstance(value, int):
            return value
        self.used_options.add(value.option)
        option = self.model.options.get(value.option)
        if option is None:
            self.one_of(value.option, self.model.options, (*path, "points", "option"), tr("option"))
            return 0
        return option.chosen

    def where(self, place: schema.Place, path: KeyPath, settled: bool = False) -> Where:
        positions = self.positions(place.positions, (*path, "in"))
        details: dict[str, object] = dict(place.model_extra or {})
        tests = self.tests(details, sorted(positions), path)
        if settled and positions & set(PINS) and "controlled" not in details:
            control = Test("controlled", frozenset({"yes"}))
            tests = tuple((*alternative, control) for alternative in tests) or ((control,),)
        return Where(positions, tests)

    def tag_tests(self, details: object, tags: list[str], path: KeyPath) -> Alternatives:
        """Details of tags, each of which every one of the tags must be able to carry.

        A detail that a tag cannot carry would be no condition on it.
        """
        if len(tags) > 1:
            for where, one in _groups(details, path):
                for key in one:
                    self._carried(key, tags, (*where, key))
        return self.tests(details, tags, path)

    def _carried(self, key: str, tags: list[str], path: KeyPath) -> None:
        kinds = [VOCABULARY[tag] for tag in tags if tag in VOCABULARY]
        without = [kind.name for kind in kinds if key not in kind.details]
        if without and len(without) < len(kinds):  # no detail of any of them: said elsewhere
            what = tr(
                "{key} is no detail of {tags}.", key=repr(key), tags=", ".join(map(repr, without))
            )
            mend = tr("Write one rule for each tag; the same counted_with counts them together.")
            self.say(path, what, mend, at_key=True)

    def tests(self, details: object, tags: Iterable[str], path: KeyPath) -> Alternatives:
        if not details:
            return ()
        if isinstance(details, dict) and "any" in details:
            shared = {k: v for k, v in details.items() if k != "any"}
            common = self.all_tests(shared, tags, path)
            options = details["any"]
            options = options if isinstance(options, list) else [options]
            if not options or not all(isinstance(option, dict) for option in options):
                what = tr("Under 'any' stands a list of details.")
                self.say((*path, "any"), what, tr('Write: any: [{hooks: "2"}, {legs: triangle}]'))
                return ()
            return tuple(
                (*common, *self.all_tests(option, tags, (*path, "any", i)))
                for i, option in enumerate(options)
            )
        many = details if isinstance(details, list) else [details]
        return tuple(
            self.all_tests(one, tags, (*path, i))
            for i, one in enumerate(many)
            if isinstance(one, dict)
        )

    def all_tests(
        self, details: Mapping[str, object], tags: Iterable[str], path: KeyPath
    ) -> tuple[Test, ...]:
        kinds = [VOCABULARY[tag] for tag in tags if tag in VOCABULARY] or VOCABULARY.values()
        known = {key: detail for kind in kinds for key, detail in kind.details.items()}
        tests = []
        for key, value in details.items():
            if not self.one_of(key, known, (*path, key), tr("detail"), at_key=True):
                continue
            values = [_answer(v) for v in (value if isinstance(value, list) else [value])]
            for i, one in enumerate(values):
                if known[key].values:
                    self.one_of(one, known[key].values, (*path, key, i), tr("answer"))
            tests.append(Test(key, frozenset(values)))
        return tuple(tests)

    def positions(self, names: Iterable[str], path: KeyPath) -> frozenset[str]:
        found: set[str] = set()
        for i, name in enumerate(names):
            if name in GROUPS:
                found.update(GROUPS[name])
            elif self.one_of(name, (*POSITIONS, *GROUPS), (*path, i), tr("position")):
                found.add(name)
        return frozenset(found)

    def losses(self, names: Iterable[str], path: KeyPath) -> frozenset[str]:
        """What a hold may be lost to: positions, groups, and other words."""
        found: set[str] = set()
        for i, name in enumerate(names):
            if name in LOST_TO:
                found.add(name)
            elif name in GROUPS:
                found.update(GROUPS[name])
            elif self.one_of(name, (*LOST_TO, *POSITIONS, *GROUPS), (*path, i), tr("position")):
                found.add(name)
        return frozenset(found)

    def techniques(self, names: Iterable[str], path: KeyPath) -> list[str]:
        return self.known(names, TECHNIQUES, path, tr("technique"))

    def categories(self, names: Iterable[str], path: KeyPath) -> list[str]:
        return self.known(names, self.model.categories, path, tr("category"))

    def levels(self, names: list[str], path: KeyPath) -> list[str]:
        """Any word is a level, unless the ruleset lists its levels."""
        return self.known(names, self.model.levels or names, path, tr("level"))

    def clauses(self, names: Iterable[str], path: KeyPath) -> list[str]:
        return self.known(names, self.model.clauses, path, tr("clause"))

    def readings(self, names: Iterable[str], path: KeyPath) -> list[str]:
        return self.known(names, self.model.readings, path, tr("reading"))

    def known(
        self, names: Iterable[str], allowed: Collection[str], path: KeyPath, kind: str
    ) -> list[str]:
        """Those of these names that there are; the others are mistakes."""
        return [
            name for i, name in enumerate(names) if self.one_of(name, allowed, (*path, i), kind)
        ]

    def one_of(
        self, name: str, allowed: Iterable[str], path: KeyPath, kind: str, *, at_key: bool = False
    ) -> bool:
        names = list(allowed)
        if name in names:
            return True
        same = _TRUTHS.get(name, "")
        close = [same] if same in names else get_close_matches(name, names, 1)
        hint = tr("Did you mean {name}?", name=repr(close[0])) + " " if close else ""
        self.say(
            path, tr("There is no {kind} {name}.", kind=kind, name=repr(name)),
            hint + tr("Allowed: {names}.", names=", ".join(names) or tr("none is defined")), at_key=at_key,
        )  # fmt: skip
        return False

    def say(self, path: KeyPath, what: str, mend: str, *, at_key: bool = False) -> None:
        """A mistake, unless it only follows from one of shape."""
        path = written_path(self.source, path)
        if not self.shape.hides(path):
            self.problems.append(self.source.problem(path, what, mend, at_key=at_key))

    def ms(self, seconds: int | Fraction, path: KeyPath) -> int:
        milliseconds = Fraction(seconds) * 1000
        if milliseconds.denominator != 1 or milliseconds < 0:
            self.say(
                path,
                tr("Seconds are not negative and have at most three decimals."),
                tr("Write 3, 2.5 or 0.125."),
            )
            return 0
        return int(milliseconds)


def written_path(source: Source, path: KeyPath) -> KeyPath:
    """A path as the file has it: the only item of a list may be written without the list."""
    found: KeyPath = ()
    here: Any = source.data
    for step in path:
        if isinstance(step, int) and not isinstance(here, list):
            continue
        found = (*found, step)
        if isinstance(here, dict):
            here = here.get(str(step))
        elif isinstance(here, list) and isinstance(step, int) and step < len(here):
            here = here[step]
    return found


def _groups(details: object, path: KeyPath) -> Iterator[tuple[KeyPath, list[str]]]:
    """Every group of details in a condition, with its place: in lists, and under `any`."""
    if isinstance(details, list):
        for i, one in enumerate(details):
            yield from _groups(one, (*path, i))
    elif isinstance(details, dict):
        yield path, [key for key in details if key != "any"]
        yield from _groups(details.get("any"), (*path, "any"))


def _answer(value: object) -> str:
    """An answer as it was written."""
    return str(value).lower() if isinstance(value, bool) else str(value)
