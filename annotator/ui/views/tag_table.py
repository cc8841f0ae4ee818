"""The table of tags: one row for each, in the order of time, filtered and edited in place."""

from __future__ import annotations

from fractions import Fraction

from PyQt6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, QPoint, Qt, pyqtSignal
from PyQt6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QToolTip, QVBoxLayout, QWidget

from annotator.model.edits import RemoveTags
from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.vocabulary import ATHLETES
from annotator.scoring import wording
from annotator.text import tr
from annotator.ui.views.marks import badge_icon
from annotator.ui.views.tag_editing import TagDelegate
from annotator.ui.views.tag_grid import FilteredRows, TagGrid
from annotator.ui.views.tag_rows import EDITABLE, Column, TagRows
from annotator.ui.views.theme import tabular
from annotator.ui.views.view import MatchView

_WIDTHS = {
    Column.FRAME: "000000",
    Column.TIME: "00:00.000 ",
    Column.CLOCK: "00:00.00",
    Column.TAG: "Leg entanglement",
    Column.ATHLETE: "MM Camille Lefèvre",
    Column.END: "00:00.000",
}


_LEAST_DETAILS = 70


class TagTableView(MatchView):
    """All tags in a table.

    A double click plays a tag, or writes in its details or note; Enter plays, F2 writes, Delete
    asks for the tags to be removed. `select_next` and `select_previous` are for the window's keys.
    """

    edit_refused = pyqtSignal(str)
    """Why what was written in a cell is no answer; it is shown at the cell too."""
    note_typed = pyqtSignal(str, str)
    """A tag's id, and its note as it is being typed; the edit comes when it is left."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._quiet = False
        self._choosing = False
        self._rows = TagRows(self)
        self._shown = FilteredRows(self._rows, self)
        self._filter = QLineEdit(self)
        self._filter.setClearButtonEnabled(True)
        self._count = QLabel(self)
        self._grid = TagGrid(self)
        self._grid.setModel(self._shown)
        self._delegate = TagDelegate(self._grid)
        self._grid.setItemDelegate(self._delegate)
        self._delegate.note_typed.connect(self.note_typed)
        top = QHBoxLayout()
        top.addWidget(self._filter, 1)
        top.addWidget(self._count)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(4)
        box.addLayout(top)
        box.addWidget(self._grid, 1)
        self.setFocusProxy(self._grid)
        self._filter.textChanged.connect(self._filter_changed)
        self._filter.returnPressed.connect(self._leave_filter)
        self._delegate.edit_made.connect(self._say_edit)
        self._delegate.edit_refused.connect(self._refuse)
        self._grid.delete_pressed.connect(self._delete)
        self._grid.play_pressed.connect(self._play)
        self._grid.resized.connect(self._share_width)
        self._grid.doubleClicked.connect(self._double_clicked)
        self._grid.pressed.connect(self._choose)
        if (selection := self._grid.selectionModel()) is not None:
            selection.currentRowChanged.connect(self._went_to)
        self._theme_changed()
        self._language_changed()

    def focus_filter(self) -> None:
        """Type in the filter (Ctrl+F)."""
        self._filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._filter.selectAll()

    def selected_ids(self) -> list[str]:
        """Ids of the selected rows, in the order of the table."""
        selection = self._grid.selectionModel()
        rows = selection.selectedRows() if selection else []
        return [self.tag_at(index).id for index in sorted(rows, key=QModelIndex.row)]

    def select_next(self) -> None:
        """Go to the next row; without a selection, to the first one after the playhead."""
        self._step(1)

    def select_previous(self) -> None:
        """Go to the row before; without a selection, to the one at the playhead."""
        self._step(-1)

    def edit_details(self) -> None:
        """Write in the details of the row that was chosen last."""
        self._grid.write_in(self._grid.currentIndex().siblingAtColumn(Column.DETAILS))

    def edit_note(self) -> None:
        """Write in the note of the row that was chosen last."""
        self._grid.write_in(self._grid.currentIndex().siblingAtColumn(Column.NOTE))

    def tag_at(self, index: QModelIndex) -> Tag:
        """The tag of a row of the shown table."""
        return self._rows.tag(self._shown.mapToSource(index).row())

    def grid(self) -> TagGrid:
        return self._grid

    def rows(self) -> TagRows:
        return self._rows

    def _share_width(self) -> None:
        """Details and notes share what the other columns leave; the details get a little more."""
        port = self._grid.viewport()
        if port is None:
            return
        metrics = self._grid.fontMetrics()
        widest = max(
            metrics.horizontalAdvance(name) for name in wording.names(self._match).values()
        )
        usual = metrics.horizontalAdvance(_WIDTHS[Column.ATHLETE]) + 12
        self._grid.setColumnWidth(Column.ATHLETE, min(usual, widest + 40))
        # Details and notes share what the other columns leave, so that notes are always in sight.
        used = sum(self._grid.columnWidth(column) for column in _WIDTHS)
        rest = port.width() - used
        self._grid.setColumnWidth(Column.DETAILS, max(_LEAST_DETAILS, rest * 11 // 20))

    # What is given.

    def _match_changed(self, before: Match) -> None:
        self._quiet = True
        self._rows.set_match(self._match)
        self._quiet = False
        self._rows.set_current(self._rows.row_at(self._playhead))
        self._selection_changed()
        self._show_count()
        if before.athletes != self._match.athletes:
            self._share_width()

    def _frames_changed(self) -> None:
        self._rows.set_frames(self._frames)

    def _playhead_changed(self, before: Fraction) -> None:
        old, row = self._rows.row_at(before), self._rows.row_at(self._playhead)
        if old == row:
            return
        self._rows.set_current(row)
        # The table goes along with the film, unless somebody has scrolled away to read.
        port = self._grid.viewport()
        here = self._grid.visualRect(self._shown_row(old))
        there = self._shown_row(row)
        if port is not None and port.rect().intersects(here) and there.isValid():
            self._grid.scrollTo(there.siblingAtColumn(max(0, self._grid.columnAt(0))))

    def _selection_changed(self) -> None:
        selection = self._grid.selectionModel()
        chosen, wanted_ids = set(self.selected_ids()), set(self._selection)
        # The answer to one tag chosen is that tag; it must not undo a choice of several.
        if selection is None or chosen == wanted_ids or (self._choosing and wanted_ids <= chosen):
            return
        wanted = QItemSelection()
        last = QModelIndex()
        for tag_id in self._selection:
            index = self._shown_row(self._rows.row_of(tag_id))
            if index.isValid():
                wanted.select(index, index)
                last = index
        self._quiet = True
        whole = QItemSelectionModel.SelectionFlag.Rows
        if last.isValid():
            selection.setCurrentIndex(last, QItemSelectionModel.SelectionFlag.NoUpdate)
        selection.select(wanted, QItemSelectionModel.SelectionFlag.ClearAndSelect | whole)
        self._quiet = False
        if last.isValid():
            self._grid.scrollTo(last)

    def _theme_changed(self) -> None:
        icons = {who: badge_icon(self._theme, who, self.font()) for who in ATHLETES}
        font = tabular(self.font())
        self._grid.setFont(font)
        self._rows.set_look(icons, font)
        metrics = self._grid.fontMetrics()
        if (side := self._grid.verticalHeader()) is not None:
            side.setDefaultSectionSize(metrics.height() + 8)
        for column, text in _WIDTHS.items():
            self._grid.setColumnWidth(column, metrics.horizontalAdvance(text) + 12)
        self._share_width()
        # The table seldom has the keyboard, and its selection has to be seen all the same.
        palette = self._grid.palette()
        for role in (palette.ColorRole.Highlight, palette.ColorRole.HighlightedText):
            color = self.palette().color(palette.ColorGroup.Active, role)
            palette.setColor(palette.ColorGroup.Inactive, role, color)
        self._grid.setPalette(palette)

    def _language_changed(self) -> None:
        self._filter.setPlaceholderText(tr("Find tags (Ctrl+F)"))
        self._filter.setAccessibleName(tr("Find tags"))
        self._grid.setAccessibleName(tr("Tags"))
        self._rows.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(Column) - 1)
        self._show_count()

    # What is done.

    def _filter_changed(self, text: str) -> None:
        self._quiet = True
        self._shown.set_words(text)
        self._quiet = False
        self._selection_changed()
        self._show_count()

    def _show_count(self) -> None:
        shown, total = self._shown.rowCount(), self._rows.rowCount()
        text = str(total) if shown == total else tr("{n} of {all}", n=shown, all=total)
        self._count.setText(text)

    def _leave_filter(self) -> None:
        self._grid.setFocus(Qt.FocusReason.TabFocusReason)
        if not self.selected_ids():
            self._step(1)

    def _step(self, by: int) -> None:
        total = self._shown.rowCount()
        if not total:
            return
        chosen = self._grid.selectionModel()
        current = self._grid.currentIndex()
        if chosen is not None and current.isValid() and chosen.isRowSelected(current.row()):
            row = current.row() + by
        else:
            at = self._rows.row_at(self._playhead)
            before = self._shown_before(at)
            row = before + 1 if by > 0 else before
        row = max(0, min(row, total - 1))
        self._grid.setCurrentIndex(self._shown.index(row, max(0, current.column())))

    def _shown_row(self, source_row: int) -> QModelIndex:
        """The shown row of a row of the whole table; an invalid one if it is filtered out."""
        if source_row < 0:
            return QModelIndex()
        return self._shown.mapFromSource(self._rows.index(source_row, 0))

    def _shown_before(self, source_row: int) -> int:
        """The last shown row that stands at or before a row of the whole table, or -1."""
        for row in range(source_row, -1, -1):
            if (index := self._shown_row(row)).isValid():
                return index.row()
        return -1

    def _went_to(self, current: QModelIndex, previous: QModelIndex) -> None:
        # A press says so itself, also on the row that is the current one already.
        if current.isValid() and not self._quiet and not self._grid.is_pressed:
            self._choose(current)

    def _choose(self, index: QModelIndex) -> None:
        tag = self.tag_at(index)
        self._choosing = True
        self.tag_chosen.emit(tag.id)
        self._choosing = False
        self._say_time(tag.start)

    def _double_clicked(self, index: QModelIndex) -> None:
        if index.column() in EDITABLE:
            self._grid.write_in(index)
        else:
            self._play(index)

    def _play(self, index: QModelIndex) -> None:
        if index.isValid():
            self.tag_activated.emit(self.tag_at(index).id)

    def _delete(self) -> None:
        if ids := self.selected_ids():
            self._say_edit(RemoveTags(frozenset(ids)))

    def _refuse(self, words: str) -> None:
        """Say at the cell why what was written is no answer."""
        place = self._grid.visualRect(self._grid.currentIndex()).bottomLeft()
        port = self._grid.viewport()
        at = port.mapToGlobal(place) if port else self.mapToGlobal(QPoint())
        QToolTip.showText(at, wording.tooltip(words), self._grid)
        self.edit_refused.emit(words)
