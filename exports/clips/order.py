"""What clips are wanted and how they look: all that a batch was asked for, as values that can be kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction

from annotator.errors import TimeError, UsageError
from annotator.model.match import Match
from annotator.model.minors import is_of_children
from annotator.model.time import parse_seconds, write_seconds
from annotator.text import tr
from exports.film_moments import ALL_SHOWN, Names, Shown

LINES = (240, 1080)
"""The fewest and the most lines of a clip that may be asked for."""
SUBTITLES = ("vtt", "srt")
_LONGEST = Fraction(600)
_SLOWEST = Fraction(1, 8)


@dataclass(frozen=True, slots=True)
class Order:
    """All that a batch of clips was asked for. Times are seconds.

    What: `of` are lines of words (`exports.clips.seeking`), `tags` ids of tags, `rulings` times and
    clauses of rulings (`47.002 pass`), `spans` pairs of times or frames (`f100 f200`, `1:02 1:05`).

    How long: `before` and `after` the moment; `merged`: clips that overlap become one.

    How they look: `shown`, `names` and `blur`; None for the last two: as the match's class has it
    (initials and blurred for children). `slow`: the speed from `slow_around` before the moment to as
    long behind it. `freeze`: so long are what is drawn on, else the moment itself, held. `lines`:
    the picture's shorter side at most.

    What is written: `reel`: one film of all, with title cards; `copy`: the film's own pictures
    without anything over them, where the cut allows it; `subtitles`: kinds of files beside each.
    """

    of: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    spans: tuple[str, ...] = ()
    ruleset: str = ""
    camera: int = 1
    before: Fraction = Fraction(3)
    after: Fraction = Fraction(2)
    merged: bool = False
    shown: Shown = ALL_SHOWN
    names: Names | None = None
    blur: bool | None = None
    slow: Fraction = Fraction(1)
    slow_around: Fraction = Fraction(1)
    freeze: Fraction = Fraction(0)
    sound: bool = True
    lines: int | None = None
    reel: bool = False
    copy: bool = False
    subtitles: tuple[str, ...] = ()

    @property
    def wants_something(self) -> bool:
        """Whether it says which moments."""
        return bool(self.of or self.tags or self.rulings or self.spans)

    def settled(self, match: Match) -> Order:
        """The same with everything said that was left to the match's class."""
        young = is_of_children(match)
        return replace(
            self,
            names=self.names or (Names.INITIALS if young else Names.FULL),
            blur=young if self.blur is None else self.blur,
        )

    @property
    def plain(self) -> bool:
        """Whether the film is shown as it is: nothing over it, nothing slowed or held."""
        return self.copy or (self.shown == NOTHING_SHOWN and not self.blur and not self.played)

    @property
    def played(self) -> bool:
        """Whether it is played in another way than the film."""
        return self.slow != 1 or self.freeze > 0

    def check(self) -> None:
        """Raise UsageError for what cannot be, and for wishes that exclude each other."""
        _within(tr("The seconds before the moment"), self.before, Fraction(0), _LONGEST)
        _within(tr("The seconds after the moment"), self.after, Fraction(0), _LONGEST)
        _within(tr("The speed of slow motion"), self.slow, _SLOWEST, Fraction(1))
        _within(tr("The seconds in slow motion"), self.slow_around, Fraction(1, 25), _LONGEST)
        _within(tr("The seconds that a frame is held"), self.freeze, Fraction(0), Fraction(60))
        if self.lines is not None:
            _within(tr("The number of lines"), Fraction(self.lines), *map(Fraction, LINES))
        wrong = [kind for kind in self.subtitles if kind not in SUBTITLES]
        if wrong:
            raise UsageError(
                tr("There are no subtitles called {name}.", name=repr(wrong[0][:40])),
                mend=tr("There are: {names}.", names=", ".join(SUBTITLES)),
            )
        if self.copy and (self.blur or self.played):
            raise UsageError(
                tr("A clip cannot be copied as the film has it and be blurred, slowed or held."),
                mend=tr("Leave one of the two out."),
            )


NOTHING_SHOWN = Shown(board=False, holds=False, captions=False, rulings=False, drawings=False)


def _within(what: str, number: Fraction, least: Fraction, most: Fraction) -> None:
    if not least <= number <= most:
        raise UsageError(
            tr("{what} cannot be {number}.", what=what, number=write_seconds(number)),
            mend=tr(
                "Choose from {least} to {most}.",
                least=write_seconds(least), most=write_seconds(most),
            ),
        )  # fmt: skip


def order_to_plain(order: Order) -> dict[str, object]:
    """The order as JSON keeps it."""
    plain: dict[str, object] = {}
    for item in fields(Order):
        value = getattr(order, item.name)
        if isinstance(value, Shown):
            value = [part.name for part in fields(Shown) if getattr(value, part.name)]
        elif isinstance(value, Fraction):
            value = write_seconds(value)
        elif isinstance(value, tuple):
            value = list(value)
        plain[item.name] = value
    return plain


def order_from_plain(plain: Mapping[str, object]) -> Order:
    """The order that was kept. What does not fit is left at its usual value."""
    usual = Order()
    known: dict[str, object] = {}
    for item in fields(Order):
        value = _read(item.name, plain.get(item.name), getattr(usual, item.name))
        if value is not None:
            known[item.name] = value
    return replace(usual, **known)  # type: ignore[arg-type]  # each is of its field's type


def _read(name: str, value: object, usual: object) -> object:
    """A kept value in the type of the usual one, or None where it is not of it."""
    if name == "names":
        return next((each for each in Names if each.value == value), None)
    if name == "blur":
        return value if isinstance(value, bool) else None
    if name == "lines":
        return value if isinstance(value, int) and not isinstance(value, bool) else None
    if isinstance(usual, bool):
        return value if isinstance(value, bool) else None
    if isinstance(usual, int):
        whole = isinstance(value, int) and not isinstance(value, bool) and value > 0
        return value if whole else None
    if isinstance(usual, Shown):
        words = value if isinstance(value, list) else None
        if words is None:
            return None
        return Shown(**{part.name: part.name in words for part in fields(Shown)})
    if isinstance(usual, Fraction):
        return _seconds(value)
    if isinstance(usual, tuple):
        texts = isinstance(value, list) and all(isinstance(each, str) for each in value)
        return tuple(value) if texts and isinstance(value, list) else None
    return value if isinstance(value, str) else None


def _seconds(value: object) -> Fraction | None:
    try:
        return parse_seconds(value) if isinstance(value, str) else None
    except TimeError:
        return None
