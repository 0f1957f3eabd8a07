"""Where what was marked does not tell which boxes hold the posts, names of forum software do."""

import numpy as np
import pytest

from extraction.page.node_table import parse
from extraction.threads import posts
from extraction.threads.records import records

FIRST = ["Good morning,", "The old mill by the river has a new wheel, and it turns again, says my grandfather."]
SECOND = ["Hello!", "We went to see it on Sunday and there was hardly any water in it.", "Thank you"]
TEXTS = [*FIRST, *SECOND]


def post(number, paragraphs, body, inside=""):
    text = "".join(f"<p>{each}" for each in paragraphs)
    return f"""<div class="post" id="p{number}"><div class="head"><a class="link" href="#{number}">#{number}</a>
    <span class="date">5 May, 10:0{number}</span></div><div class="card"><b class="nick">walker{number}</b>
    <i class="rank">elder of the board</i></div><div class="{body}">{inside}{text}</div>
    <div class="foot"><a class="reply" href="/r">Reply</a></div></div>"""


def thread(body, inside="", others=""):
    return parse(f"<h1>The mill</h1>{post(1, FIRST, body, inside)}{post(2, SECOND, body, inside)}{others}")


def completed(page, *parts):
    content = np.array([any(part in text for part in parts) for text in page.text])
    whole = posts.completed(page, content, content, records(page, content))
    return [text for text, mark in zip(page.text, whole.tolist(), strict=True) if mark]


@pytest.mark.parametrize(
    "name", ["post__content js-content", "message-body", "ipsRichText", "cooked", "d_post_content", "wall_post_text"]
)
def test_posts_of_which_a_part_was_marked_are_whole_in_boxes_named_after_their_text(name):
    assert completed(thread(name), FIRST[1], SECOND[1]) == TEXTS


def test_what_was_marked_beside_such_boxes_is_none_of_the_posts():
    assert completed(thread("postcontent"), FIRST[1], SECOND[1], "elder", "The mill") == ["The mill", *TEXTS]


def test_the_tighter_of_two_boxes_holds_the_text():
    page = thread('post-content"><span>Like</span><div class="post-body')
    assert completed(page, FIRST[1], SECOND[1]) == TEXTS


def test_of_the_boxes_that_what_was_marked_tells_those_named_after_the_text_within_are_the_posts():
    texts = ["The old mill by the river has a new wheel. " * 4, "We went to see it on Sunday. " * 6, "Well! " * 20]
    stars = ["miller gave it a star", "walker and two others were glad", "smith"]
    html = "".join(
        f"<div class=post id=p{at}><div class=head><a class=link href=#>#{at}</a><b class=nick>walker{at}</b></div>"
        f"<div class=wrap><div class=message-body><p>{text}</div><u class=stars>{star}</u></div>"
        f"<a class=reply href=/r>Reply</a></div>"
        for at, (text, star) in enumerate(zip(texts, stars, strict=True))
    )
    page = parse(f"<h1>The mill</h1>{html}")
    assert completed(page, "The", "We went", "Well", *stars) == ["The mill", *texts]


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(thread("text"), id="without such a name"),
        pytest.param(thread("post_content", '<p class="author">by walker, 5 May</p>'), id="the box of a whole post"),
        pytest.param(thread("postcontent", '<div class="postcontent">Like</div>'), id="several in each post"),
    ],
)
def test_other_boxes_say_nothing(page):
    assert completed(page, FIRST[1], SECOND[1]) == [FIRST[1], SECOND[1]]


def test_a_quote_in_a_post_may_say_whose_it_is():
    quote = "<blockquote><b class='author'>walker1 wrote</b>A new wheel</blockquote>"
    assert completed(thread("postcontent", quote), FIRST[1], SECOND[1])[-3:] == SECOND
