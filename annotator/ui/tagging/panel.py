"""The tag panel: every tag as a button in the place of its key, lit while its fact holds."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtWidgets import (
    QApplication,
    QFrame,
    QGridLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.time import clock_text
from annotator.model.timeline import Stay, read_timeline
from annotator.model.vocabulary import VOCABULARY, Athlete
from annotator.text import caption, tr, word
from annotator.ui.tagging.athletes import AthleteBar
from annotator.ui.tagging.buttons import Look, TagButton
from annotator.ui.tagging.hold_bar import HoldBar
from annotator.ui.tagging.last_tag import LastTag
from annotator.ui.tagging.marks import marks
from annotator.ui.tagging.now_bar import NowBar
from annotator.ui.tagging.running import lights
from annotator.ui.tagging.tagger import Tagger, on_top, running, whistle
from annotator.ui.tagging.template import ACTIONS, POSITIONS, PREFIX, RARE, REFEREE, WHISTLE, TagKey
from annotator.ui.views.theme import scaled
from annotator.ui.views.wording import capital, name_of

_COLUMNS = 4
# The whistle makes these; their keys stay, but two buttons of one name would only confuse.
_WHISTLED = ("start", "stop", "resume")


def _short(name: str) -> str:
    """What of a name finds room on a button: the family name, as on scoreboards."""
    return name.rpartition(" ")[2]


class TagPanel(QWidget):
    """Buttons for all tags. Which tag is for whom is the Tagger's to say; it is shown here."""

    tag_wanted = pyqtSignal(str, bool)
    """A tag's name, and whether Shift was held."""
    whistle_wanted = pyqtSignal()

    def __init__(self, tagger: Tagger, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tagger = tagger
        self._match = Match()
        self._time = Fraction(0)
        self._shift = False
        self._prefix = ""
        self.buttons: dict[str, TagButton] = {}
        self._keys: dict[str, TagKey] = {}
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        self.athletes = AthleteBar(self)
        self.athletes.chosen.connect(self._choose)
        layout.addWidget(self.athletes)
        self.holds = HoldBar(self)
        layout.addWidget(self.holds)
        self._scroll = QScrollArea(self)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # Always there: buttons must not change their width when the questions below grow.
        self._scroll.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        layout.addWidget(self._scroll, 1)
        inside = QWidget(self._scroll)
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 2, 2)
        column.setSpacing(3)
        self._heads: list[QLabel] = []
        for title, rows in (
            (tr("Positions: who is on top"), POSITIONS),
            (tr("Actions"), ACTIONS),
            (tr("Referee"), REFEREE),
            (tr("Rare"), tuple(row for row in RARE if row.tag not in _WHISTLED)),
        ):
            head = QLabel(title, inside)
            head.setFont(scaled(self.font(), 0.85, bold=True))
            self._heads.append(head)
            column.addWidget(head)
            # What room there is goes to the buttons, row by row alike.
            column.addLayout(self._grid(rows, inside), -(-len(rows) // _COLUMNS))
        self._rare_head = self._heads[-1]
        self._scroll.setWidget(inside)
        self.now = NowBar(self)
        layout.addWidget(self.now)
        self.last = LastTag(self)
        layout.addWidget(self.last)

    def _grid(self, rows: tuple[TagKey, ...], inside: QWidget) -> QGridLayout:
        grid = QGridLayout()
        grid.setSpacing(3)
        for place, row in enumerate(rows):
            button = TagButton(row.tag, capital(caption(row.tag)), inside)
            button.clicked.connect(self._clicked)
            self.buttons[row.tag] = button
            self._keys[row.tag] = row
            grid.addWidget(button, place // _COLUMNS, place % _COLUMNS)
        for column in range(_COLUMNS):
            grid.setColumnStretch(column, 1)
        return grid

    # ------------------------------------------------------------------ what it is given

    def set_labels(self, label: Callable[[str], str]) -> None:
        """Print the keys on the buttons; `label` says what the user's keyboard shows for one."""
        for name, button in self.buttons.items():
            row = self._keys[name]
            button.set_key(label(row.key))
            button.setToolTip(self._tip(row, label))
            button.setAccessibleName(f"{button.text()} ({button.key_label})")
        self._rare_head.setText(tr("Rare: press {key}, then", key=label(PREFIX)))

    @staticmethod
    def _tip(row: TagKey, label: Callable[[str], str]) -> str:
        if row.tag == WHISTLE:
            return tr("Start, stop or resume the clock: {key}", key=label(row.key))
        kind = VOCABULARY[row.tag]
        parts = [f"{capital(word(row.tag))}: {label(row.key)}"]
        if kind.who_means:
            parts.append(tr("Athlete: {who}; Shift: the other", who=tr(kind.who_means)))
        if kind.span:
            parts.append(tr("Press again where it ends"))
        return "\n".join(parts)

    def set_match(self, match: Match) -> None:
        self._match = match
        self.refresh()

    def set_time(self, time: Fraction) -> None:
        self._time = time
        self.refresh()

    def set_shift(self, shift: bool) -> None:
        """Shift is held: every button shows the other athlete."""
        self._shift = shift
        self.refresh()

    def set_prefix(self, prefix: str) -> None:
        """A first stroke waits: show the buttons that a second one can reach."""
        self._prefix = prefix
        for name, button in self.buttons.items():
            button.set_dimmed(bool(prefix) and not self._keys[name].rare)
        bar = self._scroll.verticalScrollBar()
        if bar is not None:
            bar.setValue(self._rare_head.y() if prefix else 0)

    # ------------------------------------------------------------------ showing

    def refresh(self) -> None:
        """Light what holds at this time, and show for whom each key is."""
        time, match = self._time, self._match
        stay = read_timeline(match).stay_at(time)
        spans: dict[str, Tag] = {tag.tag: tag for tag in running(match, time)}
        for name, button in self.buttons.items():
            if name == WHISTLE:
                self._show_whistle(button)
                continue
            athlete = self._tagger.athlete(match, name, time, self._shift)
            button.set_look(self._look(name, athlete, stay, spans.get(name)))
        self.now.show_lights(lights(match, time))
        self.holds.set_time(time)
        top = on_top(match, time)
        meant = top or self._tagger.first
        if self._shift:
            meant = "blue" if meant == "red" else "red"
        self.athletes.show_athletes(match, meant, top)

    def _look(
        self, name: str, athlete: Athlete | None, stay: Stay | None, span: Tag | None
    ) -> Look:
        if span is not None:
            since = clock_text(self._time - span.start, 1)
            return Look(span.athlete, lit=True, lit_for=span.athlete, since=since)
        if stay is not None and stay.position == name:
            since = clock_text(self._time - stay.start, 1)
            return Look(stay.top, lit=True, lit_for=stay.top, since=since)
        if name == "mark":
            left = len(marks(self._match))
            return Look(None, since=tr("{n} left", n=left) if left else "")
        return Look(athlete, name=_short(name_of(self._match, athlete)))

    def _show_whistle(self, button: TagButton) -> None:
        command = whistle(self._match, self._time)
        button.setText(capital(word(command)) if command else tr("Over"))

    # ------------------------------------------------------------------ clicks

    def _clicked(self) -> None:
        button = self.sender()
        assert isinstance(button, TagButton)
        if button.tag == WHISTLE:
            self.whistle_wanted.emit()
            return
        shift = bool(QApplication.keyboardModifiers() & Qt.KeyboardModifier.ShiftModifier)
        self.tag_wanted.emit(button.tag, shift)

    def _choose(self, athlete: str) -> None:
        self._tagger.first = "blue" if athlete == "blue" else "red"
        self.refresh()
