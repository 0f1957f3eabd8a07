import numpy as np
import pytest

from extraction.page.node_table import parse
from extraction.rendering.block import Block, BlockKind, text_of
from extraction.rendering.render import Parts, render, text
from tests.growth import MOST, growth


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
        ("separators\x1fof\x1ethe page", ["separators of the page"]),
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
        ("<pre><i>def</i> <b>f</b>:\n    <i>return</i>\n\n<i>f</i><i> </i>\n</pre>", ["def f:\n    return\n\nf"]),
        ("<pre><i>one</i>\t<b><i>two</i></b>\n  <i>three</i></pre><b>a</b>\n<b>b</b>", ["one\ttwo\n  three", "a b"]),
        ("<pre>one <!-- c -->\n<b>two</b></pre>", ["one \ntwo"]),
        ("<b>a</b><pre>\n\n<b>one</b></pre>", ["a", "one"]),
        ("<pre>if one:\n\u00a0\u00a0two&nbsp;three ®\n&nbsp;</pre>", ["if one:\n  two three ®"]),
        ("<pre>one</pre><pre> <b>two</b></pre>", ["one", "two"]),
        ("<pre><b hidden>x</b>\n<i>one</i><i hidden> </i><i>two</i> <b hidden>x</b>three</pre>", ["one two three"]),
        ("<p>one <span><div>two</div></span> three", ["one", "two", "three"]),
    ],
)
def test_lines_end_where_a_browser_ends_them(html, expected):
    assert texts(html) == expected


def test_each_block_says_what_it_is():
    html = "<h2>h</h2><p>p<ul><li>i</ul><blockquote><p>q</blockquote><pre>c</pre><table><tr><td>1<td>2</table>"
    assert blocks(html) == (
        Block(BlockKind.HEADING, "h", level=2),
        Block(BlockKind.PARAGRAPH, "p"),
        Block(BlockKind.LIST_ITEM, "i", nesting=1, opens=True),
        Block(BlockKind.QUOTE, "q", quote=1),
        Block(BlockKind.PREFORMATTED, "c"),
        Block(BlockKind.TABLE_ROW, "1\t2", opens=True),
    )


def test_items_say_how_deep_they_are_and_which_number_the_page_shows():
    html = "<ol start=3><li>three<li>four<ul><li>in four</ul><p>still four</ol><ul><li>other</ul>"
    assert [(block.kind.value, block.text, block.nesting, block.number, block.opens) for block in blocks(html)] == [
        ("list-item", "three", 1, 3, True),
        ("list-item", "four", 1, 4, False),
        ("list-item", "in four", 2, None, True),
        ("paragraph", "still four", 1, None, False),
        ("list-item", "other", 1, None, True),
    ]


def test_a_list_directly_behind_an_item_is_a_list_of_that_item():
    html = "<ul>some<ul><li>a<li>b</ul><li>c</li><ol><li>in c</ol><ol><li>still in c</ol><li>d</ul><ul><li>other</ul>"
    assert [(block.text, block.nesting) for block in blocks(html)] == [
        *[("some", 0), ("a", 1), ("b", 1), ("c", 1)],
        *[("in c", 2), ("still in c", 2), ("d", 1), ("other", 1)],
    ]


def test_a_list_that_holds_headings_is_layout():
    html = "<ul><li><h2>section</h2><p>text<li><h2>another</h2><p>more</ul>"
    assert [(block.kind.value, block.nesting) for block in blocks(html)] == [("heading", 0), ("paragraph", 0)] * 2


def test_a_row_keeps_the_columns_of_its_cells():
    html = "<table><tr><th>a<th>b<th>c<tr><td><td>2<td>3<tr><td>1<td><td>3</table>"
    assert [(block.kind.value, block.text) for block in blocks(html)] == [
        ("table-head", "a\tb\tc"),
        ("table-row", "\t2\t3"),
        ("table-row", "1\t\t3"),
    ]
    assert [block.plain for block in blocks(html)] == ["a\tb\tc", "2\t3", "1\t\t3"]


