"""Lists and tables between the paragraphs of a text are part of it."""

import numpy as np
import pytest

from extraction import extract
from extraction.model.inline_lists import (
    with_lists,
    with_rest,
    with_tables,
    with_times,
    with_whole_tables,
)
from extraction.page import tags
from extraction.page.node_table import parse
from tests.extraction.model.pages_for_tests import BEFORE, BEHIND, chosen_by
from tests.growth import MOST, TIMES, growth

LIST = "<ul><li>neue Bänke</li><li>ein Radweg</li><li>ein Spielplatz</li></ul>"
TABLE = "<table><tr><td>neue Bänke</td><td>2400</td></tr><tr><td>ein Radweg</td><td>ein Spielplatz</td></tr></table>"


def text_of(html):
    """What is content when it was the paragraphs and headings alone."""
    page = parse(html)
    content = np.array([text in (BEFORE, BEHIND, "Brücke") for text in page.text])
    return [text for text, mark in zip(page.text, with_lists(page, content).tolist(), strict=True) if mark]


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
        f"<div><p>{BEFORE}</p><ul><li>Drucken</li><li>Senden</li></ul><p>{BEHIND}</p></div>",
        f"<div><p>{BEFORE}</p>{LIST}<div>{'Etwas anderes. ' * 9}</div><p>{BEHIND}</p></div>",
        f"<div><p>{BEFORE}</p><ul><li>{LIST}</ul><p>{BEHIND}</p><div>{'Etwas. ' * 6}</div><p>{BEHIND}</p></div>",
        f"<div><h1>Brücke</h1>{LIST}<p>{BEFORE}</p><p>{BEHIND}</p></div>",
    ],
)
def test_a_list_elsewhere_is_left_as_it_was_judged(html):
    assert set(text_of(html)) <= {BEFORE, BEHIND, "Brücke"}


@pytest.mark.parametrize(
    "items",
    ["<li>eine neue Bank<li>ein schmaler Radweg", "<li><input type=checkbox> eine neue Bank<li>ein schmaler Radweg"],
)
def test_two_items_in_words_are_a_list_as_well(items):
    listed = text_of(f"<div><p>{BEFORE}</p><ul>{items}</ul><p>{BEHIND}</p></div>")
    assert [text.strip() for text in listed] == [BEFORE, "eine neue Bank", "ein schmaler Radweg", BEHIND]


def test_two_texts_that_are_no_items_are_none():
    assert (
        len(text_of(f"<div><p>{BEFORE}</p><table><tr><td>neue Bänke und<td>ein Radweg</table><p>{BEHIND}</p></div>"))
        == 2
    )


def test_a_list_may_end_a_quote():
    assert len(text_of(f"<div><blockquote><p>{BEFORE}</p>{LIST}</blockquote><p>{BEHIND}</p></div>")) == 5
    assert len(text_of(f"<div><section><p>{BEFORE}</p>{LIST}</section><p>{BEHIND}</p></div>")) == 2


def half_kept(html):
    """What is content of a table when it was the words alone."""
    page = parse(html)
    content = np.array([text[0].isalpha() for text in page.text])
    return [text for text, mark in zip(page.text, with_tables(page, content).tolist(), strict=True) if mark]


def test_a_table_of_which_half_was_chosen_is_whole():
    assert half_kept(f"{TABLE}<p>1234</p>") == ["neue Bänke", "2400", "ein Radweg", "ein Spielplatz"]


@pytest.mark.parametrize(
    "html",
    [
        "<table><tr><td>Bänke</td><td>2400 und 1200</td></tr><tr><td>Wege</td><td>1 Radweg</td></tr></table>",
        "<table><tr><td>neue Bänke</td><td>2400</td></tr></table>",
        "<table><tr><td>neue Bänke</td></tr><tr><td>2400</td></tr></table>",
        TABLE.replace("2400", "<a href=/>2400</a>"),
        TABLE.replace("neue Bänke", BEFORE * 9),
        f"<table><tr><td>{TABLE}<td>1</tr><tr><td>Ufer<td>2</tr></table>".replace("2400", "zwei"),
    ],
)
def test_other_tables_are_left_as_they_were_judged(html):
    assert not any(text[0].isdigit() for text in half_kept(html))


CODE = "<pre><code>make <b>bridge</b></code></pre>"
PARTS = [
    (f"<div><p>{BEFORE}</p><ul><li>{BEFORE}</li><li>ein Radweg</li></ul><p>{BEHIND}</p></div>", {"ein Radweg"}),
    (f"<div><p>{BEFORE}</p>{CODE}<p>{BEHIND}</p></div>", {"make", "bridge"}),
    (
        f"<div><p>{BEFORE}</p><table><tr><td>{BEFORE}<td><a href=/>a</a><tr><td>kurz</table><p>{BEHIND}</p></div>",
        {"a", "kurz"},
    ),
]


@pytest.mark.parametrize(("html", "rest"), PARTS)
def test_the_rest_of_what_was_chosen_in_part_is_text(html, rest):
    page = parse(html)
    content = np.array([text in (BEFORE, BEHIND) for text in page.text])
    extended = with_rest(page, content)
    assert {text.strip() for text, mark in zip(page.text, extended & ~content, strict=True) if mark} == rest


