"""Threads and comments in layouts of several kinds of software, all written here."""

from dataclasses import replace

import numpy as np
import pytest

from extraction import Comments, Markup, extract
from extraction.division.division import divide
from extraction.page.node_table import parse
from tests.growth import MOST, TIMES, growth

WORDS = [
    "The kettle hums before it boils",
    "Mine does not, it only clicks",
    "Then look at the lid, please",
    "Thanks, it was the lid",
]


def div_post(number, text):
    return (
        f'<div class="post bg{number % 2 + 1}" id="p{number}"><div class="author">'
        f'<a href="/u/{number}">name{number}</a><span class="rank">member</span>'
        f'<span class="count">{number}12 notes</span></div><div class="main">'
        f'<span class="when">2024-03-0{number} 10:1{number}</span><a class="nr" href="#p{number}">#{number}</a>'
        f'<div class="body">{text}</div><ul class="tools"><li><a href="/q">Reply</a></ul></div></div>'
    )


def table_post(number, text):
    return (
        f'<table id="post{number}" class="t"><tr class="head"><td class="when">0{number}-03-2024</td><td class="nr">'
        f'<a href="#{number}">#{number}</a></td></tr><tr><td class="who">'
        f'<a class="n" href="/m/{number}">name{number}</a><br>'
        f'<i class="r">member</i></td><td class="said"><div id="msg{number}">{text}</div></td></tr></table>'
    )


def page(posts, start="<html><body id=viewtopic><div id=menu><a href=/>Home</a></div><h1>The kettle</h1>", end=""):
    return f"{start}<div id=all>{''.join(posts)}</div>{end}<div id=foot>All rights reserved 2024</div></body></html>"


def divided(html, texts, url=None, thread=None):
    """The texts of the posts, when exactly the given texts are content."""
    table = parse(html)
    content = np.array([any(text in each for text in texts) for each in table.text])
    division = divide(table, content, url, thread)
    return [
        " ".join(table.text[row].strip() for row in np.flatnonzero(division.post == number))
        for number in range(1, division.posts + 1)
    ]


@pytest.mark.parametrize("post", [div_post, table_post])
def test_what_stands_below_the_last_post_is_none(post):
    notice = "Whoever writes here keeps to the rules of this house and to the law of the land."
    html = page([post(number, text) for number, text in enumerate(WORDS, 1)], end=f"<div>{notice}</div>")
    table = parse(html)
    content = np.array([any(text in each for text in (*WORDS, notice)) for each in table.text])
    division = divide(table, content, None)
    assert notice not in [table.text[row] for row in np.flatnonzero(division.content)]
    assert [each.step for each in division.dropped] == ["below-posts"]


@pytest.mark.parametrize("post", [div_post, table_post])
def test_each_post_is_one_whatever_it_is_made_of(post):
    html = page([post(number, text) for number, text in enumerate(WORDS, 1)])
    assert divided(html, WORDS) == WORDS


def test_a_post_of_several_paragraphs_is_one():
    texts = [f"<p>{text}</p><p>{text}, and so on</p><p>{text}, to the end</p>" for text in WORDS]
    html = page([div_post(number, text) for number, text in enumerate(texts, 1)])
    assert divided(html, WORDS) == [f"{text} {text}, and so on {text}, to the end" for text in WORDS]


def test_an_advert_between_posts_is_none():
    posts = [div_post(number, text) for number, text in enumerate(WORDS, 1)]
    posts.insert(1, '<div class="advert"><a href="/buy">Buy a kettle now</a></div>')
    assert divided(page(posts), WORDS) == WORDS


def test_posts_may_lie_in_wrappers_of_their_own():
    posts = [
        f'<div align="center"><div class="page">{table_post(n, text)}</div></div>' for n, text in enumerate(WORDS, 1)
    ]
    assert divided(page(posts), WORDS) == WORDS


