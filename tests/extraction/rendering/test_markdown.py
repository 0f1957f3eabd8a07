import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from extraction.page.node_table import parse
from extraction.rendering.block import Block, BlockKind
from extraction.rendering.markdown import markdown
from extraction.rendering.render import render

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def markdown_of(html):
    page = parse(html)
    return markdown(render(page, np.ones(len(page.text), dtype=bool)))


def read(text):
    """What a reader of the Markdown sees: its blocks, as our own table reads the HTML made of it."""
    page = parse(READER.render(text))
    return render(page, np.ones(len(page.text), dtype=bool))


PAGE = """<h2>A <i>title</i> # with marks</h2><p>first<br>second<ul><li>one<ul><li>in one
<ol start=3><li>deep<li>deeper</ol></ul><li><p>two<p>two again<pre>code
  in an item</pre></ul><ol><li>a<li>b</ol><ul><li>another list</ul><ul><li>and one more</ul><blockquote><p>q<p>r
<blockquote>inner</blockquote><ul><li>quoted item<li>next</ul></blockquote><p>after<table><tr><th>A<th>B|C<tr><td>1<td>
<tr><td><td>3</table><table><tr><td>x<td>y</table><ul><li>item<blockquote>quoted in an item</blockquote>more of it</ul>
<pre>``` fence
    in code\t</pre>"""


def test_a_reader_of_the_markdown_sees_the_blocks():
    page = parse(PAGE)
    blocks = render(page, np.ones(len(page.text), dtype=bool))
    seen = read(markdown(blocks))
    rows = [block for block in seen if block.text.strip()]
    assert [(b.kind, b.text, b.level, b.nesting, b.number, b.quote) for b in rows] == [
        (b.kind, b.text, b.level, b.nesting, b.number, b.quote) for b in blocks
    ]


@pytest.mark.parametrize(
    "text",
    [
        "# no heading", "1. no item", "12) no item", "- no item", "+ no item", "* no item", "> no quote", "---", "===",
        "*a* _b_ __c__ **d**", "snake_case_name", "`code`", "[a](b) ![c](d) [e][f]", "<b>bold</b> <http://a.example/>",
        "&amp; &#65; &copy;", "a \\ b \\* c", "~~gone~~ ~~~", "a | b", "| a | b |", "| --- |", "4 < 5 > 3", "#5",
        "2024-03-05", "~~~ code", "``` code", "    indented", "a*b*c", "5 * 3 * 2", "نەقىل: *يۇلتۇز*", "[x]: /url",
        "Tom & Jerry",
        "![",
    ],
)  # fmt: skip
def test_what_markdown_would_read_as_its_own_stays_text(text):
    for kind in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.QUOTE):
        block = Block(
            kind, " ".join(text.split()), nesting=kind is BlockKind.LIST_ITEM, quote=kind is BlockKind.QUOTE, opens=True
        )
        assert [(b.kind, b.text) for b in read(markdown([block]))] == [(kind, block.text)]


SIGNS = st.text(alphabet=list("ab1 .)#*_-+=>`~|[]()!<&;:\\\\\"'{}$^ئە\n"), min_size=1, max_size=30)


@given(st.lists(SIGNS, min_size=1, max_size=4))
def test_any_paragraphs_come_back_as_they_were(texts):
    lines = ["\n".join(" ".join(line.split()) for line in text.split("\n") if line.strip()) for text in texts]
    blocks = [Block(BlockKind.PARAGRAPH, text) for text in lines if text]
    assert [(block.kind, block.text) for block in read(markdown(blocks))] == [
        (BlockKind.PARAGRAPH, b.text) for b in blocks
    ]


@given(st.lists(SIGNS, min_size=2, max_size=4))
def test_any_cells_come_back_as_they_were(texts):
    cells = [" ".join(text.split()) or "x" for text in texts]
    rows = [
        Block(kind, "\t".join(cells), opens=kind is BlockKind.TABLE_HEAD)
        for kind in (BlockKind.TABLE_HEAD, BlockKind.TABLE_ROW)
    ]
    assert [(block.kind, block.text) for block in read(markdown(rows))] == [(row.kind, row.text) for row in rows]


def test_posts_are_parted_by_rules():
    posts = [
        Block(BlockKind.PARAGRAPH, "one", post=1),
        Block(BlockKind.LIST_ITEM, "item", nesting=1, opens=True, post=1),
    ]
    assert markdown([*posts, Block(BlockKind.PARAGRAPH, "two", post=2)]) == "one\n\n- item\n\n---\n\ntwo"


def test_code_is_fenced_with_more_backticks_than_it_holds():
    assert markdown_of("<pre>a\n````\nb</pre>") == "`````\na\n````\nb\n`````"


def test_short_rows_are_not_filled_up_beside_a_long_one():
    rows = [
        Block(BlockKind.TABLE_ROW, "\t".join("a" * 3_000), opens=True),
        *[Block(BlockKind.TABLE_ROW, "b\tc")] * 3_000,
    ]
    document = markdown(rows)
    assert document.endswith("| b | c |")
    assert len(document) < 100_000


def test_ranges_are_not_struck_through_and_a_sign_at_the_end_of_a_heading_stays():
    assert markdown([Block(BlockKind.PARAGRAPH, "5~10 度，30~40 度")]).strip() == r"5\~10 度，30\~40 度"
    headings = ["Programming in F #", "Ranks ###", "#", "C# and F#"]
    blocks = [Block(BlockKind.HEADING, text, level=2) for text in headings]
    assert [block.text for block in read(markdown(blocks))] == headings
