"""A list that a sentence introduces, and code amid the text, are text."""

import pytest

from extraction.completion.introduced import introduced
from tests.extraction.completion.pages_for_tests import chosen_by

BEFORE = "Für die Brücke braucht ihr nicht mehr als dies:"
BEHIND = "Alles andere bringen die Helfer mit, die am Ufer auf euch warten."
ITEMS = ["Bretter", "Nägel", "ein Seil"]
LIST = "".join(f"<li><a href=/{item[:2]}>{item}</a>" for item in ITEMS)


@pytest.mark.parametrize("tag", ["ul", "ol"])
def test_a_list_behind_a_line_with_a_colon_is_text_linked_or_not(tag):
    html = f"<div><div><p>{BEFORE}</p><{tag}>{LIST}</{tag}></div><p>{BEHIND}</p></div>"
    assert chosen_by(introduced, html, [BEFORE, BEHIND]) == [BEFORE, *ITEMS, BEHIND]


def test_code_that_ends_the_box_of_the_text_is_text():
    text = f"<p>{BEHIND} {BEHIND}</p>"
    html = f"<div>{text}<div><pre>SELECT 1</pre></div></div><footer>Impressum</footer>"
    assert chosen_by(introduced, html, [f"{BEHIND} {BEHIND}"])[-1] == "SELECT 1"
    assert "SELECT 1" not in chosen_by(introduced, html.replace("SELECT 1", "<a href=/>SELECT 1</a>"), [BEHIND])
    assert "SELECT 1" not in chosen_by(introduced, html.replace(text, f"<p>{BEHIND}</p>"), [BEHIND])


def test_other_code_and_prompts_may_stand_between_code_and_the_text():
    cell = "<div class=cell><div class=prompt>In [{0}]:</div><div class=hl><pre>{1}</pre></div></div>"
    html = f"<p>{BEHIND}</p>{cell.format(1, 'x = 1')}{cell.format(2, 'x')}<p>{BEFORE}<div><pre>y</pre>Impressum</div>"
    assert chosen_by(introduced, html, [BEHIND, BEFORE]) == [BEHIND, "x = 1", "x", BEFORE]


def test_code_between_two_paragraphs_is_text():
    html = f"<p>{BEHIND}</p><pre>SELECT 1</pre><p>{BEFORE}</p>"
    assert chosen_by(introduced, html, [BEFORE, BEHIND]) == [BEHIND, "SELECT 1", BEFORE]


@pytest.mark.parametrize(
    ("before", "chosen"),
    [
        pytest.param(BEFORE.replace(":", "."), True, id="no colon"),
        pytest.param("Schlagwörter:", True, id="a label"),
        pytest.param("Lesen Sie auch diese Beiträge:", True, id="a label of other articles"),
        pytest.param(BEFORE, False, id="it was not chosen"),
    ],
)
def test_what_else_stands_before_a_list_introduces_none(before, chosen):
    html = f"<p>{BEHIND}</p><p>{before}</p><ul>{LIST}</ul><p>{BEHIND} Oder nicht.</p>"
    marked = [BEHIND, f"{BEHIND} Oder nicht.", *([before] if chosen else [])]
    assert set(chosen_by(introduced, html, marked)) == set(marked)


@pytest.mark.parametrize(
    "html",
    [
        pytest.param(f"<h2>{BEFORE}</h2><ul>{LIST}</ul><p>{BEHIND}", id="a heading"),
        pytest.param(f"<p>{BEFORE}</p><ul>{LIST}</ul><p>Impressum</p><p>{BEHIND}", id="no text behind the list"),
        pytest.param(f"<p>{BEFORE}</p><pre>x = 1</pre><p>Impressum</p><p>{BEHIND}", id="no text behind the code"),
    ],
)
def test_what_does_not_stand_amid_the_text_is_left_as_it_was_judged(html):
    assert chosen_by(introduced, html, [BEFORE, BEHIND]) == [BEFORE, BEHIND]
