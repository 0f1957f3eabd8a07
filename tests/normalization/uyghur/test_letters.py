"""Every stray letter, with each reading that was seen on pages, in a sentence of its own."""

import pytest

from normalization import normalize, normalize_each
from normalization.uyghur.legacy import STRAY_LETTERS
from tests.growth import MOST, TIMES, growth

READINGS = [
    ("ياخشص بولدص", "ياخشى بولدى"),
    ("قصش كةلدص", "قىش كەلدى"),
    ("بصز ظېتصز قېتصم", "بىز ئېتىز قېتىم"),
    ("يةنة كةلدى", "يەنە كەلدى"),
    ("ظادةم ظأزى كةلدى", "ئادەم ئۆزى كەلدى"),
    ("ظوقذش ياخشى", "ئوقۇش ياخشى"),
    ("كذن چصقتص", "كۈن چىقتى"),
    ("بىزنىث كىتاب", "بىزنىڭ كىتاب"),
    ("سأز قىلدى", "سۆز قىلدى"),
    ("أتا بىلەن بالا كەلدى", "ئاتا بىلەن بالا كەلدى"),
    ("كإن چىقتى", "كۈن چىقتى"),
    ("إاقتى كەلدى", "ۋاقتى كەلدى"),
    ("بؤ ئادەم", "بۇ ئادەم"),
    ("ؤاقتى كەلدى", "ۋاقتى كەلدى"),
    ("هازىر كەلدى", "ھازىر كەلدى"),
    ("يەنه كەلدى بىز", "يەنە كەلدى بىز"),
    ("يەنہ كەلدى بىز", "يەنە كەلدى بىز"),
    ("يەنۀ كەلدى بىز", "يەنە كەلدى بىز"),
    ("يەنۂ كەلدى بىز", "يەنە كەلدى بىز"),
    ("ظئش قئلدئ", "ئىش قىلدى"),
    ("ظئتعز تئزدعن", "ئېتىز تېزدىن"),  # UighurSoft has ئ for one of the two and ع for the other
    ("ئۇيعۇر تىلى", "ئۇيغۇر تىلى"),
    ("حەلق ۋە حۇشال", "خەلق ۋە خۇشال"),
    ("ضۈل ئېچىلدى", "گۈل ئېچىلدى"),
    ("تضحصمؤ ياخشى", "تېخىمۇ ياخشى"),
    ("ڧىلىم كۆردۈم", "فىلىم كۆردۈم"),
    ("كۉن چىقتى", "كۈن چىقتى"),
    ("سۅز قىلدى", "سۆز قىلدى"),
    ("ظأتكۇر زامان", "ئۆتكۈر زامان"),
    ("ياخشی كىتاب", "ياخشى كىتاب"),
    ("تویغا باردۇق", "تويغا باردۇق"),
    ("كێرەك ئەمەس", "كېرەك ئەمەس"),
    ("بىزنىڭ کىتاب", "بىزنىڭ كىتاب"),
    ("بىزنىڭ ڪىتاب", "بىزنىڭ كىتاب"),
    ("سېنىݣ كىتابىڭ", "سېنىڭ كىتابىڭ"),
    ("سېنىڬ كىتابىڭ", "سېنىڭ كىتابىڭ"),
    ("آتا بىلەن بالا", "ئاتا بىلەن بالا"),
    ("بىز ءۇنىڭ بىلەن", "بىز ئۇنىڭ بىلەن"),
    ("بىز ٴۇنىڭ بىلەن", "بىز ئۇنىڭ بىلەن"),
    ("ئئادەم كەلدى", "ئادەم كەلدى"),
    ("ا\u0654دەم كەلدى", "ئادەم كەلدى"),
    ("ۇ\u0674نىڭ كىتابى", "ئۇنىڭ كىتابى"),
    ("ى\u0654ادەم كەلدى", "ئادەم كەلدى"),
    ("ی\u0654ادەم كەلدى", "ئادەم كەلدى"),
    ("ي\u0654ادەم كەلدى", "ئادەم كەلدى"),
    ("ى\u0654ش قىلدى", "ئىش قىلدى"),
]


