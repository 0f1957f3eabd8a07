import random
from unicodedata import combining, normalize

from normalization.composition import composed
from tests.growth import MOST, TIMES, growth

MARKS = [chr(code) for code in range(0x20000) if combining(chr(code))]
SIGNS = [each for each in map(chr, range(0x20000)) if len(normalize("NFD", each)) > 1 and not each.isalnum()]
LETTERS = ["a", "e", "ế", "\u0627", "\u1100", "\u1161", " ", "\n"]


def test_long_runs_of_marks_become_what_normal_form_c_makes_of_them():
    chance = random.Random(7)
    for _ in range(500):
        marks = chance.choices(MARKS + SIGNS * 3 + LETTERS * 5, k=chance.randrange(90))
        text = chance.choice(LETTERS) + "".join(marks) + "".join(chance.choices(MARKS, k=chance.randrange(90)))
        assert composed(text) == normalize("NFC", text)


def test_no_mark_is_a_letter_or_a_digit_so_that_a_pattern_can_find_their_runs():
    assert [mark for mark in MARKS if mark.isalnum() or mark < "\u0300"] == []


def test_marks_in_the_wrong_order_take_linear_time():
    assert growth(composed, *("a" + "\u0301\u0316" * 4_000 * times for times in (1, TIMES))) < MOST
