"""The score strip: the match clock, the leading ruleset's scoreboard, and in small the others'."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from PyQt6.QtCore import QEvent, QObject, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QResizeEvent
from PyQt6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from annotator.model.match import Match
from annotator.scoring import wording
from annotator.scoring.board import Running, board_at, clock_face
from annotator.text import tr
from annotator.ui.views.score_card import WIDEST, ScoreCard
from annotator.ui.views.theme import scaled, tabular
from annotator.ui.views.view import MatchView

if TYPE_CHECKING:
    from annotator.scoring.holds import Hold

SMALL_ROWS = 3
"""So many small boards stand below each other."""


class ScoreStrip(MatchView):
    """One ruleset's board in full, the others as small strips beside it.

    A strip that is pressed becomes the full board, and says `ruleset_chosen`.
    """

    ruleset_chosen = pyqtSignal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._running: dict[str, Running] = {}
        self._cards: list[ScoreCard] = []
        self._lead = ""
        self._holds: dict[str, tuple[Hold, ...]] = {}
        self._flipped = False
        self._reading = True  # the rulesets; nothing was scored yet
        self._clock = QLabel(self)
        self._state = QLabel(self)
        self._hint = QLabel(self)
        for label in (self._clock, self._state):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        left = QVBoxLayout()
        left.setSpacing(0)
        left.addStretch(1)
        left.addWidget(self._clock)
        left.addWidget(self._state)
        left.addStretch(1)
        self._row = QWidget(self)
        self._grid = QGridLayout(self._row)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(6)
        self._grid.setVerticalSpacing(3)
        self._grid.addWidget(self._hint, 0, 0)
        self._grid.setColumnStretch(0, 2)
        self._area = QScrollArea(self)
        self._area.setWidget(self._row)
        self._area.setWidgetResizable(True)
        self._area.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._row.installEventFilter(self)
        box = QHBoxLayout(self)
        box.setContentsMargins(8, 4, 4, 4)
        box.setSpacing(12)
        box.addLayout(left)
        box.addWidget(self._area, 1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._theme_changed()
        self._language_changed()

    def cards(self) -> list[ScoreCard]:
        """The cards shown, in the order of the rulesets."""
        return self._cards[: len(self._rulesets)]

    def leading(self) -> str:
        """The id of the ruleset whose board is shown in full: the one chosen, else the first."""
        known = [ruleset.id for ruleset in self._rulesets]
        return self._lead if self._lead in known else known[0] if known else ""

    def set_leading(self, ruleset_id: str) -> None:
        """Show this ruleset's board in full."""
        self._lead = ruleset_id
        self._arrange()

    def lead_next(self) -> str:
        """Show the next ruleset's board in full; returns its id."""
        known = [ruleset.id for ruleset in self._rulesets]
        if known:
            self.set_leading(known[(known.index(self.leading()) + 1) % len(known)])
        return self.leading()

    def set_holds(self, holds: dict[str, tuple[Hold, ...]]) -> None:
        """When which holds run, by ruleset id, for boards that show their seconds."""
        self._holds = dict(holds)
        self._show()

    def set_flipped(self, flipped: bool) -> None:
        """Whether blue comes first, as the scorer's table sees them."""
        self._flipped = flipped
        self._show()

    @property
    def flipped(self) -> bool:
        return self._flipped

    def set_reading(self, reading: bool) -> None:
        """Say that rulesets are still being read, or that one can be chosen."""
        self._reading = reading
        self._show_hint()

    def clock_text(self) -> str:
        """What the clock shows."""
        return self._clock.text()

    def sizeHint(self) -> QSize:
        """High enough for the clock and the cards, and for the bar under them where they find no
        room.
        """
        high = self._row.sizeHint().height()
        bar = self._area.horizontalScrollBar()
        if bar is not None and self._area.width() < self._row.minimumSizeHint().width():
            high += bar.sizeHint().height()
        clock = self._clock.sizeHint().height() + self._state.sizeHint().height()
        return QSize(640, max(high, clock) + 8)

    def minimumSizeHint(self) -> QSize:
        """One card and the clock."""
        return QSize(260, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        """Ask for more height when the cards no longer fit beside each other."""
        super().resizeEvent(event)
        self.updateGeometry()

    def eventFilter(self, watched: QObject | None, event: QEvent | None) -> bool:
        """Follow the cards when their height changes."""
        if watched is self._row and event is not None and event.type() is QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)

    def _match_changed(self, before: Match) -> None:
        self._show()

    def _sheets_changed(self) -> None:
        self._running = {rules.id: Running(self._sheets[rules.id]) for rules in self._rulesets}
        # Cards are kept and filled anew; one too many is hidden, for taking it out of the layout
        # while its press is still being handled would be unsafe.
        while len(self._cards) < len(self._rulesets):
            card = ScoreCard(self._theme, self._row)
            card.clicked.connect(self._pressed)
            self._cards.append(card)
        self._holds = {}
        for number, card in enumerate(self._cards):
            card.setVisible(number < len(self._rulesets))
        self._hint.setVisible(not self._rulesets)
        self._arrange()

    def _playhead_changed(self, before: Fraction) -> None:
        self._show()

    def _theme_changed(self) -> None:
        self._clock.setFont(tabular(scaled(self.font(), 2.2, bold=True)))
        self._state.setFont(scaled(self.font(), 0.85))
        width = self._clock.fontMetrics().horizontalAdvance("00:00")
        self._clock.setMinimumWidth(width)
        palette = self._state.palette()
        palette.setColor(palette.ColorRole.WindowText, self._theme.muted)
        self._state.setPalette(palette)
        for card in self._cards:
            card.set_theme(self._theme)

    def _language_changed(self) -> None:
        self._show_hint()
        self._area.setAccessibleName(tr("Scores"))
        self._show()

    def _arrange(self) -> None:
        """The leading board in full at the left, the others in small beside it."""
        leading, others = self.leading(), 0
        for card in self._cards:
            self._grid.removeWidget(card)
        for card, rules in zip(self._cards, self._rulesets, strict=False):
            card.set_small(rules.id != leading)
            if rules.id == leading:
                self._grid.addWidget(card, 0, 0, SMALL_ROWS, 1)
            else:
                self._grid.addWidget(card, others % SMALL_ROWS, 1 + others // SMALL_ROWS)
                others += 1
        # Boards have a greatest width; on a wide window they stay together at the left.
        columns = 1 + -(-others // SMALL_ROWS)
        self._row.setMaximumWidth(columns * (WIDEST + self._grid.horizontalSpacing()))
        self._show()

    def _show_hint(self) -> None:
        self._hint.setText(
            tr("Reading the rulesets…")
            if self._reading
            else tr("Choose a ruleset to see the score.")
        )

    def _show(self) -> None:
        manner = next((each.board for each in self._rulesets if each.id == self.leading()), None)
        up = manner is not None and manner.clock == "up"
        face = clock_face(self._match, self._playhead, up=up)
        self._clock.setText(face.text)
        self._state.setText(face.state)
        self._clock.setAccessibleName(
            tr("Match clock {time}, {state}", time=face.text, state=face.state)
        )
        headings = wording.headings(self._rulesets)
        for card, rules in zip(self._cards, self._rulesets, strict=False):
            sheet, running = self._sheets[rules.id], self._running[rules.id]
            head = headings[rules.id]
            board = board_at(
                self._match, sheet, rules, running, self._playhead, head,
                holds=self._holds.get(rules.id, ()), flipped=self._flipped,
            )  # fmt: skip
            card.set_board(board)

    def _pressed(self) -> None:
        card = self.sender()
        if isinstance(card, ScoreCard) and (board := card.board()) is not None:
            self.set_leading(board.ruleset)
            self.ruleset_chosen.emit(board.ruleset)
