from datetime import date

import pytest

import extraction
from extraction.metadata.post_facts import PostPlaces, post_ids, prefixes

TEXT = "people write some words about this and that, and others answer them at length. " * 3


def thread(*ids, box='<div class="post" id="{}">'):
    posts = "".join(
        f'{box.format(each, each)}<div class="user" id="user_77"><a href="/u/7">somebody</a> '
        f"<span>Posts: {at}1</span></div>"
        f'<div class="date"><span>Joined: 2001-02-03</span></div>'
        f'<div class="when"><em>Posted on 2019-05-0{at + 1} 12:30</em></div>'
        f'<div class="body">{at}: {TEXT}</div><div class="buttons"><a href="/q">quote</a></div></div>'
        for at, each in enumerate(ids)
    )
    return f"<html><body class='viewthread'><h1>A title</h1><div id='posts'>{posts}</div></body></html>"


def extracted(html):
    return extraction.extract(html, "http://a/viewthread.php?tid=1")


def test_what_stands_between_two_posts_is_no_label_of_the_day_of_the_second():
    advert = '<div class="ad"><a href="http://b/">Buy it today</a></div>'
    posts = "".join(
        f'<div class="post"><div class="when">0{at}-11-2009, 08:14 PM</div><a class="user" href="/u/{at}">somebody</a>'
        f'<div class="rank">Member</div><div class="body">{at}: {TEXT}</div></div>{advert}'
        for at in range(2, 6)
    )
    page = extracted(
        f"<html lang='en'><body class='viewthread'><h1>A title</h1><div id='posts'>{posts}</div></body></html>"
    )
    assert [facts.day for facts in page.post_facts] == [date(2009, at, 11) for at in range(2, 6)]


@pytest.mark.parametrize("example", [example for _, example in prefixes("id")])
def test_the_ids_of_each_program_are_read(example):
    prefix = example.removesuffix("812")
    page = extracted(thread(*(f"{prefix}{number}" for number in (812, 813, 99, 1000))))
    assert page.posts == 4
    assert [facts.id for facts in page.post_facts] == ["812", "813", "99", "1000"]


@pytest.mark.parametrize("other", ["user_{}", "member-{}", "userinfo{}", "profile-{}", "post-content-{}", "p_{}", "{}"])
def test_no_other_number_is_an_id(other):
    page = extracted(thread(*map(other.format, range(100, 104))))
    assert page.posts == 4
    assert {facts.id for facts in page.post_facts} == {""}


def test_an_anchor_before_a_post_names_it():
    posts = extracted(thread(1, 2, 3, 4, box='<a id="post{}1"></a><div class="post">'))
    assert [facts.id for facts in posts.post_facts] == ["11", "21", "31", "41"]


@pytest.mark.parametrize("example", [example for _, example in prefixes("id", "name")])
def test_the_name_of_a_links_target_names_a_post_where_no_id_does(example):
    prefix = example.removesuffix("812")
    box = f'<a name="{prefix}{{}}"></a><div class="post"><a name="user9{{}}"></a>'
    posts = extracted(thread(812, 813, 99, 1000, box=box)).post_facts
    assert [facts.id for facts in posts] == ["812", "813", "99", "1000"]


def test_names_that_count_the_posts_of_a_page_are_no_ids():
    posts = extracted(thread(1, 2, 3, 4, box='<a name="{}"></a><div class="post">')).post_facts
    assert {facts.id for facts in posts} == {""}


def test_an_id_names_one_post_alone():
    assert [facts.id for facts in extracted(thread("p5", "p5", "p6", "p7")).post_facts] == ["5", "", "6", "7"]


def test_elements_belong_to_the_post_they_are_in_or_before():
    page = extraction.parse("<p>a</p><div><p>b</p></div><p>c</p><div><p>d</p></div><p>e</p>")
    boxes = sorted({int(page.parent[row]) for row in page.owner[[1, 3]]})
    assert PostPlaces(page, boxes, 2).posts_of_texts([*range(5)]) == [0, 0, 1, 1, 1]
    assert PostPlaces(page, boxes, 3).posts_of_texts([*range(5)]) == [0, 1, 2, 2, 2]
    assert PostPlaces(page, (), 1).posts_of_texts([*range(5)]) == [0] * 5


