import numpy as np
import pytest

from extraction import extract
from extraction.page.node_table import parse
from extraction.threads.shape import RULES, Evidence, Shape, decide

SENTENCE = "The kettle hums before it boils, and then it clicks, which it did not do last year."
POST = (
    '<div class="post" id="p{0}"><div class="author"><a href="/u/{0}">name{0}</a> {0}12 notes</div>'
    '<div class="body">' + SENTENCE + " {0}</div></div>"
)
POSTS = "".join(POST.format(number) for number in range(1, 5))
ARTICLE = f"<h1>The kettle</h1>{f'<p>{SENTENCE}</p>' * 4}"
SOFTWARE = '<meta name="generator" content="Discuz! X2">'
COMMENTS = f"<ol class=comments><li>{SENTENCE}</li><li>{SENTENCE}</li></ol>"


def evidence(html, url=None, thread=None):
    page = parse(html)
    return Evidence(page, np.array([SENTENCE in text for text in page.text]), url, thread)


@pytest.mark.parametrize(
    ("html", "url", "thread", "shape"),
    [
        (f"<body>{POSTS}", None, None, Shape.THREAD),
        (f"<body>{POSTS}", None, 0.01, Shape.ARTICLE),
        (f"<body>{ARTICLE}", "https://forum.example/topic/1", None, Shape.POST),
        (f"<body>{ARTICLE}", "https://forum.example/topic/1", 0.01, Shape.ARTICLE),
        (f"{SOFTWARE}<body>{POSTS}", "https://ug.example/thread-9-1-1.html", 0.01, Shape.THREAD),
        (f"{SOFTWARE}<body>{POSTS}", "https://ug.example/portal.php?aid=9", 0.01, Shape.ARTICLE),
        (f"<body>{ARTICLE}", "https://news.example/1", 0.9, Shape.ARTICLE),
        (f"<body>{POST.format(1)}", None, 0.9, Shape.POST),
        (f"<body>{POST.format(1)}", None, 0.6, Shape.ARTICLE),
        (f"<body>{POST.format(1)}", None, None, Shape.ARTICLE),
        (f"<body>{ARTICLE}{COMMENTS}", "https://news.example/1", None, Shape.ARTICLE_WITH_COMMENTS),
        (f"<body>{ARTICLE}", None, None, Shape.ARTICLE),
    ],
)
def test_evidence_decides_the_shape_of_a_page(html, url, thread, shape):
    assert decide(evidence(html, url, thread)).shape is shape


BOOK = "".join(f"<p><b>{day} May 2008, 12:30</b><p>{day}: {SENTENCE}" for day in range(1, 4))


@pytest.mark.parametrize(
    ("title", "heading"),
    [
        ("Guest book - The mill", ""),
        ("Гостевая книга музея", "<h1>Гостевая книга</h1>"),
        ("مېھمانلار دەپتىرى", ""),
        ("Die Mühle | Gästebuch", ""),
    ],
)
def test_a_guest_book_is_a_thread_by_its_title(title, heading):
    page = extract(f"<title>{title}</title><body>{heading}{BOOK}", "http://mill.example/7.html", "all-text")
    assert page.posts == 3


@pytest.mark.parametrize(
    ("last", "states"),
    [
        ("Powered by: <a href=/>Ultimate Bulletin Board</a>", True),
        ("<a href=/>SMF 1.1.11</a> | SMF © 2006, Simple Machines", True),
        ("Community-Software: WoltLab Suite", True),
        ("Powered by WordPress", False),
        ("We have written to phpBB, and wait.", False),
    ],
)
def test_a_line_at_the_end_names_the_software_of_a_forum(last, states):
    assert evidence(f"<body>{ARTICLE}<p>{last}</p><p>All times are GMT").states_thread is states


def test_an_article_about_a_guest_book_is_no_thread():
    html = f"<title>The guest book of the inn - The news</title><body><h1>The guest book of the inn</h1>{BOOK}"
    assert extract(html, "http://mill.example/7.html", "all-text").posts == 0


@pytest.mark.parametrize(
    "url",
    [
        "http://mill.example/guest.php?page=2",
        "https://social.example/@kettle@mill.example/110412345678901234",
        "https://social.example/kettle/status/1104123456",
        "https://social.example/profile/kettle.example/post/3kxabc",
        "http://mill.example/gaestebuch/",
        "https://talk.example/t/which-yeast/8841",
        "https://talk.example/t/702211",
        "https://lounge.example/d/482-night-photos",
        "https://git.example/reed/lantern/issues/218",
        "https://git.example/reed/lantern/-/issues/77",
        "https://trac.example/ticket/1182",
        "https://bugs.example/show_bug.cgi?id=40218",
        "http://shed.example/archive/index.php?thread-6120.html",
        "http://garden.example/vb/archive/index.php/t-10422.html",
        "http://music.example/archiver/?tid-20417.html",
        "http://birds.example/ubbthreads.php/ubb/showflat/Number/7",
    ],
)
def test_addresses_of_archives_and_trackers_state_a_thread(url):
    assert evidence(f"<body>{ARTICLE}", url).states_thread


@pytest.mark.parametrize(
    "url",
    [
        "https://news.example/t/kettles",
        "https://news.example/issues/2020-spring/kettles",
        "https://news.example/t/1a2b",
        "https://news.example/tickets/7",
        "https://shop.example/d/kettles/red-7",
        "https://blog.example/@kettle/how-to-boil-1a2b3c4d5e6f",
        "https://blog.example/kettle/status/boiling",
    ],
)
def test_other_addresses_do_not(url):
    assert not evidence(f"<body>{ARTICLE}", url).states_thread


def test_every_shape_has_a_rule_and_the_last_always_holds():
    assert {rule.shape for rule in RULES} == set(Shape)
    assert RULES[-1].holds(evidence("<p>"))


def test_parts_of_one_line_are_no_posts():
    part = (
        "<span class='part user'><b class=mark></b><i class=sign></i><u class=line></u>{}</span> <a href=/t>#tag</a> "
    )
    words = (
        "Founded in a small harbour long ago, ",
        " the house builds boats for people, ",
        " and it mends what breaks.",
    )
    line = "".join(part.format(each) for each in words)
    page = extract(f"<body class=forum><h1>A house of boats</h1><div>{line}</div>", "http://boats.example/thread/3")
    assert page.posts < 2
