"""Sentences are made when they are read, in the words and names of that moment."""

import gettext
import re
import string
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator import text
from annotator.scoring.wording import clause_text
from annotator.text import (
    PHRASES,
    Moment,
    Phrase,
    Ticks,
    after_colon,
    caption,
    clock_text,
    quoted,
    say,
    seconds_text,
    set_language,
    tr,
    tr_n,
    with_semicolons,
    word,
    word_list,
)


class Shouting(gettext.NullTranslations):
    """A catalogue in which every sentence is in capitals, but for its places."""

    def gettext(self, message: str) -> str:
        return re.sub(r"(\{\w+\})|([^{}]+)", lambda m: m[1] or m[2].upper(), message)


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (Fraction(0), "0"),
        (Fraction(3), "3"),
        (Fraction(5, 2), "2.5"),
        (Fraction(89, 30), "2.967"),
        (Fraction(1, 100), "0.01"),
        (Fraction(-89, 30), "-2.967"),
        (Fraction(1, 2000), "0"),
        (Fraction(3, 2000), "0.002"),
        (Fraction(-1, 10000), "0"),
    ],
)
def test_seconds_have_at_most_three_decimals_and_no_needless_zeros(
    seconds: Fraction, shown: str
) -> None:
    assert seconds_text(seconds) == shown


@pytest.mark.parametrize(
    ("seconds", "decimals", "shown"),
    [
        (Fraction(0), 3, "0:00.000"),
        (Fraction(319, 5), 3, "1:03.800"),
        (Fraction(3723), 3, "1:02:03.000"),
        (Fraction(59999, 1000), 0, "0:59"),
        (Fraction(599999, 10000), 3, "0:59.999"),
        (Fraction(-5, 2), 1, "-0:02.5"),
        (Fraction(-1, 10000), 3, "0:00.000"),
    ],
)
def test_the_clock_shows_minutes_and_cuts_what_is_finer(
    seconds: Fraction, decimals: int, shown: str
) -> None:
    assert clock_text(seconds, decimals) == shown


def test_a_sentence_has_its_places_filled() -> None:
    assert tr("Saved {name}.", name="a{b}") == "Saved a{b}."


def test_a_sentence_without_values_is_left_as_it_is() -> None:
    assert tr("100 % {odd}") == "100 % {odd}"


@pytest.mark.parametrize(("count", "shown"), [(0, "0 tags"), (1, "1 tag"), (2, "2 tags")])
def test_a_number_chooses_the_singular_or_the_plural(count: int, shown: str) -> None:
    assert tr_n("{count} tag", "{count} tags", count) == shown


@pytest.mark.parametrize("language", text.languages())
def test_no_text_stays_no_text_in_every_language(language: str) -> None:
    """A catalogue's header stands under the empty text."""
    set_language(language)
    assert [
        tr(""),
        word(""),
        caption(""),
        text.belt_text(""),
        tr_n("", "", 1),
        tr_n("", "", 2),
    ] == [""] * 6
    assert clause_text(None, "") == ""


def test_every_number_for_people_has_the_decimal_mark_of_the_language() -> None:
    shown = [text.tenths_text(30), seconds_text(Fraction(5, 2)), clock_text(Fraction(5, 2), 1)]
    assert shown == ["3.0", "2.5", "0:02.5"]
    for language in ("fr", "ru"):
        set_language(language)
        assert [
            text.tenths_text(30),
            seconds_text(Fraction(5, 2)),
            clock_text(Fraction(5, 2), 1),
        ] == [one.replace(".", ",") for one in shown]


def test_open_questions_are_not_called_as_the_button_that_opens() -> None:
    for language in ("fr", "ru"):
        set_language(language)
        assert len({tr("Open"), text.tr_in("questions", "Open"), "Open"}) == 3


def test_a_language_without_a_catalogue_is_english() -> None:
    set_language("xx")

    assert tr("Saved {name}.", name="it") == "Saved it."


def test_sentences_and_words_are_made_in_the_language_of_the_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    phrase = Phrase.of("tag_disqualified", who="red", at=Moment(63800, 1000), what="flee_mat")
    before = say(phrase)

    monkeypatch.setattr(text, "_catalogue", Shouting())

    assert before == "red is disqualified at 1:03.800: flee mat."
    assert say(phrase) == "RED IS DISQUALIFIED AT 1:03.800: FLEE MAT."