def test_a_page_without_posts_has_no_ids():
    page = extraction.parse("<p>a</p>")
    assert post_ids(PostPlaces(page, (), 1)) == [""]
    assert extraction.extract(f"<p>{TEXT}</p>").post_facts == ()


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


def test_an_element_that_a_script_makes_of_time_states_the_day_of_a_post():
    assert days('<relative-time datetime="2018-01-0{}T10:00:00Z">last year</relative-time>') == [
        date(2018, 1, day) for day in range(1, 5)
    ]
    assert days('<ins datetime="2018-01-0{}T10:00:00Z">a word more</ins>') == [None] * 4


def test_today_above_the_posts_is_not_the_day_of_the_first():
    today = "<div class=welcome>24 November 2013, 12:00</div><h1>A title</h1>"
    html = thread_with_days(lambda at: f"<div class=when>2013-10-1{at} 12:30</div>").replace("<h1>A title</h1>", today)
    page = extracted(html)
    assert [each.day for each in page.post_facts] == [date(2013, 10, 10 + at) for at in range(1, 5)]
    assert (page.metadata.published.value, page.metadata.published.source) == ("2013-10-11", "post")


def test_the_day_that_an_answer_or_a_comment_states_is_not_that_of_the_question():
    when = '<div class=when><time itemprop="{}" datetime="2013-10-1{}T12:30">some years ago</time></div>'
    page = extracted(thread_with_days(lambda at: when.format("datePublished" if at > 1 else "dateCreated", at)))
    assert page.metadata.published.value == "2013-10-11"


def test_a_post_that_shows_no_day_has_none():
    assert days("<em>yesterday</em>") == [None] * 4


def test_the_day_of_a_change_is_not_that_of_the_post():
    assert days("<em>Last edited on 2019-05-0{} 12:30</em>") == [None] * 4


def thread_with_days(day, number=4):
    posts = "".join(
        f'<div class="post" id="p{at}"><div class="user"><a href="/u/7">somebody</a></div>{day(at)}'
        f'<div class="body">{at}: {TEXT}</div><div class="buttons"><a href="/q">quote</a></div></div>'
        for at in range(1, number + 1)
    )
    return f"<html><body class='viewthread'><h1>A title</h1><div id='posts'>{posts}</div></body></html>"


@pytest.mark.parametrize(
    "element",
    [
        '<meta itemprop="datePublished" content="2020-03-0{}T12:01:00Z">',
        '<time itemprop="datePublished" datetime="2020-03-0{}T12:01:00Z">two years ago</time>',
        '<span itemprop="datePublished" content="2020-03-0{}">two years ago</span>',
    ],
)
def test_the_day_of_a_post_is_what_it_states_for_machines(element):
    facts = extracted(thread_with_days(element.format)).post_facts
    assert [each.day for each in facts] == [date(2020, 3, at) for at in range(1, 5)]


@pytest.mark.parametrize(
    ("form", "month", "days"), [("03-1{}-2014", 3, range(11, 15)), ("1{}-03-2014", 3, range(11, 15))]
)
def test_days_in_numbers_of_one_page_have_one_order_in_any_language(form, month, days):
    html = thread_with_days(lambda at: f"<div class=when>{form.format(at)}, 12:00</div>")
    assert [each.day for each in extracted(html).post_facts] == [date(2014, month, day) for day in days]
    mixed = thread_with_days(lambda at: f"<div class=when>03-{9 + at:02}-2014, 12:00</div>").replace(
        "people write some words", "люди пишут слова о том и о сём, а другие им отвечают"
    )
    assert [each.day.month for each in extracted(mixed).post_facts] == [3, 3, 3, 3]


def test_the_day_of_a_thread_whose_first_post_is_not_shown_is_that_of_the_post():
    html = thread_with_days(lambda at: f"<div class=when>2014-03-0{at} 12:00</div>", 5)
    html = html.replace(f"1: {TEXT}", "This user has been banned.")
    page = extracted(html)
    assert "banned" not in page.text
    assert page.metadata.published.value == "2014-03-01"


