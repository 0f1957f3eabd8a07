import html
import unicodedata

import pytest

from mezmun.demo.encoders import Writing, presentation_forms, references

# Forms whose compatibility letter is not the Uyghur one (Unicode has no forms of U+06D5).
_AE = str.maketrans({"\ufee9": "\u06d5", "\ufeea": "\u06d5"})


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text.translate(_AE))


@pytest.mark.parametrize(
    ("word", "forms"),
    [
        ("كىتاب", "\ufedb\ufbe9\ufe98\ufe8e\ufe8f"),
        ("بالا", "\ufe91\ufe8e\ufefb"),
        ("سالام", "\ufeb3\ufe8e\ufefb\ufee1"),
        ("كەلسە", "\ufedb\ufeea\ufedf\ufeb4\ufeea"),
        ("ئالما", "\ufe8b\ufe8e\ufedf\ufee4\ufe8e"),
        ("ئىش", "\ufe8b\ufbe9\ufeb6"),
        ("تەبىئىي", "\ufe97\ufeea\ufe91\ufbe9\ufe8c\ufbe9\ufef2"),
        ("رەھمەت", "\ufead\ufee9\ufbac\ufee4\ufeea\ufe95"),
    ],
)
def test_letters_take_the_shape_of_their_place_in_the_word(word: str, forms: str) -> None:
    assert presentation_forms(word) == forms


@pytest.mark.parametrize(
    ("word", "forms"),
    [
        ("ئالما", "\ufbea\ufedf\ufee4\ufe8e"),
        ("ئىش", "\ufbfb\ufeb6"),
        ("تەبىئەت", "\ufe97\ufeea\ufe91\ufbe9\ufbed\ufe95"),
        ("تەبىئىي", "\ufe97\ufeea\ufe91\ufbe9\ufe8c\ufbe9\ufef2"),
    ],
)
def test_hamza_and_vowel_can_be_one_ligature(word: str, forms: str) -> None:
    assert presentation_forms(word, hamza_ligatures=True) == forms


@pytest.mark.parametrize("hamza_ligatures", [True, False])
@pytest.mark.parametrize(
    "text", ["", "USB 2.0 ۋە «ئۇبۇنتۇ»، بولامدۇ؟", "مۇئەللىم، سائەت، تەبىئەت، دائىم، لاغمەن", "天气 sudo"]
)
def test_presentation_forms_fold_back(text: str, hamza_ligatures: bool) -> None:
    assert _folded(presentation_forms(text, hamza_ligatures=hamza_ligatures)) == unicodedata.normalize("NFKC", text)


@pytest.mark.parametrize("writing", Writing)
def test_references_decode_to_the_page(writing: Writing) -> None:
    page = "«كىتاب» 2016-يىلى ئون 3 天气 “quoted” <b>بۇ1 يەر</b>"
    assert html.unescape(references(page, writing).decode("cp1252")) == page


def test_each_writing_is_what_it_is_called() -> None:
    page = "بۇ بىر سىناق"
    assert b"&#1576;" in references(page, Writing.DECIMAL)
    assert b"&#x628;" in references(page, Writing.HEX)
    assert b"&#1609&#" in references(page, Writing.UNTERMINATED) or b"&#1576&#" in references(
        page, Writing.UNTERMINATED
    )
