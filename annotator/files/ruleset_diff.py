"""How two rulesets differ, laid side by side by what their rules are about, in plain sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from annotator.files.ruleset_names import ACTIONS
from annotator.files.ruleset_page import general_lines
from annotator.files.ruleset_prose import Prose, Spoken
from annotator.model.vocabulary import POSITIONS, VOCABULARY
from annotator.scoring.ruleset import Ruleset
from annotator.text import after_colon, tr, word_list

_TOPICS = tuple(dict.fromkeys([*ACTIONS, *POSITIONS, "submission", "inactive", *VOCABULARY]))


@dataclass(frozen=True, slots=True)
class Pair:
    """What two rulesets say about the same things."""

    topics: tuple[str, ...]
    left: tuple[Spoken, ...]
    right: tuple[Spoken, ...]


def difference(left: Ruleset, right: Ruleset, language: str = "en") -> Iterator[str]:
    """All differences, line by line; one line where there are none."""
    proses = Prose(left, language), Prose(right, language)
    names = (left.id, right.id) if left.id != right.id else (
        f"{left.id} ({left.edition})", f"{right.id} ({right.edition})"
    )  # fmt: skip
    lines = [
        *_general(proses, names),
        *_topics(proses, names),
        *_explained(left, right, names, language),
    ]
    yield tr("{left} and {right}", left=names[0], right=names[1])
    yield from lines or ["", tr("Nothing that scores differs.")]


def _general(proses: tuple[Prose, Prose], names: tuple[str, str]) -> Iterator[str]:
    left, right = (list(general_lines(prose)) for prose in proses)
    only = [(names[0], line) for line in left if line not in right]
    only += [(names[1], line) for line in right if line not in left]
    if only:
        yield ""
        yield tr("In general")
        yield from ("  " + after_colon(name, line) for name, line in only)


def _topics(proses: tuple[Prose, Prose], names: tuple[str, str]) -> Iterator[str]:
    same: list[str] = []
    for pair in pairs(list(proses[0].rules()), list(proses[1].rules())):
        title = word_list(proses[0].ruleset.term(topic) for topic in pair.topics)
        if _said(pair.left) == _said(pair.right):
            same.append(title)
            continue
        yield ""
        yield title[:1].upper() + title[1:]
        if not pair.left or not pair.right:
            name, rules = (names[0], pair.left) if pair.left else (names[1], pair.right)
            yield "  " + tr("only in {name}:", name=name)
            yield from _listed(rules)
        elif len(pair.left) == len(pair.right) == 1:
            yield from _one_each(pair.left[0], pair.right[0], names)
        else:
            for name, rules in zip(names, (pair.left, pair.right), strict=True):
                yield f"  {name}:"
                yield from _listed(rules)
    if same:
        yield ""
        yield tr("The same in both: {topics}.", topics=", ".join(same))


def pairs(left: Sequence[Spoken], right: Sequence[Spoken]) -> list[Pair]:
    """Rules of both that are about the same; topics with the same rules stand together."""
    found: dict[tuple[tuple[int, ...], tuple[int, ...]], list[str]] = {}
    for topic in _TOPICS:
        key = tuple(
            tuple(i for i, rule in enumerate(rules) if topic in rule.topics)
            for rules in (left, right)
        )
        if any(key):
            found.setdefault((key[0], key[1]), []).append(topic)
    return [
        Pair(tuple(topics), tuple(left[i] for i in ours), tuple(right[i] for i in theirs))
        for (ours, theirs), topics in found.items()
    ]


def _said(rules: Sequence[Spoken]) -> list[tuple[str, tuple[str, ...]]]:
    return sorted((rule.head, rule.lines) for rule in rules)


def _listed(rules: Sequence[Spoken]) -> Iterator[str]:
    for rule in rules:
        yield f"    [{rule.clause}] {rule.head}"
        yield from (f"        {line}" for line in rule.lines)


def _one_each(left: Spoken, right: Spoken, names: tuple[str, str]) -> Iterator[str]:
    """One rule on each side: only what differs, and what both ask once."""
    if left.head == right.head:
        yield "  " + tr("both: {head}", head=left.head)
    for name, mine, other in ((names[0], left, right), (names[1], right, left)):
        own = [line for line in mine.single if line not in other.single]
        if mine.head != other.head:
            yield "  " + after_colon(f"{name} [{mine.clause}]", mine.head)
        elif own:
            yield f"  {name} [{mine.clause}]:"
        yield from (f"      {line}" for line in own)
    both = [line for line in left.single if line in right.single]
    if both:
        yield "  " + tr("in both: {lines}", lines="; ".join(both))


def _explained(
    left: Ruleset, right: Ruleset, names: tuple[str, str], language: str
) -> Iterator[str]:
    """Clauses that pay nothing themselves and stand in one only."""
    spoken = [{rule.clause for rule in Prose(each).rules()} for each in (left, right)]
    titles = [{each.title_of(c.id, language) for c in each.clauses} for each in (left, right)]
    for number, mine, theirs in ((0, left, 1), (1, right, 0)):
        only = [
            f"{mine.title_of(clause.id, language)} [{clause.id}]"
            for clause in mine.clauses
            if clause.id not in spoken[number]
            and mine.title_of(clause.id, language) not in titles[theirs]
        ]
        if only:
            yield ""
            yield tr(
                "Explained only in {name}: {clauses}.", name=names[number], clauses=", ".join(only)
            )
