"""Boxes alike amid the text are part of it when some of them are chosen, and questions with answers also behind it."""

import numpy as np
import pytest

from extraction.completion.rows.items import items
from extraction.page.node_table import parse
from tests.extraction.completion.pages_for_tests import BEFORE, BEHIND, chosen_by, completed_by
from tests.growth import MOST, TIMES, growth

DAYS = [("1. gün", "Varış ve akşam yemeği"), ("2. gün", "Tekneyle adalara"), ("3. gün", "Müzeler ve çarşı")]
QUESTIONS = [
    ("Was kostet eine Reinigung?", "Meist 800 Euro."),
    ("Wie lange dauert sie?", "Einen Tag."),
    ("Braucht man ein Gerüst?", "Nein."),
]
PARTS = {
    "details": "<details><summary>{}</summary>{}</details>",
    "boxes": "<div class=part><h4>{}</h4><div>{}</div></div>",
    "rows": "<tr><td>{}<td>{}",
    "titles that are buttons": "<div class=a><div role=button><a href>{}</a></div><div role=region>{}</div></div>",
}


def page_of(parts, pairs, behind=f"<p>{BEHIND}</p>", before=""):
    """A text with boxes amid it."""
    boxes = "".join(PARTS.get(parts, parts).format(*pair) for pair in pairs)
    wrap = "table" if parts == "rows" else "section"
    return f"<p>{BEFORE}</p>{before}<{wrap}>{boxes}</{wrap}>{behind}"


def texts_of(pairs):
    return [text for pair in pairs for text in pair]


@pytest.mark.parametrize("parts", PARTS)
def test_the_rest_of_boxes_amid_the_text_is_text_when_one_is_chosen(parts):
    chosen = (BEFORE, BEHIND, *DAYS[0])
    assert chosen_by(items, page_of(parts, DAYS), chosen) == [BEFORE, *texts_of(DAYS), BEHIND]


@pytest.mark.parametrize(
    ("html", "chosen"),
    [
        (page_of("boxes", DAYS), (BEFORE, BEHIND)),
        (page_of("boxes", DAYS, ""), (BEFORE, *DAYS[0])),
        (page_of("boxes", DAYS, before="<p>Anzeige"), (BEFORE, BEHIND, *DAYS[0])),
        (page_of("boxes", DAYS[:2]), (BEFORE, BEHIND, *DAYS[0])),
        (page_of("<div><h4>{}</h4><a href=/tour>{}</a></div>", DAYS), (BEFORE, BEHIND, *DAYS[0])),
        (page_of("<div class=comment><h4>{}</h4>{}</div>", DAYS), (BEFORE, BEHIND, *DAYS[0])),
        (page_of("<div class=part><h4>{}</h4><div>{}</div></div>Anzeige", DAYS), (BEFORE, BEHIND, *DAYS[0])),
    ],
    ids=["none chosen", "nothing behind", "something before", "two", "links", "comments", "something between"],
)
def test_others_stay_as_they_were_judged(html, chosen):
    assert chosen_by(items, html, chosen) == [text for text in parse(html).text if text in chosen]


def test_boxes_of_which_nearly_all_is_chosen_have_labels_left_out():
    html = page_of("<div><p>{}</p><b>{}</b></div>", [(text * 4, "Teilen") for _, text in DAYS])
    assert "Teilen" not in chosen_by(items, html, (BEFORE, BEHIND, *(text * 4 for _, text in DAYS)))


@pytest.mark.parametrize("parts", PARTS)
def test_questions_with_answers_behind_the_text_are_part_of_it_although_none_is_chosen(parts):
    html = page_of(parts, QUESTIONS, "", before="<a href=/angebot>Angebot anfordern</a><h2>Häufige Fragen</h2>")
    assert chosen_by(items, html, (BEFORE,)) == [BEFORE, "Häufige Fragen", *texts_of(QUESTIONS)]


def test_links_to_articles_whose_titles_ask_something_are_none():
    html = page_of("<div class=teaser><h4><a href=/x>{}</a></h4>{}</div>", QUESTIONS, "")
    assert chosen_by(items, html, (BEFORE,)) == [BEFORE]


def test_a_page_of_which_nothing_is_chosen_stays_empty():
    assert not chosen_by(items, page_of("boxes", QUESTIONS), ())


def test_the_work_grows_with_the_page():
    def boxes(times):
        page = parse(page_of("boxes", DAYS) * 60 * times)
        return page, np.array([text in (BEFORE, BEHIND, *DAYS[0]) for text in page.text])

    assert growth(lambda arguments: completed_by(items, *arguments), boxes(1), boxes(TIMES)) < MOST
