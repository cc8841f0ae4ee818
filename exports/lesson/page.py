"""The page of a class folder: its markup, and what its script knows. What is right is not in it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from annotator.files.lesson_file import ANSWERS_FORMAT, VERSION
from annotator.model.calling import KEYS
from annotator.model.lesson import MOST_AWARDS, MOST_CONTROLS, Lesson, Mode
from annotator.text import seconds_text, tr
from exports.html import Html, element, escape, joined, page

_CSS = """
body { max-width: 1400px; font-size: 17px; }
[hidden] { display: none !important; }
fieldset { border: 1px solid #999; margin: .6em 0; }
label { display: block; margin: .4em 0; }
input[type=text], input[type=number] { padding: .4em; max-width: 100%; }
/* The clip takes what the rest leaves of the screen, so that no button falls below its edge. */
body.taking { max-width: none; margin: 0; padding: 4px 8px; }
.taking #question { display: flex; flex-direction: column; gap: 4px; height: calc(100vh - 8px); height: calc(100dvh - 8px); }
.taking #question > * { margin: 0; flex: none; }
.taking #question > #clip { flex: 1 1 0; min-height: 100px; }
.taking #question > #heads { display: flex; flex-wrap: wrap; gap: 0 14px; align-items: baseline; } #heads > * { margin: 0; }
#clip { width: 100%; background: #000; object-fit: contain; display: block; }
#board { display: grid; grid-template-columns: 1fr 1fr; gap: 6px; }
.side { border: 3px solid; padding: 4px; display: flex; flex-wrap: wrap; gap: 4px; align-content: start; }
.who[aria-pressed=true] { background: #111; color: #fff; } .who kbd { color: #111; } .side.red { border-color: #b00020; border-style: solid; }
.side.blue { border-color: #0b4fb3; border-style: double; }
button { min-height: 44px; padding: .2em .6em; background: #f2f2f2; color: #111; border: 1px solid #444;
  border-radius: 6px; font-weight: bold; }
button:disabled { color: #6b6b6b; background: #fff; border-style: dashed; }
button:focus-visible, input:focus-visible, select:focus-visible { outline: 3px solid #000; outline-offset: 2px; }
kbd { border: 1px solid #777; border-radius: 4px; padding: 0 .35em; font-size: .8em; background: #fff; }
.row { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin: .4em 0; } .row p { margin: 0; }
#status { font-weight: bold; min-height: 1.4em; flex: 1; } #heading { font-size: 1.1em; outline: none; } #left { font-size: 1.5em; font-variant-numeric: tabular-nums; }
#called { min-height: 1.4em; font-weight: bold; display: flex; flex-wrap: wrap; gap: 0 18px; list-style: none;
  padding: 0; margin: 0; } #play, #on { background: #111; color: #fff; }
#play kbd, #on kbd { color: #111; } textarea { width: 100%; height: 8em; }
#board button { padding: .1em .4em; font-size: .9em; }
@media (min-width: 701px) { .taking button { min-height: 34px; } #question > .row { margin: 0; } }
@media (max-width: 700px) { .taking { font-size: 14px; } #board button { flex: 1 1 40%; min-height: 40px; }
  .taking .row { margin: 0; gap: 4px; } #heading { font-size: 1em; } #left { font-size: 1.2em; } }
@media (hover: none) and (pointer: coarse) { button kbd { display: none; } }
"""


@dataclass(frozen=True, slots=True)
class Question:
    """What the page knows of a moment. `first`: the match's time of the clip's first frame, `num/den`.

    `match`: which match it is from, `turn`: which of its questions by time.
    `choices`: the key of each award, its words, and whether it is shown as a button; `clauses`: id
    and title. `times`: when each frame of the clip begins, in seconds from its first.
    """

    id: str
    clip: str
    question: str
    rules: str
    match: int
    turn: int
    athletes: tuple[tuple[str, str], ...]
    choices: tuple[tuple[str, str, bool], ...]
    clauses: tuple[tuple[str, str], ...]
    first: str
    size: tuple[int, int]
    times: tuple[Fraction, ...]
    duration: str


def class_page(lesson: Lesson, questions: Sequence[Question]) -> str:
    """The page as a text, in the language spoken now."""
    manner = lesson.manner
    known = {
        "id": lesson.id,
        "format": ANSWERS_FORMAT,
        "version": VERSION,
        "seconds": float(manner.seconds_to_answer),
        "replays": manner.replays,
        "keys": {key: (stroke.what.value, stroke.value) for key, stroke in KEYS.items()},
        "most": {"awards": MOST_AWARDS, "controls": MOST_CONTROLS},
        "exam": manner.mode is Mode.EXAM,
        "asksClause": manner.asks_clause,
        "questions": [_plain(question, with_clauses=manner.asks_clause) for question in questions],
    }
    code = Path(__file__).with_name("class_page.js").read_text("utf-8")
    script = f"const LESSON = {_json(known)};\nconst TEXT = {_json(_texts())};\n{code}"
    title = lesson.title or tr("Lesson")
    body = element("main", _start(lesson, title), _question_part(), _end_part())
    return page(title, body, css=_CSS, script=script)


def _plain(question: Question, *, with_clauses: bool) -> dict[str, object]:
    return {
        "id": question.id,
        "clip": question.clip,
        "question": question.question,
        "rules": question.rules,
        "match": question.match,
        "turn": question.turn,
        "athletes": question.athletes,
        "choices": question.choices,
        "clauses": question.clauses if with_clauses else (),
        "first": question.first,
        "size": question.size,
        # Of moments of the clip that only step between frames, in the browser's own numbers.
        "times": [round(float(time), 6) for time in question.times],
        "duration": float(Fraction(question.duration)),
    }


def _json(value: object) -> str:
    """A value for a script: nothing in it can end the script or begin a comment of the page."""
    text = json.dumps(value, ensure_ascii=True)
    return text.replace("<", "\\u003c").replace(">", "\\u003e")


def _texts() -> dict[str, str]:
    return {
        "heading": tr("Question {n} of {count}"),
        "given": tr("{who}: {what}"),
        "nothing": tr("nothing"),
        "fullControls": tr(
            "No answer says more than {n} times where control starts or is lost.", n=MOST_CONTROLS
        ),
        "fullAwards": tr(
            "No more than {n} calls fit into one answer; take one back first.", n=MOST_AWARDS
        ),
        "forWhom": tr("{what} – for whom?"),
        "missingWho": tr("For whom? Press the key of red or of blue."),
        "missingWhat": tr("What do you call? If nothing, press the key of “nothing”."),
        "running": tr("The clip is still running; answer at its end."),
        "once": tr("In an exam the clip runs once and is not stopped."),
        "noReplay": tr("No replay is left for this clip."),
        "noStep": tr("In an exam the clip is seen at full speed, without stepping."),
        "startFirst": tr("Start the clip first."),
        "play": tr("Show the clip"),
        "again": tr("Show it again"),
        "stop": tr("Stop"),
        "starts": tr("control starts"),
        "lost": tr("control is lost"),
        "ready": tr(
            "The clip is shown once, at full speed. Call while it runs, or within {seconds} s after it."
        ),
        "readyAgain": tr(
            "The clip is shown at full speed; how often again: {count}. Call while it runs, or within"
            " {seconds} s after it."
        ),
        "readyStudy": tr(
            "Look as often and as slowly as you like: comma and full stop step, [ and ] change the speed."
        ),
        "watch": tr("Watch, and call what is to be given."),
        "answerNow": tr("Your call, within {seconds} s."),
        "answerFree": tr("Call what is to be given, then confirm."),
        "whichClause": tr("Which clause is it?"),
        "taken": tr("Your answer is taken."),
        "timeUp": tr("The time is up; no answer was given."),
        "left": tr("{seconds} s left"),
        "clauseOf": tr("Clause of “{what}”:"),
    }


def _start(lesson: Lesson, title: str) -> Html:
    manner = lesson.manner
    exam = manner.mode is Mode.EXAM

    def mode(value: Mode, text: str, *, chosen: bool) -> Html:
        radio = element("input", type="radio", name="mode", value=value.value, checked=chosen)
        return element("label", radio, " ", text)

    return element(
        "section",
        element("h1", title),
        *(element("p", part) for part in lesson.intro.split("\n") if part.strip()),
        element(
            "p",
            tr("Questions: {count}. To pass: {percent} %.", count=len(lesson.moments), percent=manner.pass_percent),
        ),
        element(
            "form",
            element("label", tr("Your name"), " ", element("input", type="text", id="name", required=True, maxlength="80", autocomplete="name")),
            element(
                "fieldset",
                element("legend", tr("How it is taken")),
                # A teacher's exam is an exam; what is meant for study may be tried as one.
                mode(Mode.EXAM, tr("Exam: each clip at full speed, an answer within {seconds} s", seconds=seconds_text(manner.seconds_to_answer)), chosen=exam),
                "" if exam else mode(Mode.STUDY, tr("Study: as often and as slowly as wanted"), chosen=True),
            ),
            element("label", tr("Order: the same number gives the same order; 0 is the teacher's"), " ", element("input", type="number", id="seed", value="0", min="0", max="999999999")),
            element("button", tr("Begin"), type="submit"),
            id="start-form",
        ),
        element("h2", tr("Keys")),
        element("p", tr("First whose it is, then what; the other way round works too. The keys are those of the program’s window, and stand on the buttons.")),
        _keys(),
        id="start",
    )  # fmt: skip


def _keys() -> Html:
    """The keys of an answer, each by its place; the script says what the reader's keyboard prints there."""

    def key(*codes: str) -> Html:
        return joined([joined([element("kbd", code[-1], data_place=code), " "]) for code in codes])

    rows = (
        (key("KeyR", "KeyB"), tr("red, blue")),
        (joined([key("Digit1"), "–", key("Digit9")]), tr("so many points")),
        (key("KeyA", "KeyP", "KeyW", "KeyD"), tr("advantage, penalty, warning, disqualification")),
        (joined([key("KeyN"), " ", key("Digit0")]), tr("nothing")),
        (key("KeyS", "KeyL"), tr("control starts now, control is lost")),
        (element("kbd", tr("Backspace")), tr("takes back")),
        (element("kbd", tr("Enter")), tr("answers, and goes on")),
        (element("kbd", tr("Space")), tr("starts the clip; in study stops it, too")),
        (element("kbd", tr("Home")), tr("shows it again, where that is allowed")),
    )
    return element(
        "table", *(element("tr", element("td", keys), element("td", what)) for keys, what in rows)
    )


def _button(name: str, text: str, key: str, *, place: str = "", hidden: bool = False) -> Html:
    shown = element("kbd", key, data_place=place) if place else element("kbd", key)
    return element(
        "button", element("span", text), " ", shown, type="button", id=name, hidden=hidden
    )


def _question_part() -> Html:
    return element(
        "section",
        element(
            "div",
            element("h1", "", id="heading", tabindex="-1"),
            element("p", element("span", "", id="asks", class_="big"), " ", element("small", "", id="rules")),
            id="heads",
        ),
        element(
            "video", "", id="clip", playsinline=True, preload="auto", disablepictureinpicture=True,
            controlslist="nodownload nofullscreen noremoteplayback", aria_label=tr("The clip"),
        ),
        element("p", tr("This clip cannot be played in this browser."), id="video-problem", hidden=True, role="alert"),
        element("div", "", id="clauses"),
        element(
            "div",
            _button("play", tr("Show the clip"), tr("Space")),
            _button("replay", tr("Show it again"), tr("Home")),
            _button("nothing", tr("Nothing"), "N", place="KeyN"),
            _button("undo", tr("Take back"), tr("Backspace")),
            _button("confirm", tr("Answer"), tr("Enter")),
            _button("on", tr("Next"), tr("Enter"), hidden=True),
            element("ul", "", id="called", aria_live="polite", aria_label=tr("Called")),
            element("p", "", id="status", role="status", aria_live="polite"),
            element("p", "", id="left", role="timer"),
            class_="row",
        ),
        element("div", "", id="board"),
        id="question", hidden=True,
    )  # fmt: skip


def _end_part() -> Html:
    return element(
        "section",
        element("h1", tr("Done"), id="end-heading", tabindex="-1"),
        element("p", tr("Save your answers and hand the file to your teacher. The right answers are not on this page.")),
        element("div", element("button", tr("Save the answers"), type="button", id="download"), class_="row"),
        element(
            "details",
            element("summary", tr("If saving is not possible: copy this text into a file.")),
            element("textarea", "", id="file-text", readonly=True, aria_label=escape(tr("Your answers"))),
        ),
        element("h2", tr("Once more")),
        element(
            "div",
            element("label", tr("Order"), " ", element("input", type="number", id="seed-again", value="1", min="0", max="999999999")),
            element("button", tr("Take it again"), type="button", id="again"),
            class_="row",
        ),
        id="end", hidden=True,
    )  # fmt: skip
