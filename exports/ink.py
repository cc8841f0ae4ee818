"""What all charts share: paper, colours that survive a grey printer, measured text, label lanes.

Red and blue are never told apart by colour alone: red is above the line, solid, marked R; blue
is below it, dashed and hatched, marked B.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from annotator.model.match import Match
from annotator.model.time import clock_text
from annotator.model.vocabulary import Athlete
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import Award
from annotator.scoring.wording import category_names, person_text, rules_language
from annotator.text import belt_text, tr, word

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.text import Text

    from exports.sheet import Sheet

A4 = (11.69, 8.27)  # inches, landscape
POINT = 1 / 72  # inches
LEFT, OVERHANG = 1.0, 0.6  # inches left of the time axis, and how far labels may stand out
HATCH: dict[Athlete | None, str] = {"red": "", "blue": "////", None: ""}
LINE: dict[Athlete, str] = {"red": "-", "blue": "--"}
SIDES: tuple[tuple[Athlete, int], ...] = (("red", -1), ("blue", 1))  # left and right
Shape = Literal["circle", "triangle", "square", "diamond", "cross"]
# The sign of what a ruling gives, in charts and window alike; hollow where it was not given.
SHAPES: dict[Award, Shape] = {
    Award.POINTS: "circle",
    Award.ADVANTAGE: "triangle",
    Award.PENALTY: "square",
    Award.WARNING: "diamond",
    Award.DISQUALIFICATION: "cross",
}
MARKER: dict[Shape, str] = {
    "circle": "o", "triangle": "^", "square": "s", "diamond": "D", "cross": "X",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Inks:
    """The colours of a sheet by what they are for, as `#rrggbb`.

    `strong`: an athlete's lines and marks; `soft`: areas, of nobody's too; `stopped` and `hatch`:
    where the clock stands.
    """

    paper: str
    ink: str
    grey: str
    pale: str
    stopped: str
    hatch: str
    strong: Mapping[Athlete, str]
    soft: Mapping[Athlete | None, str]


PRINT = Inks(
    "#ffffff", "#1c1c1c", "#6b6b6b", "#e6e6e6", "#f4f4f2", "#b0b0b0",
    # Vermilion and blue: told apart by every kind of colour blindness, and by their grey.
    {"red": "#c2410c", "blue": "#0b4f8a"},
    {"red": "#f8cdb4", "blue": "#b9d7ee", None: "#e9e9e6"},
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Look:
    """How a chart is drawn: on what paper (inches; the height is the least), in which colours, and
    whether it says by itself which match it is of.
    """

    paper: tuple[float, float] = A4
    inks: Inks = PRINT
    headed: bool = True

    @property
    def lift(self) -> float:
        """Inches that a sheet without heading is lower."""
        return 0.0 if self.headed else 0.62


PRINTED = Look()


@lru_cache(maxsize=4096)
def text_width(text: str, size: float, bold: bool = False) -> float:
    """Width in inches of a line of text set in `size` points."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextToPath

    font = FontProperties(family="DejaVu Sans", weight="bold" if bold else "normal", size=size)
    width, _, _ = TextToPath().get_text_width_height_descent(text, font, False)
    return float(width) * POINT


def shortened(text: str, width: float, size: float, bold: bool = False) -> str:
    """The text, cut with an ellipsis until it is at most `width` inches wide."""
    if text_width(text, size, bold) <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if text_width(text[:middle].rstrip() + "…", size, bold) <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…" if low else ""


def put(
    place: Axes, x: float, y: float, text: str, size: float,
    *, bold: bool = False, colour: str = "", across: str = "left", up: str = "center",
    box: bool = False, **more: Any,
) -> Text:  # fmt: skip
    """Write a text as it is: a dollar sign starts no formula."""
    inks = inks_of(place)
    if box:
        more["bbox"] = {"facecolor": inks.paper, "edgecolor": "none", "pad": 0.6, "alpha": 0.85}
    return place.text(
        x,
        y,
        text,
        fontsize=size,
        fontweight="bold" if bold else "normal",
        color=colour or inks.ink,
        ha=across,
        va=up,
        parse_math=False,
        family="DejaVu Sans",
        **more,
    )


def inks_of(place: Axes) -> Inks:
    """The colours that the sheet with these axes is drawn in."""
    from exports.sheet import sheet_of

    return sheet_of(place).look.inks


def new_sheet(look: Look, height: float = 0.0) -> Sheet:
    """A sheet as high as its paper, or as `height` (inches) where that is more."""
    from exports.sheet import Sheet

    return Sheet(look, height)