@pytest.mark.parametrize(
    "html",
    [
        f"<div>{CODE}<p>{BEFORE}</p><p>{BEHIND}</p></div>",
        f"<div><p>{BEFORE}</p><ul><li>{BEFORE}</li><li><a href=/>ein Radweg</a></li></ul><p>{BEHIND}</p></div>",
        f"<div><p>{BEFORE}</p><ul><li>{BEFORE}</li><li>{'Etwas anderes. ' * 30}</li></ul><p>{BEHIND}</p></div>",
        f"<div><p>{BEFORE}</p>{CODE}<div>{'Etwas anderes. ' * 9}</div><p>{BEHIND}</p></div>",
    ],
)
def test_what_stands_elsewhere_has_links_or_is_mostly_left_out_is_left_as_it_was_judged(html):
    page = parse(html)
    content = np.array([text in (BEFORE, BEHIND) for text in page.text])
    assert with_rest(page, content).tolist() == content.tolist()


def test_a_list_of_short_words_in_an_article_of_an_unknown_language_is_kept():
    html = """<html><head><title>Eski köprü yeniden açıldı</title></head><body><h1>Eski köprü yeniden açıldı</h1><div>
    <p>Şehir merkezindeki eski taş köprü, üç yıl süren onarımın ardından dün yeniden açıldı.</p>
    <p>İlkbaharda iki kıyıya da ağaç dikilecek ve lambalar konulacak. Ayrıca şunlar planlanıyor:</p>
    <ul><li>yeni banklar</li><li>bisiklet yolu</li><li>çocuk parkı</li></ul>
    <p>Köprüden araba geçemeyecek; otobüs hattı nehrin aşağısındaki yeni köprüden gidiyor.</p></div></body></html>"""
    assert "bisiklet yolu" in extract(html).text


def test_lists_between_the_posts_of_a_thread_are_not():
    question = (
        "Does anybody know how to get the pump of the old mill going again? Mine stopped last night, number {}. " * 2
    )
    who = "<dl><dt>member{}</dt><dd>Joined: 2012</dd><dd>Posts: 4{}</dd></dl>"
    posts = "".join(f'{who.format(each, each)}<p class="post">{question.format(each, each)}</p>' for each in range(6))
    extraction = extract(f'<html><title>Mill</title><body class="forum"><h1>Mill</h1><div>{posts}</div></body></html>')
    assert "number 5" in extraction.text
    assert "Joined" not in extraction.text


def test_a_list_of_definitions_of_which_half_was_chosen_has_its_terms():
    assert half_kept("<dl><dt>1</dt><dd>neue Bänke</dd><dt>2</dt><dd>ein Radweg</dd></dl><p>1234</p>") == [
        *("1", "neue Bänke", "2", "ein Radweg")
    ]


HEADED = "<table><tr><th>Jahr<th>Höhe<tr><td>1998<td><a href=/>12</a><tr><td>2001<td>14</table>"


@pytest.mark.parametrize(
    "html",
    [
        f"<div><h1>Brücke</h1>{HEADED}<p>{BEFORE}</p></div>",
        f"<div><p>{BEFORE}</p><figure><div>{HEADED}</div></figure></div>",
        f"<div><p>{BEFORE}</p>{HEADED}<p>{BEHIND}</p></div><div>Etwas anderes</div>",
    ],
)
def test_a_small_table_with_a_head_is_text_where_all_around_it_is(html):
    assert {"Jahr", "Höhe", "1998", "12", "2001", "14"} < set(chosen_by(with_whole_tables, html))


@pytest.mark.parametrize(
    "html",
    [
        f"<div><p>{BEFORE}</p>{HEADED.replace('th>', 'td>')}</div>",
        f"<div><p>{BEFORE}</p></div><div>{HEADED}</div><div>{'Etwas anderes. ' * 9}</div><div><p>{BEHIND}</p></div>",
        f"<div><p>{BEFORE}</p><p>{'Etwas anderes. ' * 9}</p>{HEADED}<p>{BEHIND}</p></div>",
        f"<div><p>{BEFORE}</p>{HEADED.replace('2001', 'Etwas. ' * 200)}</div>",
        f"<div><p>{BEFORE}</p><table><tr><th>Jahr<th>Höhe</table></div>",
        f"<div><p>{BEFORE}</p>{HEADED.replace('<td>1998', '<td><a href=/>1998 und danach</a>')}</div>",
    ],
)
def test_another_table_is_left_as_it_was_judged(html):
    assert set(chosen_by(with_whole_tables, html)) <= {BEFORE, BEHIND}


def test_a_table_of_which_the_head_was_chosen_is_whole():
    page = parse(f"<div><p>{BEFORE}</p>{HEADED}<p>Etwas anderes.</p><p>{BEHIND}</p></div>")
    in_head = page.tag[page.owner] == tags.CODE["th"]
    content = in_head | np.array([text == BEFORE for text in page.text])
    assert with_whole_tables(page, content).tolist() == [True] * 7 + [False] * 2  # one cell is a link


