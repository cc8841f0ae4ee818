"""How the lanes of a timeline are painted: only what is in sight, and no more than can be seen.

Where things crowd below a pixel or two, one stands for all of its pixel column, so that a whole
evening costs no more than a round.
"""

from __future__ import annotations

from PyQt6.QtCore import QLineF, QRectF, Qt
from PyQt6.QtGui import QBrush, QColor, QPen

from annotator.model.timeline import Run
from annotator.model.vocabulary import FINISHES
from annotator.scoring import wording
from annotator.text import number_text, word
from annotator.ui.views.marks import referee_glyph
from annotator.ui.views.theme import mix
from annotator.ui.views.timeline_brush import LEFT, PAD, TINY, Brushwork, ring
from annotator.ui.views.timeline_geometry import Band, ruler_step, ticks
from annotator.ui.views.timeline_items import Item, Sort
from annotator.ui.views.timeline_score import LEAST_TEXT, paint_score

LEAST_LETTER = 6.0
_PLAIN = 8.0
"""Pixels below which a position has neither hatch nor letter."""
_COLUMN = 2.0
"""Pixels of a position at least; of those that crowd there the first stands for all."""


def paint_band(work: Brushwork, band: Band) -> None:
    """Paint one lane."""
    match band.lane.sort:
        case Sort.CLOCK:
            _paint_clock(work, band)
        case Sort.POSITION:
            _paint_positions(work, band)
        case Sort.ACTIONS:
            _paint_actions(work, band)
        case Sort.REFEREE:
            _paint_referee(work, band)
        case Sort.SCORE:
            paint_score(work, band)


def paint_ruler(work: Brushwork, height: int, frame_ticks: list[float]) -> None:
    """Film time as m:ss, with tenths or single frames where there is room for them."""
    painter, window, theme = work.painter, work.window, work.theme
    step = ruler_step(window.rate, work.metrics.horizontalAdvance("00:00.0") + 14)
    first, last = window.time(-60), window.end
    # Where single frames can be seen they are the small ticks; else fifths of the labels' step.
    small = frame_ticks or list(ticks(first, last, step / 5))
    painter.setPen(theme.muted if frame_ticks else theme.line)
    work.lines([QLineF(window.x(t), height - 5, window.x(t), height) for t in small])
    for time in ticks(first, last, step):
        x = window.x(time)
        painter.setPen(theme.line)
        painter.drawLine(QLineF(x, height - 9, x, height))
        text = ruler_text(time, step)
        if x + 3 + work.metrics.horizontalAdvance(text) <= window.width:
            painter.setPen(theme.muted)
            painter.drawText(QRectF(x + 3, 0, 90, height - 5), LEFT, text)


def ruler_text(time: float, step: float) -> str:
    """`1:05`, or `1:05.2` where the labels stand closer than a second."""
    tenths = round(time * 10)
    sign = "-" if tenths < 0 else ""
    minutes, rest = divmod(abs(tenths), 600)
    seconds, part = divmod(rest, 10)
    return number_text(f"{sign}{minutes}:{seconds:02d}" + (f".{part}" if step < 1 else ""))


def _paint_clock(work: Brushwork, band: Band) -> None:
    painter, theme, window = work.painter, work.theme, work.window
    green = mix(theme.base, theme.running, 0.22)
    step = ruler_step(window.rate, work.metrics.horizontalAdvance("00:00") + 26)
    for item in work.items(band):
        left, width = work.extent(item)
        box = QRectF(left, band.top + 1, width, band.height - 2)
        if item.run is Run.RUNNING:
            painter.fillRect(box, green)
            painter.fillRect(QRectF(left, band.bottom - 3, width, 2), theme.running)
            _clock_labels(work, band, item, step)
        elif item.run is Run.STOPPED:
            painter.fillRect(box, QBrush(theme.stopped, Qt.BrushStyle.Dense6Pattern))
            _boxed(work, box, theme.line)
        elif item.run is Run.FROZEN:
            painter.fillRect(box, QBrush(theme.frozen, Qt.BrushStyle.DiagCrossPattern))
            _boxed(work, box, theme.frozen)


