"""Conditions of rules as data: details with allowed values, positions, and what they leaned on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from annotator.model.vocabulary import VOCABULARY, ordinary_value

CONTEXT = "~"
"""Before a key: an ordinary value that follows from the rest of the match, not an answer."""


class Test(NamedTuple):
    """A detail must have one of these values."""

    key: str
    allowed: frozenset[str]


Alternatives = tuple[tuple[Test, ...], ...]
"""Any one of these lists of tests must hold whole; no list at all means no condition."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether conditions hold, the (key, value) pairs that were assumed, and the test that failed.

    `passed`: how many tests held before that one.
    """

    holds: bool
    assumed: tuple[tuple[str, str], ...] = ()
    failed: Test | None = None
    found: str = ""
    passed: int = 0


YES = Verdict(True)
REMEMBERED = 8192

Listener = Callable[[Alternatives, str, Mapping[str, str]], None]
_listener: ContextVar[Listener | None] = ContextVar("listener", default=None)


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """While this lasts, `listener` is told of every check in this thread, with its details.

    A single answer that is read counts as a check without conditions.
    """
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)


_supposed: ContextVar[Mapping[int, Mapping[str, str]] | None] = ContextVar("supposed", default=None)


@contextmanager
def supposing(details: Sequence[Mapping[str, str]], key: str, value: str) -> Iterator[None]:
    """While this lasts, these very mappings are read as if the question were answered so."""
    token = _supposed.set({id(each): {**each, key: value} for each in details})
    try:
        yield
    finally:
        _supposed.reset(token)


def answer(details: Mapping[str, str], key: str) -> str | None:
    """What was answered to a question, or is supposed to be."""
    listener = _listener.get()
    if listener is not None:
        listener((), "", details)
    supposed = _supposed.get()
    return (details if supposed is None else supposed.get(id(details), details)).get(key)


def check(alternatives: Alternatives, tag: str, details: Mapping[str, str]) -> Verdict:
    """Test a tag's details; unanswered ones have their ordinary value and count as assumed.

    A detail that this tag cannot carry is no condition on it. Where nothing fits, the verdict
    is that of the alternative that came furthest.
    """
    if not alternatives:
        return YES
    listener = _listener.get()
    if listener is not None:
        listener(alternatives, tag, details)
    supposed = _supposed.get()
    if supposed is not None:
        details = supposed.get(id(details), details)
    return _verdict(alternatives, tag, tuple(details.items()))


@lru_cache(maxsize=REMEMBERED)
def _verdict(alternatives: Alternatives, tag: str, answers: tuple[tuple[str, str], ...]) -> Verdict:
    """The verdict on a tag's answers; remembered, since few different ones come up in a match."""
    details = dict(answers)
    best: Verdict | None = None
    for tests in alternatives:
        assumed: list[tuple[str, str]] = []
        failed: Test | None = None
        found = ""
        passed = 0
        for test in tests:
            value = details.get(test.key)
            if value is None:
                if test.key not in VOCABULARY[tag].details:
                    continue
                value = details.get(CONTEXT + test.key) or ordinary_value(tag, test.key, details)
                if value is not None:
                    assumed.append((test.key, value))
            if value is None or value not in test.allowed:
                failed, found = test, value or ""
                break
            passed += 1
        verdict = Verdict(failed is None, tuple(assumed), failed, found, passed)
        if verdict.holds:
            return verdict
        if best is None or passed > best.passed:
            best = verdict
    return best or YES


@dataclass(frozen=True, slots=True)
class Where:
    """Positions, each with the same conditions on its details."""

    positions: frozenset[str]
    tests: Alternatives = ()

    def check(self, position: str, details: Mapping[str, str]) -> Verdict | None:
        """None where the position is not one of these; else whether its details fit."""
        if position not in self.positions:
            return None
        return check(self.tests, position, details)
