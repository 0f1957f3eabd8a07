import numpy as np
import pytest

from extraction import extract
from extraction.methods import correlativity
from extraction.page import tags
from extraction.page.node_table import parse


def row(page, name, nth=0):
    return int(np.flatnonzero(page.tag == tags.CODE[name])[nth])


def cc_of(page):
    return correlativity.content_correlativity(*correlativity.text_and_links(page))


def test_the_body_of_the_papers_figure_is_no_content():
    # TA 2256 and LA 178, as its figure has them: 12.67, below C
    page = parse("<body>" + "x" * 2256 + "<a href=/>link</a>" * 178)
    text, links = correlativity.text_and_links(page)
    body = row(page, "body")
    assert (text[body], links[body]) == (2256, 178)
    assert cc_of(page)[body] == pytest.approx(12.674, abs=0.001)
    assert extract("<body>" + "x" * 2256 + "<a href=/>link</a>" * 178, method="correlativity").text == ""


def test_no_link_counts_as_one():
    assert cc_of(parse("<p>" + "x" * 40))[-1] == 40


def test_the_text_of_links_and_white_space_count_nowhere():
    page = parse("<p>a b c <a>" + "x" * 100)
    assert correlativity.text_and_links(page)[0][row(page, "p")] == 3


def test_content_begins_above_29():
    assert extract("<p>" + "x" * 29, method="correlativity").text == ""
    assert extract("<p>" + "x" * 30, method="correlativity").text == "x" * 30


def test_text_density_is_the_parents_text_to_the_nodes_links():
    page = parse("<div>" + "x" * 100 + "<p>y<a>1</a><a>2</a></p><p></p></div>")
    text, links = correlativity.text_and_links(page)
    density = correlativity.text_density(page, text, links)
    assert density[row(page, "p")] == 101 / 2
    assert density[row(page, "p", 1)] == 101
    assert density[0] == 1 / 2  # the root has no parent, which counts as 1


def test_similarity_is_the_share_of_content_among_the_siblings_of_the_same_tag():
    page = parse("<div><p>" + "x" * 30 + "</p><p>short</p><p>" + "x" * 30 + "</p><b>short</b></div>")
    similarity = correlativity.content_similarity(page, cc_of(page))
    assert similarity[row(page, "p")] == similarity[row(page, "p", 1)] == pytest.approx(2 / 3)
    assert similarity[row(page, "b")] == 0


LONG = "<p>A paragraph that is long enough to be content by itself, without any help.</p>"


def test_a_short_paragraph_among_content_is_raised():
    assert "Yes." in extract(f"<div>{LONG}<p>Yes.</p>{LONG}</div>", method="correlativity").text


def test_a_paragraph_at_the_threshold_is_raised_too():
    assert "x" * 29 in extract(f"<div>{LONG}<p>{'x' * 29}</p>{LONG}</div>", method="correlativity").text


def test_a_short_paragraph_among_short_ones_is_not_raised():
    text = extract(f"<div>{LONG}<p>Yes.</p><p>No.</p></div>", method="correlativity").text
    assert "Yes." not in text
    assert "enough" in text


def test_a_short_paragraph_in_a_parent_of_little_text_is_not_raised():
    # all its siblings are content (2 of 3), but the parent's 61 characters are not above D
    html = f"<div><p>{'x' * 30}</p><p>{'y' * 30}</p><p>z</p></div>"
    assert extract(html, method="correlativity").text == "x" * 30 + "\n" + "y" * 30


def test_the_copyright_line_outside_the_structure_is_left_out():
    foot = "<div><p>Copyright 2012 by the Company of Everything, all rights reserved.</p></div>"
    text = extract(f"<div>{LONG * 5}</div>{foot}", method="correlativity").text
    assert "Copyright" not in text
    assert text.count("A paragraph") == 5


def test_text_that_parent_and_child_would_both_give_is_given_once():
    html = f"<div>{'One sentence of the parent itself, which is long enough. '}{LONG}</div>"
    text = extract(html, method="correlativity").text
    assert text.count("A paragraph that") == 1
    assert text.count("One sentence") == 1


def test_a_link_in_a_sentence_stays_and_a_list_of_links_goes():
    links = "<ul>" + "".join(f"<li><a href=/{i}>Link number {i}</a></li>" for i in range(20)) + "</ul>"
    sentence = "<p>It was in <a href=/x>the paper</a>, as everybody could read there.</p>"
    html = f"<div>{links}</div><div>{LONG}{sentence}</div>"
    text = extract(html, method="correlativity").text
    assert "It was in the paper, as everybody" in text
    assert "Link number" not in text


def test_the_text_begins_at_the_headline_outside_the_structure():
    lead = "<p>A lead that stands in the box of the headline, long enough to count.</p>"
    html = f"<title>The headline of it - Site</title><div><h1>The headline of it</h1>{lead}</div><div>{LONG * 4}</div>"
    text = extract(html, method="correlativity").text
    assert text.startswith("The headline of it\nA lead")
