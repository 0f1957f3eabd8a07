import random

import pytest

from tests.growth import MOST, growth
from workers.text_signatures import FEWEST_LETTERS, are_near, overlap, sign

WORDS = (
    "بۈگۈن",
    "بازاردا",
    "يېڭى",
    "پىشقان",
    "ئۆرۈك",
    "گىلاس",
    "ئىدى",
    "باھاسىمۇ",
    "ئەرزان",
    "بولدى",
    "مومام",
    "بىلەن",
)
TEXT = " ".join(random.Random(1).choices(WORDS, k=300))


def near(one, other):
    return are_near(sign(one).minhash, sign(other).minhash)


def test_signs_blanks_and_capitals_make_no_other_text():
    assert sign("Two words.").letters_digest == sign("two\nWORDS!").letters_digest
    assert sign(TEXT).minhash == sign(TEXT.replace(" ", ", ")).minhash


def test_a_text_with_another_end_is_near_and_one_of_other_words_is_not():
    assert near(TEXT, TEXT + " " + " ".join(WORDS))
    other = " ".join("".join(reversed(word)) for word in TEXT.split())
    assert not near(TEXT, other)
    assert overlap(sign(TEXT).minhash, sign(other).minhash) < 0.1


@pytest.mark.parametrize("text", ["", "رەھمەت", "x" * (FEWEST_LETTERS - 1)])
def test_a_short_text_is_like_nothing_but_itself(text):
    signature = sign(text)
    assert (signature.minhash, signature.bands) == (b"", ())
    assert not are_near(signature.minhash, signature.minhash)


def test_the_same_text_has_the_same_signature_on_every_machine():
    """What stands in the database is compared with what is computed later, by another process or machine."""
    assert sign("0123456789" * 12).bands[:2] == (-4173770012388660591, 1462592345807761043)


def test_a_long_text_takes_no_longer_for_a_letter():
    assert growth(sign, TEXT * 4, TEXT * 16) < MOST
