"""The tag panel: every tag as a button in the place of its key, lit while its fact holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from operator import attrgetter

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtWidgets import (
    QApplication,
    QFrame,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.template import WHISTLE, Button, Template
from annotator.model.time import clock_text
from annotator.model.timeline import Stay, read_timeline
from annotator.model.vocabulary import Athlete
from annotator.scoring.wording import capital, name_of
from annotator.text import tr, word
from annotator.ui.tagging.athletes import AthleteBar
from annotator.ui.tagging.board import ButtonBoard
from annotator.ui.tagging.buttons import Look, TagButton
from annotator.ui.tagging.hold_bar import HoldBar
from annotator.ui.tagging.last_tag import LastTag
from annotator.ui.tagging.marks import marks
from annotator.ui.tagging.now_bar import NowBar
from annotator.ui.tagging.running import lights
from annotator.ui.tagging.tagger import Tagger, on_top, running, says, whistle
from annotator.ui.tagging.template import SHIPPED

_NO_SPAN: Sequence[Tag] = ()
KeyOf = Callable[[Button], str]


def _short(name: str) -> str:
    """What of a name finds room on a button: the family name, as on scoreboards."""
    return name.rpartition(" ")[2]


class TagPanel(QWidget):
    """The buttons of a template. Which tag is for whom is the Tagger's to say; it is shown here."""

    tag_wanted = pyqtSignal(object, bool)
    """A `Button` of the template, and whether Shift was held."""
    whistle_wanted = pyqtSignal()

    def __init__(self, tagger: Tagger, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tagger = tagger
        self._match = Match()
        self._time = Fraction(0)
        self._shift = False
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
        self.set_template(SHIPPED)
        self.now = NowBar(self)
        layout.addWidget(self.now)
        self.last = LastTag(self)
        layout.addWidget(self.last)

    # ------------------------------------------------------------------ what it is given

    def set_template(self, template: Template) -> None:
        """Show the buttons of this template; their keys are printed by `set_labels`."""
        self._board = ButtonBoard(template, self._scroll)
        self._board.pressed.connect(self._pressed)
        self._scroll.setWidget(self._board)  # which deletes the one before

    @property
    def template(self) -> Template:
        """Whose buttons are shown."""
        return self._board.template

    @property
    def buttons(self) -> Mapping[str, TagButton]:
        """The buttons that are shown, by the ids that they have in the template."""
        return self._board.buttons

    def set_labels(self, label: Callable[[str], str], key_of: KeyOf = attrgetter("key")) -> None:
        """Print the keys on the buttons: `key_of` says which sequence a button has, `label` what the
        user's keyboard shows for it.
        """
        self._board.set_keys(key_of, label)

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
        top = self._board.dim_but(prefix)
        bar = self._scroll.verticalScrollBar()
        if bar is not None:
            bar.setValue(top)

    # ------------------------------------------------------------------ showing

    def refresh(self) -> None:
        """Light what holds at this time, and show for whom each key is."""
        time, match = self._time, self._match
        stay = read_timeline(match).stay_at(time)
        spans: dict[str, list[Tag]] = {}
        for tag in running(match, time):
            spans.setdefault(tag.tag, []).append(tag)
        for name, widget in self.buttons.items():
            button = self._board.meant[name]
            if button.tag == WHISTLE:
                self._show_whistle(widget, button)
                continue
            athlete = self._tagger.athlete(match, button.tag, time, self._shift)
            widget.set_look(self._look(button, athlete, stay, spans.get(button.tag, _NO_SPAN)))
        self.now.show_lights(lights(match, time))
        self.holds.set_time(time)
        top = on_top(match, time)
        meant = top or self._tagger.first
        if self._shift:
            meant = "blue" if meant == "red" else "red"
        self.athletes.show_athletes(match, meant, top)

    def _look(
        self, button: Button, athlete: Athlete | None, stay: Stay | None, spans: Sequence[Tag]
    ) -> Look:
        span = next((tag for tag in reversed(spans) if says(tag, button)), None)
        if span is not None:
            since = clock_text(self._time - span.start, 1)
            return Look(span.athlete, lit=True, lit_for=span.athlete, since=since)
        if stay is not None and stay.position == button.tag and self._is_held(button, stay):
            since = clock_text(self._time - stay.start, 1)
            return Look(stay.top, lit=True, lit_for=stay.top, since=since)
        if button.tag == "mark":
            left = len(marks(self._match))
            return Look(None, since=tr("{n} left", n=left) if left else "")
        return Look(athlete, name=_short(name_of(self._match, athlete)))

    def _is_held(self, button: Button, stay: Stay) -> bool:
        """Whether the position is held in the manner that the button says."""
        if not button.presets:
            return True
        known = stay.at(self._time).details
        tags = (self._match.by_id(name) for state in stay.states for name in state.tags)
        noted = not button.note or any(tag is not None and button.note in tag.note for tag in tags)
        return noted and all(known.get(key) == value for key, value in button.details.items())

    def _show_whistle(self, widget: TagButton, button: Button) -> None:
        command = whistle(self._match, self._time)
        if not button.caption:
            widget.setText(capital(word(command)) if command else tr("Over"))

    # ------------------------------------------------------------------ clicks

    def _pressed(self, name: str) -> None:
        button = self._board.meant[name]
        if button.tag == WHISTLE:
            self.whistle_wanted.emit()
            return
        shift = bool(QApplication.keyboardModifiers() & Qt.KeyboardModifier.ShiftModifier)
        self.tag_wanted.emit(button, shift)

    def _choose(self, athlete: str) -> None:
        self._tagger.first = "blue" if athlete == "blue" else "red"
        self.refresh()
