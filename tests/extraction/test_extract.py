import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import extraction
from extraction import extract
from extraction.lexicon.terms import finder
from extraction.page import tags

PAGE = """<html lang="en"><head><title>A  day
at sea</title></head><body>
<ul><li><a href="/">Home</a><li><a href="/news">News</a><li><a href="/sport">Sport</a></ul>
<div id="main"><h1>A day at sea</h1>
<p>The boat left the harbour before the sun was up, and nobody on the shore had seen it go.</p>
<p>It was, as the captain said when they were back, a day which he would not have missed for anything.</p>
<p>Her crew had been told that they should not expect any wind at all, and so it was until the evening.</p></div>
<div id="foot"><a href="/about">About</a> | <a href="/privacy">Privacy</a> |
<a href="/contact">Contact</a></div></body></html>"""


@pytest.mark.parametrize("method", [method.name for method in extraction.methods()])
def test_every_method_keeps_the_paragraphs_of_a_plain_page(method):
    result = extraction.extract(PAGE, url="https://example.org/sea", method=method)
    assert "The boat left the harbour before the sun was up" in result.text
    assert "a day which he would not have missed for anything." in result.text
    assert (result.method, result.url) == (method, "https://example.org/sea")
    assert result.version


# Of the baselines, svm sees a single block on so small a page, and tag-ratio blurs the menus into the text.
@pytest.mark.parametrize("method", ["correlativity", "valid-characters", "text-density"])
def test_the_menus_are_left_out(method):
    text = extraction.extract(PAGE, method=method).text
    assert "Sport" not in text
    assert "Contact" not in text


@pytest.mark.parametrize("method", [method.name for method in extraction.methods()])
@pytest.mark.parametrize(
    "page", ["", " ", "<", "<html></html>", "\x00", "<frameset><frame src=a></frameset>", "just text"]
)
def test_no_method_fails_on_a_page_with_little_in_it(method, page):
    extraction.extract(page, method=method)


def test_an_unknown_method_is_named_with_the_ones_there_are():
    with pytest.raises(extraction.UnknownMethodError, match=r"'magic'.*correlativity"):
        extraction.extract(PAGE, method="magic")


SENTENCES = [
    "The bridge over the river was closed in the night, when a crack of two metres was seen in its third pillar.",
    "Engineers will look at it from a boat in the morning, the city announced, and expect to need a week for it.",
    "Until then all buses take the way over the old town, which is half an hour longer than the one over the bridge.",
]


def _scripted(body: str, *, shown: str = SENTENCES[0], data: str = "", head: str = "") -> str:
    """A page whose scripts would write the article that its data states."""
    article = f'{{"@type": "NewsArticle", "headline": "The bridge is closed", "articleBody": {json.dumps(body)}{data}}}'
    stated = f'<title>The bridge is closed</title>{head}<script type="application/ld+json">{article}</script>'
    body = f'<nav><a href="/">Home</a></nav><h1>The bridge is closed</h1><p>{shown}</p>'
    return f'<html lang="en"><head>{stated}</head><body>{body}</body></html>'


@pytest.mark.parametrize(
    "body",
    [
        "\n\n".join(SENTENCES),
        "".join(f"<p>{sentence}</p>" for sentence in SENTENCES),
        "".join(f"&lt;p&gt;{sentence}&lt;/p&gt;" for sentence in SENTENCES),
    ],
    ids=["lines", "markup", "escaped markup"],
)
def test_a_page_that_shows_less_than_the_article_of_its_data_gives_that_article(body):
    page = extraction.extract(_scripted(body))
    assert [block.text for block in page.blocks] == SENTENCES
    assert page.confidence is None
    assert page.title == "The bridge is closed"
    assert page.language == "en"


