"""Lists behind a text are part of it, also where nothing follows."""

import numpy as np
import pytest

from extraction.completion.closing_lists import closing_lists
from extraction.completion.completion import completed
from extraction.page.node_table import parse
from tests.extraction.completion.pages_for_tests import BEFORE, BEHIND, chosen_by, completed_by
from tests.growth import MOST, TIMES, growth

PRICES = "<ul><li>Kinder: 2 €<li>Erwachsene: 4 €<li>Gruppen: 20 €</ul>"
PRICES_CHOSEN = ["Kinder: 2 €", "Erwachsene: 4 €", "Gruppen: 20 €"]
TWO = "<ul><li>Montag bis Freitag<li>am Samstag bis zwölf</ul>"
TABLE = "<table><tr><td>Kinder<td>2 €<tr><td>Gruppen<td>20 €</table>"
TERMS = "<dl><dt>Pfeiler<dd>aus Stein<dt>Geländer<dd>aus Holz</dl>"
TEXT = f"<p>{BEHIND}</p><p>{BEFORE}</p>"


@pytest.mark.parametrize(
    ("closing", "words"),
    [
        (PRICES, PRICES_CHOSEN),
        (f"<figure>{TABLE}</figure>", ["Kinder", "2 €", "Gruppen", "20 €"]),
        (TERMS, ["Pfeiler", "aus Stein", "Geländer", "aus Holz"]),
        (TWO, ["Montag bis Freitag", "am Samstag bis zwölf"]),
        (f"{PRICES}<p>Impressum</p>", PRICES_CHOSEN),
    ],
)
def test_a_list_behind_the_text_is_part_of_it(closing, words):
    assert chosen_by(closing_lists, f"<div>{TEXT}{closing}</div>") == [BEHIND, BEFORE, *words]


@pytest.mark.parametrize("closing", [PRICES, TABLE, f"{TERMS}"])
def test_each_part_may_have_a_box_of_its_own_as_page_builders_give_it(closing):
    html = f"<div><div><p>{BEHIND}</p></div><div><div><p>{BEFORE}</p></div></div><div>{closing}</div></div>"
    assert len(chosen_by(closing_lists, html)) > 4
    assert chosen_by(closing_lists, html.replace(f"<p>{BEFORE}</p>", BEFORE)) == [BEHIND, BEFORE]


def test_each_item_may_be_a_list_of_its_own_amid_the_text():
    html = f"<div>{TEXT}<ul><li>Stein</ul><ul><li>Eisen</ul><ol><li>Bauen<ol><li>und prüfen</ol></ol><p>{BEHIND}</div>"
    assert chosen_by(closing_lists, html) == [BEHIND, BEFORE, "Stein", "Eisen", "Bauen", "und prüfen", BEHIND]


def test_a_term_behind_others_is_part_of_the_text_with_its_sign_of_a_place():
    term = "<dl><dt>Geländer<a href=#g>#</a><dd>aus gutem altem Holz</dl>"
    html = f"<div>{TEXT}<dl><dt>{BEFORE}<dd>{BEHIND}</dl>{term}</div>"
    assert chosen_by(closing_lists, html)[4:] == ["Geländer", "#", "aus gutem altem Holz"]
    linked = term.replace("#g>#", "#g>zum nächsten Geländer")
    assert chosen_by(closing_lists, html.replace(term, linked))[4:] == []


def test_a_list_of_which_a_part_was_chosen_is_chosen_whole():
    html = f"<div>{TEXT}<ol><li>{BEHIND}<li>Stadtarchiv, Band 3<li>Stadtarchiv, Band 4</ol></div>"
    assert chosen_by(closing_lists, html)[2:] == [BEHIND, "Stadtarchiv, Band 3", "Stadtarchiv, Band 4"]


def test_so_are_terms_of_which_one_was_chosen():
    page = parse(f"<div>{TEXT}{TERMS}</div>")
    content = np.array([text in (BEFORE, BEHIND, "Pfeiler") for text in page.text])
    assert completed(page, content, 0.0).all()


@pytest.mark.parametrize(
    "closing",
    [
        PRICES.replace("Gruppen", "<a href=/>Gruppen</a>"),
        f"<div>Teilen{PRICES}</div>",
        "<ul><li>1<li>2<li>3<li>4<li>5</ul>",
        TABLE.replace("<td>2 €", "<td>"),
        TABLE.replace("2", "zwei ").replace("0", ""),
        f"<section><p>Mehr</p></section>{PRICES}",
    ],
)
def test_another_list_is_left_as_it_was_judged(closing):
    assert chosen_by(closing_lists, f"<div>{TEXT}{closing}</div>") == [BEHIND, BEFORE]


def test_a_list_of_two_items_needs_a_colon_before_it_and_a_short_text_has_none():
    assert chosen_by(closing_lists, f"<div><p>{BEFORE}</p><p>{BEHIND}</p>{TWO}</div>") == [BEFORE, BEHIND]
    assert chosen_by(closing_lists, f"<div><p>{BEHIND}</p>{PRICES}</div><p>{BEFORE * 3}</p>") == [BEHIND]


@pytest.mark.parametrize("piece", [PRICES, "<ul><li>", "<ul><li>Stein</ul>", TABLE, f"<p>{BEHIND}</p>{TWO}"])
def test_the_work_grows_with_the_page(piece):
    def page_of(times):
        page = parse(f"<div>{TEXT}{piece * times}</div>")
        return page, np.array([text in (BEFORE, BEHIND) for text in page.text])

    assert growth(lambda page: completed_by(closing_lists, *page), page_of(100), page_of(100 * TIMES)) < MOST
