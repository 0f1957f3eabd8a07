import pytest

from normalization import DEFAULT_RULES, Rule, normalize


def normalized(text, *rules):
    return normalize(text, rules=DEFAULT_RULES | set(rules)).text


def test_an_unknown_word_is_spelled_as_the_document_spells_it_elsewhere():
    text = "قېرقانبايېۋ بۈگۈن كەلدى\nبىز قىرقانبايىۋ بىلەن كۆرۈشتۇق"
    assert normalized(text, Rule.SPELLING) == "قېرقانبايېۋ بۈگۈن كەلدى\nبىز قېرقانبايېۋ بىلەن كۆرۈشتۇق"
    assert normalized(text) == text


def test_what_the_document_spells_in_two_ways_with_that_letter_stays():
    text = "قېرقانبايىۋ كەلدى\nقىرقانبايېۋ كەتتى\nقىرقانبايىۋ قالدى"
    assert normalized(text, Rule.SPELLING) == text


def test_a_bare_vowel_gets_its_carrier_where_the_document_writes_it_elsewhere():
    text = "ئابلاخۇنباقىيوپ بۈگۈن كەلدى\nبىز ابلاخۇنباقىيوپ بىلەن كۆرۈشتۇق"
    assert normalized(text, Rule.BARE_VOWELS).count("ئابلاخۇنباقىيوپ") == 2
    assert normalized(text) == text


@pytest.mark.parametrize("digits", ["٢٠٢٤", "۲۰۲۴", "２０２４"])
def test_digits_are_left_unless_asked_for(digits):
    text = f"{digits}-يىلى كەلگەنىدى، بۈگۈن كەتتى"
    assert normalized(text) == text
    assert normalized(text, Rule.DIGITS) == text.replace(digits, "2024")


def test_digits_of_other_languages_stay():
    assert normalized("كتاب الرجل في عام ٢٠٢٤ عن المدينة", Rule.DIGITS) == "كتاب الرجل في عام ٢٠٢٤ عن المدينة"
