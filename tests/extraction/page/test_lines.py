import re
from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.page import tags
from extraction.page.characters import CLASSES, Class
from extraction.page.lines import MAX_SHORT_LINE_CHARS, lines_of, part_of_line
from extraction.page.node_table import parse

SEEN, _, STOP, COMMA, _, UNSPACED, WORD = range(7)
"""Rows of the counts, see ``native/page/page.h``."""


def cut(html):
    return lines_of(parse(html)).text


def test_a_line_ends_at_blocks_and_breaks_but_not_at_inline_elements():
    html = "<div>one <b>bold</b> word<br>two<p>three</p>four <a href=x>five</a></div>"
    assert cut(html) == ["one bold word", "two", "three", "four five"]


@pytest.mark.parametrize(
    ("html", "line"),
    [
        ("<div><span class=k>Serves</span><span class=v>4 people</span></div>", "Serves 4 people"),
        ("<li><span class=team>Aldern</span><time class=at>18:30</time></li>", "Aldern 18:30"),
        ("<p><span class=c1>Fore</span><span class=c2>st</span></p>", "Forest"),
        ("<div><span>Fore</span><span>st</span></div>", "Forest"),
        ("<div><span class=c>H</span><span class=c>i</span></div>", "Hi"),
        ("<div><span class=name>mark</span><span class=of>(long count)</span></div>", "mark(long count)"),
        ("<div><b class=k>Fore</b><span class=v>st</span></div>", "Forest"),
    ],
)
def test_pieces_of_a_box_that_a_style_sheet_sets_apart_are_words_of_their_own(html, line):
    assert cut(html) == [line]


def test_an_element_html_does_not_know_is_a_part_of_the_line_around_it():
    assert cut("<p>We all <x-y>went home</x-y> after.") == ["We all went home after."]
    assert cut("<a href=x><kw>key word</kw></a> and <x-y>so <y-z>on</y-z></x-y>") == ["key word and so on"]
    assert cut("<h1><x-title>A day</x-title> at sea</h1>") == ["A day at sea"]
    assert cut("<p>Here <math><mrow><mi>x</mi><mo>=</mo><mn>2</mn></mrow></math> holds.") == ["Here x=2 holds."]


def test_an_element_html_does_not_know_is_a_block_where_a_page_is_laid_out_with_it():
    page = "<x-thread><x-post>One <b>post</b></x-post><x-post><x-time>today</x-time><p>Another</p></x-post></x-thread>"
    assert cut(page) == ["One post", "today", "Another"]


_INLINE = [*(tags.NAMES[code] for code in tags.PHRASE.nonzero()[0]), "span", "time", "label", "x-y", "g-emoji", "kw"]


@given(st.lists(st.tuples(st.sampled_from(_INLINE), st.integers(0, 2)), min_size=1, max_size=8))
def test_whatever_inline_elements_a_sentence_has_it_stays_one_line(elements):
    words, html = ["We"], "We "
    for number, (name, depth) in enumerate(elements):
        word = f"word{number}"
        opening, closing = f"<{name}>" + "<x-in>" * depth, "</x-in>" * depth + f"</{name}>"
        words.append(word)
        html += f"{opening}{word}{closing} "
    assert cut(f"<div><p>{html}end.</p></div>") == [" ".join([*words, "end."])]


def test_words_in_elements_of_their_own_stay_apart():
    assert cut("<p><span>one</span> <span>two</span><i>s</i></p>") == ["one twos"]


def test_lines_know_their_segments_and_their_block():
    page = parse("<div>a <b>b</b><p>c</p></div>")
    lines = lines_of(page)
    assert lines.line_of.tolist() == [0, 0, 1]
    assert lines.start.tolist() == [0, 2]
    assert [tags.NAMES[page.tag[row]] for row in lines.block.tolist()] == ["div", "p"]


def counts(texts):
    """The counts of texts, each in a paragraph of its own."""
    lines = lines_of(parse("".join(f"<p>{escape(text)}</p>" for text in texts)))
    assert lines.text == texts
    return lines.counts.T, lines.ends_sentence


def test_characters_are_counted_by_what_they_are():
    table, ends = counts(["Ab 12, (x).", "中文。", "سالام، دۇنيا؟"])
    assert table[:, STOP].tolist() == [1, 1, 1]
    assert table[0].tolist() == [9, 2, 1, 1, 2, 0, 3]
    assert table[1][[SEEN, UNSPACED]].tolist() == [3, 3]
    assert table[2][[COMMA, WORD]].tolist() == [1, 2]
    assert ends.tolist() == [1, 1, 1]


SHORT = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), min_size=1, max_size=200)


def squeezed(text):
    return " ".join(text.split())


def classes_of(text):
    return [Class(int(CLASSES[ord(each)])) if ord(each) < len(CLASSES) else Class.SEEN for each in text]


def is_to_see(text):
    return any(Class.SEEN in each for each in classes_of(text))


@given(st.lists(SHORT.map(squeezed).filter(is_to_see), min_size=1))
def test_counts_are_those_of_each_character(texts):
    table, ends = counts(texts)
    for text, row, end in zip(texts, table.tolist(), ends.tolist(), strict=True):
        classes = classes_of(text)
        columns = (Class.SEEN, Class.DIGIT, Class.STOP, Class.COMMA, Class.SYMBOL, Class.UNSPACED)
        assert row[:WORD] == [sum(column in each for each in classes) for column in columns]
        begins = [0, *(at for at in range(1, len(text)) if Class.SEEN in classes[at] & ~classes[at - 1])]
        assert row[WORD] == len(begins)
        assert end == (Class.STOP in classes[-1])


@given(st.lists(st.sampled_from(["a", "1", "23", "é", "٤", " ", "中"]), min_size=1).map("".join), st.integers(0, 170))
def test_copies_differ_in_nothing_but_numbers_of_short_lines(text, size):
    texts = [squeezed("x" + text + "y" * size), squeezed("x" + text.replace("23", "4") + "y" * size), "z"]
    shown = [re.sub(r"\d+", "0", each) if len(each) <= MAX_SHORT_LINE_CHARS else each for each in texts]
    lines = lines_of(parse("".join(f"<p>{each}</p>" for each in texts)))
    assert lines.copies.tolist() == [shown.count(each) for each in shown]


def test_a_text_without_a_character_is_no_end_of_its_neighbours():
    assert cut("<p>a\0b&#0;c</p><p>d</p>") == ["ab\ufffdc", "d"]


def test_long_numbered_lines_are_the_same_but_for_their_numbers():
    line = "<p>" + "第 {} 页 " * 20
    page = parse(line.format(*range(20)) + line.format(*range(30, 50)) + line.format(*range(20)) + "了")
    assert lines_of(page).copies.tolist() == [2, 2, 1]


@pytest.mark.parametrize("part", ["ab", "b cd", "cd", "d ef gh", "gh éi", "bi", "ab cd ef gh éi bi", "f", ""])
def test_a_part_of_a_line_is_the_texts_that_lie_in_it_and_bytes_of_others(part):
    page = parse("<p>ab  cd <b>ef</b> <i> gh\n</i> é<u>i</u> bi</p><p>other</p>")
    start = lines_of(page).texts[0].index(part)
    texts, cuts = part_of_line(page, 0, start, start + len(part))
    cuts |= {(int(page.texts.edge[each]), int(page.texts.edge[each + 1])) for each in texts}
    assert "".join(page.texts.utf8[first:stop].decode() for first, stop in sorted(cuts)).split() == part.split()
    assert len(page.texts.without(cuts)) == len(page.texts.utf8)
