"""Of the comments below an article those are taken, too, that the method missed."""

import numpy as np
import pytest

from extraction.page.node_table import parse
from extraction.threads.comment_bodies import completed

ARTICLE = "The old mill by the river has a new wheel, and it turns again."
REMARKS = ["I have seen it turn!", "When was that?", "On the first of May, in the morning, with all the town.", "Nice"]


def marked(page, *parts):
    return np.array([any(part in text for part in parts) for text in page.text])


def texts(page, content):
    return [text for text, is_content in zip(page.text, content.tolist(), strict=True) if is_content]


def remark(number, text):
    return (
        f'<li class="comment" id="c{number}"><div class="who"><b class="name">walker{number}</b><i class="when">'
        f'{number} May</i></div><p>{text}</p><div class="foot"><a class="reply" href="/r">Reply</a></div></li>'
    )


@pytest.mark.parametrize("known", [REMARKS[2:3], [REMARKS[0], REMARKS[2]]])
def test_the_comments_that_the_method_missed_are_taken_without_names_and_buttons(known):
    remarks = "".join(remark(number, text) for number, text in enumerate(REMARKS))
    page = parse(f"<p>{ARTICLE}</p><div class=comments><h2>Comments</h2><ul>{remarks}</ul></div>")
    below = marked(page, *known)
    whole = completed(page, below | marked(page, ARTICLE), below)
    assert texts(page, whole) == REMARKS


def test_what_all_forms_below_an_article_say_is_no_comment():
    forms = "".join(remark(number, "(<a href=/out>Log out</a> / <a href=/in>Change</a>)") for number in range(4))
    page = parse(f"<p>{ARTICLE}</p><div class=comments>{forms}</div>")
    below = marked(page, "(")
    below[np.flatnonzero(below)[1:]] = False
    assert texts(page, completed(page, below | marked(page, ARTICLE), below)) == texts(page, below)
