"""Rules in plain words, made from their data and not from what somebody wrote about them.

    prose = Prose(ruleset, "fr")
    for spoken in prose.rules():          # Spoken(clause, topics, head, lines)
        print(spoken.head, spoken.lines)

A `Spoken` rule has `topics`, what it is about (actions, positions, tags), by which two rulesets
can be laid side by side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from annotator.files.ruleset_details import conditions, conditions_of
from annotator.model.vocabulary import GUARDS, PINS, POSITIONS
from annotator.scoring.conditions import Where
from annotator.scoring.ruleset import (
    AttackRule,
    Except,
    Gift,
    InactivityRule,
    Near,
    Rule,
    Ruleset,
    TagRule,
    Track,
)
from annotator.scoring.ruling import Award
from annotator.text import after_colon, clock_text, seconds_text, tr, tr_n, word, word_list

GROUND = frozenset((*GUARDS, "turtle", *PINS, "back_control"))
_COLUMN = {
    Award.POINTS: "points", Award.ADVANTAGE: "advantages", Award.PENALTY: "penalties",
    Award.WARNING: "warnings",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Spoken:
    """A rule in words: what it gives for what (`head`), the details that it `needs`, and the `rest`."""

    clause: str
    topics: tuple[str, ...]
    head: str
    rest: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """All that stands under the head, line by line."""
        needs = (tr("needs: {needs}", needs=", ".join(self.needs)),) if self.needs else ()
        return (*needs, *self.rest)

    @property
    def single(self) -> tuple[str, ...]:
        """The same with each detail on a line of its own."""
        return (*(tr("needs: {needs}", needs=need) for need in self.needs), *self.rest)


def seconds(milliseconds: int) -> str:
    """`3 s`, `2.5 s`."""
    return tr("{seconds} s", seconds=seconds_text(Fraction(milliseconds, 1000)))


def minutes(milliseconds: int) -> str:
    """`5:00`."""
    return clock_text(Fraction(milliseconds, 1000), 0 if milliseconds % 1000 == 0 else 3)


def _numbers(rule: TagRule | InactivityRule) -> Iterator[str]:
    """The so-manieth of a count, where a rule is about some of them only."""
    if rule.count_to is None and rule.count_from <= 1:
        return
    numbers = f"{rule.count_from}–{rule.count_to}" if rule.count_to else f"{rule.count_from}+"
    if rule.count_to == rule.count_from:
        numbers = str(rule.count_to)
    yield tr("number {numbers} of one athlete", numbers=numbers)


class Prose:
    """The words of one ruleset in one language: its own terms where it has them."""

    def __init__(self, ruleset: Ruleset, language: str = "en") -> None:
        self.ruleset = ruleset
        self.language = language

    def rules(self) -> Iterator[Spoken]:
        """Every rule, in the order of the file's kinds of rules."""
        yield from map(self.rule, self.ruleset.rules)
        yield from map(self.attack, self.ruleset.attacks)
        yield from map(self.tag_rule, self.ruleset.tag_rules)
        yield from map(self.inactivity, self.ruleset.inactivity)

    # -- words ------------------------------------------------------------------------------------

    def term(self, key: str) -> str:
        """A word of the vocabulary as this ruleset calls it."""
        return self.ruleset.term("back" if key == "back_control" else key, self.language)

    def clause(self, clause_id: str) -> str:
        """A clause as “Mount [37b3]”."""
        return f"{self.ruleset.title_of(clause_id, self.language)} [{clause_id}]"

    def positions(self, names: Iterable[str]) -> str:
        """Positions as few words: groups where all of a group are there."""
        left = set(names)
        if left >= GROUND:
            left -= GROUND
            words = [tr("anywhere on the ground")]
        else:
            words = []
            for group, text in ((GUARDS, tr("any guard")), (PINS, tr("any pin"))):
                if left >= set(group):
                    left -= set(group)
                    words.append(text)
        words += [self.term(name) for name in POSITIONS if name in left]
        words += [word(name) for name in sorted(left - set(POSITIONS))]
        return word_list(words)

    def _track(self, track: Track) -> str:
        """A place where seconds run."""
        place = self.where(track.where)
        return (
            tr(
                "{place}, but not begun there once it was held in a way that does not count",
                place=place,
            )
            if track.goes_on_only
            else place
        )

    def where(self, where: Where) -> str:
        """A place: its positions and what must be so there."""
        needs = conditions(where.tests)
        return (
            f"{self.positions(where.positions)} ({needs})"
            if needs
            else self.positions(where.positions)
        )

    def gifts(self, gifts: Sequence[Gift]) -> str:
        """What is given: “2 points, 1 advantage to the opponent”."""
        return ", ".join(map(self._gift, gifts)) or tr("nothing")

    def _gift(self, gift: Gift) -> str:
        if gift.award is Award.DISQUALIFICATION:
            return tr("disqualification")
        key = _COLUMN[gift.award]
        own = self.ruleset.terms.get(key, {}).get(self.language)
        if own and self.language != "en":
            text = after_colon(own, str(gift.value))
        else:
            number = abs(gift.value)
            text = ("−" if gift.value < 0 else "") + {
                "points": tr_n("{count} point", "{count} points", number),
                "advantages": tr_n("{count} advantage", "{count} advantages", number),
                "penalties": tr_n("{count} penalty", "{count} penalties", number),
                "warnings": tr_n("{count} warning", "{count} warnings", number),
            }[key]
        return tr("{gift} to the opponent", gift=text) if gift.to_opponent else text

    # -- actions and positions --------------------------------------------------------------------

    def rule(self, rule: Rule) -> Spoken:
        """An action or a held position."""
        begins = {p for track in rule.tracks for p in track.where.positions}
        if rule.position:
            topics = tuple(name for name in POSITIONS if name in begins)
            what = self.positions(begins)
        else:
            topics = tuple(sorted(rule.does))
            what = word_list(self.term(name) for name in topics)
        gifts = self.gifts(rule.gives)
        if rule.for_opponent and rule.gives:
            gifts = tr("{gift} to the opponent", gift=gifts)
        head = tr("{gift} for {what}, {when}", gift=gifts, what=what, when=self._when(rule))
        if not rule.gives and not any(track.gives for track in rule.tracks):
            head = tr("nothing for {what}", what=what)
        needs = (
            rule.tracks[0].where.tests if rule.position and len(rule.tracks) == 1 else rule.tests
        )
        return Spoken(
            rule.clause, topics, head, tuple(self._rest(rule)), tuple(conditions_of(needs))
        )

    def _when(self, rule: Rule) -> str:
        if rule.pays_with:
            return tr(
                "paid together with {clauses}",
                clauses=word_list(map(self.clause, sorted(rule.pays_with))),
            )
        if rule.within:
            return tr("if the opponent comes to {place} within {time}",
                      place=self.positions(rule.within[0].positions), time=seconds(rule.within[1]))  # fmt: skip
        if rule.unless_within:
            return tr("unless the opponent comes to {place} within {time}",
                      place=self.positions(rule.unless_within[0].positions), time=seconds(rule.unless_within[1]))  # fmt: skip
        if rule.bonus_of:
            return tr("on top of {clause}", clause=self.clause(rule.bonus_of))
        return tr("held for {time}", time=seconds(rule.hold_ms)) if rule.hold_ms else tr("at once")

    def _rest(self, rule: Rule) -> Iterator[str]:
        if rule.position and len(rule.tracks) > 1 and any(t.where.tests for t in rule.tracks):
            yield tr(
                "held in: {places}",
                places=tr("; or ").join(map(self._track, rule.tracks)),
            )
        if rule.one_of:
            yield from self._after_others(rule)
        if rule.origin:
            yield tr("from: {places}", places=self.positions(rule.origin))
        if rule.arrives:
            yield tr(
                "arriving in: {places}", places=tr("; or ").join(map(self.where, rule.arrives))
            )
        if rule.began_within_ms is not None:
            yield tr("begun within {time} of the whistle", time=seconds(rule.began_within_ms))
        if rule.ends - {"top"} and "guard_pull" not in rule.does:
            yield tr("whoever ends on top") if len(rule.ends) > 1 else tr("ending below")
        if not rule.position and (rule.hold_ms or rule.pays_with):
            yield from self._places(rule)
        if rule.one_control:
            yield tr("a change of control starts the seconds anew")
        if rule.open:
            yield tr("it stays open while the athlete stays in control, and may be completed later")
        if rule.unbroken:
            yield tr("any other position in between loses it")
        if rule.paused_in:
            yield tr("the seconds stand still in {places}", places=self.positions(rule.paused_in))
        if rule.lost_over:
            yield tr("lost by more than {time} of {places}",
                     time=seconds(rule.lost_over[1]), places=self.positions(rule.lost_over[0]))  # fmt: skip
        for origin, to in rule.lost_by:
            yield tr(
                "lost by going from {origin} to {to}",
                origin=self.positions(origin),
                to=self.positions(to),
            )
        for case in rule.exceptions:
            yield tr(
                "nothing if {case}: {clause}",
                case=self._exception(case),
                clause=self.clause(case.clause),
            )
        if rule.blocked_by_open:
            yield tr("not while {clause} is open", clause=self.clause(rule.blocked_by_open))
        if rule.consumes:
            yield tr("takes the place of {clauses} where it leads straight there",
                     clauses=word_list(map(self.clause, sorted(rule.consumes))))  # fmt: skip
        if rule.upright_at_takedown:
            yield tr("full while standing, it is paid when a takedown follows")
        if rule.position:
            yield self._again(rule)
        for near in rule.near:
            yield self._near(near)

    def _after_others(self, rule: Rule) -> Iterator[str]:
        """Of the rules of one name only the first that fits counts; those above may stand elsewhere."""
        above: list[str] = []
        for each in self.ruleset.rules:
            if each is rule:
                break
            if each.one_of == rule.one_of:
                above.append(each.clause)
        if above:
            others = dict.fromkeys(clause for clause in above if clause != rule.clause)
            where = tr(" (also in {clauses})", clauses=word_list(map(self.clause, others)))
            yield tr("only where none of the rules above of the same name fits") + (
                where if others else ""
            )

    def _places(self, rule: Rule) -> Iterator[str]:
        places = [track for track in rule.tracks if not track.gives]
        if places and any(track.where.positions != GROUND or track.where.tests for track in places):
            yield tr("held in: {places}", places=tr("; or ").join(map(self._track, places)))
        for track in rule.tracks:
            if track.gives:
                yield tr(
                    "{gift} where held in {place}",
                    gift=self.gifts(track.gives),
                    place=self.where(track.where),
                )

    def _again(self, rule: Rule) -> str:
        if rule.again == "off":
            again = tr("again after it was off for {time}", time=seconds(rule.off_ms))
            return again + (tr(", or kept without its details") if rule.off_by_details else "")
        if self.ruleset.ladder and any(rule.clause in rung for rung in self.ruleset.ladder.rungs):
            return tr("again as the ladder of positions allows")
        return {
            "recovered": tr("again only after the opponent had recovered"),
            "neutral": tr("again only after a neutral position"),
        }.get(rule.again, tr("again each time"))

    def _exception(self, case: Except) -> str:
        parts = [conditions(case.tests)]
        if case.at_start is not None:
            held = tr(", held there by the opponent") if case.held_by_other else ""
            parts.append(tr("begun in {place}", place=self.where(case.at_start)) + held)
        if case.stood_up_within_ms is not None:
            parts.append(
                tr(
                    "within {time} after standing up from guard",
                    time=seconds(case.stood_up_within_ms),
                )
            )
        return ", ".join(filter(None, parts)) or tr("ever")

    def _near(self, near: Near) -> str:
        ever = tr("; or ").join(map(self.where, near.ever))
        swept = tr(", by being swept out of a guard") if near.swept_from_guard else ""
        if near.into:
            swept += tr(", there in {place}", place=tr("; or ").join(map(self.where, near.into)))
        reached = tr(" and {place} was reached", place=ever) if ever else ""
        first = tr(", only the first of its name at one moment") if self._shared(near) else ""
        return tr(
            "near miss: {gift} ({clause}) when lost to {to}{swept}{reached}{first}",
            gift=self.gifts(near.gives), clause=self.clause(near.clause), to=self.positions(near.to),
            swept=swept, reached=reached, first=first,
        )  # fmt: skip

    def _shared(self, near: Near) -> bool:
        return (
            bool(near.one_of)
            and sum(each.one_of == near.one_of for rule in self.ruleset.rules for each in rule.near)
            > 1
        )

    # -- submissions and the referee ----------------------------------------------------------------

    def attack(self, rule: AttackRule) -> Spoken:
        """A close submission that did not finish the match."""
        when = (
            tr("close for {time}", time=seconds(rule.least_ms))
            if rule.least_ms
            else tr("when it was close")
        )
        head = tr(
            "{gift} for {what}, {when}",
            gift=self.gifts(rule.gives),
            what=self.term("submission"),
            when=when,
        )
        lines = []
        if rule.outcomes:
            lines.append(
                tr(
                    "only if it ended: {outcomes}",
                    outcomes=word_list(map(word, sorted(rule.outcomes))),
                )
            )
        if rule.not_techniques:
            names = word_list(map(word, sorted(rule.not_techniques)))
            lines.append(tr("not for {names}", names=names))
        return Spoken(rule.clause, ("submission",), head, tuple(lines))

    def tag_rule(self, rule: TagRule) -> Spoken:
        """What the referee's own facts are worth."""
        what = word_list(self.term(name) for name in sorted(rule.tags))
        gift = self.gifts(rule.gives)
        if rule.violation and not rule.gives:
            gift = tr("not allowed, listed only")
        needs = conditions(rule.tests)
        head = tr("{gift}: {what}", gift=gift, what=f"{what}, {needs}" if needs else what)
        lines = list(_numbers(rule))
        if rule.no_finish:
            lines.append(tr("a tap to it ends nothing"))
        if rule.categories or rule.levels:
            titles = {
                each.id: self._title(each.titles, each.id) for each in self.ruleset.categories
            }
            names = [
                titles.get(name, name) for name in (*sorted(rule.categories), *sorted(rule.levels))
            ]
            lines.append(tr("only for {names}", names=word_list(names)))
        if rule.point_free:
            lines.append(
                tr("only in the part without points") if rule.point_free == "only"
                else tr("not in the part without points")
            )  # fmt: skip
        if rule.at_once:
            lines.append(tr("at once, also in the part without points"))
        if rule.during:
            doing = word_list(self.term(name) for name in sorted(rule.during))
            lines.append(tr("only while the opponent does: {what}", what=doing))
        if rule.booked_once:
            lines.append(tr("booked once, when the points begin"))
        return Spoken(rule.clause, tuple(sorted(rule.tags)), head, tuple(lines))

    def inactivity(self, rule: InactivityRule) -> Spoken:
        """What being passive costs."""
        gift, time = self.gifts(rule.gives), seconds(rule.after_ms)
        head = tr("{gift}: inactive for {time}", gift=gift, time=time)
        if rule.both_in:
            place = self.positions(rule.both_in)
            head = tr("{gift} for each: {time} in {place} with nobody on top",
                      gift=gift, time=time, place=place)  # fmt: skip
        lines = list(_numbers(rule))
        if rule.again_ms:
            lines.append(tr("and again after each further {time}", time=seconds(rule.again_ms)))
        topics = tuple(name for name in POSITIONS if name in rule.both_in) or ("inactive",)
        return Spoken(rule.clause, topics, head, tuple(lines))

    def _title(self, titles: object, name: str) -> str:
        texts = titles if isinstance(titles, dict) else {}
        return str(texts.get(self.language) or texts.get("en") or name)
