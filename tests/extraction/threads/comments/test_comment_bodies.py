"""Of the comments below an article those are taken, too, that the method missed."""

from itertools import chain

import numpy as np
import pytest

from extraction import extract
from extraction.division.division import divide
from extraction.page.node_table import parse
from extraction.threads.comments.comment_bodies import body_boxes, completed

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


OLD_REMARKS = [["I have seen it turn!", "Twice."], ["When was that?"], [REMARKS[2], "It was loud."], ["Nice"]]


def old_remark(number, paragraphs, *, is_linked=False):
    """A comment as old themes of WordPress write it: its paragraphs have no box of their own."""
    text = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    name = f"<a class=url href=http://w.example>walker{number}</a>" if is_linked else f"walker{number}"
    return (
        f'<li class="comment" id="comment-{number}"><div id="div-comment-{number}">'
        f'<div class="comment-author"><b>{name}</b></div>'
        f'<div class="datetime">{number + 9}-5-2012 06:28 <a href="/r">Reply</a></div>{text}</div></li>'
    )


def section_of(remarks):
    return f'<p>{ARTICLE}</p><h2 id="comments">Comments</h2><ol class="commentlist">{"".join(remarks)}</ol>'


def test_comments_whose_paragraphs_have_no_box_are_taken_without_who_wrote():
    # The method shows only how it leaves out a name without a link.
    page = parse(section_of(old_remark(n, each, is_linked=n != 2) for n, each in enumerate(OLD_REMARKS)))
    below = marked(page, *OLD_REMARKS[2])
    whole = completed(page, below | marked(page, ARTICLE), below)
    assert texts(page, whole) == list(chain(*OLD_REMARKS))


def test_a_link_in_a_comment_is_part_of_it_though_the_method_left_out_all_links():
    linked = [["I have seen ", "the wheel", " turn!", "Twice."], ["When was ", "that", "?"]]
    in_html = [["I have seen <a href=/w>the wheel</a> turn!", "Twice."], ["When was <a href=/t>that</a>?"]]
    page = parse(section_of(old_remark(n, each) for n, each in enumerate([*in_html, *OLD_REMARKS[2:]])))
    below = marked(page, *OLD_REMARKS[2])
    whole = completed(page, below | marked(page, ARTICLE), below)
    assert texts(page, whole) == list(chain(*linked, *OLD_REMARKS[2:]))


def test_messages_in_a_section_of_comments_are_no_comments_where_nothing_says_who_wrote_them():
    boxes = [["Post it?", "Yes"], ["Delete it?"], OLD_REMARKS[2], ["Sent."]]
    top = "<div class=top><b class=sign>Mill</b><i class=close>x</i></div>"
    page = parse(
        section_of(f"<li class=box>{top}<p>{'</p><p>'.join(each)}</p><u class=end>OK</u></li>" for each in boxes)
    )
    below = marked(page, *OLD_REMARKS[2])
    assert texts(page, completed(page, below | marked(page, ARTICLE), below)) == OLD_REMARKS[2]


def test_what_all_forms_below_an_article_say_is_no_comment():
    forms = "".join(remark(number, "(<a href=/out>Log out</a> / <a href=/in>Change</a>)") for number in range(4))
    page = parse(f"<p>{ARTICLE}</p><div class=comments>{forms}</div>")
    below = marked(page, "(")
    below[np.flatnonzero(below)[1:]] = False
    assert texts(page, completed(page, below | marked(page, ARTICLE), below)) == texts(page, below)


PARAGRAPHS = (
    "The river rose by two metres in the night, and the bridge to the old mill was closed at six, said the town.",
    "Volunteers carried sandbags to the houses along the quay until noon. Forty cellars stand under water.",
    "The rain is to end on Thursday. Until then the school stays closed, and buses go by the upper road.",
)
SHORT = ("Thanks!", "+1", "Great photos", "Stay safe all", "Which road?")
BLOGGER = (
    "<dt class=comment-author><a href=/u>walker{number}</a> said...</dt><dd class=comment-body><p>{text}</p></dd>"
    "<dd class=comment-footer><span class=comment-timestamp><a href=#c>March {number}, 2019 at 10:00 AM</a></span></dd>"
)


def article(comments):
    text = "".join(f"<p>{each}</p>" for each in PARAGRAPHS)
    return (
        "<html><head><title>Flood</title></head><body><div class=post><h3 class=post-title>Flood in the town</h3>"
        f"<div class=post-body>{text}</div></div><div class=comments id=comments>{comments}</div></body></html>"
    )


def test_comments_of_which_the_method_marked_none_are_read_by_the_names_of_their_boxes():
    rows = "".join(BLOGGER.format(number=number, text=text) for number, text in enumerate(SHORT, start=1))
    page = extract(article(f"<h4>5 comments:</h4><dl>{rows}</dl>"), "http://a.example/2019/03/flood.html")
    assert [comment.plain for comment in page.comments] == [*SHORT]
    assert [block.plain for block in page.blocks][-3:] == [*PARAGRAPHS]


@pytest.mark.parametrize(
    "box", ["class=post-message-container", "id=comm-id-7", "class=cMessage", "class=wall_reply_text", "class=cmt_body"]
)
def test_comments_are_read_by_the_names_that_other_software_gives_to_their_boxes(box):
    row = "<div><b class=author>walker{at}</b><div><div><div {box}>{text}<p>Expand full comment</div></div></div></div>"
    rows = "".join(row.format(at=at, box=box, text=text) for at, text in enumerate(SHORT))
    page = extract(article(rows), "http://a.example/2019/03/flood.html")
    assert [comment.plain for comment in page.comments] == [*SHORT]


@pytest.mark.parametrize(
    "words",
    [
        "<form class=comment-form><p class=comment-author><input></p><div class=comment-text>Your comment</div></form>",
        "<div class=comment-text>No comments yet</div>",
        "<aside><b class=author>walker</b><div class=comment-text>Seen it turn</div></aside>",
        "<div class=comment-body><b class=author>walker</b></div>",
    ],
)
def test_what_the_software_says_in_boxes_so_named_is_no_comment(words):
    page = parse(article(words))
    boxes = body_boxes(page, marked(page, *PARAGRAPHS))
    assert boxes is None or not len(boxes)


LONG = "We stood on the upper road at midnight and saw the water come over the wall of the mill, and nobody slept."


@pytest.mark.parametrize(
    "texts", [(LONG, SHORT[0]), (SHORT[2], LONG), (LONG, LONG.replace("mill", "school"), SHORT[1])]
)
def test_all_comments_in_boxes_of_such_names_are_read_where_the_method_marked_one(texts):
    rows = "".join(BLOGGER.format(number=number, text=text) for number, text in enumerate(texts, start=1))
    html = article(f"<h4>{len(texts)} comments:</h4><dl>{rows}</dl>")
    page = parse(html)
    parts = divide(page, marked(page, *PARAGRAPHS, LONG[:40]), "http://a.example/2019/03/flood.html")
    number = [int(parts.comment[row]) for row, text in enumerate(page.text) if text in texts]
    assert number == [*range(1, len(texts) + 1)]