def test_tables_beside_the_text_take_no_more_than_the_page_grows():
    def pages(number):
        page = parse(f"<div><p>{BEFORE}</p>{HEADED * number}<p>{BEHIND}</p></div>")
        return page, np.array([text in (BEFORE, BEHIND) for text in page.text])

    assert growth(lambda page: with_whole_tables(*page), pages(500), pages(500 * TIMES)) < MOST


def test_a_list_amid_the_text_of_which_the_least_was_chosen_is_whole():
    page = parse(f"<div><p>{BEFORE}</p><ul><li>eine neue Bank<li>ein schmaler Radweg<li>Sand</ul><p>{BEHIND}</p></div>")
    content = np.array([text in (BEFORE, BEHIND, "Sand") for text in page.text])
    assert with_rest(page, content).all()


@pytest.mark.parametrize(
    "listing",
    [
        "<dl><dt>Kiel<dd>der unterste Balken</dl>",
        "<figure class=highlight><table><tr><td><pre>1\n2</pre><td><pre>import os\nprint()</pre></table></figure>",
    ],
)
def test_a_definition_and_code_in_a_table_amid_the_text_are_part_of_it(listing):
    assert len(text_of(f"<div><p>{BEFORE}</p>{listing}<p>{BEHIND}</p></div>")) == 4


def test_a_table_behind_a_colon_of_which_a_cell_was_chosen_is_whole():
    table = "<table><tr><th>Land<th>Preis<tr><td>Arabica<td>12<tr><td>Robusta<td>8</table>"
    page = parse(f"<h1>Kaffee</h1><p>{BEFORE}</p>{table}")
    content = np.array([text in ("Kaffee", BEFORE, "Arabica") for text in page.text])
    assert with_whole_tables(page, content).all()
    page = parse(f"<h1>Kaffee</h1><p>{BEHIND}</p>{table}")
    content = np.array([text in ("Kaffee", BEHIND, "Arabica") for text in page.text])
    assert not with_whole_tables(page, content).all()


def test_code_of_which_a_line_was_chosen_is_chosen_whole_wherever_it_stands():
    code = f"<pre><span>{BEFORE}<br>print(1)</span></pre>"
    assert chosen_by(with_rest, f"<div>Teilen{code}</div>") == [BEFORE, "print(1)"]
    assert chosen_by(with_rest, f"<div>Teilen{code.replace('print', '<a href=/>Link</a> print')}</div>") == [BEFORE]


@pytest.mark.parametrize(
    "times",
    [
        ("18:40", "18:05", "9:30"),
        ("18.40 Uhr", "18.05 Uhr", "17.30 Uhr"),
        ("6:40 PM",) * 3,
        ("18:40 CET", "18:05 CET", "17:30 GMT"),
    ],
)
def test_the_times_of_a_report_that_goes_on_are_part_of_it(times):
    entries = "".join(f"<p><time>{each}</time></p><p>{BEFORE}</p>" for each in times)
    assert chosen_by(with_times, f"<div>{entries}</div>") == [part for each in times for part in (each, BEFORE)]
    headed = entries.replace(f"<p>{BEFORE}", f"<h3>Neues</h3><p>{BEFORE}")
    assert chosen_by(with_times, f"<div>{headed}</div>") == [part for each in times for part in (each, "Neues", BEFORE)]


@pytest.mark.parametrize("words", [("18:40", "18:05"), ("2:1 (1:0)", "3:1", "4:2"), ("18:40", "neu", "18:05")])
def test_two_times_or_other_short_words_are_none_of_the_text(words):
    entries = "".join(f"<p>{each}</p><p>{BEFORE}</p>" for each in words)
    assert set(chosen_by(with_times, f"<div>{entries}</div>")) == {BEFORE}


def test_between_a_time_and_its_part_may_stand_how_long_ago_it_was():
    entry = f"<li><time>18:40</time><span>vor 2 Stunden</span><h3>Neues</h3><p>{BEFORE}</p>"
    assert chosen_by(with_times, f"<ol>{entry * 3}</ol>") == ["18:40", "Neues", BEFORE] * 3
    assert chosen_by(with_times, f"<ol>{entry * 3}</ol>".replace("vor 2 Stunden", "Lesen Sie auch diesen Bericht")) == [
        *[BEFORE] * 3
    ]


def test_a_report_that_looks_a_little_like_a_thread_has_its_times():
    entries = (
        ("18:40", "No ferries", "The boats of the harbour stay where they are, and nobody knows for how long."),
        ("18:05", "Boats return", "Only a dozen of them had gone out in the night, and every one is back by now."),
        ("17:30", "A warning", "The office of weather warns the islands of waves as high as houses at the shore."),
    )
    items = "".join(
        f'<li class="live-post"><div><time>{time}</time><span>2 hours ago</span></div><h2>{title}</h2><p>{text}</p>'
        for time, title, text in entries
    )
    html = f"<title>Storm live</title><h1>Storm live</h1><p>{BEFORE}</p><ol>{items}</ol>"
    assert "18:05\nBoats return" in extract(html).text
