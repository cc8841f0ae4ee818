"""What the turns of a match do to the claims: the clock stops, a position is left or entered."""

from __future__ import annotations

from operator import attrgetter

from annotator.model.timeline import Run, Stay
from annotator.model.vocabulary import Athlete
from annotator.scoring.claims import Claim
from annotator.scoring.facts import Beat, Story, is_seen_through
from annotator.scoring.ledger import SlowReset
from annotator.scoring.losing import lost_to
from annotator.scoring.repeats import Repeats
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.sheet import Writer

LIVE = (Run.RUNNING, Run.FROZEN)
_BY_ORDER = attrgetter("order")


class Turns(Repeats):
    """Claims that are lost, go on and begin where the clock or the position turns.

    `entries`: when each position that is being held was entered, scrambles seen through;
    `slow`: the seconds after which the ladder opens again, where the ruleset has them.
    """

    def __init__(self, story: Story, rules: Ruleset, writer: Writer) -> None:
        super().__init__(story, rules, writer)
        self.entries: dict[tuple[int, Athlete], int] = {}
        ladder = rules.ladder
        slow = ladder is not None and bool(ladder.reset_slow)
        self.slow = (
            SlowReset(ladder.reset_slow, self.ticks(ladder.reset_ms)) if ladder and slow else None
        )

    def ticks(self, milliseconds: int) -> int:
        """So many milliseconds in ticks."""
        return self.story.ticks(milliseconds)

    def submission_only(self, beat: Beat) -> bool:
        """Whether this is an overtime in which nothing but a submission counts."""
        return self.rules.overtime == "submission_only" and beat.period > 1

    def turn(self, before: Beat, beat: Beat) -> None:
        """The clock and the position turn: what is lost by it, and what is entered."""
        if beat.stay is before.stay and beat.run is before.run and not beat.whistle:
            return
        live, was = beat.run in LIVE, before.run in LIVE
        whistle = live and was and beat.whistle
        if was and (not live or whistle):
            self._stop(beat, "end" if beat.run is Run.ENDED or whistle else "stop")
            was = False
        if self.submission_only(beat):
            self.referee.watch_overtime(before, beat)
            return
        if not live or beat.stay is None:
            return
        if not was:
            self.prior = None
            self._enter(beat)
        elif beat.new_stay and beat.stay is not before.stay:
            old = before.stay
            if old is not None:
                self._leave(old, before, beat)
                self.forced_from(old, before)
            self._enter(beat)

    def _stop(self, beat: Beat, reason: str) -> None:
        if self.now.stay is not None:
            self.note_left(self.now.stay, None, beat.at)
        if reason == "end":
            self.give_caught(beat)
        for claim in sorted(self.claims, key=_BY_ORDER):
            if not claim.closed:
                self.lose(claim, beat.at, reason, None)
        self.echoes.clear()
        self.entries.clear()
        self.ledger.end_spells()
        if self.slow:
            self.slow.stop()

    def _enter(self, beat: Beat) -> None:
        stay = beat.stay
        assert stay is not None
        self.ledger.came_into(stay)
        if stay.top is None:
            return
        top, at = stay.top, beat.at
        open_already = [claim.order for claim in self.claims if claim.athlete == top]
        for order, rule in self.index.holding[stay.position]:
            entered = self.entries.setdefault((order, top), at)
            if order in open_already:
                continue
            if rule.again == "off":
                self.off_long_enough(rule, top, at)
            claim = self.claim(order, rule, top, at, None)
            claim.entered = entered
            claim.barred = self.ledger.refusal(top, rule.clause, rule.again) is not None

    def _leave(self, old: Stay, before: Beat, beat: Beat) -> None:
        """The position changed: decide for every claim whether it goes on."""
        new = beat.stay
        assert new is not None
        self.note_left(old, new, beat.at)
        for claim in sorted(self.claims, key=_BY_ORDER):
            if claim.closed:
                continue
            rule = claim.rule
            if rule.lost_over is not None:
                claim.spend(beat)
            reason = self._loss(claim, old, new, beat.at)
            if reason is not None:
                self.lose(claim, beat.at, reason, (old, new))
            elif rule.open and new.position == "scramble":
                claim.detached = True
            elif rule.lost_over and old.position in rule.lost_over[0]:
                self.consume(rule, claim.athlete, new.position)
        if self.chain is not None:
            self.chain.went_down(self, old, new, beat.at)
        if self.echoes and not is_seen_through(new):
            self.echoes.clear()
        if self.entries and new.position != "scramble":
            self.entries = {
                (order, who): since
                for (order, who), since in self.entries.items()
                if who == new.top and new.position in self.index.places[order]
            }

    def _loss(self, claim: Claim, old: Stay, new: Stay, at: int) -> str | None:
        rule = claim.rule
        if rule.within or rule.unless_within:
            return self._watch(claim, new)
        allowed = self.ticks(rule.lost_over[1]) if rule.lost_over else 0
        reason = lost_to(claim, old, new, self.index.places[claim.order], allowed)
        if reason is None and new.position == "scramble" and rule.position:
            self.give_spell_near(claim, at, None)
        if reason is not None and rule.position and self.chain:
            return None if self.chain.keeps(claim, old, new) else reason
        return reason

    def _watch(self, claim: Claim, new: Stay) -> str | None:
        """A watched-for position: with `within` it pays, with `unless_within` it loses."""
        rule = claim.rule
        watch = rule.within or rule.unless_within
        assert watch is not None
        if new.top == claim.athlete and new.position in watch[0].positions:
            if rule.within is not None:
                self.pay(claim, self.story_tick(new))
                return None
            return new.position
        return None

    def story_tick(self, stay: Stay) -> int:
        return int(stay.start * self.story.per_second)
