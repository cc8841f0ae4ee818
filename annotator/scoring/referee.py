"""What the referee's own facts are worth: fouls, warnings, inactivity, submissions and finishes.

Fouls, warnings and disqualifications count also while the clock stands, and so does a tap; the
match is finished by the first finish, and everything after it is listed as ignored.
"""

from __future__ import annotations

from collections import defaultdict
from copy import copy

from annotator.model.tag import Tag
from annotator.model.timeline import Run, span_end
from annotator.model.vocabulary import FINISHES, Athlete, Group, other
from annotator.scoring.conditions import answer, check
from annotator.scoring.facts import Attack, Beat, Story
from annotator.scoring.inactivity import in_turn, running_after, schedule
from annotator.scoring.ruleset import Category, Gift, InactivityRule, Ruleset, TagRule
from annotator.scoring.ruling import Award
from annotator.scoring.sheet import Writer
from annotator.text import Moment, Phrase

_ALL_WARNINGS = 1000
_DISQUALIFIED = (Gift(Award.DISQUALIFICATION, 1),)
_COUNTS_STOPPED = (Run.RUNNING, Run.FROZEN, Run.STOPPED)

_CARRIED = (
    ("points", Award.POINTS), ("advantages", Award.ADVANTAGE), ("penalties", Award.PENALTY),
)  # fmt: skip


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
        decisions = [tag.athlete for tag in story.timeline.tags if tag.tag == "decision"]
        self.decision: Athlete | None = decisions[-1] if decisions else None
        self.counts: dict[tuple[Athlete, str], int] = defaultdict(int)
        self.penalties: dict[Athlete, int] = defaultdict(int)
        self.out: dict[Athlete, Tag] = {}
        self.overtime_at: int | None = None
        self.overtime_attacker: Athlete | None = None
        self.overtime_from = ""
        self.category = self._category()
        self.points_from = self._points_from()
        self.scheduled = schedule(story, rules)
        self.doing = self._spans_done()
        self.booked: list[tuple[TagRule, Tag, Athlete, int]] = []
        # Of a match of which nothing is tagged yet there is nothing to ask.
        begun = any(tag.tag != "match" for tag in story.timeline.tags)
        if rules.categories and self.category is None and story.beats and begun:
            writer.ask("match", self._category_phrase(), story.beats[0].at)

    def carry(self) -> None:
        """Take over what the board showed when the tags begin. Told once, before the walk.

        Penalties carried count towards the one that disqualifies; which rung of a ladder they
        were on is not known.
        """
        for tag in self.story.timeline.tags:
            if tag.tag != "official" or tag.details.get("carried") != "yes" or tag.athlete is None:
                continue
            for column, award in _CARRIED:
                value = int(tag.details.get(column, "0"))
                if value:
                    self.writer.award_carried(tag, tag.athlete, award, value)
            self.penalties[tag.athlete] += int(tag.details.get("penalties", "0"))

    def fork(self, writer: Writer) -> Referee:
        """A referee that goes on from here by itself."""
        twin = copy(self)
        twin.writer = writer
        twin.counts = defaultdict(int, self.counts)
        twin.penalties = defaultdict(int, self.penalties)
        twin.out = dict(self.out)
        twin.scheduled, twin.booked = list(self.scheduled), list(self.booked)
        return twin

    def signature(self) -> tuple[object, ...]:
        """What later rulings of the referee depend on."""
        return (
            {key: count for key, count in self.counts.items() if count},
            {who: count for who, count in self.penalties.items() if count},
            self.finished_at,
            len(self.scheduled),
            [(id(rule), tag.id, who, count) for rule, tag, who, count in self.booked],
            self.overtime_at,
        )

    # -- submissions ----------------------------------------------------------------------------

    def ended_attacks(self, beat: Beat, run: Run) -> None:
        """Submissions that end at this beat; `run` is the clock just before it."""
        for attack in beat.ended:
            if run in (Run.BEFORE, Run.ENDED):
                continue
            if attack.outcome in FINISHES:
                if attack.tag.end is None:
                    self.writer.ask(
                        "detail", Phrase.of("ask_finish_end"), attack.start, attack.tag.id
                    )
                elif self._may_not_finish(attack, beat.at):
                    if not self._is_judged(attack):
                        self.writer.ask(
                            "ruling", Phrase.of("ask_not_allowed_finish"), beat.at, attack.tag.id
                        )
                elif self.finished_at is None:
                    self._finish(beat.at, attack.attacker, "submission")
            elif self.finished_at is None:
                self._attack_rules(attack, run)
                self._armbar_slipped(attack, beat.at)

    def _is_judged(self, attack: Attack) -> bool:
        """Whether the tags say what the referee made of a technique that is not allowed."""
        return self.decision is not None or any(
            tag.tag == "foul"
            and tag.athlete == attack.attacker
            and tag.start >= attack.tag.start
            and tag.details.get("kind", "illegal_technique") == "illegal_technique"
            for tag in self.story.timeline.tags
        )

    def _may_not_finish(self, attack: Attack, at: int) -> bool:
        """Whether the technique is not allowed here, so that a tap to it ends nothing by itself."""
        tag = attack.tag
        return any(
            rule.no_finish
            and tag.tag in rule.tags
            and check(rule.tests, tag.tag, tag.details).holds
            and self._for_this_match(rule, at)
            for rule in self.rules.tag_rules
        )

    def _attack_rules(self, attack: Attack, run: Run) -> None:
        rules = self.rules.attacks
        technique = attack.technique if rules else ""
        for rule in rules:
            if attack.close is None or technique in rule.not_techniques or run is Run.STOPPED:
                continue
            if self.rules.overtime == "submission_only" and self.overtime_at is not None:
                continue
            if self.point_free(attack.end):
                missing = self.point_free_phrase(attack.end)
                self.writer.refuse_attack(rule.clause, rule.gives, attack, missing)
                continue
            outcome = "time" if attack.cut else attack.outcome
            if rule.outcomes and outcome not in rule.outcomes:
                missing = Phrase.of("missing_outcome", found=outcome)
                self.writer.refuse_attack(rule.clause, rule.gives, attack, missing)
                continue
            held = attack.end - attack.close - self.story.frozen(attack.close, attack.end)
            least = self.story.ticks(rule.least_ms)
            if held < least:
                seconds = self.story.seconds
                missing = Phrase.of("missing_seconds", held=seconds(held), needed=seconds(least))
                self.writer.refuse_attack(
                    rule.clause, rule.gives, attack, missing, seconds(held - least)
                )
                continue
            self.writer.award_attack(rule.clause, rule.gives, attack, rule.readings)

    # -- overtime -------------------------------------------------------------------------------

    def watch_overtime(self, before: Beat, beat: Beat) -> None:
        """An overtime of submissions only is over when the position it began in was left."""
        held, attacker = before.stay, self.overtime_attacker
        if self.finished_at is not None or attacker is None or before.period < 2 or held is None:
            return
        began_so = held.position == "back_control" and held.top == attacker
        if began_so and beat.stay is not held:
            self._finish(beat.at, other(attacker), "overtime")

    def _armbar_slipped(self, attack: Attack, at: int) -> None:
        """The armbar that overtime began with ended without a tap."""
        since = self.overtime_at
        if self.rules.overtime != "submission_only" or since is None or attack.start < since:
            return
        if (
            self.overtime_from == "armbar"
            and attack.attacker == self.overtime_attacker
            and not attack.cut
        ):
            self._finish(at, other(attack.attacker), "overtime")

    # -- tags -------------------------------------------------------------------------------------

    def read_tags(self, beat: Beat, before: Run) -> None:
        """Fouls, warnings and the like of one moment. Several finishes in one moment: undecided."""
        for tag in beat.facts:
            if tag.tag == "overtime" and self.overtime_at is None:
                self.overtime_at, self.overtime_attacker = beat.at, tag.athlete
                self.overtime_from = tag.details.get("position", "")
            if tag.athlete is None or tag.tag == "decision":
                continue
            run = beat.run if beat.run is Run.RUNNING else before
            if run not in _COUNTS_STOPPED:
                continue
            if self._tag_rules(tag, beat.at, run):
                self.out[tag.athlete] = tag
        if self.out:
            self._disqualify(beat.at)

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
            if not self._for_this_match(rule, at):
                continue
            if rule.during and not self._while_other_does(rule, who, at):
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
            if not in_turn(rule, count):
                continue
            early = self.point_free(at) and not rule.at_once
            if early and any(gift.value < 0 for gift in rule.gives):
                self._book(rule, tag, who, count)
                continue
            disqualified |= self._give(rule, tag, who, at, count)
        if tag.tag in ("foul", "warning"):
            if answer(tag.details, "severity") == "disqualifying" and not disqualified:
                self.writer.award_tag(
                    "disqualified", _DISQUALIFIED, tag, who, at, 1, (), "tag_disqualified"
                )
                disqualified = True
            elif not priced:
                self.writer.ignore(tag.id, at, Phrase.of("ignored_unpriced", tag=tag.tag))
        return disqualified

    def _spans_done(self) -> list[tuple[Tag, int, int]]:
        """The spans that some rule asks about; an open takedown ends at its landing."""
        named = frozenset[str]().union(*(rule.during for rule in self.rules.tag_rules))
        if not named:
            return []
        line, tick = self.story.timeline, self.story.tick
        landed = {d.tag.id: d.at for beat in self.story.beats for d in beat.landed if d.tag}
        return [
            (tag, tick(tag.start), landed[tag.id] if tag.end is None and tag.id in landed
             else tick(span_end(tag, line.stretches, line.last)))
            for tag in line.tags
            if tag.tag in named
        ]  # fmt: skip

    def _while_other_does(self, rule: TagRule, who: Athlete, at: int) -> bool:
        """Whether the opponent is in the middle of one of the actions of `rule.during`."""
        return any(
            tag.tag in rule.during and tag.athlete == other(who) and begin <= at <= end
            for tag, begin, end in self.doing
        )

    def _for_this_match(self, rule: TagRule, at: int) -> bool:
        """Whether a rule is about this category or level, and about this part of the match."""
        if rule.point_free == "only" and not self.point_free(at):
            return False
        if rule.point_free == "never" and self.point_free(at):
            return False
        if not rule.categories and not rule.levels:
            return True
        level = self.story.match.info("level")
        return level in rule.levels or (
            self.category is not None and self.category.id in rule.categories
        )

    def _book(self, rule: TagRule, tag: Tag, who: Athlete, count: int) -> None:
        """A negative point of the part without points is given when the points begin."""
        once = rule.booked_once and any(r is rule and w == who for r, _, w, _ in self.booked)
        if not once:
            self.booked.append((rule, tag, who, count))

    def _give_booked(self, to: int) -> None:
        if self.points_from is None or self.points_from > to or self.finished_at is not None:
            return
        for rule, tag, who, count in self.booked:
            if rule.uses_up:
                self.counts[who, rule.uses_up] = _ALL_WARNINGS
            self._give(rule, tag, who, self.points_from, count, booked=True)
        self.booked.clear()

    def _give(
        self, rule: TagRule, tag: Tag, who: Athlete, at: int, count: int, *, booked: bool = False
    ) -> bool:
        fatal = self._count_penalties(who, rule)
        gives = self._gives(rule, at, fatal)
        key = "tag_booked" if booked else "tag_count"
        self.writer.award_tag(rule.clause, gives, tag, who, at, count, rule.readings, key)
        if fatal:
            clause = self.rules.fatal_clause or rule.clause
            self.writer.award_tag(
                clause, _DISQUALIFIED, tag, who, at, count, (), "tag_disqualified"
            )
        return fatal or any(g.award is Award.DISQUALIFICATION for g in gives)

    def _gives(self, rule: TagRule | InactivityRule, at: int, fatal: bool) -> tuple[Gift, ...]:
        """What a penalty gives; the last one, and one in overtime, gives the other nothing."""
        alone = fatal or (
            self.rules.overtime == "submission_only"
            and self.overtime_at is not None
            and at >= self.overtime_at
        )
        early = self.point_free(at)
        return tuple(
            gift
            for gift in rule.gives
            if not (alone and gift.to_opponent)
            and not (early and gift.value > 0 and gift.award in (Award.POINTS, Award.ADVANTAGE))
        )

    def _count_penalties(self, who: Athlete, rule: TagRule | InactivityRule) -> bool:
        self.penalties[who] += sum(g.value for g in rule.gives if g.award is Award.PENALTY)
        fatal = self.rules.fatal_penalties
        return (
            bool(fatal)
            and self.penalties[who] >= fatal
            and any(g.award is Award.PENALTY for g in rule.gives)
        )

    def _disqualify(self, at: int) -> None:
        """Whoever is out at this moment has lost; both of them: nobody won."""
        if self.finished_at is None:
            winner = None if len(self.out) == 2 else other(next(iter(self.out)))
            self._finish(at, winner, "disqualification")
        self.out = {}

    def _finish(self, at: int, winner: Athlete | None, how: str) -> None:
        self.finished_at, self.winner, self.won_by = at, winner, how

    # -- inactivity -------------------------------------------------------------------------------

    @property
    def next_at(self) -> int | None:
        """The tick of the next thing that costs something by time alone; None if nothing does."""
        if not self.scheduled and not self.booked:
            return None
        waits = [self.scheduled[0][0]] if self.scheduled else []
        if self.booked and self.points_from is not None:
            waits.append(self.points_from)
        return min(waits, default=None) if self.finished_at is None else None

    def advance(self, to: int, beat_at: int) -> None:
        """Give what inactivity and the beginning of the points cost up to a tick.

        Who is out at the moment of the coming beat is only out with what that beat says.
        """
        self._give_booked(to)
        while self.scheduled and self.scheduled[0][0] <= to and self.finished_at is None:
            at, rules, tag, who, count = self.scheduled.pop(0)
            rule = rules[0]
            if rule.counter:
                self.counts[who, rule.counter] += 1
                count = self.counts[who, rule.counter]
            if not any(in_turn(rule, count) for rule in rules):
                continue
            rule = next(rule for rule in rules if in_turn(rule, count))
            key = "inactive_both" if rule.both_in else "inactive"
            fatal = self._count_penalties(who, rule)
            gives = self._gives(rule, at, fatal)
            self.writer.award_tag(rule.clause, gives, tag, who, at, count, rule.readings, key)
            if any(gift.award is Award.DISQUALIFICATION for gift in gives):
                self.out[who] = tag
            if fatal:
                self.out[who] = tag
                clause = self.rules.fatal_clause or rule.clause
                self.writer.award_tag(
                    clause, _DISQUALIFIED, tag, who, at, count, (), "tag_disqualified"
                )
            last = not self.scheduled or self.scheduled[0][0] != at
            if self.out and last and at < beat_at:
                self._disqualify(at)

    # -- categories -------------------------------------------------------------------------------

    def _category(self) -> Category | None:
        named = self.story.match.info("category")
        return next((c for c in self.rules.categories if c.id == named), None)

    def _category_phrase(self) -> Phrase:
        allowed = tuple(category.id for category in self.rules.categories)
        told = self.story.match.info("category")
        if told is None:
            return Phrase.of("ask_category", allowed=allowed)
        return Phrase.of("ask_other_category", told=told, allowed=allowed)

    def point_free(self, at: int) -> bool:
        """Whether a moment lies in the part of the match in which nothing positive counts."""
        return self.points_from is not None and at < self.points_from

    def point_free_phrase(self, at: int) -> Phrase:
        """Why something that began or arrived at `at` pays nothing."""
        per_second = self.story.per_second
        until = Moment(self.points_from or at, per_second)
        return Phrase.of("refused_point_free", begun=Moment(at, per_second), until=until)

    def _points_from(self) -> int | None:
        """The tick at which points begin to count; None where they always do.

        A match that ends before has its last tick and one more: they never begin.
        """
        category = self.category
        if category is None or not category.point_free_ms or not self.story.beats:
            return None
        free = self.story.ticks(category.point_free_ms)
        begin = running_after(self.story, self.story.beats[0].at, free)
        return self.story.beats[-1].at + 1 if begin is None else begin
