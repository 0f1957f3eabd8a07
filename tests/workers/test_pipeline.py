"""From bytes to clean text: the sample sites whole and without their noise, and an outcome for every other body."""

from urllib.parse import urlsplit

import pytest

from extraction import DEFAULT_METHOD, Markup, Observation
from mezmun.core.outcomes import Outcome
from mezmun.demo.sample_site import NoiseKind, SampleSite, Truth
from mezmun.demo.sample_sites import BUILDERS
from normalization import DEFAULT_RULES, MASK_RULES
from workers.pipeline import explain, observe, process

BANNED = {NoiseKind.NAVIGATION, NoiseKind.ADVERT, NoiseKind.COPYRIGHT, NoiseKind.NICKNAME}
SITES = {kind: build("http://127.0.0.1:8800") for kind, build in BUILDERS.items()}
PAGES = [pytest.param(site, truth, id=truth.url) for site in SITES.values() for truth in site.truth]


@pytest.mark.parametrize(("site", "truth"), PAGES)
def test_every_paragraph_is_stored_and_no_menu_advert_copyright_line_or_nickname(
    site: SampleSite, truth: Truth
) -> None:
    url = urlsplit(truth.url)
    page = site.pages[f"{url.path}?{url.query}" if url.query else url.path]
    text = process(page.body, method=DEFAULT_METHOD, content_type=page.content_type, url=truth.url).text
    assert truth.missing(text) == ()
    assert [noise for noise in truth.leaked(text) if noise.kind in BANNED] == []


@pytest.mark.parametrize(
    ("body", "content_type", "outcome"),
    [
        (b"", "text/html", Outcome.EMPTY),
        (b"<html><body></body></html>", "text/html", Outcome.EMPTY),
        (b"%PDF-1.7\n\0\1\2", "text/html", Outcome.NOT_HTML),
        (b'{"a": 1}', "application/json", Outcome.NOT_HTML),
        (bytes(range(256)) * 20, "text/html", Outcome.UNDECODABLE),
        (b"<p>" + b"<i>" * 3_000_000, "text/html", Outcome.TOO_LARGE),
    ],
)
def test_a_body_without_a_text_ends_with_its_outcome(body: bytes, content_type: str, outcome: Outcome) -> None:
    page = process(body, method=DEFAULT_METHOD, content_type=content_type)
    assert (page.outcome, page.text) == (outcome, "")


def test_a_text_below_the_minimum_is_too_short_and_says_by_how_much() -> None:
    page = process(b"<p>Six wise words are not enough.", method="all-text", min_characters=100)
    assert page.outcome is Outcome.TOO_SHORT
    assert page.detail == "24 letters, fewer than 100"


def test_blocks_are_normalised_and_the_changes_counted() -> None:
    page = process("<p>\ufe97\ufeee\ufe97\ufe8e\u0648</p>".encode(), method="all-text")
    assert page.text.isprintable()
    assert not any("\ufb50" <= letter <= "\ufefc" for letter in page.text)
    assert page.changes == {"presentation-forms": 4}


def test_a_body_that_is_no_page_explains_and_teaches_nothing() -> None:
    assert explain(b"%PDF-1.7\n\0\1", method=DEFAULT_METHOD).lines == ()
    assert observe(b"%PDF-1.7\n\0\1", method=DEFAULT_METHOD) == Observation()


def test_titles_names_and_the_stated_address_are_masked_as_the_text_is() -> None:
    page = """<html><head><title>Call 202-555-0143 | a@example.com</title>
        <meta property="og:site_name" content="a@example.com"><meta property="article:section" content="QQ: 123456789">
        <link rel="canonical" href="http://127.0.0.1/p?id=13912345678&amp;mail=a@example.com"></head>
        <body><p>All of the page's own text stands here, and it is long enough to be one.</p></body></html>"""
    masked = process(page.encode(), method="all-text", url="http://127.0.0.1/p").metadata
    assert masked.whole_title is not None
    assert masked.whole_title.value == "Call [phone] | [e-mail]"
    assert masked.site_name is not None
    assert masked.site_name.value == "[e-mail]"
    assert masked.section is not None
    assert masked.section.value == "QQ: [handle]"
    assert masked.canonical_url is not None
    assert masked.canonical_url.value == "http://127.0.0.1/p?id=13912345678&mail=[e-mail]"
    whole = process(page.encode(), method="all-text", url="http://127.0.0.1/p", rules=DEFAULT_RULES - MASK_RULES)
    assert "[" not in "".join(fact["value"] for fact in whole.metadata.as_dict().values())