def test_signatures_are_no_part_of_a_post():
    signed = [f'{text}<div class="signature">Life is a kettle</div>' for text in WORDS[:3]]
    html = page([div_post(number, text) for number, text in enumerate([*signed, WORDS[3]], 1)])
    assert divided(html, [*WORDS, "Life is a kettle"]) == WORDS
    assert "Life is a kettle" not in extract(html, method="all-text").text


@pytest.mark.parametrize(
    "files",
    [
        '<dl class="tattl"><dd><p class="attnm"><a href="/f">kettle.rar</a></p><p>12.5 KB, 下载次数: 31</p></dd></dl>',
        '<dl class="attachbox"><dt>Attachments</dt><dd>kettle.jpg (33.1 KiB) Viewed 1203 times</dd></dl>',
    ],
)
def test_what_lists_the_files_of_a_post_is_no_part_of_it(files):
    texts = [WORDS[0] + files, *WORDS[1:]]
    html = page([div_post(number, text) for number, text in enumerate(texts, 1)])
    assert divided(html, [*WORDS, "kettle.rar", "12.5 KB, 下载次数: 31", "Attachments"]) == WORDS
    extracted = extract(html, method="all-text")
    assert "KB" not in extracted.text
    assert "KiB" not in extracted.text


def test_a_post_in_a_box_named_signature_stays():
    html = page([div_post(number, f'<div class="sig">{text}</div>') for number, text in enumerate(WORDS, 1)])
    assert divided(html, WORDS) == WORDS


def test_a_post_the_method_missed_is_taken_whole():
    html = page([div_post(number, text) for number, text in enumerate(WORDS, 1)])
    assert divided(html, WORDS[:2] + WORDS[3:]) == WORDS


def test_a_first_post_in_a_box_of_its_own_is_a_post():
    first = div_post(1, "The kettle hums before it boils, and has done so for a year").replace(
        'class="post bg2"', 'class="opening"'
    )
    first = first.replace('<div class="author">', '<div class="top">')
    rest = [div_post(number, text) for number, text in enumerate(WORDS[1:], 2)]
    html = page(rest, start=f"<html><body class=topic><h1>The kettle</h1>{first.replace('id=', 'data-id=')}")
    assert len(divided(html, WORDS)) == 4


def test_a_thread_of_one_post_has_one():
    assert divided(page([div_post(1, WORDS[0])]), WORDS) == WORDS[:1]
    plain = page([div_post(1, WORDS[0])], start="<html><body>")
    assert divided(plain, WORDS) == []
    assert divided(plain, WORDS, url="https://example.org/forum/viewtopic.php?t=7") == WORDS[:1]


def test_what_a_tracker_says_that_somebody_did_is_no_part_of_one_post():
    event = "<p><a href=/miller>miller</a> mentioned this issue on Mar 4, 2025</p>"
    plain = page([div_post(1, WORDS[0]) + event], start="<html><body>")
    assert "miller" not in extract(plain, "https://example.org/mill/-/issues/7", method="all-text").text


def test_what_no_page_calls_a_thread_is_told_by_its_records():
    html = page([div_post(number, text) for number, text in enumerate(WORDS, 1)], start="<html><body>")
    assert divided(html, WORDS) == WORDS


def nameless_post(number, text):
    return (
        f"<table><tr><td><b><a href=/m/{number}>name{number}</a></b><br>Notes: {number}12</td><td><table><tr><td>"
        f"<a href=/q/{number}>Quote</a></td><td>{number}</td></tr></table><hr><font>{text}</font></td></tr>"
        f"<tr><td>2009-03-0{number} 10:1{number}</td><td><a href=/r>Reply</a></td></tr></table>"
    )


def test_the_posts_of_a_board_that_names_nothing_are_told_by_their_records():
    posts = "".join(nameless_post(number, text) for number, text in enumerate(WORDS, 1))
    html = f"<html><body><a href=/>Home</a><h1>The kettle</h1>{posts}<p>All rights reserved</p></body></html>"
    assert divided(html, WORDS) == WORDS
    without_buttons = html.replace("Quote", "Q").replace("Reply", "R")
    assert divided(without_buttons.replace("<h1>", "<h1 class=title>"), WORDS) == []
    assert divided(without_buttons, WORDS, thread=0.01) == []


