import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extraction.lexicon import date_forms, dates
from extraction.page.characters import CLASSES, Class
from extraction.page.texts import texts_of

PIECES = st.sampled_from(
    [*"01269٣²𝟘 ./-_aй中和国৫๒๖ค", "元年", "年三", "19", "20", "1.2.", "3-04", "-11", *"١٩٤२०༢༠۱۹၂၀១៩7"]
)
TEXT = st.lists(PIECES | st.characters(codec="utf-8"), max_size=9).map("".join)


@pytest.mark.slow
@settings(max_examples=500)
@given(st.lists(TEXT, min_size=1), st.integers(0, 12), st.data())
def test_texts_that_may_hold_a_date_are_those_that_the_expression_finds(texts, longest, data):
    start = data.draw(st.integers(0, len(texts) - 1))
    rows = range(start, data.draw(st.integers(start, len(texts))))
    expected = [row for row in rows if date_forms.LIKELY.search(texts[row][:longest])]
    assert dates.texts_with_date(texts_of(texts), rows, longest) == expected


def test_a_date_may_have_the_digits_of_any_script():
    digits = map(chr, np.flatnonzero(CLASSES & Class.DIGIT).tolist())
    texts = [f"{digit}.{digit}.{digit}{digit}" for digit in digits]
    assert dates.texts_with_date(texts_of(texts), range(len(texts)), 60) == [*range(len(texts))]


def test_rows_that_are_not_the_texts_are_refused():
    with pytest.raises(ValueError, match="1 texts"):
        dates.texts_with_date(texts_of(["a"]), range(2), 9)


@given(st.lists(st.sampled_from(["", "a", "b", "ab", "ئا", "长长长长"]), max_size=30), st.integers(1, 4))
def test_repeated_texts_are_those_that_stand_so_often(texts, fewest):
    rows, first = texts_of(texts).repeated(3, fewest)
    expected = [
        (row, texts.index(text)) for row, text in enumerate(texts) if 0 < len(text) <= 3 and texts.count(text) >= fewest
    ]
    assert list(zip(rows.tolist(), first.tolist(), strict=True)) == expected
