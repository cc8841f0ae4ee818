"""The readable page, the difference of two rulesets, and both against snapshots of key lines."""

from dataclasses import replace

import pytest

from annotator.files.ruleset_cases import Case, read_cases
from annotator.files.ruleset_diff import difference
from annotator.files.ruleset_file import ruleset_from_bytes
from annotator.files.ruleset_page import page
from annotator.files.rulesets import load_ruleset, ruleset_files, ruleset_path
from annotator.scoring import score
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import ScoreSheet

SMALL = """\
id: demo
edition: "2026"
names: {en: Demo rules, fr: Règles de démonstration}
federation: Nobody
source: two pages
columns: [points, penalties]
terms:
  points: {en: points, fr: points}
  takedown: {en: throw, fr: projection}
  mount: {fr: montée}
one_control: [side_controls]
danger_restarts: true
outcome: [submission, points, fewest_penalties, overtime]
overtime: submission_only
fatal_penalties: 4
fatal_clause: fouls
options: {worth: {values: [3, 4], chosen: 4}}
categories:
  kids: {title: {en: Kids, fr: Enfants}, seconds: 150, point_free_seconds: 30, overtime_seconds: 60}
readings:
  silent: {says: The seat counts., because: The text does not name it.}
clauses:
  "1":
    title: {en: Mount, fr: Montée}
    says: On top.
    readings: [silent]
    rules:
      - holds: {in: mount, bottom_on: [back, side], arms_trapped: ["0", "1"]}
        seconds: 2.5
        gives: {points: {option: worth}}
        near: {clause: "2", to: [guards, stop], gives: {points: 1}}
  "2":
    title: {en: Near mount, fr: Presque}
  "3":
    title: {en: Takedown, fr: Projection}
    rules:
      - does: takedown
        if: {landing: [back, seated]}
        ends: [top, bottom, nowhere]
        gives: {points: 2}
        except: {clause: "2", if: {opponent_knees: "2"}}
  fouls:
    title: {en: Fouls, fr: Fautes}
    rules:
      - {tag: foul, if: {kind: slam}, to_number: 1, categories: [kids], gives: {penalties: 1, opponent_points: 1}}
      - {inactive_seconds: 15, again_seconds: 10, gives: {penalties: 1}}
"""


def small(text: str = SMALL) -> Ruleset:
    return ruleset_from_bytes(text.encode(), "demo.yaml")


def scored(name: str) -> list[tuple[Case, ScoreSheet]]:
    ruleset = load_ruleset(name)
    return [(case, score(case.match, ruleset)) for case in read_cases(ruleset_path(name).parent)]


def test_a_page_says_everything_in_plain_words() -> None:
    lines = [line.strip() for line in page(small())]

    for line in (
        "demo: Demo rules",
        "federation: Nobody",
        "edition: 2026",
        "source: two pages",
        "fr: Règles de démonstration",
        "The board shows: points, penalties.",
        "The match is won by, in this order: a submission, more points, fewer penalties, overtime.",
        "Kids [kids]: 2:30, the first 0:30 without points, overtime 1:00.",
        "In overtime nothing counts but a submission.",
        "4 penalties disqualify (Fouls [fouls]).",
        "A hold that was not complete when the opponent's close submission began starts anew at the escape.",
        "One control: side control or north south.",
        "Chosen where the text leaves it open: worth is 4.",
        "takedown: throw",
        "[1] Mount",
        "On top.",
        "• 4 points for mount, held for 2.5 s",
        "needs: the opponent on the back or the side, at most one arm caught, settled, without space",
        "again only after the opponent had recovered",
        "near miss: 1 point (Near mount [2]) when lost to any guard or stop",
        "read as: silent",
        "• 2 points for throw, at once",
        "needs: landing on the back or the seat",
        "whoever ends on top",
        "nothing if both knees of the opponent down at the start: Near mount [2]",
        "• 1 penalty, 1 point to the opponent: foul, for slam",
        "number 1 of one athlete",
        "only for Kids",
        "• 1 penalty: inactive for 15 s",
        "and again after each further 10 s",
        "[silent] The seat counts.",
        "Why: The text does not name it.",
    ):
        assert line in lines, line


