"""The engine: a left fold over the beats of a match that yields rulings.

`score` walks the beats once. Between two beats nothing changes, so that holds can only be
completed there; at a beat, spans end first, then the referee's clock turns, the position
changes, actions arrive and the tags of the moment are read. Rules come from the ruleset alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from fractions import Fraction
from operator import eq

from annotator.model.match import Match
from annotator.model.timeline import Run
from annotator.model.vocabulary import ATHLETES
from annotator.scoring.actions import OTHER_THING, exception_of, missing_of, tests_passed
from annotator.scoring.claims import Claim
from annotator.scoring.facts import UPRIGHT, Beat, Did, Story
from annotator.scoring.outcome import decide, list_ignored
from annotator.scoring.paying import holder_of
from annotator.scoring.reading import read_story
from annotator.scoring.ruleset import Rule, Ruleset
from annotator.scoring.ruling import Award, RulingKind, ScoreSheet
from annotator.scoring.sheet import Writer
from annotator.scoring.turns import LIVE, Turns
from annotator.text import Phrase


def score(match: Match, ruleset: Ruleset, frames: Sequence[Fraction] | None = None) -> ScoreSheet:
    """Score a match under a ruleset.

    `frames` are the film's frame times in seconds (of several films: a
    `annotator.model.films.Line`), so that each ruling can name the first frame
    at or after its time. Pure and deterministic; raises nothing on any legal match.
    """
    story = read_story(match)
    fold = Fold(story, ruleset, Writer(story, ruleset, frames))
    fold.walk()
    list_ignored(story, fold.writer, fold.referee)
    awards = fold.writer.lines[RulingKind.AWARD]
    return fold.writer.sheet(decide(ruleset, story, awards, fold.referee))


class Fold(Turns):
    """What the walk carries from beat to beat, beside the claims themselves.

    `granted`: the rules that an action met whose reward must be held, until it has arrived.
    """

    def __init__(self, story: Story, rules: Ruleset, writer: Writer) -> None:
        super().__init__(story, rules, writer)
        self.referee.carry()
        self.granted: dict[int, list[tuple[int, Rule]]] = {}

    # -- the walk ---------------------------------------------------------------------------

    def walk(self) -> None:
        """Walk all beats; stops counting where the match is finished."""
        for beat in self.story.beats:
            if not self.step(beat):
                return
        self.run_out()

    def step(self, beat: Beat) -> bool:
        """Walk one beat. Returns whether the match goes on."""
        self._advance(beat.at)
        before, made = self.now, self.numbers
        if beat.ended:
            self.referee.ended_attacks(beat, before.run)
        if self.referee.finished_at is None:
            for did in beat.landed:
                self._grant(did, before.run)
            self.turn(before, beat)
            for did in beat.did:
                self._arrive(did, beat)
            if beat.facts or self.referee.out:
                self.referee.read_tags(beat, before.run)
        self.now = beat
        if self.referee.finished_at is not None:
            self._settle_watches()
            self.end_shadows(beat.at)
            return False
        if made != self.numbers or not beat.same_state(before):
            self._look(beat)
            if self.shadows:
                control = self.index.controls[beat.stay.position] if beat.stay else ""
                self.follow_shadows(beat, control)
        return True

    def fork(self) -> Fold:
        """A fold that goes on from here by itself; what it writes begins empty."""
        twin = copy(self)
        twin.writer = self.writer.fork()
        twin.ledger = self.ledger.fork()
        twin.referee = self.referee.fork(twin.writer)
        twin.claims = [claim.twin() for claim in self.claims]
        twin.echoes, twin.entries = list(self.echoes), dict(self.entries)
        twin.near_at = set(self.near_at)
        twin.granted, twin.met = dict(self.granted), set(self.met)
        twin.shadows, twin.slow = [], copy(self.slow)
        return twin

    def signature(self) -> tuple[object, ...]:
        """Everything that later rulings can depend on: equal ones go on alike."""
        return tuple(self._signature_parts())

    def is_like(self, signature: tuple[object, ...]) -> bool:
        """Whether this fold goes on as one with that signature."""
        return all(map(eq, self._signature_parts(), signature))

    def _signature_parts(self) -> Iterator[object]:
        """The parts of the signature; what differs most often comes first."""
        yield [claim.signature() for claim in self.claims]
        yield self.ledger.signature()
        yield self.referee.signature()
        yield self.entries.copy()
        yield [(claim.order, claim.born) for claim in self.echoes]
        yield [(key, [i for i, _ in rules]) for key, rules in self.granted.items() if rules]
        yield id(self.prior)
        slow = self.slow
        yield (slow.since, slow.done, slow.top) if slow else None

    def _advance(self, to: int) -> None:
        """Complete, in order, every hold whose seconds are full by `to`, and what else time brings."""
        referee = self.referee
        waits = referee.scheduled or referee.booked
        while referee.finished_at is None:
            first: tuple[int, int, int] | None = None
            chosen: Claim | None = None
            for claim in self.claims:
                due = claim.due
                if due is not None and due <= to:
                    key = (due, claim.order, claim.number)
                    if first is None or key < first:
                        first, chosen = key, claim
            until = to if first is None else first[0]
            costs = referee.next_at if waits else None
            if costs is not None and costs < until:
                referee.advance(costs, to)
                continue
            slow = self.slow.due if self.slow else None
            if self.slow and slow is not None and slow <= until:
                self.ledger.open_ladder()
                self.slow.fire()
                continue
            if chosen is None:
                break
            self._complete(chosen, until)
        if waits and referee.next_at is not None:
            referee.advance(to, to)

    def _complete(self, claim: Claim, at: int) -> None:
        """A claim's seconds are full."""
        claim.pause(at)
        claim.ripe = True
        rule = claim.rule
        if rule.unless_within is not None:
            self.pay(claim, claim.born)
        elif rule.within is not None:
            self.close(claim)
        elif rule.upright_at_takedown and self.now.stay and self.now.stay.position in UPRIGHT:
            return
        elif self.chain is not None:
            self.chain.completed(self, claim, at)
        else:
            self.pay(claim, at)

    # -- actions ----------------------------------------------------------------------------

    def _grant(self, did: Did, run: Run) -> None:
        """Decide which rules an action meets; pay those that need no hold."""
        if run is not Run.RUNNING or self.submission_only(self.now):
            return
        taken: set[str] = set()
        granted: list[tuple[int, Rule]] = []
        lacking: list[tuple[Rule, Phrase]] = []
        for order, rule in self.index.doing.get(did.what, ()):
            if rule.one_of in taken:
                continue
            missing = missing_of(rule, did, self.story)
            if missing is not None:
                if missing is not OTHER_THING:
                    lacking.append((rule, missing))
                continue
            if not rule.gives and not rule.tracks:
                self.writer.refuse_by_rule(rule, did)
                continue
            excepted = exception_of(rule, did, self.story)
            if rule.one_of:
                taken.add(rule.one_of)
            if excepted is not None:
                missing = Phrase.of("refused_except", clause=excepted.clause)
                self.writer.refuse_did(rule, did, missing, excepted.clause)
                continue
            if self.referee.point_free(did.at) and self.index.positive[order]:
                missing = self.referee.point_free_phrase(did.at)
                self.writer.refuse_did(rule, did, missing)
            elif rule.within or rule.unless_within:
                self.claim(order, rule, holder_of(rule, did), did.at, did)
            elif rule.hold_ms or rule.pays_with:
                granted.append((order, rule))
            else:
                self.writer.award_did(rule, did, did.at)
                self.paid(rule, did.athlete, did, did.at, None)
        if lacking:
            self._say_lacking(did, lacking, taken)
        if granted:
            self.granted[id(did)] = granted
        if did.what == "takedown" and did.ends == "top":
            for claim in list(self.claims):
                if claim.athlete == did.athlete and claim.rule.upright_at_takedown and claim.ripe:
                    self.pay(claim, did.at)
        if did.what == "sweep":
            self.swept(did)

    def _say_lacking(self, did: Did, lacking: list[tuple[Rule, Phrase]], taken: set[str]) -> None:
        """Refuse what an action was close to; of the rules of one name the closest, for points."""
        closest: dict[str, tuple[int, Rule, Phrase]] = {}
        for rule, missing in lacking:
            if not rule.one_of:
                self.writer.refuse_did(rule, did, missing)
            elif rule.one_of not in taken and any(g.award is Award.POINTS for g in rule.gives):
                passed = tests_passed(rule, did)
                if rule.one_of not in closest or passed > closest[rule.one_of][0]:
                    closest[rule.one_of] = (passed, rule, missing)
        for _, rule, missing in closest.values():
            self.writer.refuse_did(rule, did, missing)

    def _arrive(self, did: Did, beat: Beat) -> None:
        """An action whose reward must be held has arrived; its athlete must still be on top."""
        for order, rule in self.granted.pop(id(did), ()):
            stay = beat.stay
            lands_elsewhere = (
                rule.unbroken and stay and stay.position not in self.index.places[order]
            )
            if (
                beat.run not in LIVE
                or stay is None
                or stay.top != holder_of(rule, did)
                or lands_elsewhere
            ):
                continue
            claim = self.claim(order, rule, holder_of(rule, did), beat.at, did)
            if rule.consumes and did.arrival is not None and did.what != "pass":
                self.consume(rule, claim.athlete, did.arrival.position)

    # -- the state from here on ---------------------------------------------------------------

    def _look(self, beat: Beat) -> None:
        control = self.index.controls[beat.stay.position] if beat.stay else ""
        if self.index.let_go and beat.stay is not None:
            self.let_go(beat, beat.stay)
        restarts = self.rules.danger_restarts and beat.danger
        for claim in self.claims:
            rule = claim.rule
            if rule.within or rule.unless_within:
                if claim.since is None:
                    claim.start(beat.at)
                if beat.run is not Run.RUNNING:
                    claim.pause(beat.at)
                continue
            claim.look(beat, bool(restarts) and claim.athlete in beat.danger, control)
            if claim.met and rule.position:
                self.met.add((claim.athlete, claim.born))
            if rule.lost_over is not None:
                claim.spend(beat)
            if rule.near:
                self._ever(claim, beat)
        if self.chain is not None:
            self.chain.looked(self, beat.at)
        if self.slow:
            self.slow.look(beat)

    def _ever(self, claim: Claim, beat: Beat) -> None:
        stay = beat.stay
        if stay is None or stay.top != claim.athlete or beat.run is not Run.RUNNING:
            return
        if claim.passing:
            return
        for index, near in enumerate(claim.rule.near):
            for where in near.ever:
                verdict = where.check(stay.position, beat.details)
                if verdict is not None and verdict.holds:
                    claim.ever.add(index)

    def _settle_watches(self) -> None:
        """What would only have been lost by something later is paid as it stands."""
        for claim in list(self.claims):
            if claim.rule.unless_within is not None:
                self.pay(claim, claim.born)

    def run_out(self) -> None:
        """The tags end: what was only waiting for time is settled as it stands."""
        self._settle_watches()
        self.end_shadows(self.now.at)
        for who in ATHLETES:
            self.writer.still_held(
                [c for c in self.claims if c.athlete == who and c.since is not None], self.now.at
            )
