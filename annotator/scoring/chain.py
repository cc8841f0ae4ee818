"""Chains: the links of one rising, unbroken control are paid together after the last one's hold.

Every link keeps its own seconds. A position that held its own is paid at once, with every link
still unpaid before it; an action whose seconds end while a later link is being held waits for
that link, and is paid with it or when it is lost. A lower position ends the chain: whatever waited
is paid there, also before a pass that stays open.
"""

from __future__ import annotations

from typing import Protocol

from annotator.model.timeline import Stay
from annotator.model.vocabulary import ATHLETES, Athlete
from annotator.scoring.claims import Claim
from annotator.scoring.ruleset import Chain


class Payer(Protocol):
    """What the chain needs of the fold."""

    claims: list[Claim]

    def pay(self, claim: Claim, at: int) -> None: ...


class ChainBook:
    """Decides when the links of a chain are paid by a fold.

    It keeps nothing of the fold, which so is gone as soon as nobody needs it.
    """

    def __init__(self, chain: Chain) -> None:
        self.chain = chain
        self.levels: dict[str, int] = {}
        for level, positions in enumerate(chain.order):
            for position in positions:
                self.levels.setdefault(position, level)

    def level(self, position: str) -> int:
        """How high a position stands in the chain; -1 outside it."""
        return self.levels.get(position, -1)

    def completed(self, fold: Payer, claim: Claim, at: int) -> None:
        """A link's own seconds are full."""
        if claim.barred:
            fold.pay(claim, at)
        elif not self._later(fold, claim):
            upto = _place(claim)
            for link in sorted(self._links(fold, claim.athlete), key=lambda c: (c.order, c.number)):
                if _place(link) <= upto:
                    fold.pay(link, at)

    def lost(self, fold: Payer, claim: Claim, at: int) -> None:
        """A link was lost: it is paid if its own seconds were full, and so are those it held up."""
        if claim.ripe and not claim.paid:
            fold.pay(claim, at)
        self._settle(fold, claim.athlete, at)

    def looked(self, fold: Payer, at: int) -> None:
        """The state changed: a later link that no longer counts holds nothing up."""
        ripe = [claim.athlete for claim in fold.claims if claim.ripe]
        for athlete in ATHLETES:
            if athlete in ripe:
                self._settle(fold, athlete, at)

    def went_down(self, fold: Payer, old: Stay, new: Stay, at: int) -> None:
        """A lower position ends the chain: links whose own seconds were full wait for nothing more."""
        if new.top is None or new.top != old.top:
            return
        if 0 <= self.level(new.position) < self.level(old.position):
            for link in sorted(self._links(fold, new.top), key=lambda c: (c.order, c.number)):
                if link.ripe:
                    fold.pay(link, at)

    def keeps(self, claim: Claim, old: Stay | None, new: Stay) -> bool:
        """Whether a position link left for `new` stays in the chain, unheld."""
        if claim.rule.clause not in self.chain.carried or new.top != claim.athlete or old is None:
            return False
        if self.level(new.position) <= self.level(old.position):
            return False
        claim.carried = claim.carried or claim.fits
        return claim.carried

    def _settle(self, fold: Payer, athlete: Athlete, at: int) -> None:
        links = self._links(fold, athlete)
        if not any(link.ripe for link in links):
            return
        for link in sorted(links, key=lambda c: (c.order, c.number)):
            if link.ripe and not self._later(fold, link):
                fold.pay(link, at)

    def _links(self, fold: Payer, athlete: Athlete) -> list[Claim]:
        """The unpaid links of an athlete: actions, carried positions, and the one being held."""
        return [
            claim
            for claim in fold.claims
            if claim.athlete == athlete and not claim.barred
            and not claim.detached
            and (not claim.rule.position or claim.carried or claim.ripe)
        ]  # fmt: skip

    def _later(self, fold: Payer, claim: Claim) -> bool:
        """Whether a link that came later is being held and not complete."""
        return any(
            link is not claim and link.hold and not link.ripe and not link.barred and not link.carried
            and link.athlete == claim.athlete and link.is_held
            and _place(link) > _place(claim)
            for link in fold.claims
        )  # fmt: skip


def _place(claim: Claim) -> tuple[int, bool]:
    """Where a link stands in its chain: by time, a position after the action that led to it."""
    return claim.born, claim.rule.position
