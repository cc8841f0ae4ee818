"""What works behind a window: the match, the film, the scores. It outlives the window's texts.

A window that is made anew in another language takes these over as they are, so that the history
of edits, the film and its place, and every journal stay what they were.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from PyQt6.QtCore import QObject

from annotator.settings import Settings
from annotator.ui.commands import Bindings
from annotator.ui.keys import Keyboard
from annotator.ui.player.film_sound import FilmSound
from annotator.ui.player.player import Player
from annotator.ui.scorer import Scorer
from annotator.ui.session import Session
from annotator.ui.sureness import Sureness
from annotator.ui.tagging.tagger import Tagger
from annotator.ui.template_actions import chosen_template
from annotator.ui.workers import Workers


@dataclass(frozen=True)
class Works:
    """The parts that show nothing. Each has the window as its parent, where it is a QObject."""

    workers: Workers
    session: Session
    sound: FilmSound
    player: Player
    scorer: Scorer
    sureness: Sureness
    tagger: Tagger
    bindings: Bindings
    keyboard: Keyboard

    @classmethod
    def begin(cls, settings: Settings, parent: QObject) -> Works:
        """New ones, with an empty match and no film."""
        workers = Workers(parent)
        session = Session(workers, parent)
        sound = FilmSound(parent)
        sound.clock.set_volume(settings.volume, settings.muted)
        scorer = Scorer(workers, parent)
        scorer.set_usual(settings.rulesets)
        session.before_save = scorer.with_pins
        template, _ = chosen_template(settings)  # the window says what is wrong with it
        return cls(
            workers, session, sound, Player(parent, sound.clock), scorer,
            Sureness(workers, parent), Tagger(), Bindings(settings.keys, template),
            Keyboard(settings.keyboard, parent),
        )  # fmt: skip

    def move_to(self, parent: QObject) -> None:
        """Belong to another window. What was connected in the one before goes with that one."""
        for field in fields(self):
            part = getattr(self, field.name)
            if isinstance(part, QObject):
                part.setParent(parent)