def sheet_of_paper(figure: Figure) -> Axes:
    """Axes over the whole figure, measured in inches, for titles and legends."""
    width, height = figure.get_size_inches()
    paper = figure.add_axes((0, 0, 1, 1), label="paper")
    paper.set(xlim=(0, width), ylim=(0, height))
    paper.axis("off")
    return paper


def panel(
    figure: Figure, left: float, bottom: float, width: float, height: float, name: str
) -> Axes:
    """Axes at a place given in inches."""
    across, up = figure.get_size_inches()
    return figure.add_axes((left / across, bottom / up, width / across, height / up), label=name)


def marker_of(award: Award | None) -> str:
    """How matplotlib draws the sign of an award; of nothing in particular a circle."""
    return MARKER[SHAPES[award] if award else "circle"]


def heading(paper: Axes, match: Match, what: str, rulesets: Iterable[Ruleset] = ()) -> None:
    """Who met whom, and below it what the chart shows, and of which match."""
    from exports.sheet import sheet_of

    if not sheet_of(paper).look.headed:
        return
    right, top = paper.get_xlim()[1], paper.get_ylim()[1]
    room = right - 1.0
    size = next(
        (size for size in (17, 15, 13) if title(match, 99, size) == title(match, room, size)), 13
    )
    put(paper, 0.5, top - 0.42, title(match, room, size), size, bold=True)
    facts = [what, match.title, match.event, match.date, *_match_facts(match, rulesets)]
    line = "  ·  ".join(fact for fact in facts if fact)
    put(paper, 0.5, top - 0.72, shortened(line, room, 9.5), 9.5, colour=inks_of(paper).grey)


def title(match: Match, room: float, size: float) -> str:
    """`Ana Moreau (R), red – Lena Petrova (B), black`, long names shortened."""
    sides = [_belted(match, who) for who in ("red", "blue")]
    half = (room - text_width(" – ", size, True)) / 2
    if text_width(" – ".join(sides), size, True) > room:
        sides = [shortened(side, half, size, True) for side in sides]
    return tr("{red} – {blue}", red=sides[0], blue=sides[1])


def _belted(match: Match, who: Athlete) -> str:
    name, belt = person_text(match, who), match.athletes[who].belt
    # The colour as it was given: whether of a belt or of a gi, nobody knows.
    return f"{name}, {belt_text(belt)}" if belt else name


def _match_facts(match: Match, rulesets: Iterable[Ruleset]) -> list[str]:
    category, gi = match.info("category"), match.info("gi")
    known: dict[str, str] = {}
    for ruleset in rulesets:
        known |= category_names(ruleset)
    facts = [known.get(category) or word(category)] if category else []
    if gi is not None:
        facts.append(tr("gi") if gi == "yes" else tr("no gi"))
    return facts


def minutes(seconds: Fraction | float) -> str:
    """`m:ss`."""
    return clock_text(Fraction(seconds).limit_denominator(1000), 0)


def tick_step(span: float, room: float) -> int:
    """Seconds between two ticks, so that labels stand at least half an inch apart."""
    for step in (1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900):
        if room * step / max(span, 1e-9) >= 0.5:
            return step
    return 1800


@dataclass(frozen=True, slots=True)
class TimeAxis:
    """Film time along the sheet, in inches from the axis' left end."""

    first: Fraction
    last: Fraction
    width: float

    def at(self, time: Fraction) -> float:
        """Inches from the left end."""
        return float((time - self.first) / (self.last - self.first)) * self.width


def frame_axes(axes: Axes, axis: TimeAxis, low: float, high: float) -> None:
    """Axes measured in inches both ways, without frame or ticks."""
    axes.set(xlim=(0, axis.width), ylim=(low, high), xticks=[], yticks=[])
    for side in ("left", "right", "top", "bottom"):
        axes.spines[side].set_visible(False)
    axes.patch.set_visible(False)


def on_top(who: Athlete) -> str:
    """What stands beside the lane of an athlete's positions."""
    return tr("R on top") if who == "red" else tr("B on top")


def ruleset_name(ruleset: Ruleset | None, ruleset_id: str) -> str:
    """A ruleset's name in the reader's language; of one that is not known here its id."""
    return ruleset.name(rules_language()) if ruleset is not None else ruleset_id


def ruleset_of(rulesets: Iterable[Ruleset], ruleset_id: str) -> Ruleset | None:
    """The ruleset with this id among those that are known here."""
    return next((ruleset for ruleset in rulesets if ruleset.id == ruleset_id), None)
