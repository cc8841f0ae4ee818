"""What can be read in a ruleset file and is still doubtful: parts that do nothing, rules that
can never apply, names that nobody uses. Each is a warning at its line, with what to do.
"""

from __future__ import annotations

from collections.abc import Iterator

from annotator.errors import Problem
from annotator.files import ruleset_schema as schema
from annotator.files.ruleset_file import STARTS, Read
from annotator.files.ruleset_names import GROUPS
from annotator.files.ruleset_words import written_path
from annotator.files.source import KeyPath
from annotator.model.vocabulary import VOCABULARY, Who
from annotator.text import number_text, tr

Doubt = tuple[KeyPath, str, str]

_LONGEST_HOLD = 120  # seconds; no federation asks for so much
_SHORTEST_MATCH = 30
_ANYWHERE = {*STARTS, "gives", "readings"}
_OF_START = {
    "submission": {"seconds", "outcomes", "not_techniques"},
    "tag": {
        "if", "counted_with", "from_number", "to_number", "violation", "a_tap_ends_nothing",
        "categories", "levels", "point_free", "booked_once", "uses_up", "at_once", "during",
    },
    "inactive_seconds": {
        "again_seconds", "both_in", "counted_with", "from_number", "to_number",
    },
}  # fmt: skip
_OF_OTHERS = set().union(*_OF_START.values()) - {"seconds", "if"}
_OF_ACTIONS = {
    "if", "ends", "arrives", "from", "began_within_seconds", "except", "one_of", "if_within",
    "unless_within", "bonus_of",
}  # fmt: skip
_OF_HOLDS = ("held", "near", "lost_by", "lost_over", "paused_in", "without_other_position")
_COLUMN_OF = {
    "points": "points", "opponent_points": "points", "advantages": "advantages",
    "opponent_advantages": "advantages", "penalties": "penalties",
}  # fmt: skip


def doubts(read: Read) -> list[Problem]:
    """All doubts about a file that could be read."""
    if read.model is None:
        return []
    found: list[Doubt] = []
    for look in (_unused, _whole, _titles, _references):
        found.extend(look(read.model, read))
    for clause_id, clause in read.model.clauses.items():
        for i, rule in enumerate(clause.rules):
            found.extend(_rule(rule, read.model, ("clauses", clause_id, "rules", i)))
    found.extend(_shadowed(read.model))
    return sorted(
        {read.source.problem(written_path(read.source, path), *said) for path, *said in found}
    )


def rules_of(model: schema.RulesetModel) -> Iterator[tuple[str, schema.RuleModel, KeyPath]]:
    """Every rule with its clause and its place."""
    for clause_id, clause in model.clauses.items():
        for i, rule in enumerate(clause.rules):
            yield clause_id, rule, ("clauses", clause_id, "rules", i)


def _unused(model: schema.RulesetModel, read: Read) -> Iterator[Doubt]:
    used = {name for clause in model.clauses.values() for name in clause.readings}
    used |= {name for _, rule, _ in rules_of(model) for name in rule.readings}
    for name in model.readings:
        if name not in used:
            what = tr("Nothing uses the reading {name}.", name=repr(name))
            yield (
                ("readings", name), what,
                tr("Name it under a clause or a rule (readings: [{name}]), or take it out.", name=name),
            )  # fmt: skip
    for name in model.options:
        if name not in read.used_options:
            what = tr("Nothing uses the option {name}.", name=repr(name))
            mend = tr(
                "Write points: {{option: {name}}} where it counts, or take it out.", name=name
            )
            yield ("options", name), what, mend


def _whole(model: schema.RulesetModel, _: Read) -> Iterator[Doubt]:
    if model.fatal_clause and not model.fatal_penalties:
        yield (
            ("fatal_clause",), tr("No number of penalties is fatal."),
            tr("Write fatal_penalties too, or take this out."),
        )  # fmt: skip
    steps: dict[str, list[str]] = {"columns": [*model.columns], "outcome": [*model.outcome]}
    for key, names in steps.items():
        for name in sorted({name for name in names if names.count(name) > 1}):
            yield (key,), tr("{name} stands here twice.", name=repr(name)), tr("Keep one.")
    for name in model.board.dots if model.board is not None else ():
        if name not in model.columns:
            yield (
                ("board", "dots"), tr("The board has no {column}.", column=name),
                tr("Add {column} to columns.", column=name),
            )  # fmt: skip
    if "advantages" in model.outcome and "advantages" not in model.columns:
        yield (
            ("outcome",), tr("Advantages decide, but the board has none."),
            tr("Add advantages to columns, or take them out of outcome."),
        )  # fmt: skip
    if model.overtime and "overtime" not in model.outcome:
        yield (
            ("overtime",), tr("There is never an overtime."),
            tr("Add overtime to outcome, or take this out."),
        )  # fmt: skip
    if model.caught_at_end is not None and not model.danger_restarts:
        yield (
            ("caught_at_end",), tr("No submission stops a hold here."),
            tr("Write danger_restarts: true, or take this out."),
        )  # fmt: skip
    for name, category in model.categories.items():
        if category.seconds < _SHORTEST_MATCH:
            what = tr("A match of {seconds} seconds is a short one.", seconds=category.seconds)
            yield ("categories", name, "seconds"), what, tr("Write seconds: five minutes are 300.")
    ladder = model.ladder
    if ladder is not None and bool(ladder.reset_seconds) != bool(ladder.reset_slowly_in):
        yield (
            ("ladder",), tr("One of reset_seconds and reset_slowly_in does nothing alone."),
            tr("Write both, or neither."),
        )  # fmt: skip


