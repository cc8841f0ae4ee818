"""What is there when nothing is open: the recent matches as cards, and the ways to begin."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from PyQt6.QtCore import QDate, QDateTime, QEvent, QLocale, QObject, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QColor, QIcon, QImage, QKeyEvent, QPainter, QPixmap, QResizeEvent
from PyQt6.QtWidgets import (
    QGridLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from annotator.files.recent import RecentMatch
from annotator.text import tr, tr_n
from annotator.ui.views.theme import Theme

CARD = QSize(176, 99)
SMALL_CARD = QSize(112, 63)
LOW = 360
"""Points: in a page less high than this cards are small, so that a whole row is in sight."""
_ROOM = QSize(20, 54)
"""What a card's item has around its picture: three lines of text below."""
_PATH = Qt.ItemDataRole.UserRole
OWN_KEYS = "own keys"
"""The property of a widget that is walked through with arrows and Enter once Tab led to it."""


class Cards(QListWidget):
    """The cards; a click or Enter opens one."""

    wanted = pyqtSignal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty(OWN_KEYS, True)
        self.setAccessibleName(tr("Recent matches"))
        self.setViewMode(QListWidget.ViewMode.IconMode)
        self.setMovement(QListWidget.Movement.Static)
        self.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setSpacing(6)
        self.setIconSize(CARD)
        self.setFrameShape(QListWidget.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.itemClicked.connect(self._chosen)

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        item = self.currentItem()
        if event is not None and item is not None and event.key() in (
            Qt.Key.Key_Return, Qt.Key.Key_Enter,
        ):  # fmt: skip
            self._chosen(item)
            return
        super().keyPressEvent(event)

    def _chosen(self, item: QListWidgetItem) -> None:
        self.wanted.emit(item.data(_PATH))


class StartPage(QWidget):
    """Lies over the film's place while there is no film and no match."""

    match_wanted = pyqtSignal(object)
    """The path of a recent match."""
    command_wanted = pyqtSignal(str)

    def __init__(self, film_view: QWidget) -> None:
        super().__init__(film_view)
        self.setAutoFillBackground(True)
        self.setAccessibleName(tr("Start"))
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 12, 18, 10)
        self.heading = QLabel(tr("Recent matches"), self)
        font = self.heading.font()
        font.setPointSizeF(font.pointSizeF() * 1.25)
        font.setBold(True)
        self.heading.setFont(font)
        column.addWidget(self.heading)
        self.cards = Cards(self)
        self.cards.wanted.connect(self.match_wanted)
        column.addWidget(self.cards, 1)
        self.hint = QLabel(self)
        self.hint.setWordWrap(True)
        column.addWidget(self.hint)
        self._buttons: dict[str, QPushButton] = {}
        grid = QGridLayout()
        column.addLayout(grid)
        for place, (command, title) in enumerate((
            ("file.film", tr("Open film…")), ("file.open", tr("Open match…")),
            ("help.sample", tr("Sample match")),
        )):  # fmt: skip
            button = QPushButton(title, self)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setProperty("command", command)
            button.clicked.connect(self._pressed)
            grid.addWidget(button, 0, place)
            self._buttons[command] = button
        self._matches: list[RecentMatch] = []
        film_view.installEventFilter(self)
        self.hide()

    def eventFilter(self, watched: QObject | None, event: QEvent | None) -> bool:
        """Stay as large as the film's place."""
        view = self.parentWidget()
        if event is not None and view is not None and event.type() is QEvent.Type.Resize:
            self.setGeometry(view.rect())
        return False

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        low = self.height() < LOW
        card = SMALL_CARD if low else CARD
        self.hint.setVisible(not low)
        if card != self.cards.iconSize():
            self.cards.setIconSize(card)
            for row in range(self.cards.count()):
                item = self.cards.item(row)
                if item is not None:
                    item.setSizeHint(card + _ROOM)

    def appear(self) -> None:
        """Cover the film's place."""
        view = self.parentWidget()
        if view is not None:
            self.setGeometry(view.rect())
        self.show()
        self.raise_()

    def label_keys(self, key_of: Callable[[str], str]) -> None:
        """Say which keys do the same as the buttons."""
        for command, button in self._buttons.items():
            button.setToolTip(key_of(command))
        self.hint.setText(
            tr("Drop films, a match or a tag table here, or open a film with {key}. Without a film, "
               "{play} runs a clock, so that a match can be tagged live.",
               key=key_of("file.film"), play=key_of("play.toggle"))
        )  # fmt: skip

    # ------------------------------------------------------------------ the cards

    def show_matches(self, matches: list[RecentMatch], pictures: dict[str, QImage]) -> None:
        """Show these, in this order; `pictures` by the matches' `picture`."""
        self._matches = list(matches)
        self.cards.clear()
        for match in matches:
            item = QListWidgetItem(card_text(match))
            item.setData(_PATH, match.path)
            item.setToolTip(f"{card_text(match)}\n{match.path}")
            item.setSizeHint(self.cards.iconSize() + _ROOM)
            item.setTextAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
            self.cards.addItem(item)
        for row, match in enumerate(matches):
            self._put(row, pictures.get(match.picture))
        self.heading.setText(tr("Recent matches") if matches else tr("Nothing is open"))
        self.cards.setVisible(bool(matches))
        if matches:
            self.cards.setCurrentRow(0)

    def show_picture(self, picture: str, image: QImage) -> None:
        """Put a picture that was made meanwhile on its cards."""
        for row, match in enumerate(self._matches):
            if match.picture == picture:
                self._put(row, image)

    def _put(self, row: int, image: QImage | None) -> None:
        item = self.cards.item(row)
        if item is not None:
            item.setIcon(QIcon(self._card(image)))

    def _card(self, image: QImage | None) -> QPixmap:
        """A picture in the middle of a card; an empty card without one."""
        ratio = self.devicePixelRatioF()
        card = QPixmap(round(CARD.width() * ratio), round(CARD.height() * ratio))
        card.setDevicePixelRatio(ratio)
        card.fill(QColor("#0b0d10") if image is not None else Theme.of(self.palette()).line)
        if image is not None:
            painter = QPainter(card)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            size = image.size().scaled(CARD, Qt.AspectRatioMode.KeepAspectRatio)
            painter.drawImage(
                (CARD.width() - size.width()) // 2, (CARD.height() - size.height()) // 2,
                image.scaled(size * ratio, Qt.AspectRatioMode.KeepAspectRatio,
                             Qt.TransformationMode.SmoothTransformation),
            )  # fmt: skip
            painter.end()
        return card

    def _pressed(self) -> None:
        button = self.sender()
        if button is not None:
            self.command_wanted.emit(button.property("command"))


def card_text(match: RecentMatch) -> str:
    """Who, what and when, in up to three short lines."""
    if match.problem:
        return tr("{name}\n{problem}", name=match.path.name, problem=match.problem)
    who = " – ".join(name or "?" for name in match.names)
    head = who or match.title or match.path.name.removesuffix(".json").removesuffix(".match")
    what = match.event or (match.title if who else "")
    tags = tr_n("{count} tag", "{count} tags", match.tags)
    return "\n".join(filter(None, (head, what, tr("{day} · {tags}", day=_day(match), tags=tags))))


def _day(match: RecentMatch) -> str:
    locale, short = QLocale(), QLocale.FormatType.ShortFormat
    if match.date:
        day = date.fromisoformat(match.date)
        return locale.toString(QDate(day.year, day.month, day.day), short)
    if match.saved is None:
        return ""
    return locale.toString(QDateTime.fromSecsSinceEpoch(int(match.saved.timestamp())).date(), short)
