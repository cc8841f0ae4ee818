"""Trying an answer without scoring the whole match again.

A baseline walk remembers the state of the fold at every beat. A trial forks it shortly before the
first place where the answered detail is read, walks on with the answer supposed, and stops at
the first beat after the last such place at which its state is the baseline's again: from there
on both give the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from annotator.model.match import Match
from annotator.model.vocabulary import Athlete
from annotator.scoring.conditions import Alternatives, check, listening, supposing
from annotator.scoring.engine import Fold
from annotator.scoring.outcome import decide
from annotator.scoring.reading import read_story
from annotator.scoring.referee import Referee
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import Ruling, RulingKind, Totals, totals
from annotator.scoring.sheet import Writer

Numbers = tuple[Mapping[Athlete, Totals], Athlete | None]
"""What a scoreboard shows, and who won."""


class Trials:
    """One match under one ruleset, ready for answers to be tried on it.

    `unlanded`: ids of takedowns that came to no ground position; `cut`: of submissions that the
    clock cut; `checks`: for each mapping of details (by identity) the checks that were made on it.
    """

    def __init__(self, match: Match, rules: Ruleset) -> None:
        self.story = read_story(match)
        self.rules = rules
        self.unlanded = {each.tag for each in self.story.missing if each.key == "landing"}
        self.cut = {attack.tag.id for attack in self.story.attacks if attack.cut}
        self.checks: dict[int, dict[int, tuple[Alternatives, str]]] = {}
        self._holds: dict[int, list[bool]] = {}
        self._last_read: dict[int, int] = {}
        self._first_read: dict[int, int] = {}
        self._beat = 0
        self._folds: list[Fold] = []
        self._signatures: list[tuple[object, ...]] = []
        self._counts: list[int] = []
        self._walk()

    def _walk(self) -> None:
        fold = Fold(self.story, self.rules, Writer(self.story, self.rules, None))
        self._baseline = fold
        awards = self._awards = fold.writer.lines[RulingKind.AWARD]
        with listening(self._listen):
            for number, beat in enumerate(self.story.beats):
                self._beat = number
                self._folds.append(fold.fork())
                self._counts.append(len(awards))
                goes_on = fold.step(beat)
                self._signatures.append(fold.signature())
                if not goes_on:
                    break
            else:
                fold.run_out()
        self.numbers = self._numbers(awards, fold.referee)

    def _listen(self, alternatives: Alternatives, tag: str, details: Mapping[str, str]) -> None:
        key = id(details)
        self._first_read.setdefault(key, self._beat)
        self._last_read[key] = self._beat
        self.checks.setdefault(key, {}).setdefault(id(alternatives), (alternatives, tag))

    def holds(self, details: Mapping[str, str], key: str = "", value: str = "") -> list[bool]:
        """How the checks that were made on these details come out, as they are or with an answer."""
        made = self.checks.get(id(details), {}).values()
        if key:
            answered = {**details, key: value}
            return [check(alternatives, tag, answered).holds for alternatives, tag in made]
        found = self._holds.get(id(details))
        if found is None:
            found = [check(alternatives, tag, details).holds for alternatives, tag in made]
            self._holds[id(details)] = found
        return found

    def try_answer(self, spots: Sequence[Mapping[str, str]], key: str, value: str) -> Numbers:
        """The numbers with these details read as if the question were answered so."""
        read = [id(spot) for spot in spots if id(spot) in self._first_read]
        if not read:
            return self.numbers
        begin = min(self._first_read[each] for each in read)
        last = max(self._last_read[each] for each in read)
        fold = self._folds[begin].fork()
        with supposing(spots, key, value):
            synced = self._walk_on(fold, begin, last)
        first = self._counts[begin]
        changed = fold.writer.lines[RulingKind.AWARD]
        if synced is None:
            return self._numbers([*self._awards[:first], *changed], fold.referee)
        later = self._counts[synced + 1] if synced + 1 < len(self._counts) else len(self._awards)
        if _worth(changed) == _worth(self._awards[first:later]):
            return self.numbers
        awards = [*self._awards[:first], *changed, *self._awards[later:]]
        return self._numbers(awards, self._baseline.referee)

    def _walk_on(self, fold: Fold, begin: int, last: int) -> int | None:
        """Walk until the baseline is met again. Returns the beat of that, or None if it never is."""
        for number in range(begin, len(self.story.beats)):
            goes_on = fold.step(self.story.beats[number])
            if not goes_on:
                return None
            met = number >= last and number < len(self._signatures)
            if met and fold.is_like(self._signatures[number]):
                return number
        fold.run_out()
        return None

    def _numbers(self, awards: Sequence[Ruling], referee: Referee) -> Numbers:
        return totals(awards), decide(self.rules, self.story, awards, referee).winner


def _worth(awards: Sequence[Ruling]) -> list[tuple[object, ...]]:
    """All of these awards that the totals and the result depend on."""
    return [(each.athlete, each.award, each.value, each.reason.key) for each in awards]