def _titles(model: schema.RulesetModel, _: Read) -> Iterator[Doubt]:
    titled: list[tuple[KeyPath, dict[str, str]]] = [(("names",), model.names)]
    titled += [(("clauses", key, "title"), each.title) for key, each in model.clauses.items()]
    titled += [(("categories", key, "title"), each.title) for key, each in model.categories.items()]
    seen: dict[tuple[str, str], str] = {}
    for path, texts in titled:
        if "en" not in texts:
            yield (
                path, tr("There is no English text."),
                tr("Readers without one of these languages see the bare name; add en: ..."),
            )  # fmt: skip
        for language, text in texts.items():
            if path[0] == "clauses" and (language, text) in seen:
                what = tr("The clause {name} has this title too.", name=repr(seen[language, text]))
                yield (*path, language), what, tr("Give each clause a title of its own.")
            seen.setdefault((language, text), str(path[1] if len(path) > 1 else ""))


def _references(model: schema.RulesetModel, _: Read) -> Iterator[Doubt]:
    """Clauses that are named where only one of another kind has an effect."""
    holding = {clause for clause, rule, _ in rules_of(model) if rule.holds}
    opened = {clause for clause, rule, _ in rules_of(model) if rule.stays_open}
    counters = {rule.counted_with for _, rule, _ in rules_of(model) if rule.counted_with}

    def wrong(names: list[str], good: set[str], path: KeyPath, need: str) -> Iterator[Doubt]:
        for name in names:
            if name in model.clauses and name not in good:
                what = tr("The clause {name} has no rule that {need}.", name=repr(name), need=need)
                yield path, what, tr("Name another clause, or take it out: it does nothing.")

    held = tr("holds a position")
    if model.ladder is not None:
        for i, rung in enumerate(model.ladder.rungs):
            yield from wrong(rung, holding, ("ladder", "rungs", i), held)
    if model.chain is not None:
        yield from wrong(model.chain.carried, holding, ("chain", "carried"), held)
    paying = {clause for clause, rule, _ in rules_of(model) if rule.does or rule.holds}
    for _clause, rule, path in rules_of(model):
        yield from wrong(rule.pays_with, paying, (*path, "pays_with"), tr("is held or done"))
        yield from wrong(rule.takes_the_place_of, holding, (*path, "takes_the_place_of"), held)
        if rule.not_while_open:
            need = tr("stays open")
            yield from wrong([rule.not_while_open], opened, (*path, "not_while_open"), need)
        if rule.bonus_of:
            same = {
                other for other, each, _ in rules_of(model)
                if not each.bonus_of and set(each.does or ()) & set(rule.does or ())
            }  # fmt: skip
            need = tr("starts with the same action")
            yield from wrong([rule.bonus_of], same, (*path, "bonus_of"), need)
        if rule.uses_up and rule.uses_up not in counters:
            names = ", ".join(sorted(counters)) or tr("none")
            what = tr("Nothing is counted with {name}.", name=repr(rule.uses_up))
            yield (*path, "uses_up"), what, tr("Counts there are: {names}.", names=names)


