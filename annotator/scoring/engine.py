"""The engine: a left fold over the beats of a match that yields rulings.

`score` walks the beats once. Between two beats nothing changes, so that holds can only be
completed there; at a beat, spans end first, then the referee's clock turns, the position
changes, actions arrive and the tags of the moment are read. Rules come from the ruleset alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from annotator.model.match import Match
from annotator.model.timeline import Run, Stay
from annotator.model.vocabulary import ATHLETES, Athlete, other
from annotator.scoring.chain import ChainBook
from annotator.scoring.claims import Claim
from annotator.scoring.conditions import check
from annotator.scoring.facts import UPRIGHT, Beat, Did, Story, change_of_position, is_seen_through, read_story
from annotator.scoring.ledger import Ledger
from annotator.scoring.outcome import decide
from annotator.scoring.referee import Referee
from annotator.scoring.ruleset import Gift, Near, Rule, Ruleset
from annotator.scoring.ruling import ScoreSheet
from annotator.scoring.sheet import Writer
from annotator.text import Phrase

LIVE = (Run.RUNNING, Run.FROZEN)


def score(match: Match, ruleset: Ruleset, frames: Sequence[Fraction] | None = None) -> ScoreSheet:
    """Score a match under a ruleset.

    `frames` are the film's frame times in seconds, so that each ruling can name the first frame
    at or after its time. Pure and deterministic; raises nothing on any legal match.
    """
    story = read_story(match)
    fold = _Fold(story, ruleset, Writer(story, ruleset, frames))
    fold.walk()
    return fold.writer.sheet(decide(ruleset, story, fold.writer, fold.referee))


class _Fold:
    """What the walk carries from beat to beat."""

    def __init__(self, story: Story, rules: Ruleset, writer: Writer) -> None:
        self.story = story
        self.rules = rules
        self.writer = writer
        self.ledger = Ledger(rules)
        self.referee = Referee(story, rules, writer)
        self.chain = ChainBook(rules.chain, self) if rules.chain else None
        self.claims: list[Claim] = []
        self.numbers = 0
        self.granted: dict[int, list[tuple[int, Rule]]] = {}
        self.paid_for: list[tuple[int, Did | None, Claim | None]] = []
        self.now = Beat(story.beats[0].at if story.beats else 0)
        self.slow_since: int | None = None
        self.slow_done = 0
        self.position_rules = [(i, r) for i, r in enumerate(rules.rules) if r.position]
        self.action_rules = [(i, r) for i, r in enumerate(rules.rules) if r.does]
        ladder = rules.ladder
        self.slow_reset = self.ticks(ladder.reset_ms) if ladder and ladder.reset_slow else 0

    def ticks(self, milliseconds: int) -> int:
        return milliseconds * self.story.per_second // 1000

    # -- the walk ---------------------------------------------------------------------------

    def walk(self) -> None:
        """Walk all beats; stops counting where the match is finished."""
        for beat in self.story.beats:
            self._advance(beat.at)
            before = self.now
            self.referee.ended_attacks(beat, before.run)
            if self.referee.finished_at is None:
                for did in beat.landed:
                    self._grant(did, before.run)
                self._turn(before, beat)
                for did in beat.did:
                    self._arrive(did, beat)
                self.referee.read_tags(beat, before.run)
            self.now = beat
            if self.referee.finished_at is not None:
                break
            self._look(beat)
        else:
            self._run_out()

    def _advance(self, to: int) -> None:
        """Complete, in order, every hold whose seconds are full by `to`."""
        while True:
            first: tuple[int, int, int] | None = None
            chosen: Claim | None = None
            for claim in self.claims:
                due = claim.due
                if due is not None and due <= to:
                    key = (due, claim.order, claim.number)
                    if first is None or key < first:
                        first, chosen = key, claim
            slow = self._slow_due()
            if slow is not None and slow <= to and (first is None or slow <= first[0]):
                self.ledger.open_ladder()
                self.slow_since, self.slow_done = None, self.slow_reset
                continue
            if chosen is None or first is None:
                break
            self._complete(chosen, first[0])
        self.referee.advance(to)

    def _complete(self, claim: Claim, at: int) -> None:
        """A claim's seconds are full."""
        claim.pause(at)
        claim.ripe, claim.ripe_at = True, at
        rule = claim.rule
        if rule.unless_within is not None:
            self.pay(claim, claim.born)
        elif rule.within is not None:
            self._close(claim)
        elif rule.upright_at_takedown and self.now.stay and self.now.stay.position in UPRIGHT:
            return
        elif self.chain is not None:
            self.chain.completed(claim, at)
        else:
            self.pay(claim, at)

    # -- paying -----------------------------------------------------------------------------

    def pay(self, claim: Claim, at: int) -> None:
        """Pay a claim if the ledger lets it, and whatever is paid along with it."""
        rule, who = claim.rule, claim.athlete
        refused = self.ledger.refusal(who, rule.clause, rule.again)
        if refused is None and rule.blocked_by_open and self._open(who, rule.blocked_by_open):
            refused = "refused_open"
        if refused is None and self.referee.point_free(at, claim.born) and _positive(rule.gives):
            refused = "refused_point_free"
        self._close(claim)
        if refused is not None:
            self.writer.refuse(claim, at, Phrase.of(refused, clause=rule.clause), self.gifts(claim))
            return
        claim.paid = True
        self.writer.award_hold(claim, at, self.gifts(claim))
        self.ledger.note_paid(who, rule.clause)
        self._after_paying(rule, who, claim.did, at, claim)

    def gifts(self, claim: Claim) -> tuple[Gift, ...]:
        """What a claim gives where its seconds ran."""
        track = claim.track
        return track.gives if track is not None and track.gives else claim.rule.gives

    def _after_paying(
        self, rule: Rule, who: Athlete, did: Did | None, at: int, claim: Claim | None
    ) -> None:
        if rule.consumes:
            self._consume(rule, who)
        for order, bonus in self.action_rules:
            if did is None or bonus.bonus_of != rule.clause or did.what not in bonus.does:
                continue
            if self._fits(bonus, did) is None:
                self.writer.award_did(order, bonus, did, at)
        for waiting in list(self.claims):
            if waiting.athlete == who and rule.clause in waiting.rule.pays_with:
                waiting.tags.update(claim.tags if claim else {})
                self._pay_along(waiting, at)

    def _pay_along(self, claim: Claim, at: int) -> None:
        claim.paid = True
        self._close(claim)
        self.writer.award_hold(claim, at, claim.rule.gives)
        self.ledger.note_paid(claim.athlete, claim.rule.clause)

    def _consume(self, rule: Rule, who: Athlete) -> None:
        """The position in which an action was paid pays nothing of its own until it was left."""
        stay = self.now.stay
        if stay is None:
            return
        for _, held in self.position_rules:
            if held.clause in rule.consumes and _in_tracks(held, stay.position):
                self.ledger.consumed[who].add(held.clause)

    def _open(self, who: Athlete, clause: str) -> bool:
        return any(c.athlete == who and c.rule.clause == clause for c in self.claims)

    # -- actions ----------------------------------------------------------------------------

    def _grant(self, did: Did, run: Run) -> None:
        """Decide which rules an action meets; pay those that need no hold."""
        if run is not Run.RUNNING:
            return
        taken: set[str] = set()
        granted: list[tuple[int, Rule]] = []
        for order, rule in self.action_rules:
            if did.what not in rule.does or rule.bonus_of or rule.one_of in taken:
                continue
            missing = self._fits(rule, did)
            if missing is not None:
                if missing.key != "not_this":
                    self.writer.refuse_did(order, rule, did, missing)
                continue
            excepted = self._excepted(rule, did)
            if rule.one_of:
                taken.add(rule.one_of)
            if excepted is not None:
                self.writer.refuse_did(order, rule, did, *excepted)
                continue
            if rule.hold_ms or rule.within or rule.unless_within or rule.pays_with:
                granted.append((order, rule))
            elif self.referee.point_free(did.at, did.at) and _positive(rule.gives):
                self.writer.refuse_did(order, rule, did, Phrase.of("refused_point_free", clause=rule.clause))
            else:
                self.writer.award_did(order, rule, did, did.at)
                self._after_paying(rule, did.athlete, did, did.at, None)
        self.granted[id(did)] = granted

    def _fits(self, rule: Rule, did: Did) -> Phrase | None:
        """None where the action meets the rule; `not_this` where it is another thing; else why not."""
        if did.ends not in rule.ends:
            return Phrase.of("not_this" if rule.does & {"guard_pull"} else "missing_top")
        if rule.origin and (did.origin is None or did.origin.position not in rule.origin):
            return Phrase.of("not_this")
        if rule.arrives:
            if did.arrival is None:
                return Phrase.of("not_this")
            details = did.arrival.states[0].details
            verdicts = [w.check(did.arrival.position, details) for w in rule.arrives]
            if not any(v is not None and v.holds for v in verdicts):
                failed = next((v for v in verdicts if v is not None), None)
                if failed is None or failed.failed is None:
                    return Phrase.of("not_this")
                return _missing_detail(failed.failed.key, failed.found, failed.failed.allowed)
        if rule.began_within_ms is not None:
            since = None if did.whistle is None else did.started - did.whistle
            if since is None or since > self.ticks(rule.began_within_ms):
                return Phrase.of("not_this")
        if rule.tests and did.tag is not None:
            verdict = check(rule.tests, did.tag.tag, did.details)
            if not verdict.holds:
                assert verdict.failed is not None
                if rule.one_of or rule.bonus_of:
                    return Phrase.of("not_this")
                return _missing_detail(verdict.failed.key, verdict.found, verdict.failed.allowed)
        return None

    def _excepted(self, rule: Rule, did: Did) -> tuple[Phrase, str] | None:
        for case in rule.exceptions:
            if case.tests and did.tag and not check(case.tests, did.tag.tag, did.details).holds:
                continue
            if case.at_start is not None:
                start = did.at_start
                if start is None or (case.held_by_other and start.top != other(did.athlete)):
                    continue
                state = start.at(self.story.seconds(did.started))
                verdict = case.at_start.check(start.position, state.details)
                if verdict is None or not verdict.holds:
                    continue
            if case.stood_up_within_ms is not None:
                under = did.stood_from
                if did.stood_up is None or under is None or under.top != did.athlete:
                    continue
                if did.started - did.stood_up >= self.ticks(case.stood_up_within_ms):
                    continue
            return Phrase.of("refused_except", clause=case.clause), case.clause
        return None

    def _arrive(self, did: Did, beat: Beat) -> None:
        """An action whose reward must be held has arrived."""
        for order, rule in self.granted.pop(id(did), ()):
            claim = self._claim(order, rule, _holder(rule, did), beat.at, did)
            claim.tags.update(dict.fromkeys(did.tags))
            if rule.consumes and did.arrival is not None and did.what != "pass":
                self._consume_arrival(rule, did)
        if did.what == "takedown" and did.ends == "top":
            for claim in list(self.claims):
                if claim.athlete == did.athlete and claim.rule.upright_at_takedown and claim.ripe:
                    self.pay(claim, did.at)

    def _consume_arrival(self, rule: Rule, did: Did) -> None:
        assert did.arrival is not None
        for _, held in self.position_rules:
            if held.clause in rule.consumes and _in_tracks(held, did.arrival.position):
                self.ledger.consumed[did.athlete].add(held.clause)

    def _claim(self, order: int, rule: Rule, who: Athlete, at: int, did: Did | None) -> Claim:
        self.numbers += 1
        watch = rule.within or rule.unless_within
        hold = self.ticks(watch[1] if watch else rule.hold_ms)
        claim = Claim(rule, order, self.numbers, who, did.at if did else at, hold, did)
        self.claims.append(claim)
        return claim

    # -- positions --------------------------------------------------------------------------

    def _turn(self, before: Beat, beat: Beat) -> None:
        """The clock and the position turn: what is lost by it, and what is entered."""
        live, was = beat.run in LIVE, before.run in LIVE
        whistle = live and was and beat.period != before.period
        if was and (not live or whistle):
            self._stop(beat, "end" if beat.run is Run.ENDED or whistle else "stop")
            was = False
        if not live or beat.stay is None:
            return
        if not was:
            self._enter(None, beat, fresh=True)
        elif beat.new_stay and beat.stay is not before.stay:
            old = before.stay
            if old is not None:
                self._leave(old, before, beat)
            self._enter(old, beat, fresh=False, forced=before.details.get("forced") == "yes")

    def _stop(self, beat: Beat, reason: str) -> None:
        for claim in sorted(self.claims, key=lambda c: c.order):
            if not claim.closed:
                self._lose(claim, beat.at, reason, None)
        self.ledger.end_spells()
        self.slow_since, self.slow_done = None, 0

    def _enter(self, old: Stay | None, beat: Beat, *, fresh: bool, forced: bool = False) -> None:
        stay = beat.stay
        assert stay is not None
        self.ledger.came_into(old, stay, forced)
        if stay.top is None:
            return
        for order, rule in self.position_rules:
            if not _in_tracks(rule, stay.position):
                continue
            if any(c.rule is rule and c.athlete == stay.top for c in self.claims):
                continue
            self._off_long_enough(rule, stay.top, beat.at)
            claim = self._claim(order, rule, stay.top, beat.at, None)
            claim.barred = self.ledger.refusal(stay.top, rule.clause, rule.again) is not None

    def _off_long_enough(self, rule: Rule, who: Athlete, at: int) -> None:
        left = self.ledger.left_at.get((who, rule.clause))
        if rule.again == "off" and left is not None and at - left >= self.ticks(rule.off_ms):
            self.ledger.paid[who].discard(rule.clause)

    def _leave(self, old: Stay, before: Beat, beat: Beat) -> None:
        """The position changed: decide for every claim whether it goes on."""
        new = beat.stay
        assert new is not None
        for claim in sorted(self.claims, key=lambda c: c.order):
            if claim.closed:
                continue
            claim.spend(beat)
            reason = self._loss(claim, old, new)
            if reason is not None:
                self._lose(claim, beat.at, reason, (old, new))

    def _loss(self, claim: Claim, old: Stay, new: Stay) -> str | None:
        """Why a claim is lost by this change of position, or None where it goes on."""
        rule, who = claim.rule, claim.athlete
        if rule.within or rule.unless_within:
            return self._watch(claim, new)
        if new.top == other(who):
            return "other_on_top"
        if new.position in UPRIGHT:
            return None if new.top == who and _in_tracks(rule, new.position) else "upright"
        if is_seen_through(new):
            return self._loss_unseen(claim, new)
        if rule.position:
            return self._loss_position(claim, new)
        if rule.open and (new.position == "turtle" or new.position in _OPEN_ENDS):
            return new.position
        if rule.unbroken and not _in_tracks(rule, new.position):
            return new.position
        if any(old.position in a and new.position in b for a, b in rule.lost_by):
            return new.position
        if rule.lost_over is not None and claim.spent > self.ticks(rule.lost_over[1]):
            return "turtle"
        return None

    def _loss_unseen(self, claim: Claim, new: Stay) -> str | None:
        if claim.rule.open:
            return None
        if new.position == "scramble" and claim.rule.position:
            # The same position after a scramble is the same entry with a new hold.
            self._near_in_spell(claim, self.story_tick(new), None)
            return "scramble" if claim.carried else None
        return "scramble"

    def _loss_position(self, claim: Claim, new: Stay) -> str | None:
        if _in_tracks(claim.rule, new.position):
            return None
        if self.chain is not None and self.chain.keeps(claim, self.now.stay, new):
            return None
        return new.position

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
        return "other_on_top" if rule.within and new.top == other(claim.athlete) else None

    def story_tick(self, stay: Stay) -> int:
        return int(stay.start * self.story.per_second)

    # -- losing -----------------------------------------------------------------------------

    def _lose(self, claim: Claim, at: int, reason: str, change: tuple[Stay, Stay] | None) -> None:
        """A claim ends before it was paid: near misses, and a refusal that says what was missing."""
        claim.pause(at)
        rule = claim.rule
        if rule.unless_within is not None and reason in ("stop", "end"):
            self.pay(claim, claim.born)
            return
        if rule.again == "off" and rule.position:
            self.ledger.left_at[claim.athlete, rule.clause] = at
        self._close(claim)
        if self.chain is not None:
            self.chain.lost(claim, at)
        if claim.ripe or claim.paid:
            return
        nears = [near for i, near in enumerate(rule.near) if self._is_near(near, i, claim, reason, change)]
        for near in nears:
            self.writer.award_near(claim, near, at, reason)
        if not nears and not self._near_in_spell(claim, at, change):
            self.writer.refuse_hold(claim, at, reason, self.gifts(claim))

    def _is_near(
        self, near: Near, index: int, claim: Claim, reason: str, change: tuple[Stay, Stay] | None
    ) -> bool:
        if reason not in near.to or (claim.shaken and self.rules.danger_restarts):
            return False
        if near.ever and index not in claim.ever:
            return False
        if near.swept_from_guard:
            if change is None or claim.did is None or claim.did.arrival is None:
                return False
            swept = change_of_position(*change)
            return swept is not None and swept[0] == "sweep" and claim.did.arrival.position in _OPEN_ENDS
        return True

    def _near_in_spell(self, claim: Claim, at: int, change: tuple[Stay, Stay] | None) -> bool:
        """One advantage per spell for a control left for something lower, or for its open pass."""
        spell, rule = self.rules.spell, claim.rule
        if spell is None or self.ledger.near_given[claim.athlete] or claim.paid:
            return False
        if rule.clause == spell.pass_clause:
            self.ledger.near_given[claim.athlete] = True
            self.writer.award_spell(claim, spell.pass_near, spell.gives, at)
            return True
        if not claim.met or not self.rules.ladder:
            return False
        if not any(rule.clause in rung for rung in self.rules.ladder.rungs):
            return False
        if self.ledger.refusal(claim.athlete, rule.clause, rule.again) is not None:
            return False
        if change is not None and change[1].top == claim.athlete:
            levels = [i for i, level in enumerate(spell.levels) if change[1].position in level]
            mine = [i for i, level in enumerate(spell.levels) if claim.position in level]
            if levels and mine and levels[0] >= mine[0]:
                return False
        self.ledger.near_given[claim.athlete] = True
        self.writer.award_spell(claim, spell.clause, spell.gives, at)
        return True

    def _close(self, claim: Claim) -> None:
        claim.closed = True
        if claim in self.claims:
            self.claims.remove(claim)

    # -- the state from here on ---------------------------------------------------------------

    def _look(self, beat: Beat) -> None:
        control = self.rules.control_of(beat.stay.position) if beat.stay else ""
        for claim in self.claims:
            if claim.rule.within or claim.rule.unless_within:
                claim.since = claim.since if claim.since is not None else beat.at
                if beat.run is not Run.RUNNING:
                    claim.pause(beat.at)
                continue
            in_danger = self.rules.danger_restarts and claim.athlete in beat.danger
            claim.look(beat, in_danger, control)
            claim.spend(beat)
            self._ever(claim, beat)
        if self.chain is not None:
            self.chain.looked(beat.at)
        self._look_slow(beat)

    def _ever(self, claim: Claim, beat: Beat) -> None:
        stay = beat.stay
        if stay is None or stay.top != claim.athlete or beat.run is not Run.RUNNING:
            return
        for index, near in enumerate(claim.rule.near):
            for where in near.ever:
                verdict = where.check(stay.position, beat.details)
                if verdict is not None and verdict.holds:
                    claim.ever.add(index)

    def _look_slow(self, beat: Beat) -> None:
        """Count the seconds in the positions that open the ladder again."""
        ladder = self.rules.ladder
        if ladder is None or not ladder.reset_slow:
            return
        stay = beat.stay
        if self.slow_since is not None:
            self.slow_done += beat.at - self.slow_since
            self.slow_since = None
        inside = stay is not None and stay.position in ladder.reset_slow and stay.top is not None
        if beat.run is Run.FROZEN:
            return
        if not inside or beat.run is not Run.RUNNING or stay is None or (
            beat.new_stay and self._slow_top not in (None, stay.top)
        ):
            self.slow_done = 0
        self._slow_top = stay.top if inside and stay is not None else None
        if inside and beat.run is Run.RUNNING and self.slow_done < self.slow_reset:
            self.slow_since = beat.at

    _slow_top: Athlete | None = None

    def _slow_due(self) -> int | None:
        return None if self.slow_since is None else self.slow_since + self.slow_reset - self.slow_done

    def _run_out(self) -> None:
        """The tags end: what was only waiting for time is settled as it stands."""
        for claim in list(self.claims):
            if claim.rule.unless_within is not None:
                self.pay(claim, claim.born)
        for who in ATHLETES:
            self.writer.still_held(
                [c for c in self.claims if c.athlete == who and c.since is not None], self.now.at
            )


_OPEN_ENDS = frozenset({"closed_guard", "open_guard", "half_guard", "leg_entanglement"})


def _in_tracks(rule: Rule, position: str) -> bool:
    return any(position in track.where.positions for track in rule.tracks)


def _positive(gives: Sequence[Gift]) -> bool:
    return any(g.value > 0 and g.award in ("points", "advantage") for g in gives)


def _holder(rule: Rule, did: Did) -> Athlete:
    return other(did.athlete) if rule.for_opponent else did.athlete


def _missing_detail(key: str, found: str, allowed: frozenset[str]) -> Phrase:
    return Phrase.of("missing_detail", key=key, found=found or "unknown", allowed=tuple(sorted(allowed)))

