"""Everything the user can do, in one table: menus, keys, palette and key sheet come from it.

To add a command, add a row here and the method that `run` names. Sequences are written as in
`annotator.ui.keys`. No usual key needs AltGr or a digit, except the answers to the questions
about a tag, which are the digit row.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from PyQt6.QtCore import QObject, pyqtSignal

from annotator.model.drawing import Shape
from annotator.model.keystrokes import split_mode, with_shift
from annotator.model.template import TAGS, WHISTLE, Button, Template
from annotator.text import tr
from annotator.ui.tagging.template import SHIPPED, button_text


@dataclass(frozen=True, slots=True)
class Command:
    """A row. `run`: `object.method` of the window; `argument` is handed to it if there is one.

    `when`: the name of the state in which it can be run (see `Window.state`), empty for always.
    `repeats`: holding the key runs it again. `in_text`: works also while text is being typed.
    `quiet`: not in menus nor palette, for keys that are only half of something.
    `button`: of the template, whose tag it makes. `shift_of`: the command whose keys, with Shift,
    are those of this one, so that both move together.
    """

    id: str
    title: str
    group: str
    keys: tuple[str, ...]
    run: str
    when: str = ""
    argument: object = None
    repeats: bool = False
    in_text: bool = False
    quiet: bool = False
    button: Button | None = None
    shift_of: str = ""

    def text(self) -> str:
        """The title in the user's language, with the name of the tag that stands in it."""
        return tr(self.title, tag=button_text(self.button)) if self.button else tr(self.title)

    def english(self) -> str:
        """The title as it is in English, with the tag's own name."""
        if self.button is None:
            return self.title
        name = self.button.id.replace("_", " ")
        return self.title.format(tag=f"{name} {self.button.caption}".strip())


def _row(
    command: str,
    title: str,
    keys: str,
    run: str,
    when: str = "",
    *flags: str,
    argument: object = None,
) -> Command:
    group = command.partition(".")[0]
    return Command(
        command, title, group, tuple(filter(None, keys.split(" | "))), run, when, argument,
        repeats="repeats" in flags, in_text="in_text" in flags, quiet="quiet" in flags,
    )  # fmt: skip


