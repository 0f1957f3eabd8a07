from datetime import date

import extraction

TEXT = "people write some words about this and that, and others answer them at length. " * 3


def days(when, number=4):
    posts = "".join(
        f'<div class="post"><div class="user"><a href="/u/7">somebody</a> <span>Joined: 2001-02-03</span></div>'
        f'<div class="when">{when.format(at)}</div><div class="body">{at}: on 2015-12-0{at}, {TEXT}</div>'
        f'<div class="buttons"><a href="/q">quote</a></div></div>'
        for at in range(1, number + 1)
    )
    page = extraction.extract(f"<body class='viewthread'><h1>T</h1>{posts}</body>", "http://a/viewthread.php?tid=1")
    assert page.posts == number
    return [facts.day for facts in page.post_facts]


def test_a_post_has_the_day_it_shows_and_not_that_of_a_member_or_of_its_text():
    assert days("<em>2019-05-0{} 12:30</em>") == [date(2019, 5, day) for day in range(1, 5)]


def test_what_is_stated_for_machines_comes_first():
    times = '<time datetime="2018-01-0{}T10:00:00Z">2017-01-01</time>'
    assert days(times) == [date(2018, 1, day) for day in range(1, 5)]


def test_a_post_that_shows_no_day_has_none():
    assert days("<em>yesterday</em>") == [None] * 4


def test_the_day_of_a_change_is_not_that_of_the_post():
    assert days("<em>Last edited on 2019-05-0{} 12:30</em>") == [None] * 4
