"""An article that is loaded below another one is no part of it."""

import pytest

from extraction import extract

OWN = (
    "<p>The council of Ellmar voted by fourteen to three to pay 31 million for the waterworks that it sold in 2005.</p>"
)
OTHER = (
    "<p>The choir of the grammar school has won the silver harp of the festival, ahead of choirs from eleven towns.</p>"
)
FIRST, SECOND = "Town buys back its waterworks", "School choir wins in Prague"
BOXES = {
    "articles": "<main><article id=a1><h1>{0}</h1>{1}</article><hr><article id=a2><h1>{2}</h1>{3}</article></main>",
    "boxes": "<div><div class=story><div><h1>{0}</h1></div>{1}</div><div class=story><h1>{2}</h1>{3}</div></div>",
    "wrappers": "<div><section><article><h1>{0}</h1>{1}</article></section>"
    "<section><article><h1>{2}</h1>{3}</article></section></div>",
}


def text_of(boxes, title):
    head = f"<head><title>{title} | Valley Post</title><body>"
    return extract(head + boxes.format(FIRST, OWN * 3, SECOND, OTHER * 3), method="all-text").text


@pytest.mark.parametrize("boxes", BOXES)
def test_an_article_below_that_of_the_title_is_left_out(boxes):
    text = text_of(BOXES[boxes], FIRST)
    assert "council" in text
    assert "choir" not in text


@pytest.mark.parametrize("boxes", BOXES)
@pytest.mark.parametrize("title", ["All news of the week", SECOND, f"{FIRST} | {SECOND}"])
def test_a_list_of_articles_stays(boxes, title):
    text = text_of(BOXES[boxes], title)
    assert "council" in text
    assert "choir" in text


def test_a_part_with_a_title_that_is_no_box_like_the_first_stays():
    text = text_of("<article><h1>{0}</h1>{1}<section><h1>{2}</h1>{3}</section></article>", FIRST)
    assert "choir" in text
