"""The functions on text."""

import pytest

import mezmun
from mezmun.api.text_functions import conversion


def test_text_is_made_clean():
    assert mezmun.normalize("ﺋﯘﻳﻐﯘﺭ").text == "ئۇيغۇر"


def test_bytes_are_decoded_and_language_and_script_are_told():
    assert mezmun.decode("ياخشى".encode("utf-16")).text == "ياخشى"
    identified = mezmun.identify("بۇ بىر ئۇيغۇرچە جۈملە، ئۇنى ھەممەيلەن ئوقۇيالايدۇ.")
    assert (identified.code, identified.script) == ("ug", "Arab")


@pytest.mark.parametrize(
    ("text", "to", "converted"),
    [
        ("ياخشىمۇسىز؟", "latin", "yaxshimusiz?"),
        ("yaxshimusiz?", "arabic", "ياخشىمۇسىز؟"),
        ("йахшимусиз?", "latin", "yaxshimusiz?"),
        ("salam", "latin", "salam"),
    ],
)
def test_a_text_is_converted_from_the_script_it_is_in(text, to, converted):
    assert mezmun.convert(text, to) == converted


@pytest.mark.parametrize("text", ["Merhaba, nasılsınız?", "Kardeşim üniversitede okuyor.", "Salom, ahvollaringiz"])
def test_a_short_line_stays_when_its_language_is_sure_and_uyghur_knows_few_of_its_words(text):
    assert mezmun.convert(text, "arabic") == text
    assert conversion(text, "arabic").left


def test_a_line_of_uyghur_is_converted_also_in_a_text_that_is_mostly_of_another_script():
    assert mezmun.convert("中文文本测试中文文本测试\nئۇيغۇرچە", "latin") == "中文文本测试中文文本测试\nuyghurche"


def test_each_line_is_converted_from_its_own_script_and_other_languages_stay():
    turkish = "Bugün hava çok güzel, arkadaşlarımla birlikte gideceğiz."
    lines = ("Bügün hawa bek yaxshi.", "Бүгүн һава бәк яхши.", "", turkish, "بۈگۈن ھاۋا بەك ياخشى.")
    arabic = "بۈگۈن ھاۋا بەك ياخشى."
    converted = conversion("\n".join(lines), "arabic")
    assert converted.text.split("\n") == [arabic, arabic, "", turkish, arabic]
    assert converted.left[:2] == ("Bugün", "hava")


@pytest.mark.parametrize(
    "arguments", [("salam", "klingon"), ("salam", "arabic", "klingon"), ("你好", "arabic"), ("1 2", "latin")]
)
def test_an_unknown_script_is_refused(arguments):
    with pytest.raises(mezmun.InvalidInputError, match="script"):
        mezmun.convert(*arguments)


def test_a_mask_changes_nothing_else():
    assert mezmun.mask("ﺋﯘﻳﻐﯘﺭ  me@sea.example") == "ﺋﯘﻳﻐﯘﺭ  [e-mail]"


@pytest.mark.parametrize("function", [mezmun.convert, mezmun.mask, mezmun.normalize, mezmun.identify])
@pytest.mark.parametrize("value", [3, None, b"salam", ["salam"]])
def test_what_is_no_text_is_refused_in_a_sentence(function, value):
    with pytest.raises(TypeError, match=rf"text is a string, not .* \({type(value).__name__}\)\."):
        function(value)


@pytest.mark.parametrize(
    ("refused", "error", "sentence"),
    [
        (lambda: mezmun.decode("salam"), TypeError, r"body is bytes, not 'salam' \(str\)\."),
        (lambda: mezmun.decode(None), TypeError, "body is bytes, not None"),
        (lambda: mezmun.decode(b"a", b"text/html"), TypeError, "content_type is a string, not b'text/html'"),
        (lambda: mezmun.normalize("a", rules=3), TypeError, "rules is a string or several strings, not 3"),
        (lambda: mezmun.normalize("a", language=3), TypeError, "language is a string, not 3"),
        (lambda: mezmun.normalize("a", rules={"emails"}), mezmun.InvalidInputError, "rules names 'emails': it takes"),
    ],
)
def test_an_argument_that_none_of_them_takes_is_refused_in_a_sentence(refused, error, sentence):
    with pytest.raises(error, match=sentence):
        refused()


def test_whatever_holds_bytes_is_decoded():
    assert {mezmun.decode(kind(b"salam")).text for kind in (bytes, bytearray, memoryview)} == {"salam"}


def test_one_rule_may_be_named_alone():
    assert mezmun.normalize("me@sea.example", rules="e-mail").text == "[e-mail]"
