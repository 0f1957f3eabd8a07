"""What posts have in common in boxes of their own: signatures, and the post that one answers."""

import numpy as np
import pytest

from extraction import extract
from extraction.page import tags
from extraction.page.node_table import parse
from extraction.threads.copied_boxes import copied_boxes

QUESTION = "Which of the two mills by the river still has its old wheel?"
ANSWER = "The upper one has it, and it turns whenever there is water in the ditch."
THANKS = "We saw it turn last Sunday, and the miller let the children in."
SIGNED = ["A stone that rolls gathers no moss.", "Old proverb of the valley"]
SIGNATURE = "".join(f"<p>{each}</p>" for each in SIGNED)


def copied(*posts, quoting="blockquote"):
    page = parse("".join(f"<article>{post}</article>" for post in posts))
    post = np.zeros(len(page.texts), dtype=np.int32)
    for number, row in enumerate((page.tag == tags.CODE["article"]).nonzero()[0], start=1):
        post[page.first[row] : page.last[row]] = number
    quotes = (page.tag == tags.CODE[quoting]).nonzero()[0].tolist()
    marked = copied_boxes(page, post > 0, post, quotes)
    return [] if marked is None else [page.texts[row] for row in marked.nonzero()[0].tolist()]


def body(text, inside=""):
    return f"<div>{inside}<p>{text}</p></div>"


def test_the_post_that_is_answered_above_the_answer_is_none_of_it():
    shown = f"<div class=x><div><p>{QUESTION}</p></div></div>", f"<section>{ANSWER}</section>"
    assert copied(body(QUESTION), shown[0] + body(ANSWER), shown[1] + body(THANKS)) == [QUESTION, ANSWER]


def test_the_same_lines_in_boxes_at_the_end_of_several_posts_are_signatures():
    signed = [body(text) + f"<div><hr><div>{SIGNATURE}</div></div>" for text in (QUESTION, ANSWER)]
    assert copied(*signed, body(THANKS)) == 2 * SIGNED


def test_below_an_answer_that_others_show_the_signature_is_the_same():
    signature = f"<div>{SIGNATURE}</div>"
    shown = f"<section>{QUESTION}</section>"
    assert copied(body(QUESTION) + signature, shown + body(ANSWER) + signature) == [*SIGNED, QUESTION, *SIGNED]


@pytest.mark.parametrize(
    "posts",
    [
        (body(QUESTION), body(ANSWER, inside=f"<x-quote><p>{QUESTION}</p></x-quote>")),
        (body(QUESTION), body(ANSWER, inside=f"<div>{QUESTION}</div>")),
        (body(QUESTION), f"<blockquote>{QUESTION}</blockquote>" + body(ANSWER)),
        (body(QUESTION), body(QUESTION)),
        (body(QUESTION) + body(ANSWER), body(ANSWER)),
        (body(QUESTION) + "<div>Thank you!</div>", body(ANSWER) + "<div>Thank you!</div>"),
        (body(QUESTION) + f"<p>{SIGNED[0]}</p>", body(ANSWER) + f"<p>{SIGNED[0]}</p>"),
        (body(QUESTION) + f"<div>{ANSWER * 6}</div>", body(THANKS) + f"<div>{ANSWER * 6}</div>"),
        (body(QUESTION), body(QUESTION) + f"<p>{ANSWER}</p>"),
    ],
    ids=[
        "custom-quote",
        "box-in-a-post",
        "quote",
        "again",
        "solution",
        "thanks",
        "paragraph",
        "long",
        "paragraph-below",
    ],
)
def test_what_writers_say_again_themselves_stays(posts):
    assert copied(*posts) == []


def test_a_thread_whose_software_shows_what_is_answered_has_each_post_once():
    texts = [QUESTION, ANSWER, THANKS, "It is open on Sundays from May to October, the board at the gate says."]

    def words(number):
        return f"<p>{texts[number] * 2}</p><p>{texts[number]}</p>"

    def post(number):
        shown = f'<div><a href="/u/{number - 1}">{number - 1}</a></div><div>{words(number - 1)}</div>' if number else ""
        sign = f"<div><hr>{SIGNATURE}</div>" if number in {0, 2} else ""
        return (
            f'<li id="e{number}"><div>{shown}</div><div><a href="/u/{number}">walker{number}</a> '
            f'<time datetime="2024-05-0{number + 1}T10:07">5 May 2024, 10:07</time></div>'
            f"<div>{words(number)}</div><div>{sign}<div><a href='#r'>Reply</a></div></div></li>"
        )

    page = f"<title>The mill</title><h1>The mill</h1><ul class=topic>{''.join(map(post, range(4)))}</ul>"
    whole = extract(page, "https://forum.example.org/topic/12/the-mill")
    assert whole.posts == len(texts)
    assert [block.text for block in whole.blocks if block.post] == [times * text for text in texts for times in (2, 1)]
