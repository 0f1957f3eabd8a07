"""What the C code does with sources no parser writes, and what it reads of attributes."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.page import attribute_signatures as signatures
from extraction.page import tags
from extraction.page.node_table import parse
from extraction.page.parsing import source_walk
from extraction.page.parsing.source_walk import PAGE_COLUMNS, page_of
from extraction.page.texts import WordTable
from native.library import ffi

PIECES = (
    *(
        "<",
        "</",
        ">",
        "<div>",
        "<div ",
        "</div>",
        '<a href="',
        '"',
        "=",
        " ",
        "\n",
        "text",
        "&amp;",
        "&",
        "&nbsp",
        "<br>",
    ),
    *(
        "<script>",
        "</script>",
        "<template>",
        "</template>",
        "<plaintext>",
        "<!--",
        "-->",
        "<?",
        "<xmp>",
        "</xmp>",
        "\xa0",
    ),
    *(' hidden=""', ' style="display:none"', "<noscript>", "</noscript>", "<dialog>", "\u4e2d", "\U0001f600", "<x-y z"),
)


def walked(source):
    return source_walk.walk(source, max_concealed=0.9, max_unscripted=0.5)[0]


def agree(columns):
    """Hold what every table promises, whatever the page."""
    elements, texts = len(columns["tag"]), len(columns["texts"])
    rows = np.arange(elements)
    assert (columns["parent"] < rows).all()
    assert (columns["end"] > rows).all()
    assert (columns["end"] <= elements).all()
    assert (columns["first"] <= columns["last"]).all()
    assert (columns["last"] <= texts).all()
    inner = rows[columns["parent"] >= 0]
    parent = columns["parent"][inner]
    assert (columns["end"][inner] <= columns["end"][parent]).all()
    assert (columns["depth"][inner] == columns["depth"][parent] + 1).all()
    assert (columns["owner"] < elements).all()
    assert not columns["silent"][columns["owner"]].any()
    assert (columns["chars"] > 0).all()
    for row in range(elements):
        inside = (columns["owner"] >= row) & (columns["owner"] < columns["end"][row])
        assert np.flatnonzero(inside).tolist() == list(range(columns["first"][row], columns["last"][row]))


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_a_source_that_no_parser_writes_makes_a_table_that_agrees_with_itself(source):
    columns, page = source_walk.walk(source.encode(), max_concealed=0.9, max_unscripted=0.5)
    agree(columns)
    signatures.in_source(source.encode(), page)


@given(st.binary(max_size=200))
def test_any_bytes_make_a_table(source):
    agree(walked(source))
    agree(walked(b"<div>" + source))


@pytest.mark.parametrize("length", [9, 10, 16, 4000])
def test_a_long_name_that_is_taken_for_one_of_raw_text_by_its_hash_writes_beyond_no_buffer(length, monkeypatch):
    name = "x" * length
    monkeypatch.setattr(source_walk, "_TAGS", WordTable([name if each == "xmp" else each for each in tags.NAMES]))
    columns = walked(f"<div><{name}>a<b></{name}>c</div>".encode())
    agree(columns)
    assert columns["texts"].text == (["a<b>", "c"] if length < 10 else [f"a<b></{name}>c</div>"])


HIDDEN = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:\.0+)?(?:[a-z]+|%)?\s*(?:;|!|$)", re.IGNORECASE
)
DECLARED = st.lists(
    st.sampled_from(
        [
            *("display", "visibility", "font-size", "Font-Size", ":", " ", ";", "none", "hidden", "0", "0px", "0.0em"),
            *("0.5em", "0%", "10px", "!important", "block", "\t", "0.", "DISPLAY:NONE", "color:red", "font-size:0"),
        ]
    ),
    max_size=8,
).map("".join)


@given(DECLARED)
def test_a_style_hides_when_it_says_so(style):
    page = parse(f'<p style="{style}">hidden</p><p>{"seen " * 40}</p>')
    assert page.text[0].startswith("hidden") == (HIDDEN.search(style) is None)


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters='"'), max_size=30))
def test_attributes_and_signatures_are_what_the_page_has(value):
    escaped = value.replace("&", "&amp;")
    page = parse(f'<p class="{escaped}" id="{escaped}" name="a=b" itemprop="{escaped}">text</p><p role=r itemprop=i>')
    row = int(np.flatnonzero(page.tag == tags.CODE["p"])[0])
    assert page.attributes(row) == {"class": value, "id": value, "name": "a=b", "itemprop": value}
    assert page.signatures.all[page.signature[row]] == (tags.CODE["p"], value, value, value)
    assert page.signatures.all[page.signature[row + 1]] == (tags.CODE["p"], "", "", "r")


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<plaintext>a &amp; <b></plaintext></p>", ("a &amp; <b></plaintext></p>",)),
        ("<xmp>a &lt; <b></xmp>c", ("a &lt; <b>", "c")),
        ("a&nbsp;&amp;nbsp;&lt;b&gt;", ("a\xa0&nbsp;<b>",)),
        ("<template><p>a<template>b</template>c</template>d", ("d",)),
        ("<svg><title>a</title><text>b</text></svg>c", ("c",)),
        ("<!-- <p>a</p> -->b<!-->c<?php d ?>e", ("b", "c", "e")),
    ],
)
def test_what_is_written_in_its_own_way_is_read_so(html, text):
    assert parse(html).text == text


def test_the_walk_says_where_the_columns_are():
    page = parse("<body><p>one <a href=x>two</a><br>three")
    columns = page_of({name: getattr(page, name) for name in PAGE_COLUMNS})
    assert bytes(ffi.buffer(page.columns)) == bytes(ffi.buffer(columns))


def test_the_first_element_holds_all_others_whatever_end_tag_comes_too_early():
    table = walked(b"<html><p>a</p></html><p>b</p></html>")
    assert table["parent"].tolist() == [-1, 0, 0]
