import pytest

from extraction.page.headline import before, repeats
from extraction.page.node_table import parse


@pytest.mark.parametrize(
    ("heading", "title"),
    [
        ("The bridge is closed", "The bridge is closed - Valley News"),
        ("The Bridge Is Closed!", "the bridge is closed"),
        ("News: The bridge is closed", "The bridge is closed"),
        ("كۆۋرۈك تاقالدى", "كۆۋرۈك تاقالدى _ ۋادى تورى"),
    ],
)
def test_a_heading_repeats_the_title_whatever_its_marks_and_labels(heading, title):
    assert repeats(heading, [title])


@pytest.mark.parametrize(
    ("heading", "title"),
    [
        ("News", "News of the valley"),
        ("The bridge is closed: what now?", "The bridge is closed"),
        ("Read more", "The bridge is closed"),
        ("", ""),
    ],
)
def test_a_word_of_the_title_or_what_goes_on_from_it_is_another_heading(heading, title):
    assert not repeats(heading, [title])


def test_the_last_headline_before_a_text_is_given():
    page = parse("<title>The bridge is closed</title><h1>The bridge is closed</h1><h2>In short</h2><p>It was shut.")
    assert before(page, 2) == slice(0, 1)
    assert before(page, 0) == slice(0, 0)