def test_values_are_shown_as_what_they_are() -> None:
    phrase = Phrase.of(
        "held_position",
        who="red",
        what="half_guard",
        needed=Ticks(3000, 1000),
        at=Moment(90500, 1000),
    )

    assert say(phrase) == "red held half guard for 3 s, until 1:30.500."


def test_fractions_numbers_and_choices_are_shown_in_words() -> None:
    hold = Phrase.of("missing_seconds", held=Fraction(89, 30), needed=Fraction(3))
    detail = Phrase.of(
        "missing_detail", key="knee_on", found="side", allowed=("belly", "chest", "ribs")
    )
    count = Phrase.of("won_points", who="blue", red=0, blue=2)

    assert say(hold) == "held 2.967 s of 3 s"
    assert say(detail) == "knee on: side; needed: belly, chest or ribs"
    assert say(count) == "blue won by points, 0 (red) to 2 (blue)."


def test_athletes_are_called_by_their_names_where_there_are_any() -> None:
    phrase = Phrase.of("won_decision", who="red")

    assert say(phrase, {"red": "Ana Silva"}) == "Ana Silva won by the referees' decision."
    assert say(phrase, {"blue": "Bo"}) == "red won by the referees' decision."


def test_a_name_with_underscores_or_braces_is_shown_as_it_is() -> None:
    assert say(Phrase.of("won_decision", who="red"), {"red": "a_{b}"}).startswith("a_{b} won")


def test_a_phrase_may_stand_in_a_phrase() -> None:
    inner = Phrase.of("missing_seconds", held=Fraction(1), needed=Fraction(3))

    assert say(Phrase.of("violation", who="red", what=inner, at=Moment(0, 1))) == (
        "red: held 1 s of 3 s at 0:00.000 is not allowed."
    )


def test_an_unknown_phrase_is_a_fault_of_ours() -> None:
    with pytest.raises(KeyError):
        say(Phrase.of("no_such_phrase"))


@pytest.mark.parametrize(
    ("words", "shown"),
    [([], ""), (["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c")],
)
def test_choices_are_joined_as_people_say_them(words: list[str], shown: str) -> None:
    assert word_list(words) == shown


def test_a_word_of_the_vocabulary_is_written_without_underscores() -> None:
    assert word("knee_on_belly") == "knee on belly"


@pytest.mark.parametrize("key", PHRASES)
def test_every_phrase_is_a_sentence_whose_places_have_names(key: str) -> None:
    places = [name for _, name, _, _ in string.Formatter().parse(PHRASES[key]) if name is not None]

    assert PHRASES[key].strip()
    assert all(name.isidentifier() for name in places)


@given(st.integers(0, 10**9), st.sampled_from([1000, 30000, 90000]))
def test_ticks_and_moments_show_the_same_time_as_their_seconds(ticks: int, per_second: int) -> None:
    seconds = Fraction(ticks, per_second)
    phrase = Phrase.of(
        "missing_seconds", held=Ticks(ticks, per_second), needed=Moment(ticks, per_second)
    )

    assert say(phrase) == f"held {seconds_text(seconds)} s of {clock_text(seconds)} s"


@pytest.mark.parametrize(
    ("name", "said"),
    [("half_guard", "half guard"), ("come_up", "coming up first"), ("regard", "re-guard")],
)
def test_names_are_said_as_people_say_them(name: str, said: str) -> None:
    assert word(name) == said


def test_counted_answers_of_a_detail_are_words() -> None:
    lacking = Phrase.of("missing_detail", key="hooks", found="1", allowed=("2",))

    assert say(lacking) == "hooks: one hook; needed: both hooks"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ("Red: 3", "a; b; c", "“kimura”")),
        ("fr", ("Red\u202f: 3", "a\u202f; b\u202f; c", "«\u202fkimura\u202f»")),
        ("ru", ("Red: 3", "a; b; c", "«kimura»")),
    ],
)
def test_colons_semicolons_and_quotation_marks_are_those_of_the_language(
    language: str, said: tuple[str, str, str]
) -> None:
    set_language(language)

    assert (after_colon("Red", "3"), with_semicolons(("a", "", "b", "c")), quoted("kimura")) == said


def test_what_is_empty_leaves_no_colon_and_no_semicolon_behind() -> None:
    assert (after_colon("", "3"), after_colon("Red", "")) == ("3", "Red")
    assert (with_semicolons(()), with_semicolons(("", "b"))) == ("", "b")
