"""A page in each format, read again by another's reader."""

import csv
import io
import json
from xml.etree import ElementTree

import pytest
from selectolax.lexbor import LexborHTMLParser

import mezmun
from extraction import Block, BlockKind
from mezmun.api import block_tree

PAGE = """<html lang="en"><head><title>Boats &amp; seas</title>
<meta property="article:published_time" content="2024-03-05"><link rel="canonical" href="https://e.example/?a=1&amp;b">
</head><body><h1>Boats &amp; seas</h1><p>The boat is &lt;b&gt; small,<br>and the sea is not.</p>
<ul><li>one<ol start="3"><li>three</li><li>four</li></ol><p>still one</p></li><li>two</li></ul>
<blockquote><p>Said long ago.</p></blockquote><p>Between.</p><ol><li>again</li></ol>
<table><tr><th>city</th><th>people</th></tr><tr><td>Ghulja</td><td>500</td></tr></table><pre>x &lt; 1
  y</pre></body></html>"""


@pytest.fixture(scope="module")
def page():
    return mezmun.extract(PAGE, method="all-text")


def test_html_has_the_structure_of_the_page(page):
    tree = LexborHTMLParser(page.html)
    assert tree.css_first("title").text() == "Boats & seas"
    assert tree.css_first("link[rel=canonical]").attributes["href"] == "https://e.example/?a=1&b"
    assert tree.css_first("meta[name=date]").attributes["content"] == "2024-03-05"
    assert tree.css_first("article").html == (
        "<article><h1>Boats &amp; seas</h1><p>The boat is &lt;b&gt; small,<br>and the sea is not.</p>"
        '<ul><li><p>one</p><ol start="3"><li><p>three</p></li><li><p>four</p></li></ol><p>still one</p></li>'
        "<li><p>two</p></li></ul><blockquote><p>Said long ago.</p></blockquote><p>Between.</p>"
        '<ol start="1"><li><p>again</p></li></ol>'
        "<table><tbody><tr><th>city</th><th>people</th></tr><tr><td>Ghulja</td><td>500</td></tr></tbody></table>"
        "<pre>x &lt; 1\n  y</pre></article>"
    )


def test_what_was_written_as_html_is_read_back_as_the_same_text(page):
    assert mezmun.extract(page.html, method="all-text").text == page.text


def test_tei_is_well_formed_and_holds_the_text(page):
    tei = ElementTree.fromstring(page.write("xml-tei"))
    names = {"t": "http://www.tei-c.org/ns/1.0"}
    assert tei.findtext(".//t:titleStmt/t:title", namespaces=names) == "Boats & seas"
    assert tei.find(".//t:bibl/t:date", names).get("when") == "2024-03-05"
    assert tei.find(".//t:ab[@type='heading']", names).get("n") == "1"
    assert [row.text for row in tei.findall(".//t:row/t:cell", names)] == ["city", "people", "Ghulja", "500"]
    assert tei.find(".//t:list[@rend='numbered']", names).get("n") == "3"
    assert tei.find(".//t:ab[@type='code']", names).text == "x < 1\n  y"


def test_posts_are_sections_of_their_own():
    blocks = [Block(BlockKind.PARAGRAPH, text, post=post) for text, post in (("a", 1), ("b", 1), ("c", 2))]
    body = ElementTree.Element("body")
    block_tree.fill(body, blocks, block_tree.HTML)
    assert ElementTree.tostring(body, encoding="unicode") == (
        "<body><section><p>a</p><p>b</p></section><section><p>c</p></section></body>"
    )


def test_a_quote_in_an_item_and_a_list_in_a_quote_stand_where_they_are():
    blocks = [
        Block(BlockKind.LIST_ITEM, "item", nesting=1, opens=True),
        Block(BlockKind.QUOTE, "in the item", nesting=1, quote=1),
        Block(BlockKind.QUOTE, "outside", quote=1),
        Block(BlockKind.LIST_ITEM, "in the quote", nesting=1, quote=1, opens=True),
        Block(BlockKind.TABLE_ROW, "a\tb", opens=True),
        Block(BlockKind.TABLE_ROW, "c\td", opens=True),
    ]
    body = ElementTree.Element("body")
    block_tree.fill(body, blocks, block_tree.HTML)
    assert ElementTree.tostring(body, encoding="unicode") == (
        "<body><ul><li><p>item</p><blockquote><p>in the item</p></blockquote></li></ul>"
        "<blockquote><p>outside</p><ul><li><p>in the quote</p></li></ul></blockquote>"
        "<table><tr><td>a</td><td>b</td></tr></table><table><tr><td>c</td><td>d</td></tr></table></body>"
    )


CALLOUTS = (
    Block(BlockKind.PARAGRAPH, "before"),
    Block(BlockKind.PARAGRAPH, "Come early", callout="tip", opens=True),
    Block(BlockKind.LIST_ITEM, "one", nesting=1, callout="tip", opens=True),
    Block(BlockKind.LIST_ITEM, "in one", nesting=2, callout="tip", opens=True),
    Block(BlockKind.PARAGRAPH, "Stay late", callout="tip", opens=True),
    Block(BlockKind.PARAGRAPH, "12 boats", callout="facts", opens=True),
    Block(BlockKind.LIST_ITEM, "item", nesting=1, opens=True),
    Block(BlockKind.PARAGRAPH, "in the item", nesting=1, callout="note", opens=True),
    Block(BlockKind.LIST_ITEM, "stone", nesting=1, task="done"),
    Block(BlockKind.LIST_ITEM, "iron", nesting=1, task="open"),
    Block(BlockKind.QUOTE, "quoted", quote=1, callout="note", opens=True),
)


