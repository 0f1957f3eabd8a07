import pytest

from normalization import MASK_RULES, Rule, mask_query, normalize


@pytest.mark.parametrize(
    ("address", "masked"),
    [
        ("https://example.com/u?mail=alim@example.com&page=2", "https://example.com/u?mail=[e-mail]&page=2"),
        ("https://example.com/u?m=alim%40example.com#top", "https://example.com/u?m=[e-mail]#top"),
        ("https://example.com/?tel=13999123456", "https://example.com/?tel=[phone]"),
        ("https://example.com/?phone=%2B1+202-555-0143&x", "https://example.com/?phone=[phone]&x"),
        ("https://example.com/?qq=123456789&wechat=alim_2010", "https://example.com/?qq=[handle]&wechat=[handle]"),
    ],
)
def test_what_is_private_in_a_query_is_masked(address, masked):
    assert mask_query(address, MASK_RULES)[0] == masked
    assert mask_query(address, frozenset()) == (address, {})


@pytest.mark.parametrize(
    "address",
    [
        "https://example.com/",
        "https://example.com/?",
        "https://example.com/#",
        "https://example.com/thread?tid=13912345678&page=2#p7",
        "https://example.com/13999123456?a&b=&c=%20",
        "https://example.com/?utm_source=telegram&vk=1&line=12345678&from=wechat",
    ],
)
def test_an_address_without_is_the_same_to_the_letter(address):
    assert mask_query(address, MASK_RULES) == (address, {})


def test_each_rule_counts_its_parameters():
    address = "https://example.com/?a=a@example.com&b=b@example.com&tel=13999123456"
    assert mask_query(address, MASK_RULES)[1] == {Rule.EMAIL: 2, Rule.PHONE: 1}


def test_addresses_in_text_survive():
    text = "http://example.com/?tel=13999123456 https://example.com/a@example.com www.example.com/203.0.113.5"
    assert normalize(text).text == text
