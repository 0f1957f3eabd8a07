import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from extraction import tags
from extraction.lines import COMMA, DIGIT, SEEN, STOP, SYMBOL, UNSPACED, WORD, character_counts, lines_of
from extraction.node_table import parse


def cut(html):
    return lines_of(parse(html)).text


def test_a_line_ends_at_blocks_and_breaks_but_not_at_inline_elements():
    html = "<div>one <b>bold</b> word<br>two<p>three</p>four <a href=x>five</a></div>"
    assert cut(html) == ["one bold word", "two", "three", "four five"]


def test_an_element_html_does_not_know_is_a_line_of_its_own():
    assert cut("<p>a<shreddit-comment>b</shreddit-comment>c") == ["a", "b", "c"]


def test_words_in_elements_of_their_own_stay_apart():
    assert cut("<p><span>one</span> <span>two</span><i>s</i></p>") == ["one twos"]


def test_lines_know_their_segments_and_their_block():
    page = parse("<div>a <b>b</b><p>c</p></div>")
    lines = lines_of(page)
    assert lines.of.tolist() == [0, 0, 1]
    assert lines.start.tolist() == [0, 2]
    assert [tags.NAMES[page.tag[row]] for row in lines.block.tolist()] == ["div", "p"]


def test_characters_are_counted_by_what_they_are():
    counts, last = character_counts(["Ab 12, (x).", "中文。", "سالام، دۇنيا؟"])
    columns = (SEEN, DIGIT, STOP, COMMA, SYMBOL, UNSPACED, WORD)
    assert [dict(zip(columns, row, strict=True))[STOP] for row in counts.tolist()] == [1, 1, 1]
    assert counts[0].tolist() == [9, 2, 1, 1, 2, 0, 3]
    assert counts[1][[SEEN, UNSPACED]].tolist() == [3, 3]
    assert counts[2][[COMMA, WORD]].tolist() == [1, 2]
    assert last[:, STOP].tolist() == [1, 1, 1]


@given(st.lists(st.text(min_size=1).filter(lambda text: text == text.strip()), min_size=1))
def test_counts_of_texts_do_not_depend_on_their_neighbours(texts):
    together = character_counts(texts)[0]
    alone = np.concatenate([character_counts([text])[0] for text in texts])
    assert np.array_equal(together, alone)
