"""The menus, made of the table of commands."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PyQt6.QtCore import QObject
from PyQt6.QtGui import QAction
from PyQt6.QtWidgets import QMenu

from annotator.text import after_colon, tr
from annotator.ui.commands import GROUPS

if TYPE_CHECKING:
    from annotator.ui.window import Window

# A line above each of these keeps long menus readable.
_LINES = frozenset(
    "file.save file.csv file.copy file.recover file.quit edit.match edit.details edit.delete edit.film "
    "play.frame_back play.shuttle_back play.slower play.goto play.first play.tag_before play.loop "
    "play.mute "
    "edit.last_earlier tag.now.settled tag.next_mark "
    "tag.guard_pull tag.whistle tag.start view.snapshot view.zoom_in view.time_in view.turn_right view.full "
    "view.health lesson.new lesson.export draw.arrow draw.note draw.place draw.colour_on draw.delete draw.after view.table looks.system looks.still help.about".split()
)


class Menus(QObject):
    """Menus show keys but own none: all keys go through the dispatcher."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self.actions: dict[str, QAction] = {}
        self._menus: dict[str, QMenu] = {}
        self._inside: dict[str, QMenu] = {}
        bar = window.menuBar()
        assert bar is not None
        for group, title in GROUPS.items():
            if group == "answer":
                continue
            inside = self._inside.get(group)
            menu = inside.addMenu(tr(title)) if inside is not None else bar.addMenu(tr(title))
            assert menu is not None
            self._menus[group] = menu
            self._fill(menu, group)
            if group == "view":
                menu.addSeparator()
                self._inside["looks"] = menu
            menu.aboutToShow.connect(self.refresh)
            menu.triggered.connect(self._chosen)

    def fill_tags(self) -> None:
        """Make the menu of tags anew: the template may have other buttons."""
        menu = self._menus["tag"]
        for action in menu.actions():
            self.actions.pop(str(action.data()), None)
            menu.removeAction(action)
            action.deleteLater()
        self._fill(menu, "tag")

    def _fill(self, menu: QMenu, group: str) -> None:
        for command in self._window.bindings.commands.values():
            if command.group != group or command.quiet:
                continue
            if command.id in _LINES:
                menu.addSeparator()
            action = QAction(menu)
            action.setData(command.id)
            action.setCheckable(group == "looks")
            menu.addAction(action)
            self.actions[command.id] = action
            if command.id == "file.film":
                self._recent = menu.addMenu(tr("Open recent"))

    def label(self) -> None:
        """Titles, with the keys as the user's keyboard prints them."""
        window = self._window
        for name, action in self.actions.items():
            keys = window.bindings.keys[name]
            shown = window.keyboard.label(keys[0]) if keys else ""
            title = window.bindings.commands[name].text().replace("&", "&&")
            action.setText(f"{title}\t{shown}")

    def refresh(self) -> None:
        """Grey out what cannot be done now, and say what Undo would take back."""
        window = self._window
        self.label()
        for name, action in self.actions.items():
            command = window.bindings.commands[name]
            action.setEnabled(window.state(command.when))
            if action.isCheckable():
                action.setChecked(window.looks.is_on(command.run, command.argument))
        for name, label in (
            ("edit.undo", window.session.undo_label), ("edit.redo", window.session.redo_label),
        ):  # fmt: skip
            if label is not None:
                title, _, keys = self.actions[name].text().partition("\t")
                self.actions[name].setText(f"{after_colon(title, label)}\t{keys}")
        if self._recent is not None:
            self._recent.clear()
            self._recent.setEnabled(bool(window.settings.recent))
            for path in window.settings.recent:
                action = QAction(Path(path).name, self._recent)
                action.setToolTip(path)
                action.setData(Path(path))
                self._recent.addAction(action)

    def _chosen(self, action: QAction | None) -> None:
        data = action.data() if action is not None else None
        if isinstance(data, str):
            self._window.run_by_id(data)
        elif isinstance(data, Path):
            self._path = data
            self._window.files.ask_unsaved(self._open_recent)

    def _open_recent(self) -> None:
        self._window.files.open_path(self._path)
