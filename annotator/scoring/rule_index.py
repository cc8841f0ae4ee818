"""A ruleset's rules by what starts them, made once for each ruleset."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from annotator.model.vocabulary import POSITIONS
from annotator.scoring.ruleset import Gift, Rule, Ruleset


@dataclass(frozen=True, slots=True)
class RuleIndex:
    """`places`: for each rule all positions in which its seconds run.

    `holding`: the rules that a position starts, by position; `doing`: those that an action starts,
    by action; `bonuses`: those paid with a clause, by that clause. Each rule has its place in the
    ruleset, which is the order at equal times; so has each clause, in `clauses`. `let_go`: some
    position may be off while it is kept. `positive`: whether a rule can give something good.
    `timed`: of `holding`, the rules that pay again once their position was off so long;
    `recovering`: those that pay again after a recovery. `awaited`: clauses that others are paid with.
    """

    places: tuple[frozenset[str], ...]
    holding: dict[str, list[tuple[int, Rule]]]
    doing: dict[str, list[tuple[int, Rule]]]
    bonuses: dict[str, list[tuple[int, Rule]]]
    controls: dict[str, str]
    clauses: dict[str, int]
    let_go: bool
    positive: tuple[bool, ...]
    timed: dict[str, list[tuple[int, Rule]]]
    recovering: dict[str, list[Rule]]
    awaited: frozenset[str]


_memory: dict[int, tuple[Ruleset, RuleIndex]] = {}


def index_of(rules: Ruleset) -> RuleIndex:
    """The index of a ruleset; remembered as long as the program runs."""
    found = _memory.get(id(rules))
    if found is not None and found[0] is rules:
        return found[1]
    index = _index(rules)
    _memory[id(rules)] = (rules, index)
    return index


def gifts_of(rule: Rule) -> tuple[Gift, ...]:
    """Everything that a rule can give, whatever the track."""
    return (*rule.gives, *(gift for track in rule.tracks for gift in track.gives))


def is_positive(gives: Sequence[Gift]) -> bool:
    """Whether a gift is something good, which does not count in a part without points."""
    return any(g.value > 0 and g.award in ("points", "advantage") for g in gives)


def _index(rules: Ruleset) -> RuleIndex:
    places = tuple(
        frozenset().union(*(track.where.positions for track in rule.tracks)) for rule in rules.rules
    )
    numbered = list(enumerate(rules.rules))
    holding = {
        position: [(i, rule) for i, rule in numbered if rule.position and position in places[i]]
        for position in POSITIONS
    }
    doing: dict[str, list[tuple[int, Rule]]] = defaultdict(list)
    bonuses: dict[str, list[tuple[int, Rule]]] = defaultdict(list)
    for i, rule in numbered:
        if rule.bonus_of:
            bonuses[rule.bonus_of].append((i, rule))
            continue
        for action in rule.does:
            doing[action].append((i, rule))
    return RuleIndex(
        places,
        holding,
        dict(doing),
        dict(bonuses),
        {name: rules.control_of(name) for name in POSITIONS},
        {clause.id: number for number, clause in enumerate(rules.clauses)},
        any(rule.off_by_details for rule in rules.rules),
        tuple(is_positive(gifts_of(rule)) for rule in rules.rules),
        {
            position: [(i, rule) for i, rule in held if rule.again == "off"]
            for position, held in holding.items()
        },
        {
            position: [rule for _, rule in held if rule.again == "recovered"]
            for position, held in holding.items()
        },
        frozenset().union(*(rule.pays_with for rule in rules.rules)),
    )
