"""What is searched for in the tree of a page is what a plain pass over all elements gives."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.completion.choice import Choice
from extraction.completion.completion import RULES, completed
from extraction.completion.lists import enclosed
from extraction.methods.valid_characters import main_block
from extraction.page import tags
from extraction.page.node_table import parse

PIECES = ["<p>", "<div>", "</div>", "</p>", "x", "<ul><li>", "</ul>"]
PAGE = st.lists(st.sampled_from(PIECES), max_size=30).map("".join).map(lambda html: parse("<body>x" + html))


@given(PAGE, st.integers(0, 1000))
def test_the_first_child_that_holds_the_most_is_gone_down_to(page, seed):
    values = np.random.default_rng(seed).integers(0, 4, len(page.text))
    sums, block = page.in_subtree(values), 0
    while True:
        children = np.flatnonzero(page.parent == block)
        best = int(children[sums[children].argmax()]) if len(children) else -1
        if best < 0 or sums[best] == 0 or 2 * sums[best] < sums[block] or tags.PARAGRAPH[page.tag[best]]:
            break
        block = best
    assert main_block(page, values) == block


def test_sums_of_another_page_are_refused():
    with pytest.raises(ValueError, match="An array of 5 numbers"):
        main_block(parse("<p>x"), np.zeros(4, dtype=np.int64))


LIST_PIECES = (
    "<ul>",
    "</ul>",
    "<li>",
    "<table>",
    "<td>",
    "</table>",
    "<dl>",
    "<dd>",
    "<ol>",
    "<p>",
    "text",
    "more",
    "<div>",
)


@given(
    st.lists(st.sampled_from(LIST_PIECES), max_size=30).map("".join),
    st.integers(1, 3),
    st.randoms(use_true_random=False),
)
def test_lists_between_marked_texts_are_found(html, fewest, chance):
    page = parse(html)
    content = np.array([chance.random() < 0.5 for _ in page.owner], dtype=np.bool_)
    expected = []
    for row, (tag, first, last) in enumerate(zip(page.tag, page.first, page.last, strict=True)):
        between = first > 0 and last < len(content) and content[first - 1] and content[last]
        if tags.NAMES[tag] in {"ul", "ol", "dl", "table"} and last - first >= fewest and between and not content[first]:
            expected.append(row)
    assert enclosed(Choice(page, content), fewest).tolist() == expected


def test_marks_of_another_page_are_refused():
    with pytest.raises(ValueError, match="An array of 2 numbers"):
        enclosed(Choice(parse("<p>a"), np.ones(2, dtype=np.bool_)), 3)


EXTENDED_PIECES = (
    *LIST_PIECES,
    "<sup>1</sup>",
    "<p class=footnote>",
    "<p>9:30",
    "<pre>",
    "</pre>",
    "<math><mi>h",
    "</math>",
    "<h2>",
    "</h2>",
    "<th>",
    "<tr>",
    "</li>",
    "<a href=x>",
    "</a>",
)


@given(st.lists(st.sampled_from(EXTENDED_PIECES), max_size=40).map("".join), st.randoms(use_true_random=False))
def test_a_rule_is_asked_wherever_it_adds_something(html, chance):
    page = parse("<body>text<p>" + html)
    content = np.array([chance.random() < 0.6 for _ in page.owner], dtype=np.bool_)
    choice = Choice(page, content)
    for rule, *_ in RULES:
        choice = choice.with_ranges(rule(choice))
    assert completed(page, content, 0.0).tolist() == choice.content.tolist()