def test_a_writers_cell_in_a_plain_table_is_no_part_of_the_post_unless_the_post_stands_there():
    rows = "".join(
        f"<tr><td><b>name{number}</b><br>Notes: {number}12</td><td><a href=/p/{number}>#{number}</a> "
        f"2003-0{number}-12<hr>{text}</td></tr>"
        for number, text in enumerate(WORDS, 1)
    )
    html = f"<html><body><a href=/>Home</a><h1>The kettle</h1><table>{rows}</table><a href=/r>Reply</a>"
    url = "https://a.example/viewtopic.php?t=7"
    assert divided(html, [*WORDS, "name1", "name3"], url=url) == WORDS
    moved = html.replace("<b>name2</b>", "<b>Yes</b>").replace(WORDS[1], "")
    assert divided(moved, [*WORDS, "Yes"], url=url) == [WORDS[0], "Yes", *WORDS[2:]]


def test_goods_are_no_posts():
    goods = [
        div_post(number, text).replace('class="author"', 'class="price"').replace("Reply", "Add to basket")
        for number, text in enumerate(WORDS, 1)
    ]
    assert divided(page(goods, start="<html><body>"), WORDS) == []


def test_paragraphs_of_an_article_are_no_posts():
    html = page([f'<p class="par">{text}</p>' for text in WORDS], start="<html><body>")
    assert divided(html, WORDS) == []


def test_teasers_of_a_list_are_no_posts():
    teaser = '<div class="teaser"><h3><a href="/{0}">{1}</a></h3><span>2024-03-0{0}</span><p>{1} today</p></div>'
    html = page([teaser.format(number, text) for number, text in enumerate(WORDS, 1)], start="<html><body>")
    assert divided(html, WORDS) == []


ARTICLE = """<html><body><div id="main"><article><h1>A day at sea</h1>
<p>The boat left the harbour before the sun was up, and nobody on the shore had seen it go.</p>
<p>It was, as the captain said when they were back, a day which he would not have missed for anything.</p></article>
<div id="comments" class="comments-area"><ol class="comment-list">{}</ol></div></div></body></html>"""
COMMENT = """<li class="comment" id="c{0}"><div class="meta"><b class="fn">name{0}</b>
<span class="when">2024-03-0{0}</span> <a class="link" href="#c{0}">link</a></div><div class="text"><p>{1}</p></div>
<div class="reply"><a href="/r">Reply</a></div></li>"""
COMMENTED = ARTICLE.format("".join(COMMENT.format(number, text) for number, text in enumerate(WORDS, 1)))


def test_comments_are_kept_apart_each_for_itself():
    extraction = extract(COMMENTED, method="all-text")
    assert not any(text in extraction.text for text in WORDS)
    for number, text in enumerate(WORDS, 1):
        assert [block.post for block in extraction.comments if text in block.text] == [number]
    assert extraction.posts == 0


def test_what_is_held_to_be_a_thread_has_posts_and_no_comments():
    replies = COMMENTED.replace("<article>", "<div>").replace("</article>", "</div>")
    assert divided(replies, WORDS, thread=0.4) == []
    assert divided(replies, WORDS, thread=0.6) == WORDS
    assert divided(ARTICLE.format(""), ["The boat left", "It was, as"], thread=0.6) == []  # nothing repeats


def test_what_is_surely_no_thread_has_no_posts_whatever_its_address():
    teaser = (
        '<div class="teaser b{0}"><a class="pic" href="/p"></a><h3>{1}</h3>'
        '<i class="on">0{0}-03</i><p class="in">so</p></div>'
    )
    html = page([teaser.format(number, text) for number, text in enumerate(WORDS, 1)], start="<html><body>")
    news = "https://example.org/topic/kettles"
    assert divided(html, WORDS, url=news) == WORDS
    assert divided(html, WORDS, url=news, thread=0.2) == WORDS
    assert divided(html, WORDS, url=news, thread=0.01) == []


