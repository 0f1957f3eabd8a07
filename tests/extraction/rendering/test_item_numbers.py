"""Items have the numbers that a browser shows, and Markdown and HTML count as the page does."""

import numpy as np
import pytest

import mezmun
from extraction.page.node_table import parse
from extraction.rendering.block import Block, BlockKind
from extraction.rendering.markdown import markdown
from extraction.rendering.render import render
from tests.growth import MOST, TIMES, growth


def numbers(html):
    page = parse(f"<body>{html}")
    return [block.number for block in render(page, np.ones(len(page.texts), dtype=np.bool_))]


@pytest.mark.parametrize(
    ("items", "shown"),
    [
        ("<ol><li>a<li>b</ol>", [1, 2]),
        ("<ol start=4><li>a<li>b</ol>", [4, 5]),
        ("<ol><li>a<li value=7>b<li>c</ol>", [1, 7, 8]),
        ("<ol reversed><li>a<li>b<li>c</ol>", [3, 2, 1]),
        ("<ol reversed start=10><li>a<li value=5>b<li>c</ol>", [10, 5, 4]),
        ("<ol reversed><li>a<ol><li>in a</ol><li>b</ol><ol start=x><li value=y>c</ol>", [2, 1, 1, 1]),
        ("<ol start=0><li id=a>a</ol><ul><li value=3>b</ul>", [0, None]),
    ],
)
def test_a_list_counts_from_where_it_or_an_item_says(items, shown):
    assert numbers(items) == shown


def test_lists_that_count_down_are_not_each_looked_for_in_the_whole_page():
    few, many = ("<ol reversed><li>a<li>b</ol>" * (8_000 * times) for times in (1, TIMES))
    assert growth(numbers, few, many) < MOST


def test_the_value_of_a_field_is_not_read():
    page = parse("<li value=3>a<input value=4>")
    assert page.html_between(0, len(page.source)).count("value") == 1


def items(*numbers, nesting=1):
    return [
        Block(BlockKind.LIST_ITEM, "abc"[place], nesting=nesting, number=number, opens=not place)
        for place, number in enumerate(numbers)
    ]


def test_markdown_begins_another_list_where_numbers_do_not_follow_each_other():
    assert markdown(items(1, 5, 6)) == "1. a\n5) b\n6) c"
    assert markdown(items(3, 2, 1)) == "3. a\n2) b\n1. c"
    assert markdown(items(1, 2) + items(1)) == "1. a\n2. b\n\n1) a"


def test_html_and_tei_say_the_number_of_an_item_that_is_not_the_one_behind_the_last():
    inner = "<ol start='4'><li>b<li value='9'>c</ol>"
    page = mezmun.extract(f"<p>Text.<ol><li>a{inner}<li>d<li value='4'>e</ol>", method="all-text")
    assert (
        '<ol start="1"><li><p>a</p><ol start="4"><li><p>b</p></li><li value="9"><p>c</p></li></ol></li>'
        '<li><p>d</p></li><li value="4"><p>e</p></li></ol>'
    ) in page.html
    assert '<item n="9">' in page.write("xml-tei")
    assert mezmun.extract(page.html, method="all-text").markdown == page.markdown
