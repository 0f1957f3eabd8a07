"""A language is told in a writing that the groups of letters do not have."""

import pytest

from normalization import identify
from normalization.languages.respellings import respelled

KAZAKH = {
    "of 2018": "Bul kitap qazaq tilin úırengisi keletin adamdarǵa arnalyp jazylǵan, onda mysaldar kóp.",
    "of 2021": "Būl kıtap qazaq tılın üirengısı keletın adamdarğa arnalyp jazylğan, onda mysaldar köp.",
    "of 2021, without ı": "Bul kitap qazaq tilin üirengisi keletin adamdarğa arnalyp jazylğan, onda mysaldar köp.",
    "of QazAqparat": "Bul kitap qazaq tilin üyrengisi keletin adamdarğa arnalıp jazılğan, onda mısaldar köp.",
}


@pytest.mark.parametrize("writing", KAZAKH)
def test_kazakh_in_latin_letters_is_told(writing):
    identified = identify(KAZAKH[writing])
    assert (identified.code, identified.script) == ("kk", "Latn")


@pytest.mark.parametrize("text", ["Balalar mektepke bardy.", "Qazaqstannyñ astanasy — Astana qalasy."])
def test_a_short_line_is_enough(text):
    assert identify(text).code == "kk"


def test_azerbaijani_in_cyrillic_letters_is_told():
    identified = identify("Бу китаб Азәрбајҹан дилини өјрәнмәк истәјәнләр үчүн јазылыб.")
    assert (identified.code, identified.script) == ("az", "Cyrl")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Bu kitap Türkçe öğrenmek isteyen herkes için yazılmıştır.", "tr"),
        ("Bu kitab Azərbaycan dilini öyrənmək istəyənlər üçün yazılıb.", "az"),
        ("Bu kitob o‘zbek tilini o‘rganmoqchi bo‘lganlar uchun yozilgan.", "uz"),
        ("Bu kitap türkmen dilini öwrenmek isleýänler üçin ýazyldy.", "tk"),
        ("Бул китеп кыргыз тилин үйрөнгүсү келгендер үчүн жазылган.", "ky"),
        ("Бу китап татар телен өйрәнергә теләүчеләр өчен язылган.", "tt"),
        ("Ova knjiga je napisana za sve koji žele da nauče srpski jezik.", "sr"),
        ("Este libro es para los que quieren aprender el idioma.", "es"),
    ],
)
def test_neighbours_stay(text, code):
    assert identify(text).code == code


def test_letters_that_stand_together_are_read_together():
    readings = [text for language, text in respelled("Búgin qaıda, mashına", "Latn") if language == "kk"]
    assert "бүгін қайда, машина" in readings


def test_a_writing_that_lacks_letters_of_a_text_is_not_tried():
    assert not list(respelled("Cinco chicos cerca de la calle central.", "Latn"))
    assert not list(respelled("Это щедрый юный цыган, и я его люблю.", "Cyrl"))
    assert not list(respelled("مەن مەكتەپكە باردىم", "Arab"))
