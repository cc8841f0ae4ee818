"""A match that runs already where its tags begin: what clock and board show there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QGridLayout,
    QLabel,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from annotator.errors import TimeError
from annotator.model.edits import AddTag, ChangeTag, Edit, RemoveTags
from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.time import clock_text, parse_seconds, write_seconds
from annotator.model.vocabulary import ATHLETES, Athlete
from annotator.scoring.wording import person_text
from annotator.text import tr
from annotator.ui.several import Several
from annotator.ui.tagging.tagger import Moment
from annotator.ui.views.theme import Theme

COLUMNS = ("points", "advantages", "penalties")


class RunningDialog(QDialog):
    """Asks for the clock and the score; what comes of it is one step of the history."""

    edit_wanted = pyqtSignal(object)

    def __init__(self, match: Match, moment: Moment, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Clock and score at the start"))
        self._match, self._moment = match, moment
        self._start = next((tag for tag in match.in_time() if tag.tag == "start"), None)
        layout = QVBoxLayout(self)
        time = clock_text(moment.time if self._start is None else self._start.start)
        head = QLabel(
            tr("The match was running already where its tags begin, at {time} of the film. What did "
               "clock and board show there?", time=time), self,
        )  # fmt: skip
        head.setWordWrap(True)
        layout.addWidget(head)
        form = QFormLayout()
        layout.addLayout(form)
        self.clock = QLineEdit(self._clock_now(), self)
        self.clock.setAccessibleName(tr("Clock that had run"))
        self.clock.setPlaceholderText(tr("2:10"))
        self.clock.setToolTip(
            tr("Time fought, not time left: a board that counts down from 5:00 to 2:50 says 2:10.")
        )
        form.addRow(tr("Time fought"), self.clock)
        grid = QGridLayout()
        layout.addLayout(grid)
        titles = (tr("Points"), tr("Advantages"), tr("Penalties"))
        for place, title in enumerate(titles, 1):
            grid.addWidget(QLabel(title, self), 0, place)
        self.numbers: dict[tuple[Athlete, str], QSpinBox] = {}
        for line, athlete in enumerate(ATHLETES, 1):
            who = person_text(match, athlete)
            grid.addWidget(QLabel(who, self), line, 0)
            for place, (column, title) in enumerate(zip(COLUMNS, titles, strict=True), 1):
                box = QSpinBox(self)
                box.setRange(-99, 99)
                box.setValue(self._number_now(athlete, column))
                box.setAccessibleName(tr("{column} of {who}", column=title, who=who))
                grid.addWidget(box, line, place)
                self.numbers[athlete, column] = box
        note = QLabel(
            tr("The score counts under every ruleset as it stood on the board. Actions before this "
               "moment are not known: they open no ladder and no chain."), self,
        )  # fmt: skip
        note.setWordWrap(True)
        layout.addWidget(note)
        self.problem = QLabel(self)
        self.problem.setWordWrap(True)
        self.problem.setStyleSheet(f"color: {Theme.of(self.palette()).danger.name()}")
        self.problem.hide()
        layout.addWidget(self.problem)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        buttons.accepted.connect(self._take)
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)

    # ------------------------------------------------------------------ what the match says now

    def _carried(self) -> list[Tag]:
        tags = self._match.tags
        return [
            tag for tag in tags if tag.tag == "official" and tag.details.get("carried") == "yes"
        ]

    def _number_now(self, athlete: Athlete, column: str) -> int:
        return sum(
            int(tag.details.get(column, "0")) for tag in self._carried() if tag.athlete == athlete
        )

    def _clock_now(self) -> str:
        told = self._start.details.get("clock") if self._start is not None else None
        if told is None:
            return ""
        seconds = Fraction(told)
        return clock_text(seconds, 0 if seconds.denominator == 1 else 3)

    # ------------------------------------------------------------------ taking it

    def _take(self) -> None:
        text = self.clock.text().strip()
        try:
            clock = write_seconds(parse_seconds(text)) if text else None
        except TimeError as error:
            self.problem.setText(str(error))
            self.problem.show()
            self.clock.setFocus()
            return
        edits = [*self._clock_edits(clock), *self._score_edits()]
        if edits:
            self.edit_wanted.emit(Several(tuple(edits), tr("Clock and score at the start")))
        self.accept()

    def _clock_edits(self, clock: str | None) -> Iterable[Edit]:
        if self._start is not None:
            changed = self._start.with_details(clock=clock)
            if changed != self._start:
                yield ChangeTag(changed)
        elif clock is not None:
            yield AddTag(self._new("start", None, {"clock": clock}, 0))

    def _score_edits(self) -> Iterable[Edit]:
        wanted = {
            who: {
                column: str(value)
                for column in COLUMNS
                if (value := self.numbers[who, column].value())
            }
            for who in ATHLETES
        }
        now = {
            who: {
                column: str(value) for column in COLUMNS if (value := self._number_now(who, column))
            }
            for who in ATHLETES
        }
        if wanted == now:
            return
        if carried := self._carried():
            yield RemoveTags(frozenset(tag.id for tag in carried))
        for place, who in enumerate(ATHLETES, 1):
            if wanted[who]:
                yield AddTag(self._new("official", who, {**wanted[who], "carried": "yes"}, place))

    def _new(self, name: str, athlete: Athlete | None, details: dict[str, str], place: int) -> Tag:
        """A tag where the match begins; `place` tells those of one edit apart."""
        ids = self._match.free_ids()
        for _ in range(place):
            next(ids)
        moment = self._moment
        tag = Tag(next(ids), name, moment.time, athlete=athlete, details=MappingProxyType(details))
        if self._start is not None:
            start = self._start
            return replace(tag, start=start.start, frame=start.frame, film=start.film)
        return replace(tag, frame=moment.frame, film=moment.film)
