from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from normalization import repair

TEXT = "ئۇيغۇرچە تېكىستلەر بۇ بەتتە كۆپ"


def decimal(text: str) -> str:
    return "".join(f"&#{ord(letter)};" for letter in text)


def hexadecimal(text: str) -> str:
    return "".join(f"&#x{ord(letter):x};" for letter in text)


def test_a_reference_broken_by_a_line_break_is_joined():
    page = decimal(TEXT) + "&#15\n74;&# 1575;&#x6\n27;"
    repaired = repair(page)
    assert unescape(repaired.text) == TEXT + "ئاا"
    assert repaired.changes == {"reference-broken-by-space": 3}


@pytest.mark.parametrize(
    "sound", ["&#1574;", "&#01574;", "&#64467;", "&#65265;", "&#x626;", "&#X0626;", "&#xFBD3;", "&#xfef1;"]
)
def test_references_to_arabic_letters_are_told_however_their_number_is_written(sound):
    assert repair(sound * 20 + "&# 1574;").changes == {"reference-broken-by-space": 1}
    assert repair(sound * 19 + "&# 1574;").changes == {}


def test_an_unterminated_reference_ends_before_the_digits_that_follow():
    page = decimal(TEXT) + " &#1574&#1749&#1772019&#1712017-&#1610"
    assert unescape(repair(page).text).endswith("«2017-ي")


def test_references_escaped_twice_or_three_times_are_unescaped_once_more():
    page = decimal(TEXT).replace("&", "&amp;amp;")
    assert unescape(repair(page).text) == TEXT
    assert unescape(repair(hexadecimal(TEXT).replace("&", "&amp;")).text) == TEXT


def test_ordinary_pages_stay_as_they_are():
    for page in (
        "Fish &amp; chips &#169; &#8217; &# 1574; &amp;#39;s &amp;#39;t &amp;#39;re",
        "write &amp;#1574; for the letter",
        "&#15742019 alone",
    ):
        assert repair(page).text == page
        assert repair(page).changes == {}


@given(st.text("&#x0123456789;amp \nئ", max_size=200))
def test_repairing_never_raises(markup):
    repair(decimal(TEXT) + markup)


def test_a_page_with_quotation_marks_escaped_twice_is_ordinary():
    page = "it&amp;#8217;s &amp;#8220;so&amp;#8221; &amp;#8211; fine"
    assert repair(page).text == page
