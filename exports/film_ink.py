"""How what is said over a film looks: board, clock, countdown, captions and rulings.

Never colour alone: whoever bears a colour bears a letter, and what was not given is outlined where
what was given is filled. Sizes go by the picture, so that all is read on a phone.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from typing import TYPE_CHECKING

from annotator.scoring import wording
from annotator.scoring.board import Board, BoardRow, ClockFace, column_short
from annotator.scoring.ruling import RulingKind
from exports.film_moments import Caption, HoldHead, HoldLeft, Told
from exports.lettering import fitted, font, readable, width, wrapped
from exports.overlay import Canvas
from exports.paper import STRONG, Paper, Rgba

if TYPE_CHECKING:
    from exports.overlay import Pixels

_WHITE: Rgba = (255, 255, 255, 255)
_PALE: Rgba = (196, 203, 212, 255)
_PANEL: Rgba = (14, 17, 22, 214)
_HEAD: Rgba = (14, 17, 22, 236)
_SOLID: Rgba = (14, 17, 22, 250)
_AMBER: Rgba = (255, 200, 60, 255)
_EMPTY: Rgba = (150, 158, 168, 255)
POINTS = 0.074
"""The size of the points' letters as a share of the base; a digit is three quarters as high."""


class Scale:
    """Lengths on a canvas in square pixels of its height: shares of a base that follows its size."""

    def __init__(self, canvas: Canvas) -> None:
        self.height = canvas.height
        self.width = max(1, round(canvas.width * canvas.pixel_aspect))
        self.base = min(float(self.height), 1.2 * self.width)
        self.upright = self.width < 1.2 * self.base
        self.margin = self.of(0.03)
        wide = 0.94 * self.width
        self.board = round(
            wide if self.upright else min(wide, max(0.42 * self.width, 0.9 * self.base))
        )
        # In the two lower corners, side by side: the athletes are in the middle.
        self.ruling = round(wide if self.upright else 0.56 * self.width)
        self.caption = round(wide if self.upright else 0.34 * self.width)

    def of(self, share: float, least: int = 1) -> int:
        """A share of the base in pixels."""
        return max(least, round(share * self.base))

    def type(self, share: float) -> int:
        """A size of letters."""
        return self.of(share, 8)


Item = Board | ClockFace | HoldHead | HoldLeft | Caption | Told


@singledispatch
def _draw(item: Item, scale: Scale) -> Paper:
    raise TypeError(type(item))


def drawn(item: Item, canvas: Canvas) -> Pixels:
    """The picture of something that is said over a film: (height, width, 4), straight alpha."""
    return _draw(item, Scale(canvas)).pixels(canvas.pixel_aspect)


# ---------------------------------------------------------------------- the board


class _Columns:
    """The columns of a board: headings, and how wide each is."""

    def __init__(self, board: Board, scale: Scale) -> None:
        self.points_face = font(scale.type(POINTS), bold=True)
        self.face = font(scale.type(0.05), bold=True)
        self.small = font(scale.type(0.03))
        self.dot = scale.of(0.024, 3)
        self.headings = [
            readable(column_short(column, name))
            for column, name in zip(board.columns, board.column_names, strict=True)
        ]
        pad = scale.of(0.022)
        self.widths = []
        for place, column in enumerate(board.columns):
            face = self.points_face if column == "points" else self.face
            numbers = [width(row.numbers[place], face) for row in board.rows]
            least = width("00" if column == "points" else "0", face)
            if column in board.dots:
                numbers, least = [self.places(board, column) * round(self.dot * 1.4)], 0
            self.widths.append(max(*numbers, least, width(self.headings[place], self.small)) + pad)

    @staticmethod
    def places(board: Board, column: str) -> int:
        """How many dots there is room for."""
        place = board.columns.index(column)
        counts = [int(row.numbers[place]) for row in board.rows if row.numbers[place].isdigit()]
        return max(*counts, board.fatal if column == "penalties" else 0, 1)


