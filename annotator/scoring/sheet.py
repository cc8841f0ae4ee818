"""Writing rulings down: the one place that turns what the engine decided into lines of the sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from fractions import Fraction

from annotator.model.films import Line
from annotator.model.tag import Tag
from annotator.model.time import first_frame_at
from annotator.model.vocabulary import ATHLETES, Athlete, other
from annotator.scoring.actions import leaned_on
from annotator.scoring.claims import Claim
from annotator.scoring.conditions import Test
from annotator.scoring.facts import Attack, Did, Story
from annotator.scoring.rule_index import index_of
from annotator.scoring.ruleset import CaughtAtEnd, Gift, Near, Rule, Ruleset
from annotator.scoring.ruling import (
    Assumed,
    Award,
    Question,
    Result,
    Ruling,
    RulingKind,
    ScoreSheet,
    assumed_of,
)
from annotator.text import Moment, Phrase, Ticks, Value

_KINDS = tuple(RulingKind)
_WHO: dict[Athlete, tuple[str, Value]] = {who: ("who", who) for who in ATHLETES}
_NO_FRAME: tuple[int | None, int] = (None, 1)
_PAYS_NOTHING = Phrase.of("refused_rule")


class Writer:
    """Collects rulings; `sheet` sorts them by time and, at equal times, by the clauses' order."""

    def __init__(self, story: Story, rules: Ruleset, frames: Sequence[Fraction] | None) -> None:
        self.story = story
        self.rules = rules
        self.frames = frames
        self.place = index_of(rules).clauses
        self.last = len(self.place)
        self.lines: dict[RulingKind, list[Ruling]] = {kind: [] for kind in _KINDS}
        self.order: dict[RulingKind, list[tuple[int, int]]] = {kind: [] for kind in _KINDS}
        self.questions: list[Question] = []
        self.holds: dict[int, range] = {}
        self._at = story.places("at", Moment)
        self._begin = story.places("begin", Moment)
        self._needed = story.places("needed", Ticks)
        self._held = story.places("held", Ticks)
        self._frames: dict[int, tuple[int | None, int]] = {}

    def fork(self) -> Writer:
        """A writer for the same sheet with no lines yet."""
        twin = copy(self)
        twin.lines = {kind: [] for kind in _KINDS}
        twin.order = {kind: [] for kind in _KINDS}
        twin.questions, twin.holds = [], {}
        return twin

    # -- awards -----------------------------------------------------------------------------

    def award_hold(self, claim: Claim, at: int, gifts: Iterable[Gift]) -> None:
        rule = claim.rule
        if rule.position or claim.did is None:
            what = claim.position or "position"
            reason = self._phrase(
                _free(claim, "held_position"), claim.athlete, at,
                ("what", what), self._needed[claim.hold],
            )  # fmt: skip
        elif rule.pays_with:
            reason = self._phrase(
                "did_and_scored", claim.athlete, at,
                ("what", claim.did.what), self._begin[claim.born],
            )  # fmt: skip
        elif rule.unless_within:
            reason = self._phrase(
                "did_unless",
                claim.athlete,
                at,
                ("what", claim.did.what),
                ("place", tuple(sorted(rule.unless_within[0].positions))),
                self._needed[claim.hold],
            )
        else:
            reason = self._phrase(
                _free(claim, "did_and_held"), claim.athlete, at,
                ("what", claim.did.what), self._begin[claim.born], self._needed[claim.hold],
            )  # fmt: skip
        awards = self.lines[RulingKind.AWARD]
        first = len(awards)
        self._give_for(claim, gifts, at, rule.clause, reason, rule.readings)
        self.holds[id(claim)] = range(first, len(awards))

    def note_margin(self, claim: Claim, seconds: Fraction) -> None:
        """A paid hold lasted so much longer than it had to."""
        awards = self.lines[RulingKind.AWARD]
        for number in self.holds.get(id(claim), ()):
            awards[number] = awards[number].with_margin(seconds)

    def award_did(self, rule: Rule, did: Did, at: int) -> None:
        who = other(did.athlete) if rule.for_opponent else did.athlete
        reason = self._phrase("did_now", did.athlete, at, ("what", did.what), self._begin[did.at])
        assumed = self._did_assumed(rule, did)
        self._give(rule.gives, who, at, rule.clause, reason, did.tags, assumed, rule.readings)

    def award_near(self, claim: Claim, near: Near, at: int, reason: str) -> None:
        phrase = self._near_phrase(claim, at, reason)
        self._give_for(
            claim, near.gives, at, near.clause, phrase, near.readings or claim.rule.readings
        )

    def award_caught(self, claim: Claim, caught: CaughtAtEnd, at: int) -> None:
        self._give(
            caught.gives,
            claim.athlete,
            at,
            caught.clause,
            self._lost_phrase("caught_at_end", claim, at, "end"),
            self._tags(claim),
            self._assumed(claim),
            caught.readings,
        )

    def award_spell(self, claim: Claim, clause: str, gifts: Iterable[Gift], at: int) -> None:
        key = "near_spell" if _held(claim) else "near_spell_unbegun"
        phrase = self._lost_phrase(key, claim, at, "")
        self._give_for(claim, gifts, at, clause, phrase, claim.rule.readings)

    def award_attack(
        self, clause: str, gifts: Iterable[Gift], attack: Attack, readings: tuple[str, ...]
    ) -> None:
        phrase = self._phrase(
            "attack",
            attack.attacker,
            attack.end,
            self._needed[attack.end - (attack.close or attack.start)],
            self._begin[attack.start],
        )
        assumed = (
            (Assumed(attack.tag.id, "outcome", "escaped"),)
            if "outcome" not in attack.tag.details
            else ()
        )
        self._give(
            gifts, attack.attacker, attack.end, clause, phrase, (attack.tag.id,), assumed, readings
        )

    def award_tag(
        self, clause: str, gifts: Iterable[Gift], tag: Tag, who: Athlete, at: int,
        count: int, readings: tuple[str, ...], key: str = "tag_count",
    ) -> None:  # fmt: skip
        what = tag.details.get("kind") or tag.details.get("reason") or tag.tag
        told = self._begin[self.story.tick(tag.start)]
        phrase = self._phrase(key, who, at, ("what", what), ("count", count), told)
        self._give(gifts, who, at, clause, phrase, (tag.id,), (), readings)

    def award_carried(self, tag: Tag, who: Athlete, award: Award, value: int) -> None:
        """What the board showed when the tags begin. It has no clause of the rules."""
        at = self.story.tick(tag.start)
        reason = self._phrase("carried", who, at)
        self._line(RulingKind.AWARD, at, who, "carried", reason, award, value, (tag.id,))

    def _give(
        self, gifts: Iterable[Gift], who: Athlete, at: int, clause: str, reason: Phrase,
        tags: tuple[str, ...], assumed: tuple[Assumed, ...], readings: tuple[str, ...],
    ) -> None:  # fmt: skip
        for gift in gifts:
            athlete = other(who) if gift.to_opponent else who
            self._line(
                RulingKind.AWARD, at, athlete, clause, reason, gift.award, gift.value, tags,
                assumed, readings=readings,
            )  # fmt: skip

    def _give_for(
        self, claim: Claim, gifts: Iterable[Gift], at: int, clause: str, reason: Phrase,
        readings: tuple[str, ...],
    ) -> None:  # fmt: skip
        tags, assumed = self._tags(claim), self._assumed(claim)
        self._give(gifts, claim.athlete, at, clause, reason, tags, assumed, readings)

    # -- what was not given -------------------------------------------------------------------

    def refuse(self, claim: Claim, at: int, missing: Phrase, gifts: tuple[Gift, ...]) -> None:
        reason = self._lost_phrase("refused_hold", claim, at, "")
        self._refuse_claim(claim, at, reason, gifts, missing, None)

    def refuse_hold(self, claim: Claim, at: int, lost_to: str, gifts: tuple[Gift, ...]) -> None:
        """A hold that was lost; worth saying when it ran at all or the position stood long enough."""
        held = claim.best
        rule = claim.rule
        stood = claim.failed is not None and at - claim.born >= claim.hold
        if held == 0 and not stood and not (rule.lost_over and rule.does):
            return
        reason = self._lost_phrase("refused_hold", claim, at, lost_to)
        margin: Fraction | None = self.story.seconds(held - claim.hold)
        if rule.pays_with:
            missing, margin = Phrase.of("missing_score"), None
        elif rule.upright_at_takedown and claim.ripe:
            missing, margin = Phrase.of("missing_takedown"), None
        elif rule.lost_over and claim.spent * 1000 > rule.lost_over[1] * self.story.per_second:
            spent = Ticks(claim.spent, self.story.per_second)
            missing, margin = Phrase.of("missing_turtle", spent=spent), None
        elif held > 0 or claim.failed is None or claim.failed.failed is None:
            missing = Phrase.of(
                "missing_seconds",
                held=self.story.seconds(held),
                needed=self.story.seconds(claim.hold),
            )
        else:
            missing, margin = _missing_detail(claim.failed.failed, claim.failed.found), None
        self._refuse_claim(claim, at, reason, gifts, missing, margin)

    def refuse_did(self, rule: Rule, did: Did, missing: Phrase, clause: str | None = None) -> None:
        who = other(did.athlete) if rule.for_opponent else did.athlete
        reason = self._phrase(
            "did_now", did.athlete, did.at, ("what", did.what), self._begin[did.at]
        )
        self._refusal(
            who,
            did.at,
            clause or rule.clause,
            reason,
            rule.gives,
            did.tags,
            missing,
            self._did_assumed(rule, did),
            None,
        )

    def refuse_by_rule(self, rule: Rule, did: Did) -> None:
        """A clause that says of an action that it pays nothing."""
        self.refuse_did(rule, did, _PAYS_NOTHING)

    def refuse_attack(
        self,
        clause: str,
        gifts: tuple[Gift, ...],
        attack: Attack,
        missing: Phrase,
        margin: Fraction | None = None,
    ) -> None:
        phrase = self._phrase(
            "attack",
            attack.attacker,
            attack.end,
            self._needed[attack.end - (attack.close or attack.start)],
            self._begin[attack.start],
        )
        self._refusal(
            attack.attacker,
            attack.end,
            clause,
            phrase,
            gifts,
            (attack.tag.id,),
            missing,
            (),
            margin,
        )

    def still_held(self, claims: Iterable[Claim], at: int) -> None:
        """Holds that were running when the tags ended."""
        for claim in claims:
            held = claim.reached(at)
            if claim.rule.within or claim.barred or held == 0:
                continue
            missing = Phrase.of(
                "missing_end", held=self.story.seconds(held), needed=self.story.seconds(claim.hold)
            )
            reason = self._lost_phrase("refused_hold", claim, at, "")
            gifts = (claim.track.gives if claim.track else ()) or claim.rule.gives
            margin = self.story.seconds(held - claim.hold)
            self._refuse_claim(claim, at, reason, gifts, missing, margin)

    def _refuse_claim(
        self, claim: Claim, at: int, reason: Phrase, gifts: Iterable[Gift], missing: Phrase,
        margin: Fraction | None,
    ) -> None:  # fmt: skip
        tags, assumed = self._tags(claim), self._assumed(claim)
        clause = claim.rule.clause
        self._refusal(claim.athlete, at, clause, reason, gifts, tags, missing, assumed, margin)

    def _refusal(
        self, who: Athlete, at: int, clause: str, reason: Phrase, gifts: Iterable[Gift],
        tags: tuple[str, ...], missing: Phrase, assumed: tuple[Assumed, ...], margin: Fraction | None,
    ) -> None:  # fmt: skip
        gift = next(iter(gifts), None)
        self._line(
            RulingKind.REFUSAL, at, who, clause, reason, gift.award if gift else None,
            gift.value if gift else 0, tags, assumed, missing, margin,
        )  # fmt: skip

    def violation(
        self, tag: Tag, at: int, clause: str, who: Athlete, readings: tuple[str, ...] = ()
    ) -> None:
        what = tag.details.get("technique") or tag.details.get("kind") or tag.tag
        self._line(
            RulingKind.VIOLATION,
            at,
            who,
            clause,
            self._phrase("violation", who, at, ("what", what)),
            tags=(tag.id,),
            readings=readings,
        )

    def ignore(self, tag_id: str, at: int, reason: Phrase) -> None:
        """A tag that was read and moves nothing."""
        self._line(RulingKind.IGNORED, at, None, "", reason, tags=(tag_id,))

    def ask(
        self, kind: str, reason: Phrase, at: int, tag: str | None = None, detail: str | None = None
    ) -> None:
        time = self.story.seconds(at)
        self.questions.append(Question(kind, reason, time, tag, detail, None, *self._frame_at(at)))

    # -- lines --------------------------------------------------------------------------------

    def _line(
        self, kind: RulingKind, at: int, who: Athlete | None, clause: str, reason: Phrase,
        award: Award | None = None, value: int = 0, tags: tuple[str, ...] = (),
        assumed: tuple[Assumed, ...] = (), missing: Phrase | None = None,
        margin: Fraction | None = None, readings: tuple[str, ...] = (),
    ) -> None:  # fmt: skip
        ruling = Ruling(
            kind, *self.story.times(at), who, clause, reason, award, value,
            tuple(dict.fromkeys(tags)) if len(tags) > 1 else tags, assumed, missing, margin, readings,
            *(_NO_FRAME if self.frames is None else self._frame_at(at)),
        )  # fmt: skip
        self.lines[kind].append(ruling)
        self.order[kind].append((at, self.place.get(clause, self.last)))

    def _frame_at(self, at: int) -> tuple[int | None, int]:
        """The first frame at or after a tick, and of which film it is; remembered for each tick."""
        if self.frames is None:
            return _NO_FRAME
        found = self._frames.get(at)
        if found is None:
            found = self._frames[at] = self._find_frame(self.frames, self.story.seconds(at))
        return found

    def _find_frame(self, frames: Sequence[Fraction], time: Fraction) -> tuple[int | None, int]:
        index = first_frame_at(frames, time)
        if index is not None and isinstance(frames, Line):
            frame = frames.ref(index)
            return (frame.index, frame.part) if frame else _NO_FRAME
        return index, 1

    def _phrase(self, key: str, who: Athlete, at: int, *values: tuple[str, Value]) -> Phrase:
        return Phrase(key, (_WHO[who], self._at[at], *values))

    def _lost_phrase(self, key: str, claim: Claim, at: int, lost_to: str) -> Phrase:
        what = claim.did.what if claim.did else claim.position or _first(claim)
        held = _held(claim)
        return self._phrase(
            key, claim.athlete, at, ("what", what), self._begin[claim.born],
            self._needed[claim.hold], self._held[held], ("lost_to", lost_to),
        )  # fmt: skip

    def _near_phrase(self, claim: Claim, at: int, lost_to: str) -> Phrase:
        """How a near miss was lost; where no second was counted, that and by which detail."""
        if _held(claim) or not claim.hold:
            return self._lost_phrase("near", claim, at, lost_to)
        failed = claim.failed
        if failed is None or failed.failed is None:
            return self._lost_phrase("near_unbegun", claim, at, lost_to)
        phrase = self._lost_phrase("near_detail", claim, at, lost_to)
        missing = _missing_detail(failed.failed, failed.found)
        return Phrase(phrase.key, (*phrase.values, ("missing", missing)))

    def _tags(self, claim: Claim) -> tuple[str, ...]:
        """The tags that it stands on; where none ever fitted, the one that did not."""
        return tuple(claim.tags) or ((claim.failed_tag,) if claim.failed_tag else ())

    def _assumed(self, claim: Claim) -> tuple[Assumed, ...]:
        done = () if claim.did is None else self._did_assumed(claim.rule, claim.did)
        if not claim.assumed:
            return done
        return (*[assumed_of(*at, value) for at, value in claim.assumed.items()], *done)

    def _did_assumed(self, rule: Rule, did: Did) -> tuple[Assumed, ...]:
        found = leaned_on(rule, did, self.story)
        return tuple([assumed_of(*item) for item in found]) if found else ()

    def sheet(self, result: Result) -> ScoreSheet:
        """All lines in order."""
        ordered = {kind: self._ordered(kind) for kind in RulingKind}
        return ScoreSheet(
            self.rules.id, self.rules.edition, ordered[RulingKind.AWARD],
            ordered[RulingKind.REFUSAL], ordered[RulingKind.VIOLATION], ordered[RulingKind.IGNORED],
            tuple(sorted(self.questions, key=lambda q: q.time)), result,
        )  # fmt: skip

    def _ordered(self, kind: RulingKind) -> tuple[Ruling, ...]:
        lines, order = self.lines[kind], self.order[kind]
        return tuple([lines[number] for number in sorted(range(len(lines)), key=order.__getitem__)])


def _held(claim: Claim) -> int:
    """The most ticks that were counted without a break."""
    return max(claim.best, claim.progress)


def _missing_detail(test: Test, found: str) -> Phrase:
    """The detail by which the seconds did not count, as it was and as it must be."""
    return Phrase.of(
        "missing_detail",
        key=test.key,
        found=found or "unknown",
        allowed=tuple(sorted(test.allowed)),
    )


def _first(claim: Claim) -> str:
    return min(min(track.where.positions) for track in claim.rule.tracks)


def _free(claim: Claim, key: str) -> str:
    """The sentence of a hold that a close submission had kept back says so."""
    return f"{key}_free" if claim.shaken else key
