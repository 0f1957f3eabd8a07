import numpy as np
import pytest

from extraction import parse, select
from extraction.boilerplate.message_boxes import message_box

LINE = "The page that you are looking for was moved, deleted, or was never here, so we cannot show it to you now."


def message(html):
    selected = select(html, "all-text")
    return message_box(selected.page, selected.content)


@pytest.mark.parametrize(("name", "about"), [("error-404", "not-found"), ("alert_error", "message"), ("content", None)])
def test_the_name_of_the_box_with_the_text_tells_what_it_is_about(name, about):
    assert message(f'<h1>Sorry</h1><div class="{name}"><p>{LINE}</p></div>') == about


def test_a_message_beside_a_text_is_no_message_in_its_place():
    box = f'<div class="error-404"><p>{LINE}</p></div>'
    assert message(box) == "not-found"
    assert message(f"{box}<p>{LINE} {LINE}</p>") is None


def test_where_nothing_was_marked_a_box_with_text_is_enough():
    page = parse(f'<p>{LINE}</p><div class="error-404"><p>{LINE}</p></div>')
    nothing = np.zeros(len(page.texts), dtype=np.bool_)
    assert message_box(page, nothing) == "not-found"
    empty = parse(f'<p>{LINE}</p><div class="error-404"></div>')
    assert message_box(empty, nothing[:1]) is None
