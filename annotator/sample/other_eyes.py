"""The first sample match as somebody else tagged it: a little early or late, and not always alike."""

from __future__ import annotations

from dataclasses import replace

from annotator.sample.first_story import FIRST
from annotator.sample.story import Fact

_LATE = 0.12  # seconds, wherever nothing else is said
# By second and tag: another time, other details, another tag; None: not seen.
_OTHERWISE: dict[tuple[float, str], Fact | None] = {
    (8.9, "attempt"): None,
    (17.4, "submission"): Fact(17.9, "submission", "blue", "technique=armbar; close=no; outcome=escaped", 21.2),
    (36.0, "side_control"): Fact(35.9, "side_control", "red", "bottom_on=back; back_flat=yes"),
    # Three seconds instead of 2.9: what one of them gives the other refuses.
    (38.92, "half_guard"): Fact(39.3, "half_guard", "red", "forced=yes", None, "leg caught again"),
    (44.0, "mount"): Fact(44.6, "mount", "red", "knees_down=2"),
    (64.0, "back_control"): None,
    (95.5, "inactive"): None,
    (138.6, "turtle"): Fact(138.6, "side_control", "blue", "bottom_on=turtle"),
    (152.0, "mark"): None,
}  # fmt: skip
_SAID_BY_ALL = ("match", "start", "stop", "restart", "end")


def _seen(fact: Fact) -> Fact | None:
    otherwise = _OTHERWISE.get((fact.time, fact.tag), fact)
    if otherwise is not fact or fact.tag in _SAID_BY_ALL or fact.time in (4.0, 92.0):
        return otherwise
    end = None if fact.end is None else fact.end + _LATE
    return replace(fact, time=round(fact.time + _LATE, 2), end=end, note="")


OTHER = replace(FIRST, facts=tuple(seen for fact in FIRST.facts if (seen := _seen(fact))))
