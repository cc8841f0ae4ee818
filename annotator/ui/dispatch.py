"""From strokes to commands: one event filter for the whole window.

It sees a key before any widget does, so a key means the same wherever the focus is, with two
exceptions: while text is being typed only commands marked `in_text` run; and what was reached
with Tab (a click never gives the focus to a button or a view) keeps the keys that it is worked
with: a button Space and Enter, a view the arrows and a few more.
"""

from __future__ import annotations

from collections.abc import Callable

from PyQt6.QtCore import QEvent, QObject, Qt, pyqtSignal
from PyQt6.QtGui import QFocusEvent, QKeyEvent, QWindow
from PyQt6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from annotator.ui.commands import Bindings, Command
from annotator.ui.keys import Keyboard, is_modifier
from annotator.ui.views.view import MatchView

_TEXT_FIELDS = (QLineEdit, QTextEdit, QPlainTextEdit, QAbstractSpinBox)
_EVENTS = (
    QEvent.Type.KeyPress,
    QEvent.Type.KeyRelease,
    QEvent.Type.FocusIn,
    QEvent.Type.WindowDeactivate,
)
_BY_KEYBOARD = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)
# What a view needs to be walked through by keyboard, once it was reached with Tab.
_VIEW_KEYS = frozenset(
    "ArrowLeft ArrowRight ArrowUp ArrowDown PageUp PageDown Enter F2 Delete Equal Minus Digit0".split()
)
# K stops at once, but starts only when it is let go, so that K with J or L can mean single frames.
_HELD = "KeyK"
_CHORDS = {"KeyJ": "play.frame_back", "KeyL": "play.frame_on"}


