"""Which details of which tags a ruleset asks about at all: read from its rules, whatever the match.

A detail that is not among them changes no number under that ruleset, however it is answered. So
the window need not ask for it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from annotator.model.vocabulary import POSITIONS, VOCABULARY
from annotator.scoring.conditions import Alternatives, Where
from annotator.scoring.rule_index import index_of
from annotator.scoring.ruleset import Rule, Ruleset

Concerns = Mapping[str, frozenset[str]]
"""Keys of details by tag."""

# What the engine reads whatever the rules say: how a throw landed where nothing followed it, what
# a submission came to and from when it was a danger, where a restart began, who is sent off.
_ALWAYS = {
    "takedown": ("landing",),
    "submission": ("close", "close_from", "outcome"),
    "restart": ("position",), "overtime": ("position",), "stop": ("reason",),
    "foul": ("kind", "severity"),
}  # fmt: skip
# Actions that are read from a tag; passes and the like are read from the positions.
_TAGGED = {
    "takedown": "takedown", "late_takedown": "takedown", "countered_takedown": "takedown",
    "guard_pull": "guard_pull", "sweep": "sweep",
}  # fmt: skip
# An ordinary value that follows from another detail makes that one count, too.
_LEANS_ON = {"back_flat": "bottom_on"}


def concerns(rulesets: Iterable[Ruleset]) -> Concerns:
    """What any of these rulesets asks about."""
    found: dict[str, set[str]] = defaultdict(set)
    for ruleset in rulesets:
        for tag, keys in _of(ruleset).items():
            found[tag] |= keys
    return {tag: frozenset(keys) for tag, keys in found.items()}


_memory: dict[int, tuple[Ruleset, Concerns]] = {}


def _of(ruleset: Ruleset) -> Concerns:
    """What a ruleset asks about; remembered as long as the program runs."""
    known = _memory.get(id(ruleset))
    if known is not None and known[0] is ruleset:
        return known[1]
    found = _Found()
    for tag, keys in _ALWAYS.items():
        found.add((tag,), keys)
    for rule in ruleset.rules:
        _of_rule(rule, found)
    if any(attack.not_techniques for attack in ruleset.attacks) or any(
        "submission" in rule.tags for rule in ruleset.tag_rules
    ):
        found.add(("submission",), ("technique",))
    for tag_rule in ruleset.tag_rules:
        found.tests(tag_rule.tags, tag_rule.tests)
    for position, rules in index_of(ruleset).recovering.items():
        if rules:
            # Asked of the lower position that was taken up for this one.
            found.add((each for each in POSITIONS if each != position), ("forced",))
    concern = {tag: frozenset(keys) for tag, keys in found.keys.items()}
    _memory[id(ruleset)] = (ruleset, concern)
    return concern


class _Found:
    def __init__(self) -> None:
        self.keys: dict[str, set[str]] = defaultdict(set)

    def add(self, tags: Iterable[str], keys: Iterable[str]) -> None:
        """These details, on those of the tags that can carry them."""
        wanted = set(keys)
        wanted |= {_LEANS_ON[key] for key in wanted & set(_LEANS_ON)}
        for tag in tags:
            allowed = wanted & set(VOCABULARY[tag].details) if tag in VOCABULARY else set()
            if allowed:
                self.keys[tag] |= allowed

    def tests(self, tags: Iterable[str], alternatives: Alternatives) -> None:
        self.add(tags, (test.key for tests in alternatives for test in tests))

    def where(self, where: Where | None) -> None:
        if where is not None:
            self.tests(where.positions, where.tests)


def _of_rule(rule: Rule, found: _Found) -> None:
    tags = {_TAGGED[action] for action in rule.does if action in _TAGGED}
    found.tests(tags, rule.tests)
    for case in rule.exceptions:
        found.tests(tags, case.tests)
        found.where(case.at_start)
    for track in rule.tracks:
        found.where(track.where)
    for watch in (rule.within, rule.unless_within):
        found.where(watch[0] if watch else None)
    for place in rule.arrives:
        found.where(place)
    for near in rule.near:
        for place in (*near.ever, *near.into):
            found.where(place)
