"""Footers, ways to other pages, dialogs and forms are no part of a page's text."""

import pytest

from extraction import extract

TEXT = (
    "The council of Ellmar voted by fourteen to three to pay 31 million for the waterworks that it sold in 2005. " * 5
)
BESIDE = "Answers within two days, on weekdays from nine to five."


def text_of(html, *, text=TEXT):
    head = "<head><title>Waterworks</title><body><h1>Waterworks</h1>"
    return extract(f"{head}<p>{text}</p>{html.format(BESIDE)}<p>{text}</p>", method="all-text").text


@pytest.mark.parametrize(
    "html",
    [
        "<footer><div><p>{}</div></footer>",
        "<nav><ul><li>{}</ul></nav>",
        "<dialog open><p>{}</dialog>",
        "<form><label>{}</label><input name=mail></form>",
        "<div role=dialog><p>{}</div>",
        "<div role=alertdialog><p>{}</div>",
        "<div role=navigation><p>{}</div>",
        "<div role=contentinfo><p>{}</div>",
    ],
)
def test_what_a_page_says_is_beside_its_text_is_left_out(html):
    text = text_of(html)
    assert "council" in text
    assert BESIDE not in text


@pytest.mark.parametrize("html", ["<header>{}</header>", "<div role=main>{}</div>", "<div class=footer>{}</div>"])
def test_other_elements_stay(html):
    assert BESIDE in text_of(html)


def test_the_footer_of_a_quote_says_what_is_quoted():
    assert BESIDE in text_of("<blockquote><p>Water is ours.</p><footer>{}</footer></blockquote>")


@pytest.mark.parametrize("part", ["form", "dialog open"])
def test_one_with_much_of_the_text_is_the_page(part):
    assert BESIDE in text_of(f"<{part}><p>{{}}</p><p>{TEXT}</p></{part.split()[0]}>")


def test_comments_in_a_form_are_still_the_comments_of_the_page():
    comment = "<div class=comment-body><p>The waterworks were sold too cheaply, and everybody knew it then.</p></div>"
    html = f"<body><article><h1>Waterworks</h1><p>{TEXT}</article><form><div id=comments>{comment * 2}</div></form>"
    assert len(extract(html, method="all-text").comments) == 2
