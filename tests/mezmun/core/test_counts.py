import pytest

from mezmun.core.counts import count_of, names_of, size_of


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


@pytest.mark.parametrize(
    ("octets", "words"),
    [
        (0, "0 bytes"),
        (1, "1 byte"),
        (999.4, "999 bytes"),
        (1_000, "1.0 kB"),
        (999_949, "999.9 kB"),
        (999_950, "1.0 MB"),
        (77.24e9, "77.2 GB"),
        (5_000e12, "5,000.0 TB"),
    ],
)
def test_a_size_is_in_decimal_units(octets, words):
    assert size_of(octets) == words


def test_of_many_names_the_first_are_given_and_the_others_counted():
    names = [f"site-{number}" for number in range(1_250)]
    assert names_of(names[:2]) == "site-0, site-1"
    assert names_of(names[:10]).endswith("site-8, site-9")
    assert names_of(names).endswith("site-8, site-9 and 1,240 more")
