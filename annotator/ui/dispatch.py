"""From strokes to commands: one event filter for the whole window.

It sees a key before any widget does, so a key means the same wherever the focus is, with two
exceptions: while text is being typed only commands marked `in_text` run; and what was reached
with Tab (a click never gives the focus to a button or a view) keeps the keys that it is worked
with: a button Space and Enter, a view the arrows and a few more.
"""

from __future__ import annotations

from collections.abc import Callable

from PyQt6.QtCore import QEvent, QObject, Qt, pyqtSignal
from PyQt6.QtGui import QFocusEvent, QGuiApplication, QKeyEvent, QWindow
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
from annotator.ui.filing.start_page import OWN_KEYS
from annotator.ui.keys import Keyboard, is_modifier
from annotator.ui.views.view import MatchView

_TEXT_FIELDS = (QLineEdit, QTextEdit, QPlainTextEdit, QAbstractSpinBox)
_EVENTS = (
    QEvent.Type.KeyPress,
    QEvent.Type.KeyRelease,
    QEvent.Type.FocusIn,
    QEvent.Type.WindowActivate,
    QEvent.Type.WindowDeactivate,
    QEvent.Type.MouseButtonPress,
)
# X11 tells a key that is held as pairs of release and press, both made at the same moment; no
# finger is as fast. Qt marks them as repeated only when it has both already.
_PAIR_MS = 2
_BY_KEYBOARD = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)
# What a view needs to be walked through by keyboard, once it was reached with Tab.
_VIEW_KEYS = frozenset(
    "ArrowLeft ArrowRight ArrowUp ArrowDown PageUp PageDown Enter F2 Delete Equal Minus Digit0".split()
)
# K stops at once, but starts only when it is let go, so that K with J or L can mean single frames;
# so does every plain key of this command but Space, and of those two.
_HELD = "play.toggle"
_CHORDS = {"play.shuttle_back": "play.frame_back", "play.shuttle_on": "play.frame_on"}


