"""The menus of a right click (or the menu key) on a tag or a ruling: rows of the table of commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PyQt6.QtCore import QObject, QPoint, Qt
from PyQt6.QtGui import QAction
from PyQt6.QtWidgets import QAbstractItemView, QMenu, QWidget

from annotator.text import tr

if TYPE_CHECKING:
    from annotator.scoring.ruling import Ruling
    from annotator.ui.views.timeline_items import Item
    from annotator.ui.window import Window

OF_TAG = ("edit.details", "edit.swap", "play.loop", "file.clip_tag", "edit.delete")
"""Commands about the selected tag."""
OF_RULING = ("file.clip_ruling",)
"""Commands about the ruling that the list of rulings stands on."""


class ContextMenus(QObject):
    """Shows them. A click with the right button first selects what it points at."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._ruling: Ruling | None = None
        self._grid, self._feed = window.table.grid(), window.rulings.feed()
        self._canvas = window.timeline.canvas()
        for widget, slot in (
            (self._grid, self._on_table), (self._feed, self._on_rulings),
            (self._canvas, self._on_timeline),
        ):  # fmt: skip
            widget.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            widget.customContextMenuRequested.connect(slot)

    def _on_table(self, point: QPoint) -> None:
        place = self._take(self._grid, point)
        if place is not None:
            self._show(OF_TAG, self._grid.viewport() or self._grid, place)

    def _on_rulings(self, point: QPoint) -> None:
        place = self._take(self._feed, point)
        if place is not None:
            self._show(OF_RULING, self._feed.viewport() or self._feed, place)

    def _on_timeline(self, point: QPoint) -> None:
        item = self._canvas.item_at(point)
        if item is None:  # the menu key: the tag that is selected
            if self._window.selected_tag() is not None:
                self._show(OF_TAG, self._canvas, point)
            return
        tag = item.tag_at(self._canvas.time_at(point.x()))
        if tag is not None:
            self._window.select([tag])
        if item.ruling is not None:
            self._show_ruling(item, point)
        elif tag is not None:
            self._show(OF_TAG, self._canvas, point)

    @staticmethod
    def _take(view: QAbstractItemView, point: QPoint) -> QPoint | None:
        """Make what is pointed at the current row, and say where; of the menu key the current row."""
        index = view.indexAt(point)
        if not index.isValid():
            index = view.currentIndex()
            point = view.visualRect(index).center()
        elif index != view.currentIndex():
            view.setCurrentIndex(index)
        return point if index.isValid() else None

    def _show(self, commands: tuple[str, ...], widget: QWidget, point: QPoint) -> QMenu:
        window = self._window
        menu = QMenu(widget)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for name in commands:
            command = window.bindings.commands[name]
            keys = window.bindings.keys[name]
            shown = window.keyboard.label(keys[0]) if keys else ""
            action = QAction(f"{command.text().replace('&', '&&')}\t{shown}", menu)
            action.setData(name)
            action.setEnabled(window.state(command.when))
            menu.addAction(action)
        menu.triggered.connect(self._chosen)
        menu.popup(widget.mapToGlobal(point))
        return menu

    def _show_ruling(self, item: Item, point: QPoint) -> None:
        """The menu of a ruling's mark in the lane of scores, which is of one ruleset."""
        self._ruling = item.ruling
        menu = QMenu(self._canvas)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        action = QAction(tr("Clip of the ruling…"), menu)
        action.setEnabled(self._window.state("film"))
        action.triggered.connect(self._clip)
        menu.addAction(action)
        menu.popup(self._canvas.mapToGlobal(point))

    def _clip(self) -> None:
        if self._ruling is not None:
            self._window.clipping.of_given(self._ruling)

    def _chosen(self, action: QAction | None) -> None:
        if action is not None:
            self._window.run_by_id(str(action.data()))
