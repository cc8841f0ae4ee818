"""The agreement of two annotators in words and tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from annotator.model.match import Match
from annotator.model.matching import Pair
from annotator.model.tag import Tag
from annotator.model.two_taggers import Film, Label
from annotator.model.vocabulary import POSITIONS, VOCABULARY
from annotator.scoring.ruling import ScoreSheet
from annotator.scoring.wording import (
    capital,
    clause_text,
    details_words,
    letter,
    name_of,
    tag_name,
    verdict_short,
)
from annotator.text import answer_text, clock_text, seconds_text, tr, tr_n, word
from exports.agreement.blocks import (
    Block,
    Drawing,
    Grid,
    Section,
    Title,
    Words,
    coefficient,
    share_of,
)
from exports.agreement.figures import Spread, percent_text, share
from exports.agreement.lanes_svg import lanes_svg
from exports.agreement.matches import (
    ABSENT,
    Counted,
    MatchAgreement,
    RulingsCompared,
    differing,
)
from exports.rows import match_label

MOST_ROWS = 400
"""So many differences are listed on a page; the CSV has them all."""

_KIND = {name: place for place, name in enumerate((*POSITIONS, *VOCABULARY))}


def match_blocks(found: MatchAgreement, *, drawing: bool = True) -> list[Block]:
    """Everything about two taggings of a match, the most important first."""
    blocks: list[Block] = [
        Title(tr("Agreement of {first} and {second}", first=found.first.name, second=found.second.name)),
        *([Words(match_label(found.first.match))] if match_label(found.first.match) else []),
        *(Words(text) for text in warnings(found)),
        Section(tr("In short")),
        *(Words(text) for text in in_short(found)),
    ]  # fmt: skip
    if drawing and found.tags.units:
        blocks += [Section(tr("Timeline")), Drawing(lanes_svg(found), _lanes_caption(found))]
    blocks += [*_list(found), *_tags(found), *_lane(found), *_when(found), *_details(found)]
    for rulings in found.rulings:
        blocks += _rulings(found, rulings)
    return [*blocks, *explanations()]


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
                name=second.name, seconds=_signed(found.check.shift),
            )
        )  # fmt: skip
    if found.by:
        texts.append(
            tr(
                "As asked, {seconds} s were added to the times of {name}.",
                seconds=_signed(found.by), name=second.name,
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
                seconds=_signed(shift), name=second.name, pairs=pairs, now=found.tags.same,
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
            tr("Cohen's kappa of the tags: {kappa}.", kappa=_ended(coefficient(found.kappa)))
        )
    if found.lane_total:
        texts.append(
            tr(
                "Positions: the same for {same} of {all} s ({percent}); kappa {kappa}.",
                same=seconds_text(round(found.lane_same, 1)), all=seconds_text(round(found.lane_total, 1)),
                percent=_time_share(found.lane_same, found.lane_total),
                kappa=_ended(coefficient(found.lane_kappa)),
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


def explanations() -> list[Block]:
    """What the measures mean, for people who do not work with them."""
    return [
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
        Words(
            tr(
                "Pairs of tags are made one to one: as many as can be within the tolerance, the nearest"
                " ones first; spans also where more than half of their time is common. What is left and"
                " lies within the tolerance, but says something else, counts as taken for one another."
            ),
            small=True,
        ),
    ]


def label_text(label: Label) -> str:
    """A tag and its athlete in a table: `mount (R)`; `not tagged`."""
    if label == ABSENT:
        return tr("not tagged")
    name, athlete = label
    return (
        tr("{name} ({letter})", name=word(name), letter=letter(athlete)) if athlete else word(name)
    )


def tag_text(match: Match, tag: Tag) -> str:
    """A tag in a list: `Mount, Lena`."""
    who = name_of(match, tag.athlete)
    return ", ".join(filter(None, (tag_name(tag), who)))


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
    return "; ".join(
        tr(
            "{key}: {one} / {two}", key=word(each.key), one=answer_text(each.key, each.first or ""),
            two=answer_text(each.key, each.second or ""),
        )
        for each in differing(found, pair)
    )  # fmt: skip


def _tags(found: MatchAgreement) -> list[Block]:
    if not found.tags.units:
        return []
    both = len(found.tags.pairs)
    measures = Grid(
        ["", tr("alike"), tr("share"), tr("Cohen's kappa")],
        [
            [tr("all that one or both tagged"), *share_of(found.agreed, found.tags.same), coefficient(found.kappa)],
            [
                tr("where both tagged something"),
                *(share_of(found.agreed_where_both, found.tags.same) if both else ["–", "–"]),
                coefficient(found.kappa_where_both),
            ],
        ],
        numbers=(1,),
    )  # fmt: skip
    names = {
        "position": tr("positions"), "action": tr("actions"), "submission": tr("submissions"),
        "referee": tr("clock and referee"),
    }  # fmt: skip
    blocks: list[Block] = [
        Section(tr("Tags")),
        measures,
        _counted_grid(found, found.groups, lambda name: names[name], tr("By group")),
        _counted_grid(found, found.kinds, word, tr("By tag, the least agreed first")),
    ]
    for group in ("position", "action", "submission", "referee"):
        counts = {key: n for key, n in found.counts.items() if _group_of(key) == group}
        if any(one != two for one, two in counts):
            blocks.append(
                _matrix(
                    found, {key: str(n) for key, n in counts.items()},
                    tr("Who said what: {group}", group=names[group]),
                )
            )  # fmt: skip
    return blocks


def _lane(found: MatchAgreement) -> list[Block]:
    if not found.seconds:
        return []
    return [
        Section(tr("Positions by time")),
        Words(
            tr(
                "Each second of film counts once, where both say a position: {seconds} s. The same"
                " position with the same athlete on top: {same} s ({percent}). Cohen's kappa: {kappa}.",
                seconds=seconds_text(round(found.lane_total, 1)), same=seconds_text(round(found.lane_same, 1)),
                percent=_time_share(found.lane_same, found.lane_total),
                kappa=_ended(coefficient(found.lane_kappa)),
            )
        ),
        _matrix(
            found,
            {key: _tenths(value) for key, value in found.seconds.items()},
            tr("Seconds"),
        ),
    ]  # fmt: skip


def _when(found: MatchAgreement) -> list[Block]:
    signed, apart, ends = found.start_differences, found.start_distances, found.end_distances
    if signed is None or apart is None:
        return []
    rows = [
        _spread_row(tr("starts, how far apart"), apart),
        _spread_row(tr("starts, {second} after {first}", second=found.second.name, first=found.first.name), signed),
    ]  # fmt: skip
    if ends is not None:
        rows.append(_spread_row(tr("ends of spans, how far apart"), ends))
    return [
        Section(tr("When")),
        Grid(
            [tr("seconds"), tr("tags"), tr("median"), tr("quarter below"), tr("quarter above")], rows,
            numbers=(1, 2, 3, 4),
        ),
    ]  # fmt: skip


def _details(found: MatchAgreement) -> list[Block]:
    rows = found.detail_rows
    if not rows:
        return []
    apart = [row for row in rows if row.both < row.figure.units]
    blocks: list[Block] = [Section(tr("Details of the tags that both made"))]
    if apart:
        caption = tr("Answered not alike; the share is of those that both answered")
        blocks.append(_counted_grid(found, apart, word, caption))
    alike = sum(row.both for row in rows if row not in apart)
    if alike:
        count = len(rows) - len(apart)
        blocks.append(
            Words(
                tr_n(
                    "{count} detail is always answered alike where both answered ({answers} answers).",
                    "{count} details are always answered alike where both answered ({answers} answers).",
                    count, answers=alike,
                )
            )
        )  # fmt: skip
    elif not apart:
        blocks.append(Words(tr("No detail was answered by both.")))
    return blocks


def _rulings(found: MatchAgreement, rulings: RulingsCompared) -> list[Block]:
    ruleset = rulings.ruleset
    blocks: list[Block] = [
        Section(tr("Rulings under {ruleset}", ruleset=ruleset.id)),
        Grid(
            ["", *(name_of(found.first.match, who) for who in ("red", "blue")), tr("result")],
            [
                [each.name, *(str(sheet.totals()[who].points) for who in ("red", "blue")), verdict_short(sheet)]
                for each, sheet in zip((found.first, found.second), rulings.sheets, strict=True)
            ],
            caption=tr("Points"), numbers=(1, 2),
        ),
    ]  # fmt: skip
    if rulings.found.units:
        text = tr(
            "Of {units} things given under one or both taggings, {same} are given alike: {share}.",
            units=rulings.found.units, same=rulings.found.same, share=percent_text(rulings.figure),
        )  # fmt: skip
        caption = tr("By clause, those that differ most often first")
        blocks.append(Words(text))
        blocks.append(
            _counted_grid(
                found, rulings.clauses(), lambda name: clause_text(ruleset, name) or "–", caption
            )
        )
    return blocks


def _list(found: MatchAgreement) -> list[Block]:
    rows = differences(found)
    if not rows:
        return []
    blocks: list[Block] = [
        Section(tr("All differences")),
        Grid(
            [tr("time"), found.first.name, found.second.name, tr("difference")],
            [row.cells for row in rows[:MOST_ROWS]],
        ),
    ]
    if len(rows) > MOST_ROWS:
        more = len(rows) - MOST_ROWS
        blocks.append(Words(tr_n("and {count} more", "and {count} more", more)))
    return blocks


def _counted_grid(
    found: MatchAgreement, rows: Iterable[Counted], called: Callable[[str], str], caption: str
) -> Grid:
    return Grid(
        ["", found.first.name, found.second.name, tr("both"), tr("share")],
        [
            [
                called(row.name), str(row.first), str(row.second), str(row.both),
                percent_text(row.figure) if row.figure.units else "–",
            ]
            for row in rows
        ],
        caption=caption, numbers=(1, 2, 3),
    )  # fmt: skip


def _matrix(found: MatchAgreement, cells: Mapping[tuple[Label, Label], str], caption: str) -> Grid:
    """Rows: what the first said; columns, by the numbers of the rows: what the second said."""
    names = sorted({label for key in cells for label in key}, key=_order)
    numbered = {label: str(number) for number, label in enumerate(names, 1)}
    head = tr("{first} down, {second} across", first=found.first.name, second=found.second.name)
    return Grid(
        [head, *numbered.values()],
        [
            [f"{numbered[one]} {label_text(one)}", *(cells.get((one, two), "·") for two in names)]
            for one in names
        ],
        caption=caption,
        numbers=range(1, len(names) + 1),
    )


def _order(label: Label) -> tuple[bool, int, str]:
    return label == ABSENT, _KIND.get(label[0], 0), label[1] or ""


def _group_of(key: tuple[Label, Label]) -> str:
    name = next(label[0] for label in key if label != ABSENT)
    return VOCABULARY[name].group.value


def _spread_row(name: str, found: Spread) -> list[str]:
    return [name, str(found.count), *map(_signed_if, (found.median, found.lower, found.upper))]


def _tenths(seconds: Fraction) -> str:
    """Seconds to a tenth; what is there never reads as 0."""
    return (
        seconds_text(round(seconds, 1))
        if seconds >= Fraction(1, 20)
        else "<" + seconds_text(Fraction(1, 10))
    )


def _signed_if(seconds: Fraction) -> str:
    return seconds_text(round(seconds, 3)).replace("-", "−")


def _signed(seconds: Fraction) -> str:
    text = seconds_text(round(seconds, 3)).replace("-", "−")
    return f"+{text}" if seconds > 0 else text


def _time_share(part: Fraction, whole: Fraction) -> str:
    """A share of time in percent; without an interval, for seconds depend on one another."""
    percent = share(int(part * 1000), max(1, int(whole * 1000)))
    return percent_text(percent).partition(" (")[0]


def _ended(text: str) -> str:
    return text.rstrip(".")


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
    return capital(", ".join(filter(None, (tag_text(match, tag), details_words(tag.details)))))


def _lanes_caption(found: MatchAgreement) -> str:
    return tr(
        "Above {first}, below {second}, by film time. Filled and joined: tagged alike; half filled and"
        " joined by dashes: taken for one another; empty: tagged by one alone.",
        first=found.first.name, second=found.second.name,
    )  # fmt: skip