def test_comments_may_be_text_or_nothing():
    included = extract(COMMENTED, method="all-text", comments=Comments.INCLUDE)
    assert all(text in included.text for text in WORDS)
    dropped = extract(COMMENTED, method="all-text", comments=Comments.DROP)
    assert not any(text in dropped.text for text in WORDS)
    assert included.comments == dropped.comments == ()


@pytest.mark.parametrize("html", ["", "<p>one", "<div><div>a</div><div>b</div></div>", "<p>" * 3000 + "x"])
def test_nothing_is_found_where_nothing_is(html):
    table = parse(html)
    division = divide(table, np.ones(len(table.text), dtype=bool), None)
    assert division.posts == 0
    assert not division.comment.any()


FIGURE = "<figure><img src=a.jpg><figcaption>{}</figcaption></figure>"


@pytest.mark.parametrize(
    "figure", [FIGURE, "<div class=wp-caption><img src=a.jpg><p class='wp-caption-text'>{}</p></div>"]
)
def test_captions_go_with_their_pictures_and_are_no_part_of_an_article(figure):
    sentences = "The boat left before the sun was up. " * 4
    html = f"<p>{sentences}</p>{figure.format('The bay at night.')}<p>It came back late.</p>"
    extracted = extract(html, method="all-text")
    assert "The bay" not in extracted.text
    assert [each.step for each in extracted.structure.dropped] == ["captions"]
    [image] = [block.image for block in extract(html, method="all-text", markup=Markup.IMAGES).blocks if block.image]
    assert image.caption == "The bay at night."


def test_the_title_of_a_listing_is_text():
    sentences = "The boat left before the sun was up. " * 4
    html = f"<p>{sentences}</p><figure><pre>boat --out</pre><figcaption>Listing 1.</figcaption></figure>"
    assert "Listing 1." in extract(html, method="all-text").text


def test_what_a_player_of_videos_says_is_no_part_of_an_article():
    player = "<div class=video-player><p>Our clip begins in a moment.</p></div>"
    sentences = "The boat left before the sun was up. " * 4
    extracted = extract(f"<p>{sentences}</p>{player}<p>It came back late.</p>", method="all-text")
    assert "clip" not in extracted.text
    assert [each.step for each in extracted.structure.dropped] == ["players"]
    assert "up" in extract(f"<body class=video><p>{sentences}</p></body>", method="all-text").text


SENTENCES = "<p>" + "The boat left before the sun was up, and nobody saw it go. " * 5 + "</p>"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("newsletter-signup", "Get the best stories straight to your inbox. You can unsubscribe at any time."),
        ("cookie-banner", "We and our partners store cookies and process personal data. " * 20),
        ("consent-placeholder", "Hier sehen Sie externe Inhalte. Mit Ihrer Einwilligung werden Daten übermittelt."),
        ("subscription", "Notre newsletter arrive chaque matin : abonnez-vous, une adresse e-mail suffit."),
    ],
)
def test_what_a_page_asks_of_its_readers_is_no_part_of_an_article(name, words):
    extracted = extract(f"{SENTENCES}<div class={name}><p>{words}</p></div>{SENTENCES}", method="all-text")
    assert extracted.text.split("\n") == extract(SENTENCES * 2, method="all-text").text.split("\n")
    assert [each.step for each in extracted.structure.dropped] == ["notices"]


@pytest.mark.parametrize(
    "html",
    [
        f"{SENTENCES}<div class=cookie><p>Bake the cookies for ten minutes, until each cookie is brown.</p></div>",
        f"{SENTENCES}<div class=box><p>Sign up to the newsletter with your email address.</p></div>{SENTENCES}",
        "<div class=newsletter><p>Sign up to the newsletter with your email address.</p></div><p>Text</p>",
    ],
)
def test_a_box_named_like_a_notice_or_with_its_words_alone_stays(html):
    assert extract(html, method="all-text").structure.dropped == []


