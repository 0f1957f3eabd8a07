"""Threads of boards whose posts have no boxes of their own, or none with names."""

import numpy as np
import pytest

from extraction import extract
from extraction.division.division import divide
from extraction.page.node_table import parse
from tests.growth import MOST, TIMES, growth

TEXTS = (
    "Does anybody know how the tide tables of the northern harbours are computed, and where the old ones are kept?",
    "They are printed in the customs house, and the archive of the town has all volumes since 1871, bound in leather.",
    "I asked there last year, and they sent scans of the pages within days, at no cost at all, so just write to them.",
)
NAMES = ("kettle77", "Marta Lindqvist", "王小明")
DAYS = ("2009-05-03", "2009-05-04", "2009-05-06")
ADDRESS = "http://board.example/viewtopic.php?t=3"

LAYOUTS = {
    "a row with the writer's cell": (
        "<table>{}</table>",
        "<tr><td><b>{name}</b><br>Member<br>Posts: 12</td><td>Posted: {day} 10:02<hr>{text}</td></tr>",
    ),
    "two rows": (
        "<table>{}</table>",
        "<tr><td>{name}</td><td>{day} 10:02</td></tr><tr><td colspan=2>{text}</td></tr>",
    ),
    "a table each": (
        "{}",
        "<table><tr><td>{name}<br>Rank: Captain</td><td>{day} 10:02<br><br>{text}</td></tr></table>",
    ),
    "paragraphs between rules": ("{}", "<p><b>{name}</b> wrote on {day} 10:02:</p><p>{text}</p><hr>"),
    "boxes below each other": ("{}", "<div><b>{name}</b> » {day}, 10:02</div><div>{text}</div><br>"),
    "the time at the end": ("<ol>{}</ol>", "<li><p>{text}</p><small>{name}, {day} 10:02</small></li>"),
    "the time in a row below": (
        "<table>{}</table>",
        "<tr><td>{text}</td></tr><tr><td align=right><i>{name}, {day} 10:02</i></td></tr>",
    ),
}


def page_of(layout, number=3, *, before=""):
    around, post = LAYOUTS[layout]
    rows = zip(NAMES, DAYS, TEXTS, strict=True)
    posts = "".join(post.format(name=name, day=day, text=text) for name, day, text in list(rows)[:number])
    return f"<body><div><a href=/>Home</a> <a href=/f>Forum</a></div><h1>Tide tables</h1>{before}{around.format(posts)}"


@pytest.mark.parametrize("layout", LAYOUTS)
def test_posts_are_told_by_their_times_and_nobody_is_named(layout):
    page = extract(page_of(layout), ADDRESS)
    posts = {block.post: block.text for block in page.blocks if block.post}
    assert page.posts == 3
    assert posts == dict(enumerate(TEXTS, start=1))
    assert [str(facts.day) for facts in page.post_facts] == list(DAYS)
    assert not [name for name in NAMES if name in page.text]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_page_that_does_not_say_that_it_is_a_thread_is_none_by_its_times(layout):
    assert extract(page_of(layout), "http://harbour.example/tides.html").posts == 0


def test_times_without_text_tell_no_posts():
    rows = "".join(f"<tr><td>{day} 10:02</td></tr>" for day in DAYS)
    page = f"<body><h1>Tide tables</h1><p>{'</p><p>'.join(TEXTS)}</p><table>{rows}</table>"
    assert extract(page, ADDRESS).posts <= 1


@pytest.mark.parametrize(
    "item",
    [
        "<div><h3>{title}</h3><small>{day} 10:02</small><p>{text}</p></div>",
        "<div><a href=/n>{title}, and what the keepers make of them all</a><br>{day} 10:02</div><p>{text}</p>",
    ],
)
def test_a_list_of_articles_is_no_thread(item):
    titles = ("Tide tables", "Bells of the pier", "A new basin")
    items = "".join(
        item.format(title=title, day=day, text=text) for title, day, text in zip(titles, DAYS, TEXTS, strict=True)
    )
    page = extract(f"<body><div>{items}</div>", "http://news.example/topic/harbours")
    assert page.posts <= 1
    assert all(text in page.text for text in TEXTS)


