import pytest

from extraction import extract
from extraction.page.node_table import parse
from extraction.page.user_signatures import signatures_of

POSTS = ["Nice", "Thanks!", "Agree", "I like it", "bump", "Me too"]
SIGNATURES = [
    "My gear: two kettles, five cups and a table that never leaves the house. I sell some of it, so ask me.",
    "Life is what happens while you make other plans, said somebody who never made any plans in his life.",
    "If you can read this, thank a teacher, and if it is in your own language, thank your parents as well.",
]
LINE = "_" * 17


def marked(html):
    page = parse(html)
    texts = signatures_of(page)
    return [] if texts is None else [text.strip() for text, mark in zip(page.texts, texts, strict=True) if mark]


@pytest.mark.parametrize(
    "html",
    [
        "<p>Hi<div class='signature'>Life</div>",
        "<p>Hi<div class=sign>Life</div>",
        "<p>Hi<div class=postsignature>Life</div>",
    ],
)
def test_boxes_named_so_are_signatures(html):
    assert marked(html) == ["Life"]


def test_a_box_named_after_the_post_as_well_holds_the_post():
    assert marked("<div class=postcontentheight_sig>Hi</div><div class=sig>Life</div>") == ["Life"]


def test_a_box_with_a_class_for_signatures_alone_is_one_although_it_has_the_class_of_posts_as_well():
    post = "<div class='Message userContent'>Hi</div>"
    assert marked(f"{post}<div class='Signature userContent'>Life</div>") == ["Life"]


def test_the_line_that_software_draws_begins_a_signature_up_to_the_end_of_its_element():
    assert marked(f"<span>Hi<br>{LINE}<br>Life<br>is short</span><p>Next") == [LINE, "Life", "is short"]
    assert marked(f"<div>Hi</div><div>{LINE}_<br>Life</div><p>Next") == [LINE + "_", "Life"]


def test_the_last_of_two_lines_in_an_element_begins_it():
    assert marked(f"<div>One<br>{LINE}<br>Two<br>{LINE}<br>Life</div>") == [LINE, "Life"]


@pytest.mark.parametrize("line", ["_" * 16, "_" * 24, f"Name {LINE}", "-" * 17])
def test_other_lines_are_drawn_by_people(line):
    assert marked(f"<div>Hi<br>{line}<br>Life</div>") == []


def board_post(number, text, signature):
    signed = f'<div class="signature">{signature}</div>' if signature else ""
    return (
        f'<div class="windowbg"><div class="poster"><h4><a href="/u/{number}">name{number}</a></h4><ul>'
        f'<li>Full Member</li><li>Posts: {number}7</li></ul></div><div class="postarea"><div class="keyinfo">'
        f'<h5 id="subject_{number}"><a href="#{number}">Re: The kettle</a></h5><a class="permalink" href="#{number}">'
        f'#{number}</a></div><div class="post"><div class="inner" id="msg_{number}">{text}</div></div></div>'
        f'<div class="moderatorbar"><a href="/report">Report to moderator</a>{signed}</div></div>'
    )


def thread(signatures):
    posts = "".join(
        board_post(number, text, signatures[number // 2] if number % 2 == 0 else "")
        for number, text in enumerate(POSTS)
    )
    return (
        "<html><head><title>The kettle - Tea board</title></head><body><div id=forumposts><h3>Topic: The kettle</h3>"
        f"{posts}</div><div id=footer>SMF 2.0.2 | SMF © 2011, Simple Machines</div></body></html>"
    )


def test_signatures_do_not_stand_in_for_short_posts_and_the_confidence_knows():
    url = "https://a.example/index.php?topic=7"
    extracted = extract(thread(SIGNATURES), url)
    assert extracted.text.split("\n")[-6:] == POSTS
    assert not any(signature in extracted.text for signature in SIGNATURES)
    assert extracted.confidence < 0.5


def test_posts_in_boxes_named_signature_stay():
    texts = [" ".join([*SIGNATURES[number:], *SIGNATURES[:number]] * 3) for number in range(3)]
    posts = "".join(board_post(number, "", text) for number, text in enumerate(texts))
    extracted = extract(f"<html><body class=viewtopic><h1>The kettle</h1>{posts}</body></html>")
    assert all(text in extracted.text for text in texts)
