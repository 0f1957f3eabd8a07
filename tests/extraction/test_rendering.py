import numpy as np
import pytest

from extraction.node_table import parse
from extraction.rendering import Block, Kind, render


def blocks(html):
    page = parse(html)
    return render(page, np.ones(len(page.text), dtype=bool))


def texts(html):
    return [block.text for block in blocks(html)]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>one</p><p>two</p>", ["one", "two"]),
        ("<div>one<div>two</div>three</div>", ["one", "two", "three"]),
        ("one <b>bold</b> word", ["one bold word"]),
        ("in<b>si</b>de", ["inside"]),
        ("<b>one</b> <i>two</i>", ["one two"]),
        ("<b>one</b>\n<i>two</i>", ["one two"]),
        ("a  lot\n of\tspace\u00a0here", ["a lot of space here"]),
        ("one<br>two", ["one\ntwo"]),
        ("one<br> <br>two", ["one", "two"]),
        ("one<br><!-- c --><br/>two", ["one", "two"]),
        ("one<hr>two", ["one", "two"]),
        ("<my-box>one</my-box> <my-box>two</my-box>", ["one two"]),
        ("<ul><li>one<li>two</ul>", ["one", "two"]),
        ("<table><tr><td>a<td>b<tr><td>c<td></table>", ["a\tb", "c"]),
        ("<table><tr><td>menu<td><p>one<p>two</table>", ["menu", "one", "two"]),
        ("<p>one<img src=x>two</p>", ["onetwo"]),
        ("<pre>  a\n    b\n</pre>", ["  a\n    b"]),
        ("<p>one <span><div>two</div></span> three", ["one", "two", "three"]),
    ],
)
def test_lines_end_where_a_browser_ends_them(html, expected):
    assert texts(html) == expected


def test_each_block_says_what_it_is():
    html = "<h2>h</h2><p>p<ul><li>i</ul><blockquote><p>q</blockquote><pre>c</pre><table><tr><td>1<td>2</table>"
    assert blocks(html) == (
        Block(Kind.HEADING, "h", 2),
        Block(Kind.PARAGRAPH, "p"),
        Block(Kind.LIST_ITEM, "i"),
        Block(Kind.QUOTE, "q"),
        Block(Kind.PREFORMATTED, "c"),
        Block(Kind.TABLE_ROW, "1\t2"),
    )


def test_words_do_not_grow_together_where_a_segment_was_left_out():
    page = parse("<p>one<a>link</a>two</p>")
    assert render(page, ~page.in_link) == (Block(Kind.PARAGRAPH, "one two"),)


def test_nothing_chosen_gives_no_block():
    page = parse("<p>one</p>")
    assert render(page, np.zeros(1, dtype=bool)) == ()