def test_a_page_in_another_language_has_its_titles_and_terms() -> None:
    lines = [line.strip() for line in page(small(), "fr")]

    assert lines[0] == "demo: Règles de démonstration"
    for line in (
        "[1] Montée",
        "takedown: projection",
        "• points: 4 for montée, held for 2.5 s",
        "• points: 2 for projection, at once",
        "Enfants [kids]: 2:30, the first 0:30 without points, overtime 1:00.",
    ):
        assert line in lines, line


def test_terms_fall_back_to_english_and_then_to_the_program() -> None:
    ruleset = small()

    assert ruleset.term("takedown", "fr") == "projection"
    assert ruleset.term("takedown", "ru") == "throw"
    assert ruleset.term("mount", "en") == "mount"
    assert ruleset.term("knee_on_belly", "fr") == "knee on belly"


@pytest.mark.parametrize("name", sorted(ruleset_files()))
def test_the_rulesets_that_come_along_have_their_own_terms(name: str) -> None:
    ruleset = load_ruleset(name)
    languages = set(ruleset.names) & {"fr", "ru"} - ({"fr"} if name == "ibjjf-ru" else set())

    for key in ("points", "takedown", "pass", "sweep", "reversal", "mount", "back", "submission",
                "knee_on_belly", "side_control", "guard_pull", "penalties", "warnings"):  # fmt: skip
        assert {"en", *languages} <= set(ruleset.terms[key]), key


@pytest.mark.parametrize("name", sorted(ruleset_files()))
@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_every_clause_and_reading_stands_on_its_page(name: str, language: str) -> None:
    ruleset = load_ruleset(name)

    text = "\n".join(page(ruleset, language, scored(name), all_examples=True))

    for clause in ruleset.clauses:
        assert f"[{clause.id}] {ruleset.title_of(clause.id, language)}" in text
    for reading in ruleset.readings:
        assert reading.because in text
    for case in read_cases(ruleset_path(name).parent):
        assert case.name in text


def test_examples_stand_under_their_clauses_in_both_directions() -> None:
    lines = [line.strip() for line in page(load_ruleset("jjif-2014"), "en", scored("jjif-2014"))]
    clause = lines[lines.index("[37b2] Knee on belly") : lines.index("[37b3] Mount")]

    assert any(line.startswith("for example: ") and line.endswith(" 37b2") for line in clause)
    assert any(line.startswith("but not: ") for line in clause)


ONE_OF = """\
        one_of: landing
        if: {landing: [back, seated]}
"""
TWO = SMALL.replace("        if: {landing: [back, seated]}\n", ONE_OF).replace(
    "  fouls:\n",
    """\
      - {does: takedown, one_of: landing, seconds: 3, gives: {points: 1}}
  "4":
    title: {en: Late}
    rules:
      - {does: takedown, one_of: landing, seconds: 9, gives: {points: 1}}
      - {does: takedown, one_of: other, seconds: 9, gives: {points: 1}}
  fouls:
""",
)


def test_of_rules_of_one_name_the_later_ones_say_that_they_come_after() -> None:
    lines = [line.strip() for line in page(small(TWO))]
    line = "only where none of the rules above of the same name fits"

    first = lines.index("• 2 points for throw, at once")
    second = lines.index("• 1 point for throw, held for 3 s")
    third = lines.index("[4] Late")
    assert line not in lines[first:second]
    assert line in lines[second:third]
    assert lines[third:].count(f"{line} (also in Takedown [3])") == 1


def test_the_difference_says_it_too() -> None:
    other = TWO.replace("one_of: landing, seconds: 3", "seconds: 3").replace("2026", "2027")

    lines = [line.strip() for line in difference(small(TWO), small(other))]

    assert "only where none of the rules above of the same name fits" in lines