_FIXED = (
    _row("file.new", "New match", "Ctrl+n", "files.new", "", "in_text"),
    _row("file.new_here", "New match on this film", "Ctrl+Shift+n", "filing.new_here", "film", "in_text"),
    _row("file.matches", "Matches of this film…", "", "filing.matches", "film"),
    _row("file.open", "Open match or tag table…", "Ctrl+o", "files.open_match", "", "in_text"),
    _row("file.film", "Open film…", "Ctrl+Shift+o", "films.choose", "", "in_text"),
    _row("file.add_part", "Add the next part of the film…", "", "film_list.add_part"),
    _row("file.add_camera", "Add another camera…", "", "film_list.add_camera"),
    _row("file.films", "Films of the match…", "", "film_list.dialog"),
    _row("file.save", "Save", "Ctrl+s", "files.save", "", "in_text"),
    _row("file.save_as", "Save as…", "Ctrl+Shift+s", "files.save_as", "", "in_text"),
    _row("file.csv", "Export scores and tags as CSV…", "Ctrl+e", "exporting.csv"),
    _row("file.charts", "Export charts…", "Ctrl+Shift+e", "exporting.charts"),
    _row("file.report", "Report to print…", "Ctrl+p", "reporting.choose"),
    _row("file.agreement", "Save the comparison with the other annotator…", "", "agreeing.save", "agreement"),
    _row("file.import", "Import from another program…", "", "interchange.choose"),
    _row("file.interchange", "Export for other programs…", "", "interchange.export"),
    _row("file.clips", "Export clips…", "Ctrl+Shift+k", "clipping.dialog", "film"),
    _row("file.clip_tag", "Clip of the tag…", "", "clipping.of_tag", "tag on film"),
    _row("file.clip_ruling", "Clip of the ruling…", "", "clipping.of_ruling", "film"),
    _row("file.copy", "Make a copy that plays smoothly", "", "copying.make", "film without copy"),
    _row("file.versions", "Versions of this match…", "", "filing.versions"),
    _row("file.recover", "Recover unsaved matches…", "", "files.recover"),
    _row("file.settings", "Settings…", "", "files.settings"),
    _row("file.keys", "Keys…", "", "templates.keys"),
    _row("file.templates", "Tag panels…", "Shift+F2", "templates.dialog"),
    _row("file.next_template", "Next tag panel", "Ctrl+F2", "templates.next_one"),
    _row("file.quit", "Quit", "Ctrl+q", "files.quit", "", "in_text"),
    _row("edit.undo", "Undo", "Ctrl+z", "edits.undo", "undo", "repeats"),
    _row("edit.redo", "Redo", "Ctrl+Shift+z | Ctrl+y", "edits.redo", "redo", "repeats"),
    _row("edit.match", "Match, athletes and rulesets…", "Ctrl+i", "edits.match_dialog"),
    _row("edit.running", "Clock and score at the start…", "", "filing.running"),
    _row("edit.details", "Details of the tag", "Enter | F2", "edits.details", "selection"),
    _row("edit.find", "Find tags", "Ctrl+f", "edits.find"),
    _row("edit.note", "Note on the tag", "Quote", "edits.note", "selection"),
    _row("edit.start", "Tag starts here", "KeyI", "edits.start_here", "selection"),
    _row("edit.end", "Tag ends here", "KeyO", "edits.end_here", "span"),
    _row("edit.earlier", "Tag one frame earlier", "Alt+ArrowLeft", "edges.start", "selection", "repeats", argument=-1),
    _row("edit.later", "Tag one frame later", "Alt+ArrowRight", "edges.start", "selection", "repeats", argument=1),
    _row("edit.end_earlier", "End one frame earlier", "Ctrl+Alt+ArrowLeft", "edges.end", "selection", "repeats", argument=-1),
    _row("edit.end_later", "End one frame later", "Ctrl+Alt+ArrowRight", "edges.end", "selection", "repeats", argument=1),
    _row("edit.move_earlier", "Whole tag one frame earlier", "Alt+Comma", "edges.whole", "selection", "repeats", argument=-1),
    _row("edit.move_later", "Whole tag one frame later", "Alt+Period", "edges.whole", "selection", "repeats", argument=1),
    _row("edit.manner", "Edges move joined or alone", "Ctrl+j", "edges.change_manner"),
    _row("edit.swap", "Give the tag to the other athlete", "Ctrl+t", "edits.swap", "selection"),
    _row("edit.split", "Split the position here", "KeyB", "edits.split"),
    _row("edit.delete", "Delete the tag", "Delete", "edits.delete", "selection"),
    _row("edit.last_earlier", "Last tag one frame earlier", "Shift+Comma", "fixing.nudge", "last tag", "repeats", argument=-1),
    _row("edit.last_later", "Last tag one frame later", "Shift+Period", "fixing.nudge", "last tag", "repeats", argument=1),
    _row("edit.last_swap", "Give the last tag to the other athlete", "Slash", "fixing.swap", "last tag"),
    _row("edit.last_change", "The last tag is another one", "Shift+KeyC", "fixing.change", "last tag"),
    _row("edit.last_delete", "Delete the last tag", "Shift+Backspace", "fixing.delete", "last tag"),
    _row("edit.last_reaction", "Last tag without the reaction time", "", "fixing.no_reaction", "last tag"),
    _row("edit.film", "Back to the film", "Escape", "edits.back_to_film", "", "in_text"),
    _row("play.toggle", "Play or pause", "Space | KeyK", "playing.toggle"),
    _row("play.frame_back", "One frame back", "Comma | ArrowLeft", "playing.step", "", "repeats", argument=-1),
    _row("play.frame_on", "One frame on", "Period | ArrowRight", "playing.step", "", "repeats", argument=1),
    _row("play.second_back", "One second back", "Shift+ArrowLeft", "playing.skip", "", "repeats", argument=-1),
    _row("play.second_on", "One second on", "Shift+ArrowRight", "playing.skip", "", "repeats", argument=1),
    _row("play.shuttle_back", "Backward, or slower", "KeyJ", "playing.shuttle", argument=-1),
    _row("play.shuttle_on", "Forward, or faster", "KeyL", "playing.shuttle", argument=1),
    _row("play.slower", "Slower", "BracketLeft", "playing.change_rate", argument=-1),
    _row("play.faster", "Faster", "BracketRight", "playing.change_rate", argument=1),
    _row("play.normal", "Normal speed", "Backspace", "playing.normal_rate"),
    _row("play.goto", "Go to time or frame…", "KeyG", "playing.goto"),
    _row("play.first", "Start of the match", "Home", "playing.match_start"),
    _row("play.last", "End of the match", "End", "playing.match_end"),
    _row("play.tag_start", "Start of the tag", "Shift+Home", "playing.tag_start", "selection"),
    _row("play.tag_end", "End of the tag", "Shift+End", "playing.tag_end", "selection"),
    _row("play.tag_before", "Tag before", "Ctrl+ArrowLeft | ArrowUp", "playing.neighbour", "", "repeats", argument=-1),
    _row("play.tag_after", "Tag after", "Ctrl+ArrowRight | ArrowDown", "playing.neighbour", "", "repeats", argument=1),
    _row("play.loop", "Loop the tag", "Backslash", "playing.loop", "selection"),
    _row("play.loop_start", "Loop from here (A)", "Shift+KeyI", "playing.loop_start"),
    _row("play.loop_end", "Loop to here (B)", "Shift+KeyO", "playing.loop_end"),
    _row("play.loop_off", "End the loop", "Shift+Backslash", "playing.loop_off", "loop"),
    _row("play.mute", "Sound off or on", "KeyM", "playing.mute"),
    _row("play.louder", "Louder", "Ctrl+ArrowUp", "playing.change_volume", "", "repeats", argument=1),
    _row("play.quieter", "Quieter", "Ctrl+ArrowDown", "playing.change_volume", "", "repeats", argument=-1),
    _row("view.camera", "Other camera", "Backquote", "cameras.next_camera", "cameras"),
    _row("view.same_moment", "Same moment: align the cameras", "Shift+Backquote", "cameras.same_moment", "cameras"),
    _row("view.camera_back", "Camera one frame back", "Alt+Shift+ArrowLeft", "cameras.nudge", "cameras", "repeats", argument=-1),
    _row("view.camera_on", "Camera one frame on", "Alt+Shift+ArrowRight", "cameras.nudge", "cameras", "repeats", argument=1),
    _row("view.snapshot", "Save the picture…", "KeyC", "views.snapshot", "film"),
    _row("view.zoom_in", "Enlarge the picture", "Equal", "pictures.zoom", "film", "repeats", argument=1),
    _row("view.zoom_out", "Make the picture smaller", "Minus", "pictures.zoom", "film", "repeats", argument=-1),
    _row("view.fit", "The whole picture", "Shift+Minus", "pictures.fit", "film"),
    _row("view.pan_left", "Look further left", "Ctrl+Shift+ArrowLeft", "pictures.pan", "zoomed", "repeats", argument=(-1, 0)),
    _row("view.pan_right", "Look further right", "Ctrl+Shift+ArrowRight", "pictures.pan", "zoomed", "repeats", argument=(1, 0)),
    _row("view.pan_up", "Look further up", "Ctrl+Shift+ArrowUp", "pictures.pan", "zoomed", "repeats", argument=(0, -1)),
    _row("view.pan_down", "Look further down", "Ctrl+Shift+ArrowDown", "pictures.pan", "zoomed", "repeats", argument=(0, 1)),
    _row("view.time_in", "Timeline: closer", "Ctrl+Equal", "edges.zoom", "", "repeats", argument=1),
    _row("view.time_out", "Timeline: further away", "Ctrl+Minus", "edges.zoom", "", "repeats", argument=-1),
    _row("view.time_whole", "Timeline: the whole match", "Ctrl+Shift+Minus", "edges.zoom_whole"),
    _row("view.time_tag", "Timeline: the selected tag", "Ctrl+Shift+Equal", "edges.zoom_tag", "selection"),
    _row("view.time_frames", "Timeline: single frames", "Ctrl+Shift+f", "edges.zoom_frames"),
    _row("view.turn_right", "Turn the picture to the right", "Ctrl+r", "pictures.turn", "film", argument=1),
    _row("view.turn_left", "Turn the picture to the left", "Ctrl+Shift+r", "pictures.turn", "film", argument=-1),
    _row("view.mirror", "Mirror the picture", "Ctrl+Shift+m", "pictures.mirror", "film"),
    _row("view.deinterlace", "Take the lines apart (deinterlace)", "Ctrl+d", "pictures.deinterlace", "film"),
    _row("view.full", "Full screen", "KeyF | F11", "views.full_screen"),
    _row("view.health", "About this film", "", "views.health", "film"),
    _row("view.copy", "The film itself or its smooth copy", "", "copying.switch", "copy"),
    _row("view.below", "Show or hide what is under the film", "Ctrl+b", "views.toggle_below"),
    _row("view.table", "Show the tag table", "", "views.show_tab", argument="table"),
    _row("view.rulings", "Show the rulings", "", "views.show_tab", argument="rulings"),
    _row("view.questions", "Show the open questions", "", "views.show_tab", argument="questions"),
    _row("view.next_question", "Next open question: show me", "Ctrl+u", "asking.step", argument=1),
    _row("view.question_before", "Open question before: show me", "Ctrl+Shift+u", "asking.step", argument=-1),
    _row("view.compare", "Compare the rulesets side by side", "Ctrl+l", "comparing.show"),
    _row("view.next_parting", "Next moment where the rulesets part", "Ctrl+PageDown", "comparing.step", argument=1),
    _row("view.parting_before", "Moment before where the rulesets part", "Ctrl+PageUp", "comparing.step", argument=-1),
    _row("view.agreement", "Compare with another annotator…", "Ctrl+Shift+l", "agreeing.choose"),
    _row("view.charts", "Show the charts", "Ctrl+h", "charting.show", argument=""),
    _row("view.chart_timeline", "Chart: the scored timeline", "", "charting.show", argument="timeline"),
    _row("view.chart_control", "Chart: control time", "", "charting.show", argument="control"),
    _row("view.chart_rulesets", "Chart: the rulesets compared", "", "charting.show", argument="rulesets"),
    _row("view.chart_transitions", "Chart: what followed what", "", "charting.show", argument="transitions"),
    _row("view.save_chart", "Save the chart as a picture…", "", "charting.save"),
    _row("view.next_board", "Next ruleset's scoreboard in full", "", "views.next_board"),
    _row("view.official", "The real scoreboard and the scoring…", "", "official.show"),
    _row("view.film_score", "Score on the film, or no more", "Ctrl+Shift+b", "film_score.toggle"),
    _row("view.flip_boards", "Swap the sides of the scoreboards", "", "views.flip_boards"),
    _row("view.timeline", "Show the timeline", "", "views.show_tab", argument="timeline"),
    _row("draw.toggle", "Draw on the picture", "Ctrl+g", "drawings.toggle"),
    _row("draw.arrow", "Draw an arrow", "draw:Digit1", "drawings.pick", argument=Shape.ARROW),
    _row("draw.line", "Draw a line", "draw:Digit2", "drawings.pick", argument=Shape.LINE),
    _row("draw.circle", "Draw a circle", "draw:Digit3", "drawings.pick", argument=Shape.CIRCLE),
    _row("draw.text", "Write a text", "draw:Digit4", "drawings.pick", argument=Shape.TEXT),
    _row("draw.freehand", "Draw a line by hand", "draw:Digit5", "drawings.pick", argument=Shape.FREEHAND),
    _row("draw.angle", "Draw an angle", "draw:Digit6", "drawings.pick", argument=Shape.ANGLE),
    _row("draw.blur", "Blur an area", "draw:Digit7", "drawings.pick", argument=Shape.BLUR),
    _row("draw.select", "Select and move drawings", "draw:Digit0", "drawings.choose"),
    _row("draw.note", "Note on this frame", "Shift+Quote", "drawings.note"),
    _row("draw.place", "Put one into the middle of the picture", "draw:Insert", "drawings.place", "drawing"),
    _row("draw.next", "Select the next drawing on the picture", "draw:Enter", "drawings.next", "drawing"),
    _row("draw.next_point", "Choose the next point of the drawing", "draw:Shift+Enter", "drawings.next_point", "drawn"),
    _row("draw.move_left", "Drawing further left", "draw:Alt+ArrowLeft", "drawings.move", "drawn", "repeats", argument=(-1, 0)),
    _row("draw.move_right", "Drawing further right", "draw:Alt+ArrowRight", "drawings.move", "drawn", "repeats", argument=(1, 0)),
    _row("draw.move_up", "Drawing further up", "draw:Alt+ArrowUp", "drawings.move", "drawn", "repeats", argument=(0, -1)),
    _row("draw.move_down", "Drawing further down", "draw:Alt+ArrowDown", "drawings.move", "drawn", "repeats", argument=(0, 1)),
    _row("draw.words", "Change the words of the drawing", "draw:F2", "drawings.edit_words", "drawn"),
    _row("draw.colour_on", "Next colour", "draw:Shift+BracketRight", "drawings.step_colour", "drawing", argument=1),
    _row("draw.colour_back", "Colour before", "draw:Shift+BracketLeft", "drawings.step_colour", "drawing", argument=-1),
    _row("draw.thicker", "Thicker lines", "draw:BracketRight", "drawings.step_width", "drawing", argument=1),
    _row("draw.thinner", "Thinner lines", "draw:BracketLeft", "drawings.step_width", "drawing", argument=-1),
    _row("draw.delete", "Delete the drawing", "draw:Delete | draw:Backspace", "drawings.delete", "drawn"),
    _row("draw.after", "Next frame that is drawn on", "Shift+PageDown", "drawings.go", argument=1),
    _row("draw.before", "Frame before that is drawn on", "Shift+PageUp", "drawings.go", argument=-1),
    _row("draw.snapshot", "Save the picture with drawings…", "", "views.snapshot_drawn", "film"),
    _row("draw.leave", "Done drawing", "draw:Escape", "drawings.leave", "drawing", "in_text"),
    _row("lesson.take", "Take a lesson…", "Ctrl+Shift+t", "lessons.take"),
    _row("lesson.mark", "Mark answers…", "", "lessons.mark"),
    _row("lesson.new", "New lesson from this match…", "", "lesson_making.new"),
    _row("lesson.open", "Open a lesson…", "Ctrl+Alt+l", "lesson_making.open"),
    _row("lesson.add", "Add this ruling to a lesson…", "Ctrl+Alt+a", "lesson_making.add"),
    _row("lesson.export", "Export a lesson for a class…", "", "lessons.export"),
    _row("lesson.agreement", "How far trainees agree…", "", "agreeing.choose_answers"),
    _row("looks.as_system", "Language of the system", "", "looks.speak", argument=""),
    _row("looks.english", "English", "", "looks.speak", argument="en"),
    _row("looks.french", "Français", "", "looks.speak", argument="fr"),
    _row("looks.russian", "Русский", "", "looks.speak", argument="ru"),
    _row("looks.system", "Colours of the system", "", "looks.colour", argument=""),
    _row("looks.light", "Light colours", "", "looks.colour", argument="light"),
    _row("looks.dark", "Dark colours", "", "looks.colour", argument="dark"),
    _row("looks.still", "Less motion", "", "looks.less_motion"),
    _row("help.palette", "Find a command…", "Ctrl+k | Ctrl+Shift+p", "views.palette", "", "in_text"),
    _row("help.keys", "Sheet of keys", "? | F1", "views.key_sheet", "", "in_text"),
    _row("help.sample", "Open the sample match", "", "filing.sample"),
    _row("help.steps", "First steps: the next hint", "F12", "filing.next_step"),
    _row("help.no_steps", "First steps: do not show again", "Shift+F12", "filing.no_steps"),
    _row("help.about", "About annotator", "", "views.about"),
)  # fmt: skip