@pytest.mark.parametrize(
    ("data", "head"),
    [
        (', "isAccessibleForFree": false', ""),
        (', "isAccessibleForFree": "False"', ""),
        (', "isAccessibleForFree": "http://schema.org/False"', ""),
        (', "isAccessibleForFree": "https:\\/\\/schema.org\\/False"', ""),
        (', "hasPart": {"@type": "WebPageElement", "isAccessibleForFree": false, "cssSelector": ".paid"}', ""),
        ("", '<meta property="article:content_tier" content="locked">'),
    ],
    ids=["paid", "paid as text", "an address", "an address with strokes escaped", "a part paid", "Open Graph"],
)
def test_of_an_article_that_is_paid_for_only_what_the_page_shows_is_text(data, head):
    text = extraction.extract(_scripted("\n".join(SENTENCES), data=data, head=head)).text
    assert SENTENCES[0] in text
    assert SENTENCES[1] not in text


def test_a_page_that_shows_its_article_is_read_as_it_shows_it():
    shown = "</p><p>".join([*SENTENCES, "All of it was confirmed by the mayor, who asked the drivers for patience."])
    page = extraction.extract(_scripted(" ".join(SENTENCES), shown=shown))
    assert [block.text for block in page.blocks][-4:-1] == SENTENCES
    assert page.text.count(SENTENCES[1]) == 1
    assert page.confidence is not None


@pytest.mark.parametrize(
    "page",
    [
        _scripted("\n".join(SENTENCES)).replace("</body></html>", "<textarea>"),
        _scripted("\n".join(SENTENCES)).replace("</body></html>", "<div hidden>"),
        _scripted("\n".join(SENTENCES)).replace('"articleBody": ', '"articleBody": ['),
    ],
    ids=["open textarea", "open hidden element", "no JSON"],
)
def test_an_article_of_the_data_that_cannot_be_read_leaves_what_is_shown(page):
    assert SENTENCES[0] in extraction.extract(page).text


def test_the_articles_of_an_overview_are_not_one_text():
    overview = _scripted("\n".join(SENTENCES)) + _scripted("\n".join(reversed(SENTENCES)))
    assert SENTENCES[1] not in extraction.extract(overview).text


def test_the_methods_of_the_papers_read_what_a_page_shows():
    text = extraction.extract(_scripted("\n".join(SENTENCES)), method="correlativity").text
    assert SENTENCES[1] not in text


STATE = '<html><head><title>The last ferry - News</title></head><body><p>Loading.</p><script type="application/json">'


@pytest.mark.parametrize(
    "body",
    [
        "<p>{0}</p><p>{1}</p>",
        "{0}\n{1}",
        [{"type": "paragraph", "text": "{0}"}, {"type": "html", "html": "<p>{1}</p>"}],
        {"blocks": [{"data": {"text": "{0}"}}, {"data": {"text": "{1}"}, "author": "Jo Doe"}]},
    ],
)
def test_an_article_that_stands_in_the_state_of_a_script_alone_is_the_text(body):
    paragraphs = [
        f"The boat number {number} left the harbour before the sun was up, and came back late. " * 2
        for number in (1, 2)
    ]
    data = json.dumps(
        {"props": [{"headline": "The last ferry", "body": body, "related": [{"title": "Other", "body": "x" * 999}]}]}
    )
    page = STATE + data.replace("{0}", paragraphs[0].strip()).replace("{1}", paragraphs[1].strip()) + "</script></body>"
    extracted = extract(page)
    assert extracted.text.split("\n") == [each.strip() for each in paragraphs]
    assert extracted.confidence is None
    assert extract(page.replace("The last ferry - News", "Another page")).confidence is not None


STORY = "The boat number {} left the harbour before the sun was up, and came back late in the night. "
WHOLE = f"<p>{STORY.format(1) * 3}</p><p>{STORY.format(2) * 3}</p>"
ARTICLE = {"title": "The last ferry", "contentHtml": WHOLE}
ROWS = json.dumps(
    f'1:"$Sreact"\n2:T{len(WHOLE.encode()):x},{WHOLE}3:["$","p",null,{{"title":"The last ferry","html":"$2"}}]\n'
)
PREMIUM = '<script>x = {"isPremium": true, "text": ""}</script>'


