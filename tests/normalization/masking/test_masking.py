import pytest

from normalization import DEFAULT_RULES, Rule, normalize


@pytest.mark.parametrize(
    ("text", "masked", "rule"),
    [
        ("ئېلخەت: alim@example.com غا", "ئېلخەت: [e-mail] غا", Rule.EMAIL),
        ("تېلېفون: 13999123456", "تېلېفون: [phone]", Rule.PHONE),
        ("139-9912-3456", "[phone]", Rule.PHONE),
        ("0991-2345678", "[phone]", Rule.PHONE),
        ("010-12345678", "[phone]", Rule.PHONE),
        ("+7 (701) 123-45-67", "[phone]", Rule.PHONE),
        ("8 701 123 45 67", "[phone]", Rule.PHONE),
        ("0532 123 45 67", "[phone]", Rule.PHONE),
        ("+1-202-555-0143", "[phone]", Rule.PHONE),
        ("8 (495) 123-45-67", "[phone]", Rule.PHONE),
        ("(495) 123-45-67", "[phone]", Rule.PHONE),
        ("8-495-123-45-67", "[phone]", Rule.PHONE),
        ("(202) 555-0143", "[phone]", Rule.PHONE),
        ("(202)555-0143", "[phone]", Rule.PHONE),
        ("(202) 555 0143", "[phone]", Rule.PHONE),
        ("call 202-555-0143 now", "call [phone] now", Rule.PHONE),
        ("202.555.0143", "[phone]", Rule.PHONE),
        ("1-800-555-0143", "[phone]", Rule.PHONE),
        ("202-555 0143", "[phone]", Rule.PHONE),
        ("202 555-0143", "[phone]", Rule.PHONE),
        ("Call the bridge's watch at 555-0143", "Call the bridge's watch at [phone]", Rule.PHONE),
        ("tel: (02890) 555143", "tel: [phone]", Rule.PHONE),
        ("1 (800) 555-0143", "[phone]", Rule.PHONE),
        ("020 7946 0958", "[phone]", Rule.PHONE),
        ("(020) 7946 0958", "[phone]", Rule.PHONE),
        ("0161 496 0000", "[phone]", Rule.PHONE),
        ("01632 960983", "[phone]", Rule.PHONE),
        ("07700 900 123", "[phone]", Rule.PHONE),
        ("01 99 00 12 34", "[phone]", Rule.PHONE),
        ("030 / 12345678", "[phone]", Rule.PHONE),
        ("030-12345678", "[phone]", Rule.PHONE),
        ("Fax 234 5678", "Fax [phone]", Rule.PHONE),
        ("τηλ. 210 1234567", "τηλ. [phone]", Rule.PHONE),
        ("電話：123-4567", "電話：[phone]", Rule.PHONE),
        ("هاتف: 2345678", "هاتف: [phone]", Rule.PHONE),
        ("फ़ोन: 2345678", "फ़ोन: [phone]", Rule.PHONE),
        ("تېل: 2345678", "تېل: [phone]", Rule.PHONE),
        ("تىلفۇنى : 2345678", "تىلفۇنى : [phone]", Rule.PHONE),
        ("نۇمۇرۇم:84957056", "نۇمۇرۇم:[phone]", Rule.PHONE),
        ("Telephone 234 5678", "Telephone [phone]", Rule.PHONE),
        ("IP 124.117.22.5 دىن", "IP [ip-address] دىن", Rule.IP_ADDRESS),
        ("124.117.22.*", "[ip-address]", Rule.IP_ADDRESS),
        ("fe80::1ff:fe23:4567:890a", "[ip-address]", Rule.IP_ADDRESS),
        ("QQ: 123456789", "QQ: [handle]", Rule.HANDLE),
        ("微信: alim_2010", "微信: [handle]", Rule.HANDLE),
        ("ئۈندىدار نومۇرى: alim2010", "ئۈندىدار نومۇرى: [handle]", Rule.HANDLE),
        ("t.me/alimjan99", "[handle]", Rule.HANDLE),
        ("Telegram @alimjan99", "Telegram [handle]", Rule.HANDLE),
    ],
)
def test_what_reaches_a_person_is_masked_and_counted(text, masked, rule):
    result = normalize(text)
    assert result.text == masked
    assert result.changes == {rule: 1}
    assert normalize(text, rules=DEFAULT_RULES - {rule}).text != masked


@pytest.mark.parametrize(
    "text",
    [
        "2010-05-12",
        "2010.05.12 13:45:30",
        "20100512",
        "2012-يىلى 3-ئاينىڭ 5-كۈنى",
        "12,500,000 يۈەن",
        "1 000 000 000",
        "ISBN 978-7-228-01234-5",
        "9787228012345",
        "ISBN 7-5371-2345-6",
        "Windows 10.0.19041.1",
        "v1.2.3.14",
        "2.0.0.1",
        "نەشرى 10.12.14.15",
        "3.14159265",
        "ئارىستوتېللاردىن 300-400 يىل بۇرۇن",
        "Hotel 123456",
        "127.0.0.1",
        "255.255.255.0",
        "qq-for-wine_20110425.deb",
        "1949-1955",
        "01.02.2020",
        "202 555 0143 people",
        "recall 555-0143",
        "the call of 1912-1918",
        "01 02 03 04",
        "01 02.03 04.05",
        "100-200-3000",
        "202-555.0143",
        "202-586",
        "10.202-555-0143",
        "0123456789",
        "0161 496",
        "05/2010",
        "ISBN 0-306-40615-2",
        "1.202.555 km",
        "2011 - 2012 - 2013",
        "http://example.com/?id=13912345678",
        "1234567890123456",
        "@media screen",
    ],
)
def test_dates_prices_isbns_and_versions_survive(text):
    assert normalize(text).text == text


def test_every_number_of_a_list_after_the_word_is_masked():
    result = normalize("تېلېفون: 2345678، 2345679/2345670")
    assert result.text == "تېلېفون: [phone]، [phone]/[phone]"
    assert result.changes == {Rule.PHONE: 3}
