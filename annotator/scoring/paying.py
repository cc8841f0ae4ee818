"""Claims and how they are paid: what a claim gives, what stands against it, what is paid along."""

from __future__ import annotations

from annotator.model.vocabulary import Athlete, other
from annotator.scoring.actions import missing_of
from annotator.scoring.claims import Claim
from annotator.scoring.facts import Beat, Did, Story
from annotator.scoring.ledger import Ledger
from annotator.scoring.referee import Referee
from annotator.scoring.rule_index import index_of, is_positive
from annotator.scoring.ruleset import Gift, Rule, Ruleset
from annotator.scoring.sheet import Writer
from annotator.text import Phrase


class Payments:
    """The running claims of both athletes, and the only way to pay one.

    `now` is the beat whose state holds until the next one.
    """

    def __init__(self, story: Story, rules: Ruleset, writer: Writer) -> None:
        self.story = story
        self.rules = rules
        self.writer = writer
        self.index = index_of(rules)
        self.ledger = Ledger(rules)
        self.referee = Referee(story, rules, writer)
        self.claims: list[Claim] = []
        self.numbers = 0
        self.shadows: list[tuple[Claim, int]] = []
        self.now = Beat(story.beats[0].at if story.beats else 0)

    def claim(self, order: int, rule: Rule, who: Athlete, at: int, did: Did | None) -> Claim:
        """Open a claim by a rule for an athlete."""
        self.numbers += 1
        watch = rule.within or rule.unless_within
        hold = self.story.ticks(watch[1] if watch else rule.hold_ms)
        born = did.at if did else at
        claim = Claim(rule, order, self.numbers, who, born, hold, did, entered=born)
        if did is not None:
            claim.tags.update(dict.fromkeys(did.tags))
        self.claims.append(claim)
        return claim

    def close(self, claim: Claim) -> None:
        """Take a claim out of the running ones."""
        claim.closed = True
        if claim in self.claims:
            self.claims.remove(claim)

    def pay(self, claim: Claim, at: int) -> None:
        """Pay a claim if nothing stands against it, and whatever is paid along with it."""
        rule, who = claim.rule, claim.athlete
        refused = self.refusal_of(claim)
        self.close(claim)
        gifts = self.gifts(claim)
        if refused is not None:
            missing = (
                self.referee.point_free_phrase(claim.entered)
                if refused == "refused_point_free"
                else Phrase.of(refused, clause=rule.clause)
            )
            self.writer.refuse(claim, at, missing, gifts)
            return
        claim.paid = True
        self.writer.award_hold(claim, at, gifts)
        if rule.hold_ms and not rule.unless_within:
            self.shadows.append((claim, at))
        self.ledger.note_paid(who, rule.clause)
        self.paid(rule, who, claim.did, at, claim)

    def refusal_of(self, claim: Claim) -> str | None:
        """What stands against paying a claim now, as a word for reasons; None: nothing does."""
        rule, who = claim.rule, claim.athlete
        refused = self.ledger.refusal(who, rule.clause, rule.again)
        if refused is None and rule.blocked_by_open and self._is_open(who, rule.blocked_by_open):
            return "refused_open"
        if (
            refused is None
            and self.referee.point_free(claim.entered)
            and is_positive(self.gifts(claim))
        ):
            return "refused_point_free"
        return refused

    def follow_shadows(self, beat: Beat, control: str) -> None:
        """Measure by how much paid holds were made: until they would have been lost."""
        left = []
        for claim, at in self.shadows:
            in_danger = self.rules.danger_restarts and claim.athlete in beat.danger
            if in_danger or not claim.still_fits(beat, control):
                self.writer.note_margin(claim, self.story.seconds(beat.at - at))
            else:
                left.append((claim, at))
        self.shadows = left

    def end_shadows(self, at: int) -> None:
        """The match is over: paid holds lasted until here."""
        for claim, since in self.shadows:
            self.writer.note_margin(claim, self.story.seconds(at - since))
        self.shadows.clear()

    def gifts(self, claim: Claim) -> tuple[Gift, ...]:
        """What a claim gives where its seconds ran."""
        track = claim.track
        return track.gives if track is not None and track.gives else claim.rule.gives

    def paid(self, rule: Rule, who: Athlete, did: Did | None, at: int, claim: Claim | None) -> None:
        """A rule was paid: what it stands in the place of, its bonuses, and what waited for it."""
        if rule.consumes and rule.open and self.now.stay is not None:
            self.consume(rule, who, self.now.stay.position)
        for _, bonus in self.index.bonuses.get(rule.clause, ()):
            if did is None or did.what not in bonus.does:
                continue
            if missing_of(bonus, did, self.story) is None:
                self.writer.award_did(bonus, did, at)
        if rule.clause not in self.index.awaited:
            return
        for waiting in list(self.claims):
            if waiting.athlete == who and rule.clause in waiting.rule.pays_with:
                waiting.tags.update(claim.tags if claim else {})
                self._pay_along(waiting, at)

    def consume(self, rule: Rule, who: Athlete, position: str) -> None:
        """A position so reached pays nothing of its own until it was left."""
        for _, held in self.index.holding[position]:
            if held.clause in rule.consumes:
                self.ledger.consumed[who].add(held.clause)

    def _pay_along(self, claim: Claim, at: int) -> None:
        claim.paid = True
        self.close(claim)
        self.writer.award_hold(claim, at, claim.rule.gives)
        self.ledger.note_paid(claim.athlete, claim.rule.clause)

    def _is_open(self, who: Athlete, clause: str) -> bool:
        return any(c.athlete == who and c.rule.clause == clause for c in self.claims)


def holder_of(rule: Rule, did: Did) -> Athlete:
    """Who a rule's gift for an action goes to."""
    return other(did.athlete) if rule.for_opponent else did.athlete
