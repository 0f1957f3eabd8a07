"""Boxes amid a text are part of it."""

import pytest

from extraction.completion.boxes import declarations, facts, summaries
from tests.extraction.completion.pages_for_tests import BEFORE, BEHIND, chosen_by


@pytest.mark.parametrize("name", ["infobox", "article-factbox", "Steckbrief"])
def test_a_box_of_facts_amid_the_text_is_part_of_it(name):
    html = f'<p>{BEFORE}</p><aside class="{name}"><h3>Zahlen</h3><ul><li>Länge: 120 m</ul></aside><p>{BEHIND}</p>'
    assert chosen_by(facts, html) == [BEFORE, "Zahlen", "Länge: 120 m", BEHIND]


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
    assert chosen_by(facts, html) == [BEFORE, BEHIND]


def test_what_is_written_on_a_part_that_unfolds_goes_with_it():
    part = f"<details><summary>Wer darf fahren?</summary><p>{BEHIND}</p></details>"
    assert chosen_by(summaries, part) == ["Wer darf fahren?", BEHIND]
    assert chosen_by(summaries, "<details><summary>Wer darf fahren?</summary><p>Alle.</p></details>") == []


@pytest.mark.parametrize(
    ("declaration", "texts"),
    [
        ('<dl><dt class="sig sig-object py"><a href=/>halt</a><b>(</b>wann<b>)</b></dl>', ["halt", "(", "wann", ")"]),
        ("<div class=memproto><table><tr><td>int halt<td>(</table></div>", ["int halt", "("]),
    ],
)
def test_what_is_declared_right_before_the_text_about_it_is_part_of_it(declaration, texts):
    assert chosen_by(declarations, f"<p>{BEFORE}</p>{declaration}<p>{BEHIND}") == [BEFORE, *texts, BEHIND]
    assert chosen_by(declarations, f"{declaration}<p>{BEFORE}</p><p>{BEHIND}") == [BEFORE, BEHIND]
    assert chosen_by(declarations, f"<p>{BEFORE}</p><p>{BEHIND}</p>{declaration}") == [BEFORE, BEHIND]