@pytest.mark.parametrize(("text", "clean"), READINGS)
def test_a_stray_letter_is_read_as_the_word_needs_it(text, clean):
    assert normalize(text).text == clean


def test_every_stray_letter_has_its_sentence():
    assert set("".join(text for text, _ in READINGS)) >= STRAY_LETTERS


@pytest.mark.parametrize(
    "text",
    [
        "قال النبي صلى الله عليه وسلم",
        "«إن الله مع الصابرين»",
        "خدا حافظ شما",
        "قازاق حالقىنىڭ ءتىلى مەن ادەبيەتى",
        "قىرعىز ەلىنىن تۉرمۉشۉ",
        "ئادەٿھەقىقى",
    ],
)
def test_quoted_words_of_other_languages_stay_beside_uyghur_lines(text):
    line = "بۇ ماقالىدە ئۇيغۇر تىلى توغرىسىدا سۆز بولىدۇ"
    assert normalize(f"{line}\n{text}\n{line}").text == f"{line}\n{text}\n{line}"


@pytest.mark.parametrize("word", ["الله", "والله", "بالله", "لله"])
def test_the_arabic_name_of_god_stays(word):
    assert normalize(f'بىز "{word}"نىڭ ياردىمى بىلەن كةلدۇق').text == f'بىز "{word}"نىڭ ياردىمى بىلەن كەلدۇق'


def test_an_arabic_quotation_inside_a_line_stays():
    text = "ئۇ كىشى «بسم الله الرحمن الرحيم» دەپ سۆز باشلصدص"
    assert normalize(text).text == text.replace("باشلصدص", "باشلىدى")


@pytest.mark.parametrize("quote", ["إن الله مع الصابرين", "إن مع العسر يسرا"])
def test_a_quotation_of_which_some_words_read_as_uyghur_ones_stays_whole(quote):
    text = f"ئۇ مۇنداق دېدى: «{quote}» دېگەن ئايەتنى ئوقۇپ، كىشىلەرگە سەۋر قىلىشنى ئېيتتى، ئاندىن ئۆيىگە قايتتى."
    assert normalize(text).text == text


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("باليلار مەكتەپكە باريدۇ، چوڭلار ئيشقا كېتيدۇ.", "بالىلار مەكتەپكە بارىدۇ، چوڭلار ئىشقا كېتىدۇ."),
        ("ۋاقيت ئالتۇندين قيممەت، ئۇني قەديرلەش كېرەك.", "ۋاقىت ئالتۇندىن قىممەت، ئۇنى قەدىرلەش كېرەك."),
        ("گۈلنار ئاي نۇردا ئويناۋاتقان", "گۈلنار ئاي نۇردا ئويناۋاتقان"),
        ("سەيد قوتب في ظلال القرآن دەپ ئەسەر يازغان", "سەيد قوتب في ظلال القرآن دەپ ئەسەر يازغان"),
    ],
)
def test_a_line_that_has_one_yeh_for_both_is_read_as_its_words_need_it(text, clean):
    assert normalize(text).text == clean
    assert [each.text for each in normalize_each([text]).values()] == [clean] * (text != clean)


@pytest.mark.parametrize("beside", ["ئۇيغۇر تىلى ياخشى", "call us", "anna@example.org"])
def test_a_line_that_has_one_yeh_for_both_is_read_whatever_stands_in_other_lines(beside):
    line, clean = "بۇ كيتاب بەك ياخشي ۋە قيزيق", "بۇ كىتاب بەك ياخشى ۋە قىزىق"
    for text in f"{line}\n{beside}", f"{beside}\n{line}":
        expected = normalize(text.replace(line, clean)).text
        assert normalize(text).text == expected
        assert normalize_each([text], language="ug")[0].text == expected


def test_many_lines_with_one_yeh_take_linear_time():
    for line in "باي ئەر\n", "باي ئەر ئىككى\n", "باي ":
        assert growth(normalize, *(line * 1_000 * times for times in (1, TIMES))) < MOST
