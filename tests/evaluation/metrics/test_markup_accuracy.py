import pytest

import extraction
from evaluation.metrics.markup_accuracy import ADDRESS, elements, markup_pages, measure_markup

EVERYTHING = extraction.Markup.of(links=True, images=True, formatting=True)


@pytest.mark.slow
def test_of_the_pages_made_for_markup_most_come_out_as_they_should():
    wrong = []
    for page in markup_pages():
        extracted = extraction.extract(page.html, ADDRESS, markup=EVERYTHING)
        if extraction.markdown(extracted.blocks) != page.markdown:
            wrong.append(page.name)
    assert len(wrong) <= len(markup_pages()) // 6, wrong


def test_all_of_them_come_out_when_nothing_else_is_on_the_page():
    """Where the method chooses, it may leave lines out: what all text is made of says what becomes of the markup."""
    wrong = []
    for page in (page for page in markup_pages() if "<figcaption" not in page.html):  # which is text, then
        head, _, rest = page.html.partition('<div class="nav">')
        body = rest[rest.index("<h1>") : rest.index('<div class="footer">')]
        extracted = extraction.extract(head + body, ADDRESS, "all-text", markup=EVERYTHING)
        if extraction.markdown(extracted.blocks) != page.markdown:
            wrong.append(page.name)
    assert not wrong


def test_without_markup_the_text_of_the_pages_is_the_same():
    for page in markup_pages():
        assert (
            extraction.extract(page.html, ADDRESS).text
            == extraction.extract(page.html, ADDRESS, markup=EVERYTHING).text
        )


def test_markdown_is_taken_apart():
    text = "# A [b](/c) ![d](/e)\n\n- *f* `g` $h$ \\*no\\*\n\n> [^1]\n\n```\nx\n```"
    parts = {kind: dict(of_kind) for kind, of_kind in elements(text).items() if of_kind}
    assert parts == {
        "headings": {"# A [b](/c) ![d](/e)": 1},
        "list items": {"- *f* `g` $h$ \\*no\\*": 1},
        "blocks of code": {"```\nx\n```": 1},
        "quotes": {"> [^1]": 1},
        "links": {"[b](/c)": 1},
        "images": {"![d](/e)": 1},
        "formulas": {"$h$": 1},
        "footnotes": {"[^1]": 1},
        "code in lines": {"`g`": 1},
        "emphasis": {"*f*": 1},
    }


def test_what_a_method_loses_is_counted_and_its_page_named():
    figures = {figure.what: figure for figure in measure_markup("all-text")}
    assert figures["links"].right == figures["links"].cases >= 10
    assert figures["headings"].set == "markup_pages"
    losing = {figure.what: figure for figure in measure_markup("correlativity")}
    assert losing["list items"].right < losing["list items"].cases
    assert losing["list items"].wrong