def test_a_day_that_is_called_that_of_the_post_goes_before_others():
    assert days("<i>2012-02-02</i> <em>Posted on 2019-05-0{} 12:30</em>") == [date(2019, 5, day) for day in range(1, 5)]


def test_the_day_of_an_approval_without_minutes_is_not_that_of_the_post():
    approval = "<b>Posted: 2012-02-02</b>"
    assert days(f"{approval} <em>Posted on 2019-05-0{{}} 12:30</em>") == [date(2019, 5, day) for day in range(1, 5)]
    assert days(f"{approval} <em>Posted on 2019-05-0{{}}</em>") == [date(2012, 2, 2)] * 4


@pytest.mark.parametrize("label", ["最后登录", "Last visit:", "Последний визит:", "ئاخىرقى كىرگەن ۋاقىت:"])
def test_the_day_of_a_visit_is_not_that_of_the_post(label):
    assert days(f"<span>{label}</span> <span>2019-05-0{{}} 12:30</span>") == [None] * 4


def test_the_day_of_a_post_may_stand_in_its_text_in_a_line_of_its_own():
    html = thread_with_days(lambda at: "").replace(f"1: {TEXT}", f"<p>» 11 March 2014, 12:00</p><p>1: {TEXT}</p>")
    page = extracted(html)
    assert page.post_facts[0].day == date(2014, 3, 11)
    assert page.post_facts[1].day is None


def test_the_day_in_the_header_of_a_quote_is_not_that_of_the_post():
    quote = '<div class="body"><blockquote><i>somebody posted on 2018-01-02 09:00</i><p>people write</p></blockquote>'
    html = thread(1, 2, 3, 4).replace("Posted on", "").replace('<div class="body">', quote)
    assert [facts.day for facts in extracted(html).post_facts] == [date(2019, 5, day) for day in range(1, 5)]


def test_the_day_on_which_a_post_was_created_is_its_day():
    html = thread(
        1, 2, 3, 4, box='<div class="post" id="p{}"><meta itemprop="dateCreated" content="2019-04-0{}T10:00Z">'
    )
    assert [facts.day for facts in extracted(html).post_facts] == [date(2019, 4, day) for day in range(1, 5)]


def test_the_day_with_minutes_is_that_of_a_post_where_all_have_one():
    """In a language that is not known the day on which somebody joined stands first, without minutes."""
    html = thread(1, 2, 3, 4).replace("Joined:", "I uru mai:").replace("Posted on", "I tukua")
    assert [facts.day for facts in extracted(html).post_facts] == [date(2019, 5, day) for day in range(1, 5)]
    without = [facts.day for facts in extracted(html.replace(" 12:30", "")).post_facts]
    assert without == [date(2001, 2, 3)] * 4


@pytest.mark.parametrize("label", ["edited", "Modified", "Zuletzt bearbeitet:", "изменён", "Joined"])
def test_an_element_states_no_day_of_a_post_behind_a_label_of_a_change_or_of_a_member(label):
    posts = "".join(
        f'<div class="post" id="post-{at}"><div class="body">{at}: {TEXT}</div>'
        f'<div class="changed">{label} <span title="2021-05-0{at} 01:02:03Z">long ago</span></div>'
        f'<div class="when">answered <span title="2019-05-0{at} 10:11:12Z">May {at}, 2019</span></div></div>'
        for at in range(1, 5)
    )
    page = extracted(f"<html><body class='viewthread'><h1>A title</h1><div id='posts'>{posts}</div></body></html>")
    assert [facts.day for facts in page.post_facts] == [date(2019, 5, at) for at in range(1, 5)]


@pytest.mark.parametrize("label", ["قوشۇلغان", "Qoshulghan waqti", "Joined"])
def test_the_day_on_which_a_member_joined_is_none_of_a_post(label):
    day = '<dd class="profile-joined"><strong>{}:</strong> 2001-يىلى 2-ئاينىڭ 3-كۈنى</dd><p>2019-05-0{} 12:30</p>'
    page = extracted(thread_with_days(lambda at: day.format(label, at)))
    assert [facts.day for facts in page.post_facts] == [date(2019, 5, at) for at in range(1, 5)]
