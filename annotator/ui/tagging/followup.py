"""The questions about the tag just made, or selected: answered by the digit row, or ignored."""

from __future__ import annotations

from fractions import Fraction
from html import escape

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
from annotator.model.time import clock_text, write_fraction
from annotator.model.vocabulary import TECHNIQUES
from annotator.text import tr, word
from annotator.ui.tagging.questions import (
    PER_PAGE,
    Choice,
    choices,
    first_open,
    question_text,
    questions,
)
from annotator.ui.tagging.tagger import Moment
from annotator.ui.views.theme import Theme, scaled
from annotator.ui.views.wording import letter, name_of, tag_name


class AnswerButton(QPushButton):
    """An answer with its digit."""

    def __init__(self, number: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.number = number
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)


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
        self._summary = QLabel(self)
        self._summary.setWordWrap(True)
        self._summary.setTextFormat(Qt.TextFormat.RichText)
        self._summary.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._summary.linkActivated.connect(self._ask_about)
        self.technique = QLineEdit(self)
        self.technique.setPlaceholderText(tr("Enter, then type a technique…"))
        self.technique.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        completer = QCompleter([word(name) for name in TECHNIQUES], self.technique)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.technique.setCompleter(completer)
        self.technique.returnPressed.connect(self._technique_typed)
        self.note = QLineEdit(self)
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
        self._show()

    # ------------------------------------------------------------------ what it is given

    @property
    def tag_id(self) -> str | None:
        return self._tag.id if self._tag else None

    @property
    def asking(self) -> bool:
        """Whether a digit would answer something now."""
        return self._tag is not None and self._number is not None

    def set_tag(self, match: Match, tag_id: str | None) -> None:
        """Ask about this tag, from its first question without an answer."""
        self._match = match
        tag = match.by_id(tag_id) if tag_id else None
        before = self._tag
        if tag is None or before is None or tag.id != before.id:
            self._number = first_open(tag) if tag else None
            self._page = 0
            typed = self.note.text()
            self._tag = tag
            self.note.setText(tag.note if tag else "")
            if before is not None and typed != before.note and match.by_id(before.id):
                # A note still being typed belongs to the tag that it was begun for.
                self.edit_wanted.emit(SetNote(before.id, typed))
        self._tag = self._match.by_id(tag_id) if tag_id else None
        self._show()

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
        detail = questions(self._tag)[self._number]
        choice = self._shown[number - 1]
        self._give(detail.key, None if choice.given else choice.value)

    def _give(self, key: str, value: str | None) -> None:
        assert self._tag is not None
        if value == "here":
            value = write_fraction(self._moment.time)
        asked, self._page = self._number, 0
        self.edit_wanted.emit(Answer(self._tag.id, key, value))
        if value is not None and asked is not None and self._tag is not None:
            self._number = self._open_after(asked)
        self._show()

    def next_question(self) -> None:
        """More answers to this question if there are, else the next question."""
        if self._tag is None:
            return
        if self._number is None:
            self._number = 0 if questions(self._tag) else None
        elif (self._page + 1) * PER_PAGE < len(
            choices(self._tag, questions(self._tag)[self._number])
        ):
            self._page += 1
        else:
            self._page = 0
            self._number = (
                self._number + 1 if self._number + 1 < len(questions(self._tag)) else None
            )
        self._show()

    def _open_after(self, number: int) -> int | None:
        assert self._tag is not None
        details = questions(self._tag)
        for later in range(number + 1, len(details)):
            if details[later].key not in self._tag.details:
                return later
        return None

    def edit_text(self) -> None:
        """Type the technique of a submission; else begin again with the first question."""
        if self.technique.isVisible():
            self.technique.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.technique.selectAll()
        elif self._tag is not None and questions(self._tag):
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
        self.technique.setVisible(tag is not None and tag.tag == "submission")
        if tag is None:
            self._head.setText(tr("No tag selected"))
            self._show_choices(())
            return
        who = f"{letter(tag.athlete)} {name_of(self._match, tag.athlete)}" if tag.athlete else ""
        frame = f"f{tag.frame}" if tag.frame is not None else ""
        parts = (tag_name(tag), who, clock_text(tag.start, 2), frame)
        self._head.setText(" · ".join(part for part in parts if part))
        if not self.note.hasFocus() and self.note.text() != tag.note:
            self.note.setText(tag.note)
        details = questions(tag)
        if self._number is None:
            self._question.setText(tr("Nothing more to answer.") if details else "")
            self._question.setVisible(bool(details))
            self._show_choices(())
        else:
            detail = details[self._number]
            self._question.setText(
                tr("{n} of {all} · {question}", n=self._number + 1, all=len(details),
                   question=question_text(detail))
            )  # fmt: skip
            every = choices(tag, detail)
            self._show_choices(every[self._page * PER_PAGE : (self._page + 1) * PER_PAGE])
        self._summary.setText(self._links(tag))
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
            label = (
                choice.label if choice.label == str(place + 1) else f"{place + 1}  {choice.label}"
            )
            button.setText(label)
            button.setStyleSheet(_style(choice, theme))
            button.setToolTip(tr("Assumed while nothing is answered") if choice.ordinary else "")
            self._grid.addWidget(button, place // columns, place % columns)

    def _links(self, tag: Tag) -> str:
        """Every question as a link, with its answer; a dot where the score depends on it."""
        theme = Theme.of(self.palette())
        parts = []
        for number, detail in enumerate(questions(tag)):
            value = tag.details.get(detail.key)
            name = escape(word(detail.key))
            shown = f"{name}: <b>{escape(word(value))}</b>" if value is not None else name
            if detail.key == "close_from" and value is not None:
                shown = f"{name}: <b>✓</b>"
            dot = "● " if value is None and (tag.id, detail.key) in self._decisive else ""
            line = "underline" if number == self._number else "none"
            ink = (
                theme.warning if dot else theme.text if value is not None else theme.muted
            ).name()
            parts.append(
                f'<a href="{detail.key}" style="color:{ink};text-decoration:{line}">{dot}{shown}</a>'
            )
        return " &nbsp;".join(parts)

    def changeEvent(self, event: QEvent | None) -> None:
        super().changeEvent(event)
        if event is not None and event.type() is QEvent.Type.PaletteChange:
            self._show()

    # ------------------------------------------------------------------ signals of the parts

    def _clicked(self) -> None:
        button = self.sender()
        assert isinstance(button, AnswerButton)
        self.answer(button.number)

    def _ask_about(self, key: str) -> None:
        if self._tag is None:
            return
        keys = [detail.key for detail in questions(self._tag)]
        self._number, self._page = keys.index(key), 0
        self._show()

    def _technique_typed(self) -> None:
        text = self.technique.text().strip().lower()
        found = [name for name in TECHNIQUES if word(name).lower() == text]
        found = found or [name for name in TECHNIQUES if text and text in word(name).lower()]
        if found and self._tag is not None:
            self._number = 0
            self._give("technique", found[0])
        self.technique.clear()
        self.left.emit()

    def _note_typed(self) -> None:
        tag = self._tag
        if tag is not None and self.note.text() != tag.note:
            self.edit_wanted.emit(SetNote(tag.id, self.note.text()))


def _style(choice: Choice, theme: Theme) -> str:
    """Given: filled. Ordinary: outlined, since it is what counts until somebody answers."""
    if choice.given:
        fill, ink, edge = theme.accent, theme.on_accent, theme.accent
    elif choice.ordinary:
        fill, ink, edge = theme.tint, theme.text, theme.accent
    else:
        fill, ink, edge = theme.raised, theme.text, theme.line
    return (
        f"QPushButton {{ background: {fill.name()}; color: {ink.name()}; padding: 2px 5px;"
        f" border: 1px solid {edge.name()}; border-radius: 4px; text-align: left; }}"
        f"QPushButton:hover, QPushButton:focus {{ border: 2px solid {theme.text.name()}; padding: 1px 4px; }}"
    )
