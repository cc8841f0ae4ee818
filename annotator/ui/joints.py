"""What joins the parts of the window: who is told when something changes. No decisions here."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from PyQt6.QtCore import QElapsedTimer, QObject

from annotator.model.match import Match
from annotator.model.template import Button
from annotator.model.time import clock_text
from annotator.model.timeline import Run, Timeline, read_timeline
from annotator.scoring.wording import rules_language
from annotator.text import tr
from annotator.ui.commands import button_command
from annotator.ui.player.loop import Loop
from annotator.ui.player.parts import ONE
from annotator.ui.player.transport import speed_text
from annotator.ui.thumbnails import place_in

if TYPE_CHECKING:
    from annotator.ui.window import Window


_FOLLOW_MS = 60


def clock_now(timeline: Timeline, time: Fraction) -> Fraction:
    """The match clock at a time; it runs on behind the last tag if it was running there."""
    clock = timeline.clock_at(time)
    if time > timeline.last and timeline.stretches[-1].run is Run.RUNNING:
        clock += time - timeline.last
    return clock


class Joints(QObject):
    """Connects the signals of a window's parts."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._followed = QElapsedTimer()
        self._followed.start()
        session, player, scorer = window.session, window.player, window.scorer
        session.changed.connect(self._match_changed)
        session.opened.connect(self._opened)
        session.state_changed.connect(self._state_changed)
        session.refused.connect(window.show_error)
        session.locked.connect(self._locked)
        session.saved.connect(window.files.saved)
        session.save_failed.connect(window.files.save_failed)
        session.journal.failed.connect(self._journal_failed)
        session.journal.worked.connect(self._journal_works)
        player.moved.connect(self._moved)
        player.picture_ready.connect(window.film_view.show_picture)
        player.failed.connect(window.show_error)
        player.playing_changed.connect(self._playing_changed)
        player.rate_changed.connect(self._captions)
        player.dropped_changed.connect(window.status.show_dropped)
        player.dropped_changed.connect(window.copying.dropped)
        player.loop_changed.connect(self._loop_changed)
        window.sound.changed.connect(window.transport.show_sound)
        window.sound.trouble.connect(window.say)
        window.film_view.size_changed.connect(player.set_size)
        window.film_view.framing_changed.connect(self._captions)
        window.pictures.changed.connect(self._captions)
        window.transport.command_wanted.connect(window.run_by_id)
        scorer.scored.connect(self._scored)
        scorer.failed.connect(window.show_error)
        window.strip.ruleset_chosen.connect(window.rulings.choose_ruleset)
        window.views.recall_boards()
        window.sureness.found.connect(window.rulings.set_certainties)
        window.sureness.failed.connect(window.show_error)
        window.elsewhere.failed.connect(window.show_error)
        player.playing_changed.connect(window.sureness.set_waiting)
        player.playing_changed.connect(window.thumbnails.set_waiting)
        scorer.rulesets_read.connect(self._rulesets_read)
        window.opener.opened.connect(window.films.opened)
        window.opener.failed.connect(window.films.failed)
        window.opener.looked.connect(window.films.looked)
        window.opener.ended.connect(window.films.ended)
        window.panel.tag_wanted.connect(self._tag_clicked)
        window.panel.whistle_wanted.connect(window.tagging.whistle)
        window.followup.edit_wanted.connect(session.do)
        window.followup.left.connect(window.film_view.setFocus)
        window.followup.note.textEdited.connect(self._typed)
        window.followup.note.editingFinished.connect(self._state_changed)
        window.table.note_typed.connect(session.typing)
        for view in window.match_views:
            view.time_chosen.connect(self._time_chosen)
            view.tag_chosen.connect(self._tag_chosen)
            view.tag_activated.connect(window.playing.play_tag)
            view.edit_wanted.connect(session.do)
        window.timeline.scrubbed.connect(window.edges.scrubbed)
        window.timeline.loop_wanted.connect(window.edges.loop_wanted)
        window.dispatcher.prefix_changed.connect(window.panel.set_prefix)
        window.dispatcher.shift_changed.connect(window.panel.set_shift)
        window.dispatcher.clicked_away.connect(window.leave_text)
        window.keyboard.layout_changed.connect(self._layout_changed)
        window.bindings.changed.connect(self._bindings_changed)
        self._use_template()
        self.label_keys()
        self._state_changed()
        window.panel.refresh()

    # ------------------------------------------------------------------ match

    def catch_up(self) -> None:
        """Show in all parts what there was before this window."""
        window, match = self._window, self._window.session.match
        self._match_changed(match, match)
        self.frames_changed()
        self._scored(window.scorer.scores.sheets, window.scorer.chosen())
        self._state_changed()
        self._follow(window.player.time)
        self._loop_changed(window.player.loop)
        if window.scorer.rulesets:
            self._check_rules()

    def _match_changed(self, before: object, after: object) -> None:
        assert isinstance(after, Match)
        window = self._window
        for view in window.match_views:
            view.set_match(after)
        window.panel.set_match(after)
        kept = [name for name in window.selection if after.by_id(name)]
        if kept != window.selection:
            window.select(kept)
        else:
            window.followup.set_match(after)
        window.scorer.set_match(after)
        window.player.live_end = read_timeline(after).last
        window.transport.refresh()
        self._captions()

    def _opened(self) -> None:
        window = self._window
        # What is still being found out about the match before is no longer wanted.
        window.asking.finder.want(None)
        window.sureness.want(None)
        window.scorer.set_usual(window.settings.rulesets)
        window.select([])
        window.banners.clear("save")
        window.banners.clear("error")
        self._check_rules()

    def _state_changed(self) -> None:
        window, session = self._window, self._window.session
        name = (
            tr("{name} (only to look at)", name=session.name) if session.read_only else session.name
        )
        window.setWindowTitle(f"{name}[*] – annotator")
        window.setWindowModified(session.dirty)
        window.status.show_saved(session.dirty, session.saving, bool(session.trouble))

    def _typed(self, text: str) -> None:
        """What is being typed is in no file, whatever the match says."""
        session = self._window.session
        tag = self._window.selected_tag()
        if tag is not None:
            session.typing(tag.id, text)
        self._window.setWindowModified(True)
        self._window.status.show_saved(True, session.saving, bool(session.trouble))

    def _locked(self, error: object) -> None:
        """A line of the status bar: why the match is only looked at stands over the film already."""
        self._window.say(" ".join(str(error).split()))

    def _journal_failed(self, error: object) -> None:
        self._window.banners.say("journal", str(error))

    def _journal_works(self) -> None:
        self._window.banners.clear("journal")

    # ------------------------------------------------------------------ scores

    def _scored(self, sheets: object, rulesets: object) -> None:
        assert isinstance(sheets, dict)
        assert isinstance(rulesets, list)
        self._captions()
        for view in self._window.match_views:
            view.set_sheets(sheets, rulesets)
        if rulesets:
            self._window.strip.set_reading(False)
        decisive = frozenset(
            (question.tag, question.detail)
            for sheet in sheets.values()
            for question in sheet.questions
            if question.tag and question.detail
        )
        self._window.followup.set_decisive(decisive)
        self._window.asking.find(self._window.scorer.scores.match, rulesets)
        self._window.sureness.find(
            self._window.scorer.scores.match, rulesets, self._window.player.times or None
        )

    def _rulesets_read(self) -> None:
        self._window.strip.set_reading(bool(self._window.scorer.chosen()))
        if not self._window.scorer.rulesets:
            self._window.banners.say("rules", tr("No rulesets were found; tags are not scored."))
        self._check_rules()

    def _check_rules(self) -> None:
        """Say when a match is scored by other rules than when it was saved."""
        window = self._window
        if not window.scorer.rulesets:
            return
        notes = []
        if missing := window.scorer.missing():
            notes.append(tr("Rulesets not installed here: {names}.", names=", ".join(missing)))
        if changed := window.scorer.changed_rules():
            notes.append(
                tr("Since this match was saved these rules have changed: {names}. The scores shown "
                   "are by the rules of today.", names=", ".join(changed))
            )  # fmt: skip
        if notes:
            window.banners.say("rules", " ".join(notes))
        else:
            window.banners.clear("rules")

    # ------------------------------------------------------------------ playhead

    def frames_changed(self) -> None:
        """Another film, or none: views snap to its frames, rulings name them."""
        window = self._window
        times = window.player.times or None
        window.thumbnails.set_film(place_in(window.film.footage) if window.film else None)
        for view in window.match_views:
            view.set_frames(window.reels.line or times)
        window.scorer.set_frames(window.reels.frames or times)
        window.transport.refresh()
        self._captions()

    def _moved(self, time: object, index: object) -> None:
        assert isinstance(time, Fraction)
        self._captions()
        # While the film plays it has the time first; what follows it moves a little less often.
        if not self._window.player.playing or self._followed.elapsed() >= _FOLLOW_MS:
            self._follow(time)

    def _follow(self, time: Fraction) -> None:
        self._followed.start()
        for view in self._window.match_views:
            view.set_playhead(time)
        self._window.panel.set_time(time)

    def _playing_changed(self, playing: bool) -> None:
        self._follow(self._window.player.time)
        self._captions()

    def _captions(self, state: object = None) -> None:
        """What stands over the film's lower corners."""
        player, match = self._window.player, self._window.session.match
        frame = self._window.reels.ref(player.index)
        shown = (str(frame) if frame is not None else "", clock_text(player.time, 3))
        left = (*shown, *self._window.reels.captions())
        timeline = read_timeline(match)
        clock = self._clock_caption(timeline, player.time) if timeline.started else ""
        speed = speed_text(player.rate) if player.rate != ONE else ""
        # What no screen can show is left out on purpose, and said; it is not counted as dropped.
        count = player.pace.stride
        stride = tr("1 frame in {count}", count=count) if count > 1 else ""
        loop = player.loop
        looping = "" if loop is None else tr("loop") if loop.end is not None else tr("loop from A")
        seen = self._window.pictures.captions()
        self._window.film_view.set_captions(left, (clock, speed, stride, looping, *seen))

    def _loop_changed(self, loop: object) -> None:
        assert loop is None or isinstance(loop, Loop)
        self._window.transport.slider.set_loop(loop)
        self._window.timeline.set_loop((loop.start, loop.end) if loop is not None else None)
        self._captions()

    def _clock_caption(self, timeline: Timeline, time: Fraction) -> str:
        """The match clock. It stops at a finish if that ends the match under all rulesets shown;
        where they part, it runs on and says under which ones the match is over.
        """
        scorer = self._window.scorer
        ends = scorer.finished_at()
        over = {name: at for name, at in ends.items() if at is not None and at <= time}
        if over and len(over) == len(ends):
            clock = clock_text(clock_now(timeline, max(over.values())), 1)
            return tr("clock {time} · over", time=clock)
        clock = clock_text(clock_now(timeline, time), 1)
        if over:
            names = [rules.name(rules_language()) for rules in scorer.chosen() if rules.id in over]
            return tr("clock {time} · over under {names}", time=clock, names=", ".join(names))
        return tr("clock {time}", time=clock)

    def _time_chosen(self, time: object) -> None:
        assert isinstance(time, Fraction)
        if not self._window.has_frames():
            return
        self._window.player.pause()
        self._window.player.seek(time)

    # ------------------------------------------------------------------ tags and keys

    def _tag_chosen(self, tag_id: str) -> None:
        self._window.select([tag_id])

    def _tag_clicked(self, button: object, shifted: bool) -> None:
        assert isinstance(button, Button)
        self._window.leave_text()
        self._window.tagging.press_button((button, shifted))

    def _bindings_changed(self) -> None:
        self._use_template()
        self._window.menus.fill_tags()
        self.label_keys()
        self._window.panel.refresh()
        self._window.tag_joints.label()

    def _use_template(self) -> None:
        window, template = self._window, self._window.bindings.template
        if template != window.panel.template:
            window.panel.set_template(template)
        window.followup.set_chosen(template.questions)

    def _layout_changed(self) -> None:
        window = self._window
        self.label_keys()
        window.change_settings(replace(window.settings, keyboard=window.keyboard.layout))

    def label_keys(self) -> None:
        """Print the keys of the user's keyboard on everything that shows one."""
        window = self._window
        window.panel.set_labels(window.keyboard.label, self._button_key)
        window.transport.set_tips(self._tip)
        window.drawings.bar.set_tips(self._tip)
        window.menus.label()
        window.followup.set_note_hint(self._keys("edit.note"))
        window.questions.set_keys(window.key_of("view.next_question"))

    def _button_key(self, button: Button) -> str:
        keys = self._window.bindings.keys[button_command(button)]
        return keys[0] if keys else ""

    def _keys(self, command: str) -> str:
        keys = self._window.bindings.keys[command]
        return ", ".join(self._window.keyboard.label(key) for key in keys)

    def _tip(self, command: str) -> str:
        title = self._window.bindings.commands[command].text()
        keys = self._keys(command)
        return f"{title} ({keys})" if keys else title
