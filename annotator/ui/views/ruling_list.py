"""The list of rulings: everything that was given or not given, and why."""

from __future__ import annotations

from fractions import Fraction

from PyQt6.QtCore import QModelIndex, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PyQt6.QtWidgets import (
    QAbstractItemView,
    QBoxLayout,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QListView,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from annotator.model.match import Match
from annotator.model.time import clock_text
from annotator.scoring import wording
from annotator.scoring.certainty import Certainty, Change
from annotator.scoring.certainty_words import change_text, winner_text
from annotator.text import after_colon, tr, tr_in, tr_n
from annotator.ui.views.ruling_paint import RulingDelegate
from annotator.ui.views.ruling_rows import RulingRow, RulingRows, Shelf, rows_of
from annotator.ui.views.view import MatchView

WIDE = 640
"""Pixels from which on the ruleset and the filters stand side by side."""


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
        self._footer = QLabel(self)
        self._footer.setWordWrap(True)
        self._certainties: dict[str, Certainty] = {}
        self._shelves = frozenset(Shelf)
        self._all = self._button()
        self._buttons = {shelf: self._button() for shelf in Shelf}
        filters = QHBoxLayout()
        filters.setSpacing(2)
        for button in (self._all, *self._buttons.values()):
            filters.addWidget(button)  # each as wide as its words
        self._top = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._top.setSpacing(4)
        self._top.addWidget(self._combo, 1)
        self._top.addLayout(filters)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(self._top)
        column.addWidget(self._feed, 1)
        column.addWidget(self._footer)
        self.setFocusProxy(self._feed)
        self._combo.activated.connect(self._combo_chosen)
        self._feed.pressed.connect(self._choose)
        self._feed.doubleClicked.connect(self._play)
        self._feed.play_pressed.connect(self._play)
        if (selection := self._feed.selectionModel()) is not None:
            selection.currentChanged.connect(self._went_to)
        self._rows.modelAboutToBeReset.connect(self._delegate.forget)
        self._rows.dataChanged.connect(self._words_changed)
        self._dress_buttons()
        self._language_changed()
        self._filter()

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

    def set_certainties(self, certainties: dict[str, Certainty]) -> None:
        """Show what the sheets are sure of, by ruleset id; new sheets take it away."""
        self._certainties = dict(certainties)
        self._fill_rows()

    def show_only(self, *shelves: Shelf) -> None:
        """Show these kinds of rows; none named is all."""
        self._shelves = frozenset(shelves or Shelf)
        self._filter()

    def shown(self) -> list[RulingRow]:
        """The rows shown, in order."""
        return self._rows.rows()

    def current_row(self) -> RulingRow | None:
        """The row that the list stands on, None where it stands on none."""
        index = self._feed.currentIndex()
        return self._rows.row(index.row()) if index.isValid() else None

    def feed(self) -> RulingFeed:
        return self._feed

    def sizeHint(self) -> QSize:
        """A side panel."""
        return QSize(360, 480)

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        """Where there is width, ruleset and filters share a line: height is for the rulings."""
        super().resizeEvent(event)
        flow = QBoxLayout.Direction
        wanted = flow.LeftToRight if self.width() >= WIDE else flow.TopToBottom
        if wanted != self._top.direction() and (layout := self.layout()) is not None:
            self._top.setDirection(wanted)
            layout.activate()

    # What is given.

    def _match_changed(self, before: Match) -> None:
        # Names and clocks stand in the sentences; sheets of the new match follow.
        if before.athletes != self._match.athletes:
            self._fill_rows()

    def _frames_changed(self) -> None:
        # Margins are counted in the film's frames.
        self._fill_rows()

    def _sheets_changed(self) -> None:
        # Of other sheets nothing is known to be sure.
        self._certainties = {}
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
        self._dress_buttons()
        self._feed.scheduleDelayedItemsLayout()

    def _language_changed(self) -> None:
        self._combo.setAccessibleName(tr("Rulings of"))
        self._combo.setToolTip(tr("Which ruleset's rulings are listed"))
        self._feed.setAccessibleName(tr("Rulings"))
        self._all.setText(tr("All"))
        self._all.setAccessibleName(tr("All rulings"))
        self._all.setToolTip(tr("Everything that was given, not given or asked"))
        self._fill_combo()
        self._fill_rows()

    # What is done.

    def _button(self) -> QToolButton:
        button = QToolButton(self)
        button.setCheckable(True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        button.setMinimumWidth(36)
        button.clicked.connect(self._filter_pressed)
        return button

    def _dress_buttons(self) -> None:
        """Which one is pressed has to be seen at a glance."""
        theme = self._theme
        style = (
            f"QToolButton {{ background: {theme.raised.name()}; color: {theme.text.name()};"
            f" border: 1px solid {theme.line.name()}; border-radius: 4px; padding: 2px 4px; }}"
            f"QToolButton:hover, QToolButton:focus {{ border-color: {theme.text.name()}; }}"
            f"QToolButton:checked {{ background: {theme.accent.name()};"
            f" color: {theme.on_accent.name()}; border-color: {theme.accent.name()};"
            " font-weight: bold; }"
        )
        for button in (self._all, *self._buttons.values()):
            button.setStyleSheet(style)

    def _filter_pressed(self) -> None:
        """Show only this kind; the one that is shown already, or All, brings back everything."""
        pressed = [shelf for shelf, button in self._buttons.items() if button is self.sender()]
        self.show_only(*(pressed if frozenset(pressed) != self._shelves else ()))

    def _filter(self) -> None:
        every = self._shelves == frozenset(Shelf)
        self._all.setChecked(every)
        for shelf, button in self._buttons.items():
            button.setChecked(not every and shelf in self._shelves)
        self._rows.set_shelves(self._shelves)
        self._show_now()

    def _fill_combo(self) -> None:
        headings = wording.headings(self._rulesets)
        entries = [(headings[ruleset.id], ruleset.id) for ruleset in self._rulesets]
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
        rows = rows_of(
            self._match, self._sheets, rulesets, named=chosen is None, frames=self._frames,
            certainties=self._certainties,
        )  # fmt: skip
        self._rows.set_rows(rows)
        self._show_certainty(self._certainties.get(chosen or ""))
        self._show_counts()
        self._show_now()

    def _show_certainty(self, certainty: Certainty | None) -> None:
        """Below the list: whether the result hangs on a few frames, and how many rulings do."""
        if certainty is None:
            self._footer.setText("")
            self._footer.setToolTip("")
            return
        hanging = len(certainty.changes)
        if not hanging and certainty.winner_move is None:
            text = tr_n(
                "Sure: no tag that is {count} frame off would change anything.",
                "Sure: no tag that is up to {count} frames off would change anything.",
                certainty.frames,
            )
        else:
            text = winner_text(certainty, self._match)
            if hanging:
                told = tr_n(
                    "{count} ruling hangs on up to {frames} frames of a tag.",
                    "{count} rulings hang on up to {frames} frames of a tag.",
                    hanging, frames=certainty.frames,
                )  # fmt: skip
                text = f"{told} {text}"
        self._footer.setText(text)
        lines = [_change_line(change, self._match) for change in certainty.changes]
        self._footer.setToolTip(wording.tooltip("\n".join(lines)))

    def _words_changed(self) -> None:
        self._delegate.forget()
        self._feed.scheduleDelayedItemsLayout()

    def _show_counts(self) -> None:
        for shelf, (title, hint) in _shelf_words().items():
            count = self._rows.count(shelf)
            button = self._buttons[shelf]
            button.setText(f"{title} {count}")
            button.setToolTip(hint)
            button.setAccessibleName(after_colon(hint, str(count)))

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


def _change_line(change: Change, match: Match) -> str:
    """`0:38.934 · Ana Moreau · Not given: +3 points: would be given if ...`."""
    ruling = change.ruling or change.becomes
    assert ruling is not None
    # A ruling that comes out of nothing has no row in the list; here it is named, too.
    instead = wording.ruling_head(change.becomes) if change.becomes is not None else ""
    head = (
        clock_text(ruling.time, 2),
        wording.name_of(match, ruling.athlete),
        wording.ruling_head(ruling),
    )
    return after_colon(wording.joined(head), change_text(change, match, instead))


def _shelf_words() -> dict[Shelf, tuple[str, str]]:
    return {
        Shelf.GIVEN: (tr("Given"), tr("What was given")),
        Shelf.NOT_GIVEN: (tr("Not given"), tr("What was not given, and what was missing")),
        Shelf.OPEN: (tr_in("questions", "Open"), tr("Questions that would change the score")),
        Shelf.OTHER: (tr("Other"), tr("Violations, and what was not counted")),
    }
