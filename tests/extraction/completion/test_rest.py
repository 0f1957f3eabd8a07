"""The rest of what was chosen in part is text."""

import numpy as np
import pytest

from extraction.completion.rest import rest
from extraction.page.node_table import parse
from tests.extraction.completion.pages_for_tests import BEFORE, BEHIND, chosen_by, completed_by

CODE = "<pre><code>make <b>bridge</b></code></pre>"


PARTS = [
    (f"<div><p>{BEFORE}</p><ul><li>{BEFORE}</li><li>ein Radweg</li></ul><p>{BEHIND}</p></div>", {"ein Radweg"}),
    (f"<div><p>{BEFORE}</p>{CODE}<p>{BEHIND}</p></div>", {"make", "bridge"}),
    (f"<div><p>{BEFORE}</p><pre>halt(<a href=/>wann</a>)</pre><p>{BEHIND}</p></div>", {"halt(", "wann", ")"}),
    (f"<p>{BEFORE}</p><div><h4>Halt</h4><pre>halt(wann)</pre><p>{BEHIND}</p></div>", {"halt(wann)"}),
    (
        f"<div><p>{BEFORE}</p><table><tr><td>{BEFORE}<td><a href=/>a</a><tr><td>kurz</table><p>{BEHIND}</p></div>",
        {"a", "kurz"},
    ),
]


@pytest.mark.parametrize(("html", "others"), PARTS)
def test_the_rest_of_what_was_chosen_in_part_is_text(html, others):
    page = parse(html)
    content = np.array([text in (BEFORE, BEHIND) for text in page.text])
    extended = completed_by(rest, page, content)
    assert {text.strip() for text, mark in zip(page.text, extended & ~content, strict=True) if mark} == others


@pytest.mark.parametrize(
    "html",
    [
        f"<div>{CODE}<p>{BEFORE}</p><p>{BEHIND}</p></div>",
        f"<p>{BEFORE}</p><div>Etwas anderes<pre>halt(wann)</pre><p>{BEHIND}</p></div>",
        f"<div><p>{BEFORE}</p><pre><a href=/>halt(wann)</a></pre><p>{BEHIND}</p></div>",
        f"<div><p>{BEFORE}</p><ul><li>{BEFORE}</li><li><a href=/>ein Radweg</a></li></ul><p>{BEHIND}</p></div>",
        f"<div><p>{BEFORE}</p><ul><li>{BEFORE}</li><li>{'Etwas anderes. ' * 30}</li></ul><p>{BEHIND}</p></div>",
        f"<div><p>{BEFORE}</p>{CODE}<div>{'Etwas anderes. ' * 9}</div><p>{BEHIND}</p></div>",
    ],
)
def test_what_stands_elsewhere_has_links_or_is_mostly_left_out_is_left_as_it_was_judged(html):
    page = parse(html)
    content = np.array([text in (BEFORE, BEHIND) for text in page.text])
    assert completed_by(rest, page, content).tolist() == content.tolist()


def test_a_list_amid_the_text_of_which_the_least_was_chosen_is_whole():
    page = parse(f"<div><p>{BEFORE}</p><ul><li>eine neue Bank<li>ein schmaler Radweg<li>Sand</ul><p>{BEHIND}</p></div>")
    content = np.array([text in (BEFORE, BEHIND, "Sand") for text in page.text])
    assert completed_by(rest, page, content).all()


def test_code_of_which_a_line_was_chosen_is_chosen_whole_wherever_it_stands():
    code = f"<pre><span>{BEFORE}<br>print(1)</span></pre>"
    line = f"{BEFORE}\n"
    assert chosen_by(rest, f"<div>Teilen{code}</div>", (line,)) == [line, "print(1)"]
    linked = code.replace("print", "<a href=/>Link</a> print")
    assert chosen_by(rest, f"<div>Teilen{linked}</div>", (line,)) == [line]
