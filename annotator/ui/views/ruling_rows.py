"""Rulings and questions as rows of a list: what stands in each, and which are shown."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType

from PyQt6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt

from annotator.model.match import Match
from annotator.model.time import FrameRef, clock_text
from annotator.model.timeline import read_timeline
from annotator.model.vocabulary import Athlete
from annotator.scoring import wording
from annotator.scoring.certainty import Certainty
from annotator.scoring.certainty_words import change_text, hangs_text
from annotator.scoring.margins import margin_text
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import Award, Question, Ruling, RulingKind, ScoreSheet
from annotator.text import after_colon, tr, word

ROW_ROLE = Qt.ItemDataRole.UserRole + 1
"""The RulingRow of an index."""
_NOWHERE = QModelIndex()


class Shelf(StrEnum):
    """The kinds of rows as people pick them."""

    GIVEN = "given"
    NOT_GIVEN = "not_given"
    OPEN = "open"
    OTHER = "other"


SHELF_OF = {
    RulingKind.AWARD: Shelf.GIVEN,
    RulingKind.REFUSAL: Shelf.NOT_GIVEN,
    RulingKind.QUESTION: Shelf.OPEN,
    RulingKind.VIOLATION: Shelf.OTHER,
    RulingKind.IGNORED: Shelf.OTHER,
}


@dataclass(frozen=True, slots=True)
class RulingRow:
    """A row: all its texts are made, so that painting only paints.

    `ruleset` is the ruleset's name, empty where the list is of a single one. `margin`: by how much it
    was made; `sure`: that no tag a few frames elsewhere would change it; `hangs`: which one would.
    """

    kind: RulingKind
    time: Fraction
    athlete: Athlete | None
    award: Award | None
    tags: tuple[str, ...]
    ruling: Ruling | None
    ruleset: str
    what: str
    who: str
    when: str
    clause: str
    reason: str
    lack: str
    assumed: str
    margin: str = ""
    sure: str = ""
    hangs: str = ""

    @property
    def shelf(self) -> Shelf:
        return SHELF_OF[self.kind]

    def sentence(self) -> str:
        """All of it, for tooltips and screen readers."""
        who = f"{self.who} ({wording.letter(self.athlete)})" if self.athlete else ""
        head = wording.joined((self.ruleset, self.what, who, self.when))
        return wording.joined((head, self.reason, self.lack, self.hangs, *self.small()), "\n")

    def small(self) -> tuple[str, ...]:
        """What stands in small at the end, where there is any of it."""
        return self.clause, self.assumed, self.margin, self.sure


def rows_of(
    match: Match,
    sheets: dict[str, ScoreSheet],
    rulesets: Sequence[Ruleset],
    *,
    named: bool,
    frames: Sequence[Fraction] | None = None,
    certainties: Mapping[str, Certainty] = MappingProxyType({}),
) -> list[RulingRow]:
    """The rows of these rulesets in the order of time; `named`: each says whose it is.

    `frames`: the film's frame times in seconds; `certainties`: what the sheets are sure of, where
    that is known yet, by ruleset.
    """
    rows: list[RulingRow] = []
    headings = wording.headings(rulesets)
    for ruleset in rulesets:
        name = headings[ruleset.id] if named else ""
        certainty = certainties.get(ruleset.id)
        rows.extend(_sheet_rows(match, sheets[ruleset.id], ruleset, name, frames, certainty))
    rows.sort(key=_time)
    return rows


def _time(row: RulingRow) -> Fraction:
    return row.time


def _sheet_rows(
    match: Match,
    sheet: ScoreSheet,
    ruleset: Ruleset,
    name: str,
    frames: Sequence[Fraction] | None,
    certainty: Certainty | None,
) -> Iterator[RulingRow]:
    rulings: Iterable[Ruling] = (
        *sheet.awards,
        *sheet.refusals,
        *sheet.violations,
        *sheet.ignored,
    )
    own = ruleset.words(wording.rules_language())
    people = own | wording.names(match) | wording.category_names(ruleset)
    for ruling in rulings:
        missing = wording.told(ruling.missing, people) if ruling.missing is not None else ""
        margin = margin_text(ruling, frames)
        sure, hangs = _certainty_texts(match, ruling, certainty)
        yield RulingRow(
            ruling.kind,
            ruling.time,
            ruling.athlete,
            ruling.award,
            ruling.tags,
            ruling,
            name,
            wording.ruling_head(ruling, ruleset),
            wording.name_of(match, ruling.athlete),
            _when(ruling.time, ruling.clock, ruling.frame, ruling.film),
            wording.clause_text(ruleset, ruling.clause),
            wording.capital(wording.told(ruling.reason, people)),
            tr("Missing: {what}", what=after_colon(missing, margin)) if missing else "",
            wording.assumed_text(ruling),
            "" if missing else margin,
            sure,
            hangs,
        )
    for question in sheet.questions:
        yield _question_row(match, question, name, people)


def _certainty_texts(match: Match, ruling: Ruling, certainty: Certainty | None) -> tuple[str, str]:
    """That a ruling is sure, or on what it hangs; nothing where that is not known."""
    if certainty is None or ruling.kind not in (RulingKind.AWARD, RulingKind.REFUSAL):
        return "", ""
    change = certainty.of(ruling)
    if change is None:
        return tr("sure"), ""
    instead = wording.ruling_head(change.becomes) if change.becomes is not None else ""
    told = change_text(change, match, instead)
    return "", wording.capital(after_colon(hangs_text(change), told))


def _question_row(match: Match, question: Question, name: str, people: dict[str, str]) -> RulingRow:
    tag = match.by_id(question.tag) if question.tag else None
    who = tag.athlete if tag else None
    answers = ", ".join(
        after_colon(word(answer), _effect(effect, people))
        for answer, effect in (question.answers or {}).items()
    )
    what = tr("Open question")
    if question.detail:
        what = tr("Open question: {detail}", detail=word(question.detail))
    return RulingRow(
        RulingKind.QUESTION,
        question.time,
        who,
        None,
        (question.tag,) if question.tag else (),
        None,
        name,
        what,
        wording.name_of(match, who),
        _when(
            question.time,
            read_timeline(match).clock_at(question.time),
            question.frame,
            question.film,
        ),
        wording.tag_name(tag) if tag else "",
        wording.capital(wording.told(question.reason, people)),
        answers,
        "",
    )


def _effect(effect: str, people: dict[str, str]) -> str:
    """An effect with the athletes called by their names."""
    return " ".join(people.get(piece, wording.true_minus(piece)) for piece in effect.split(" "))


def _when(time: Fraction, clock: Fraction, frame: int | None, film: int) -> str:
    """Film time, match clock and frame number."""
    return wording.joined(
        (
            clock_text(time, 2),
            tr("clock {time}", time=clock_text(clock, 1)),
            str(FrameRef(frame, film)) if frame is not None else "",
        )
    )


class RulingRows(QAbstractListModel):
    """The rows that are shown, of all that there are."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: list[RulingRow] = []
        self._rows: list[RulingRow] = []
        self._shelves = frozenset(Shelf)

    def set_rows(self, rows: Sequence[RulingRow]) -> None:
        """Show these rows. Nothing happens if they are the same as before."""
        if list(rows) != self._all:
            self._all = list(rows)
            self._fill()

    def set_shelves(self, shelves: Iterable[Shelf]) -> None:
        """Show only rows of these kinds."""
        self._shelves = frozenset(shelves)
        self._fill()

    def count(self, shelf: Shelf) -> int:
        """How many rows of a kind there are, shown or not."""
        return sum(row.shelf is shelf for row in self._all)

    def row(self, number: int) -> RulingRow:
        return self._rows[number]

    def rows(self) -> list[RulingRow]:
        """The rows shown."""
        return list(self._rows)

    def last_before(self, time: Fraction) -> int:
        """The last shown row at or before a time, or -1."""
        return bisect_right(self._rows, time, key=_time) - 1

    def rowCount(self, parent: QModelIndex = _NOWHERE) -> int:
        """Rows of the list; none below a row."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: QModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The row itself for the painter; its sentence for all others."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.ToolTipRole:
            return wording.tooltip(row.sentence())
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return row.sentence()
        return None

    def _fill(self) -> None:
        rows = [row for row in self._all if row.shelf in self._shelves]
        if [row.ruling for row in rows] == [row.ruling for row in self._rows] and self._rows:
            # Only its words are others: who has chosen a row keeps it.
            self._rows = rows
            self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))
        elif rows != self._rows:
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()