@_draw.register
def _board(board: Board, scale: Scale) -> Paper:
    return _halves(board, scale) if board.layout == "halves" else _rows(board, scale)


def _rows(board: Board, scale: Scale) -> Paper:
    """One athlete above the other: name, then the columns."""
    columns, high, top = _Columns(board, scale), scale.of(0.088), scale.of(0.046)
    taken = sum(columns.widths)
    face = font(scale.type(0.046), bold=True)
    badge, gap = scale.of(0.056), scale.of(0.014)
    most = scale.board - taken - badge - 3 * gap
    names = [fitted(readable(row.name), most, face) for row in board.rows]
    wanted = max(*(width(name, face) for name in names), scale.of(0.2))
    wide = badge + 3 * gap + wanted + taken
    banner = scale.of(0.05) if board.banner else 0
    paper = Paper(wide, top + 2 * high + banner)
    paper.box(0, 0, wide, paper.height, _PANEL, scale.of(0.014))
    paper.box(0, 0, wide, top, _HEAD, scale.of(0.014))
    small = columns.small
    # A name that would be cut might look like another's.
    title = readable(board.title)
    title = title if width(title, small) <= wide - taken - gap else board.ruleset
    paper.text(gap, top // 2, fitted(title, wide - taken - gap, small), small, _PALE)
    for row, name, y in zip(board.rows, names, (top, top + high), strict=True):
        paper.badge(row.athlete, gap, y + (high - badge) // 2, badge)
        paper.text(badge + 2 * gap, y + high // 2, name, face, _WHITE)
        left = wide - taken
        for place, column in enumerate(board.columns):
            right = left + columns.widths[place]
            _cell(paper, board, row, column, columns, (left, y, right, y + high), scale)
            if y == top:
                heading, middle = columns.headings[place], (left + right) // 2
                paper.text(middle, top // 2, heading, small, _PALE, "mm")
            left = right
    if banner:
        paper.text(gap, paper.height - banner // 2, fitted(readable(board.banner), wide - 2 * gap, face), face, _AMBER)  # fmt: skip
    return paper


def _cell(
    paper: Paper, board: Board, row: BoardRow, column: str, columns: _Columns,
    box: tuple[int, int, int, int], scale: Scale,
) -> None:  # fmt: skip
    """A number; points large on the athlete's colour, and some columns as dots."""
    left, top, right, bottom = box
    number = row.numbers[board.columns.index(column)]
    middle = ((left + right) // 2, (top + bottom) // 2)
    if column == "points":
        inset = scale.of(0.004)
        paper.box(left, top + inset, right, bottom - inset, STRONG[row.athlete], scale.of(0.01))
        paper.text(*middle, number, columns.points_face, _WHITE, "mm")
    elif column in board.dots:
        count = int(number) if number.isdigit() else 0
        step = round(columns.dot * 1.4)
        places = columns.places(board, column)
        x = middle[0] - step * places // 2
        for place in range(places):
            paper.dot(x + place * step, middle[1] - columns.dot // 2, columns.dot, _AMBER, filled=place < count)  # fmt: skip
    else:
        paper.text(*middle, number, columns.face, _EMPTY if number == "0" else _WHITE, "mm")


def _halves(board: Board, scale: Scale) -> Paper:
    """Side by side in the athletes' colours: name, large points, the rest in words."""
    top, gap = scale.of(0.046), scale.of(0.014)
    wide, high = scale.board, scale.of(0.15)
    face, small = font(scale.type(0.042), bold=True), font(scale.type(0.032), bold=True)
    points = font(scale.type(0.08), bold=True)
    banner = scale.of(0.05) if board.banner else 0
    paper = Paper(wide, top + high + banner)
    paper.box(0, 0, wide, paper.height, _PANEL, scale.of(0.014))
    head = font(scale.type(0.03))
    paper.text(gap, top // 2, fitted(readable(board.title), wide - 2 * gap, head), head, _PALE)
    half, badge = wide // 2, scale.of(0.05)
    for number, row in enumerate(board.rows):
        left = number * half
        paper.box(left + 1, top, left + half - 1, top + high, STRONG[row.athlete], scale.of(0.01))
        paper.badge(row.athlete, left + gap, top + gap, badge, ring=True)
        room = half - badge - 3 * gap
        middle = top + gap + badge // 2
        paper.text(left + badge + 2 * gap, middle, fitted(readable(row.name), room, face), face, _WHITE)  # fmt: skip
        counts = dict(zip(board.columns, row.numbers, strict=True))
        below = top + gap + badge + (high - gap - badge) // 2
        figure = counts.pop("points", "")
        paper.text(left + gap, below, figure, points, _WHITE)
        names = dict(zip(board.columns, board.column_names, strict=True))
        told = "  ".join(f"{column_short(each, names[each])} {counts[each]}" for each in counts)
        begin = left + 2 * gap + width(figure, points)
        room = left + half - gap - begin
        paper.text(begin, below, fitted(readable(told), room, small), small, _WHITE)
    if banner:
        paper.text(gap, paper.height - banner // 2, readable(board.banner), face, _AMBER)
    return paper


@_draw.register
def _clock(clock: ClockFace, scale: Scale) -> Paper:
    """The match clock; where it does not run, it says so."""
    face, small = font(scale.type(0.062), bold=True), font(scale.type(0.036), bold=True)
    gap, high = scale.of(0.016), scale.of(0.074)
    state = "" if clock.runs and not clock.overtime else readable(clock.state)
    wide = max(width(clock.text, face), width("0:00", face)) + 2 * gap
    paper = Paper(wide + (width(state, small) + gap if state else 0), high)
    paper.box(0, 0, paper.width, high, _HEAD, scale.of(0.014))
    paper.text(gap, high // 2, clock.text, face, _WHITE if clock.runs else _AMBER)
    if state:
        paper.text(wide, high // 2, state, small, _PALE if clock.runs else _AMBER)
    return paper


# ---------------------------------------------------------------------- what runs and begins


@_draw.register
def _hold_head(hold: HoldHead, scale: Scale) -> Paper:
    """Whose hold runs, and what for."""
    face = font(scale.type(0.044), bold=True)
    gap, high, badge = scale.of(0.014), scale.of(0.068), scale.of(0.052)
    text = fitted(readable(wording.joined((hold.what, hold.gives), " ")), scale.board // 2, face)
    paper = Paper(badge + 3 * gap + width(text, face), high)
    paper.box(0, 0, paper.width, high, _PANEL, scale.of(0.014))
    paper.badge(hold.athlete, gap, (high - badge) // 2, badge)
    paper.text(badge + 2 * gap, high // 2, text, face, _WHITE)
    return paper


@_draw.register
def _hold_left(hold: HoldLeft, scale: Scale) -> Paper:
    """A bar that fills up, and the seconds that are missing."""
    face = font(scale.type(0.044), bold=True)
    high, edge = scale.of(0.068), scale.of(0.006)
    wide = scale.of(0.27)
    paper = Paper(wide, high, _HEAD)
    share = 1 - hold.missing / max(1, hold.needed)
    filled = round((wide - 2 * edge) * share)
    if filled > 0:
        paper.plain(edge, edge, edge + filled, high - edge, STRONG[hold.athlete])
    paper.text(wide // 2, high // 2, readable(hold.text), face, _WHITE, "mm")
    return paper


@_draw.register
def _caption(caption: Caption, scale: Scale) -> Paper:
    """What begins, with the letter of whose it is."""
    face = font(scale.type(0.04), bold=True)
    gap, high, badge = scale.of(0.014), scale.of(0.06), scale.of(0.046)
    begin = badge + 2 * gap if caption.athlete else gap
    text = fitted(readable(caption.text), scale.caption - begin - gap, face)
    paper = Paper(begin + gap + width(text, face), high)
    paper.box(0, 0, paper.width, high, _SOLID, scale.of(0.014))
    if caption.athlete:
        paper.badge(caption.athlete, gap, (high - badge) // 2, badge)
    paper.text(begin, high // 2, text, face, _WHITE)
    return paper


# ---------------------------------------------------------------------- what is given


@_draw.register
def _told(told: Told, scale: Scale) -> Paper:
    """A ruling: what and for whom, by which clause, and why."""
    head, small = font(scale.type(0.042), bold=True), font(scale.type(0.032))
    clause_face = font(scale.type(0.032), bold=True)
    gap, badge = scale.of(0.014), scale.of(0.05)
    begin = badge + 2 * gap if told.athlete else gap
    room = scale.ruling - begin - 2 * gap
    given = told.kind is RulingKind.AWARD
    sign = "✓ " if given else "✗ "
    # On two lines before anything is cut, and then at the end, where the name stands.
    titles = wrapped(readable(sign + told.head), room, head, 2)
    clauses = wrapped(readable(told.clause), room, clause_face, 2)
    reasons = wrapped(readable(told.why), room, small, 3)
    line, first = scale.of(0.041), scale.of(0.056)
    top = gap + max(1, len(titles)) * first
    lines: Sequence[str] = (*clauses, *reasons)
    inks = {**dict.fromkeys(clauses, clause_face), **dict.fromkeys(reasons, small)}
    widest = max(
        *(width(each, head) for each in titles),
        *(width(each, inks[each]) for each in lines),
        scale.of(0.3),
    )
    high = top + len(lines) * line + gap
    paper = Paper(begin + widest + 2 * gap, high)
    side = STRONG[told.athlete]
    radius, edge = scale.of(0.014), scale.of(0.01)
    if given:
        paper.box(0, 0, paper.width, high, _HEAD, radius)
        paper.box(0, 0, begin - gap // 2, high, side, radius)
    else:
        paper.box(0, 0, paper.width, high, side, radius)
        paper.box(edge, edge, paper.width - edge, high - edge, (14, 17, 22, 255), radius)
    middle = gap + first // 2
    if told.athlete:
        paper.badge(told.athlete, gap // 2 + edge // 2, middle - badge // 2, badge, ring=given)
    ink = _WHITE if given else _AMBER if told.kind is RulingKind.VIOLATION else _PALE
    for number, text in enumerate(titles):
        paper.text(begin, middle + number * first, text, head, ink)
    for number, text in enumerate(lines):
        y = top + number * line + line // 2
        paper.text(begin, y, text, inks[text], _WHITE if number < len(clauses) else _PALE)
    return paper


def card(canvas: Canvas, lines: Sequence[str]) -> Paper:
    """A title card: the first line large, all in the middle of a dark picture."""
    scale = Scale(canvas)
    paper = Paper(scale.width, scale.height, (14, 17, 22, 255))
    shown: list[tuple[str, bool]] = []
    room = round(scale.width * 0.88)
    for number, line in enumerate(lines):
        face = font(scale.type(0.084 if number == 0 else 0.05), bold=number == 0)
        pieces = wrapped(readable(line), room, face, 3 if number == 0 else 2)
        shown += [(piece, number == 0) for piece in pieces]
    heights = [scale.of(0.12 if large else 0.078) for _, large in shown]
    y = (scale.height - sum(heights)) // 2
    for (text, large), high in zip(shown, heights, strict=True):
        if y >= 0 and y + high <= scale.height:
            face = font(scale.type(0.084 if large else 0.05), bold=large)
            paper.text(
                scale.width // 2, y + high // 2, text, face, _WHITE if large else _PALE, "mm"
            )
        y += high
    return paper
