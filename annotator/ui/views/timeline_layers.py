"""Pictures of a timeline's parts, kept until what they show is not as it was.

A paint event may paint a few lanes anew and no more, so that no event takes long however much there
is to see. A lane that has to wait for its turn is shown by its last picture, moved and stretched
to where it belongs now.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass

from PyQt6.QtCore import QRectF, QSizeF
from PyQt6.QtGui import QColor, QPainter, QPixmap

from annotator.ui.views.timeline_geometry import Window
from annotator.ui.views.timeline_items import Item

BUDGET = 700
"""Items that one paint event may paint anew; the first lane that waits is always painted."""


@dataclass
class Picture:
    """A part as it was painted last: for which window, which items, and whether that holds still."""

    pixmap: QPixmap
    window: Window
    items: list[Item]
    turn: int
    stale: bool = False


class Layers:
    """The pictures of the parts in sight, by any name."""

    def __init__(self) -> None:
        self._pictures: dict[Hashable, Picture] = {}
        self._turn = 0
        self.counted = 0
        """Items painted anew by the last paint event."""

    def forget(self) -> None:
        """Nothing of what was painted can be shown any more."""
        self._pictures.clear()

    def keep_only(self, names: Collection[Hashable]) -> None:
        """Let go of the pictures of what is no longer there."""
        for name in [name for name in self._pictures if name not in names]:
            del self._pictures[name]

    def spoil(self, name: Hashable | None = None) -> None:
        """A part, or all, have to be painted anew; till then the old picture is shown."""
        if name is None:
            for picture in self._pictures.values():
                picture.stale = True
        elif name in self._pictures:
            self._pictures[name].stale = True

    def painted(self) -> list[Item]:
        """The items in the pictures, each as often as it is in one."""
        return [item for picture in self._pictures.values() for item in picture.items]

    def begin(self) -> None:
        """A paint event begins."""
        self._turn += 1
        self.counted = 0

    def waiting(self, names: Collection[Hashable], window: Window) -> list[Hashable]:
        """Of these parts those to be painted anew, the one that has waited longest first."""
        found = []
        for name in names:
            picture = self._pictures.get(name)
            if picture is None:
                found.append((-1, name))
            elif picture.stale or picture.window != window:
                found.append((picture.turn, name))
        return [name for _, name in sorted(found, key=lambda pair: pair[0])]

    def has_room(self) -> bool:
        """Whether this paint event may still paint something anew."""
        return self.counted < BUDGET

    def paint(
        self,
        name: Hashable,
        window: Window,
        size: QSizeF,
        density: float,
        ground: QColor,
        work: Callable[[QPainter], list[Item]],
    ) -> None:
        """Paint a part anew; `work` returns the items that it painted."""
        old = self._pictures.get(name)
        wanted = (size * density).toSize()
        pixmap = old.pixmap if old is not None else QPixmap(wanted)
        if pixmap.size() != wanted or pixmap.devicePixelRatio() != density:
            pixmap = QPixmap(wanted)
        pixmap.setDevicePixelRatio(density)
        pixmap.fill(ground)
        painter = QPainter(pixmap)
        items = work(painter)
        painter.end()
        self._pictures[name] = Picture(pixmap, window, items, self._turn)
        self.counted += len(items)

    def show(self, painter: QPainter, name: Hashable, window: Window, box: QRectF) -> None:
        """Lay a part's picture over its place, stretched if it is of another window."""
        picture = self._pictures.get(name)
        if picture is None:
            return
        old = picture.window
        if (old.start, old.rate, old.width) == (window.start, window.rate, window.width):
            painter.drawPixmap(box.topLeft(), picture.pixmap)
            return
        left = box.left() + window.x(old.start)
        wide = old.width * window.rate / old.rate
        # Far beyond the window the numbers get too large for a painter: only what is seen is drawn.
        seen_left, seen_right = max(left, box.left()), min(left + wide, box.right())
        if seen_right <= seen_left or wide <= 0:
            return
        pixels = picture.pixmap.width() / wide
        source = QRectF(
            (seen_left - left) * pixels, 0, (seen_right - seen_left) * pixels,
            picture.pixmap.height(),
        )  # fmt: skip
        target = QRectF(seen_left, box.top(), seen_right - seen_left, box.height())
        painter.drawPixmap(target, picture.pixmap, source)
