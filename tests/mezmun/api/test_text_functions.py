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


@pytest.mark.parametrize("function", [mezmun.convert, mezmun.mask])
def test_what_is_no_text_is_refused_in_a_sentence(function):
    with pytest.raises(TypeError, match=r"text is a string, not 3 \(int\)\."):
        function(3)
