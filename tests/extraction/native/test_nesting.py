"""The depth of a page's tags is what counting them in Python gives."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from extraction.page.limits import max_depth
from extraction.page.word_table import WordTable

TAG = re.compile(r"<((?:\\?/)?)([a-zA-Z][a-zA-Z0-9:-]*)")
NEVER = ("p", "br")
PIECES = st.sampled_from(
    [
        *("<div>", "<DIV ", "</div>", "</Div", "<p>", "</p>", "<BR/>", "<x-y:1", "</X-Y:1>", "<\\/div>", "\\"),
        *("<", "</", "<a\u4e2d>", "</a>", "text", "/", "<1>", "<" + "long" * 9 + ">", "</" + "long" * 9 + ">"),
    ]
)


def in_python(html):
    opened, most = {}, {}
    for end, name in TAG.findall(html):
        name = name.lower()
        if name not in NEVER:
            opened[name] = max(opened.get(name, 0) + (-1 if end else 1), 0)
            most[name] = max(most.get(name, 0), opened[name])
    return sum(most.values())


@settings(deadline=None)
@given(st.lists(PIECES, max_size=60).map("".join))
def test_the_depth_is_what_python_counts(html):
    assert max_depth(html.encode(), html.count("<"), WordTable(NEVER)) == in_python(html)