def test_what_all_quote_of_the_first_post_is_no_label():
    quote = f"<table><tr><td>{TEXTS[0]}</td></tr></table>"
    rows = "".join(
        f"<tr><td>{name}</td><td>Posted: {day} 10:02<hr>{quote if number else ''}{text}</td></tr>"
        for number, (name, day, text) in enumerate(zip(NAMES, DAYS, TEXTS, strict=True))
    )
    page = extract(f"<body><h1>Tide tables</h1><table>{rows}</table>", ADDRESS)
    assert page.posts == 3
    assert all(text in page.text for text in TEXTS)


BUTTONED = {
    "a table each": "<table><tr><td>{name}<td>{day}</tr><tr><td><td>{text}<br><a>Ответить</a></table>",
    "boxes without a time": "<div><div>{name}<br>Posts: 12</div><p>{text}</p><p><a>返信</a> · <a>引用</a></p></div>",
    "paragraphs between rules": "<p><b>{name}</b></p><p>{text}</p><p>[<a>Zitieren</a>]</p><hr>",
    "a line below each": "<section><p>{text}</p><i>{name}</i> {day} <a>Reply</a></section>",
    "buttons of scripts": "<div><p>{name} {day}</p><p>{text}</p><button>♥ 3</button><button>Reply</button></div>",
}


@pytest.mark.parametrize("layout", BUTTONED)
@pytest.mark.parametrize("address", [ADDRESS, "http://harbour.example/3.html"])
def test_posts_are_told_by_their_buttons_where_no_times_stand(layout, address):
    posts = "".join(
        BUTTONED[layout].format(name=name, day=day, text=text)
        for name, day, text in zip(NAMES, DAYS, TEXTS, strict=True)
    )
    page = extract(f"<body><div><a href=/>Home</a> <a href=/f>Forum</a></div><h1>Tide tables</h1>{posts}", address)
    assert {block.post: block.text for block in page.blocks if block.post} == dict(enumerate(TEXTS, start=1))
    assert not [name for name in NAMES if name in page.text]


def test_an_article_above_three_comments_with_buttons_is_no_thread():
    article = "".join(f"<p>{text}</p>" for text in TEXTS)
    comments = "".join(f"<div>{name} {DAYS[0]}<p>A good piece, thank you.</p><a>Reply</a></div>" for name in NAMES)
    assert extract(f"<body><h1>Tide tables</h1>{article}{comments}", "http://harbour.example/3.html").posts == 0


@pytest.mark.parametrize("label", ["Posts: 12<br>Joined: 2012", "Зарегистрирован: 1{}.01.2012", "Kayıt tarihi: 20{}2"])
def test_posts_are_told_by_the_labels_of_members_on_a_page_that_says_it_is_a_thread(label):
    posts = "".join(
        f"<table><tr><td><b>{name}</b><br>{label.format(number)}</td><td>{text}</td></tr></table>"
        for number, (name, text) in enumerate(zip(NAMES, TEXTS, strict=True))
    )
    page = extract(f"<body><p><a href=/>Forum</a></p><h1>Tide tables</h1>{posts}", ADDRESS)
    assert {block.post: block.text for block in page.blocks if block.post} == dict(enumerate(TEXTS, start=1))
    assert not [name for name in NAMES if name in page.text]
    assert extract(f"<body><h1>Tide tables</h1>{posts}", "http://harbour.example/3.html").posts == 0


@pytest.mark.parametrize(
    "item", ["<div><h2>{name}</h2><p>{text}</p><a>Reply</a></div>", "<div><p>{text}</p><a>Share</a></div>"]
)
def test_a_list_of_articles_is_no_thread_by_its_buttons(item):
    items = "".join(item.format(name=name, text=text) for name, text in zip(NAMES, TEXTS, strict=True))
    assert extract(f"<body><h1>Tide tables</h1>{items}", "http://harbour.example/").posts == 0