def _clock_labels(work: Brushwork, band: Band, item: Item, step: float) -> None:
    """The match clock at its own round times, which are not those of the film."""
    painter, window = work.painter, work.window
    shift = item.clock - item.start
    first = max(item.start, window.time(-60)) + shift
    last = min(item.end, window.end) + shift
    painter.setPen(work.theme.text)
    for clock in ticks(first, last, step):
        x = window.x(clock - shift)
        text = ruler_text(clock, step)
        if x + work.metrics.horizontalAdvance(text) + 4 <= window.x(item.end):
            painter.drawLine(QLineF(x, band.top + 3, x, band.bottom - 4))
            painter.drawText(QRectF(x + 3, band.top, 80, band.height - 2), LEFT, text)


def _boxed(work: Brushwork, box: QRectF, color: QColor) -> None:
    if box.width() > TINY:
        work.painter.setPen(color)
        work.painter.setBrush(Qt.BrushStyle.NoBrush)
        work.painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5))


def _paint_positions(work: Brushwork, band: Band) -> None:
    painter, theme = work.painter, work.theme
    crowd: dict[str | None, list[QRectF]] = {}
    for item in work.items(band, _COLUMN):
        left, width = work.extent(item, _COLUMN)
        box = QRectF(left, band.top, width, band.height)
        if width < _PLAIN and not work.is_lit(item):
            crowd.setdefault(item.athlete, []).append(box)
            continue
        side = theme.side(item.athlete)
        painter.fillRect(box, side.fill)
        if item.athlete:
            painter.fillRect(box, theme.hatch_brush(item.athlete))
            edge = band.top if item.athlete == "red" else band.bottom - 3
            painter.fillRect(QRectF(left, edge, width, 3), side.strong)
        painter.setPen(QPen(theme.base, 1))
        painter.drawLine(QLineF(left, band.top, left, band.bottom))
        _position_text(work, item, box)
        if work.is_lit(item):
            ring(work, box)
    painter.setPen(Qt.PenStyle.NoPen)
    for who, boxes in crowd.items():
        painter.setBrush(
            theme.red.fill if who == "red" else theme.blue.fill if who else theme.nobody.fill
        )
        work.rects(boxes)
        if who is not None:
            # Top or bottom says whose it is where there is no room for a hatch or a letter.
            painter.setBrush(theme.red.strong if who == "red" else theme.blue.strong)
            edge = band.top if who == "red" else band.bottom - 3
            work.rects([QRectF(box.left(), edge, box.width(), 3) for box in boxes])


def _position_text(work: Brushwork, item: Item, box: QRectF) -> None:
    """Letter and name, or as much as fits; on a plate of the fill, so that no hatch crosses it."""
    if item.stay is None:
        return
    left = max(box.left(), 0.0)
    room = min(box.right(), work.window.width) - left - 8
    if room < LEAST_LETTER:
        return
    sign = wording.letter(item.athlete)
    name = wording.capital(word(item.stay.position))
    for text in (
        wording.joined((sign, name)),
        wording.joined((sign, wording.short_position(item.stay.position)), " "),
        sign,
    ):
        if text and (wide := work.metrics.horizontalAdvance(text)) <= room:
            side = work.theme.side(item.athlete)
            high = work.metrics.height()
            plate = QRectF(left + 3, box.center().y() - high / 2, wide + 4, high)
            work.painter.fillRect(plate, side.fill)
            work.painter.setPen(side.on_fill)
            work.painter.drawText(plate.adjusted(2, 0, 2, 0), LEFT, text)
            return


def _paint_actions(work: Brushwork, band: Band) -> None:
    painter = work.painter
    rows = band.lane.rows
    high = band.height / rows
    crowd: list[QRectF] = []
    shown: list[tuple[Item, QRectF]] = []
    for item in work.items(band, TINY):
        left, width = work.extent(item, 2.0)
        box = QRectF(left, band.top + item.row * high + 2, width, high - 4)
        if width < TINY:
            crowd.append(box)
        shown.append((item, box))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(work.theme.side(band.lane.athlete).strong)
    work.rects(crowd)
    # The room for a name beside its bar ends where the next bar of the row begins.
    limits = [float(work.window.width)] * rows
    ends: dict[Item, float] = {}
    reached = [0.0] * rows
    for item, box in shown:
        ends[item] = reached[item.row]
        reached[item.row] = max(reached[item.row], box.right())
    for item, box in reversed(shown):
        if box.width() >= TINY:
            _paint_bar(work, item, box)
        if work.is_lit(item):
            ring(work, box)
        before = ends.get(item, 0.0)
        _bar_text(work, item, box, (before, limits[item.row]))
        limits[item.row] = box.left()


