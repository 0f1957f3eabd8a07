import pytest

from crawler.links.thread_address import PostAddress, ThreadPageAddress, post_address, programs, thread_page
from crawler.links.url_patterns import PageRole
from crawler.links.url_rules import role_of
from mezmun.core.sites.site_schema import Site, SiteKind

FORUM = Site.from_url("http://example.org/", SiteKind.FORUM)
EXAMPLES = [(address, *place) for program in programs() for address, place in program.examples.items()]
POSTS = [(address, *ids) for program in programs() for address, ids in program.post_examples.items()]


@pytest.mark.parametrize(("address", "thread", "number"), EXAMPLES)
def test_each_example_is_read_as_the_file_says(address, thread, number):
    assert thread_page(f"http://example.org{address}", FORUM) == ThreadPageAddress(thread, number)
    assert role_of(f"http://example.org{address}", FORUM) is PageRole.CONTENT


@pytest.mark.parametrize(
    "address", ["/", "/thread.php?fid-2.html", "/forum-2-1.html", "/viewforum.php?f=2", f"/thread-1-{2**40}-1.html"]
)
def test_what_is_no_page_of_a_thread_has_none(address):
    assert thread_page(f"http://example.org{address}", FORUM) is None


@pytest.mark.parametrize(("address", "thread", "post"), POSTS)
def test_each_example_of_a_post_is_read_as_the_file_says_and_never_fetched(address, thread, post):
    url = f"http://example.org{address}"
    assert (thread_page(url, FORUM), post_address(url, FORUM)) == (None, PostAddress(thread, post))
    assert role_of(url, FORUM) is PageRole.SKIP


@pytest.mark.parametrize("address", [address for address, *_ in EXAMPLES])
def test_a_page_of_a_thread_is_not_the_address_of_a_post(address):
    assert post_address(f"http://example.org{address}", FORUM) is None


def test_only_forums_have_threads():
    assert thread_page("http://example.org/topic/123-a-title/", Site.from_url("http://example.org/")) is None
    assert post_address("http://example.org/posts/12/", Site.from_url("http://example.org/")) is None
