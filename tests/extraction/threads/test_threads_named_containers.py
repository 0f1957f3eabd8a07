"""The boxes named after comments and quotes are those that plain Python finds, element by element."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extraction import parse
from extraction.page import tags
from extraction.page.names import SignatureSubject
from extraction.threads.quotes import named_containers

NAMES = ["", "comments", "quote", "quote-header", "respond quote", "post"]
TAG = st.tuples(st.sampled_from(["div", "span", "td", "pre", "blockquote"]), st.sampled_from(NAMES))
PIECES = st.sampled_from(["x", "<p>x", "</div>", "</blockquote>", "</span>"])
HTML = st.lists(PIECES | TAG.map(lambda tag: f'<{tag[0]} class="{tag[1]}">'), max_size=25).map("".join)
QUOTES = {tags.CODE[name] for name in ("div", "td", "table", "tbody", "tr")}


@pytest.mark.slow
@settings(max_examples=300)
@given(HTML, st.data())
def test_boxes_are_those_whose_names_say_so(html, data):
    page = parse("<table><tr><td>x" + html)
    texts = len(page.text)
    content = np.array(data.draw(st.lists(st.booleans(), min_size=texts, max_size=texts)))
    below, quoting = np.zeros(texts, dtype=bool), []
    comments, quote, around = (
        page.speaking(each)
        for each in (SignatureSubject.COMMENTS, SignatureSubject.QUOTE, SignatureSubject.AROUND_QUOTE)
    )
    for row, tag in enumerate(page.tag.tolist()):
        inside = slice(int(page.first[row]), int(page.last[row]))
        if not content[inside].any():
            continue
        if tag == tags.CODE["blockquote"] or (quote[row] and not around[row] and tag in QUOTES):
            quoting.append(row)
        if comments[row] and tags.BLOCK[tag] and tag != tags.CODE["pre"] and content[: inside.start].any():
            below[inside] |= content[inside]
    containers = named_containers(page, content)
    assert containers.quoting.tolist() == quoting
    if containers.comments is None:
        assert not below.any()
    else:
        assert containers.comments.tolist() == below.tolist()


def test_marks_of_other_texts_are_refused():
    with pytest.raises(ValueError, match="An array of 2 numbers stands where C expects 1"):
        named_containers(parse("<blockquote>x</blockquote>"), np.ones(2, dtype=bool))
