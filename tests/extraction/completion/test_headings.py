"""Headings amid a text are part of it."""

import numpy as np
import pytest

from extraction.completion.headings import headings
from extraction.page.node_table import parse
from tests.extraction.completion.pages_for_tests import BEFORE, BEHIND, chosen_by, completed_by


@pytest.mark.parametrize(
    ("heading", "words"),
    [
        ("<h2>Brücken</h2>", ["Brücken"]),
        ("<h2>Die Brücken <a href=#b>#</a></h2>", ["Die Brücken ", "#"]),
        ("<h2><a href=/b>Brücken</a></h2>", ["Brücken"]),
        ("<div><h2><span>Brücken</span><span>[<a href=/e>edit</a>]</span></h2></div>", ["Brücken"]),
    ],
)
def test_a_heading_between_chosen_texts_is_text(heading, words):
    assert chosen_by(headings, f"<div><p>{BEFORE}</p>{heading}<p>{BEHIND}</p></div>") == [BEFORE, *words, BEHIND]


@pytest.mark.parametrize(
    "html",
    [
        f"<div><p>{BEFORE}</p><h2><a href=/>Les også</a></h2><p>{BEHIND}</p></div>",
        f"<div><p>{BEFORE}</p><div><h2><a href=/>Brücken</a></h2></div><p>{BEHIND}</p></div>",
        f"<div><h2>Brücken</h2><p>{BEFORE}</p></div>",
        f"<div><p>{BEFORE}</p><h2>Brücken</h2><p>Etwas</p><p>{BEHIND}</p></div>",
        f"<div><p>{BEFORE}</p></div><h2>Brücken</h2>",
    ],
)
def test_another_heading_is_left_as_it_was_judged(html):
    assert set(chosen_by(headings, html)) <= {BEFORE, BEHIND}


@pytest.mark.parametrize(
    "box",
    ["<div><p>Abonnieren</p></div>", "<aside><div>Anzeige</div></aside>", "<blockquote><p>Siehe auch</blockquote>"],
)
def test_a_heading_behind_a_box_between_paragraphs_is_text(box):
    html = f"<div><p>{BEFORE}</p>{box}<h2>Brücken</h2><p>{BEHIND}</p></div>"
    assert chosen_by(headings, html) == [BEFORE, "Brücken", BEHIND]


@pytest.mark.parametrize(
    "html",
    [
        f"<div><p>{BEFORE}</p><p>Etwas</p><h2>Brücken</h2><p>{BEHIND}</p></div>",
        f"<div><p>{BEFORE}</p></div><div>Etwas</div><h2>Brücken</h2><p>{BEHIND}</p>",
        f"<div><p>{BEFORE}</p><div>Etwas</div><h2>Brücken</h2><div><p>{BEHIND}</p></div></div>",
        f"<div><p>{BEFORE}</p><div>Etwas</div><h2><a>Brücken</a></h2><p>{BEHIND}</p></div>",
    ],
)
def test_behind_something_else_it_stays_as_it_was_judged(html):
    assert chosen_by(headings, html) == [BEFORE, BEHIND]


PARTS = "<div><section><p>{}</p></section><section>{}<p>{}</p>{}</section></div>"


@pytest.mark.parametrize("heading", ["<h2>Brücken</h2>", "<div><h3>Brücken</h3></div><img src=/b.png>"])
def test_a_heading_that_begins_a_part_of_the_text_is_text(heading):
    assert chosen_by(headings, PARTS.format(BEFORE, heading, BEHIND, "")) == [BEFORE, "Brücken", BEHIND]
    other = "<p>Etwas anderes, das mit dem Text nichts zu tun hat und ganz unten im Kasten steht.</p>"
    assert chosen_by(headings, PARTS.format(BEFORE, heading, BEHIND, other)) == [BEFORE, BEHIND]
    linked = heading.replace("Brücken", "<a href=/b>Brücken</a>")
    assert chosen_by(headings, PARTS.format(BEFORE, linked, BEHIND, "")) == [BEFORE, BEHIND]


def test_a_heading_with_a_button_in_brackets_beside_it_is_text_without_the_button():
    button = "<span>[</span><a href=/edit>edit</a><span>]</span>"
    html = "<div><p>{}</p><div><h2>Brücken</h2><span>{}</span></div><p>{}</p></div>"
    assert chosen_by(headings, html.format(BEFORE, button, BEHIND)) == [BEFORE, "Brücken", BEHIND]
    teaser = "<a href=/other>Other news</a>"
    assert chosen_by(headings, html.format(BEFORE, teaser, BEHIND)) == [BEFORE, BEHIND]


def test_the_first_of_several_linked_headings_is_text_as_the_others_are():
    html = f"<div><h2><a href=/1>One</a></h2><p>{BEFORE}</p><h2><a href=/2>Two</a></h2><p>{BEHIND}</p></div>"
    assert chosen_by(headings, html) == ["One", BEFORE, "Two", BEHIND]
    assert chosen_by(headings, html.replace(BEFORE, "Etwas")) == [BEHIND]
    around = html.replace("<h2><a href=/1>One</a></h2>", "<a href=/1><h2>One</h2></a>")
    assert chosen_by(headings, around) == ["One", BEFORE, "Two", BEHIND]
    assert chosen_by(headings, around.replace("<h2><a href=/2>Two</a></h2>", "<a href=/2><h2>Two</h2></a>")) == [
        *("One", BEFORE, "Two", BEHIND)
    ]


def test_a_linked_heading_between_the_title_and_the_text_is_text():
    page = parse(f"<div><h1>Brücken</h1><h2><a href=/1>Eins</a></h2><p>{BEFORE}</p><p>{BEHIND}</p></div>")
    content = np.array([text != "Eins" for text in page.text])
    assert completed_by(headings, page, content).all()
    page = parse(f"<div><h1>Brücken</h1><h2>Suche</h2><p>{BEFORE}</p><p>{BEHIND}</p></div>")
    assert not completed_by(headings, page, np.array([text != "Suche" for text in page.text])).all()


TEASERS = "<p>Auch interessant</p><ul><li><a href=/1>Die alte Brücke</a><li><a href=/2>Der neue Hafen</a></ul>"


def test_a_heading_of_the_text_behind_a_list_of_links_is_text():
    html = f"<div><p>{BEFORE}</p>{TEASERS}<h2>Brücken</h2><p>{BEHIND}</p></div>"
    assert chosen_by(headings, html) == [BEFORE, "Brücken", BEHIND]
    assert chosen_by(headings, html.replace("<h2>Brücken", "<h2><a href=/>Brücken</a>")) == [BEFORE, BEHIND]


@pytest.mark.parametrize("contents", ["<div id=toc>{}</div>", "<table id=toc><tr><td>{}</table>"])
def test_the_first_heading_behind_a_table_of_contents_is_text_without_its_button(contents):
    contents = contents.format("<b>Inhalt</b><ul><li><a href=#b>1 Brücken</a></ul>")
    heading = "<h2>Brücken<span>[</span><a href=/edit>bearbeiten</a><span>]</span></h2>"
    html = f"<div><p>{BEFORE}</p>{contents}{heading}<p>{BEHIND}</p></div>"
    assert chosen_by(headings, html) == [BEFORE, "Brücken", BEHIND]
