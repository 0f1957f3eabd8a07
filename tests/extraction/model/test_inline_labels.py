"""Headings amid a text and the notes behind it are part of it."""

import numpy as np
import pytest

from extraction.model.inline_labels import with_facts, with_headings, with_notes, with_summaries
from extraction.page.node_table import parse
from tests.extraction.model.pages_for_tests import BEFORE, BEHIND, chosen_by

SIGN = '<sup id=r1><a href="#n1">[1]</a></sup>'
NOTES = "<li id=n1>Stadtarchiv, Band 3. <a href=#r1>↩</a>"


def with_notes_of(html):
    """What is content of a page when it was the paragraphs alone."""
    page = parse(html)
    content = np.array([text in (BEFORE, BEHIND, "[1]") for text in page.text])
    return [text.strip() for text, mark in zip(page.text, with_notes(page, content).tolist(), strict=True) if mark]


@pytest.mark.parametrize(
    "notes",
    [
        f'<section class="footnotes" role="doc-endnotes"><hr><ol>{NOTES}</ol></section>',
        f'<div class="reflist"><ol class="references">{NOTES.replace("n1", "cite_note-1")}</ol></div>',
        '<p class="endnote" id=n1>Stadtarchiv, Band 3.</p>',
    ],
)
def test_the_notes_that_signs_point_to_are_part_of_the_text(notes):
    assert "Stadtarchiv, Band 3." in with_notes_of(f"<p>{BEFORE}{SIGN}</p><p>{BEHIND}</p>{notes}")


@pytest.mark.parametrize(
    "html",
    [
        f'<p>{BEFORE}</p><p>{BEHIND}</p><div class="footnotes"><ol>{NOTES}</ol></div>',
        f'<div class="footnotes"><ol>{NOTES}</ol></div><p>{BEFORE}{SIGN}</p><p>{BEHIND}</p>',
        f'<p>{BEFORE}{SIGN}</p><p>{BEHIND}</p><div class="footnotes">{"Alle Angaben ohne Gewähr. " * 9}</div>',
        f"<p>{BEFORE}{SIGN}</p><p>{BEHIND}</p><div class=sources><ol>{NOTES}</ol></div>",
    ],
)
def test_notes_without_a_sign_before_them_or_longer_than_the_text_are_left_as_they_were_judged(html):
    assert not any("Stadtarchiv" in text or "Gewähr" in text for text in with_notes_of(html))


def test_the_number_beside_a_note_is_no_line_of_the_text():
    note = '<div class="footnote"><a href="#r1">1</a><div><p>Stadtarchiv, Band 3.</p></div></div>'
    assert with_notes_of(f"<p>{BEFORE}{SIGN}</p><p>{BEHIND}</p>{note}")[-1:] == ["Stadtarchiv, Band 3."]
    assert "1" not in with_notes_of(f"<p>{BEFORE}{SIGN}</p><p>{BEHIND}</p>{note}")


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
    assert chosen_by(with_headings, f"<div><p>{BEFORE}</p>{heading}<p>{BEHIND}</p></div>") == [BEFORE, *words, BEHIND]


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
    assert set(chosen_by(with_headings, html)) <= {BEFORE, BEHIND}


PARTS = "<div><section><p>{}</p></section><section>{}<p>{}</p>{}</section></div>"


@pytest.mark.parametrize("heading", ["<h2>Brücken</h2>", "<div><h3>Brücken</h3></div><img src=/b.png>"])
def test_a_heading_that_begins_a_part_of_the_text_is_text(heading):
    assert chosen_by(with_headings, PARTS.format(BEFORE, heading, BEHIND, "")) == [BEFORE, "Brücken", BEHIND]
    other = "<p>Etwas anderes, das mit dem Text nichts zu tun hat und ganz unten im Kasten steht.</p>"
    assert chosen_by(with_headings, PARTS.format(BEFORE, heading, BEHIND, other)) == [BEFORE, BEHIND]
    linked = heading.replace("Brücken", "<a href=/b>Brücken</a>")
    assert chosen_by(with_headings, PARTS.format(BEFORE, linked, BEHIND, "")) == [BEFORE, BEHIND]


