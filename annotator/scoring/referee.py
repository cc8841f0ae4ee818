"""What the referee's own facts are worth: fouls, warnings, inactivity, submissions and finishes.

Fouls, warnings and disqualifications count also while the clock stands, and so does a tap; the
match is finished by the first finish, and everything after it is listed as ignored.
"""

from __future__ import annotations

from collections import defaultdict

from annotator.model.tag import Tag
from annotator.model.timeline import Run
from annotator.model.vocabulary import FINISHES, Athlete, Group, other
from annotator.scoring.conditions import check
from annotator.scoring.facts import Attack, Beat, Story
from annotator.scoring.ruleset import Category, Gift, InactivityRule, Ruleset, TagRule
from annotator.scoring.ruling import Award
from annotator.scoring.sheet import Writer
from annotator.text import Phrase

_DISQUALIFIED = (Gift(Award.DISQUALIFICATION, 1),)
_COUNTS_STOPPED = (Run.RUNNING, Run.FROZEN, Run.STOPPED)


class Referee:
    """Reads the referee's tags beat by beat.

    `finished_at`: the tick at which the match was won by a finish or a disqualification;
    `winner` None there means that both were disqualified in one moment.
    """

    def __init__(self, story: Story, rules: Ruleset, writer: Writer) -> None:
        self.story = story
        self.rules = rules
        self.writer = writer
        self.finished_at: int | None = None
        self.winner: Athlete | None = None
        self.won_by = ""
        self.decision: Athlete | None = None
        self.counts: dict[tuple[Athlete, str], int] = defaultdict(int)
        self.penalties: dict[Athlete, int] = defaultdict(int)
        self.overtime_at: int | None = None
        self.overtime_attacker: Athlete | None = None
        self.scheduled = self._schedule()
        self.category = self._category()

    # -- submissions ----------------------------------------------------------------------------

    def ended_attacks(self, beat: Beat, run: Run) -> None:
        """Submissions that end at this beat; `run` is the clock just before it."""
        for attack in beat.ended:
            if run in (Run.BEFORE, Run.ENDED):
                continue
            if attack.outcome in FINISHES:
                if attack.tag.end is None:
                    self.writer.ask("detail", Phrase.of("ask_finish_end"), attack.start, attack.tag.id)
                elif self.finished_at is None:
                    self._finish(beat.at, attack.attacker, "submission")
            elif self.finished_at is None:
                self._attack_rules(attack, run)

    def _attack_rules(self, attack: Attack, run: Run) -> None:
        for rule in self.rules.attacks:
            technique = attack.tag.details.get("technique", "other")
            if attack.close is None or technique in rule.not_techniques or run is Run.STOPPED:
                continue
            outcome = "cut" if attack.cut else attack.outcome
            if rule.outcomes and outcome not in rule.outcomes:
                missing = Phrase.of("missing_outcome", found=outcome)
                self.writer.refuse_attack(rule.clause, rule.gives, attack, missing)
                continue
            held = attack.end - attack.close - self._frozen(attack.close, attack.end)
            least = self._ticks(rule.least_ms)
            if held < least:
                seconds = self.story.seconds
                missing = Phrase.of("missing_seconds", held=seconds(held), needed=seconds(least))
                self.writer.refuse_attack(rule.clause, rule.gives, attack, missing, seconds(held - least))
                continue
            self.writer.award_attack(rule.clause, rule.gives, attack, rule.readings)

    def _frozen(self, begin: int, end: int) -> int:
        total = 0
        for stretch in self.story.timeline.stretches:
            if stretch.run is Run.FROZEN:
                a = int(stretch.start * self.story.per_second)
                b = int(stretch.end * self.story.per_second)
                total += max(0, min(b, end) - max(a, begin))
        return total

    # -- tags -------------------------------------------------------------------------------------

    def read_tags(self, beat: Beat, before: Run) -> None:
        """Fouls, warnings and the like of one moment. Several finishes in one moment: undecided."""
        out: dict[Athlete, Tag] = {}
        for tag in beat.tags:
            if tag.tag == "decision":
                self.decision = tag.athlete
            elif tag.tag == "overtime" and self.overtime_at is None:
                self.overtime_at, self.overtime_attacker = beat.at, tag.athlete
            if tag.is_position or tag.athlete is None or tag.tag in ("official", "decision"):
                continue
            run = beat.run if beat.run is Run.RUNNING else before
            if run not in _COUNTS_STOPPED:
                continue
            if self._tag_rules(tag, beat.at, run):
                out[tag.athlete] = tag
        if out:
            self._disqualify(out, beat.at)

    def _tag_rules(self, tag: Tag, at: int, run: Run) -> bool:
        """Apply every rule that prices this tag. Returns whether it disqualifies."""
        who = tag.athlete
        assert who is not None
        priced = disqualified = False
        counted: set[str] = set()
        for rule in self.rules.tag_rules:
            if tag.tag not in rule.tags or not check(rule.tests, tag.tag, tag.details).holds:
                continue
            if tag.kind.group is Group.ACTION and run is not Run.RUNNING:
                continue
            if rule.categories and (self.category is None or self.category.id not in rule.categories):
                continue
            priced = True
            if rule.violation:
                self.writer.violation(tag, at, rule.clause, who, rule.readings)
                continue
            counter = rule.counter or rule.clause
            if counter not in counted:
                counted.add(counter)
                self.counts[who, counter] += 1
            count = self.counts[who, counter]
            if count < rule.count_from or (rule.count_to is not None and count > rule.count_to):
                continue
            disqualified |= self._give(rule, tag, who, at, count)
        if tag.tag in ("foul", "warning"):
            if tag.details.get("severity") == "disqualifying" and not disqualified:
                self.writer.award_tag(
                    "disqualified", _DISQUALIFIED, tag, who, at, 1, (), "tag_disqualified"
                )
                disqualified = True
            elif not priced:
                self.writer.ignore(tag.id, at, Phrase.of("ignored_unpriced", tag=tag.tag))
        return disqualified

    def _give(self, rule: TagRule, tag: Tag, who: Athlete, at: int, count: int) -> bool:
        fatal = self._count_penalties(who, rule)
        gives = rule.gives
        if fatal:
            gives = tuple(g for g in gives if not g.to_opponent)
        self.writer.award_tag(rule.clause, gives, tag, who, at, count, rule.readings)
        if fatal:
            clause = self.rules.fatal_clause or rule.clause
            self.writer.award_tag(clause, _DISQUALIFIED, tag, who, at, count, (), "tag_disqualified")
        return fatal or any(g.award is Award.DISQUALIFICATION for g in gives)

    def _count_penalties(self, who: Athlete, rule: TagRule | InactivityRule) -> bool:
        self.penalties[who] += sum(g.value for g in rule.gives if g.award is Award.PENALTY)
        fatal = self.rules.fatal_penalties
        return bool(fatal) and self.penalties[who] >= fatal and any(
            g.award is Award.PENALTY for g in rule.gives
        )

    def _disqualify(self, out: dict[Athlete, Tag], at: int) -> None:
        if self.finished_at is None:
            winner = None if len(out) == 2 else other(next(iter(out)))
            self._finish(at, winner, "disqualification")

    def _finish(self, at: int, winner: Athlete | None, how: str) -> None:
        self.finished_at, self.winner, self.won_by = at, winner, how

    # -- inactivity -------------------------------------------------------------------------------

    def _schedule(self) -> list[tuple[int, InactivityRule, Tag, int]]:
        """When each span of inactivity costs something, on the match clock."""
        due = []
        for tag, begin, end in self.story.inactive:
            for rule in self.rules.inactivity:
                number = 0
                after = self._ticks(rule.after_ms)
                while True:
                    at = self._running_after(begin, after + number * self._ticks(rule.again_ms or 0))
                    if at is None or at > end:
                        break
                    due.append((at, rule, tag, number + 1))
                    number += 1
                    if rule.again_ms is None:
                        break
        return sorted(due, key=lambda item: item[0])

    def _running_after(self, begin: int, ticks: int) -> int | None:
        """The tick at which the clock has run `ticks` since `begin`; None if it never does."""
        left = ticks
        for stretch in self.story.timeline.stretches:
            a = max(begin, int(stretch.start * self.story.per_second))
            b = int(stretch.end * self.story.per_second)
            if stretch.run is not Run.RUNNING or b <= a:
                continue
            if left <= b - a:
                return a + left
            left -= b - a
        return None

    def advance(self, to: int) -> None:
        """Give what inactivity costs up to a tick."""
        while self.scheduled and self.scheduled[0][0] <= to and self.finished_at is None:
            at, rule, tag, count = self.scheduled.pop(0)
            who = tag.athlete
            if who is None:
                continue
            fatal = self._count_penalties(who, rule)
            gives = tuple(g for g in rule.gives if not (fatal and g.to_opponent))
            self.writer.award_tag(rule.clause, gives, tag, who, at, count, rule.readings, "inactive")
            if fatal:
                clause = self.rules.fatal_clause or rule.clause
                self.writer.award_tag(clause, _DISQUALIFIED, tag, who, at, count, (), "tag_disqualified")
                self._finish(at, other(who), "disqualification")

    # -- categories -------------------------------------------------------------------------------

    def _category(self) -> Category | None:
        named = self.story.match.info("category")
        return next((c for c in self.rules.categories if c.id == named), None)

    def point_free(self, at: int, born: int) -> bool:
        """Whether something that became due at `at` falls into the part without points."""
        category = self.category
        if category is None or not category.point_free_ms:
            return False
        clock = self.story.clock(min(at, born))
        return clock * 1000 < category.point_free_ms

    def _ticks(self, milliseconds: int) -> int:
        return milliseconds * self.story.per_second // 1000