def test_signatures_are_no_part_of_a_single_post_nor_of_what_says_that_it_is_a_thread():
    signed = f"{SENTENCES}<div class=signature>Life is a kettle</div>"
    url = "https://a.example/viewtopic.php?t=1"
    assert "Life is" not in extract(f"<body>{signed}", url, method="all-text").text
    assert "Life is" in extract(f"<body>{signed}", "https://a.example/petition", method="all-text").text


def test_captions_are_the_text_of_a_page_made_of_pictures():
    html = "<p>Four pictures.</p>" + FIGURE.format("The boat left before the sun was up, and nobody saw it go.") * 4
    assert extract(html, method="all-text").text.count("The boat left") == 4


def test_signatures_that_stand_for_posts_lower_the_confidence():
    signatures = [
        "Those who look for the sea find it behind the next hill.",
        "A boat that never leaves needs neither wind nor a captain.",
    ]

    def confidence(texts):
        html = page([div_post(number, text) for number, text in enumerate(texts, 1)])
        extracted = extract(html, method="all-text")
        assert extracted.posts == len(texts)
        return replace(extracted, selected=replace(extracted.selected, confidence=0.9)).confidence

    assert confidence(WORDS) == 0.9
    assert confidence([*WORDS, "Thanks!", "Thanks!"]) == 0.9
    assert confidence(signatures * 3) == pytest.approx(0.5)  # a third of the text is right at most


@pytest.mark.parametrize(
    "piece",
    [
        "<div class=newsletter>sign up ",
        "<div class=newsletter>sign up</div>",
        "<table><tr><th>a<th>b<tr><td>c<td>d</table>",
        "<div class=caption>x</div>",
        "<h2>x</h2><p>y",
    ],
)
def test_boxes_tables_and_captions_take_no_more_than_the_page_grows(piece):
    start = f"<body>{SENTENCES}<img src=a.jpg>"
    assert (
        growth(lambda html: extract(html, method="all-text").text, start + piece * 400, start + piece * 400 * TIMES)
        < MOST
    )


def test_what_stands_above_the_first_post_and_is_no_title_is_none():
    posts = [div_post(number, text) for number, text in enumerate(WORDS, 1)]
    note = "<div class=counts>In all 4 posts</div><div class=name>The kettle of the club</div>"
    html = f"<title>The kettle of the club - Boards</title>{page([note, *posts])}"
    thread = extract(html, "http://a/viewtopic.php?t=1", "all-text")
    assert "The kettle of the club" in thread.text
    assert "In all" not in thread.text
    assert thread.text.startswith("The kettle")


@pytest.mark.parametrize("name", ["bbp-template-notice info", "whoisviewing", "linktree"])
def test_how_many_posts_a_thread_has_is_no_first_post(name):
    note = f"<div class='{name}'>Topik ini memiliki 2 balasan, 3 suara, dan terakhir diperbarui 2 tahun lalu.</div>"
    posts = [div_post(number, text) for number, text in enumerate(WORDS, 1)]
    thread = extract(page([note, *posts]), "http://a/viewtopic.php?t=1", "all-text")
    assert thread.posts == len(WORDS)
    assert "balasan" not in thread.text


def test_a_button_to_reply_in_the_box_of_a_post_is_none_of_it():
    texts = [*WORDS]
    texts[1] = f"<p>{WORDS[1]}</p><p><a href=/r>Reply</a></p>"
    thread = extract(page(map(div_post, range(1, 5), texts)), "http://a/viewtopic.php?t=1", "all-text")
    assert [block.text for block in thread.blocks if block.post] == WORDS


@pytest.mark.parametrize(
    "box", ["<div id=att_31>{}</div>", "<ul class=attachmentList><li>{}</ul>", "<div class=t_attachlist>{}</div>"]
)
def test_the_files_that_hang_on_a_post_are_none_of_it(box):
    texts = [WORDS[0] + box.format("附件: <a href=/f>kettle.rar</a> (218 K) 下载次数:<b>46</b>"), *WORDS[1:]]
    thread = extract(page(map(div_post, range(1, 5), texts)), "http://a/viewtopic.php?t=1", "all-text")
    assert [block.text for block in thread.blocks if block.post] == WORDS
