from hypothesis import given
from hypothesis import strategies as st

from db.block_texts import with_texts, without_texts

TEXTS = st.lists(st.text("ab\n\t ", min_size=1, max_size=6), max_size=6)


def test_a_text_is_written_once():
    blocks = [{"kind": "heading", "text": "بىر", "level": 1}, {"kind": "row", "text": "\t\tئىككى"}]
    stored = without_texts(blocks, "بىر\n\nئىككى")
    assert stored == [{"kind": "heading", "text": 3, "level": 1}, {"kind": "row", "text": 5, "tabs": 2}]
    assert with_texts(stored, "بىر\n\nئىككى") == blocks


@given(TEXTS, st.booleans())
def test_blocks_come_back_as_they_were_whatever_the_text(texts, strip):
    blocks = [{"kind": "paragraph", "text": text, "post": number} for number, text in enumerate(texts)]
    text = "\n\n".join(text.lstrip("\t") if strip else text for text in texts)
    assert with_texts(without_texts(blocks, text), text) == blocks


@given(TEXTS, st.text("ab\n\t ", max_size=30))
def test_blocks_of_another_text_come_back_too(texts, text):
    blocks = [{"kind": "paragraph", "text": text} for text in texts]
    assert with_texts(without_texts(blocks, text), text) == blocks
