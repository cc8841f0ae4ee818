"""Drawing on the film with the mouse and with keys alone, as a coach does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from PyQt6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PyQt6.QtGui import QImage, QMouseEvent
from PyQt6.QtWidgets import QApplication, QToolButton
from pytestqt.qtbot import QtBot

from annotator.model.drawing import SCALE, Drawing, Shape
from annotator.model.drawing_edits import AddDrawing
from annotator.ui.drawing.placing import spot_of
from annotator.ui.player.framing import Framing
from annotator.ui.window import Window
from annotator.video import FilmWriter
from exports.overlay import Canvas, Overlay, blend

LEFT, SHIFT = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier
FREE = Qt.KeyboardModifier.NoModifier


def place(window: Window) -> QRectF:
    found = window.film_view.picture_place()
    assert found is not None
    return found


def at(window: Window, x: float, y: float) -> QPoint:
    """A spot of the view, by shares of the picture as it is seen."""
    box = place(window)
    return QPointF(box.x() + x * box.width(), box.y() + y * box.height()).toPoint()


def drag(
    window: Window,
    *spots: tuple[float, float],
    keys: Qt.KeyboardModifier = FREE,
) -> None:
    view = window.film_view
    QtBot.mousePress(view, LEFT, keys, at(window, *spots[0]))
    for spot in spots[1:]:
        move(window, spot, keys)
    QtBot.mouseRelease(view, LEFT, keys, at(window, *spots[-1]))


def move(window: Window, spot: tuple[float, float], keys: Qt.KeyboardModifier = FREE) -> None:
    """Move the pointer there: a real event, with the keys that are held."""
    view, target = window.film_view, QPointF(at(window, *spot))
    event = QMouseEvent(
        QEvent.Type.MouseMove, target, view.mapToGlobal(target), Qt.MouseButton.NoButton, LEFT, keys
    )
    QApplication.sendEvent(view, event)


def is_on(window: Window) -> bool:
    return window.drawings.on and window.drawings.bar.isVisible()


def drawn(window: Window) -> tuple[Drawing, ...]:
    return window.session.match.drawings


def shares(drawing: Drawing) -> list[tuple[float, float]]:
    return [(x / SCALE, y / SCALE) for x, y in drawing.points]


def close(points: list[tuple[float, float]], wanted: list[tuple[float, float]]) -> bool:
    return np.allclose(points, wanted, atol=0.012)


def key(window: Window, code: Qt.Key, keys: Qt.KeyboardModifier = FREE) -> None:
    QtBot.keyClick(window.film_view, code, keys)


@pytest.fixture
def drawing_window(film_window: Window) -> Window:
    film_window.run_by_id("draw.toggle")
    assert is_on(film_window)
    return film_window


@pytest.mark.parametrize(
    ("digit", "shape"),
    [
        (Qt.Key.Key_1, Shape.ARROW),
        (Qt.Key.Key_2, Shape.LINE),
        (Qt.Key.Key_3, Shape.CIRCLE),
    ],
)
def test_what_is_pulled_from_one_spot_to_another(
    drawing_window: Window, digit: Qt.Key, shape: Shape
) -> None:
    key(drawing_window, digit)
    drag(drawing_window, (0.2, 0.3), (0.4, 0.4), (0.6, 0.7))

    (one,) = drawn(drawing_window)
    assert one.shape is shape
    assert close(shares(one), [(0.2, 0.3), (0.6, 0.7)])
    assert (one.time, one.frame, one.film) == (drawing_window.player.times[0], 0, 1)
    drawing_window.run_by_id("edit.undo")
    assert drawn(drawing_window) == ()
    drawing_window.run_by_id("edit.redo")
    assert drawn(drawing_window) == (one,)


def test_a_line_by_hand_follows_the_pointer(drawing_window: Window) -> None:
    key(drawing_window, Qt.Key.Key_5)
    way = [(0.2, 0.2), (0.3, 0.4), (0.5, 0.3), (0.7, 0.8)]
    drag(drawing_window, *way)

    (one,) = drawn(drawing_window)
    assert one.shape is Shape.FREEHAND
    assert close(shares(one), way)


def test_an_angle_is_two_arms_and_esc_gives_it_up(drawing_window: Window) -> None:
    key(drawing_window, Qt.Key.Key_6)
    drag(drawing_window, (0.2, 0.2), (0.5, 0.5))
    assert drawn(drawing_window) == ()
    move(drawing_window, (0.8, 0.3))
    QtBot.mouseClick(drawing_window.film_view, LEFT, FREE, at(drawing_window, 0.8, 0.3))

    (one,) = drawn(drawing_window)
    assert one.shape is Shape.ANGLE
    assert close(shares(one), [(0.2, 0.2), (0.5, 0.5), (0.8, 0.3)])

    drag(drawing_window, (0.1, 0.9), (0.3, 0.7))
    key(drawing_window, Qt.Key.Key_Escape)
    assert is_on(drawing_window)
    assert len(drawn(drawing_window)) == 1
    key(drawing_window, Qt.Key.Key_Escape)
    assert not is_on(drawing_window)


def test_shift_straightens_lines_and_rounds_circles(drawing_window: Window) -> None:
    key(drawing_window, Qt.Key.Key_2)
    drag(drawing_window, (0.2, 0.3), (0.6, 0.34), keys=SHIFT)
    key(drawing_window, Qt.Key.Key_3)
    drag(drawing_window, (0.2, 0.5), (0.5, 0.6), keys=SHIFT)

    line, circle = drawn(drawing_window)
    assert line.points[0][1] == pytest.approx(line.points[1][1], abs=2)
    box, (one, other) = place(drawing_window), circle.points
    wide = (other[0] - one[0]) * box.width()
    high = (other[1] - one[1]) * box.height()
    assert wide == pytest.approx(high, rel=0.01)


def test_a_text_is_typed_in_place_and_never_tags(drawing_window: Window) -> None:
    key(drawing_window, Qt.Key.Key_4)
    QtBot.mouseClick(drawing_window.film_view, LEFT, FREE, at(drawing_window, 0.4, 0.5))
    words = drawing_window.drawings.words
    assert words.hasFocus()
    QtBot.keyClicks(words, "sdw 12")
    QtBot.keyClick(words, Qt.Key.Key_Return)

    (one,) = drawn(drawing_window)
    assert (one.shape, one.text) == (Shape.TEXT, "sdw 12")
    assert close(shares(one), [(0.4, 0.5)])
    assert drawing_window.session.match.tags == ()
    assert drawing_window.film_view.hasFocus()
    assert not words.isVisible()

    key(drawing_window, Qt.Key.Key_F2)
    QtBot.keyClicks(words, "now")
    QtBot.keyClick(words, Qt.Key.Key_Escape)
    assert drawn(drawing_window)[0].text == "now"
    assert is_on(drawing_window)
    key(drawing_window, Qt.Key.Key_F2)
    words.clear()
    QtBot.keyClick(words, Qt.Key.Key_Return)
    assert drawn(drawing_window) == ()


def test_a_note_is_written_changed_and_seen(film_window: Window) -> None:
    film_window.run_by_id("draw.note")
    words = film_window.drawings.words
    QtBot.keyClicks(words, "hips first")
    QtBot.keyClick(words, Qt.Key.Key_Return)

    (one,) = drawn(film_window)
    assert (one.shape, one.text, one.points) == (Shape.NOTE, "hips first", ())
    film_window.run_by_id("draw.note")
    assert words.text() == "hips first"
    QtBot.keyClicks(words, "hips last")
    film_window.film_view.setFocus()
    assert drawn(film_window)[0].text == "hips last"


def test_select_move_points_and_delete(drawing_window: Window) -> None:
    key(drawing_window, Qt.Key.Key_2)
    drag(drawing_window, (0.2, 0.3), (0.6, 0.3))
    drag(drawing_window, (0.6, 0.3), (0.6, 0.8))  # by its end
    (one,) = drawn(drawing_window)
    assert close(shares(one), [(0.2, 0.3), (0.6, 0.8)])

    key(drawing_window, Qt.Key.Key_0)
    drag(drawing_window, (0.4, 0.55), (0.5, 0.45))  # by its middle
    (one,) = drawn(drawing_window)
    assert close(shares(one), [(0.3, 0.2), (0.7, 0.7)])
    assert drawing_window.session.undo_label == "Move drawing"

    QtBot.mouseClick(drawing_window.film_view, LEFT, FREE, at(drawing_window, 0.9, 0.1))
    assert drawing_window.drawings.selection() is None
    QtBot.mouseClick(drawing_window.film_view, LEFT, FREE, at(drawing_window, 0.5, 0.45))
    assert drawing_window.drawings.selection() == one
    key(drawing_window, Qt.Key.Key_Delete)
    assert drawn(drawing_window) == ()


def test_all_of_it_by_keyboard(film_window: Window) -> None:
    key(film_window, Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
    key(film_window, Qt.Key.Key_3)
    key(film_window, Qt.Key.Key_Insert)
    (one,) = drawn(film_window)
    assert one.shape is Shape.CIRCLE
    alt = Qt.KeyboardModifier.AltModifier
    key(film_window, Qt.Key.Key_Right, alt)
    (moved,) = drawn(film_window)
    assert moved == one.moved(SCALE // 256, 0)
    key(film_window, Qt.Key.Key_Return, SHIFT)
    key(film_window, Qt.Key.Key_Down, alt)
    assert drawn(film_window)[0].points[0] == (
        moved.points[0][0],
        moved.points[0][1] + SCALE // 256,
    )
    assert drawn(film_window)[0].points[1] == moved.points[1]
    key(film_window, Qt.Key.Key_BracketRight)
    key(film_window, Qt.Key.Key_BraceRight, SHIFT)
    film_window.run_by_id("draw.colour_on")
    assert drawn(film_window)[0].width == 12
    assert drawn(film_window)[0].colour in (2, 3)
    key(film_window, Qt.Key.Key_1)
    key(film_window, Qt.Key.Key_Insert)
    selected = film_window.drawings.selected
    key(film_window, Qt.Key.Key_Return)
    assert film_window.drawings.selected != selected
    key(film_window, Qt.Key.Key_Backspace)
    assert [one.shape for one in drawn(film_window)] == [Shape.ARROW]
    key(film_window, Qt.Key.Key_Escape)
    key(film_window, Qt.Key.Key_1)
    assert not is_on(film_window)


def test_times_and_looks_are_chosen_in_the_bar(drawing_window: Window) -> None:
    bar = drawing_window.drawings.bar
    drag(drawing_window, (0.2, 0.3), (0.6, 0.3))
    bar.shown.setValue(3.25)
    bar.fade_in.setValue(0)
    bar.colour.setCurrentIndex(3)
    bar.colour.activated.emit(3)

    (one,) = drawn(drawing_window)
    assert (one.shown, one.fade_in, one.colour) == (Fraction(13, 4), Fraction(0), 4)
    drag(drawing_window, (0.2, 0.6), (0.6, 0.6))
    assert drawn(drawing_window)[1].colour == 4
    for button in bar.findChildren(QToolButton):
        assert button.accessibleName()
        assert button.toolTip()


@pytest.mark.parametrize(
    "framing", [Framing(1), Framing(2, True), Framing(3, True, 2.5, (0.4, 0.6))]
)
def test_points_are_the_film_s_own_however_it_is_seen(
    drawing_window: Window, framing: Framing, qtbot: QtBot
) -> None:
    drawing_window.film_view.set_framing(framing)
    drag(drawing_window, (0.45, 0.5), (0.5, 0.65))

    (one,) = drawn(drawing_window)
    for point, spot in zip(one.points, ((0.45, 0.5), (0.5, 0.65)), strict=True):
        seen = spot_of(point, place(drawing_window), framing)
        assert (seen - QPointF(at(drawing_window, *spot))).manhattanLength() < 0.1
    view = drawing_window.film_view
    qtbot.waitUntil(lambda: not view._settle.isActive())
    qtbot.waitUntil(lambda: drawing_window.player.fetcher.in_flight is None)


def pixels(image: QImage) -> np.ndarray:
    image = image.convertToFormat(QImage.Format.Format_RGB888)
    bits = image.constBits()
    assert bits is not None
    rows = np.frombuffer(bits.asstring(image.sizeInBytes()), np.uint8)
    rows = rows.reshape(image.height(), image.bytesPerLine())[:, : 3 * image.width()]
    return rows.reshape(image.height(), image.width(), 3)


def test_the_window_shows_what_is_exported(film_window: Window) -> None:
    view = film_window.film_view
    one = Drawing("d1", Shape.ARROW, ((9000, 9000), (50000, 40000)), film_window.player.time, 0)
    text = replace(one, id="d2", shape=Shape.TEXT, points=((30000, 50000),), text="hook", colour=2)
    plain = pixels(view.grab().toImage())
    for drawing in (one, text):
        film_window.session.do(AddDrawing(drawing))
    shown = pixels(view.grab().toImage())

    box = place(film_window)
    left, top, width, height = (round(v) for v in (box.x(), box.y(), box.width(), box.height()))
    under = plain[top : top + height, left : left + width].copy()
    both = [(one, Fraction(1)), (text, Fraction(1))]
    wanted = blend(under, Overlay().layers(both, Canvas(width, height)))
    found = shown[top : top + height, left : left + width]
    assert np.abs(found.astype(int) - wanted).max() <= 2
    assert (found != under).any(axis=2).sum() > 500


def shows(window: Window, index: int) -> Callable[[], bool]:
    """Whether this frame is on screen."""

    def is_shown() -> bool:
        picture = window.film_view.picture
        return picture is not None and picture.index == index and picture.towards is None

    return is_shown


def test_a_drawing_is_there_at_its_time_alone_and_can_be_gone_to(
    film_window: Window, qtbot: QtBot
) -> None:
    player, session = film_window.player, film_window.session
    for number, index in enumerate((10, 40), 1):
        time = player.times[index]
        drawing = Drawing(
            f"d{number}", Shape.LINE, ((0, 0), (9, 9)), time, index, shown=Fraction(0),
            fade_in=Fraction(0), fade_out=Fraction(1, 5),
        )  # fmt: skip
        session.do(AddDrawing(drawing))

    def opacity() -> list[float]:
        return [float(share) for _, share in film_window.drawings.seen()]

    assert opacity() == []
    for command, index in (("after", 10), ("after", 40), ("before", 10)):
        film_window.run_by_id(f"draw.{command}")
        qtbot.waitUntil(shows(film_window, index))
        qtbot.waitUntil(lambda: film_window.player.fetcher.in_flight is None)
        assert opacity() == [1.0]
    film_window.run_by_id("draw.before")
    assert player.index == 10
    with qtbot.waitSignal(player.picture_ready):
        player.step(1)
    assert 0 < opacity()[0] < 1


def test_the_picture_is_saved_with_drawings_when_asked(
    film_window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    thick = Drawing(
        "d1",
        Shape.LINE,
        ((0, SCALE // 2), (SCALE, SCALE // 2)),
        film_window.player.time,
        0,
        width=60,
    )
    film_window.session.do(AddDrawing(thick))
    saved = {}
    for command in ("draw.snapshot", "view.snapshot"):
        film_window.run_by_id(command)
        path = tmp_path / f"{command}.png"
        film_window.views.save_picture(str(path))
        qtbot.waitUntil(lambda: not film_window.workers.busy(), timeout=10000)
        saved[command] = pixels(QImage(str(path)))
    assert tuple(saved["draw.snapshot"][45, 80]) == (255, 214, 10)
    assert tuple(saved["view.snapshot"][45, 80]) != (255, 214, 10)


def test_without_drawings_nothing_lies_over_the_film(film_window: Window) -> None:
    over = [film_window.film_view._over]
    for command in ("draw.toggle", "draw.leave"):
        film_window.run_by_id(command)
        over.append(film_window.film_view._over)
    assert over == [None, film_window.drawings, None]


def test_without_a_film_there_is_nothing_to_draw_on(
    new_window: Callable[[], Window],
) -> None:
    window = new_window()
    for command in ("draw.toggle", "draw.arrow", "draw.note", "draw.after", "draw.before"):
        window.run_by_id(command)
    assert not is_on(window)
    assert window.status.currentMessage()


@pytest.fixture
def film_of_specks(tmp_path: Path) -> Path:
    """A film on which no two spots are alike."""
    path = tmp_path / "specks.mp4"
    specks = np.random.default_rng(3).integers(0, 256, (9, 16, 3), np.uint8)
    picture = specks.repeat(20, axis=0).repeat(20, axis=1)
    with FilmWriter.open(path, (320, 180), Fraction(1, 30)) as writer:
        for number in range(3):
            writer.add(picture, Fraction(number, 30))
    return path


def test_a_blurred_area_hides_what_is_in_it_on_screen_and_in_every_saved_picture(
    window: Window, film_of_specks: Path, qtbot: QtBot, tmp_path: Path
) -> None:
    with qtbot.waitSignal(window.player.picture_ready, timeout=20000):
        window.files.open_path(film_of_specks)
    qtbot.waitUntil(lambda: not window.film_view._settle.isActive())
    qtbot.waitUntil(lambda: window.player.fetcher.in_flight is None)
    window.run_by_id("draw.blur")
    drag(window, (0.1, 0.1), (0.3, 0.4), (0.6, 0.8))
    (area,) = drawn(window)
    assert area.shape is Shape.BLUR
    assert close(shares(area), [(0.1, 0.1), (0.6, 0.8)])
    window.run_by_id("draw.leave")

    box = place(window)
    inside = (slice(round(box.y() + box.height() * 0.15), round(box.y() + box.height() * 0.75)),
              slice(round(box.x() + box.width() * 0.15), round(box.x() + box.width() * 0.55)))  # fmt: skip
    hidden = pixels(window.film_view.grab().toImage())
    window.session.undo()
    plain = pixels(window.film_view.grab().toImage())
    window.session.redo()
    assert (hidden != plain).any()
    assert len(np.unique(hidden[inside].reshape(-1, 3), axis=0)) <= 25
    beside = slice(round(box.x() + box.width() * 0.65), round(box.right()))
    assert (hidden[:, beside] == plain[:, beside]).all()

    window.run_by_id("view.snapshot")
    path = tmp_path / "plain.png"
    window.views.save_picture(str(path))
    qtbot.waitUntil(lambda: not window.workers.busy(), timeout=10000)
    assert window.film is not None
    changed = (pixels(QImage(str(path))) != window.film.footage.frame(0)).any(axis=2)
    height, width = changed.shape
    assert changed[
        round(height * 0.2) : round(height * 0.7), round(width * 0.2) : round(width * 0.5)
    ].any()
    assert not changed[:, round(width * 0.65) :].any()


def test_a_blurred_area_is_taken_hold_of_anywhere_in_it(film_window: Window) -> None:
    film_window.run_by_id("draw.blur")
    drag(film_window, (0.2, 0.2), (0.5, 0.5))
    film_window.run_by_id("draw.select")
    drag(film_window, (0.35, 0.4), (0.45, 0.5))

    (area,) = drawn(film_window)
    assert close(shares(area), [(0.3, 0.3), (0.6, 0.6)])
