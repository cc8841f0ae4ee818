"""The agreement of two annotators in sentences, and the list of what they say."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from annotator.model.match import Match
from annotator.model.matching import Pair
from annotator.model.tag import Tag
from annotator.model.two_taggers import NOT_COMPARED, Film
from annotator.scoring.ruling import ScoreSheet
from annotator.scoring.wording import (
    capital,
    details_words,
    name_of,
    tag_name,
    verdict_short,
)
from annotator.text import answer_text, clock_text, seconds_text, tr, tr_n, with_semicolons, word
from exports.agreement.blocks import (
    Block,
    Section,
    Words,
    coefficient,
)
from exports.agreement.figures import percent_text, share
from exports.agreement.matches import (
    MatchAgreement,
    differing,
)


def warnings(found: MatchAgreement) -> list[str]:
    """What has to be known before the numbers are believed."""
    first, second = found.first, found.second
    texts = []
    if found.check.film is Film.OTHER:
        texts.append(tr("Careful: the two files name different films."))
    elif found.check.film is Film.UNKNOWN:
        texts.append(
            tr("It cannot be told from the files whether both were tagged on the same film.")
        )
    if found.check.shift:
        texts.append(
            tr(
                "The film lies elsewhere on the time line of {name}: its times were moved by {seconds} s.",
                name=second.name, seconds=with_sign(found.check.shift),
            )
        )  # fmt: skip
    if found.by:
        texts.append(
            tr(
                "As asked, {seconds} s were added to the times of {name}.",
                seconds=with_sign(found.by), name=second.name,
            )
        )  # fmt: skip
    if found.check.swapped:
        texts.append(
            tr(
                "{name} has the athletes in the other corners; they were swapped by their names.",
                name=second.name,
            )
        )
    if found.likely is not None:
        shift, pairs = found.likely
        texts.append(
            tr(
                "The times do not seem to be those of one film: if {seconds} s were added to those of"
                " {name}, {pairs} tags would agree instead of {now}.",
                seconds=with_sign(shift), name=second.name, pairs=pairs, now=found.tags.same,
            )
        )  # fmt: skip
    texts += [
        tr("{name} has no tags that can be compared.", name=each.name)
        for each, only in ((first, found.tags.only_first), (second, found.tags.only_second))
        if not found.tags.pairs and not only
    ]
    if found.identical and found.tags.units:
        texts.append(
            tr("Both say exactly the same, to the frame: perhaps one file was chosen twice.")
        )
    return texts


def in_short(found: MatchAgreement) -> list[str]:
    """The numbers in a few sentences."""
    tags = found.tags
    texts = [
        tr(
            "{first}: {one}; {second}: {two}.", first=found.first.name, second=found.second.name,
            one=tr_n("{count} tag", "{count} tags", len(tags.pairs) + len(tags.only_first)),
            two=tr_n("{count} tag", "{count} tags", len(tags.pairs) + len(tags.only_second)),
        )
    ]  # fmt: skip
    if aside := _not_compared(found):
        kinds = ", ".join(capital(word(kind)) for kind in aside)
        texts.append(tr("Not counted, for they state nothing that happened: {kinds}.", kinds=kinds))
    if tags.units:
        texts.append(
            tr(
                "Of {units} moments that one or both tagged, {same} have the same tag from both, at most"
                " {tolerance} s apart: {share}.",
                units=tags.units, same=tags.same, tolerance=seconds_text(found.tolerance),
                share=percent_text(found.agreed),
            )
        )  # fmt: skip
        texts.append(
            tr("Cohen's kappa of the tags: {kappa}.", kappa=ended(coefficient(found.kappa)))
        )
    if found.lane_total:
        texts.append(
            tr(
                "Positions: the same for {same} of {all} s ({percent}); kappa {kappa}.",
                same=seconds_text(round(found.lane_same, 1)), all=seconds_text(round(found.lane_total, 1)),
                percent=time_share(found.lane_same, found.lane_total),
                kappa=ended(coefficient(found.lane_kappa)),
            )
        )  # fmt: skip
    for rulings in found.rulings:
        one, two = (_result(sheet) for sheet in rulings.sheets)
        texts.append(
            tr(
                "{ruleset}: {first} has {one}, {second} has {two}.", ruleset=rulings.ruleset.id,
                first=found.first.name, one=one, second=found.second.name, two=two,
            )
        )  # fmt: skip
    return texts


def explanations(*, pairs: bool = True) -> list[Block]:
    """What the measures mean, for people who do not work with them."""
    blocks: list[Block] = [
        Section(tr("What the numbers mean")),
        Words(
            tr(
                "Percent agreement is the share of cases in which both say the same; in brackets, where"
                " the true share lies in 95 of 100 such samples (Wilson's interval)."
            ),
            small=True,
        ),
        Words(
            tr(
                "Cohen's kappa takes away what two people would agree on by chance alone: 1 is full"
                " agreement, 0 no more than chance. Where nearly all answers are the same, kappa is low"
                " although people agree; then look at the percentage. The words for its size are those of"
                " Landis and Koch (1977)."
            ),
            small=True,
        ),
    ]
    if pairs:
        blocks.append(
            Words(
                tr(
                    "Pairs of tags are made one to one: as many as can be within the tolerance, the nearest"
                    " ones first; spans also where more than half of their time is common. What is left and"
                    " lies within the tolerance, but says something else, counts as taken for one another."
                ),
                small=True,
            )
        )
    return blocks


@dataclass(frozen=True, slots=True)
class Listed:
    """A pair, or a tag that one alone made, as a row of a list.

    `time`: where it begins, seconds. `ids`: the tag of the first and of the second, None where there
    is none. `cells`: time, what the first says, what the second says, how they differ (empty: not).
    """

    time: Fraction
    ids: tuple[str | None, str | None]
    cells: tuple[str, str, str, str]

    @property
    def differs(self) -> bool:
        """Whether the two do not say the same."""
        return bool(self.cells[3])


def listed(found: MatchAgreement) -> list[Listed]:
    """All pairs, and all tags that one alone made, in the order of time."""
    rows = []
    for pair in found.tags.pairs:
        tags = (found.tag(0, pair.first.id), found.tag(1, pair.second.id))
        rows.append(_row(found, pair.first.start, tags, difference_text(found, pair)))
    for place, marks in enumerate((found.tags.only_first, found.tags.only_second)):
        how = tr("only {name}", name=(found.first, found.second)[place].name)
        for mark in marks:
            tag = found.tag(place, mark.id)
            rows.append(_row(found, mark.start, (None, tag) if place else (tag, None), how))
    return sorted(rows, key=lambda row: row.time)


def differences(found: MatchAgreement) -> list[Listed]:
    """All that the two do not say alike, in the order of time."""
    return [row for row in listed(found) if row.differs]


def _row(
    found: MatchAgreement, time: Fraction, tags: tuple[Tag | None, Tag | None], how: str
) -> Listed:
    one, two = tags
    first = one or two
    assert first is not None
    return Listed(
        time,
        (one.id if one else None, two.id if two else None),
        (_moment(first), _said(found, one), _said(found, two), how),
    )


def difference_text(found: MatchAgreement, pair: Pair) -> str:
    """How the two of a pair differ in what they say; empty where they do not."""
    if not pair.same:
        return tr("taken for one another")
    return with_semicolons(
        tr(
            "{key}: {one} / {two}", key=word(each.key), one=answer_text(each.key, each.first or ""),
            two=answer_text(each.key, each.second or ""),
        )
        for each in differing(found, pair)
    )  # fmt: skip


def signed_text(seconds: Fraction) -> str:
    """Seconds to a thousandth, with a true minus."""
    return seconds_text(round(seconds, 3)).replace("-", "−")


def with_sign(seconds: Fraction) -> str:
    """The same with its sign."""
    text = seconds_text(round(seconds, 3)).replace("-", "−")
    return f"+{text}" if seconds > 0 else text


def time_share(part: Fraction, whole: Fraction) -> str:
    """A share of time in percent; without an interval, for seconds depend on one another."""
    percent = share(int(part * 1000), max(1, int(whole * 1000)))
    return percent_text(percent).partition(" (")[0]


def ended(text: str) -> str:
    """A text without its full stop, to stand in a sentence."""
    return text.rstrip(".")


def _not_compared(found: MatchAgreement) -> list[str]:
    """The kinds of tags that one of the two has and that are not compared."""
    tags = [*found.first.match.tags, *found.second.match.tags]
    return [kind for kind in sorted(NOT_COMPARED) if any(tag.tag == kind for tag in tags)]


def _result(sheet: ScoreSheet) -> str:
    """The points and who won: `7–2, R by points`."""
    totals = sheet.totals()
    points = tr("{red}–{blue}", red=totals["red"].points, blue=totals["blue"].points)
    return f"{points}, {verdict_short(sheet)}"


def _moment(tag: Tag) -> str:
    frame = "" if tag.frame is None else tr(", frame {number}", number=tag.frame)
    return clock_text(tag.start, 2) + frame


def _said(found: MatchAgreement, tag: Tag | None) -> str:
    return "–" if tag is None else _with_details(found.first.match, tag)


def _with_details(match: Match, tag: Tag) -> str:
    return capital(
        ", ".join(
            filter(None, (tag_name(tag), name_of(match, tag.athlete), details_words(tag.details)))
        )
    )
