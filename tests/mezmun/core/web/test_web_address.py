import pytest

from mezmun.core.web.web_address import bare_host_of, fault_of, host_of, readable, spellings


@pytest.mark.parametrize("url", ["http://example.org", "https://مىسال.example/بەت?id=1", "http://[::1]:8000/"])
def test_a_web_address_has_no_fault(url):
    assert fault_of(url) is None


@pytest.mark.parametrize(
    ("url", "fault"),
    [
        ("ftp://example.org/", "http://"),
        ("example.org", "http://"),
        ("http:///page", "host name"),
        ("http://exam ple.org/", "spaces"),
        ("http://user:word@example.org/", "logs in nowhere"),
        ("http://example.org:0/", "port 0"),
        ("http://example.org:99999/", "Port out of range"),
        ("http://[::1/", "Invalid IPv6"),
    ],
)
def test_a_fault_is_named(url, fault):
    assert fault in str(fault_of(url))


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("http://EXAMPLE.org/a", "example.org"),
        ("http://example.org:80/", "example.org"),
        ("https://example.org:443/", "example.org"),
        ("http://example.org:443/", "example.org:443"),
        ("http://bücher.example/", "xn--bcher-kva.example"),
        ("http://[::1]:8000/", "[::1]:8000"),
        ("http://[::1/", ""),
        ("no address", ""),
    ],
)
def test_a_host_is_in_ascii_with_the_port_that_is_not_the_scheme_s(url, host):
    assert host_of(url) == host


def test_an_address_is_its_own_first_spelling_and_no_other_page_is_among_them():
    addresses = spellings("http://www.A.example/x/?id=5&utm_medium=m#top")
    assert addresses[0] == "http://www.A.example/x/?id=5&utm_medium=m#top"
    assert {"https://a.example/x?id=5", "http://www.a.example/x/?id=5"} <= set(addresses)
    assert all("id=5" in each for each in addresses)
    assert spellings("http://a.example")[1:] == [
        *("https://a.example/", "https://www.a.example/"),
        *("http://a.example/", "http://www.a.example/"),
    ]
    assert spellings("no address") == ["no address"]
    assert spellings("http://[broken") == ["http://[broken"]


def test_hosts_with_and_without_www_are_one_and_others_are_not():
    assert bare_host_of("https://www.example.org:8443/a") == bare_host_of("https://example.org:8443/b")
    assert bare_host_of("https://www2.example.org/") != bare_host_of("https://example.org/")


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("http://a/%D8%A6%DB%87%D9%8A%D8%BA%DB%87%D8%B1-2", "http://a/ئۇيغۇر-2"),
        ("http://a/?q=%E4%B8%AD%e6%96%87&p=a%20b%2Fc", "http://a/?q=中文&p=a%20b%2Fc"),
        ("http://a/%E0%A4%B9%E0%A4%BF", "http://a/हि"),
        ("http://a/%C4%E3%BA%C3", "http://a/%C4%E3%BA%C3"),  # GB 18030
        ("http://a/%E2%80%AE%D8%A6%E2%80%8E", "http://a/%E2%80%AEئ%E2%80%8E"),  # marks that turn the text round
        ("http://a/%D8%A6%D8%8C%D8%A6%D8%9F", "http://a/ئ،ئ؟"),
        ("http://a/%C2%A0%E2%88%95%EF%BC%8Fb", "http://a/%C2%A0%E2%88%95%EF%BC%8Fb"),  # what looks like slashes
    ],
)
def test_an_address_is_shown_with_its_letters(url, shown):
    assert readable(url) == shown