def test_cells_of_one_line_each_are_a_row_whatever_boxes_they_are_in():
    long = "in the spring of that year, when all the snow of the mountains had come down to the valley"
    html = (
        f"<table><tr><th><p>Year</p><th><p>Height<tr><td><div><p>1998</div><td><br>12<br>metres<tr><td>2001<td><p>{long}"
        f"<tr><td><p>a<p>b<td>c<tr><td>{long}<br>{long}<td>d<tr><td><p>{long}<td><p>{long}<tr><td><h3>e</h3><td>f</table>"
    )
    assert [(block.kind.value, block.text) for block in blocks(html)] == [
        ("table-head", "Year\tHeight"),
        ("table-row", "1998\t12 metres"),
        ("table-row", f"2001\t{long}"),
        ("table-row", "a b\tc"),
        *(("paragraph", text) for text in (f"{long}\n{long}", "d", long, long)),
        ("heading", "e"),
        ("paragraph", "f"),
    ]


def test_a_cell_in_boxes_of_which_nothing_else_was_chosen_is_no_row():
    page = parse("<table><tr><td><p>menu</p><td><p>text</p></table>")
    assert [block.kind.value for block in render(page, np.array([False, True]))] == ["paragraph"]


def test_quotes_in_quotes_are_deeper():
    html = "<blockquote><p>a<blockquote>b</blockquote><ul><li>c</ul></blockquote>d"
    assert [(block.kind.value, block.quote) for block in blocks(html)] == [
        ("quote", 1), ("quote", 2), ("list-item", 1), ("paragraph", 0),
    ]  # fmt: skip


def test_lists_and_quotes_around_a_post_are_none_of_its():
    page = parse("<ol><li class=post>one<ul><li>item</ul><li class=post>two</ol>")
    posts = [row for row in range(len(page.tag)) if page.depth[row] == 3]
    parts = Parts(post=np.array([1, 1, 2]), records=posts)
    assert [(block.kind.value, block.nesting, block.post) for block in render(page, np.ones(3, dtype=bool), parts)] == [
        ("paragraph", 0, 1), ("list-item", 1, 1), ("paragraph", 0, 2),
    ]  # fmt: skip


def test_a_block_says_where_in_the_page_it_begins():
    page = parse("<div>menu</div><div><article><p>one<p>two <b>three</b></article><my-box>four</my-box></div>")
    blocks = render(page, np.ones(len(page.text), dtype=bool), with_paths=True)
    assert [block.path for block in blocks] == [
        "/html/body/div[1]",
        "/html/body/div[2]/article/p[1]",
        "/html/body/div[2]/article/p[2]",
        "/html/body/div[2]",
    ]


def test_words_do_not_grow_together_where_a_segment_was_left_out():
    page = parse("<p>one<a>link</a>two</p>")
    assert render(page, ~page.in_link) == (Block(BlockKind.PARAGRAPH, "one two"),)


def test_the_texts_of_tables_in_tables_are_not_counted_once_for_each():
    def last(page):
        return render(page, np.arange(len(page.owner)) == len(page.owner) - 1)

    flat, deep = (parse("<table><tr><td>a<td>" * tables + "<b>x</b>y" * 200_000) for tables in (1, 1200))
    assert growth(last, flat, deep) < MOST


def test_nothing_chosen_gives_no_block():
    page = parse("<p>one</p>")
    assert render(page, np.zeros(1, dtype=bool)) == ()


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("", ""),
        ("<p>one<br>two<p>three", "one\ntwo\nthree"),
        ("<table><tr><td>a<td>b<tr><td><td>c</table>", "a\tb\nc"),
        ("<table><tr><td><td>c</table><p>d", "c\nd"),
        ("<p>one<pre>\tcode</pre><table><tr><td><td>c</table>", "one\n\tcode\nc"),
    ],
)
def test_the_text_is_that_of_the_blocks_one_a_line(html, expected):
    page = parse(html)
    assert text(page, np.ones(len(page.texts), dtype=bool)) == text_of(blocks(html)) == expected
