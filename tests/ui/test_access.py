"""For everybody: names for screen readers, work without a mouse, room on a small screen, contrast."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PyQt6.QtCore import QPoint, QRect, Qt
from PyQt6.QtGui import QImage
from PyQt6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QSlider,
    QTabBar,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from annotator.text import languages, set_language
from annotator.ui.commands import TABLE
from annotator.ui.window import Window

SMALL = (1080, 560)
_CONTROLS = (
    QAbstractButton, QComboBox, QLineEdit, QAbstractSpinBox, QSlider, QTextEdit, QPlainTextEdit,
    QAbstractItemView,
)  # fmt: skip
DIALOGS = (
    "file.settings",
    "edit.match",
    "help.palette",
    "help.keys",
    "help.about",
    "play.goto",
    "file.films",
    "edit.running",
)

PAGES = ("timeline", "table", "rulings", "questions", "compare", "charts")
ASKING = [*dict.fromkeys([*DIALOGS, *(each.id for each in TABLE if "…" in each.title)])]
"""Commands that may open a dialog."""


def name_of(widget: QWidget) -> str:
    """What a screen reader would call it: its own name, its text, or the label before it."""
    if widget.accessibleName():
        return widget.accessibleName()
    if isinstance(widget, QAbstractButton) and widget.text():
        return widget.text()
    window = widget.window()
    for label in window.findChildren(QLabel) if window is not None else ():
        if label.buddy() is widget and label.text():
            return label.text()
    return ""


def controls(root: QWidget) -> Iterator[QWidget]:
    """Everything in it that can be worked with, but for the insides of Qt's own parts."""
    for widget in root.findChildren(QWidget):
        parent = widget.parentWidget()
        inside = isinstance(
            parent, QComboBox | QAbstractSpinBox | QTabBar
        ) or widget.objectName().startswith("qt_")
        if isinstance(widget, _CONTROLS) and not inside and type(widget).__module__ != "PyQt6.sip":
            yield widget


def of_ours(widget: QWidget) -> bool:
    """Popups of combo boxes, and headers and corners of tables, are Qt's and named by it."""
    insides = (
        "QComboBoxPrivateContainer",
        "QTableCornerButton",
        "QLineEditIconButton",
        "QHeaderView",
        "QMenuBar",
        "QMenu",
    )
    return not any(each.inherits(name) for each in _up(widget) for name in insides)


def _up(widget: QWidget | None) -> Iterator[QWidget]:
    while widget is not None:
        yield widget
        widget = widget.parentWidget()


def nameless(root: QWidget) -> list[str]:
    return [
        f"{type(widget).__name__} in {type(widget.parentWidget()).__name__}"
        for widget in controls(root)
        if of_ours(widget) and widget.isVisibleTo(root) and not name_of(widget)
    ]


def open_dialog(window: Window, command: str, qtbot: QtBot) -> QDialog:
    window.run_by_id(command)
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, QDialog), command
    return dialog


@pytest.mark.parametrize("page", PAGES)
def test_every_control_of_the_window_has_a_name(film_window: Window, page: str) -> None:
    film_window.run_by_id("tag.takedown")
    film_window.select([film_window.session.match.tags[0].id])
    film_window.workspace.show_page(page)

    assert nameless(film_window) == []


@pytest.mark.parametrize("command", ASKING)
def test_every_control_of_a_dialog_has_a_name_and_is_reached_by_tab(
    film_window: Window, command: str, qtbot: QtBot
) -> None:
    film_window.run_by_id(command)
    dialog = QApplication.activeModalWidget()
    if not isinstance(dialog, QDialog) or isinstance(dialog, QFileDialog):
        assert command not in DIALOGS
        if dialog is not None:  # Qt's own, or none: nothing was to be asked
            dialog.close()
        return

    assert nameless(dialog) == []
    wanted = {
        widget
        for widget in controls(dialog)
        if of_ours(widget) and widget.isVisibleTo(dialog) and widget.isEnabled()
    }
    reached = set()
    for _ in range(3 * len(wanted) + 10):
        focus = dialog.focusWidget()
        if focus is not None:
            reached.add(focus)
        dialog.focusNextChild()
    missed = [type(widget).__name__ for widget in wanted - reached if not _is_helper(widget)]
    assert missed == []
    dialog.reject()


def _is_helper(widget: QWidget) -> bool:
    """A list that is walked from the field above it by the arrows needs no stop of its own."""
    return isinstance(widget, QAbstractItemView) and widget.focusPolicy() is Qt.FocusPolicy.NoFocus


def test_every_button_of_the_window_is_reached_by_tab_and_by_no_click(film_window: Window) -> None:
    for button in film_window.findChildren(QAbstractButton):
        if of_ours(button) and button.isVisibleTo(film_window):
            assert not button.focusPolicy() & Qt.FocusPolicy.ClickFocus, name_of(button)


@pytest.mark.parametrize("language", languages())
def test_the_window_fits_on_a_small_screen_in_every_language(
    new_window: Callable[[], Window], language: str, qtbot: QtBot
) -> None:
    set_language(language)
    window = new_window()
    qtbot.waitUntil(lambda: not window.workers.busy(), timeout=20000)

    least = window.minimumSizeHint()
    assert (least.width() <= SMALL[0], least.height() <= SMALL[1]) == (True, True), least
    assert window.size().width() == SMALL[0]
    assert window.size().height() == SMALL[1]
    for page in PAGES:
        window.workspace.show_page(page)
        least = window.minimumSizeHint()
        assert (least.width() <= SMALL[0], least.height() <= SMALL[1]) == (True, True), (
            page,
            least,
        )


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("command", DIALOGS)
def test_every_dialog_fits_on_a_small_screen(
    new_window: Callable[[], Window], command: str, language: str, qtbot: QtBot
) -> None:
    set_language(language)
    dialog = open_dialog(new_window(), command, qtbot)

    least = dialog.minimumSizeHint()
    assert least.width() <= SMALL[0]
    assert least.height() <= SMALL[1]
    dialog.reject()


@pytest.mark.parametrize("language", languages())
def test_the_names_on_the_tag_buttons_are_whole(
    new_window: Callable[[], Window], language: str
) -> None:
    set_language(language)
    window = new_window()

    cut = {
        button.text()
        for button in window.panel.buttons.values()
        if button.isVisibleTo(window) and not button.fits()
    }
    assert cut == set()


def test_what_has_the_keyboard_is_seen(film_window: Window, qtbot: QtBot) -> None:
    """Every stop of the Tab key looks otherwise while it has the keys."""
    window = film_window
    window.run_by_id("tag.takedown")
    window.select([window.session.match.tags[0].id])
    qtbot.waitUntil(lambda: not window.workers.busy(), timeout=20000)
    window.setAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange)  # as a press of Tab does
    seen: set[QWidget] = set()
    unseen: list[str] = []
    for _ in range(200):
        window.focusNextChild()
        widget = window.focusWidget()
        assert widget is not None
        if widget in seen:
            break
        seen.add(widget)
        with_keys = _look(widget)
        window.film_view.setFocus(Qt.FocusReason.TabFocusReason)
        without = _look(widget)
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        if with_keys == without and widget is not window.film_view:
            unseen.append(f"{type(widget).__name__} “{name_of(widget)}”")
    assert len(seen) > 30
    assert not unseen, "; ".join(unseen)


def _look(widget: QWidget) -> QImage:
    """How it looks, with what lies over it."""
    QApplication.processEvents()
    window = widget.window()
    assert window is not None
    return window.grab(QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())).toImage()
