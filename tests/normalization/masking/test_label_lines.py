"""A value alone on its line, under its label."""

import pytest

from normalization import DEFAULT_RULES, Rule, normalize, normalize_each
from normalization.normalizer import explain


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("چ چ:\n441872018", "چ چ:\n[handle]"),
        ("QQ号\n441872018", "QQ号\n[handle]"),
        ("WeChat ID:\n\nanar_4418", "WeChat ID:\n\n[handle]"),
        ("联系电话：\n8524418", "联系电话：\n[phone]"),
        ("Tel.\n44-18-72, 44-18-73", "Tel.\n[phone], [phone]"),
        ("TC kimlik no\n10000000146", "TC kimlik no\n[identity-number]"),
        ("Twitter:\n@anar_4418", "Twitter:\n[handle]"),
    ],
)
def test_a_value_under_a_label_is_masked_as_one_behind_it(text, masked):
    assert normalize(text).text == masked
    assert normalize(masked).text == masked


@pytest.mark.parametrize(
    "text",
    [
        "QQ\n2018-07-20",
        "QQ\n441872018 songs",  # more than a value
        "We met on QQ!\n441872018",  # more than a label
        "order number\n10000000146",
        "QQ\nand more\n441872018",
        "441872018\nQQ",
        "a small book about the telephone\n8524418",
    ],
)
def test_under_any_other_line_a_number_stays(text):
    assert normalize(text).text == text


def test_a_label_may_be_the_last_line_of_the_block_before():
    blocks = ["QQ:", "441872018", "\ufb7a \ufb7a:", "441872019", "a\nچ چ:", "\x07441872010", "441872011"]
    changed = normalize_each(blocks, rules=DEFAULT_RULES)
    assert {number: each.text for number, each in changed.items()} == {
        1: "[handle]",
        2: "چ چ:",
        3: "[handle]",
        5: "[handle]",
    }
    assert changed[1].changes == {Rule.HANDLE: 1}


def test_what_was_masked_under_a_label_is_explained():
    (edit,) = explain("QQ:\n \n441872018")
    assert (edit.line, edit.rule, edit.after) == (3, Rule.HANDLE, "[handle]")


def test_a_mask_that_is_off_masks_nothing_under_a_label():
    assert normalize("QQ:\n441872018", rules=DEFAULT_RULES - {Rule.HANDLE}).text == "QQ:\n441872018"
