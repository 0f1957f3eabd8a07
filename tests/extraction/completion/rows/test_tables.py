"""Tables of data are text as a whole."""

import numpy as np
import pytest

from extraction.completion.rows.tables import halves, tables_with_heads
from extraction.page import tags
from extraction.page.node_table import parse
from tests.extraction.completion.pages_for_tests import BEFORE, BEHIND, chosen_by, completed_by
from tests.growth import MOST, TIMES, growth

TABLE = "<table><tr><td>neue Bänke</td><td>2400</td></tr><tr><td>ein Radweg</td><td>ein Spielplatz</td></tr></table>"


def half_kept(html):
    """What is content of a table when it was the words alone."""
    page = parse(html)
    content = np.array([text[0].isalpha() for text in page.text])
    return [text for text, mark in zip(page.text, completed_by(halves, page, content).tolist(), strict=True) if mark]


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


def test_a_list_of_definitions_of_which_half_was_chosen_has_its_terms():
    assert half_kept("<dl><dt>1</dt><dd>neue Bänke</dd><dt>2</dt><dd>ein Radweg</dd></dl><p>1234</p>") == [
        *("1", "neue Bänke", "2", "ein Radweg")
    ]


def test_short_definitions_of_which_all_terms_were_chosen_are_whole():
    data = "<dl><dt>Länge</dt><dd>120 Meter über dem Wasser</dd><dt>Breite</dt><dd>9 Meter und mehr</dd></dl>"
    assert half_kept(data) == ["Länge", "120 Meter über dem Wasser", "Breite", "9 Meter und mehr"]
    assert half_kept(data.replace("Breite", "2. Breite")) == ["Länge"]
    assert half_kept(data.replace("9 Meter", f"9 Meter {BEFORE * 2}")) == ["Länge", "Breite"]


HEADED = "<table><tr><th>Jahr<th>Höhe<tr><td>1998<td><a href=/>12</a><tr><td>2001<td>14</table>"


@pytest.mark.parametrize(
    "html",
    [
        f"<div><h1>Brücke</h1>{HEADED}<p>{BEFORE}</p></div>",
        f"<div><p>{BEFORE}</p><figure><div>{HEADED}</div></figure></div>",
        f"<div><p>{BEFORE}</p>{HEADED}<p>{BEHIND}</p></div><div>Etwas anderes</div>",
        f"<main><p>{BEFORE}</p><section><h2>Tabelle</h2>{HEADED}</section><p>{BEHIND}</p></main>",
    ],
)
def test_a_small_table_with_a_head_is_text_where_all_around_it_is(html):
    assert {"Jahr", "Höhe", "1998", "12", "2001", "14"} < set(chosen_by(tables_with_heads, html))


def test_a_table_of_data_may_have_a_row_for_its_title():
    titled = "<table><tr><th colspan=2>Die Brücke<tr><th>Höhe<td>12 m<tr><th>Länge<td>120 m</table>"
    assert {"Die Brücke", "12 m", "120 m"} < set(chosen_by(tables_with_heads, f"<div><p>{BEFORE}</p>{titled}</div>"))
    titled = titled.replace("12 m", "").replace("<td>", "")  # a column of three cells
    assert set(chosen_by(tables_with_heads, f"<div><p>{BEFORE}</p>{titled}</div>")) == {BEFORE}


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
    assert set(chosen_by(tables_with_heads, html)) <= {BEFORE, BEHIND}


def test_a_table_of_which_the_head_was_chosen_is_whole():
    page = parse(f"<div><p>{BEFORE}</p>{HEADED}<p>Etwas anderes.</p><p>{BEHIND}</p></div>")
    in_head = page.tag[page.owner] == tags.CODE["th"]
    content = in_head | np.array([text == BEFORE for text in page.text])
    assert completed_by(tables_with_heads, page, content).tolist() == [True] * 7 + [False] * 2  # one cell is a link


@pytest.mark.parametrize(
    ("chosen", "whole"),
    [(("180 Gramm", "Aluminium", "IP67"), True), (("180 Gramm", "IP67"), False), (("180 Gramm", "Aluminium"), True)],
)
def test_a_table_in_the_text_of_which_a_good_part_was_chosen_has_its_row_heads(chosen, whole):
    table = "<table><tr><th>Gewicht<td>180 Gramm<tr><th>Material<td>Aluminium<tr><th>Schutz<td>IP67</table>"
    page = parse(f"<h1>Lampe</h1><div><p>{BEHIND}</p>{table}<p>{BEHIND}</p></div>")
    content = np.array([text in (BEHIND, *chosen) for text in page.text])
    assert completed_by(tables_with_heads, page, content)[1:].all() == whole


RESULTS = (
    "<table><tr><td>Platz<td>Verein<td>Tore<td>Punkte<tr><td>1<td><a href=/n>Nord</a><td>34:15<td>39"
    "<tr><td>2<td>Süd<td>30:18<td>37<tr><td>3<td>West<td>28:20<td>32</table>"
)


@pytest.mark.parametrize("chosen", [(), ("Verein", "Süd", "West")])
def test_a_row_of_names_above_numbers_is_a_head_and_the_numbers_do_not_count(chosen):
    html = f"<div><p>{BEFORE}</p>{RESULTS}</div>"
    assert {"Platz", "Nord", "34:15", "32"} < set(chosen_by(tables_with_heads, html, (BEFORE, *chosen)))


@pytest.mark.parametrize(
    "other",
    [
        "<table><tr><td>Platz<td>Verein<td>Tore<td>Punkte</table>",
        RESULTS.replace("Platz", "Platz 1"),
        RESULTS.replace("<td>Tore", "").replace("<td>Platz", ""),
        RESULTS.replace("34:15", "viele").replace("30:18", "mehr").replace("28:20", "elf").replace("<td>3", "<td>c"),
    ],
)
def test_a_table_with_neither_is_left_as_it_was_judged(other):
    assert set(chosen_by(tables_with_heads, f"<div><p>{BEFORE}</p>{other}</div>")) == {BEFORE}


def test_tables_beside_the_text_take_no_more_than_the_page_grows():
    def pages(number):
        page = parse(f"<div><p>{BEFORE}</p>{HEADED * number}<p>{BEHIND}</p></div>")
        return page, np.array([text in (BEFORE, BEHIND) for text in page.text])

    assert growth(lambda page: completed_by(tables_with_heads, *page), pages(500), pages(500 * TIMES)) < MOST


def test_a_table_behind_a_colon_of_which_a_cell_was_chosen_is_whole():
    table = "<table><tr><th>Land<th>Preis<tr><td>Arabica<td>12<tr><td>Robusta<td>8</table>"
    page = parse(f"<h1>Kaffee</h1><p>{BEFORE}</p>{table}")
    content = np.array([text in ("Kaffee", BEFORE, "Arabica") for text in page.text])
    assert completed_by(tables_with_heads, page, content).all()
    page = parse(f"<h1>Kaffee</h1><p>{BEHIND}</p>{table}")
    content = np.array([text in ("Kaffee", BEHIND, "Arabica") for text in page.text])
    assert not completed_by(tables_with_heads, page, content).all()
