import pytest

from crawler.links.discovery import parse_page
from crawler.probing.platforms import platform_of, platforms

EXAMPLES = [(each.platform, example) for each in platforms() for example in each.examples]


@pytest.mark.parametrize(("name", "example"), EXAMPLES, ids=[example[:60] for _, example in EXAMPLES])
def test_each_example_tells_its_platform(name, example):
    match = platform_of(example, parse_page(example))
    assert match is not None
    assert match.platform.platform == name


def test_a_plain_page_is_of_no_platform():
    page = '<meta name="generator" content="Hugo 0.1"><p>WordPress, phpBB and Discourse are programs</p>'
    assert platform_of(page, parse_page(page)) is None
    assert platform_of("", None) is None


def test_a_generator_is_surer_than_the_source():
    links = "<a href=/wp-content/themes/a.css><a href=/wp-includes/b.js>"
    page = f'<meta name="Generator" content=" Discuz! X3.4">{links}'
    match = platform_of(page, parse_page(page))
    assert match is not None
    assert match.platform.platform == "Discuz!"
