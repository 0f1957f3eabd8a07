"""Callouts and tasks, as documentation software and editors write them."""

import numpy as np
import pytest

from extraction.page.node_table import parse
from extraction.rendering.block import Block
from extraction.rendering.markdown import markdown
from extraction.rendering.markup.marks import Markup
from extraction.rendering.render import Parts, render

TEXT = "<p>The old bridge was closed to all traffic when the river rose by two metres in a single night.</p>"


def blocks(html):
    page = parse(f"<body>{html}", with_markup=True)
    return render(page, np.ones(len(page.texts), dtype=np.bool_), markup=Markup.FORMATTING)


@pytest.mark.parametrize(
    ("box", "kind"),
    [
        ('<div class="markdown-alert markdown-alert-important"><p>Important</p><p>Stay.</p></div>', "important"),
        ('<div class="admonition attention"><p>Attention</p><p>Stay.</p></div>', "warning"),
        ('<div class="danger custom-block"><p>DANGER</p><p>Stay.</p></div>', "caution"),
        ('<div class="alert alert-success">Stay.</div>', "tip"),
        ('<figure class="callout"><div><p>Stay.</p></div></figure>', "note"),
        ('<div class="callout note warning"><p>Stay.</p></div>', "warning"),
        ('<div class="callout rounded" data-callout-type="danger"><p>Stay.</p></div>', "caution"),
        ('<blockquote class="callout callout_warn"><p>Stay.</p></blockquote>', "warning"),
        ('<aside class="starlight-aside starlight-aside--tip"><p>Tip</p><p>Stay.</p></aside>', "tip"),
        ('<div class="WARNING"><p>Warning</p><p>Stay.</p></div>', "warning"),
        ('<div class="markdown-alert markdown-alert-note"><p>Note</p><p>Stay.</p></div>', "note"),
        ('<div class="NOTE"><p>Note</p><p>Stay.</p></div>', "note"),
        ('<div class="note warn"><p>Stay.</p></div>', "warning"),
        ('<div class="hint warning"><p>Stay.</p></div>', "warning"),
        ('<div class="hint-container warning"><p>Warning</p><p>Stay.</p></div>', "warning"),
        ('<aside class="msg alert"><div><p>Stay.</p></div></aside>', "warning"),
        ('<aside class="msg message"><div><p>Stay.</p></div></aside>', "note"),
        ('<div class="govuk-warning-text">Stay.</div>', "warning"),
        ('<div class="govuk-inset-text">Stay.</div>', "note"),
        ('<div class="alert alert--danger" role=alert><p>Stay.</p></div>', "caution"),
        ('<div class="admonition admonition-note alert alert--secondary"><p>Note</p><p>Stay.</p></div>', "note"),
    ],
)
def test_blocks_of_a_callout_say_its_kind_and_the_first_opens_it(box, kind):
    before, *inside, behind = blocks(TEXT + box + TEXT)
    assert {block.callout for block in inside} == {kind}
    assert [block.opens for block in inside] == [True, *[False] * (len(inside) - 1)]
    assert before.callout == behind.callout == ""
    assert f"> [!{kind.upper()}]\n> Stay." in markdown([before, *inside, behind])


@pytest.mark.parametrize("sign", ["<div class=title>Warning</div>", "<i class=icon-warning></i>"])
def test_a_callout_that_is_laid_out_as_a_table_is_its_text(sign):
    table = f"<table><tr><td class=icon>{sign}<td class=content>Stay <b>in</b>.</table>"
    html = f'<div class="admonitionblock warning">{table}</div>'
    assert "> [!WARNING]\n> Stay **in**." in markdown(blocks(TEXT + html + TEXT))


def test_a_callout_with_words_of_its_own_above_it_keeps_them():
    box = '<div class="admonition tip"><p>Come early</p><p>The hall is small.</p><ul><li>One<li>Two</ul></div>'
    assert markdown(blocks(TEXT + box + TEXT)).split("\n\n")[1].startswith("> [!TIP]\n> Come early\n>\n> The hall is")
    assert "> - One\n> - Two" in markdown(blocks(TEXT + box + TEXT))


@pytest.mark.parametrize("box", ['<div class="admonition note">{}</div>', '<div class="notes"><p>Stay.</p></div>'])
def test_what_is_most_of_the_text_or_is_called_otherwise_is_none(box):
    assert {block.callout for block in blocks(box.format(TEXT * 3) + TEXT)} == {""}


