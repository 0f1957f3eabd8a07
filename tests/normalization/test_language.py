import pytest
from hypothesis import given
from hypothesis import strategies as st

from normalization import identify

TEXTS = {
    ("ug", "Arab"): "ئۇيغۇر تىلى تۈركىي تىللار ئائىلىسىگە كىرىدۇ، بۇ تىلدا سۆزلىشىدىغانلار ناھايىتى كۆپ.",
    ("kk", "Arab"): "بۇل كىتاپ قازاق تىلىن ۇيرەنگىسى كەلگەن ادامدارعا ارنالعان، قازاقشا ويلاۋ كەرەك.",
    ("ky", "Arab"): "بۇل كىتەپ قىرعىز تىلىن ۉيرۅنگۉسۉ كەلگەن كىشىلەرگە جازىلعان، كۅپ تۉردۉۉ سۅز بار.",
    ("ar", "Arab"): "هذا الكتاب موجه إلى كل من يريد أن يتعلم اللغة العربية في وقت قصير.",
    ("fa", "Arab"): "این کتاب برای کسانی است که می‌خواهند زبان فارسی را در زمان کوتاهی یاد بگیرند.",
    ("ckb", "Arab"): "ئەم کتێبە بۆ ئەو کەسانەیە کە دەیانەوێت لە ماوەیەکی کورتدا فێری زمانی کوردی ببن.",
    ("ur", "Arab"): "یہ کتاب ان لوگوں کے لیے ہے جو تھوڑے وقت میں اردو زبان سیکھنا چاہتے ہیں۔",
    ("ug", "Latn"): "uyghur tili türkiy tillar ailisige kiridu, bu tilda sözlishidighanlar nahayiti köp.",
    ("ug", "Cyrl"): "уйғур тили түркий тиллар аилисигә кириду, бу тилда сөзлишидиғанлар наһайити көп.",
    ("zh", "Hani"): "这本书是为想在短时间内学习中文的人写的，书里有很多例子。",
    ("en", "Latn"): "This book is for everybody who would like to learn English in a short time.",
    ("tr", "Latn"): "Bu kitap kısa sürede Türkçe öğrenmek isteyen herkes için yazılmıştır.",
    ("ru", "Cyrl"): "Эта книга написана для всех, кто хочет выучить русский язык за короткое время.",
}


@pytest.mark.parametrize(("code", "script"), TEXTS)
def test_language_and_script_are_told(code, script):
    found = identify(TEXTS[code, script])
    assert (found.code, found.script) == (code, script)
    assert found.confidence > 0.5


def test_uyghur_is_told_in_positional_forms_and_in_a_substitution_alphabet():
    assert identify("ﺋﯘﻳﻐﯘﺭ ﺗﯩﻠﻰ ﺑﻪﻙ ﮔﯜﺯﻩﻝ").code == "ug"
    assert identify("ظذيغذر تصلص بةك گأزةل تصلدذر").code == "ug"


def test_three_words_are_enough():
    assert identify("مەن مەكتەپكە باردىم").code == "ug"
    assert identify("مەن مەكتەپكە باردىم دەدى قازاقشا ويلاۋ").code in {"ug", "kk"}


@pytest.mark.parametrize("text", ["", "12345", "!?", "\0"])
def test_no_letters_are_no_language(text):
    assert identify(text).code == "und"


@given(st.text())
def test_identifying_never_raises(text):
    assert 0 <= identify(text).confidence <= 1
