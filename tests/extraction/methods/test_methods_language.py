from extraction.methods.method import languages
from extraction.page.node_table import parse

ENGLISH = [
    "From the first of June a new evening bus will run between the railway station and the north shore.",
    "Until now the only way to reach the lake after work was by car, or on a bicycle in good weather.",
    "A ticket costs the same as in town, and children under seven ride free with their parents.",
    "The line will be tried out for one summer. If enough people use it, it will stay.",
]
UYGHUR = [
    "ئايكۆل مېھمانسارىيى سىزنى كۈتىدۇ. كۆلگە قارايدىغان ئازادە ياتاقلىرىمىز ۋە ئەتىگەنلىك ناشتىمىز بار.",
    "كۆزىڭىز تېلىپ كېتىۋاتامدۇ؟ نۇرلۇق كۆزەينەكخانىسى كۆزىڭىزنى ھەقسىز تەكشۈرۈپ بېرىدۇ ۋە ماس كۆزەينەك تاللايدۇ.",
    "گۈلباغ باغۋەنلىرى ھەر يىلى ئۆتكۈزىدىغان كۆچەت بازىرى بۇ يىل ئەتىيازدا باشلىنىدۇ.",
]


def page(texts, head=""):
    return parse(f"<html>{head}<body>" + "".join(f"<p>{text}</p>" for text in texts))


def test_a_page_in_two_scripts_has_both_languages():
    for texts in (ENGLISH + UYGHUR, UYGHUR + ENGLISH[:2], ENGLISH + UYGHUR[:2]):
        assert set(languages(page(texts))) == {"en", "ug"}


def test_a_page_in_one_script_has_one():
    assert languages(page(ENGLISH)) == ["en"]
    assert languages(page(UYGHUR)) == ["ug"]


def test_the_declared_language_counts_when_the_texts_do_not_tell():
    assert languages(page(["12", "34"], "<meta http-equiv=content-language content=pl-PL>")) == ["pl"]
    assert languages(page(["12"])) == ["und"]
