import pytest

from extraction import extract
from tests.extraction.metadata.pages_for_tests import TEXT, URL, facts, ld


@pytest.mark.parametrize(
    ("head", "body", "source"),
    [
        (ld(**{"@type": "NewsArticle", "datePublished": "2024-03-05T10:11:12+08:00"}), "", "json-ld"),
        (ld(**{"@graph": [{"@type": "WebPage"}, {"@type": "Article", "datePublished": "2024-03-05"}]}), "", "json-ld"),
        (ld(**{"@type": "JobPosting", "datePosted": "2024-03-05"}), "", "json-ld"),
        (ld(**{"@type": "QAPage", "mainEntity": {"@type": "Question", "dateCreated": "2024-03-05"}}), "", "json-ld"),
        ('<script type="application/ld+json">{"datePublished": "2024-03-05",}</script>', "", "json-ld"),
        ('<script type="application/ld+json;charset=utf-8">{"datePublished": "2024-03-05"}</script>', "", "json-ld"),
        ('<meta property="article:published_time" content="2024-03-05T10:11Z">', "", "article:published_time"),
        ('<meta name="DC.date.issued" content="2024-03-05">', "", "dc.date.issued"),
        ('<meta name="pubdate" content="20240305">', "", "pubdate"),
        ("", '<span itemprop="datePublished" content="2024-03-05">yesterday</span>', "itemprop"),
        ("", '<time datetime="2024-03-05T10:11">yesterday</time>', "time"),
        ("", "<div>2024-يىلى 3-ئاينىڭ 5-كۈنى 10:11</div>", "text"),
        ("", "<div>发布时间：2024年3月5日 10:11</div>", "text"),
        ("", "<div>Posted on March 5, 2024</div>", "text"),
        ("", "<div>5 марта 2024, 10:11</div>", "text"),
        ("", "<div>03 | 05 | 2024</div>", "text"),
        ("", "<div><b>5</b> <i>Mar 2024</i></div>", "text"),
    ],
)
def test_the_date_comes_with_where_it_was_found(head, body, source):
    published = facts(head, f"<h1>A day at sea</h1>{body}{TEXT}").published
    assert (published.value, published.source) == ("2024-03-05", source)


def test_the_day_on_which_an_article_was_made_may_be_that_of_its_draft():
    head = ld(**{"@type": "NewsArticle", "dateCreated": "2024-03-01"})
    body = f'<h1>A day at sea</h1><time datetime="2024-03-05"></time>{TEXT}'
    assert facts(head, body).published.value == "2024-03-05"


def test_the_surest_source_is_asked_first():
    head = '<meta property="article:published_time" content="2024-03-05">'
    body = '<h1>A day at sea</h1><time datetime="2024-03-09"></time><div>10 March 2024</div>' + TEXT
    assert facts(head, body).published.source == "article:published_time"
    assert facts("", body).published.value == "2024-03-09"


def test_the_date_beside_the_headline_goes_before_those_of_the_frame():
    frame = "<div>Today is 22 November 2026</div><ul><li>News<li>Sport<li>Weather<li>Culture</ul>"
    foot = "<div>Copyright 2001-02-03</div>"
    published = facts(
        "", f"{frame}<h1>A day at sea</h1><div>Published: 5 March 2024, 10:11</div>{TEXT}{foot}"
    ).published
    assert published.value == "2024-03-05"


@pytest.mark.parametrize(
    ("stated", "shown", "published"),
    [
        ("2024-03-05T01:10:00Z", "4 March 2024, 20:10", "2024-03-04"),  # it was the day before in America
        ("Tue, 05 Mar 2024 01:10:00 GMT", "4 March 2024", "2024-03-04"),
        ("2024-03-04T22:30:00.000Z", "5 March 2024", "2024-03-05"),  # and the next one in Europe
        ("2024-03-04T22:30:00+01:00", "5 March 2024", "2024-03-04"),
        ("2024-03-05T10:10:00Z", "4 March 2024", "2024-03-05"),
        ("2024-03-05T00:00:00Z", "4 March 2024", "2024-03-05"),
        ("2024-03-05T01:10:00Z", "1 March 2024", "2024-03-05"),
    ],
)
def test_the_day_of_an_instant_in_universal_time_is_the_one_that_readers_see(stated, shown, published):
    body = f"<h1>A day at sea</h1><div>{shown}</div>{TEXT}"
    assert facts(ld(**{"@type": "Article", "datePublished": stated}), body).published.value == published
    assert facts(f'<meta name="article:published_time" content="{stated}">', body).published.value == published