_NOW = {
    "settled": ("Settled, or not, from here on", "F3"),
    "flat": ("Flat, or on the side, from here on", "F4"),
    "hook_in": ("Hook in", "F5"),
    "hook_out": ("Hook out", "F6"),
    "arm_trapped": ("Arm trapped: one, both, none", "F7"),
    "close_now": ("Submission close from here on", "F8"),
    "tap": ("Submission ends here: tap", "F9"),
    "escaped": ("Submission ends here: escaped", "F10"),
}


def _now_rows() -> Iterable[Command]:
    for name, (title, key) in _NOW.items():
        yield _row(f"tag.now.{name}", title, key, "tagging.running_detail", argument=name)
    yield _row("tag.next_mark", "Next mark", "Shift+KeyP", "marking.next")
    yield _row(
        "tag.dismiss_mark", "Dismiss the mark, go to the next", "Shift+Delete", "marking.dismiss"
    )


def button_command(button: Button) -> str:
    """The id of the command that a button runs."""
    return f"tag.{button.id}"


def _tag_rows(template: Template) -> Iterable[Command]:
    """The buttons of the template, then what it has no button for, so that menu and palette have all."""
    there = {button.tag for button in template.buttons if not button.presets}
    rest = (Button(tag, shown=False) for tag in TAGS if tag not in there)
    for button in (*template.buttons, *rest):
        name, keys = button_command(button), (button.key,) if button.key else ()
        if button.tag == WHISTLE:
            title = "Whistle: start, stop or resume the clock"
            yield Command(name, title, "tag", keys, "tagging.whistle", button=button)
            continue
        yield Command(
            name, "Tag {tag}", "tag", keys, "tagging.press_button", "", (button, False), button=button,
        )  # fmt: skip
        if button.tag == "mark":
            continue  # with Shift its key goes to the next one
        yield Command(
            f"{name}.other", "Tag {tag}, the other athlete", "tag",
            tuple(filter(None, map(with_shift, keys))), "tagging.press_button", "", (button, True),
            quiet=True, button=button, shift_of=name,
        )  # fmt: skip


