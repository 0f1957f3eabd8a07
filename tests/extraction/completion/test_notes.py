"""Notes behind a text that it points to are part of it."""

import pytest

from extraction.completion.notes import notes
from tests.extraction.completion.pages_for_tests import BEFORE, BEHIND, chosen_by

SIGN = '<sup id=r1><a href="#n1">[1]</a></sup>'
NOTES = "<li id=n1>Stadtarchiv, Band 3. <a href=#r1>↩</a>"


def text_of(html):
    """What is content of a page when it was the paragraphs and signs alone."""
    return [text.strip() for text in chosen_by(notes, html, (BEFORE, BEHIND, "[1]"))]


@pytest.mark.parametrize(
    "boxes",
    [
        f'<section class="footnotes" role="doc-endnotes"><hr><ol>{NOTES}</ol></section>',
        f'<div class="reflist"><ol class="references">{NOTES.replace("n1", "cite_note-1")}</ol></div>',
        f'<section class="ltx_bibliography"><h2>Quellen</h2><ul class="ltx_biblist">{NOTES}</ul></section>',
        '<p class="endnote" id=n1>Stadtarchiv, Band 3.</p>',
    ],
)
def test_the_notes_that_signs_point_to_are_part_of_the_text(boxes):
    assert "Stadtarchiv, Band 3." in text_of(f"<p>{BEFORE}{SIGN}</p><p>{BEHIND}</p>{boxes}")


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
    assert not any("Stadtarchiv" in text or "Gewähr" in text for text in text_of(html))


def test_the_number_beside_a_note_is_no_line_of_the_text():
    note = '<div class="footnote"><a href="#r1">1</a><div><p>Stadtarchiv, Band 3.</p></div></div>'
    assert text_of(f"<p>{BEFORE}{SIGN}</p><p>{BEHIND}</p>{note}")[-1:] == ["Stadtarchiv, Band 3."]
    assert "1" not in text_of(f"<p>{BEFORE}{SIGN}</p><p>{BEHIND}</p>{note}")
