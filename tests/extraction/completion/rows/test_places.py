"""What stands at the place where most other boxes have chosen text is text, too."""

import pytest

from extraction.completion.rows.places import places
from tests.extraction.completion.pages_for_tests import chosen_by
from tests.growth import MOST, TIMES, growth

LONG = ("Scrub the pan with steel wool and dry it at once.", "Then rub in a thin layer of oil.", "Bake it for an hour.")
ANSWER = "<article class=answer><p>{}</p><small>answered by {}</small></article>"


def chosen(texts, box=ANSWER, names=("Ada", "Jon", "Mia", "Kay", "Eva"), of=LONG):
    boxes = "".join(box.format(*each) for each in zip(texts, names, strict=False))
    return chosen_by(places, f"<p>Before</p><main>{boxes}</main>", of)


def test_the_last_answer_may_have_three_words():
    assert chosen((*LONG, "Throw it away.")) == [*LONG, "Throw it away."]


def test_one_box_may_have_a_class_more():
    first, *others = (ANSWER.format(*each) for each in zip((*LONG[:2], "Throw it away."), ("Ada", "Jon"), strict=False))
    accepted = first.replace("class=answer", "class='answer accepted'")
    last = ANSWER.format("Throw it away.", "Mia")
    assert chosen_by(places, f"<main>{accepted}{''.join(others)}{last}</main>", LONG)[-1] == "Throw it away."


def test_a_row_begins_with_its_year_as_the_others_do():
    rows = "".join(f"<tr><td><b>{year}</b></td><td>{year} kg</td></tr>" for year in range(1901, 1906))
    years = [str(year) for year in range(1901, 1906)]
    assert chosen_by(places, f"<table>{rows}</table>", years[1:]) == years


@pytest.mark.parametrize("text", ["Posted on 3 May 2024", "3 days ago", "Written by Ada Berg", "Tags:"])
def test_days_writers_and_labels_are_none(text):
    assert chosen((*LONG[:2], text)) == list(LONG[:2])


def test_what_is_the_same_in_each_box_is_none():
    page = "".join(f"<li><p>{text}</p><i>helpful</i></li>" for text in LONG).replace("helpful", "useful", 2)
    assert "helpful" not in chosen_by(places, f"<ul>{page}</ul>", (*LONG, "useful"))


@pytest.mark.parametrize(
    "box",
    [
        "<article class=answer><a href=/a>{}</a></article>",
        "<figure class=answer><figcaption>{}</figcaption></figure>",
        "<div><div class=caption>{}</div></div>",
        "<div class=comment><p>{}</p></div>",
        "<p class=answer>{}</p>",
    ],
)
def test_links_captions_comments_and_bare_paragraphs_stay_out(box):
    assert chosen((*LONG, "Throw it away."), box) == list(LONG)


def test_most_of_the_others_have_chosen_text():
    few = ("One.", "Two.", "Three.")
    assert chosen((*LONG[:2], *few)) == list(LONG[:2])


def test_two_boxes_show_nothing():
    assert chosen((LONG[0], "Throw it away.")) == [LONG[0]]


def test_a_box_with_two_of_a_kind_has_no_such_place():
    box = "<article class=answer><p>{}</p><p>And more of it.</p></article>"
    assert chosen((*LONG, "Throw it away."), box) == list(LONG)


def test_time_grows_with_the_page():
    def page(groups):
        group = "".join(f"<div><p>{text}</p></div>" for text in (*LONG, "Throw it away."))
        return f"<main>{f'<section>{group}</section>' * groups}</main>"

    assert growth(lambda html: chosen_by(places, html, LONG), page(100), page(100 * TIMES)) < MOST
