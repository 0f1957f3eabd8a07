"""The counts of a source are those that Python's regular expressions make."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from extraction import limits
from extraction.native.scan import scan

PIECES = st.sampled_from(
    [
        *("<", "</", ">", "/>", "<b>", "<B ", "<big/>", "<body>", "<i", "</i>", "<strong\n", "<script/>", "<script >"),
        *("<title/>", "</TITLE", "<Style a='b' />", "<textarea", " ", "text", '"', "<!--", "\u4e2d"),
    ]
)
FORMATTING = re.compile(rf"<(?:{'|'.join(sorted(limits.FORMATTING))})[\s/>]", re.IGNORECASE)
CLOSED = re.compile(r"<(?:iframe|noembed|noframes|script|style|textarea|title|xmp)(?:\s[^<>]*)?/>", re.IGNORECASE)


@settings(deadline=None)
@given(st.lists(PIECES, max_size=40).map("".join))
def test_the_counts_are_those_of_regular_expressions(html):
    found = scan(html.encode())
    assert found.tags == html.count("<")
    assert found.ends == html.count("</")
    assert found.formatting == len(FORMATTING.findall(html))
    assert found.titles == html.lower().count("</title")
    assert found.longest == max(
        len(piece[piece.find("<") :].encode()) if "<" in piece else 0 for piece in html.split(">")
    )
    assert found.closed >= len(CLOSED.findall(html))  # it may be none after all: who asks looks again
