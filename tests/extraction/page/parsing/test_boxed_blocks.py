"""Lists and code that an editor writes as boxes are lists and code."""

import pytest

from extraction import extract
from extraction.page.node_table import parse
from extraction.rendering.block import BlockKind
from extraction.rendering.markdown import markdown
from extraction.rendering.markup.marks import Markup

BEFORE = "<div class=notion-text-block>So the nets are mended, and it has been so since the quay was built.</div>"
BEHIND = "<div class=notion-text-block>Then the boats leave the quay, one after the other, before the sun is up.</div>"


def item(kind, text, below="", mark=""):
    left = f"<div class=notion-list-item-box-left>{mark}</div>"
    inner = f"<div>{left}<div><div>{text}</div>{below}</div></div>"
    return f'<div class="notion-selectable notion-{kind}-block">{inner}</div>'


def blocks(html):
    page = f"<html class=notion-html><title>Nets</title><body class=notion-body><main>{BEFORE}{html}{BEHIND}</main>"
    return extract(page, method="all-text", markup=Markup.FORMATTING).blocks[1:-1]


def test_items_side_by_side_are_a_list_and_those_in_them_another():
    below = item("bulleted_list", "salted") + item("bulleted_list", "dried")
    items = (item("bulleted_list", "Herring"), item("bulleted_list", "Cod", below), item("bulleted_list", "Salt"))
    assert markdown(blocks("\n".join(items))) == "- Herring\n- Cod\n  - salted\n  - dried\n- Salt"


def test_items_with_numbers_are_a_list_of_their_own():
    html = item("bulleted_list", "Herring") + item("numbered_list", "Break the ice") + item("numbered_list", "Leave")
    assert markdown(blocks(html)) == "- Herring\n\n1. Break the ice\n2. Leave"


def test_items_with_a_box_to_tick_are_tasks():
    mark = "<input type=checkbox{}>"
    html = item("to_do", "Mend", mark=mark.format(" checked")) + item("to_do", "Paint", mark=mark.format(""))
    assert [(block.text, block.task) for block in blocks(html)] == [("Mend", "done"), ("Paint", "open")]


@pytest.mark.parametrize("names", ["", "line-numbers notion-code-block"])
def test_a_box_of_code_is_code_with_its_lines(names):
    code = f'<div class="{names}"><span>if</span> a:\n    b()\n</div>'
    [block] = blocks(f'<div class="notion-selectable notion-code-block">{code}</div>')
    assert (block.kind, block.text) == (BlockKind.PREFORMATTED, "if a:\n    b()")


def test_boxes_of_other_pages_stay_boxes():
    assert b"<li>" not in parse(f"<body><main>{item('bulleted_list', 'Herring')}").source
