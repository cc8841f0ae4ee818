"""When a claim is lost, and what a lost claim is still worth."""

from __future__ import annotations

from annotator.model.timeline import Stay
from annotator.model.vocabulary import GUARDS
from annotator.scoring.claims import Claim
from annotator.scoring.conditions import Verdict
from annotator.scoring.facts import UPRIGHT, change_of_position, is_seen_through
from annotator.scoring.ledger import Ledger
from annotator.scoring.ruleset import Near, Ruleset


def lost_to(
    claim: Claim, old: Stay, new: Stay, places: frozenset[str], allowed_spent: int
) -> str | None:
    """Why a claim is lost by a change of position, or None where it goes on.

    A position's claim goes on while its athlete is on top in one of `places`; an action's while
    its athlete is on top anywhere on the ground. A scramble ends an action's claim for good,
    unless the rule stays open; a position's claim waits there for the same position.
    """
    rule, who = claim.rule, claim.athlete
    if new.top is not None and new.top != who:
        return "other_on_top"
    if new.position in UPRIGHT:
        return None if new.top == who and new.position in places else "upright"
    if is_seen_through(new):
        waits = rule.open or (rule.position and new.position == "scramble" and not claim.carried)
        return None if waits else "scramble"
    if rule.position:
        return None if new.position in places and not claim.carried else new.position
    if rule.open and new.position in ("turtle", *GUARDS):
        return new.position
    if rule.unbroken and new.position not in places:
        return new.position
    if any(old.position in origin and new.position in to for origin, to in rule.lost_by):
        return new.position
    if rule.lost_over is not None and claim.spent > allowed_spent:
        return old.position
    return None


def is_near(
    near: Near,
    index: int,
    claim: Claim,
    reason: str,
    change: tuple[Stay, Stay] | None,
    rules: Ruleset,
) -> bool:
    """Whether a lost claim is this near miss. In danger a lost position is not even that."""
    if reason not in near.to or (claim.shaken and rules.danger_restarts):
        return False
    if near.ever and index not in claim.ever:
        return False
    if near.into and (change is None or not any(v.holds for v in came_into(near, change[1]))):
        return False
    if not near.swept_from_guard:
        return True
    if change is None or claim.did is None or claim.did.arrival is None:
        return False
    swept = change_of_position(*change)
    return swept is not None and swept[0] == "sweep" and claim.did.arrival.position in GUARDS


def came_into(near: Near, stay: Stay) -> list[Verdict]:
    """Of the places of `near.into` those that this position is, with how its details fit them."""
    details = stay.states[0].details
    verdicts = (where.check(stay.position, details) for where in near.into)
    return [verdict for verdict in verdicts if verdict is not None]


def is_spell_near(
    claim: Claim, change: tuple[Stay, Stay] | None, rules: Ruleset, ledger: Ledger
) -> bool:
    """Whether a control that met its conditions was left for something lower, the first in its spell.

    Levels go by the positions' names, whatever their details; an open pass counts too.
    """
    spell, rule = rules.spell, claim.rule
    if spell is None or ledger.near_given[claim.athlete] or claim.paid:
        return False
    if rule.clause == spell.pass_clause:
        return True
    if not claim.met or rules.ladder is None:
        return False
    if not any(rule.clause in rung for rung in rules.ladder.rungs):
        return False
    if ledger.refusal(claim.athlete, rule.clause, rule.again) is not None:
        return False
    if change is None or change[1].top != claim.athlete:
        return True
    now = [level for level, names in enumerate(spell.levels) if change[1].position in names]
    mine = [level for level, names in enumerate(spell.levels) if claim.position in names]
    return not (now and mine and now[0] >= mine[0])
