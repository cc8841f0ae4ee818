"""The commands about the charts in the window, and the work of drawing them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from annotator.text import tr
from annotator.ui.acting import Actions
from annotator.ui.behind import Behind
from annotator.ui.views.chart_view import Order, Picture
from annotator.ui.workers import Progress

if TYPE_CHECKING:
    from annotator.ui.window import Window


class Charting(Actions):
    """Draws in a worker, once edits have come to rest, whatever chart is on screen."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        view = self.view = window.charts
        self._drawer = Behind(window.workers, self)
        self._drawer.found.connect(self._drawn)
        self._drawer.failed.connect(window.show_error)
        self.player.playing_changed.connect(self._drawer.set_waiting)
        view.wanted.connect(self._draw)
        view.tags_chosen.connect(window.select)
        view.save_pressed.connect(self.save)
        self._path = Path()

    @property
    def drawer(self) -> Behind:
        """What draws in a worker."""
        return self._drawer

    def end(self) -> None:
        """Begin nothing any more: the window is being left."""
        self._drawer.end()

    def show(self, name: str) -> None:
        """Show a chart; empty: the one that was shown last."""
        self.window.workspace.show_page("charts")
        self.view.show_chart(name or self.view.chart())

    def save(self) -> None:
        """Save the chart as it is printed, under a name that is asked for."""
        dialog = self.window.files.saving_dialog(
            tr("Save the chart"), tr("PNG (*.png);;SVG (*.svg);;PDF (*.pdf)")
        )
        dialog.selectFile(f"{self.window.exporting.usual_folder().name}-{self.view.chart()}.png")
        dialog.fileSelected.connect(self.save_as)
        self.window.open_dialog(dialog)

    def save_as(self, name: str) -> None:
        """Write the chart shown to a file; ask before another one is replaced."""
        if not name.lower().endswith((".png", ".svg", ".pdf")):
            name += ".png"
        self._path = Path(name)
        if os.path.lexists(self._path):
            self.window.files.ask_replace([self._path], self._write)
        else:
            self._write()

    def _write(self) -> None:
        name, path = self.view.chart(), self._path
        match, sheets = self.window.exporting.scored()
        rulesets = self.window.scorer.chosen()

        def work(progress: Progress) -> object:
            from exports.charts import draw_chart, write_chart

            write_chart(draw_chart(name, match, sheets(), rulesets), path)
            return path

        self.window.workers.run(work, done=self._saved, failed=self.window.show_error)

    def _saved(self, path: object) -> None:
        self.window.say(tr("Saved {name}.", name=path))

    def _draw(self, order: object, at_once: bool) -> None:
        assert isinstance(order, Order)

        def work(progress: Progress) -> object:
            return order.draw()

        self._drawer.want(work, at_once=at_once)

    def _drawn(self, picture: object) -> None:
        assert isinstance(picture, Picture)
        self.view.set_picture(picture)
