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


@pytest.mark.parametrize(
    "text",
    [
        "ئۇ چاي ئىچىپ ئولتۇردى، مەن ئىشىكنى ئېچىپ كىردىم",
        "تىز ئاغرىقى بار ئادەم تېز ماڭالمايدۇ",
        "ئۇنىڭ ئىتى بار، ئېتى ئاقتاپان",
        "كىچىكلەر ئوينىدى، چوڭلار كېچىكىپ كەلدى",
        "كۈنلەر قىزىققاقلاردىن يىغىۋېلىشىدىكىدەك ئۆتتى",  # words that the lexicon does not have
    ],
)
def test_a_word_of_its_own_is_no_other_spelling_of_its_pair(text):
    assert normalized(text, Rule.SPELLING) == text


def test_a_word_of_another_stem_that_only_begins_so_is_mended():
    assert normalized("ئۇ ئۆيدە قىلىن كىيىم كىيدى", Rule.SPELLING) == "ئۇ ئۆيدە قېلىن كىيىم كىيدى"


def test_other_letters_of_such_a_word_are_mended():
    assert normalized("ئۇ بۇ ئىشنى قىلىۋىتىپ كەلدى", Rule.SPELLING) == "ئۇ بۇ ئىشنى قىلىۋېتىپ كەلدى"


def test_a_carrier_amid_a_word_is_restored_where_the_word_is_far_more_usual_with_it():
    text = "سەنەت ئۆمىكى كەلدى، مەسۇل كىشى سۆزلىدى"
    assert normalized(text, Rule.BARE_VOWELS) == "سەنئەت ئۆمىكى كەلدى، مەسئۇل كىشى سۆزلىدى"
    assert normalized(text) == text
    assert normalized("ئۇنىڭ سۈرىتى چىرايلىق، سۈرەت تارتتۇق", Rule.BARE_VOWELS).count("ئە") == 0


def test_a_carrier_amid_an_unknown_word_is_restored_as_the_document_has_it():
    text = "قۇتلۇقئارسلان بۈگۈن كەلدى\nبىز قۇتلۇقارسلان بىلەن كۆرۈشتۇق"
    assert normalized(text, Rule.BARE_VOWELS).count("قۇتلۇقئارسلان") == 2


def test_one_letter_before_a_point_or_bracket_is_a_name_or_number():
    text = "ئا دېگەن ھەرپ\nتۆۋەندىكى جاۋابلارنى تاللاڭ: ا) ئۈرۈمچى ب) قەشقەر\nبۇنى ا. مەمەت يازغان"
    assert normalized(text, Rule.BARE_VOWELS) == text


def test_a_line_that_looks_kazakh_without_its_carrier_is_mended_in_a_uyghur_document():
    line = "ەگەر كەلمىسىڭىز بىز بارىمىز."
    document = f"ئەگەر ۋاقتىڭىز بولسا كېلىڭ، سىزنى ساقلايمىز.\n{line}"
    assert normalized(document, Rule.BARE_VOWELS).endswith(f"ئ{line}")
    assert normalized(line, Rule.BARE_VOWELS) == line


@pytest.mark.parametrize("digits", ["٢٠٢٤", "۲۰۲۴", "２０２４"])
def test_digits_are_left_unless_asked_for(digits):
    text = f"{digits}-يىلى كەلگەنىدى، بۈگۈن كەتتى"
    assert normalized(text) == text
    assert normalized(text, Rule.DIGITS) == text.replace(digits, "2024")


def test_digits_of_other_languages_stay():
    assert normalized("كتاب الرجل في عام ٢٠٢٤ عن المدينة", Rule.DIGITS) == "كتاب الرجل في عام ٢٠٢٤ عن المدينة"
