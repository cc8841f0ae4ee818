"""Board and scoring side by side, in words: the same for the command line and the window."""

from __future__ import annotations

from collections.abc import Mapping

from annotator.model.match import Match
from annotator.model.vocabulary import ATHLETES, Athlete
from annotator.scoring import wording
from annotator.scoring.official import COLUMNS, Disagreement, Gap, Official, Score
from annotator.scoring.ruleset import Ruleset
from annotator.text import tr, tr_n


def summary(found: Official) -> str:
    """How board and scoring agree, in a sentence or two."""
    if not found.told:
        return tr("Nothing that the real scoreboard gave is tagged (“official”), so that there is "
                  "nothing to compare.")  # fmt: skip
    agreed = tr_n("Of what the board gave, the scoring gives {count} number too.",
                  "Of what the board gave, the scoring gives {count} numbers too.", found.agreed)  # fmt: skip
    if not found.disagreements:
        return tr("{agreed} Board and scoring are the same throughout.", agreed=agreed)
    parted = tr_n("Board and scoring differ at {count} moment.",
                  "Board and scoring differ at {count} moments.", len(found.disagreements))  # fmt: skip
    return f"{agreed} {parted}"


def what(match: Match, ruleset: Ruleset | None, one: Disagreement) -> str:
    """How board and scoring part at a moment."""
    amounts = {
        "given": one.given and wording.amount_text(
            COLUMNS[one.given.column], one.given.value, ruleset
        ),
        "scored": one.ruling and wording.award_text(one.ruling, ruleset),
    }  # fmt: skip
    who = wording.person_text(match, one.athlete)
    match one.gap:
        case Gap.GIVEN_ONLY:
            return tr("The board gave {what} to {who}; the scoring gives nothing.",
                      what=amounts["given"], who=who)  # fmt: skip
        case Gap.SCORED_ONLY:
            return tr("The scoring gives {what} to {who}; the board gave nothing.",
                      what=amounts["scored"], who=who)  # fmt: skip
        case Gap.OTHER_VALUE:
            return tr("The board gave {what} to {who}; the scoring gives {other}.",
                      what=amounts["given"], who=who, other=amounts["scored"])  # fmt: skip
        case Gap.OTHER_ATHLETE:
            other = wording.person_text(match, one.ruling.athlete if one.ruling else None)
            return tr("The board gave {what} to {who}; the scoring gives it to {other}.",
                      what=amounts["given"], who=who, other=other)  # fmt: skip


def why(match: Match, ruleset: Ruleset | None, one: Disagreement) -> list[str]:
    """What the scoring says of it, and by which clause; empty where no rule speaks of it."""
    ruling = one.ruling or one.refusal
    if ruling is None:
        return []
    own = ruleset.words(wording.rules_language()) if ruleset else {}
    people = own | wording.names(match) | wording.category_names(ruleset)
    lines = [wording.told(ruling.reason, people)]
    if one.ruling is None:
        lines[0] = tr("Nearest to it: {what}", what=lines[0])
    if ruling.missing is not None:
        lines.append(tr("Missing: {what}", what=wording.told(ruling.missing, people)))
    if ruling.clause:
        lines.append(tr("Clause: {clause}", clause=wording.clause_text(ruleset, ruling.clause)))
    return lines


def standing(one: Disagreement) -> str:
    """How it stands after this on the board and in the scoring: `board 4:2, scoring 2:2`."""
    return tr("board {board}, scoring {scored}",
              board=score_text(one.board), scored=score_text(one.scored))  # fmt: skip


def score_text(score: Score) -> str:
    """Points, and behind them advantages and penalties where there are any: `4:2 (1:0, 0:1)`."""

    def pair(column: str) -> str:
        return ":".join(wording.plain(score[who][column]) for who in ATHLETES)

    rest = [column for column in COLUMNS if column != "points"]
    if any(score[who][column] for who in ATHLETES for column in rest):
        return f"{pair('points')} ({', '.join(map(pair, rest))})"
    return pair("points")


def plain_score(score: Score) -> Mapping[Athlete, Mapping[str, int]]:
    """The numbers by themselves, for other programs."""
    return {who: dict(score[who]) for who in ATHLETES}
