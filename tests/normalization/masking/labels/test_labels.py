"""Words that say what stands beside them, in folded lines."""

import re

import pytest

from normalization.masking.labels import label_search, label_table, services, term_tree
from normalization.masking.labels.label_table import Label


@pytest.mark.parametrize(
    ("line", "label"),
    [
        ("Telefon: ", Label.PHONE),
        ("Bestelltelefon ", Label.PHONE),  # a long term may end a longer word
        ("hotel: ", None),  # a short one, "tel", stands alone
        ("电话", Label.PHONE),
        ("telephone number: ", Label.PHONE),  # "number" gives way
        ("tel 5, then ", None),  # what a label says ends at a number
        ("telephone and a lot of other words before it: ", None),
    ],
)
def test_the_nearest_label_before_a_place_says_what_follows(line, label):
    assert label_search.label_before(line, len(line)) is label


@pytest.mark.parametrize(
    ("line", "names"), [("my Telegram: x", ["Telegram"]), ("we install it", []), ("微信 abc", ["微信"])]
)
def test_messengers_and_networks_are_found_where_they_stand(line, names):
    assert [line[each.start : each.end] for each in services.services(line)] == names
    assert (services.find_service(line, 0) >= 0) is bool(names)


def test_a_tree_of_terms_finds_the_longest_that_fits():
    pattern = term_tree.alternatives(["电", "电话", "电话号码"])
    assert re.search(pattern, "我的电话号码是").group() == "电话号码"


def test_each_row_has_a_term_a_language_and_a_known_kind_and_stands_there_once():
    rows = label_table.label_rows()
    assert {kind for _, _, kind in rows} == set(Label)
    assert len(set(rows)) == len(rows)
    assert all(term for term, _, _ in rows)