@pytest.mark.parametrize("names", ["factbox", "article-infobox wide", "c-facts"])
def test_a_box_of_facts_is_marked(names):
    before, *inside, behind = blocks(
        f"{TEXT}<aside class='{names}'><h3>The bridge</h3><p>Built: 1912</p></aside>{TEXT}"
    )
    assert [(each.callout, each.opens) for each in inside] == [("facts", True), ("facts", False)]
    assert before.callout == behind.callout == ""
    assert f"{before.text}\n\n### The bridge\n\nBuilt: 1912\n\n{behind.text}" == markdown([before, *inside, behind])


def test_callouts_beside_each_other_are_two():
    box = '<div class="admonition note"><p>Note</p><p>Stay.</p></div>'
    assert markdown(blocks(TEXT + box * 2 + TEXT)).count("> [!NOTE]\n> Stay.\n\n") == 2


@pytest.mark.parametrize(
    "boxes",
    [
        ("<input type=checkbox checked disabled>", "<input type=checkbox>"),
        ('<div class="checkbox checkbox-on"></div>', '<div class="checkbox checkbox-off"></div>'),
    ],
)
def test_items_with_a_box_to_tick_say_whether_they_are_done(boxes):
    done, todo, other = blocks("<ul><li>{}Stone<li><p>{}<span>Iron</span><li>Wood</ul>".format(*boxes))
    assert (done.task, todo.task, other.task) == ("done", "open", "")
    assert markdown([done, todo, other]) == "- [x] Stone\n- [ ] Iron\n- Wood"


def test_a_box_to_tick_at_the_beginning_of_a_page_is_of_no_list_of_definitions():
    opened = "<input type=checkbox id=drawer><dl><dt>Stone<dd>What is hard.</dl>"
    assert [block.task for block in blocks(opened + TEXT)] == ["", "", ""]


@pytest.mark.parametrize(
    ("of_list", "of_item"),
    [("inline-task-list", "checked"), ("tox-checklist", "tox-checklist--checked"), ("checkbox_list", "item checked")],
)
def test_items_of_a_list_of_tasks_without_boxes_say_themselves_that_they_are_done(of_list, of_item):
    done, todo, other = blocks(
        f'<ul class="{of_list}"><li class="{of_item}"><span>Stone</span><li class="unchecked">Iron</ul><p>Wood'
    )
    assert (done.task, todo.task, other.task) == ("done", "open", "")


def test_a_note_whose_number_stands_alone_has_the_text_behind_it():
    note, text = Block("paragraph", "[1]", footnote="1"), Block("paragraph", "Page 17.")
    assert markdown([note, text]) == "[^1]: Page 17."


@pytest.mark.parametrize("kind", ["quote", "paragraph"])
def test_the_mark_of_a_callout_is_one_in_a_quote_alone(kind):
    block = Block(kind, "[!NOTE]\nStay.", quote=int(kind == "quote"))
    assert markdown([block]) == {"quote": "> [!NOTE]\n> Stay.", "paragraph": "\\[!NOTE\\]\\\nStay."}[kind]


@pytest.mark.parametrize(
    "box",
    [
        *("<div class=note>", "<div class='msg message'>", "<p class=info>", "<div class='col primary info'>"),
        *("<div class='info hint-button'>", "<div class='alert--info-bar breaking'>"),
    ],
)
def test_a_name_that_other_boxes_have_as_well_makes_no_callout_alone(box):
    assert {block.callout for block in blocks(f"{TEXT}{box}Stay.</{box[1:].split()[0]}{TEXT}")} == {""}


def test_a_box_that_is_named_after_quotes_is_no_quote_in_a_callout():
    box = '<div class="admonition quote"><p>Cite</p><p>Stay.</p></div>'
    page = parse(f"<body>{TEXT}{box}{TEXT}", with_markup=True)
    quoting = [row for row in range(len(page.tag)) if "quote" in page.attributes(row).get("class", "")]
    every = np.ones(len(page.texts), dtype=np.bool_)
    of = render(page, every, Parts(quotes=quoting), markup=Markup.FORMATTING)
    assert "\n\n> [!NOTE]\n> Cite\n>\n> Stay.\n\n" in markdown(of)


def test_a_quote_behind_a_callout_is_a_quote_of_its_own():
    html = "<div class=markdown-alert><p>Stay.</p></div><blockquote><p>They went.</p></blockquote>"
    assert "> Stay.\n\n> They went.\n\n" in markdown(blocks(TEXT + html + TEXT))
