"""A ruleset file read into the engine's words, with every mistake said at its line and column."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from annotator.errors import Problem, RulesetError
from annotator.files import ruleset_schema as schema
from annotator.files.atomic import read_bytes
from annotator.files.ruleset_names import ACTIONS, TERMS
from annotator.files.ruleset_shape import Shape, read_shape
from annotator.files.ruleset_words import Words, written_path
from annotator.files.source import KeyPath, Source, examine_yaml
from annotator.model.vocabulary import POSITIONS, VOCABULARY
from annotator.scoring.conditions import Where
from annotator.scoring.ruleset import (
    AttackRule,
    BoardManner,
    Category,
    CaughtAtEnd,
    Chain,
    Clause,
    Except,
    Gift,
    InactivityRule,
    Ladder,
    Near,
    Reading,
    Restart,
    Rule,
    Ruleset,
    SpellNear,
    TagRule,
    Track,
)
from annotator.text import tr

SIZE_LIMIT = 1_000_000
SPANS = tuple(name for name, kind in VOCABULARY.items() if kind.span)
STARTS = ("does", "holds", "submission", "tag", "inactive_seconds")


@dataclass(frozen=True, slots=True)
class Read:
    """A file that was read: what it means (None: too much is wrong), and all its mistakes."""

    source: Source
    model: schema.RulesetModel | None
    ruleset: Ruleset | None
    problems: tuple[Problem, ...]
    used_options: frozenset[str] = frozenset()


def read_ruleset(path: Path) -> Ruleset:
    """Read a ruleset file. Raises RulesetError with all its problems, FileError if it is not there."""
    return ruleset_from_bytes(read_bytes(path, SIZE_LIMIT), str(path))


def ruleset_from_bytes(data: bytes, where: str) -> Ruleset:
    """Read a ruleset from the bytes of its file; `where` names it in messages."""
    read = examine(data, where)
    if read.problems or read.ruleset is None:
        raise RulesetError(read.problems)
    return read.ruleset


def examine(data: bytes, where: str) -> Read:
    """Read as much as can be read, and say all that is wrong, of shape and of meaning.

    Raises RulesetError only where the file is no YAML, or parts of it are not read.
    """
    source = examine_yaml(data, where, RulesetError)
    shape = read_shape(source)
    if shape.model is None:
        return Read(source, None, None, tuple(sorted({*source.problems, *shape.problems})))
    reader = _Reader(source, shape.model, shape, hashlib.blake2b(data, digest_size=16).hexdigest())
    ruleset = reader.ruleset()
    problems = tuple(sorted({*source.problems, *shape.problems, *reader.problems}))
    return Read(source, shape.model, ruleset, problems, frozenset(reader.used_options))


class _Reader(Words):
    """Gives the checked shapes their meaning and collects what is wrong with the names in them."""

    def __init__(
        self, source: Source, model: schema.RulesetModel, shape: Shape, digest: str
    ) -> None:
        super().__init__(source, model, shape)
        self.digest = digest
        self.tags: list[TagRule] = []
        self.rules: list[Rule] = []
        self.attacks: list[AttackRule] = []
        self.inactivity: list[InactivityRule] = []

    def ruleset(self) -> Ruleset:
        m = self.model
        for clause_id, clause in m.clauses.items():
            path: KeyPath = ("clauses", clause_id)
            self.readings(clause.readings, (*path, "readings"))
            for i, rule in enumerate(clause.rules):
                self._rule(clause_id, clause, rule, (*path, "rules", i))
        self._whole()
        return Ruleset(
            m.id, m.edition, m.names, m.federation, m.source, tuple(m.columns),
            tuple(
                Clause(clause_id, clause.title, clause.says, tuple(clause.readings), clause.printed)
                for clause_id, clause in m.clauses.items()
            ),
            tuple(Reading(key, r.says, r.because) for key, r in m.readings.items()),
            self.digest, {key: o.chosen for key, o in m.options.items()},
            tuple(self.rules), tuple(self.attacks), tuple(self.tags), tuple(self.inactivity),
            tuple(self.positions(group, ("one_control", i)) for i, group in enumerate(m.one_control)),
            m.danger_restarts, self._ladder(), self._spell(), self._chain(),
            tuple(
                Category(key, c.title, self.ms(c.seconds, ("categories", key, "seconds")),
                         self.ms(c.point_free_seconds, ("categories", key, "point_free_seconds")),
                         self.ms(c.overtime_seconds, ("categories", key, "overtime_seconds")), c.overtimes)
                for key, c in m.categories.items()
            ),
            tuple(m.outcome), m.overtime, m.fatal_penalties, m.fatal_clause, m.terms, self._restart(),
            tuple(m.levels), self._caught(), self._board(),
        )  # fmt: skip

    def _board(self) -> BoardManner:
        m = self.model.board
        if m is None:
            return BoardManner()
        return BoardManner(m.layout, m.clock, tuple(m.dots), m.hold, m.no_points)

    def _caught(self) -> CaughtAtEnd | None:
        m = self.model.caught_at_end
        if m is None:
            return None
        self.clauses([m.clause], ("caught_at_end", "clause"))
        clause = self.model.clauses.get(m.clause)
        readings = tuple(clause.readings) if clause is not None else ()
        return CaughtAtEnd(m.clause, self.gifts(m.gives, ("caught_at_end", "gives")), readings)

    def _restart(self) -> Restart | None:
        m = self.model.restart
        if m is None:
            return None
        self.one_of(m.in_doubt, POSITIONS, ("restart", "in_doubt"), tr("position"))
        secured = self.ms(m.secured_seconds, ("restart", "secured_seconds"))
        return Restart(self.positions(m.positions, ("restart", "positions")), secured, m.in_doubt)

    def _whole(self) -> None:
        """What stands for the whole file and names other parts of it."""
        m = self.model
        self.clauses([m.fatal_clause] if m.fatal_clause else [], ("fatal_clause",))
        for term in m.terms:
            self.one_of(term, TERMS, ("terms", term), tr("term"), at_key=True)
        for name, option in m.options.items():
            if option.chosen not in option.values:
                self.say(
                    ("options", name, "chosen"),
                    tr("{number} is none of the values.", number=option.chosen),
                    tr("Choose one of: {values}.", values=", ".join(map(str, option.values))),
                )
        for name, category in m.categories.items():
            if category.point_free_seconds > category.seconds >= 0:
                self.say(
                    ("categories", name, "point_free_seconds"),
                    tr("The part without points is longer than the match."),
                    tr("The match lasts {seconds} s.", seconds=category.seconds),
                )

    # -- one rule -------------------------------------------------------------------------------

    def _rule(
        self, clause_id: str, clause: schema.ClauseModel, r: schema.RuleModel, path: KeyPath
    ) -> None:
        starts = (
            bool(r.does), bool(r.holds), r.submission, bool(r.tag), r.inactive_seconds is not None,
        )  # fmt: skip
        if sum(starts) != 1:
            lost = self.shape.lost_of(written_path(self.source, path))
            known = {info.alias or name for name, info in schema.RuleModel.model_fields.items()}
            if not lost & set(STARTS) and lost <= known:
                self.say(
                    path, tr("A rule starts in exactly one way."),
                    tr("Give one of: {names}.", names=", ".join(STARTS)),
                )  # fmt: skip
            return
        readings = tuple(dict.fromkeys([*clause.readings, *r.readings]))
        self.readings(r.readings, (*path, "readings"))
        gives = self.gifts(r.gives, (*path, "gives"))
        if r.submission:
            self.attacks.append(AttackRule(
                clause_id, gives, frozenset(self._outcomes(r.outcomes, path)), self.ms(r.seconds, (*path, "seconds")),
                frozenset(self.techniques(r.not_techniques, (*path, "not_techniques"))), readings,
            ))  # fmt: skip
        elif r.tag:
            self.known(r.tag, VOCABULARY, (*path, "tag"), tr("tag"))
            self.tags.append(TagRule(
                clause_id, frozenset(r.tag), self.tag_tests(r.details, r.tag, (*path, "if")), gives,
                r.counted_with, r.from_number, r.to_number, r.violation, r.a_tap_ends_nothing,
                frozenset(self.categories(r.categories, (*path, "categories"))),
                frozenset(self.levels(r.levels, (*path, "levels"))),
                r.point_free, r.booked_once, r.uses_up, r.at_once,
                frozenset(self.known(r.during or (), SPANS, (*path, "during"), tr("tag with a beginning and an end"))),
                readings,
            ))  # fmt: skip
        elif r.inactive_seconds is not None:
            again = None
            if r.again_seconds is not None:
                again = self.ms(r.again_seconds, (*path, "again_seconds"))
                if r.again_seconds == 0:
                    what = tr("After no seconds at all it would be given for ever.")
                    mend = tr("Write how long, such as 10, or leave it out: then it is given once.")
                    self.say((*path, "again_seconds"), what, mend)
            self.inactivity.append(
                InactivityRule(
                    clause_id,
                    self.ms(r.inactive_seconds, (*path, "inactive_seconds")),
                    gives,
                    again,
                    self.positions(r.both_in, (*path, "both_in")),
                    r.counted_with,
                    r.from_number,
                    r.to_number,
                    readings,
                )
            )
        else:
            self.rules.append(self._held_rule(clause_id, r, gives, readings, path))

    def _outcomes(self, names: list[str], path: KeyPath) -> list[str]:
        allowed = VOCABULARY["submission"].details["outcome"].values
        return self.known(names, allowed, (*path, "outcomes"), tr("outcome"))

    def _held_rule(
        self,
        clause_id: str,
        r: schema.RuleModel,
        gives: tuple[Gift, ...],
        readings: tuple[str, ...],
        path: KeyPath,
    ) -> Rule:
        self.known(r.does or (), ACTIONS, (*path, "does"), tr("action"))
        self.clauses([r.not_while_open] if r.not_while_open else [], (*path, "not_while_open"))
        places = r.holds or r.held or ([schema.Place()] if r.seconds else [])
        settled = bool(r.holds) or r.stays_open
        start = "holds" if r.holds else "held"
        tracks = tuple(
            Track(self.where(p, (*path, start, i), settled),
                  self.gifts(p.gives, (*path, start, i, "gives")) if p.gives else (), p.goes_on_only)
            for i, p in enumerate(places)
        )  # fmt: skip
        tagged = [a for a in r.does or () if a in ("takedown", "guard_pull")] or ["sweep"]
        default_ends = ["bottom"] if r.does and "guard_pull" in r.does else ["top"]
        return Rule(
            clause=clause_id, gives=gives, does=frozenset(r.does or ()), position=bool(r.holds),
            tests=self.tests(r.details, tagged, (*path, "if")),
            ends=frozenset(r.ends or default_ends),
            arrives=tuple(self.where(p, (*path, "arrives", i)) for i, p in enumerate(r.arrives or ())),
            origin=self.positions(r.origin or (), (*path, "from")),
            began_within_ms=None if r.began_within_seconds is None else self.ms(r.began_within_seconds, (*path, "began_within_seconds")),
            exceptions=tuple(self._except(e, (*path, "except", i)) for i, e in enumerate(r.exceptions)),
            for_opponent=r.to_opponent, one_of=r.one_of, tracks=tracks,
            hold_ms=self.ms(r.seconds, (*path, "seconds")), one_control=r.anew_at_change_of_control,
            open=r.stays_open, unbroken=r.without_other_position,
            lost_over=None if r.lost_over is None else (
                self.positions(r.lost_over.positions, (*path, "lost_over", "in")), self.ms(r.lost_over.seconds, (*path, "lost_over", "seconds"))),
            lost_by=tuple(
                (self.positions(m.origin, (*path, "lost_by", i, "from")), self.positions(m.to, (*path, "lost_by", i, "to")))
                for i, m in enumerate(r.lost_by)),
            paused_in=self.positions(r.paused_in, (*path, "paused_in")),
            within=self._watch(r.if_within, (*path, "if_within")),
            unless_within=self._watch(r.unless_within, (*path, "unless_within")),
            pays_with=frozenset(self.clauses(r.pays_with, (*path, "pays_with"))),
            bonus_of="".join(self.clauses([r.bonus_of] if r.bonus_of else [], (*path, "bonus_of"))),
            near=tuple(self._near(n, (*path, "near", i)) for i, n in enumerate(r.near)),
            again=r.again or ("recovered" if r.holds and self.model.ladder is None else "always"),
            off_ms=self.ms(r.off_seconds, (*path, "off_seconds")), off_by_details=r.off_by_details,
            blocked_by_open=r.not_while_open,
            consumes=frozenset(self.clauses(r.takes_the_place_of, (*path, "takes_the_place_of"))),
            upright_at_takedown=r.upright_at_takedown, readings=readings,
        )  # fmt: skip

    def _near(self, n: schema.NearModel, path: KeyPath) -> Near:
        self.clauses([n.clause], (*path, "clause"))
        ever = tuple(self.where(p, (*path, "ever", i)) for i, p in enumerate(n.ever))
        gives = self.gifts(n.gives, (*path, "gives"))
        clause = self.model.clauses.get(n.clause)
        readings = tuple(clause.readings) if clause is not None else ()
        to = self.losses(n.to, (*path, "to"))
        into = tuple(self.where(p, (*path, "into", i)) for i, p in enumerate(n.into))
        return Near(n.clause, gives, to, ever, into, n.swept_from_guard, n.one_of, readings)

    def _except(self, e: schema.ExceptModel, path: KeyPath) -> Except:
        self.clauses([e.clause], (*path, "clause"))
        return Except(
            e.clause, self.tests(e.details, ["takedown", "guard_pull"], (*path, "if")),
            self.where(e.began_in, (*path, "began_in")) if e.began_in else None, e.held_by_opponent,
            None if e.stood_up_within_seconds is None else self.ms(e.stood_up_within_seconds, (*path, "stood_up_within_seconds")),
        )  # fmt: skip

    def _watch(self, watch: schema.Watch | None, path: KeyPath) -> tuple[Where, int] | None:
        if watch is None:
            return None
        return Where(self.positions(watch.positions, (*path, "in"))), self.ms(
            watch.seconds, (*path, "seconds")
        )

    # -- the parts of the whole --------------------------------------------------------------------

    def _ladder(self) -> Ladder | None:
        m = self.model.ladder
        if m is None:
            return None
        return Ladder(
            tuple(frozenset(self.clauses(rung, ("ladder", "rungs", i))) for i, rung in enumerate(m.rungs)),
            m.equal_once, self.positions(m.reset_in, ("ladder", "reset_in")),
            self.positions(m.reset_slowly_in, ("ladder", "reset_slowly_in")),
            self.ms(m.reset_seconds, ("ladder", "reset_seconds")), m.opens_on_recovery,
        )  # fmt: skip

    def _spell(self) -> SpellNear | None:
        m = self.model.spell
        if m is None:
            return None
        for key in ("clause", "pass_clause", "pass_near"):
            name = getattr(m, key)
            self.clauses([name] if name else [], ("spell", key))
        return SpellNear(
            m.clause, self.gifts(m.gives, ("spell", "gives")),
            tuple(self.positions(level, ("spell", "levels", i)) for i, level in enumerate(m.levels)),
            self.positions(m.ends_in, ("spell", "ends_in")), m.pass_clause, m.pass_near,
        )  # fmt: skip

    def _chain(self) -> Chain | None:
        m = self.model.chain
        if m is None:
            return None
        self.clauses([m.clause], ("chain", "clause"))
        return Chain(
            m.clause,
            tuple(self.positions(level, ("chain", "order", i)) for i, level in enumerate(m.order)),
            frozenset(self.clauses(m.carried, ("chain", "carried"))),
        )
