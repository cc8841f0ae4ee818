"""The class folder: exact clips, nothing that says what is right, and a page that a real browser runs."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from contextlib import AbstractContextManager
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from annotator.cli.films import first_reel
from annotator.cli.main import main
from annotator.errors import AnnotatorError, LessonError, UsageError
from annotator.files.lesson_file import read_answers, read_lesson, save_answers, save_lesson
from annotator.files.lesson_matches import read_matches
from annotator.files.match_file import read_match, save_match
from annotator.model.calling import KEYS, Calling
from annotator.model.lesson import (
    Attempt,
    Call,
    Given,
    GivenKind,
    Lesson,
    Mode,
    Moment,
    Override,
    Part,
    in_time,
    in_turn,
    shuffled,
)
from annotator.scoring.marking import mark_attempt
from annotator.text import clock_text, set_language
from annotator.ui.keys import LAYOUTS
from annotator.video import Footage, Reel
from exports.film_moments import Names
from exports.lesson import class_folder
from exports.lesson.class_folder import ClassFolder, write_class_folder
from exports.lesson.films import LessonFilms
from exports.lesson.words import names_for
from tests.exports.lesson import browser
from tests.exports.lesson.conftest import RATE, childlike

SECRETS = (
    "Redname",
    "Bluename",
    "private",
    "Nameless",
    "final",
    "match.json",
    "override",
    "derived",
)


def write(lesson: Lesson, home: Path, folder: Path, seed: int = 1) -> ClassFolder:
    with LessonFilms(read_matches(lesson, home / "l.lesson.json"), first_reel) as films:
        return write_class_folder(lesson, films.of, films.film, folder, seed=seed)


@pytest.fixture(scope="module")
def made(
    lesson_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Lesson, ClassFolder]:
    lesson = read_lesson(lesson_folder / "l.lesson.json")
    return lesson, write(lesson, lesson_folder, tmp_path_factory.mktemp("class"))


def test_the_lesson_that_was_made_has_points_and_nothing(made: tuple[Lesson, ClassFolder]) -> None:
    lesson, _ = made
    assert [[each.value for each in moment.derived] for moment in lesson.moments] == [[2], [], [4]]


def test_every_clip_shows_the_frames_that_its_moment_says(
    made: tuple[Lesson, ClassFolder], lesson_folder: Path
) -> None:
    lesson, folder = made
    with Footage.open(lesson_folder / "final.mp4") as film:
        for moment in lesson.moments:
            first, last = moment.start * RATE, moment.end * RATE
            with Footage.open(folder.clips[moment.id]) as clip:
                assert len(clip) == int(last) - int(first) + 1
                for there, here in ((int(first), 0), (int(last), len(clip) - 1)):
                    # Right of the board the clip's picture is the film's.
                    picture, truth = clip.frame(here)[:, 90:], film.frame(there)[:, 90:]
                    assert np.abs(picture.astype(int) - truth).mean() < 6
                    other = film.frame(there + 1 if there + 1 < len(film) else there - 1)[:, 90:]
                    assert np.abs(picture.astype(int) - truth).mean() < np.abs(picture.astype(int) - other).mean()  # fmt: skip


def known_of(page: Path) -> dict[str, Any]:
    text = page.read_text("utf-8").split("const LESSON = ", 1)[1]
    known: dict[str, Any] = json.JSONDecoder().raw_decode(text)[0]
    return known


def test_the_page_knows_when_each_frame_of_a_clip_begins(made: tuple[Lesson, ClassFolder]) -> None:
    _, folder = made
    for question in known_of(folder.page)["questions"]:
        with Footage.open(folder.clips[question["id"]]) as clip:
            times = [float(time - clip.times[0]) for time in clip.times]
        assert question["times"] == pytest.approx(times, abs=1e-6)


def test_a_step_shows_the_next_frame_where_frames_last_unequally() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node.js on this machine")
    code = Path(class_folder.__file__).with_name("class_page.js").read_text("utf-8")
    begin = code.index("function stepped(")
    times, duration = [0, 0.02, 0.5, 0.51, 2.0], 2.04
    walk = (
        f"const times = {times}; const shown = []; let at = 0;"
        "const frame = () => times.filter((time) => time <= at).length - 1;"
        f"for (const way of [1, 1, 1, 1, 1, -1, -1, -1, -1, -1]) {{ at = stepped(times, {duration}, at, way); shown.push(frame()); }}"
        "console.log(JSON.stringify(shown));"
    )
    done = subprocess.run(
        [node, "-e", code[begin : code.index("\n}\n", begin) + 3] + walk],
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert json.loads(done.stdout) == [1, 2, 3, 4, 4, 3, 2, 1, 0, 0]


def everything(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_nothing_in_the_folder_says_what_is_right(
    made: tuple[Lesson, ClassFolder], lesson_folder: Path, tmp_path: Path
) -> None:
    lesson, folder = made
    there = everything(folder.page.parent)
    other_answers = replace(
        lesson,
        moments=tuple(
            replace(
                moment, derived=(Given("blue", GivenKind.PENALTY),), derived_clause="UNSAID", note="UNSAID",
                override=Override((Given("blue", GivenKind.POINTS, 3),), "UNSAID"), disputed=True,
                alternatives=((),), controls=(),
            )
            for moment in lesson.moments
        ),
    )  # fmt: skip
    twin = everything(write(other_answers, lesson_folder, tmp_path / "twin").page.parent)
    # With other right answers it would be the same folder to the last byte.
    assert twin == there
    for name, data in there.items():
        for secret in SECRETS:
            assert secret not in name
            assert secret.encode() not in data


def test_no_award_stands_in_the_folder_as_text(
    made: tuple[Lesson, ClassFolder], lesson_folder: Path
) -> None:
    lesson, folder = made
    matches = read_matches(lesson, lesson_folder / "l.lesson.json")
    later = matches.of(lesson.moments[-1])
    assert later is not None
    paid = later.key(lesson.moments[-1]).paid
    assert {ruling.clause for ruling in paid} == {"takedown"}  # its answer would leak
    text = folder.page.read_text("utf-8")
    known = json.loads(text.partition("const LESSON = ")[2].partition(";\nconst TEXT")[0])
    for question in known["questions"]:
        assert set(question) == {
            "id", "clip", "question", "rules", "match", "turn", "athletes", "choices", "clauses", "first",
            "size", "times", "duration",
        }  # fmt: skip
    for data in everything(folder.page.parent).values():
        for ruling in later.sheet.awards:
            title = later.ruleset.title_of(ruling.clause, "en")
            for words in (
                ruling.clause,
                title,
                clock_text(ruling.clock, 0),
                clock_text(ruling.time),
            ):
                assert words.encode() not in data
    assert "paid" not in text
    assert "Given already" not in text


@pytest.mark.timeout(120)
def test_the_page_mixes_questions_as_the_window_does(lesson_folder: Path, tmp_path: Path) -> None:
    if not (Path(browser.CHROMIUM).exists() and Path(browser.DRIVER).exists()):
        pytest.skip("no browser on this machine")
    lesson = read_lesson(lesson_folder / "l.lesson.json")
    twin = replace(lesson.moments[0], match="twin.match.json")
    code = Path(class_folder.__file__).with_name("class_page.js").read_text("utf-8")
    script = code[code.index("function shuffled") : code.index("// Exact fractions")]
    moments = [
        replace(twin, id=f"q{n}", match="ab"[n % 2], start=Fraction(n * 7 % 10), end=Fraction(n + 20))
        for n in range(10)
    ]  # fmt: skip
    turns = [moment.id for moment in in_time(moments)]
    rows = [{"id": m.id, "match": m.match, "turn": turns.index(m.id)} for m in moments]
    seeds = [0, 1, 2, 7, 2147483646, 2147483647, 2**53 - 1]
    page = tmp_path / "page.html"
    page.write_text(
        f"<pre id=o></pre><script>{script}\nconst rows = {json.dumps(rows)};"
        f"document.getElementById('o').textContent = JSON.stringify({seeds}"
        ".map((seed) => inTurn(rows, seed).map((one) => one.id)));</script>",
        "utf-8",
    )
    done = subprocess.run(
        [browser.CHROMIUM, "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'p'}",
         "--dump-dom", page.as_uri()],
        capture_output=True, text=True, timeout=90,
    )  # fmt: skip
    told = done.stdout.partition('<pre id="o">')[2].partition("</pre>")[0]
    assert json.loads(told) == [[m.id for m in in_turn(moments, seed)] for seed in seeds]


def test_clips_are_numbered_in_a_shuffled_order(made: tuple[Lesson, ClassFolder]) -> None:
    lesson, folder = made
    ids = [moment.id for moment in lesson.moments]
    numbered = sorted(folder.clips, key=lambda moment: folder.clips[moment].name)
    assert numbered == list(shuffled(ids, 1)) != ids


@pytest.mark.parametrize("stop", [LessonError("no film"), KeyboardInterrupt()], ids=repr)
def test_what_was_there_stays_until_the_new_one_is_whole(
    stop: BaseException, lesson_folder: Path, tmp_path: Path
) -> None:
    lesson = read_lesson(lesson_folder / "l.lesson.json")
    folder = tmp_path / "class"
    write(lesson, lesson_folder, folder)
    (folder / "clips" / "notes.txt").write_text("the teacher's")
    before = everything(folder)

    with LessonFilms(read_matches(lesson, lesson_folder / "l.lesson.json"), first_reel) as opened:
        told: list[Moment] = []

        def films(moment: Moment) -> AbstractContextManager[Reel]:
            told.append(moment)
            if len(told) == 3:
                raise stop
            return opened.film(moment)

        with pytest.raises(type(stop)):
            write_class_folder(lesson, opened.of, films, folder)
        told.clear()
        with pytest.raises(type(stop)):
            write_class_folder(lesson, opened.of, films, tmp_path / "new" / "class")
    assert everything(folder) == before
    assert not list(tmp_path.glob("new*"))

    shorter = write(replace(lesson, moments=lesson.moments[:1]), lesson_folder, folder)
    assert everything(folder).keys() == {"index.html", "clips/clip-01.mp4", "clips/notes.txt"}
    assert [path.name for path in shorter.clips.values()] == ["clip-01.mp4"]


@pytest.mark.parametrize("name", ["index.html", "clips/clip-02.mp4"])
def test_files_of_others_are_left_alone(name: str, lesson_folder: Path, tmp_path: Path) -> None:
    (tmp_path / "clips").mkdir()
    (tmp_path / name).write_text("somebody's")
    lesson = read_lesson(lesson_folder / "l.lesson.json")

    with pytest.raises(UsageError, match="left alone") as told:
        write(lesson, lesson_folder, tmp_path)

    assert told.value.where == str(tmp_path / name)
    assert everything(tmp_path) == {name: b"somebody's"}


def test_the_keyboard_stops_a_page_with_a_word(
    lesson_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    def stopped(*_args: object, **_words: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(class_folder, "write_blind_clip", stopped)
    with pytest.raises(KeyboardInterrupt):
        main(["lesson", "page", str(lesson_folder / "l.lesson.json"), "-o", str(tmp_path / "c")])
    assert (
        f"no page was written; what was in {tmp_path / 'c'} is as it was" in capsys.readouterr().err
    )
    assert not list(tmp_path.iterdir())


def test_a_match_that_is_named_twice_is_asked_about_once(
    lesson_folder: Path, tmp_path: Path
) -> None:
    once, twice = tmp_path / "once.lesson.json", tmp_path / "twice.lesson.json"
    match = str(lesson_folder / "final.match.json")
    other = str(lesson_folder / ".." / lesson_folder.name / "final.match.json")
    assert main(["lesson", "make", match, "-o", str(once)]) == 0
    assert main(["lesson", "make", match, other, "-o", str(twice)]) == 0
    spans = [[(m.start, m.end) for m in read_lesson(place).moments] for place in (once, twice)]
    assert spans[0] == spans[1] != []


def test_a_lesson_without_moments_or_matches_is_refused(lesson_folder: Path, tmp_path: Path) -> None:  # fmt: skip
    lesson = read_lesson(lesson_folder / "l.lesson.json")
    with pytest.raises(LessonError, match="no moments"):
        write(replace(lesson, moments=()), lesson_folder, tmp_path / "a")
    gone = replace(lesson, moments=(replace(lesson.moments[0], match="gone.match.json"),))
    with pytest.raises(LessonError):
        write(gone, lesson_folder, tmp_path / "b")
    late = replace(lesson.moments[0], start=lesson.moments[0].start + 1)
    with pytest.raises(LessonError, match="has to begin"):
        write(replace(lesson, moments=(late,)), lesson_folder, tmp_path / "c")
    assert not list(tmp_path.glob("*/index.html"))


def test_children_are_never_called_by_their_full_names(lesson_folder: Path) -> None:
    match = childlike(read_match(lesson_folder / "final.match.json"))
    assert names_for(match, Names.FULL) is Names.INITIALS
    assert names_for(match, Names.COLOURS) is Names.COLOURS


@pytest.mark.parametrize("code", ["fr", "ru"])
def test_the_page_is_in_the_language_of_its_maker(
    code: str, lesson_folder: Path, tmp_path: Path
) -> None:
    lesson = read_lesson(lesson_folder / "l.lesson.json")
    one = replace(lesson, moments=lesson.moments[:1])
    set_language(code)
    try:
        text = write(one, lesson_folder, tmp_path / code).page.read_text("utf-8")
    finally:
        set_language("en")
    assert f'lang="{code}"' in text


TYPED = {"azerty": ("KeyA", "q"), "йцукен": ("KeyR", "к"), "qwerty": ("KeyR", "r")}
PRESSED = [
    ("KeyR", "к"), ("KeyA", "q"), ("Numpad3", "3"), ("Numpad7", "Home"), ("Space", " "),
    ("NumpadEnter", "Enter"), ("", "r"), ("", "к"), ("", "2"),
]  # fmt: skip
"""Place and letter of strokes; a keyboard on the screen tells no place."""


def as_the_window(keys: list[str]) -> list[Any]:
    """What the window makes of strokes, in the form that the browser is asked for."""
    call = Calling()
    for number, key in enumerate(keys):
        call = call.press(KEYS[key], Fraction(number))
    pending = next((key for key in keys if call.pending and KEYS[key] == call.pending.stroke), None)
    said = [
        [one.athlete, one.kind.value, one.value if isinstance(one, Given) else None, int(one.time or 0)]
        for one in call.said
    ]  # fmt: skip
    return [call.athlete, call.nothing, pending, said]


def taken(folder: Path, work: Path, plan: dict[str, Any]) -> dict[str, Any]:
    if not (Path(browser.CHROMIUM).exists() and Path(browser.DRIVER).exists()):
        pytest.skip("no browser on this machine")
    work.mkdir()
    (work / "plan.json").write_text(json.dumps(plan), "utf-8")
    done = subprocess.run(
        [sys.executable, browser.__file__, str(folder / "index.html"), str(work), str(work / "plan.json")],
        capture_output=True, text=True, timeout=200,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    shutil.rmtree(work / "profile", ignore_errors=True)
    return json.loads(done.stdout)


@pytest.mark.timeout(240)
def test_two_trainees_take_it_in_a_browser_and_are_marked(
    made: tuple[Lesson, ClassFolder], lesson_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    lesson, folder = made
    takedown, quiet, mount = (moment.id for moment in lesson.moments)
    at = float(lesson.moments[0].time - lesson.moments[0].start)
    zoe = taken(
        folder.page.parent, tmp_path / "zoe",
        {"name": "Zoé O'Hara <b>", "file": "Zoé-O-Hara-b.answers.json", "seed": 7, "size": "400,800",
         "answers": {takedown: {"keys": ["r", "2"], "during": at}, quiet: {"keys": ["0"]}}},
    )  # fmt: skip
    # All clips really played, to the end, at full speed, without a way to stop or step.
    assert [row["id"] for row in zoe["seen"]] == zoe["orders"][0] == [m.id for m in in_turn(lesson.moments, 7)]  # fmt: skip
    for row in zoe["seen"]:
        _, _, now, duration, width, rate, controls = row["ended"]
        assert now == pytest.approx(duration, abs=0.05)
        assert (width, rate, controls) == (192, 1, False)
    assert zoe["mixed"] == [
        list(shuffled(range(10), seed)) for seed in (1, 2, 7, 2147483646, 2147483647, 2**53 - 1)
    ]
    assert zoe["log"] == []
    assert zoe["fits"]
    (attempt,) = read_answers(tmp_path / "zoe" / "Zoé-O-Hara-b.answers.json")
    assert (attempt.trainee, attempt.seed) == ("Zoé O'Hara <b>", 7)
    marked = mark_attempt(lesson, attempt)
    assert {one.moment.id: one.right for one in marked.moments} == {takedown: True, quiet: True, mount: False}  # fmt: skip
    first = next(one for one in marked.moments if one.moment.id == takedown)
    assert all(first.marks[part] == "right" for part in (Part.DECISION, Part.ATHLETE, Part.VALUE, Part.TIME))  # fmt: skip
    assert not next(one for one in marked.moments if one.moment.id == mount).call.answered

    chance = random.Random(5)
    strokes = [chance.choices(list(KEYS), k=chance.randrange(9)) for _ in range(300)]
    strokes += [["KeyR", *["Digit2"] * 30], ["KeyB", *["KeyS"] * 70, "KeyA"]]
    bo = taken(
        folder.page.parent, tmp_path / "bo",
        {"name": "Bo", "file": "Bo.answers.json",
         "strokes": strokes, "pressed": PRESSED, "typed": TYPED,
         "answers": {takedown: {"keys": ["4", "b", "backspace", "3"]}, quiet: {"keys": ["r", "a"]},
                     mount: {"keys": ["4", "r", "s"]}}},
    )  # fmt: skip
    assert bo["orders"][0] == [takedown, quiet, mount]
    # The page understands strokes as the window does, wherever the letters are printed.
    assert bo["calls"] == [as_the_window(keys) for keys in strokes]
    assert bo["places"] == [
        "KeyR",
        "KeyA",
        "Digit3",
        "Home",
        "Space",
        "Enter",
        "KeyR",
        "KeyR",
        "Digit2",
    ]
    assert bo["printed"] == {name: "".join(LAYOUTS[name][key].upper() for key in KEYS if key[:3] == "Key")
                             for name in TYPED}  # fmt: skip
    assert bo["modes"] == ["exam"]
    for row in (*zoe["seen"], *bo["seen"]):
        width, height = row["screen"]
        assert row["lowest"] <= height
        assert row["wide"] * 3 >= 2 * width
        assert "2 points R 2" in row["buttons"]
        assert "2 points B 2" in row["buttons"]
        assert not any("Show it again" in text for text in row["buttons"])
    page = tmp_path / "results.html"
    assert main(
        ["lesson", "mark", str(lesson_folder / "l.lesson.json"), str(tmp_path / "zoe" / "Zoé-O-Hara-b.answers.json"),
         str(tmp_path / "bo" / "Bo.answers.json"), "--json", "--page", str(page)]
    ) == 0  # fmt: skip
    said = json.loads(capsys.readouterr().out)
    assert [(each["right"], each["passed"]) for each in said["attempts"]] == [
        (2, False),
        (1, False),
    ]
    wrong = said["attempts"][1]["moments"][0]
    assert wrong["marks"]["decision"] == "right"
    assert wrong["marks"]["athlete"] == wrong["marks"]["value"] == "wrong"
    text = page.read_text("utf-8")
    assert "Zoé O&#x27;Hara &lt;b&gt;" in text
    assert text.count("data:image/jpeg") == 4
    assert "Redname" not in text


@pytest.mark.timeout(240)
def test_study_is_free_asks_for_the_clause_and_shows_any_text_as_it_is(
    lesson_folder: Path, tmp_path: Path
) -> None:
    evil = "</script><script>document.title = 'broken'</script>&lt;b&gt; ]]> \u2028"
    lesson = read_lesson(lesson_folder / "l.lesson.json")
    moment = replace(lesson.moments[0], question=evil)
    hard = replace(
        lesson, title=evil, intro=evil, moments=(moment,),
        manner=replace(lesson.manner, asks_clause=True, mode=Mode.STUDY),
    )  # fmt: skip
    folder = write(hard, lesson_folder, tmp_path / "class")
    seen = taken(
        folder.page.parent, tmp_path / "work",
        {"name": "../../a", "file": "a.answers.json", "mode": "study",
         "answers": {moment.id: {"keys": ["r", "2", "l", "b", "s"], "clause": "takedown"}}},
    )  # fmt: skip
    assert seen["log"] == []
    assert seen["modes"] == ["exam", "study"]
    assert seen["seen"][0]["ended"][6] is True  # with the film's own controls
    (attempt,) = read_answers(tmp_path / "work" / "a.answers.json")
    (call,) = attempt.calls
    assert [(each.kind, each.value, each.clause) for each in call.awards] == [
        ("points", 2, "takedown")
    ]
    assert [(each.kind, each.athlete) for each in call.controls] == [("lost", "red"), ("starts", "blue")]  # fmt: skip
    (one,) = mark_attempt(hard, attempt).moments
    assert one.marks[Part.CLAUSE] == "right"


def test_a_question_that_was_not_shown_is_not_marked_wrong(
    lesson_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = lesson_folder / "l.lesson.json"
    lesson = read_lesson(place)
    first, second, third = lesson.moments
    calls = tuple(Call(moment.id, moment.right) for moment in (first, second))
    answers = tmp_path / "ana.answers.json"
    save_answers([Attempt(lesson.id, "Ana", order=(first.id, second.id), calls=calls)], answers)

    assert main(["lesson", "mark", str(place), str(answers)]) == 0
    said = capsys.readouterr().out
    assert "2 of 2" in said
    assert "Takedown" in said  # a clause by its title
    assert f"Ana was not shown these questions, so that they do not count: {third.id}" in said
    assert main(["lesson", "mark", str(place), str(answers), "--json"]) == 0
    (one,) = json.loads(capsys.readouterr().out)["attempts"]
    assert (one["right"], one["asked"], one["passed"]) == (2, 2, True)
    assert one["not_shown"] == [third.id]


def test_the_command_line_says_what_is_wrong(lesson_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:  # fmt: skip
    place = str(lesson_folder / "l.lesson.json")
    assert main(["lesson", "show", place]) == 0
    assert main(["lesson", "check", place]) == 0
    shown = capsys.readouterr().out
    assert "Red: 2 points" in shown
    assert "can be asked" in shown
    for words, said in (
        (["make", str(lesson_folder / "final.match.json"), "-o", place], "already"),
        (["make", str(lesson_folder / "final.match.json"), "-o", str(tmp_path / "x"), "--count", "0"], "--count"),
        (["make", place, "-o", str(tmp_path / "x")], "match file"),
        (["mark", place], "answers"),
        (["mark", place, place], "file that is needed"),
        (["show", str(tmp_path / "none")], "no such file"),
        (["show", place, place], "does not understand"),
    ):  # fmt: skip
        with pytest.raises(AnnotatorError) as caught:
            main(["lesson", *words])
        assert said in str(caught.value)
    assert not (tmp_path / "x").exists()


def test_check_and_update_follow_the_tags(lesson_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:  # fmt: skip
    home = tmp_path / "copy"
    shutil.copytree(lesson_folder, home)
    place, match_file = home / "l.lesson.json", home / "final.match.json"
    match = read_match(match_file)
    # The takedown did not land under control: another answer.
    tags = tuple(
        replace(tag, start=Fraction(15)) if tag.tag == "mount" else tag
        for tag in match.tags
        if tag.tag != "takedown"
    )
    save_match(match.with_tags(tags), match_file)
    assert main(["lesson", "check", str(place)]) == 0
    assert "another one than when the moment was made" in capsys.readouterr().out
    assert main(["lesson", "update", str(place)]) == 0
    assert read_lesson(place).moments[0].derived == ()
    match_file.unlink()
    assert main(["lesson", "check", str(place)]) == 2
    assert main(["lesson", "show", str(place)]) == 0
    with pytest.raises(LessonError):
        main(["lesson", "page", str(place), "-o", str(home / "class")])


def test_answers_to_another_lesson_are_not_marked(lesson_folder: Path, tmp_path: Path) -> None:
    lesson = read_lesson(lesson_folder / "l.lesson.json")
    other = tmp_path / "other.lesson.json"
    save_lesson(replace(lesson, id="other"), other)
    answers = tmp_path / "a.answers.json"
    answers.write_text(
        json.dumps({"format": "annotator answers", "version": 1,
                    "attempts": [{"lesson": lesson.id, "trainee": "Ana", "calls": []}]}), "utf-8",
    )  # fmt: skip
    with pytest.raises(AnnotatorError, match="another lesson"):
        main(["lesson", "mark", str(other), str(answers)])
    assert main(["lesson", "mark", str(lesson_folder / "l.lesson.json"), str(answers)]) == 0