def _rule(rule: schema.RuleModel, model: schema.RulesetModel, path: KeyPath) -> Iterator[Doubt]:
    start = next((key for key in STARTS if getattr(rule, key) not in (None, False, [])), "")
    names = {name: info.alias or name for name, info in schema.RuleModel.model_fields.items()}
    written = {names[name] for name in rule.model_fields_set}
    allowed = _ANYWHERE | _OF_START.get(start, set(names.values()) - _OF_OTHERS)
    if start == "holds":
        allowed -= _OF_ACTIONS
    if start == "does":
        allowed -= {"again", "off_seconds", "off_by_details", "upright_at_takedown"}
    for key in sorted(written - allowed):
        what = tr(
            "{key} does nothing in a rule that starts with {start}.",
            key=repr(key),
            start=repr(start),
        )
        yield (*path, key), what, tr("Take it out, or start the rule another way.")
    if start in ("does", "holds") and not rule.seconds and not rule.pays_with:
        for key in _OF_HOLDS:
            if key in written & allowed:
                what = tr("{key} does nothing in a rule that is paid at once.", key=repr(key))
                yield (*path, key), what, tr("Write seconds, or take it out.")
    yield from _units(rule, path)
    yield from _counts(rule, model, path)
    yield from _board(rule, model, path)
    for i, place in enumerate(rule.holds or ()):
        if not any(_has_top(name) for name in place.positions):
            what = tr("Nobody is on top here, so that it can never be held.")
            yield (*path, "holds", i, "in"), what, tr("Name a position that belongs to an athlete.")
    if rule.off_by_details and rule.again != "off":
        what = tr("off_by_details does nothing without “again: off”.")
        yield (*path, "off_by_details"), what, tr("Write again: off, or take it out.")
    if (rule.again == "off") != bool(rule.off_seconds):
        what = tr("“again: off” and off_seconds belong together.")
        yield path, what, tr("Write both, or neither.")


def _has_top(name: str) -> bool:
    return any(
        each in VOCABULARY and VOCABULARY[each].who is not Who.EMPTY
        for each in GROUPS.get(name, (name,))
    )


def _units(rule: schema.RuleModel, path: KeyPath) -> Iterator[Doubt]:
    """Holds that nobody ever holds: written in milliseconds."""
    for key in ("seconds", "off_seconds", "began_within_seconds", "inactive_seconds"):
        value = getattr(rule, key)
        if value is not None and value > _LONGEST_HOLD:
            what = tr(
                "{value} seconds are {minutes} minutes.",
                value=value,
                minutes=number_text(f"{float(value) / 60:g}"),
            )
            yield (*path, key), what, tr("Write seconds, such as 3; for 3000 milliseconds write 3.")


def _counts(rule: schema.RuleModel, model: schema.RulesetModel, path: KeyPath) -> Iterator[Doubt]:
    if rule.to_number is not None and rule.to_number < rule.from_number:
        what = tr("It ends before it begins: it can never apply.")
        yield (*path, "to_number"), what, tr("Make to_number at least from_number.")
    if rule.at_once and not any(gives < 0 for gives in _points(rule)):
        what = tr("Only a point that is taken away would be booked.")
        yield (*path, "at_once"), what, tr("Take it out, or write points below 0.")
    if rule.point_free == "only":
        if not any(each.point_free_seconds for each in model.categories.values()):
            what = tr("No category has a part without points: it can never apply.")
            yield (*path, "point_free"), what, tr("Give a category point_free_seconds.")
    elif rule.booked_once or rule.uses_up:
        what = tr("Only in the part without points is anything booked.")
        yield path, what, tr("Add point_free: only, or take out booked_once and uses_up.")


def _points(rule: schema.RuleModel) -> list[int]:
    return [rule.gives.points] if isinstance(rule.gives.points, int) else []


def _board(rule: schema.RuleModel, model: schema.RulesetModel, path: KeyPath) -> Iterator[Doubt]:
    """Gifts that the board does not show."""
    gifts: list[tuple[schema.Gives, KeyPath]] = [(rule.gives, (*path, "gives"))]
    gifts += [(near.gives, (*path, "near", i, "gives")) for i, near in enumerate(rule.near)]
    for gives, place in gifts:
        for key, column in _COLUMN_OF.items():
            if getattr(gives, key) and column not in model.columns:
                what = tr("{column} are given here, but the board has none.", column=column)
                yield (*place, key), what, tr("Add {column} to columns.", column=column)


def _shadowed(model: schema.RulesetModel) -> Iterator[Doubt]:
    """Rules that an earlier one takes everything from, and rules that stand twice."""
    earlier: list[tuple[str, schema.RuleModel]] = []
    narrowing = ("details", "arrives", "origin", "began_within_seconds", "ends")
    for clause_id, rule, path in rules_of(model):
        for other_clause, other in earlier:
            if other == rule and other_clause == clause_id:
                what = tr("The same rule stands above it.")
                yield path, what, tr("Take one of the two out.")
                break
            takes_all = (
                rule.one_of
                and other.one_of == rule.one_of
                and set(rule.does or ()) <= set(other.does or ())
                and not any(getattr(other, key) for key in narrowing)
                and not rule.ends
            )
            if takes_all:
                what = tr(
                    "It can never apply: a rule of {clause} takes every case first.",
                    clause=repr(other_clause),
                )
                mend = tr("Put this one above it, or give the other one conditions.")
                yield path, what, mend
                break
        earlier.append((clause_id, rule))
