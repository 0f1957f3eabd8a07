from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extraction.attribution.forms import quote_lines
from extraction.attribution.forms.quote_lines import header_chars, is_dated_quote_header, is_quote_header
from extraction.lexicon.terms import TermRole, texts_of


@pytest.mark.parametrize(
    ("line", "rest"),
    [
        ("name1 wrote: Three things are wrong with it, as you said:", "Three things are wrong with it, as you said:"),
        ("Originally posted by name1: So it is", "So it is"),
        ("Quote:Original Posted By name1 ►", ""),
        ("اقتباس: المشاركة الأصلية كتبت بواسطة name1", ""),
        ("بۇ مەزمۇن5قەۋەتتىكىname1نىڭ2008-06-03 22:42دە يوللىغان يازمىسى Re:چاي :", ""),
        ("So it is (see 10:30 and https://example.org/)", "So it is (see 10:30 and https://example.org/)"),
        ("As I wrote, it does not work :(", "As I wrote, it does not work :("),
    ],
)
def test_of_the_first_line_of_a_quote_only_the_words_that_say_whose_it_is_are_its_header(line: str, rest: str) -> None:
    assert line[header_chars(line, before_more=True) :] == rest


def test_a_day_and_a_time_alone_head_a_quote_only_where_more_of_it_follows() -> None:
    line = "name1, lördag 9 apr. 2021, 08:11"
    assert header_chars(line, before_more=True) == len(line)
    assert header_chars(line, before_more=False) == 0


def test_a_name_that_said_so_without_a_colon_heads_a_quote_only_where_more_of_it_follows() -> None:
    assert header_chars("Mrs Spade said", before_more=True) == len("Mrs Spade said")
    assert header_chars("Mrs Spade said", before_more=False) == 0
    assert header_chars("It is as Mrs Spade of the garden said", before_more=True) == 0


@pytest.mark.parametrize(
    "line", ["name1 hat gesagt.:", "lan_bep nói:", "sprocket เขียน:", "Zosia_M pisze:", "name1 skrev:", "name1 menulis:"]
)
def test_a_quote_is_headed_by_who_wrote_in_many_languages(line: str) -> None:
    assert header_chars(line, before_more=True) == len(line)


@pytest.mark.parametrize(
    "line",
    [
        *("name1 wrote:", "Quote from: name1 on March 01, 2024:", "@name1 said in The kettle:"),
        *("Kutipan dari: name1 pada 03 April 2016", "Trích dẫn từ: lan_bep trong 03 Tháng Tư, 2016"),
    ],
)
def test_a_line_before_a_quote_may_say_whose_it_is(line: str) -> None:
    assert is_quote_header(line)


@pytest.mark.parametrize(
    "line",
    [
        *(
            "Slik han beskrev det:",
            "Ahogy leírta:",
            "Так, як він напише:",
            "It is the same as I wrote at the beginning:",
        ),
        "Three things are wrong with it:",
    ],
)
def test_a_line_of_a_post_before_a_quote_is_none(line: str) -> None:
    assert not is_quote_header(line)


WORDS = st.sampled_from(sorted(texts_of(TermRole.QUOTE, TermRole.PUBLISHED, TermRole.WROTE)))
NAMES = st.sampled_from(["Ayla", "ئايلا", "a@b.c"])
MOMENTS = st.sampled_from(["5 May 2024", "5 May 2024 10:12", "5 May 2024 10h12", "5 May 2024 10.12 Uhr"])
SIGNS = st.sampled_from([":", "፦", "("])


@pytest.mark.slow
@settings(max_examples=500)
@given(st.lists(WORDS | NAMES | MOMENTS | SIGNS, max_size=4).map(" ".join), st.booleans())
def test_a_line_that_is_not_cut_into_tokens_has_no_form_of_a_header(line: str, before_more: bool) -> None:
    def answers() -> tuple[bool, bool, int]:
        return is_quote_header(line), is_dated_quote_header(line), header_chars(line, before_more=before_more)

    sifted = answers()
    with mock.patch.object(quote_lines, "_may_be_header", return_value=True):
        assert answers() == sifted
