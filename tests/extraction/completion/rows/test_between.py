"""A heading that no element marks as one, and a sentence between paragraphs, are part of the text around them."""

import pytest

from extraction.completion.rows.between import between
from tests.extraction.completion.pages_for_tests import BEFORE, BEHIND, chosen_by


@pytest.mark.parametrize(
    ("heading", "words"),
    [("<p><b>Brücken, Wege</b></p>", "Brücken, Wege"), ("<p>Brücken</p>", "Brücken"), ("<p>四、桥梁</p>", "四、桥梁")],
)
def test_a_line_between_two_paragraphs_is_a_heading(heading, words):
    assert chosen_by(between, f"<div><p>{BEFORE}</p>{heading}<p>{BEHIND}</p></div>") == [BEFORE, words, BEHIND]


@pytest.mark.parametrize(
    "line",
    [
        "<p><a href=/b><b>Brücken</b></a></p>",
        "<p>Anna, Ulm</p>",
        "<p>* * *</p>",
        "<p>Brücken</p><p>Wege</p>",
        "<p><img src=b.jpg></p><p>Brücken</p>",
        "<div>Brücken</div>",
        "<p class=byline><b>Brücken</b></p>",
        f"<p><b>{'Brücken ' * 20}</b></p>",
    ],
)
def test_another_line_is_left_as_it_was_judged(line):
    assert chosen_by(between, f"<div><p>{BEFORE}</p>{line}<p>{BEHIND}</p></div>") == [BEFORE, BEHIND]


@pytest.mark.parametrize(("before", "behind"), [("Er kam nach", BEHIND), (BEFORE, "Zu viele")])
def test_a_short_line_amid_a_sentence_or_above_no_sentence_is_no_heading(before, behind):
    html = f"<div><p>{before}</p><p>Brücken</p><p>{behind}</p></div>"
    assert chosen_by(between, html, (before, behind)) == [before, behind]


def test_lines_called_like_a_heading_are_headings_above_the_first_paragraph_and_below_a_table():
    parts = (
        f"<div class=b>Eins</div><div>{BEFORE}</div><table><tr><td>{BEHIND}</td></tr></table><div class=b>Zwei</div>"
    )
    html = f"<div>{parts}<div>{BEFORE}</div><div class=b>Drei</div><div>{BEHIND}</div></div>"
    assert chosen_by(between, html) == ["Eins", BEFORE, BEHIND, "Zwei", BEFORE, "Drei", BEHIND]


@pytest.mark.parametrize("line", ["<p>Wer, und wann?</p>", "<div>雨停了。</div>", "<div>“我们不怕，也不走。”</div>"])
@pytest.mark.parametrize("before", [f"<p>{BEFORE}</p>", f"<h2>{BEFORE}</h2>"])
def test_a_sentence_behind_a_paragraph_or_a_heading_and_before_a_paragraph_is_text(line, before):
    words = line.partition(">")[2].partition("<")[0]
    assert chosen_by(between, f"<div>{before}{line}<p>{BEHIND}</p></div>") == [BEFORE, words, BEHIND]


def test_a_sentence_below_a_picture_is_its_caption():
    html = f"<div><p>{BEFORE}</p><figure><img src=b.jpg></figure><div>雨停了。</div><p>{BEHIND}</p></div>"
    assert chosen_by(between, html) == [BEFORE, BEHIND]


def test_a_sentence_between_two_headings_is_left_as_it_was_judged():
    html = f"<div><h2>{BEFORE}</h2><p>Wer, und wann?</p><h2>{BEHIND}</h2></div>"
    assert chosen_by(between, html) == [BEFORE, BEHIND]
