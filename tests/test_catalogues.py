"""The catalogues of translations: as the tool writes them, whole, and right."""

from __future__ import annotations

import gettext
import re
from fractions import Fraction
from io import BytesIO
from pathlib import Path

import pytest

from annotator.text import (
    Phrase,
    clock_text,
    languages,
    plain_clock_text,
    say,
    seconds_text,
    set_language,
    tr,
    tr_n,
    word,
)
from tools import catalogues
from tools.po import Catalogue, PoError, mo_bytes, po_text, read_po


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_what_is_translated_has_the_same_places_forms_and_edges_and_is_compiled(
    language: str,
) -> None:
    assert list(catalogues.mistakes(language)) == []


def test_every_text_is_translated_into_every_language_and_none_is_left_over() -> None:
    assert catalogues.check(present=False) == []


def test_no_text_reaches_people_without_being_found() -> None:
    found, lost = catalogues.find_texts()

    assert lost == []
    assert {("Undo",), ("half guard",), ("{count} tag", "{count} tags"), ("Tag {tag}",)} <= found


def test_the_languages_are_those_with_a_catalogue() -> None:
    assert languages() == ("en", *sorted(catalogues.LANGUAGES))


@pytest.mark.parametrize(
    ("language", "one", "two", "five", "many"),
    [
        ("fr", "1 tag", "2 tags", "5 tags", "21 tags"),
        ("ru", "1 тег", "2 тега", "5 тегов", "21 тег"),
    ],
)
def test_plural_forms_follow_the_language(
    language: str, one: str, two: str, five: str, many: str
) -> None:
    set_language(language)

    said = [tr_n("{count} tag", "{count} tags", count) for count in (1, 2, 5, 21)]
    assert said == [one, two, five, many]


def test_numbers_have_the_languages_decimal_mark_in_sentences_only() -> None:
    held = Phrase.of("missing_seconds", held=Fraction(89, 30), needed=Fraction(3))

    set_language("fr")
    assert say(held) == "tenu 2,967 s sur 3 s"
    assert clock_text(Fraction(319, 5)) == "1:03,800"
    assert plain_clock_text(Fraction(319, 5)) == "1:03.800"
    set_language("ru")
    assert seconds_text(Fraction(5, 2)) == "2,5"
    set_language("en")
    assert seconds_text(Fraction(5, 2)) == "2.5"


@pytest.mark.parametrize(
    ("language", "name", "said"),
    [
        ("fr", "guard_pull", "tirage de garde"),
        ("fr", "mount", "montée"),
        ("ru", "mount", "маунт"),
        ("ru", "back_control", "контроль спины"),
    ],
)
def test_the_sports_words_are_those_of_its_people(language: str, name: str, said: str) -> None:
    set_language(language)

    assert word(name) == said
    assert tr("en") == language


def small() -> Catalogue:
    texts = {
        ("b {x}\n“q” \\",): ('б {x}\n"q" \\',),
        ("a",): ("",),
        ("{count} c", "{count} cs"): ("{count} ц", "{count} ца", "{count} цов"),
    }
    return Catalogue("ru", catalogues.LANGUAGES["ru"], texts)


def test_a_catalogue_is_read_as_it_was_written_in_the_order_of_its_texts(tmp_path: Path) -> None:
    path = tmp_path / "a.po"
    path.write_text(po_text(small()), encoding="utf-8")

    assert read_po(path) == small()
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if "msgid " in line]
    assert lines == sorted(lines)


def test_the_compiled_catalogue_is_gettexts_own_and_leaves_out_what_is_not_translated() -> None:
    compiled = gettext.GNUTranslations(BytesIO(mo_bytes(small())))

    assert compiled.gettext("b {x}\n“q” \\") == 'б {x}\n"q" \\'
    assert compiled.ngettext("{count} c", "{count} cs", 3) == "{count} ца"
    assert compiled.gettext("a") == "a"


def test_a_fuzzy_translation_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.po"
    path.write_text('#, fuzzy\nmsgid "a"\nmsgstr "b"\n', encoding="utf-8")

    with pytest.raises(PoError, match="fuzzy"):
        read_po(path)


@pytest.mark.parametrize(
    ("english", "other", "said"),
    [
        (("Saved {name}.",), "Gardé.", "places"),
        (("Saved {name}.",), "Gardé {nom}.", "places"),
        ((" or ",), "ou ", "begins"),
        (("a\nb",), "a b", "lines"),
        (("&File",), "Fichier", "menu"),
    ],
)
def test_each_mistake_of_a_translation_is_named(
    english: tuple[str, ...], other: str, said: str
) -> None:
    found = list(catalogues._mistakes_of(english, other))

    assert any(said in what for what in found)


def test_a_form_for_many_numbers_shows_the_number() -> None:
    catalogue = small()
    catalogue.texts[("{count} c", "{count} cs")] = ("ц", "{count} ца", "{count} цов")

    assert any("shows no number" in what for what in catalogues._plural_mistakes(catalogue))


def test_french_has_no_plain_or_missing_space_before_its_double_signs() -> None:
    texts = (text for values in catalogues.load("fr").texts.values() for text in values)

    assert [
        text for text in texts if re.search(r"[ \xa0][:;?!»]|«(?!\u202f)|[^\u202f]»", text)
    ] == []
