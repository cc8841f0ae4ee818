"""The tags of a match as rows of a table, renewed row by row and never as a whole."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from enum import IntEnum
from fractions import Fraction

from PyQt6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt
from PyQt6.QtGui import QFont, QIcon

from annotator.model.films import Line
from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.time import FrameRef, clock_text
from annotator.model.timeline import Timeline, read_timeline
from annotator.model.vocabulary import Athlete
from annotator.scoring import wording
from annotator.text import after_colon, tr, word
from annotator.ui.views.view import frame_at


class Column(IntEnum):
    """The columns, in their order."""

    FRAME = 0
    TIME = 1
    CLOCK = 2
    TAG = 3
    ATHLETE = 4
    END = 5
    DETAILS = 6
    NOTE = 7


EDITABLE = (Column.DETAILS, Column.NOTE)
TAG_ROLE = Qt.ItemDataRole.UserRole + 1
"""The Tag of a row."""
NUMBERS = (Column.FRAME, Column.TIME, Column.CLOCK, Column.END)
_NOWHERE = QModelIndex()


class TagRows(QAbstractTableModel):
    """Rows by start time; at equal times in the order of the match, so that nothing jumps."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._match = Match()
        self._timeline: Timeline = read_timeline(self._match)
        self._tags: list[Tag] = []
        self._rows: dict[str, int] = {}
        self._frames: Sequence[Fraction] | None = None
        self._badges: dict[Athlete, QIcon] = {}
        self._bold = QFont()
        self._current: int = -1

    # What is shown.

    def set_match(self, match: Match) -> None:
        """Make the rows those of another match, touching only those that differ."""
        before, self._match = self._match, match
        old_timeline, self._timeline = self._timeline, read_timeline(match)
        self._renew(match.in_time())
        if self._tags and old_timeline.stretches != self._timeline.stretches:
            self._changed(Column.CLOCK, Column.CLOCK)
        if self._tags and before.athletes != match.athletes:
            self._changed(Column.ATHLETE, Column.ATHLETE)

    def set_frames(self, frames: Sequence[Fraction] | None) -> None:
        self._frames = frames
        self._changed(Column.FRAME, Column.FRAME)

    def set_look(self, badges: dict[Athlete, QIcon], font: QFont) -> None:
        """The athletes' badges, and the font of the table."""
        self._badges = badges
        self._bold = QFont(font)
        self._bold.setBold(True)
        self._changed(Column.FRAME, Column.NOTE)

    def set_current(self, row: int) -> None:
        """Mark the row at the playhead; -1 for none."""
        old, self._current = self._current, row
        for number in {old, row}:
            if old != row and 0 <= number < len(self._tags):
                self.dataChanged.emit(
                    self.index(number, Column.FRAME), self.index(number, Column.NOTE)
                )

    def row_at(self, time: Fraction) -> int:
        """The last row that starts at or before a time, or -1."""
        return bisect_right(self._tags, time, key=_start) - 1

    def row_of(self, tag_id: str) -> int:
        """The row of a tag, or -1."""
        return self._rows.get(tag_id, -1)

    def tag(self, row: int) -> Tag:
        return self._tags[row]

    def search_text(self, row: int) -> str:
        """What the filter looks through, in lower case."""
        tag = self._tags[row]
        return " ".join(
            (
                wording.tag_name(tag),
                tag.tag,
                word(tag.tag),
                wording.name_of(self._match, tag.athlete),
                tag.athlete or "",
                wording.details_text(tag),
                wording.details_words(tag.details),
                tag.note,
                clock_text(tag.start),
            )
        ).lower()

    # What Qt asks for.

    def rowCount(self, parent: QModelIndex = _NOWHERE) -> int:
        """Rows of the table; none below a row."""
        return 0 if parent.isValid() else len(self._tags)

    def columnCount(self, parent: QModelIndex = _NOWHERE) -> int:
        """Columns of the table; none below a row."""
        return 0 if parent.isValid() else len(Column)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """The titles of columns."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return _titles()[section] + ("\N{EN SPACE}" if section in NUMBERS else "")
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(Column(section))
        return None

    def flags(self, index: QModelIndex) -> Qt.ItemFlag:
        """Details and notes can be written in place."""
        flags = super().flags(index)
        if not index.isValid():
            return flags
        flags |= Qt.ItemFlag.ItemNeverHasChildren
        return flags | Qt.ItemFlag.ItemIsEditable if index.column() in EDITABLE else flags

    def data(self, index: QModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """A cell's text, tooltip, badge and so on."""
        if not index.isValid():
            return None
        tag, column = self._tags[index.row()], Column(index.column())
        match role:
            case Qt.ItemDataRole.EditRole if column is Column.DETAILS:
                return wording.details_text(tag)
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.EditRole:
                return self._text(tag, column)
            case Qt.ItemDataRole.ToolTipRole:
                return wording.tooltip(wording.tag_sentence(self._match, tag))
            case Qt.ItemDataRole.AccessibleTextRole:
                return after_colon(_titles()[column], self._text(tag, column))
            case Qt.ItemDataRole.TextAlignmentRole:
                return _alignment(column)
            case Qt.ItemDataRole.DecorationRole if column is Column.ATHLETE and tag.athlete:
                return self._badges.get(tag.athlete)
            case Qt.ItemDataRole.FontRole if index.row() == self._current:
                return self._bold
            case _ if role == TAG_ROLE:
                return tag
        return None

    def _text(self, tag: Tag, column: Column) -> str:
        match column:
            case Column.FRAME:
                return self._frame_text(tag)
            case Column.TIME:
                return clock_text(tag.start)
            case Column.CLOCK:
                return clock_text(self._timeline.clock_at(tag.start), 1)
            case Column.TAG:
                return wording.tag_name(tag)
            case Column.ATHLETE:
                return wording.name_of(self._match, tag.athlete)
            case Column.END:
                return clock_text(tag.end) if tag.end is not None else ""
            case Column.DETAILS:
                return wording.details_words(tag.details)
            case Column.NOTE:
                return tag.note

    def _frame_text(self, tag: Tag) -> str:
        frame: FrameRef | None = None
        if tag.frame is not None:
            frame = FrameRef(tag.frame, tag.film)
        elif self._frames:
            index = frame_at(self._frames, tag.start)
            frame = self._frames.ref(index) if isinstance(self._frames, Line) else FrameRef(index)
        return "" if frame is None else str(frame).removeprefix("f")

    # From the old rows to the new ones.

    def _changed(self, first: Column, last: Column) -> None:
        if self._tags:
            self.dataChanged.emit(self.index(0, first), self.index(len(self._tags) - 1, last))

    def _renew(self, tags: list[Tag]) -> None:
        """Remove, insert and change rows until they are `tags`.

        The rows that stay are those that keep their order; one that moves is taken out and put in.
        """
        wanted = {tag.id: number for number, tag in enumerate(tags)}
        places = [wanted.get(tag.id, -1) for tag in self._tags]
        stay = set(_longest_rising(places))
        self._remove([row for row, place in enumerate(places) if place not in stay])
        for first, last in _runs([n for n in range(len(tags)) if n not in stay]):
            self.beginInsertRows(_NOWHERE, first, last)
            self._tags[first:first] = tags[first : last + 1]
            self.endInsertRows()
        differing = [n for n, tag in enumerate(tags) if tag is not self._tags[n]]
        self._tags = tags
        self._rows = wanted
        for first, last in _runs([n for n in differing if n in stay]):
            self.dataChanged.emit(self.index(first, 0), self.index(last, Column.NOTE))

    def _remove(self, rows: list[int]) -> None:
        for first, last in reversed(list(_runs(rows))):
            self.beginRemoveRows(_NOWHERE, first, last)
            del self._tags[first : last + 1]
            self.endRemoveRows()
        self._current = -1 if rows else self._current