def _paint_bar(work: Brushwork, item: Item, box: QRectF) -> None:
    painter, theme = work.painter, work.theme
    side = theme.side(item.athlete)
    tag = item.tag
    if tag is None:
        return
    if tag.tag == "attempt":
        painter.setBrush(theme.panel)
        painter.setPen(QPen(side.strong, 1, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
        return
    painter.setPen(QPen(side.strong, 1))
    painter.setBrush(side.fill)
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
    if tag.tag == "submission":
        close = work.close_from(tag)
        if close is not None:
            left = max(box.left(), work.window.x(close))
            danger = QRectF(left, box.top(), max(2.0, box.right() - left), box.height())
            painter.fillRect(danger, side.strong)
        else:
            painter.fillRect(QRectF(box.left(), box.top(), 3, box.height()), side.strong)
    if item.ongoing:
        painter.setPen(QPen(theme.panel, 2, Qt.PenStyle.DotLine))
        painter.drawLine(QLineF(box.right() - 1, box.top(), box.right() - 1, box.bottom()))


def _bar_text(work: Brushwork, item: Item, box: QRectF, room: tuple[float, float]) -> None:
    """The name in its bar, else right of it, else at the window's edge left of it.

    `room`: where the bar before it ends and the next one begins.
    """
    tag = item.tag
    before, limit = room
    if tag is None or max(limit, box.right()) - min(before, box.left()) < LEAST_TEXT:
        return
    painter, theme = work.painter, work.theme
    text = wording.tag_name(tag)
    if tag.tag == "submission":
        if work.close_from(tag) is not None:
            text = f"{text} !"
        if (outcome := tag.details.get("outcome")) in FINISHES:
            text = f"{text} · {word(outcome or '')}"
    wide = work.metrics.horizontalAdvance(text)
    side = theme.side(item.athlete)
    left = max(box.left(), 0.0)
    if wide + 10 <= box.right() - left:
        close = work.close_from(tag)
        solid = close is not None and work.window.x(close) <= left + 5
        plate = QRectF(left + 5, box.top() + 1, wide, box.height() - 2)
        if tag.tag == "attempt":
            ink = theme.text
        else:
            ink = side.on_strong if solid else side.on_fill
            painter.fillRect(plate, side.strong if solid else side.fill)
        painter.setPen(ink)
        painter.drawText(plate, LEFT, text)
    elif box.right() + wide + 8 <= limit and box.right() > 0:
        painter.setPen(theme.text)
        painter.drawText(QRectF(box.right() + 4, box.top(), wide + 2, box.height()), LEFT, text)
    elif limit >= work.window.width and before + wide + 80 <= box.left() <= limit:
        painter.setPen(theme.text)
        painter.drawText(
            QRectF(box.left() - wide - 6, box.top(), wide + 2, box.height()), LEFT, text
        )


def _paint_referee(work: Brushwork, band: Band) -> None:
    painter, theme = work.painter, work.theme
    size = min(13.0, band.height - 8.0)
    glyphs: list[tuple[QRectF, Item]] = []
    for item in work.items(band, size / 2):
        tag = item.tag
        left, width = work.extent(item, 0.0)
        if tag is None:
            continue
        side = theme.side(item.athlete)
        if width > 0:
            bar = QRectF(left, band.top + 4, width, band.height - 8)
            painter.fillRect(bar, side.fill)
            painter.fillRect(bar, QBrush(side.strong, Qt.BrushStyle.Dense6Pattern))
        color = side.strong if item.athlete else theme.text
        if tag.tag == "mark":
            color = theme.accent
        box = QRectF(left, band.top + (band.height - size) / 2, size, size)
        if tag.tag == "warning":
            painter.setPen(QPen(color, 1.5))
            painter.setBrush(theme.panel)
        else:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color)
        painter.drawPath(referee_glyph(tag.tag, box))
        glyphs.append((box, item))
        if work.is_lit(item):
            ring(work, box.adjusted(-3, -3, 3, 3))
    limit = work.window.width + PAD
    for box, item in reversed(glyphs):
        if item.athlete and box.right() + 14 <= limit:
            painter.setPen(theme.side(item.athlete).strong)
            sign = QRectF(box.right() + 2, band.top, 20, band.height)
            painter.drawText(sign, LEFT, wording.letter(item.athlete))
        limit = box.left()