class Dispatcher(QObject):
    """Runs the command of each stroke that reaches the window."""

    prefix_changed = pyqtSignal(str)
    """A first stroke is waiting for its second; empty when it no longer does."""
    shift_changed = pyqtSignal(bool)
    """Shift is held, or was let go."""
    clicked_away = pyqtSignal()
    """A text is being typed, and something else in the window was clicked."""

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
        self.mode = ""
        """While a mode is on, keys written `mode:...` go before the usual ones."""
        self._prefix = ""
        self._shift = False
        self._held_waits = False
        self._held = ""  # the place of the key, while it is down
        self._down: set[str] = set()  # keys of ours that are held
        self._let_go_last = ("", 0)  # which key, and when, in the system's milliseconds
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
        if event.type() is QEvent.Type.WindowActivate:
            if receiver is self._window:
                self._set_shift(_shift_is_held())
            elif isinstance(receiver, QWidget) and receiver.isWindow():
                # Our window may never have been told that it was active, and then is not told
                # either that it no longer is: under a window manager that leaves focus alone.
                self._let_go()
            return False
        if event.type() is QEvent.Type.MouseButtonPress:
            self._click(receiver)
            return False
        if not isinstance(event, QKeyEvent):
            return False
        if event.type() is QEvent.Type.KeyRelease:
            return self._release(event, ours=self._is_ours(receiver, event))
        if not self._is_ours(receiver, event):
            return False
        self._note_shift(event)
        if is_modifier(event):
            return False
        self._keyboard.learn(event)
        return self._press(event)

    def _let_go(self) -> None:
        """Another window has the keys now: what is let go there is not seen here."""
        self._held, self._held_waits = "", False
        self._down.clear()
        if self._prefix:
            self._set_prefix("")
        self._set_shift(False)

    def _click(self, receiver: QObject | None) -> None:
        """A click on anything but a text ends the typing, also where it takes no focus."""
        field = self._window.focusWidget()
        if field is None or not is_text_field(field) or not isinstance(receiver, QWidget):
            return
        if receiver.window() is not self._window or is_text_field(receiver):
            return
        if not field.isAncestorOf(receiver):
            self.clicked_away.emit()

    def _is_ours(self, receiver: QObject | None, event: QKeyEvent) -> bool:
        popup = QApplication.activePopupWidget()
        if popup is not None:
            # Of the keys that go to a list of completions only those with Ctrl are commands.
            field = popup.focusProxy()
            ctrl = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            return ctrl and is_text_field(field) and _is_in(self._window, field)
        if QApplication.activeModalWidget() is not None:
            return False
        if isinstance(receiver, QWidget):
            return receiver.window() is self._window
        return isinstance(receiver, QWindow) and receiver is self._window.windowHandle()

    # ------------------------------------------------------------------ strokes

    def _press(self, event: QKeyEvent) -> bool:
        code = self._keyboard.code(event)
        repeated = self._is_repeated(code, event)
        if code:
            self._down.add(code)
        taken = self._stroke(event, code, repeated)
        if not taken:
            self._down.discard(code)  # the same event comes again, for a widget
        return taken

    def _is_repeated(self, code: str, event: QKeyEvent) -> bool:
        """Whether the key was held all the time since it was pressed before."""
        if event.isAutoRepeat() or code in self._down:
            return True
        key, time = self._let_go_last
        return bool(code) and key == code and 0 < event.timestamp() <= time + _PAIR_MS

    def _stroke(self, event: QKeyEvent, code: str, repeated: bool) -> bool:
        if self._prefix:
            return repeated or self._second_stroke(event)
        command = self._command(event)
        typing = is_text_field(self._focus())
        if command is None:
            if typing:
                return False
            for sequence in self._keyboard.sequences(event):
                if self.bindings.is_prefix(sequence):
                    self._set_prefix(sequence)
                    return True
            return False
        if command.id == _HELD and code != "Space" and not event.modifiers():
            return self._press_held(code, command, repeated)
        if self._held and command.id in _CHORDS:
            self._held_waits = False
            self._run(self.bindings.commands[_CHORDS[command.id]])
            return True
        if repeated and not command.repeats:
            return True
        # A key of ours is ours also when its command cannot run just now.
        self.repeating = repeated
        self._run(command)
        self.repeating = False
        return True

    def _focus(self) -> QWidget | None:
        """What a stroke of ours goes to: also while no window is said to be active, as after a dialog
        under some window managers; then a letter of a note would make a tag.
        """
        focus = QApplication.focusWidget()
        return focus if _is_in(self._window, focus) else self._window.focusWidget()

    def _command(self, event: QKeyEvent) -> Command | None:
        """The command of this stroke where the focus is now."""
        focus, code = self._focus(), self._keyboard.code(event)
        if self._by_tab:
            if isinstance(focus, QAbstractButton) and code in ("Space", "Enter"):
                return None
            if not event.modifiers() and code in _VIEW_KEYS and _in_view(focus):
                return None
        for sequence in self._keyboard.sequences(event):
            command = self.bindings.find(sequence)
            if self.mode:
                command = self.bindings.find(f"{self.mode}:{sequence}") or command
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

    def _press_held(self, code: str, command: Command, repeated: bool) -> bool:
        self._held = code
        if repeated:
            return True
        if self._playing():
            self._run(command)
        else:
            self._held_waits = True
        return True

    def _release(self, event: QKeyEvent, *, ours: bool) -> bool:
        if event.isAutoRepeat():
            return False
        code = self._keyboard.code(event)
        # What is let go in a dialog is no longer held here.
        self._down.discard(code)
        self._let_go_last = (code, event.timestamp())
        self._note_shift(event, only_let_go=not ours)
        if not code or code != self._held or not ours:
            return False
        waited, self._held, self._held_waits = self._held_waits, "", False
        if waited:
            self._run(self.bindings.commands[_HELD])
        return False

    def _note_shift(self, event: QKeyEvent, *, only_let_go: bool = False) -> None:
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if event.key() == Qt.Key.Key_Shift:  # its own event tells the state before
            shift = event.type() is not QEvent.Type.KeyRelease
        if not (shift and only_let_go):
            self._set_shift(shift)

    def _set_shift(self, shift: bool) -> None:
        if shift != self._shift:
            self._shift = shift
            self.shift_changed.emit(shift)


def _is_in(window: QWidget, widget: QWidget | None) -> bool:
    return widget is not None and widget.window() is window


def _shift_is_held() -> bool:
    held = QGuiApplication.queryKeyboardModifiers()
    return bool(held & Qt.KeyboardModifier.ShiftModifier)


def _in_text(command: Command, event: QKeyEvent) -> bool:
    """Whether a command runs while text is typed: never by a key that types something."""
    ctrl = event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier
    return command.in_text and (bool(ctrl) or not event.text().isprintable() or not event.text())


def _in_view(widget: QWidget | None) -> bool:
    while widget is not None and not (isinstance(widget, MatchView) or widget.property(OWN_KEYS)):
        widget = widget.parentWidget()
    return widget is not None


def is_text_field(widget: QWidget | None) -> bool:
    """Whether what is typed now goes into a text."""
    if isinstance(widget, QLineEdit | QTextEdit | QPlainTextEdit) and widget.isReadOnly():
        return False
    if isinstance(widget, QComboBox):
        return widget.isEditable()
    return isinstance(widget, _TEXT_FIELDS)
