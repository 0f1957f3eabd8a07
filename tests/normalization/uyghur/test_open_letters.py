import pytest

from normalization.uyghur.lexicon import lexicon
from normalization.uyghur.open_letters import habit_of, restore
from normalization.uyghur.scripts import Script, convert, converted


@pytest.mark.parametrize(
    ("latin", "arabic"),
    [
        ("Qazangha yagh quyung, asmangha qarang", "قازانغا ياغ قۇيۇڭ، ئاسمانغا قاراڭ"),
        ("Tebiet, saet, muellim", "تەبىئەت، سائەت، مۇئەللىم"),
        ("Qeshqerde yengi bazar echildi", "قەشقەردە يېڭى بازار ئېچىلدى"),
        ("ete kechte korusheyli, oyge kelgende sozleymiz", "ئەتە كەچتە كۆرۈشەيلى، ئۆيگە كەلگەندە سۆزلەيمىز"),
        ("rehmet sizge aka, kop rehmet", "رەھمەت سىزگە ئاكا، كۆپ رەھمەت"),
        ("yahximusiz, kandak ahwalingiz, nime ix kiliwatisiz", "ياخشىمۇسىز، قانداق ئەھۋالىڭىز، نىمە ئىش قىلىۋاتىسىز"),
    ],
)
def test_letters_that_a_writer_leaves_open_are_those_of_the_likeliest_words(latin, arabic):
    assert convert(latin, Script.ARABIC, Script.LATIN) == arabic


@pytest.mark.parametrize(
    "latin", ["Ular mektepke keldi, ders bashlandi.", "Kéche öyge kelduq, bu yer yéqin emes, men bardim."]
)
def test_what_is_written_in_full_is_read_letter_by_letter(latin):
    words = [convert(word, Script.ARABIC, Script.LATIN) for word in latin.rstrip(".").replace(",", "").split()]
    assert habit_of(words) == 0
    assert convert(latin, Script.LATIN, Script.ARABIC) == latin


def test_a_text_that_has_the_accent_anywhere_leaves_no_e_open():
    assert convert("kéyin neme yengi", Script.ARABIC, Script.LATIN) == "كېيىن نەمە يەڭى"


@pytest.mark.parametrize(
    ("latin", "arabic"),
    [
        ("Kéche öyge kelduq, bazardin alma setiwalduq.", "كېچە ئۆيگە كەلدۇق، بازاردىن ئالما سېتىۋالدۇق."),
        ("Kéche öyde dexqan taghamni kördüm.", "كېچە ئۆيدە دېھقان تاغامنى كۆردۈم."),
    ],
)
def test_who_writes_in_full_slips_now_and_then(latin, arabic):
    assert convert(latin, Script.ARABIC, Script.LATIN) == arabic


def test_a_known_word_alone_says_nothing_of_its_writers_habit():
    assert convert("kop", Script.ARABIC, Script.LATIN) == "كوپ"


def test_a_latin_text_in_another_spelling_is_written_in_cyrillic_letters_as_it_is_read():
    assert convert("yengi sozler, kop korduq", Script.CYRILLIC, Script.LATIN) == "йеңи сөзләр, көп көрдуқ"


def test_an_apostrophe_before_a_consonant_is_not_left_out():
    assert convert("i'tiqad", Script.ARABIC, Script.LATIN) == "ئىئتىقاد"


def test_the_hard_sign_is_the_glottal_stop_but_in_russian_words():
    assert convert("Қуръан, сәнъәт", Script.ARABIC, Script.CYRILLIC) == "قۇرئان، سەنئەت"
    assert convert("адъютант", Script.ARABIC, Script.CYRILLIC) == "ئاديۇتانت"


def test_e_behind_a_sign_of_russian_words_begins_with_a_consonant():
    assert convert("объект, Вьетнам", Script.ARABIC, Script.CYRILLIC) == "ئوبيېكت، ۋىيېتنام"


def test_a_word_that_cannot_be_uyghur_stays_as_it_is_spelt():
    assert converted("бу статья яхши", Script.ARABIC, Script.CYRILLIC) == ("بۇ статья ياخشى", ("статья",))


def test_known_words_and_what_is_no_uyghur_stay():
    assert restore("سائەت") == "سائەت"
    assert restore("Ubuntu") == "Ubuntu"
    assert restore("ببب") == "ببب"
    assert "ببب" not in lexicon()
