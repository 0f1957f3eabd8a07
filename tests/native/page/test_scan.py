"""The counts of a source, and the depth of its tags, are those that Python's regular expressions give."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.page.parsing import limits
from extraction.page.parsing.limits import max_depth
from extraction.page.texts import WordTable
from native.library import array, lib, struct

PIECES = st.sampled_from(
    [
        *("<", "</", ">", "/>", "<b>", "<B ", "<big/>", "<body>", "<i", "</i>", "<strong\n", "<script/>", "<script >"),
        *(
            "<title/>",
            "</TITLE",
            "<Style a='b' />",
            "<textarea",
            " ",
            "text",
            '"',
            "<!--",
            "<noscript>",
            "<noscript",
            "<script type=math/tex",
            "<img ",
            'class="',
            "latex",
            "mwe-math",
            "?tex=",
            "</rt>",
            "&lt;",
            "&amp;",
            "\u4e2d",
            "<\\/b",
            "<\\",
            "<smaller>",
            "<tt",
            "</tt:",
            "</u",
            "<u\u4e2d",
            "<D-footnote",
            "<label ",
            "margin-toggle",
            "<sup ",
            "ltx_note_mark",
            "modern-footnotes-footnote",
        ),
    ]
)
TAG = re.compile(r"<((?:\\?/)?)([a-zA-Z][a-zA-Z0-9:-]*)")
FORMATTING = {"b", "big", "code", "em", "font", "i", "s", "small", "strike", "strong", "tt", "u"}
CLOSED = re.compile(r"<(?:iframe|noembed|noframes|script|style|textarea|title|xmp)(?:\s[^<>]*)?/>", re.IGNORECASE)
UNSHOWN = re.compile(
    r"""(?i:<noscript)(?=[^<>]*>[^<&]*&lt;)|(?i:<script)(?=[^<>]*math/tex)"""
    r"""|(?i:<img)(?=[^<>]*(?:class="[^"<>]*(?:tex|mwe-math)|\?tex=))|(?i:</rt>)"""
)

PICTURES, ADDRESSES = b"tex\0mwe-math\0\0", b"?tex=\0\0"
SIGNS = b"margin-toggle\0ltx_note_mark\0modern-footnotes-footnote\0\0"
NOTE = re.compile(
    r"(?i:<d-footnote)|(?i:<label|<sup)(?=[^<>]*(?:margin-toggle|ltx_note_mark|modern-footnotes-footnote))"
)


def words(piece):
    tag = TAG.search(piece)
    markup = piece[tag.start() :] if tag else ""
    return len(markup.split()) if len(markup.encode()) > 3 else 0


def reopened(html):
    opened, total = [], 0
    for end, name in TAG.findall(html):
        name = name.lower()
        if not end and name in FORMATTING:
            opened.append(name)
        elif end and name in opened:
            opened.remove(name)
        total += len(opened)
    return total


@given(st.lists(PIECES, max_size=40).map("".join))
def test_the_counts_are_those_of_regular_expressions(html):
    source = html.encode()
    scan = struct(
        "SourceScan",
        length=len(source),
        max_tag=3,
        formula_pictures=array(PICTURES, len(PICTURES)),
        formula_signs=array(ADDRESSES, len(ADDRESSES)),
        note_signs=array(SIGNS, len(SIGNS)),
    )
    lib.mezmun_scan(scan, array(source, len(source)))
    assert scan.tags == html.count("<")
    assert scan.end_tags == html.count("</")
    assert scan.reopened == reopened(html)
    assert scan.titles == html.lower().count("</title")
    assert scan.unshown == len(UNSHOWN.findall(html))
    assert scan.notes == len(NOTE.findall(html))
    assert scan.words == max(map(words, html.split(">")))
    assert scan.self_closed >= len(CLOSED.findall(html))  # it may be none after all: who asks looks again


NESTED_TAG = re.compile(r"<((?:\\?/)?)([a-zA-Z][a-zA-Z0-9:-]*)")
NEVER = ("p", "br")
NESTED_PIECES = st.sampled_from(
    [
        *("<div>", "<DIV ", "</div>", "</Div", "<p>", "</p>", "<BR/>", "<x-y:1", "</X-Y:1>", "<\\/div>", "\\"),
        *("<", "</", "<a\u4e2d>", "</a>", "text", "/", "<1>", "<" + "long" * 9 + ">", "</" + "long" * 9 + ">"),
    ]
)


def depth_in_python(html):
    opened, most = {}, {}
    for end, name in NESTED_TAG.findall(html):
        name = name.lower()
        if name not in NEVER:
            opened[name] = max(opened.get(name, 0) + (-1 if end else 1), 0)
            most[name] = max(most.get(name, 0), opened[name])
    return sum(most.values())


@given(st.lists(NESTED_PIECES, max_size=60).map("".join))
def test_the_depth_is_what_python_counts(html):
    assert max_depth(html.encode(), html.count("<"), WordTable(NEVER)) == depth_in_python(html)


@pytest.mark.parametrize(
    ("html", "lists"),
    [
        ("<ol><li>a</ol>" * 3, 0),
        ("<div class=blockcode><ol><li>a</ol></div><ol><li>b</ol>", 1),
        ("<div class=Dp-Highlighter><ol><li>a</ol></div>", 1),
        ("<div class='box blockcode'>" + "<a href=#>view plain</a>" * 50 + "<ol><li>a</ol></div>", 1),
        ("<div class=blockcode>" + "<p>text</p>" * 500 + "<ol><li>a</ol></div>", 0),
        ("<table><tr><td class=gutter>1<td class=code>a</table>", 1),
        ("<table><tr><td class='[&>div]:p-1 code'>a</table>", 1),
        ("<table><tr><td title='a>b'>code</table>", 0),
        ("<table><tr><td class='a>code</table>", 0),
    ],
)
def test_code_may_stand_in_lists_behind_the_name_of_a_box_of_code_and_in_cells_named_after_it(html, lists):
    assert limits.scan(html.encode()).lined_code == lists