@pytest.mark.parametrize(
    "scripts",
    [
        f"<script>window.__STATE__ = {json.dumps({'page': ARTICLE})};</script>",
        f'<script>(self["q"] ||= []).push({json.dumps({"data": ARTICLE})})</script>',
        f"<script>self.__next_f.push([1,{ROWS}])</script>",
        f'<script>self.__next_f.push([1,{ROWS[:150]}"])</script><script>self.__next_f.push([1,"{ROWS[150:]}])</script>',
    ],
)
def test_a_state_may_be_assigned_handed_to_a_function_or_streamed(scripts):
    page = f"<html><head><title>The last ferry - News</title>{scripts}</head><body><p>Loading.</p></body></html>"
    assert extract(page).text.split("\n") == [(STORY.format(number) * 3).strip() for number in (1, 2)]
    assert "harbour" not in extract(page.replace("The last ferry - News", "Another page")).text
    assert "harbour" not in extract(page.replace("</head>", PREMIUM)).text


@pytest.mark.parametrize(
    "state", ["= {{{{", "=[1, 2", "push({'a': 1})", '= {"body": "x"', '__next_f.push([1,"2:Tffffff,x"])']
)
def test_a_state_that_is_broken_does_no_harm(state):
    page = f'<title>The last ferry</title><script>{state * 50} "body": "{"x" * 500}"</script><p>Loading.</p>'
    assert extract(page).text == "Loading."


@pytest.mark.parametrize("paid", ['"isPremium": true', '"paywall": "paid"', '"isAccessibleForFree": false'])
def test_an_article_in_a_state_that_is_paid_for_stays_there(paid):
    story = "The boat left the harbour before the sun was up, and came back late. " * 5
    state = f'{{"title": "The last ferry", {paid}, "body": "{story}"}}'
    assert "harbour" not in extract(f"{STATE}{state}</script></body>").text


INLINE = sorted(
    {name for name in tags.NAMES[1:] if not (tags.BLOCK | tags.SILENT | tags.VOID)[tags.CODE[name]]}
    - {*("html", "col", "colgroup", "frameset", "image", "rt", "table", "math")}
)
CUSTOM = st.from_regex(r"[a-z]{1,6}(-[a-z]{1,6}){0,2}", fullmatch=True).filter(lambda name: name not in tags.CODE)


@pytest.mark.slow
@given(st.lists(st.sampled_from(INLINE) | CUSTOM, min_size=1, max_size=5))
def test_what_stands_in_a_kept_paragraph_comes_out(names):
    words = "went home together"
    for name in names:
        words = f"<{name}>{words}</{name}>"
    around = (
        "<p>The boats of the harbour are known far beyond the region, and that has its reasons in their history.</p>"
    )
    page = f"<body>{around}<p>We all {words} after the long day, and nobody said a word until the morning.</p>{around}"
    assert "We all went home together after the long day, and nobody" in extract(page).text


BLOCKS = sorted(
    {name for name in tags.NAMES[1:] if tags.BLOCK[tags.CODE[name]]}
    - {*("body", "frameset", "head", "html", "plaintext")}  # never in a text
    - {*("dialog", "figcaption", "noscript")}  # not shown, with its picture, and for readers without scripts
    - {*("caption", "table", "tbody", "td", "tfoot", "th", "thead", "tr")}
)


@pytest.mark.parametrize("name", BLOCKS)
def test_what_stands_in_a_block_of_a_kept_text_comes_out(name):
    page = f"<body><div>We all <{name}>went home</{name}> together</div>"
    assert extract(page, method="all-text").text.split() == ["We", "all", "went", "home", "together"]


@pytest.mark.parametrize("name", ["caption", "tbody", "td", "tfoot", "th", "thead", "tr"])
def test_what_stands_in_a_part_of_a_table_comes_out(name):
    page = f"<body><div>We all <table><{name}>went home</table> together</div>"
    assert sorted(extract(page, method="all-text").text.split()) == ["We", "all", "home", "together", "went"]


def test_a_page_without_terms_of_lines_waits_for_none_of_their_patterns():
    finder.cache_clear()
    assert extract(PAGE).text
    assert finder.cache_info().misses == 0
