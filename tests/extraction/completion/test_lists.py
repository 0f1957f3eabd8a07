"""Lists and tables between the paragraphs of a text are part of it."""

import numpy as np
import pytest

from extraction.completion.lists import lists, rest
from extraction.page.node_table import parse
from tests.extraction.completion.pages_for_tests import BEFORE, BEHIND, chosen_by, completed_by

LIST = "<ul><li>neue Bänke</li><li>ein Radweg</li><li>ein Spielplatz</li></ul>"


TABLE = "<table><tr><td>neue Bänke</td><td>2400</td></tr><tr><td>ein Radweg</td><td>ein Spielplatz</td></tr></table>"


def text_of(html):
    """What is content when it was the paragraphs and headings alone."""
    return chosen_by(lists, html, (BEFORE, BEHIND, "Brücke"))


@pytest.mark.parametrize("listing", [LIST, TABLE, f"<figure><div>{LIST}</div></figure>"])
def test_a_list_in_the_midst_of_the_text_is_part_of_it(listing):
    assert {"neue Bänke", "ein Radweg", "ein Spielplatz"} < set(
        text_of(f"<div><p>{BEFORE}</p>{listing}<p>{BEHIND}</p></div>")
    )


def test_two_lists_in_the_midst_of_the_text_are():
    assert len(text_of(f"<div><p>{BEFORE}</p>{LIST}<p>{BEFORE}</p>{TABLE}<p>{BEHIND}</p></div>")) == 10


@pytest.mark.parametrize(
    "html",
    [
        f"<div><p>{BEFORE}</p><p>{BEHIND}</p>{LIST}</div>",
        f"<div>{LIST}<p>{BEFORE}</p><p>{BEHIND}</p></div>",
        f"<div><p>{BEFORE}</p>{LIST.replace('ein Radweg', '<a href=/>ein Radweg</a>')}<p>{BEHIND}</p></div>",
        f"<div><p>{BEFORE}</p><ul><li><button>Drucken</button></li><li><a>Senden</a></li></ul><p>{BEHIND}</p></div>",
        f"<div><p>{BEFORE}</p>{LIST}<div>{'Etwas anderes. ' * 9}</div><p>{BEHIND}</p></div>",
        f"<div><p>{BEFORE}</p><ul><li>{LIST}</ul><p>{BEHIND}</p><div>{'Etwas. ' * 6}</div><p>{BEHIND}</p></div>",
        f"<div><h1>Brücke</h1>{LIST}<p>{BEFORE}</p><p>{BEHIND}</p></div>",
    ],
)
def test_a_list_elsewhere_is_left_as_it_was_judged(html):
    assert set(text_of(html)) <= {BEFORE, BEHIND, "Brücke"}


@pytest.mark.parametrize("items", ["<li>{}<li>{}", "<li><input type=checkbox> {}<li>{}"])
@pytest.mark.parametrize("words", [("eine neue Bank", "ein schmaler Radweg"), ("Bank", "Uhr")])
def test_two_items_are_a_list_as_well_however_short(items, words):
    listed = text_of(f"<div><p>{BEFORE}</p><ul>{items.format(*words)}</ul><p>{BEHIND}</p></div>")
    assert [text.strip() for text in listed] == [BEFORE, *words, BEHIND]


def test_two_texts_that_are_no_items_are_none():
    assert (
        len(text_of(f"<div><p>{BEFORE}</p><table><tr><td>neue Bänke und<td>ein Radweg</table><p>{BEHIND}</p></div>"))
        == 2
    )


def test_a_list_may_end_a_quote():
    assert len(text_of(f"<div><blockquote><p>{BEFORE}</p>{LIST}</blockquote><p>{BEHIND}</p></div>")) == 5
    assert len(text_of(f"<div><section><p>{BEFORE}</p>{LIST}</section><p>{BEHIND}</p></div>")) == 2


@pytest.mark.parametrize(
    "listing",
    [
        "<dl><dt>Kiel<dd>der unterste Balken</dl>",
        "<figure class=highlight><table><tr><td><pre>1\n2</pre><td><pre>import os\nprint()</pre></table></figure>",
    ],
)
def test_a_definition_and_code_in_a_table_amid_the_text_are_part_of_it(listing):
    assert len(text_of(f"<div><p>{BEFORE}</p>{listing}<p>{BEHIND}</p></div>")) == 4


CODE = "<pre><code>make <b>bridge</b></code></pre>"


