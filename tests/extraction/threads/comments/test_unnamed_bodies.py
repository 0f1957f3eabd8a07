"""Comments of which the method marked none, in boxes whose names do not speak of them."""

import numpy as np
import pytest

from extraction.page.node_table import parse
from extraction.threads.comments.unnamed_bodies import unnamed_body_boxes
from tests.growth import MOST, TIMES, growth

ARTICLE = "The fair of figs began in the town, and more than a thousand people came from the valleys around it."
WORDS = ("I miss the figs.", "Our grandfather took all of us there each year, on the cart, and we sang.", "Thanks")
ROW = (
    "<div class=pl_item><p class=pl_top><i class=pl_user>walker{at}</i><i class=pl_time>2013-8-2{at} 13:22</i></p>"
    "<div class=pl_nr>{text}</div><p class=pl_bot><b>Like ({at})</b> <a href=#>Reply</a></p></div>"
)


def comments_of(row=ROW, texts=WORDS, section="pinglun"):
    rows = "".join(row.format(at=at % 9, text=text) for at, text in enumerate(texts))
    page = parse(f"<body><h1>The fair</h1><p>{ARTICLE}</p><div class={section}><h3>Comments</h3>{rows}</div>")
    boxes = unnamed_body_boxes(page, np.array([text == ARTICLE for text in page.text]))
    return None if boxes is None else [page.inner_text(row).strip() for row in boxes.tolist()]


def test_the_box_with_what_is_no_name_day_or_button_is_the_comment():
    assert comments_of() == [*WORDS]


@pytest.mark.parametrize(
    "row", [ROW.replace("pl_user", "pl_who"), ROW.replace("2013-8-2{at} 13:22", "now"), "<p>{text}</p>"]
)
def test_boxes_without_a_user_or_a_day_are_no_comments(row):
    assert comments_of(row) is None


def test_two_may_be_alike_by_chance():
    assert comments_of(texts=WORDS[:2]) is None


def test_a_section_of_another_name_has_no_comments():
    assert comments_of(section="news") is None


def test_looking_for_them_grows_with_their_number():
    assert growth(lambda texts: comments_of(texts=texts), WORDS * 20, WORDS * 20 * TIMES) < MOST
