"""The title of a box whose text is chosen is text, too, where boxes alike stand side by side."""

import pytest

from extraction.completion.rows.titles import titles
from tests.extraction.completion.pages_for_tests import chosen_by

TITLES = ["Along the viaducts", "A circle around Ely", "Over the tops"]
TEXTS = [
    "The line was meant to be closed, and its viaducts would have been left to the sheep.",
    "In the fens the horizon is a ruler, and the walk is best in frost.",
    "A short walk with a long climb, whose last mile goes downhill.",
]
CARD = "<article class=post-{2}><h2><a href=/{2}>{0}</a></h2><p>{1}</article>"


def page(card=CARD, *, texts=TEXTS, names=TITLES, around="<main>{}</main>"):
    return around.format("".join(card.format(*each) for each in zip(names, texts, range(len(names)), strict=True)))


@pytest.mark.parametrize(
    "card",
    [
        CARD,
        "<li><div><h3>{0}</h3></div><div><p>{1}</div>",
        "<div class=item><div class=title role=button><a>{0}</a></div><div class=panel><p>{1}</div></div>",
        "<div id=a{2}><h4>{0}</h4><span>May 3</span> <p>{1}<p><a href=/{2}>More</a></div>",
    ],
    ids=["linked", "in a box of its own", "that unfolds", "with a day"],
)
def test_the_titles_of_boxes_whose_texts_are_chosen_are_text(card):
    assert [text for text in chosen_by(titles, page(card), TEXTS) if text in TITLES] == TITLES


def test_one_that_is_missing_beside_chosen_ones_is_text():
    assert TITLES[1] in chosen_by(titles, page(), [*TEXTS, TITLES[0], TITLES[2]])


@pytest.mark.parametrize(
    ("html", "chosen"),
    [
        pytest.param(page(texts=TEXTS[:2], names=TITLES[:2]), TEXTS, id="two boxes"),
        pytest.param(page(), TEXTS[:2], id="one of three says nothing"),
        pytest.param(page(names=["Details", "Details", TITLES[2]]), TEXTS, id="a title that comes again"),
        pytest.param(page(names=["D", "E", "F"]), TEXTS, id="letters"),
        pytest.param(page("<h2>{0}</h2><p>{1}</p>"), TEXTS, id="without boxes"),
        pytest.param(page("<div><h2>{0}</h2><p>{1}</p><h3>Sub</h3></div>"), TEXTS, id="boxes with two headings"),
        pytest.param(page(CARD.replace("<p>{1}", "<p>{1}<p>" + "Buy now. " * 20)), TEXTS, id="boxes with much else"),
        pytest.param(page("<div><h2>{0}</h2><b>1</b><b>2</b><b>3</b><p>{1}</div>"), TEXTS, id="far from the text"),
        pytest.param(page(around="<div class=comments>{}</div>"), TEXTS, id="names of who wrote"),
    ],
)
def test_other_headings_are_left_as_they_were_judged(html, chosen):
    assert set(chosen_by(titles, html, chosen)) == {text for text in chosen if text in html}


def test_boxes_of_another_kind_beside_them_make_no_difference():
    html = f"<main><header><h1>Walks</h1></header>{page(around='{}')}<nav><h2>Pages</h2><a href=/2>2</a></nav></main>"
    assert chosen_by(titles, html, TEXTS) == [each for pair in zip(TITLES, TEXTS, strict=True) for each in pair]