def test_an_address_tells_the_day_of_an_instant_in_universal_time():
    head = ld(**{"@type": "Article", "datePublished": "2024-03-04T23:11:59+00:00"})
    assert facts(head, url="https://news.example.org/2024/03/05/boat").published.value == "2024-03-05"
    assert facts(head, url="https://news.example.org/2024/03/09/boat").published.value == "2024-03-04"


def test_of_two_days_stated_the_one_that_readers_see_counts():
    head = ld(**{"@type": "Article", "datePublished": "2024-03-01"})
    head += '<meta property="article:published_time" content="2024-03-05">'
    shown = "<h1>A day at sea</h1><div>{} March 2024</div>" + TEXT
    assert facts(head, shown.format(5)).published.value == "2024-03-05"
    assert facts(head, shown.format(1)).published.value == "2024-03-01"
    assert facts(head, shown.format(9)).published.value == "2024-03-01"


def test_a_name_for_any_date_gives_way_to_the_dateline():
    shown = "<h1>A day at sea</h1><div>5 March 2024, 10:11</div>" + TEXT
    assert facts('<meta name="date" content="2024-03-06">', shown).published.value == "2024-03-05"
    assert facts('<meta name="pubdate" content="2024-03-06">', shown).published.value == "2024-03-06"


def test_a_labelled_date_may_stand_in_a_table_far_behind_the_text():
    caption = "<p>The boats of the harbour in the evening sun, seen from the old lighthouse, 1 March 2024</p>"
    lead = "<h1>A day at sea</h1>"
    links = "<ul>" + "<li><a href='/x'>Boats</a>" * 20 + "</ul>"
    table = "<dl><dt>Theme</dt><dd>Sea</dd><dt>Date</dt><dd>5 March 2024</dd></dl>"
    page = f"{lead}<article>{caption}{TEXT}</article>{links}"
    assert extract(f"<html><body>{page}{table}</body></html>", URL).metadata.published.value == "2024-03-05"
    assert extract(f"<html><body>{page}</body></html>", URL).metadata.published is None


@pytest.mark.parametrize(
    "line",
    [
        "Letzte Änderung: 09.03.2024 – Erschienen am: 05.03.2024",
        "05.03.2024 – aktualisiert 09.03.2024",
        "Mis à jour le 9 mars 2024, publié le 5 mars 2024",
        "05.03.2024 - Güncelleme: 09.03.2024",
    ],
)
def test_of_two_days_in_a_line_the_one_of_publication_counts(line):
    page = f"<h1>A day at sea</h1><div>{line}</div>{TEXT}"
    assert facts(body=page, url="https://www.example.de/sea").published.value == "2024-03-05"


@pytest.mark.parametrize(
    ("host", "day"),
    [
        ("www.example.com", "2024-03-05"),
        ("example.us", "2024-03-05"),
        ("localhost", "2024-03-05"),
        ("example.de", "2024-05-03"),
        ("www.example.co.uk", "2024-05-03"),
        ("example.com.au", "2024-05-03"),
    ],
)
def test_an_english_page_has_the_day_first_in_most_countries(host, day):
    page = f"<h1>A day at sea</h1><div>03/05/2024</div>{TEXT}"
    assert facts(body=page, url=f"https://{host}/sea").published.value == day


@pytest.mark.parametrize(
    ("title", "published"),
    [
        ("A day at sea | Sea news | 05.03.2024", "2024-03-05"),
        ("A day at sea – 5 March 2024", "2024-03-05"),
        ("The harbour on 5 March 2024", None),
        ("The years - 5 March 2024 in the harbour", None),
    ],
)
def test_a_title_may_end_with_the_date(title, published):
    day_read = facts(f"<title>{title}</title>", url="https://news.example.de/sea").published
    assert (day_read and day_read.value) == published


def test_a_note_that_the_page_was_updated_counts_where_nothing_else_tells_the_date():
    lines = "".join(f"<div>step {number}</div>" for number in range(20))
    assert (
        facts(body=f"<h1>A day at sea</h1>{lines}<div>Updated March 5, 2024</div>{TEXT}").published.value
        == "2024-03-05"
    )


