"""A ruleset file read into the engine's words, with every mistake said at its line and column."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from fractions import Fraction
from pathlib import Path

from pydantic import ValidationError

from annotator.errors import Problem, RulesetError
from annotator.files import ruleset_schema as schema
from annotator.files.source import KeyPath, Source, read_yaml
from annotator.model.vocabulary import (
    FULL_GUARDS,
    GUARDS,
    PINS,
    POSITIONS,
    SIDE_CONTROLS,
    VOCABULARY,
)
from annotator.scoring.conditions import Alternatives, Test, Where
from annotator.scoring.ruleset import (
    AttackRule,
    Category,
    Chain,
    Clause,
    Except,
    Gift,
    InactivityRule,
    Ladder,
    Near,
    Reading,
    Rule,
    Ruleset,
    SpellNear,
    TagRule,
    Track,
)
from annotator.scoring.ruling import Award
from annotator.text import tr

GROUPS: Mapping[str, tuple[str, ...]] = {
    "guards": GUARDS,
    "full_guards": FULL_GUARDS,
    "pins": PINS,
    "side_controls": SIDE_CONTROLS,
    "ground": (*GUARDS, "turtle", *PINS, "back_control"),
    "upright": ("standing", "standing_back"),
}
LOST_TO = ("other_on_top", "upright", "scramble", "stop", "end", "turtle")
ACTIONS = (
    "takedown",
    "guard_pull",
    "pass",
    "half_pass",
    "sweep",
    "back_take",
    "reversal",
    "turnover",
)


def read_ruleset(path: Path) -> Ruleset:
    """Read a ruleset file. Raises RulesetError with all its problems, FileError if it is not there."""
    from annotator.files.atomic import read_bytes

    data = read_bytes(path, 1_000_000)
    return ruleset_from_bytes(data, str(path))


def ruleset_from_bytes(data: bytes, where: str) -> Ruleset:
    """Read a ruleset from the bytes of its file; `where` names it in messages."""
    source = read_yaml(data, where, RulesetError)
    try:
        model = schema.RulesetModel.model_validate(source.data)
    except ValidationError as error:
        raise RulesetError(_shape_problems(source, error)) from None
    reader = _Reader(source, model, hashlib.blake2b(data, digest_size=16).hexdigest())
    ruleset = reader.ruleset()
    if reader.problems:
        raise RulesetError(reader.problems)
    return ruleset


def _shape_problems(source: Source, error: ValidationError) -> list[Problem]:
    problems: dict[tuple[KeyPath, str], Problem] = {}
    for item in error.errors():
        path = tuple(p for p in item["loc"] if isinstance(p, int | str))
        path = _known_part(source, path)
        if item["type"] == "extra_forbidden":
            problem = source.problem(
                path,
                tr("Unknown key."),
                tr("Take it out, or look for the right word in the manual page."),
                at_key=True,
            )
        elif item["type"] == "missing":
            key = str(item["loc"][-1])
            problem = source.problem(
                path, tr("The key {key} is missing.", key=repr(key)), tr("Add it.")
            )
        else:
            problem = source.problem(
                path,
                str(item["msg"]) + ".",
                tr("Found: {found}.", found=repr(source.written(path))),
            )
        problems.setdefault((path, problem.what), problem)
    return list(problems.values())


def _known_part(source: Source, path: KeyPath) -> KeyPath:
    """The part of a validator's path that is in the file (unions add steps of their own)."""
    found: KeyPath = ()
    for step in path:
        if (*found, step) in source.marks:
            found = (*found, step)
    return found