PARTS = [
    (f"<div><p>{BEFORE}</p><ul><li>{BEFORE}</li><li>ein Radweg</li></ul><p>{BEHIND}</p></div>", {"ein Radweg"}),
    (f"<div><p>{BEFORE}</p><ul><li><a>Radweg</a></li><li>{BEFORE}</li></ul><p>{BEHIND}</p></div>", {"Radweg"}),
    (f"<div><p>{BEFORE}</p>{CODE}<p>{BEHIND}</p></div>", {"make", "bridge"}),
    (f"<div><p>{BEFORE}</p><pre>halt(<a href=/>wann</a>)</pre><p>{BEHIND}</p></div>", {"halt(", "wann", ")"}),
    (f"<p>{BEFORE}</p><div><h4>Halt</h4><pre>halt(wann)</pre><p>{BEHIND}</p></div>", {"halt(wann)"}),
    (
        f"<div><p>{BEFORE}</p><table><tr><td>{BEFORE}<td><a href=/>a</a><tr><td>kurz</table><p>{BEHIND}</p></div>",
        {"a", "kurz"},
    ),
]


@pytest.mark.parametrize(("html", "others"), PARTS)
def test_the_rest_of_what_was_chosen_in_part_is_text(html, others):
    page = parse(html)
    content = np.array([text in (BEFORE, BEHIND) for text in page.text])
    extended = completed_by(rest, page, content)
    assert {text.strip() for text, mark in zip(page.text, extended & ~content, strict=True) if mark} == others


@pytest.mark.parametrize(
    "html",
    [
        f"<div>{CODE}<p>{BEFORE}</p><p>{BEHIND}</p></div>",
        f"<p>{BEFORE}</p><div>Etwas anderes<pre>halt(wann)</pre><p>{BEHIND}</p></div>",
        f"<div><p>{BEFORE}</p><pre><a href=/>halt(wann)</a></pre><p>{BEHIND}</p></div>",
        f"<div><p>{BEFORE}</p><ul><li>{BEFORE}</li><li><a href=/>{BEFORE} </a></li></ul><p>{BEHIND}</p></div>",
        f"<div><p>{BEFORE}</p><ul><li>{BEFORE}</li><li>{'Etwas anderes. ' * 30}</li></ul><p>{BEHIND}</p></div>",
        f"<div><p>{BEFORE}</p>{CODE}<div>{'Etwas anderes. ' * 9}</div><p>{BEHIND}</p></div>",
    ],
)
def test_what_stands_elsewhere_has_links_or_is_mostly_left_out_is_left_as_it_was_judged(html):
    page = parse(html)
    content = np.array([text in (BEFORE, BEHIND) for text in page.text])
    assert completed_by(rest, page, content).tolist() == content.tolist()


def test_a_list_amid_the_text_of_which_the_least_was_chosen_is_whole():
    page = parse(f"<div><p>{BEFORE}</p><ul><li>eine neue Bank<li>ein schmaler Radweg<li>Sand</ul><p>{BEHIND}</p></div>")
    content = np.array([text in (BEFORE, BEHIND, "Sand") for text in page.text])
    assert completed_by(rest, page, content).all()


def test_code_of_which_a_line_was_chosen_is_chosen_whole_wherever_it_stands():
    code = f"<pre><span>{BEFORE}<br>print(1)</span></pre>"
    line = f"{BEFORE}\n"
    assert chosen_by(rest, f"<div>Teilen{code}</div>", (line,)) == [line, "print(1)"]
    linked = code.replace("print", "<a href=/>Link</a> print")
    assert chosen_by(rest, f"<div>Teilen{linked}</div>", (line,)) == [line]


DATA = "<table><tr><th>Länge<td>120 m<tr><th>Breite<td>9 m<tr><th>Gebaut<td>1912</table>"


@pytest.mark.parametrize("data", [DATA, "<dl><dt>Länge<dd>120 m<dt>Breite<dd>9 m<dt>Gebaut<dd>1912</dl>"])
def test_data_with_their_names_right_between_two_paragraphs_may_stand_among_teasers(data):
    teaser = f"<div>{'Etwas anderes. ' * 9}</div>"
    assert {"Länge", "120 m", "1912"} < set(
        text_of(f"<div><p>{BEFORE}</p>{data}<p>{BEHIND}</p>{teaser}<p>{BEHIND}</p></div>")
    )
    assert "120 m" not in text_of(f"<div><p>{BEFORE}</p>{data}{teaser}<p>{BEHIND}</p></div>")


@pytest.mark.parametrize(("link", "is_text"), [("Am Rathaus", True), ("<a href=/r>Am Rathaus</a>", False)])
def test_the_rest_of_a_list_in_a_box_with_its_heading_is_text_where_it_has_no_link(link, is_text):
    listing = f"<ul><li>Vom Hafen bis an den Markt</li><li>{link}</li></ul>"
    html = f"<div><p>{BEFORE}</p><div><h4>Wege</h4>{listing}</div><p>{BEHIND}</p></div>"
    chosen = (BEFORE, "Wege", "Vom Hafen bis an den Markt", BEHIND)
    assert ("Am Rathaus" in chosen_by(rest, html, chosen)) is is_text
