import pytest

import extraction

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


def test_title_and_language_come_with_the_text():
    result = extraction.extract(PAGE)
    assert result.title == "A day at sea"
    assert result.language == "en"


def test_the_declared_language_serves_only_when_the_text_does_not_tell():
    assert extraction.extract('<html lang="ug-CN"><p>12 34</p>').language == "ug"
    assert extraction.extract(PAGE.replace('lang="en"', 'lang="ug"')).language == "en"


def test_an_unknown_method_is_named_with_the_ones_there_are():
    with pytest.raises(extraction.UnknownMethodError, match=r"'magic'.*correlativity"):
        extraction.extract(PAGE, method="magic")
