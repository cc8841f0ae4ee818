"""A ruleset as a readable page: what a referee would sign. Made from the data alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from annotator.files.ruleset_cases import Case, differences
from annotator.files.ruleset_names import TERMS
from annotator.files.ruleset_prose import Prose, Spoken, minutes, seconds
from annotator.scoring.ruleset import Category, Clause, Ruleset
from annotator.scoring.ruling import ScoreSheet
from annotator.text import after_colon, tr, tr_n, word_list

EXAMPLES = 2  # of each direction, under a clause
_STEPS = {
    "submission": "a submission",
    "disqualification": "a disqualification",
    "points": "more points",
    "advantages": "more advantages",
    "highest_action": "the more valuable single action",
    "fewest_penalties": "fewer penalties",
    "overtime": "overtime",
    "decision": "the referees' decision",
}


Scored = tuple[Case, ScoreSheet]


@dataclass(slots=True)
class Examples:
    """The cases in which a clause pays and those in which it does not, with how they come out."""

    given: list[Scored] = field(default_factory=list)
    refused: list[Scored] = field(default_factory=list)


def examples_of(scored: Sequence[Scored]) -> dict[str, Examples]:
    """Cases by clause; those with the fewest awards first, for they show one thing."""
    found: dict[str, Examples] = {}
    for case, sheet in sorted(
        scored, key=lambda pair: (len(pair[0].gives), len(pair[0].match.tags))
    ):
        paid = {ruling.clause for ruling in (*sheet.awards, *sheet.violations)}
        for clause in paid:
            found.setdefault(clause, Examples()).given.append((case, sheet))
        for clause in {ruling.clause for ruling in sheet.refusals} - paid:
            found.setdefault(clause, Examples()).refused.append((case, sheet))
    return found


def page(
    ruleset: Ruleset, language: str = "en", scored: Sequence[Scored] = (),
    *, all_examples: bool = False,
) -> Iterator[str]:  # fmt: skip
    """The whole page, line by line."""
    prose = Prose(ruleset, language)
    yield from _head(ruleset, language)
    yield from _section(tr("In general"), general_lines(prose))
    yield from _section(tr("Words"), _words(ruleset, language))
    spoken: dict[str, list[Spoken]] = {}
    for each in prose.rules():
        spoken.setdefault(each.clause, []).append(each)
    examples = examples_of(scored)
    yield ""
    yield tr("Clauses")
    for clause in ruleset.clauses:
        yield from _clause(prose, clause, spoken.get(clause.id, []), examples.get(clause.id))
    yield from _section(
        tr("Readings: where the text is silent, damaged or contradicts itself"), _readings(ruleset)
    )
    if all_examples:
        yield from _section(tr("Cases"), _cases(scored))


def _section(title: str, lines: Iterator[str]) -> Iterator[str]:
    body = list(lines)
    if body:
        yield ""
        yield title
        yield from ("  " + line for line in body)


def _head(ruleset: Ruleset, language: str) -> Iterator[str]:
    yield after_colon(ruleset.id, ruleset.name(language))
    facts = (
        (tr("federation"), ruleset.federation),
        (tr("edition"), ruleset.edition),
        (tr("source"), ruleset.source),
    )
    yield from ("  " + after_colon(key, value) for key, value in facts if value)
    yield from (
        f"  {key}: {name}" for key, name in sorted(ruleset.names.items()) if key != language
    )


def general_lines(prose: Prose) -> Iterator[str]:
    """What stands for the whole ruleset, one sentence each."""
    ruleset = prose.ruleset
    yield tr("The board shows: {columns}.", columns=", ".join(map(prose.term, ruleset.columns)))
    if ruleset.board.layout == "halves":
        yield tr("The board has two halves side by side.")
    if ruleset.board.dots:
        names = ", ".join(map(prose.term, ruleset.board.dots))
        yield tr("On the board these are dots: {columns}.", columns=names)
    yield tr("The match is won by, in this order: {steps}.",
             steps=", ".join(tr(_STEPS.get(step, step)) for step in ruleset.outcome))  # fmt: skip
    for category in ruleset.categories:
        yield _category(category, prose.language)
    if ruleset.overtime:
        yield tr("In overtime nothing counts but a submission.")
    if ruleset.fatal_penalties:
        number = tr_n(
            "{count} penalty disqualifies", "{count} penalties disqualify", ruleset.fatal_penalties
        )
        where = f" ({prose.clause(ruleset.fatal_clause)})" if ruleset.fatal_clause else ""
        yield f"{number}{where}."
    yield (
        tr("A hold that was not complete when the opponent's close submission began starts anew at the escape.")
        if ruleset.danger_restarts
        else tr("A close submission by the opponent stops no hold.")
    )  # fmt: skip
    caught = ruleset.caught_at_end
    if caught is not None:
        yield tr("Whoever is still in danger when time is up gets {gift} for what was reached ({clause}).",
                 gift=prose.gifts(caught.gives), clause=prose.clause(caught.clause))  # fmt: skip
    for group in ruleset.controls:
        yield tr("One control: {places}.", places=prose.positions(group))
    if ruleset.restart is not None:
        yield tr(
            "After the mat was left, the referee sets the last position held for {time} of {places}; in doubt {doubt}.",
            time=seconds(ruleset.restart.secured_ms), places=prose.positions(ruleset.restart.positions),
            doubt=prose.term(ruleset.restart.in_doubt),
        )  # fmt: skip
    yield from ladder_lines(prose)
    for name, chosen in ruleset.options.items():
        yield tr(
            "Chosen where the text leaves it open: {name} is {value}.", name=name, value=chosen
        )


def ladder_lines(prose: Prose) -> Iterator[str]:
    """Ladder, chain and spells of control."""
    ladder, chain, spell = prose.ruleset.ladder, prose.ruleset.chain, prose.ruleset.spell
    if ladder is not None:
        rungs = tr(", then ").join(
            word_list(map(prose.clause, sorted(rung))) for rung in ladder.rungs
        )
        yield tr("Positions pay only upward: {rungs}.", rungs=rungs)
        if ladder.equal_once:
            yield tr("Clauses of one height pay once each.")
        if ladder.opens_on_recovery:
            yield tr("Open again for an athlete whose opponent recovered or forced the way down.")
        if ladder.reset_in:
            yield tr("All open again in {places}.", places=prose.positions(ladder.reset_in))
        if ladder.reset_slow:
            yield tr("All open again after {time} of {places}.",
                     time=seconds(ladder.reset_ms), places=prose.positions(ladder.reset_slow))  # fmt: skip
    if chain is not None:
        order = tr(", then ").join(map(prose.positions, chain.order))
        yield tr("Rising under one control is paid together after the last hold ({clause}): {order}.",
                 clause=prose.clause(chain.clause), order=order)  # fmt: skip
        if chain.carried:
            yield tr("Need not be held on the way up: {clauses}.",
                     clauses=word_list(map(prose.clause, sorted(chain.carried))))  # fmt: skip
    if spell is not None:
        yield tr("A control left before its time gives {gift}, once in each spell of control ({clause}).",
                 gift=prose.gifts(spell.gives), clause=prose.clause(spell.clause))  # fmt: skip


def _category(category: Category, language: str) -> str:
    title = category.titles.get(language) or category.titles.get("en") or category.id
    parts = [
        tr(
            "{title} [{id}]: {time}",
            title=title,
            id=category.id,
            time=minutes(category.duration_ms),
        )
    ]
    if category.point_free_ms:
        parts.append(tr("the first {time} without points", time=minutes(category.point_free_ms)))
    if category.overtime_ms:
        parts.append(tr("overtime {time}", time=minutes(category.overtime_ms)))
        if category.overtimes > 1:
            parts.append(tr("at most {count} of them", count=category.overtimes))
    return ", ".join(parts) + "."


def _words(ruleset: Ruleset, language: str) -> Iterator[str]:
    """The ruleset's own words beside the program's."""
    for key in TERMS:
        own = ruleset.terms.get(key, {})
        if language in own and own[language] != key.replace("_", " "):
            yield after_colon(key.replace("_", " "), own[language])


def _clause(
    prose: Prose, clause: Clause, rules: Sequence[Spoken], examples: Examples | None
) -> Iterator[str]:
    yield f"  [{clause.id}] {prose.ruleset.title_of(clause.id, prose.language)}"
    if clause.printed:
        yield "      " + tr("in the text: {place}", place=clause.printed)
    yield from _indented(clause.says, 6)
    for rule in rules:
        yield f"      • {rule.head}"
        yield from (f"          {line}" for line in rule.lines)
    if clause.readings:
        yield "      " + tr("read as: {ids}", ids=", ".join(clause.readings))
    if examples is not None:
        for pair in examples.given[:EXAMPLES]:
            yield "      " + tr("for example: {case}", case=_example(pair))
        for pair in examples.refused[:EXAMPLES]:
            yield "      " + tr("but not: {case}", case=_example(pair))


def _example(pair: Scored) -> str:
    case, sheet = pair
    return _marked(sheet, case, after_colon(case.name, _gives(case)))


def _marked(sheet: ScoreSheet, case: Case, text: str) -> str:
    """A case that comes out differently says nothing true about the rules."""
    return tr("COMES OUT DIFFERENTLY: {text}", text=text) if differences(case, sheet) else text


def _gives(case: Case) -> str:
    lines = list(map(str, case.gives))
    lines += [tr("not allowed: {line}", line=line) for line in case.violations or ()]
    return "; ".join(lines) or tr("nothing")


def _cases(scored: Sequence[Scored]) -> Iterator[str]:
    for case, sheet in scored:
        result = f" ({case.result})" if case.result else ""
        yield _marked(sheet, case, f"{case.name}{result}")
        yield f"    {_gives(case)}"


def _readings(ruleset: Ruleset) -> Iterator[str]:
    for reading in ruleset.readings:
        yield f"[{reading.id}] {reading.says}"
        if reading.because:
            yield "    " + tr("Why: {why}", why=reading.because)


def _indented(text: str, by: int) -> Iterator[str]:
    yield from (" " * by + line.strip() for line in text.splitlines() if line.strip())
