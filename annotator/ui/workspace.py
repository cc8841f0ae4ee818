"""How the parts share the window: the film large, tags at its right, time along the bottom.

On a wide screen the lists get a column of their own, and what runs along the time has the whole
width. On a small one all of them are tabs under the film, so that the tag panel keeps the full
height.
"""

from __future__ import annotations

from collections.abc import Mapping

from PyQt6.QtCore import QByteArray, QSettings, Qt
from PyQt6.QtWidgets import QFrame, QSplitter, QTabWidget, QVBoxLayout, QWidget

from annotator.files.places import state_folder
from annotator.text import tr, tr_in

WIDE = 1500
ASIDE = ("rulings", "questions", "table")
"""The pages that stand beside the film of a wide window; the others lie under it."""
RARE = ("agreement",)
"""Pages that have a tab only once they were asked for."""
PANEL_WIDTH = 376


class Workspace(QWidget):
    """Puts the parts in their places, and moves them when the window gets wide or narrow."""

    def __init__(
        self,
        strip: QWidget,
        film: QWidget,
        transport: QWidget,
        banners: QWidget,
        panel: QWidget,
        followup: QWidget,
        pages: Mapping[str, QWidget],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.wide: bool | None = None
        self._pages = dict(pages)
        self._absent = {name for name in RARE if name in self._pages}
        for name in self._absent:
            self._pages[name].setParent(self)
            self._pages[name].hide()
        self._titles = {
            "timeline": tr("Timeline"), "table": tr("Tag table"), "rulings": tr("Rulings"),
            "questions": tr_in("questions", "Open"), "compare": tr("Compare"), "charts": tr("Charts"),
            "agreement": tr("Other annotator"),
        }  # fmt: skip
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._strip = strip
        self._column = column
        column.addWidget(banners)
        self.tabs = self._tab_widget()
        self.below = self._tab_widget()
        self._stage = QWidget(self)
        stage = QVBoxLayout(self._stage)
        stage.setContentsMargins(0, 0, 0, 0)
        stage.setSpacing(0)
        self._stage_column = stage
        stage.addWidget(film, 1)
        stage.addWidget(transport)
        self._side = QWidget(self)
        side = QVBoxLayout(self._side)
        side.setContentsMargins(6, 4, 6, 4)
        side.setSpacing(4)
        side.addWidget(panel, 1)
        rule = QFrame(self._side)
        rule.setFrameShape(QFrame.Shape.HLine)
        rule.setFrameShadow(QFrame.Shadow.Sunken)
        side.addWidget(rule)
        side.addWidget(followup)
        self._side.setMinimumWidth(320)
        # Outer split: upright on a wide screen (timeline below all), lying on a small one.
        self._outer = QSplitter(self)
        self._inner = QSplitter(self)
        for splitter in (self._outer, self._inner):
            splitter.setChildrenCollapsible(False)
            splitter.setHandleWidth(5)
            splitter.splitterMoved.connect(self._remember)
        column.addWidget(self._outer, 1)

    def put_under_film(self, widget: QWidget) -> None:
        """Let a widget stand between the film and its controls."""
        self._stage_column.insertWidget(self._stage_column.count() - 1, widget)

    def arrange(self, width: int) -> None:
        """Lay out for a window of this width; does nothing while it stays wide or narrow."""
        wide = width >= WIDE
        if wide == self.wide:
            return
        self.wide = wide
        window = self.window()
        focus = window.focusWidget() if window is not None else None
        shown = [self.tabs.currentWidget(), self.below.currentWidget()]
        for tabs in (self.tabs, self.below):
            while tabs.count():
                tabs.removeTab(0)
        for part in (
            self._strip, self._stage, self._side, self.tabs, self.below, self._inner,
        ):  # fmt: skip
            part.setParent(self)
        if wide:
            self._arrange_wide()
        else:
            self._arrange_narrow()
        for part in (self._strip, self._stage, self._side, self.tabs, self._inner):
            part.show()
        self.below.setVisible(wide)
        for page in shown:
            self._bring(page)
        # A part that moves to another parent loses the focus to whatever comes next.
        if focus is not None:
            focus.setFocus()

    def _arrange_wide(self) -> None:
        self._column.insertWidget(0, self._strip)
        self._outer.setOrientation(Qt.Orientation.Vertical)
        self._inner.setOrientation(Qt.Orientation.Horizontal)
        self._fill_tabs(self.tabs, [name for name in ASIDE if name in self._pages])
        self._fill_tabs(self.below, [name for name in self._pages if name not in ASIDE])
        for part in (self._stage, self._side, self.tabs):
            self._inner.addWidget(part)
        for place, stretch in enumerate((10, 0, 4)):
            self._inner.setStretchFactor(place, stretch)
        self._outer.addWidget(self._inner)
        self._outer.addWidget(self.below)
        self._inner.setSizes([1000, PANEL_WIDTH, 480])
        self._outer.setStretchFactor(0, 1)
        self._outer.setStretchFactor(1, 0)
        tall = self._tall()
        below = max(215, min(420, round(tall * 0.32)))
        self._outer.setSizes([tall - below, below])
        self._recall()

    def _arrange_narrow(self) -> None:
        self._stage_column.insertWidget(0, self._strip)
        self._outer.setOrientation(Qt.Orientation.Horizontal)
        self._inner.setOrientation(Qt.Orientation.Vertical)
        self._fill_tabs(self.tabs, list(self._pages))
        self._inner.addWidget(self._stage)
        self._inner.addWidget(self.tabs)
        self._inner.setStretchFactor(0, 1)
        self._inner.setStretchFactor(1, 0)
        self._outer.addWidget(self._inner)
        self._outer.addWidget(self._side)
        self._outer.setStretchFactor(0, 1)
        self._outer.setStretchFactor(1, 0)
        self._outer.setSizes([1000, PANEL_WIDTH])
        tall = self._tall()
        below = max(170, min(268, round(tall * 0.36)))
        self._inner.setSizes([tall - below, below])
        self._recall()

    def _tall(self) -> int:
        """The height that film and timeline have together, about."""
        window = self.window()
        return max(400, (window.height() if window is not None else 0) - 60)

    def take_sizes(self, other: Workspace) -> None:
        """Share out the window as another one does, and show the same page."""
        self.arrange(WIDE if other.wide else 0)
        for mine, theirs in ((self._outer, other._outer), (self._inner, other._inner)):
            mine.restoreState(theirs.saveState())
        page = other.tabs.currentWidget()
        for name, widget in other._pages.items():
            if widget is page:
                self.show_page(name)

    # ------------------------------------------------------------------ sizes between starts

    def _place(self) -> QSettings:
        return QSettings(str(state_folder() / "window.ini"), QSettings.Format.IniFormat)

    def _names(self) -> tuple[tuple[str, QSplitter], ...]:
        width = "wide" if self.wide else "narrow"
        return ((f"{width}/outer", self._outer), (f"{width}/inner", self._inner))

    def _remember(self) -> None:
        """Write down how the user shared out the window; wide and narrow have each their own."""
        place = self._place()
        for name, splitter in self._names():
            place.setValue(name, splitter.saveState())

    def _recall(self) -> None:
        place = self._place()
        for name, splitter in self._names():
            state = place.value(name)
            if isinstance(state, QByteArray):
                splitter.restoreState(state)

    def _tab_widget(self) -> QTabWidget:
        tabs = QTabWidget(self)
        tabs.setDocumentMode(True)
        bar = tabs.tabBar()
        if bar is not None:
            bar.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return tabs

    def _fill_tabs(self, tabs: QTabWidget, names: list[str]) -> None:
        for name in names:
            if name not in self._absent:
                tabs.addTab(self._pages[name], self._titles[name])

    def show_page(self, name: str) -> None:
        """Bring a page to the front."""
        self.allow_page(name)
        self._bring(self._pages[name])

    def allow_page(self, name: str) -> None:
        """Give a page its tab, if it has none yet."""
        if name in self._absent:
            self._absent.discard(name)
            tabs = self.below if self.wide and name not in ASIDE else self.tabs
            tabs.addTab(self._pages[name], self._titles[name])

    def hide_page(self, name: str) -> None:
        """Take a page's tab away."""
        self._absent.add(name)
        for tabs in (self.tabs, self.below):
            if (index := tabs.indexOf(self._pages[name])) >= 0:
                tabs.removeTab(index)

    def set_title(self, name: str, title: str) -> None:
        """Head a page with other words."""
        self._titles[name] = title
        for tabs in (self.tabs, self.below):
            index = tabs.indexOf(self._pages[name])
            if index >= 0:
                tabs.setTabText(index, title)

    def _bring(self, page: QWidget | None) -> None:
        for tabs in (self.tabs, self.below):
            index = tabs.indexOf(page)
            if index >= 0:
                tabs.show()
                tabs.setCurrentIndex(index)

    def toggle_below(self) -> None:
        """Give the film what lies under it, or take it back."""
        below = self.below if self.wide else self.tabs
        below.setVisible(below.isHidden())