class Dispatcher(QObject):
    """Runs the command of each stroke that reaches the window."""

    prefix_changed = pyqtSignal(str)
    """A first stroke is waiting for its second; empty when it no longer does."""
    shift_changed = pyqtSignal(bool)
    """Shift is held, or was let go."""

    def __init__(
        self,
        window: QWidget,
        bindings: Bindings,
        keyboard: Keyboard,
        run: Callable[[Command], bool],
        playing: Callable[[], bool],
    ) -> None:
        super().__init__(window)
        self._window = window
        self.bindings = bindings
        self._keyboard = keyboard
        self._run = run
        self._playing = playing
        self._prefix = ""
        self._shift = False
        self._held_waits = False
        self._held = False
        self.repeating = False
        self._by_tab = False
        application = QApplication.instance()
        assert application is not None
        application.installEventFilter(self)

    def remove(self) -> None:
        """Stop listening."""
        application = QApplication.instance()
        if application is not None:
            application.removeEventFilter(self)

    @property
    def prefix(self) -> str:
        """The first stroke that waits for its second, or empty."""
        return self._prefix

    def eventFilter(self, receiver: QObject | None, event: QEvent | None) -> bool:
        """Take the strokes that belong to the window."""
        if event is None or event.type() not in _EVENTS:
            return False
        if isinstance(event, QFocusEvent):
            self._by_tab = event.reason() in _BY_KEYBOARD
            return False
        if event.type() is QEvent.Type.WindowDeactivate:
            if receiver is self._window:
                self._let_go()
            return False
        if not isinstance(event, QKeyEvent):
            return False
        if not self._is_ours(receiver):
            return False
        if event.type() is QEvent.Type.KeyRelease:
            return self._release(event)
        self._note_shift(event)
        if is_modifier(event):
            return False
        self._keyboard.learn(event)
        return self._press(event)

    def _let_go(self) -> None:
        """Another window has the keys now: what is let go there is not seen here."""
        self._held = self._held_waits = False
        if self._prefix:
            self._set_prefix("")
        if self._shift:
            self._shift = False
            self.shift_changed.emit(False)

    def _is_ours(self, receiver: QObject | None) -> bool:
        if QApplication.activePopupWidget() is not None:
            return False
        if QApplication.activeModalWidget() is not None:
            return False
        if isinstance(receiver, QWidget):
            return receiver.window() is self._window
        return isinstance(receiver, QWindow) and receiver is self._window.windowHandle()

    # ------------------------------------------------------------------ strokes

    def _press(self, event: QKeyEvent) -> bool:
        code = self._keyboard.code(event)
        if self._prefix:
            return self._second_stroke(event)
        command = self._command(event)
        typing = is_text_field(_focus())
        if command is None:
            if typing:
                return False
            for sequence in self._keyboard.sequences(event):
                if self.bindings.is_prefix(sequence):
                    self._set_prefix(sequence)
                    return True
            return False
        if code == _HELD and not event.modifiers():
            return self._press_held(event, command)
        if self._held and code in _CHORDS:
            self._held_waits = False
            self._run(self.bindings.commands[_CHORDS[code]])
            return True
        if event.isAutoRepeat() and not command.repeats:
            return True
        # A key of ours is ours also when its command cannot run just now.
        self.repeating = event.isAutoRepeat()
        self._run(command)
        self.repeating = False
        return True

    def _command(self, event: QKeyEvent) -> Command | None:
        """The command of this stroke where the focus is now."""
        focus, code = _focus(), self._keyboard.code(event)
        if self._by_tab:
            if isinstance(focus, QAbstractButton) and code in ("Space", "Enter"):
                return None
            if not event.modifiers() and code in _VIEW_KEYS and _in_view(focus):
                return None
        for sequence in self._keyboard.sequences(event):
            command = self.bindings.find(sequence)
            if command is not None:
                return command if not is_text_field(focus) or _in_text(command, event) else None
        return None

    def _second_stroke(self, event: QKeyEvent) -> bool:
        for sequence in self._keyboard.sequences(event):
            command = self.bindings.find(f"{self._prefix} {sequence}")
            if command is not None:
                self._set_prefix("")
                self._run(command)
                return True
        self._set_prefix("")
        return True  # a stroke that belongs to nothing ends the sequence and does nothing else

    def _set_prefix(self, prefix: str) -> None:
        self._prefix = prefix
        self.prefix_changed.emit(prefix)

    # ------------------------------------------------------------------ K, and Shift

    def _press_held(self, event: QKeyEvent, command: Command) -> bool:
        if event.isAutoRepeat():
            return True
        self._held = True
        if self._playing():
            self._run(command)
        else:
            self._held_waits = True
        return True

    def _release(self, event: QKeyEvent) -> bool:
        if event.isAutoRepeat():
            return False
        self._note_shift(event)
        if self._keyboard.code(event) != _HELD:
            return False
        waited, self._held, self._held_waits = self._held_waits, False, False
        command = self.bindings.find(_HELD)
        if waited and command is not None:
            self._run(command)
        return False

    def _note_shift(self, event: QKeyEvent) -> None:
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if event.key() == Qt.Key.Key_Shift:  # its own event tells the state before
            shift = event.type() is not QEvent.Type.KeyRelease
        if shift != self._shift:
            self._shift = shift
            self.shift_changed.emit(shift)


def _focus() -> QWidget | None:
    return QApplication.focusWidget()


def _in_text(command: Command, event: QKeyEvent) -> bool:
    """Whether a command runs while text is typed: never by a key that types something."""
    ctrl = event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier
    return command.in_text and (bool(ctrl) or not event.text().isprintable() or not event.text())


def _in_view(widget: QWidget | None) -> bool:
    while widget is not None and not isinstance(widget, MatchView):
        widget = widget.parentWidget()
    return widget is not None


def is_text_field(widget: QWidget | None) -> bool:
    """Whether what is typed now goes into a text."""
    if isinstance(widget, QLineEdit | QTextEdit | QPlainTextEdit) and widget.isReadOnly():
        return False
    if isinstance(widget, QComboBox):
        return widget.isEditable()
    return isinstance(widget, _TEXT_FIELDS)
