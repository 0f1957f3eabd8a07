import json
import re

import pytest

from extraction import extract
from extraction.metadata.script_state.markup import MarkupWriter
from extraction.rendering.block import BlockKind
from tests.growth import MOST, TIMES, growth

LINE, REST = "The boat left the harbour ", "before the sun was up."
WHOLE = LINE + REST


def markup(value):
    return MarkupWriter(10_000).markup_of(value)


def text(value):
    return " ".join(re.sub(r"<[^<>]*>", "", markup(value).replace("</p>", "|")).split())


LEXICAL = {
    "type": "paragraph",
    "children": [{"type": "text", "text": LINE}, {"type": "link", "children": [{"text": REST}]}],
}
EDITORS = {
    "Portable Text": [
        {"_type": "block", "style": "normal", "children": [{"_type": "span", "text": t} for t in (LINE, REST)]}
    ],
    "Contentful": {
        "nodeType": "document",
        "content": [{"nodeType": "paragraph", "content": [{"nodeType": "text", "value": t} for t in (LINE, REST)]}],
    },
    "Editor.js": {"time": 1, "blocks": [{"type": "paragraph", "data": {"text": WHOLE}}]},
    "ProseMirror": {
        "type": "doc",
        "content": [{"type": "paragraph", "content": [{"type": "text", "text": t} for t in (LINE, REST)]}],
    },
    "Slate": [{"type": "paragraph", "children": [{"text": LINE}, {"text": REST, "bold": True}]}],
    "Lexical": json.dumps({"root": {"type": "root", "children": [LEXICAL]}}),
    "Draft.js": {"blocks": [{"key": "a", "text": WHOLE, "type": "unstyled"}], "entityMap": {}},
    "Gutenberg": [{"name": "core/paragraph", "attributes": {"content": WHOLE}, "innerBlocks": []}],
    "hast": {
        "type": "root",
        "children": [{"tagName": "p", "children": [{"type": "text", "value": t} for t in (LINE, REST)]}],
    },
    "Nuxt Content": {"type": "minimark", "value": [["p", {}, LINE, ["strong", {}, REST]]]},
    "Notion": [{"type": "paragraph", "paragraph": {"rich_text": [{"plain_text": LINE}, {"plain_text": REST}]}}],
    "React": ["$", "p", None, {"children": [LINE, ["$", "em", None, {"children": REST}]]}],
    "plain text": WHOLE,
    "texts": [WHOLE],
    "Markdown": f"{LINE.strip()}\n**before** [the sun](/sun) was up.",
}


@pytest.mark.parametrize("editor", EDITORS)
def test_a_paragraph_of_each_editor_is_one(editor):
    assert text(EDITORS[editor]) == f"{WHOLE}|"


def test_headings_lists_and_quotations_are_elements():
    blocks = [
        {"type": "header", "data": {"text": "The sea", "level": 3}},
        {"type": "list", "data": {"items": ["a net", "a rope"]}},
        {"type": "quote", "data": {"text": "Nobody waved."}},
    ]
    as_html = markup({"blocks": blocks})
    for element in ("<h3>The sea</h3>", "<li>a net</li>", "<li>a rope</li>", "<blockquote>Nobody waved.</blockquote>"):
        assert element in as_html


@pytest.mark.parametrize(
    "block",
    [
        {"type": "related", "text": "A storm"},
        {"type": "teaser", "title": "A storm", "url": "/storm", "text": "A storm"},
        {"type": "image", "caption": "A storm", "alt": "A storm"},
        {"type": "paragraph", "author": "A storm", "comments": [{"text": "A storm"}]},
    ],
)
def test_what_tells_of_other_pages_or_pictures_is_no_text(block):
    assert text([{"type": "paragraph", "text": WHOLE}, block]).strip("|") == WHOLE


def test_plain_text_is_escaped_and_html_is_not():
    assert markup("a < b") == "<p>a &lt; b</p>"
    assert markup("a <b>b</b> &amp; c") == "<p>a <b>b</b> &amp; c</p>"


MARKDOWN = """## The harbour

It was **quiet**, as [always](/always)
and ~~never~~ seldom.

1. a net
   - its cork
2. a rope

```python
if tide > 2:
    print("wait")
```

| boat | crew |
|------|------|
| Ida  | 3    |

:::note
Bring **boots**.
:::

![a gull](/gull.jpg)
"""


def test_markdown_is_read_whole():
    page = extract(f"<main>{markup(MARKDOWN)}</main>", method="all-text")
    assert [(block.kind, block.nesting, block.text) for block in page.blocks] == [
        (BlockKind.HEADING, 0, "The harbour"),
        (BlockKind.PARAGRAPH, 0, "It was quiet, as always and never seldom."),
        (BlockKind.LIST_ITEM, 1, "a net"),
        (BlockKind.LIST_ITEM, 2, "its cork"),
        (BlockKind.LIST_ITEM, 1, "a rope"),
        (BlockKind.PREFORMATTED, 0, 'if tide > 2:\n    print("wait")'),
        (BlockKind.TABLE_HEAD, 0, "boat\tcrew"),
        (BlockKind.TABLE_ROW, 0, "Ida\t3"),
        (BlockKind.PARAGRAPH, 0, "Bring boots."),
    ]


@pytest.mark.parametrize("piece", ["[", "![", "**a ", "> ", "`a", "[a](((", "a**b _", "|a", "<!--", "- ", "&"])
def test_markdown_of_nothing_but_marks_takes_no_time_that_grows_with_its_square(piece):
    less, more = (f"# A\n\n{piece * 1_000 * times}" for times in (1, TIMES))
    assert growth(lambda text: MarkupWriter(1_000_000).markup_of(text), less, more) < MOST


def test_what_holds_itself_or_is_named_many_times_ends():
    loop = []
    loop += [loop, "a text"]
    assert markup(loop) == ""
    shared = ["a text"] * 10
    for _ in range(30):
        shared = [shared, shared]
    assert markup(shared) == ""
