import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extraction.lexicon.terms import TABLES, TermRole, finder, terms
from extraction.lexicon.text_terms import ANY_ROLE, TextTerms, beginning_with, bits_of, roles_in, terms_in
from extraction.page.texts import plain, texts_of
from native.library import lib

EVERY = [term.text for name in TABLES for term in terms(name)]
ASKED = [role for role in TermRole if role in {"person", "source", "by", "lead-in", "agency", "by-behind", "liked"}]
PIECES = [
    *"(（[【 .:：﹕-_¶3٣'’ʻʼ‘İΣǅ²aqK作者ٴﻫ",
    "May 5",
    "Sept. 3",
    "İyun 1",
    "By",
    "AUTHOR",
    "abcdefghijklm 1",
    " and ",
]
LINE = st.lists(
    st.sampled_from(EVERY) | st.sampled_from(PIECES) | st.characters(codec="utf-8", exclude_characters="\0"), max_size=6
).map("".join)


def terms_of(texts):
    """The terms of each text, as of one that holds none where none are given."""
    by_row = {each.row: each for each in terms_in(texts_of(texts).plain, np.arange(len(texts))).each}
    return [by_row.get(row, TextTerms(row, 0, 0, 0)) for row in range(len(texts))]


@pytest.mark.slow
@settings(max_examples=800, deadline=None)
@given(st.lists(LINE, min_size=1))
def test_a_text_holds_at_least_what_the_pattern_of_a_role_finds(lines):
    texts, rows, each = texts_of(lines).plain, np.arange(len(lines)), terms_of(lines)
    for line, own in zip(lines, each, strict=True):
        assert own.begins & ~own.holds == 0
        for role in ASKED:
            if finder(role).search(plain(line).lower()):
                assert own.holds & bits_of(role), (line, role)
    for role in ASKED:  # and those that begin with it are those with its term at the beginning or behind a bracket
        beginning = beginning_with(texts, rows, role).tolist()
        begins, holds = (
            [row for row in rows.tolist() if getattr(each[row], of) & bits_of(role)] for of in ("begins", "holds")
        )
        assert set(begins) <= set(beginning) <= set(holds)
        assert {row for row in rows.tolist() if finder(role).match(plain(lines[row]).lower())} <= set(beginning)


def test_a_term_before_a_number_is_at_the_beginning_though_it_may_be_the_name_of_a_month():
    texts = texts_of(["source 5", "\u2022 source", "the source", "(the source)", ""])
    assert beginning_with(texts, np.arange(len(texts)), TermRole.SOURCE).tolist() == [0, 1, 3]


@pytest.mark.slow
@settings(max_examples=800, deadline=None)
@given(LINE)
def test_a_text_begins_with_a_term_or_a_day_and_may_end_with_a_colon(line):
    [own] = terms_of([line])
    small = texts_of([line]).plain[0].replace("İ", "I").lower()
    behind_signs = re.sub(r"^[\W_]+", "", small)
    is_bracket = line[:1] in tuple("(（[【")
    is_day = re.match(r"\d|[^\W\d_]{3,12}\.?\s\d", behind_signs) is not None and not is_bracket
    has_mark = own.holds > 0 or line.endswith((":", "：", "﹕"))
    assert bool(own.marks & lib.BEGINS_WITH_DAY) == (is_day and has_mark), ascii(line)
    assert bool(own.marks & lib.ENDS_WITH_COLON) == line.endswith((":", "：", "﹕"))
    for role in ASKED:
        match = finder(role).search(small) if is_bracket else None if is_day else finder(role).match(behind_signs)
        if match:
            assert own.begins & bits_of(role), role


@pytest.mark.parametrize(
    ("line", "role", "holds"),
    [
        ("Written by Ayla", TermRole.BY, True),
        ("Bystanders, nearby", TermRole.BY, False),
        ("by-election", TermRole.BY, False),
        ("By: Ayla", TermRole.BY, True),
        ("责任编辑：王", TermRole.PERSON, True),
        ("这是责任编辑", TermRole.PERSON, True),
        ("ئايلا تەرىپىدىن يوللاندى", TermRole.BY_BEHIND, True),
        ("ﺋﺎﻳﻼ ﺗﻪﺭﯨﭙﯩﺪﯨﻦ", TermRole.BY_BEHIND, True),
        ("Also read: the valley", TermRole.LEAD_IN, True),
        ("Also, read it", TermRole.LEAD_IN, False),
    ],
)
def test_terms_are_whole_words_but_in_scripts_that_part_none(line, role, holds):
    assert bool(roles_in(line) & bits_of(role)) == holds


def test_words_of_names_are_not_looked_for():
    with pytest.raises(KeyError):
        bits_of(TermRole.NAME_PARTICLE)
    assert bits_of() == 0
    assert bits_of(TermRole.BY, TermRole.BY) == bits_of(TermRole.BY) != bits_of(TermRole.AGENCY)
    assert ANY_ROLE & bits_of(TermRole.BY)


def test_what_any_of_several_texts_holds_is_stated_for_all_together():
    lines = ["Written by A. Berg", "12 March, updated by A. Berg", "a tale of the sea", "Source:"]
    every, each = terms_in(texts_of(lines).plain, np.arange(len(lines))), terms_of(lines)
    assert every.holds == each[0].holds | each[1].holds | each[3].holds
    assert every.begins == each[0].begins | each[3].begins
    assert every.behind_day == each[1].holds > 0


def test_texts_may_be_long_or_none():
    terms = terms_of(["by" * 5000, "'" * 9, "a'" * 900, ":", "", "b" * 20 + " 1"])
    assert [each.holds for each in terms] == [0] * 6
    assert [each.marks for each in terms] == [0, 0, 0, lib.ENDS_WITH_COLON, 0, 0]
    assert terms_in(texts_of([]), np.zeros(0, dtype=np.intp)).each == []