def test_a_day_beside_a_notice_of_rights_is_not_the_pages():
    for notice in ("Alle Rechte vorbehalten", "版权所有", "Copyright", "©"):
        assert facts(body=f"<h1>A day at sea</h1>{TEXT}<div>{notice} 5.3.2024</div>").published is None


def test_an_address_may_hold_the_date():
    assert facts(url="https://news.example.org/2024/03/05/boat").published == type(facts().title)("2024-03-05", "url")
    assert facts(url="https://news.example.org/12/2024/boat-2024").published is None
    assert facts(url="https://news.example.org/news/05-03-2024").published.value == "2024-03-05"
    assert facts(url="https://news.example.org/news/05-13-2024").published is None


@pytest.mark.parametrize("day", ["<p>Saturday, 18 May 2024</p>", '<time datetime="2024-05-18T19:30">18 May</time>'])
def test_the_day_of_an_event_is_not_that_of_its_page(day):
    head = ld(**{"@type": "MusicEvent", "startDate": "2024-05-18T19:30+02:00", "endDate": "2024-05-18T22:00+02:00"})
    assert facts(head, f"<h1>A day at sea</h1>{day}{TEXT}").published is None
    assert (
        facts(head, f"<h1>A day at sea</h1><p>Published: 5 March 2024</p>{day}{TEXT}").published.value == "2024-03-05"
    )
    assert facts("", f"<h1>A day at sea</h1>{day}{TEXT}").published.value == "2024-05-18"


def test_a_time_called_updated_gives_way_to_an_earlier_day_that_readers_see_beside_the_headline():
    body = "<h1>A day at sea</h1><p>Published on March {}, 2024 <time class=updated>2024-03-09</time></p>" + TEXT
    assert facts(body=body.format(5)).published.value == "2024-03-05"
    assert facts(body=body.format(12)).published.value == "2024-03-09"
    body = f"<h1>A day at sea</h1><time class=updated>2024-03-09</time>{TEXT}<p>More</p><i>March 5, 2024: a storm</i>"
    assert facts(body=body).published.value == "2024-03-09"


@pytest.mark.parametrize("name", ["class=updated", "itemprop=dateModified"])
def test_a_time_called_updated_gives_way_to_the_one_of_publication(name):
    times = f"<time>2024-03-05</time><time {name}>2024-03-09</time>"
    assert facts(body=f"<i>Sea</i> {times}<h1>A day at sea</h1>{TEXT}").published.value == "2024-03-05"
    assert (
        facts(body=f'<time class="updated">2024-03-09</time><h1>A day at sea</h1>{TEXT}').published.value
        == "2024-03-09"
    )


def test_the_day_before_the_first_sentence_goes_before_days_that_the_text_is_about():
    lead = "<p>The harbour, and those who live of it, have seen better days than these are now.</p>" * 5
    text = f"{lead}<p>5 March 2024 – The boat left the harbour before the sun was up, and nobody saw it go.</p>{TEXT}"
    assert facts(body=f"<h1>A day at sea</h1>{text}").published.value == "2024-03-05"
    story = (
        f"{lead}<p><b>Boats</b>. On 5 March 2024 she left the harbour before sunrise, and <i>nobody</i> saw her.</p>"
    )
    assert facts(body=f"<div>2 May 2024</div><h1>A day at sea</h1>{story}{TEXT}").published.value == "2024-05-02"


@pytest.mark.parametrize("tags", ["<ul>{}</ul>", "<table>{}</table>"])
def test_the_days_in_a_list_of_other_articles_give_way_to_the_one_below_the_headline(tags):
    item = "<li>" if "ul" in tags else "<tr><td>"
    others = [f'{item}<time datetime="2026-02-2{day}"></time> <a href=/{day}>Another day</a>' for day in range(3)]
    body = f"<h1>A day at sea</h1><p>5 March 2024</p>{TEXT}"
    assert facts(body=tags.format("".join(others)) + body).published.value == "2024-03-05"
    two = tags.format("".join(others[:2]))  # it may say when the page itself was published and changed
    assert facts(body=two + body).published.value == "2026-02-21"
    behind = extract(f"<body>{body * 3}{tags.format(''.join(others))}").metadata
    assert behind.published.value == "2024-03-05"


