"""Links that do something with a text are none of it, nor is what a page does not print."""

import numpy as np
import pytest

from extraction import extract
from extraction.boilerplate.buttons import heading_buttons, link_buttons, source_links
from extraction.page.node_table import parse

PROSE = (
    "<p>The ferry sails from the first of May to the end of September, and nobody has to book a place on it.</p>" * 2
)


def all_of(page):
    return np.ones(len(page.text), dtype=np.bool_)


def buttons_of(html):
    page = parse(html)
    return link_buttons(page, all_of(page))


def left_of(html, rule):
    page = parse(f"<body>{html}")
    rows = rule(page, all_of(page))
    return [text.strip() for row, text in enumerate(page.text) if row not in rows]


@pytest.mark.parametrize("button", ["[<a href=/e>edit</a>]", "<i>[</i><a>edit</a> | <a>source</a><i>]</i>"])
def test_a_button_in_brackets_behind_a_heading_is_none_of_it(button):
    page = parse(f"<h2>The harbour<span>{button}</span></h2><p>It is [<a href=/1>1</a>]</p><h3>Boats [1]</h3>")
    rows = heading_buttons(page, all_of(page))
    left = [text.strip() for row, text in enumerate(page.text) if row not in rows]
    assert left == ["The harbour", "It is [", "1", "]", "Boats [1]"]


@pytest.mark.parametrize(
    ("term", "left"),
    [
        ("append()<a href=/s>[source]</a><a href=#a>¶</a>", ["append()", "¶", "Adds."]),
        ("append()<a href=/s>[1]</a>", ["append()", "[1]", "Adds."]),
        ("append() [<a>pdf</a>]", ["append() [", "pdf", "]", "Adds."]),
        ("<a>[source]</a>", ["[source]", "Adds."]),
    ],
)
def test_a_link_in_brackets_behind_a_term_is_none_of_it(term, left):
    assert left_of(f"<dl><dt>{term}<dd>Adds.</dl>", heading_buttons) == left


@pytest.mark.parametrize(
    "link",
    [
        "<p><a class='govuk-button' role=button>Start now</a>",
        "<div><a class='btn btn-primary'><b>Start</b> now</a></div>",
        "<p><a role=button>Start now</a>",
    ],
)
def test_a_link_that_is_a_button_is_no_line_of_prose(link):
    assert buttons_of(PROSE + link)


@pytest.mark.parametrize(
    "link",
    [
        "<p>Press <a class=btn>Start now</a> to begin",
        "<h3><a class=btn role=button>How does it work?</a></h3>",
        "<p><a class=btn role=button aria-expanded=false>How does it work?</a>",
        "<p><a class=buttonhole>The flower</a>",
        f"<p><a class=btn>{'A long title of something ' * 3}</a>",
    ],
)
def test_another_link_stays(link):
    assert not buttons_of(PROSE + link)


def test_where_there_is_no_prose_a_button_says_so_twice():
    assert buttons_of("<p>Tickets<p><a class=btn role=button>Buy</a>") == [1]
    assert not buttons_of("<p>Tickets<p><a class=btn>Buy</a>")


@pytest.mark.parametrize("name", ["noprint", "col no-print", "print:hidden x", "d-print-none", "mw-editsection"])
def test_what_is_not_printed_is_no_text(name):
    html = f'<body>{PROSE}<p>It was <sup class="{name}">[<i>source wanted</i>]</sup> full.</p>{PROSE}'
    assert "source wanted" not in extract(html, method="all-text").text
    assert "source wanted" in extract(html.replace(name, "printable"), method="all-text").text


def test_a_large_box_stays_although_it_is_not_printed():
    html = f'<body>{PROSE * 3}<div class="noprint">{PROSE.replace("ferry", "steamer") * 2}</div>'
    assert "steamer" in extract(html, method="all-text").text


def test_a_link_that_is_called_after_the_source_is_no_text():
    html = f"<section>{PROSE}<p>1.2 · <a class='src rightside'>Source</a><p><a class=srcset>Source</a><p class=src>x"
    assert left_of(html, source_links)[2:] == ["1.2 ·", "Source", "x"]
    assert left_of(html.replace("Source", "all of the sources of the whole project"), source_links)[3] != "Source"
