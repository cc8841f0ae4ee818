"""The dialog in which a teacher puts a lesson together: its questions, their answers, its manner."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from PyQt6.QtCore import QSignalBlocker, Qt, pyqtSignal
from PyQt6.QtWidgets import (
    QCheckBox,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QMessageBox,
    QPushButton,
    QSplitter,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from annotator.model.lesson import Lesson, Moment, Override, free_id
from annotator.scoring.lesson_making import warnings
from annotator.text import clock_text, tr
from annotator.ui.lessons.manner_form import MannerForm
from annotator.ui.lessons.review import verdict_text
from annotator.ui.lessons.verdict_field import VerdictField


def moment_line(number: int, moment: Moment) -> str:
    """A question in the list: its number, its answer, where it is from."""
    answer = verdict_text(moment.right)
    if moment.disputed:
        answer = tr("{answer} (disputed)", answer=answer)
    name = Path(moment.match).name.removesuffix(".match.json")
    span = f"{clock_text(moment.start, 1)} – {clock_text(moment.end, 1)}"
    return tr("{n}. {answer}\n{match}, {span}, {ruleset}",
              n=number, answer=answer, match=name, span=span, ruleset=moment.ruleset)  # fmt: skip


class LessonEditor(QDialog):
    """Edits a copy of a lesson; nothing is written before `save_wanted`."""

    save_wanted = pyqtSignal(object)
    """The `Lesson` to be written."""
    suggest_wanted = pyqtSignal()
    """More questions from the match in the window."""

    def __init__(self, lesson: Lesson, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Lesson {name}", name=path.name))
        self.resize(940, 520)
        self._saved = self.lesson = lesson
        self.list = QListWidget(self)
        self.list.setAccessibleName(tr("Questions"))
        self.warning = QLabel(self)
        self.warning.setWordWrap(True)
        self.question = self._line(tr("Question"), "question")
        self.question.setPlaceholderText(tr("What do you give?"))
        self.engine = QLabel(self)
        self.engine.setWordWrap(True)
        self.override = VerdictField(tr("The teacher's answer"), self)
        self.reason = QLineEdit(self)
        self.reason.setAccessibleName(tr("Why the teacher's answer is another one"))
        self.reason.setPlaceholderText(tr("why (needed)"))
        self.alternatives = VerdictField(tr("Accepted as well"), self, several=True)
        self.disputed = QCheckBox(tr("Disputed: shown, but not counted"), self)
        self.note = self._line(tr("Note, shown with the ruling"), "note")
        self.manner = MannerForm(lesson, self)
        self._build()
        self.list.currentRowChanged.connect(self._show)
        self.override.changed.connect(self._overrule)
        self.reason.textEdited.connect(self._overrule)
        self.alternatives.changed.connect(self._accept_more)
        self.disputed.toggled.connect(self._dispute)
        self.manner.changed.connect(self._manner_changed)
        self._fill(0)

    # ------------------------------------------------------------------ what it is made of

    def _line(self, name: str, field: str) -> QLineEdit:
        line = QLineEdit(self)
        line.setMaxLength(500)
        line.setAccessibleName(name)
        line.setProperty("field", field)
        line.textEdited.connect(self._text_edited)
        return line

    def _build(self) -> None:
        left = QWidget(self)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.list, 1)
        row = QHBoxLayout()
        self.up = self._button(tr("Up"), row, self._move_up)
        self.down = self._button(tr("Down"), row, self._move_down)
        self.remove = self._button(tr("Remove"), row, self._remove)
        self.suggest = self._button(tr("Suggest more"), row, self.suggest_wanted.emit)
        self.suggest.setToolTip(tr("More questions from the match in the window"))
        column.addLayout(row)
        self.form = QWidget(self)
        form = QFormLayout(self.form)
        form.addRow(tr("Question"), self.question)
        form.addRow(tr("By the rules"), self.engine)
        form.addRow(tr("You say"), self.override)
        form.addRow(tr("Because"), self.reason)
        form.addRow(tr("Accepted as well"), self.alternatives)
        form.addRow("", self.disputed)
        form.addRow(tr("Note"), self.note)
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.addWidget(left)
        split.addWidget(self.form)
        split.setChildrenCollapsible(False)
        split.setSizes([420, 500])
        tabs = QTabWidget(self)
        tabs.addTab(split, tr("Questions"))
        tabs.addTab(self.manner, tr("How it is taken"))
        whole = QVBoxLayout(self)
        whole.addWidget(tabs, 1)
        whole.addWidget(self.warning)
        foot = QHBoxLayout()
        foot.addStretch(1)
        self.save = self._button(tr("Save"), foot, self.take)
        self._button(tr("Close"), foot, self.reject)
        whole.addLayout(foot)

    def _button(self, title: str, row: QHBoxLayout, slot: Callable[[], object]) -> QPushButton:
        button = QPushButton(title, self)
        button.setAutoDefault(False)
        button.clicked.connect(slot)
        row.addWidget(button)
        return button

    # ------------------------------------------------------------------ what is shown

    @property
    def row(self) -> int:
        return self.list.currentRow()

    @property
    def current(self) -> Moment | None:
        """The question that is selected."""
        moments = self.lesson.moments
        return moments[self.row] if 0 <= self.row < len(moments) else None

    def _fill(self, row: int) -> None:
        with QSignalBlocker(self.list):
            self.list.clear()
            for number, moment in enumerate(self.lesson.moments, 1):
                self.list.addItem(moment_line(number, moment))
            self.list.setCurrentRow(min(max(row, 0), len(self.lesson.moments) - 1))
        self._show(self.row)
        self._look()

    def _look(self) -> None:
        lines = warnings(self.lesson) if self.lesson.moments else [tr("No questions yet.")]
        if self._lacks_reason():
            lines.append(tr("Say why the answer is another one than by the rules."))
        self.warning.setText("\n".join(f"⚠ {line}" for line in lines))
        self.warning.setVisible(bool(lines))
        self.save.setEnabled(self.dirty and not self._lacks_reason())
        self.up.setEnabled(self.row > 0)
        self.down.setEnabled(0 <= self.row < len(self.lesson.moments) - 1)
        self.remove.setEnabled(self.current is not None)

    @property
    def dirty(self) -> bool:
        """Whether something was changed since it was saved."""
        return self.lesson != self._saved

    def _lacks_reason(self) -> bool:
        return any(
            m.override is not None and not m.override.reason.strip() for m in self.lesson.moments
        )

    def _show(self, row: int) -> None:
        moment = self.current
        self.form.setEnabled(moment is not None)
        if moment is None:
            return
        self.question.setText(moment.question)
        self.engine.setText(verdict_text(moment.derived))
        override = moment.override
        self.override.set_verdicts(() if override is None else (override.verdict,))
        self.reason.setText("" if override is None else override.reason)
        self.reason.setEnabled(override is not None)
        self.alternatives.set_verdicts(moment.alternatives)
        with QSignalBlocker(self.disputed):
            self.disputed.setChecked(moment.disputed)
        self.note.setText(moment.note)
        self._look()

    # ------------------------------------------------------------------ what is done

    def add(self, moments: object) -> int:
        """Add those of these moments that are not asked yet; how many that were."""
        assert isinstance(moments, tuple)
        before = len(self.lesson.moments)
        self.lesson = with_moments(self.lesson, moments)
        added = len(self.lesson.moments) - before
        self._fill(before if added else self.row)
        return added

    def saved(self) -> None:
        """What is shown was written."""
        self._saved = self.lesson
        self._look()

    def take(self) -> None:
        """Want it written."""
        if self.save.isEnabled():
            self.save_wanted.emit(self.lesson)

    def _change(self, **values: Any) -> None:
        moment, row = self.current, self.row
        if moment is None:
            return
        moments = list(self.lesson.moments)
        moments[row] = changed = replace(moment, **values)
        self.lesson = replace(self.lesson, moments=tuple(moments))
        item = self.list.item(row)
        assert item is not None
        item.setText(moment_line(row + 1, changed))
        self._look()

    def _text_edited(self, text: str) -> None:
        field = self.sender()
        assert field is not None
        self._change(**{str(field.property("field")): text})

    def _overrule(self) -> None:
        verdicts = self.override.verdicts()
        if verdicts is None:
            return
        self.reason.setEnabled(bool(verdicts))
        self._change(override=Override(verdicts[0], self.reason.text()) if verdicts else None)

    def _accept_more(self) -> None:
        verdicts = self.alternatives.verdicts()
        if verdicts is not None:
            self._change(alternatives=verdicts)

    def _dispute(self, disputed: bool) -> None:
        self._change(disputed=disputed)

    def _manner_changed(self) -> None:
        self.lesson = self.manner.applied(self.lesson)
        self._look()

    def _move_up(self) -> None:
        self._move(-1)

    def _move_down(self) -> None:
        self._move(1)

    def _move(self, way: int) -> None:
        row, moments = self.row, list(self.lesson.moments)
        if 0 <= row < len(moments) and 0 <= row + way < len(moments):
            moments[row], moments[row + way] = moments[row + way], moments[row]
            self.lesson = replace(self.lesson, moments=tuple(moments))
            self._fill(row + way)

    def _remove(self) -> None:
        row = self.row
        if self.current is not None:
            moments = self.lesson.moments[:row] + self.lesson.moments[row + 1 :]
            self.lesson = replace(self.lesson, moments=moments)
            self._fill(row)

    def reject(self) -> None:
        """Close; what is not saved is asked about."""
        if not self.dirty:
            super().reject()
            return
        box = QMessageBox(self)
        box.setWindowTitle(tr("Lesson"))
        box.setText(tr("The lesson was changed and not saved."))
        leave = box.addButton(tr("Close without saving"), QMessageBox.ButtonRole.DestructiveRole)
        box.addButton(tr("Stay"), QMessageBox.ButtonRole.RejectRole)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        assert leave is not None
        leave.clicked.connect(self._give_up)
        box.open()

    def _give_up(self) -> None:
        super().reject()


def with_moments(lesson: Lesson, moments: tuple[Moment, ...]) -> Lesson:
    """The lesson with these moments at its end, under ids of its own; those it asks already are left out."""

    def asks(moment: Moment) -> tuple[object, ...]:
        return moment.match, moment.ruleset, moment.start, moment.end, moment.asked

    found = list(lesson.moments)
    for moment in moments:
        if asks(moment) not in {asks(each) for each in found}:
            found.append(replace(moment, id=free_id(each.id for each in found)))
    return replace(lesson, moments=tuple(found))
