import pytest

from mezmun.core.web.public_address import is_public, names_local_host


@pytest.mark.parametrize("address", ["8.8.8.8", "93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"])
def test_addresses_of_the_internet_are_public(address):
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "fe80::1%eth0",
        "fd00::1",
        "::ffff:127.0.0.1",
        "2002:7f00:1::",
        "64:ff9b::7f00:1",
        "no address",
    ],
)
def test_addresses_behind_the_door_are_not(address):
    assert not is_public(address)


@pytest.mark.parametrize(
    ("url", "local"),
    [
        ("http://127.0.0.1:8000/", True),
        ("http://[::1]/", True),
        ("http://localhost:80/", True),
        ("http://site.localhost/", True),
        ("http://8.8.8.8/", False),
        ("http://intranet/", False),
        ("http://example.org/", False),
    ],
)
def test_a_machine_that_is_named_by_its_address_is_meant(url, local):
    assert names_local_host(url) is local
