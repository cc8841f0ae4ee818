"""The questions about the tag just made, or selected: answered by the digit row, or ignored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from PyQt6.QtCore import QEvent, Qt, pyqtSignal
from PyQt6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from annotator.model.edits import Answer, SetNote
from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.time import FrameRef, clock_text, write_fraction
from annotator.scoring.wording import joined, person_text, tag_name
from annotator.text import tr
from annotator.ui.tagging.answers import AnswerButton, answer_style, summary
from annotator.ui.tagging.questions import (
    NOTHING_CHOSEN,
    PER_PAGE,
    Asked,
    Choice,
    Chosen,
    Concerns,
    Questions,
    choices,
    first_open,
    question_text,
    questions,
)
from annotator.ui.tagging.tagger import Moment
from annotator.ui.tagging.technique_field import TechniqueField
from annotator.ui.views.theme import Theme, scaled


class FollowUp(QWidget):
    """One question at a time about one tag. Nothing has to be answered."""

    edit_wanted = pyqtSignal(object)
    technique_given = pyqtSignal(str)
    """A submission's technique was answered here."""
    left = pyqtSignal()
    """The user is done with typing: the film takes the keys again."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._match = Match()
        self._tag: Tag | None = None
        self._questions = Questions()
        self._concerns: Concerns | None = None
        self._chosen: Chosen = NOTHING_CHOSEN
        self._recent: tuple[str, ...] = ()
        self._number: int | None = None
        self._page = 0
        self._more = False
        self._giving = False
        self._moment = Moment(Fraction(0))
        self._decisive: frozenset[tuple[str, str]] = frozenset()
        self._shown: tuple[Choice, ...] = ()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(3)
        self._head = QLabel(self)
        self._head.setFont(scaled(self.font(), 1.0, bold=True))
        self._head.setWordWrap(True)  # else a frame number would lose digits at the edge
        self._question = QLabel(self)
        self._question.setWordWrap(True)
        self._grid = QGridLayout()
        self._grid.setSpacing(3)
        self._buttons = [AnswerButton(number, self) for number in range(1, PER_PAGE + 1)]
        for button in self._buttons:
            button.clicked.connect(self._clicked)
            button.hide()
        # The key that goes on stands beside the answers, so that nobody has to look it up.
        self.skip = QPushButton(self)
        self.skip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.skip.clicked.connect(self.next_question)
        self._summary = QLabel(self)
        self._summary.setWordWrap(True)
        self._summary.setTextFormat(Qt.TextFormat.RichText)
        self._summary.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._summary.linkActivated.connect(self._link)
        self.technique = TechniqueField(self)
        self.technique.returnPressed.connect(self._technique_typed)
        self.note = QLineEdit(self)
        self.note.setAccessibleName(tr("Note on the tag"))
        self.note.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.note.editingFinished.connect(self._note_typed)
        self.note.returnPressed.connect(self.left)
        texts = QHBoxLayout()
        texts.setSpacing(4)
        texts.addWidget(self.technique, 1)
        texts.addWidget(self.note, 1)
        layout.addWidget(self._head)
        layout.addWidget(self._question)
        layout.addLayout(self._grid)
        layout.addWidget(self._summary)
        layout.addLayout(texts)
        layout.addStretch(1)
        self.set_roomy(True)
        self._show()

    # ------------------------------------------------------------------ what it is given

    def set_roomy(self, roomy: bool) -> None:
        """Keep room for a question with many answers, so that the tag buttons above do not move with
        every question; on a small screen less of it, and all the more of the buttons is seen.
        """
        self.setMinimumHeight(self.fontMetrics().height() * (9 if roomy else 6))

    @property
    def tag_id(self) -> str | None:
        return self._tag.id if self._tag else None

    @property
    def asking(self) -> bool:
        """Whether a digit would answer something now."""
        return bool(self._details())

    def _details(self) -> tuple[Asked, ...]:
        return self._questions.asked

    def _limit(self) -> int:
        """How many of the questions are asked now: the first ones, or all once more was wanted."""
        return len(self._details()) if self._more else self._questions.at_first

    def _reread(self) -> None:
        """Which questions there are may have changed: the one that is asked stays the one asked."""
        now = self._details()[self._number] if self._number is not None else None
        tag = self._tag
        self._questions = (
            Questions()
            if tag is None
            else questions(tag, self._match, self._concerns, self._chosen)
        )
        if now is not None:
            same = [n for n, one in enumerate(self._details()) if _same(one, now)]
            self._number = same[0] if same else first_open(self._details()[: self._limit()])
            self._page = self._page if same else 0

    def set_tag(self, match: Match, tag_id: str | None) -> None:
        """Ask about this tag, from its first question without an answer."""
        self._match = match
        tag = match.by_id(tag_id) if tag_id else None
        before, answered = self._tag, {(o.tag.id, o.key): o.value for o in self._details()}
        self._tag = tag
        if tag is None or before is None or tag.id != before.id or tag.tag != before.tag:
            self._number, self._page, self._more = None, 0, False
            self._reread()
            self._number = first_open(self._details()[: self._limit()])
        else:
            self._reread()
            if not self._giving:
                self._follow_answers(answered)
        if before is None or tag is None or tag.id != before.id:
            typed = self.note.text()
            self.note.setText(tag.note if tag else "")
            self.note.setCursorPosition(0)
            if before is not None and typed != before.note and match.by_id(before.id):
                # A note still being typed belongs to the tag that it was begun for.
                self.edit_wanted.emit(SetNote(before.id, typed))
        self._show()

    def _follow_answers(self, before: Mapping[tuple[str, str], str | None]) -> None:
        """An answer came or went by another way than here (undo, the table): ask what is open."""
        for number, one in enumerate(self._details()):
            if before.get((one.tag.id, one.key), one.value) != one.value:
                self._number = number if one.value is None else self._open_after(number)
                self._page = 0
                return

    def set_match(self, match: Match) -> None:
        """The same tag in the match as it is now; nothing if it is gone."""
        self.set_tag(match, self.tag_id)

    def set_moment(self, moment: Moment) -> None:
        """Where `from this frame on` is."""
        self._moment = moment

    def set_decisive(self, details: frozenset[tuple[str, str]]) -> None:
        """Tag id and detail of the questions whose answer would change a score."""
        if details != self._decisive:
            self._decisive = details
            self._show()

    def set_chosen(self, chosen: Chosen) -> None:
        """What the template in use asks at first about which tag."""
        if chosen != self._chosen:
            self._chosen = chosen
            self._reread()
            self._show()

    def set_concerns(self, concerns: Concerns) -> None:
        """What the chosen rulesets ask about: the rest waits behind “more”."""
        if concerns != self._concerns:
            was_done = self._number is None and bool(self._details())
            self._concerns = concerns
            self._reread()
            if not was_done and (self._number is None or self._number >= self._limit()):
                self._number = first_open(self._details()[: self._limit()])
            self._show()

    def set_recent(self, techniques: Sequence[str]) -> None:
        """Techniques used last, newest first: they have the first digits."""
        if tuple(techniques) != self._recent:
            self._recent = tuple(techniques)
            self.technique.set_recent(self._recent)
            self._show()

    def set_note_hint(self, key: str) -> None:
        """Which key leads to the note."""
        self.note.setPlaceholderText(tr("Note ({key})…", key=key))

    # ------------------------------------------------------------------ answering

    def answer(self, number: int) -> None:
        """Give the answer with this digit, and go on to the next question without one."""
        if self._tag is None or self._number is None or not 1 <= number <= len(self._shown):
            return
        one, choice = self._details()[self._number], self._shown[number - 1]
        self._give(one, None if choice.given else choice.value)

    def _give(self, one: Asked, value: str | None) -> None:
        if value == "here":
            value = write_fraction(self._moment.time)
        self._page = 0
        self._giving = True
        self.edit_wanted.emit(Answer(one.tag.id, one.key, value))
        self._giving = False
        places = [number for number, each in enumerate(self._details()) if _same(each, one)]
        if value is not None and places:
            self._number = self._open_after(places[0])
        self._show()
        if one.key == "technique" and value is not None:
            self.technique_given.emit(value)

    def ask(self, key: str) -> None:
        """Ask about this detail of the tag now."""
        own = [
            n for n, one in enumerate(self._details()) if one.tag is self._tag and one.key == key
        ]
        if own:
            self._number, self._page = own[0], 0
            self._more = self._more or self._number >= self._limit()
            self._show()

    def _link(self, number: str) -> None:
        """A question of the summary was clicked."""
        self._number, self._page = int(number), 0
        self._show()

    def next_question(self) -> None:
        """More answers to this question if there are, else the next question; then those left."""
        details = self._details()
        if self._tag is None or not details:
            return
        if self._number is None:
            first = self._limit()
            left = first_open(details[first:])
            self._more = True
            self._number = 0 if first == len(details) else first + (left or 0)
        elif self._more_answers():
            self._page += 1
        else:
            self._page = 0
            self._number = self._number + 1 if self._number + 1 < self._limit() else None
        self._show()

    def _more_answers(self) -> bool:
        if self._tag is None or self._number is None:
            return False
        one = self._details()[self._number]
        every = choices(one.tag, one.detail, self._recent)
        return (self._page + 1) * PER_PAGE < len(every)

    def _open_after(self, number: int) -> int | None:
        details = self._details()
        later = range(number + 1, self._limit())
        return next((place for place in later if details[place].value is None), None)

    def edit_text(self) -> None:
        """Type the technique of a submission; else begin again with the first question."""
        if self.technique.isVisible():
            self.activateWindow()
            self.technique.open()
        elif self._details():
            self._number, self._page = 0, 0
            self._show()

    def edit_note(self) -> None:
        """Type the note, also where a dialog that was closed left the window without the keys."""
        if self._tag is not None:
            self.activateWindow()
            self.note.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # ------------------------------------------------------------------ showing

    def _show(self) -> None:
        tag = self._tag
        for widget in (self._question, self._summary, self.note):
            widget.setVisible(tag is not None)
        self.skip.setVisible(self.asking)
        self.technique.setVisible(tag is not None and tag.tag == "submission")
        if tag is None:
            self._head.setText(tr("No tag selected"))
            self._show_choices(())
            return
        who = person_text(self._match, tag.athlete)
        frame = str(FrameRef(tag.frame, tag.film)) if tag.frame is not None else ""
        parts = (tag_name(tag), who, clock_text(tag.start, 2), frame)
        self._head.setText(" · ".join(part for part in parts if part))
        if not self.note.hasFocus() and self.note.text() != tag.note:
            self.note.setText(tag.note)
            self.note.setCursorPosition(0)
        details, limit = self._details(), self._limit()
        if self._number is None:
            left = len(details) - limit
            self._question.setText(
                tr("The usual questions are done.") if left else tr("Nothing more to answer.")
            )
            self.skip.setText(tr("0  more ({n})", n=left) if left else tr("0  from the start"))
            self._question.setVisible(bool(details))
            self._show_choices(())
        else:
            one = details[self._number]
            asked = question_text(one.tag, one.detail, self._match)
            if one.tag is not tag:
                asked = joined((asked, clock_text(one.tag.start, 1)))
            self._question.setText(
                tr("{n} of {all} · {question}", n=self._number + 1,
                   all=limit if self._number < limit else len(details), question=asked)
            )  # fmt: skip
            self.skip.setText(tr("0  more answers") if self._more_answers() else tr("0  skip"))
            every = choices(one.tag, one.detail, self._recent)
            self._show_choices(every[self._page * PER_PAGE : (self._page + 1) * PER_PAGE])
        links = summary(details, self._number, limit, self._decisive, Theme.of(self.palette()))
        self._summary.setText(links)
        self._summary.setVisible(bool(details))

    def _show_choices(self, shown: tuple[Choice, ...]) -> None:
        self._shown = shown
        theme = Theme.of(self.palette())
        longest = max((len(choice.label) for choice in shown), default=0)
        columns = 9 if longest <= 1 else 5 if longest <= 4 else 3 if longest <= 15 else 2
        for button in self._buttons:
            self._grid.removeWidget(button)
            button.setVisible(button.number <= len(shown))
        for place, choice in enumerate(shown):
            button = self._buttons[place]
            button.setText(
                choice.label if choice.label == str(place + 1) else f"{place + 1}  {choice.label}"
            )
            button.setStyleSheet(answer_style(choice, theme))
            button.setToolTip(tr("Assumed while nothing is answered") if choice.assumed else "")
            self._grid.addWidget(button, place // columns, place % columns)
        self._grid.removeWidget(self.skip)
        self.skip.setStyleSheet(answer_style(Choice("", ""), theme))
        self._grid.addWidget(self.skip, len(shown) // columns, len(shown) % columns)

    def changeEvent(self, event: QEvent | None) -> None:
        super().changeEvent(event)
        if event is not None and event.type() is QEvent.Type.PaletteChange:
            self._show()

    # ------------------------------------------------------------------ signals of the parts

    def _clicked(self) -> None:
        button = self.sender()
        assert isinstance(button, AnswerButton)
        self.answer(button.number)

    def _technique_typed(self) -> None:
        """Enter: the technique typed; with nothing typed, or none that there is, it is `other`."""
        tag, text = self._tag, self.technique.text().strip()
        self.take_technique()
        asked = [one for one in self._details() if one.key == "technique" and one.value is None]
        if tag is not None and asked:
            self._give(asked[0], "other")
            if text and not tag.note:
                # What has no name here is not lost.
                self.edit_wanted.emit(SetNote(tag.id, text))
        self.left.emit()

    def take_technique(self) -> None:
        """Answer with the technique that is being typed, if it is one."""
        found = self.technique.take()
        for one in self._details():
            if found is not None and one.key == "technique" and one.value != found:
                self._give(one, found)

    def _note_typed(self) -> None:
        tag = self._tag
        if tag is not None and self.note.text() != tag.note:
            self.edit_wanted.emit(SetNote(tag.id, self.note.text()))


def _same(one: Asked, other: Asked) -> bool:
    """Whether it is the same question, whatever was answered since."""
    return (one.tag.id, one.key) == (other.tag.id, other.key)
