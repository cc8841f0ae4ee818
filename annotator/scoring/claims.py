"""A claim: one athlete's running case for being paid by one rule, and how its seconds run.

Holds are presentation time with freezes cut out: a claim counts while the state fits one of its
tracks and the clock runs, stands still in a freeze, and starts anew where the state no longer
fits. It is complete at the very tick at which the seconds are full.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from annotator.model.timeline import Run, Stay
from annotator.model.vocabulary import Athlete
from annotator.scoring.conditions import YES, Verdict, check
from annotator.scoring.facts import Beat, Did
from annotator.scoring.ruleset import Rule, Track


@dataclass(slots=True, eq=False)
class Claim:
    """`athlete` is who must stay on top; `progress` ticks are counted up to `since`.

    `born`: when the action was complete or this stretch of the position began; `entered`: when
    the position was entered, which a scramble and the same position again do not change.

    `ripe`: its own seconds are full but something later decides when it is paid. `carried`: its
    position was left upward and it waits for a later link. `detached`: a scramble took it out of
    its chain until it counts again. `met`: its conditions ever held. `elsewhere`: its position is held,
    but so that the seconds do not count; `passing`: it is now where they cannot begin after that.
    `due`: the tick at which the seconds are full if nothing changes; None while nothing counts.
    """

    rule: Rule
    order: int
    number: int
    athlete: Athlete
    born: int
    hold: int
    did: Did | None = None
    entered: int = 0
    progress: int = 0
    since: int | None = None
    track: Track | None = None
    control: str = ""
    position: str = ""
    best: int = 0
    met: bool = False
    ever: set[int] = field(default_factory=set)
    ripe: bool = False
    carried: bool = False
    detached: bool = False
    frozen: bool = False
    fits: bool = False
    barred: bool = False
    shaken: bool = False
    closed: bool = False
    paid: bool = False
    spent: int = 0
    spent_since: int | None = None
    elsewhere: bool = False
    passing: bool = False
    failed: Verdict | None = None
    failed_tag: str = ""
    assumed: dict[tuple[str, str], str] = field(default_factory=dict)
    tags: dict[str, None] = field(default_factory=dict)
    due: int | None = None

    def twin(self) -> Claim:
        """The same claim, going on by itself."""
        same = Claim.__new__(Claim)
        for name in _FIELDS:
            setattr(same, name, getattr(self, name))
        same.ever, same.assumed, same.tags = set(self.ever), dict(self.assumed), dict(self.tags)
        return same

    def signature(self) -> tuple[object, ...]:
        """Everything by which a claim can turn out differently."""
        return (
            self.order, self.athlete, self.born, self.entered, id(self.did), self.progress,
            self.since, id(self.track), self.control, self.position, self.met,
            self.ever.copy(), self.ripe, self.carried, self.detached, self.frozen, self.barred, self.fits,
            self.shaken, self.spent, self.spent_since, self.elsewhere,
        )  # fmt: skip

    @property
    def is_held(self) -> bool:
        """Whether its seconds run, or stand still in a freeze."""
        return self.since is not None or self.frozen

    def reached(self, at: int) -> int:
        """Ticks held up to now."""
        return self.progress + (at - self.since if self.since is not None else 0)

    def start(self, at: int) -> None:
        """Go on counting."""
        self.since = at
        if not self.ripe and not self.rule.pays_with:
            self.due = at + self.hold - self.progress

    def pause(self, at: int) -> None:
        """Stop counting and keep what was counted."""
        since = self.since
        if since is not None:
            self.progress += at - since
            self.since = self.due = None
        if self.progress > self.best:
            self.best = self.progress

    def reset(self, at: int) -> None:
        """Stop counting and start anew."""
        self.pause(at)
        self.progress = 0

    def look(self, beat: Beat, in_danger: bool, control: str) -> None:
        """Take in the state from this beat on: count, stand still, or start anew."""
        at, stay = beat.at, beat.stay
        if beat.run is Run.FROZEN:
            self.frozen = self.frozen or self.since is not None
            self.pause(at)
            return
        self.frozen = False
        if beat.run is not Run.RUNNING or self.carried:
            self.reset(at)
            return
        track, verdict = self._track(stay, beat.details)
        self.passing = False
        if track is None:
            self.elsewhere = True
        elif not track.goes_on_only:
            self.elsewhere = False
        elif self.elsewhere and self.since is None:
            self.passing, track = True, None
        self.fits = track is not None
        if track is not None:
            self._meets(beat, verdict)
        if in_danger:
            self.reset(at)
            self.ripe = False
            self.shaken = True
            return
        if track is None:
            if stay is not None and stay.position in self.rule.paused_in:
                self.pause(at)
            else:
                self.reset(at)
                self.failed = verdict or self.failed
                if verdict is not None and beat.detail_tags:
                    self.failed_tag = beat.detail_tags[-1]
            return
        worth_other = self.track is not None and track.gives != self.track.gives
        if worth_other or (self.rule.one_control and control != self.control):
            self.reset(at)
        self.track, self.control = track, control
        assert stay is not None
        self.position = stay.position
        if self.since is None:
            self.start(at)
            self.detached = False

    def still_fits(self, beat: Beat, control: str) -> bool:
        """Whether a hold that was paid would still be held in the state from this beat on."""
        if beat.run is Run.FROZEN:
            return True
        if beat.run is not Run.RUNNING or (self.rule.one_control and control != self.control):
            return False
        return self._track(beat.stay, beat.details)[0] is not None

    def _track(
        self, stay: Stay | None, details: Mapping[str, str]
    ) -> tuple[Track | None, Verdict | None]:
        if stay is None or stay.top != self.athlete:
            return None, None
        failed: Verdict | None = None
        position = stay.position
        for track in self.rule.tracks:
            where = track.where
            if position not in where.positions:
                continue
            verdict = check(where.tests, position, details) if where.tests else YES
            if verdict.holds:
                return track, verdict
            failed = failed or verdict
        return None, failed

    def _meets(self, beat: Beat, verdict: Verdict | None) -> None:
        self.met = True
        tag = beat.detail_tags[-1] if beat.detail_tags else ""
        if tag:
            self.tags[tag] = None
        if verdict is not None and verdict.assumed:
            for key, value in verdict.assumed:
                self.assumed[tag, key] = value

    def spend(self, beat: Beat) -> None:
        """Count the ticks in positions of which only so many are allowed (they add up)."""
        if self.rule.lost_over is None:
            return
        if self.spent_since is not None:
            self.spent += beat.at - self.spent_since
            self.spent_since = None
        stay = beat.stay
        inside = (
            stay is not None
            and stay.top == self.athlete
            and stay.position in self.rule.lost_over[0]
        )
        if inside and beat.run is Run.RUNNING:
            self.spent_since = beat.at


_FIELDS = tuple(each.name for each in fields(Claim))
