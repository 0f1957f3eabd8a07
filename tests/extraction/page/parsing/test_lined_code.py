"""Code whose lines stand in elements of their own is one preformatted text, whatever software wrote it."""

import pytest

from extraction import extract
from extraction.page import tags
from extraction.page.node_table import parse
from extraction.page.parsing import lined_code
from extraction.rendering.block import BlockKind

BEFORE = "<p>This is how the loop is written in the old language, and it works well on every machine that we have.</p>"
BEHIND = "<p>After that the program prints all of the numbers, one after the other, until it is told to stop by us.</p>"
LINES = ("for (i = 0; i < 10; i++) {", "    print(i);", "}")
CODE = "\n".join(LINES)


def each(form):
    """Write each line of the code, and its number, into a piece of HTML."""
    return "".join(form.format(line=line.replace("<", "&lt;"), number=number) for number, line in enumerate(LINES, 1))


BOXES = {
    "SyntaxHighlighter": (
        "<div id=highlighter_1 class='syntaxhighlighter js'><div class=toolbar><a href=#>?</a></div><table><tr>",
        "<td class=gutter>" + each("<div class='line number{number} alt2'>{number}</div>"),
        "<td class=code><div class=container>" + each("<div class='line number{number}'><code>{line}</code></div>"),
        "</div></table></div>",
    ),
    "dp.SyntaxHighlighter": (
        "<div class=dp-highlighter><div class=bar>[js] view plain copy</div>",
        "<ol class=dp-c start=1>" + each("<li class=alt><span>{line}</span></li>") + "</ol></div>",
    ),
    "Discuz": (
        "<div class=blockcode><div id=code_x><ol>" + each("<li>{line}<br></li>") + "</ol></div>",
        "<em onclick=copycode()>复制代码</em></div>",
    ),
    "Crayon": (
        "<div class=crayon-syntax><table><tr><td>" + each("<div class=crayon-num>{number}</div>"),
        "<td class=crayon-code>" + each("<div class=crayon-line><span>{line}</span></div>") + "</table></div>",
    ),
    "GitHub": (
        "<div class=blob-wrapper><table>",
        each("<tr><td class=blob-num data-line-number={number}><td class=blob-code>{line}</td></tr>"),
        "</table></div>",
    ),
}


def blocks_of(box):
    html = f"<title>Loops</title><article><h1>Loops</h1>{BEFORE}{box}{BEHIND}{BEFORE.replace('This', 'That')}</article>"
    return [(block.kind, block.text) for block in extract(html, method="mezmun").blocks]


@pytest.mark.parametrize("software", BOXES)
def test_lines_in_elements_of_their_own_are_one_code_without_numbers_and_buttons(software):
    blocks = blocks_of("".join(BOXES[software]))
    assert [text for kind, text in blocks if kind is BlockKind.PREFORMATTED] == [CODE]
    assert not [text for _, text in blocks if text.isdecimal() or text in ("?", "复制代码", "[js] view plain copy")]


def test_numbers_that_are_code_stay():
    box = "<div class=blockcode><ol><li>1</li><li>2</li><li>print the numbers of the list</li></ol></div>"
    assert (BlockKind.PREFORMATTED, "1\n2\nprint the numbers of the list") in blocks_of(box)


@pytest.mark.parametrize(
    "box",
    [
        "<div class=blockcode><p>The code of the road is a law, and every driver knows it.</p><ol><li>Stop</ol></div>",
        "<div class=blockcode><ol><li>Run</ol><pre>a\nb</pre></div>",
        "<div class=blockcode><ol></ol>a<br>b</div>",
        "<ol><li class=line>The first line goes to the harbour.<li class=line>The second one to the hill.</ol>",
    ],
)
def test_what_is_no_such_box_stays_as_it_is(box):
    page = parse(f"<body>{box}")
    assert page.number_of(tags.CODE["pre"]) == box.count("<pre>")
    assert page.number_of(tags.CODE["li"]) == box.count("<li")


def test_a_line_that_lies_deep_in_another_one_is_part_of_it():
    line = "<li><span><b class=line>for (each)</b></span> print(each);</li>"
    assert (BlockKind.PREFORMATTED, "for (each) print(each);\nfor (each) print(each);") in blocks_of(
        f"<div class=blockcode><ol>{line * 2}</ol></div>"
    )


def test_numbers_in_a_box_that_is_no_code_stay():
    box = "<div class=blockcode><p>The law of the road has <b class=gutter>12</b> parts.</p><ol><li>a</ol>"
    assert any("has 12 parts" in text for _, text in blocks_of(f"{box}</div>"))


def test_of_boxes_that_lie_in_one_another_few_are_looked_at(monkeypatch):
    looks = []
    monkeypatch.setattr(lined_code, "_outermost", lambda box, _: looks.append(box) or iter(()))
    parse("<div class=blockcode>" * 1000 + "<ol><li>line")
    assert 1 < len(looks) <= 200