def _start(tag: Tag) -> Fraction:
    return tag.start


def _alignment(column: Column) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column in NUMBERS else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


def _titles() -> tuple[str, ...]:
    return (
        tr("Frame"),
        tr("Film time"),
        tr("Clock"),
        tr("Tag"),
        tr("Athlete"),
        tr("End"),
        tr("Details"),
        tr("Note"),
    )


def _runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Neighbouring numbers as first and last: 1 2 3 7 is (1, 3), (7, 7)."""
    first = 0
    for index in range(1, len(numbers) + 1):
        if index == len(numbers) or numbers[index] != numbers[index - 1] + 1:
            yield numbers[first], numbers[index - 1]
            first = index


def _longest_rising(places: Sequence[int]) -> list[int]:
    """The longest rising choice among places that are not negative, by patience sorting."""
    tails: list[int] = []
    ends: list[int] = []
    before: dict[int, int] = {}
    for place in places:
        if place < 0:
            continue
        pile = bisect_left(tails, place)
        before[place] = ends[pile - 1] if pile else -1
        tails[pile : pile + 1] = [place]
        ends[pile : pile + 1] = [place]
    chosen = []
    place = ends[-1] if ends else -1
    while place >= 0:
        chosen.append(place)
        place = before[place]
    return chosen[::-1]
