"""Claims that are lost before they were paid: near misses, and refusals that say what was missing."""

from __future__ import annotations

from annotator.model.timeline import Stay
from annotator.model.vocabulary import Athlete, other
from annotator.scoring.chain import ChainBook
from annotator.scoring.claims import Claim
from annotator.scoring.facts import Beat, Did, Story
from annotator.scoring.losing import came_into, is_near, is_spell_near
from annotator.scoring.paying import Payments
from annotator.scoring.rule_index import is_positive
from annotator.scoring.ruleset import Near, Ruleset
from annotator.scoring.sheet import Writer


class Losses(Payments):
    """What becomes of a claim that is lost.

    `echoes`: holds that a scramble ended, for as long as a sweep may still follow from it;
    `met`: athlete and tick of positions in which some rule's conditions held.
    """

    def __init__(self, story: Story, rules: Ruleset, writer: Writer) -> None:
        super().__init__(story, rules, writer)
        self.chain = ChainBook(rules.chain) if rules.chain else None
        self.echoes: list[Claim] = []
        self.near_at: set[tuple[Athlete, int, str]] = set()
        self.met: set[tuple[Athlete, int]] = set()

    def lose(self, claim: Claim, at: int, reason: str, change: tuple[Stay, Stay] | None) -> None:
        """A claim ends before it was paid: near misses, and a refusal that says what was missing."""
        claim.pause(at)
        rule = claim.rule
        if rule.unless_within is not None and reason in ("stop", "end"):
            self.pay(claim, claim.born)
            return
        self.close(claim)
        if self.chain is not None:
            self.chain.lost(self, claim, at)
        if claim.paid or (claim.ripe and not rule.upright_at_takedown):
            return
        if reason == "scramble" and any(near.swept_from_guard for near in rule.near):
            self.echoes.append(claim)
        tried = () if claim.barred else rule.near
        nears = [
            near
            for i, near in enumerate(tried)
            if is_near(near, i, claim, reason, change, self.rules)
        ]
        for near in nears:
            self._give_near(claim, near, at, reason, change)
        other_met = rule.position and (claim.athlete, claim.born) in self.met and not claim.met
        if not nears and not self.give_spell_near(claim, at, change) and not other_met:
            self.writer.refuse_hold(claim, at, reason, self.gifts(claim))

    def _give_near(
        self, claim: Claim, near: Near, at: int, reason: str, change: tuple[Stay, Stay] | None
    ) -> None:
        key = (claim.athlete, at, near.one_of)
        if near.one_of and key in self.near_at:
            return
        if is_positive(near.gives) and self.referee.point_free(claim.entered):
            return
        self.near_at.add(key)
        if near.into and change is not None:
            tag = change[1].states[0].tags[-1]
            claim.tags.setdefault(tag)
            for verdict in came_into(near, change[1]):
                claim.assumed.update({(tag, key): value for key, value in verdict.assumed})
        self.writer.award_near(claim, near, at, reason)

    def give_spell_near(self, claim: Claim, at: int, change: tuple[Stay, Stay] | None) -> bool:
        spell = self.rules.spell
        if spell is None or not is_spell_near(claim, change, self.rules, self.ledger):
            return False
        if is_positive(spell.gives) and self.referee.point_free(claim.entered):
            return False
        self.ledger.near_given[claim.athlete] = True
        of_pass = claim.rule.clause == spell.pass_clause
        clause = spell.pass_near if of_pass else spell.clause
        self.writer.award_spell(claim, clause, spell.gives, at)
        return True

    def swept(self, did: Did) -> None:
        """A sweep by the opponent of someone whose hold a scramble had just ended."""
        for claim in self.echoes:
            in_time = did.at - claim.born - self.story.frozen(claim.born, did.at) < claim.hold
            if claim.athlete == other(did.athlete) and in_time and did.origin and did.arrival:
                change = (did.origin, did.arrival)
                for index, near in enumerate(claim.rule.near):
                    if is_near(near, index, claim, "other_on_top", change, self.rules):
                        self._give_near(claim, near, did.at, "other_on_top", change)

    def give_caught(self, beat: Beat) -> None:
        """Time is up: one gift for an athlete whom a close submission still keeps from a hold.

        The first such hold names it. The claim is told of as any lost one too.
        """
        caught = self.rules.caught_at_end
        if caught is None or not self.now.danger:
            return
        at, given = beat.at, set[Athlete]()
        out = {other(a.attacker) for a in beat.ended if not a.cut and a.outcome != "time"}
        for claim in sorted(self.claims, key=lambda c: (c.order, c.number)):
            who = claim.athlete
            if who in given or who in out or who not in self.now.danger:
                continue
            if claim.barred or not claim.fits:
                continue
            if not claim.hold or self.ledger.refusal(who, claim.rule.clause, claim.rule.again):
                continue
            if is_positive(caught.gives) and self.referee.point_free(claim.entered):
                continue
            given.add(who)
            self.writer.award_caught(claim, caught, at)
