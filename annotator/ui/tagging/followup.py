"""The questions about the tag just made, or selected: answered by the digit row, or ignored."""

from __future__ import annotations

from fractions import Fraction

from PyQt6.QtCore import QEvent, Qt, pyqtSignal
from PyQt6.QtWidgets import (
    QCompleter,
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
from annotator.model.vocabulary import TECHNIQUES, Detail
from annotator.text import tr, word
from annotator.ui.tagging.answers import AnswerButton, answer_style, summary
from annotator.ui.tagging.questions import (
    PER_PAGE,
    Choice,
    asked_at_first,
    choices,
    first_open,
    question_text,
    questions,
)
from annotator.ui.tagging.tagger import Moment
from annotator.ui.views.theme import Theme, scaled
from annotator.ui.views.wording import person_text, tag_name


class FollowUp(QWidget):
    """One question at a time about one tag. Nothing has to be answered."""

    edit_wanted = pyqtSignal(object)
    left = pyqtSignal()
    """The user is done with typing: the film takes the keys again."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._match = Match()
        self._tag: Tag | None = None
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
        self._summary.linkActivated.connect(self.ask)
        self.technique = QLineEdit(self)
        self.technique.setPlaceholderText(tr("Technique (Enter)…"))
        self.technique.setAccessibleName(tr("Technique"))
        self.technique.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        completer = QCompleter([word(name) for name in TECHNIQUES], self.technique)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.technique.setCompleter(completer)
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

    def _details(self) -> tuple[Detail, ...]:
        return questions(self._tag, self._match) if self._tag is not None else ()

    def _limit(self) -> int:
        """How many of the questions are asked now: the first ones, or all once more was wanted."""
        details = self._details()
        if self._tag is None or self._more:
            return len(details)
        return asked_at_first(self._tag, details)

    def set_tag(self, match: Match, tag_id: str | None) -> None:
        """Ask about this tag, from its first question without an answer."""
        self._match = match
        tag = match.by_id(tag_id) if tag_id else None
        before = self._tag
        if tag is None or before is None or tag.id != before.id:
            details = questions(tag, match) if tag else ()
            first = details[: asked_at_first(tag, details)] if tag else ()
            self._number = first_open(tag, first) if tag else None
            self._page, self._more = 0, False
            typed = self.note.text()
            self._tag = tag
            self.note.setText(tag.note if tag else "")
            self.note.setCursorPosition(0)
            if before is not None and typed != before.note and match.by_id(before.id):
                # A note still being typed belongs to the tag that it was begun for.
                self.edit_wanted.emit(SetNote(before.id, typed))
        self._tag = self._match.by_id(tag_id) if tag_id else None
        if before is not None and self._tag is not None and not self._giving:
            self._follow_answers(before, self._tag)
        self._show()

    def _follow_answers(self, before: Tag, tag: Tag) -> None:
        """An answer came or went by another way than here (undo, the table): ask what is open."""
        if before.id != tag.id:
            return
        if before.tag != tag.tag:
            self._number, self._page = first_open(tag, self._details()[: self._limit()]), 0
            return
        for number, detail in enumerate(self._details()):
            if before.details.get(detail.key) != tag.details.get(detail.key):
                given = detail.key in tag.details
                self._number, self._page = (self._open_after(number) if given else number), 0
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

    def set_note_hint(self, key: str) -> None:
        """Which key leads to the note."""
        self.note.setPlaceholderText(tr("Note ({key})…", key=key))

    # ------------------------------------------------------------------ answering

    def answer(self, number: int) -> None:
        """Give the answer with this digit, and go on to the next question without one."""
        if self._tag is None or self._number is None or not 1 <= number <= len(self._shown):
            return
        detail = self._details()[self._number]
        choice = self._shown[number - 1]
        self._give(detail.key, None if choice.given else choice.value)

    def _give(self, key: str, value: str | None) -> None:
        assert self._tag is not None
        if value == "here":
            value = write_fraction(self._moment.time)
        asked, self._page = self._number, 0
        self._giving = True
        self.edit_wanted.emit(Answer(self._tag.id, key, value))
        self._giving = False
        if value is not None and asked is not None and self._tag is not None:
            self._number = self._open_after(asked)
        self._show()

    def ask(self, key: str) -> None:
        """Ask about this detail of the tag now."""
        details = self._details()
        keys = [detail.key for detail in details]
        if key in keys:
            self._number, self._page = keys.index(key), 0
            self._more = self._more or self._number >= self._limit()
            self._show()

    def next_question(self) -> None:
        """More answers to this question if there are, else the next question; then those left."""
        details = self._details()
        if self._tag is None or not details:
            return
        if self._number is None:
            first = self._limit()
            left = first_open(self._tag, details[first:])
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
        every = choices(self._tag, self._details()[self._number])
        return (self._page + 1) * PER_PAGE < len(every)

    def _open_after(self, number: int) -> int | None:
        assert self._tag is not None
        details = self._details()
        for later in range(number + 1, self._limit()):
            if details[later].key not in self._tag.details:
                return later
        return None

    def edit_text(self) -> None:
        """Type the technique of a submission; else begin again with the first question."""
        if self.technique.isVisible():
            self.technique.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.technique.selectAll()
        elif self._details():
            self._number, self._page = 0, 0
            self._show()

    def edit_note(self) -> None:
        """Type the note."""
        if self._tag is not None:
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
            detail = details[self._number]
            self._question.setText(
                tr("{n} of {all} · {question}", n=self._number + 1,
                   all=limit if self._number < limit else len(details),
                   question=question_text(tag, detail, self._match))
            )  # fmt: skip
            self.skip.setText(tr("0  more answers") if self._more_answers() else tr("0  skip"))
            every = choices(tag, detail)
            self._show_choices(every[self._page * PER_PAGE : (self._page + 1) * PER_PAGE])
        links = summary(tag, details, self._number, limit, self._decisive, Theme.of(self.palette()))
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
            button.setToolTip(tr("Assumed while nothing is answered") if choice.ordinary else "")
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
        self.take_technique()
        self.left.emit()

    def take_technique(self) -> None:
        """Answer with the technique that is being typed, if it is one."""
        text = self.technique.text().strip().lower()
        found = [name for name in TECHNIQUES if word(name).lower() == text]
        found = found or [name for name in TECHNIQUES if text and text in word(name).lower()]
        if found and self._tag is not None:
            self._number = 0
            self._give("technique", found[0])
        self.technique.clear()

    def _note_typed(self) -> None:
        tag = self._tag
        if tag is not None and self.note.text() != tag.note:
            self.edit_wanted.emit(SetNote(tag.id, self.note.text()))
