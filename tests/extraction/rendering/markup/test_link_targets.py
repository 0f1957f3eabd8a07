import pytest

from extraction.page.node_table import parse
from extraction.rendering.markup.link_targets import LinkTargets, is_of_user, is_profile

BASE = "https://example.org/dir/page.html"


@pytest.mark.parametrize(
    ("address", "whole"),
    [
        ("/x?a=1#b", "https://example.org/x?a=1#b"),
        ("y z.pdf", "https://example.org/dir/y%20z.pdf"),
        ("//cdn.example/x", "https://cdn.example/x"),
        ("java\nscript:alert(1)", ""),
        ("mailto:me@example.org", ""),
        ("tel:+998711234567", ""),
        ("whatsapp://send?phone=1", ""),
        ("tg://resolve?domain=x", ""),
        ("data:text/html,x", ""),
        ("#part", ""),
        ("", ""),
        ("http://[", ""),
        ("https://www.google.com/url?q=https://hall.example/a%3Fb%3D1&sa=D", "https://hall.example/a?b=1"),
        ("https://l.facebook.com/l.php?u=https%3A%2F%2Fwww.facebook.com%2Fsomebody", ""),
        ("https://www.google.com/url?q=harbour", "https://www.google.com/url?q=harbour"),
    ],
)
def test_only_addresses_of_pages_are_kept(address, whole):
    assert LinkTargets(BASE).address({"href": address}) == whole


def test_addresses_stay_relative_when_nobody_says_where_the_page_was():
    targets = LinkTargets(None)
    assert [targets.whole(each) for each in ("x/y", "/z", "//cdn.example/x", "mailto:me@example.org")] == [
        "x/y",
        "/z",
        "",
        "",
    ]


def test_a_page_may_say_what_its_addresses_are_relative_to():
    page = parse("<base href='/other/'><p>x", with_markup=True)
    assert LinkTargets.of_page(page, BASE).whole("y") == "https://example.org/other/y"


@pytest.mark.parametrize(
    "address",
    [
        "https://f.example/member.php?u=7",
        "https://f.example/profile.php?mode=viewprofile&u=7",
        "https://f.example/home.php?mod=space&uid=7",
        "https://f.example/space-uid-7.html",
        "https://f.example/index.php?action=profile;u=7",
        "https://f.example/users/somebody",
        "https://f.example/u/somebody/summary",
        "https://n.example/author/some-body/",
        "https://m.example/@somebody/1",
        "https://uni.example/~somebody/",
        "https://www.facebook.com/somebody",
        "https://t.me/somebody",
        "https://weibo.com/u/123",
    ],
)
def test_profiles_are_told_by_their_addresses(address):
    assert is_profile(address)
    assert LinkTargets(BASE).address({"href": address}) == ""


@pytest.mark.parametrize(
    "address",
    [
        "https://n.example/news/people-of-the-year",
        "https://n.example/users",
        "https://f.example/showthread.php?t=7",
        "https://f.example/viewtopic.php?f=2&t=7",
        "https://f.example/thread-7-1-1.html",
        "https://docs.example/user-guide/start.html",
        "https://twitter.com/",
        "https://n.example/profile-of-a-city.html",
        "https://n.example/sections/space/",
    ],
)
def test_other_pages_are_no_profiles(address):
    assert not is_profile(address)


def test_a_link_that_says_it_is_of_a_writer_is_left_out():
    assert LinkTargets(BASE).address({"href": "/x", "rel": "nofollow author"}) == ""
    assert LinkTargets(BASE).address({"href": "/x", "rel": "nofollow"}) == "https://example.org/x"


OF_USERS = (
    *("/u/gul", "/user/7/gul/", "member.php?u=7", "/space-uid-7.html", "/user_5"),
    "https://n.example/author/gul/?ref=1",
)


@pytest.mark.parametrize("address", OF_USERS)
def test_the_page_of_a_user_is_told_by_its_address_also_where_nobody_asks_for_links(address):
    assert is_of_user(address)
    page = parse(f"<p><a href='{address}'>gul</a>")
    (link,) = page.with_attribute("href")
    assert page.attributes(link)["href"] == address
    assert page.profile_links == 1


@pytest.mark.parametrize(
    "address",
    [
        *("", "/u/gul/photos/7", "/user/", "/author-of-the-year/", "/t/7", "/member.php", "https://t.me/u/gul"),
        *("/account/settings", "/people/culture/"),
    ],
)
def test_what_a_user_has_on_pages_below_and_other_pages_are_no_page_of_a_user(address):
    assert not is_of_user(address)