class _Reader:
    """Gives the checked shapes their meaning and collects what is wrong with the names in them."""

    def __init__(self, source: Source, model: schema.RulesetModel, digest: str) -> None:
        self.source = source
        self.model = model
        self.digest = digest
        self.problems: list[Problem] = []
        self.tags: list[TagRule] = []
        self.rules: list[Rule] = []
        self.attacks: list[AttackRule] = []
        self.inactivity: list[InactivityRule] = []

    def ruleset(self) -> Ruleset:
        m = self.model
        for clause_id, clause in m.clauses.items():
            path: KeyPath = ("clauses", clause_id)
            for i, rule in enumerate(clause.rules):
                self._rule(clause_id, clause, rule, (*path, "rules", i))
        clauses = tuple(
            Clause(clause_id, clause.title, clause.says, tuple(clause.readings))
            for clause_id, clause in m.clauses.items()
        )
        for clause_id, clause in m.clauses.items():
            for reading in clause.readings:
                self._one_of(reading, m.readings, ("clauses", clause_id, "readings"), tr("reading"))
        return Ruleset(
            m.id, m.edition, m.names, m.federation, m.source, tuple(m.columns), clauses,
            tuple(Reading(key, r.says, r.because) for key, r in m.readings.items()),
            self.digest, {key: o.chosen for key, o in m.options.items()},
            tuple(self.rules), tuple(self.attacks), tuple(self.tags), tuple(self.inactivity),
            tuple(self._positions(group, ("one_control", i)) for i, group in enumerate(m.one_control)),
            m.danger_restarts, "", self._ladder(), self._spell(), self._chain(),
            tuple(
                Category(key, c.title, self._ms(c.seconds, ("categories", key)),
                         self._ms(c.point_free_seconds, ("categories", key)),
                         self._ms(c.overtime_seconds, ("categories", key)))
                for key, c in m.categories.items()
            ),
            tuple(m.outcome), m.overtime, m.fatal_penalties, m.fatal_clause, m.terms,
        )  # fmt: skip

    # -- one rule -------------------------------------------------------------------------------

    def _rule(
        self, clause_id: str, clause: schema.ClauseModel, r: schema.RuleModel, path: KeyPath
    ) -> None:
        starts = [
            bool(r.does),
            bool(r.holds),
            r.submission,
            bool(r.tag),
            r.inactive_seconds is not None,
        ]
        if sum(starts) != 1:
            self._say(
                path,
                tr("A rule starts in exactly one way."),
                tr("Give one of: does, holds, submission, tag, inactive_seconds."),
            )
            return
        readings = tuple(dict.fromkeys([*clause.readings, *r.readings]))
        for reading in r.readings:
            self._one_of(reading, self.model.readings, (*path, "readings"), tr("reading"))
        gives = self._gifts(r.gives, (*path, "gives"))
        if r.submission:
            self.attacks.append(AttackRule(
                clause_id, gives, frozenset(r.outcomes), self._ms(r.seconds, path),
                frozenset(self._techniques(r.not_techniques, (*path, "not_techniques"))), readings,
            ))  # fmt: skip
        elif r.tag:
            for name in r.tag:
                self._one_of(name, VOCABULARY, (*path, "tag"), tr("tag"))
            self.tags.append(TagRule(
                clause_id, frozenset(r.tag), self._tests(r.details, r.tag, (*path, "if")), gives,
                r.counted_with, r.from_number, r.to_number, r.violation, r.a_tap_ends_nothing,
                frozenset(self._categories(r.categories, (*path, "categories"))), frozenset(r.levels),
                r.point_free, r.booked_once, r.uses_up, readings,
            ))  # fmt: skip
        elif r.inactive_seconds is not None:
            again = None if r.again_seconds is None else self._ms(r.again_seconds, path)
            self.inactivity.append(
                InactivityRule(
                    clause_id, self._ms(r.inactive_seconds, path), gives, again, readings
                )
            )
        else:
            self.rules.append(self._held_rule(clause_id, r, gives, readings, path))

    def _held_rule(
        self,
        clause_id: str,
        r: schema.RuleModel,
        gives: tuple[Gift, ...],
        readings: tuple[str, ...],
        path: KeyPath,
    ) -> Rule:
        for action in r.does or ():
            self._one_of(action, ACTIONS, (*path, "does"), tr("action"))
        places = r.holds or r.held or ([schema.Place()] if r.seconds else [])
        settled = bool(r.holds) or r.stays_open
        tracks = tuple(
            Track(self._where(p, (*path, "holds" if r.holds else "held", i), settled),
                  self._gifts(p.gives, path) if p.gives else ())
            for i, p in enumerate(places)
        )  # fmt: skip
        tagged = [a for a in r.does or () if a in ("takedown", "guard_pull")] or ["sweep"]
        default_ends = ["bottom"] if r.does and "guard_pull" in r.does else ["top"]
        return Rule(
            clause=clause_id, gives=gives, does=frozenset(r.does or ()), position=bool(r.holds),
            tests=self._tests(r.details, tagged, (*path, "if")),
            ends=frozenset(r.ends or default_ends),
            arrives=tuple(self._where(p, (*path, "arrives", i)) for i, p in enumerate(r.arrives or ())),
            origin=self._positions(r.origin or (), (*path, "from")),
            began_within_ms=None if r.began_within_seconds is None else self._ms(r.began_within_seconds, path),
            exceptions=tuple(self._except(e, (*path, "except", i)) for i, e in enumerate(r.exceptions)),
            for_opponent=r.to_opponent, one_of=r.one_of, tracks=tracks,
            hold_ms=self._ms(r.seconds, path), one_control=r.anew_at_change_of_control,
            open=r.stays_open, unbroken=r.without_other_position,
            lost_over=None if r.lost_over is None else (
                self._positions(r.lost_over.positions, (*path, "lost_over", "in")), self._ms(r.lost_over.seconds, path)),
            lost_by=tuple(
                (self._positions(m.origin, (*path, "lost_by", i, "from")), self._positions(m.to, (*path, "lost_by", i, "to")))
                for i, m in enumerate(r.lost_by)),
            paused_in=self._positions(r.paused_in, (*path, "paused_in")),
            within=self._watch(r.if_within, (*path, "if_within")),
            unless_within=self._watch(r.unless_within, (*path, "unless_within")),
            pays_with=frozenset(self._clauses(r.pays_with, (*path, "pays_with"))),
            bonus_of="".join(self._clauses([r.bonus_of] if r.bonus_of else [], (*path, "bonus_of"))),
            near=tuple(self._near(n, (*path, "near", i)) for i, n in enumerate(r.near)),
            again=r.again or ("recovered" if r.holds and self.model.ladder is None else "always"),
            off_ms=self._ms(r.off_seconds, path), blocked_by_open=r.not_while_open,
            consumes=frozenset(self._clauses(r.takes_the_place_of, (*path, "takes_the_place_of"))),
            upright_at_takedown=r.upright_at_takedown, readings=readings,
        )  # fmt: skip

    def _near(self, n: schema.NearModel, path: KeyPath) -> Near:
        self._clauses([n.clause], (*path, "clause"))
        to: set[str] = set()
        for name in n.to:
            if name in LOST_TO:
                to.add(name)
            else:
                to |= self._positions([name], (*path, "to"))
        ever = tuple(self._where(p, (*path, "ever", i)) for i, p in enumerate(n.ever))
        return Near(n.clause, self._gifts(n.gives, path), frozenset(to), ever, n.swept_from_guard)

    def _except(self, e: schema.ExceptModel, path: KeyPath) -> Except:
        self._clauses([e.clause], (*path, "clause"))
        return Except(
            e.clause, self._tests(e.details, ["takedown", "guard_pull"], (*path, "if")),
            self._where(e.began_in, (*path, "began_in")) if e.began_in else None, e.held_by_opponent,
            None if e.stood_up_within_seconds is None else self._ms(e.stood_up_within_seconds, path),
        )  # fmt: skip

    def _watch(self, watch: schema.Watch | None, path: KeyPath) -> tuple[Where, int] | None:
        if watch is None:
            return None
        return Where(self._positions(watch.positions, (*path, "in"))), self._ms(watch.seconds, path)

    # -- the parts of the whole --------------------------------------------------------------------

    def _ladder(self) -> Ladder | None:
        m = self.model.ladder
        if m is None:
            return None
        return Ladder(
            tuple(frozenset(self._clauses(rung, ("ladder", "rungs", i))) for i, rung in enumerate(m.rungs)),
            m.equal_once, self._positions(m.reset_in, ("ladder", "reset_in")),
            self._positions(m.reset_slowly_in, ("ladder", "reset_slowly_in")),
            self._ms(m.reset_seconds, ("ladder", "reset_seconds")),
        )  # fmt: skip

    def _spell(self) -> SpellNear | None:
        m = self.model.spell
        if m is None:
            return None
        named = [name for name in (m.clause, m.pass_clause, m.pass_near) if name]
        self._clauses(named, ("spell",))
        return SpellNear(
            m.clause, self._gifts(m.gives, ("spell", "gives")),
            tuple(self._positions(level, ("spell", "levels", i)) for i, level in enumerate(m.levels)),
            self._positions(m.ends_in, ("spell", "ends_in")), m.pass_clause, m.pass_near,
        )  # fmt: skip

    def _chain(self) -> Chain | None:
        m = self.model.chain
        if m is None:
            return None
        return Chain(
            m.clause,
            tuple(self._positions(level, ("chain", "order", i)) for i, level in enumerate(m.order)),
            frozenset(self._clauses(m.carried, ("chain", "carried"))),
        )

    # -- words ------------------------------------------------------------------------------------

    def _gifts(self, gives: schema.Gives, path: KeyPath) -> tuple[Gift, ...]:
        gifts: list[Gift] = []
        if gives.penalties:
            gifts.append(Gift(Award.PENALTY, gives.penalties))
        if gives.points is not None:
            gifts.append(Gift(Award.POINTS, self._number(gives.points, path)))
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

    def _number(self, value: int | schema.Option, path: KeyPath) -> int:
        if isinstance(value, int):
            return value
        option = self.model.options.get(value.option)
        if option is None:
            self._one_of(value.option, self.model.options, path, tr("option"))
            return 0
        return option.chosen

    def _where(self, place: schema.Place, path: KeyPath, settled: bool = False) -> Where:
        positions = self._positions(place.positions, (*path, "in"))
        details: dict[str, object] = dict(place.model_extra or {})
        tests = self._tests(details, sorted(positions), path)
        if settled and positions & set(PINS) and "controlled" not in details:
            control = Test("controlled", frozenset({"yes"}))
            tests = tuple((*alternative, control) for alternative in tests) or ((control,),)
        return Where(positions, tests)

    def _tests(self, details: object, tags: Iterable[str], path: KeyPath) -> Alternatives:
        if not details:
            return ()
        if isinstance(details, dict) and "any" in details:
            shared = {k: v for k, v in details.items() if k != "any"}
            options = details["any"]
            options = options if isinstance(options, list) else [options]
            return tuple(
                self._all_tests({**shared, **(o if isinstance(o, dict) else {})}, tags, path)
                for o in options
            )
        many = details if isinstance(details, list) else [details]
        return tuple(self._all_tests(one, tags, path) for one in many if isinstance(one, dict))

    def _all_tests(
        self, details: Mapping[str, object], tags: Iterable[str], path: KeyPath
    ) -> tuple[Test, ...]:
        known = {
            key: d
            for tag in tags
            if tag in VOCABULARY
            for key, d in VOCABULARY[tag].details.items()
        }
        tests = []
        for key, value in details.items():
            if not self._one_of(key, known, (*path, key), tr("detail"), at_key=True):
                continue
            values = [str(v) for v in (value if isinstance(value, list) else [value])]
            for one in values:
                if known[key].values:
                    self._one_of(one, known[key].values, (*path, key), tr("answer"))
            tests.append(Test(key, frozenset(values)))
        return tuple(tests)

    def _positions(self, names: Iterable[str], path: KeyPath) -> frozenset[str]:
        found: set[str] = set()
        for name in names:
            if name in GROUPS:
                found.update(GROUPS[name])
            elif self._one_of(name, (*POSITIONS, *GROUPS), path, tr("position")):
                found.add(name)
        return frozenset(found)

    def _techniques(self, names: Iterable[str], path: KeyPath) -> list[str]:
        allowed = VOCABULARY["submission"].details["technique"].values
        return [name for name in names if self._one_of(name, allowed, path, tr("technique"))]

    def _categories(self, names: Iterable[str], path: KeyPath) -> list[str]:
        return [name for name in names if self._one_of(name, self.model.categories, path, tr("category"))]

    def _clauses(self, names: Iterable[str], path: KeyPath) -> list[str]:
        return [
            name for name in names if self._one_of(name, self.model.clauses, path, tr("clause"))
        ]

    def _one_of(
        self, name: str, allowed: Iterable[str], path: KeyPath, kind: str, *, at_key: bool = False
    ) -> bool:
        names = list(allowed)
        if name in names:
            return True
        close = get_close_matches(name, names, 1)
        hint = tr("Did you mean {name}?", name=repr(close[0])) + " " if close else ""
        self._say(
            path, tr("There is no {kind} {name}.", kind=kind, name=repr(name)),
            hint + tr("Allowed: {names}.", names=", ".join(names)), at_key=at_key,
        )  # fmt: skip
        return False

    def _say(self, path: KeyPath, what: str, mend: str, *, at_key: bool = False) -> None:
        self.problems.append(self.source.problem(path, what, mend, at_key=at_key))

    def _ms(self, seconds: int | Fraction, path: KeyPath) -> int:
        milliseconds = Fraction(seconds) * 1000
        if milliseconds.denominator != 1 or milliseconds < 0:
            self._say(
                path,
                tr("Seconds are not negative and have at most three decimals."),
                tr("Write 3, 2.5 or 0.125."),
            )
            return 0
        return int(milliseconds)