def test_a_heading_with_a_button_in_brackets_beside_it_is_text_without_the_button():
    button = "<span>[</span><a href=/edit>edit</a><span>]</span>"
    html = "<div><p>{}</p><div><h2>Brücken</h2><span>{}</span></div><p>{}</p></div>"
    assert chosen_by(with_headings, html.format(BEFORE, button, BEHIND)) == [BEFORE, "Brücken", BEHIND]
    teaser = "<a href=/other>Other news</a>"
    assert chosen_by(with_headings, html.format(BEFORE, teaser, BEHIND)) == [BEFORE, BEHIND]


def test_the_first_of_several_linked_headings_is_text_as_the_others_are():
    html = f"<div><h2><a href=/1>One</a></h2><p>{BEFORE}</p><h2><a href=/2>Two</a></h2><p>{BEHIND}</p></div>"
    assert chosen_by(with_headings, html) == ["One", BEFORE, "Two", BEHIND]
    assert chosen_by(with_headings, html.replace(BEFORE, "Etwas")) == [BEHIND]
    around = html.replace("<h2><a href=/1>One</a></h2>", "<a href=/1><h2>One</h2></a>")
    assert chosen_by(with_headings, around) == ["One", BEFORE, "Two", BEHIND]
    assert chosen_by(with_headings, around.replace("<h2><a href=/2>Two</a></h2>", "<a href=/2><h2>Two</h2></a>")) == [
        *("One", BEFORE, "Two", BEHIND)
    ]


@pytest.mark.parametrize("name", ["infobox", "article-factbox", "Steckbrief"])
def test_a_box_of_facts_amid_the_text_is_part_of_it(name):
    html = f'<p>{BEFORE}</p><aside class="{name}"><h3>Zahlen</h3><ul><li>Länge: 120 m</ul></aside><p>{BEHIND}</p>'
    assert chosen_by(with_facts, html) == [BEFORE, "Zahlen", "Länge: 120 m", BEHIND]


@pytest.mark.parametrize(
    "html",
    [
        f"<p>{BEFORE}</p><aside class=teaser><h3>Zahlen</h3><p>Länge: 120 m</aside><p>{BEHIND}</p>",
        f"<p>{BEFORE}</p><aside class=infobox><h3>Zahlen</h3><p><a href=/>120 m</a></aside><p>{BEHIND}</p>",
        f"<p>{BEFORE}</p><p>{BEHIND}</p><aside class=infobox><h3>Zahlen</h3><p>Länge: 120 m</aside>",
        f"<p>{BEFORE}</p><aside class=infobox>{'Etwas anderes. ' * 80}</aside><p>{BEHIND}</p>",
    ],
)
def test_another_box_with_links_at_the_end_or_long_is_left_as_it_was_judged(html):
    assert chosen_by(with_facts, html) == [BEFORE, BEHIND]


def test_what_is_written_on_a_part_that_unfolds_goes_with_it():
    part = f"<details><summary>Wer darf fahren?</summary><p>{BEHIND}</p></details>"
    assert chosen_by(with_summaries, part) == ["Wer darf fahren?", BEHIND]
    assert chosen_by(with_summaries, "<details><summary>Wer darf fahren?</summary><p>Alle.</p></details>") == []


def test_a_linked_heading_between_the_title_and_the_text_is_text():
    page = parse(f"<div><h1>Brücken</h1><h2><a href=/1>Eins</a></h2><p>{BEFORE}</p><p>{BEHIND}</p></div>")
    content = np.array([text != "Eins" for text in page.text])
    assert with_headings(page, content).all()
    page = parse(f"<div><h1>Brücken</h1><h2>Suche</h2><p>{BEFORE}</p><p>{BEHIND}</p></div>")
    assert not with_headings(page, np.array([text != "Suche" for text in page.text])).all()
