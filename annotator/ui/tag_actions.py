"""The commands that make and change tags."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace
from fractions import Fraction
from typing import cast

from annotator.model.edits import AddTag, Edit, MoveEnd, MoveStart, RemoveTags, SwapAthlete
from annotator.model.template import Button
from annotator.model.timeline import read_timeline
from annotator.text import tr, word
from annotator.ui.acting import Actions
from annotator.ui.match_dialog import MatchDialog
from annotator.ui.tagging.marks import turned
from annotator.ui.tagging.running import press as running_press
from annotator.ui.tagging.running import title_of
from annotator.ui.tagging.tagger import Moment, Press, whistle


class Tagging(Actions):
    """Makes tags at the frame on screen. Nothing here changes how the film plays."""

    def moment(self) -> Moment:
        """Where a tag made now goes: what is on screen, less the reaction time while it plays."""
        player = self.player
        time, index = player.time, player.index
        reaction = self.window.settings.reaction_ms
        if player.playing and reaction:
            time = max(player.first, time - Fraction(reaction, 1000) * abs(player.rate))
            if player.times:
                index = max(0, bisect_right(player.times, time) - 1)
                time = player.times[index]
        return Moment.at(time, self.window.reels.ref(index), player.time - time)

    def near(self, time: Fraction, frames: int = 0) -> Moment:
        """So many frames from the one on screen at a time; without a film 25 are a second."""
        times = self.player.times
        if not times:
            return Moment(max(Fraction(0), time + Fraction(frames, 25)))
        index = min(max(bisect_right(times, time) - 1 + frames, 0), len(times) - 1)
        return Moment.at(times[index], self.window.reels.ref(index))

    def press(self, key: tuple[str, bool]) -> None:
        """Make a tag: its name, and whether it is for the other athlete."""
        self.press_button((Button(key[0]), key[1]))

    def press_button(self, key: tuple[Button, bool]) -> None:
        """A button of the template or its key, and whether it is for the other athlete.

        It makes or ends a tag; where the last tag is being changed, or a mark is in hand, it says
        what becomes of that.
        """
        if not self.window.early.takes_tags():
            return
        button, shifted = key
        match, tagger, fixing = self.session.match, self.window.tagger, self.window.fixing
        changed = fixing.being_changed()
        if changed is not None:
            fixing.keep()
            self._do(tagger.change(match, changed, button, shifted))
            return
        press = tagger.press(match, button, self.moment(), shifted)
        mark = self.window.marking.in_hand()
        if mark is not None and button.tag != "mark" and not press.ended:
            press = Press(turned(mark, press, match), press.tag_id)
        self._do(press)

    def running_detail(self, name: str) -> None:
        """A running detail's key: what it states becomes true, or ends, at the frame on screen."""
        if not self.window.early.takes_tags():
            return
        press = running_press(self.session.match, name, self.moment())
        if press is None:
            self.window.say(
                tr("{what}: nothing is held here that it is about.", what=title_of(name))
            )
            return
        self._do(press)

    def _do(self, press: Press) -> None:
        self.window.fixing.made(press.tag_id)
        if self.session.do(press.edit):
            self.window.select([press.tag_id])

    def whistle(self) -> None:
        """Start, stop or resume the clock, whichever makes sense at this frame."""
        if not self.window.early.takes_tags():
            return
        moment = self.moment()
        command = whistle(self.session.match, moment.time)
        if command is None:
            self.window.say(tr("The match has ended here; delete its end to go on."))
            return
        self.press((command, False))

    def answer(self, number: int) -> None:
        if not self.window.early.takes_tags():
            return
        if self.window.asking.takes_digits:
            self.window.asking.answer(number)
            return
        self.window.followup.set_moment(self.moment())
        self.window.followup.answer(number)

    def next_question(self) -> None:
        if self.window.asking.takes_digits:
            self.window.asking.more()
        else:
            self.window.followup.next_question()


class Editing(Actions):
    """Changes tags that are there, and the match."""

    def undo(self) -> None:
        self.session.undo()

    def redo(self) -> None:
        self.session.redo()

    def match_dialog(self) -> None:
        """Who fights whom, under which rules."""
        moment = self.window.tagging.moment()
        dialog = MatchDialog(self.session.match, self.window.scorer, self.window, moment)
        dialog.edit_wanted.connect(self._change_match)
        self.window.open_dialog(dialog)

    def _change_match(self, edit: object) -> None:
        """What the match is scored under is what the next new match is scored under."""
        before = self.session.match.rulesets
        if (
            self.session.do(self.window.early.on_frames(cast(Edit, edit)))
            and self.session.match.rulesets != before
        ):
            chosen = tuple(pin.id for pin in self.session.match.rulesets)
            self.window.change_settings(replace(self.window.settings, rulesets=chosen))

    def details(self) -> None:
        self.window.followup.edit_text()

    def note(self) -> None:
        self.window.followup.edit_note()

    def find(self) -> None:
        """Type what to find in the tag table."""
        self.window.workspace.show_page("table")
        self.window.table.focus_filter()

    def start_here(self) -> None:
        """The selected tag begins at the frame on screen."""
        tag, moment = self.window.selected_tag(), self.window.tagging.moment()
        if tag is not None and self.window.early.takes_tags():
            self.session.do(
                MoveStart(tag.id, moment.time, moment.frame, moment.film, moment.reaction)
            )

    def end_here(self) -> None:
        """The selected span ends at the frame on screen."""
        tag, moment = self.window.selected_tag(), self.window.tagging.moment()
        if tag is not None and self.window.early.takes_tags():
            self.session.do(
                MoveEnd(tag.id, moment.time, moment.frame, moment.film, moment.reaction)
            )

    def swap(self) -> None:
        tag = self.window.selected_tag()
        if tag is not None:
            self.session.do(SwapAthlete(tag.id))

    def split(self) -> None:
        """Repeat the position that holds here, so that it can have other details from here on."""
        if not self.window.early.takes_tags():
            return
        moment = self.window.tagging.moment()
        stay = read_timeline(self.session.match).stay_at(moment.time)
        if stay is None or stay.start == moment.time:
            self.window.say(tr("There is no position to split at this frame."))
            return
        tag = moment.tag(self.session.match, stay.position, stay.top)
        known = stay.at(moment.time).details
        tag = tag.with_details(**{k: v for k, v in known.items() if k in tag.kind.details})
        self.window.fixing.made(tag.id)
        if self.session.do(AddTag(tag)):
            self.window.select([tag.id])

    def delete(self) -> None:
        """Remove the selected tags; they come back with Undo."""
        tags = [tag for tag in self.session.match.tags if tag.id in self.window.selection]
        if not tags or not self.session.do(RemoveTags(frozenset(tag.id for tag in tags))):
            return
        if len(tags) == 1:
            self.window.say(tr("Deleted {name}; Undo brings it back.", name=word(tags[0].tag)))
        else:
            self.window.say(tr("Deleted {n} tags; Undo brings them back.", n=len(tags)))

    def back_to_film(self) -> None:
        """Give up what is being dragged; else give the keys to the film; there already: select
        nothing.
        """
        window = self.window
        if window.timeline.cancel_drag():
            return
        if window.fixing.keep():
            window.film_view.setFocus()
            return
        if window.film_view.hasFocus():
            if window.isFullScreen():
                window.views.full_screen()
            else:
                window.select([])
        window.film_view.setFocus()
