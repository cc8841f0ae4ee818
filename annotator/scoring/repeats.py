"""When a position that was paid pays again: forced from it, or off it long enough."""

from __future__ import annotations

from annotator.model.timeline import Run, Stay
from annotator.model.vocabulary import Athlete
from annotator.scoring.conditions import answer
from annotator.scoring.facts import Beat, Story, is_seen_through
from annotator.scoring.losses import Losses
from annotator.scoring.ruleset import Rule, Ruleset
from annotator.scoring.sheet import Writer


class Repeats(Losses):
    """What the ledger must hear of positions that are left, taken up again, or kept but let go.

    `prior`: the position left for the present one.
    """

    def __init__(self, story: Story, rules: Ruleset, writer: Writer) -> None:
        super().__init__(story, rules, writer)
        self.prior: Stay | None = None

    def forced_from(self, old: Stay, before: Beat) -> None:
        """A position that was forced on its holder: the one left for it pays again."""
        prior = self.prior
        if prior is not None and old.top is not None and prior.top == old.top:
            again = self.index.recovering[prior.position]
            if again and answer(before.details, "forced") == "yes":
                for rule in again:
                    self.ledger.forget(old.top, rule.clause)
        if not is_seen_through(old):
            self.prior = old

    def note_left(self, old: Stay, new: Stay | None, at: int) -> None:
        """Remember when a position was left whose being off counts."""
        if old.top is None:
            return
        for order, rule in self.index.timed[old.position]:
            if new is None or new.top != old.top or new.position not in self.index.places[order]:
                off = self.ledger.let_go.pop((old.top, rule.clause), at)
                self.ledger.left_at[old.top, rule.clause] = off

    def off_long_enough(self, rule: Rule, who: Athlete, at: int) -> None:
        """A position that pays again once it was off so long, on the match clock."""
        left = self.ledger.left_at.get((who, rule.clause))
        if rule.again != "off" or left is None:
            return
        if self.story.ran(at) - self.story.ran(left) >= self.story.ticks(rule.off_ms):
            self.ledger.paid[who].discard(rule.clause)

    def let_go(self, beat: Beat, stay: Stay) -> None:
        """Positions that are off while they are kept without their conditions, and so pay again."""
        who = stay.top
        if who is None or beat.run is not Run.RUNNING:
            return
        for order, rule in self.index.holding[stay.position]:
            if not rule.off_by_details or rule.clause not in self.ledger.paid[who]:
                continue
            verdicts = [t.where.check(stay.position, beat.details) for t in rule.tracks]
            off = self.ledger.let_go.get((who, rule.clause))
            if not any(verdict is not None and verdict.holds for verdict in verdicts):
                self.ledger.let_go.setdefault((who, rule.clause), beat.at)
            elif off is not None:
                del self.ledger.let_go[who, rule.clause]
                self.ledger.left_at[who, rule.clause] = off
                self.off_long_enough(rule, who, beat.at)
                if rule.clause not in self.ledger.paid[who]:
                    mine = [c for c in self.claims if c.rule is rule and c.athlete == who]
                    for claim in mine or [self.claim(order, rule, who, beat.at, None)]:
                        claim.barred = False
