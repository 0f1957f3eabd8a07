import json
from dataclasses import replace

import pytest

from extraction import Observation, extract
from workers.pipeline import process

TEXT = "<p>The boat left the harbour before the sun was up, and nobody on the shore had seen it go.</p>" * 3
URL = "https://news.example.org/sea/boat"


def facts(head="", body=f"<h1>A day at sea</h1>{TEXT}", url=URL):
    return extract(f"<html><head>{head}</head><body>{body}</body></html>", url, "all-text").metadata


def ld(**data):
    return f'<script type="application/ld+json">{json.dumps(data)}</script>'


@pytest.mark.parametrize(
    ("head", "body", "source"),
    [
        (ld(**{"@type": "NewsArticle", "datePublished": "2024-03-05T10:11:12+08:00"}), "", "json-ld"),
        (ld(**{"@graph": [{"@type": "WebPage"}, {"@type": "Article", "datePublished": "2024-03-05"}]}), "", "json-ld"),
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


def test_a_time_called_updated_gives_way_to_the_one_of_publication():
    times = "<time>2024-03-05</time><time class='updated'>2024-03-09</time>"
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


def test_a_time_called_published_counts_wherever_it_stands():
    text = "".join(f"<p>The boat number {number} left the harbour before the sun was up.</p>" for number in range(99))
    far = text + "<footer><time {} datetime='2024-03-05'>Tuesday</time></footer>"
    assert facts(body=far.format("")).published is None
    assert facts(body=far.format('class="entry-date published"')).published.value == "2024-03-05"


def test_a_page_without_a_date_has_none():
    assert facts().published is None


@pytest.mark.parametrize(
    ("head", "body", "expected"),
    [
        (  # a heading of any level that says just what the page states goes before another h1
            '<meta property="og:title" content="Six boats that never came back"><title>How many boats? - News</title>',
            "<h1>How many boats?</h1><h2>Six boats that never came back</h2>",
            "Six boats that never came back",
        ),
        (  # and a kicker beside it in the heading is none of it
            '<meta property="og:title" content="Six boats that never came back"><title>How many boats? - News</title>',
            "<h1>How many boats?</h1><h2><span>Opinion</span> <span>Six boats that never came back</span></h2>",
            "Six boats that never came back",
        ),
        (  # what the data calls the headline is one
            '<meta property="og:title" content="Fuel for boats: where to buy it; price">'
            + ld(**{"@type": "NewsArticle", "headline": "So the engine starts at once"}),
            "<h1><span>Fuel for boats: where to buy it; price</span> So the engine starts at once</h1>",
            "So the engine starts at once",
        ),
        (
            '<meta property="og:title" content="Can a boat fly?"><title>Can a boat fly / 5 answers</title>',
            "<h1>Can a boat fly / 5 answers</h1>",
            "Can a boat fly / 5 answers",
        ),
    ],
)
def test_the_headline_is_what_the_page_states_in_several_places(head, body, expected):
    assert facts(head, body + TEXT).title.value == expected


def test_the_sites_name_is_known_as_hosts_spell_it():
    title = facts("<title>Lexikon « Nalas Löwenseiten</title>", TEXT, "http://www.nalas-loewenseiten.example/").title
    assert title.value == "Lexikon"


@pytest.mark.parametrize(
    ("title", "body", "expected"),
    [
        ("A day at sea | Example News", "<h1>A day at sea</h1>", "A day at sea"),
        ("A day at sea - Sea - Example", "<h1>A day at sea</h1>", "A day at sea"),
        ("A day at sea - Example News", "", "A day at sea"),
        ("Example News: A day at sea", "", "Example News: A day at sea"),
        ("A day at sea - and back", "", "A day at sea - and back"),
        ("دېڭىزدا بىر كۈن|خەۋەرلەر|مىسال تورى", "", "دېڭىزدا بىر كۈن"),
        ("海上的一天_新闻中心_示例网", "<h1>海上的一天</h1>", "海上的一天"),
        ("Sea | Land", "", "Sea | Land"),
        ("海上的一天 掀起热潮-示例网", "<h1>海上的一天 掀起热潮</h1>", "海上的一天 掀起热潮"),
        ("Board • A day at sea", "<h1>Board</h1><h2>A day at sea</h2>", "A day at sea"),
        ("A day at the sea / Sea / Board", "<h3>A day at the sea</h3>", "A day at the sea"),
        ("Sea board / A long day at the sea", "<h1>Sea board</h1>", "Sea board / A long day at the sea"),
        ("A day at sea - Sea - Board", "<h1><a>[Sea]</a> <span>A day at sea</span></h1>", "A day at sea"),
        ("Example News | A long day at sea, and back", "", "A long day at sea, and back"),
        ("example.org » A day at sea", "", "A day at sea"),
        ("example.org » Archive » A day at sea", "", "A day at sea"),
        ("A long day at sea -", "", "A long day at sea"),
        ("A long day at sea-Boats|Example News", "", "A long day at sea"),
        ("A day at sea: The film", "<h1><i>A day at sea:</i> <b>The film</b></h1>", "A day at sea: The film"),
    ],
)
def test_the_sites_name_is_cut_off_the_title(title, body, expected):
    head = f'<title>{title}</title><meta property="og:site_name" content="Example News">'
    head += '<meta property="article:section" content="Boats">'
    metadata = facts(head, body + TEXT)
    assert metadata.title.value == expected
    assert (metadata.whole_title.value, metadata.whole_title.source) == (title, "title")


@pytest.mark.parametrize(
    ("title", "heading", "expected"),
    [
        ("Sea 'waits' for no one", "<h1>Sea ‘waits’ for no one</h1>", "Sea ‘waits’ for no one"),
        ("A day at the wide sea", "<h1>One long day at the wide sea</h1>", "One long day at the wide sea"),
        ("Press releases", "<h1>Harbour opens its gates again</h1>", "Harbour opens its gates again"),
        ("Press releases", "<h1>Harbour opens its gates</h1><h1>Boats are late</h1>", "Press releases"),
        ("A day at sea", "<h1>5 March: A day at sea</h1>", "A day at sea"),
        ("Boats: late again", "<h1><i>Boats:</i><b>late again</b></h1>", "Boats: late again"),
        ("The «wide sea» at night", "", "The «wide sea» at night"),
        ("All of the « wide sea »", "", "All of the « wide sea »"),
        ("A day at sea › Example", "", "A day at sea"),
        ("海上的一天：示例新闻网", "<h1>海上的一天</h1>", "海上的一天"),
        ("", "<h1>A day at sea</h1>", "A day at sea"),
        ("A day at sea", "<h1>A day at sea: the long way home</h1>", "A day at sea: the long way home"),
        ("A day at sea", "<h1>A day at sea in the winter</h1>", "A day at sea in the winter"),
        ("A day at sea", "<h1>A day at sea <span>Welcome to the harbour</span></h1>", "A day at sea"),
        ("A day at sea", "<h1>A day at sea, 5 March</h1>", "A day at sea"),
        ("A day at sea - Manual", "<h1>A day\u00ad at sea<a href='#day'>¶</a></h1>", "A day at sea"),
    ],
)
def test_the_headline_at_the_text_is_the_title_in_its_own_letters(title, heading, expected):
    metadata = facts(f"<title>{title}</title>" if title else "", heading + TEXT, url="https://example.org/")
    assert metadata.title.value == expected


def test_a_title_that_a_quotation_mark_in_it_cut_off_is_read_elsewhere():
    title = 'Captain calls the sea "a friend"'
    metadata = facts(f'<meta property="og:title" content="{title}"><title>{title}</title>', TEXT)
    assert metadata.title.value == metadata.whole_title.value == title


def test_a_headline_with_a_label_before_it_is_told_by_any_of_the_titles():
    head = '<meta property="og:title" content="Press releases"><title>Harbour opens its gates again</title>'
    body = f"<h1><small>Press release of the harbour :</small><span>Harbour opens its gates again</span></h1>{TEXT}"
    assert facts(head, body).title.value == "Harbour opens its gates again"


def test_a_heading_far_from_the_text_that_says_something_else_is_no_title():
    menu = "".join(f"<li>Rope number {number}" for number in range(40))
    page = f"<title>A day at sea</title><h1>Ropes and anchors for all</h1><nav><ul>{menu}</ul></nav><p>Sea.</p>{TEXT}"
    assert extract(page, method="correlativity").title == "A day at sea"


def test_address_name_and_section_are_found():
    head = '<link rel="canonical" href="/boat"><meta property="og:site_name" content="Example News">'
    metadata = facts(head + '<meta property="article:section" content="Travel">')
    assert (metadata.canonical_url.value, metadata.canonical_url.source) == (
        "https://news.example.org/boat",
        "canonical",
    )
    assert (metadata.site_name.value, metadata.section.value, metadata.language.value) == (
        "Example News",
        "Travel",
        "en",
    )


def test_the_category_of_a_post_is_its_section():
    links = '<a href=/c rel="category tag">Rivers &amp; <b>lakes</b></a> <a href=/d rel="category tag">Boats</a>'
    section = facts("", TEXT + links).section
    assert (section.value, section.source) == ("Rivers & lakes", "rel=category")
    assert facts("", TEXT + links * 3).section is None  # an overview
    assert facts("", TEXT + '<a rel="subcategory tag">Rivers</a>').section is None


@pytest.mark.parametrize(
    "html",
    [
        '<p>Write &lt;a href="/c" rel="category tag"&gt;Rivers&lt;/a&gt; in your template.</p>',
        '<script type="application/ld+json"><a rel="category">Rivers</a></script>',
        '<link rel="category" href="/c">',
        '<a rel="category"><img src="x"></a>',
    ],
)
def test_what_only_speaks_of_a_category_or_says_none_is_no_section(html):
    assert facts("", TEXT + html).section is None
    assert facts("", html + TEXT + '<a rel="Tag\nCategory">Boats</a>').section.value == "Boats"


def test_a_kicker_in_the_heading_is_no_part_of_the_headline_unless_the_page_states_it_so():
    heading = '<span class="dachzeile">After the storm</span> <span>Boats leave the harbour again</span>'
    stated = "Harbour: Boats leave the harbour again"
    assert facts(f"<title>{stated}</title>", f"<h1>{heading}</h1>{TEXT}").title.value == "Boats leave the harbour again"
    stated = "After the storm: Boats leave the harbour again"
    assert facts(f"<title>{stated}</title>", f"<h1>{heading}</h1>{TEXT}").title.value != "Boats leave the harbour again"


def test_what_the_headline_in_the_data_lacks_is_cut_off_the_end_of_the_title():
    head = '<title>Boats leave the harbour again-Sea│Harbour news</title><meta name="headline" content="{}">'
    assert facts(head.format("Boats leave the harbour again"), TEXT).title.value == "Boats leave the harbour again"
    assert facts(head.format("Boats"), TEXT).title.value == "Boats leave the harbour again-Sea"


@pytest.mark.parametrize("link", ["http://[", "javascript:void(0)", "", "mailto:a@b.c"])
def test_what_is_no_address_is_none(link):
    assert facts(f'<link rel="canonical" href="{link}">').canonical_url is None


def test_data_that_is_broken_or_deep_does_no_harm():
    for script in (
        "{",
        "[" * 100_000,
        '{"datePublished": 7, "@type": null}',
        "[1, null, [[]]]",
        '{"@graph": {"a": 1}}',
    ):
        assert facts(f'<script type="application/ld+json">{script}</script>').published is None


NAME = "Qurban Testname"
PERSON = f'{{"@type": "Person", "name": "{NAME}"}}'
META = ("author", "dc.creator", "twitter:creator", "parsely-author", "byl", "sailthru.author", "citation_author")
SIGNED = f"""<html><head><title>A day at sea</title><link rel="author" href="/{NAME}">
{"".join(f'<meta name="{name}" content="{NAME}">' for name in META)}<meta property="article:author" content="{NAME}">
<script type="application/ld+json">{{"@type": "Article", "headline": "A day", "datePublished": "2024-03-05",
"author": {PERSON}, "creator": "{NAME}", "editor": "{NAME}", "contributor": ["{NAME}"], "publisher": {PERSON}}}</script>
<script type="application/ld+json">{PERSON}</script>
<script type="application/ld+json">{{"@type": "ProfilePage", "name": "{NAME}", "mainEntity": {PERSON}}}</script>
</head><body><h1>A day at sea</h1><span itemprop="author" hidden>{NAME}</span>{TEXT}</body></html>"""


def test_nothing_says_who_wrote_the_page():
    page_text = process(SIGNED.encode(), method="mezmun", url=URL, with_paths=True)
    assert page_text.metadata.published.value == "2024-03-05"
    record = json.dumps(replace(page_text, observation=Observation()).as_dict(), ensure_ascii=False).lower()
    for name in (NAME, NAME.split()[0], NAME.split()[1]):
        assert name.lower() not in record
    assert "author" not in record
    assert "creator" not in record