def test_near_misses_of_one_name_say_that_only_the_first_counts() -> None:
    near = '{clause: "2", to: [guards, stop], gives: {points: 1}}'
    assert near in SMALL
    twice = f"[{near[:-1]}, one_of: n}}, {near[:-1]}, one_of: n}}]"

    text = "\n".join(page(small(SMALL.replace(near, twice))))

    assert text.count("stop, only the first of its name at one moment") == 2


def test_a_case_that_comes_out_differently_is_marked() -> None:
    ruleset = load_ruleset("jjif-2014")
    wrong = [(replace(case, gives=()), sheet) for case, sheet in scored("jjif-2014") if case.gives]

    right = "\n".join(page(ruleset, "en", scored("jjif-2014"), all_examples=True))
    lines = [line.strip() for line in page(ruleset, "en", wrong, all_examples=True)]

    assert "COMES OUT DIFFERENTLY" not in right
    examples = [line for line in lines if line.startswith("for example: ")]
    assert examples
    assert all(line.startswith("for example: COMES OUT DIFFERENTLY: ") for line in examples)
    listed = lines[lines.index("Cases") + 1 :: 2]
    assert all(line.startswith("COMES OUT DIFFERENTLY: ") for line in listed)


# -- two side by side -----------------------------------------------------------------------------


def test_a_ruleset_does_not_differ_from_itself() -> None:
    lines = list(difference(small(), small()))

    assert "In general" not in lines
    assert lines[-1].startswith("The same in both: ")
    assert len(lines) == 3


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("seconds: 2.5", "seconds: 3", ["demo (2026) [1]: 4 points for mount, held for 2.5 s",
                                        "demo (2027) [1]: 4 points for mount, held for 3 s"]),
        ("chosen: 4", "chosen: 3", ["demo (2027): Chosen where the text leaves it open: worth is 3."]),
        ("bottom_on: [back, side]", "bottom_on: back", [
            "both: 4 points for mount, held for 2.5 s", "needs: the opponent on the back or the side",
            "needs: the opponent on the back"]),
        ("to: [guards, stop]", "to: guards", [
            "near miss: 1 point (Near mount [2]) when lost to any guard or stop",
            "near miss: 1 point (Near mount [2]) when lost to any guard"]),
        ("danger_restarts: true", "danger_restarts: false", [
            "demo (2027): A close submission by the opponent stops no hold."]),
        ("points, fewest_penalties, overtime", "points, overtime", [
            "demo (2027): The match is won by, in this order: a submission, more points, overtime."]),
        ("does: takedown\n        if: {landing: [back, seated]}", "does: sweep", ["Throw", "only in demo (2026):", "Sweep", "only in demo (2027):"]),
        ("again_seconds: 10, ", "", ["and again after each further 10 s"]),
    ],
)  # fmt: skip
def test_what_differs_is_said_for_both(old: str, new: str, expected: list[str]) -> None:
    other = SMALL.replace("2026", "2027").replace(old, new, 1)

    lines = [line.strip() for line in difference(small(), small(other))]

    for line in expected:
        assert line in lines, lines


def test_rulesets_that_come_along_are_aligned_by_what_they_are_about() -> None:
    lines = list(difference(load_ruleset("jjb-fr"), load_ruleset("ibjjf-ru")))

    at = lines.index("Guard pass")
    assert lines[at + 1] == "  both: 3 points for guard pass, held for 3 s"
    assert lines[at + 2] == "  jjb-fr [pass]:"
    assert any(
        line.startswith("  ibjjf-ru: Rising under one control is paid together") for line in lines
    )


@pytest.mark.parametrize("left", sorted(ruleset_files()))
@pytest.mark.parametrize("right", sorted(ruleset_files()))
def test_every_two_rulesets_can_be_compared(left: str, right: str) -> None:
    lines = list(difference(load_ruleset(left), load_ruleset(right)))

    assert (lines[-1].startswith("The same in both")) or left != right
