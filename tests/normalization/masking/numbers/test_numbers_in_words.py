import pytest

from normalization import normalize
from normalization.masking.numbers import numbers_in_words


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("Ruf mich an: null acht neun vier vier zwei eins null sieben!", "Ruf mich an: [phone]!"),
        ("joignable au zéro six douze trente-quatre cinquante et un", "joignable au [phone]"),
        ("звоните: восемь девятьсот двенадцать ноль ноль тридцать", "звоните: [phone]"),
        ("تېلېفونۇم بىر ئۈچ سەككىز نۆل نۆل بىر ئىككى ئۈچ", "تېلېفونۇم [phone]"),
        ("打幺三八零零幺三八零零零找我", "打[phone]找我"),
        ("Mobil null eins 7 6 zwei drei 4 fünf sechs 7 acht", "Mobil [phone]"),
    ],
)
def test_a_telephone_number_in_words_is_masked(text, masked):
    assert normalize(text).text == masked


@pytest.mark.parametrize(
    "text",
    [
        "We counted zero one two three four five six seven eight nine and jumped.",
        "The final scores were two one, zero zero, and three two.",
        "Binary numbers: one zero one one zero zero one zero.",
        "Pi is three point one four one five nine two six five three five eight nine seven nine three two zero",
        "圆周率三点一四一五九二六五三五八九七九三二三八四六二六四三零",
        "成立于二〇〇八年，二〇二四年关闭",
    ],
)
def test_who_counts_or_says_another_number_is_left(text):
    assert normalize(text).text == text


def test_a_run_of_words_is_of_one_language():
    line = "you can text me on zero four one two zero nine eight eight three seven"  # "on" is ten in Turkish
    [(start, end)] = numbers_in_words.find(line)
    assert line[start:end].startswith("zero four")
    assert end == len(line)