def _answer_rows() -> Iterable[Command]:
    for n in range(1, 10):
        yield Command(
            f"answer.{n}", f"Answer {n}", "answer", (f"Digit{n}",), "tagging.answer", "question", n,
            quiet=True,
        )  # fmt: skip
    yield Command(
        "answer.next", "Next question, or more answers", "answer", ("Digit0",), "tagging.next_question",
        "question", quiet=True,
    )  # fmt: skip


def table_of(template: Template) -> tuple[Command, ...]:
    """All commands, with those that the buttons of a template run."""
    return (*_FIXED, *_tag_rows(template), *_now_rows(), *_answer_rows())


TABLE = table_of(SHIPPED)

GROUPS: Mapping[str, str] = {
    "file": "&File", "edit": "&Edit", "play": "&Play", "tag": "&Tag", "view": "&View",
    "draw": "&Draw", "lesson": "&Lesson",
    "looks": "&Language and colours",
    "help": "&Help", "answer": "Answers",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Conflict:
    """A sequence that two commands want; the one that came first keeps it."""

    sequence: str
    winner: str
    loser: str


class Bindings(QObject):
    """Which sequence runs which command: the user's own keys before those of the table.

    A template's keys come last, so that none of them takes a key of the player away.
    """

    changed = pyqtSignal()
    """There are other commands, or other keys."""

    def __init__(
        self,
        overrides: Mapping[str, tuple[str, ...]] | None = None,
        template: Template = SHIPPED,
    ) -> None:
        super().__init__()
        self._bind_all(dict(overrides or {}), template)

    def use(self, overrides: Mapping[str, tuple[str, ...]], template: Template) -> None:
        """Other keys of the user's own (by command), or another template."""
        if dict(overrides) != self.own or template != self.template:
            self._bind_all(dict(overrides), template)
            self.changed.emit()

    def _bind_all(self, own: dict[str, tuple[str, ...]], template: Template) -> None:
        self.own = own
        """The user's own keys, also those of commands that are not there now."""
        self.template = template
        self.commands = {command.id: command for command in table_of(template)}
        self.keys: dict[str, tuple[str, ...]] = {}
        """The sequences that run each command; those that another one has are not among them."""
        self.conflicts: list[Conflict] = []
        self._by_sequence: dict[str, str] = {}
        self._firsts: dict[str, str] = {}
        for name in sorted(self.commands, key=self._rank):
            self.keys[name] = tuple(key for key in self.wanted(name) if self._bind(key, name))

    def _rank(self, name: str) -> int:
        command = self.commands[name]
        if {name, command.shift_of} & self.own.keys():
            return 0
        return 1 if command.button is None else 2

    def wanted(self, name: str) -> tuple[str, ...]:
        """The sequences that a command should have: the user's own, else the usual ones."""
        command = self.commands[name]
        if name in self.own:
            return tuple(self.in_mode(name, key) for key in self.own[name])
        if command.shift_of:
            return tuple(filter(None, map(with_shift, self.wanted(command.shift_of))))
        return command.keys

    def in_mode(self, name: str, sequence: str) -> str:
        """A sequence as this command has it: in the mode (see `split_mode`) in which it is run."""
        keys = self.commands[name].keys
        mode = split_mode(keys[0])[0] if keys else ""
        return f"{mode}:{sequence}" if mode and not split_mode(sequence)[0] else sequence

    def _bind(self, sequence: str, command: str) -> bool:
        winner = self.holder(sequence)
        if winner == command:
            return False
        if winner:
            self.conflicts.append(Conflict(sequence, winner, command))
            return False
        self._by_sequence[sequence] = command
        first, _, second = sequence.partition(" ")
        if second:
            self._firsts.setdefault(first, command)
        return True

    def holder(self, sequence: str) -> str:
        """The command that has a sequence, or one that cannot be pressed beside it; empty: none."""
        first, _, second = sequence.partition(" ")
        by = self._by_sequence
        return by.get(sequence) or (by.get(first, "") if second else self._firsts.get(first, ""))

    def find(self, sequence: str) -> Command | None:
        """The command of a sequence."""
        name = self._by_sequence.get(sequence)
        return self.commands[name] if name else None

    def is_prefix(self, stroke: str) -> bool:
        """Whether longer sequences begin with this stroke."""
        return stroke in self._firsts
