"""A ruleset's rules by what starts them, made once for each ruleset."""

from __future__ import annotations

from dataclasses import dataclass

from annotator.model.vocabulary import POSITIONS
from annotator.scoring.ruleset import Rule, Ruleset


@dataclass(frozen=True, slots=True)
class RuleIndex:
    """`places`: for each rule all positions in which its seconds run.

    `holding`: the rules that a position starts, by position; `doing`: those that actions start;
    each rule with its place in the ruleset, which is the order at equal times.
    """

    places: tuple[frozenset[str], ...]
    holding: dict[str, list[tuple[int, Rule]]]
    doing: tuple[tuple[int, Rule], ...]
    controls: dict[str, str]


_memory: dict[int, tuple[Ruleset, RuleIndex]] = {}


def index_of(rules: Ruleset) -> RuleIndex:
    """The index of a ruleset; remembered as long as the program runs."""
    found = _memory.get(id(rules))
    if found is not None and found[0] is rules:
        return found[1]
    index = _index(rules)
    _memory[id(rules)] = (rules, index)
    return index


def _index(rules: Ruleset) -> RuleIndex:
    places = tuple(
        frozenset().union(*(track.where.positions for track in rule.tracks)) for rule in rules.rules
    )
    numbered = list(enumerate(rules.rules))
    holding = {
        position: [(i, rule) for i, rule in numbered if rule.position and position in places[i]]
        for position in POSITIONS
    }
    doing = tuple((i, rule) for i, rule in numbered if rule.does)
    return RuleIndex(places, holding, doing, {name: rules.control_of(name) for name in POSITIONS})
