import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from extraction.page.texts import TextParts, texts_of

TEXT = st.text("ab )\u00e9\u0627\u4e2d", max_size=12)
PART = st.text("ab )\u00e9\u0627\u4e2d", min_size=1, max_size=4)


@given(st.lists(TEXT, min_size=1, max_size=6), st.lists(PART, min_size=1, max_size=4), st.data())
def test_texts_that_have_a_part_are_those_that_python_finds_it_in(texts, parts, data):
    rows = data.draw(st.lists(st.integers(0, len(texts) - 1), max_size=6))
    sought = TextParts(*map(str.encode, parts))
    expected = [row for row in rows if any(part in texts[row] for part in parts)]
    assert sought.rows_with(texts_of(texts), np.array(rows, dtype=np.intp)).tolist() == expected
    assert [sought.are_in(text.encode()) for text in texts] == [any(part in text for part in parts) for text in texts]


def test_a_part_of_which_only_the_end_stands_in_a_text_is_not_in_it():
    sought = TextParts(b"UTC)", b"%}")
    assert [sought.are_in(text) for text in (b"", b")", b"TC)", b"}", b"}%", b"(UTC)", b"%}")] == [False] * 5 + [
        True
    ] * 2
