import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extraction.page.headline import line_of_title
from extraction.page.lines import lines_of
from extraction.page.node_table import parse
from extraction.page.texts import plain

WORDS = ["Day", "day", "İz", "ΟΔΟΣ", "at", "sea", "ﻼ", "1", "新闻网首页", "北京今日", "of", "off"]
LINE = st.lists(st.sampled_from(WORDS), min_size=1, max_size=34).map(" ".join)


def is_unspaced(character):
    return "\u4e00" <= character <= "\u9fff"


@pytest.mark.slow
@settings(max_examples=500)
@given(st.lists(LINE, min_size=1, max_size=5), LINE)
def test_the_line_of_the_title_is_what_python_says(lines, title):
    words = set(plain(title).split())
    best, most = -1, 1
    for row, line in enumerate(lines):
        of_line = plain(line).split()
        shared = sum(word in words for word in of_line)
        if len(line) < 240 and most < len(of_line) <= 30 and shared > most and shared > 0.8 * len(of_line):
            best, most = row, shared
    unspaced = [sum(map(is_unspaced, line)) for line in lines]
    fitting = [
        row
        for row, line in enumerate(lines)
        if 2 * unspaced[row] > len(line) - line.count(" ") and len(line) >= 5 and line in title
    ]
    within = max(fitting, key=lambda row: len(lines[row]), default=-1)
    if within >= 0:
        size = [len(line.split()) + 0.6 * of for line, of in zip(lines, unspaced, strict=True)]
        best = within if best < 0 or size[within] > size[best] else best
    page = lines_of(parse("".join(f"<p>{line}</p>" for line in lines)))
    assert page.text == lines
    assert line_of_title(page, title) == best


def test_without_a_title_no_line_is_its():
    assert line_of_title(lines_of(parse("<p>a day at sea")), "") == -1
