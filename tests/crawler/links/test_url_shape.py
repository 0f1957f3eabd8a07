import pytest

from crawler.links.url_shape import shape_of


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://a/calendar/2024/05", "http://a/calendar/1999/12"),
        ("http://a/read.php?tid=5&page=2", "http://a/read.php?page=9&tid=77"),
        ("http://a/news/some-title.html", "http://a/news/another.html"),
    ],
)
def test_addresses_made_by_one_pattern_have_one_shape(one, other):
    assert shape_of(one) == shape_of(other)


@pytest.mark.parametrize(
    "other", ["http://a/calendar/5", "http://a/news/5.html", "http://a/news/5?x=1", "http://b/news/5"]
)
def test_other_addresses_have_other_shapes(other):
    assert shape_of("http://a/news/5") != shape_of(other)


def test_a_shape_fits_a_column_of_32_bits():
    assert all(-(2**31) <= shape_of(f"http://a/{letter}/x") < 2**31 for letter in "abcdefgh")