def test_spans_stand_where_they_stood_when_letters_are_folded_and_people_masked():
    html = (
        "<p>ﺋﯘﻳﻐﯘﺭ <b>ﺗﯩﻠﻰ</b>، mail me@example.org <a href='/x?mail=me@example.org'>here\u200b now</a> "
        "<img src=/i.png alt='to me@example.org'> or later."
    )
    page = process(html.encode(), method="all-text", url="https://e.example/", markup=Markup(7))
    [block] = page.blocks
    assert [(block.text[span.start : span.end], span.target, span.label) for span in block.spans] == [
        ("تىلى", "", ""),
        ("here now", "https://e.example/x?mail=[e-mail]", ""),
        ("", "https://e.example/i.png", "to [e-mail]"),
    ]


def test_a_picture_between_blocks_is_no_text_and_its_words_are_masked():
    html = "<p>Before it.<figure><img src=/a.jpg alt='of me@example.org'></figure><p>After it."
    page = process(html.encode(), method="all-text", url="https://e.example/", markup=Markup.IMAGES)
    assert page.text == "Before it.\n\nAfter it."
    assert [block.image.label for block in page.blocks if block.image] == ["of [e-mail]"]


def test_members_whom_posts_mention_are_masked_but_not_in_code() -> None:
    sentence = "The old bridge over the river was closed after engineers found cracks in two of its pillars."
    inside = "<b>I agree</b> with @moss, <a href=/report>as the report says</a>.<pre>@moss\ndef f(): ...</pre>"
    posts = "".join(
        f'<div class="post" id="p{n}"><a class="username" href="/u/{n}">{user}</a><i class=when>2024-03-0{n} 10:10</i>'
        f"<div class=body><p>{sentence}</p>{text}</div></div>"
        for n, (user, text) in enumerate((("moss", ""), ("fern", inside), ("alder", "")), 1)
    )
    html = f"<html><title>The bridge</title><body class=viewtopic><h1>The bridge</h1>{posts}".encode()
    page = process(html, method=DEFAULT_METHOD, markup=Markup.LINKS, url="https://forum.example/t/1")
    masked = next(block for block in page.blocks if "I agree" in block.text)
    assert masked.text == "I agree with [handle], as the report says."
    assert [masked.text[span.start : span.end] for span in masked.spans] == ["as the report says"]
    assert page.changes["handle"] == 1
    assert "@moss\ndef f()" in page.text
    assert "with @moss" in process(html, method=DEFAULT_METHOD, rules=DEFAULT_RULES - MASK_RULES).text


def test_spans_of_links_and_emphasis_stay_where_they_were_beside_masked_members() -> None:
    users = ("gary", "John", "kim")
    text = "<a href=/one>one</a> @gary <b>@John</b> wrote @kim, <b>then</b> <i>@gary</i> left"
    posts = "".join(
        f'<div class="post" id="p{n}"><a class="username" href="/u/{n}">{user}</a><i class=when>2024-03-0{n} 10:10</i>'
        f"<div class=body><p>The old bridge was closed after engineers saw cracks in it.</p><p>{text}</div></div>"
        for n, user in enumerate(users, 1)
    )
    html = f"<html><title>The bridge</title><body class=viewtopic><h1>The bridge</h1>{posts}".encode()
    page = process(
        html, method=DEFAULT_METHOD, markup=Markup.LINKS | Markup.FORMATTING, url="https://forum.example/t/1"
    )
    block = next(block for block in page.blocks if "wrote" in block.text)
    assert block.text == "one [handle] [handle] wrote [handle], then [handle] left"
    assert [(span.start, block.text[span.start : span.end]) for span in block.spans] == [
        *((0, "one"), (13, "[handle]"), (38, "then"), (43, "[handle]")),
    ]
