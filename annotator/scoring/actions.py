"""Whether an action meets a rule: how it ended, arrived, began and was done, and the exceptions."""

from __future__ import annotations

from annotator.model.vocabulary import GUARDS, other
from annotator.scoring.conditions import check
from annotator.scoring.facts import Did, Story
from annotator.scoring.ruleset import Except, Rule
from annotator.text import Phrase

OTHER_THING = Phrase.of("not_this")
"""The action is not what the rule is about: nothing to give and nothing to refuse."""
_NOT_ON_TOP = Phrase.of("missing_top")


def missing_of(rule: Rule, did: Did, story: Story) -> Phrase | None:
    """None where the action meets the rule, OTHER_THING where it is another thing, else what lacks."""
    if did.ends not in rule.ends:
        return OTHER_THING if "guard_pull" in rule.does else _NOT_ON_TOP
    if rule.origin and (did.origin is None or did.origin.position not in rule.origin):
        return OTHER_THING
    if rule.began_within_ms is not None:
        since = None if did.whistle is None else did.started - did.whistle
        if since is None or since > story.ticks(rule.began_within_ms):
            return OTHER_THING
    return (_missing_arrival(rule, did) if rule.arrives else None) or _missing_detail(rule, did)


def _missing_arrival(rule: Rule, did: Did) -> Phrase | None:
    if did.arrival is None:
        return OTHER_THING
    details = did.arrival.states[0].details
    verdicts = [where.check(did.arrival.position, details) for where in rule.arrives]
    near = [verdict for verdict in verdicts if verdict is not None]
    if any(verdict.holds for verdict in near):
        return None
    if not near or near[0].failed is None:
        return OTHER_THING
    failed = near[0].failed
    return missing_detail(failed.key, near[0].found, failed.allowed)


def _missing_detail(rule: Rule, did: Did) -> Phrase | None:
    if not rule.tests or did.tag is None:
        return None
    verdict = check(rule.tests, did.tag.tag, did.details)
    if verdict.holds or verdict.failed is None:
        return None
    if rule.bonus_of:
        return OTHER_THING
    return missing_detail(verdict.failed.key, verdict.found, verdict.failed.allowed)


def tests_passed(rule: Rule, did: Did) -> int:
    """How many of a rule's tests on the action's tag hold before one fails."""
    return 0 if did.tag is None else check(rule.tests, did.tag.tag, did.details).passed


def missing_detail(key: str, found: str, allowed: frozenset[str]) -> Phrase:
    """A detail was another than the rule needs."""
    return Phrase.of(
        "missing_detail", key=key, found=found or "unknown", allowed=tuple(sorted(allowed))
    )


def exception_of(rule: Rule, did: Did, story: Story) -> Except | None:
    """The first exception of the rule that this action falls under, or None."""
    for case in rule.exceptions:
        if _excepted(case, did, story):
            return case
    return None


def leaned_on(rule: Rule, did: Did, story: Story) -> list[tuple[str, str, str]]:
    """What an action that met a rule leaned on: (tag, detail, value) of each ordinary value."""
    found: list[tuple[str, str, str]] = []
    if not rule.tests and not rule.arrives and not rule.exceptions:
        return found
    if did.tag is not None:
        for tests in (rule.tests, *(case.tests for case in rule.exceptions)):
            if tests:
                verdict = check(tests, did.tag.tag, did.details)
                found += [(did.tag.id, key, value) for key, value in verdict.assumed]
    if did.arrival is not None:
        state = did.arrival.states[0]
        for where in rule.arrives:
            fit = where.check(did.arrival.position, state.details)
            if fit is not None:
                found += [(state.tags[-1], key, value) for key, value in fit.assumed]
    for case in rule.exceptions:
        start = did.at_start
        if case.at_start is not None and start is not None:
            state = start.at(story.seconds(did.started))
            fit = case.at_start.check(start.position, state.details)
            if fit is not None:
                found += [(state.tags[-1], key, value) for key, value in fit.assumed]
    return list(dict.fromkeys(found))


def _excepted(case: Except, did: Did, story: Story) -> bool:
    tag = did.tag
    if case.tests and tag is not None and not check(case.tests, tag.tag, did.details).holds:
        return False
    if case.at_start is not None:
        start = did.at_start
        if start is None or (case.held_by_other and start.top != other(did.athlete)):
            return False
        state = start.at(story.seconds(did.started))
        verdict = case.at_start.check(start.position, state.details)
        if verdict is None or not verdict.holds:
            return False
    if case.stood_up_within_ms is not None:
        under = did.stood_from
        if did.stood_up is None or under is None or under.top != did.athlete:
            return False
        if under.position not in GUARDS:
            return False
        return did.started - did.stood_up < story.ticks(case.stood_up_within_ms)
    return True