IN_HTML = (
    "<p>before</p>"
    "<aside class='tip'><p>Come early</p><ul><li><p>one</p><ul><li><p>in one</p></li></ul></li></ul></aside>"
    "<aside class='tip'><p>Stay late</p></aside><aside class='facts'><p>12 boats</p></aside>"
    "<ul><li><p>item</p><aside class='note'><p>in the item</p></aside></li>"
    "<li><p><input type='checkbox' disabled='disabled' checked='checked' /> stone</p></li>"
    "<li><p><input type='checkbox' disabled='disabled' /> iron</p></li></ul>"
    "<blockquote><aside class='note'><p>quoted</p></aside></blockquote>"
)
IN_TEI = (
    "<p>before</p><note type='tip'><p>Come early</p><list rend='bulleted'>"
    "<item><p>one</p><list rend='bulleted'><item><p>in one</p></item></list></item></list></note>"
    "<note type='tip'><p>Stay late</p></note><note type='facts'><p>12 boats</p></note>"
    "<list rend='bulleted'><item><p>item</p><note type='note'><p>in the item</p></note></item>"
    "<item rend='done'><p>stone</p></item><item rend='open'><p>iron</p></item></list>"
    "<quote><note type='note'><p>quoted</p></note></quote>"
)


@pytest.mark.parametrize(("names", "expected"), [(block_tree.HTML, IN_HTML), (block_tree.TEI, IN_TEI)])
def test_callouts_and_tasks_are_elements(names, expected):
    body = ElementTree.Element("body")
    block_tree.fill(body, CALLOUTS, names)
    assert ElementTree.tostring(body, encoding="unicode") == f"<body>{expected}</body>".replace("'", '"')


def test_csv_is_one_line_under_its_column_names(page):
    (row,) = csv.DictReader(io.StringIO(page.write("csv")))
    assert (row["title"], row["date"], row["outcome"]) == ("Boats & seas", "2024-03-05", "stored")
    assert row["text"] == page.text


def test_json_is_the_dictionary(page):
    assert json.loads(page.write("json")) == page.to_dict()


def test_text_and_markdown_are_what_the_properties_give(page):
    assert page.write("txt") == page.text
    assert page.write("md") == page.write("markdown") == page.markdown
    assert page.markdown.startswith("# Boats & seas\n\n")


def test_a_page_without_text_is_written_too():
    empty = mezmun.extract(b"")
    for name in ("txt", "md", "html", "json", "xml-tei", "csv"):
        assert isinstance(empty.write(name), str)


def test_another_format_is_refused(page):
    with pytest.raises(mezmun.InvalidInputError, match="no format 'docx': choose one of txt, md, html"):
        page.write("docx")


MARKED = """<html lang=en><title>Boats</title>
<p>A <b>small <a href="/x?phone=%2B998711234567">boat</a></b>,<br><code>x</code>.<sup><a href="#n">1</a></sup>
<p>Then \\(a_1\\) and <img src=/i.png alt=anchor> on it.<figure><img src=/f.jpg alt=Boat width=200></figure>
<table><tr><td><i>a</i><td>b<tr><td>c<td><s>d</s></table><pre><code class=language-c>int x;</code></pre>
<p id=n>1 The note."""


@pytest.fixture(scope="module")
def marked():
    return mezmun.extract(MARKED, "https://e.example/", method="all-text", links=True, images=True, formatting=True)


def test_html_has_links_images_and_formatting_when_they_are_asked_for(marked):
    article = LexborHTMLParser(marked.html).css_first("article").html
    assert article == (
        '<article><p>A <strong>small <a href="https://e.example/x?phone=[phone]">boat</a></strong>,<br><code>x</code>.'
        '<a role="doc-noteref" href="#note-1">1</a></p>'
        '<p>Then <span class="math">\\(a_1\\)</span> and <img src="https://e.example/i.png" alt="anchor">on it.</p>'
        '<figure><img src="https://e.example/f.jpg" width="200" alt="Boat"></figure>'
        "<table><tbody><tr><td><em>a</em></td><td>b</td></tr><tr><td>c</td><td><del>d</del></td></tr></tbody></table>"
        '<pre class="language-c">int x;</pre><p id="note-1">1 The note.</p></article>'
    )


def test_tei_has_them_in_its_own_words(marked):
    text = ElementTree.fromstring(marked.write("xml-tei")).find(".//{*}text")
    assert text.find(".//{*}hi[@rend='bold']/{*}ref").get("target") == "https://e.example/x?phone=[phone]"
    assert text.findtext(".//{*}formula[@notation='TeX']") == "a_1"
    assert [each.get("url") for each in text.findall(".//{*}graphic")] == [
        "https://e.example/i.png",
        "https://e.example/f.jpg",
    ]
    assert text.findtext(".//{*}figure/{*}figDesc") == "Boat"
    assert text.find(".//{*}ab[@type='code']").get("subtype") == "c"


def test_they_change_no_text(marked):
    plain = mezmun.extract(MARKED, "https://e.example/", method="all-text")
    assert marked.text == plain.text
    assert marked.write("csv") == plain.write("csv")
    assert "b**" not in plain.markdown
    assert "**small" in marked.markdown
