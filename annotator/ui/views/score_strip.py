"""The score strip: the match clock, and a scoreboard for each chosen ruleset, at the playhead."""

from __future__ import annotations

from fractions import Fraction

from PyQt6.QtCore import QEvent, QObject, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QResizeEvent
from PyQt6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from annotator.model.match import Match
from annotator.text import tr
from annotator.ui.views import wording
from annotator.ui.views.score_board import Running, board_at, clock_face
from annotator.ui.views.score_card import ScoreCard
from annotator.ui.views.theme import scaled, tabular
from annotator.ui.views.view import MatchView


class ScoreStrip(MatchView):
    """Cards side by side; one that is pressed says `ruleset_chosen`."""

    ruleset_chosen = pyqtSignal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._running: dict[str, Running] = {}
        self._cards: list[ScoreCard] = []
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
        self._cards_box = QHBoxLayout(self._row)
        self._cards_box.setContentsMargins(0, 0, 0, 0)
        self._cards_box.setSpacing(6)
        self._cards_box.addWidget(self._hint)
        self._cards_box.addStretch(0)
        self._area = QScrollArea(self)
        self._area.setWidget(self._row)
        self._area.setWidgetResizable(True)
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
            self._cards_box.insertWidget(len(self._cards), card, 1)
            self._cards.append(card)
        for number, card in enumerate(self._cards):
            card.setVisible(number < len(self._rulesets))
        self._hint.setVisible(not self._rulesets)
        self._show()

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
        self._hint.setText(tr("Choose a ruleset to see the score."))
        self._area.setAccessibleName(tr("Scores"))
        self._show()

    def _show(self) -> None:
        face = clock_face(self._match, self._playhead)
        self._clock.setText(face.text)
        self._state.setText(face.state)
        self._clock.setAccessibleName(
            tr("Match clock {time}, {state}", time=face.text, state=face.state)
        )
        headings = wording.headings(self._rulesets)
        for card, rules in zip(self._cards, self._rulesets, strict=False):
            sheet, running = self._sheets[rules.id], self._running[rules.id]
            head = headings[rules.id]
            card.set_board(board_at(self._match, sheet, rules, running, self._playhead, head))

    def _pressed(self) -> None:
        card = self.sender()
        if isinstance(card, ScoreCard) and (board := card.board()) is not None:
            self.ruleset_chosen.emit(board.ruleset)
