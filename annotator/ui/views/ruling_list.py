"""The list of rulings: everything that was given or not given, and why."""

from __future__ import annotations

from fractions import Fraction

from PyQt6.QtCore import QModelIndex, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PyQt6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QListView,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from annotator.model.match import Match
from annotator.text import tr
from annotator.ui.views import wording
from annotator.ui.views.ruling_paint import RulingDelegate
from annotator.ui.views.ruling_rows import RulingRow, RulingRows, Shelf, rows_of
from annotator.ui.views.view import MatchView


class RulingFeed(QListView):
    """The list itself. A click never keeps the keyboard, and letters are left to the window."""

    play_pressed = pyqtSignal(QModelIndex)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.is_pressed = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # The bar's place is kept, else its coming and going would wrap the sentences anew.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setResizeMode(QListView.ResizeMode.Adjust)

    def keyboardSearch(self, search: str | None) -> None:
        """Letters are tags, not a search through the list."""

    def mousePressEvent(self, event: QMouseEvent | None) -> None:
        """Note that what changes now changes by a press."""
        self.is_pressed = True
        super().mousePressEvent(event)
        self.is_pressed = False

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        """Enter plays, arrows move; letters and figures go to the window."""
        if event is None:
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.play_pressed.emit(self.currentIndex())
        elif event.text().isprintable() and event.text():
            event.ignore()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        """Let the sentences wrap at the new width."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()


class RulingListView(MatchView):
    """The rulings of one ruleset, or of all, as sentences."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chosen: str | None = ""
        self._entries: list[tuple[str, str]] = []
        self._rows = RulingRows(self)
        self._combo = QComboBox(self)
        self._combo.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._combo.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self._combo.setMinimumContentsLength(8)
        self._feed = RulingFeed(self)
        self._feed.setModel(self._rows)
        self._delegate = RulingDelegate(self._theme, self._feed)
        self._feed.setItemDelegate(self._delegate)
        self._buttons = {shelf: self._button() for shelf in Shelf}
        filters = QHBoxLayout()
        filters.setSpacing(2)
        for button in self._buttons.values():
            filters.addWidget(button, 1)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(4)
        grid.addWidget(self._combo, 0, 0)
        grid.addLayout(filters, 1, 0)
        grid.addWidget(self._feed, 2, 0)
        grid.setRowStretch(2, 1)
        self.setFocusProxy(self._feed)
        self._combo.activated.connect(self._combo_chosen)
        self._feed.pressed.connect(self._choose)
        self._feed.doubleClicked.connect(self._play)
        self._feed.play_pressed.connect(self._play)
        if (selection := self._feed.selectionModel()) is not None:
            selection.currentChanged.connect(self._went_to)
        self._rows.modelAboutToBeReset.connect(self._delegate.forget)
        self._language_changed()

    def choose_ruleset(self, ruleset_id: str | None) -> None:
        """Show the rulings of one ruleset, or with None of all of them."""
        self._chosen = ruleset_id
        self._fill_combo()
        self._fill_rows()

    def chosen_ruleset(self) -> str | None:
        """The ruleset shown: the one chosen if it has a sheet, else the first; None for all."""
        known = [ruleset.id for ruleset in self._rulesets]
        if self._chosen is None or self._chosen in known:
            return self._chosen
        return known[0] if known else None

    def show_only(self, *shelves: Shelf) -> None:
        """Show these kinds of rows; none named is all."""
        for shelf, button in self._buttons.items():
            button.setChecked(not shelves or shelf in shelves)
        self._filter()

    def shown(self) -> list[RulingRow]:
        """The rows shown, in order."""
        return self._rows.rows()

    def feed(self) -> RulingFeed:
        return self._feed

    def sizeHint(self) -> QSize:
        """A side panel."""
        return QSize(360, 480)

    # What is given.

    def _match_changed(self, before: Match) -> None:
        # Names and clocks stand in the sentences; sheets of the new match follow.
        if before.athletes != self._match.athletes:
            self._fill_rows()

    def _sheets_changed(self) -> None:
        self._fill_combo()
        self._fill_rows()

    def _playhead_changed(self, before: Fraction) -> None:
        self._show_now()

    def _selection_changed(self) -> None:
        self._delegate.cited = cited = frozenset(self._selection)
        self._update_feed()
        first = next((n for n, r in enumerate(self._rows.rows()) if cited & set(r.tags)), None)
        if first is not None:
            self._feed.scrollTo(self._rows.index(first))

    def _theme_changed(self) -> None:
        self._delegate.set_theme(self._theme)
        self._feed.scheduleDelayedItemsLayout()

    def _language_changed(self) -> None:
        self._combo.setAccessibleName(tr("Rulings of"))
        self._combo.setToolTip(tr("Which ruleset's rulings are listed"))
        self._feed.setAccessibleName(tr("Rulings"))
        self._fill_combo()
        self._fill_rows()

    # What is done.

    def _button(self) -> QToolButton:
        button = QToolButton(self)
        button.setCheckable(True)
        button.setChecked(True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        button.toggled.connect(self._filter)
        return button

    def _filter(self) -> None:
        self._rows.set_shelves(s for s, button in self._buttons.items() if button.isChecked())
        self._show_now()

    def _fill_combo(self) -> None:
        language = wording.rules_language()
        entries = [(ruleset.name(language), ruleset.id) for ruleset in self._rulesets]
        if len(entries) != 1:
            entries.append((tr("All rulesets"), ""))
        if entries != self._entries:
            self._entries = entries
            self._combo.clear()
            for name, ruleset_id in entries:
                self._combo.addItem(name, ruleset_id)
        self._combo.setCurrentIndex(self._combo.findData(self.chosen_ruleset() or ""))

    def _fill_rows(self) -> None:
        chosen = self.chosen_ruleset()
        rulesets = [r for r in self._rulesets if chosen is None or r.id == chosen]
        self._rows.set_rows(rows_of(self._match, self._sheets, rulesets, named=chosen is None))
        self._show_counts()
        self._show_now()

    def _show_counts(self) -> None:
        for shelf, (title, hint) in _shelf_words().items():
            count = self._rows.count(shelf)
            button = self._buttons[shelf]
            button.setText(f"{title} {count}")
            button.setToolTip(hint)
            button.setAccessibleName(f"{hint}: {count}")

    def _show_now(self) -> None:
        now = self._rows.last_before(self._playhead)
        if now == self._delegate.now:
            return
        seen = self._in_sight(self._delegate.now)
        self._delegate.now = now
        self._update_feed()
        # The list goes along with the film, unless somebody has scrolled away to read.
        if seen and now >= 0:
            self._feed.scrollTo(self._rows.index(now))

    def _in_sight(self, row: int) -> bool:
        """Whether a row is on screen; -1 stands for the head of the list."""
        port = self._feed.viewport()
        index = self._rows.index(max(0, row))
        return port is not None and port.rect().intersects(self._feed.visualRect(index))

    def _update_feed(self) -> None:
        if (port := self._feed.viewport()) is not None:
            port.update()

    def _combo_chosen(self, index: int) -> None:
        self._chosen = self._combo.itemData(index) or None
        self._fill_rows()

    def _went_to(self, current: QModelIndex, previous: QModelIndex) -> None:
        # A press says so itself, also on the row that is the current one already.
        if current.isValid() and not self._feed.is_pressed:
            self._choose(current)

    def _choose(self, index: QModelIndex) -> None:
        row = self._rows.row(index.row())
        if row.tags:
            self.tag_chosen.emit(row.tags[0])
        at = self.time_of(row.ruling) if row.ruling is not None else self.snapped(row.time)
        self._say_time(at)

    def _play(self, index: QModelIndex) -> None:
        if index.isValid() and (tags := self._rows.row(index.row()).tags):
            self.tag_activated.emit(tags[0])


def _shelf_words() -> dict[Shelf, tuple[str, str]]:
    return {
        Shelf.GIVEN: (tr("Given"), tr("What was given")),
        Shelf.NOT_GIVEN: (tr("Not given"), tr("What was not given, and what was missing")),
        Shelf.OPEN: (tr("Open"), tr("Questions that would change the score")),
        Shelf.OTHER: (tr("Other"), tr("Violations, and what was not counted")),
    }
