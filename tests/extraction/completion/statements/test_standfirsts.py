"""The summary that a page states of its article, shown between headline and text, is part of the text."""

import numpy as np
import pytest

from extraction.completion.completion import completed
from extraction.completion.statements.standfirsts import standfirsts
from extraction.page.node_table import parse
from tests.extraction.completion.pages_for_tests import BEFORE, BEHIND, chosen_by

TITLE = "Die alte Brücke wird für ein Jahr gesperrt"
SUMMARY = "Ab Mai ist die alte Brücke gesperrt. Die Stadt baut sie für Fußgänger und Räder um."
CUT = "Ab Mai ist die alte Brücke gesperrt. Die Stadt baut…"
TEXT = [BEFORE, BEHIND]


def page(shown, stated=SUMMARY, *, heading=TITLE, name='property="og:description"', text=""):
    paragraphs = "".join(f"<p>{each}</p>" for each in (text, BEFORE, BEHIND))
    return f"""<title>{TITLE} - Blatt der Stadt</title><meta {name} content="{stated}"><nav>Start</nav>
        <h1>{heading}</h1><div class="x">{shown}</div><div>3. Mai</div><div>{paragraphs}</div>"""


@pytest.mark.parametrize("name", ['property="og:description"', 'name="description"'])
@pytest.mark.parametrize("stated", [SUMMARY, CUT, f"{SUMMARY} Was das für Läden heißt.", SUMMARY.replace(" ", "\n")])
def test_a_stated_summary_below_the_headline_is_text(name, stated):
    assert chosen_by(standfirsts, page(SUMMARY, stated, name=name)) == [SUMMARY, *TEXT]


def test_a_summary_with_marked_words_is_one_line():
    shown = SUMMARY.replace("alte Brücke", "<b>alte Brücke</b>")
    assert "".join(chosen_by(standfirsts, page(shown))[:3]).strip() == SUMMARY


@pytest.mark.parametrize(
    "html",
    [
        pytest.param(page(SUMMARY, "Nachrichten aus der Stadt und dem ganzen Land"), id="another"),
        pytest.param(page("Aus der Stadt", "Aus der Stadt"), id="section"),
        pytest.param(page(f"{SUMMARY} Von Ida Ahrens"), id="with who wrote it"),
        pytest.param(page(f'<a href="/1">{SUMMARY}</a>'), id="teaser"),
        pytest.param(page(SUMMARY, heading="Aus der Stadt"), id="below another heading"),
        pytest.param(page(f"{SUMMARY}<h2>{TITLE}</h2>", heading="Blatt der Stadt"), id="motto of the site"),
    ],
)
def test_what_is_no_such_summary_is_left(html):
    assert chosen_by(standfirsts, html) == TEXT


def test_a_summary_with_which_the_text_begins_is_not_given_twice():
    more = f"{SUMMARY} Mehr dazu."
    assert chosen_by(standfirsts, page(SUMMARY, text=more), [more, *TEXT]) == [more, *TEXT]


def test_it_is_asked_of_pages_that_have_nothing_for_any_other_rule():
    table = parse(page(SUMMARY))
    content = completed(table, np.array([text in TEXT for text in table.text]), 0.0)
    assert [table.text[row] for row in np.flatnonzero(content)] == [SUMMARY, *TEXT]
