import random

import pytest
from umsc import UgMultiScriptConverter

from normalization.uyghur.lexicon import lexicon
from normalization.uyghur.scripts import Script, convert, converted, spelled


@pytest.mark.parametrize(
    ("arabic", "latin", "cyrillic"),
    [
        ("ئۇيغۇرچە", "uyghurche", "уйғурчә"),
        ("ياخشىمۇسىز؟", "yaxshimusiz?", "яхшимусиз?"),
        ("جەمئىيەت، سائەت", "jem'iyet, sa'et", "җәм'ийәт, са'әт"),
        ("ئەنگىلىيە", "en'giliye", "әнгилийә"),
    ],
)
def test_a_text_is_converted_to_the_other_scripts(arabic, latin, cyrillic):
    assert convert(arabic, Script.LATIN) == latin
    assert convert(arabic, Script.CYRILLIC).replace("йа", "я") == cyrillic
    assert convert(latin, Script.ARABIC, Script.LATIN) == arabic


@pytest.mark.parametrize(
    ("arabic", "latin"), [("ئون يۈەن", "on yüen"), ("جۇڭخۇا خەلقى", "jungxua xelqi"), ("ئىككى سائەت", "ikki sa'et")]
)
def test_hamza_stands_between_two_vowels_where_it_is_more_usual(arabic, latin):
    assert convert(arabic, Script.LATIN) == latin
    assert convert(latin, Script.ARABIC, Script.LATIN) == arabic


def test_foreign_words_and_numbers_stay():
    assert convert("Ubuntu 10.04 نەشرى", Script.LATIN) == "Ubuntu 10.04 neshri"
    assert convert("Microsoft shirkiti", Script.ARABIC, Script.LATIN) == "Microsoft شىركىتى"


@pytest.mark.parametrize(
    ("latin", "cyrillic"),
    [
        ("Uyghur tili Türkiy tillar ailisige kiridu.", "Уйғур тили Түркий тиллар аилисигә кириду."),
        ("UYGHUR TILI", "УЙҒУР ТИЛИ"),
        ("Qeshqer, 12 adem we 3 kitab", "Қәшқәр, 12 адәм вә 3 китаб"),
    ],
)
def test_capitals_stay_between_latin_and_cyrillic(latin, cyrillic):
    assert convert(latin, Script.CYRILLIC, Script.LATIN) == cyrillic
    assert convert(cyrillic, Script.LATIN, Script.CYRILLIC) == latin


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("USA we NATO Xitay bilen sözleshti", ("USA", "NATO")),
        ("Facebook arqiliq Facebook we Moscow", ("Facebook", "Moscow")),
        ("yaxshi", ()),
        ("Schwarzenegger keldi", ("Schwarzenegger",)),
    ],
)
def test_what_cannot_be_converted_is_told_each_word_once(text, left):
    assert converted(text, Script.ARABIC, Script.LATIN).left == left


@pytest.mark.parametrize(
    ("cyrillic", "arabic"),
    [("көп екән", "كۆپ ئىكەن"), ("бар еди", "بار ئىدى"), ("елан", "ئېلان"), ("елип кәлди", "ئېلىپ كەلدى")],
)
def test_the_first_letter_of_cyrillic_words_is_the_one_that_is_far_more_usual(cyrillic, arabic):
    assert convert(cyrillic, Script.ARABIC, Script.CYRILLIC) == arabic


@pytest.mark.parametrize("script", [Script.LATIN, Script.CYRILLIC])
def test_there_and_back_again_gives_the_word_for_999_of_1000_words(script):
    words = random.Random(0).sample(sorted(lexicon().counts), 5000)
    back = [convert(convert(word, script), Script.ARABIC, script) for word in words]
    assert sum(map(str.__eq__, words, back)) >= len(words) * 0.998


@pytest.mark.parametrize("word", ["чөл", "сигнал", "өй", "sen'et", "jem'iyet", "bir", "тиббий", "jhhng'gh'ng"])
def test_a_word_is_spelled_as_the_library_spells_it(word):
    source = Script.LATIN if word.isascii() else Script.CYRILLIC
    assert spelled(word, source, Script.ARABIC) == by_library(word, source, Script.ARABIC)


@pytest.mark.parametrize("source", Script)
@pytest.mark.parametrize("target", Script)
def test_every_known_word_is_spelled_as_the_library_spells_it(source, target):
    words = random.Random(1).sample(sorted(lexicon().counts), 3000)
    if source is not Script.ARABIC:
        words = [by_library(word, Script.ARABIC, source) for word in words]
    if source is not target:
        assert [spelled(word, source, target) for word in words] == [by_library(word, source, target) for word in words]


def by_library(word, source, target):
    names = {Script.ARABIC: "UAS", Script.LATIN: "ULS", Script.CYRILLIC: "UCS"}
    return UgMultiScriptConverter(names[source], names[target])(word)
