import numpy as np
import pytest

from extraction.boilerplate.copies import copies
from extraction.extract import extract
from extraction.page.lines import lines_of
from extraction.page.node_table import parse
from tests.growth import MOST, TIMES, growth

LINES = (
    "The council of the harbour town voted on Tuesday night to build the old railway bridge again.",
    "It was swept away by the river eleven years ago, and nobody has crossed there since.",
    "Work begins in spring, if the owner of the land above the dam agrees to sell it by then.",
)
ARTICLE = "".join(f"<p>{line}</p>" for line in LINES)
BOX = f"<div>{ARTICLE}</div>"


def left_out(html):
    page = parse(f"<body>{html}")
    lines, every = lines_of(page), np.ones(len(page.text), dtype=np.bool_)
    marked = copies(page, every)
    return [] if marked is None else [lines.text[row] for row in lines.among(every, marked.take(lines.start))]


def test_a_text_for_telephones_and_for_larger_screens_is_read_once():
    head = "<html lang=en><head><title>The bridge</title></head><body><h1>The bridge</h1>"
    html = f"{head}<div class=phone>{ARTICLE}</div><div class=desktop>{ARTICLE}</div>"
    assert extract(html, "https://example.org/a").text.split("\n")[-3:] == list(LINES)
    assert extract(html, "https://example.org/a").text.count("voted on Tuesday") == 1


@pytest.mark.parametrize("times", [1, 2, 3])
def test_all_copies_but_the_first_are_left_out(times):
    assert left_out(f"<h1>The bridge</h1>{BOX * (times + 1)}<p>More.") == [*LINES] * times


def test_a_copy_with_lines_of_its_own_between_is_one_still():
    assert left_out(f"{BOX}<p>An advertisement.</p>{BOX}") == [*LINES]
    assert left_out(f"<div><p>Short.</p>{ARTICLE}</div><div><p>Short.</p>{ARTICLE}</div>") == ["Short.", *LINES]


@pytest.mark.parametrize(
    "html",
    [
        ARTICLE,
        ARTICLE * 2,  # in one box, as a person repeats it
        f"{ARTICLE}<div><p>{LINES[0]}</p></div>",  # one line, as a pull quote
        f"<div><p>{LINES[0]}</p></div>" * 5,  # one line again and again
        "<div><p>O ye banks and braes<p>how can ye bloom<p>sae fresh and fair</div>" * 4,  # a refrain
        f"{BOX}<div><p>{LINES[2]}<p>{LINES[0]}<p>{LINES[1][:70]}</div>",  # in another order
        f"{BOX}{''.join(f'<p>{chr(97 + each)} {LINES[0]}' for each in range(20))}<div><p>{LINES[0]}<p>{LINES[1]}</div>",
    ],
)
def test_what_is_repeated_in_a_small_part_or_in_another_order_stays(html):
    assert left_out(html) == []


def test_copies_are_found_in_time_that_grows_with_the_page():
    def arguments(number):
        page = parse("<body>" + "".join(f"<div><p>{LINES[each % 2]}</div>" for each in range(number)))
        return page, np.ones(len(page.text), dtype=np.bool_)

    assert growth(lambda page: copies(*page), arguments(500), arguments(500 * TIMES)) < MOST
