import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.methods.valid_characters import main_block
from extraction.page import tags
from extraction.page.node_table import parse

PIECES = ["<p>", "<div>", "</div>", "</p>", "x", "<ul><li>", "</ul>"]
PAGE = st.lists(st.sampled_from(PIECES), max_size=30).map("".join).map(lambda html: parse("<body>x" + html))


@given(PAGE, st.integers(0, 1000))
def test_the_first_child_that_holds_the_most_is_gone_down_to(page, seed):
    values = np.random.default_rng(seed).integers(0, 4, len(page.text))
    held, block = page.in_subtree(values), 0
    while True:
        children = np.flatnonzero(page.parent == block)
        best = int(children[held[children].argmax()]) if len(children) else -1
        if best < 0 or held[best] == 0 or 2 * held[best] < held[block] or tags.PARAGRAPH[page.tag[best]]:
            break
        block = best
    assert main_block(page, values) == block


def test_sums_of_another_page_are_refused():
    with pytest.raises(ValueError, match="An array of 5 numbers"):
        main_block(parse("<p>x"), np.zeros(4, dtype=np.int64))
