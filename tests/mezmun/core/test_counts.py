import pytest

from mezmun.core.counts import count_of


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((0, "page"), "0 pages"),
        ((1, "page"), "1 page"),
        ((1200, "page"), "1,200 pages"),
        ((1, "page is", "pages are"), "1 page is"),
        ((2, "page is", "pages are"), "2 pages are"),
    ],
)
def test_one_thing_is_counted_in_the_singular(arguments, words):
    assert count_of(*arguments) == words
