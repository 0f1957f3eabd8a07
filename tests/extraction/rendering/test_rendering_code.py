"""Preformatted text is one block with the white space it has, however its lines are written."""

import numpy as np
import pytest

from extraction.page.node_table import parse
from extraction.rendering.block import BlockKind
from extraction.rendering.render import render


def code(html, *left_out):
    page = parse(f"<body><p>Before.</p>{html}<p>After.</p>")
    chosen = np.array([text.strip() not in left_out for text in page.text], dtype=np.bool_)
    return [block.text for block in render(page, chosen) if block.kind is BlockKind.PREFORMATTED]


LINES = "if a:\n    b\n\n  c"


@pytest.mark.parametrize(
    "html",
    [
        "<pre>if a:\n    b\n\n  c</pre>",
        "<pre>if a:<br>    b<br><br>  c</pre>",
        "<pre><code><i>if</i> a:<br/><i>    b</i><br /><br/>  <i>c</i></code></pre>",
        "<pre><code><span>if a:<br></span><span><i>    </i>b<br></span><br>  c</code></pre>",
        "<pre><code><div>if a:</div><div>    b</div><div>\n</div><div>  c</div></code></pre>",
        "<pre><ol><li>if a:<li>    b<li><br><li>  c</ol></pre>",
        "<pre><table><tr><td>if a:<tr><td>    b\n<tr><td><br><tr><td>  c</table></pre>",
        "<pre><a href=/a>if</a> a:\n    <a href=/b>b</a>\n\n  <b>c</b>\n</pre>",
        "<pre>if a:<div>    b<br></div><br><div>  c</div></pre>",
    ],
)
def test_lines_of_code_end_and_are_indented_as_a_browser_shows_them(html):
    assert code(html) == [LINES]


@pytest.mark.parametrize("number", ["<s>{}</s>", "<s>{} </s>", "<s> {}</s>"])
def test_the_white_space_behind_the_number_of_a_line_stays_where_the_number_is_left_out(number):
    lines = ["if a:\n", "    <i>b</i>\n", "\n", "  <i>c</i>"]
    html = "".join(number.format(place) + line for place, line in enumerate(lines, 7))
    assert code(f"<pre>{html}</pre>", "7", "8", "9", "10") == [LINES]


def test_an_empty_line_has_a_box_as_others():
    lines = ("if a:", "<i>    </i>b", "\n", "  c")
    html = "".join(f"<div><div>{place}</div><div>{line}</div></div>" for place, line in enumerate(lines, 1))
    assert code(f"<pre>{html}</pre>", *"1234") == [LINES]


def test_the_line_ends_that_stand_with_what_was_left_out():
    assert code("<pre>a <a href=/>¶</a>\nb<u>x</u>c</pre>", "¶", "x") == ["a \nbc"]


def test_another_element_begins_another_block():
    assert code("<pre>a</pre><pre>  b\n</pre><div><pre>\n 1 </pre></div>") == ["a", "  b", " 1"]