def test_buttons_of_the_page_above_and_below_its_posts_tell_none():
    posts = "".join(
        f"<div><b>{name}</b><p>{text}</p><a>Reply</a></div>" for name, text in zip(NAMES, TEXTS, strict=True)
    )
    around = "<div><a href=/new>Reply</a></div>"
    page = extract(f"<body><h1>Tide tables</h1>{around}{posts}{around}", "http://harbour.example/3.html")
    assert {block.post: block.text for block in page.blocks if block.post} == dict(enumerate(TEXTS, start=1))


def test_short_remarks_with_buttons_under_an_article_are_no_thread():
    article = f"<p>{TEXTS[0]} {TEXTS[1]}</p>"
    remarks = "".join(f"<div>{name} {DAYS[0]}<p>I sign for them.</p><button>Reply</button></div>" for name in NAMES)
    assert extract(f"<body><h1>Tide tables</h1>{article}{remarks}", "http://harbour.example/3.html").posts == 0


@pytest.mark.parametrize("button", ["<a>Reply</a>", "<button>Reply</button>", "Joined: 2012"])
def test_the_search_for_buttons_grows_with_the_page(button):
    few, many = (f"<body>{f'<div>{button}<p>{TEXTS[0]}</p></div>' * number}" for number in (200, 200 * TIMES))
    assert growth(lambda html: extract(html, ADDRESS).text, few, many) < MOST


def test_a_post_of_one_word_is_no_head_beside_a_long_one():
    around, post = LAYOUTS["a row with the writer's cell"]
    posts = zip((*NAMES, NAMES[0]), (*DAYS, "2009-05-07"), (*TEXTS[:2], "Done", TEXTS[2]), strict=True)
    rows = "".join(post.format(name=name, day=day, text=text) for name, day, text in posts)
    page = extract(f"<body><h1>Tide tables</h1>{around.format(rows)}", ADDRESS, "all-text")
    assert {block.post: block.text for block in page.blocks if block.post}[3] == "Done"


def test_who_wrote_a_post_that_is_shorter_than_the_name_goes_with_the_heads_of_others():
    entry = "<tr><td>{at}</td><td>{name}</td><td>{day} 10:02:11</td></tr><tr><td colspan=3>{text}</td></tr>"
    posts = zip((3, 2, 1), NAMES[::-1], DAYS[::-1], (*TEXTS[:2], "Done"), strict=True)
    rows = "".join(entry.format(at=at, name=name, day=day, text=text) for at, name, day, text in posts)
    page = extract(f"<body><h1>Tide tables</h1><table>{rows}</table>", ADDRESS, "all-text")
    assert [block.text for block in page.blocks if block.post == 3] == ["Done"]


def test_the_text_of_the_last_post_is_its_own_where_its_head_is_long():
    heads = "<dt>Titolo: <b>Re: {title}</b><br>Inviato da: <b>{name}</b> - <b>{day} 10:02</b></dt><dd>{text}</dd>"
    posts = "".join(
        heads.format(title="Tide tables of the old harbours", name=name, day=day, text=text)
        for name, day, text in zip(NAMES, DAYS, TEXTS, strict=True)
    )
    page = extract(f"<body><h1>Tide tables of the old harbours</h1><dl>{posts}</dl>", ADDRESS, "all-text")
    assert {block.post: block.text for block in page.blocks if block.post} == dict(enumerate(TEXTS, start=1))


def test_two_replies_are_read_where_the_method_marked_the_first_post_alone():
    """The time of the first stands at another depth than those of the replies, which are in a box of their own."""
    box = (
        "<div class=post-box id=r{number}><div class=post-number>{number}</div><div class=post-story>{text}</div>"
        "<div class=post-foot><a class=like>+1</a> <b class=post-name>{name}</b> "
        "<i class=post-time>{day} 10:02</i></div></div>"
    )
    first, *replies = (
        box.format(number=number, text=f"{number} is right." if number else TEXTS[0], name=name, day=day)
        for number, (name, day) in enumerate(zip(NAMES, DAYS, strict=True))
    )
    page = parse(f"<body><h2>Tide tables</h2>{first}<div><div>{''.join(replies)}</div></div>")
    content = np.array([text == TEXTS[0] for text in page.text])
    assert divide(page, content, ADDRESS).posts == 3