def test_a_time_called_published_counts_wherever_it_stands():
    text = "".join(f"<p>The boat number {number} left the harbour before the sun was up.</p>" for number in range(99))
    far = text + "<div><time {} datetime='2024-03-05'>Tuesday</time></div>"
    assert facts(body=far.format("")).published is None
    assert facts(body=far.format('class="entry-date published"')).published.value == "2024-03-05"


@pytest.mark.parametrize(
    "day",
    ['<time datetime="2024-03-05">Tuesday</time>', '<i itemprop="datePublished" content="2024-03-05">Tuesday</i>'],
)
def test_the_day_of_a_review_is_not_that_of_goods(day):
    assert facts(body=f"{TEXT}<div>{day}</div>").published.value == "2024-03-05"
    assert facts('<meta property="og:type" content="product">', f"{TEXT}<div>{day}</div>").published is None


def test_a_page_without_a_date_has_none():
    assert facts().published is None


def test_a_name_for_any_date_says_nothing_beside_that_of_publication():
    head = ld(**{"@type": "NewsArticle", "datePublished": "2024-03-05T19:30:04+01:00"})
    head += '<meta name="date" content="2024-03-06">'
    body = f"<h1>A day at sea</h1><div>Issue of 6 March 2024</div>{TEXT}"
    assert facts(head, body).published.value == "2024-03-05"


@pytest.mark.parametrize(
    "corner",
    [
        "<span>Mar</span> <span>05</span><span>2024</span>",
        "<b>05</b><i>March</i><small>2024</small>",
        "<div>5</div><div>Mart</div><div>2024</div>",
    ],
)
def test_day_month_and_year_may_stand_in_elements_of_their_own(corner):
    assert facts("", f"<h1>A day at sea</h1><div>{corner}</div>{TEXT}").published.value == "2024-03-05"


def test_the_article_at_the_address_of_the_page_goes_before_others_in_its_data():
    other = {"@type": "Article", "url": "https://e.example/other", "datePublished": "2020-01-01"}
    own = {"@type": "Article", "mainEntityOfPage": {"@id": "https://www.e.example/own/"}, "datePublished": "2024-03-05"}
    metadata = facts(ld(**{"@graph": [other, own]}), TEXT, "https://e.example/own")
    assert metadata.published.value == "2024-03-05"


def test_the_label_of_a_date_is_not_that_of_the_next_one():
    body = f"<h1>A day at sea</h1><p>Joined: 2020-01-02</p><p>2024-03-05</p>{TEXT}"
    assert facts("", body).published.value == "2024-03-05"


@pytest.mark.parametrize("label", ["Joined:", "Registered:", "Last visit:", "Last active"])
def test_the_day_of_a_member_is_never_that_of_the_page(label):
    assert facts("", f"<h1>A day at sea</h1><p>{label} 2020-01-02</p>{TEXT}").published is None


def test_a_day_stated_in_numbers_has_the_order_of_the_pages_language():
    head = '<meta property="article:published_time" content="10/05/2022 05:22 pm">'
    page = (
        f"<h1>El barco</h1>{'<p>El barco salió del puerto antes del alba y nadie en la orilla lo vio salir.</p>' * 3}"
    )
    assert facts(head, page).published.value == "2022-05-10"
    assert facts(head).published.value == "2022-10-05"


def test_a_day_alone_right_above_the_headline_goes_before_that_of_an_event_below_it():
    body = f"<p>5 March 2024</p><h1>A day at sea</h1><p>Regatta on 12 March 2024</p>{TEXT}"
    assert facts("", body).published.value == "2024-03-05"


def test_the_other_posts_of_a_thread_tell_the_order_of_day_and_month_in_the_first():
    posts = "".join(
        f'<div class="post" id="p{at}"><a href="/u/7">somebody</a><div class=when>03-{at}-2014, 12:00</div>'
        f"<div class=body>{at}: الناس يكتبون كلاما عن هذا وذاك والآخرون يجيبونهم بكلام آخر.</div></div>"
        for at in ("04", "11", "21", "22")
    )
    page = extract(
        f"<body class='viewthread'><h1>A title</h1><div id='posts'>{posts}</div>", "http://a/viewthread.php?tid=1"
    )
    assert page.posts == 4
    assert page.metadata.published.value == "2014-03-04"
